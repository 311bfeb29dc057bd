/** Corrections whose post the messenger does not find: asks both people what to do, once per attempt. */
import { sql } from 'kysely';
import { draftName } from '@copydesk/domain/messages/sentences';
import { createBackoff } from '../deliveries/backoff.ts';
import { attemptKey, isUntold } from '../deliveries/journal.ts';
import { findMaterial } from '../materials/read.ts';
import { keyboardOf } from '../messenger/buttons.ts';
import { tables } from '../tables.ts';
import type { FollowOptions } from './follow.ts';

const TOLD = 'post_gone';

export function createGone({ db, actors, tell, nowMs }: FollowOptions): () => Promise<void> {
	const backoff = createBackoff(nowMs);
	return async () => {
		const gone = await tables(db)
			.selectFrom('delivery as d')
			.selectAll('d')
			.where(({ and }) => and({ 'd.operation': 'publish', 'd.error_code': 'message_gone' }))
			.where(isUntold(db, TOLD, sql`d.delivery_id || ':' || cast(d.attempts as text)`))
			.limit(20)
			.execute();
		for (const delivery of gone) {
			const { draft_key, version } = delivery;
			if (draft_key === null || version === null || !backoff.due(delivery.delivery_id)) continue;
			backoff.again(delivery.delivery_id);
			const material = await findMaterial(db, draft_key, version);
			// Somebody has decided since.
			if (material?.state !== 'ready' || material.corrects === null) continue;
			for (const person of await actors.everyone())
				await tell(person, {
					purpose: TOLD,
					entity_key: attemptKey(delivery),
					text: (messages) => messages.posts.gone({ draft: draftName(messages, material) }),
					keyboard: (messages) =>
						keyboardOf(messages, [[{ action: 'publish_anew', draft_key, version }], [{ action: 'leave_it', draft_key, version }]]),
				});
		}
	};
}
