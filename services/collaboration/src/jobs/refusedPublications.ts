/** Tells the owner that the bot may not post to the channel, if somebody else pressed Publish. Only the owner can fix that. */
import { sql } from 'kysely';
import { draftName, personName } from '@copydesk/domain/messages/sentences';
import type { Database } from '@copydesk/kit/database/types';
import { createBackoff } from '../deliveries/backoff.ts';
import { attemptKey, isUntold, versionOf } from '../deliveries/journal.ts';
import type { Tell } from '../deliveries/tell.ts';
import { calledOf } from '../materials/read.ts';
import type { Actors } from '../participants/actors.ts';
import { tables } from '../tables.ts';

interface RefusedPublicationsOptions {
	readonly db: Database;
	readonly tell: Tell;
	readonly actors: Actors;
	readonly nowMs: () => number;
}

const PURPOSE = 'channel_refused';
/** Older refusals are not told any more. */
const WITHIN_MS = 24 * 3_600_000;

/** @returns one round */
export function createRefusedPublications({ db, tell, actors, nowMs }: RefusedPublicationsOptions): () => Promise<void> {
	const backoff = createBackoff(nowMs);
	return async () => {
		const owner = await actors.owner();
		for (const delivery of owner === undefined ? [] : await untold(db, nowMs() - WITHIN_MS)) {
			const { actor_user_id } = delivery;
			const version = versionOf(delivery);
			const by = actor_user_id === null ? undefined : await actors.known(actor_user_id);
			if (owner === undefined || by === undefined || by.userId === owner.userId || version === undefined) continue;
			if (!backoff.due(delivery.delivery_id)) continue;
			const called = await calledOf(db, version);
			const { status } = await tell(owner, {
				purpose: PURPOSE,
				entity_key: attemptKey(delivery),
				text: (messages) => messages.channelRefused({ draft: draftName(messages, called), by: personName(messages, by) }),
			});
			if (status === 'not_sent') backoff.again(delivery.delivery_id);
		}
	};
}

/** Publications that released their version because the bot has no right to post. */
function untold(db: Database, sinceMs: number) {
	return tables(db)
		.selectFrom('material_event as s')
		.innerJoin('delivery as d', (on) => on.onRef('d.draft_key', '=', 's.draft_key').onRef('d.version', '=', 's.version'))
		.selectAll('d')
		.distinct()
		.where(({ and }) => and({ 's.to_state': 'ready', 's.from_state': 'claimed', 'd.operation': 'publish', 'd.state': 'rejected' }))
		.where('s.at_ms', '>', sinceMs)
		.where('d.changed_at_ms', '>', sinceMs)
		.where('d.error_code', 'in', ['no_rights', 'forbidden'])
		.where(isUntold(db, PURPOSE, sql`d.delivery_id || ':' || cast(d.attempts as text)`))
		.limit(20)
		.execute();
}
