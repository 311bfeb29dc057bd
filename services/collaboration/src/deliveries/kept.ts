/**
 * A press on Publish that the messenger refuses for a time waits until then, in the transaction of the refusal. It keeps its claim, and so
 * the approvals that it rests on.
 */
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { beginWait } from '../events/waits.ts';
import type { Delivery } from './journal.ts';

/** Whether an event may wait until then. */
export type MayWait = (tx: Database, eventKey: string, untilMs: number) => Promise<boolean>;

/** @returns whether the press now waits */
export async function keepPress(tx: Database, note: Note, delivery: Delivery, mayWait: MayWait, atMs: number): Promise<boolean> {
	const { operation, state, error_code, event_key, execution_id, actor_user_id, wait_until_ms: untilMs } = delivery;
	if (operation !== 'publish' || state !== 'not_sent' || error_code !== 'rate_limited') return false;
	if (event_key === null || execution_id === null || actor_user_id === null || untilMs === null || untilMs <= atMs) return false;
	if (!(await mayWait(tx, event_key, untilMs))) return false;
	const event = { event_key, user_id: actor_user_id, executionId: execution_id };
	return beginWait(tx, note, event, { why: 'messenger', untilMs }, atMs);
}
