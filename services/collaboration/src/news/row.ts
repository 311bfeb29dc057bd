import type { Selectable } from 'kysely';
import type { Item, ItemRef } from '@copydesk/domain/news/item';
import { cardKey } from '@copydesk/domain/news/batch';
import type { Tables } from '../tables.ts';

export type BatchRow = Selectable<Tables['news_batch']>;
type ItemRow = Selectable<Tables['news_item']>;

/** What a record promises of its state beside the row, the table's checks and the one writer hold. */
export const itemOf = (row: ItemRow): Item => row as Item;

export const itemEntity = (ref: ItemRef): string => `item:${cardKey(ref)}`;

export const publicBatch = ({ created_at_ms, expires_at_ms, ...shown }: BatchRow) => ({
	...shown,
	created_at: created_at_ms,
	expires_at: expires_at_ms,
});

/** What callers see of an item. */
export function publicItem({ seq: _seq, decision_event_key: _event, published_at_ms, changed_at_ms, ...shown }: Item) {
	return { ...shown, published_at: new Date(published_at_ms).toISOString(), changed_at: changed_at_ms };
}
