import { CopydeskError } from '@copydesk/domain/errors';
import type { Copy, Deciding } from '@copydesk/domain/material/judgement';
import { changeOf } from '@copydesk/domain/material/change';
import { materialMachine, type MaterialState } from '@copydesk/domain/material/machine';
import type { AwaitingFeedback, Material } from '@copydesk/domain/material/material';
import { COMING_PLANS, OPEN_PLANS } from '@copydesk/domain/material/plan';
import type { Called } from '@copydesk/domain/messages/sentences';
import type { Database } from '@copydesk/kit/database/types';
import { saidIn } from '../events/events.ts';
import type { Acting } from '../participants/actors.ts';
import { tables } from '../tables.ts';
import { materialOf } from './row.ts';

export interface VersionRef {
	readonly draft_key: string;
	readonly version: number;
}

/** Locks the row for this transaction and returns its present content. */
export async function lockMaterial(tx: Database, { draft_key, version }: VersionRef): Promise<Material> {
	const row = await tables(tx)
		.updateTable('material')
		.set(({ ref }) => ({ seq: ref('seq') }))
		.where(({ and }) => and({ draft_key, version }))
		.returningAll()
		.executeTakeFirst();
	if (row === undefined) throw new CopydeskError('material_not_found', `there is no draft ${draft_key} v${version}`);
	return materialOf(row);
}

/** One version, or the latest. */
export async function findMaterial(db: Database, draftKey: string, version?: number): Promise<Material | undefined> {
	const versions = tables(db).selectFrom('material').selectAll().where('draft_key', '=', draftKey);
	const row = await (
		version === undefined ? versions.orderBy('version', 'desc').limit(1) : versions.where('version', '=', version)
	).executeTakeFirst();
	return row === undefined ? undefined : materialOf(row);
}

/** The name of a draft; a version may have its own title. @throws CopydeskError material_not_found */
export async function calledOf(db: Database, { draft_key, version }: Pick<VersionRef, 'draft_key'> & Partial<VersionRef>): Promise<Called> {
	const versions = tables(db).selectFrom('material').select(['number', 'title', 'request', 'brief']).where('draft_key', '=', draft_key);
	const found = await (
		version === undefined ? versions.orderBy('version', 'desc').limit(1) : versions.where('version', '=', version)
	).executeTakeFirst();
	if (found === undefined) throw new CopydeskError('material_not_found', `there is no draft ${draft_key} ${version ?? ''}`);
	return withSubject(found);
}

/** What a draft is called by, of its columns. */
function withSubject<Row extends { readonly brief: string | null }>({ brief, ...row }: Row) {
	return { ...row, brief: brief === null ? null : (JSON.parse(brief) as { readonly subject: string }) };
}

/** The names of drafts, each from its newest version. */
export async function draftsCalled(db: Database, keys: readonly string[]): Promise<ReadonlyMap<string, Called>> {
	if (keys.length === 0) return new Map();
	const found = await tables(db)
		.selectFrom('material')
		.select(['draft_key', 'number', 'title', 'request', 'brief'])
		.where('draft_key', 'in', keys)
		.orderBy('version')
		.execute();
	return new Map(found.map(({ draft_key, ...called }) => [draft_key, withSubject(called)]));
}

/** How far apart the numbers of drafts are that one message asked for. */
const OF_ONE_MESSAGE = 30;

/** The other drafts that the same words of the same person asked for, as one message does for the posts of a week. */
export async function askedTogether(
	db: Database,
	{ draft_key, number, request, created_by_user_id }: Material,
): Promise<readonly string[]> {
	if (request === null) return [];
	const others = await tables(db)
		.selectFrom('material')
		.select('draft_key')
		.where(({ and }) => and({ version: 1, request, created_by_user_id }))
		.where('number', '>', number - OF_ONE_MESSAGE)
		.where('number', '<', number + OF_ONE_MESSAGE)
		.where('draft_key', '!=', draft_key)
		.execute();
	return others.map((other) => other.draft_key);
}

/** The key of the draft that a person names by key or number; their words if there is none. */
export async function keyNamed(db: Database, words: string): Promise<string> {
	const drafts = tables(db).selectFrom('material').select('draft_key').limit(1);
	const exact = await drafts.where('draft_key', '=', words).executeTakeFirst();
	if (exact !== undefined || !/^[1-9]\d{0,8}$/.test(words)) return words;
	return (await drafts.where('number', '=', Number(words)).executeTakeFirst())?.draft_key ?? words;
}

