import type { Intent } from '@copydesk/domain/desk/intentTypes';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';

/** Replaces the event's intent by this answer. */
export async function setIntent(tx: Database, eventKey: string, intent: Intent): Promise<Intent> {
	await tables(tx)
		.updateTable('event')
		.set({ intent_kind: intent.kind, intent: JSON.stringify(intent) })
		.where('event_key', '=', eventKey)
		.execute();
	return intent;
}
