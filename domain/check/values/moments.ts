/** Dates, hours and weekdays as texts have them, in English and Russian. */
import { fold } from './tidy.ts';
import { digitReadings, halved, numeralAt, wordAt } from './numerals.ts';
import type { Token } from './tokens.ts';
import {
	BEFORE_HOUR,
	BEFORE_WEDNESDAY,
	CARDINALS,
	CLOCK,
	DAY_PARTS,
	DOUBTFUL_MONTHS,
	DOUBTFUL_WEEKDAYS,
	FIXED_TIMES,
	MONTHS,
	ORDINALS,
	PARTS,
	TO,
	WEEKDAYS,
	look,
} from './words.ts';

export interface Day {
	readonly kind: 'date';
	readonly year?: number;
	readonly month: number;
	readonly day?: number;
}
export interface Time {
	readonly kind: 'time';
	readonly minutes: number;
	/** Whether it is known which half of the day it is in. */
	readonly sure: boolean;
}
export interface Weekday {
	readonly kind: 'weekday';
	readonly day: number;
}

export interface Found<Reading> {
	readonly readings: readonly Reading[];
	readonly next: number;
}

type Tokens = readonly Token[];

const isYear = (value: number): boolean => Number.isInteger(value) && value >= 1_000 && value <= 2_100;
const isDay = (value: number | undefined): value is number => value !== undefined && Number.isInteger(value) && value >= 1 && value <= 31;
const isMonth = (value: number): boolean => value >= 1 && value <= 12;

const dayOf = (day: number, month: number, year?: number): Day[] =>
	isDay(day) && isMonth(month) ? [{ kind: 'date', day, month, ...(year === undefined ? {} : { year }) }] : [];

/** A year of two digits is one of this century or of the last. */
const fullYear = (text: string): number => (text.length > 2 ? Number(text) : Number(text) + (Number(text) < 60 ? 2_000 : 1_900));

/** `12.11.2026`, `12.11`: what a number with full stops may be a date of. */
function dottedDate(text: string): Day[] {
	const [, day = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{2}|\d{4}))?$/.exec(text) ?? [];
	return dayOf(Number(day), Number(month), year === undefined ? undefined : fullYear(year));
}

/** Two or three numbers with a mark between them: `2026-11-12`, `12/11/2026`. The month may come first. */
export function markedDateAt(tokens: Tokens, at: number): Found<Day> | null {
	const [first, mark, second] = [tokens[at], tokens[at + 1], tokens[at + 2]];
	if (first === undefined || second?.kind !== 'number' || first.kind !== 'number' || !/^[-/]$/.test(mark?.text ?? '')) return null;
	if (mark?.joined !== true || !second.joined || !/^\d+$/.test(first.text + second.text)) return null;
	const [again, third] = [tokens[at + 3], tokens[at + 4]];
	const isWhole = again?.text === mark.text && again.joined && third?.kind === 'number' && third.joined;
	if (isWhole && first.text.length === 4)
		return { readings: dayOf(Number(third.text), Number(second.text), Number(first.text)), next: at + 5 };
	if (mark.text === '-' && !isWhole) return null;
	const year = isWhole ? fullYear(third.text) : undefined;
	const [one, other] = [Number(first.text), Number(second.text)];
	const readings = [...dayOf(one, other, year), ...dayOf(other, one, year)];
	return readings.length === 0 ? null : { readings, next: isWhole ? at + 5 : at + 3 };
}

const isDayNumber = (token: Token | undefined): boolean => /^\d{1,2}(?:st|nd|rd|th)?$/.test(token?.text ?? '');

/** Whether a number beside a word without a capital says that it is a month. `12 may apply` and `march 8 km` are none. */
function isBesideDay(tokens: Tokens, at: number): boolean {
	const leadsTo = (start: number): boolean => /^(?:on|from|since|until|till|by)$/.test(wordAt(tokens, start - 1));
	const word = wordAt(tokens, at);
	const day = wordAt(tokens, at - 1) === 'of' ? at - 2 : at - 1;
	if (isDayNumber(tokens[day])) return word !== 'may' || leadsTo(day);
	return isDayNumber(tokens[at + 1]) && (!DOUBTFUL_MONTHS.has(word) || leadsTo(at));
}

