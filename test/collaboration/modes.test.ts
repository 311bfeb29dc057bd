import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { newSetup, operator, startService, type Setup } from '../support/collaborationProcess.ts';
import { bareEnvironment } from '../support/environment.ts';
import { startFakeMessenger, type FakeMessenger } from '../support/messenger.ts';
import { startRendererProcess } from '../support/rendererProcess.ts';

/** What others of this machine may look into, below and with a path. */
function openTo(path: string): string[] {
	const { mode } = statSync(path);
	const here = (mode & 0o077) === 0 ? [] : [`${path} ${(mode & 0o777).toString(8)}`];
	return [...here, ...(statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => openTo(join(path, name))) : [])];
}

for (const umask of [0o000, 0o022]) {
	describe(`What is written under umask ${umask.toString(8).padStart(3, '0')}`, function () {
		this.timeout(120_000);
		let messenger: FakeMessenger;
		let setup: Setup;
		let before: number;
		beforeEach(async () => {
			messenger = await startFakeMessenger();
			setup = newSetup(messenger.url);
			before = process.umask(umask);
		});
		afterEach(async () => {
			process.umask(before);
			setup.remove();
			await messenger.close();
		});

		it('written by the collaboration service or the operator is unreadable for others', async () => {
			const data = join(setup.directory, 'data', 'collaboration');
			const env = {
				...setup.env,
				COLLAB_DATA_DIR: data,
				COLLAB_DATABASE_URL: `sqlite:${join(data, 'collaboration.sqlite')}`,
				COLLAB_PARTICIPANTS_URL: `sqlite:${join(data, 'participants.sqlite')}`,
			};
			const set = await operator(env, 'participants', 'set', '--owner', '1001', '--yes');
			expect(set.code, set.complaint).to.equal(0);
			const service = await startService(env);
			try {
				expect((await fetch(`${service.url}/healthz`)).status).to.equal(200);
				expect(existsSync(join(data, 'collaboration.sqlite-wal')), 'the log of the database').to.equal(true);
				const kept = join(setup.directory, 'data', 'kept');
				const backup = await operator(env, 'backup', kept, '--yes');
				expect(backup.code, backup.complaint).to.equal(0);
				expect(existsSync(kept)).to.equal(true);
				expect(openTo(join(setup.directory, 'data'))).to.deep.equal([]);
			} finally {
				await service.stop();
			}
		});

		it('written by the sandbox is unreadable for others', async () => {
			const data = join(setup.directory, 'data', 'sandbox');
			const child = spawn(
				process.execPath,
				['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../services/sandbox/src/main.ts')],
				{
					env: { ...bareEnvironment(), SANDBOX_DATA_DIR: data, SANDBOX_PORT: '0', SANDBOX_LOG_LEVEL: 'silent' },
					stdio: ['ignore', 'pipe', 'inherit'],
				},
			);
			const ended = once(child, 'exit');
			try {
				await once(child.stdout, 'data');
				expect(readdirSync(data)).not.to.deep.equal([]);
				expect(openTo(join(setup.directory, 'data'))).to.deep.equal([]);
			} finally {
				child.kill();
				await ended;
			}
			expect(openTo(join(setup.directory, 'data')), 'with what it writes at its end').to.deep.equal([]);
		});

		it('written by the renderer is unreadable for others', async () => {
			const data = join(setup.directory, 'data', 'renderer');
			const renderer = await startRendererProcess(data);
			try {
				expect((await renderer.get('/healthz')).status).to.equal(200);
				expect(openTo(join(setup.directory, 'data'))).to.deep.equal([]);
			} finally {
				await renderer.stop();
			}
		});
	});
}
