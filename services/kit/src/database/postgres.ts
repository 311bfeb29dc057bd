import pg from 'pg';
import { CopydeskError } from '@copydesk/domain/errors';
import type { Database, Row, SqlValue } from './types.ts';

/** bigint comes as text by default; our times are milliseconds, far below 2^53. */
const INT8 = 20;
pg.types.setTypeParser(INT8, Number);

/** Server stopping, too many clients, disk full or failing; waited too long for a lock or an answer; takes no writes now. */
const REFUSED = /^(08|57P0|53|58|55P03|57014|25006)/;
/** Connection lost, or none to be had: of a Unix socket a file is missing, of a container that is down its name. */
const UNREACHED = /^E(CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE|NOENT|HOSTUNREACH|NETUNREACH)$/;
/** Deadlock or serialisation failure: nothing happened, and the same work may simply run again. */
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
	/** Connections at one time. */
	readonly poolSize?: number;
	readonly connectTimeoutMs?: number;
}

/** PostgreSQL through a pool; conflicts are settled by constraints, so the default isolation level suffices. */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
	const pool = new pg.Pool({
		connectionString: url,
		max: options.poolSize ?? 10,
		connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
		options: '-c statement_timeout=30000 -c lock_timeout=10000',
	});
	// A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
	pool.on('error', () => undefined);

	const on = (client: pg.PoolClient | pg.Pool): Pick<Database, 'query' | 'runScript'> => ({
		query: async (sql, values: readonly SqlValue[] = []) => (await client.query(sql, [...values])).rows as Row[],
		runScript: async (sql) => void (await client.query(sql)),
	});

	async function once<T>(work: (tx: Database) => Promise<T>): Promise<T> {
		const client = await pool.connect();
		let broken = false;
		// A connection lost between two statements would end the process; the next statement reports it.
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
