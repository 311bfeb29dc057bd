// A desk of many processes: queue mode, PostgreSQL, Redis, two of each of our services, a store of the S3 kind, a proxy in front.

import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@copydesk/kit/database/open';
import { endCommands, runToFile } from '../desk/command.ts';
import { CannotStart, setWebhook } from '../desk/desk.ts';
import { programEnvironment } from '../desk/environment.ts';
import { installPackage, n8nUrl, prepareN8n, publishGraphs, waitForWebhook } from '../desk/n8n.ts';
import { once } from '../desk/once.ts';
import { QUIET_NODE, ROOT } from '../desk/paths.ts';
import { HOST, freePortsFor, type Ports } from '../desk/ports.ts';
import { RunFile, endLeftovers, runningDesk } from '../desk/runFiles.ts';
import { ensureSecrets } from '../desk/secrets.ts';
import { SANDBOX, serviceEnvironment, urlsOf, type DeskSetting, type Urls } from '../desk/services.ts';
import { Supervised, type ServiceNews, type ServiceSpec } from '../desk/supervise.ts';
import {
	bucketSpec,
	collaborationSpec,
	n8nProcessSpec,
	n8nSettingFor,
	postgresFolder,
	postgresSpec,
	proxySpec,
	readerSpec,
	redisSpec,
	rendererSpec,
	sandboxSpec,
} from './plan.ts';
import type { ClusterSetting, Member } from './plan.ts';
import { ensureClusterSecrets } from './secrets.ts';
import { asServerUser, giveToServerUser, missingPrograms, postgresBin } from './system.ts';

export interface Cluster {
	readonly setting: ClusterSetting;
	readonly urls: Urls;
	/** All that run, by name. */
	readonly members: readonly Member[];
	/** The database of the collaboration service, for the person who looks on. */
	readonly databaseUrl: string;
	/** Sends the signal to one process; after its end it is started again. */
	kill(member: Member, signal: NodeJS.Signals): void;
	/** Resolves once everything that was started answers again. */
	whole(): Promise<void>;
	/** Ends one process for good, in order. */
	end(member: Member): Promise<void>;
	stop(): Promise<void>;
}

interface ClusterOptions {
	readonly data: string;
	readonly workers?: number;
	readonly extraEnv?: DeskSetting['extraEnv'];
	readonly n8nEnv?: ClusterSetting['n8nEnv'];
	readonly signal?: AbortSignal;
	tell?(news: ServiceNews): void;
}

const COMMAND_TIMEOUT_MS = 180_000;

