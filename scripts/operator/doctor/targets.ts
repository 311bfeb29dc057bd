import { optional, readConfig, secret, textOf, urlOf, type Environment } from '@copydesk/kit/config';
import { shape as collaboration } from '@copydesk/collaboration/config';
import { variables as reader } from '@copydesk/reader/config';
import type { UpdatesMode } from '@copydesk/collaboration/version';
import { guardOf } from '../../desk/ownPort.ts';
import type { LiveConfig } from '../../desk/live.ts';
import { PROVIDER, PROVIDER_KEYS, fallbackProviderOf, modelsSaid, providerOf, type Models, type Provider } from '../../desk/provider.ts';

/** All that the doctor is told about a desk; what is missing is not looked at. */
export interface DoctorTargets {
	readonly messenger?: { readonly apiUrl: string; readonly token: string; readonly channelId?: number };
	/** How messages should reach the desk; by default the messenger calls n8n. */
	readonly way?: UpdatesMode;
	/** Where the messenger should bring updates; none where the desk asks for them. */
	readonly webhookUrl?: string;
	/** The two people, where somebody outside of the participants' table said who they are. */
	readonly people?: readonly { readonly role: 'owner' | 'editor'; readonly userId: number }[];
	readonly ai?: Provider;
	/** Asked for texts when the first one definitely did nothing. */
	readonly fallback?: { readonly ai: Provider; readonly models: Models } | undefined;
	/** Asked for where the settings of the main graph name none. */
	readonly models?: Models;
	readonly services: readonly OwnService[];
	readonly n8n?: N8nDoor;
	/** The `host:port` that the reader finds at an address of its own. */
	readonly origins?: ReadonlyMap<string, unknown>;
	/** Folders that must be writable and have room. */
	readonly folders: readonly string[];
	readonly databases: readonly { readonly name: string; readonly url: string; readonly readOnly: boolean }[];
}

export interface OwnService {
	readonly name: 'renderer' | 'collaboration' | 'reader';
	readonly url: string;
	readonly key: string;
	/** Throws where the key may not be told to what listens there. */
	readonly guard?: () => void;
}

/** How to get into an n8n. */
interface N8nDoor {
	readonly url: string;
	readonly guard?: () => void;
	/** The key of its public API. */
	readonly key?: string;
	readonly login?: {
		readonly email: string;
		readonly password: string;
		/** Where a session may be kept: n8n allows few logins in a row. */
		readonly sessionFile?: string;
	};
}

const shape = {
	MESSENGER_API_URL: collaboration.MESSENGER_API_URL,
	MESSENGER_TOKEN_FILE: optional(collaboration.MESSENGER_TOKEN_FILE),
	MESSENGER_CHANNEL_ID: optional(collaboration.MESSENGER_CHANNEL_ID),
	PUBLIC_WEBHOOK_URL: optional(urlOf('where the messenger sends updates')),
	COLLAB_UPDATES: collaboration.COLLAB_UPDATES,
	COLLAB_UPDATES_URL: collaboration.COLLAB_UPDATES_URL,
	...PROVIDER,
	...PROVIDER_KEYS,
	RENDERER_URL: collaboration.RENDERER_URL,
	RENDERER_API_KEY: collaboration.RENDERER_API_KEY,
	READER_URL: optional(urlOf('where the reader is')),
	READER_API_KEY: secret('key of the reader', { optional: true }),
	READER_ORIGINS: reader.READER_ORIGINS,
	COLLAB_URL: optional(urlOf('where the collaboration service is')),
	COLLAB_HOST: collaboration.COLLAB_HOST,
	COLLAB_PORT: collaboration.COLLAB_PORT,
	COLLAB_SERVICE_KEY: secret('key of the collaboration service', { optional: true }),
	COLLAB_DATABASE_URL: collaboration.COLLAB_DATABASE_URL,
	COLLAB_PARTICIPANTS_URL: collaboration.COLLAB_PARTICIPANTS_URL,
	N8N_URL: optional(urlOf('where n8n is')),
	N8N_OWNER_EMAIL: optional(textOf("the address of n8n's owner")),
	N8N_OWNER_PASSWORD: secret("the password of n8n's owner", { optional: true }),
	N8N_API_KEY: secret("key of n8n's public interface", { optional: true }),
};

