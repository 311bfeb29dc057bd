import { expect } from 'chai';
import { openSqlite } from '@copydesk/kit/database/sqlite';
import type { Database } from '@copydesk/kit/database/types';
import { createBatch } from '../../../services/renderer/src/journal/batch.ts';

describe('Changes of the journal share commits', () => {
	let db: Database;
	let commits: number;
	let change: ReturnType<typeof createBatch>;
	beforeEach(async () => {
		db = openSqlite(':memory:');
		await db.runScript('create table item (name text primary key)');
		commits = 0;
		change = createBatch({ ...db, atomically: (work) => ((commits += 1), db.atomically(work)) });
	});
	afterEach(() => db.close());

	const add = (name: string) => change((tx) => tx.query('insert into item values ($1) returning name', [name]));

	it('so that those that come during one commit wait together for the next', async () => {
		const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => add(`item ${index}`)));
		expect(answers.map((rows) => rows[0]?.['name'])).to.deep.equal(Array.from({ length: 50 }, (_, index) => `item ${index}`));
		expect(commits).to.equal(2);
	});

	it('and one that fails harms only itself', async () => {
		const answers = await Promise.allSettled(['a', 'b', 'c', 'b', 'd'].map(add));
		expect(answers.map(({ status }) => status)).to.deep.equal(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
		expect(await db.query('select name from item order by name')).to.deep.equal(['a', 'b', 'c', 'd'].map((name) => ({ name })));
	});
});
