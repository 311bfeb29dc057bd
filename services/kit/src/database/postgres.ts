import pg from 'pg';
import { CopydeskError } from '@copydesk/domain/errors';
import type { Database, Row, SqlValue } from './types.ts';

/** The type of bigint, which arrives as text by default. The service's times are milliseconds, far below 2^53. */
const INT8 = 20;
pg.types.setTypeParser(INT8, Number);

/** SQLSTATEs for: server stopping, too many clients, disk full or failing, lock or statement time-out, read-only server. */
const REFUSED = /^(08|57P0|53|58|55P03|57014|25006)/;
/** Errors without a connection. A missing Unix socket gives ENOENT; a stopped container's name gives ENOTFOUND. */
const UNREACHED = /^E(CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE|NOENT|HOSTUNREACH|NETUNREACH)$/;
/** Deadlock or serialisation failure: the transaction was rolled back and can be retried. */
const RUN_AGAIN = new Set(['40001', '40P01']);
const MAX_RUNS = 4;

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');

function translated(error: unknown): unknown {
	if (error instanceof CopydeskError) return error;
	const lost =
		REFUSED.test(codeOf(error)) ||
		UNREACHED.test(codeOf(error)) ||
		(error instanceof Error && /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(error.message));
	return lost ? new CopydeskError('unavailable', 'the database does not answer', { cause: error }) : error;
}

interface PostgresOptions {
	/** The most connections at one time. */
	readonly poolSize?: number;
	readonly connectTimeoutMs?: number;
}

/** PostgreSQL through a pool. Constraints settle conflicts, so the default isolation level suffices. */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
	const pool = new pg.Pool({
		connectionString: url,
		max: options.poolSize ?? 10,
		connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
		options: '-c statement_timeout=30000 -c lock_timeout=10000',
	});
	// The pool replaces a broken idle connection. Without this listener the error would end the process.
	pool.on('error', () => undefined);

	const on = (client: pg.PoolClient | pg.Pool): Pick<Database, 'query' | 'runScript'> => ({
		query: async (sql, values: readonly SqlValue[] = []) => (await client.query(sql, [...values])).rows as Row[],
		runScript: async (sql) => void (await client.query(sql)),
	});

	async function once<T>(work: (tx: Database) => Promise<T>): Promise<T> {
		const client = await pool.connect();
		let broken = false;
		// Without a listener, a connection lost between two statements would end the process. The next statement reports it.
		const lose = (): void => {
			broken = true;
		};
		client.on('error', lose);
		try {
			await client.query('begin');
			const tx: Database = {
				engine: 'postgres',
				...on(client),
				atomically: (inner) => inner(tx),
				close: () => Promise.reject(new Error('A transaction cannot close the database')),
			};
			const result = await work(tx);
			await client.query('commit');
			return result;
		} catch (error) {
			await client.query('rollback').catch(() => {
				broken = true;
			});
			throw error;
		} finally {
			client.off('error', lose);
			client.release(broken);
		}
	}

	const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
		for (let run = 1; ; run += 1) {
			try {
				return await work();
			} catch (error) {
				if (!RUN_AGAIN.has(codeOf(error)) || run >= MAX_RUNS) throw translated(error);
			}
		}
	};
	const outside = on(pool);
	return {
		engine: 'postgres',
		query: (sql, values) => guarded(() => outside.query(sql, values)),
		atomically: (work) => guarded(() => once(work)),
		runScript: (sql) => guarded(() => outside.runScript(sql)),
		close: () => pool.end(),
	};
}
