/** The collaboration service over real HTTP, a real database and a messenger that misbehaves on request. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPictureFiles } from '@copydesk/collaboration/admissions/pictureFiles';
import { createApp } from '@copydesk/collaboration/app';
import { createContexts } from '@copydesk/collaboration/contexts/contexts';
import { createFiles } from '@copydesk/collaboration/messenger/files';
import { createMessenger } from '@copydesk/collaboration/messenger/client';
import { PARTICIPANTS_FAMILY, PARTICIPANTS_MIGRATIONS, openParticipants } from '@copydesk/collaboration/participants/participants';
import { createPrepare } from '@copydesk/collaboration/photos/prepare';
import type { LogoParts } from '@copydesk/collaboration/jobs/brandSheets';
import { createTakePhoto } from '@copydesk/collaboration/photos/take';
import { FAMILY, MIGRATIONS, createService } from '@copydesk/collaboration/service';
import { callbackData, makesRequest } from '@copydesk/domain/chat/callback';
import type { CallbackAction } from '@copydesk/domain/chat/callback';
import type { Prices } from '@copydesk/domain/ai/prices';
import type { Budget } from '@copydesk/collaboration/admissions/budget';
import type { Service } from '@copydesk/collaboration/service';
import type { Contract, UpdatesMode } from '@copydesk/collaboration/version';
import type { Covers } from '@copydesk/collaboration/messenger/covers';
import type { Language } from '@copydesk/domain/language';
import type { Approval } from '@copydesk/domain/material/approval';
import { migrate } from '@copydesk/kit/database/migrate';
import { openDatabase } from '@copydesk/kit/database/open';
import type { Database, SqlValue } from '@copydesk/kit/database/types';
import { openLog } from '@copydesk/kit/log';
import { createMetrics } from '@copydesk/kit/metrics';
import { listen } from '@copydesk/kit/server';
import type { Running } from '@copydesk/kit/server';
import { setEditorActive, setParticipants } from '../../scripts/operator/people.ts';
import { sqliteEngine } from './databases.ts';
import { fastFolder } from './environment.ts';
import type { Engine, TestDatabase } from './databases.ts';
import { openApiDocument } from './openapi.ts';
import { TOKEN, startFakeMessenger } from './messenger.ts';
import type { FakeMessenger } from './messenger.ts';

export const OWNER = 1001;
export const EDITOR = 1002;
export const CHANNEL = -1_001_000_000_001;
export const SERVICE_KEY = 'the-service-key-of-the-tests-0123456789';
export const CONTEXT_KEY = { kid: 'k1', key: Buffer.alloc(32, 7) };

export const COVER = Buffer.from('not a real picture, but whole');
export const COVER_ID = createHash('sha256').update(COVER).digest('hex');
export const IMAGE_ID = `sha256:${'ab'.repeat(32)}`;

/** Every exchange of every test is held against the document. */
export const collaborationApi = openApiDocument(fileURLToPath(new URL('../../services/collaboration/openapi.yaml', import.meta.url)));

export interface Answer {
	readonly status: number;
	// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are looked into freely here
	readonly body: any;
}

/** What a refusal is told by. */
export const problem = ({ status, body }: Answer) => [status, body.code];

export interface TestDesk {
	readonly url: string;
	readonly service: Service;
	readonly database: TestDatabase;
	readonly messenger: FakeMessenger;
	/** Lines of the log. */
	readonly logged: string[];
	/** Where paid pictures are kept. */
	readonly picturesDir: string;
	/** Milliseconds since 1970; set it to move time. */
	clock: { nowMs: number };
	/** Pauses that the service asked for, in milliseconds. */
	readonly slept: number[];
	/** Posts to the main webhook, and the headers of the newest. */
	readonly posted: unknown[];
	readonly postedHeaders: () => Headers;
	/** What a post to the main webhook is answered with; an Error for nobody listening. */
	webhookAnswers: (number | 'refused')[];
	covers: { fetch: Covers['fetch'] };
	post(path: string, body: unknown, key?: string): Promise<Answer>;
	setEditor(active: boolean): Promise<void>;
	/** Another instance on the same databases. */
	sibling(more?: Pick<DeskOptions, 'contextKeys' | 'updates' | 'main'>): Promise<TestDesk>;
	/** Stops without a word, as a kill would: rows stay as they are. */
	die(): Promise<void>;
	close(): Promise<void>;
}

