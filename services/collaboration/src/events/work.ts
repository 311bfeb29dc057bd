/** Of all executions that would work on one draft, one at a time may pay. */
import { CopydeskError } from '@copydesk/domain/errors';
import type { Database } from '@copydesk/kit/database/types';
import type { Claims } from '../contexts/contexts.ts';
import { lockMaterial } from '../materials/lock.ts';
import { AI_LEASE_MS } from './lease.ts';

type Worker = Pick<Claims, 'event_key' | 'execution_id'>;

/**
 * Another execution's paid requests for the same draft or the same event, that
 * - are under way: their result is not stored, and their event is open or, where it was closed before (a continuation
 *   of the operator) or there is none (a scheduled entry), they are younger than an AI call can be; or
 * - are what this one is about to pay for, begun or stored after it had begun itself: what it looked at is older.
 */
const IN_THE_WAY = `select 1 as there from admission a left join event e on e.event_key = a.event_key
	where a.paid = 1 and a.execution_id is not null and (a.event_key <> $1 or a.execution_id <> $2)
		and (a.event_key = $1
			or a.event_key in (select event_key from material where draft_key = $3)
			or a.event_key in (select event_key from event where draft_key = $3))
		and ((a.settled_at_ms is null and (e.state = 'stored' or (a.at_ms > coalesce(e.closed_at_ms, 0) and a.at_ms > $4)))
			or (a.purpose = $5 and coalesce(a.settled_at_ms, a.at_ms) > $6))
	limit 1`;

/**
 * Refuses a paid request while somebody else is paying for the same work. Holds the draft until the transaction ends.
 * @throws CopydeskError work_under_way
 */
export async function requireOnlyWorker(tx: Database, worker: Worker, purpose: string, nowMs: number): Promise<void> {
	const { event_key: eventKey, execution_id: executionId } = worker;
	const [event] = await tx.query('select state, execution_id, received_at_ms, draft_key from event where event_key = $1', [eventKey]);
	const draftKey = await draftOf(tx, eventKey, event?.['draft_key']);
	const refusal = (why: string) => new CopydeskError('work_under_way', why, { facts: { draft_key: draftKey } });
	// An open event belongs to the execution that was admitted last: an earlier one was taken for dead.
	if (event?.['state'] === 'stored' && event['execution_id'] !== executionId) throw refusal(`${eventKey} was taken over by ${String(event['execution_id'])}`);
	// Its first version stands for the draft: whoever asks at the same time waits here.
	if (draftKey !== null) await lockMaterial(tx, { draft_key: draftKey, version: 1 });
	const [bound] = await tx.query('select bound_at_ms from execution where execution_id = $1 and event_key = $2', [executionId, eventKey]);
	const begunAtMs = Math.max(Number(event?.['received_at_ms'] ?? 0), Number(bound?.['bound_at_ms'] ?? nowMs));
	const [other] = await tx.query(IN_THE_WAY, [eventKey, executionId, draftKey, nowMs - AI_LEASE_MS, purpose, begunAtMs]);
	if (other !== undefined) throw refusal(`${purpose} for ${draftKey ?? eventKey}`);
}

/** The draft that an event made a version of, or else names. */
async function draftOf(tx: Database, eventKey: string, named: unknown): Promise<string | null> {
	const [made] = await tx.query('select draft_key from material where event_key = $1', [eventKey]);
	const draftKey = made?.['draft_key'] ?? named;
	return typeof draftKey === 'string' ? draftKey : null;
}
