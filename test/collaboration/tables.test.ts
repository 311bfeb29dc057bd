import { expect } from 'chai';
import { columns } from '@copydesk/collaboration/tables';
import { openDatabase } from '@copydesk/kit/database/open';
import type { Database } from '@copydesk/kit/database/types';
import { describeOnEachEngine } from '../support/databases.ts';
import { openDesk } from '../support/collaboration.ts';
import type { TestDesk } from '../support/collaboration.ts';

const COLUMNS: Readonly<Record<Database['engine'], string>> = {
	sqlite: `select m.name as "table", c.name as "column", c.type, 1 - c."notnull" as nullable
		from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' order by m.name, c.cid`,
	postgres: `select table_name as "table", column_name as "column", data_type as type,
			case is_nullable when 'YES' then 1 else 0 end as nullable
		from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`,
};

/** `table.column type`, with `or null` where a row may hold none. */
const lineOf = (table: string, column: string, type: string, nullable: boolean): string =>
	`${table}.${column} ${/^(bigint|integer)$/i.test(type) ? 'integer' : type.toLowerCase()}${nullable ? ' or null' : ''}`;

describeOnEachEngine('The tables of the code', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	it('are the tables of the migrated database, column by column: a row is what its type says', async () => {
		const linesOf = async (db: Database, isOurs: (table: string) => boolean) =>
			(await db.query(COLUMNS[db.engine]))
				.filter((row) => isOurs(String(row['table'])))
				.map((row) => lineOf(String(row['table']), String(row['column']), String(row['type']), row['nullable'] === 1));
		const people = await openDatabase(desk.database.participantsUrl);
		const migrated = [
			...(await linesOf(desk.service.db, (table) => table !== 'migration' && table !== 'participants')),
			...(await linesOf(people, (table) => table === 'participants')),
		];
		await people.close();
		const declared = Object.entries(columns).flatMap(([table, its]) =>
			Object.entries(its).map(([name, { type, nullable }]) => lineOf(table, name, type, nullable)),
		);
		expect(migrated.sort()).to.deep.equal(declared.sort());
	});
});
