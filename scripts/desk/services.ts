import { createHmac } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_MODELS } from '@copydesk/domain/ai/models';
import { graphCredentials } from '../workflows/credentials.ts';
import {
	SANDBOX_PROVIDER,
	fallbackFields,
	fallbackVariables,
	interfaceVariables,
	interfacesOf,
	modelsSaid,
	textUrlOf,
} from './provider.ts';
import type { Models } from './provider.ts';
import type { CredentialToImport } from '../workflows/n8nCommand.ts';
import { allocatorEnvironment } from '@copydesk/renderer/allocator';
import { newspaperHosts } from '@copydesk/sandbox/news/newspapers';
import type { UpdatesMode } from '@copydesk/collaboration/version';
import { contractOf, timeZoneOf } from './contract.ts';
import { OPERATOR_ENV, databasesIn } from './kind.ts';
import { UPDATES_PATH, settingsIn, webhookPath, type LiveConfig } from './live.ts';
import { OWNER_EMAIL, forgetCrash, isN8nUp, n8nEnvironment, n8nProgram, type N8nSetting } from './n8n.ts';
import { programEnvironment } from './environment.ts';
import { QUIET_NODE, withEnvFile } from './paths.ts';
import { HOST, type Ports } from './ports.ts';
import type { SecretName, Secrets } from './secrets.ts';
import type { ServiceSpec } from './supervise.ts';

/** The sandbox's people and channel; the sandbox knows the same numbers. */
export const SANDBOX = { ownerId: 1001, ownerName: 'Olga', editorId: 1002, editorName: 'Egor', channelId: -1_001_000_000_001 } as const;

const READY_TIMEOUT_MS = 60_000;
const N8N_READY_TIMEOUT_MS = 180_000;
/** Time for a delivery under way to end: after a kill its outcome would be unknown. */
const STOP_TIMEOUT_MS = { sandbox: 12_000, renderer: 12_000, reader: 12_000, collaboration: 100_000 } as const;

export interface DeskSetting {
	readonly data: string;
	readonly ports: Ports;
	readonly secrets: Secrets;
	/** How messages reach the desk. */
	readonly way: UpdatesMode;
	/** Real accounts; without it the sandbox replaces all of them. */
	readonly live?: LiveConfig;
	/** What a person set, in the environment or in `.env`; by default the environment alone. */
	readonly env?: NodeJS.ProcessEnv;
	/** An n8n that somebody else runs. */
	readonly ownN8n?: OwnN8n;
	/** Where our services listen; by default on this machine alone. */
	readonly host?: string;
	/** Added to one service's environment: for tests that need a fault or a shorter time. */
	readonly extraEnv?: Readonly<Partial<Record<ServiceName, NodeJS.ProcessEnv>>>;
}

/** An n8n that is there already: its address, and the file with a key of its public API where somebody gave one. */
export interface OwnN8n {
	readonly url: string;
	readonly keyFile?: string;
}

export type ServiceName = 'sandbox' | 'renderer' | 'reader' | 'collaboration' | 'n8n';

export interface Urls {
	readonly renderer: string;
	readonly reader: string;
	readonly collaboration: string;
	/** The sandbox's page and control interface. */
	readonly sandbox: string;
	readonly n8n: string;
	readonly webhook: string;
	/** Where the messenger brings updates to; none where the desk asks for them. */
	readonly updates: string | undefined;
	/** The part before `/bot<token>/…`. */
	readonly messenger: string;
	/** Where texts are asked for, and where images are. */
	readonly ai: string;
	readonly aiImages: string;
}

const at = (port: number): string => `http://${HOST}:${port}`;

/**
 * How the addresses of n8n's webhooks begin where only the service calls them: no page on this machine can guess it. n8n reads a body
 * before it looks at the secret. Undefined where the messenger calls n8n, or where n8n is somebody's own.
 */
const webhookEndpoint = ({ secrets, way, ownN8n }: DeskSetting): string | undefined =>
	way === 'graphs' || ownN8n !== undefined
		? undefined
		: `updates-${createHmac('sha256', secrets.value('n8n-encryption-key')).update('webhook').digest('base64url').slice(0, 24)}`;

