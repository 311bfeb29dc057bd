/** Reads from stored events what other folders need, and ends events. */
import type { Selectable } from 'kysely';
import type { Formatted } from '@copydesk/domain/caption/form';
import type { MediaItem } from '@copydesk/domain/caption/media';
import { answersRequest, makesRequest } from '@copydesk/domain/chat/callback';
import { goesOn, joined, mayBeCut } from '@copydesk/domain/chat/cut';
import type { Part } from '@copydesk/domain/chat/cut';
import { linksIn } from '@copydesk/domain/chat/links';
import { requestIn } from '@copydesk/domain/chat/request';
import { isOfDesk } from '@copydesk/domain/chat/panel';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import { CopydeskError } from '@copydesk/domain/errors';
import { joinAlbum, readStored } from '@copydesk/domain/event/update';
import type { Incoming } from '@copydesk/domain/event/update';
import { eventKeyOf, eventKeyOfDraft } from '@copydesk/domain/ids';
import { MAX_MESSAGE_UNITS, MAX_REQUEST_UNITS } from '@copydesk/domain/limits';
import type { Press, Words } from '@copydesk/domain/material/judgement';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';
import type { Tables } from '../tables.ts';

export type StoredEvent = Selectable<Tables['event']>;

const found = (db: Database, eventKey: string) => tables(db).selectFrom('event').where('event_key', '=', eventKey);

/** The press or answer in a stored event, for decisions that depend on it. */
export async function saidIn(db: Database, eventKey: string): Promise<{ readonly press: Press | null; readonly words: Words | null }> {
	const event = await found(db, eventKey).select(['intent', 'message_id', 'query_pending']).executeTakeFirst();
	// A press counts only if the messenger confirmed it.
	if (event === undefined || event.query_pending === 1) return { press: null, words: null };
	const intent = storedIntent(event.intent);
	if (intent.kind !== 'callback' || isOfDesk(intent.action)) return { press: null, words: wordsOf(intent) };
	const { kind: _kind, ...pressed } = intent;
	return { press: { ...pressed, messageId: event.message_id ?? 0 }, words: null };
}

/** Whether a draft may begin under an event: a request, or a press that makes one of a message. */
export async function asksForPost(db: Database, eventKey: string): Promise<boolean> {
	const event = await found(db, eventKey).select(['intent', 'query_pending']).executeTakeFirst();
	if (event === undefined || event.query_pending === 1) return false;
	const intent = storedIntent(event.intent);
	return intent.kind === 'post_request' || (intent.kind === 'callback' && makesRequest(intent.action));
}

/** The renderer's asset id of the picture that came with an event. */
export async function pictureOf(db: Database, eventKey: string): Promise<string | null> {
	return (await broughtBy(db, eventKey))?.picture?.image_id ?? null;
}

/** What came with an event to be sent beside the cover, by the messenger's file ids. */
export async function mediaOf(db: Database, eventKey: string): Promise<readonly MediaItem[] | null> {
	return (await broughtBy(db, eventKey))?.media ?? null;
}

async function broughtBy(db: Database, eventKey: string) {
	const event = await found(db, eventKey).select('intent').executeTakeFirst();
	const intent = event === undefined ? undefined : storedIntent(event.intent);
	const brings = intent?.kind === 'post_request' || intent?.kind === 'feedback_reply' || intent?.kind === 'callback';
	return brings ? intent : undefined;
}

function wordsOf(intent: Intent): Words | null {
	if (intent.kind === 'feedback_reply') {
		const { draft_key, version, text } = intent;
		return { kind: 'reply', draft_key, version, text };
	}
	if (intent.kind !== 'command') return null;
	if (intent.name === 'resume') return { kind: 'resume', draft_key: intent.args.draft_id };
	// With an answer of ours it closed something else.
	return intent.name === 'cancel' && intent.text === undefined ? { kind: 'cancel' } : null;
}

/** The callback query of a press; null for any other event. */
export async function callbackQueryOf(db: Database, eventKey: string): Promise<string | null> {
	return (await found(db, eventKey).select('callback_query_id').executeTakeFirst())?.callback_query_id ?? null;
}

