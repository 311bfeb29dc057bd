/**
 * The files for real installations, held against the tools that read them and against the programs that they start.
 * What a tool says is what counts: docker-compose, systemd-analyze and caddy, as Debian has them.
 */
import { expect } from 'chai';
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { shape as collaboration } from '@copydesk/collaboration/config';
import { PLAIN_HTTP_HOSTS } from '@copydesk/kit/config';
import { allocatorEnvironment } from '@copydesk/renderer/allocator';
import { readReaderConfig, variables as reader } from '@copydesk/reader/config';
import { variables as renderer } from '@copydesk/renderer/config';
import { graphsOfCheckout, N8N_HEAP, n8nEnvironment } from '../../scripts/desk/n8n.ts';
import { QUIET_NODE, ROOT } from '../../scripts/desk/paths.ts';
import { freePorts } from '../../scripts/desk/ports.ts';
import { PROVIDER } from '../../scripts/desk/provider.ts';
import { ensureSecrets } from '../../scripts/desk/secrets.ts';
import { INSTALL } from '../../scripts/workflows/install.ts';
import { until } from '../support/until.ts';

const DEPLOY = join(ROOT, 'deploy');
const VERSION = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;

interface Service {
	readonly image: string;
	readonly command?: readonly string[];
	readonly entrypoint?: readonly string[];
	readonly environment?: Readonly<Record<string, string>>;
	readonly secrets?: readonly (string | { readonly source: string })[];
	readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
	readonly healthcheck?: object;
	readonly ports?: readonly string[];
	readonly volumes?: readonly string[];
	readonly restart?: string;
	readonly networks?: readonly string[] | Readonly<Record<string, unknown>>;
	readonly mem_limit?: string | number;
	readonly pids_limit?: number;
	readonly read_only?: boolean;
	readonly cap_drop?: readonly string[];
	readonly security_opt?: readonly string[];
}
interface Compose {
	readonly services: Readonly<Record<string, Service>>;
	readonly secrets: Readonly<Record<string, { readonly file: string }>>;
	readonly volumes: Readonly<Record<string, unknown>>;
}

const namesOf = (networks: Service['networks'] = []): readonly string[] =>
	Array.isArray(networks) ? (networks as readonly string[]) : Object.keys(networks);

/** Skips loudly: on a machine without the tool nothing was checked. */
function needs(tool: string, debianPackage: string, suite: Mocha.Context): void {
	if (spawnSync(tool, ['--version']).error === undefined || spawnSync(tool, ['version']).error === undefined) return;
	console.warn(`\n  !! SKIPPED: ${tool} is not here (Debian: apt-get install ${debianPackage})\n`);
	suite.skip();
}