/** The last complete version that people saw: a rejected version itself, else the newest one before it. */
export async function lastComplete(
	tx: Database,
	{ draft_key, version, state }: Pick<Material, 'draft_key' | 'version' | 'state'>,
): Promise<Material | undefined> {
	const row = await tables(tx)
		.selectFrom('material')
		.selectAll()
		.where('draft_key', '=', draft_key)
		.where('version', state === 'rejected' ? '<=' : '<', version)
		.where('content_sha256', 'is not', null)
		.where('approval_message_id', 'is not', null)
		.orderBy('version', 'desc')
		.limit(1)
		.executeTakeFirst();
	return row === undefined ? undefined : materialOf(row);
}

export async function materialOfEvent(db: Database, eventKey: string): Promise<Material | undefined> {
	const row = await tables(db).selectFrom('material').selectAll().where('event_key', '=', eventKey).executeTakeFirst();
	return row === undefined ? undefined : materialOf(row);
}

/** The version that is claimed under this event. */
export async function findClaimed(db: Database, eventKey: string): Promise<VersionRef | undefined> {
	return tables(db)
		.selectFrom('material')
		.select(['draft_key', 'version'])
		.where(({ and }) => and({ claim_event_key: eventKey, state: 'claimed' }))
		.executeTakeFirst();
}

/** The newest version number of a draft, 0 if there is none. */
export async function latestVersion(db: Database, draftKey: string): Promise<number> {
	const row = await tables(db)
		.selectFrom('material')
		.select(({ fn }) => fn.max('version').as('version'))
		.where('draft_key', '=', draftKey)
		.executeTakeFirst();
	return row?.version ?? 0;
}

/** The previous state of a version, from its journal. */
export async function stateBefore(tx: Database, { draft_key, version, seq }: Material): Promise<MaterialState | 'none'> {
	const { from_state } = await tables(tx)
		.selectFrom('material_event')
		.select('from_state')
		.where(({ and }) => and({ draft_key, version, seq }))
		.executeTakeFirstOrThrow();
	return from_state;
}

/** Whether a press on its first copy made a version ready. The journal names the button. */
export async function wasReadyByPress(tx: Database, { draft_key, version }: VersionRef): Promise<boolean> {
	const step = await tables(tx)
		.selectFrom('material_event')
		.select('detail')
		.where(({ and }) => and({ draft_key, version, from_state: 'text_preparing', to_state: 'ready' }))
		.executeTakeFirst();
	return step !== undefined && 'pressed' in (JSON.parse(step.detail) as object);
}

export const OPEN_STATES = materialMachine.states.filter((state) => !materialMachine.isFinal(state));

/** Versions with their open plan, and with their publication if nobody knows its outcome. */
const withProgress = (db: Database) =>
	tables(db)
		.selectFrom('material')
		.leftJoin('plan', (on) =>
			on
				.onRef('plan.draft_key', '=', 'material.draft_key')
				.onRef('plan.version', '=', 'material.version')
				.on('plan.state', 'in', OPEN_PLANS),
		)
		.leftJoin('delivery', (on) =>
			on
				.onRef('delivery.draft_key', '=', 'material.draft_key')
				.onRef('delivery.version', '=', 'material.version')
				.on('delivery.operation', '=', 'publish')
				.on('delivery.state', '=', 'unknown'),
		);

const open = (db: Database) => tables(db).selectFrom('material').where('material.state', 'in', OPEN_STATES);

export type OpenWork = Awaited<ReturnType<typeof openWork>>[number];

/** Unfinished versions, newest first, with few columns; `unconfirmed`: whether it is unknown if it is in the channel. */
export async function openWork(db: Database, limit: number) {
	const found = await withProgress(db)
		.where('material.state', 'in', OPEN_STATES)
		.select(['material.draft_key', 'material.version', 'number', 'material.state', 'title', 'request', 'brief', 'material.error_code'])
		.select(['material.state_changed_at_ms as state_changed_at', 'plan.state as plan', 'plan.at_ms as goes_out_at', 'delivery_id'])
		.orderBy(({ eb }) => eb.case().when('material.error_code', 'is', null).then(1).else(0).end())
		.orderBy('material.created_at_ms', 'desc')
		.limit(limit)
		.execute();
	return found.map(({ delivery_id, ...draft }) => ({ ...withSubject(draft), unconfirmed: delivery_id !== null }));
}

export type WaitingVersion = Awaited<ReturnType<typeof waitingSince>>[number];

