import type { CheckMaterial } from './material.ts';
import { textFields } from '../revision/edits.ts';
import type { TextField } from '../revision/edits.ts';
import { NUMBER_WORDS, numberWordsOf } from './numberWords.ts';
import { ENGLISH_MONTHS, datesOf, withoutDates } from './writtenDates.ts';

/** Something in the text that occurs in no fact and no source block. It informs the check and never decides. */
interface Hint {
	/** `thing`: a number that the sources have, but of something else. */
	readonly kind: 'number' | 'thing' | 'date' | 'quote' | 'name';
	readonly field: TextField;
	readonly text: string;
}

/** More would bury the material itself. */
const MAX_HINTS = 40;

/** A number, a date, a quotation or a name. */
export type Finding = Omit<Hint, 'field'>;

/** Collects numbers, dates, quotations and proper names that the sources do not have, in order of appearance. */
export function collectHints(material: CheckMaterial): Hint[] {
	const sources = [...material.facts.map((fact) => fact.text), ...material.source_blocks.map((block) => block.text)].join('\n');
	const known = indexOf(tidy(sources));
	return textFields
		.flatMap((field) => missingIn(tidy(material[field]), known).map(({ kind, text }): Hint => ({ kind, field, text })))
		.slice(0, MAX_HINTS);
}

/** What stands in a text and not in its sources: dates first, then numbers, quotations and names. */
export function unfounded(text: string, sources: string): Finding[] {
	return missingIn(tidy(text), indexOf(tidy(sources)));
}

/** What no reader sees apart is one: every space in a line, both apostrophes; and what nobody sees is out, as a soft hyphen. */
const tidy = (text: string): string =>
	text
		.replace(/\p{Cf}/gu, '')
		.replace(/[^\S\n]+/g, ' ')
		.replaceAll('’', "'");

interface Index {
	readonly numbers: ReadonlySet<string>;
	/** What each number is counted of. */
	readonly things: ReadonlyMap<string, ReadonlySet<string>>;
	readonly dates: ReadonlySet<string>;
	readonly folded: string;
	readonly words: ReadonlySet<string>;
}

function indexOf(sources: string): Index {
	// A number may be read together with the date before it, or apart.
	const counted = `${sources}\n${withoutDates(sources)}`;
	return {
		numbers: new Set([...numbersOf(counted), ...numberWordsOf(sources)]),
		things: thingsOf(counted),
		dates: new Set(datesOf(sources).flatMap((date) => [date.key, date.dayKey])),
		folded: foldText(sources),
		words: wordsOf(sources),
	};
}