/** The stored update of a press and the message with the button; null for any other event, and after the update was deleted. */
export async function pressBehind(
	db: Database,
	eventKey: string,
): Promise<{ readonly update: Readonly<Record<string, unknown>>; readonly messageId: number } | null> {
	const event = await found(db, eventKey).select(['update_json', 'message_id', 'callback_query_id']).executeTakeFirst();
	const { update_json = null, message_id = null, callback_query_id = null } = event ?? {};
	if (update_json === null || message_id === null || callback_query_id === null) return null;
	return { update: JSON.parse(update_json) as Readonly<Record<string, unknown>>, messageId: message_id };
}

/** The version that an event began or took over, else the version of its button; null for any other event. */
export async function draftOf(db: Database, eventKey: string): Promise<{ readonly draft_key: string; readonly version: number } | null> {
	const event = await found(db, eventKey).select(['draft_key', 'version']).executeTakeFirst();
	const { draft_key = null, version = null } = event ?? {};
	if (draft_key !== null && version !== null) return { draft_key, version };
	const { press } = await saidIn(db, eventKey);
	// An item on a card is not yet a draft.
	return press === null || press.item !== undefined ? null : { draft_key: press.draft_key, version: press.version };
}

/** The text of the message from which the draft with this key is made; null if it is another person's or deleted. */
export async function wordsBehind(db: Database, userId: number, draftKey: string): Promise<string | null> {
	const written = await messageOfDraft(db, userId, draftKey);
	if (written?.text === undefined || written.text === null) return null;
	const first = { text: requestIn(written.text.trim()), sentAt: written.sentAt };
	return mayBeCut(first.text) && !written.edited ? joined(first, await messagesAfter(db, userId, written.updateId)) : first.text;
}

/** The text of an event's message, with its entities; null if the event is no message or its text was deleted. */
async function wordsOfEvent(db: Database, eventKey: string): Promise<Formatted | null> {
	const event = await found(db, eventKey).select(['event_key', 'album', 'update_id', 'update_json', 'heard']).executeTakeFirst();
	if (event === undefined) return null;
	const written = await readWhole(db, event);
	return written.kind === 'message' && written.text !== null ? { text: written.text, entities: written.form ?? [] } : null;
}

type WithAlbum = Pick<StoredEvent, 'event_key' | 'album' | 'update_id' | 'update_json'> & { readonly heard?: string | null };

/** Reads a stored update; one that is an item of an album as the whole album. */
export async function readWhole(db: Database, event: WithAlbum): Promise<Incoming> {
	const { album } = event;
	if (album === null) return readStored(event);
	const rows = await tables(db)
		.selectFrom('event')
		.select(['event_key', 'update_id', 'update_json', 'heard'])
		.where('album', '=', album)
		.execute();
	const lead = rows.find(({ event_key }) => event_key === album);
	const first = lead === undefined ? undefined : readStored(lead);
	const items = rows.map(readStored).filter((item) => item.kind === 'message');
	return first?.kind === 'message' ? joinAlbum(first, items) : readStored(event);
}

/** The texts of these events' messages. */
export async function wordsOfEvents(db: Database, eventKeys: readonly string[]): Promise<readonly Formatted[]> {
	const said = await Promise.all([...new Set(eventKeys)].map((eventKey) => wordsOfEvent(db, eventKey)));
	return said.filter((words) => words !== null);
}

/** The links in the message from which the draft with this key is made. */
export async function linksBehind(db: Database, userId: number, draftKey: string): Promise<readonly string[]> {
	const written = await messageOfDraft(db, userId, draftKey);
	return written === null ? [] : linksIn(requestIn(written.text?.trim() ?? ''), written.links);
}

/** The most parts after the first, so that a request has at most `MAX_REQUEST_UNITS`. */
const MOST_PARTS = MAX_REQUEST_UNITS / MAX_MESSAGE_UNITS - 1;

/** The next messages of the same person, which may be the rest of a cut text. */
async function messagesAfter(db: Database, userId: number, updateId: number): Promise<readonly Part[]> {
	const next = await tables(db)
		.selectFrom('event')
		.select(['update_id', 'update_json'])
		.where(({ and }) => and({ user_id: userId, intent_kind: 'usage' }))
		.where('update_id', '>', updateId)
		.orderBy('update_id')
		.limit(MOST_PARTS)
		.execute();
	return next.flatMap((event) => partIn(event) ?? []);
}

