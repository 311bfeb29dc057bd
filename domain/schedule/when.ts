/** Reads the time that a person names for a post. */
import { whenWords, type PartOfDay, type WhenWords } from './whenWords.ts';
import { DAY_MS, MINUTE_MS, daysLater, isOnCalendar, momentAtOrAfter, momentOf, wallTimeAt, weekdayOf } from './zone.ts';
import type { WallDay, WallTime } from './zone.ts';

/** A post is planned at most so far ahead. */
export const LONGEST_PLAN_DAYS = 60;

/** `at`: a moment in ms since 1970. The others say what was understood, so that it can be asked back. */
export type When =
	| { readonly kind: 'at'; readonly atMs: number }
	| { readonly kind: 'past' | 'too_far'; readonly atMs: number }
	| { readonly kind: 'skipped'; readonly wall: WallTime }
	| { readonly kind: 'no_such_day'; readonly day: WallDay }
	| { readonly kind: 'not_understood' };

interface Said {
	day?: Day;
	weekday?: Weekday;
	time?: Time;
	parts?: readonly PartOfDay[];
	fromNow?: Length;
}

/** Hours count whatever the clock shows. Whole days keep the time of day, also when the clocks change. */
interface Length {
	readonly days: number;
	readonly ms: number;
}

interface Weekday {
	readonly weekday: number;
	readonly isNextWeek: boolean;
}
type Day = { readonly ahead: number } | Weekday | DayOfMonth;
/** Without a month: the next such day. */
interface DayOfMonth {
	readonly day: number;
	readonly month?: number;
	readonly year?: number;
}
type Time = Pick<WallTime, 'hour' | 'minute'>;

/**
 * Reads `18:30`, `tomorrow at 9`, `fri 18:00`, `24.12. 18:00`, `in 2 hours` and their Russian forms, in any case of letters.
 * A weekday is the next one at which the time is ahead. A date without a year is the one nearest to today.
 */
export function readWhen(text: string, nowMs: number, zone: string): When {
	const readings = Object.values(whenWords).map((language) => readAll(wordsOf(text, language), language));
	const said = readings.find((reading) => reading !== undefined);
	if (said === undefined) return { kind: 'not_understood' };
	const { time, fromNow = { days: 0, ms: 0 } } = said;
	const now = { nowMs, zone };
	if (time === undefined) return bounded(roundedUp(daysFrom(nowMs, fromNow.days, zone) + fromNow.ms), now);
	return momentSaid({ ...said, day: dayOf(said) ?? { ahead: fromNow.days } }, time, daysAfter(said, time, now), now);
}

/** The day of a date counts before its weekday. */
const dayOf = ({ day, weekday }: Said): Day | undefined => day ?? weekday;

const roundedUp = (atMs: number): number => Math.ceil(atMs / MINUTE_MS) * MINUTE_MS;

/** The moment so many days later at which the clock shows the same. */
function daysFrom(atMs: number, days: number, zone: string): number {
	const wall = wallTimeAt(atMs, zone);
	const momentIn = (ahead: number) => momentAtOrAfter({ ...wall, ...daysLater(wall, ahead) }, zone) ?? atMs;
	return atMs + momentIn(days) - momentIn(0);
}

function bounded(atMs: number, { nowMs, zone }: Now): When {
	if (atMs <= nowMs) return { kind: 'past', atMs };
	return { kind: atMs > roundedUp(daysFrom(nowMs, LONGEST_PLAN_DAYS, zone)) ? 'too_far' : 'at', atMs };
}

interface Now {
	readonly nowMs: number;
	readonly zone: string;
}

