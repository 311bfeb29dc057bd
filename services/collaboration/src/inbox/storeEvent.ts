/** Stores an update as an event of the inbox, once, with its sender, in the same transaction as its audit row. */
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import type { CopydeskError } from '@copydesk/domain/errors';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import type { Journal } from '../deliveries/journal.ts';
import { isPlannedKey } from '../events/planned.ts';
import { bindExecution } from '../events/executions.ts';
import { LEASE_MS, hasOpenPaid } from '../events/lease.ts';
import { takeOver } from '../admissions/underWay.ts';
import type { UnderWay } from '../admissions/underWay.ts';
import { takeStored, wasAdmitted } from '../intake/updateQueue.ts';
import { learn } from '../participants/languages.ts';
import { recordMembership } from '../participants/reachability.ts';
import { saveRights } from '../photos/rights.ts';
import { admitPlanned } from '../plans/fire.ts';
import { beginOffer } from '../settings/brandOffer.ts';
import { tables } from '../tables.ts';
import { countStranger } from './strangerQuota.ts';
import { waitForLimit } from './limits.ts';
import type { Limits } from './limits.ts';
import { askAboutConcurrentDuplicate } from './concurrentDuplicates.ts';
import type { DuplicateWords } from './concurrentDuplicates.ts';
import { closes, gather } from './albums.ts';
import type { InAlbum } from './albums.ts';
import { decideByEvent } from './planned.ts';
import type { PlanWords } from './planned.ts';
import { addOtherPosts } from '../events/briefs.ts';
import { setIntent } from './setIntent.ts';
import { settle } from './settle.ts';
import type { Settled } from './settle.ts';
import { reconcileByEvent } from './reconcileByPress.ts';
import type { ParsedUpdate } from './parseUpdate.ts';
import { hasToWait } from './waiting.ts';

/** `replay`: a stored event that the service posted again, with its first intent. */
export type Kept =
	| {
			readonly kind: 'new' | 'replay';
			readonly intent: Intent;
			readonly underWay?: UnderWay | undefined;
			/** Whether the messenger still has to confirm the press. */
			readonly isPending: boolean;
			readonly settled?: Settled | undefined;
			/** Whether it waited until a time, so that nobody shows its answer at the button. */
			readonly hasWaited?: boolean;
	  }
	| { readonly kind: 'waits'; readonly intent: Intent }
	| { readonly kind: 'duplicate' }
	/** The update is not the one that the messenger sent with this id. */
	| { readonly kind: 'unknown' };

interface KeepOptions {
	readonly channelId: number;
	readonly journal: Journal;
	readonly atOnce: number;
	/** Whether the service receives updates itself: then every real update is stored before `/event` gets it. */
	readonly mustBeStored: boolean;
	readonly plan: PlanWords;
	readonly limits: Limits;
	readonly duplicates: DuplicateWords;
	/** Whether what the event decides about a draft is decided now, and not by the graphs. */
	readonly settles: boolean;
	/** What a first attempt to decide found out too late. */
	readonly late?: CopydeskError | undefined;
}

export async function storeEvent(
	tx: Database,
	note: Note,
	parsed: ParsedUpdate,
	executionId: string,
	options: KeepOptions,
	atMs: number,
): Promise<Kept> {
	const { channelId, mustBeStored } = options;
	const { update, eventKey, incoming, sender, reason, intent, learnt, saysRights, people, logo } = parsed;
	if (!(await takeStored(tx, update, mustBeStored))) {
		const refused = { outcome: 'refused', code: 'update_unknown', executionId } as const;
		note({ ...refused, actorUserId: null, action: 'event.unknown', entity: `event:${eventKey}` });
		return { kind: 'unknown' };
	}
	if (isPlannedKey(eventKey)) return takePlanned(tx, note, parsed, executionId, options, atMs);
	if (parsed.album?.as === 'whole') return takeAlbum(tx, note, parsed, parsed.album, executionId, options, atMs);
	const becomes = await countStranger(tx, parsed, atMs);
	if (becomes === 'duplicate') return { kind: 'duplicate' };
	const isAdmitted = sender !== undefined && reason === null;
	// An update that the messenger sent to the service itself needs no further confirmation.
	const isPress = intent.kind === 'callback' || (incoming.kind === 'callback' && intent.kind === 'feedback_reply');
	const isPending = isAdmitted && isPress && !mustBeStored;
	if (becomes === 'event' && !(await insertEvent(tx, parsed, executionId, isPending, atMs)))
		return (await wasAdmitted(tx, update)) ? takeReplay(tx, note, parsed, executionId, options, atMs) : { kind: 'duplicate' };
	if (incoming.kind === 'membership') await recordMembership(tx, incoming, people, channelId, atMs);
	if (becomes === 'counted') return { kind: 'new', intent, isPending: false };
	const { album } = parsed;
	const place = isAdmitted && (album?.as === 'part' || album?.as === 'late') ? await gather(tx, album, eventKey, atMs) : undefined;
	note({
		actorUserId: sender?.userId ?? null,
		action: isAdmitted ? 'event.admitted' : 'event.refused',
		entity: `event:${eventKey}`,
		outcome: isAdmitted ? 'ok' : 'refused',
		code: reason,
		executionId,
		detail: {
			intent: intent.kind,
			...(intent.kind === 'callback' ? { asked: intent.action, ...pressedOn(intent) } : {}),
		},
	});
	if (isAdmitted) await bind(tx, sender.userId, sender.chatId, eventKey, executionId, atMs);
	// A press tells the language only once it is confirmed.
	if (isAdmitted && incoming.kind !== 'callback') await learn(tx, sender.userId, learnt, atMs);
	if (isAdmitted && logo !== undefined)
		await beginOffer(tx, { key: eventKey, by: sender.userId, file_id: logo, sheet: 1, state: 'asked', brands: [] }, atMs);
	if (isAdmitted && saysRights) await saveRights(tx, note, { userId: sender.userId, eventKey, executionId }, atMs);
	if (!isAdmitted) return { kind: 'new', intent, isPending };
	if (place === 'opens') return { kind: 'waits', intent };
	if (place === 'late' && album?.as === 'part')
		return { kind: 'new', intent: await setIntent(tx, eventKey, LATE(parsed.messages)), isPending };
	if (isPending) return { kind: 'new', intent, isPending, underWay: await takeOver(tx, eventKey, intent, atMs) };
	return begin(tx, note, { intent, incoming, sender, eventKey, executionId, atMs }, options);
}