/** A message as part of a text; undefined for anything else. */
function partIn({ update_id, update_json }: { readonly update_id: number; readonly update_json: string | null }): Part | undefined {
	const written = readStored({ update_id, update_json });
	if (written.kind !== 'message' || written.edited || written.text === null) return undefined;
	return { text: written.text.trim(), sentAt: written.sentAt };
}

/** Whether a message continues the one before it, because the messenger cut a long text. */
export async function isRestOfCut(db: Database, userId: number, updateId: number, part: Part): Promise<boolean> {
	const before = await tables(db)
		.selectFrom('event')
		.select(['update_id', 'update_json'])
		.where(({ and }) => and({ user_id: userId, intent_kind: 'usage' }))
		.where('update_id', '<', updateId)
		.orderBy('update_id', 'desc')
		.limit(1)
		.executeTakeFirst();
	const whole = before === undefined ? undefined : partIn(before);
	return whole !== undefined && goesOn(whole, part);
}

/** How the earlier text of an edited message was understood; null if it needed no answer or is unchanged. */
export async function editedFrom(
	db: Database,
	message: Incoming & { readonly kind: 'message' },
): Promise<'request' | 'answer' | 'album' | null> {
	const { fromId, messageId, updateId, text } = message;
	const before = await tables(db)
		.selectFrom('event')
		.select(['update_id', 'update_json', 'intent'])
		.where(({ and }) => and({ user_id: fromId, message_id: messageId }))
		.where('callback_query_id', 'is', null)
		// An item of an album waits, or joins the others, without an answer of its own.
		.where(({ eb, or }) => or([eb('intent_kind', '<>', 'ignored'), eb('album', 'is not', null)]))
		.where('update_id', '<', updateId)
		.orderBy('update_id', 'desc')
		.limit(1)
		.executeTakeFirst();
	if (before === undefined) return null;
	const written = readStored(before);
	if (written.kind !== 'message' || written.text === text) return null;
	if (typeof written.picture?.album === 'string') return 'album';
	const intent = storedIntent(before.intent);
	if (intent.kind === 'feedback_reply') return 'answer';
	const isPage = intent.kind === 'command' && intent.name === 'news' && intent.args.link !== undefined;
	const isAsked = intent.kind === 'usage' && (intent.buttons ?? []).flat().some(({ action }) => makesRequest(action));
	return isPage || isAsked || intent.kind === 'post_request' ? 'request' : null;
}

async function messageOfDraft(db: Database, userId: number, draftKey: string) {
	const eventKey = eventKeyOfDraft(draftKey);
	return eventKey === null ? null : messageBehind(db, userId, eventKey);
}

/** The stored message of this event; null if it is another person's or deleted. */
export async function messageBehind(
	db: Database,
	userId: number,
	eventKey: string,
): Promise<(Incoming & { readonly kind: 'message' }) | null> {
	const event = await found(db, eventKey).select(['user_id', 'event_key', 'album', 'update_id', 'update_json', 'heard']).executeTakeFirst();
	if (event?.user_id !== userId) return null;
	const written = await readWhole(db, event);
	return written.kind === 'message' ? written : null;
}

/** Whether a text is the question what the picture is about that came alone in this event. */
export async function asksForWords(db: Database, { sub, event_key }: { readonly sub: number; readonly event_key: string }, text: string) {
	const event = await found(db, event_key).select('intent').executeTakeFirst();
	const intent = event === undefined ? undefined : storedIntent(event.intent);
	if (intent?.kind !== 'usage' || intent.text !== text || intent.buttons !== undefined) return false;
	const sent = await messageBehind(db, sub, event_key);
	return sent !== null && sent.picture?.file_id !== undefined && sent.picture.file_id !== null && (sent.text?.trim() ?? '') === '';
}

/** How far apart the update ids of the pictures of one album may be. */
const ALBUM_WITHIN = 100;

