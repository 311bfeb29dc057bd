// npm run demo -- --thief: a thief has the service key, the context keys, the secret of n8n's webhook and a copy of the database. They
// know both people's numbers and the ids of the messages with the buttons. Each attempt is printed with its answer.
// At the end a stranger writes while a set-up asks for people.
import { join } from 'node:path';
import { createContexts, parseContextKeys, tables } from '@copydesk/collaboration/operator';
import { isPaid, purposes } from '@copydesk/domain/event/purposes';
import { openDatabase } from '@copydesk/kit/database/open';
import type { Desk } from '../desk/desk.ts';
import { buttonFor, type Message, type SandboxClient } from '../desk/sandboxClient.ts';
import { SANDBOX } from '../desk/services.ts';
import { strangerAtSetUp } from './atSetUp.ts';
import { onOwnDesk, untilQuiet } from './ownDesk.ts';
import { says, type Copies, type Play } from './play.ts';

const { ownerId: OWNER, editorId: EDITOR, channelId: CHANNEL } = SANDBOX;
const REQUEST = 'The library on Mill Street opens on Sundays from May, 10:00 to 16:00. Reading rooms and the café are open too.';
const OWN_WORDS = '/post Send 1 BTC to the address in our profile.';
/** A text, its check and an illustration. */
const ONE_POST = 3;
const HOSTILE = { title: 'The ferry', subtitle: '', category: '', image_prompt: 'A ferry' };
const ANSWER_TIMEOUT_MS = 60_000;
/** The last real updates, each of which is changed and repeated. */
const MOST_REAL = 3;
/** What a draft that waits for a decision could become by a press. */
const DECIDED = ['claimed', 'published', 'rejected', 'awaiting_feedback', 'superseded'];
/** A page and an account of the thief. */
const FALSE_LINK = 'https://evil.com/btc';
const FALSE_ACCOUNT = '@evil_helper';

/** Without `classification`: any context is admitted to it, within the budget. An admission alone sends nothing to the AI. */
const PAID = Object.keys(purposes).filter((purpose) => isPaid(purpose) && purpose !== 'classification');

interface Answer {
	readonly status: number;
	readonly body: Readonly<Record<string, unknown>>;
}

/** A real update, as the database keeps it. */
interface Real {
	readonly event_key: string;
	readonly execution_id: string;
	readonly user_id: number;
	readonly update: Readonly<Record<string, unknown>> & { readonly update_id: number };
}

/** What must be the same after the thief as before. */
interface Standing {
	/** Messages in the channel. */
	readonly channel: number;
	/** Requests that reached the AI. */
	readonly paid: number;
	/** The admitted events. */
	readonly events: readonly string[];
	readonly states: readonly string[];
}

export async function playThief(signal: AbortSignal): Promise<void> {
	await onOwnDesk('thief', signal, async (play, sandbox, desk) => {
		let copies!: Copies;
		await play.scene('A post is prepared and not approved', ONE_POST, async () => {
			await play.say(EDITOR, `/post ${REQUEST}`);
			copies = await play.previews();
			await play.say(EDITOR, '/help');
			await play.sees(EDITOR, 'the commands', says('/status'));
		});
		await play.scene('A thief with every key of n8n', 0, async () => {
			await rob(play, sandbox, desk, copies);
		});
		await play.scene('An AI whose answer would keep n8n busy', 1, async () => {
			await sandbox.setFaults({
				target: 'ai',
				endpoint: 'copydesk_post',
				kind: 'answer',
				answer: { ...HOSTILE, body: 't.me/'.repeat(12_800) },
			});
			await play.say(EDITOR, '/post The ferry to the island sails from 9 May at 7:00.');
			await play.sees(EDITOR, 'that the answer cannot be used', says('The ferry'));
			await play.say(EDITOR, '/help');
			await play.sees(EDITOR, 'that n8n goes on', says('/status'));
		});
		await play.scene('A real press still counts', 0, async () => {
			await play.press(OWNER, copies.owner, 'reject');
			await play.sees(EDITOR, 'that the owner rejected it', says('rejected'));
		});
		await play.scene('A stranger at the set-up', 0, async () => {
			play.step = 'the set-up';
			await strangerAtSetUp(play, signal);
		});
		const inChannel = (await sandbox.messages(CHANNEL)).length;
		if (inChannel > 0) throw new Error(`the channel has ${inChannel} messages`);
		const paid = play.scenes.reduce((sum, scene) => sum + scene.paid, 0);
		process.stdout.write(`\nThe channel is empty. Requests to the AI: ${paid}, all for the two posts that the editor asked for.\n`);
	});
}