/** How many days after the day that was said its time is: a night goes on after midnight. */
function daysAfter(said: Said, { hour, minute }: Time, { nowMs, zone }: Now): number {
	if (hour === 24) return 1;
	if (hour > LAST_OF_NIGHT) return 0;
	const parts = said.parts ?? [];
	const today = wallTimeAt(nowMs, zone);
	const isOver = hour * 60 + minute <= today.hour * 60 + today.minute;
	if (said.fromNow !== undefined || !isToday(dayOf(said))) return parts.includes('night') ? 1 : 0;
	// Late in the evening, a small hour without a day is meant in the night that comes. Earlier it may be a slip.
	const isMeant =
		parts.includes('night') ||
		parts.includes('small') ||
		(said.day === undefined && hour <= LAST_SMALL_HOUR && today.hour >= FIRST_OF_LATE_EVENING);
	return isOver && isMeant ? 1 : 0;
}

/** No day is today too. */
const isToday = (day: Day | undefined): boolean => day === undefined || ('ahead' in day && day.ahead === 0);

const LAST_OF_NIGHT = 4;
/** Four may be a slip for 16:00. */
const LAST_SMALL_HOUR = 2;
const FIRST_OF_LATE_EVENING = 21;

/** @param after how many days after the day that was said */
function momentSaid({ day, weekday }: Said & { readonly day: Day }, time: Time, after: number, { nowMs, zone }: Now): When {
	const timeOn = (on: WallDay): WallTime => ({ ...daysLater(on, after), hour: time.hour % 24, minute: time.minute });
	const meant = dayMeant(day, (on) => momentAtOrAfter(timeOn(on), zone, nowMs), nowMs, wallTimeAt(nowMs, zone));
	if (!isOnCalendar({ ...meant, hour: 0, minute: 0 })) return { kind: 'no_such_day', day: meant };
	// "Friday, 27 November"
	if (weekday !== undefined && weekdayOf(meant) !== weekday.weekday) return { kind: 'not_understood' };
	const wall = timeOn(meant);
	const atMs = momentOf(wall, zone, nowMs);
	return atMs === undefined ? { kind: 'skipped', wall } : bounded(atMs, { nowMs, zone });
}

/** @param momentOn the moment of the time that was said with a day */
function dayMeant(day: Day, momentOn: (on: WallDay) => number | undefined, nowMs: number, today: WallTime): WallDay {
	if ('ahead' in day) return daysLater(today, day.ahead);
	if ('weekday' in day) {
		const ahead = (day.weekday - weekdayOf(today) + 7) % 7;
		const first = daysLater(today, ahead);
		const atMs = momentOn(first);
		const isOver = ahead === 0 && (day.isNextWeek || (atMs !== undefined && atMs <= nowMs));
		return isOver ? daysLater(first, 7) : first;
	}
	const { month } = day;
	if (month === undefined) {
		const atMs = momentOn({ ...today, day: day.day });
		const months = today.month + (atMs !== undefined && atMs <= nowMs ? 1 : 0);
		return { year: today.year + Math.floor(months / 13), month: ((months - 1) % 12) + 1, day: day.day };
	}
	if (day.year !== undefined) return { year: day.year, month, day: day.day };
	const distance = (year: number) => Math.abs(Date.UTC(year, month - 1, day.day) - nowMs);
	const years = [today.year - 1, today.year, today.year + 1];
	const year = years.reduce((best, each) => (distance(each) < distance(best) ? each : best));
	return { year, month, day: day.day };
}

