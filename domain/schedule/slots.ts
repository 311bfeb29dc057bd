/** The hours at which a channel usually posts, and which of them are free. */
import { whenWords } from './whenWords.ts';
import { DAY_MS, MINUTE_MS, daysLater, momentAtOrAfter, wallTimeAt, weekdayOf } from './zone.ts';

/** One hour of one weekday; 1 is Monday. */
export interface Slot {
	readonly weekday: number;
	readonly hour: number;
	readonly minute: number;
}

export const WEEKDAYS: readonly string[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** By its names in every language; 1 is Monday. */
export const weekdayNamed: ReadonlyMap<string, number> = new Map(
	Object.values(whenWords).flatMap(({ weekdays }) => weekdays.flatMap((names, day) => names.map((name) => [name, day + 1] as const))),
);
const DAYS = /^(mon|tue|wed|thu|fri|sat|sun)(?:-(mon|tue|wed|thu|fri|sat|sun))?$/;
/** Between a time and a day, which may begin a new group. */
const BEFORE_DAY = /(?<=:\d\d)[\s,]+(?=(?:mon|tue|wed|thu|fri|sat|sun)\b)/g;
const TIME = /^([01]?\d|2[0-3]):([0-5]\d)$/;
/** The farthest ahead that slots are looked for. */
const LOOK_AHEAD_DAYS = 60;

export type ParsedSlots = { readonly slots: readonly Slot[] } | { readonly wrong: string };

/**
 * The weekdays of any language and the other usual ways to write a group of them, as the setting has them.
 * A day after a time begins a new group.
 */
export function withPlainDays(text: string): string {
	const everyWeek = new Map(Object.values(whenWords).flatMap((words) => Object.entries(words.everyWeek)));
	const plain = (word: string): string => everyWeek.get(word) ?? WEEKDAYS[(weekdayNamed.get(word) ?? 0) - 1] ?? word;
	return text
		.toLowerCase()
		.replace(/\s?[-–—]\s?/g, '-')
		.replace(/(\d)\.(?=\d\d)/g, '$1:')
		.replace(/(?:(?:every|каждый) )?\p{L}+/gu, plain)
		.replace(/(?<=[a-z]):/g, '')
		.replace(/[^;\n]+/g, withGroups);
}

/** A new group has a day with a time before it, and a time of its own. */
function withGroups(part: string): string {
	const [firstLetter, lastColon] = [part.search(/[a-z]/), part.lastIndexOf(':')];
	return part.replace(BEFORE_DAY, (gap, at: number) => (firstLetter >= 0 && firstLetter < at && lastColon > at ? '; ' : gap));
}

/**
 * Reads a setting like `mon-fri 09:00 18:30; sat,sun 11:00`.
 * @returns the slots in the order of the week, or the part that could not be read
 */
export function parseSlots(text: string): ParsedSlots {
	const slots = new Map<string, Slot>();
	for (const part of withPlainDays(text).split(/[;\n]/)) {
		const words = part.split(/[\s,]+/).filter((word) => word !== '');
		if (words.length === 0) continue;
		const days = words.filter((word) => DAYS.test(word)).flatMap(daysOf);
		const times = words.map((word) => TIME.exec(word)).filter((time) => time !== null);
		const isWhole = words.every((word) => DAYS.test(word) || TIME.test(word));
		if (!isWhole || days.length === 0 || times.length === 0) return { wrong: part.trim() };
		for (const weekday of days)
			for (const [, hour, minute] of times)
				slots.set(`${weekday} ${hour?.padStart(2, '0')}:${minute}`, { weekday, hour: Number(hour), minute: Number(minute) });
	}
	return { slots: [...slots].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, slot]) => slot) };
}

/** `fri-mon` goes over the weekend. */
function daysOf(word: string): number[] {
	const [, first = '', last = first] = DAYS.exec(word) ?? [];
	const from = WEEKDAYS.indexOf(first);
	const length = ((WEEKDAYS.indexOf(last) - from + 7) % 7) + 1;
	return Array.from({ length }, (_, index) => ((from + index) % 7) + 1);
}

/**
 * The next slots that keep their distance from every planned and published post.
 * @param taken moments of planned and published posts, in ms since 1970
 */
export function freeSlots(
	slots: readonly Slot[],
	wanted: {
		readonly nowMs: number;
		readonly zone: string;
		readonly taken: readonly number[];
		readonly leastMinutesBetween: number;
		readonly count: number;
	},
): number[] {
	const { nowMs, zone, taken, leastMinutesBetween, count } = wanted;
	const today = wallTimeAt(nowMs, zone);
	const free = new Set<number>();
	for (let ahead = 0; ahead <= LOOK_AHEAD_DAYS && free.size < count; ahead += 1) {
		const day = daysLater(today, ahead);
		for (const { hour, minute } of slots.filter(({ weekday }) => weekday === weekdayOf(day))) {
			const atMs = momentAtOrAfter({ ...day, hour, minute }, zone);
			if (atMs === undefined || atMs <= nowMs || atMs > nowMs + LOOK_AHEAD_DAYS * DAY_MS || free.size >= count) continue;
			if (taken.every((other) => Math.abs(other - atMs) >= leastMinutesBetween * MINUTE_MS)) free.add(atMs);
		}
	}
	return [...free];
}
