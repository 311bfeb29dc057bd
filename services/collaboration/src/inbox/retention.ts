import { sql } from 'kysely';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';

/** How long a person's words are kept after their event was closed, so that a complaint can be investigated. */
export const KEPT_FOR_MS = 30 * 86_400_000;
/** Events that one round of upkeep empties. */
const PER_ROUND = 200;

/**
 * Deletes the update and the words in the intent of old closed events. The ids, which identify a second delivery, and the outcome stay
 * for ever. A press contains no words, so it stays.
 */
export async function forgetOldUpdates(db: Database, nowMs: number): Promise<void> {
	const old = tables(db)
		.selectFrom('event')
		.select('event_key')
		.where('closed_at_ms', '<', nowMs - KEPT_FOR_MS)
		// Written exactly as in the index of these events.
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
