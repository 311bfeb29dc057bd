import { expect } from 'chai';
import { columns } from '@copydesk/collaboration/tables';
import { openDatabase } from '@copydesk/kit/database/open';
import { describeOnEachEngine } from '../support/databases.ts';
import { declaredColumns, migratedColumns } from '../support/columns.ts';
import { openDesk, type TestDesk } from '../support/collaboration.ts';

describeOnEachEngine('The tables of the code', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	it('are the tables of the migrated database, column by column: a row is what its type says', async () => {
		const people = await openDatabase(desk.database.participantsUrl);
		const migrated = [
			...(await migratedColumns(desk.service.db, (table) => table !== 'migration' && table !== 'participants')),
			...(await migratedColumns(people, (table) => table === 'participants')),
		];
		await people.close();
		expect(migrated.sort()).to.deep.equal(declaredColumns(columns).sort());
	});
});
