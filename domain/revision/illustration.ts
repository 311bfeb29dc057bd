import type { FeedbackPatterns } from '../chat/patterns.ts';

/** How many words may be between a verb and its noun. */
const NEAR_WORDS = 4;

/** How many words may be between a keeper or a negated verb and the noun. */
const NEGATED_NEAR_WORDS = 3;

type Patterns = FeedbackPatterns['illustration'];

/** Null: taken out. */
type Words = readonly (string | null)[];

/** Whether the reply asks for another illustration: a verb near a noun in one sentence, once negated spans are out. */
export function asksForIllustration(text: string, patterns: Patterns): boolean {
	return text.split(/[.!?;…\n]+/).some((sentence) => sentenceAsks(sentence, patterns));
}

/** Whether a wish for another illustration comes with one about the text, in a part of its own: `… and make it shorter`. */
export function asksForText(text: string, patterns: Patterns): boolean {
	const { nouns, verbs, textWishes, textVerbs, otherThings, keepers, negators, joiners } = patterns;
	const parts = text.split(/[.!?;…\n]+/).flatMap((sentence) => partsOf(wordsOf(sentence, nouns), [...bordersOf(patterns), ...joiners]));
	// In `change the title and the picture` both share the verb.
	const hasVerb = parts.some((part) => has(part, nouns) && has(part, verbs));
	return parts.some((part) => {
		if (has(part, nouns) || has(part, negators)) return false;
		const isAboutText = has(part, otherThings) && !has(part, keepers) && !has(part, patterns.onPicture);
		return has(part, textWishes) || (isAboutText && (has(part, textVerbs) || (hasVerb && has(part, verbs))));
	});
}

const bordersOf = ({ contrasts }: Patterns): readonly string[] => [',', '-', '–', '—', ...contrasts];

function partsOf(words: Words, borders: readonly string[]): Words[] {
	const parts: (string | null)[][] = [[]];
	for (const word of words)
		if (fits(word, borders)) parts.push([]);
		else parts.at(-1)?.push(word);
	return parts;
}

const has = (words: Words, list: readonly string[]): boolean => words.some((word) => fits(word, list));

function sentenceAsks(sentence: string, patterns: Patterns): boolean {
	const words = wordsOf(sentence, patterns.nouns);
	const kept = withoutNegated(words, patterns);
	return positions(kept, patterns.nouns).some((noun) =>
		around(noun, NEAR_WORDS).some((verb) => fits(kept[verb] ?? null, patterns.verbs) && !isAboutAnother(kept, verb, noun, patterns)),
	);
}

/** Lower-case words, commas and dashes; a noun of two words counts as one. */
function wordsOf(sentence: string, nouns: readonly string[]): (string | null)[] {
	let text = sentence.toLowerCase().replaceAll('’', "'");
	for (const noun of nouns) if (noun.includes(' ')) text = text.replaceAll(noun, noun.replace(' ', '_'));
	return (text.match(/[\p{L}\p{N}_'-]+|[,–—]/gu) ?? []).map((word) => word.replace('_', ' '));
}

function fits(word: string | null, list: readonly string[]): boolean {
	return word !== null && list.some((entry) => (entry.endsWith('*') ? word.startsWith(entry.slice(0, -1)) : word === entry));
}

function positions(words: Words, list: readonly string[]): number[] {
	return words.flatMap((word, index) => (fits(word, list) ? [index] : []));
}

/** The places with at most so many words between them and this one, from first to last. */
const around = (at: number, most: number): number[] => Array.from({ length: 2 * most + 3 }, (_, index) => at - most - 1 + index);

/** Takes out `don't change the picture`, `the picture should not be changed`, `keep the image`, `картинку оставь`. */
function withoutNegated(words: Words, patterns: Patterns): (string | null)[] {
	const left = [...words];
	const drop = (one: number, other: number) => {
		for (let index = Math.min(one, other); index <= Math.max(one, other); index += 1) left[index] = null;
	};
	const wishes = [...patterns.negatable, ...patterns.verbs];
	for (const negator of positions(words, patterns.negators)) {
		const verb = [negator + 1, negator + 2].find((at) => fits(words[at] ?? null, wishes));
		if (verb === undefined || words[negator + 1] === ',') continue;
		const [noun] = picturesMeant(words, [negator, verb], patterns);
		drop(negator, verb);
		if (noun !== undefined) drop(noun, noun > verb ? verb : negator);
	}
	for (const keeper of positions(left, patterns.keepers)) {
		if ([1, 2].some((back) => fits(words[keeper - back] ?? null, patterns.negators))) continue;
		for (const noun of picturesMeant(left, [keeper, keeper], patterns)) drop(keeper, noun);
	}
	return left;
}

/** As far as a clause is followed. */
const MOST_WORDS_OF_CLAUSE = 30;
const upTo = (most: number): readonly number[] => Array.from({ length: most }, (_, index) => index);

/**
 * The pictures that somebody wants to keep: near the word that says so, in its clause. Where that clause names nothing (`…, keep it`), in
 * another one that wishes for nothing.
 */
function picturesMeant(words: Words, [from, to]: readonly [number, number], patterns: Patterns): readonly number[] {
	const { nouns, otherThings, verbs } = patterns;
	const borders = bordersOf(patterns);
	const isBorder = (at: number): boolean => fits(words[at] ?? null, borders);
	const startOf = (at: number): number =>
		upTo(MOST_WORDS_OF_CLAUSE)
			.map((back) => at - back)
			.find(isBorder) ?? 0;
	const endOf = (at: number): number =>
		upTo(MOST_WORDS_OF_CLAUSE)
			.map((ahead) => at + 1 + ahead)
			.find(isBorder) ?? words.length;
	const clauseOf = (at: number): Words =>
		words.slice(Math.max(startOf(at), at - MOST_WORDS_OF_CLAUSE), Math.min(endOf(at), at + MOST_WORDS_OF_CLAUSE));
	const near = [...around(from, NEGATED_NEAR_WORDS).filter((at) => at < from), ...around(to, NEGATED_NEAR_WORDS).filter((at) => at > to)];
	const pictures = near.filter((at) => fits(words[at] ?? null, nouns));
	const own = pictures.filter((at) => startOf(at) === startOf(from));
	if (own.length > 0 || has(clauseOf(from), otherThings))
		return own.filter((at) => !has(words.slice(Math.min(to + 1, at), Math.max(from, at)), verbs));
	return pictures.filter((at) => !has(clauseOf(at), verbs));
}

/** `change the text under the picture` is about the text; `change the text and the picture` is about both. */
function isAboutAnother(words: Words, verb: number, noun: number, patterns: Patterns): boolean {
	const between = words.slice(Math.min(verb, noun) + 1, Math.max(verb, noun));
	return has(between, patterns.otherThings) && !has(between, patterns.joiners);
}
