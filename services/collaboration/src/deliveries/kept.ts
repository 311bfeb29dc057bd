/**
 * What the messenger refuses for a time waits until then, in the transaction of the refusal, and its event goes on by itself: a press on
 * Publish, which keeps its claim and so the approvals that it rests on, and a preview that reached none of its readers.
 */
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { beginWait } from '../events/waits.ts';
import { tables } from '../tables.ts';
import { versionOf, type Delivery } from './journal.ts';

/** Whether an event may wait until then. */
export type MayWait = (tx: Database, eventKey: string, untilMs: number) => Promise<boolean>;

interface Keeping {
	readonly mayWait: MayWait;
	/** Who reads previews now. */
	readonly readers: readonly number[];
}

/** @returns whether the event of the delivery now waits */
export async function keepRefused(
	tx: Database,
	note: Note,
	delivery: Delivery,
	{ mayWait, readers }: Keeping,
	atMs: number,
): Promise<boolean> {
	const { operation, event_key, execution_id, actor_user_id } = delivery;
	if (event_key === null || execution_id === null || actor_user_id === null) return false;
	const untilMs =
		operation === 'publish' ? pauseOf(delivery) : operation === 'preview' ? await pauseOfPreview(tx, delivery, readers) : null;
	if (untilMs === null || untilMs <= atMs || !(await mayWait(tx, event_key, untilMs))) return false;
	return beginWait(tx, note, { event_key, user_id: actor_user_id, executionId: execution_id }, { why: 'messenger', untilMs }, atMs);
}

type Copy = Pick<Delivery, 'state' | 'error_code' | 'wait_until_ms'>;

const pauseOf = ({ state, error_code, wait_until_ms }: Copy): number | null =>
	state === 'not_sent' && error_code === 'rate_limited' ? wait_until_ms : null;

/** Until when a preview waits that nobody has; null if somebody has it or may get it, or if the messenger named no time. */
async function pauseOfPreview(tx: Database, delivery: Delivery, readers: readonly number[]): Promise<number | null> {
	const version = versionOf(delivery);
	if (version === undefined) return null;
	// A copy that one person asked for is for that person alone.
	if (delivery.entity_key.includes(`:${delivery.event_key}`)) return pauseOf(delivery);
	const copies = await tables(tx)
		.selectFrom('delivery')
		.select(['recipient_user_id', 'state', 'error_code', 'wait_until_ms'])
		.where(({ and }) => and({ operation: 'preview', draft_key: version.draft_key, version: version.version }))
		.execute();
	if (copies.some(({ state }) => !NOT_THERE.includes(state))) return null;
	if (!readers.every((reader) => copies.some(({ recipient_user_id }) => recipient_user_id === reader))) return null;
	const pauses = copies.map(pauseOf).filter((untilMs) => untilMs !== null);
	return pauses.length === 0 ? null : Math.min(...pauses);
}

const NOT_THERE: readonly string[] = ['not_sent', 'rejected', 'revoked'];
