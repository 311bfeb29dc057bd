/** The drill: a backup made while the service runs, a loss, and a desk that goes on from the backup. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '@copydesk/kit/database/open';
import { EDITOR, OWNER, textUpdate } from '../support/collaboration.ts';
import { newSetup, operator, startService, type ServiceProcess, type Setup } from '../support/collaborationProcess.ts';
import { startFakeMessenger, type FakeMessenger } from '../support/messenger.ts';
import { sharedPostgres } from '../support/postgres.ts';

type Environment = Readonly<Record<string, string>>;

const before = textUpdate(EDITOR, '/post before the backup');
const after = textUpdate(EDITOR, '/post after it');

const take = async (service: ServiceProcess, update: unknown): Promise<unknown> => {
	const { admitted, duplicate } = (await service.post('/event', { update, execution_id: '1' })).body;
	return { admitted, duplicate };
};
const headOf = async (env: Environment): Promise<string> =>
	/^Head: (\d+:[0-9a-f]{64})$/m.exec((await operator(env, 'audit', 'verify')).output)?.[1] ?? 'none';
const NEW = { admitted: true, duplicate: false };

/** The desk of the backup: it knows what came before, nothing of what came after, and its audit goes on from the head that was noted. */
async function expectToGoOn(env: Environment, head: string): Promise<void> {
	const audit = await operator(env, 'audit', 'verify', '--contains', head);
	expect(audit.code, audit.output).to.equal(0);
	expect((await operator(env, 'status')).output).to.include('owner 1001 Olga');
	const service = await startService(env);
	try {
		expect(await take(service, before), 'known').to.include({ duplicate: true });
		expect(await take(service, after), 'as if it came for the first time').to.deep.equal(NEW);
	} finally {
		await service.stop();
	}
	expect((await operator(env, 'audit', 'verify', '--contains', head)).code).to.equal(0);
}

