/**
 * What the workflow engine does with an update, without the engine: the calls that the graphs make, in their order,
 * each execution at the mercy of every failure. It does not run anything again by itself; the inbox does.
 */
import { normaliseCaption } from '@copydesk/domain/caption/normalise';
import { makesRequest } from '@copydesk/domain/chat/callback';
import { buttonsOf, type Standing } from '@copydesk/domain/material/recoveryActions';
import { createHash } from 'node:crypto';
import { FROM_MEMORY } from './stopped.ts';

export interface Answer {
	readonly status: number;
	// The answers are JSON of many shapes, read field by field.
	// eslint-disable-next-line @typescript-eslint/no-explicit-any
	readonly body: any;
}

/** A request to the service; rejects when nobody answers. */
export type CallService = (path: string, body: Readonly<Record<string, unknown>>) => Promise<Answer>;

/** The service answered with an error, or not at all: the node fails and with it the execution. */
export class NodeFailed extends Error {
	readonly code: string;
	constructor(path: string, code: string) {
		super(`${path}: ${code}`);
		this.name = 'NodeFailed';
		this.code = code;
	}
}

export interface EngineWorld {
	readonly call: CallService;
	/** Between two nodes; rejects when the engine is dead. */
	between(): Promise<void>;
	/** A paid request to the AI, under its admission. @returns for how many seconds the provider asks to wait, if it gives no answer */
	askAi(admissionId: string, purpose: string): Promise<number | undefined>;
	/** Whether an AI is asked what free words mean. */
	readonly readsWords: boolean;
	/** The paid question what a message asks for. @returns what the AI said, each time that its answer comes */
	understand(admissionId: string): Promise<readonly Understanding[]>;
	/** The paid question what a recording says. @returns what the AI wrote down, each time that its answer comes */
	hear(admissionId: string, eventKey: string): Promise<readonly Heard[]>;
	/** Where posts are searched for and checked: whether a search finds a page, and whether a check passes. */
	readonly stops?: { found(): Promise<boolean>; passed(): Promise<boolean> };
	/** One reading of feeds or of an article. */
	read(): Promise<Reading>;
	readonly participants: readonly number[];
	claimed(facts: { readonly draftKey: string; readonly version: number; readonly eventKey: string }): void;
}

/** What `/heard` is told. */
export type Heard = { readonly fault: string } | { readonly words: string };

/** What `/brief` is told. */
export type Understanding =
	| { readonly fault: string }
	| { readonly brief: Readonly<Record<string, unknown>> & { readonly posts: readonly Readonly<Record<string, unknown>>[] } };

/** What the AI says of a request; what it is about are the words of the message. */
export const BRIEF = {
	...{ kind: 'posts', change: 0, order: { do: 'none', draft: 0, when: '', setting: 'none' }, topic: 'none', about: '' },
	posts: [{ language: 'en', wishes: [], rests_on: 'knowledge', queries: [] }],
};

/** What becomes of a reading; `down`: the reader was killed under it. */
export type Reading = 'read' | 'down' | 'hangs' | 'gone';

/** Bytes of the cover of a version; its asset id is their hash, as at the renderer. */
function coverBytes(draftKey: string, version: number, by: string): Buffer {
	return Buffer.from(`cover of ${draftKey} version ${version} by ${by}`);
}

const covers = new Map<string, Buffer>();

/** Renders the cover of a version. @returns its asset id */
function coverId(draftKey: string, version: number, by: string): string {
	const bytes = coverBytes(draftKey, version, by);
	const id = createHash('sha256').update(bytes).digest('hex');
	covers.set(id, bytes);
	return id;
}

/** What the renderer has under this id. */
export function coverBytesOf(assetId: string): Buffer | undefined {
	return covers.get(assetId);
}

/**
 * Says which draft and version a caption belongs to: how the judge knows a post again. No two writers write the same,
 * so that a copy which shows the work of another one is noticed.
 */
export function captionOf(draftKey: string, version: number, by: string): string {
	return normaliseCaption(`Post ${draftKey} version ${version}\n\nSome text by ${by} that people approve.`);
}

