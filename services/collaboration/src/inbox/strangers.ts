import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import type { Database } from '@copydesk/kit/database/types';
import { NOBODY, countSince } from '../deliveries/journal.ts';
import type { Try } from '../deliveries/tell.ts';
import { textMessage } from '../messenger/requests.ts';
import { tables } from '../tables.ts';

/** The most strangers answered per round, so that the bot cannot be made to write to many people at once. */
const MAX_PER_ROUND = 3;
const MAX_PER_HOUR = 20;
const HOUR_MS = 3_600_000;

const PURPOSE = 'start.stranger';

/**
 * Answers a stranger's start command once: the desk is private, and this is the number that the operator needs. Strangers get no context,
 * so no graph can answer them.
 */
export async function greetStrangers(db: Database, trySend: Try, nowMs: () => number): Promise<void> {
	const waiting = await tables(db)
		.selectFrom('event')
		.select(['event_key', 'user_id', 'chat_id', 'intent'])
		.where(({ and }) => and({ told: 0, state: 'refused', intent_kind: 'start' }))
		.orderBy('received_at_ms')
		.limit(MAX_PER_ROUND)
		.execute();
	for (const { event_key, user_id, chat_id, intent } of waiting) {
		const said = storedIntent(intent);
		const isMany = (await countSince(db, PURPOSE, nowMs() - HOUR_MS)) >= MAX_PER_HOUR;
		if (user_id !== null && chat_id !== null && said.kind === 'start' && !isMany)
			await trySend(
				{ purpose: PURPOSE, entity_key: 'start', recipient_user_id: user_id, operation: 'notice', chat_id, ...NOBODY, event_key },
				{ build: async () => textMessage(chat_id, said.text), allowed: async () => true },
			);
		await tables(db).updateTable('event').set({ told: 1 }).where('event_key', '=', event_key).execute();
	}
}
