/** The delivery journal: what was to be sent, and the outcome. This is the one writer of deliveries. */
import { sql } from 'kysely';
import type { Selectable, Updateable } from 'kysely';
import type { DeliveryAnswer } from '@copydesk/domain/api/collaboration';
import { CopydeskError } from '@copydesk/domain/errors';
import { deliveryMachine } from '@copydesk/domain/delivery/machine';
import type { DeliveryState } from '@copydesk/domain/delivery/machine';
import type { SettledState } from '@copydesk/domain/delivery/outcome';
import { seenOf } from '@copydesk/domain/caption/media';
import type { Material } from '@copydesk/domain/material/material';
import type { Attempt } from '@copydesk/domain/material/publication';
import type { Database } from '@copydesk/kit/database/types';
import type { AuditEntry, Note } from '../audit/audit.ts';
import { saidIn } from '../events/events.ts';
import type { VersionRef } from '../materials/read.ts';
import type { Causing } from '../participants/actors.ts';
import { tables } from '../tables.ts';
import type { Tables } from '../tables.ts';
import { RECONCILED, oweFor, versionOf } from './debts.ts';

export { RECONCILED, versionOf };

/** A row of the journal. Message id 0: sent, but the messenger did not say which id. */
export type Delivery = Selectable<Tables['delivery']>;

/** The identity of a delivery: purpose, entity key and recipient (0 for the channel). Operation and actor are not part of it. */
type DeliveryKey = Pick<Delivery, 'purpose' | 'entity_key' | 'recipient_user_id'>;

/** The recipient and the event of something that is sent. */
export type Cause = Pick<Delivery, 'actor_user_id' | 'actor_chat_id' | 'event_key' | 'execution_id'>;

/** What is to be sent, and which version it shows. */
export type DeliverySpec = DeliveryKey &
	Cause &
	Pick<Delivery, 'operation' | 'chat_id'> &
	Partial<Pick<Delivery, 'draft_key' | 'version' | 'content_sha256'>>;

export type Begun = { readonly kind: 'begun'; readonly delivery: Delivery } | { readonly kind: 'repeated'; readonly delivery: Delivery };

/** The outcome of an attempt, and other columns to store with it. */
export type Outcome = { readonly state: SettledState } & Pick<Delivery, 'error_code'> & Updateable<Tables['delivery']>;

/** The recipient id of the channel. */
export const CHANNEL_RECIPIENT = 0;

/** The purpose of a version that changes a post in the channel. */
export const CORRECT = 'correct';

export const NOBODY: Cause = { actor_user_id: null, actor_chat_id: null, event_key: null, execution_id: null };

export const causeOf = ({ participant, context }: Causing): Cause => ({
	actor_user_id: participant.userId,
	actor_chat_id: participant.chatId,
	event_key: context.event_key,
	execution_id: context.execution_id,
});

/** The stored delivery; undefined if it was never begun, or if its key belongs to another operation. */
export async function findDelivery(
	db: Database,
	{ purpose, entity_key, recipient_user_id, operation }: DeliveryKey & Pick<Delivery, 'operation'>,
): Promise<Delivery | undefined> {
	return tables(db)
		.selectFrom('delivery')
		.selectAll()
		.where(({ and }) => and({ purpose, entity_key, recipient_user_id, operation }))
		.executeTakeFirst();
}

/** @returns undefined if there is none of this id */
export async function deliveryBy(db: Database, delivery_id: string): Promise<Delivery | undefined> {
	return tables(db).selectFrom('delivery').selectAll().where('delivery_id', '=', delivery_id).executeTakeFirst();
}

/** The publication of a version that was confirmed only later, by evidence or by a person; undefined if there is none. */
export async function confirmedLater(db: Database, { draft_key, version }: VersionRef): Promise<Delivery | undefined> {
	return tables(db)
		.selectFrom('delivery')
		.selectAll()
		.where(({ and }) => and({ operation: 'publish', draft_key, version, state: 'sent', error_code: RECONCILED }))
		.executeTakeFirst();
}

