/**
 * Updates between the messenger and /event. Each is stored before it is confirmed to the messenger. Its row is deleted in the transaction
 * in which /event admits it. An update that is not stored is refused as forged.
 */
import { readUpdate, type Incoming } from '@copydesk/domain/event/update';
import type { Database } from '@copydesk/kit/database/types';
import type { Selectable } from 'kysely';
import type { Note } from '../audit/audit.ts';
import { updateOfEvent } from '../events/events.ts';
import type { Participant } from '../participants/participants.ts';
import { tables, type Tables } from '../tables.ts';
import { canonical, type Raw, type Unreadable } from './raw.ts';

export type Waiting = Selectable<Tables['incoming']>;

/** The most updates of strangers that are stored at a time. More are dropped, because strangers get no answers. */
export const STRANGERS_KEPT = 200;
/** Older updates are deleted. */
const KEPT_FOR_MS = 30 * 86_400_000;
const PER_ROUND = 200;

export interface Desk {
	readonly people: readonly Participant[];
	readonly channelId: number;
}

/** Rows of one statement: the database caches a statement for each number of rows. */
const PER_STATEMENT = 50;

/** Stores updates, each once. @returns how many are new */
export async function storeRaw(tx: Database, updates: readonly Raw[], desk: Desk, atMs: number): Promise<number> {
	let stored = 0;
	let places: number | undefined;
	for (let from = 0; from < updates.length; from += PER_STATEMENT) {
		const part = updates.slice(from, from + PER_STATEMENT);
		const known = await seenBefore(tx, part);
		const rows = part.filter(({ updateId }) => !known.has(updateId)).map((raw) => rowOf(raw, desk, atMs));
		const strangers = rows.filter(({ is_known }) => is_known === 0);
		if (strangers.length > 0) places ??= Math.max(0, STRANGERS_KEPT - (await countStrangers(tx)));
		const kept = new Set(strangers.slice(0, places));
		places = places === undefined ? undefined : places - kept.size;
		stored += await insert(
			tx,
			rows.filter((row) => row.is_known === 1 || kept.has(row)),
		);
	}
	return stored;
}

async function insert(tx: Database, rows: readonly ReturnType<typeof rowOf>[]): Promise<number> {
	if (rows.length === 0) return 0;
	const added = await tables(tx)
		.insertInto('incoming')
		.values(rows)
		.onConflict((on) => on.doNothing())
		.returning('update_id')
		.execute();
	return added.length;
}

/** Updates that were already admitted, also before the desk changed its way: the messenger may send them once more. */
async function seenBefore(tx: Database, updates: readonly Raw[]): Promise<ReadonlySet<number>> {
	const ids = updates.map(({ updateId }) => updateId);
	const events = await tables(tx).selectFrom('event').select('update_id').where('update_id', 'in', ids).execute();
	return new Set(events.map(({ update_id }) => update_id));
}

async function countStrangers(db: Database): Promise<number> {
	const { n } = await tables(db)
		.selectFrom('incoming')
		.select(({ fn }) => fn.countAll<number>().as('n'))
		.where('is_known', '=', 0)
		.executeTakeFirstOrThrow();
	return n;
}

function rowOf({ updateId, update, text }: Raw, { people, channelId }: Desk, atMs: number) {
	const incoming = readUpdate(update);
	const userId = incoming.fromId ?? 0;
	const isKnown = incoming.chatId === channelId || people.some((person) => person.userId === userId);
	return {
		update_id: updateId,
		user_id: userId,
		is_known: isKnown ? 1 : 0,
		callback_query_id: incoming.kind === 'callback' ? incoming.callbackQueryId : null,
		update_json: text,
		received_at_ms: atMs,
	} as const;
}

/** Writes to the audit that an update can never be taken; the messenger is not asked for it again. */
export function noteUnreadable(note: Note, { updateId, why }: Unreadable): void {
	note({
		actorUserId: null,
		action: 'update.unreadable',
		entity: updateId === null ? 'update:unknown' : `event:u:${updateId}`,
		outcome: 'refused',
		code: why,
	});
}

/**
 * Checks that the messenger sent the update that /event got: it is stored, and is deleted here, or it was admitted before.
 * @param mustBeStored whether the service receives updates itself; if not, an update without a row counts as genuine too
 */
export async function takeStored(tx: Database, update: Raw['update'], mustBeStored: boolean): Promise<boolean> {
	if (!(await isMessengers(tx, update, mustBeStored))) return false;
	await tables(tx).deleteFrom('incoming').where('update_id', '=', update.update_id).execute();
	return true;
}

