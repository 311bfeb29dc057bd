/** Tells the owner about feeds that cannot be read; also after a crash between the search and the message. */
import { sql } from 'kysely';
import { feedsBrokenText } from '@copydesk/domain/messages/sentences';
import { withoutContacts } from '@copydesk/domain/text/contacts';
import type { Database } from '@copydesk/kit/database/types';
import type { FeedRow } from '../news/feeds.ts';
import { trustedTexts } from '../materials/trusted.ts';
import { tables } from '../tables.ts';
import { isUntold } from '../deliveries/journal.ts';
import { createToOwner } from './toOwner.ts';
import type { ToOwnerOptions } from './toOwner.ts';

const PURPOSE = 'feeds_broken';
/** A notice that could not be sent for this long is dropped: the next search reports the state at that time. */
const TOLD_WITHIN_MS = 86_400_000;

/** @returns one round: one message for all feeds that a search found broken */
export function createBrokenFeeds(options: ToOwnerOptions): () => Promise<void> {
	const { db, nowMs } = options;
	const toOwner = createToOwner(options, ['not_sent']);
	return async () => {
		for (const [entity_key, feeds] of await untold(db, nowMs() - TOLD_WITHIN_MS)) {
			const known = await trustedTexts(db);
			await toOwner({ purpose: PURPOSE, entity_key, text: (messages) => withoutContacts(feedsBrokenText(messages, feeds), known) });
		}
	};
}

/** Broken feeds that were not told yet, by the event that found them. */
async function untold(db: Database, sinceMs: number): Promise<ReadonlyMap<string, readonly FeedRow[]>> {
	const rows = await tables(db)
		.selectFrom('feed')
		.selectAll()
		.where('told_at_ms', '>', sinceMs)
		.where(isUntold(db, PURPOSE, sql`told_event_key`))
		.orderBy('place')
		.execute();
	return Map.groupBy(rows, ({ told_event_key }) => told_event_key ?? '');
}