function wordsOf(text: string, { numbers, phrases }: WhenWords): string[] {
	const tidy = text
		.normalize('NFKC')
		.toLowerCase()
		.replaceAll('ё', 'е')
		// "at 9, 10" stays two numbers.
		.replace(/(?<!\d),|,(?!\d| \d+$)|!/g, ' ')
		// 9am, 6 p.m.
		.replace(/(?<!\p{L})([ap])\.\s?m(?!\p{L})\.?/gu, '$1m')
		.replace(/(?<=\d)t(?=\d)/g, ' ')
		// 18h30 is an hour, 18h and "in 1h30" a length.
		.replace(/(?<=\bin \d{1,2}h)\d{2}\b/g, ' $&m')
		.replace(/\b(\d{1,2})h(\d{2})\b/g, '$1:$2')
		// 20-11-2026, 18-30; 10-11 may be two hours.
		.replace(/(?<![\d-])(\d{1,2})-(\d{1,2})-(?=\d{4}(?!\d))/g, '$1.$2.')
		.replace(/(?<![\d.-])(\d{1,2})-(00|[3-5]\d)(?![\d.-])/g, '$1:$2')
		.replace(/(\d)(?!st|nd|rd|th|го)(?=\p{L})/gu, '$1 ')
		.replace(/(?<=\p{L})\./gu, ' ')
		.replace(/(?<!\d) [-–—] /g, ' ')
		// «полседьмого»
		.replace(/(?<!\p{L})пол(?=\p{L}+ого(?!\p{L}))/gu, 'пол ');
	const counted = tidy
		.replace(/\p{L}+/gu, (word) => String(numbers[word] ?? word))
		.replace(/(\d0)\+(?:[ -](\d)(?!\d))?/g, (_, tens: string, ones = '0') => String(Number(tens) + Number(ones)))
		.split(/\s+/)
		.filter((word) => word !== '')
		.join(' ');
	const plain = phrases.reduce(
		(said, [phrase, meant]) =>
			typeof meant === 'string'
				? said.replace(phrase, meant)
				: said.replace(phrase, (_, ...numbers: string[]) => meant(Number(numbers[0]), Number(numbers[1]))),
		counted,
	);
	return plain.split(' ').filter((word) => word !== '');
}

/** Reads every word, or nothing: half a time is not a time. */
function readAll(words: readonly string[], language: WhenWords): Said | undefined {
	const said: Said = {};
	let at = 0;
	while (at < words.length) {
		const rest = words.slice(at);
		// One after the other: a reader that reads writes down what it read.
		const read = readers.reduce((count, reader) => count || reader(rest, language, said), 0);
		if (read === 0) return undefined;
		at += read;
	}
	const { fromNow } = said;
	const day = dayOf(said);
	const time = timeMeant(said);
	if (time === null) return undefined;
	// "in 3 days" may go with an hour, "in 2 hours" is alone.
	const isTime = fromNow === undefined ? time !== undefined : day === undefined && (time === undefined || fromNow.ms === 0);
	return isTime ? { ...said, ...(time === undefined ? {} : { time }) } : undefined;
}

/** The time in its part of the day; null: there is none, or two. */
function timeMeant(said: Said): Time | null | undefined {
	const { time, parts = [] } = said;
	if (parts.length === 0) return time;
	if (time === undefined) return null;
	const { hour, minute } = time;
	// "19:45 tonight" says it twice.
	if (hour > 12) return parts.some((part) => part === 'am' || part === 'pm') ? null : time;
	// Midnight of another day may be either end of it; Friday night ends on Saturday.
	const isCounted = said.fromNow !== undefined;
	const isAnother = isCounted || (!parts.includes('night') && parts.includes('small') && !isToday(dayOf(said)));
	if (isAnother && hour % 12 === 0 && minute === 0 && (parts.includes('night') || parts.includes('small'))) return null;
	const hours = new Set(parts.map((part) => hourIn(part, hour)).filter((each) => each !== undefined));
	const [meant] = hours;
	return meant === undefined || hours.size > 1 ? null : { hour: meant, minute };
}

function hourIn(part: PartOfDay, hour: number): number | undefined {
	const isIn = ([first, last]: Hours): boolean => first <= hour % 12 && hour % 12 <= last;
	const [beforeNoon, afterNoon] = HOURS[part];
	if (isIn(beforeNoon)) return hour % 12;
	return hour > 0 && isIn(afterNoon) ? (hour % 12) + 12 : undefined;
}

type Hours = readonly [first: number, last: number];
const NO_HOURS: Hours = [1, 0];
/** The hours of each part before and after noon; twelve is 0. */
const HOURS: Readonly<Record<PartOfDay, readonly [Hours, Hours]>> = {
	am: [[0, 11], NO_HOURS],
	pm: [NO_HOURS, [0, 11]],
	day: [NO_HOURS, [0, 6]],
	evening: [NO_HOURS, [4, 11]],
	night: [
		[0, 4],
		[6, 11],
	],
	small: [
		[0, 4],
		[6, 11],
	],
};