/** All publications of one version that were ever begun, oldest first. */
export async function publicationsOf(db: Database, { draft_key, version }: VersionRef): Promise<readonly Attempt[]> {
	return tables(db)
		.selectFrom('delivery')
		.select(['entity_key', 'state', 'event_key'])
		.where(({ and }) => and({ operation: 'publish', draft_key, version }))
		.orderBy('created_at_ms')
		.orderBy('entity_key')
		.execute();
}

/** The covers and media that the post of a draft may show now. */
export async function seenInChannel(db: Database, draft_key: string) {
	const rows = await tables(db)
		.selectFrom('delivery as d')
		.innerJoin('material as m', (on) => on.onRef('m.draft_key', '=', 'd.draft_key').onRef('m.version', '=', 'd.version'))
		.select(['m.cover_asset_id', 'm.media', 'm.shown_as'])
		.distinct()
		.where(({ and }) => and({ 'd.operation': 'publish', 'd.draft_key': draft_key }))
		.where('d.state', '<>', 'rejected')
		.execute();
	return rows.map(({ cover_asset_id, media, shown_as }) =>
		seenOf({
			cover_asset_id,
			media: JSON.parse(media ?? 'null') as Material['media'],
			shown_as: JSON.parse(shown_as ?? 'null') as Material['shown_as'],
		}),
	);
}

/**
 * The versions after a published one whose publication was unconfirmed at some time: whatever was said of it later, the channel may show
 * them.
 */
export async function perhapsInChannel(db: Database, { draft_key, version }: VersionRef): Promise<readonly VersionRef[]> {
	return tables(db)
		.selectFrom('delivery as d')
		.innerJoin('delivery_event as e', 'e.delivery_id', 'd.delivery_id')
		.select(({ ref }) => [ref('d.draft_key').$notNull().as('draft_key'), ref('d.version').$notNull().as('version')])
		.distinct()
		.where(({ and }) => and({ 'd.operation': 'publish', 'd.draft_key': draft_key, 'e.to_state': 'unknown' }))
		.where('d.version', '>', version)
		.execute();
}

/** The messages of a post in the channel, in order: those of an album, else its one. */
export async function messagesOfPost(
	db: Database,
	{ draft_key, published_message_id }: Pick<Material, 'draft_key' | 'published_message_id'>,
): Promise<readonly number[]> {
	if (published_message_id === null) return [];
	const sent = await tables(db)
		.selectFrom('delivery')
		.select('message_ids')
		.where(({ and }) => and({ operation: 'publish', draft_key, message_id: published_message_id, state: 'sent' }))
		.where('message_ids', 'is not', null)
		.limit(1)
		.executeTakeFirst();
	return sent === undefined ? [published_message_id] : messagesIn(sent);
}

/** Versions of other drafts of which it is not known whether or where they are in the channel. */
export async function unplacedBeside(db: Database, draft_key: string): Promise<readonly VersionRef[]> {
	return tables(db)
		.selectFrom('delivery')
		.select(({ ref }) => [ref('draft_key').$notNull().as('draft_key'), ref('version').$notNull().as('version')])
		.where('operation', '=', 'publish')
		.where('draft_key', '<>', draft_key)
		.where(({ eb, or, and }) => or([eb('state', 'in', ['sending', 'unknown']), and({ state: 'sent', message_id: 0 })]))
		.execute();
}

/** The messages of an album that a delivery knows; none of a single message. */
export const messagesIn = ({ message_ids }: Pick<Delivery, 'message_ids'>): readonly number[] =>
	JSON.parse(message_ids ?? '[]') as number[];

/** Known messages as a column; null: none is known. */
export function storedIds(ids: readonly number[]): string | null {
	const known = ids.filter((id) => id > 0);
	return known.length === 0 ? null : JSON.stringify(known);
}

/** Stores which messages of an unconfirmed album were found. */
export async function noteFound(db: Database, delivery_id: string, ids: readonly number[]): Promise<void> {
	await tables(db)
		.updateTable('delivery')
		.set({ message_ids: storedIds(ids) })
		.where(({ and }) => and({ delivery_id, operation: 'publish' }))
		.where('state', '<>', 'sent')
		.execute();
}

