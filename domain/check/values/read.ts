/** What a text says that can be compared by value: numbers, dates, hours, weekdays, quotations and names. */
import { amountAt, type Amount, type Both } from './amounts.ts';
import { glossed, isRead } from './glosses.ts';
import { dateAt, markedDateAt, momentsOfNumber, timeAt, weekdayAt, type Day, type Found, type Time, type Weekday } from './moments.ts';
import { namesAt } from './names.ts';
import { quotesOf, type Quote } from './quotes.ts';
import { tidy, type Tidy } from './tidy.ts';
import { tokensOf, type Token } from './tokens.ts';
import { UNITS } from './units.ts';
import { CLOCK, MEDALS, TO, look, type Hedge } from './words.ts';

export type Reading = Amount | Both | Day | Time | Weekday;

export interface Value {
	readonly kind: 'number' | 'date' | 'time' | 'weekday';
	/** All that it may mean; one of them is enough. */
	readonly readings: readonly Reading[];
	readonly hedge: Hedge | null;
	/** Said of so much that it is no statement. */
	readonly weak: boolean;
	/** What else is true where this is: the months of a quarter, the years of a century. */
	readonly implied?: readonly Reading[];
	/** Its first token, and the one behind its last. */
	readonly from: number;
	readonly to: number;
}

/** Two numbers that belong together: `3-1`, `nine to four`. */
export interface Pair {
	readonly from: number;
	readonly to: number;
	readonly numbers: readonly [number, number];
	/** Whether it is written as a result is, and not as a stretch. */
	readonly isResult: boolean;
}

export interface ReadText extends Tidy {
	readonly tokens: readonly Token[];
	readonly values: readonly Value[];
	readonly pairs: readonly Pair[];
	readonly quotes: readonly Quote[];
	/** Neighbouring words of names, as places in `tokens`. */
	readonly names: readonly (readonly number[])[];
	/** Whether the rules know its language. */
	readonly isRead: boolean;
}

type Tokens = readonly Token[];

const certain = (kind: Value['kind'], from: number, found: Found<Reading> | null): Value | null =>
	found === null ? null : { kind, readings: found.readings, hedge: null, weak: false, from, to: found.next };

function numberAt(tokens: Tokens, at: number): Value | null {
	const amount = amountAt(tokens, at);
	if (amount === null) return null;
	const { hedge, weak } = amount;
	const marked = markedDateAt(tokens, at);
	if (marked !== null) {
		// `03/06` is a date, or one number by another.
		const parts = [amount, amountAt(tokens, at + 2)].flatMap((each) => each?.readings.filter((reading) => reading.kind === 'amount') ?? []);
		const readings = [...marked.readings, { kind: 'both', parts } as const, ...fractionAt(tokens, at)];
		return { kind: 'date', readings, hedge, weak, from: at, to: marked.next };
	}
	// With a unit or a magnitude it is no date, and no hour but of `часов`.
	const isAlone = amount.next === at + 1 && amount.readings.every((reading) => reading.kind !== 'amount' || reading.unit === null);
	const isBare = isAlone || (amount.next === at + 2 && CLOCK.has(tokens[at + 1]?.word ?? ''));
	const readings = isBare ? [...amount.readings, ...momentsOfNumber(tokens, at), ...shortYear(tokens, at)] : amount.readings;
	const implied = [...impliedBy(tokens, at, amount.readings), ...partsOfGroup(tokens[at])];
	const lasting = minutesAt(tokens, at);
	if (lasting.length > 0) return { kind: 'number', readings: lasting, hedge, weak, from: at, to: at + 3 };
	return { kind: 'number', readings, hedge, weak, implied, from: at, to: amount.next };
}

const aNumber = (value: number, unit: Amount['unit'] = null): Amount => ({ kind: 'amount', value, unit, ordinal: false, scaled: false });

const MOST_PARTS = 12;