function monthAt(tokens: Tokens, at: number): { readonly month: number; readonly next: number } | null {
	const token = tokens[at];
	const month = token?.kind === 'word' ? look(MONTHS, token.word) : undefined;
	if (month === undefined || token === undefined) return null;
	// In English a month has a capital, or a number beside it.
	const isNamed = !/^\p{Script=Latin}/u.test(token.text) || /^\p{Lu}/u.test(token.text);
	if (!isNamed && !isBesideDay(tokens, at)) return null;
	return { month, next: tokens[at + 1]?.text === '.' && tokens[at + 2]?.kind === 'number' ? at + 2 : at + 1 };
}

function yearAt(tokens: Tokens, at: number): { readonly year?: number; readonly next: number } {
	const from = /^(?:,|of)$/.test(wordAt(tokens, at)) ? at + 1 : at;
	const numeral = numeralAt(tokens, from);
	const [year = 0] = numeral?.values ?? [];
	return numeral !== null && numeral.span === undefined && isYear(year) && !/[ ,.]/.test(tokens[from]?.text ?? '')
		? { year, next: numeral.next }
		: { next: at };
}

/** A day of the month, and where it ends. */
function dayAt(tokens: Tokens, at: number): { readonly day: number; readonly next: number } | null {
	const token = tokens[at];
	const numeral = token?.kind === 'number' && !/^\d{1,2}$/.test(token.text) ? null : numeralAt(tokens, at);
	const day = numeral?.values[0];
	return numeral !== null && isDay(day) && numeral.span === undefined && !numeral.scaled ? { day, next: numeral.next } : null;
}

const dated = (month: number, day: number | undefined, year: number | undefined): Day => ({
	kind: 'date',
	month,
	...(day === undefined ? {} : { day }),
	...(year === undefined ? {} : { year }),
});

/** As far as days are listed with one month. */
const MOST_DAYS_OF_MONTH = 6;

/** `12–14 March`, `5, 7 and 9 May`: the first ones take month and year from the last one. */
function monthBehind(
	tokens: Tokens,
	next: number,
	most = MOST_DAYS_OF_MONTH,
): { readonly month: number; readonly year?: number; readonly next: number } | null {
	const month = monthAt(tokens, wordAt(tokens, next) === 'of' ? next + 1 : next);
	if (month !== null) return { month: month.month, ...yearAt(tokens, month.next) };
	const other = most > 0 && isBetweenDays(tokens, next) ? dayAt(tokens, next + 1) : null;
	const behind = other === null ? null : monthBehind(tokens, other.next, most - 1);
	return behind === null ? null : { ...behind, next };
}

export function dateAt(tokens: Tokens, at: number): Found<Day> | null {
	const marked = markedDateAt(tokens, at);
	if (marked !== null && marked.readings.some(({ year }) => year !== undefined)) return marked;
	const { text = '' } = tokens[at] ?? {};
	if (/^\d{1,2}\.\d{1,2}\.\d+$/.test(text) && dottedDate(text).length > 0) return { readings: dottedDate(text), next: at + 1 };
	const day = dayAt(tokens, at);
	const behind = day === null ? null : monthBehind(tokens, day.next);
	if (day !== null && behind !== null) return { readings: [dated(behind.month, day.day, behind.year)], next: behind.next };
	const month = monthAt(tokens, at);
	if (month === null) return null;
	return monthFirst(tokens, at, month);
}

function monthFirst(tokens: Tokens, at: number, month: { readonly month: number; readonly next: number }): Found<Day> | null {
	const from = wordAt(tokens, month.next) === 'the' ? month.next + 1 : month.next;
	// In Russian a number after the month counts something else.
	const follows = /^\p{Script=Latin}/u.test(tokens[at]?.text ?? '') ? dayAt(tokens, from) : null;
	if (follows !== null) {
		const { year, next } = yearAt(tokens, follows.next);
		return { readings: [dated(month.month, follows.day, year)], next };
	}
	const { year, next } = yearAt(tokens, month.next);
	const isDoubtful = DOUBTFUL_MONTHS.has(wordAt(tokens, at)) && year === undefined;
	if (isDoubtful && !/^(?:in|of|since|until|till|by|from|last|next|this|early|late|в|с|до|к|по)$/u.test(wordAt(tokens, at - 1)))
		return null;
	return { readings: [dated(month.month, undefined, year)], next };
}