export interface DeskOptions {
	readonly engine?: Engine;
	readonly contract?: Contract;
	readonly entries?: readonly string[];
	readonly database?: TestDatabase;
	readonly messenger?: FakeMessenger;
	readonly withWebhook?: boolean;
	/** How messages reach the desk. */
	readonly updates?: UpdatesMode;
	/** What the main graph does with what is posted to its webhook, instead of `webhookAnswers`. */
	readonly main?: (update: { readonly update_id: number }) => Promise<number>;
	readonly clock?: { nowMs: number };
	readonly answerTimeoutMs?: number;
	readonly language?: Language;
	readonly approval?: Approval;
	/** An IANA name; UTC without it. */
	readonly timeZone?: string;
	/** Without it as much is paid for as a test likes. */
	readonly budget?: Budget;
	readonly prices?: Prices;
	readonly atOnce?: number;
	readonly contextKeys?: readonly { kid: string; key: Buffer }[];
	readonly picturesDir?: string;
	readonly freeBytes?: () => number;
	/** Pictures that the renderer was given; it takes none while this says no. */
	readonly importImage?: (png: Buffer) => Promise<string | null>;
	/** Who reads a logo and draws covers with it. */
	readonly logos?: LogoParts;
	/** Under which address people open the board. */
	readonly board?: string;
	/** Told of every statement. */
	readonly watch?: (sql: string, values: readonly SqlValue[]) => void;
}

export const EPOCH = Date.UTC(2027, 0, 1);

export async function withPeople(url: string, work: (db: Database) => Promise<unknown>): Promise<void> {
	const db = await openDatabase(url);
	try {
		await migrate(db, PARTICIPANTS_MIGRATIONS, PARTICIPANTS_FAMILY, EPOCH);
		await work(db);
	} finally {
		await db.close();
	}
}

/** All tables, owner and editor. */
async function withTwoPeople({ url, participantsUrl }: TestDatabase): Promise<void> {
	await withPeople(participantsUrl, (db) =>
		setParticipants(db, { owner: { userId: OWNER, name: 'Olga Owner' }, editor: { userId: EDITOR, name: 'Egor Editor' } }, EPOCH, 'test'),
	);
	const db = await openDatabase(url);
	try {
		await migrate(db, MIGRATIONS, FAMILY, EPOCH);
	} finally {
		await db.close();
	}
}

function watched(db: Database, watch: DeskOptions['watch']): Database {
	if (watch === undefined) return db;
	return {
		...db,
		query(sql, values = []) {
			watch(sql, values);
			return db.query(sql, values);
		},
		atomically: (work) => db.atomically((tx) => work(watched(tx, watch))),
	};
}

