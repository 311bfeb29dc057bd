import { expect } from 'chai';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FAMILY, MIGRATIONS, PARTICIPANTS_FAMILY, PARTICIPANTS_MIGRATIONS } from '@copydesk/collaboration/operator';
import { migrate } from '@copydesk/kit/database/migrate';
import { openDatabase } from '@copydesk/kit/database/open';
import { backupBeforeOtherN8n, backupBeforeUpgrade } from '../../../scripts/desk/upgrade.ts';
import { run } from '../../support/deskCommand.ts';

const NOW_MS = Date.UTC(2026, 10, 23, 12);

describe('A desk that a newer release starts', () => {
	let data: string;
	let earlier: string;
	const path = (name: string): string => join(data, 'collaboration', `${name}.sqlite`);
	const migrated = async (name: string, directory: string, family: string): Promise<void> => {
		const db = await openDatabase(`sqlite:${path(name)}`);
		await migrate(db, directory, family, NOW_MS);
		await db.close();
	};
	const migrationsIn = async (file: string): Promise<number> => {
		const db = await openDatabase(`sqlite:${file}`, { readOnly: true });
		const rows = await db.query('select name from migration');
		await db.close();
		return rows.length;
	};
	const backups = (): string[] => (existsSync(join(data, 'backups')) ? readdirSync(join(data, 'backups')).sort() : []);

	beforeEach(async () => {
		data = mkdtempSync(join(tmpdir(), 'copydesk-upgrade-'));
		mkdirSync(join(data, 'collaboration'));
		// A release that had one migration less.
		earlier = join(data, 'migrations');
		cpSync(MIGRATIONS, earlier, { recursive: true });
		const newest = readdirSync(earlier).sort().at(-1) as string;
		for (const name of readdirSync(earlier)) if (name.startsWith(newest.slice(0, 4))) rmSync(join(earlier, name));
		await migrated('collaboration', earlier, FAMILY);
		await migrated('participants', PARTICIPANTS_MIGRATIONS, PARTICIPANTS_FAMILY);
	});
	afterEach(() => rmSync(data, { recursive: true, force: true }));

	it('copies both databases first, once, readable by their owner alone; the operator restores the copy', async () => {
		const before = await migrationsIn(path('collaboration'));
		const file = (await backupBeforeUpgrade(data, NOW_MS)) as string;
		expect(backups()).to.deep.equal([
			'before-upgrade-20261123T120000000Z.sqlite',
			'before-upgrade-20261123T120000000Z.sqlite.participants',
		]);
		expect(statSync(file).mode & 0o777).to.equal(0o600);
		await migrated('collaboration', MIGRATIONS, FAMILY);
		expect(await backupBeforeUpgrade(data, NOW_MS + 1)).to.equal(undefined);
		expect(await migrationsIn(file)).to.equal(before);

		const env = {
			...process.env,
			COLLAB_DATABASE_URL: `sqlite:${path('collaboration')}`,
			COLLAB_PARTICIPANTS_URL: `sqlite:${path('participants')}`,
			COPYDESK_DATA_DIR: data,
		};
		const restored = await run(env, 'scripts/operator/main.ts', 'restore', file, '--yes');
		expect(restored.code, restored.text).to.equal(0);
		expect(restored.text).to.include('are those of the backup');
	});

	it('goes on after a copy that broke off', async () => {
		mkdirSync(join(data, 'backups'));
		writeFileSync(join(data, 'backups', 'before-upgrade-20261123T120000000Z.sqlite.new'), 'half');
		const file = (await backupBeforeUpgrade(data, NOW_MS)) as string;
		expect(await migrationsIn(file)).to.equal(await migrationsIn(path('collaboration')));
		expect(backups()).to.have.length(2);
	});

	it('is not started by an older one, which names the copy to go back to', async () => {
		const file = await backupBeforeUpgrade(data, NOW_MS);
		await migrated('collaboration', MIGRATIONS, FAMILY);
		const db = await openDatabase(`sqlite:${path('collaboration')}`);
		await db.query('insert into migration (family, name, applied_at_ms) values ($1, $2, $3)', [FAMILY, '9999_of_next_year.sql', NOW_MS]);
		await db.close();
		const refused = await backupBeforeUpgrade(data, NOW_MS).catch((error: Error) => error.message);
		expect(refused).to.include('was changed by a newer release (9999_of_next_year)').and.include(`npm run operator -- restore ${file}`);
	});
});

describe('An n8n of another version', () => {
	it('is given a database of which there is a copy, once', () => {
		const data = mkdtempSync(join(tmpdir(), 'copydesk-upgrade-'));
		const backups = (): string[] => (existsSync(join(data, 'backups')) ? readdirSync(join(data, 'backups')) : []);
		try {
			expect(backupBeforeOtherN8n(data, '2.41.1', NOW_MS), 'a new desk').to.equal(undefined);
			const database = join(data, 'n8n', '.n8n', 'database.sqlite');
			const db = new DatabaseSync(database);
			db.exec("create table workflow_entity (id text); insert into workflow_entity values ('cd-main')");
			expect(backupBeforeOtherN8n(data, '2.41.1', NOW_MS), 'the same one again').to.equal(undefined);
			const copy = backupBeforeOtherN8n(data, '2.42.0', NOW_MS) as string;
			db.exec('drop table workflow_entity');
			db.close();
			expect(new DatabaseSync(copy).prepare('select id from workflow_entity').all()).to.deep.equal([{ __proto__: null, id: 'cd-main' }]);
			expect(statSync(copy).mode & 0o777).to.equal(0o600);
			expect(backupBeforeOtherN8n(data, '2.42.0', NOW_MS)).to.equal(undefined);
			expect(backupBeforeOtherN8n(data, '2.41.1', NOW_MS + 1), 'on the way back too').to.match(/n8n-before-2\.41\.1-/);
			expect(backups()).to.have.length(2);
		} finally {
			rmSync(data, { recursive: true });
		}
	});
});

describe('A new desk', () => {
	it('has nothing to copy', async () => {
		const data = mkdtempSync(join(tmpdir(), 'copydesk-upgrade-'));
		expect(await backupBeforeUpgrade(data, NOW_MS)).to.equal(undefined);
		rmSync(data, { recursive: true });
	});
});
