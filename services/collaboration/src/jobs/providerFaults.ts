/** Tells the owner that the AI provider refuses the desk, if only the owner can fix it and somebody else started the work. */
import { providerFaults } from '@copydesk/domain/ai/faults';
import { draftName, explain, personName } from '@copydesk/domain/messages/sentences';
import { WORK_STATES } from '@copydesk/domain/material/work';
import type { Database } from '@copydesk/kit/database/types';
import { sql } from 'kysely';
import { createBackoff } from '../deliveries/backoff.ts';
import { isUntold } from '../deliveries/journal.ts';
import type { Tell } from '../deliveries/tell.ts';
import type { Actors } from '../participants/actors.ts';
import { tables } from '../tables.ts';

interface ProviderFaultsOptions {
	readonly db: Database;
	readonly tell: Tell;
	readonly actors: Actors;
	readonly nowMs: () => number;
}

const PURPOSE = 'provider_refused';
/** Older stops are not told any more. */
const WITHIN_MS = 24 * 3_600_000;

/** @returns one round: one message for each version and fault */
export function createProviderFaults({ db, tell, actors, nowMs }: ProviderFaultsOptions): () => Promise<void> {
	const backoff = createBackoff(nowMs);
	return async () => {
		const owner = await actors.owner();
		for (const stopped of owner === undefined ? [] : await untold(db, owner.userId, nowMs() - WITHIN_MS)) {
			const { fault, actor_user_id, entity_key } = stopped;
			const by = await actors.known(actor_user_id);
			if (owner === undefined || by === undefined || !backoff.due(entity_key)) continue;
			const { status } = await tell(owner, {
				purpose: PURPOSE,
				entity_key,
				text: (messages) =>
					messages.providerRefused({
						draft: draftName(messages, stopped),
						by: personName(messages, by),
						problem: explain(messages, { code: fault }),
					}),
			});
			if (status === 'not_sent') backoff.again(entity_key);
		}
	};
}

/** Versions that stopped for such a reason in the work of somebody other than the owner. */
function untold(db: Database, ownerId: number, sinceMs: number) {
	const key = sql<string>`m.draft_key || ':' || cast(m.version as text) || ':' || m.error_code`;
	return tables(db)
		.selectFrom('material as m')
		.select(({ ref }) => [
			'm.number',
			'm.title',
			'm.request',
			'm.operation_actor_user_id as actor_user_id',
			ref('m.error_code').$notNull().as('fault'),
			key.as('entity_key'),
		])
		.where('m.state', 'in', WORK_STATES)
		.where('m.error_code', 'in', [...providerFaults, 'image_model_gone'])
		.where('m.operation_actor_user_id', '<>', ownerId)
		.where('m.state_changed_at_ms', '>', sinceMs)
		.where(isUntold(db, PURPOSE, key))
		.limit(20)
		.execute();
}
