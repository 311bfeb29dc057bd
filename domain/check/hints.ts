import type { CheckMaterial } from './material.ts';
import { textFields } from '../revision/edits.ts';
import type { TextField } from '../revision/edits.ts';

/** Something in the text that occurs in no fact and no source block. It informs the check and never decides. */
export interface Hint {
	readonly kind: 'number' | 'date' | 'quote' | 'name';
	readonly field: TextField;
	readonly text: string;
}

/** More would bury the material itself. */
const MAX_HINTS = 40;

/** Collects numbers, dates, quotations and proper names that the sources do not have, in order of appearance. */
export function collectHints(material: CheckMaterial): Hint[] {
	const sources = [...material.facts.map((fact) => fact.text), ...material.source_blocks.map((block) => block.text)].join('\n');
	const known = {
		number: new Set(numbersOf(sources)),
		date: new Set(datesOf(sources).flatMap((date) => [date.key, date.dayKey])),
		quote: foldText(sources),
		words: wordsOf(sources),
	};
	const hints: Hint[] = [];
	for (const field of textFields) {
		const text = material[field];
		const dates = datesOf(text);
		const withoutDates = DATE_FORMS.reduce((rest, form) => rest.replace(form, ' '), text);
		hints.push(
			...dates.filter((date) => !known.date.has(date.key)).map((date): Hint => ({ kind: 'date', field, text: date.text })),
			...unique(numbersOf(withoutDates).filter((number) => !known.number.has(number))).map(
				(number): Hint => ({ kind: 'number', field, text: number }),
			),
			...unique(quotesOf(text).filter((quote) => !known.quote.includes(foldText(quote)))).map(
				(quote): Hint => ({ kind: 'quote', field, text: quote }),
			),
			...unique(namesOf(text).filter((name) => !name.split(' ').every((word) => isKnownWord(word, known.words)))).map(
				(name): Hint => ({ kind: 'name', field, text: name }),
			),
		);
	}
	return hints.slice(0, MAX_HINTS);
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Case and spacing apart, the same words. */
const foldText = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

/** `1 200`, `1,200`, `1.200` and `1200` are one number; `2,5` and `2.5` too. */
function numbersOf(text: string): string[] {
	const found = text.match(/(?<![\p{L}\p{N}])\d+(?:[  ,.']\d{3})*(?:[.,]\d+)?(?![\p{N}])/gu) ?? [];
	return found.map((number) => number.replace(/[  ,.'](?=\d{3}(?!\d))/g, '').replace(',', '.'));
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
	return word.replace(/['’]s?$/, '').slice(0, Math.max(4, word.length - 2));
}

const isKnownWord = (word: string, known: ReadonlySet<string>): boolean => {
	const own = stem(word.toLowerCase());
	return [...known].some(
		(other) => other === own || (own.length >= 4 && other.length >= 4 && (other.startsWith(own) || own.startsWith(other))),
	);
};
