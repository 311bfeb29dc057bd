import { fold } from './tidy.ts';

export interface Quote {
	readonly start: number;
	readonly end: number;
	readonly text: string;
}

/** Single quotation marks open before a letter and close behind one, where no letter follows: the others are apostrophes. */
const QUOTATIONS = /"([^"\n]+)"|“([^“”\n]+)”|«([^«»\n]+)»|„([^„“\n]+)“|‘([^‘'\n]+)'(?!\p{L})/gu;

export function quotesOf(text: string): Quote[] {
	return [...text.matchAll(QUOTATIONS)].map((match) => {
		const words = match.slice(1).find((part) => part !== undefined) ?? '';
		return { start: match.index + 1, end: match.index + 1 + words.length, text: words };
	});
}

/** The words, with whatever is between them left out: a quotation ends as the sentence around it does. */
export const foldWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** What is left out of a quotation parts it: `“We came … too late”`. */
export const piecesOf = (quote: string): string[] => quote.split(/\.\.\.|\[[^[\]]*\]/);

/** Who says it, within a quotation: `“We come,” she said, “today”`, `«Мы, — сказала она, — придём»`, `— Мы, — сказала она. — Завтра`. */
const BROKEN = [
	/(?<=[^\s(])["”»](?=[\s,])\s*[^"“”«»\n]{1,80}[,.:–—-]\s*(?<=\s)["“«](?=\S)/gu,
	/(?<=[.,!?…])\s[–—-]\s[^"“”«»\n–—]{1,60}?[,.]\s[–—-]\s/gu,
];

/** A text whose quotations go on where one of them is broken. */
export const unbroken = (text: string): string => BROKEN.reduce((whole, said) => whole.replace(said, ' '), text);