const HOUR = 60;
const NOON = 12;

interface DayPart {
	readonly shift: number;
	readonly isNight: boolean;
	readonly next: number;
}

/** `am`, `вечера`, `in the evening`, behind an hour and what says that it is one. */
function dayPartAt(tokens: Tokens, start: number): DayPart | null {
	let at = start;
	if (CLOCK.has(wordAt(tokens, at))) at += 1;
	if (/^(?:in|at)$/.test(wordAt(tokens, at))) at += wordAt(tokens, at + 1) === 'the' ? 2 : 1;
	const word = wordAt(tokens, at);
	const shift = DAY_PARTS.get(word);
	return shift === undefined ? null : { shift, isNight: /^(?:ночи|night)$/u.test(word), next: at + 1 };
}

/** The minute of the day, by the clock of twelve hours where a part of the day is named. */
function timeOf(hour: number, minute: number, part: DayPart | null, sure: boolean): Time[] {
	if (!Number.isInteger(hour) || hour < 0 || hour > 24 || minute < 0 || minute > 59) return [];
	const isSmall = hour <= NOON && part !== null;
	const isBeforeNoon = part?.isNight === true ? hour === NOON || hour < 5 : part?.shift === 0;
	const shifted = isSmall ? (hour % NOON) + (isBeforeNoon ? 0 : NOON) : hour % 24;
	return [{ kind: 'time', minutes: shifted * HOUR + minute, sure: sure || part !== null || hour > NOON || hour === 0 }];
}

/** `10.30`: what a number with a full stop may be an hour of. */
function dottedTime(text: string): Time[] {
	const [, hour = '', minute = ''] = /^(\d{1,2})\.([0-5]\d)$/.exec(text) ?? [];
	return hour === '' ? [] : timeOf(Number(hour), Number(minute), null, hour.startsWith('0'));
}

function clockAt(tokens: Tokens, at: number): Found<Time> | null {
	const [hour, colon, minute] = [tokens[at], tokens[at + 1], tokens[at + 2]];
	if (hour?.kind !== 'number') return null;
	const isClock =
		colon?.text === ':' && colon.joined && minute?.joined === true && /^[0-5]\d$/.test(minute.text) && /^\d{1,2}$/.test(hour.text);
	const military = /^([01]\d|2[0-3])([0-5]\d)$/.exec(hour.text);
	if (military !== null && CLOCK.has(wordAt(tokens, at + 1)) && !/^час/u.test(wordAt(tokens, at + 1)))
		return { readings: timeOf(Number(military[1]), Number(military[2]), null, true), next: at + 1 };
	const dotted = dottedTime(hour.text);
	const next = isClock ? at + 3 : at + 1;
	const part = dayPartAt(tokens, next);
	if (!isClock && (dotted.length === 0 || part === null)) return null;
	const [hours, minutes] = isClock ? [Number(hour.text), Number(minute.text)] : hour.text.split('.').map(Number);
	const readings = timeOf(hours ?? 0, minutes ?? 0, part, hour.text.startsWith('0'));
	return readings.length === 0 ? null : { readings, next: part?.next ?? next };
}

const smallNumber = (tokens: Tokens, at: number): number | undefined =>
	/^\d{1,2}$/.test(tokens[at]?.text ?? '') ? Number(tokens[at]?.text) : CARDINALS.get(wordAt(tokens, at));

