/** Each stranger is one row with a counter, so messages of strangers cannot make the database grow. */
import type { Incoming } from '@copydesk/domain/event/update';
import type { Database } from '@copydesk/kit/database/types';
import { isKnownEvent } from '../events/events.ts';
import { tables } from '../tables.ts';
import type { ParsedUpdate } from './parseUpdate.ts';

/** The most updates that the messenger may deliver at once, so that their order does not matter. */
const REMEMBERED = 100;
const DAY_MS = 86_400_000;
/** A stranger's row is deleted after this time. The messenger repeats no update after a day. */
const KEPT_FOR_MS = 30 * DAY_MS;
/** Rows that one round of upkeep removes. */
const PER_ROUND = 200;
/** The user id of updates that name no person. */
const UNNAMED = 0;

const row = (db: Database, userId: number) => tables(db).updateTable('stranger').where('user_id', '=', userId);

/**
 * Decides how the inbox stores an update: as an event, or only as a count in the row of its stranger. The first update of a stranger is
 * an event, and so is their first start command, because it is answered.
 */
export async function countStranger(tx: Database, parsed: ParsedUpdate, atMs: number): Promise<'event' | 'counted' | 'duplicate'> {
	const { eventKey, incoming, intent, people } = parsed;
	const userId = incoming.fromId ?? UNNAMED;
	// An update that was refused when its sender was a stranger stays refused, even if the sender is a participant by now.
	if (people.some((person) => person.userId === userId)) return (await wasCounted(tx, incoming)) ? 'duplicate' : 'event';
	if (await isKnownEvent(tx, eventKey)) return 'event';
	const isStart = intent.kind === 'start' ? 1 : 0;
	const added = await tables(tx)
		.insertInto('stranger')
		.values({
			user_id: userId,
			first_at_ms: atMs,
			last_at_ms: atMs,
			updates: 1,
			recent_update_ids: JSON.stringify([incoming.updateId]),
			start_kept: isStart,
		})
		.onConflict((on) => on.doNothing())
		.returning('user_id')
		.executeTakeFirst();
	if (added !== undefined) return 'event';
	// Write before reading: the lock makes two simultaneous updates wait for each other.
	const known = await row(tx, userId)
		.set({ last_at_ms: atMs })
		.returning(['updates', 'recent_update_ids', 'start_kept'])
		.executeTakeFirstOrThrow();
	const recent = JSON.parse(known.recent_update_ids) as readonly number[];
	if (recent.includes(incoming.updateId)) return 'duplicate';
	const isFirstStart = isStart === 1 && known.start_kept === 0;
	await row(tx, userId)
		.set({
			updates: known.updates + 1,
			recent_update_ids: JSON.stringify([...recent, incoming.updateId].slice(-REMEMBERED)),
			...(isFirstStart ? { start_kept: 1 } : {}),
		})
		.execute();
	return isFirstStart ? 'event' : 'counted';
}

/** Whether this update came before, when its sender was a stranger. */
async function wasCounted(tx: Database, { fromId, updateId }: Incoming): Promise<boolean> {
	const stranger = tables(tx)
		.selectFrom('stranger')
		.select('recent_update_ids')
		.where('user_id', '=', fromId ?? UNNAMED);
	const recent = JSON.parse((await stranger.executeTakeFirst())?.recent_update_ids ?? '[]') as readonly number[];
	return recent.includes(updateId);
}

export async function forgetStrangers(db: Database, nowMs: number): Promise<void> {
	const old = tables(db)
		.selectFrom('stranger')
		.select('user_id')
		.where('last_at_ms', '<', nowMs - KEPT_FOR_MS)
		.orderBy('last_at_ms')
		.limit(PER_ROUND);
	await tables(db).deleteFrom('stranger').where('user_id', 'in', old).execute();
}

/** Strangers who wrote in the last 24 hours, and the sum of all stored counts. */
export async function strangersOfDay(db: Database, nowMs: number): Promise<{ readonly people: number; readonly updates: number }> {
	const { people, updates } = await tables(db)
		.selectFrom('stranger')
		.select(({ fn }) => [fn.countAll<number>().as('people'), fn.sum<number | null>('updates').as('updates')])
		.where('last_at_ms', '>', nowMs - DAY_MS)
		.executeTakeFirstOrThrow();
	return { people, updates: Number(updates ?? 0) };
}
