/** Keys of batches and of their items, short enough for a button. */
import { isInstant } from './dates.ts';
import type { ItemRef } from './item.ts';

/** The batch that a message asked for: `n<update_id>`. Undefined for an event that is none of the messenger's. */
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

const HOUR_MS = 3_600_000;
/** A day begins fourteen hours before that of UTC in the first zone, and clocks differ a little. */
const AHEAD_MS = 15 * HOUR_MS;
/** Time for an n8n that was away to catch up. */
const BEHIND_MS = 72 * HOUR_MS;

/** Whether the desk may offer news for this day now: with any day of the calendar a stolen key could make offers without end. */
export function isNearDay(day: string, nowMs: number): boolean {
	const ageMs = nowMs - Date.parse(day);
	return ageMs >= -AHEAD_MS && ageMs <= BEHIND_MS;
}

/** The key of an item's cards in the journal of deliveries. */
export const cardKey = ({ batch_key, item }: ItemRef): string => `${batch_key}:${item}`;

/** The item that a card's key names; a later attempt's key ends in `#2` and so on. */
export function itemOfCardKey(key: string): ItemRef | undefined {
	const match = /^([A-Za-z0-9._:-]{1,80}):([1-9]\d*)(?:#\d+)?$/.exec(key);
	return match?.[1] === undefined ? undefined : { batch_key: match[1], item: Number(match[2]) };
}