export async function openDesk(options: DeskOptions = {}): Promise<TestDesk> {
	const { engine = sqliteEngine, withWebhook = false, clock = { nowMs: EPOCH } } = options;
	const ownDatabase = options.database === undefined;
	const database = options.database ?? (await engine.copyOf(withTwoPeople));
	const ownMessenger = options.messenger === undefined;
	const fake = options.messenger ?? (await startFakeMessenger());
	const logged: string[] = [];
	const picturesDir = options.picturesDir ?? mkdtempSync(join(fastFolder(), 'copydesk-pictures-'));
	const slept: number[] = [];
	const posted: unknown[] = [];
	let postedHeaders = new Headers();
	const log = openLog('collaboration', 'debug', { write: (line: string) => void logged.push(line) });
	const metrics = createMetrics();
	const covers: Covers = {
		fetch: async (assetId) => (assetId === COVER_ID ? { bytes: COVER } : { missing: 'renderer_answered_404' }),
		onboarding: async () => ({ assetId: COVER_ID }),
	};
	const replaceable = { fetch: covers.fetch };
	const desk = { webhookAnswers: [] as (number | 'refused')[] };
	const messenger = createMessenger({
		apiUrl: fake.url,
		token: TOKEN,
		...(options.answerTimeoutMs === undefined ? {} : { answerTimeoutMs: options.answerTimeoutMs }),
	});
	const files = createFiles({ apiUrl: fake.url, token: TOKEN, messenger, maxBytes: 20_971_520 });
	const service = await createService({
		files,
		db: watched(await openDatabase(database.url), options.watch),
		participants: openParticipants(database.participantsUrl),
		messenger,
		takePhoto: createTakePhoto({
			prepare: createPrepare(),
			files,
			importImage: options.importImage ?? (async (png) => `sha256:${createHash('sha256').update(png).digest('hex')}`),
		}),
		covers: { fetch: (assetId) => replaceable.fetch(assetId), onboarding: covers.onboarding },
		contexts: createContexts({ keys: options.contextKeys ?? [CONTEXT_KEY], nowMs: () => clock.nowMs }),
		pictures: openPictureFiles(picturesDir, options.freeBytes),
		channelId: CHANNEL,
		webhook: withWebhook ? { url: 'http://main.invalid/webhook/copydesk', secret: 'webhook-secret' } : undefined,
		contract: options.contract ?? '1.0.1',
		...(options.updates === undefined ? {} : { updates: options.updates }),
		budget: options.budget ?? { perHour: 0, perDay: 0 },
		...(options.prices === undefined ? {} : { prices: options.prices }),
		...(options.atOnce === undefined ? {} : { atOnce: options.atOnce }),
		...(options.entries === undefined ? {} : { entries: options.entries }),
		...(options.approval === undefined ? {} : { approval: options.approval }),
		...(options.logos === undefined ? {} : { logos: options.logos }),
		...(options.board === undefined ? {} : { board: options.board }),
		...(options.timeZone === undefined ? {} : { timeZone: options.timeZone }),
		...(options.language === undefined ? {} : { language: options.language }),
		log,
		metrics,
		nowMs: () => clock.nowMs,
		sleep: async (ms) => void slept.push(ms),
		fetch: async (_url, init) => {
			const answer = desk.webhookAnswers.shift() ?? 200;
			if (answer === 'refused')
				throw new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) });
			const update = JSON.parse(String(init?.body)) as { update_id: number };
			posted.push(update);
			postedHeaders = new Headers(init?.headers);
			return new Response(null, { status: (await options.main?.(update)) ?? answer });
		},
	});
	const running: Running = await listen(createApp({ service, serviceKey: SERVICE_KEY, log, metrics, strict: true }), '127.0.0.1', 0);
	let stopped: Promise<void> | undefined;
	const stop = () =>
		(stopped ??= (async () => {
			running.server.closeAllConnections();
			await running.stop(10);
			await service.close();
		})());
	return {
		url: running.url,
		service,
		database,
		messenger: fake,
		logged,
		picturesDir,
		clock,
		slept,
		posted,
		postedHeaders: () => postedHeaders,
		get webhookAnswers() {
			return desk.webhookAnswers;
		},
		set webhookAnswers(answers) {
			desk.webhookAnswers = answers;
		},
		covers: replaceable,
		post: (path, body, key = SERVICE_KEY) => postJson(`${running.url}${path}`, body, key),
		setEditor: (active) => withPeople(database.participantsUrl, (db) => setEditorActive(db, active, clock.nowMs, 'test')),
		sibling: (more = {}) => openDesk({ ...options, ...more, engine, database, messenger: fake, clock, picturesDir }),
		die: stop,
		async close() {
			await stop();
			if (ownMessenger) await fake.close();
			if (ownDatabase) await database.drop();
			if (options.picturesDir === undefined) rmSync(picturesDir, { recursive: true, force: true });
		},
	};
}

