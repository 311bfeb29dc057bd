/** What was offered as news, and what became of it. */
import type { Database } from '@copydesk/kit/database/types';
import type { ItemState } from '@copydesk/domain/news/itemMachine';
import { tables } from '../../tables.ts';

export const ITEM_STATES = ['offered', 'taken', 'dismissed', 'expired'] as const satisfies readonly ItemState[];
/** A window of a month has no more at six cards an offer. */
const MOST = 3_000;

export const itemsSince = (db: Database, sinceMs: number) =>
	tables(db)
		.selectFrom('news_item')
		.select(['host', 'state'])
		.where('state', 'in', ITEM_STATES)
		.where('changed_at_ms', '>', sinceMs)
		.limit(MOST)
		.execute();

/** The newest changes of each state below a moment, newest first. */
export async function itemsBefore(db: Database, beforeMs: number, limit: number) {
	const parts = await Promise.all(
		ITEM_STATES.map((state) =>
			tables(db)
				.selectFrom('news_item as i')
				.leftJoin('material as m', (on) => on.onRef('m.draft_key', '=', 'i.draft_key').on('m.version', '=', 1))
				.select([
					'i.batch_key',
					'i.item',
					'i.state',
					'i.title',
					'i.angle',
					'i.link',
					'i.host',
					'i.changed_at_ms',
					'i.decided_by_user_id',
					'm.number',
				])
				.where('i.state', '=', state)
				.where('i.changed_at_ms', '<', beforeMs)
				.orderBy('i.changed_at_ms', 'desc')
				.limit(limit)
				.execute(),
		),
	);
	return parts
		.flat()
		.sort((one, other) => other.changed_at_ms - one.changed_at_ms)
		.slice(0, limit);
}
