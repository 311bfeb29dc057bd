import type { Database } from '@copydesk/kit/database/types';

/** How long an event may be silent before it is taken for interrupted. */
export const LEASE_MS = 60_000;
/** The same while a paid AI request may be running. */
export const AI_LEASE_MS = 600_000;

/**
 * Every call under an event's context shows that its execution is alive.
 * @param extraMs on top, for work that is about to take long
 */
export async function touchLease(db: Database, eventKey: string, nowMs: number, extraMs = 0): Promise<void> {
	await db.query(
		`update event set lease_until_ms = case
			when exists (select 1 from admission where admission.event_key = event.event_key and paid = 1 and settled_at_ms is null) then cast($2 as bigint) else cast($3 as bigint) end
			where event_key = $1 and state = 'stored'`,
		[eventKey, nowMs + AI_LEASE_MS + extraMs, nowMs + LEASE_MS + extraMs],
	);
}

/** The same for what only reads: writes nothing as long as enough of the lease is left. */
export async function keepLease(db: Database, eventKey: string, nowMs: number): Promise<void> {
	const [short] = await db.query(`select 1 as short from event where event_key = $1 and state = 'stored' and lease_until_ms < $2`, [
		eventKey,
		nowMs + (LEASE_MS * 3) / 4,
	]);
	if (short !== undefined) await touchLease(db, eventKey, nowMs);
}

/** The results of the event's paid requests are stored now: running it again would pay for nothing twice. */
export async function settlePaid(tx: Database, eventKey: string, nowMs: number): Promise<void> {
	await tx.query('update admission set settled_at_ms = $2 where event_key = $1 and settled_at_ms is null', [eventKey, nowMs]);
	await tx.query(`update event set lease_until_ms = $2 where event_key = $1 and state = 'stored'`, [eventKey, nowMs + LEASE_MS]);
}