export function urlsOf(setting: DeskSetting): Urls {
	const { ports, live, way, ownN8n } = setting;
	const n8n = ownN8n?.url ?? at(ports.n8n);
	const webhook = `${n8n}${webhookPath(webhookEndpoint(setting))}`;
	const inner = way === 'graphs' ? webhook : `${at(ports.updates)}${UPDATES_PATH}`;
	return {
		renderer: at(ports.renderer),
		reader: at(ports.reader),
		collaboration: at(ports.collaboration),
		sandbox: at(ports.sandbox),
		n8n,
		webhook,
		updates: way === 'polling' ? undefined : (live?.PUBLIC_WEBHOOK_URL ?? inner),
		messenger: live?.MESSENGER_API_URL ?? at(ports.sandbox),
		ai: live === undefined ? `${at(ports.sandbox)}/ai` : textUrlOf(live),
		aiImages: live === undefined ? `${at(ports.sandbox)}/ai` : (live.AI_IMAGE_BASE_URL ?? textUrlOf(live)),
	};
}

/** Each of our own services by its documented variables: paths and addresses, no secret itself. */
function ownVariables(setting: DeskSetting): Record<Exclude<ServiceName, 'n8n'>, Record<string, string>> {
	const { data, ports, secrets, live, way, host = HOST } = setting;
	const urls = urlsOf(setting);
	return {
		renderer: {
			RENDERER_HOST: host,
			RENDERER_PORT: String(ports.renderer),
			RENDERER_DATA_DIR: join(data, 'renderer'),
			RENDERER_API_KEY_FILE: secrets.file('renderer-key'),
			...allocatorEnvironment,
			// A person's own options are applied after ours.
			NODE_OPTIONS: `${allocatorEnvironment.NODE_OPTIONS} ${process.env['NODE_OPTIONS'] ?? ''}`.trim(),
		},
		reader: {
			READER_HOST: host,
			READER_PORT: String(ports.reader),
			READER_API_KEY_FILE: secrets.file('reader-key'),
			// Outside the public Internet it reads only the sandbox's newspapers, and with real accounts not even these.
			...(live === undefined ? { READER_ORIGINS: newspaperHosts.map((host) => `https://${host}=${at(ports.sandbox)}`).join(',') } : {}),
		},
		collaboration: {
			COLLAB_HOST: host,
			COLLAB_PORT: String(ports.collaboration),
			COLLAB_SERVICE_KEY_FILE: secrets.file('collaboration-key'),
			COLLAB_CONTEXT_KEYS_FILE: secrets.file('context-keys'),
			COLLAB_DATA_DIR: join(data, 'collaboration'),
			...databasesIn(data),
			MESSENGER_API_URL: urls.messenger,
			MESSENGER_TOKEN_FILE: secrets.file('bot-token'),
			MESSENGER_CHANNEL_ID: live?.MESSENGER_CHANNEL_ID ?? String(SANDBOX.channelId),
			RENDERER_URL: urls.renderer,
			RENDERER_API_KEY_FILE: secrets.file('renderer-key'),
			MAIN_WEBHOOK_URL: urls.webhook,
			MAIN_WEBHOOK_SECRET_FILE: secrets.file('webhook-secret'),
			COLLAB_UPDATES: way,
			...(way === 'webhook'
				? {
						COLLAB_UPDATES_HOST: host,
						COLLAB_UPDATES_PORT: String(ports.updates),
						COLLAB_UPDATES_SECRET_FILE: secrets.file('updates-secret'),
						COLLAB_UPDATES_URL: urls.updates as string,
					}
				: {}),
			COLLAB_BOARD_PORT: String(ports.board),
			...(live === undefined
				? { COPYDESK_CLOCK_FILE: join(data, 'sandbox', 'clock'), COLLAB_BOARD: at(ports.board) }
				: { COPYDESK_HTTP_HOSTS: live.COPYDESK_HTTP_HOSTS }),
		},
		sandbox: {
			SANDBOX_HOST: HOST,
			SANDBOX_PORT: String(ports.sandbox),
			SANDBOX_DATA_DIR: join(data, 'sandbox'),
			SANDBOX_BOT_TOKEN_FILE: secrets.file('bot-token'),
			// The desk has no address on the Internet.
			SANDBOX_WEBHOOKS: 'loopback',
		},
	};
}