/** The one feed of the desk. */
const FEED = 'https://coast-wire.example/feed.xml';
/** What it holds, always the same: so that items meet again. */
const NEWS = ['one', 'two'].map((name) => `https://coast-wire.example/${name}`);
const newsItem = (canonical_url: string) => ({
	...{ canonical_url, url: canonical_url, host: 'coast-wire.example', title: `News of ${canonical_url}`, angle: 'Why it matters' },
	...{ source_title: 'Coast Wire', published_at: '2026-09-20T08:00:00.000Z' },
});

interface Row {
	readonly draft_key: string;
	readonly version: number;
	readonly state: string;
	readonly kind: string;
	readonly operation_actor_user_id: number;
	readonly link: string | null;
	readonly source_blocks: readonly unknown[] | null;
	readonly facts: readonly unknown[] | null;
	readonly title: string | null;
	readonly caption: string | null;
	readonly source_image_id: string | null;
	readonly cover_asset_id: string | null;
	readonly body: string | null;
	readonly text_check: string | null;
	readonly kept_verdicts: readonly { readonly pass: boolean }[] | null;
	readonly error_code: string | null;
}

export interface Execution {
	/** Settles with the webhook's answer: whether the update was stored. */
	readonly stored: Promise<boolean>;
	readonly ended: Promise<void>;
}

/** What an execution does with the service, and what the error graph does when it fails: minimal facts, best effort. */
function callsOf(world: EngineWorld, executionId: string) {
	const call: CallService = async (path, body) => {
		await world.between();
		return world.call(path, body);
	};
	return {
		call,
		async must(path: string, body: Readonly<Record<string, unknown>>): Promise<Answer['body']> {
			const answer = await call(path, body);
			if (answer.status >= 400) throw new NodeFailed(path, String(answer.body?.code ?? answer.status));
			return answer.body;
		},
		async failed(error: unknown): Promise<void> {
			if (!(error instanceof NodeFailed)) throw error;
			await call('/execution-failure', {
				execution_id: executionId,
				workflow_id: 'cd-main',
				node_name: error.message.slice(0, 80),
				error_class: 'NodeApiError',
			}).catch(() => undefined);
		},
	};
}

/**
 * One execution of the main graph.
 * @returns at once; `stored` is what the messenger sees of it
 */
export function execute(world: EngineWorld, update: Readonly<Record<string, unknown>>, executionId: string): Execution {
	let answerWebhook: (stored: boolean) => void = () => undefined;
	const stored = new Promise<boolean>((resolve) => (answerWebhook = resolve));

	const { call, must, failed } = callsOf(world, executionId);

	/** What the event is, once an AI has read it. */
	const understood = async ({ _svc, brief }: Answer['body']): Promise<Answer['body']> => {
		const { admission_id } = await must('/authorize', { _svc, purpose: 'brief', target: 'ai.example' });
		const message = String(brief.message);
		const about = { subject: message.slice(0, 80), given: [message] };
		const heard = (said: Understanding) =>
			'fault' in said ? said : { brief: { ...said.brief, posts: said.brief.posts.map((post) => ({ ...post, ...about })) } };
		let event: Answer['body'];
		for (const said of await world.understand(String(admission_id))) event = await must('/brief', { _svc, ...heard(said), can_end: true });
		return event;
	};

	/** What the event is, once an AI has written down what was said. */
	const heard = async ({ _svc, event_key }: Answer['body']): Promise<Answer['body']> => {
		const recording = await call('/voice', { _svc });
		const isAway = recording.status >= 500;
		if (recording.status !== 200 && !isAway) throw new NodeFailed('/voice', String(recording.body?.code));
		const admission_id = isAway
			? ''
			: String((await must('/authorize', { _svc, purpose: 'transcription', target: 'ai.example' })).admission_id);
		const given = isAway ? [{ fault: 'ai_unavailable' }] : await world.hear(admission_id, String(event_key));
		let event: Answer['body'];
		for (const said of given) event = await must('/heard', { _svc, ...said, can_end: true });
		return event;
	};

	const run = async (): Promise<void> => {
		let event: Answer['body'];
		try {
			const heeds = { can_wait: true, can_brief: world.readsWords, can_end: true };
			const answer = await call('/event', { update, execution_id: executionId, ...heeds });
			if (answer.status !== 200) return answerWebhook(false);
			event = answer.body;
		} catch (error) {
			answerWebhook(false);
			throw error;
		}
		answerWebhook(true);
		if (event.waits === true || event.admitted !== true || event._svc === null) return;
		try {
			if (event.intent.kind === 'voice') event = await heard(event);
			if (event.waits === true || event.ended === true) return;
			if ((event.brief ?? null) !== null) event = await understood(event);
			if (event.waits === true || event.ended === true) return;
			const route = routes({ world, must, call, event, executionId, svc: { token: String(event._svc) } });
			const outcome = await route.run();
			if (outcome === WAITS) return;
			await must('/event-done', { _svc: route.svc.token, event_key: event.event_key, outcome });
		} catch (error) {
			await failed(error);
		}
	};
	const ended = run().finally(() => answerWebhook(false));
	return { stored, ended };
}