/** Versions in a state that may need a person, since this time or longer; oldest first. */
export async function waitingSince(db: Database, sinceMs: number) {
	const found = await withProgress(db)
		.select(['material.draft_key', 'material.version', 'number', 'material.seq', 'material.state', 'title', 'request', 'brief', 'body'])
		.select(['material.error_code', 'plan.state as plan', 'delivery_id'])
		// A claimed version waits for a person only since its time was missed, or its publication became unknown.
		.select(({ fn }) => fn.coalesce('delivery.changed_at_ms', 'plan.changed_at_ms', 'material.state_changed_at_ms').as('since_ms'))
		.where('material.state', 'in', ['ready', 'claimed', 'text_generating', 'text_preparing'])
		.where('material.state_changed_at_ms', '<=', sinceMs)
		.where(({ eb, fn }) => eb(fn.coalesce('delivery.changed_at_ms', 'plan.changed_at_ms', eb.val(0)), '<=', sinceMs))
		// Planned versions wait for their time, and would fill the list.
		.where(({ eb, or }) => or([eb('plan.state', 'is', null), eb('plan.state', 'not in', COMING_PLANS)]))
		.orderBy('since_ms')
		.orderBy('material.draft_key')
		.limit(100)
		.execute();
	return found.map(({ delivery_id, ...draft }) => ({ ...withSubject(draft), unconfirmed: delivery_id !== null }));
}

export async function countOpen(db: Database): Promise<number> {
	const { n } = await open(db)
		.select(({ fn }) => fn.countAll<number>().as('n'))
		.executeTakeFirstOrThrow();
	return n;
}

/** The newest known message id of a post; 1, the channel's first message, if there is none. */
export async function newestPost(db: Database): Promise<number> {
	const newest = await tables(db)
		.selectFrom('material')
		.select(({ fn }) => fn.max('published_message_id').as('message_id'))
		.where('state', '=', 'published')
		.executeTakeFirstOrThrow();
	return newest.message_id === null || newest.message_id === 0 ? 1 : Number(newest.message_id);
}

/** Whether a later version corrects the post of this one. */
export async function isCorrected(db: Database, { draft_key, version, state }: Material): Promise<boolean> {
	return state === 'published' && (await findMaterial(db, draft_key))?.corrects === version;
}

/** The versions that a post in the channel shows or showed, newest first. */
export async function versionsOfPost(
	db: Database,
	{ draft_key, published_message_id }: Pick<Material, 'draft_key' | 'published_message_id'>,
): Promise<readonly VersionRef[]> {
	return tables(db)
		.selectFrom('material')
		.select(['draft_key', 'version'])
		.where(({ and }) => and({ draft_key, state: 'published', published_message_id }))
		.orderBy('version', 'desc')
		.execute();
}

/** The person who last made this decision about a version. */
export async function deciderOf(
	db: Database,
	{ draft_key, version }: VersionRef,
	to_state: MaterialState,
): Promise<number | null | undefined> {
	const decided = await tables(db)
		.selectFrom('material_event')
		.select('actor_user_id')
		.where(({ and }) => and({ draft_key, version, to_state }))
		.orderBy('seq', 'desc')
		.limit(1)
		.executeTakeFirst();
	return decided?.actor_user_id;
}

/** The picture of the newest version before that has another one; null: there is none. */
export async function pictureBefore(db: Database, { draft_key, version, source_image_id }: VersionRef & Pick<Material, 'source_image_id'>) {
	if (source_image_id === null) return null;
	const found = await tables(db)
		.selectFrom('material')
		.select(['source_image_id', 'own_image_id'])
		.where(({ and }) => and({ draft_key }))
		.where('version', '<', version)
		.where('source_image_id', 'is not', null)
		.where('source_image_id', '<>', source_image_id)
		.orderBy('version', 'desc')
		.limit(1)
		.executeTakeFirst();
	return found === undefined ? null : { source_image_id: found.source_image_id ?? '', own_image_id: found.own_image_id };
}

/** The events that brought a version to a state. */
export async function eventsOf(db: Database, { draft_key, version }: VersionRef, to_state: MaterialState): Promise<readonly string[]> {
	const steps = await tables(db)
		.selectFrom('material_event')
		.select('event_key')
		.where(({ and }) => and({ draft_key, version, to_state }))
		.execute();
	return steps.map(({ event_key }) => event_key);
}

/** The person whose question the last step of a version closed, if somebody else closed it. */
export async function sessionClosed(db: Database, { draft_key, version, seq }: Material): Promise<number | undefined> {
	const { detail } = await tables(db)
		.selectFrom('material_event')
		.select('detail')
		.where(({ and }) => and({ draft_key, version, seq }))
		.executeTakeFirstOrThrow();
	const { session_of } = JSON.parse(detail) as { readonly session_of?: number };
	return session_of;
}

