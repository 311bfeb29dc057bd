// Who there is in a cluster, where each listens, and what each is started with.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractOf, timeZoneOf } from '../desk/contract.ts';
import { programEnvironment } from '../desk/environment.ts';
import { forgetCrash, n8nEnvironment, n8nProgram, type N8nSetting } from '../desk/n8n.ts';
import { QUIET_NODE, ROOT } from '../desk/paths.ts';
import { HOST } from '../desk/ports.ts';
import type { Secrets } from '../desk/secrets.ts';
import { credentialsOf, logFile, ownServiceSpec, programOf, type DeskSetting } from '../desk/services.ts';
import type { ServiceSpec } from '../desk/supervise.ts';
import type { ClusterSecrets } from './secrets.ts';
import { asServerUser, pathOf, postgresBin, tied } from './system.ts';

/** What there is two of is named by kind and number. */
export const KINDS = [
	'postgres',
	'redis',
	'bucket',
	'proxy',
	'renderer',
	'reader',
	'collaboration',
	'n8n-main',
	'n8n-webhook',
	'n8n-worker',
] as const;
export type Kind = (typeof KINDS)[number];
export type Member = Kind | 'sandbox' | `${'renderer' | 'reader' | 'collaboration' | 'n8n-worker'}-${number}`;

export interface ClusterSetting {
	readonly data: string;
	/** As the desk's own code knows it: its ports are the proxy's. */
	readonly desk: DeskSetting;
	/** Where each process listens. What goes through the proxy has a port there too, which is the one that others know. */
	port(name: Member | `${Member}-broker`): number;
	readonly secrets: Secrets;
	readonly own: ClusterSecrets;
	readonly workers: number;
	/** What every process of n8n is told besides. */
	readonly n8nEnv?: NodeJS.ProcessEnv;
}

const READY_TIMEOUT_MS = 90_000;
const N8N_READY_TIMEOUT_MS = 300_000;
const BUCKET = 'covers';
const REGION = 'local-1';
const ACCESS_KEY_ID = 'COPYDESKCLUSTER';
/** A worker takes so many executions at a time, children not counted. */
const WORKER_CONCURRENCY = 10;

/** Stories are told faster than two people pay for. */
export const NO_BUDGET = { collaboration: { COLLAB_PAID_PER_HOUR: '0', COLLAB_PAID_PER_DAY: '0' } } as const;

const at = (port: number): string => `http://${HOST}:${port}`;
const answers = async (url: string): Promise<boolean> => {
	const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
	await answer.body?.cancel();
	return answer.ok;
};

function spec(
	setting: ClusterSetting,
	name: Member,
	its: Omit<ServiceSpec, 'name' | 'logFile' | 'readyTimeoutMs' | 'stopTimeoutMs'>,
): ServiceSpec {
	return { name, logFile: logFile(setting.data, name), readyTimeoutMs: READY_TIMEOUT_MS, stopTimeoutMs: 15_000, ...its };
}

export function postgresSpec(setting: ClusterSetting, isReady: () => Promise<boolean>): ServiceSpec {
	const settings = [`listen_addresses=${HOST}`, `port=${setting.port('postgres')}`, 'unix_socket_directories='];
	const server = [join(postgresBin() as string, 'postgres'), '-D', postgresFolder(setting.data)];
	return spec(setting, 'postgres', {
		program: asServerUser([...server, ...settings.flatMap((each) => ['-c', each])]),
		args: [],
		env: programEnvironment({ LC_ALL: 'C.UTF-8' }, []),
		isReady,
	});
}

export const postgresFolder = (data: string): string => join(data, 'postgres');

export function redisSpec(setting: ClusterSetting, isReady: () => Promise<boolean>): ServiceSpec {
	const folder = join(setting.data, 'redis');
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const file = join(folder, 'redis.conf');
	const lines = [
		`bind ${HOST}`,
		`port ${setting.port('redis')}`,
		`dir "${folder}"`,
		// A password in a file is in no list of processes.
		`requirepass ${setting.own.value('redis-password')}`,
		'appendonly yes',
		'save ""',
		'maxmemory-policy noeviction',
	];
	writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
	return spec(setting, 'redis', {
		program: tied('TERM', [pathOf('redis-server') as string, file]),
		args: [],
		env: programEnvironment({}, []),
		isReady,
	});
}

