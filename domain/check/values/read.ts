/** What a text says that can be compared by value: numbers, dates, hours, weekdays, quotations and names. */
import { amountAt } from './amounts.ts';
import type { Amount, Both } from './amounts.ts';
import { dateAt, markedDateAt, momentsOfNumber, timeAt, weekdayAt } from './moments.ts';
import type { Day, Found, Time, Weekday } from './moments.ts';
import { namesAt } from './names.ts';
import { quotesOf } from './quotes.ts';
import type { Quote } from './quotes.ts';
import { tidy } from './tidy.ts';
import type { Tidy } from './tidy.ts';
import { tokensOf } from './tokens.ts';
import type { Token } from './tokens.ts';
import { CLOCK } from './words.ts';
import type { Hedge } from './words.ts';

export type Reading = Amount | Both | Day | Time | Weekday;

export interface Value {
	readonly kind: 'number' | 'date' | 'time' | 'weekday';
	/** All that it may mean; one of them is enough. */
	readonly readings: readonly Reading[];
	readonly hedge: Hedge | null;
	/** Said of so much that it is no statement. */
	readonly weak: boolean;
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
		return { kind: 'date', readings: [...marked.readings, { kind: 'both', parts }], hedge, weak, from: at, to: marked.next };
	}
	// With a unit or a magnitude it is no date, and no hour but of `часов`.
	const isAlone = amount.next === at + 1 && amount.readings.every((reading) => reading.kind !== 'amount' || reading.unit === null);
	const isBare = isAlone || CLOCK.has(tokens[at + 1]?.word ?? '');
	const readings = isBare ? [...amount.readings, ...momentsOfNumber(tokens, at)] : amount.readings;
	return { kind: 'number', readings, hedge, weak, from: at, to: amount.next };
}

/** `2 дня` is an hour, or two days. */
function timeOrDays(tokens: Tokens, at: number): Value | null {
	const time = certain('time', at, timeAt(tokens, at));
	if (time === null || tokens[at + 1]?.word !== 'дня') return time;
	return { ...time, readings: [...time.readings, ...(amountAt(tokens, at)?.readings ?? [])] };
}

function valueAt(tokens: Tokens, at: number): Value | null {
	return (
		certain('weekday', at, weekdayAt(tokens, at)) ??
		timeOrDays(tokens, at) ??
		certain('date', at, dateAt(tokens, at)) ??
		numberAt(tokens, at)
	);
}

export function readText(written: string): ReadText {
	const tidied = tidy(written);
	const tokens = tokensOf(tidied.text);
	const values: Value[] = [];
	const taken = new Set<number>();
	for (let at = 0; at < tokens.length; ) {
		const value = valueAt(tokens, at);
		if (value === null) at += 1;
		else {
			values.push(value);
			for (; at < value.to; at += 1) taken.add(at);
		}
	}
	return { ...tidied, tokens, values, pairs: pairsIn(tokens, values), quotes: quotesOf(tidied.text), names: namesAt(tokens, taken) };
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
		const before = tokens[other.from - 1]?.word ?? '';
		const isNext = other.from - value.to === 1;
		const isResult = /^(?:против|against)$/u.test(before) || (isNext && (before === ':' || (one > two && /^[-–—]$|^to$/.test(before))));
		return [{ from: value.from, to: other.to, numbers: [Math.min(one, two), Math.max(one, two)], isResult }];
	});
}

/** What the tokens from one to another were written as. */
export const wordsOf = ({ tokens, written }: ReadText, from: number, to: number): string =>
	written(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0);
