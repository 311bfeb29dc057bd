/** What a text is about, as it is compared with other texts: its numbers, its names and its words, also across alphabets. */
import { readText, type Value } from '../check/values/read.ts';
import type { Token } from '../check/values/tokens.ts';
import { fold } from '../check/values/tidy.ts';
import { stopWords } from '../languages/stopWords.ts';
import { stemmed } from './stem.ts';

/** A word by its stem and, for other alphabets, by its consonants. */
export interface Term {
	readonly stem: string;
	readonly sound: string;
	readonly isName: boolean;
	readonly isCyrillic: boolean;
}

export interface TopicFingerprint {
	/** Numbers, dates and hours, each in one form. */
	readonly values: readonly string[];
	/** In the order of the text, each once. */
	readonly terms: readonly Term[];
	/** Neighbouring words of a line, by their stems; its ends are empty words. A number is there with the word beside it: `line #n12`. */
	readonly pairs: readonly string[];
}

/** What is read of a text: a longer one says what it is about at its beginning. */
const MOST_UNITS_READ = 2_000;
/** Only the beginning of a text is compared: what follows tells what happened before. */
const MOST_UNITS_OF_LEAD = 700;
const ADDRESSES = /https?:\/\/\S+/giu;

/** More say nothing new of what a text is about. */
const MOST_TERMS = 120;

const SMALL = new Set([...(stopWords['en'] ?? []), ...(stopWords['ru'] ?? [])].map(fold));

/** @param parts a title, a body, facts; each is read by itself */
export function fingerprintOf(parts: readonly (string | null)[], mostUnits = MOST_UNITS_READ): TopicFingerprint {
	const whole = parts.filter((part) => part !== null && part !== '').join('\n');
	const text = whole.replace(ADDRESSES, ' ').slice(0, mostUnits);
	const { tokens, values, names } = readText(`${text}\n`);
	const taken = new Set(values.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)));
	const keys = new Map(values.map((value) => [value.from, keysOf(value)]));
	const named = new Set(names.flat());
	const terms = new Map<string, Term>();
	const pairs = new Set<string>();
	let before = '';
	const unplaced: string[] = [];
	for (const [at, token] of tokens.entries()) {
		unplaced.push(...(keys.get(at) ?? []));
		if (before !== '') for (const key of unplaced.splice(0)) pairs.add(`${before} #${key}`);
		if (token.text === '\n' && before !== '') {
			pairs.add(`${before} `);
			before = '';
		}
		if (token.kind !== 'word' || taken.has(at) || SMALL.has(token.word)) continue;
		const term = termOf(token, named.has(at));
		if (term === null) continue;
		pairs.add(`${before} ${term.stem}`);
		before = term.stem;
		if (terms.size < MOST_TERMS && terms.get(term.stem)?.isName !== true) terms.set(term.stem, term);
	}
	return {
		values: [...new Set(values.flatMap(keysOf))],
		terms: [...terms.values()],
		pairs: [...pairs],
	};
}

/** The same of a text that is held against others. */
export const leadOf = (parts: readonly (string | null)[]): TopicFingerprint => fingerprintOf(parts, MOST_UNITS_OF_LEAD);

function termOf({ word, text }: Token, isName: boolean): Term | null {
	const { stem, sound, isCyrillic } = stemmed(word);
	return stem.length < 2 ? null : { stem, sound, isName: isName || /\p{Lu}.*\p{Lu}|\p{L}\d/u.test(text), isCyrillic };
}

/** `16.4 million` is no exact product. */
const keyOf = (value: number): string => `n${Number(value.toPrecision(9))}`;

/** A number by its value, a date by day and month, an hour by its minutes. */
function keysOf({ readings: [first], weak }: Value): string[] {
	if (first === undefined || weak) return [];
	switch (first.kind) {
		case 'amount':
			return [keyOf(first.value)];
		case 'both':
			return first.parts.map(({ value }) => keyOf(value));
		case 'date':
			return [first.day === undefined ? `m${first.month}` : `d${first.month}-${first.day}`];
		case 'time':
			return [`t${first.minutes}`];
		case 'weekday':
			return [`w${first.day}`];
	}
}

/** Terms that a text is found by, at most. */
const MOST_FOUND_BY = 48;

/** A word by its stem, a name by its consonants too, so that it is found in the other alphabet. */
export const keysOfTerm = ({ stem, sound, isName }: Term): readonly string[] => (isName && sound.length > 1 ? [stem, `~${sound}`] : [stem]);

/** What a text is found by: numbers first, then names, then the words at its beginning. */
export function foundBy({ values, terms }: TopicFingerprint): readonly string[] {
	const strong = values.filter((value) => weightOf(value) >= 1);
	const named = terms.filter(({ isName }) => isName).flatMap(keysOfTerm);
	const words = terms.filter(({ isName }) => !isName).flatMap(keysOfTerm);
	return [...new Set([...strong.map((value) => `#${value}`), ...named, ...words])].slice(0, MOST_FOUND_BY);
}

/** How much a number says: a large or an exact one is hardly the same by chance. */
export function weightOf(value: string): number {
	const number = Number(value.slice(1));
	if (value.startsWith('w') || value.startsWith('m')) return 0.4;
	if (value.startsWith('d')) return 1.5;
	if (value.startsWith('t')) return 1;
	return !Number.isInteger(number) || number >= 100 ? 2 : number > 12 ? 1.2 : 0.5;
}
