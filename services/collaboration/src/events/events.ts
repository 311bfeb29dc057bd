/** What the inbox holds of one event, as far as others have to know. */
import type { Intent } from '@copydesk/domain/api/collaboration';
import type { Press } from '@copydesk/domain/material/judgement';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';

/** The press that an event is; null when it is none of the inbox, or no press. */
export async function pressOf(db: Database, eventKey: string): Promise<Press | null> {
	const event = await tables(db).selectFrom('event').select(['intent', 'message_id']).where('event_key', '=', eventKey).executeTakeFirst();
	if (event === undefined) return null;
	const intent = JSON.parse(event.intent) as Intent;
	if (intent.kind !== 'callback') return null;
	const { action, draft_key, version } = intent;
	return { action, draft_key, version, messageId: event.message_id ?? 0 };
}

/** The query that a press waits to have answered, if the event is one. */
export async function callbackQueryOf(db: Database, eventKey: string): Promise<string | null> {
	const event = await tables(db).selectFrom('event').select('callback_query_id').where('event_key', '=', eventKey).executeTakeFirst();
	return event?.callback_query_id ?? null;
}