/** Posts a body, given as a value or as raw JSON text. */
export async function postJson(
	url: string,
	body: unknown,
	key: string,
	headers: Readonly<Record<string, string>> = {},
	signal?: AbortSignal,
): Promise<Answer> {
	const sent = typeof body === 'string' ? body : JSON.stringify(body);
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'x-copydesk-key': key, ...headers },
		body: sent,
		...(signal === undefined ? {} : { signal }),
	});
	const text = await response.text();
	const answer = text === '' ? undefined : JSON.parse(text);
	collaborationApi.check({
		method: 'POST',
		path: new URL(url).pathname,
		...(typeof body === 'string' ? {} : { requestBody: JSON.parse(sent) as unknown }),
		status: response.status,
		headers: response.headers,
		body: answer,
		bodyBytes: text.length,
	});
	return { status: response.status, body: answer };
}

/** The sound of a voice message as the service hands it out, or the code of its refusal. */
export async function recordingOf(desk: Pick<TestDesk, 'url'>, _svc: string): Promise<Buffer | string> {
	const answer = await fetch(`${desk.url}/voice`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', 'X-Copydesk-Key': SERVICE_KEY },
		body: JSON.stringify({ _svc }),
	});
	const bytes = Buffer.from(await answer.arrayBuffer());
	return answer.ok ? bytes : (JSON.parse(bytes.toString()) as { code: string }).code;
}

// ── Updates as the messenger brings them ────────────────────────────────────

let updateIds = 5_000;
export const newUpdateId = (): number => (updateIds += 1);

const person = (id: number) => ({ id, is_bot: false, first_name: id === OWNER ? 'Olga' : 'Egor' });

export function textUpdate(from: number, text: string, more: Readonly<Record<string, unknown>> = {}) {
	return {
		update_id: newUpdateId(),
		message: { message_id: 10, date: 1, from: person(from), chat: { id: from, type: 'private' }, text, ...more },
	};
}

/** @param message more of the message under the button, as the messenger may tell */
export function pressUpdate(from: number, messageId: number, data: string, message: object = {}) {
	const update_id = newUpdateId();
	return {
		update_id,
		callback_query: {
			id: `cb-${update_id}`,
			from: person(from),
			chat_instance: 'x',
			data,
			message: { message_id: messageId, date: 0, chat: { id: from, type: 'private' }, ...message },
		},
	};
}

/** What is asked over HTTP needs no more of a desk; a service that is a process of its own has it too. */
interface Posts {
	post(path: string, body: unknown): Promise<Answer>;
}

let executions = 100;
export const newExecutionId = (): string => String((executions += 1));

/** What `/event` answers to an update. */
export async function postEvent(desk: Posts, update: unknown, can: object = {}) {
	const { body } = await desk.post('/event', { update, execution_id: newExecutionId(), ...can });
	return body;
}

// ── The road of one post, a step at a time ──────────────────────────────────

export interface Ready {
	readonly draft_key: string;
	readonly version: number;
	readonly _svc: string;
	/** Message ids of the copies. */
	readonly owner: number;
	readonly editor: number;
}

/** Every answer to a question of the desk has been carried out. */
export const answersDone = (desk: TestDesk) =>
	desk.service.db.query("update event set state = 'handled', closed_at_ms = $1 where intent_kind = 'feedback_reply' and state = 'stored'", [
		desk.clock.nowMs,
	]);

export const begin = (desk: Posts, from: number, text = '/post Open on Saturdays') => postEvent(desk, textUpdate(from, text));

/** A request; where the desk asks back, also the presses that say it is one. */
export async function requested(desk: Posts, update: ReturnType<typeof textUpdate>) {
	let event = await postEvent(desk, update);
	while (event.intent.kind === 'usage') {
		const buttons = event.intent.buttons.flat() as { action: CallbackAction; draft_key: string; version: number }[];
		const said = buttons.findLast(({ action }) => makesRequest(action));
		if (said === undefined) throw new Error(`Not taken for a request: ${event.intent.text}`);
		const data = callbackData({ action: said.action, draftKey: said.draft_key, version: said.version });
		event = await postEvent(desk, pressUpdate(update.message.from.id, 7, data));
	}
	return event;
}