/** The earlier pictures of an album: the newest one with a caption, of which a draft is or may be made, and whether there is any. */
export async function albumBefore(
	db: Database,
	userId: number,
	album: string,
	updateId: number,
): Promise<{ readonly first: string | null; readonly withWords: string | null }> {
	const rows = await tables(db)
		.selectFrom('event')
		.select(['event_key', 'update_json'])
		.where('user_id', '=', userId)
		.where('update_id', '<', updateId)
		.where('update_id', '>', updateId - ALBUM_WITHIN)
		.where('update_json', 'like', `%"media_group_id":"${album}"%`)
		.orderBy('update_id', 'desc')
		.execute();
	const withWords = rows.find(({ update_json }) => update_json?.includes('"caption":"') === true);
	return { first: rows.at(-1)?.event_key ?? null, withWords: withWords?.event_key ?? null };
}

/** Whether this person pressed a button below a message before. */
export async function isAnswered(db: Database, user_id: number, message_id: number): Promise<boolean> {
	const pressed = await tables(db)
		.selectFrom('event')
		.select('event_key')
		.where(({ and }) => and({ user_id, message_id, query_pending: 0 }))
		.where('callback_query_id', 'is not', null)
		.limit(1)
		.executeTakeFirst();
	return pressed !== undefined;
}

/** Whether this person's first press under the same question was another button. */
export async function isDecidedOtherwise(db: Database, eventKey: string): Promise<boolean> {
	const first = await firstAnswer(db, eventKey);
	return first !== undefined && !first.isSame;
}

/** The first earlier press of the same person under the same question. */
export async function firstAnswer(db: Database, eventKey: string): Promise<{ readonly isSame: boolean } | undefined> {
	const pressed = await found(db, eventKey).select(['user_id', 'message_id', 'received_at_ms', 'update_id', 'intent']).executeTakeFirst();
	const said = pressed === undefined ? undefined : storedIntent(pressed.intent);
	if (pressed === undefined || said?.kind !== 'callback') return undefined;
	const { user_id, message_id, received_at_ms, update_id } = pressed;
	// A press counts only if the messenger confirmed it.
	const earlier = await tables(db)
		.selectFrom('event')
		.select('intent')
		.where(({ and }) => and({ user_id, message_id, query_pending: 0 }))
		.where('callback_query_id', 'is not', null)
		.where(({ eb, or, and }) =>
			or([eb('received_at_ms', '<', received_at_ms), and([eb('received_at_ms', '=', received_at_ms), eb('update_id', '<', update_id)])]),
		)
		.orderBy('received_at_ms')
		.orderBy('update_id')
		.execute();
	const presses = earlier.map(({ intent }) => storedIntent(intent));
	// A press that took the words for a change of a post is stored as that reply.
	const first = presses.find(
		(each) =>
			each.kind === 'feedback_reply' || (each.kind === 'callback' && each.draft_key === said.draft_key && answersRequest(each.action)),
	);
	return first === undefined ? undefined : { isSame: first.kind === 'callback' && first.action === said.action };
}

/** The stored update with this id; null if it was not admitted or is deleted. */
export async function updateOfEvent(db: Database, updateId: number): Promise<string | null> {
	return (await found(db, eventKeyOf(updateId)).select('update_json').executeTakeFirst())?.update_json ?? null;
}

export async function isKnownEvent(db: Database, eventKey: string): Promise<boolean> {
	return (await found(db, eventKey).select('event_key').executeTakeFirst()) !== undefined;
}

/**
 * Ends a stored event, once.
 * @param leaseUntilMs if given, the event is ended only if its lease is still this one
 * @returns whether it was still open
 */
export async function closeEvent(
	tx: Database,
	eventKey: string,
	end: { readonly state: 'handled' | 'failed' | 'interrupted' | 'abandoned'; readonly outcome: string },
	atMs: number,
	leaseUntilMs?: number,
): Promise<boolean> {
	const closed = await tables(tx)
		.updateTable('event')
		.set({ ...end, closed_at_ms: atMs })
		.where(({ and }) =>
			and({ event_key: eventKey, state: 'stored', ...(leaseUntilMs === undefined ? {} : { lease_until_ms: leaseUntilMs }) }),
		)
		.returning('event_key')
		.executeTakeFirst();
	return closed !== undefined;
}

