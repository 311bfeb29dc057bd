/** Events that wait until a time. They are stored, their person sees a message, and the service posts them to the webhook at that time. */
import type { AskedBy, WaitWhy } from '@copydesk/domain/event/wait';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { tables } from '../tables.ts';
import type { StoredEvent } from './events.ts';
import { hasOpenPaid } from './lease.ts';

/** What an event waits for, and until when, in milliseconds since 1970. */
export interface Wait {
	readonly why: WaitWhy;
	readonly untilMs: number;
}

export const isAsked = (why: WaitWhy): why is AskedBy => why === 'messenger' || why === 'provider';
/** What an event waits for; null if it never waited. */
export const whyOf = ({ wait_why, wait_for }: Pick<StoredEvent, 'wait_why' | 'wait_for'>): WaitWhy | null => wait_for ?? wait_why;

/** No execution has this id, so no running execution may act for a waiting event. */
export const WAITS = 'waits';
/** The outcome of a waiting event that its person cancelled. */
export const CANCELLED = 'cancelled';

/**
 * Lets an event wait, before its work began or in the middle of it.
 * @param executionId the execution that works on it; undefined if nothing has begun
 * @returns false if it cannot wait, e.g. because a paid answer is still to be stored
 */
export async function beginWait(
	tx: Database,
	note: Note,
	{ event_key, user_id, executionId }: { readonly event_key: string; readonly user_id: number; readonly executionId?: string },
	{ why, untilMs }: Wait,
	atMs: number,
): Promise<boolean> {
	if (await hasOpenPaid(tx, event_key)) return false;
	const waits = await tables(tx)
		.updateTable('event')
		.set(({ eb }) => ({
			waiting: 1,
			wait_until_ms: untilMs,
			...(isAsked(why) ? { wait_why: null, wait_for: why } : { wait_why: why, wait_for: null }),
			wait_count: eb('wait_count', '+', 1),
			wait_shown: 1,
			lease_until_ms: atMs,
			// Work that has begun continues as a replay, as after a crash.
			...(executionId === undefined
				? {}
				: { execution_id: WAITS, replays: eb.case().when('replays', '=', 0).then(1).else(eb.ref('replays')).end() }),
		}))
		.where(({ and }) =>
			and({ event_key, state: 'stored', waiting: 0, ...(executionId === undefined ? {} : { execution_id: executionId }) }),
		)
		.returning('event_key')
		.executeTakeFirst();
	if (waits === undefined) return false;
	note({
		actorUserId: user_id,
		action: 'event.waits',
		entity: `event:${event_key}`,
		outcome: 'ok',
		executionId: executionId ?? null,
		detail: { why, until: untilMs },
	});
	return true;
}

/** An album that is gathered waits too, for no reason that people are told. */
const waiting = (db: Database) =>
	tables(db)
		.selectFrom('event')
		.where('waiting', '=', 1)
		.where('wait_until_ms', 'is not', null)
		.where(({ eb, or }) => or([eb('wait_why', 'is not', null), eb('wait_for', 'is not', null)]));

/** The event, if it waits until a time. */
export async function waitingEvent(db: Database, eventKey: string): Promise<StoredEvent | undefined> {
	return waiting(db).selectAll().where('event_key', '=', eventKey).executeTakeFirst();
}

/** Another waiting event that asks for the same, or for a change of the same draft. */
export async function alikeWaiting(
	tx: Database,
	eventKey: string,
	intent: string,
	draftKey: string | null,
): Promise<StoredEvent | undefined> {
	return waiting(tx)
		.selectAll()
		.where('event_key', '<>', eventKey)
		.where(({ eb, or }) => or([eb('intent', '=', intent), ...(draftKey === null ? [] : [eb('draft_key', '=', draftKey)])]))
		.orderBy('update_id')
		.limit(1)
		.executeTakeFirst();
}

/** How many events wait until a time, and which is next; null if none does. */
export async function waitsNow(db: Database): Promise<{ readonly count: number; readonly first: Wait } | null> {
	const rows = await waiting(db).select(['wait_why', 'wait_for', 'wait_until_ms']).orderBy('wait_until_ms').execute();
	const [first] = rows;
	if (first === undefined) return null;
	return { count: rows.length, first: { why: whyOf(first) ?? 'person', untilMs: first.wait_until_ms ?? 0 } };
}

/** Cancels a waiting event. @returns whether it still waited */
export async function cancelWait(tx: Database, eventKey: string, atMs: number): Promise<boolean> {
	const cancelled = await tables(tx)
		.updateTable('event')
		.set({ state: 'handled', outcome: CANCELLED, closed_at_ms: atMs, waiting: 0, wait_until_ms: null })
		.where(({ and }) => and({ event_key: eventKey, state: 'stored', waiting: 1 }))
		.where('wait_until_ms', 'is not', null)
		.returning('event_key')
		.executeTakeFirst();
	return cancelled !== undefined;
}

/** Lifts the limits for this event and ends its wait. @returns whether it still waited for one */
export async function liftLimit(tx: Database, eventKey: string, userId: number, atMs: number): Promise<boolean> {
	const lifted = await tables(tx)
		.updateTable('event')
		.set({ lifted_by: userId, wait_until_ms: atMs })
		.where(({ and }) => and({ event_key: eventKey, state: 'stored', waiting: 1, lifted_by: null, wait_for: null }))
		.where('wait_until_ms', 'is not', null)
		.returning('event_key')
		.executeTakeFirst();
	return lifted !== undefined;
}

/** Ends the waits for a limit, which is looked at again for each of them. */
export async function endLimitWaits(tx: Database, atMs: number): Promise<void> {
	await tables(tx)
		.updateTable('event')
		.set({ wait_until_ms: atMs })
		.where(({ and }) => and({ state: 'stored', waiting: 1, wait_for: null }))
		.where('wait_why', 'in', ['person', 'desk'])
		.where('wait_until_ms', '>', atMs)
		.execute();
}

/** Whether the owner lifted the limits for this request. */
export async function isLifted(db: Database, eventKey: string): Promise<boolean> {
	const lifted = tables(db).selectFrom('event').select('event_key').where('event_key', '=', eventKey).where('lifted_by', 'is not', null);
	return (await lifted.executeTakeFirst()) !== undefined;
}