/** Parts of an hour in words, before (`quarter to ten`, `без десяти девять`) or after it (`half past nine`, `половина девятого`). */
function spokenAt(tokens: Tokens, at: number): Found<Time> | null {
	const found = englishSpoken(tokens, wordAt(tokens, at) === 'a' ? at + 1 : at) ?? russianSpoken(tokens, at) ?? readOut(tokens, at);
	if (found === null) return null;
	const part = dayPartAt(tokens, found.next);
	const minutes = ((found.minutes % (12 * HOUR)) + 12 * HOUR) % (12 * HOUR);
	return {
		readings: timeOf(Math.floor(minutes / HOUR), minutes % HOUR, part, false).map((time) => ({ ...time, sure: part !== null })),
		next: part?.next ?? found.next,
	};
}

interface Spoken {
	readonly minutes: number;
	readonly next: number;
}

function englishSpoken(tokens: Tokens, at: number): Spoken | null {
	const amount = PARTS.has(wordAt(tokens, at)) ? HOUR / (PARTS.get(wordAt(tokens, at)) ?? 1) : smallNumber(tokens, at);
	const direction = wordAt(tokens, at + 1);
	const hour = smallNumber(tokens, at + 2);
	if (amount === undefined || hour === undefined || hour > NOON || hour < 1 || !/^(?:past|to)$/.test(direction)) return null;
	const isPart = PARTS.has(wordAt(tokens, at));
	// `ten to eleven` may be a stretch, `twenty to five` is none.
	const isBack = tokens[at]?.kind === 'word' && amount >= 20 && amount < 30 && amount % 5 === 0;
	if (!isPart && direction === 'to' && !isBack) return null;
	return { minutes: hour * HOUR + (direction === 'past' ? amount : -amount), next: at + 3 };
}

/** `at nine thirty`, `к двенадцати сорока`: as the clock is read out. */
function readOut(tokens: Tokens, at: number): Spoken | null {
	const hour = CARDINALS.get(wordAt(tokens, at));
	const minute = hour !== undefined && BEFORE_HOUR.has(wordAt(tokens, at - 1)) ? numeralAt(tokens, at + 1) : null;
	const [minutes = 0] = minute?.values ?? [];
	if (hour === undefined || minute === null || tokens[at + 1]?.kind !== 'word' || minute.ordinal || minute.isPart) return null;
	return hour >= 1 && hour <= NOON && minutes >= 10 && minutes < HOUR ? { minutes: hour * HOUR + minutes, next: minute.next } : null;
}

function russianSpoken(tokens: Tokens, at: number): Spoken | null {
	const word = wordAt(tokens, at);
	if (word === 'без') {
		const minutes = look(PARTS, wordAt(tokens, at + 1)) === 4 ? 15 : smallNumber(tokens, at + 1);
		const end = wordAt(tokens, at + 2).startsWith('минут') ? at + 3 : at + 2;
		const hour = smallNumber(tokens, end) ?? (wordAt(tokens, end) === 'час' ? 1 : undefined);
		return minutes === undefined || hour === undefined || hour > NOON ? null : { minutes: hour * HOUR - minutes, next: end + 1 };
	}
	const past = /^минут[аы]?$/u.test(wordAt(tokens, at + 1)) ? smallNumber(tokens, at) : undefined;
	const begun = /(?:ого|его)$/u.test(wordAt(tokens, at + 2)) ? look(ORDINALS, wordAt(tokens, at + 2)) : undefined;
	if (past !== undefined && begun !== undefined && begun <= NOON) return { minutes: (begun - 1) * HOUR + past, next: at + 3 };
	const joined = halved(word) ?? undefined;
	const divisor = joined === undefined ? look(PARTS, word) : 2;
	const hour = look(ORDINALS, joined ?? wordAt(tokens, at + 1));
	if (
		divisor === undefined ||
		hour === undefined ||
		hour > NOON ||
		divisor === 3 ||
		!/(?:ого|его)$/u.test(joined ?? wordAt(tokens, at + 1))
	)
		return null;
	return { minutes: (hour - 1) * HOUR + HOUR / divisor, next: joined === undefined ? at + 2 : at + 1 };
}

