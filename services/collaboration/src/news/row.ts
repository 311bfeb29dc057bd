import type { Selectable } from 'kysely';
import type { Item, ItemRef } from '@copydesk/domain/news/item';
import { cardKey } from '@copydesk/domain/news/batch';
import type { Tables } from '../tables.ts';

export type BatchRow = Selectable<Tables['news_batch']>;
type ItemRow = Selectable<Tables['news_item']>;

/** The type promises columns for each state; the table's checks and the one writer guarantee them. */
export const itemOf = (row: ItemRow): Item => row as Item;

export const itemEntity = (ref: ItemRef): string => `item:${cardKey(ref)}`;

export const publicBatch = ({ created_at_ms, expires_at_ms, ...shown }: BatchRow) => ({
	...shown,
	created_at: created_at_ms,
	expires_at: expires_at_ms,
});

/** An item as callers see it. */
export function publicItem({ seq: _seq, decision_event_key: _event, published_at_ms, changed_at_ms, ...shown }: Item) {
	return { ...shown, published_at: new Date(published_at_ms).toISOString(), changed_at: changed_at_ms };
}