/** The same check without deleting the row, so that the service fetches nothing for a forged update. */
export async function isMessengers(db: Database, update: Raw['update'], mustBeStored: boolean): Promise<boolean> {
	const update_id = update.update_id;
	const stored = await tables(db).selectFrom('incoming').select('update_json').where('update_id', '=', update_id).executeTakeFirst();
	// Negative ids belong to presses of planned posts, which the service stored itself.
	if (stored === undefined && !mustBeStored && update_id >= 0) return true;
	const original = stored?.update_json ?? (await updateOfEvent(db, update_id));
	return isSame(original, update);
}

/** Whether this update is the one that was admitted with its id. */
export async function wasAdmitted(db: Database, update: Raw['update']): Promise<boolean> {
	return isSame(await updateOfEvent(db, update.update_id), update);
}

const isSame = (original: string | null, update: Raw['update']): boolean =>
	original !== null && canonical(JSON.parse(original)) === canonical(update);

/** The oldest update of each person, in order of arrival. The next one follows after it was admitted. */
export async function firstOfEach(db: Database): Promise<readonly Waiting[]> {
	return tables(db)
		.selectFrom('incoming as i')
		.selectAll('i')
		.where(({ exists, not, selectFrom }) =>
			not(
				exists(
					selectFrom('incoming as before')
						.select('before.update_id')
						.whereRef('before.user_id', '=', 'i.user_id')
						.whereRef('before.update_id', '<', 'i.update_id'),
				),
			),
		)
		.orderBy('i.update_id')
		.execute();
}

/** The next update of one person; undefined if none is stored. */
export async function nextOf(db: Database, userId: number): Promise<Waiting | undefined> {
	return tables(db).selectFrom('incoming').selectAll().where('user_id', '=', userId).orderBy('update_id').limit(1).executeTakeFirst();
}

/** Participants' presses that wait and are not answered yet. */
export async function untoldPresses(db: Database, beforeMs: number): Promise<readonly Waiting[]> {
	return tables(db)
		.selectFrom('incoming')
		.selectAll()
		.where(({ and }) => and({ told: 0, is_known: 1 }))
		.where('callback_query_id', 'is not', null)
		.where('received_at_ms', '<=', beforeMs)
		.orderBy('update_id')
		.limit(PER_ROUND)
		.execute();
}

const OTHERS_AT_ONCE = 20;

/** This person's oldest waiting updates that are no presses and are not answered yet. */
export async function untoldOthers(db: Database, userId: number): Promise<readonly Waiting[]> {
	return tables(db)
		.selectFrom('incoming')
		.selectAll()
		.where(({ and }) => and({ user_id: userId, told: 0, callback_query_id: null }))
		.orderBy('update_id')
		.limit(OTHERS_AT_ONCE)
		.execute();
}

/** Whether this person was told that their messages wait. */
export async function isToldOfWaiting(db: Database, userId: number): Promise<boolean> {
	const told = tables(db)
		.selectFrom('incoming')
		.select('update_id')
		.where(({ and }) => and({ user_id: userId, told: 1, callback_query_id: null }));
	return (await told.limit(1).executeTakeFirst()) !== undefined;
}

/** Whether any of this person's updates waits that is no press. */
export async function waitsForN8n(db: Database, userId: number): Promise<boolean> {
	const waiting = tables(db)
		.selectFrom('incoming')
		.select('update_id')
		.where(({ and }) => and({ user_id: userId, callback_query_id: null }));
	return (await waiting.limit(1).executeTakeFirst()) !== undefined;
}

/** Notes that a press needs no further answer. */
export async function noteAnswered(db: Database, updateId: number): Promise<void> {
	await tables(db).updateTable('incoming').set({ told: 1 }).where('update_id', '=', updateId).execute();
}

/** Notes that this person knows that their messages wait. */
export async function noteTold(db: Database, userId: number): Promise<void> {
	await tables(db)
		.updateTable('incoming')
		.set({ told: 1 })
		.where(({ and }) => and({ user_id: userId, told: 0, callback_query_id: null }))
		.execute();
}

/** Reads an update from its row. */
export const updateOf = ({ update_json, update_id }: Waiting): Incoming =>
	readUpdate({ ...(JSON.parse(update_json) as object), update_id });

/** Deletes updates that n8n did not take within 30 days; the audit has a row for each. */
export async function forgetQueuedUpdates(tx: Database, note: Note, nowMs: number): Promise<void> {
	const old = tables(tx)
		.selectFrom('incoming')
		.select('update_id')
		.where('received_at_ms', '<', nowMs - KEPT_FOR_MS)
		.limit(PER_ROUND);
	const gone = await tables(tx).deleteFrom('incoming').where('update_id', 'in', old).returning(['update_id', 'user_id']).execute();
	for (const { update_id, user_id } of gone)
		note({ actorUserId: user_id, action: 'update.dropped', entity: `event:u:${update_id}`, outcome: 'failed', code: 'never_taken' });
}
