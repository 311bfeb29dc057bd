import { sql } from 'kysely';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';

/** How long an event may be silent before it counts as interrupted. */
export const LEASE_MS = 60_000;
/** The lease while a paid AI request may be running: it ends after 180 s, and its answer is stored within 15 s. */
export const AI_LEASE_MS = 195_000;
/** How soon the service checks an open event after an outage that it knows of. */
export const LOOK_WITHIN_MS = 15_000;

/**
 * Renews the lease of an event: every call under its context shows that its execution is alive.
 * @param extraMs added for work that takes long
 */
export async function touchLease(db: Database, eventKey: string, nowMs: number, extraMs = 0): Promise<void> {
	await tables(db)
		.updateTable('event')
		.set(({ exists, selectFrom }) => ({
			lease_until_ms: sql<number>`case when ${exists(
				selectFrom('admission')
					.select('admission_id')
					.whereRef('admission.event_key', '=', 'event.event_key')
					.where(({ and }) => and({ paid: 1, settled_at_ms: null })),
			)} then cast(${nowMs + AI_LEASE_MS + extraMs} as bigint) else cast(${nowMs + LEASE_MS + extraMs} as bigint) end`,
		}))
		.where(({ and }) => and({ event_key: eventKey, state: 'stored' }))
		.execute();
}

/** Like `touchLease`, for calls that only read: writes nothing while enough of the lease is left. */
export async function keepLease(db: Database, eventKey: string, nowMs: number): Promise<void> {
	const short = await tables(db)
		.selectFrom('event')
		.select('event_key')
		.where(({ and }) => and({ event_key: eventKey, state: 'stored' }))
		.where('lease_until_ms', '<', nowMs + (LEASE_MS * 3) / 4)
		.executeTakeFirst();
	if (short !== undefined) await touchLease(db, eventKey, nowMs);
}

/**
 * Ends the lease if this execution works on the event.
 * @returns whether it did
 */
export async function endLease(tx: Database, eventKey: string, executionId: string, nowMs: number): Promise<boolean> {
	const ended = await tables(tx)
		.updateTable('event')
		.set({ lease_until_ms: nowMs })
		.where(({ and }) => and({ event_key: eventKey, state: 'stored', execution_id: executionId, replay_open: 0 }))
		.where('lease_until_ms', '>', nowMs)
		.returning('event_key')
		.executeTakeFirst();
	return ended !== undefined;
}

/**
 * Shortens the lease of an event whose delivery was lost with its instance. The lease was extended for that delivery only, so the service
 * now checks the event soon. It does not if a delivery of another instance or a paid request is open.
 */
export async function cutDeliveryLease(db: Database, eventKey: string, deadInstanceId: string, nowMs: number): Promise<void> {
	const waiting = await tables(db)
		.selectFrom('event')
		.select('lease_until_ms')
		.where(({ and }) => and({ event_key: eventKey, state: 'stored', replay_open: 0 }))
		.where('lease_until_ms', '>', nowMs + LEASE_MS)
		.where(({ exists, not, selectFrom }) =>
			not(
				exists(
					selectFrom('delivery')
						.select('delivery_id')
						.where(({ and }) => and({ event_key: eventKey, state: 'sending' }))
						.where('instance_id', '<>', deadInstanceId),
				),
			),
		)
		.executeTakeFirst();
	if (waiting === undefined || (await hasOpenPaid(db, eventKey))) return;
	// A later lease shows that an execution is alive.
	await tables(db)
		.updateTable('event')
		.set({ lease_until_ms: nowMs + LOOK_WITHIN_MS })
		.where(({ and }) => and({ event_key: eventKey, state: 'stored', ...waiting }))
		.execute();
}

/** Marks the event's paid requests as settled: their results are stored, so running the event again pays for nothing twice. */
export async function settlePaid(tx: Database, eventKey: string, nowMs: number): Promise<void> {
	await tables(tx)
		.updateTable('admission')
		.set({ settled_at_ms: nowMs })
		.where(({ and }) => and({ event_key: eventKey, settled_at_ms: null }))
		.execute();
	await tables(tx)
		.updateTable('event')
		.set({ lease_until_ms: nowMs + LEASE_MS })
		.where(({ and }) => and({ event_key: eventKey, state: 'stored' }))
		.execute();
}

/** Whether the event has a paid request whose result is not stored. */
export async function hasOpenPaid(db: Database, eventKey: string): Promise<boolean> {
	const open = await tables(db)
		.selectFrom('admission')
		.select('admission_id')
		.where(({ and }) => and({ event_key: eventKey, paid: 1, settled_at_ms: null }))
		.limit(1)
		.executeTakeFirst();
	return open !== undefined;
}