/** `2/3` may be two thirds. */
function fractionAt(tokens: Tokens, at: number): Amount[] {
	const [part, mark, all] = tokens.slice(at, at + 3).map(({ text }) => text);
	const isPart = mark === '/' && tokens[at + 3]?.text !== '/' && Number(part) < Number(all) && Number(all) <= MOST_PARTS;
	return isPart && !/^0/.test(`${part ?? ''}${all ?? ''}`) ? [aNumber(Number(part) / Number(all), { dimension: 'ratio', factor: 1 })] : [];
}

/** `2025/26`: the second year in two digits. */
function shortYear(tokens: Tokens, at: number): Amount[] {
	const [year, mark, short] = [tokens[at - 2], tokens[at - 1], tokens[at]];
	const isShort = mark?.joined === true && /^[-–/]$/.test(mark.text) && short?.joined === true && /^\d\d$/.test(short.text);
	return isShort && /^(?:19|20)\d\d$/.test(year?.text ?? '') ? [aNumber(Number(`${year?.text.slice(0, 2) ?? ''}${short.text}`))] : [];
}

function impliedBy(tokens: Tokens, at: number, readings: readonly Reading[]): Reading[] {
	const isNear = (pattern: RegExp): boolean => tokens.slice(at, at + 4).some(({ word }) => pattern.test(word));
	return readings.flatMap((reading): Reading[] => {
		if (reading.kind !== 'amount') return [];
		const { value, unit } = reading;
		// `за девять месяцев`: from January to September
		const isOfMonths = unit === MONTH && Number.isInteger(value) && value > 1 && value < 12;
		if (isOfMonths && /^(?:за|first)$/u.test(tokens[at - 1]?.word ?? '')) return [1, value].map((month) => ({ kind: 'date', month }));
		if (!reading.ordinal) return [];
		if (isNear(/^(?:квартал|quarter|q[1-4]$)/u)) return [3, 2, 1].map((before) => ({ kind: 'date', month: value * 3 - before + 1 }));
		const isCentury = reading.unit !== null && isNear(/^(?:centur|век|столет)/u);
		return isCentury ? [{ ...aNumber((value - 1) * 100), high: value * 100 - 1 }] : [];
	});
}

/** Digits in groups may be numbers one beside the other, as in a table: `74 100`. */
const partsOfGroup = (token: Token | undefined): Amount[] =>
	token?.kind === 'number' && token.text.includes(' ') ? token.text.split(' ').map((part) => aNumber(Number(part.replace(',', '.')))) : [];

const [MONTH = null] = UNITS.get('month') ?? [];
const [MINUTES = null] = UNITS.get('minute') ?? [];
const [HOURS = null] = UNITS.get('hour') ?? [];

/** `23:41,8`: how long it took. */
function minutesAt(tokens: Tokens, at: number): Amount[] {
	if (tokens[at + 1]?.text !== ':') return [];
	const [minutes, , seconds] = tokens.slice(at, at + 3).map(({ text }) => text);
	const isLong = tokens[at + 2]?.joined === true && /^[0-5]\d[.,]\d+$/.test(seconds ?? '');
	return isLong ? [aNumber(Number(minutes) + Number(seconds?.replace(',', '.')) / 60, MINUTES)] : [];
}

/** `1:24` may be how long it took. */
function timeValue(at: number, found: Found<Time> | null): Value | null {
	const value = certain('time', at, found);
	if (found === null || value === null) return null;
	const lasting = found.readings.flatMap(({ minutes }) => [aNumber(minutes / 60, MINUTES), aNumber(minutes / 60, HOURS)]);
	return { ...value, readings: [...value.readings, ...lasting] };
}

/** `январь—сентябрь` are nine months. */
function monthsFrom(tokens: Tokens, at: number, { readings: [first], next }: Found<Reading>): Amount[] {
	const second = TO.has(tokens[next]?.word ?? '') ? dateAt(tokens, next + 1)?.readings[0] : undefined;
	const isOfMonths = at + 1 === next && first?.kind === 'date' && second !== undefined && second.month > first.month;
	return isOfMonths ? [aNumber(second.month - first.month + 1, MONTH)] : [];
}