/** Decides what a new event decides; it waits if it has to. */
async function begin(tx: Database, note: Note, event: Parameters<typeof reconcileByEvent>[3], options: KeepOptions): Promise<Kept> {
	const { journal, atOnce, plan, limits, duplicates } = options;
	const { eventKey, sender, atMs } = event;
	const wished = await decide(tx, note, journal, event, { plan, duplicates });
	const decided = await waitForLimit(tx, note, { eventKey, userId: sender.userId, intent: wished, atMs }, limits);
	if (decided === 'waits') return { kind: 'waits', intent: wished };
	if (await hasToWait(tx, eventKey, decided, atOnce, atMs)) return { kind: 'waits', intent: decided };
	const settled = await settledBy(tx, note, { ...event, intent: decided }, options);
	return { kind: 'new', intent: decided, isPending: false, settled, underWay: await takeOver(tx, eventKey, decided, atMs) };
}

/** The first item of an album, handed on: it is all of them now, or waits on for another one. */
async function takeAlbum(
	tx: Database,
	note: Note,
	{ update, eventKey, incoming, sender, reason, intent, saysRights }: ParsedUpdate,
	album: Extract<InAlbum, { as: 'whole' }>,
	executionId: string,
	options: KeepOptions,
	atMs: number,
): Promise<Kept> {
	if (!(await wasAdmitted(tx, update))) return { kind: 'duplicate' };
	const isWhole = await closes(tx, album, atMs);
	if (!isWhole) return { kind: 'waits', intent };
	const handedOn = await tables(tx)
		.updateTable('event')
		.set({ replay_open: 0, execution_id: executionId, lease_until_ms: atMs + LEASE_MS, wait_until_ms: null })
		.where(({ and }) => and({ event_key: eventKey, state: 'stored', replay_open: 1 }))
		.returning('event_key')
		.executeTakeFirst();
	if (handedOn === undefined || sender === undefined || reason !== null) return { kind: 'duplicate' };
	await setIntent(tx, eventKey, intent);
	const entity = `event:${eventKey}`;
	const detail = { intent: intent.kind, items: album.count };
	note({ actorUserId: sender.userId, action: 'album.whole', entity, outcome: 'ok', code: null, executionId, detail });
	await bind(tx, sender.userId, sender.chatId, eventKey, executionId, atMs);
	if (saysRights) await saveRights(tx, note, { userId: sender.userId, eventKey, executionId }, atMs);
	return begin(tx, note, { intent, incoming, sender, eventKey, executionId, atMs }, options);
}

/** Decides about a draft, if the caller leaves that to the service. */
export async function settledBy(
	tx: Database,
	note: Note,
	{ incoming, ...event }: Parameters<typeof reconcileByEvent>[3],
	{ settles, late }: Pick<KeepOptions, 'settles' | 'late'>,
): Promise<Settled | undefined> {
	return settles ? settle(tx, note, { ...event, messageId: incoming.kind === 'callback' ? incoming.messageId : 0 }, late) : undefined;
}

const LATE = ({ photos }: ParsedUpdate['messages']): Intent => ({ kind: 'usage', text: photos.late });

/** Stores the effects of a press or an answer together with the event. @returns the intent after that */
export async function decide(
	tx: Database,
	note: Note,
	journal: Journal,
	event: Parameters<typeof reconcileByEvent>[3],
	{ plan, duplicates }: Pick<KeepOptions, 'plan' | 'duplicates'>,
): Promise<Intent> {
	await reconcileByEvent(tx, note, journal, event);
	const { eventKey, sender } = event;
	const intent = await decideByEvent(tx, note, event, plan);
	const asked = await askAboutConcurrentDuplicate(tx, { eventKey, userId: sender.userId, intent }, duplicates);
	await addOtherPosts(tx, eventKey, asked, sender.userId, event.atMs);
	return asked;
}

