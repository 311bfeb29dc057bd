import { sql } from 'kysely';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';

/** How long what a person sent is kept after its event was closed: time enough to look into a complaint. */
export const KEPT_FOR_MS = 30 * 86_400_000;
/** Events that one round of upkeep empties. */
const PER_ROUND = 200;

/**
 * Empties old closed events: the update and the words in its intent go; the ids, by which a second delivery is known,
 * and the outcome stay for ever. A press has no words, and what was pressed stays.
 */
export async function forgetOldUpdates(db: Database, nowMs: number): Promise<void> {
	const old = tables(db)
		.selectFrom('event')
		.select('event_key')
		.where('closed_at_ms', '<', nowMs - KEPT_FOR_MS)
		// Written out as in the index of these events.
		.where(sql<boolean>`closed_at_ms is not null and update_json <> '{}'`)
		.orderBy('closed_at_ms')
		.limit(PER_ROUND);
	await tables(db)
		.updateTable('event')
		.set({
			update_json: '{}',
			intent: sql`case when intent_kind = 'callback' then intent else '{"kind":"' || intent_kind || '"}' end`,
		})
		.where('event_key', 'in', old)
		.execute();
}
