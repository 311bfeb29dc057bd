/** The bare driver writing the same number of rows of the same size in the same number of durable commits: no service can be faster. */
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import type { Transaction } from './writes.ts';

export interface Floor {
	/** One operation's worth of writes. */
	write(transactions: readonly Transaction[]): Promise<void>;
	close(): Promise<void>;
}

const payloads = new Map<number, string>();
const payloadOf = (bytes: number): string => {
	const known = payloads.get(bytes);
	if (known !== undefined) return known;
	const made = 'x'.repeat(bytes);
	payloads.set(bytes, made);
	return made;
};

export function sqliteFloor(path: string): Floor {
	const connection = new BetterSqlite(path);
	connection.pragma('journal_mode = WAL');
	connection.pragma('synchronous = FULL');
	connection.exec('create table floor (id integer primary key, payload text not null)');
	const insert = connection.prepare('insert into floor (payload) values (?)');
	return {
		async write(transactions) {
			for (const writes of transactions) {
				connection.exec('begin immediate');
				for (const bytes of writes) insert.run(payloadOf(bytes));
				connection.exec('commit');
			}
		},
		close: async () => void connection.close(),
	};
}

export async function postgresFloor(url: string, clients: number): Promise<Floor> {
	const pool = new pg.Pool({ connectionString: url, max: clients });
	await pool.query('create table if not exists floor (id bigint generated always as identity primary key, payload text not null)');
	return {
		async write(transactions) {
			const client = await pool.connect();
			try {
				for (const writes of transactions) {
					await client.query('begin');
					for (const bytes of writes) await client.query('insert into floor (payload) values ($1)', [payloadOf(bytes)]);
					await client.query('commit');
				}
			} finally {
				client.release();
			}
		},
		close: () => pool.end(),
	};
}
