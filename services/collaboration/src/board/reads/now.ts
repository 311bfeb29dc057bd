/** What is under way now: few rows on a desk of any size, each found by an index. */
import { OPEN_PLANS } from '@copydesk/domain/material/plan';
import type { Database } from '@copydesk/kit/database/types';
import { OPEN_STATES } from '../../materials/read.ts';
import { tables } from '../../tables.ts';

/** More are counted. */
const SHOWN = 60;

export type OpenDraft = Awaited<ReturnType<typeof openDrafts>>[number];

export async function openDrafts(db: Database) {
	const found = await tables(db)
		.selectFrom('material as m')
		.leftJoin('plan as p', (on) =>
			on.onRef('p.draft_key', '=', 'm.draft_key').onRef('p.version', '=', 'm.version').on('p.state', 'in', OPEN_PLANS),
		)
		.leftJoin('delivery as d', (on) =>
			on
				.onRef('d.draft_key', '=', 'm.draft_key')
				.onRef('d.version', '=', 'm.version')
				.on('d.operation', '=', 'publish')
				.on('d.state', '=', 'unknown'),
		)
		.select(['m.draft_key', 'm.version', 'm.number', 'm.seq', 'm.state', 'm.title', 'm.request', 'm.error_code', 'm.error_stage'])
		.select(['m.created_by_user_id', 'm.operation_actor_user_id', 'm.feedback_actor_user_id', 'm.content_sha256', 'm.cover_asset_id'])
		.select(['m.state_changed_at_ms', 'p.state as plan', 'p.at_ms as goes_out_at', 'd.delivery_id'])
		.where('m.state', 'in', OPEN_STATES)
		.orderBy('m.state_changed_at_ms', 'desc')
		.limit(SHOWN)
		.execute();
	return found.map(({ delivery_id, ...draft }) => ({ ...draft, unconfirmed: delivery_id !== null }));
}

export async function countOpenDrafts(db: Database): Promise<number> {
	const { n } = await tables(db)
		.selectFrom('material')
		.select(({ fn }) => fn.countAll<number>().as('n'))
		.where('state', 'in', OPEN_STATES)
		.executeTakeFirstOrThrow();
	return Number(n);
}

/** Messages whose outcome nobody knows, oldest first. */
export const unknownDeliveries = (db: Database) =>
	tables(db)
		.selectFrom('delivery as d')
		.leftJoin('material as m', (on) => on.onRef('m.draft_key', '=', 'd.draft_key').onRef('m.version', '=', 'd.version'))
		.select(['d.delivery_id', 'd.operation', 'd.recipient_user_id', 'd.changed_at_ms', 'd.version', 'm.number', 'm.title', 'm.request'])
		.where('d.state', '=', 'unknown')
		.orderBy('d.changed_at_ms')
		.limit(SHOWN)
		.execute();

/** Posts that are planned, soonest first. */
export const plannedNext = (db: Database, limit: number) =>
	tables(db)
		.selectFrom('plan as p')
		.innerJoin('material as m', (on) => on.onRef('m.draft_key', '=', 'p.draft_key').onRef('m.version', '=', 'p.version'))
		.select(['p.at_ms', 'm.number', 'm.version', 'm.title', 'm.request', 'm.cover_asset_id'])
		// SQLite uses the index of open plans only for its own condition.
		.where('p.state', 'in', OPEN_PLANS)
		.where('p.state', '<>', 'missed')
		.orderBy('p.at_ms')
		.limit(limit)
		.execute();

export async function countPublished(db: Database, fromMs: number, toMs: number): Promise<number> {
	const { n } = await tables(db)
		.selectFrom('material')
		.select(({ fn }) => fn.countAll<number>().as('n'))
		.where('state', '=', 'published')
		.where('state_changed_at_ms', '>=', fromMs)
		.where('state_changed_at_ms', '<', toMs)
		.executeTakeFirstOrThrow();
	return Number(n);
}
