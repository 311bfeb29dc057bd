/** Words, sentences and the little grammar that the stand-in needs, in its two languages. */

import { inParts } from './expressions.ts';

export type Language = 'en' | 'ru';

/** The language of most letters of the text. */
export function languageOf(text: string): Language {
	const lettersOf = (script: RegExp): number => text.match(script)?.length ?? 0;
	return lettersOf(/\p{Script=Cyrillic}/gu) > lettersOf(/\p{Script=Latin}/gu) ? 'ru' : 'en';
}

const ABBREVIATION = inParts(
	String.raw`(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|No|approx)|(?<![\p{L}])`,
	String.raw`(?:г|гг|ул|им|т\.е|т\.д|т\.п|руб|тыс|млн|млрд|др|проф|см|стр)|(?<![\p{L}])\p{Lu})\.$`,
);

/** The sentences of one paragraph, each with its end mark. */
export function sentencesOf(paragraph: string): string[] {
	const pieces = paragraph.split(/(?<=[.!?…]["»”’)]?)\s+(?=["«“‘(]?[\p{Lu}\d—–-])/u);
	const sentences: string[] = [];
	for (const piece of pieces) {
		const last = sentences.at(-1);
		if (last !== undefined && ABBREVIATION.test(last) && !/[!?]$/.test(last)) sentences[sentences.length - 1] = `${last} ${piece}`;
		else if (piece.trim() !== '') sentences.push(piece.trim());
	}
	return sentences;
}

export function paragraphsOf(text: string): string[] {
	return text
		.split(/\n\s*\n|\n/)
		.map((one) => one.trim())
		.filter((one) => one !== '');
}

/** Joins sentences to a text of paragraphs. */
export const joined = (paragraphs: readonly (readonly string[])[]): string =>
	paragraphs
		.filter((one) => one.length > 0)
		.map((one) => one.join(' '))
		.join('\n\n');

export const capitalised = (text: string): string =>
	text.replace(/^(["«“‘(]?)(\p{Ll})/u, (_all, mark: string, letter: string) => mark + letter.toUpperCase());
export const asSentence = (text: string): string =>
	capitalised(text.trim().replace(/(?<![\s,;:—–-])[\s,;:—–-]+$/u, ''))
		.replace(/(?<![.!?…])(["»”’)]?)$/u, '.$1')
		.replace(/\.(["»”’)])\.$/u, '$1.');

/** An integer that is the same for the same text. FNV-1a. */
export function hashOf(text: string): number {
	let hash = 0x811c9dc5;
	for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	hash ^= hash >>> 15;
	hash = Math.imul(hash, 0x2c1b3c6d);
	return (hash ^ (hash >>> 13)) >>> 0;
}

/** Shuffles by a seed: the same seed gives the same order. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
	return items
		.map((item, index) => ({ item, place: hashOf(`${seed}:${index}`) }))
		.sort((a, b) => a.place - b.place)
		.map(({ item }) => item);
}

export const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\d]+(?:[-'’][\p{L}\d]+)*/gu) ?? [];

/** The beginning of a word, enough to find its other forms. */
export function stem(word: string): string {
	const lower = word.toLowerCase().replaceAll('ё', 'е');
	if (lower.length <= 4) return lower;
	return /\p{Script=Cyrillic}/u.test(lower)
		? lower.slice(0, Math.max(4, lower.length - 3))
		: lower.replace(/(?:'s|’s|ies|es|s|ing|ed|ly)$/u, '').slice(0, 9);
}