/** For each of these copies whose version got its buttons back after a question: the last step that did so. */
export async function stepsGivenBack(db: Database, deliveryIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
	if (deliveryIds.length === 0) return new Map();
	const steps = await tables(db)
		.selectFrom('delivery as d')
		.innerJoin('material_event as s', (on) => on.onRef('s.draft_key', '=', 'd.draft_key').onRef('s.version', '=', 'd.version'))
		.select(['d.delivery_id', 's.seq'])
		.where('d.delivery_id', 'in', deliveryIds)
		.where(({ and }) => and({ 's.from_state': 'awaiting_feedback', 's.to_state': 'ready' }))
		.orderBy('s.seq')
		.execute();
	return new Map(steps.map(({ delivery_id, seq }) => [delivery_id, seq]));
}

/** Open sessions of one person or of all, newest first. */
export async function openSessions(db: Database, holderUserId?: number): Promise<readonly AwaitingFeedback[]> {
	const sessions = tables(db)
		.selectFrom('material')
		.selectAll()
		.where('state', '=', 'awaiting_feedback')
		.orderBy('state_changed_at_ms', 'desc');
	const rows = await (holderUserId === undefined ? sessions : sessions.where('feedback_actor_user_id', '=', holderUserId)).execute();
	return rows.map(materialOf).filter((each) => each.state === 'awaiting_feedback');
}

/** A confirmed copy with its chat and message id. */
export interface DeliveredCopy extends Copy {
	readonly deliveryId: string;
	readonly chatId: number;
}

/** Every confirmed copy of a version, oldest first. */
export async function copiesOf(db: Database, ref: VersionRef): Promise<readonly DeliveredCopy[]> {
	const copies = await copiesIn(db, ref.draft_key).where('version', '=', ref.version).execute();
	return copies.length > 0 ? copies : olderCopyOf(db, ref);
}

/**
 * The owner's copy of a version that is older than the journal, from the columns that stored it then. If the journal has any preview of
 * the version, only the journal counts. Only the owner had such a copy.
 */
async function olderCopyOf(db: Database, { draft_key, version }: VersionRef): Promise<readonly DeliveredCopy[]> {
	const older = await tables(db)
		.selectFrom('material as m')
		.select(({ ref }) => [
			'm.owner_chat_id as chatId',
			ref('m.approval_message_id').$notNull().as('messageId'),
			ref('m.content_sha256').$notNull().as('contentSha256'),
		])
		.where(({ and }) => and({ 'm.draft_key': draft_key, 'm.version': version }))
		.where('m.approval_message_id', '>', 0)
		.where('m.content_sha256', 'is not', null)
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('delivery as d')
						.select('d.delivery_id')
						.where(({ and }) => and({ 'd.operation': 'preview', 'd.draft_key': draft_key, 'd.version': version })),
				),
			),
		)
		.execute();
	// A private chat has the same id as its person.
	return older.map((copy) => ({ ...copy, userId: copy.chatId, deliveryId: `older:${draft_key}:${version}` }));
}

/** The confirmed copies of a version and of all older ones, without messages that show a newer one now. */
export async function copiesUpTo(db: Database, { draft_key, version }: VersionRef): Promise<readonly DeliveredCopy[]> {
	const copies = await copiesIn(db, draft_key).select('version').execute();
	const newer = copies.filter((copy) => (copy.version ?? 0) > version);
	const showsNewer = (copy: DeliveredCopy) => newer.some(({ chatId, messageId }) => chatId === copy.chatId && messageId === copy.messageId);
	return copies.filter((copy) => !showsNewer(copy));
}

/** The version before, if a person changed nothing but its template: they try how it looks. */
export async function triedBefore(db: Database, material: Material): Promise<Material | undefined> {
	const before = await findMaterial(db, material.draft_key, material.version - 1);
	return before?.state === 'superseded' && changeOf(before, material)?.kind === 'look' ? before : undefined;
}

function copiesIn(db: Database, draftKey: string) {
	return tables(db)
		.selectFrom('delivery')
		.select(({ ref }) => [
			'delivery_id as deliveryId',
			'recipient_user_id as userId',
			'chat_id as chatId',
			ref('message_id').$notNull().as('messageId'),
			ref('content_sha256').$notNull().as('contentSha256'),
		])
		.where(({ and }) => and({ operation: 'preview', state: 'sent', draft_key: draftKey }))
		.where('message_id', '>', 0)
		.orderBy('created_at_ms')
		.orderBy('message_id')
		.orderBy('delivery_id');
}

/** The facts for judging a person's decision about a version. */
export async function decidingOf(tx: Database, { participant, context }: Acting, version: VersionRef): Promise<Deciding> {
	const { event_key: eventKey } = context;
	return { person: participant, eventKey, ...(await saidIn(tx, eventKey)), copies: await copiesOf(tx, version) };
}