/**
 * Opens a failed event again, with the same key, for the execution that continues it. From then on the service watches it like any other
 * event: the execution closes it at the end, and the service posts it again after a crash.
 * @returns whether it was a failed event
 */
export async function reopenEvent(tx: Database, eventKey: string, executionId: string, leaseUntilMs: number): Promise<boolean> {
	const opened = await tables(tx)
		.updateTable('event')
		.set({ state: 'stored', execution_id: executionId, lease_until_ms: leaseUntilMs, closed_at_ms: null, outcome: null, replay_open: 0 })
		.where(({ and }) => and({ event_key: eventKey, state: 'failed' }))
		.returning('event_key')
		.executeTakeFirst();
	return opened !== undefined;
}

type Worker = { readonly event_key: string; readonly execution_id: string };

/**
 * Checks that the execution of a context may act. Only the execution that was admitted last may act for an event, and none after its
 * draft was dropped. A context of an unknown update is forged with a stolen key.
 * @throws CopydeskError execution_superseded, context_invalid
 */
export async function demandMayAct(db: Database, { event_key, execution_id }: Worker): Promise<void> {
	const event = await found(db, event_key).select(['state', 'execution_id', 'outcome']).executeTakeFirst();
	if (event === undefined && event_key.startsWith('u:')) throw new CopydeskError('context_invalid', `${event_key} never came`);
	const isOthers = event?.state === 'stored' && event.execution_id !== execution_id;
	if (isOthers || event?.outcome === DROPPED) throw new CopydeskError('execution_superseded', `${event_key}, ${execution_id}`);
}

/** The outcome of an event whose draft was dropped while the event worked on it. */
export const DROPPED = 'dropped under way';

/** Whether a stored event has ended; false for an unknown event. */
export async function isClosed(db: Database, eventKey: string): Promise<boolean> {
	const closed = found(db, eventKey).select('event_key').where('state', '<>', 'stored');
	return (await closed.executeTakeFirst()) !== undefined;
}

/** Whether this execution has lost its event: another one has it, a person was told to continue, or the draft was dropped. */
export async function goesOnWithout(db: Database, { event_key, execution_id }: Worker): Promise<boolean> {
	const without = found(db, event_key)
		.select('event_key')
		.where(({ eb, or }) =>
			or([eb('state', 'in', ['interrupted', 'abandoned']), eb('execution_id', '<>', execution_id), eb('outcome', '=', DROPPED)]),
		);
	return (await without.executeTakeFirst()) !== undefined;
}

/** Whether its work was done: what fails after that, such as a step of a person's own behind it, touches nothing of ours. */
export async function isDone(db: Database, eventKey: string): Promise<boolean> {
	return (await found(db, eventKey).select('event_key').where('state', '=', 'handled').executeTakeFirst()) !== undefined;
}

/** Another event with a running lease that works on a version. */
export async function eventAtWork(
	tx: Database,
	{ draft_key, version }: { readonly draft_key: string; readonly version: number },
	ownEventKey: string,
	nowMs: number,
): Promise<StoredEvent | undefined> {
	return tables(tx)
		.selectFrom('event')
		.selectAll()
		.where(({ and }) => and({ draft_key, version, state: 'stored' }))
		.where('event_key', '<>', ownEventKey)
		.where('lease_until_ms', '>', nowMs)
		.orderBy('received_at_ms')
		.limit(1)
		.executeTakeFirst();
}

/** How many events are open, by state, and how many failed since a time. */
export async function countEvents(db: Database, sinceMs: number): Promise<ReadonlyMap<StoredEvent['state'], number>> {
	const counted = tables(db)
		.selectFrom('event')
		.select(({ fn }) => ['state', fn.countAll<number>().as('n')])
		.groupBy('state');
	const counts = [
		...(await counted.where('state', '=', 'stored').execute()),
		...(await counted.where('state', 'in', ['failed', 'interrupted', 'abandoned']).where('closed_at_ms', '>', sinceMs).execute()),
	];
	return new Map(counts.map(({ state, n }) => [state, n]));
}