/** Takes the press of a planned post: only the service stores it, and it counts only while its plan is being carried out. */
async function takePlanned(
	tx: Database,
	note: Note,
	parsed: ParsedUpdate,
	executionId: string,
	options: KeepOptions,
	atMs: number,
): Promise<Kept> {
	const { eventKey, sender, reason } = parsed;
	const taken = await takeReplay(tx, note, parsed, executionId, options, atMs);
	if (taken.kind === 'duplicate') return taken;
	const refused = sender === undefined ? 'unknown_sender' : reason;
	return (await admitPlanned(tx, note, { eventKey, atMs, refused })) ? taken : { kind: 'duplicate' };
}

async function insertEvent(tx: Database, parsed: ParsedUpdate, executionId: string, isPending: boolean, atMs: number): Promise<boolean> {
	const { update, eventKey, incoming, sender, reason, intent } = parsed;
	const isAdmitted = sender !== undefined && reason === null;
	// An ignored update has no effect, so it is closed at once.
	const state = !isAdmitted ? 'refused' : intent.kind === 'ignored' ? 'handled' : 'stored';
	const sent = 'fromId' in incoming ? incoming : undefined;
	const added = await tables(tx)
		.insertInto('event')
		.values({
			event_key: eventKey,
			update_id: incoming.updateId,
			received_at_ms: atMs,
			user_id: sent?.fromId ?? null,
			chat_id: sent?.chatId ?? null,
			intent_kind: intent.kind,
			intent: JSON.stringify(intent),
			update_json: isAdmitted ? JSON.stringify(update) : null,
			callback_query_id: incoming.kind === 'callback' ? incoming.callbackQueryId : null,
			message_id: incoming.kind === 'message' || incoming.kind === 'callback' ? incoming.messageId : null,
			reason,
			execution_id: executionId,
			state,
			lease_until_ms: atMs + LEASE_MS,
			query_pending: isPending ? 1 : 0,
			...(state === 'stored' ? {} : { closed_at_ms: atMs, outcome: reason ?? 'ignored' }),
		})
		.onConflict((on) => on.doNothing())
		.returning('event_key')
		.executeTakeFirst();
	return added !== undefined;
}

/**
 * Takes a stored event again: one that the service posted (a replay, or the end of a wait), or a press that the messenger has not
 * confirmed. Any other second delivery is a duplicate.
 */
async function takeReplay(
	tx: Database,
	note: Note,
	{ eventKey, incoming, sender, reason }: ParsedUpdate,
	executionId: string,
	options: KeepOptions,
	atMs: number,
): Promise<Kept> {
	const event = await tables(tx)
		.updateTable('event')
		.set({ replay_open: 0 })
		.where(({ and }) => and({ event_key: eventKey, state: 'stored' }))
		.where(({ eb, or }) => or([eb('replay_open', '=', 1), eb('query_pending', '=', 1)]))
		.returning(['user_id', 'chat_id', 'intent', 'replays', 'query_pending', 'wait_count'])
		.executeTakeFirst();
	// An execution with a paid request since the post is alive, and continues.
	if (event === undefined || (await hasOpenPaid(tx, eventKey))) return { kind: 'duplicate' };
	await tables(tx)
		.updateTable('event')
		.set({ execution_id: executionId, lease_until_ms: atMs + LEASE_MS })
		.where('event_key', '=', eventKey)
		.execute();
	await bind(tx, event.user_id ?? 0, event.chat_id ?? 0, eventKey, executionId, atMs);
	const stored = storedIntent(event.intent);
	const isPending = event.query_pending === 1;
	const isBegun = event.replays > 0;
	const asking = { eventKey, userId: event.user_id ?? 0, intent: stored, atMs, isBegun };
	const intent = isPending ? stored : await waitForLimit(tx, note, asking, options.limits);
	if (intent === 'waits') return { kind: 'waits', intent: stored };
	const by = sender !== undefined && reason === null && !isPending ? sender : undefined;
	const settled =
		by === undefined ? undefined : await settledBy(tx, note, { intent, incoming, sender: by, eventKey, executionId, atMs }, options);
	const underWay = await takeOver(tx, eventKey, intent, atMs);
	return { kind: isBegun ? 'replay' : 'new', intent, isPending, settled, underWay, hasWaited: event.wait_count > 0 };
}

function bind(tx: Database, sub: number, chat: number, event_key: string, execution_id: string, atMs: number): Promise<void> {
	return bindExecution(tx, { sub, chat, event_key, execution_id }, { execution_id }, atMs);
}

/** The object of a press: a version, or an item of a batch. */
function pressedOn({
	draft_key,
	version,
	item,
}: Extract<Intent, { kind: 'callback' }>): { readonly material: string } | { readonly item: string } {
	return item === undefined ? { material: `${draft_key}:${version}` } : { item: `${draft_key}:${item}` };
}