/** Reads the first words, if they are of its kind. @returns how many it read; 0: none */
type Reader = (words: readonly string[], language: WhenWords, said: Said) => number;

const number = (word: string | undefined): number | undefined => (/^\d{1,4}\.?$/.test(word ?? '') ? Number(word) : undefined);

const readFromNow: Reader = (words, language, said) => {
	if (!language.inWords.includes(words[0] ?? '') || said.fromNow !== undefined) return 0;
	let [count, days, ms] = [1, 0, 0];
	for (;;) {
		// "1 hour and 20 minutes"
		const skipped = count > 1 && language.and === words[count] ? 1 : 0;
		const read = readLength(words.slice(count + skipped), language);
		if (read === undefined) break;
		count += skipped + read.count;
		days += read.days;
		ms += read.ms;
	}
	if (count === 1) return 0;
	said.fromNow = { days, ms };
	return count;
};

function readLength(words: readonly string[], { units }: WhenWords): (Length & { readonly count: number }) | undefined {
	const [amount = '', name = ''] = words;
	const unit = UNIT_MS[units.findIndex((names) => names.includes(name))];
	if (unit === undefined || !AMOUNT.test(amount)) return undefined;
	const lengthMs = Number(amount.replace(',', '.')) * unit;
	const days = unit < DAY_MS ? 0 : Math.floor(lengthMs / DAY_MS);
	return { count: 2, days, ms: lengthMs - days * DAY_MS };
}

const AMOUNT = /^\d{1,4}(?:[.,]\d)?$/;
const UNIT_MS = [MINUTE_MS, 60 * MINUTE_MS, DAY_MS, 7 * DAY_MS];

/** How many of the first words only lead to a day. */
const leadingTo = (words: readonly string[], on: readonly string[]): number =>
	on.includes(words[0] ?? '') ? (on.includes(words[1] ?? '') ? 2 : 1) : 0;

const readNamedDay: Reader = (words, { days, weekdays, next, on }, said) => {
	const skipped = leadingTo(words, on);
	const isNextWeek = next.includes(words[skipped] ?? '');
	const word = words[skipped + (isNextWeek ? 1 : 0)] ?? '';
	const weekday = weekdays.findIndex((names) => names.includes(word)) + 1;
	const ahead = days.findIndex((names) => names.includes(word));
	if (weekday > 0) {
		if (said.weekday !== undefined) return 0;
		said.weekday = { weekday, isNextWeek };
	} else {
		if (ahead < 0 || isNextWeek || said.day !== undefined) return 0;
		said.day = { ahead };
	}
	return skipped + (isNextWeek ? 2 : 1);
};

/** `24.12.`, `24.12.2026`, `24/12`; without the last stop only before an hour, because 18.30 is one. */
const NUMERIC = /^(\d{1,2})[./](\d{1,2})(?:[./](\d{4}|\d{2})?)?$/;
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;

const ORDINAL = /^(\d{1,2})(st|nd|rd|th|-?го|\.)?$/;

