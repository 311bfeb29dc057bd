/** Deletes the forwarded posts that a look left in the owner's chat, also after a crash in between. */
import { sql } from 'kysely';
import type { Database } from '@copydesk/kit/database/types';
import { NOBODY } from '../deliveries/journal.ts';
import type { Try } from '../deliveries/tell.ts';
import { removal } from '../messenger/requests.ts';
import { tables } from '../tables.ts';

const REMOVE_PURPOSE = 'look.removed';
/** The messenger deletes no message that is older than this. */
const REMOVABLE_MS = 47 * 3_600_000;
/** An unconfirmed deletion is retried, each time with a key of its own: deleting twice does no harm. */
const TRIES = [1, 2, 3] as const;

const keyOf = (deliveryId: string, tries: number): string => (tries === 1 ? deliveryId : `${deliveryId}:${tries}`);

interface ForwardsOptions {
	readonly db: Database;
	readonly trySend: Try;
	readonly nowMs: () => number;
}

/** Deletes every forward in the owner's chat, also those that a crash left there. */
export async function removeForwards({ db, trySend, nowMs }: ForwardsOptions): Promise<void> {
	const removals = tables(db)
		.selectFrom('delivery as n')
		.where('n.purpose', '=', REMOVE_PURPOSE)
		.where('n.entity_key', 'in', [
			sql<string>`d.delivery_id`,
			...TRIES.slice(1).map((tries) => sql<string>`d.delivery_id || ${`:${tries}`}`),
		]);
	const unconfirmed = removals.select(({ fn }) => fn.countAll<number>().as('tries')).where('n.state', '=', 'unknown');
	const left = await tables(db)
		.selectFrom('delivery as d')
		.select(['d.delivery_id', 'd.recipient_user_id', 'd.chat_id', 'd.message_id', unconfirmed.as('tried')])
		.where(({ and }) => and({ 'd.operation': 'look', 'd.state': 'sent' }))
		.where('d.message_id', '>', 0)
		.where('d.changed_at_ms', '>', nowMs() - REMOVABLE_MS)
		.where(({ not, exists }) => not(exists(removals.select('n.delivery_id').where('n.state', 'in', ['sending', 'sent', 'rejected']))))
		.where(unconfirmed, '<', TRIES.length)
		.limit(20)
		.execute();
	for (const { delivery_id, recipient_user_id, chat_id, message_id, tried } of left) {
		if (message_id === null) continue;
		await trySend(
			{
				...NOBODY,
				purpose: REMOVE_PURPOSE,
				entity_key: keyOf(delivery_id, Number(tried) + 1),
				operation: 'unlook',
				recipient_user_id,
				chat_id,
			},
			{ build: async () => removal(chat_id, message_id), allowed: async () => true },
		);
	}
}