describe('A restored backup', function () {
	this.timeout(120_000);
	let messenger: FakeMessenger;
	let setup: Setup;
	let head: string;
	const people = ['participants', 'set', '--owner', String(OWNER), '--owner-name', 'Olga', '--editor', String(EDITOR), '--yes'];
	beforeEach(async () => {
		messenger = await startFakeMessenger();
		setup = newSetup(messenger.url);
	});
	afterEach(async () => {
		await messenger.close();
		setup.remove();
	});

	/** What happens on a desk: one request, the backup, another request, the end. */
	async function live(env: Environment, backUp: () => Promise<void> | void): Promise<void> {
		const named = await operator(env, ...people);
		expect(named.code, named.complaint).to.equal(0);
		const service = await startService(env);
		try {
			expect(await take(service, before)).to.deep.equal(NEW);
			head = await headOf(env);
			await backUp();
			expect(await take(service, after)).to.deep.equal(NEW);
		} finally {
			await service.stop('SIGKILL');
		}
	}

	it('goes on where the backup was made, on SQLite; what was there is kept; a second run ends one that died', async () => {
		const { env, directory } = setup;
		const file = join(directory, 'kept.sqlite');
		await live(env, async () => {
			expect((await operator(env, 'backup', file)).code).to.equal(0);
			const running = await operator(env, 'restore', file, '--yes');
			expect(running.code).to.equal(1);
			expect(running.complaint).to.include('Stop the desk first');
		});
		expect((await operator(env, 'restore', file, '--contains', `1:${'0'.repeat(64)}`, '--yes')).code, 'another chain').to.equal(1);
		expect(
			readdirSync(directory).filter((name) => name.includes('.before-')),
			'nothing was touched',
		).to.deep.equal([]);

		// It died after the database was laid aside and before the backup stood in its place.
		const database = join(directory, 'collaboration.sqlite');
		for (const ending of ['', '-wal', '-shm'].filter((name) => existsSync(database + name)))
			renameSync(database + ending, `${database}.before-died${ending}`);
		const restored = await operator(env, 'restore', file, '--contains', head, '--yes');
		expect(restored.code, restored.complaint).to.equal(0);
		expect(restored.output).to.include('intact');
		await expectToGoOn(env, head);

		const aside = await openDatabase(`sqlite:${database}.before-died`, { readOnly: true });
		const [{ kept } = {}] = await aside.query('select count(*) as kept from event');
		await aside.close();
		expect(Number(kept), 'what came after the backup is still beside it').to.equal(2);
	});

	it('becomes the desk that is named where none was started, and no other command makes one', async () => {
		const { env, directory } = setup;
		const file = join(directory, 'kept.sqlite');
		await live(env, async () => void (await operator(env, 'backup', file)));
		const data = join(directory, 'another-machine');
		const there = { COPYDESK_DATA_DIR: data };
		for (const words of ['status', 'audit', 'participants set --owner 11 --editor 12 --yes', `restore ${file} --yes`]) {
			const refused = await operator(there, ...words.split(' '));
			expect([refused.code, refused.complaint.includes('desk in')], words).to.deep.equal([2, true]);
		}
		expect(existsSync(data), 'nothing was made').to.equal(false);
		expect((await operator(there, 'restore', file, '--live', '--yes')).code).to.equal(0);
		expect(readdirSync(join(data, 'live', 'collaboration'))).to.include.members(['collaboration.sqlite', 'participants.sqlite']);
		expect((await operator(there, 'audit', 'verify', '--contains', head)).code).to.equal(0);
	});

	it('replaces a database that is damaged', async () => {
		const { env, directory } = setup;
		const file = join(directory, 'kept.sqlite');
		await live(env, async () => void (await operator(env, 'backup', file)));
		const database = join(directory, 'collaboration.sqlite');
		for (const ending of ['', '-wal']) writeFileSync(database + ending, 'no database at all'.repeat(1_000));
		const restored = await operator(env, 'restore', file, '--contains', head, '--yes');
		expect(restored.code, restored.complaint).to.equal(0);
		expect(readdirSync(directory).filter((name) => name.includes('.before-'))).to.have.length.at.least(2);
		await expectToGoOn(env, head);
	});

	it('is refused when its audit was changed, or half of it is missing, and the desk stays as it is', async () => {
		const { env, directory } = setup;
		const file = join(directory, 'kept.sqlite');
		await live(env, async () => void (await operator(env, 'backup', file)));
		const forged = await openDatabase(`sqlite:${file}`);
		await forged.runScript(`drop trigger audit_no_update; update audit set action = 'forged' where seq = 1`);
		await forged.close();
		const changed = await operator(env, 'restore', file, '--yes');
		expect([changed.code, /Row 1 was changed/.test(changed.complaint)]).to.deep.equal([1, true]);
		rmSync(`${file}.participants`);
		expect((await operator(env, 'restore', file, '--yes')).complaint).to.include('a backup is two files');
		expect((await operator(env, 'restore', join(directory, 'nowhere'), '--yes')).code).to.equal(1);
		expect(existsSync(join(directory, 'collaboration.sqlite'))).to.equal(true);
		expect((await operator(env, 'audit', 'verify', '--contains', head)).code).to.equal(0);
	});

	it('goes on where the backup was made, on PostgreSQL with its own tools', async function () {
		const server = await sharedPostgres(this);
		const [from, to] = [await server.createDatabase(), await server.createDatabase()];
		const at = (url: string): Environment => ({ ...setup.env, COLLAB_DATABASE_URL: url, COLLAB_PARTICIPANTS_URL: url });
		const file = join(setup.directory, 'kept.dump');
		const run = (program: string, ...args: string[]): void => void execFileSync(join(server.bin, program), args, { stdio: 'pipe' });
		await live(at(from), () => run('pg_dump', '--format=custom', `--file=${file}`, `--dbname=${from}`));
		run('pg_restore', '--exit-on-error', `--dbname=${to}`, file);
		await expectToGoOn(at(to), head);
		expect((await operator(at(to), 'restore', file, '--yes')).complaint).to.include('pg_restore');
	});
});
