/** Feeds that cannot be read, told to the owner; also after a death between what was found and what was said. */
import { sql } from 'kysely';
import type { Messages } from '@copydesk/domain/messages/messages';
import { feedsBrokenText } from '@copydesk/domain/messages/sentences';
import type { Database } from '@copydesk/kit/database/types';
import type { FeedRow } from '../news/feeds.ts';
import type { Actors } from '../participants/actors.ts';
import { tables } from '../tables.ts';
import { createBackoff } from './backoff.ts';
import { isUntold } from './journal.ts';
import type { Tell } from './tell.ts';

const PURPOSE = 'feeds_broken';
/** What nobody could be told of in this time is not told any more: the next search says how it is then. */
const TOLD_WITHIN_MS = 86_400_000;

/** @returns one round: one message for all feeds that one search found broken */
export function createBrokenFeeds({
	db,
	tell,
	actors,
	nowMs,
}: {
	readonly db: Database;
	readonly tell: Tell;
	readonly actors: Actors;
	readonly nowMs: () => number;
}): () => Promise<void> {
	const backoff = createBackoff(nowMs);
	return async () => {
		for (const [entity_key, feeds] of await untold(db, nowMs() - TOLD_WITHIN_MS)) {
			const owner = backoff.due(entity_key) ? await actors.owner() : undefined;
			if (owner === undefined) continue;
			const text = (messages: Messages) => feedsBrokenText(messages, feeds);
			const { status } = await tell(owner, { purpose: PURPOSE, entity_key, text });
			if (status === 'not_sent') backoff.again(entity_key);
		}
	};
}

/** By the event under which they were found. */
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
