import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CopydeskError } from '@copydesk/domain/errors';
import type { Database } from './types.ts';

const FILE = /^(\d{4})_[a-z0-9_]+?(?:\.(sqlite|postgres))?\.sql$/;

/**
 * Runs the numbered `.sql` files of a directory that have not run yet, each in one transaction. `NNNN_name.sql` is for both engines,
 * `NNNN_name.sqlite.sql` and `NNNN_name.postgres.sql` for one. The name is inserted first, so machines that start together do not run a
 * file twice. If no file is left to run, the role needs no right to create tables.
 * @param family whose migrations these are, because several services may share a database
 * @returns the names of the files that ran now
 */
export async function migrate(db: Database, directory: string, family: string, nowMs: number): Promise<string[]> {
	const files = filesFor(db, directory);
	const done = new Set(await appliedOf(db, family));
	const ran: string[] = [];
	for (const name of files) {
		if (done.has(name)) continue;
		const sql = readFileSync(join(directory, name), 'utf8');
		const ours = await db.atomically(async (tx) => {
			const added = await tx.query(
				'insert into migration (family, name, applied_at_ms) values ($1, $2, $3) on conflict do nothing returning name',
				[family, name, nowMs],
			);
			if (added.length === 0) return false;
			await tx.runScript(sql);
			return true;
		});
		if (ours) ran.push(name);
	}
	return ran;
}

/** The migrations that this release would run, and those that only a newer one knows. Both are empty for a new database. */
export async function compareMigrations(
	db: Database,
	directory: string,
	family: string,
): Promise<{ readonly pending: readonly string[]; readonly unknown: readonly string[] }> {
	const rows = await db.query('select name from migration where family = $1', [family]).catch(() => []);
	const done = rows.map(({ name }) => String(name));
	const files = filesFor(db, directory);
	return {
		pending: done.length === 0 ? [] : files.filter((name) => !done.includes(name)),
		unknown: done.filter((name) => !files.includes(name)),
	};
}

function filesFor({ engine }: Database, directory: string): readonly string[] {
	return readdirSync(directory)
		.sort()
		.flatMap((name) => {
			const match = FILE.exec(name);
			if (match === null) throw new Error(`${join(directory, name)} is not named NNNN_name.sql`);
			return match[2] === undefined || match[2] === engine ? [name] : [];
		});
}

async function appliedOf(db: Database, family: string): Promise<string[]> {
	const read = async () => (await db.query('select name from migration where family = $1', [family])).map((row) => String(row['name']));
	try {
		return await read();
	} catch (cause) {
		// The database did not answer: that does not mean that the table is missing.
		if (cause instanceof CopydeskError) throw cause;
		// If several machines create the table at once, PostgreSQL refuses all but one, with one of several error codes.
		const refusal = await db
			.runScript(
				`create table if not exists migration
					(family text not null, name text not null, applied_at_ms bigint not null, primary key (family, name))`,
			)
			.catch((error: unknown) => error);
		return await read().catch((error: unknown) => {
			throw refusal ?? error;
		});
	}
}
