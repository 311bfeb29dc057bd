/** Expires news offers at the end of their time. */
import { expire, type ItemRef } from '@copydesk/domain/news/item';
import type { Database } from '@copydesk/kit/database/types';
import type { Audit } from '../audit/audit.ts';
import { lockItem, writeItem } from '../news/items.ts';
import { tables } from '../tables.ts';

/** @returns one round: expires the offers that are due */
export function createExpiredOffers({
	db,
	audit,
	nowMs,
}: {
	readonly db: Database;
	readonly audit: Audit;
	readonly nowMs: () => number;
}): () => Promise<void> {
	return async () => {
		for (const ref of await dueOffers(db, nowMs())) await runOut(audit, ref, nowMs());
	};
}

async function runOut(audit: Audit, ref: ItemRef, atMs: number): Promise<void> {
	await audit.within(async (tx, note) => {
		const found = await lockItem(tx, ref);
		// Somebody may have pressed a button before this transaction got the lock.
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
		.limit(20)
		.execute();
}