/** Stores the messages of an album whose first one was learnt later. */
export async function noteItems(
	db: Database,
	{ draft_key, version, published_message_id }: Pick<Material, 'draft_key' | 'version' | 'published_message_id'>,
	ids: readonly number[],
): Promise<void> {
	await tables(db)
		.updateTable('delivery')
		.set({ message_ids: JSON.stringify(ids) })
		.where(({ and }) => and({ operation: 'publish', state: 'sent', draft_key, version, message_id: published_message_id }))
		.execute();
}

/** When a post was sent to the channel; null if the journal does not know it. */
export async function postedAtMs(db: Database, draft_key: string, message_id: number): Promise<number | null> {
	const post = await tables(db)
		.selectFrom('delivery')
		.select(['error_code', 'created_at_ms', 'changed_at_ms'])
		.where(({ and }) => and({ operation: 'publish', draft_key, message_id, state: 'sent' }))
		.orderBy('changed_at_ms')
		.limit(1)
		.executeTakeFirst();
	if (post === undefined) return null;
	// A delivery settled later by evidence was sent when it was begun.
	return post.error_code === RECONCILED ? post.created_at_ms : post.changed_at_ms;
}

/** The draft and version of a message from the desk; null for any other message. */
export async function draftOfMessage(
	db: Database,
	chat_id: number,
	message_id: number,
): Promise<Pick<Delivery, 'draft_key' | 'version'> | null> {
	const delivery = await tables(db)
		.selectFrom('delivery')
		.select(['draft_key', 'version', 'event_key'])
		.where(({ and }) => and({ chat_id, message_id, state: 'sent' }))
		.where('operation', 'not in', ['answer_callback', 'unbutton', 'menu', 'look', 'unlook'])
		// A message that changes in place shows what was written into it last.
		.orderBy('created_at_ms', 'desc')
		.orderBy('delivery_id', 'desc')
		.limit(1)
		.executeTakeFirst();
	if (delivery === undefined) return null;
	if (delivery.draft_key !== null || delivery.event_key === null) return delivery;
	const { press, words } = await saidIn(db, delivery.event_key);
	return press ?? (words?.kind === 'reply' ? words : null);
}

export type Question = VersionRef & { readonly created_at_ms: number };

const questions = (db: Database, purpose: string) =>
	tables(db)
		.selectFrom('delivery')
		.select(({ ref }) => [ref('draft_key').$notNull().as('draft_key'), ref('version').$notNull().as('version'), 'created_at_ms'])
		.where('purpose', '=', purpose)
		.where('draft_key', 'is not', null)
		// As in the index of messages to a person.
		.where(sql<boolean>`operation in ('status', 'reply', 'prompt')`);

/** The newest question with this purpose that a person was asked since a time. */
export async function lastQuestion(db: Database, purpose: string, recipientUserId: number, sinceMs: number): Promise<Question | undefined> {
	return questions(db, purpose)
		.where('recipient_user_id', '=', recipientUserId)
		.where('created_at_ms', '>', sinceMs)
		.where('state', 'in', ['sent', 'unknown'])
		.orderBy('created_at_ms', 'desc')
		.limit(1)
		.executeTakeFirst();
}

/** The question that a message contains, if it is one. */
export async function askedOfMessage(db: Database, purpose: string, chat_id: number, message_id: number): Promise<Question | undefined> {
	return questions(db, purpose)
		.where(({ and }) => and({ chat_id, message_id, state: 'sent' }))
		.executeTakeFirst();
}

/** Presses that led to a question about a version: their messages still show the buttons. */
export async function pressesBehindQuestions(db: Database, { draft_key, version }: VersionRef, purposes: readonly string[]) {
	return tables(db)
		.selectFrom('delivery as d')
		.innerJoin('event as e', 'e.event_key', 'd.event_key')
		.select(['e.event_key', 'e.user_id', 'e.chat_id', 'e.message_id', 'e.update_json'])
		.where(({ and }) => and({ 'd.operation': 'prompt', 'd.draft_key': draft_key, 'd.version': version }))
		.where('d.purpose', 'in', purposes)
		.where('e.callback_query_id', 'is not', null)
		.execute();
}

