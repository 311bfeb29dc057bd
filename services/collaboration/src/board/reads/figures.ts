/** Numbers of the last weeks, each from an index and bounded. */
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../../tables.ts';

const MOST = 6_000;

/** Posts that were published since a time; corrections are no posts of their own. */
export const publishedSince = (db: Database, sinceMs: number) =>
	tables(db)
		.selectFrom('material')
		.select(['state_changed_at_ms as at_ms', 'version'])
		.where('state', '=', 'published')
		.where('state_changed_at_ms', '>=', sinceMs)
		.where('corrects', 'is', null)
		.limit(MOST)
		.execute();

export async function countRejected(db: Database, sinceMs: number): Promise<number> {
	const { n } = await tables(db)
		.selectFrom('material')
		.select(({ fn }) => fn.countAll<number>().as('n'))
		.where('state', '=', 'rejected')
		.where('state_changed_at_ms', '>=', sinceMs)
		.executeTakeFirstOrThrow();
	return Number(n);
}

/** When versions were first shown, and when each of these was begun. */
export const previewsSince = (db: Database, sinceMs: number) =>
	tables(db)
		.selectFrom('material_event as e')
		.innerJoin('material as m', (on) => on.onRef('m.draft_key', '=', 'e.draft_key').onRef('m.version', '=', 'e.version'))
		.select(['e.draft_key', 'e.version', 'e.at_ms', 'm.created_at_ms'])
		.where('e.to_state', '=', 'ready')
		.where('e.from_state', '=', 'text_preparing')
		.where('e.at_ms', '>=', sinceMs)
		.limit(MOST)
		.execute();

export const decisionsSince = (db: Database, sinceMs: number) =>
	tables(db)
		.selectFrom('material_event')
		.select(['draft_key', 'version', 'at_ms'])
		.where('from_state', '=', 'ready')
		.where('to_state', 'in', ['claimed', 'rejected', 'awaiting_feedback', 'superseded'])
		.where('at_ms', '>=', sinceMs)
		.limit(MOST)
		.execute();

export async function countPaidBetween(db: Database, fromMs: number, toMs: number): Promise<number> {
	const { n } = await tables(db)
		.selectFrom('admission')
		.select(({ fn }) => fn.countAll<number>().as('n'))
		.where('paid', '=', 1)
		.where('at_ms', '>=', fromMs)
		.where('at_ms', '<', toMs)
		.executeTakeFirstOrThrow();
	return Number(n);
}

/** How often the check sent a text back. */
export async function countRepairs(db: Database, sinceMs: number): Promise<number> {
	const { n } = await tables(db)
		.selectFrom('admission')
		.select(({ fn }) => fn.countAll<number>().as('n'))
		.where('paid', '=', 1)
		.where('at_ms', '>=', sinceMs)
		.where('purpose', '=', 'caption_recheck')
		.executeTakeFirstOrThrow();
	return Number(n);
}
