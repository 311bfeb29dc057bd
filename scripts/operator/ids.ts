import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '@copydesk/domain/delivery/outcome';

/** Somebody or something whose number a desk has to be told. */
export interface Seen {
	readonly kind: 'person' | 'channel';
	readonly id: number;
	readonly name: string;
	readonly username?: string;
}

type Ask = (method: string, fields: Readonly<Record<string, unknown>>) => Promise<Answer>;

/** The parts of the Bot API's objects that name a person or chat. */
interface Named {
	readonly id: number;
	readonly is_bot?: boolean;
	readonly type?: string;
	readonly title?: string;
	readonly first_name?: string;
	readonly last_name?: string;
	readonly username?: string;
}
interface Message {
	readonly from?: Named;
	readonly chat?: Named;
	readonly forward_origin?: { readonly type: string; readonly chat?: Named };
	/** What servers before Bot API 7.0 send instead. */
	readonly forward_from_chat?: Named;
}
export interface Update {
	readonly update_id: number;
	readonly message?: Message;
	readonly channel_post?: Message;
	readonly my_chat_member?: Message;
}

/** Longest that one question waits at the messenger. */
const LONG_POLL_SECONDS = 25;
/** Updates that wait are answered at once, again and again: they are not confirmed. */
const PAUSE_MS = 2_000;
/** The most that one answer holds. */
const MOST = 100;

/** Why it cannot be listened to, for a person. */
export class CannotListen extends Error {}

/** The ids that an update names: the person who wrote, the channel a post was forwarded from, a channel the bot was added to. */
export function seenIn(update: Update): readonly Seen[] {
	const { message, channel_post: post, my_chat_member: member } = update;
	const people = [message?.from, member?.from].filter((user) => user !== undefined && user.is_bot !== true);
	const channels = [message?.forward_origin?.chat, message?.forward_from_chat, post?.chat, member?.chat].filter(
		(chat) => chat?.type === 'channel',
	);
	return [...people.map((user) => seen('person', user as Named)), ...channels.map((chat) => seen('channel', chat as Named))];
}

function seen(kind: Seen['kind'], { id, title, first_name: first, last_name: last, username }: Named): Seen {
	const name = plainName(title ?? [first, last].filter((part) => part !== undefined).join(' '));
	return { kind, id, name, ...(username === undefined ? {} : { username: plainName(username) }) };
}

/**
 * A name that a stranger chose, as it may be shown in a terminal and written to a file: on one line, without signs that a terminal obeys,
 * that turn the direction of writing, or that end a value.
 */
export const plainName = (name: string): string =>
	name
		.replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
		.replaceAll(/["'`]/g, '’')
		.replaceAll('\\', '/')
		.trim();

/**
 * Listens to what is sent to a bot that no desk serves, and tells of each person and channel once.
 * Without `confirm`, nothing is confirmed to the messenger: what waits there goes on waiting for the desk. With it, the messenger
 * forgets what was shown.
 * @param tell called once for each, in order of appearance
 * @throws CannotListen when a webhook is set, somebody else listens, or the messenger refuses
 */
export async function listenForIds(
	ask: Ask,
	tell: (seen: Seen) => void,
	how: { signal: AbortSignal; warn?: (text: string) => void; pauseMs?: number; confirm?: boolean },
): Promise<void> {
	const { signal, warn = () => undefined, pauseMs = PAUSE_MS, confirm = false } = how;
	await demandNoWebhook(ask);
	const stopped = aborted(signal);
	const known = new Set<string>();
	let warned = false;
	let offset: object = {};
	while (!signal.aborted) {
		const answer = await Promise.race([ask('getUpdates', { limit: MOST, timeout: LONG_POLL_SECONDS, ...offset }), stopped]);
		if (answer === undefined || signal.aborted) return;
		const updates = updatesOf(answer);
		if (confirm) offset = after(updates) ?? offset;
		for (const each of updates.flatMap(seenIn)) {
			const key = `${each.kind} ${each.id}`;
			if (!known.has(key)) tell(each);
			known.add(key);
		}
		if (updates.length >= MOST && !warned && !confirm) {
			warned = true;
			warn(`${MOST} messages wait for the desk already; who writes now shows only after the desk has taken them.`);
		}
		if (updates.length > 0 && !confirm) await Promise.race([sleep(pauseMs), stopped]);
	}
}

/** Confirms everything that waits at the messenger now. @throws CannotListen */
export async function confirmAll(ask: Ask): Promise<void> {
	for (let offset: object = {}; ; ) {
		const next = after(updatesOf(await ask('getUpdates', { limit: MOST, timeout: 0, ...offset })));
		if (next === undefined) return;
		offset = next;
	}
}

/** With this offset the messenger treats these updates as confirmed. */
const after = (updates: readonly Update[]): { readonly offset: number } | undefined =>
	updates.length === 0 ? undefined : { offset: Math.max(...updates.map(({ update_id: id }) => id)) + 1 };

async function demandNoWebhook(ask: Ask): Promise<void> {
	const answer = await ask('getWebhookInfo', {});
	if (answer.kind !== 'accepted') throw new CannotListen(problemOf(answer));
	const { url } = answer.result as { url: string };
	if (url === '') return;
	throw new CannotListen(
		[
			`Messages to this bot go to ${url}, so they cannot be listened to here.`,
			'If a desk runs there, it answers /start with the number of the person who wrote.',
			'If none does any more: npm run operator -- webhook delete (messages that wait are kept), then this again.',
		].join('\n'),
	);
}

function updatesOf(answer: Answer): readonly Update[] {
	if (answer.kind === 'accepted') return answer.result as readonly Update[];
	// No message for so long counts as an empty answer.
	if (answer.kind === 'silence' && answer.reason === 'answer_timeout') return [];
	throw new CannotListen(problemOf(answer));
}

function problemOf(answer: Exclude<Answer, { kind: 'accepted' }>): string {
	if (answer.kind !== 'refused') return `The messenger does not answer: ${answer.reason}`;
	if (answer.errorCode === 401 || answer.errorCode === 404)
		return 'The messenger does not know this token: copy it again from BotFather into MESSENGER_TOKEN in .env';
	if (answer.errorCode === 409)
		return `Somebody else takes the messages of this bot: a desk that has just started, or a second listener (${answer.description})`;
	return `The messenger refuses: ${answer.errorCode} ${answer.description}`;
}

function aborted(signal: AbortSignal): Promise<undefined> {
	return new Promise((resolve) => {
		if (signal.aborted) resolve(undefined);
		signal.addEventListener('abort', () => resolve(undefined), { once: true });
	});
}