function dateValue(tokens: Tokens, at: number): Value | null {
	const found = dateAt(tokens, at);
	const value = certain('date', at, found);
	return found === null || value === null ? null : { ...value, implied: monthsFrom(tokens, at, found) };
}

/** `2 дня` is an hour, or two days. */
function timeOrDays(tokens: Tokens, at: number): Value | null {
	const time = timeValue(at, timeAt(tokens, at));
	if (time === null || tokens[at + 1]?.word !== 'дня') return time;
	return { ...time, readings: [...time.readings, ...(amountAt(tokens, at)?.readings ?? [])] };
}

/** Who got silver came second. */
function placeAt(tokens: Tokens, at: number): Value | null {
	const place = look(MEDALS, tokens[at]?.word ?? '');
	if (place === undefined) return null;
	return { kind: 'number', readings: [{ ...aNumber(place), ordinal: true }], hedge: null, weak: true, from: at, to: at + 1 };
}

function valueAt(tokens: Tokens, at: number): Value | null {
	return (
		placeAt(tokens, at) ??
		certain('weekday', at, weekdayAt(tokens, at)) ??
		timeOrDays(tokens, at) ??
		dateValue(tokens, at) ??
		numberAt(tokens, at)
	);
}

/** `12 сентября, … с 19-го`: a day alone is of the month that was last named. */
function withMonthBefore(value: Value, last: Reading | undefined): Value {
	const [first] = value.readings;
	if (first?.kind !== 'amount' || !first.ordinal || first.value > 31 || first.value < 1 || last?.kind !== 'date') return value;
	return { ...value, implied: [...(value.implied ?? []), { kind: 'date', month: last.month, day: first.value }] };
}

export function readText(written: string): ReadText {
	const tidied = tidy(written);
	const found = tokensOf(tidied.text);
	const tokens = glossed(found);
	const values: Value[] = [];
	const taken = new Set<number>();
	let lastDate: Reading | undefined;
	for (let at = 0; at < tokens.length; ) {
		const value = valueAt(tokens, at);
		if (value === null) at += 1;
		else {
			values.push(withMonthBefore(value, lastDate));
			if (value.kind === 'date') lastDate = value.readings[0];
			for (; at < value.to; at += 1) taken.add(at);
		}
	}
	return {
		...tidied,
		tokens,
		values,
		pairs: pairsIn(tokens, values),
		quotes: quotesOf(tidied.text),
		names: namesAt(tokens, taken),
		isRead: isRead(found),
	};
}

/** Words between the numbers of a pair, at most. */
const MAX_BETWEEN = 3;

const wholeNumber = ({ kind, readings }: Value): number | undefined => {
	const [first] = readings;
	const isPlain = kind === 'number' && first?.kind === 'amount' && first.high === undefined && first.unit === null;
	return isPlain && Number.isInteger(first.value) && first.value < 1_000 ? first.value : undefined;
};

function pairsIn(tokens: Tokens, values: readonly Value[]): Pair[] {
	return values.flatMap((value, index): Pair[] => {
		const other = values[index + 1];
		const [one, two] = [wholeNumber(value), other === undefined ? undefined : wholeNumber(other)];
		if (other === undefined || one === undefined || two === undefined || other.from - value.to > MAX_BETWEEN) return [];
		const between = tokens.slice(value.to, other.from).map(({ word }) => word);
		// `four points behind with two games left` are no pair.
		if (!between.some((word) => /^(?:[-–—:]|to|against|of|in|from|out|против|к|из|на)$/u.test(word))) return [];
		const before = between.at(-1) ?? '';
		const isNext = other.from - value.to === 1;
		const isResult = /^(?:против|against)$/u.test(before) || (isNext && (before === ':' || (one > two && /^[-–—]$|^to$/.test(before))));
		return [{ from: value.from, to: other.to, numbers: [Math.min(one, two), Math.max(one, two)], isResult }];
	});
}

/** What the tokens from one to another were written as. */
export const wordsOf = ({ tokens, written }: ReadText, from: number, to: number): string =>
	written(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0);
