import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '@copydesk/kit/database/open';
import { migrate } from '@copydesk/kit/database/migrate';
import { constraintOf } from '@copydesk/kit/database/types';
import type { Database } from '@copydesk/kit/database/types';

describe('The database of the kit, on SQLite', () => {
	let directory = '';
	let db: Database;
	beforeEach(async () => {
		directory = mkdtempSync(join(tmpdir(), 'copydesk-db-'));
		db = await openDatabase(`sqlite:${join(directory, 'a.sqlite')}`);
		await db.runScript('create table item (id integer primary key, name text not null unique)');
	});
	afterEach(async () => {
		await db.close();
		rmSync(directory, { recursive: true });
	});

	it('takes a transaction back whole when one statement fails', async () => {
		const failing = db.atomically(async (tx) => {
			await tx.query('insert into item (name) values ($1)', ['a']);
			await tx.query('insert into item (name) values ($1)', ['a']);
		});
		expect(constraintOf(await failing.catch((error: unknown) => error))).to.equal('unique');
		expect(await db.query('select * from item')).to.deep.equal([]);
	});

	it('keeps other work out of an open transaction, because one connection cannot hold two', async () => {
		let release: () => void = () => undefined;
		const gate = new Promise<void>((resolve) => (release = resolve));
		const first = db.atomically(async (tx) => {
			await tx.query('insert into item (name) values ($1)', ['first']);
			await gate;
			throw new Error('taken back');
		});
		const second = db.query('insert into item (name) values ($1) returning name', ['second']);
		release();
		await first.catch(() => undefined);
		expect(await second).to.deep.equal([{ name: 'second' }]);
		expect(await db.query('select name from item')).to.deep.equal([{ name: 'second' }]);
	});

	it('runs each migration once, also when two start together', async () => {
		const migrations = join(directory, 'migrations');
		const { mkdirSync } = await import('node:fs');
		mkdirSync(migrations);
		writeFileSync(join(migrations, '0001_first.sql'), 'create table one (id integer)');
		writeFileSync(join(migrations, '0002_only.postgres.sql'), 'this is not for sqlite');
		writeFileSync(join(migrations, '0002_only.sqlite.sql'), 'create table two (id integer)');
		const other = await openDatabase(`sqlite:${join(directory, 'a.sqlite')}`);
		const ran = await Promise.all([migrate(db, migrations, 'test', 1), migrate(other, migrations, 'test', 1)]);
		await other.close();
		expect(ran.flat().sort()).to.deep.equal(['0001_first.sql', '0002_only.sqlite.sql']);
		expect(await migrate(db, migrations, 'test', 2)).to.deep.equal([]);
	});

	it('enforces foreign keys on every connection, because the journal rests on them', async () => {
		await db.runScript('create table child (item_id integer references item (id))');
		const error = await db.query('insert into child (item_id) values (9)').catch((caught: unknown) => caught);
		expect(constraintOf(error)).to.equal('foreign_key');
	});

	it('reads a file without the right to write it', async () => {
		const reader = await openDatabase(`sqlite:${join(directory, 'a.sqlite')}`, { readOnly: true });
		const error = await reader.query("insert into item (name) values ('x')").catch((caught: unknown) => caught);
		await reader.close();
		expect(error).to.be.an('error');
	});
});