/**
 * Brings everything up and returns once it takes work.
 * @throws CannotStart before anything is started, ServiceDidNotStart after everything was stopped again
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
	const { data, tell = () => undefined } = options;
	demandMachine(data);
	const setting = await settingOf(options);
	for (const name of await endLeftovers(data)) tell({ name, state: 'stopped', text: 'was left over from an earlier start' });
	const runFile = new RunFile(data, setting.desk.ports);
	const running = new Map<Member, Supervised>();
	const stop = once(async () => {
		endCommands();
		// First what gives work, then what does it, last what all of them need.
		for (const name of [...running.keys()].reverse()) await running.get(name)?.stop();
		runFile.remove();
	});
	const up = async (...specs: readonly ServiceSpec[]): Promise<void> => {
		if (options.signal?.aborted === true) throw new CannotStart('Stopped before everything was up.');
		const started = specs.map((spec) => {
			const supervised = new Supervised(spec, tell, (name, pid) => runFile.service(name, pid));
			running.set(spec.name as Member, supervised);
			return supervised.start();
		});
		await Promise.all(started).catch(async (error: unknown) => {
			await stop();
			await Promise.allSettled(started);
			throw error;
		});
	};
	options.signal?.addEventListener('abort', () => void stop(), { once: true });

	try {
		await makeDatabaseServer(setting);
		await up(
			postgresSpec(setting, () => isDatabaseUp(setting)),
			redisSpec(setting, () => isRedisUp(setting)),
			bucketSpec(setting),
			sandboxSpec(setting),
		);
		await makeDatabases(setting);
		await up(
			proxySpec(setting),
			...([1, 2] as const).flatMap((n) => [rendererSpec(setting, n), readerSpec(setting, n), collaborationSpec(setting, n)]),
		);
		await prepare(setting, tell);
		// One of them makes n8n's tables before the others look at them.
		await up(n8nProcessSpec(setting, 'n8n-main', () => publish(setting, tell)));
		const webhookPorts = n8nSettingFor(setting, 'n8n-webhook').ports;
		await up(
			n8nProcessSpec(setting, 'n8n-webhook', () => waitForWebhook(n8nUrl(webhookPorts))),
			...workersOf(setting).map((name) => n8nProcessSpec(setting, name)),
		);
		await setWebhook(setting.desk);
		runFile.ready();
	} catch (error) {
		await stop();
		throw error;
	}
	return clusterOf(setting, running, stop);
}

function clusterOf(setting: ClusterSetting, running: ReadonlyMap<Member, Supervised>, stop: () => Promise<void>): Cluster {
	return {
		setting,
		urls: urlsOf(setting.desk),
		members: [...running.keys()],
		databaseUrl: setting.own.value('database-url-service'),
		kill: (member, signal) => running.get(member)?.kill(signal),
		async whole() {
			while ([...running.values()].some(({ state }) => state !== 'ready' && state !== 'stopped')) await sleep(100);
		},
		end: async (member) => await running.get(member)?.stop(),
		stop,
	};
}

const workersOf = ({ workers }: ClusterSetting): Member[] => Array.from({ length: workers }, (_, at): Member => `n8n-worker-${at + 1}`);

function demandMachine(data: string): void {
	const missing = missingPrograms();
	if (missing.length > 0) throw new CannotStart(missing.join('\n'));
	const already = runningDesk(data);
	if (already !== undefined)
		throw new CannotStart(`Something is already running on ${data} (process ${already.starter.pid}): stop it first.`);
	mkdirSync(data, { recursive: true, mode: 0o700 });
	if (process.getuid?.() !== 0) return;
	// The database's server runs as another user, who has to come as far as its own folder.
	chmodSync(data, 0o711);
	for (let folder = data; folder !== dirname(folder); folder = dirname(folder))
		if ((statSync(folder).mode & 0o001) === 0)
			throw new CannotStart(
				`PostgreSQL refuses to run as root, and its own user cannot pass ${folder}: ` +
					'set COPYDESK_DATA_DIR to a folder that others may pass, or start this as another user than root.',
			);
}

async function settingOf({ data, workers = 2, extraEnv, n8nEnv }: ClusterOptions): Promise<ClusterSetting> {
	const names: Member[] = ['postgres', 'redis', 'bucket', 'sandbox', 'n8n-main', 'n8n-webhook'];

	for (const n of [1, 2]) names.push(`renderer-${n}`, `reader-${n}`, `collaboration-${n}`);
	for (let n = 1; n <= workers; n += 1) names.push(`n8n-worker-${n}`);
	const known = ['front-renderer', 'front-reader', 'front-collaboration', 'front-n8n'];
	const free = await freePortsFor<string>([...names, ...names.map((name) => `${name}-broker`), ...known, 'updates', 'board']);
	const port = (name: string): number => free[name] as number;
	const front = (name: string): number => port(`front-${name}`);
	const deskPorts = {
		renderer: front('renderer'),
		reader: front('reader'),
		updates: port('updates'),
		board: port('board'),
		collaboration: front('collaboration'),
		n8n: front('n8n'),
		sandbox: port('sandbox'),
		n8nBroker: port('n8n-main-broker'),
	} satisfies Ports;
	const secrets = ensureSecrets(join(data, 'secrets'));
	const desk: DeskSetting = { data, ports: deskPorts, way: 'graphs', secrets, ...(extraEnv === undefined ? {} : { extraEnv }) };
	const own = ensureClusterSecrets(join(data, 'secrets'), port('postgres'));
	return { data, desk, port, secrets, own, workers, ...(n8nEnv === undefined ? {} : { n8nEnv }) };
}

/** A new server's folder, once. */
async function makeDatabaseServer({ data, own }: ClusterSetting): Promise<void> {
	const folder = postgresFolder(data);
	if (existsSync(join(folder, 'PG_VERSION'))) return;
	await rm(folder, { recursive: true, force: true });
	mkdirSync(folder, { mode: 0o700 });
	const password = `${folder}-password`;
	writeFileSync(password, own.value('postgres-password'), { mode: 0o600 });
	giveToServerUser(folder, password);
	const how = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8', '--no-instructions', `--pwfile=${password}`];
	const [program, ...args] = asServerUser([join(postgresBin() as string, 'initdb'), '-D', folder, '-U', 'postgres', ...how]);
	const env = programEnvironment({ LC_ALL: 'C.UTF-8' }, []);
	const made = await runToFile(program, args, { cwd: '/', env, timeoutMs: COMMAND_TIMEOUT_MS });
	await rm(password, { force: true });
	if (made.code !== 0) throw new CannotStart(`PostgreSQL could not be set up:\n${made.output.trim()}`);
}

