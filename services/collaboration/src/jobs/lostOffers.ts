/** Tells the owner about a daily offer that stopped half-way: the AI was asked, and its answer was lost. */
import type { DeliveryAnswer } from '@copydesk/domain/api/collaboration';
import type { Database } from '@copydesk/kit/database/types';
import { sql } from 'kysely';
import { AI_LEASE_MS, settlePaid } from '../events/lease.ts';
import { tables } from '../tables.ts';
import { createToOwner } from './toOwner.ts';
import type { ToOwnerOptions } from './toOwner.ts';

const PURPOSE = 'offer_lost';
const UNSAID: readonly DeliveryAnswer['status'][] = ['not_sent', 'sending', 'revoked'];
/** Older ones are not told any more. */
const TOLD_WITHIN_MS = 172_800_000;

/** @returns one round: tells the owner once about each lost offer, and settles its paid request */
export function createLostOffers(options: ToOwnerOptions): () => Promise<void> {
	const { db, nowMs } = options;
	const toOwner = createToOwner(options, UNSAID);
	return async () => {
		for (const eventKey of await lostOffers(db, nowMs())) {
			const status = await toOwner({ purpose: PURPOSE, entity_key: eventKey, text: ({ news }) => news.offerLost });
			if (status !== undefined && !UNSAID.includes(status)) await db.atomically((tx) => settlePaid(tx, eventKey, nowMs()));
		}
	};
}

/** Scheduled events without a batch or message, whose AI request is too old to get an answer. */
async function lostOffers(db: Database, nowMs: number): Promise<readonly string[]> {
	const asked = await tables(db)
		.selectFrom('admission as a')
		.select('a.event_key')
		.distinct()
		// A literal pattern: with a parameter, SQLite would plan the statement each time.
		.where(sql<boolean>`a.event_key like 'i:%'`)
		.where('a.paid', '=', 1)
		.where('a.settled_at_ms', 'is', null)
		.where('a.at_ms', '<=', nowMs - AI_LEASE_MS)
		.where('a.at_ms', '>', nowMs - TOLD_WITHIN_MS)
		.where(({ not, exists, selectFrom }) =>
			not(exists(selectFrom('news_batch as b').select('b.batch_key').whereRef('b.event_key', '=', 'a.event_key'))),
		)
		// Skip events about which the owner was told a reason or a failure.
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('delivery as d')
						.select('d.delivery_id')
						.whereRef('d.event_key', '=', 'a.event_key')
						.where('d.operation', '=', 'status')
						.where('d.state', 'not in', ['not_sent', 'revoked']),
				),
			),
		)
		.where(({ not, exists, selectFrom }) =>
			not(exists(selectFrom('failure as f').select('f.root_execution_id').whereRef('f.event_key', '=', 'a.event_key'))),
		)
		.execute();
	return asked.map(({ event_key }) => event_key);
}
