/**
 * The units of deploy/systemd, run as they say, each by its own user with its own secrets, after their install script. There is no
 * systemd here: a stand-in of a few lines reads the units. Files of the machine stay as they are, because all of it happens in a mount
 * namespace of its own. n8n itself is a stand-in too; `test/start/ownN8n.test.ts` puts the graphs into a real one.
 */
import { expect } from 'chai';
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { graphsOfCheckout } from '../../scripts/desk/n8n.ts';
import { ROOT } from '../../scripts/desk/paths.ts';
import { freePorts, type Ports } from '../../scripts/desk/ports.ts';
import { n8nRuntimeFolder } from '../../scripts/setup/n8nRuntime.mjs';
import { listening, spawnService, type Listening } from '../support/serviceProcess.ts';
import { until } from '../support/until.ts';

const UNITS = join(ROOT, 'deploy', 'systemd');
const N8N = '/opt/copydesk-n8n';
const SECRETS = '/etc/copydesk/secrets';

/** What a unit says under one name, in order. */
const said = (unit: string, name: string): readonly string[] =>
	[...readFileSync(join(UNITS, unit), 'utf8').matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

describe('The units of systemd', function () {
	this.timeout(180_000);
	let folder: string;
	let holder: ChildProcess;
	let sandbox: Listening | undefined;
	let ports: Ports;
	const running: ChildProcess[] = [];

	/** In the namespace: the files are those of a machine on which the desk is installed. */
	const inside = (...words: readonly string[]): readonly string[] => [`--mount=/proc/${holder.pid}/ns/mnt`, ...words];
	const sh = (script: string): string =>
		execFileSync('nsenter', inside('sh', '-euc', script), {
			encoding: 'utf8',
			env: { PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
	/** As the user of a unit. @returns whether it came to anything */
	const mayRead = (user: string, path: string): boolean =>
		spawnSync('nsenter', inside('setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', 'cat', path)).status === 0;

	/** Starts a unit as systemd does: its folders and secrets first, then its program as its user, with nothing else around it. */
	function start(unit: string): ChildProcess {
		const [user = 'root'] = said(unit, 'User');
		const credentials = `/run/credentials/${unit}`;
		sh(`install -d -o ${user} -m 0500 ${credentials}`);
		for (const line of said(unit, 'LoadCredential')) {
			const [name = '', from = ''] = line.split(':');
			sh(`install -o ${user} -m 0400 ${from} ${credentials}/${name}`);
		}
		for (const state of said(unit, 'StateDirectory'))
			sh(`install -d -o ${user} -g ${user} -m ${said(unit, 'StateDirectoryMode')[0]} /var/lib/${state}`);
		const env = {
			...{ PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/', CREDENTIALS_DIRECTORY: credentials },
			...parseEnv(said(unit, 'Environment').join(' ').replaceAll('%d', credentials).split(' ').join('\n')),
			...Object.assign({}, ...said(unit, 'EnvironmentFile').map((file) => parseEnv(sh(`cat ${file}`)))),
		};
		const commands = [...said(unit, 'ExecStartPre'), `exec ${said(unit, 'ExecStart')[0]}`].join(' && ');
		const within = ['sh', '-c', `umask ${said(unit, 'UMask')[0] ?? '0022'}; cd ${said(unit, 'WorkingDirectory')[0]} && ${commands}`];
		const child = spawn('nsenter', inside('setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--no-new-privs', ...within), {
			env,
			stdio: ['ignore', 'ignore', 'inherit'],
		});
		running.push(child);
		return child;
	}
	async function runOnce(unit: string): Promise<void> {
		const [code] = (await once(start(unit), 'exit')) as [number];
		expect(code, unit).to.equal(0);
	}
	async function health(port: number, child: ChildProcess): Promise<{ readonly status: string; readonly checks: Record<string, string> }> {
		const answer = await until(() => {
			expect(child.exitCode, 'it runs').to.equal(null);
			return fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
		}, 100);
		return (await answer.json()) as Awaited<ReturnType<typeof health>>;
	}

	before(async function () {
		const tools = ['unshare', 'nsenter', 'setpriv', 'systemd-sysusers'].filter(
			(tool) => spawnSync(tool, ['--version']).error !== undefined,
		);
		const mayMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/opt']).status === 0;
		if (!mayMount || tools.length > 0) {
			console.warn(`\n  !! SKIPPED: the units are not run, because ${mayMount ? `${tools.join(', ')} is not here` : 'that needs root'}\n`);
			return this.skip();
		}
		folder = mkdtempSync(join(tmpdir(), 'copydesk-units-'));
		holder = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', 'echo up && exec sleep 600'], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		await once(holder.stdout as NonNullable<ChildProcess['stdout']>, 'data');
		// Of systemctl nothing is needed.
		sh(`mkdir ${join(folder, 'bin')} && ln -s /bin/true ${join(folder, 'bin', 'systemctl')}
			mount -t tmpfs none /opt && mkdir -p /opt/copydesk /opt/over/upper /opt/over/work
			mount -t overlay -o lowerdir=/etc,upperdir=/opt/over/upper,workdir=/opt/over/work none /etc
			mkdir -p /etc/systemd/system
			mount --bind ${ROOT} /opt/copydesk
			mount -t tmpfs -o mode=0755 none /var/lib && mount -t tmpfs -o mode=0755 none /run`);
		ports = await freePorts();
		sandbox = await listening(
			spawnService('sandbox', {
				...{ SANDBOX_PORT: String(ports.sandbox), SANDBOX_DATA_DIR: join(folder, 'sandbox'), SANDBOX_LOG_LEVEL: 'error' },
				SANDBOX_BOT_TOKEN: '7000001:AAtoken-of-the-tests',
			}),
		);
	});
	after(async () => {
		for (const child of [...running, holder]) {
			if (child === undefined || child.exitCode !== null || child.signalCode !== null) continue;
			child.kill('SIGTERM');
			await once(child, 'exit');
		}
		await sandbox?.stop();
		if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
	});

	/** n8n's command line, and what hashes its owner's password. */
	async function standInForN8n(): Promise<void> {
		process.env['COPYDESK_CACHE'] = N8N;
		const runtime = n8nRuntimeFolder(ROOT);
		delete process.env['COPYDESK_CACHE'];
		const state = join(folder, 'n8n.json');
		const types = (await graphsOfCheckout()).flatMap(({ nodes }) => nodes.map(({ type }) => type));
		writeFileSync(state, JSON.stringify({ credentials: {}, workflows: {}, types }));
		chmodSync(folder, 0o755);
		sh(`mkdir -p ${runtime}/node_modules/n8n/bin ${runtime}/node_modules/bcryptjs
			install -m 0755 ${join(ROOT, 'test', 'scripts', 'workflows', 'fakeN8n.mjs')} ${runtime}/node_modules/n8n/bin/n8n
			echo '{"type":"module"}' > ${runtime}/node_modules/n8n/package.json
			echo 'exports.hashSync = () => "hash"' > ${runtime}/node_modules/bcryptjs/index.js
			install -m 0666 ${state} /opt/n8n.json`);
	}

	it('are installed by one script, start as their users, and n8n’s user can read neither token nor keys nor our databases', async () => {
		await standInForN8n();
		const install = () =>
			spawnSync('nsenter', inside('sh', '/opt/copydesk/deploy/systemd/install.sh'), {
				encoding: 'utf8',
				env: { PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` },
			});
		const first = install();
		expect(first.stdout, first.stderr).to.include('bot-token is missing').and.include('ai-key is missing');
		const at = (port: number) => `http://127.0.0.1:${port}`;
		sh(`printf 7000001:AAtoken-of-the-tests > ${SECRETS}/bot-token; printf sk-of-the-provider > ${SECRETS}/ai-key
			printf '%s\n' MESSENGER_CHANNEL_ID=-1001000000001 MESSENGER_API_URL=${at(ports.sandbox)} \
				RENDERER_PORT=${ports.renderer} READER_PORT=${ports.reader} COLLAB_PORT=${ports.collaboration} \
				RENDERER_URL=${at(ports.renderer)} READER_URL=${at(ports.reader)} COLLAB_URL=${at(ports.collaboration)} \
				FAKE_N8N_STATE=/opt/n8n.json FAKE_N8N_LOG=/var/lib/copydesk-n8n/log > /etc/copydesk/env`);
		expect(sh('ls /etc/systemd/system').split('\n')).to.include.members(['copydesk.target', 'copydesk-n8n.service']);
		const kept = () => sh(`cd ${SECRETS} && cat collaboration-key n8n-encryption-key webhook-secret`);
		const before = kept();
		const second = install();
		expect(second.status, second.stdout + second.stderr).to.equal(0);
		expect(kept()).to.equal(before);

		await runOnce('copydesk-secrets.service');
		expect(kept(), 'the webhook’s secret is renewed').to.not.equal(before);
		const [renderer, reader] = ['copydesk-renderer.service', 'copydesk-reader.service'].map(start) as [ChildProcess, ChildProcess];
		const collaboration = start('copydesk-collaboration.service');
		expect((await health(ports.renderer, renderer)).status).to.equal('ok');
		expect((await health(ports.reader, reader)).status).to.equal('ok');
		await until(async () => (await health(ports.collaboration, collaboration)).checks['updates'] === 'ok', 100);
		await runOnce('copydesk-install.service');
		const held = JSON.parse(sh('cat /opt/n8n.json')) as { workflows: object; credentials: Record<string, { data: { value: string } }> };
		expect(Object.keys(held.workflows)).to.have.length((await graphsOfCheckout()).length);
		expect(held.credentials['cd-webhook']?.data.value).to.equal(sh(`cat ${SECRETS}/webhook-secret`));

		const closed = [
			...['bot-token', 'ai-key', 'webhook-secret', 'context-keys'].map((name) => `${SECRETS}/${name}`),
			'/run/credentials/copydesk-collaboration.service/bot-token',
			'/run/credentials/copydesk-reader.service/reader-key',
			'/var/lib/copydesk-collaboration/collaboration.sqlite',
			`/proc/${collaboration.pid}/environ`,
		];
		for (const path of closed) {
			expect(mayRead('root', path), path).to.equal(true);
			for (const user of ['copydesk-n8n', 'copydesk-reader'])
				if (!path.includes(`${user}.service`)) expect(mayRead(user, path), `${user}: ${path}`).to.equal(false);
		}
	});
});
