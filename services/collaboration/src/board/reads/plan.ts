/** What is planned and what was published in a stretch of time. */
import { OPEN_PLANS } from '@copydesk/domain/material/plan';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../../tables.ts';

/** More than a page can show. */
const MOST = 400;

export const plannedBetween = (db: Database, fromMs: number, toMs: number) =>
	tables(db)
		.selectFrom('plan as p')
		.innerJoin('material as m', (on) => on.onRef('m.draft_key', '=', 'p.draft_key').onRef('m.version', '=', 'p.version'))
		.select(['p.at_ms', 'p.state as plan', 'm.number', 'm.version', 'm.title', 'm.request', 'm.cover_asset_id'])
		.where('p.state', 'in', OPEN_PLANS)
		.where('p.at_ms', '>=', fromMs)
		.where('p.at_ms', '<', toMs)
		.orderBy('p.at_ms')
		.limit(MOST)
		.execute();

/** What the desk proposed and nobody left: still open, or a draft that has no time yet. */
export const proposedBetween = (db: Database, fromMs: number, toMs: number) =>
	tables(db)
		.selectFrom('proposal as p')
		.leftJoin('material as m', (on) =>
			on.onRef('m.draft_key', '=', 'p.draft_key').on(({ eb, selectFrom }) =>
				eb(
					'm.version',
					'=',
					selectFrom('material as newest')
						.whereRef('newest.draft_key', '=', 'p.draft_key')
						.select(({ fn }) => fn.max('newest.version').as('v')),
				),
			),
		)
		.select(['p.at_ms', 'p.subject', 'm.number', 'm.version', 'm.title', 'm.request', 'm.cover_asset_id', 'm.state'])
		.where('p.state', 'in', ['open', 'accepted'])
		.where('p.at_ms', '>=', fromMs)
		.where('p.at_ms', '<', toMs)
		.orderBy('p.at_ms')
		.limit(MOST)
		.execute();

/** First publications: a correction is no post of its own. */
export const publishedBetween = (db: Database, fromMs: number, toMs: number) =>
	tables(db)
		.selectFrom('material as m')
		.select(['m.state_changed_at_ms as at_ms', 'm.number', 'm.version', 'm.title', 'm.request', 'm.cover_asset_id', 'm.corrects'])
		.where('m.state', '=', 'published')
		.where('m.state_changed_at_ms', '>=', fromMs)
		.where('m.state_changed_at_ms', '<', toMs)
		.orderBy('m.state_changed_at_ms')
		.limit(MOST)
		.execute();