const textsOfOurs = (db: Database, chat_id: number, message_id: number) =>
	tables(db)
		.selectFrom('delivery')
		.select('delivery_id')
		.where(({ and }) => and({ chat_id, message_id, state: 'sent' }))
		.where('operation', 'in', ['status', 'notice']);

/** Whether a message is a text from the desk. */
export const isFromUs = async (db: Database, chatId: number, messageId: number): Promise<boolean> =>
	(await textsOfOurs(db, chatId, messageId).executeTakeFirst()) !== undefined;

/** Whether a message is a plain text from the desk. A reminder does not count, because it is kept. */
export const isTextOfOurs = async (db: Database, chatId: number, messageId: number): Promise<boolean> =>
	(await textsOfOurs(db, chatId, messageId).where('purpose', '<>', 'reminder').executeTakeFirst()) !== undefined;

/** Stores the message id of a publication that arrived without one. */
export async function numberPublication(tx: Database, { draft_key, version }: VersionRef, message_id: number): Promise<void> {
	await tables(tx)
		.updateTable('delivery')
		.set({ message_id })
		.where(({ and }) => and({ operation: 'publish', state: 'sent', draft_key, version, message_id: 0 }))
		.execute();
}

/** The newest message that arrived with this purpose and one of these keys; null if there is none. */
export async function messageUnder(
	db: Database,
	{ purpose, recipient_user_id }: Pick<Delivery, 'purpose' | 'recipient_user_id'>,
	...keys: readonly string[]
): Promise<number | null> {
	const delivery = await tables(db)
		.selectFrom('delivery')
		.select('message_id')
		.where(({ and }) => and({ purpose, recipient_user_id, state: 'sent' }))
		.where('entity_key', 'in', keys)
		.where('message_id', '>', 0)
		.orderBy('created_at_ms', 'desc')
		.limit(1)
		.executeTakeFirst();
	return delivery?.message_id ?? null;
}

/** The event that a message from the desk answered; null for any other message. */
export async function eventOfMessage(db: Database, chat_id: number, message_id: number): Promise<string | null> {
	const delivery = await tables(db)
		.selectFrom('delivery')
		.select('event_key')
		.where(({ and }) => and({ chat_id, message_id, state: 'sent', operation: 'status' }))
		// A message of the panel changes in place: what it asks now is what its newest event asked.
		.orderBy('created_at_ms', 'desc')
		.limit(1)
		.executeTakeFirst();
	return delivery?.event_key ?? null;
}

export type Unconfirmed = Awaited<ReturnType<typeof unconfirmed>>[number];

/** Operations whose unknown outcome a person has to settle. For the others the next message says more. */
const TO_BE_SETTLED = ['publish', 'preview', 'card', 'prompt', 'onboarding'] as const;

/** Unconfirmed deliveries that a person has to settle, newest first. */
export async function unconfirmed(db: Database, limit: number) {
	return tables(db)
		.selectFrom('delivery')
		.select(['delivery_id', 'purpose', 'entity_key', 'recipient_user_id', 'changed_at_ms as changed_at'])
		.where('state', '=', 'unknown')
		.where('operation', 'in', TO_BE_SETTLED)
		.orderBy('changed_at_ms', 'desc')
		.limit(limit)
		.execute();
}

const counted = (db: Database) =>
	tables(db)
		.selectFrom('delivery')
		.select(({ fn }) => fn.countAll<number>().as('n'));

/** The number of unconfirmed deliveries: those that a person has to settle, and the others. */
export async function countUnconfirmed(db: Database): Promise<{ readonly toBeSettled: number; readonly others: number }> {
	const unknown = counted(db).where('state', '=', 'unknown');
	const { n: all } = await unknown.executeTakeFirstOrThrow();
	const { n: toBeSettled } = await unknown.where('operation', 'in', TO_BE_SETTLED).executeTakeFirstOrThrow();
	return { toBeSettled, others: all - toBeSettled };
}

