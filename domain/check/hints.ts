import type { CheckMaterial } from './material.ts';
import { textFields, type TextField } from '../revision/edits.ts';
import { SourceFacts } from './values/sourceFacts.ts';
import { capitalisesNouns, unknownWords } from './values/names.ts';
import type { Quote } from './values/quotes.ts';
import { readText, wordsOf, type ReadText, type Value } from './values/read.ts';

/** Something in the text that occurs in no fact and no source block. It informs the check and never decides. */
interface Hint extends Finding {
	readonly field: TextField;
}

/** A number, a date, an hour, a weekday, a quotation or a name, as it is written. */
export interface Finding {
	/** `thing`: a number that the sources have, but of something else. */
	readonly kind: Value['kind'] | 'thing' | 'quote' | 'name';
	readonly text: string;
}

/** More would bury the material itself. */
const MAX_HINTS = 40;

/** Collects what the sources do not have, by value and not by letter, field after field. */
export function collectHints(material: CheckMaterial): Hint[] {
	const sources = [...material.facts.map((fact) => fact.text), ...material.source_blocks.map((block) => block.text)].join('\n');
	const find = finderIn(sources);
	return textFields.flatMap((field) => find(material[field]).map(({ kind, text }): Hint => ({ kind, field, text }))).slice(0, MAX_HINTS);
}

/** Finds what a text says and the sources do not, numbers of other things included. */
export function finderIn(sources: string, most = MAX_FINDINGS): (written: string) => Finding[] {
	const read = readText(sources);
	const grounds = new SourceFacts(read);
	const things = thingsOf(read);
	return (written) => {
		const text = readText(written);
		return [...missingIn(text, grounds, grounds, most), ...ofOtherThings(text, things)];
	};
}

/** Of one kind in one text: more say no more about it. */
const MAX_FINDINGS = 60;

function firstOf<Found>(all: readonly Found[], most: number, isFound: (one: Found) => boolean): Found[] {
	const found: Found[] = [];
	for (const one of all) {
		if (found.length >= most) break;
		if (isFound(one)) found.push(one);
	}
	return found;
}

/** What is in a text and not in its sources: values first, then quotations and names. `named`: where names may be from. */
export const unfounded = (text: string, sources: SourceFacts, named = sources): Finding[] => missingIn(readText(text), sources, named);

function missingIn(text: ReadText, sources: SourceFacts, named = sources, most = MAX_FINDINGS): Finding[] {
	// A rule that cannot read a language refuses nothing in it.
	const isRead = text.isRead && sources.isRead;
	const stated = text.values.filter((value) => !value.weak && value.readings.length > 0 && (isRead || isInDigits(value, text)));
	const unknown = new Set(firstOf(stated, most, (value) => !sources.has(value)));
	const [follows, counts] = [sources.following(stated.filter((value) => !unknown.has(value))), namesCounted(text)];
	const areFew = stated.filter(({ kind }) => kind === 'weekday').length <= MOST_WEEKDAYS;
	const isWrong = (value: Value): boolean =>
		value.kind === 'weekday'
			? areFew && (sources.contradictsCalendar(value, text) || sources.movesWeekday(value, text))
			: isRead && sources.limits(value, text);
	const values = firstOf(stated, most, (value) => (unknown.has(value) ? !follows(value) && !counts(value) : isWrong(value)));
	const versions = versionsIn(text).filter((at) => !sources.writes(text.tokens[at]?.text ?? ''));
	const results = text.pairs.filter((pair) => pair.isResult && !sources.hasPair(pair));
	const quotes = firstOf(text.quotes, most, (quote) => !sources.quotes(quote.text) && !(isTitle(text, quote) && named.quotes(quote.text)));
	const areRead = isRead && !capitalisesNouns(text.tokens) && !sources.capitalisesNouns;
	const isUnknown = (run: readonly number[]): boolean => areRead && unknownWords(text.tokens, run, named.known).length > 0;
	const names = firstOf(text.names, most, (run) => isUnknown(run) || run.some((at) => named.mixes(wordsOf(text, at, at + 1))));
	return unique([
		...values.map(({ kind, from, to }): Finding => ({ kind, text: wordsOf(text, from, to) })),
		...versions.map((at): Finding => ({ kind: 'number', text: wordsOf(text, at, at + 1) })),
		...results.map(({ from, to }): Finding => ({ kind: 'number', text: wordsOf(text, from, to) })),
		...quotes.map(({ start, end }): Finding => ({ kind: 'quote', text: text.written(start, end) })),
		...names.map((run): Finding => ({ kind: 'name', text: wordsOf(text, run[0] ?? 0, (run.at(-1) ?? 0) + 1) })),
	]);
}

const LEAST_IN_DIGITS = 100;

/** Whether it is a number that is written in digits in every language. */
const isInDigits = ({ kind, from, readings }: Value, { tokens }: ReadText): boolean =>
	kind === 'number' &&
	/^\d/.test(tokens[from]?.text ?? '') &&
	readings.every((reading) => reading.kind === 'amount' && !reading.scaled && Math.abs(reading.value) >= LEAST_IN_DIGITS);

/** A text with more is a timetable. */
const MOST_WEEKDAYS = 20;
const MOST_TITLE_WORDS = 6;

