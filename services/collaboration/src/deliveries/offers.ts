/** Offers that ran out: they expire, and their cards lose their buttons, also after a death in between. */
import { sql } from 'kysely';
import { cardKey } from '@copydesk/domain/news/batch';
import { expire } from '@copydesk/domain/news/item';
import type { ItemRef } from '@copydesk/domain/news/item';
import type { Database } from '@copydesk/kit/database/types';
import type { Audit } from '../audit/audit.ts';
import { isCardKeyOf } from '../news/cards.ts';
import { lockItem, writeItem } from '../news/items.ts';
import { tables } from '../tables.ts';
import { createBackoff } from './backoff.ts';
import { NOBODY, isUntold } from './journal.ts';
import type { Notices } from './notices.ts';

const PAGE = 20;
/** Buttons that could not be taken off in this time stay: whoever presses one is told. */
const CLEARED_WITHIN_MS = 86_400_000;

/** @returns one round: offers that are due expire, and cards of expired ones are cleared */
export function createOffers({
	db,
	audit,
	notices,
	nowMs,
}: {
	readonly db: Database;
	readonly audit: Audit;
	readonly notices: Pick<Notices, 'clearCards'>;
	readonly nowMs: () => number;
}): () => Promise<void> {
	const backoff = createBackoff(nowMs);
	return async () => {
		for (const ref of await dueOffers(db, nowMs())) await runOut(audit, ref, nowMs());
		for (const ref of await uncleared(db, nowMs() - CLEARED_WITHIN_MS)) {
			const key = cardKey(ref);
			if (!backoff.due(key)) continue;
			await notices.clearCards(ref, NOBODY);
			backoff.again(key);
		}
	};
}

async function runOut(audit: Audit, ref: ItemRef, atMs: number): Promise<void> {
	await audit.within(async (tx, note) => {
		const found = await lockItem(tx, ref);
		// Somebody may have pressed while we waited for the row.
		if (found.state !== 'offered') return;
		await writeItem(tx, note, found, expire(found), { actorUserId: null, eventKey: null, executionId: null, atMs });
	});
}

async function dueOffers(db: Database, atMs: number): Promise<readonly ItemRef[]> {
	return tables(db)
		.selectFrom('news_item as i')
		.innerJoin('news_batch as b', 'b.batch_key', 'i.batch_key')
		.select(['i.batch_key', 'i.item'])
		.where('i.state', '=', 'offered')
		.where('b.expires_at_ms', '<=', atMs)
		.orderBy('b.expires_at_ms')
		.orderBy('i.item')
		.limit(PAGE)
		.execute();
}

/** Items that expired since, with a confirmed card that still has its buttons. */
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
		.limit(PAGE)
		.execute();
}
