import type { CheckMaterial } from './material.ts';
import { textFields } from '../revision/edits.ts';
import type { TextField } from '../revision/edits.ts';

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
	const known = indexOf(sources);
	return textFields
		.flatMap((field) => missingIn(material[field], known).map(({ kind, text }): Hint => ({ kind, field, text })))
		.slice(0, MAX_HINTS);
}

/** What stands in a text and not in its sources: dates first, then numbers, quotations and names. */
export function unfounded(text: string, sources: string): Finding[] {
	return missingIn(text, indexOf(sources));
}

interface Index {
	readonly numbers: ReadonlySet<string>;
	/** What each number is counted of. */
	readonly things: ReadonlyMap<string, ReadonlySet<string>>;
	readonly dates: ReadonlySet<string>;
	readonly folded: string;
	readonly words: ReadonlySet<string>;
}

function indexOf(sources: string): Index {
	return {
		numbers: new Set([...numbersOf(sources), ...numberWordsOf(sources)]),
		things: thingsOf(sources),
		dates: new Set(datesOf(sources).flatMap((date) => [date.key, date.dayKey])),
		folded: foldText(sources),
		words: wordsOf(sources),
	};
}

function missingIn(text: string, { numbers, things, dates, folded, words }: Index): Finding[] {
	const withoutDates = DATE_FORMS.reduce((rest, form) => rest.replace(form, ' '), text);
	const findings = (kind: Finding['kind'], texts: readonly string[]) => unique(texts).map((found): Finding => ({ kind, text: found }));
	return [
		...datesOf(text)
			.filter((date) => !dates.has(date.key))
			.map((date): Finding => ({ kind: 'date', text: date.text })),
		...findings(
			'number',
			numbersOf(withoutDates).filter((number) => !numbers.has(number)),
		),
		...findings(
			'thing',
			countedDigits(withoutDates)
				.filter(({ number, things: own }) => own.length > 0 && own.every((thing) => things.get(number)?.has(thing) === false))
				.map((counted) => counted.text),
		),
		...findings(
			'quote',
			quotesOf(text).filter((quote) => !folded.includes(foldText(quote))),
		),
		...findings(
			'name',
			namesOf(text).filter((name) => !name.split(' ').every((word) => isKnownWord(word, words))),
		),
	];
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Case and spacing apart, the same words. */
const foldText = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

/** `1 200`, `1,200`, `1.200` and `1200` are one number; `2,5` and `2.5` too. */
const NUMBER = /(?<![\p{L}\p{N}])\d+(?:[  ,.']\d{3})*(?:[.,]\d+)?(?![\p{N}])/gu;

const plainNumber = (number: string): string => number.replace(/[  ,.'](?=\d{3}(?!\d))/g, '').replace(',', '.');

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
		const words = [...clause.matchAll(/[\p{L}'’-]+/gu)].filter((word) => !SMALL_WORDS.has(word[0].toLowerCase())).slice(0, 3);
		const first = words[0];
		const shown = text.slice(match.index, first === undefined ? end : end + first.index + first[0].length);
		return [{ number, text: shown, things: words.map((word) => word[0].toLowerCase().slice(0, THING_LETTERS)) }];
	});
}

const YEAR = /^(?:19|20)\d\d$/;

/** Numbers that are no years, with what they are counted of. */
const countedDigits = (text: string): Counted[] => countedIn(text, NUMBER, (found) => (YEAR.test(found) ? undefined : plainNumber(found)));
const countedWords = (text: string): Counted[] => countedIn(text, /\p{L}+/gu, (found) => NUMBER_WORDS.get(found.toLowerCase()));

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

/** Small numbers in words, in every form, by what they are in digits: who writes `3` may have read `three`. */
const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
	[
		'zero ноль нуля нулю нулём',
		'one один одна одно одного одной одному одним одном одну',
		'two два две двух двум двумя двое',
		'three три трёх трех трём трем тремя трое',
		'four четыре четырёх четырех четырём четырем четырьмя четверо',
		'five пять пяти пятью пятеро',
		'six шесть шести шестью шестеро',
		'seven семь семи семью семеро',
		'eight восемь восьми восемью восьмью',
		'nine девять девяти девятью',
		'ten десять десяти десятью',
		'eleven одиннадцать одиннадцати одиннадцатью',
		'twelve двенадцать двенадцати двенадцатью',
	].flatMap((words, number) => words.split(' ').map((word) => [word, String(number)] as const)),
);

function numberWordsOf(text: string): string[] {
	return (text.toLowerCase().match(/\p{L}+/gu) ?? []).flatMap((word) => NUMBER_WORDS.get(word) ?? []);
}

interface FoundDate {
	readonly text: string;
	/** Year (or `*`), month, day. */
	readonly key: string;
	/** Without the year: a source that names the year covers a text that does not. */
	readonly dayKey: string;
}

const MONTHS: readonly (readonly string[])[] = [
	['january', 'jan', 'января'],
	['february', 'feb', 'февраля'],
	['march', 'mar', 'марта'],
	['april', 'apr', 'апреля'],
	['may', 'мая'],
	['june', 'jun', 'июня'],
	['july', 'jul', 'июля'],
	['august', 'aug', 'августа'],
	['september', 'sep', 'sept', 'сентября'],
	['october', 'oct', 'октября'],
	['november', 'nov', 'ноября'],
	['december', 'dec', 'декабря'],
];

const MONTH_NAMES = MONTHS.flat().join('|');
const DATE_FORMS: readonly RegExp[] = [
	/(?<!\d)(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d)/gu,
	/(?<!\d)(?<day>\d{1,2})\.(?<month>\d{2})\.(?<year>\d{4})(?!\d)/gu,
	new RegExp(`(?<!\\d)(?<day>\\d{1,2})(?:st|nd|rd|th)?\\s+(?<name>${MONTH_NAMES})(?!\\p{L})(?:,?\\s+(?<year>\\d{4}))?`, 'giu'),
	new RegExp(`(?<!\\p{L})(?<name>${MONTH_NAMES})\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,?\\s+(?<year>\\d{4}))?`, 'giu'),
];

function datesOf(text: string): FoundDate[] {
	return DATE_FORMS.flatMap((form) =>
		[...text.matchAll(form)].map((match) => {
			const groups = match.groups ?? {};
			const month =
				groups['month'] === undefined
					? MONTHS.findIndex((names) => names.includes((groups['name'] ?? '').toLowerCase())) + 1
					: Number(groups['month']);
			const day = `${month}-${Number(groups['day'])}`;
			return { text: match[0], key: `${groups['year'] ?? '*'}-${day}`, dayKey: `*-${day}` };
		}),
	);
}

const QUOTATIONS = /"([^"\n]+)"|“([^“”\n]+)”|«([^«»\n]+)»|„([^„“\n]+)“/gu;

function quotesOf(text: string): string[] {
	return [...text.matchAll(QUOTATIONS)].map((match) => match.slice(1).find((part) => part !== undefined) ?? '');
}

/** Capitalised words that do not begin a sentence, neighbours joined. */
function namesOf(text: string): string[] {
	const found = text.matchAll(/(?=\p{Lu})(?<!^)(?<![\p{L}\p{N}'’-])(?<![.!?…:\n"“«„(]\s*)\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)*/gu);
	return [...found].map((match) => match[0]);
}

function wordsOf(text: string): ReadonlySet<string> {
	return new Set((text.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? []).map(stem));
}

/** Endings change with the case of a noun; the beginning of a longer word is enough to know it again. */
function stem(word: string): string {
	// A Cyrillic name of four letters loses one of them to its case.
	return word.replace(/['’]s?$/, '').slice(0, Math.max(/^\p{Script=Cyrillic}/u.test(word) ? 3 : 4, word.length - 2));
}

const isKnownWord = (word: string, known: ReadonlySet<string>): boolean => {
	const own = stem(word.toLowerCase());
	return [...known].some(
		(other) => other === own || (own.length >= 4 && other.length >= 4 && (other.startsWith(own) || own.startsWith(other))),
	);
};
