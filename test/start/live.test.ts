/**
 * Going live, as docs/going-live.md has it: accounts in `.env`, an https address whose proxy forwards one path, and the
 * sandbox in the place of the messenger and the provider, known only by what `.env` says.
 */
import { expect } from 'chai';
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { QUIET_NODE, ROOT } from '../../scripts/desk/paths.ts';
import { SandboxClient } from '../../scripts/desk/sandboxClient.ts';
import { freePorts, type Ports } from '../../scripts/desk/ports.ts';
import { environmentOf, run, type, type Typed } from '../support/deskCommand.ts';
import { NO_RUNNER, ROUGH_PICTURES, fastFolder } from '../support/environment.ts';
import { CHANNEL, EDITOR, OWNER, buttonOf, peopleOf } from '../support/people.ts';
import { until } from '../support/until.ts';

const TOKEN = '7000001:AAlive-token-of-the-test-0123456789';
const AI_KEY = 'sk-live-key-of-the-test';

/** A certificate for localhost that a program trusts when it is told to. */
function makeCertificate(folder: string): { key: string; cert: string } {
	const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
	const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
	execFileSync('openssl', [...kind, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
	return { key, cert };
}

/** What a reverse proxy does: one path goes on, all else ends here. */
async function forwardOnePath({ key, cert }: { key: string; cert: string }, listener: number): Promise<Server> {
	const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (incoming, answer) => {
		if (incoming.url !== '/updates') {
			answer.writeHead(404).end();
			return;
		}
		const onward = request(
			{ host: '127.0.0.1', port: listener, path: incoming.url, method: incoming.method, headers: incoming.headers },
			(reply) => {
				answer.writeHead(reply.statusCode ?? 502, reply.headers);
				reply.pipe(answer);
			},
		);
		onward.on('error', () => answer.writeHead(502).end());
		incoming.pipe(onward);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return server;
}

describe('npm start -- --live', function () {
	this.timeout(300_000);
	let folder: string;
	let data: string;
	let envFile: string;
	let env: NodeJS.ProcessEnv;
	let ports: Ports;
	let proxy: Server;
	let sandbox: ChildProcess;
	let sandboxUrl: string;
	const started: Typed[] = [];

	before(async function () {
		if (spawnSync('openssl', ['version']).status !== 0) {
			console.warn('\n  !! SKIPPED: going live needs openssl for a certificate (Debian: apt-get install openssl)\n');
			return this.skip();
		}
		folder = mkdtempSync(join(fastFolder(), 'copydesk-live-'));
		data = join(folder, 'data');
		envFile = join(folder, '.env');
		ports = await freePorts();
		const certificate = makeCertificate(folder);
		proxy = await forwardOnePath(certificate, ports.updates);
		const environment = { ...process.env, NODE_EXTRA_CA_CERTS: certificate.cert };
		sandbox = spawn(process.execPath, [...QUIET_NODE, join(ROOT, 'services', 'sandbox', 'src', 'main.ts')], {
			env: {
				...environment,
				...ROUGH_PICTURES,
				SANDBOX_PORT: String(ports.sandbox),
				SANDBOX_DATA_DIR: join(folder, 'sandbox'),
				SANDBOX_BOT_TOKEN: TOKEN,
				SANDBOX_WEBHOOKS: 'loopback',
			},
			stdio: 'ignore',
		});
		sandboxUrl = `http://127.0.0.1:${ports.sandbox}`;
		await until(() =>
			fetch(`${sandboxUrl}/healthz`).then(
				({ ok }) => ok,
				() => false,
			),
		);
		const { SANDBOX_PORT: _unknown, ...known } = environmentOf(data, ports);
		env = {
			...known,
			// With its editor, of which the doctor asks for the node types.
			...NO_RUNNER,
			NODE_EXTRA_CA_CERTS: certificate.cert,
			// The encyclopedia is on the Internet.
			READER_SEARCH: 'off',
			COPYDESK_ENV_FILE: envFile,
		};
	});
	// A desk that a failing test left would be in the way of the next one.
	afterEach(async () => {
		for (const { process: child, ended } of started.splice(0)) {
			child.kill('SIGINT');
			await ended;
		}
	});
	after(() => {
		sandbox?.kill('SIGKILL');
		proxy?.close();
		if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	const accounts = (changes: Readonly<Record<string, string | number>> = {}): void => {
		const values = {
			MESSENGER_TOKEN: TOKEN,
			MESSENGER_CHANNEL_ID: CHANNEL,
			OWNER_USER_ID: OWNER,
			EDITOR_USER_ID: EDITOR,
			PUBLIC_WEBHOOK_URL: `https://localhost:${(proxy.address() as AddressInfo).port}/updates`,
			AI_API_KEY: AI_KEY,
			AI_BASE_URL: `${sandboxUrl}/ai`,
			MESSENGER_API_URL: sandboxUrl,
			...changes,
		};
		rmSync(envFile, { force: true });
		const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`);
		writeFileSync(envFile, lines.join(''), { mode: 0o600 });
	};

	const start = (): Typed => {
		const typed = type(env, 'scripts/start.ts', '--live');
		started.push(typed);
		return typed;
	};

	it('names what is missing, and the command that asks for it', async () => {
		rmSync(envFile, { force: true });
		const { ended, said } = start();
		expect(await ended).to.equal(1);
		expect(said())
			.to.include('  - OWNER_USER_ID: Expected')
			.and.to.include(`npm run live:setup asks for each, tries it and writes ${envFile}.`);
	});

	it('refuses accounts that others can read, naming the command that mends it', async () => {
		accounts();
		chmodSync(envFile, 0o644);
		const { ended, said } = start();
		expect(await ended).to.equal(1);
		expect(said()).to.include(`${envFile} is readable by others (mode 644); run: chmod 600 ${envFile}`);
	});

	it('refuses what would not work, before anything is started, and says what to do', async () => {
		accounts({ MESSENGER_TOKEN: `7000001:${'B'.repeat(35)}`, MESSENGER_CHANNEL_ID: -1005555555555 });
		const { ended, said } = start();
		expect(await ended).to.equal(1);
		expect(said()).to.include('✗ messenger     the messenger does not know this token\n                → copy it again from BotFather');
		expect(said()).to.include('--skip-doctor').and.not.include('BBBB');
		expect(existsSync(join(data, 'live'))).to.equal(false);
	});

	it('brings a desk up that publishes once, and whose commands mean it and not the sandbox', async () => {
		accounts();
		const { process: child, said, says, ended } = start();
		await says('Ctrl-C stops all of it.');
		const people = peopleOf(sandboxUrl);
		await people.send(EDITOR, '/post The old mill opens as a museum on 3 March. Tickets cost 4 euros.');
		// A desk that ends meanwhile says why.
		const preview = await Promise.race([
			people.see(OWNER, 'a preview', (message) => buttonOf(message, 'publish') !== undefined, 120_000),
			ended.then(() => Promise.reject(new Error(said()))),
		]);
		await people.press(OWNER, preview, 'publish');
		await people.see(CHANNEL, 'the post', (message) => message.caption === preview.caption);

		const password = readFileSync(join(data, 'live', 'secrets', 'n8n-owner-password'), 'utf8').trim();
		expect(said())
			.to.include(`password in ${join(data, 'live', 'secrets', 'n8n-owner-password')}`)
			.and.not.include(password);
		await says('The doctor found:');
		const found = said().slice(said().indexOf('The doctor found:'));
		expect(
			found.split('\n').filter((line) => /^[!✗]/.test(line)),
			'a desk that is well has nothing to be told of but the search that is off and the feeds that ship',
		).to.have.members([
			'! reader        the search is off: a post that needs knowledge asks you for a source',
			...['coast-wire.example/feed.xml', 'harbour-post.example/atom.xml', 'old-quay.example/rss.xml'].map(
				(feed) => `! feeds         https://${feed} is only an example`,
			),
		]);

		const doctor = await run(env, 'scripts/operator/main.ts', 'doctor', '--paid', '--json');
		const report = JSON.parse(doctor.text) as { ok: boolean; findings: { area: string; verdict: string; says: string }[] };
		expect(report.findings.filter(({ verdict }) => verdict === 'wrong')).to.deep.equal([]);
		expect([doctor.code, report.ok]).to.deep.equal([0, true]);
		expect(report.findings.map(({ area }) => area)).to.include.members([
			'disk',
			'database',
			'clock',
			'renderer',
			'reader',
			'collaboration',
			'n8n',
			'messenger',
			'channel',
			'people',
			'updates',
			'webhook',
			'address',
			'ai',
			'image',
		]);
		expect(report.findings.find(({ area }) => area === 'address')?.says).to.include(
			'leads to the collaboration service, which refuses a wrong secret',
		);
		for (const secret of [TOKEN, AI_KEY, password]) expect(doctor.text).to.not.include(secret);

		const status = await run(env, 'scripts/operator/main.ts', 'status');
		expect(status.text).to.include(`owner ${OWNER}`);
		expect((await run(env, 'scripts/operator/main.ts', 'status', '--sandbox')).text).to.include('There is no sandbox desk in');
		expect((await run(env, 'scripts/workflows/main.ts', 'verify')).code).to.equal(0);

		child.kill('SIGINT');
		expect(await ended).to.equal(0);
		expect(existsSync(join(data, 'collaboration')), 'the sandbox has nothing of it').to.equal(false);
	});

	it('needs no address: then it asks for messages, and is well', async () => {
		accounts({ PUBLIC_WEBHOOK_URL: '' });
		const { process: child, says, ended } = start();
		await says('Ctrl-C stops all of it.');
		const people = peopleOf(sandboxUrl);
		await people.send(OWNER, '/status');
		await people.see(OWNER, 'an answer', ({ from }) => from?.is_bot === true);
		const report = await run(env, 'scripts/operator/main.ts', 'doctor', '--json');
		const { findings } = JSON.parse(report.text) as { findings: { area: string; verdict: string; says: string }[] };
		expect(findings.filter(({ verdict }) => verdict === 'wrong')).to.deep.equal([]);
		expect(findings.find(({ area }) => area === 'updates')?.says).to.equal('the desk polls for them (ok)');
		const { webhook } = (await (await fetch(`${sandboxUrl}/control/state`)).json()) as { webhook: unknown };
		expect(webhook, 'the one of the desk before is taken away').to.equal(null);
		child.kill('SIGINT');
		expect(await ended).to.equal(0);
	});

	it('asks the fallback provider where the first one did nothing, and no other where an answer may have been paid for', async () => {
		accounts({
			...{ PUBLIC_WEBHOOK_URL: '', AI_FALLBACK_BASE_URL: `${sandboxUrl}/ai/v1`, AI_FALLBACK_API_KEY: 'sk-fallback' },
			...{ AI_FALLBACK_TEXT_API: 'chat', AI_FALLBACK_TEXT_MODEL: 'sandbox-text' },
		});
		const { process: child, says, ended } = start();
		await says('Ctrl-C stops all of it.');
		const doctor = await run(env, 'scripts/operator/main.ts', 'doctor');
		expect(doctor.text).to.include(`fallback: ${sandboxUrl}/ai/v1 accepts the key and lists sandbox-text`).and.not.include('sk-fallback');
		const sandboxNow = new SandboxClient(sandboxUrl);
		const asked = async (sinceMs: number) =>
			(await sandboxNow.state()).calls.filter(({ kind, at, method }) => kind === 'ai' && at >= sinceMs && method === 'copydesk_post');
		const people = peopleOf(sandboxUrl);
		await sandboxNow.setFaults({ target: 'ai', endpoint: 'responses', kind: '5xx', status: 503, forever: true });
		const beganMs = Date.now();
		await people.send(OWNER, '/post The swimming pool opens on 3 May. Tickets cost 5 euros.');
		await people.see(OWNER, 'a preview', (message) => buttonOf(message, 'publish') !== undefined, 120_000);
		expect((await asked(beganMs)).map(({ status }) => status)).to.deep.equal([503, 200]);
		await fetch(`${sandboxUrl}/control/faults`, { method: 'DELETE' });
		await sandboxNow.setFaults({ target: 'ai', endpoint: 'copydesk_post', kind: 'accept_then_drop' });
		const againMs = Date.now();
		await people.send(OWNER, '/post The cinema opens on 4 June. Tickets cost 7 euros.');
		await people.see(
			OWNER,
			'why there is none',
			(message) => buttonOf(message, 'resume') !== undefined || buttonOf(message, 'retry') !== undefined,
			120_000,
		);
		expect((await asked(againMs)).map(({ status }) => status)).to.deep.equal([0]);
		child.kill('SIGINT');
		expect(await ended).to.equal(0);
	});

	it('does not start with other people than those who are stored, and names both', async () => {
		accounts({ EDITOR_USER_ID: 1003 });
		const { ended, said } = start();
		expect(await ended).to.equal(1);
		expect(said()).to.include(`has ${EDITOR} as editor, .env says 1003.`).and.include('--live participants set');
	});
});
