/** What an AI understood of messages, stored with their events before anything follows. */
import type { KeptBrief, PostBrief } from '@copydesk/domain/caption/ground';
import type { Brief } from '@copydesk/domain/brief/brief';
import { makesRequest } from '@copydesk/domain/chat/callback';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import { draftKeyOf, eventKeyOf, eventKeyOfDraft } from '@copydesk/domain/ids';
import type { Database } from '@copydesk/kit/database/types';
import type { Selectable } from 'kysely';
import { tables, type Tables } from '../tables.ts';
import { isDecidedOtherwise, wordsBehind } from './events.ts';

/** `brief` null: the AI was asked and gave none. */
export interface StoredBrief {
	readonly brief: Brief | null;
	/** Date and weekday of the message. */
	readonly today: string;
}

/** @returns undefined if nobody was asked about the event */
export async function briefOfEvent(db: Database, eventKey: string): Promise<StoredBrief | undefined> {
	const event = await tables(db).selectFrom('event').select('brief').where('event_key', '=', eventKey).executeTakeFirst();
	return event === undefined || event.brief === null ? undefined : (JSON.parse(event.brief) as StoredBrief);
}

/** What was understood of the message whose draft has this key. */
export async function briefOfMessage(db: Database, draftKey: string): Promise<StoredBrief | undefined> {
	const eventKey = eventKeyOfDraft(draftKey);
	return eventKey === null ? undefined : briefOfEvent(db, eventKey);
}

/** The time that a message names for a draft; null if it names none, or is no order to plan it. */
export async function timeNamed(db: Database, eventKey: string, draftKey: string): Promise<number | null> {
	const event = await tables(db).selectFrom('event').select(['intent', 'brief']).where('event_key', '=', eventKey).executeTakeFirst();
	if (event === undefined || event.brief === null) return null;
	const intent = storedIntent(event.intent);
	const order = (JSON.parse(event.brief) as StoredBrief).brief?.order ?? null;
	const isIt = intent.kind === 'command' && intent.name === 'draft' && intent.args.draft_id === draftKey;
	return isIt && order?.do === 'plan' ? order.at_ms : null;
}

/** The post that a press asks for, and when its message was written. */
async function pressed(db: Database, eventKey: string, draftKey: string) {
	const of = [await briefOfEvent(db, eventKey), await briefOfMessage(db, draftKey)];
	const found = of.find((each) => each?.brief?.posts[0] !== undefined);
	const post = found?.brief?.posts[0];
	return found === undefined || post === undefined ? undefined : { post, today: found.today };
}

export const postPressed = async (db: Database, eventKey: string, draftKey: string): Promise<PostBrief | undefined> =>
	(await pressed(db, eventKey, draftKey))?.post;

/** What the draft that an event begins keeps of its brief; null if nobody was asked. */
export async function keptBriefOf(db: Database, eventKey: string): Promise<KeptBrief | null> {
	const event = await tables(db).selectFrom('event').select('intent').where('event_key', '=', eventKey).executeTakeFirst();
	const intent: Intent = event === undefined ? { kind: 'ignored' } : storedIntent(event.intent);
	if (intent.kind === 'post_request' && intent.brief !== undefined)
		return kept(intent.brief, (await briefOfEvent(db, eventKey))?.today ?? '');
	if (intent.kind !== 'callback' || !makesRequest(intent.action)) return null;
	const found = await pressed(db, eventKey, intent.draft_key);
	return found === undefined ? null : kept(found.post, found.today);
}

const kept = ({ given: _given, ...post }: PostBrief, today: string): KeptBrief => ({ ...post, today });

/** The update id of another post of the same message: no messenger counts so far. */
const OTHER_POST = 100_000_000_000_000;
const updateIdOf = (eventKey: string): number => Number(eventKey.slice('u:'.length));

/** The id of the update that stands for a post of a message beside its first. */
export const otherUpdate = (messageKey: string, index: number): number => OTHER_POST * index + updateIdOf(messageKey);

/** A message, and what was understood of it. */
interface AskedFor {
	readonly message: Selectable<Tables['event']>;
	readonly text: string;
	readonly brief: Brief;
	readonly today: string;
}

/** The message of an event whose posts can be asked for; undefined once its words were deleted. */
export async function requestOf(tx: Database, messageKey: string): Promise<AskedFor | undefined> {
	const message = await tables(tx).selectFrom('event').selectAll().where('event_key', '=', messageKey).executeTakeFirst();
	const stored = message?.brief ? (JSON.parse(message.brief) as StoredBrief) : undefined;
	if (message === undefined || message.user_id === null || !stored?.brief) return undefined;
	const text = await wordsBehind(tx, message.user_id, draftKeyOf(message.update_id));
	return text === null ? undefined : { message, text, brief: stored.brief, today: stored.today };
}

/**
 * The posts after the first that a press of `write_all` asks for: each is an event of its own that waits for room, so it is limited, handed
 * on and repeated like any request.
 */
export async function addOtherPosts(tx: Database, eventKey: string, intent: Intent, userId: number, atMs: number): Promise<void> {
	if (intent.kind !== 'callback' || intent.action !== 'write_all') return;
	const messageKey = eventKeyOfDraft(intent.draft_key);
	const asked = messageKey === null ? undefined : await requestOf(tx, messageKey);
	if (asked?.message.user_id !== userId || (await isDecidedOtherwise(tx, eventKey))) return;
	for (const index of asked.brief.posts.keys()) if (index > 0) await addRequest(tx, asked, { index, post: index }, atMs);
}

/** Stores a request for one of the posts. @param at the number of its event, and which post it is */
export async function addRequest(
	tx: Database,
	{ message, text, brief, today }: AskedFor,
	{ index, post: at }: { readonly index: number; readonly post: number },
	atMs: number,
): Promise<void> {
	const post = brief.posts[at];
	if (post === undefined) return;
	const update_id = otherUpdate(message.event_key, index);
	const request: Intent = { kind: 'post_request', text, brief: post, draft_key: draftKeyOf(update_id) };
	const own: StoredBrief = { brief: { ...brief, posts: [post] }, today };
	await tables(tx)
		.insertInto('event')
		.values({
			event_key: eventKeyOf(update_id),
			update_id,
			received_at_ms: atMs,
			user_id: message.user_id,
			chat_id: message.chat_id,
			intent_kind: request.kind,
			intent: JSON.stringify(request),
			brief: JSON.stringify(own),
			update_json: JSON.stringify({ ...(JSON.parse(message.update_json ?? '{}') as object), update_id }),
			message_id: message.message_id,
			execution_id: 'waits',
			state: 'stored',
			waiting: 1,
			lease_until_ms: atMs,
		})
		.onConflict((on) => on.doNothing())
		.execute();
}