const readDate: Reader = (words, language, said) => {
	const { months, on } = language;
	if (said.day !== undefined) return 0;
	const skipped = leadingTo(words, on);
	const [first = '', second = '', third = ''] = words.slice(skipped);
	const iso = ISO.exec(first);
	if (iso !== null) return takeDay(said, { day: Number(iso[3]), month: Number(iso[2]), year: Number(iso[1]) }, skipped + 1);
	const isMonth = (word: string): boolean => months.some((names) => names.includes(word));
	const isBeforeHour = CLOCK.test(second) || language.at.includes(second) || (number(second) !== undefined && !isMonth(third));
	const numeric = dateIn(first);
	if (numeric !== undefined && (numeric.year !== undefined || /[./]$|\//.test(first) || isBeforeHour || said.time !== undefined))
		return takeDay(said, numeric, skipped + 1);
	const isDayFirst = ORDINAL.test(first);
	const [, day, ending] = ORDINAL.exec(isDayFirst ? first : second) ?? [];
	const month = months.findIndex((names) => names.includes(isDayFirst ? second : first)) + 1;
	if (day === undefined) return 0;
	// "the 31st"
	if (month === 0) return isDayFirst && ending !== undefined && ending !== '.' ? takeDay(said, { day: Number(day) }, skipped + 1) : 0;
	const year = /^\d{4}$/.test(third) ? third : undefined;
	return takeDay(said, { day: Number(day), month, ...yearOf(year) }, skipped + (year === undefined ? 2 : 3));
};

/** `31.12`, `31.12.26`, and `12/31`, where the second number is no month. */
function dateIn(word: string): DayOfMonth | undefined {
	const [, one = '', other = '', year] = NUMERIC.exec(word) ?? [];
	const [day, month] = word.includes('/') && Number(other) > 12 ? [other, one] : [one, other];
	return month === '' || Number(month) > 12 ? undefined : { day: Number(day), month: Number(month), ...yearOf(year) };
}

const yearOf = (digits: string | undefined): { readonly year?: number } =>
	digits === undefined ? {} : { year: Number(digits.padStart(4, '20')) };

function takeDay(said: Said, day: DayOfMonth, count: number): number {
	said.day = day;
	return count;
}

const CLOCK = /^(\d{1,2})[:.](\d{2})\.?$/;

/** @returns the part of a day in the first words, and how many they are */
function partIn(words: readonly string[], { parts, ofDay }: WhenWords): { readonly part: PartOfDay; readonly count: number } | undefined {
	const skipped = leadingTo(words, ofDay);
	const part = parts[words[skipped] ?? ''];
	return part === undefined ? undefined : { part, count: skipped + 1 };
}

/** `tonight` is a day, and a part of it; "tonight at 11 pm" says it twice. */
const readPart: Reader = (words, language, said) => {
	const found = partIn(words, language);
	if (found === undefined) return 0;
	said.parts = [...(said.parts ?? []), found.part];
	if (dayOf(said) === undefined && language.days[0]?.includes(words[found.count - 1] ?? '') === true) said.day = { ahead: 0 };
	return found.count;
};

const readTime: Reader = (words, language, said) => {
	const { at, named, oclock } = language;
	if (said.time !== undefined) return 0;
	const skipped = at.includes(words[0] ?? '') ? 1 : 0;
	const [word = '', after = ''] = words.slice(skipped);
	const known = named[word];
	if (known !== undefined) {
		said.time = { hour: 12, minute: 0 };
		if (known === 'midnight') said.parts = [...(said.parts ?? []), 'small'];
		return skipped + 1;
	}
	const clock = CLOCK.exec(word);
	const hour = clock === null ? number(word) : Number(clock[1]);
	const minute = clock === null ? 0 : Number(clock[2]);
	const isHourOnly = clock === null;
	const isPart = partIn(words.slice(skipped + 1), language) !== undefined;
	// A lone number may be anything; "at 9", "tomorrow 9" and "9 am" are hours.
	const isNamed = !isHourOnly || skipped === 1 || isPart || dayOf(said) !== undefined || said.parts !== undefined || oclock.includes(after);
	if (hour === undefined || hour * 60 + minute > (isHourOnly ? 23 * 60 : 1440) || minute > 59 || !isNamed) return 0;
	const [toldMinute, unit = ''] = words.slice(skipped + 2);
	// `15 часов 30 минут`
	const isMinute = language.units[0]?.includes(unit) === true;
	const more = isHourOnly && oclock.includes(after) && isMinute ? number(toldMinute) : undefined;
	if (more !== undefined && more > 59) return 0;
	said.time = { hour, minute: more ?? minute };
	return skipped + (more !== undefined ? 4 : oclock.includes(after) ? 2 : 1);
};

const readers: readonly Reader[] = [readFromNow, readPart, readDate, readNamedDay, readTime];