/**
 * Tries everything and prints the answers.
 * @throws Error when an attempt was not refused, or when something is not as it was before
 */
export async function rob(play: Play, sandbox: SandboxClient, desk: Desk, copies: Copies): Promise<void> {
	// The thief begins when the work has ended, so that nothing of it is taken for theirs.
	await untilQuiet(desk);
	const before = await standing(sandbox, desk);
	const thief = new Thief(play, desk, copies, await realUpdates(desk));
	await thief.forgeUpdates();
	await thief.useContexts();
	await thief.sendPeopleAway(sandbox);
	if (thief.taken.length > 0) throw new Error(`these attempts were not refused: ${thief.taken.join('; ')}`);
	const after = await standing(sandbox, desk);
	if (JSON.stringify(after) !== JSON.stringify(before))
		throw new Error(`expected everything as before, ${JSON.stringify(before)}, but it is ${JSON.stringify(after)}`);
	play.tell(`${thief.attempts} attempts, all refused; nothing is new in the channel, no request to the AI, no draft has changed`);
}

class Thief {
	attempts = 0;
	/** The attempts that were not refused. */
	readonly taken: string[] = [];
	readonly #play: Play;
	readonly #desk: Desk;
	readonly #copies: Copies;
	readonly #real: readonly Real[];
	/** The draft on which the copies are. */
	readonly #at: { readonly draft_key: string; readonly version: number };

	constructor(play: Play, desk: Desk, copies: Copies, real: readonly Real[]) {
		const [, , draft_key = '', version = ''] = buttonFor(copies.owner, 'publish')?.split('|') ?? [];
		this.#play = play;
		this.#desk = desk;
		this.#copies = copies;
		this.#real = real;
		this.#at = { draft_key, version: Number(version) };
	}

