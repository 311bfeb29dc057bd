/** Unconfirmed previews: asks the person who may have one, also after a crash in between. */
import { sql } from 'kysely';
import { UNCONFIRMED } from '@copydesk/domain/material/recoveryActions';
import type { Database } from '@copydesk/kit/database/types';
import { createBackoff } from '../deliveries/backoff.ts';
import { isUntold } from '../deliveries/journal.ts';
import type { Delivery } from '../deliveries/journal.ts';
import type { Notices } from '../notices/notices.ts';
import { tables } from '../tables.ts';

interface UnknownPreviewsOptions {
	readonly db: Database;
	readonly notices: Pick<Notices, 'unknownPreview'>;
	readonly nowMs: () => number;
}

/** @returns one round: asks about every unconfirmed preview of an open version */
export function createUnknownPreviews({ db, notices, nowMs }: UnknownPreviewsOptions): () => Promise<void> {
	const backoff = createBackoff(nowMs);
	return async () => {
		for (const delivery of await unseen(db)) {
			if (!backoff.due(delivery.delivery_id)) continue;
			const answer = await notices.unknownPreview(delivery);
			if (answer === undefined || answer.status === 'not_sent' || answer.status === 'revoked') backoff.again(delivery.delivery_id);
		}
	};
}

/** Unconfirmed previews of versions that wait for them. If the work stopped because of one, the graph tells its person. */
async function unseen(db: Database): Promise<readonly Delivery[]> {
	return tables(db)
		.selectFrom('delivery as d')
		.innerJoin('material as m', (on) => on.onRef('m.draft_key', '=', 'd.draft_key').onRef('m.version', '=', 'd.version'))
		.selectAll('d')
		.where(({ and }) => and({ 'd.operation': 'preview', 'd.state': 'unknown' }))
		.where(({ and, eb, or }) =>
			or([
				eb('m.state', '=', 'ready'),
				and([
					eb('m.state', '=', 'text_preparing'),
					eb('m.error_code', '=', UNCONFIRMED),
					eb('d.recipient_user_id', '<>', eb.ref('m.operation_actor_user_id')),
				]),
			]),
		)
		.where(isUntold(db, 'preview_unknown', sql`d.delivery_id || ':' || cast(d.attempts as text)`))
		.limit(20)
		.execute();
}