/** Services whose variables a person may set beside those of the desk. */
const PREFIXES = { renderer: 'RENDERER_', reader: 'READER_', collaboration: 'COLLAB_', sandbox: 'SANDBOX_' } as const;

/** The environment of each of our own services. */
export function serviceEnvironment(setting: DeskSetting, name: Exclude<ServiceName, 'n8n'>): NodeJS.ProcessEnv {
	return { ...programEnvironment(ownVariables(setting)[name], [PREFIXES[name]], setting.env), ...setting.extraEnv?.[name] };
}

/** Leaves word of how this desk is set up, so that the operator's command finds the same: paths and addresses, no secret. */
export function writeOperatorEnvironment(setting: DeskSetting): void {
	const { secrets, live, ownN8n, env = process.env } = setting;
	const urls = urlsOf(setting);
	const own = ownVariables(setting);
	const said = {
		...settingsIn(env),
		...own.collaboration,
		...own.reader,
		...(ownN8n === undefined || env.NODE_EXTRA_CA_CERTS === undefined ? {} : { COPYDESK_N8N_CA: env.NODE_EXTRA_CA_CERTS }),
		...(urls.updates === undefined ? {} : { PUBLIC_WEBHOOK_URL: urls.updates }),
		AI_BASE_URL: urls.ai,
		...(live === undefined ? {} : interfaceVariables(live)),
		AI_API_KEY_FILE: secrets.file('ai-key'),
		AI_TEXT_MODEL: modelsOfDesk(setting).text,
		AI_IMAGE_BASE_URL: urls.aiImages,
		AI_IMAGE_MODEL: modelsOfDesk(setting).image,
		AI_IMAGE_API_KEY_FILE: secrets.file('ai-image-key'),
		AI_AUDIO_MODEL: modelsOfDesk(setting).audio ?? DEFAULT_MODELS.audio,
		...(live?.AI_AUDIO_BASE_URL === undefined
			? {}
			: { AI_AUDIO_BASE_URL: live.AI_AUDIO_BASE_URL, AI_AUDIO_API_KEY_FILE: secrets.file('ai-audio-key') }),
		...(live?.AI_FALLBACK_BASE_URL === undefined
			? {}
			: { ...fallbackVariables(live), AI_FALLBACK_API_KEY_FILE: secrets.file('ai-fallback-key') }),
		READER_URL: urls.reader,
		N8N_URL: urls.n8n,
		...(ownN8n === undefined
			? { N8N_OWNER_EMAIL: OWNER_EMAIL, N8N_OWNER_PASSWORD_FILE: secrets.file('n8n-owner-password') }
			: ownN8n.keyFile === undefined
				? {}
				: { N8N_API_KEY_FILE: ownN8n.keyFile }),
	};
	writeEnvFile(join(setting.data, OPERATOR_ENV), said);
}

/** Lines of `NAME="value"`, for this user alone. */
export function writeEnvFile(file: string, said: Readonly<Record<string, string>>): void {
	const lines = Object.entries(said).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
	writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
}

/** The environment with what `npm start` said about the desk in this data folder; what the environment says itself wins. */
export function withOperatorEnvironment(env: NodeJS.ProcessEnv, data: string): NodeJS.ProcessEnv {
	const desk = { ...databasesIn(data), ...withEnvFile({}, join(data, OPERATOR_ENV)) };
	const isGiven = (name: string): boolean => [name, `${name}_FILE`, name.replace(/_FILE$/, '')].some((each) => env[each] !== undefined);
	return { ...Object.fromEntries(Object.entries(desk).filter(([name]) => !isGiven(name))), ...env };
}

/** Keys of others come from `.env`; each program reads its own from a protected file. */
export function givenSecrets(live: LiveConfig | undefined): Partial<Record<SecretName, string>> {
	if (live === undefined) return {};
	return {
		'bot-token': live.MESSENGER_TOKEN,
		'ai-key': live.AI_API_KEY,
		'ai-image-key': live.AI_IMAGE_API_KEY || live.AI_API_KEY,
		...(live.AI_AUDIO_BASE_URL === undefined ? {} : { 'ai-audio-key': live.AI_AUDIO_API_KEY || live.AI_API_KEY }),
		...(live.AI_FALLBACK_API_KEY === '' ? {} : { 'ai-fallback-key': live.AI_FALLBACK_API_KEY }),
	};
}

