/** Keys of batches and of their items, short enough for a button. */
import { isInstant } from './dates.ts';
import type { ItemRef } from './item.ts';

/** The batch that a message asked for: `n<update_id>`. Undefined for an event that is not the messenger's. */
export function batchKeyOfEvent(eventKey: string): string | undefined {
	const updateId = /^u:(\d+)$/.exec(eventKey)?.[1];
	return updateId === undefined ? undefined : `n${updateId}`;
}

/** The batch of a day of the desk's own entry: `d<YYYYMMDD>`. @param day `YYYY-MM-DD` */
export const batchKeyOfDay = (day: string): string => `d${day.replaceAll('-', '')}`;

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
	return /^\d{4}-\d\d-\d\d$/.test(text) && isInstant(`${text}T00:00:00.000Z`);
}

/** A schedule offers once a day; the rest is for days that n8n was away. A stolen key could otherwise send cards without end. */
export const MAX_ENTRIES_A_DAY = 5;

/** The key of an item's cards in the journal of deliveries. */
export const cardKey = ({ batch_key, item }: ItemRef): string => `${batch_key}:${item}`;

/** The item that a card's key names; a later attempt's key ends in `#2` and so on. */
export function itemOfCardKey(key: string): ItemRef | undefined {
	const match = /^([A-Za-z0-9._:-]{1,80}):([1-9]\d*)(?:#\d+)?$/.exec(key);
	return match?.[1] === undefined ? undefined : { batch_key: match[1], item: Number(match[2]) };
}