/** A version in `text_preparing` with caption and cover. @param asked what `/event` answered to the request, if not to one in words */
export async function prepared(desk: TestDesk, from = EDITOR, asked?: { readonly _svc: string; readonly event_key: string }) {
	const event = asked ?? (await begin(desk, from));
	const _svc = event._svc as string;
	const { body } = await desk.post('/materials/create', { _svc, content: { kind: 'post', request: 'Our clinic opens on Saturdays' } });
	const { draft_key, version } = body.material as { draft_key: string; version: number };
	const moved = await desk.post('/materials/advance', {
		_svc,
		draft_key,
		version,
		from: 'text_generating',
		to: 'text_preparing',
		patch: { title: 'Open on Saturdays', subtitle: 'From May', body: 'We open.' },
	});
	if (moved.status !== 200) throw new Error(JSON.stringify(moved));
	const patched = await desk.post('/materials/advance', {
		_svc,
		draft_key,
		version,
		from: 'text_preparing',
		to: 'text_preparing',
		patch: { caption: 'We open on Saturdays.', cover_asset_id: COVER_ID, source_image_id: IMAGE_ID },
	});
	if (patched.status !== 200) throw new Error(JSON.stringify(patched));
	return { draft_key, version, _svc, event_key: event.event_key as string };
}

export async function preview(desk: Posts, at: { draft_key: string; version: number; _svc: string }, recipient: number): Promise<Answer> {
	return desk.post('/messenger', {
		_svc: at._svc,
		operation: 'preview',
		purpose: 'preview',
		entity_key: `${at.draft_key}:${at.version}`,
		recipient_user_id: recipient,
		draft_key: at.draft_key,
		version: at.version,
	});
}

export async function ready(desk: TestDesk, from = EDITOR, asked?: Parameters<typeof prepared>[2]): Promise<Ready> {
	const at = await prepared(desk, from, asked);
	const owner = (await preview(desk, at, OWNER)).body.delivery.message_id as number;
	const editor = (await preview(desk, at, EDITOR)).body.delivery.message_id as number;
	const moved = await desk.post('/materials/advance', {
		_svc: at._svc,
		draft_key: at.draft_key,
		version: at.version,
		from: 'text_preparing',
		to: 'ready',
	});
	if (moved.status !== 200) throw new Error(JSON.stringify(moved));
	await desk.post('/event-done', { _svc: at._svc, event_key: at.event_key, outcome: 'ready' });
	return { draft_key: at.draft_key, version: at.version, _svc: at._svc, owner, editor };
}

/**
 * Presses a button of one's copy; the answer of `/event`.
 * @param message what the messenger says of the message whose button it is
 */
export function press(
	desk: Posts,
	from: number,
	at: Pick<Ready, 'draft_key' | 'version'> & Partial<Ready>,
	action: string,
	messageId = (from === OWNER ? at.owner : at.editor) ?? 900,
	message: object = {},
) {
	return postEvent(desk, pressUpdate(from, messageId, `cd1|${action}|${at.draft_key}|${at.version}`, message));
}

/** A press of Feedback, and words that answer its question; the answer of `/event` to them. */
export async function answered(desk: Posts, from: number, at: Ready, text = 'Make it shorter') {
	const { _svc } = await press(desk, from, at, 'feedback');
	const { draft_key, version } = at;
	await desk.post('/materials/advance', { _svc, draft_key, version, from: 'ready', to: 'awaiting_feedback' });
	return postEvent(desk, textUpdate(from, text));
}

export function claim(
	desk: Posts,
	event: { _svc: string; copy: { message_id: number } },
	at: { draft_key: string; version: number },
): Promise<Answer> {
	return desk.post('/internal', {
		action: 'claim',
		_svc: event._svc,
		draft_key: at.draft_key,
		version: at.version,
		message_id: event.copy.message_id,
	});
}