/** How many of the desk's own messages definitely did not arrive since a time, by recipient. */
export async function untoldSince(db: Database, sinceMs: number): Promise<ReadonlyMap<number, number>> {
	const rows = await tables(db)
		.selectFrom('delivery')
		.select(({ fn }) => ['recipient_user_id', fn.countAll<number>().as('n')])
		.where('operation', '=', 'notice')
		.where('state', 'in', ['not_sent', 'rejected'])
		.where('changed_at_ms', '>', sinceMs)
		.groupBy('recipient_user_id')
		.execute();
	return new Map(rows.map(({ recipient_user_id, n }) => [recipient_user_id, n]));
}

export async function countSending(db: Database): Promise<number> {
	return (await counted(db).where('state', '=', 'sending').executeTakeFirstOrThrow()).n;
}

/** How many deliveries with a purpose were begun since a time. */
export async function countSince(db: Database, purpose: string, sinceMs: number): Promise<number> {
	return (await counted(db).where('purpose', '=', purpose).where('created_at_ms', '>', sinceMs).executeTakeFirstOrThrow()).n;
}

/** A key for each attempt, so that people are told about each one. */
export const attemptKey = ({ delivery_id, attempts }: Delivery): string => `${delivery_id}:${attempts}`;

export interface Journal {
	/**
	 * Writes the row `sending`, or finds the existing one.
	 * @throws CopydeskError delivery_in_flight if the same delivery is being sent right now
	 */
	begin(tx: Database, note: Note, spec: DeliverySpec): Promise<Begun>;
	/** Settles this attempt. Undefined if somebody else settled it in another way first. */
	settle(tx: Database, note: Note, begun: Delivery, outcome: Outcome): Promise<Delivery | undefined>;
	/** Any legal step, by hand or by evidence. @throws CopydeskError transition_forbidden */
	step(tx: Database, note: Note, found: Delivery, to: DeliveryState, columns?: Updateable<Tables['delivery']>): Promise<Delivery>;
	lock(tx: Database, deliveryId: string): Promise<Delivery | undefined>;
}

interface JournalOptions {
	readonly instanceId: string;
	readonly nowMs: () => number;
	readonly newId: () => string;
}

export function createJournal({ instanceId, nowMs, newId }: JournalOptions): Journal {
	const step: Journal['step'] = async (tx, note, found, to, columns = {}) => {
		const { delivery_id, state: from } = found;
		if (!deliveryMachine.canMove(from, to)) throw new CopydeskError('transition_forbidden', `${from} → ${to}`, { facts: { from, to } });
		const delivery = await tables(tx)
			.updateTable('delivery')
			.set({ error_code: null, error_detail: null, ...columns, state: to, seq: found.seq + 1, changed_at_ms: nowMs() })
			.where(({ and }) => and({ delivery_id, seq: found.seq }))
			.returningAll()
			.executeTakeFirst();
		if (delivery === undefined) throw new CopydeskError('state_conflict', `delivery ${delivery_id}: somebody was first`);
		await addEvent(tx, note, instanceId, delivery, from);
		await oweFor(tx, delivery);
		return delivery;
	};

	return {
		lock,
		step,

		async begin(tx, note, spec) {
			const atMs = nowMs();
			const inserted = await tables(tx)
				.insertInto('delivery')
				.values({
					delivery_id: `d_${newId()}`,
					...spec,
					state: 'sending',
					seq: 1,
					attempts: 1,
					instance_id: instanceId,
					created_at_ms: atMs,
					changed_at_ms: atMs,
				})
				.onConflict((on) => on.doNothing())
				.returningAll()
				.executeTakeFirst();
			if (inserted !== undefined) {
				await addEvent(tx, note, instanceId, inserted, 'none');
				return { kind: 'begun', delivery: inserted };
			}
			const found = await lockByKey(tx, spec);
			if (!mayBeginAgain(found, spec)) return { kind: 'repeated', delivery: found };
			const { actor_user_id, actor_chat_id, event_key, execution_id, chat_id, content_sha256 = null } = spec;
			const columns = { actor_user_id, actor_chat_id, event_key, execution_id, chat_id, content_sha256, instance_id: instanceId };
			return { kind: 'begun', delivery: await step(tx, note, found, 'sending', { ...columns, attempts: found.attempts + 1 }) };
		},

		async settle(tx, note, begun, outcome) {
			const found = await lock(tx, begun.delivery_id);
			if (found === undefined) return undefined;
			if (found.state === 'sending' && found.seq === begun.seq) return step(tx, note, found, outcome.state, outcome);
			// Another instance took us for dead. Evidence that the message arrived still counts; no other outcome does.
			if (found.state === 'unknown' && found.seq === begun.seq + 1 && outcome.state === 'sent')
				return step(tx, note, found, 'sent', outcome);
			return undefined;
		},
	};
}

