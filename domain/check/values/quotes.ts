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

/** Says that somebody says it, in the languages of the chat. */
const SAYS =
	'(?<!\\p{L})(?:said|says|added|told|сказа\\p{L}+|заяви\\p{L}+|добави\\p{L}+|отмети\\p{L}+|дода\\p{L}+|зазначи\\p{L}+|sagte|erklärte|' +
	'a(?:-t-(?:il|elle))? (?:dit|déclaré|expliqué|ajouté|affirmé)|(?:dit|explique|ajoute|affirme)-(?:t-)?(?:il|elle)|dijo|afirmó|explicó|' +
	'añadió|ha (?:detto|spiegato|aggiunto)|disse|afirmou|explicou|powiedzia\\p{L}+|doda\\p{L}+|dedi|söyledi)(?!\\p{L})';
/** One statement; a full stop in it is that of a short word or a letter: `said Mr. A. Smith`. */
const STATEMENT = String.raw`(?:[^"“”«»„\n.!?…]|(?<=(?<!\p{L})(?:\p{Lu}|Mrs?|Ms|Dr|Prof|St|Jr|Sen|Gov|Rep|Gen))\.){1,80}?`;

/**
 * Who says it, within a quotation: `“We come,” she said, “today”`, `«Мы, — сказала она, — придём»`, `— Мы, — сказала она. — Завтра`,
 * `« Nous venons, a-t-elle dit, aujourd’hui »`.
 */
const BROKEN = [
	new RegExp(String.raw`(?<=[^\s(])["”»](?=[\s,])\s*${STATEMENT}[,.:–—-]\s*(?<=\s)["“«](?=\S)`, 'gu'),
	new RegExp(String.raw`(?<=[^\s(])“(?=[\s,])\s*${STATEMENT}[,.:–—-]\s*„(?=\S)`, 'gu'),
	/(?<=[.,!?…])\s[–—-]\s[^"“”«»\n–—]{1,60}?[,.]\s[–—-]\s/gu,
	new RegExp(String.raw`\s[–—-]\s?(?=[^"“”«»„\n–—]{0,40}${SAYS})[^"“”«»„\n–—]{1,60}?\s?[–—-](?=[\s,.])[,.]?\s`, 'gu'),
	new RegExp(String.raw`,\s(?=[^"“”«»„\n–—,.]{0,40}${SAYS})[^"“”«»„\n–—,.]{1,60}?,\s`, 'gu'),
];

/** A text whose quotations go on where one of them is broken. */
export const unbroken = (text: string): string => BROKEN.reduce((whole, said) => whole.replace(said, ' '), text);
