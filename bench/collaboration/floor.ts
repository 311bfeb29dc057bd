/** The bare driver, executing the same write statements in the same transactions: no service can be faster. */
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import type { SqlValue } from '@copydesk/kit/database/types';
import type { Transaction } from './writes.ts';

export interface Floor {
	write(transactions: readonly Transaction[]): Promise<void>;
	close(): Promise<void>;
}

export function sqliteFloor(path: string): Floor {
	const connection = new BetterSqlite(path);
	connection.pragma('journal_mode = WAL');
	connection.pragma('synchronous = FULL');
	connection.pragma('foreign_keys = ON');
	const statements = new Map<string, BetterSqlite.Statement>();
	const prepared = (sql: string): BetterSqlite.Statement => {
		const statement = statements.get(sql) ?? connection.prepare(sql);
		statements.set(sql, statement);
		return statement;
	};
	return {
		async write(transactions) {
			for (const writes of transactions) {
				connection.exec('begin immediate');
				for (const { sql, values } of writes) {
					const named: Record<string, SqlValue> = {};
					values.forEach((value, index) => {
						named[String(index + 1)] = value;
					});
					const statement = prepared(sql);
					if (statement.reader) statement.all(named);
					else statement.run(named);
				}
				connection.exec('commit');
			}
		},
		close: async () => void connection.close(),
	};
}

export async function postgresFloor(url: string): Promise<Floor> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	return {
		async write(transactions) {
			for (const writes of transactions) {
				await client.query('begin');
				for (const { sql, values } of writes) await client.query(sql, [...values]);
				await client.query('commit');
			}
		},
		close: () => client.end(),
	};
}