async function lock(tx: Database, deliveryId: string): Promise<Delivery | undefined> {
	return tables(tx)
		.updateTable('delivery')
		.set(({ ref }) => ({ seq: ref('seq') }))
		.where('delivery_id', '=', deliveryId)
		.returningAll()
		.executeTakeFirst();
}

async function lockByKey(tx: Database, spec: DeliverySpec): Promise<Delivery> {
	const { purpose, entity_key, recipient_user_id, draft_key, version } = spec;
	const found = await tables(tx)
		.updateTable('delivery')
		.set(({ ref }) => ({ seq: ref('seq') }))
		.where(({ and }) => and({ purpose, entity_key, recipient_user_id }))
		.returningAll()
		.executeTakeFirst();
	if (found !== undefined) return found;
	// The conflict is not this key: the database has another publication of the same version.
	throw new CopydeskError('delivery_unknown', `another publication of ${draft_key ?? ''} ${version ?? ''} exists or may exist`);
}

/** A key is sent again only if it definitely did not arrive. Any other outcome is returned again. */
function mayBeginAgain(found: Delivery, spec: DeliverySpec): boolean {
	if (found.operation !== spec.operation)
		throw new CopydeskError('invalid_request', 'operation', {
			fields: [{ path: 'entity_key', message: `Expected a key of its own: this one belongs to a ${found.operation}` }],
		});
	if (found.state === 'sending')
		throw new CopydeskError('delivery_in_flight', found.delivery_id, { facts: { instance_id: found.instance_id }, retryAfterSeconds: 5 });
	if (found.state === 'not_sent' || found.state === 'revoked') return true;
	if (typeof spec.draft_key === 'string' && found.content_sha256 !== spec.content_sha256)
		throw new CopydeskError('content_mismatch', `delivery ${found.delivery_id} was of other content`);
	return false;
}

async function addEvent(tx: Database, note: Note, instanceId: string, delivery: Delivery, from: DeliveryState | 'none'): Promise<void> {
	const { delivery_id, seq, state, error_code: code } = delivery;
	await tables(tx)
		.insertInto('delivery_event')
		.values({
			delivery_id,
			seq,
			prev_seq: seq === 1 ? null : seq - 1,
			from_state: from,
			to_state: state,
			at_ms: delivery.changed_at_ms,
			detail: JSON.stringify({ instance_id: instanceId, code }),
		})
		.execute();
	const { purpose, entity_key, recipient_user_id, operation, attempts, message_id, draft_key, version, content_sha256 } = delivery;
	note({
		actorUserId: delivery.actor_user_id,
		action: `delivery.${state}`,
		entity: `delivery:${delivery_id}`,
		outcome: AUDITED[state],
		code,
		executionId: delivery.execution_id,
		detail: {
			from,
			purpose,
			entity_key,
			recipient_user_id,
			operation,
			attempt: attempts,
			message_id,
			...(draft_key === null ? {} : { material: `${draft_key}:${version}`, content_sha256 }),
		},
	});
}

const AUDITED: Readonly<Record<DeliveryState, AuditEntry['outcome']>> = {
	sending: 'ok',
	sent: 'ok',
	revoked: 'refused',
	rejected: 'failed',
	unknown: 'failed',
	not_sent: 'failed',
};

/** A delivery as callers see it. */
export function answerOf({ state, message_id, file_id, attempts, error_code }: Delivery, repeated: boolean): DeliveryAnswer {
	return { status: state, confirmed: state === 'sent', repeated, message_id, file_id, attempts, error_code };
}

/** The answer for a delivery that could not be begun. */
export const notAttempted = (error_code: string): DeliveryAnswer => ({
	status: 'not_sent',
	confirmed: false,
	repeated: false,
	message_id: null,
	file_id: null,
	attempts: 0,
	error_code,
});
