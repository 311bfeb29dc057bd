/** The offer of a day that ended in the middle: the AI was asked, and what it said was lost. Nobody waits for it, so its owner is told. */
import type { DeliveryAnswer } from '@copydesk/domain/api/collaboration';
import type { Database } from '@copydesk/kit/database/types';
import { sql } from 'kysely';
import { AI_LEASE_MS, settlePaid } from '../events/lease.ts';
import { tables } from '../tables.ts';
import { createToOwner } from './toOwner.ts';
import type { ToOwnerOptions } from './toOwner.ts';

const PURPOSE = 'offer_lost';
const UNSAID: readonly DeliveryAnswer['status'][] = ['not_sent', 'sending', 'revoked'];
/** Older ones are no news any more. */
const TOLD_WITHIN_MS = 172_800_000;

/** @returns one round: whoever owns the desk is told of each once, and its paid question is settled */
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

/** Events of entries under which the AI was asked so long ago that nobody waits for it any more, and of which nothing came to anybody. */
async function lostOffers(db: Database, nowMs: number): Promise<readonly string[]> {
	const asked = await tables(db)
		.selectFrom('admission as a')
		.select('a.event_key')
		.distinct()
		// A pattern that is bound has SQLite plan the statement anew each time.
		.where(sql<boolean>`a.event_key like 'i:%'`)
		.where('a.paid', '=', 1)
		.where('a.settled_at_ms', 'is', null)
		.where('a.at_ms', '<=', nowMs - AI_LEASE_MS)
		.where('a.at_ms', '>', nowMs - TOLD_WITHIN_MS)
		.where(({ not, exists, selectFrom }) =>
			not(exists(selectFrom('news_batch as b').select('b.batch_key').whereRef('b.event_key', '=', 'a.event_key'))),
		)
		// Whoever was told why there is nothing, or that a step failed, knows.
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
