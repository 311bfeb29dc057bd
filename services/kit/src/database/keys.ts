/** Keys as the database compares them. */
import { sql, type RawBuilder } from 'kysely';
import type { Database } from './types.ts';

/** Compared by bytes, and not by the order of a language, which takes no notice of signs: there `a:1` is not between `a:` and `a;`. */
export function isBetween(
	db: Database,
	column: RawBuilder<unknown>,
	from: RawBuilder<unknown>,
	to: RawBuilder<unknown>,
): RawBuilder<boolean> {
	const bytes = db.engine === 'postgres' ? sql`collate "C"` : sql`collate binary`;
	return sql<boolean>`${column} ${bytes} >= ${from} and ${column} ${bytes} < ${to}`;
}

/** Whether a key is another key, a colon and more. */
export const isBelow = (db: Database, column: string, key: string): RawBuilder<boolean> =>
	isBetween(db, sql.ref(column), sql.val(`${key}:`), sql.val(`${key};`));