export function publish(desk: Posts, _svc: string, at: { draft_key: string; version: number }): Promise<Answer> {
	return desk.post('/messenger', {
		_svc,
		operation: 'publish',
		purpose: 'publish',
		entity_key: `${at.draft_key}:${at.version}`,
		draft_key: at.draft_key,
		version: at.version,
	});
}

export async function stateOf(desk: TestDesk, at: { draft_key: string; version: number }) {
	const [row] = await desk.service.db.query('select * from material where draft_key = $1 and version = $2', [at.draft_key, at.version]);
	return row as Record<string, unknown>;
}

// ── The road of one news item ───────────────────────────────────────────────

/** What a feed says of an item, and what was made of it. */
export const newsOf = (canonical_url: string, title = 'The bridge opens') => ({
	canonical_url,
	url: `${canonical_url}?utm_source=feed`,
	host: new URL(canonical_url).host,
	title,
	angle: 'What changes for those who cross it',
	source_title: 'Coast Wire',
	published_at: '2026-12-30T08:00:00.000Z',
});

/** What an article says. */
export const articleOf = (link: string) => ({
	link,
	title: 'The bridge opens',
	site: 'Coast Wire',
	language: 'en',
	published_at: '2026-12-30T08:00:00.000Z',
	paywalled: false,
	blocks: [
		{ id: 'b1', text: 'The bridge over the harbour opens on Monday, two years after the old one was closed.' },
		{ id: 'b2', text: 'It cost 41 million.' },
	],
});

export interface Offered {
	readonly _svc: string;
	readonly batch_key: string;
	/** Message ids of the asker's cards, by item. */
	readonly cards: readonly number[];
}

export const card = (desk: TestDesk, _svc: string, batch_key: string, item: number, recipient_user_id: number): Promise<Answer> =>
	desk.post('/messenger', {
		_svc,
		operation: 'card',
		purpose: 'card',
		entity_key: `${batch_key}:${item}`,
		batch_key,
		item,
		recipient_user_id,
	});

/** `/news` of a person, with a card of each item. */
export async function offered(desk: TestDesk, from: number, urls: readonly string[]): Promise<Offered> {
	const { _svc } = await begin(desk, from, '/news bridges');
	const { body } = await desk.post('/news/offer', { _svc, topic: 'bridges', window_days: 7, items: urls.map((url) => newsOf(url)) });
	const { batch_key } = body.batch as { batch_key: string };
	const cards: number[] = [];
	for (const { item } of body.items as { item: number }[])
		cards.push((await card(desk, _svc, batch_key, item, from)).body.delivery.message_id as number);
	return { _svc, batch_key, cards };
}

/** The offer of a day, to both. @returns the context of the entry, and both people's message ids by item */
export async function offeredByDay(desk: TestDesk, day: string, urls: readonly string[]) {
	const { _svc } = (await desk.post('/internal', { action: 'context', entry: 'daily_offer' })).body as { _svc: string };
	const { body } = await desk.post('/news/offer', { _svc, topic: null, window_days: 30, day, items: urls.map((url) => newsOf(url)) });
	const { batch_key } = body.batch as { batch_key: string };
	const sent = { owner: [] as number[], editor: [] as number[] };
	for (const { item } of body.items as { item: number }[]) {
		sent.owner.push((await card(desk, _svc, batch_key, item, OWNER)).body.delivery.message_id as number);
		sent.editor.push((await card(desk, _svc, batch_key, item, EDITOR)).body.delivery.message_id as number);
	}
	return { _svc, batch_key, ...sent };
}

/** Presses a button of a card; the answer of `/event`. */
export const pressCard = (desk: Posts, from: number, action: 'take' | 'skip', batch_key: string, item: number, messageId: number) =>
	postEvent(desk, pressUpdate(from, messageId, `cd1|${action}|${batch_key}|1|${item}`));