/** The clock strikes: the day's offer of news. Nobody wrote anything, so there is no event to close, and nothing runs it again. */
export async function strike(world: EngineWorld, day: string, executionId: string): Promise<void> {
	const { call, must, failed } = callsOf(world, executionId);
	try {
		const event = await must('/internal', { action: 'context', entry: 'daily_offer', day, execution_id: executionId });
		if (event.is_done === true) return;
		await must('/execution-context', { _svc: event._svc, execution_id: executionId, workflow_id: 'cd-main', workflow_name: 'Main' });
		await routes({ world, must, call, event, executionId, svc: { token: String(event._svc) } }).offerNews({ day });
	} catch (error) {
		await failed(error);
	}
}

/** The execution ends here: the service keeps the event, and hands it on again. */
const WAITS = 'waits';

interface Revision {
	readonly draft_key: string;
	readonly version: number;
	readonly text: string;
	readonly media?: readonly unknown[];
}

interface RouteParts {
	readonly world: EngineWorld;
	readonly must: (path: string, body: Readonly<Record<string, unknown>>) => Promise<Answer['body']>;
	readonly call: CallService;
	readonly event: Answer['body'];
	readonly executionId: string;
	/** The newest context. */
	readonly svc: { token: string };
}

function routes({ world, must, call, event, executionId, svc }: RouteParts) {
	const key = String(event.event_key);
	const tell = (purpose: string, text: string, more: Readonly<Record<string, unknown>> = {}): Promise<Answer> =>
		call('/messenger', { _svc: svc.token, operation: 'status', purpose, entity_key: key, text, ...more });
	const authorize = async (purpose: string, target: string): Promise<string> =>
		String((await must('/authorize', { _svc: svc.token, purpose, target })).admission_id);
	const advance = async (row: Row, to: string, patch: Readonly<Record<string, unknown>> = {}): Promise<Row> =>
		(await must('/materials/advance', { _svc: svc.token, draft_key: row.draft_key, version: row.version, from: row.state, to, patch }))
			.material;
	const decide = (row: { draft_key: string; version: number }, decision: string): Promise<Answer> =>
		call('/decision', { _svc: svc.token, draft_key: row.draft_key, version: row.version, decision });

	/** The article of a draft that was begun from a card, or the reason why there is none. */
	const readSource = async (begun: Row): Promise<Row | string> => {
		// The person who continues does so in their own name.
		const row = begun.operation_actor_user_id === event.actor.user_id ? begun : await advance(begun, begun.state);
		await authorize('read_article', 'coast-wire.example');
		const reading = await world.read();
		if (reading === 'read') {
			const blocks = [{ id: 'b1', text: 'The bridge over the harbour opens on Monday, two years after the old one was closed.' }];
			const about = { title: 'The bridge', site: null, language: 'en', published_at: null, paywalled: false };
			const { draft_key, version, link } = row;
			return (await must('/news/source', { _svc: svc.token, draft_key, version, link, ...about, blocks })).material;
		}
		const error_code = { down: 'reader_unavailable', hangs: 'upstream_timeout', gone: 'upstream_gone' }[reading];
		await advance(row, reading === 'gone' ? 'rejected' : row.state, { error_code, error_stage: 'source' });
		await tell('unread', `There is no article: ${error_code}`);
		return error_code;
	};

	/** Asks the AI. Where it asks to wait, that is noted, and the draft stops. */
	const isBusy = async (row: Row, purpose: 'text_generate' | 'illustration'): Promise<boolean> => {
		const admission_id = await authorize(purpose, 'ai.example');
		const retry_after_seconds = await world.askAi(admission_id, purpose);
		if (retry_after_seconds === undefined) return false;
		const usage = { model: 'm', input_tokens: 0, output_tokens: 0, pictures: 0 };
		await call('/admissions/note', { _svc: svc.token, admission_id, ...usage, retry_after_seconds });
		await advance(row, row.state, { error_code: 'ai_busy', error_stage: purpose === 'illustration' ? purpose : 'text' });
		await tell('busy', `The AI asks to wait ${retry_after_seconds} s`);
		return true;
	};

	/** Work ends here until a person presses one of the buttons. */
	const stop = async (row: Row, error_code: string, error_stage: string): Promise<string> => {
		const stopped = await advance(row, row.state, { error_code, error_stage });
		await tell(error_code, `It stopped: ${error_code}`, { buttons: buttonsOf(stopped as Row & Standing) });
		return error_code;
	};
	/** The version with what it rests on, or why it rests on nothing. */
	const rested = async (row: Row): Promise<Row | string> => {
		const { kind, action, args } = event.intent;
		if (kind === 'callback' && action === 'from_memory')
			return advance(row, row.state, { facts: [{ text: FROM_MEMORY, source_ids: ['request'] }] });
		if (args?.link === undefined) {
			await authorize('read_feed', 'search');
			if ((await world.stops?.found()) !== true) return stop(row, 'no_source', 'source');
		}
		await authorize('read_article', 'coast-wire.example');
		const reading = await world.read();
		if (reading !== 'read') return stop(row, args?.link === undefined ? 'no_source' : 'link_unread', 'source');
		const page = [
			{ id: 'p1', text: `The bridge\n${NEWS[0] ?? ''}` },
			{ id: 'p1.b1', text: 'The bridge opens on Monday.' },
		];
		return advance(row, row.state, {
			source_blocks: [...(row.source_blocks ?? []), ...page],
			facts: [{ text: 'The bridge opens on Monday.', source_ids: ['p1.b1'] }],
		});
	};
	/** The version whose text has passed, or why it has not. A verdict that is kept is not paid for again. */
	const checked = async (given: Row): Promise<Row | string> => {
		let row = given;
		if ((row.kept_verdicts ?? []).length === 0) {
			const admission_id = await authorize('caption_check', 'ai.example');
			await world.askAi(admission_id, 'caption_check');
			if ((await world.stops?.passed()) === true) return advance(row, row.state, { text_check: 'passed' });
			const issue = { field: 'body', fragment: `Body of ${row.draft_key}`, replacement: '', reason: 'Nothing says so.' };
			row = await advance(row, row.state, { kept_verdict: { admission_id, pass: false, issues: [issue] } });
		}
		return stop(row, 'semantic_fail', 'check');
	};

	/** From whatever is there to a version that people can approve. */
	const prepare = async (begun: Row): Promise<string> => {
		let row = begun;
		if (world.stops !== undefined && row.kind === 'post' && row.version === 1 && row.body === null && row.facts === null) {
			const found = await rested(row);
			if (typeof found === 'string') return found;
			row = found;
		}
		if (row.kind === 'news' && row.state === 'text_generating' && row.source_blocks === null) {
			const found = await readSource(row);
			if (typeof found === 'string') return found;
			row = found;
		}
		if (row.kind === 'news' && row.state === 'text_generating' && row.facts === null) {
			await world.askAi(await authorize('facts_extract', 'ai.example'), 'facts_extract');
			row = await advance(row, row.state, { facts: [{ text: 'The bridge opens on Monday.', source_ids: ['b1'] }] });
		}
		if (row.state === 'text_generating') {
			if (await isBusy(row, 'text_generate')) return 'ai_busy';
			const { draft_key: draftKey, version } = row;
			row = await advance(row, 'text_preparing', {
				title: `Title ${version}`,
				body: `Body of ${draftKey}`,
				caption: captionOf(draftKey, version, executionId),
			});
		}
		if (row.state === 'text_preparing') {
			if (row.caption === null) row = await advance(row, 'text_preparing', { caption: captionOf(row.draft_key, row.version, executionId) });
			if (world.stops !== undefined && row.text_check !== 'passed') {
				const found = await checked(row);
				if (typeof found === 'string') return found;
				row = found;
			}
			if (row.source_image_id === null) {
				if (await isBusy(row, 'illustration')) return 'ai_busy';
				row = await advance(row, 'text_preparing', { source_image_id: `sha256:${'ab'.repeat(32)}` });
			}
			if (row.cover_asset_id === null) {
				await authorize('cover_render', 'renderer');
				row = await advance(row, 'text_preparing', { cover_asset_id: coverId(row.draft_key, row.version, executionId) });
			}
			for (const recipient of world.participants) {
				// Two independent deliveries: one that fails does not stop the other.
				const { body: sent } = await call('/messenger', {
					_svc: svc.token,
					operation: 'preview',
					purpose: 'preview',
					entity_key: `${row.draft_key}:${row.version}`,
					draft_key: row.draft_key,
					version: row.version,
					recipient_user_id: recipient,
				});
				if (sent?.delivery?.waits === true) return WAITS;
			}
			row = await advance(row, 'ready');
			return 'ready';
		}
		return row.state;
	};
	/** Says that work begins, and does it. */
	const work = async (row: Row): Promise<string> => {
		await tell('progress', 'Working on it', { progress: true });
		return prepare(row);
	};
	/** Another copy, because somebody asked for one: a delivery of its own. */
	const showAgain = (row: { readonly draft_key: string; readonly version: number }): Promise<Answer> =>
		call('/messenger', {
			_svc: svc.token,
			operation: 'preview',
			purpose: 'preview',
			entity_key: `${row.draft_key}:${row.version}:${key}`,
			draft_key: row.draft_key,
			version: row.version,
			recipient_user_id: event.actor.user_id,
		});
	const read = async (draftKey: string, version?: number): Promise<Row> =>
		(await must('/materials/read', { _svc: svc.token, draft_key: draftKey, ...(version === undefined ? {} : { version }) })).material;

	/** What the feed holds, or the page of a link. Undefined: nothing could be read, and the person was told. */
	const findNews = async (link: string | undefined): Promise<readonly string[] | undefined> => {
		await authorize(link === undefined ? 'read_feed' : 'read_article', 'coast-wire.example');
		const reading = await world.read();
		if (link === undefined && reading !== 'down') {
			const retry = reading === 'hangs' ? 'later' : 'never';
			const outcome = reading === 'read' ? { outcome: 'read', title: null, items: 2 } : { outcome: 'refused', code: reading, retry };
			await must('/news/feeds', { _svc: svc.token, feeds: [{ feed_url: FEED, ...outcome }] });
		}
		if (reading === 'read') return link === undefined ? NEWS : [link];
		await tell('unread', `Nothing can be read: ${reading}`);
		return undefined;
	};

	/** A batch of the person who asks, or of the day, and a card of each item: what is there is not made again. */
	const offerNews = async ({ link, day }: { readonly link?: string; readonly day?: string }): Promise<string> => {
		const ofDay = day === undefined ? {} : { day };
		let found = await must('/news/read', { _svc: svc.token, ...ofDay });
		if (found.batch === null) {
			const urls = await findNews(link);
			if (urls === undefined) return 'nothing read';
			const { known } = await must('/news/known', { _svc: svc.token, canonical_urls: urls });
			if (known.length === urls.length) {
				await tell('nothing', 'There is nothing new');
				return 'nothing new';
			}
			await world.askAi(await authorize('classification', 'ai.example'), 'classification');
			found = await must('/news/offer', { _svc: svc.token, topic: null, window_days: 7, ...ofDay, items: urls.map(newsItem) });
			if (found.batch === null) {
				await tell('nothing', 'There is nothing new');
				return 'nothing new';
			}
		}
		const recipients: readonly number[] = day === undefined ? [event.actor.user_id] : world.participants;
		for (const { batch_key, item, state } of found.items as { batch_key: string; item: number; state: string }[]) {
			if (state !== 'offered') continue;
			for (const recipient_user_id of recipients)
				await call('/messenger', {
					...{ _svc: svc.token, operation: 'card', purpose: 'card', entity_key: `${batch_key}:${item}`, batch_key, item },
					recipient_user_id,
				});
		}
		return 'offered';
	};

	/** Somebody takes an item. */
	const takeNews = async (batch_key: string, item: number, message_id: number): Promise<string> => {
		const picked = await call('/news/take', { _svc: svc.token, batch_key, item, message_id });
		if (picked.status >= 500) throw new NodeFailed('/news/take', String(picked.status));
		if (picked.status !== 200) {
			await tell('lost', 'Somebody else was first');
			return String(picked.body?.code);
		}
		await call('/decision', { _svc: svc.token, batch_key, item, decision: 'taken' });
		return work(picked.body.material);
	};

	/** Begins a draft. A button below a question names it. */
	const write = async ({ text, draft_key }: { readonly text: string; readonly draft_key?: string }): Promise<string> => {
		const named = draft_key === undefined ? {} : { draft_key };
		const made = await call('/materials/create', { _svc: svc.token, ...named, content: { kind: 'post', request: text } });
		if (made.body?.code === 'draft_open') return 'done';
		if (made.status !== 200) throw new NodeFailed('/materials/create', String(made.body?.code ?? made.status));
		return work(made.body.material);
	};

	/** A version with other words, or one that is written again. */
	const revise = async ({ draft_key, version, text, media }: Revision): Promise<string> => {
		const old = await read(draft_key, version);
		// With another item the words stay.
		const isItemAlone = media !== undefined && text === '' && old.body !== null;
		const content = isItemAlone ? { title: old.title ?? '', subtitle: '', body: old.body ?? '' } : { request: text };
		const reuse = { source_image_id: true, ...(isItemAlone ? { cover: true } : {}) };
		const revised = await call('/materials/revise', { _svc: svc.token, draft_key, version, content, reuse });
		if (revised.status >= 500) throw new NodeFailed('/materials/revise', String(revised.status));
		if (revised.status !== 200) {
			await tell('too_late', `Not revised: ${String(revised.body?.code)}`);
			return String(revised.body?.code);
		}
		await decide({ draft_key, version }, 'superseded');
		const made = revised.body.material as Row;
		return work(isItemAlone && made.caption === null ? await advance(made, made.state, { caption: old.caption }) : made);
	};

	const press = async (): Promise<string> => {
		const { action, draft_key: draftKey, version } = event.intent;
		const message = Number(event.callback?.message_id);
		if (makesRequest(action)) return write(event.intent);
		if (action === 'write_anew') return revise(event.intent);
		if (['resume', 'retry', 'from_memory', 'vouch'].includes(action)) {
			const row = await read(draftKey, version);
			return row.state === 'text_generating' || row.state === 'text_preparing' ? work(row) : 'nothing to resume';
		}
		if (action === 'publish') {
			const claim = await call('/internal', { action: 'claim', _svc: svc.token, draft_key: draftKey, version, message_id: message });
			if (claim.status !== 200) {
				if (claim.status >= 500) throw new NodeFailed('/internal', String(claim.status));
				await tell('lost', 'Somebody else was first');
				return 'lost';
			}
			world.claimed({ draftKey, version, eventKey: key });
			svc.token = String(claim.body._svc);
			const sent = await must('/messenger', {
				_svc: svc.token,
				operation: 'publish',
				purpose: 'publish',
				entity_key: `${draftKey}:${version}`,
				draft_key: draftKey,
				version,
			});
			if (sent.delivery.waits === true) return WAITS;
			if (sent.delivery.confirmed === true) await decide({ draft_key: draftKey, version }, 'published');
			else await tell('unpublished', `Not published: ${sent.delivery.status}`);
			return String(sent.delivery.status);
		}
		if (action === 'take') return takeNews(draftKey, event.intent.item, message);
		throw new Error(`${action} is decided by the service`);
	};

	const run = async (): Promise<string> => {
		const { intent } = event;
		switch (intent.kind) {
			case 'post_request':
				return write(intent);
			case 'callback':
				return press();
			case 'feedback_reply':
				return revise(intent);
			case 'command': {
				const { name, args } = intent;
				if (name === 'resume') {
					const row = await read(args.draft_id, args.version ?? undefined);
					return row.state === 'text_generating' || row.state === 'text_preparing' ? work(row) : 'nothing to resume';
				}
				if (name === 'news') return offerNews({ link: args.link });
				if (name === 'draft') {
					const row = await read(args.draft_id, args.version ?? undefined);
					const again = row.state === 'ready' ? await showAgain(row) : undefined;
					return again?.body?.delivery?.waits === true ? WAITS : row.state;
				}
				throw new Error(`${name} is only said, which the service does`);
			}
			default:
				return 'ignored';
		}
	};
	return { run, svc, offerNews };
}