/** Whether a quotation is a title of something, and no speech: short, without an end, not behind a colon or a comma. */
function isTitle({ text }: ReadText, { start, text: quoted }: Quote): boolean {
	const before =
		text
			.slice(0, start - 1)
			.trimEnd()
			.at(-1) ?? '';
	return /^[\p{Lu}\d]/u.test(quoted) && !/[.,!?…]$/u.test(quoted) && !/[:,]/.test(before) && quoted.split(' ').length <= MOST_TITLE_WORDS;
}

/** The tokens that are versions or addresses of machines: three numbers or more that are no date. */
function versionsIn({ tokens, values }: ReadText): number[] {
	const read = new Set(
		values.flatMap(({ from, to, readings }) => (readings.length > 0 ? Array.from({ length: to - from }, (_, at) => from + at) : [])),
	);
	return tokens.flatMap(({ text }, at) => (/^\d+(?:\.\d+){2,}$/.test(text) && !read.has(at) ? [at] : []));
}

const LEAST_COUNTED = 2;
const MOST_COUNTED = 6;

/** `three: Kline, Moreau and Sato`: the number of names in a row. */
function namesCounted({ tokens, names }: ReadText): (value: Value) => boolean {
	const isJoined = (at: number): boolean => {
		const [from, to] = [(names[at - 1]?.at(-1) ?? 0) + 1, names[at]?.[0] ?? 0];
		const between = tokens.slice(from, to).map(({ word }) => word);
		return between.length > 0 && between.every((word) => /^(?:,|and|и)$/u.test(word));
	};
	const starts = names.flatMap((_, at) => (at === 0 || !isJoined(at) ? [at] : []));
	// After a colon a capital proves nothing, so the first name does not count.
	const isSecond = (start: number): boolean => /^\p{Lu}/u.test(tokens[start - 2]?.text ?? '') && tokens[start - 3]?.text === ':';
	const rows = starts.map((start, at) => (starts[at + 1] ?? names.length) - start + (isSecond(names[start]?.[0] ?? 0) ? 1 : 0));
	const counts = new Set(rows);
	return ({ readings }) =>
		readings.some((reading) => {
			const value = reading.kind === 'amount' && reading.unit === null && !reading.ordinal ? reading.value : 0;
			return value >= LEAST_COUNTED && value <= MOST_COUNTED && counts.has(value);
		});
}

const unique = (findings: readonly Finding[]): Finding[] => [
	...new Map(findings.map((finding) => [`${finding.kind}:${finding.text}`, finding])).values(),
];

/** Words between a number and what is counted that say nothing about it. */
const SMALL_WORDS = new Set('a the and or of with for in on at by to from и или с со на из в во до по за'.split(' '));
/** As far as a clause is followed. */
const CLAUSE_TOKENS = 8;
const MAX_THINGS = 3;
/** Three letters are the same in every case of a noun. */
const THING_LETTERS = 3;

interface Counted {
	readonly number: number;
	readonly from: number;
	/** Beginnings of the words that follow in the same clause, at most three, or the dimension of its unit. */
	readonly things: readonly string[];
	/** Behind the first of them. */
	readonly to: number;
}

/** Numbers that are no years, with what they are counted of. */
function countedIn({ tokens, values }: ReadText): Counted[] {
	return values.flatMap(({ readings, from, to, weak, kind }): Counted[] => {
		if (kind !== 'number' || weak) return [];
		const amount = readings.find((reading) => reading.kind === 'amount');
		const isYear = /^(?:19|20)\d\d$/.test(tokens[from]?.text ?? '');
		if (amount === undefined || isYear) return [];
		const counted = { number: amount.value, from };
		if (amount.unit !== null) return [{ ...counted, things: [`:${amount.unit.dimension}`], to }];
		const words = thingsBehind(tokens, to);
		const things = words.map((at) => tokens[at]?.word.slice(0, THING_LETTERS) ?? '');
		return [{ ...counted, things, to: (words[0] ?? from) + 1 }];
	});
}

/** Places of the first words of a clause that may be counted. */
function thingsBehind(tokens: ReadText['tokens'], from: number): number[] {
	const words: number[] = [];
	for (let at = from; at < from + CLAUSE_TOKENS && words.length < MAX_THINGS; at += 1) {
		const token = tokens[at];
		if (token === undefined || token.kind === 'number' || ENDS_CLAUSE.has(token.text)) break;
		if (isThing(token)) words.push(at);
	}
	return words;
}

const ENDS_CLAUSE = new Set([...'.,;:!?\n']);

const isThing = ({ kind, word }: ReadText['tokens'][number]): boolean => kind === 'word' && !SMALL_WORDS.has(word);

/** The counted thing by number. A number that also occurs alone may count anything, so it is left out. */
function thingsOf(sources: ReadText): ReadonlyMap<number, ReadonlySet<string>> {
	const things = new Map<number, Set<string>>();
	const alone = new Set<number>();
	for (const counted of countedIn(sources)) {
		if (counted.things.length === 0) alone.add(counted.number);
		const known = things.get(counted.number) ?? new Set();
		for (const thing of counted.things) known.add(thing);
		things.set(counted.number, known);
	}
	for (const number of alone) things.delete(number);
	return things;
}

function ofOtherThings(text: ReadText, known: ReadonlyMap<number, ReadonlySet<string>>): Finding[] {
	const isOther = ({ number, things }: Counted): boolean =>
		things.length > 0 && things.every((thing) => known.get(number)?.has(thing) === false);
	return countedIn(text)
		.filter(isOther)
		.map(({ from, to }): Finding => ({ kind: 'thing', text: wordsOf(text, from, to) }));
}
