/** Removes the buttons from cards of expired offers, also after a crash in between. */
import { sql } from 'kysely';
import { cardKey } from '@copydesk/domain/news/batch';
import type { ItemRef } from '@copydesk/domain/news/item';
import type { Database } from '@copydesk/kit/database/types';
import { createBackoff } from '../deliveries/backoff.ts';
import { NOBODY, isUntold } from '../deliveries/journal.ts';
import { isCardKeyOf } from '../news/cards.ts';
import type { Notices } from '../notices/notices.ts';
import { tables } from '../tables.ts';

/** After this time the job stops trying to remove a button: a press on it gets an answer. */
const CLEARED_WITHIN_MS = 86_400_000;

interface ExpiredCardsOptions {
	readonly db: Database;
	readonly notices: Pick<Notices, 'clearCards'>;
	readonly nowMs: () => number;
}

/** @returns one round: removes the buttons from cards of expired offers */
export function createExpiredCards({ db, notices, nowMs }: ExpiredCardsOptions): () => Promise<void> {
	const backoff = createBackoff(nowMs);
	return async () => {
		for (const ref of await uncleared(db, nowMs() - CLEARED_WITHIN_MS)) {
			const key = cardKey(ref);
			if (!backoff.due(key)) continue;
			await notices.clearCards(ref, NOBODY);
			backoff.again(key);
		}
	};
}

/** Items that expired since a time and have a confirmed card with its buttons. */
async function uncleared(db: Database, sinceMs: number): Promise<readonly ItemRef[]> {
	const key = sql<string>`i.batch_key || ':' || cast(i.item as text)`;
	return tables(db)
		.selectFrom('news_item as i')
		.innerJoin('delivery as d', (join) => join.on(isCardKeyOf(db, sql.ref('d.entity_key'), key)))
		.select(['i.batch_key', 'i.item'])
		.distinct()
		.where('i.state', '=', 'expired')
		.where('i.changed_at_ms', '>', sinceMs)
		.where(({ and }) => and({ 'd.operation': 'card', 'd.state': 'sent' }))
		.where('d.message_id', '>', 0)
		.where(isUntold(db, 'unbutton', sql`d.delivery_id`))
		.limit(20)
		.execute();
}