/** The same before a start with real accounts: what `.env` says, and nothing of our own yet. */
export function targetsOfLive(live: LiveConfig, data: string, way: UpdatesMode): DoctorTargets {
	return {
		messenger: { apiUrl: live.MESSENGER_API_URL, token: live.MESSENGER_TOKEN, channelId: Number(live.MESSENGER_CHANNEL_ID) },
		way,
		...(way === 'polling' || live.PUBLIC_WEBHOOK_URL === undefined ? {} : { webhookUrl: live.PUBLIC_WEBHOOK_URL }),
		people: [
			{ role: 'owner', userId: live.OWNER_USER_ID },
			{ role: 'editor', userId: live.EDITOR_USER_ID },
		],
		ai: providerOf(live),
		fallback: fallbackProviderOf(live),
		models: modelsSaid(live),
		services: [],
		folders: [data],
		databases: [],
	};
}

/** Never the address at which the collaboration service finds n8n: the messenger is outside. */
export function publicUrlOf(read: {
	readonly COLLAB_UPDATES: UpdatesMode;
	readonly COLLAB_UPDATES_URL: string | undefined;
	readonly PUBLIC_WEBHOOK_URL: string | undefined;
}): string | undefined {
	if (read.COLLAB_UPDATES === 'polling') return undefined;
	return (read.COLLAB_UPDATES === 'webhook' ? read.COLLAB_UPDATES_URL : undefined) ?? read.PUBLIC_WEBHOOK_URL;
}

/**
 * Reads what the environment says about a desk.
 * @param folders where the desk keeps its state on this machine
 * @throws ConfigurationError with every mistake
 */
export function readTargets(env: Environment, folders: readonly string[]): DoctorTargets {
	const read = readConfig(env, shape);
	const way = read.COLLAB_UPDATES;
	const webhookUrl = publicUrlOf(read);
	const named: OwnService[] = [
		{ name: 'renderer', url: read.RENDERER_URL, key: read.RENDERER_API_KEY },
		{
			name: 'collaboration',
			url: read.COLLAB_URL ?? `http://${read.COLLAB_HOST}:${read.COLLAB_PORT}`,
			key: read.COLLAB_SERVICE_KEY,
		},
		...(read.READER_URL === undefined ? [] : [{ name: 'reader' as const, url: read.READER_URL, key: read.READER_API_KEY }]),
	];
	const services = named.map((each) => ({ ...each, guard: guardOf(folders, each.name, each.url) }));
	return {
		...(read.MESSENGER_TOKEN_FILE === undefined || read.MESSENGER_CHANNEL_ID === undefined
			? {}
			: { messenger: { apiUrl: read.MESSENGER_API_URL, token: read.MESSENGER_TOKEN_FILE, channelId: read.MESSENGER_CHANNEL_ID } }),
		way,
		...(webhookUrl === undefined ? {} : { webhookUrl }),
		...(read.AI_API_KEY === '' ? {} : { ai: providerOf(read) }),
		fallback: fallbackProviderOf(read),
		models: modelsSaid(read),
		services,
		origins: read.READER_ORIGINS,
		...(read.N8N_URL === undefined
			? {}
			: {
					n8n: {
						url: read.N8N_URL,
						guard: guardOf(folders, 'n8n', read.N8N_URL),
						...(read.N8N_API_KEY === '' ? {} : { key: read.N8N_API_KEY }),
						...(read.N8N_OWNER_EMAIL === undefined || read.N8N_OWNER_PASSWORD === ''
							? {}
							: {
									login: {
										email: read.N8N_OWNER_EMAIL,
										password: read.N8N_OWNER_PASSWORD,
										...(env['N8N_OWNER_PASSWORD_FILE'] === undefined ? {} : { sessionFile: `${env['N8N_OWNER_PASSWORD_FILE']}-session` }),
									},
								}),
					},
				}),
		folders,
		databases: [
			{ name: 'materials and audit', url: read.COLLAB_DATABASE_URL, readOnly: false },
			{ name: 'participants', url: read.COLLAB_PARTICIPANTS_URL, readOnly: true },
		],
	};
}
