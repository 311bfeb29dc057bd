/** Whether all of a post is in one language, found without asking an AI: by letters, and by small words sentence for sentence. */
import { lettersOf } from './scripts.ts';
import { foreignLetters, stopWords } from './stopWords.ts';

const WORDS = /\p{L}[\p{L}'’-]*/gu;
/** Names, brands and quotations may be in any language: what is in quotation marks, addresses, accounts and hashtags is not looked at. */
const FREE = /«[^«»]*»|“[^“”]*”|„[^„“”]*[“”]|"[^"]*"|https?:\/\/\S+|[#@][\p{L}\p{N}_]+/gu;
/** Fewer words in other letters are a term that is used as it is. */
const FEWEST_FOREIGN_WORDS = 3;
/** Small words of another language in one sentence, before it counts as that language. */
const FEWEST_STOP_WORDS = 3;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** One part of a post. A line alone, like a title, may be short. */
interface Part {
	readonly text: string;
	readonly isLine: boolean;
}

interface PostParts {
	readonly title: string;
	readonly subtitle: string;
	readonly category?: string;
	readonly body: string;
}

/** The parts of a post that are in another language than it should be. @param tag as of a setting */
export function partsInOtherLanguage(
	{ title, subtitle, category = '', body }: PostParts,
	tag: string,
): { readonly parts: readonly string[]; readonly isMost: boolean } {
	const sentences = sentencesOf(body).map((text): Part => ({ text, isLine: false }));
	const lines = [title, subtitle, category].filter((text) => text !== '').map((text): Part => ({ text, isLine: true }));
	const ofBody = sentences.filter((part) => isForeign(part, tag));
	const found = [...lines.filter((part) => isForeign(part, tag)), ...ofBody].map(({ text }) => text);
	// A label has no words around it: in other letters it is a name only if the text has it too.
	const isLabel = !found.includes(category) && isLabelForeign(category, [title, subtitle, body].join(' '), tag);
	return { parts: isLabel ? [category, ...found] : found, isMost: ofBody.length * 2 > sentences.length };
}

/** The first of them; null when all is in one language. */
export const partInOtherLanguage = (post: PostParts, tag: string): string | null => partsInOtherLanguage(post, tag).parts[0] ?? null;

const sentencesOf = (text: string): string[] =>
	text
		.split(/(?<=[.!?…])\s+|\n+/u)
		.map((sentence) => sentence.trim())
		.filter((sentence) => sentence !== '');

function isForeign({ text, isLine }: Part, tag: string): boolean {
	if (!/\p{L}/u.test(text)) return false;
	const plain = text.replace(FREE, ' ');
	const words = plain.match(WORDS) ?? [];
	return isInOtherLetters(words, tag, isLine) || isInOtherWords(words, tag) || hasForeignLetters(plain, tag);
}

/** Words of another script that are no names: a whole line in them is one already with one word, a sentence with three. */
function isInOtherLetters(words: readonly string[], tag: string, isLine: boolean): boolean {
	const own = lettersOf(tag);
	if (own === undefined) return false;
	const isOwn = (word: string) => count(word, own) > 0;
	// A name has a capital letter, and short ones are parts of a name, as in `n8n`.
	const common = words.filter((word) => word.length > 2 && word === word.toLowerCase());
	const foreign = common.filter((word) => !isOwn(word)).length;
	return foreign >= (isLine ? 1 : FEWEST_FOREIGN_WORDS) && foreign > common.length - foreign;
}

/** Its small words are of another language with the same letters. */
function isInOtherWords(words: readonly string[], tag: string): boolean {
	const own = stopWords[tag];
	if (own === undefined) return false;
	const small = words.map((word) => word.toLowerCase());
	const hits = (list: ReadonlySet<string>) => small.filter((word) => list.has(word)).length;
	const ours = hits(own);
	return Object.entries(stopWords).some(([other, list]) => {
		const theirs = other === tag ? 0 : hits(list);
		return theirs >= FEWEST_STOP_WORDS && theirs > ours * 2;
	});
}

/** `і` in a Russian sentence: one is a name, more are another language. */
function hasForeignLetters(text: string, tag: string): boolean {
	const pattern = foreignLetters[tag];
	return pattern !== undefined && count(text, pattern) >= 3;
}

function isLabelForeign(label: string, text: string, tag: string): boolean {
	const words = label.match(WORDS) ?? [];
	const own = lettersOf(tag);
	return (
		own !== undefined &&
		words.length > 0 &&
		words.every((word) => count(word, own) === 0 && word !== word.toUpperCase() && !text.includes(word))
	);
}