function missingIn(text: string, { numbers, things, dates, folded, words }: Index): Finding[] {
	const undated = withoutDates(text);
	const findings = (kind: Finding['kind'], texts: readonly string[]) => unique(texts).map((found): Finding => ({ kind, text: found }));
	return [
		...findings(
			'date',
			datesOf(text)
				.filter((date) => !dates.has(date.key))
				.map((date) => date.text),
		),
		...findings(
			'number',
			numbersOf(undated).filter((number) => !numbers.has(number)),
		),
		...findings(
			'thing',
			countedDigits(undated)
				.filter(({ number, things: own }) => own.length > 0 && own.every((thing) => things.get(number)?.has(thing) === false))
				.map((counted) => counted.text),
		),
		...findings(
			'quote',
			quotesOf(text).filter((quote) => !folded.includes(foldText(quote))),
		),
		...findings(
			'name',
			namesOf(undated).filter((name) => !(name.match(/[\p{L}']+/gu) ?? []).every((word) => isKnownWord(word, words))),
		),
	];
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Case and accents apart, `ё` from `е` too: few newspapers print them. */
const fold = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** The same words, with whatever stands between them: a quotation ends as the sentence around it does. */
const foldText = (text: string): string => (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

/** `1 200`, `1,200`, `1.200` and `1200` are one number; `2,5` and `2.5` too. A year before a number is none of its groups. */
const NUMBER = /(?<![\p{L}\p{N}])(?:\d{1,3}(?:[ ,.']\d{3})+(?!\d)|\d+)(?:[.,]\d+)?(?!\p{N})/gu;

const plainNumber = (number: string): string => number.replace(/[ ,.'](?=\d{3}(?!\d))/g, '').replace(',', '.');

function numbersOf(text: string): string[] {
	return (text.match(NUMBER) ?? []).map(plainNumber);
}

/** A number with what it is counted of; `text` reaches to the first word of that. */
interface Counted {
	readonly number: string;
	readonly text: string;
	/** Beginnings of the words that follow in the same clause, at most three. */
	readonly things: readonly string[];
}

/** Words between a number and what is counted that say nothing about it. */
const SMALL_WORDS = new Set('a the and or of with for in on at by to from и или с со на из в во до по за'.split(' '));
/** As far as a clause is followed. */
const CLAUSE_UNITS = 60;
/** Three letters are the same in every case of a noun. */
const THING_LETTERS = 3;

function countedIn(text: string, pattern: RegExp, numberOf: (found: string) => string | undefined): Counted[] {
	return [...text.matchAll(pattern)].flatMap((match) => {
		const number = numberOf(match[0]);
		if (number === undefined) return [];
		const end = match.index + match[0].length;
		const clause = /^[^.,;:!?\n\d]*/.exec(text.slice(end, end + CLAUSE_UNITS))?.[0] ?? '';
		const words = [...clause.matchAll(/\p{L}[\p{L}'-]*/gu)].filter((word) => !SMALL_WORDS.has(word[0].toLowerCase())).slice(0, 3);
		const first = words[0];
		const shown = text.slice(match.index, first === undefined ? end : end + first.index + first[0].length);
		return [{ number, text: shown, things: words.map((word) => word[0].toLowerCase().slice(0, THING_LETTERS)) }];
	});
}

const YEAR = /^(?:19|20)\d\d$/;

/** Numbers that are no years, with what they are counted of. */
const countedDigits = (text: string): Counted[] => countedIn(text, NUMBER, (found) => (YEAR.test(found) ? undefined : plainNumber(found)));
const countedWords = (text: string): Counted[] => countedIn(text, /\p{L}+/gu, (word) => NUMBER_WORDS.get(word.toLowerCase())?.toString());

/** By number, what it is counted of; a number that stands alone somewhere may be of anything and is not there. */
function thingsOf(sources: string): ReadonlyMap<string, ReadonlySet<string>> {
	const things = new Map<string, Set<string>>();
	const alone = new Set<string>();
	for (const counted of [...countedDigits(sources), ...countedWords(sources)]) {
		if (counted.things.length === 0) alone.add(counted.number);
		const known = things.get(counted.number) ?? new Set();
		for (const thing of counted.things) known.add(thing);
		things.set(counted.number, known);
	}
	for (const number of alone) things.delete(number);
	return things;
}

const QUOTATIONS = /"([^"\n]+)"|“([^“”\n]+)”|«([^«»\n]+)»|„([^„“\n]+)“/gu;

function quotesOf(text: string): string[] {
	return [...text.matchAll(QUOTATIONS)].map((match) => match.slice(1).find((part) => part !== undefined) ?? '');
}

/** Capitalised words that do not begin a sentence, neighbours joined. */
function namesOf(text: string): string[] {
	const found = text.matchAll(/(?=\p{Lu})(?<!^)(?<![\p{L}\p{N}'-])(?<![.!?…:\n"“«„(]\s*)\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*/gu);
	return [...found].map((match) => match[0]);
}

/** By what words are known again; `U.S.` as `US` too, and a month in each of its spellings. */
function wordsOf(text: string): ReadonlySet<string> {
	const letters = (text.match(/(?<![\p{L}.])(?:\p{Lu}\.){2,}/gu) ?? []).map((found) => found.replaceAll('.', ''));
	const words = new Set(fold([text, ...letters].join(' ')).match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? []);
	const months = ENGLISH_MONTHS.filter((names) => names.some((name) => words.has(name))).flat();
	return new Set([...words, ...months].flatMap((word) => [stem(word), ...rootsOf(word)]));
}

/** Endings change with the case of a noun; the beginning of a longer word is enough to know it again. */
function stem(word: string): string {
	// A Cyrillic name of four letters loses one of them to its case.
	return word.replace(/'s?$/, '').slice(0, Math.max(/^\p{Script=Cyrillic}/u.test(word) ? 3 : 4, word.length - 2));
}

const CASE_ENDINGS = new Set(
	fold('а я о е у ю ы и й ь ой ей ою ею ом ем ым им ам ям ах ях ый ий ая яя ую юю ое ее ые ие их ых ами ями ого его ому ему ими ыми').split(
		' ',
	),
);

/** A Russian word without each ending that it may have: a short name is known in another case by nothing else. */
function rootsOf(word: string): string[] {
	if (!/^\p{Script=Cyrillic}+$/u.test(word)) return [];
	const roots = [0, 1, 2, 3]
		.map((units) => word.length - units)
		.filter((at) => at >= 2 && (at === word.length || CASE_ENDINGS.has(word.slice(at))));
	return roots.map((at) => `·${word.slice(0, at)}`);
}

function isKnownWord(word: string, known: ReadonlySet<string>): boolean {
	const folded = fold(word);
	const own = stem(folded);
	return (
		[own, ...rootsOf(folded)].some((each) => known.has(each)) ||
		[...known].some((other) => own.length >= 4 && other.length >= 4 && (other.startsWith(own) || own.startsWith(other)))
	);
}
