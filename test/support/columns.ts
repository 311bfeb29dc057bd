/** What a migrated database really has, and what code says that it has, in the same lines. */
import type { ColumnsOf } from '@copydesk/kit/database/typed';
import type { Database } from '@copydesk/kit/database/types';

const COLUMNS: Readonly<Record<Database['engine'], string>> = {
	sqlite: `select m.name as "table", c.name as "column", c.type, 1 - max(c."notnull", c.pk > 0) as nullable
		from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' order by m.name, c.cid`,
	postgres: `select table_name as "table", column_name as "column", data_type as type,
			case is_nullable when 'YES' then 1 else 0 end as nullable
		from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`,
};

/** `table.column type`, with `or null` where a row may hold none. */
const lineOf = (table: string, column: string, type: string, nullable: boolean): string =>
	`${table}.${column} ${/^(bigint|integer)$/i.test(type) ? 'integer' : type.toLowerCase()}${nullable ? ' or null' : ''}`;

export async function migratedColumns(db: Database, isOurs: (table: string) => boolean): Promise<string[]> {
	return (await db.query(COLUMNS[db.engine]))
		.filter((row) => isOurs(String(row['table'])))
		.map((row) => lineOf(String(row['table']), String(row['column']), String(row['type']), row['nullable'] === 1));
}

export function declaredColumns<Tables extends ColumnsOf<Tables>>(columns: Tables): string[] {
	return Object.entries<ColumnsOf<Tables>[keyof Tables]>(columns).flatMap(([table, its]) =>
		Object.entries(its).map(([name, { type, nullable }]) => lineOf(table, name, type, nullable)),
	);
}
