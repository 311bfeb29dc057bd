/** What nobody confirmed, and what a person found out about it, is told also after a death in between. */
import { sql } from 'kysely';
import { UNCONFIRMED } from '@copydesk/domain/material/waysOut';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';
import { RECONCILED, isUntold } from './journal.ts';
import type { Delivery } from './journal.ts';
import type { Look } from './look.ts';
import type { Notices } from './notices.ts';
import { UNSENT } from './unsent.ts';
import { createBackoff } from './backoff.ts';

interface Publications {
	/** Tells the owner of every publication that nobody confirmed. */
	tellUnknown(): Promise<void>;
	/** Asks about every preview of an open version that nobody confirmed. */
	tellUnseen(): Promise<void>;
	/** Tells both of previews and questions of open versions that did not arrive. */
	tellUnsent(): Promise<void>;
	/** Tells both what the operator found out about a publication. */
	tellReconciled(): Promise<void>;
}

interface PublicationsOptions {
	readonly db: Database;
	readonly notices: Notices;
	/** Whether a look showed that it is in the channel. */
	readonly look: Look;
	readonly nowMs: () => number;
}

export function createPublications({ db, notices, look, nowMs }: PublicationsOptions): Publications {
	const backoff = createBackoff(nowMs);
	return {
		async tellUnknown() {
			for (const delivery of await untold(db, 'unknown', 'publication_unknown')) {
				if (!backoff.due(delivery.delivery_id)) continue;
				if (await look(delivery)) continue;
				const answer = await notices.unknownPublication(delivery);
				if (answer?.status === 'not_sent') backoff.again(delivery.delivery_id);
			}
		},

		async tellUnseen() {
			for (const delivery of await unseen(db)) {
				if (!backoff.due(delivery.delivery_id)) continue;
				const answer = await notices.unknownPreview(delivery);
				if (answer === undefined || answer.status === 'not_sent' || answer.status === 'revoked') backoff.again(delivery.delivery_id);
			}
		},

		async tellUnsent() {
			for (const delivery of [...(await unshown(db)), ...(await unasked(db))]) {
				if (!backoff.due(delivery.delivery_id)) continue;
				const answer = await notices.unsent(delivery);
				if (answer?.status !== 'sent') backoff.again(delivery.delivery_id);
			}
		},

		async tellReconciled() {
			for (const state of ['sent', 'not_sent'] as const) {
				for (const delivery of await untold(db, state, 'publication_reconciled')) {
					const key = `reconciled:${delivery.delivery_id}`;
					if (!backoff.due(key)) continue;
					await notices.reconciled(delivery);
					backoff.again(key);
				}
			}
		},
	};
}

/** Previews that somebody may have or not, of versions that wait for them. Whose work stopped over it is told by the work. */
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

const ofVersions = (db: Database) =>
	tables(db)
		.selectFrom('delivery as d')
		.innerJoin('material as m', (on) => on.onRef('m.draft_key', '=', 'd.draft_key').onRef('m.version', '=', 'd.version'))
		.selectAll('d')
		.where(isUntoldTo(db, UNSENT))
		.limit(20);

/** Previews of versions that wait for a decision which the messenger did not take. Whom it refuses as a person is told of elsewhere. */
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

/** Questions for feedback that are open and did not arrive. */
async function unasked(db: Database): Promise<readonly Delivery[]> {
	return (
		ofVersions(db)
			.where(({ and }) => and({ 'd.operation': 'prompt', 'm.state': 'awaiting_feedback' }))
			// Not as it stands: SQLite would go through every question there ever was instead of through what is open.
			.where(sql<boolean>`coalesce(d.purpose, '') = 'prompt'`)
			.where('d.state', 'in', ['not_sent', 'rejected'])
			.where('m.feedback_prompt_message_id', 'is', null)
			.whereRef('m.feedback_actor_user_id', '=', 'd.recipient_user_id')
			.execute()
	);
}

/** That whom a delivery was for has not been told of this attempt. */
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

/** Publications in a state, by a person's word where that is not `unknown`, of which no notice of this purpose stands. */
async function untold(db: Database, state: 'unknown' | 'sent' | 'not_sent', purpose: string): Promise<readonly Delivery[]> {
	const publications = tables(db)
		.selectFrom('delivery as d')
		.selectAll('d')
		.where(({ and }) => and({ operation: 'publish', state }))
		.where(isUntold(db, purpose, sql`d.delivery_id || ':' || cast(d.attempts as text)`))
		.limit(20);
	return (state === 'unknown' ? publications : publications.where('error_code', '=', RECONCILED)).execute();
}