export function bucketSpec(setting: ClusterSetting): ServiceSpec {
	return spec(setting, 'bucket', {
		args: [...QUIET_NODE, join(ROOT, 'scripts', 'cluster', 'bucketMain.ts')],
		env: programEnvironment(
			{
				BUCKET_PORT: String(setting.port('bucket')),
				BUCKET_NAME: BUCKET,
				BUCKET_DATA_DIR: join(setting.data, 'bucket'),
				BUCKET_REGION: REGION,
				BUCKET_ACCESS_KEY_ID: ACCESS_KEY_ID,
				BUCKET_SECRET_ACCESS_KEY_FILE: setting.own.file('bucket-secret'),
			},
			[],
		),
		// A request without a signature is refused, and that shows that it is there.
		isReady: async () => !(await answers(at(setting.port('bucket')))),
	});
}

/** One front for each kind of service, and the one path that the messenger may reach. */
export function proxySpec(setting: ClusterSetting): ServiceSpec {
	const { data, desk, port } = setting;
	const folder = join(data, 'proxy');
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const file = join(folder, 'Caddyfile');
	// What could not be connected to is asked of the next one; what was sent once is never sent again.
	const to = (...members: readonly Member[]): string =>
		[
			`	reverse_proxy ${members.map((member) => `${HOST}:${port(member)}`).join(' ')} {`,
			'		lb_policy round_robin',
			'		lb_try_duration 5s',
			'		lb_try_interval 100ms',
			'		fail_duration 1s',
			'	}',
		].join('\n');
	const text = [
		'{\n	admin off\n	auto_https off\n}',
		`${at(desk.ports.renderer)} {\n${to('renderer-1', 'renderer-2')}\n}`,
		`${at(desk.ports.reader)} {\n${to('reader-1', 'reader-2')}\n}`,
		`${at(desk.ports.collaboration)} {\n${to('collaboration-1', 'collaboration-2')}\n}`,
		`${at(desk.ports.n8n)} {`,
		'	@updates {\n		method POST\n		path /webhook/copydesk\n	}',
		`	handle @updates {\n		request_body {\n			max_size 1MB\n		}\n${to('n8n-webhook')}\n	}`,
		'	handle {\n		respond 404\n	}\n}',
	];
	writeFileSync(file, `${text.join('\n')}\n`, { mode: 0o600 });
	return spec(setting, 'proxy', {
		program: tied('TERM', [pathOf('caddy') as string, 'run', '--adapter', 'caddyfile', '--config', file]),
		args: [],
		env: { ...programEnvironment({}, []), HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
		isReady: async () => !(await answers(at(desk.ports.n8n))),
	});
}

export function sandboxSpec({ desk }: ClusterSetting): ServiceSpec {
	return ownServiceSpec(desk, 'sandbox', programOf(ROOT, 'sandbox') as string);
}

/** The n-th of a service that there are several of: the desk's own, at a port of its own and on what they all share. */
function copySpec(setting: ClusterSetting, kind: 'renderer' | 'reader' | 'collaboration', n: 1 | 2, own: NodeJS.ProcessEnv): ServiceSpec {
	const name = `${kind}-${n}` as const;
	const port = setting.port(name);
	const base = ownServiceSpec({ ...setting.desk, data: setting.data }, kind, programOf(ROOT, kind) as string);
	const env = { ...base.env, ...own };
	for (const variable of Object.keys(own)) if (variable.endsWith('_FILE')) delete env[variable.slice(0, -'_FILE'.length)];
	return { ...base, name, port, env, logFile: logFile(setting.data, name), isReady: () => answers(`${at(port)}/healthz`) };
}

export function rendererSpec(setting: ClusterSetting, n: 1 | 2): ServiceSpec {
	return copySpec(setting, 'renderer', n, {
		RENDERER_PORT: String(setting.port(`renderer-${n}`)),
		RENDERER_DATA_DIR: join(setting.data, `renderer-${n}`),
		RENDERER_DATABASE_URL_FILE: setting.own.file('database-url-renderer'),
		RENDERER_STORE: `s3://${BUCKET}/desk`,
		RENDERER_S3_ENDPOINT: at(setting.port('bucket')),
		RENDERER_S3_REGION: REGION,
		RENDERER_S3_ACCESS_KEY_ID: ACCESS_KEY_ID,
		RENDERER_S3_SECRET_ACCESS_KEY_FILE: setting.own.file('bucket-secret'),
	});
}

export function readerSpec(setting: ClusterSetting, n: 1 | 2): ServiceSpec {
	return copySpec(setting, 'reader', n, { READER_PORT: String(setting.port(`reader-${n}`)) });
}

export function collaborationSpec(setting: ClusterSetting, n: 1 | 2): ServiceSpec {
	return copySpec(setting, 'collaboration', n, {
		COLLAB_PORT: String(setting.port(`collaboration-${n}`)),
		// The first one has the address of the board; the others listen where nobody looks.
		...(n === 1 ? {} : { COLLAB_BOARD_PORT: '0' }),
		COLLAB_DATABASE_URL_FILE: setting.own.file('database-url-service'),
		// What is not worked on yet waits in the queue of the workers.
		COLLAB_AT_ONCE: '0',
		COLLAB_PARTICIPANTS_URL_FILE: setting.own.file('database-url-service'),
	});
}

/** n8n as a process of its own folder and ports; what they share is in PostgreSQL and Redis. */
export function n8nSettingFor(setting: ClusterSetting, name: Member): N8nSetting {
	const { desk, port, secrets, own } = setting;
	return {
		data: join(setting.data, name),
		ports: { ...desk.ports, n8n: port(name), n8nBroker: port(`${name}-broker`) },
		secrets,
		contract: () => contractOf(collaborationSpec(setting, 1).env),
		timeZone: timeZoneOf(collaborationSpec(setting, 1).env),
		credentials: credentialsOf(desk),
		publicUrl: at(desk.ports.n8n),
		queue: {
			EXECUTIONS_MODE: 'queue',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			// A worker's death is noticed within 40 s instead of 90, and its executions are reported.
			QUEUE_WORKER_LOCK_DURATION: '30000',
			QUEUE_WORKER_STALLED_INTERVAL: '10000',
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(port(name)),
			QUEUE_BULL_REDIS_HOST: HOST,
			QUEUE_BULL_REDIS_PORT: String(port('redis')),
			QUEUE_BULL_REDIS_PASSWORD_FILE: own.file('redis-password'),
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: HOST,
			DB_POSTGRESDB_PORT: String(port('postgres')),
			DB_POSTGRESDB_DATABASE: 'n8n',
			DB_POSTGRESDB_USER: 'n8n',
			DB_POSTGRESDB_PASSWORD_FILE: own.file('n8n-database-password'),
			...setting.n8nEnv,
		},
	};
}

export function n8nProcessSpec(setting: ClusterSetting, name: Member, afterReady?: () => Promise<void>): ServiceSpec {
	const words = name === 'n8n-main' ? ['start'] : name === 'n8n-webhook' ? ['webhook'] : ['worker', `--concurrency=${WORKER_CONCURRENCY}`];
	const its = n8nSettingFor(setting, name);
	return {
		...spec(setting, name, {
			args: [n8nProgram(), ...words],
			env: n8nEnvironment(its),
			beforeStart: () => forgetCrash(its.data),
			isReady: () => answers(`${at(its.ports.n8n)}/healthz/readiness`),
			...(afterReady === undefined ? {} : { afterReady }),
		}),
		readyTimeoutMs: N8N_READY_TIMEOUT_MS,
	};
}
