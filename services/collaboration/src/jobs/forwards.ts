/** Deletes the forwarded posts that a look left in the owner's chat, also after a crash in between. */
import { sql } from 'kysely';
import type { Database } from '@copydesk/kit/database/types';
import { NOBODY, isUntold } from '../deliveries/journal.ts';
import type { Try } from '../deliveries/tell.ts';
import { removal } from '../messenger/requests.ts';
import { tables } from '../tables.ts';

const REMOVE_PURPOSE = 'look.removed';
/** A message older than this is not deleted by the messenger. */
const REMOVABLE_MS = 47 * 3_600_000;

interface ForwardsOptions {
	readonly db: Database;
	readonly trySend: Try;
	readonly nowMs: () => number;
}

/** Deletes every forward that is still in the owner's chat, also one that a crash left there. */
export async function removeForwards({ db, trySend, nowMs }: ForwardsOptions): Promise<void> {
	const left = await tables(db)
		.selectFrom('delivery as d')
		.selectAll('d')
		.where(({ and }) => and({ 'd.operation': 'look', 'd.state': 'sent' }))
		.where('d.message_id', '>', 0)
		.where('d.changed_at_ms', '>', nowMs() - REMOVABLE_MS)
		.where(isUntold(db, REMOVE_PURPOSE, sql`d.delivery_id`))
		.limit(20)
		.execute();
	for (const { delivery_id, recipient_user_id, chat_id, message_id } of left) {
		if (message_id === null) continue;
		await trySend(
			{ ...NOBODY, purpose: REMOVE_PURPOSE, entity_key: delivery_id, operation: 'unlook', recipient_user_id, chat_id },
			{ build: async () => removal(chat_id, message_id), allowed: async () => true },
		);
	}
}
