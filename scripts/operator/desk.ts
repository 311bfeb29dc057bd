/** What the operator reaches: the same databases and the same messenger as the service, opened when an action needs them. */
import { randomUUID } from 'node:crypto';
import { optional, readConfig, secret, textOf, urlOf, type Environment, type Shape, type Variable } from '@copydesk/kit/config';
import { migrate } from '@copydesk/kit/database/migrate';
import { openDatabase, sqlitePathOf } from '@copydesk/kit/database/open';
import type { Database } from '@copydesk/kit/database/types';
import {
	createAudit,
	createMessenger,
	FAMILY,
	MIGRATIONS,
	openParticipants,
	PARTICIPANTS_FAMILY,
	PARTICIPANTS_MIGRATIONS,
	readContract,
	sandboxClock,
} from '@copydesk/collaboration/operator';
import type { Audit, Messenger, Participants } from '@copydesk/collaboration/operator';
import { shape } from '@copydesk/collaboration/config';
import type { Prices } from '@copydesk/domain/ai/prices';
import type { Contract, UpdatesMode } from '@copydesk/collaboration/version';
import { wasStarted } from '../desk/kind.ts';
import { readLiveConfig, wayOf } from '../desk/live.ts';
import { once } from '../desk/once.ts';
import { guardOf, n8nSinceMs } from '../desk/ownPort.ts';
import { withEnvFile, type DeskKind } from '../desk/paths.ts';
import { N8nApi, type N8n } from '../workflows/n8nApi.ts';
import { N8nPublicApi } from '../workflows/n8nPublicApi.ts';
import { publicUrlOf, readTargets, targetsOfLive, type DoctorTargets } from './doctor/targets.ts';

export interface Desk {
	/** The service's database, migrated. */
	database(): Promise<Database>;
	audit(): Promise<Audit>;
	/** The participants, to be written: only the operator does that. */
	people(): Promise<Database>;
	participants(): Participants;
	messenger(): Messenger;
	/** The bot that `.env` names, which may have no desk yet; without one, the desk's. */
	messengerToBe(): Messenger;
	channelId(): number | undefined;
	/** What the models cost, where somebody said it. */
	prices(): Prices | undefined;
	/** Under which address people open the board; undefined where there is none. */
	board(): string | undefined;
	/** How messages reach the desk; where the messenger should bring them, as far as that is known, and the secret it then sends. */
	updates(): { readonly way: UpdatesMode; readonly url: string | undefined; readonly secret: string };
	/** Where n8n takes updates from the service, and their secret. */
	webhook(): { readonly url: string; readonly secret: string; readonly guard: () => void };
	/** `guard` throws where the key may not be told to what listens there. */
	service(): { readonly url: string; readonly key: string; readonly guard: () => void };
	/** Where covers are made, and what opens it. */
	renderer(): { readonly url: string; readonly key: string };
	/** The contract that is served now. */
	contract(): Promise<Contract>;
	/** The n8n that runs, opened. @throws Error when it is not named or does not let us in */
	n8n(): Promise<N8n>;
	/** Where the desk keeps its state on this machine. */
	readonly data: string;
	paths(): { readonly database: string | undefined; readonly participants: string | undefined };
	/** Whether it ever ran; before that only what is outside of it can be looked at. */
	readonly isStarted: boolean;
	/** What the doctor looks at. @throws ConfigurationError */
	targets(): DoctorTargets;
	/** Who did it, for the audit. */
	readonly operator: string;
	readonly nowMs: () => number;
	/** The service's clock: in the sandbox it may be ahead. */
	clockMs(): number;
	readonly newId: () => string;
	close(): Promise<void>;
}

const {
	COLLAB_DATABASE_URL,
	COLLAB_PARTICIPANTS_URL,
	MESSENGER_API_URL,
	MESSENGER_TOKEN_FILE,
	MESSENGER_CHANNEL_ID,
	MAIN_WEBHOOK_URL,
	MAIN_WEBHOOK_SECRET,
	COLLAB_HOST,
	COLLAB_PORT,
	COLLAB_SERVICE_KEY,
	COLLAB_BOARD,
	COLLAB_CONTRACT,
	COLLAB_PRICES,
	COLLAB_UPDATES,
	COLLAB_UPDATES_URL,
	COLLAB_UPDATES_SECRET,
	RENDERER_URL,
	RENDERER_API_KEY,
} = shape;

const COPYDESK_CLOCK_FILE = optional(textOf('how far the clock of the sandbox is ahead'));
const PUBLIC_WEBHOOK_URL = optional(urlOf('where the messenger sends updates'));

/** On PostgreSQL the service's role may only read participants; the operator's may write them. */
const adminUrl: Variable<string | undefined> = optional({
	...COLLAB_PARTICIPANTS_URL,
	about: 'participants, as a role that may write them',
});

export interface Place {
	/** Where the desk keeps its state. */
	readonly data: string;
	readonly kind: DeskKind;
	/** What the person's own environment says, without what the desk said at its start. */
	readonly own: Environment;
}

