import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { CopydeskError } from '@copydesk/domain/errors';
import { makeDirectory } from '../directory.ts';
import type { Database, Row, SqlValue } from './types.ts';

/** Locked, full or unwritable: nothing was written, and the caller may retry. */
const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/;

function translated(error: unknown): unknown {
	const code: unknown = (error as { code?: unknown }).code;
	return typeof code === 'string' && UNAVAILABLE.test(code)
		? new CopydeskError('unavailable', `the database refused: ${code}`, { cause: error })
		: error;
}

interface SqliteOptions {
	/** Opens an existing file read-only. */
	readonly readOnly?: boolean;
	/** How long a statement waits for another process's lock, in milliseconds. */
	readonly busyTimeoutMs?: number;
}

/**
 * SQLite in one connection: WAL, synchronous FULL, foreign keys on. One connection cannot have two transactions, so work is queued.
 * `atomically` begins immediate, so that no conflict with another writer appears at commit.
 * @param path a file, or `:memory:`
 */
export function openSqlite(path: string, options: SqliteOptions = {}): Database {
	const { readOnly = false, busyTimeoutMs = 5_000 } = options;
	if (path !== ':memory:' && !readOnly) makeDirectory(dirname(path));
	const connection = new BetterSqlite(path, { readonly: readOnly, fileMustExist: readOnly, timeout: busyTimeoutMs });
	const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(String((error as { code?: unknown }).code));
	/** Waits for another connection's lock without blocking the process, as SQLite's own busy time-out would. */
	const whenFree = async <T>(work: () => T): Promise<T> => {
		const giveUpAtMs = performance.now() + busyTimeoutMs;
		for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 25)) {
			try {
				return work();
			} catch (error) {
				if (!isBusy(error) || performance.now() + pauseMs > giveUpAtMs) throw error;
				await sleep(pauseMs);
			}
		}
	};
	if (!readOnly) {
		connection.pragma('journal_mode = WAL');
		connection.pragma('synchronous = FULL');
	}
	// From here on `whenFree` waits instead.
	connection.pragma('busy_timeout = 0');
	connection.pragma('foreign_keys = ON');
	if (connection.pragma('foreign_keys', { simple: true }) !== 1) throw new Error('SQLite refused to enforce foreign keys');

	const statements = new Map<string, BetterSqlite.Statement>();
	const run = (sql: string, values: readonly SqlValue[] = []): Row[] => {
		let statement = statements.get(sql);
		if (statement === undefined) {
			statement = connection.prepare(sql);
			statements.set(sql, statement);
		}
		// SQLite reads $1 as a parameter named 1.
		const named: Record<string, SqlValue> = {};
		values.forEach((value, index) => {
			named[String(index + 1)] = value;
		});
		const parameters = values.length === 0 ? [] : [named];
		if (statement.reader) return statement.all(...parameters) as Row[];
		statement.run(...parameters);
		return [];
	};

	let tail: Promise<unknown> = Promise.resolve();
	const inTurn = <T>(work: () => Promise<T> | T): Promise<T> => {
		const turn = tail.then(work).catch((error: unknown) => {
			throw translated(error);
		});
		tail = turn.catch(() => undefined);
		return turn;
	};

	const within: Database = {
		engine: 'sqlite',
		query: async (sql, values) => run(sql, values),
		atomically: (work) => work(within),
		runScript: async (sql) => void connection.exec(sql),
		close: () => Promise.reject(new Error('A transaction cannot close the database')),
	};

	return {
		engine: 'sqlite',
		query: (sql, values) => inTurn(() => whenFree(() => run(sql, values))),
		atomically: (work) =>
			inTurn(async () => {
				await whenFree(() => connection.exec('begin immediate'));
				try {
					const result = await work(within);
					await whenFree(() => connection.exec('commit'));
					return result;
				} catch (error) {
					if (connection.inTransaction) connection.exec('rollback');
					throw error;
				}
			}),
		runScript: (sql) => inTurn(() => whenFree(() => void connection.exec(sql))),
		close: () => inTurn(() => void connection.close()),
	};
}