/** The sandbox takes the names that the provider of a real desk has, too. */
const modelsOfDesk = ({ live }: DeskSetting): Models => (live === undefined ? DEFAULT_MODELS : modelsSaid(live));

/** Where voices are written down; empty: where texts are. */
const soundsOf = ({ live, secrets }: DeskSetting): { readonly url: string; readonly key: string } =>
	live?.AI_AUDIO_BASE_URL === undefined ? { url: '', key: '' } : { url: live.AI_AUDIO_BASE_URL, key: secrets.value('ai-audio-key') };

/** What the graphs refer to by name and id. */
export function credentialsOf(setting: DeskSetting): CredentialToImport[] {
	const { secrets } = setting;
	const urls = urlsOf(setting);
	return graphCredentials({
		webhookSecret: secrets.value('webhook-secret'),
		collaboration: { url: urls.collaboration, key: secrets.value('collaboration-key') },
		renderer: { url: urls.renderer, key: secrets.value('renderer-key') },
		reader: { url: urls.reader, key: secrets.value('reader-key') },
		texts: { url: urls.ai, key: secrets.value('ai-key') },
		images: { url: urls.aiImages, key: secrets.value('ai-image-key') },
		sounds: soundsOf(setting),
		models: modelsOfDesk(setting),
		interfaces: interfacesOf(setting.live ?? SANDBOX_PROVIDER),
		fallback: fallbackFields(setting.live ?? SANDBOX_PROVIDER, secrets.value('ai-fallback-key')),
	});
}

export function n8nSettingOf(setting: DeskSetting): N8nSetting {
	const { data, ports, secrets, live, way } = setting;
	// Only there does anybody reach n8n from outside.
	const publicUrl = way === 'graphs' && live?.PUBLIC_WEBHOOK_URL !== undefined ? new URL(live.PUBLIC_WEBHOOK_URL).origin : undefined;
	const service = serviceEnvironment(setting, 'collaboration');
	const contract = () => contractOf(service);
	const timeZone = timeZoneOf(service);
	const endpoint = webhookEndpoint(setting);
	return {
		data,
		ports,
		secrets,
		contract,
		...(endpoint === undefined ? {} : { webhookEndpoint: endpoint }),
		timeZone,
		credentials: credentialsOf(setting),
		...(publicUrl === undefined ? {} : { publicUrl }),
	};
}

export function ownServiceSpec(setting: DeskSetting, name: Exclude<ServiceName, 'n8n'>, program: string): ServiceSpec {
	if (name !== 'reader') mkdirSync(join(setting.data, name), { recursive: true, mode: 0o700 });
	const health = `${urlsOf(setting)[name]}/healthz`;
	return {
		name,
		args: [...QUIET_NODE, program],
		env: serviceEnvironment(setting, name),
		logFile: logFile(setting.data, name),
		port: setting.ports[name],
		isReady: async () => {
			const answer = await fetch(health, { signal: AbortSignal.timeout(2_000) });
			await answer.body?.cancel();
			return answer.ok;
		},
		readyTimeoutMs: READY_TIMEOUT_MS,
		stopTimeoutMs: STOP_TIMEOUT_MS[name],
	};
}

export function n8nSpec(setting: DeskSetting, afterReady: NonNullable<ServiceSpec['afterReady']>): ServiceSpec {
	return {
		name: 'n8n',
		args: [n8nProgram(), 'start'],
		env: { ...n8nEnvironment(n8nSettingOf(setting)), ...setting.extraEnv?.n8n },
		logFile: logFile(setting.data, 'n8n'),
		beforeStart: () => forgetCrash(setting.data),
		port: setting.ports.n8n,
		isReady: () => isN8nUp(setting.ports),
		readyTimeoutMs: N8N_READY_TIMEOUT_MS,
		stopTimeoutMs: 15_000,
		afterReady,
	};
}

export function logFile(data: string, name: string): string {
	return join(data, 'logs', `${name}.log`);
}

/** Where a service's program is, or undefined while it does not exist. */
export function programOf(root: string, name: Exclude<ServiceName, 'n8n'>): string | undefined {
	const program = join(root, 'services', name, 'src', 'main.ts');
	return existsSync(program) ? program : undefined;
}