/** An hour without minutes: `9am`, `8 вечера`, `9 o'clock`, `6 to 10am`. */
function hourAt(tokens: Tokens, at: number): Found<Time> | null {
	const hour = smallNumber(tokens, at);
	if (hour === undefined || hour > 24) return null;
	const part = dayPartAt(tokens, at + 1);
	if (part !== null) return { readings: timeOf(hour, 0, part, true), next: part.next };
	const isStretch = TO.has(wordAt(tokens, at + 1)) && smallNumber(tokens, at + 2) !== undefined;
	const other = isStretch ? dayPartAt(tokens, at + 3) : null;
	if (other !== null) return { readings: timeOf(hour, 0, other, true), next: at + 1 };
	return wordAt(tokens, at + 1) === "o'clock" ? { readings: timeOf(hour, 0, null, false), next: at + 2 } : null;
}

const isNumber = (token: Token | undefined): boolean => token?.kind === 'number';

export function timeAt(tokens: Tokens, at: number): Found<Time> | null {
	// Behind an hour in digits is a word or a sign. Tables are long.
	if (isNumber(tokens[at]) && isNumber(tokens[at + 1])) return null;
	const fixed = FIXED_TIMES.get(wordAt(tokens, at));
	if (fixed !== undefined) return { readings: [{ kind: 'time', minutes: fixed, sure: true }], next: at + 1 };
	return clockAt(tokens, at) ?? spokenAt(tokens, at) ?? hourAt(tokens, at);
}

/** The hour that a number may be where it is: `exactly at 11`, `в 9 часов`. */
function bareHour(tokens: Tokens, at: number): Time[] {
	const hour = smallNumber(tokens, at);
	const isHour = BEFORE_HOUR.has(wordAt(tokens, at - 1)) || CLOCK.has(wordAt(tokens, at + 1));
	return hour === undefined || !isHour ? [] : timeOf(hour, 0, null, false);
}

const isBetweenDays = (tokens: Tokens, at: number): boolean => TO.has(wordAt(tokens, at)) || wordAt(tokens, at) === ',';

/** `Oct. 11–21`, `May 5, 7 and 9`: the other days take their month from the first. */
function dayOfMonthBefore(tokens: Tokens, at: number): Day[] {
	let first = at;
	const earliest = at - 2 * MOST_DAYS_OF_MONTH;
	while (first > earliest && isBetweenDays(tokens, first - 1) && isDay(Number(wordAt(tokens, first - 2)))) first -= 2;
	const month = first === at ? null : monthAt(tokens, wordAt(tokens, first - 1) === '.' ? first - 2 : first - 1);
	return month === null ? [] : dayOf(Number(wordAt(tokens, at)), month.month);
}

/** What else a number in digits may be. */
export function momentsOfNumber(tokens: Tokens, at: number): (Day | Time)[] {
	const { text = '' } = tokens[at] ?? {};
	if (digitReadings(text).length === 0) return [];
	const dotted = text.includes('.') ? [...dottedDate(text), ...dottedTime(text)] : [];
	return [...dotted, ...bareHour(tokens, at), ...dayOfMonthBefore(tokens, at)];
}

export function weekdayAt(tokens: Tokens, at: number): Found<Weekday> | null {
	const { kind, word = '', text = '' } = tokens[at] ?? {};
	const day = kind === 'word' ? look(WEEKDAYS, word.replace(/'s$/, '')) : undefined;
	if (day === undefined || (/^\p{Script=Latin}/u.test(text) && day < 8 && !/^\p{Lu}/u.test(text) && fold(text) === word)) return null;
	const hasDate = monthAt(tokens, at + 1) !== null || monthAt(tokens, at + 2) !== null || dateAt(tokens, at + 2) !== null;
	if (DOUBTFUL_WEEKDAYS.has(word) && !hasDate) return null;
	if (word.startsWith('сред') && !BEFORE_WEDNESDAY.has(wordAt(tokens, at - 1))) return null;
	return { readings: [{ kind: 'weekday', day }], next: at + 1 };
}

/** The weekday of a date whose year is known, Monday is 1. */
export function weekdayOf({ year, month, day }: Day): number | null {
	if (year === undefined || day === undefined) return null;
	return ((new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7) + 1;
}
