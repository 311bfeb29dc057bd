/** Tells both people about previews and questions that did not arrive; also after a crash in between. */
import { sql } from 'kysely';
import type { Database } from '@copydesk/kit/database/types';
import { createBackoff } from '../deliveries/backoff.ts';
import type { Delivery } from '../deliveries/journal.ts';
import type { Notices } from '../notices/notices.ts';
import { UNSENT } from '../notices/unsent.ts';
import { tables } from '../tables.ts';

interface UnsentOptions {
	readonly db: Database;
	readonly notices: Pick<Notices, 'unsent'>;
	readonly nowMs: () => number;
}

/** @returns one round: tells both people about previews and questions of open versions that did not arrive */
export function createUnsentJob({ db, notices, nowMs }: UnsentOptions): () => Promise<void> {
	const backoff = createBackoff(nowMs);
	return async () => {
		for (const delivery of [...(await unshown(db)), ...(await unasked(db))]) {
			if (!backoff.due(delivery.delivery_id)) continue;
			const answer = await notices.unsent(delivery);
			if (answer?.status !== 'sent') backoff.again(delivery.delivery_id);
		}
	};
}

const ofVersions = (db: Database) =>
	tables(db)
		.selectFrom('delivery as d')
		.innerJoin('material as m', (on) => on.onRef('m.draft_key', '=', 'd.draft_key').onRef('m.version', '=', 'd.version'))
		.selectAll('d')
		.where(isUntoldTo(db, UNSENT))
		.limit(20);

/**
 * Previews that the messenger did not take, of versions that wait for a decision. Excludes people who blocked the bot; another notice
 * tells about them.
 */
async function unshown(db: Database): Promise<readonly Delivery[]> {
	return ofVersions(db)
		.where(({ and }) => and({ 'd.operation': 'preview', 'm.state': 'ready' }))
		.where('d.state', 'in', ['not_sent', 'rejected'])
		.where('d.error_code', 'not in', ['blocked', 'forbidden'])
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('delivery as later')
						.select('later.delivery_id')
						.where(({ and }) => and({ 'later.operation': 'preview', 'later.state': 'sent' }))
						.whereRef('later.draft_key', '=', 'd.draft_key')
						.whereRef('later.version', '=', 'd.version')
						.whereRef('later.recipient_user_id', '=', 'd.recipient_user_id'),
				),
			),
		)
		.execute();
}

/** Open questions for feedback that did not arrive. */
async function unasked(db: Database): Promise<readonly Delivery[]> {
	return (
		ofVersions(db)
			.where(({ and }) => and({ 'd.operation': 'prompt', 'm.state': 'awaiting_feedback' }))
			// Keep this order: otherwise SQLite reads every question ever asked instead of the open ones.
			.where(sql<boolean>`coalesce(d.purpose, '') = 'prompt'`)
			.where('d.state', 'in', ['not_sent', 'rejected'])
			.where('m.feedback_prompt_message_id', 'is', null)
			.whereRef('m.feedback_actor_user_id', '=', 'd.recipient_user_id')
			.execute()
	);
}

/** Whether the recipient was not yet told about this attempt. */
function isUntoldTo(db: Database, purpose: string) {
	const notice = tables(db)
		.selectFrom('delivery as n')
		.select('n.delivery_id')
		.where('n.purpose', '=', purpose)
		.where(sql<boolean>`n.entity_key = d.delivery_id || ':' || cast(d.attempts as text)`)
		.where(sql<boolean>`n.recipient_user_id = d.recipient_user_id`)
		.where('n.state', 'not in', ['not_sent', 'revoked']);
	return sql<boolean>`not exists ${notice}`;
}