/** Roles and databases, tables, grants, people: in the order that deploy/postgres/README.md gives. */
async function makeDatabases(setting: ClusterSetting): Promise<void> {
	const { own } = setting;
	const psql = join(postgresBin() as string, 'psql');
	const file = (name: string): string[] => ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', join(ROOT, 'deploy', 'postgres', name)];
	const at = { PGHOST: HOST, PGPORT: String(setting.port('postgres')) };
	await succeed('The roles and databases', psql, ['-U', 'postgres', '-d', 'postgres', ...file('roles.sql')], {
		...at,
		PGPASSWORD: own.value('postgres-password'),
		COPYDESK_OWNER_PASSWORD: own.value('copydesk-owner-password'),
		COPYDESK_SERVICE_PASSWORD: own.value('copydesk-service-password'),
		COPYDESK_OPERATOR_PASSWORD: own.value('copydesk-operator-password'),
		COPYDESK_RENDERER_PASSWORD: own.value('copydesk-renderer-password'),
		N8N_DATABASE_PASSWORD: own.value('n8n-database-password'),
	});
	const operator = (role: 'owner' | 'operator', ...words: readonly string[]): Promise<void> => {
		const line = [...QUIET_NODE, join('scripts', 'operator', 'main.ts'), ...words, '--yes'];
		return succeed(`operator ${words[0]}`, process.execPath, line, operatorEnvironment(setting, role));
	};
	await operator('owner', 'migrate');
	await succeed('The grants', psql, ['-U', 'copydesk_owner', '-d', 'copydesk', ...file('grants.sql')], {
		...at,
		PGPASSWORD: own.value('copydesk-owner-password'),
	});
	const { ownerId, ownerName, editorId, editorName } = SANDBOX;
	const people = ['--owner', String(ownerId), '--editor', String(editorId), '--owner-name', ownerName, '--editor-name', editorName];
	await operator('operator', 'participants', 'set', ...people);
}

/** What leads the operator's command to a cluster, as the role that owns the tables or as the operator's own. */
export function operatorEnvironment({ desk, own, data }: ClusterSetting, role: 'owner' | 'operator' = 'operator'): NodeJS.ProcessEnv {
	const { COLLAB_DATABASE_URL: _, COLLAB_PARTICIPANTS_URL: __, ...env } = serviceEnvironment(desk, 'collaboration');
	const url = own.file(`database-url-${role}`);
	return { ...env, COLLAB_DATABASE_URL_FILE: url, COLLAB_PARTICIPANTS_URL_FILE: url, COPYDESK_DATA_DIR: data };
}

/** The package for every process of n8n; credentials and graphs once, before any of them runs. */
async function prepare(setting: ClusterSetting, tell: (news: ServiceNews) => void): Promise<void> {
	for (const name of ['n8n-webhook', ...workersOf(setting)] as const) {
		const { data } = n8nSettingFor(setting, name);
		mkdirSync(join(data, 'n8n'), { recursive: true, mode: 0o700 });
		await installPackage(data);
	}
	const done = await prepareN8n(n8nSettingFor(setting, 'n8n-main'));
	if (done.length > 0) tell({ name: 'n8n-main', state: 'starting', text: done.join(', ') });
}

/** Once n8n's main process runs; the webhook process serves what that one has published. */
async function publish(setting: ClusterSetting, tell: (news: ServiceNews) => void): Promise<void> {
	for (const text of await publishGraphs(n8nSettingFor(setting, 'n8n-main'))) tell({ name: 'n8n-main', state: 'starting', text });
}

async function succeed(what: string, program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
	const result = await runToFile(program, args, {
		cwd: ROOT,
		env: { ...programEnvironment({}, []), ...env },
		timeoutMs: COMMAND_TIMEOUT_MS,
	});
	if (result.code !== 0) throw new Error(`${what} failed:\n${result.output.trim()}`);
}

async function isDatabaseUp({ own }: ClusterSetting): Promise<boolean> {
	const db = await openDatabase(own.value('database-url-postgres'), { readOnly: true, poolSize: 1 });
	try {
		return (await db.query('select 1')).length === 1;
	} finally {
		await db.close();
	}
}

/** Redis answers PONG only once it has read all that it keeps. */
function isRedisUp({ port, own }: ClusterSetting): Promise<boolean> {
	return new Promise((resolve, reject) => {
		const socket = connect(port('redis'), HOST, () => socket.write(`AUTH ${own.value('redis-password')}\r\nPING\r\n`));
		let said = '';
		socket.setTimeout(2_000, () => socket.destroy(new Error('no answer')));
		socket.once('error', reject);
		socket.on('data', (bytes: Buffer) => {
			said += bytes.toString('latin1');
			if (said.split('\r\n').length < 3) return;
			socket.destroy();
			resolve(said.includes('+PONG'));
		});
	});
}