	/** Forged messages and presses, to the service and to n8n's webhook. */
	async forgeUpdates(): Promise<void> {
		const ids = this.#real.map(({ update }) => update.update_id);
		const next = Math.max(...ids) + 1;
		const forged: readonly (readonly [string, object])[] = [
			['a forged message', { update_id: next + 1_000, ...this.#message(OWN_WORDS) }],
			["a press of Publish on the owner's preview", { update_id: next + 1_001, ...this.#press(OWNER, this.#copies.owner) }],
			["a press of Publish on the editor's preview", { update_id: next + 1_002, ...this.#press(EDITOR, this.#copies.editor) }],
			['a press of Publish with a guessed message id', { update_id: next + 1_003, ...this.#press(OWNER, { message_id: 999_999 }) }],
			['a press under the number of the next real update', { update_id: next, ...this.#press(OWNER, this.#copies.owner) }],
			['a message under the number after it', { update_id: next + 1, ...this.#message(OWN_WORDS) }],
			...this.#real.flatMap(({ update }): (readonly [string, object])[] => [
				['a real update with other words', { update_id: update.update_id, ...this.#message(OWN_WORDS) }],
				['a real update made into a press', { update_id: update.update_id, ...this.#press(OWNER, this.#copies.owner) }],
				['a real update once more', update],
			]),
		];
		for (const [what, update] of forged) {
			await this.#try(`/event: ${what}`, () => this.#ask('/event', { update, execution_id: '999001', can_wait: true }));
			await this.#try(`n8n's webhook: ${what}`, () => this.#toWebhook(update));
		}
		const xml = { 'content-type': 'application/xml' };
		await this.#try("n8n's webhook: a megabyte of XML", () => post(this.#desk.urls.webhook, xml, '<a>'.repeat(350_000)));
	}

	/** Every route that decides or pays, under each context that the thief comes by. */
	async useContexts(): Promise<void> {
		await this.#try('/internal: the entry "publish"', () => this.#ask('/internal', { action: 'context', entry: 'publish' }));
		for (const proof_id of ['resume-1', this.#at.draft_key.padEnd(8, '0')])
			await this.#try('/internal: a guessed proof', () => this.#ask('/internal', { action: 'resume', proof_id, execution_id: '999002' }));
		const given = String((await this.#ask('/internal', { action: 'context', entry: 'operator_onboard' })).body['_svc']);
		for (const [whose, _svc] of [["the operator's context", given], ...(await this.#signed())] as const) {
			const at = { _svc, ...this.#at };
			const under = (path: string, body: object, what: string): Promise<void> =>
				this.#try(`${path} under ${whose}: ${what}`, () => this.#ask(path, body));
			for (const { message_id } of [this.#copies.owner, this.#copies.editor])
				await under('/internal', { action: 'claim', ...at, message_id }, 'claim');
			const publish = { operation: 'publish', purpose: 'publish', entity_key: `${at.draft_key}:${at.version}` };
			await under('/messenger', { ...at, ...publish }, 'publish');
			for (const to of DECIDED) await under('/materials/advance', { ...at, from: 'ready', to }, to);
			const patch = { link: FALSE_LINK };
			await under('/materials/advance', { ...at, from: 'ready', to: 'ready', patch }, 'another link');
			await under('/materials/revise', { ...at, content: { body: 'Send 1 BTC.' }, reuse: {} }, 'other words');
			for (const purpose of PAID) await under('/authorize', { _svc, purpose, target: 'ai.example' }, `pay for ${purpose}`);
		}
	}

	/** Those that the thief signs with the context key. */
	async #signed(): Promise<readonly (readonly [string, string])[]> {
		const contexts = createContexts({ keys: parseContextKeys(this.#desk.secrets.value('context-keys')) });
		const sign = async ({ user_id, ...event }: Omit<Real, 'update'>): Promise<string> => {
			const role = user_id === OWNER ? 'owner' : 'editor';
			return (await contexts.sign({ sub: user_id, chat: user_id, role, owner_chat_id: OWNER, ...event, purpose: 'event' }))._svc;
		};
		const invented = { event_key: 'u:999999', execution_id: '999003', user_id: OWNER };
		const real = this.#real.map(
			async ({ update: _, ...event }) => [`a context of the real event ${event.event_key}`, await sign(event)] as const,
		);
		return [['a context of an event that never was', await sign(invented)], ...(await Promise.all(real))];
	}

	/** Words with links, after a feed of the thief's own is reported. They may say them, and the links lead nowhere. */
	async sendPeopleAway(sandbox: SandboxClient): Promise<void> {
		const [, _svc] = (await this.#signed()).at(-1) ?? [];
		await this.#ask('/news/feeds', { _svc, feeds: [{ outcome: 'read', feed_url: FALSE_LINK, title: `Ask ${FALSE_ACCOUNT}`, items: 1 }] });
		const entry = await this.#ask('/internal', { action: 'context', entry: 'daily_offer' });
		const item = {
			canonical_url: FALSE_LINK,
			url: FALSE_LINK,
			host: 'evil.com',
			source_title: null,
			published_at: new Date().toISOString(),
		};
		const items = [{ ...item, title: FALSE_LINK, angle: `Ask ${FALSE_ACCOUNT}` }];
		await this.#ask('/news/offer', { _svc: entry.body['_svc'], topic: null, window_days: 7, day: '2027-01-01', items });
		const text = `See ${FALSE_LINK}, ask ${FALSE_ACCOUNT} or /start${FALSE_ACCOUNT}`;
		await this.#ask('/messenger', { _svc, operation: 'status', purpose: 'status', entity_key: 'thief', text });
		this.attempts += 1;
		const said = (await sandbox.messages(EDITOR)).map((message) => message.text ?? '');
		const dead = said.find((each) => each.includes('evil[.]com'));
		if (dead === undefined || said.some((each) => /evil\.com|@evil/.test(each))) this.taken.push('words with a link');
		this.#play.tell(`/messenger under a context of a real event: words with a link are said as “${dead ?? '?'}”`);
	}

	async #try(what: string, work: () => Promise<Answer>): Promise<void> {
		this.attempts += 1;
		this.#play.step = what;
		const { status, body } = await work();
		const code = body['code'] ?? body['reason'] ?? '';
		const verdict = isRefused({ status, body }) ? '' : ' (NOT REFUSED)';
		if (verdict !== '') this.taken.push(what);
		this.#play.tell(`${what}: ${status} ${String(code)}`.trimEnd() + verdict);
	}

	#ask(path: string, body: object): Promise<Answer> {
		return post(`${this.#desk.urls.collaboration}${path}`, { 'x-copydesk-key': this.#desk.secrets.value('collaboration-key') }, body);
	}

	/** n8n asks the service and answers by a number alone; what it made of a repeated update is seen by what changed. */
	async #toWebhook(update: object): Promise<Answer> {
		const secret = { 'x-telegram-bot-api-secret-token': this.#desk.secrets.value('webhook-secret') };
		const { status } = await post(this.#desk.urls.webhook, secret, update);
		const isKnown = this.#real.some((real) => real.update === update);
		return { status, body: isKnown && status === 200 ? { admitted: false, reason: 'known already' } : {} };
	}

	#message(text: string): object {
		return { message: { message_id: 999_998, date: nowSeconds(), ...fromPerson(OWNER), chat: privateChat(OWNER), text } };
	}

	#press(from: number, { message_id }: Pick<Message, 'message_id'>): object {
		const message = { message_id, date: nowSeconds(), chat: privateChat(from) };
		const data = buttonFor(this.#copies.owner, 'publish');
		return { callback_query: { id: '4242424242', ...fromPerson(from), chat_instance: '1', data, message } };
	}
}

/** n8n answers 503 to what the service refuses. A repeat of what came already is answered 200, and nothing is admitted. */
const isRefused = ({ status, body }: Answer): boolean =>
	(status >= 400 && status < 500) || status === 503 || (status === 200 && body['admitted'] === false);

const nowSeconds = (): number => Math.floor(Date.now() / 1_000);
const fromPerson = (id: number) => ({ from: { id, is_bot: false, first_name: id === OWNER ? SANDBOX.ownerName : SANDBOX.editorName } });
const privateChat = (id: number) => ({ id, type: 'private' });

async function post(url: string, headers: Readonly<Record<string, string>>, body: object | string): Promise<Answer> {
	const answer = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body),
		signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
	});
	const text = await answer.text();
	const isJson = answer.headers.get('content-type')?.includes('json') === true;
	return { status: answer.status, body: isJson && text !== '' ? (JSON.parse(text) as Answer['body']) : {} };
}

const open = ({ data }: Desk) => openDatabase(`sqlite:${join(data, 'collaboration', 'collaboration.sqlite')}`, { readOnly: true });

async function realUpdates(desk: Desk): Promise<readonly Real[]> {
	const db = await open(desk);
	try {
		const rows = await tables(db)
			.selectFrom('event')
			.select(['event_key', 'execution_id', 'user_id', 'update_json'])
			.where('update_json', 'is not', null)
			.where('user_id', 'in', [OWNER, EDITOR])
			.orderBy('update_id', 'desc')
			.limit(MOST_REAL)
			.execute();
		return rows.toReversed().map(({ update_json, user_id, ...row }) => ({
			...row,
			user_id: user_id ?? OWNER,
			update: JSON.parse(update_json ?? '') as Real['update'],
		}));
	} finally {
		await db.close();
	}
}

async function standing(sandbox: SandboxClient, desk: Desk): Promise<Standing> {
	const { calls } = await sandbox.state();
	const db = await open(desk);
	try {
		const events = await tables(db).selectFrom('event').select('event_key').where('reason', 'is', null).orderBy('event_key').execute();
		const drafts = await tables(db).selectFrom('material').select(['draft_key', 'version', 'state']).orderBy('draft_key').execute();
		return {
			channel: (await sandbox.messages(CHANNEL)).length,
			paid: calls.filter(({ kind }) => kind === 'ai').length,
			events: events.map(({ event_key }) => event_key),
			states: drafts.map(({ draft_key, version, state }) => `${draft_key}:${version} ${state}`),
		};
	} finally {
		await db.close();
	}
}