describe('The files for real installations', () => {
	let folder: string;
	before(() => {
		folder = mkdtempSync(join(tmpdir(), 'copydesk-deploy-'));
	});
	after(() => rmSync(folder, { recursive: true, force: true }));

	describe('compose', function () {
		this.timeout(60_000);
		let one: Compose;
		let queue: Compose;
		const config = (...files: string[]): Compose => configWith({}, ...files);
		const configWith = (more: Readonly<Record<string, string>>, ...files: string[]): Compose => {
			const result = spawnSync(
				'docker-compose',
				[...files.flatMap((file) => ['--file', join(DEPLOY, file)]), '--profile', 'operator', 'config'],
				{
					encoding: 'utf8',
					env: { PATH: process.env['PATH'], MESSENGER_CHANNEL_ID: '-1001234567890', ...more },
				},
			);
			expect(result.status, result.stderr).to.equal(0);
			return parse(result.stdout) as Compose;
		};
		const both = (): [string, Service][] => [one, queue].flatMap(({ services }) => Object.entries(services));

		before(function () {
			needs('docker-compose', 'docker-compose', this);
			one = config('compose.yaml');
			queue = config('compose.yaml', 'compose.queue.yaml');
		});

		it('is what docker-compose reads, for one machine and for queue mode', () => {
			expect(Object.keys(one.services)).to.have.members([
				'renderer',
				'reader',
				'reader-door',
				'renew',
				'collaboration',
				'install',
				'n8n',
				'operator',
			]);
			expect(Object.keys(queue.services)).to.have.members([
				...Object.keys(one.services),
				...['postgres', 'redis', 'database', 'migrate', 'grants', 'n8n-worker', 'n8n-webhook'],
			]);
		});

		it('refuses to start without what only a person knows', () => {
			const { status, stderr } = spawnSync('docker-compose', ['--file', join(DEPLOY, 'compose.yaml'), 'config'], {
				encoding: 'utf8',
				env: { PATH: process.env['PATH'] },
			});
			expect(status).to.not.equal(0);
			expect(stderr).to.match(/MESSENGER_CHANNEL_ID/);
		});

		it('says of no variable what its program does not read', () => {
			const known = new Set([collaboration, renderer, reader, INSTALL].flatMap((shape) => Object.keys(shape)));
			const ours = /^(RENDERER|READER|COLLAB|MESSENGER|MAIN_WEBHOOK|AI)_/;
			for (const [name, { environment = {} }] of both())
				for (const variable of Object.keys(environment).filter((each) => ours.test(each)))
					expect(known.has(variable) || known.has(variable.replace(/_FILE$/, '')), `${name}: ${variable}`).to.equal(true);
		});

		it('gives each program its secrets as files, those and no others', () => {
			for (const [name, { environment = {}, secrets = [] }] of both()) {
				const mounted = secrets.map((secret) => (typeof secret === 'string' ? secret : secret.source));
				const named = Object.entries(environment).filter(([, value]) => value.startsWith('/run/secrets/'));
				for (const [variable, value] of named) {
					expect(variable, name).to.match(/_FILE$/);
					expect(mounted, `${name}: ${variable}`).to.include(value.slice('/run/secrets/'.length));
				}
			}
			const seeing = (secret: string): string[] => [
				...new Set(
					both()
						.filter(([, { secrets = [] }]) => JSON.stringify(secrets).includes(`"${secret}"`))
						.map(([name]) => name),
				),
			];
			expect(seeing('bot-token')).to.have.members(['collaboration', 'operator']);
			expect(seeing('ai-key')).to.deep.equal(['install']);
			expect(seeing('ai-fallback-key')).to.deep.equal(['install']);
			expect(seeing('search-key')).to.deep.equal(['reader']);
			const told = Object.keys(one.services['install']?.environment ?? {});
			expect(told, 'all that can be said of the AI provider').to.include.members(Object.keys(PROVIDER));
			const mounting = (volume: string) =>
				Object.entries(one.services).flatMap(([name, { volumes = [] }]) =>
					volumes.some((each) => each.startsWith(`${volume}:`)) ? [name] : [],
				);
			expect(mounting('webhook')).to.have.members(['renew', 'collaboration', 'install', 'operator']);
			expect(mounting('contexts')).to.have.members(['renew', 'collaboration', 'operator']);
			const held = one.services['reader']?.secrets?.map((each) => (typeof each === 'string' ? each : each.source));
			expect(held, 'what speaks to strangers knows no key of others').to.have.members(['reader-key', 'search-key']);
		});

		it('names each host that our programs speak to over plain http, because others are refused at their start', () => {
			const read = { ...collaboration, ...renderer, ...INSTALL };
			const asked = both().flatMap(([name, { environment = {} }]) =>
				Object.entries(environment)
					.filter(([variable, value]) => variable.endsWith('_URL') && Object.hasOwn(read, variable) && value.startsWith('http:'))
					.map(([, value]) => ({ name, host: new URL(value).hostname, hosts: environment[PLAIN_HTTP_HOSTS]?.split(',') })),
			);
			expect([...new Set(asked.map(({ name }) => name))]).to.have.members(['collaboration', 'install', 'operator']);
			for (const { name, host, hosts } of asked) expect(hosts, name).to.include(host);
		});

		it('tells n8n what npm start tells it', async () => {
			const secrets = ensureSecrets(join(folder, 'n8n-secrets'));
			const told = n8nEnvironment({ data: folder, ports: await freePorts(), secrets, credentials: [], timeZone: 'UTC' });
			// Addresses, folders and secrets are others in a container; an owner's variables are n8n's own process alone.
			const isPlace = /_(HOST|PORT|URL|ADDRESS|FOLDER|FILE|HASH)$|_FILE$|^N8N_(RUNNERS_BROKER|INSTANCE_OWNER)/;
			const wanted = Object.entries(told).filter(([name]) => /^(N8N|EXECUTIONS|GENERIC|NODE_ENV)/.test(name) && !isPlace.test(name));
			expect(wanted.length).to.be.greaterThan(15);
			for (const [name, { environment = {}, image }] of both())
				if (image.startsWith('copydesk/n8n'))
					expect(environment, name).to.include({ ...Object.fromEntries(wanted), NODE_OPTIONS: N8N_HEAP });
			expect(one.services['renderer']?.environment).to.include(allocatorEnvironment);
		});

		it('pins every image, and its own by the version of this checkout', () => {
			for (const [name, { image }] of both()) {
				expect(image, name).to.match(/:[0-9][\w.-]*$/);
				if (image.startsWith('copydesk/')) expect(image, name).to.match(new RegExp(`:${VERSION}$`));
			}
			const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'scripts', 'n8n', 'package.json'), 'utf8')) as {
				dependencies: { n8n: string };
			};
			const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { devDependencies: { node: string } };
			for (const file of ['Dockerfile', 'compose.yaml']) {
				const text = readFileSync(join(DEPLOY, file), 'utf8');
				expect(text, file).to.include(`n8nio/n8n:${dependencies.n8n}`).and.include(`node:${devDependencies.node}-`);
			}
		});

		it('copies the description of every workspace before it installs, or npm would refuse', () => {
			const text = readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8');
			for (const workspace of ['domain', ...readdirSync(join(ROOT, 'services')).map((name) => `services/${name}`)])
				expect(text).to.include(`COPY ${workspace}/package.json ${workspace}/`);
		});

		it('gives n8n’s image all that the command which installs the graphs reads, and that alone is enough for it', async () => {
			const text = readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8');
			const stage = text.slice(text.indexOf(' AS n8n\n'));
			const image = join(folder, 'n8n-image');
			for (const [, sources, target] of stage.matchAll(/^COPY (?!--from)(.+) (\S+)$/gm)) {
				if (sources === undefined || target === undefined || target.startsWith('/')) continue;
				for (const source of sources.split(' '))
					cpSync(join(ROOT, source), join(image, target, /\/$/.test(target) ? basename(source) : ''), {
						recursive: true,
						filter: (path) => !/node_modules|\.data/.test(path),
					});
			}
			mkdirSync(join(image, 'node_modules', '@copydesk'), { recursive: true });
			for (const [, target, link] of stage.matchAll(/ln -s (\S+) (node_modules\S+)/g)) symlinkSync(target ?? '', join(image, link ?? ''));
			const state = join(folder, 'n8n-state.json');
			const types = (await graphsOfCheckout()).flatMap(({ nodes }) => nodes.map(({ type }) => type));
			writeFileSync(state, JSON.stringify({ credentials: {}, workflows: {}, types }));
			const keys = Object.fromEntries(
				['COLLAB_SERVICE', 'RENDERER_API', 'READER_API', 'AI_API'].map((each) => [`${each}_KEY`, `${each}-`.repeat(5)]),
			);
			const urls = Object.fromEntries(['COLLAB', 'RENDERER', 'READER'].map((each) => [`${each}_URL`, 'http://127.0.0.1:9']));
			const { status, stdout, stderr } = spawnSync(process.execPath, [...QUIET_NODE, 'scripts/workflows/main.ts', 'install'], {
				cwd: image,
				encoding: 'utf8',
				env: {
					...{ PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, HOME: image, N8N_USER_FOLDER: image, ...keys, ...urls },
					...{ MAIN_WEBHOOK_SECRET: 'w'.repeat(40), FAKE_N8N_STATE: state, FAKE_N8N_LOG: join(folder, 'n8n-log') },
					N8N_PROGRAM: join(ROOT, 'test', 'scripts', 'workflows', 'fakeN8n.mjs'),
				},
			});
			expect(status, stderr).to.equal(0);
			expect(stdout).to.include('published: Copydesk · Main');
		});

		it('runs everything without rights, on a file system that cannot be written to, and opens no port to others', () => {
			for (const [name, service] of both()) {
				expect(service.read_only, name).to.equal(true);
				expect(service.cap_drop, name).to.deep.equal(['ALL']);
				expect(service.security_opt, name).to.deep.equal(['no-new-privileges:true']);
				for (const port of service.ports ?? []) expect(port, name).to.match(/^127\.0\.0\.1:/);
			}
			const users = readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8').match(/^USER .*$/gm);
			expect(users?.filter((line) => line === 'USER 1000:1000')).to.have.length(2);
			expect(users?.at(-1)).to.equal('USER 1000:1000');
		});

		it('keeps what parses strangers’ pages away from all of the desk, and within bounds', () => {
			for (const compose of [one, queue]) {
				const netsOf = (name: string) => namesOf(compose.services[name]?.networks);
				const door = 'reader-door';
				const beside = Object.keys(compose.services).filter((name) => netsOf(name).some((net) => netsOf('reader').includes(net)));
				expect(beside).to.have.members(['reader', door]);
				expect(
					netsOf('n8n').every((net) => netsOf(door).includes(net)),
					'n8n asks the door',
				).to.equal(true);
				const { mem_limit, pids_limit } = compose.services['reader'] as Service;
				expect([mem_limit, pids_limit].every((limit) => limit !== undefined)).to.equal(true);
				expect(compose.services[door]?.secrets ?? []).to.deep.equal([]);
			}
		});

		it('sets a search engine beside the reader and away from all of the desk, if its file is named too', () => {
			const env = { SEARXNG_IMAGE: 'docker.io/searxng/searxng:2', SEARXNG_SECRET: 's' };
			const { searxng, reader: asking } = configWith(env, 'compose.yaml', 'compose.search.yaml').services;
			expect([namesOf(searxng?.networks), searxng?.read_only, searxng?.cap_drop]).to.deep.equal([['reading'], true, ['ALL']]);
			expect([searxng?.ports, searxng?.secrets]).to.deep.equal([undefined, undefined]);
			const { search } = readReaderConfig({
				...asking?.environment,
				READER_API_KEY_FILE: '',
				READER_SEARCH_KEY_FILE: '',
				READER_API_KEY: 'k'.repeat(32),
			});
			expect(search).to.deep.equal({ engine: 'searxng', address: 'http://searxng:8080' });
		});

		it('asks the messenger for messages unless it was told an address, and tells the operator’s command the same', () => {
			for (const name of ['collaboration', 'operator']) {
				expect(one.services[name]?.environment, name).to.include({ COLLAB_UPDATES: 'polling', COLLAB_UPDATES_URL: '' });
			}
			const env = { COLLAB_UPDATES: 'webhook', PUBLIC_WEBHOOK_URL: 'https://desk.example.org/updates' };
			const told = configWith(env, 'compose.yaml').services;
			expect(told['collaboration']?.environment).to.include({ COLLAB_UPDATES: 'webhook', COLLAB_UPDATES_URL: env.PUBLIC_WEBHOOK_URL });
			expect(told['operator']?.environment).to.include(env);
		});

		it('renews what n8n keeps in its executions at each start, but not while a collaboration service has read it', async () => {
			const here = (word: string) => word.replace('/var/lib', join(folder, 'volumes')).replace('deploy/', `${DEPLOY}/`);
			const wordsOf = (name: string): string[] => (one.services[name]?.entrypoint ?? []).map(here);
			const volumes = ['copydesk-webhook/webhook-secret', 'copydesk-contexts/context-keys'].map((file) => join(folder, 'volumes', file));
			for (const file of volumes) mkdirSync(dirname(file), { recursive: true });
			const renewed = (env: NodeJS.ProcessEnv = {}): readonly string[] => {
				const [program = '', ...words] = [...wordsOf('renew'), ...(one.services['renew']?.command ?? []).map(here)];
				const { status, stderr } = spawnSync(program, words, { encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } });
				expect(status, stderr).to.equal(0);
				return volumes.map((file) => readFileSync(file, 'utf8'));
			};
			const first = renewed();
			const [webhook = '', contexts = ''] = first;
			expect(webhook).to.match(/^[A-Za-z0-9_-]{48}$/, 'all that the messenger takes');
			expect(collaboration.COLLAB_CONTEXT_KEYS.parse(contexts, {})).to.have.length(1);
			for (const [at, value] of renewed().entries()) expect(value).to.not.equal(first[at]);

			const [program = '', ...words] = wordsOf('collaboration');
			const service = spawn(program, [...words, '-e', 'console.log(process.pid); setInterval(() => {}, 1000)'], {
				stdio: ['ignore', 'pipe', 'inherit'],
			});
			const [pid] = (await once(service.stdout, 'data')) as [Buffer];
			expect(Number(pid), 'signals reach the service itself').to.equal(service.pid);
			const before = volumes.map((file) => readFileSync(file, 'utf8'));
			expect(renewed()).to.deep.equal(before);
			service.kill('SIGKILL');
			await once(service, 'exit');
			const [last] = renewed();
			expect(last).to.not.equal(before[0]);
			expect(renewed({ COLLAB_UPDATES: 'graphs' })[0], 'the messenger was told it').to.equal(last);
		});

		it('starts n8n only after package, credentials and graphs are in, and services only after their tables are', () => {
			const needed = (compose: Compose, name: string) =>
				Object.fromEntries(Object.entries(compose.services[name]?.depends_on ?? {}).map(([on, { condition }]) => [on, condition]));
			expect(needed(one, 'n8n')).to.deep.equal({
				install: 'service_completed_successfully',
				collaboration: 'service_healthy',
				'reader-door': 'service_healthy',
			});
			expect(needed(queue, 'collaboration')).to.include({
				...{ grants: 'service_completed_successfully', renew: 'service_completed_successfully' },
			});
			expect(needed(queue, 'grants')).to.deep.equal({ migrate: 'service_completed_successfully' });
			expect(needed(queue, 'migrate')).to.deep.equal({ database: 'service_completed_successfully' });
			expect(needed(queue, 'n8n-worker')).to.deep.equal({ n8n: 'service_healthy' });
			for (const name of ['install', 'renew', 'database', 'migrate', 'grants', 'operator'])
				expect(queue.services[name]?.restart, name).to.equal('no');
			for (const [name, { restart, healthcheck }] of both()) if (restart !== 'no') expect(healthcheck, name).to.be.an('object');
		});

		it('mounts secrets and volumes that somebody makes', () => {
			const secrets = makeSecrets();
			for (const [name, { file }] of Object.entries(queue.secrets)) {
				expect(file, name).to.match(new RegExp(`/secrets/${name}$`));
				expect([...readdirSync(secrets), 'bot-token', 'ai-key'], name).to.include(name);
			}
		});
	});

	function makeSecrets(): string {
		const secrets = join(folder, 'secrets');
		spawnSync('sh', [join(DEPLOY, 'secrets.sh'), 'queue'], { env: { PATH: process.env['PATH'], COPYDESK_SECRETS: secrets } });
		return secrets;
	}

	describe('secrets.sh', () => {
		it('makes secrets that our programs take, once, in a folder that keeps others out, and says what a person has to write', () => {
			const secrets = makeSecrets();
			expect(statSync(secrets).mode & 0o777).to.equal(0o700);
			const before = Object.fromEntries(readdirSync(secrets).map((name) => [name, readFileSync(join(secrets, name), 'utf8')]));
			const again = spawnSync('sh', [join(DEPLOY, 'secrets.sh'), 'queue'], {
				encoding: 'utf8',
				env: { PATH: process.env['PATH'], COPYDESK_SECRETS: secrets },
			});
			expect(Object.fromEntries(readdirSync(secrets).map((name) => [name, readFileSync(join(secrets, name), 'utf8')]))).to.deep.equal(
				before,
			);
			expect(again.status).to.equal(1);
			expect(again.stdout).to.include('bot-token is missing').and.include('ai-key is missing');
			expect(again.stdout, 'a token that was only written is open to others').to.match(/Then run this again: .*\n$/);

			expect(() => collaboration.COLLAB_SERVICE_KEY.parse(before['collaboration-key'] ?? '', {})).to.not.throw();
			expect(() => collaboration.COLLAB_DATABASE_URL.parse(before['database-url-service'] ?? '', {})).to.not.throw();
			expect(() => reader.READER_API_KEY.parse(before['reader-key'] ?? '', {})).to.not.throw();
			expect(() => renderer.RENDERER_API_KEY.parse(before['renderer-key'] ?? '', {})).to.not.throw();
			expect(before['updates-secret']).to.match(/^[A-Za-z0-9_-]{32,256}$/, 'all that the messenger takes');
			const made = Object.values(before).filter((text) => text !== '');
			expect(new Set(made).size).to.equal(made.length);
			const empty = Object.keys(before).filter((name) => before[name] === '');
			expect(empty, 'keys that a desk may do without').to.have.members(['ai-image-key', 'ai-audio-key', 'ai-fallback-key', 'search-key']);
		});

		it('gives the token of the bot to its one reader', function () {
			if (process.getuid?.() !== 0) return this.skip();
			const secrets = makeSecrets();
			for (const name of ['bot-token', 'ai-key']) writeFileSync(join(secrets, name), '7000001:AAtoken-of-the-tests');
			const env = { PATH: process.env['PATH'], COPYDESK_SECRETS: secrets };
			expect(spawnSync('sh', [join(DEPLOY, 'secrets.sh')], { env }).status).to.equal(0);
			const { mode, uid } = statSync(join(secrets, 'bot-token'));
			expect([mode & 0o777, uid]).to.deep.equal([0o400, 1000]);
		});
	});

	describe("n8n's start", () => {
		it('puts the package of the image in the place of an older one, whole, and then runs what was asked for', () => {
			const home = join(folder, 'home');
			const built = join(folder, 'package');
			execFileSync('mkdir', ['-p', join(home, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-copydesk'), join(built, 'dist')]);
			writeFileSync(join(home, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-copydesk', 'old.js'), '');
			writeFileSync(join(built, 'dist', 'new.js'), '');
			const env = { PATH: process.env['PATH'], HOME: home, COPYDESK_PACKAGE: built };
			const said = execFileSync('sh', [join(DEPLOY, 'n8n', 'start.sh'), 'echo', 'n8n', 'start'], { env, encoding: 'utf8' });
			expect(said).to.equal('n8n start\n');
			expect(readdirSync(join(home, '.n8n', 'nodes', 'node_modules'))).to.deep.equal(['n8n-nodes-copydesk']);
			expect(readdirSync(join(home, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-copydesk'))).to.deep.equal(['dist']);
		});
	});

	describe('systemd', function () {
		this.timeout(60_000);

		const FOLDER = join(DEPLOY, 'systemd');
		const named = (ending: string) => readdirSync(FOLDER).filter((name) => name.endsWith(ending));
		const textOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

		it('has units that systemd takes without a word, and whose programs are there', function () {
			needs('systemd-analyze', 'systemd', this);
			const units = [...named('.service'), ...named('.target')];
			for (const name of units) {
				const text = textOf(name);
				const [, program] = /^ExecStart=.*? ((?:scripts|services|deploy)\/\S+\.(?:ts|sh))/m.exec(text) ?? [];
				if (program !== undefined) expect(statSync(join(ROOT, program)).isFile(), name).to.equal(true);
				if (program?.endsWith('.ts') === true) for (const flag of QUIET_NODE) expect(text, name).to.include(flag);
				// The checkout has another place here.
				writeFileSync(join(folder, name), text.replaceAll('/opt/copydesk/', `${ROOT}/`).replace(/=\/opt\/copydesk$/m, `=${ROOT}`));
			}
			const result = spawnSync('systemd-analyze', ['verify', ...units.map((name) => join(folder, name))], { encoding: 'utf8' });
			expect([result.status, result.stdout, result.stderr]).to.deep.equal([0, '', '']);
			// systemd's own scale: below 4 is what it calls OK. The file with no user renews the secrets, which belong to root.
			for (const name of named('.service').filter((each) => /^User=/m.test(textOf(each)))) {
				const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=40', join(folder, name)]);
				expect(judged.status, `${name}: ${judged.stdout}`).to.equal(0);
			}
		});

		it('gives each program a user and the secrets of its own', () => {
			const secretsOf = (name: string) => [...textOf(name).matchAll(/^LoadCredential=(.*?):/gm)].map(([, secret]) => secret);
			const userOf = (name: string) => /^User=(.*)$/m.exec(textOf(name))?.[1];
			const seeing = (secret: string) => named('.service').filter((name) => secretsOf(name).includes(secret));
			expect(seeing('bot-token')).to.deep.equal(['copydesk-collaboration.service']);
			expect(seeing('ai-key')).to.deep.equal(['copydesk-install.service']);
			expect(secretsOf('copydesk-n8n.service')).to.deep.equal(['n8n-encryption-key']);
			expect(secretsOf('copydesk-reader.service')).to.deep.equal(['reader-key', 'search-key']);
			const long = ['n8n', 'renderer', 'reader', 'collaboration'].map((name) => `copydesk-${name}`);
			expect(long.map((name) => userOf(`${name}.service`))).to.deep.equal(long);
			for (const name of named('.service'))
				for (const [, secret = ''] of textOf(name).matchAll(/_FILE=%d\/(\S+)/g)) expect(secretsOf(name), name).to.include(secret);
			// What the operator's command is given is what there is.
			const made = [...readdirSync(makeSecrets()), 'bot-token', 'ai-key', 'webhook-secret', 'context-keys'];
			const asked = [...named('.service'), 'operator.sh'].flatMap((name) => [...textOf(name).matchAll(/LoadCredential=([\w-]+):/g)]);
			for (const [, secret] of asked) expect(made).to.include(secret);
		});
	});

	describe('Caddyfile', function () {
		this.timeout(60_000);
		let caddy: ChildProcess | undefined;
		afterEach(async () => {
			if (caddy?.exitCode === null) {
				caddy.kill('SIGKILL');
				await once(caddy, 'exit');
			}
		});

		for (const { file: name, path, reaches, variable } of [
			{ file: 'Caddyfile', path: '/updates', reaches: '/updates', variable: 'COPYDESK_UPDATES' },
			{ file: 'Caddyfile', path: '/webhook/copydesk', reaches: '/updates', variable: 'COPYDESK_UPDATES' },
			{ file: 'Caddyfile.graphs', path: '/webhook/copydesk', reaches: '/webhook/copydesk', variable: 'COPYDESK_N8N' },
		]) {
			it(`(${name}) lets the messenger reach ${path} with JSON and a secret, and nobody anything else`, async function () {
				needs('caddy', 'caddy', this);
				const reached: string[] = [];
				const behind = createServer((request, response) => {
					reached.push(`${request.method} ${request.url}`);
					request.resume().on('end', () => response.end());
					request.on('error', () => undefined);
				}).listen(0, '127.0.0.1');
				await once(behind, 'listening');
				const { sandbox: port } = await freePorts();
				const site = `http://127.0.0.1:${port}`;
				const address = `127.0.0.1:${(behind.address() as AddressInfo).port}`;
				const env = { PATH: process.env['PATH'], HOME: folder, COPYDESK_SITE: site, [variable]: address };
				const file = join(folder, 'Caddyfile');
				// Its control port is a fixed one.
				writeFileSync(file, `{\n\tadmin off\n}\n${readFileSync(join(DEPLOY, name), 'utf8')}`);
				const valid = spawnSync('caddy', ['validate', '--config', file, '--adapter', 'caddyfile'], { env, encoding: 'utf8' });
				expect(valid.status, valid.stderr).to.equal(0);

				caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' });
				const ask = async (at: string, init: RequestInit = {}): Promise<number> => (await fetch(`${site}${at}`, init)).status;
				await until(async () => caddy?.exitCode !== null || (await ask('/').catch(() => 0)) !== 0);
				const headers = { 'Content-Type': 'application/json', 'X-Telegram-Bot-Api-Secret-Token': 'any' };
				const post = { method: 'POST', body: '{}', headers };
				expect(await ask(path, post)).to.equal(200);
				for (const other of ['/', '/rest/login', '/webhook/other', `${path}/more`, '/webhook-test/copydesk', '/healthz'])
					expect(await ask(other, post), other).to.equal(404);
				expect(await ask(path, { headers })).to.equal(404);
				for (const type of ['text/xml', 'application/xml', 'multipart/form-data', 'application/jsonp', ''])
					expect(await ask(path, { ...post, headers: { ...headers, 'Content-Type': type } }), type).to.equal(404);
				expect(await ask(path, { ...post, headers: { 'Content-Type': 'application/json' } }), 'without a secret').to.equal(404);
				expect(reached).to.deep.equal([`POST ${reaches}`]);
				expect(await ask(path, { ...post, body: 'x'.repeat(1_200_000) })).to.be.oneOf([413, 502]);
				behind.close().closeAllConnections();
			});
		}
	});
});
