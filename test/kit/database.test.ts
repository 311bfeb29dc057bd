import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { CopydeskError } from '@copydesk/domain/errors';
import { openDatabase } from '@copydesk/kit/database/open';
import { migrate } from '@copydesk/kit/database/migrate';
import { openTables } from '@copydesk/kit/database/typed';
import { constraintOf, type Database } from '@copydesk/kit/database/types';
import { sharedPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';

type Engine = Database['engine'];

/** A fresh database of one engine, open once or more. */
interface Place {
	open(): Promise<Database>;
	readonly directory: string;
	remove(): Promise<void>;
}

const placeOn: Record<Engine, (hook: Mocha.Context) => Promise<Place>> = {
	async sqlite() {
		const directory = mkdtempSync(join(tmpdir(), 'copydesk-db-'));
		return {
			directory,
			open: () => openDatabase(`sqlite:${join(directory, 'a.sqlite')}`),
			remove: async () => rmSync(directory, { recursive: true }),
		};
	},
	async postgres(hook) {
		const url = await (await sharedPostgres(hook)).createDatabase();
		const directory = mkdtempSync(join(tmpdir(), 'copydesk-db-'));
		return { directory, open: () => openDatabase(url), remove: async () => rmSync(directory, { recursive: true }) };
	},
};

for (const engine of ['sqlite', 'postgres'] as const) {
	describe(`The database of the kit, on ${engine}`, () => {
		let place: Place;
		let db: Database;
		beforeEach(async function () {
			place = await placeOn[engine](this);
			db = await place.open();
			await db.runScript('create table item (id integer primary key, name text not null unique, check (id > 0))');
		});
		afterEach(async () => {
			await db?.close();
			await place?.remove();
		});

		it('takes a transaction back whole when one statement fails', async () => {
			const failing = db.atomically(async (tx) => {
				await tx.query('insert into item (id, name) values (1, $1)', ['a']);
				await tx.query('insert into item (id, name) values (2, $1)', ['a']);
			});
			expect(constraintOf(await failing.catch((error: unknown) => error))).to.equal('unique');
			expect(await db.query('select * from item')).to.deep.equal([]);
		});

		it('shows no other reader an open transaction', async () => {
			let release: () => void = () => undefined;
			const gate = new Promise<void>((resolve) => (release = resolve));
			let began: () => void = () => undefined;
			const inside = new Promise<void>((resolve) => (began = resolve));
			const first = db.atomically(async (tx) => {
				await tx.query('insert into item (id, name) values (1, $1)', ['first']);
				began();
				await gate;
				throw new Error('taken back');
			});
			await inside;
			const second = db.query('insert into item (id, name) values (2, $1) returning name', ['second']);
			release();
			await first.catch(() => undefined);
			expect(await second).to.deep.equal([{ name: 'second' }]);
			expect(await db.query('select name from item')).to.deep.equal([{ name: 'second' }]);
		});

		it('lets one of two conditional updates win, because a claim is one', async () => {
			await db.query('insert into item (id, name) values (1, $1)', ['free']);
			const other = await place.open();
			const claim = (connection: Database, by: string): Promise<unknown[]> =>
				connection.atomically((tx) => tx.query('update item set name = $1 where id = 1 and name = $2 returning name', [by, 'free']));
			const won = (await Promise.all([claim(db, 'one'), claim(other, 'two'), claim(db, 'three'), claim(other, 'four')])).filter(
				(rows) => rows.length > 0,
			);
			await other.close();
			expect(won).to.have.length(1);
		});

		it('uses the transaction it is in when a function asks for one of its own', async () => {
			const failing = db.atomically(async (tx) => {
				await tx.atomically((inner) => inner.query('insert into item (id, name) values (1, $1)', ['inner']));
				throw new Error('taken back');
			});
			await failing.catch(() => undefined);
			expect(await db.query('select * from item')).to.deep.equal([]);
		});

		it('runs each migration once, also when two start together', async () => {
			const migrations = join(place.directory, 'migrations');
			mkdirSync(migrations);
			writeFileSync(join(migrations, '0001_first.sql'), 'create table one (id integer)');
			writeFileSync(join(migrations, '0002_only.postgres.sql'), 'create table two_on_postgres (id bigint)');
			writeFileSync(join(migrations, '0002_only.sqlite.sql'), 'create table two_on_sqlite (id integer)');
			const other = await place.open();
			const ran = await Promise.all([migrate(db, migrations, 'test', 1), migrate(other, migrations, 'test', 1)]);
			await other.close();
			expect(ran.flat().sort()).to.deep.equal(['0001_first.sql', `0002_only.${engine}.sql`]);
			expect(await db.query(`select * from two_on_${engine}`)).to.deep.equal([]);
			expect(await migrate(db, migrations, 'test', 2)).to.deep.equal([]);
		});

		it('takes the table of migrations from another machine that made it at the same moment, however the database puts that', async () => {
			const beaten: Database = {
				...db,
				async runScript(sql) {
					await db.runScript(sql);
					// PostgreSQL's duplicate_object: the row type of the table was there already.
					throw Object.assign(new Error('type "migration" already exists'), { code: '42710' });
				},
			};
			const migrations = join(place.directory, 'none');
			mkdirSync(migrations);
			expect(await migrate(beaten, migrations, 'test', 1)).to.deep.equal([]);
			const refused: Database = {
				...db,
				runScript: () => Promise.reject(new Error('no right to create')),
				query: () => Promise.reject(new Error('no such table')),
			};
			expect(await migrate(refused, migrations, 'test', 1).catch((error: unknown) => error)).to.have.property(
				'message',
				'no right to create',
			);
		});

		it('leaves nothing of a migration that fails, so that the next start runs it whole', async () => {
			const migrations = join(place.directory, 'migrations');
			mkdirSync(migrations);
			writeFileSync(join(migrations, '0001_half.sql'), 'create table half (id integer); insert into nothing_like_it values (1);');
			expect(await migrate(db, migrations, 'test', 1).catch((error: unknown) => error)).to.be.an('error');
			writeFileSync(join(migrations, '0001_half.sql'), 'create table half (id integer)');
			expect(await migrate(db, migrations, 'test', 2)).to.deep.equal(['0001_half.sql']);
		});

		it('does not take a database without an answer for an empty one, because a role may lack the right to make tables', async () => {
			const silent: Database = {
				...db,
				query: () => Promise.reject(new CopydeskError('unavailable', 'locked')),
				runScript: () => Promise.reject(new Error('permission denied')),
			};
			const migrations = join(place.directory, 'migrations');
			mkdirSync(migrations);
			expect(await migrate(silent, migrations, 'test', 1).catch((error: unknown) => error)).to.include({ code: 'unavailable' });
		});

		it('names the constraint that refused, because the journal tells a lost race from a mistake by it', async () => {
			await db.runScript('create table child (item_id integer references item (id))');
			const refusal = async (sql: string) => constraintOf(await db.query(sql).catch((error: unknown) => error));
			expect(await refusal('insert into child (item_id) values (9)')).to.equal('foreign_key');
			expect(await refusal("insert into item (id, name) values (0, 'zero')")).to.equal('check');
			expect(await refusal('insert into item (id) values (1)')).to.equal('not_null');
		});

		it('writes a limit into the statement, because SQLite plans one with a bound limit again each time', async () => {
			await db.query(`insert into item (id, name) values (1, 'a'), (2, 'b'), (3, 'c')`);
			const some = openTables<{ item: { id: number; name: string } }>()(db).selectFrom('item').select('id').where('id', '>', 1).limit(1);
			expect(some.compile()).to.deep.include({ sql: 'select "id" from "item" where "id" > $1 limit 1', parameters: [1] });
			expect(await some.orderBy('id').execute()).to.deep.equal([{ id: 2 }]);
		});

		it('gives milliseconds back as numbers and bytes as bytes', async () => {
			await db.runScript(`create table kept (at_ms bigint, bytes ${engine === 'sqlite' ? 'blob' : 'bytea'}, text text)`);
			await db.query('insert into kept values ($1, $2, $3)', [1_795_260_000_123, new Uint8Array([0, 255]), 'Ёж 🦔']);
			const [row] = await db.query('select * from kept');
			expect(row).to.include({ at_ms: 1_795_260_000_123, text: 'Ёж 🦔' });
			expect([...(row?.['bytes'] as Uint8Array)]).to.deep.equal([0, 255]);
		});
	});
}

describe('A SQLite file', () => {
	it('is read without the right to write it', async () => {
		const directory = mkdtempSync(join(tmpdir(), 'copydesk-db-'));
		const url = `sqlite:${join(directory, 'a.sqlite')}`;
		const writer = await openDatabase(url);
		await writer.runScript('create table item (name text)');
		const reader = await openDatabase(url, { readOnly: true });
		const error = await reader.query("insert into item (name) values ('x')").catch((caught: unknown) => caught);
		await reader.close();
		await writer.close();
		rmSync(directory, { recursive: true });
		expect(error).to.be.an('error');
	});
});

describe('A PostgreSQL server', () => {
	it('that cannot be reached is an "unavailable" that may be tried later, not a mistake of ours', async () => {
		for (const place of ['127.0.0.1:1', 'nobody.invalid', encodeURIComponent('/nowhere')]) {
			const db = await openDatabase(`postgres://nobody@${place}/nothing`);
			const error = await db.query('select 1').catch((caught: unknown) => caught);
			await db.close();
			expect(error, place).to.include({ code: 'unavailable' });
		}
	});

	it('that makes somebody wait too long, or takes no writes now, is one too, as a locked or unwritable SQLite is', async function () {
		const url = await (await sharedPostgres(this)).createDatabase();
		const [db, other] = [await openDatabase(url), await openDatabase(url)];
		try {
			await db.runScript('create table item (id integer); insert into item values (1)');
			const refused = (...statements: readonly string[]) =>
				db
					.atomically(async (tx) => {
						for (const sql of statements) await tx.runScript(sql);
					})
					.catch((caught: unknown) => caught);
			await other.atomically(async (tx) => {
				await tx.runScript('update item set id = 2');
				expect(await refused('set local lock_timeout = 20', 'update item set id = 3'), 'lock').to.include({ code: 'unavailable' });
			});
			expect(await refused('set local statement_timeout = 20', 'select pg_sleep(5)'), 'time').to.include({ code: 'unavailable' });
			expect(await refused('set transaction read only', 'update item set id = 3'), 'writes').to.include({ code: 'unavailable' });
		} finally {
			await Promise.all([db.close(), other.close()]);
		}
	});

	it('that goes away between two statements of a transaction fails that transaction and not the program', async function () {
		const url = await (await sharedPostgres(this)).createDatabase();
		const [db, other] = [await openDatabase(url), await openDatabase(url)];
		try {
			const error = await db
				.atomically(async (tx) => {
					const [row] = await tx.query('select pg_backend_pid() as pid');
					const pid = Number(row?.['pid']);
					await other.query('select pg_terminate_backend($1)', [pid]);
					await until(async () => (await other.query('select 1 from pg_stat_activity where pid = $1', [pid])).length === 0);
					await tx.query('select 1');
				})
				.catch((caught: unknown) => caught);
			expect(error).to.include({ code: 'unavailable' });
			expect(await db.query('select 1 as one')).to.deep.equal([{ one: 1 }]);
		} finally {
			await Promise.all([db.close(), other.close()]);
		}
	});
});