export function openDesk(env: Environment, place: Place): Desk {
	const read = <S extends Shape>(wanted: S) => readConfig(env, wanted);
	const urls = read({
		COLLAB_DATABASE_URL,
		COLLAB_PARTICIPANTS_URL,
		COLLAB_PARTICIPANTS_ADMIN_URL: adminUrl,
		USER: optional(textOf('user')),
	});
	const open: { close(): Promise<void> }[] = [];
	const opened = async (url: string, migrations: string, family: string): Promise<Database> => {
		const db = await openDatabase(url);
		open.push(db);
		await migrate(db, migrations, family, Date.now());
		return db;
	};
	const database = once(() => opened(urls.COLLAB_DATABASE_URL, MIGRATIONS, FAMILY));
	const pathOf = (url: string): string | undefined => (url.startsWith('sqlite:') ? sqlitePathOf(url) : undefined);
	return {
		database,
		audit: once(async () => createAudit(await database(), Date.now)),
		people: once(() =>
			opened(urls.COLLAB_PARTICIPANTS_ADMIN_URL ?? urls.COLLAB_PARTICIPANTS_URL, PARTICIPANTS_MIGRATIONS, PARTICIPANTS_FAMILY),
		),
		participants() {
			const participants = openParticipants(urls.COLLAB_PARTICIPANTS_URL);
			open.push(participants);
			return participants;
		},
		messenger() {
			const config = read({ MESSENGER_API_URL, MESSENGER_TOKEN_FILE });
			return createMessenger({ apiUrl: config.MESSENGER_API_URL, token: config.MESSENGER_TOKEN_FILE });
		},
		messengerToBe() {
			const { MESSENGER_TOKEN: token, ...named } = withEnvFile(place.own);
			if (token === undefined || token === '') return this.messenger();
			const config = readConfig(named, { MESSENGER_API_URL });
			return createMessenger({ apiUrl: config.MESSENGER_API_URL, token });
		},
		prices: () => read({ COLLAB_PRICES: COLLAB_PRICES }).COLLAB_PRICES,
		channelId: () => read({ MESSENGER_CHANNEL_ID: optional(MESSENGER_CHANNEL_ID) }).MESSENGER_CHANNEL_ID,
		board: () => read({ COLLAB_BOARD }).COLLAB_BOARD,
		updates() {
			const config = read({ COLLAB_UPDATES, COLLAB_UPDATES_URL, COLLAB_UPDATES_SECRET, MAIN_WEBHOOK_SECRET, PUBLIC_WEBHOOK_URL });
			const way = config.COLLAB_UPDATES;
			return { way, url: publicUrlOf(config), secret: way === 'webhook' ? config.COLLAB_UPDATES_SECRET : config.MAIN_WEBHOOK_SECRET };
		},
		webhook() {
			const config = read({ MAIN_WEBHOOK_URL, MAIN_WEBHOOK_SECRET });
			const url = config.MAIN_WEBHOOK_URL ?? '';
			return { url, secret: config.MAIN_WEBHOOK_SECRET, guard: guardOf([place.data], 'n8n', url) };
		},
		service() {
			const config = read({ COLLAB_HOST, COLLAB_PORT, COLLAB_SERVICE_KEY });
			const url = `http://${config.COLLAB_HOST}:${config.COLLAB_PORT}`;
			return { url, key: config.COLLAB_SERVICE_KEY, guard: guardOf([place.data], 'collaboration', url) };
		},
		renderer() {
			const { RENDERER_URL: url, RENDERER_API_KEY: key } = read({ RENDERER_URL, RENDERER_API_KEY });
			return { url, key };
		},
		contract: async () => readContract(await database(), read({ COLLAB_CONTRACT }).COLLAB_CONTRACT),
		async n8n() {
			const { n8n } = this.targets();
			const { N8N_API_KEY: key } = read({ N8N_API_KEY: secret("key of n8n's public interface", { optional: true }) });
			if (n8n !== undefined && key !== '') return new N8nPublicApi(n8n.url, key, n8n.guard);
			if (n8n?.login === undefined)
				throw new Error('Set N8N_URL, and N8N_API_KEY or N8N_OWNER_EMAIL and N8N_OWNER_PASSWORD, so that this command can reach n8n');
			const { email, password, sessionFile } = n8n.login;
			return N8nApi.open(n8n.url, email, password, { sessionFile, guard: n8n.guard, sinceMs: n8nSinceMs([place.data], n8n.url) });
		},
		data: place.data,
		paths: () => ({ database: pathOf(urls.COLLAB_DATABASE_URL), participants: pathOf(urls.COLLAB_PARTICIPANTS_URL) }),
		// A desk with real accounts that was never started has said nothing yet; its people have, in .env.
		isStarted: place.kind === 'sandbox' || wasStarted(place.data),
		targets() {
			if (this.isStarted) return readTargets(env, [place.data]);
			const said = withEnvFile(place.own);
			const live = readLiveConfig(said);
			return targetsOfLive(live, place.data, wayOf(said['COLLAB_UPDATES'], live));
		},
		operator: `operator:${urls.USER ?? 'unknown'}`,
		nowMs: Date.now,
		clockMs() {
			const { COPYDESK_CLOCK_FILE: file, MESSENGER_API_URL: url } = read({ COPYDESK_CLOCK_FILE, MESSENGER_API_URL });
			return file === undefined ? Date.now() : sandboxClock(file, url)();
		},
		newId: randomUUID,
		async close() {
			for (const each of open) await each.close();
		},
	};
}
