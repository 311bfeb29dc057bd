import type { FeedbackPatterns } from '../chat/patterns.ts';

/** How many words may be between a verb and its noun. */
const NEAR_WORDS = 4;

/** How many words may be between a keeper or a negated verb and the noun. */
const NEGATED_NEAR_WORDS = 3;

type Patterns = FeedbackPatterns['illustration'];

/** Whether the reply asks for another illustration: a verb near a noun in one sentence, once negated spans are out. */
export function asksForIllustration(text: string, patterns: Patterns): boolean {
	return text.split(/[.!?;…\n]+/).some((sentence) => sentenceAsks(sentence, patterns));
}

/** Whether a wish for another illustration comes with one about the text, in a part of its own: `… and make it shorter`. */
export function asksForText(text: string, patterns: Patterns): boolean {
	return text.split(/[.!?;…\n,]+/).some((sentence) => {
		const words = wordsOf(sentence, patterns.nouns);
		const parts = [[]] as (string | null)[][];
		for (const word of words)
			if (fits(word, patterns.joiners)) parts.push([]);
			else parts.at(-1)?.push(word);
		const has = (part: readonly (string | null)[], list: readonly string[]) => positions(part, list).length > 0;
		return parts.some((part) => has(part, patterns.textWishes) && !has(part, patterns.nouns) && !has(part, patterns.negators));
	});
}

function sentenceAsks(sentence: string, patterns: Patterns): boolean {
	const words = wordsOf(sentence, patterns.nouns);
	const kept = withoutNegated(words, patterns);
	return positions(kept, patterns.nouns).some((noun) =>
		around(noun, NEAR_WORDS).some((verb) => fits(kept[verb] ?? null, patterns.verbs) && !isAboutAnother(kept, verb, noun, patterns)),
	);
}

/** Lower-case words and commas; a noun of two words counts as one. */
function wordsOf(sentence: string, nouns: readonly string[]): (string | null)[] {
	let text = sentence.toLowerCase().replaceAll('’', "'");
	for (const noun of nouns) if (noun.includes(' ')) text = text.replaceAll(noun, noun.replace(' ', '_'));
	return (text.match(/[\p{L}\p{N}_'-]+|,/gu) ?? []).map((word) => word.replace('_', ' '));
}

function fits(word: string | null, list: readonly string[]): boolean {
	return word !== null && list.some((entry) => (entry.endsWith('*') ? word.startsWith(entry.slice(0, -1)) : word === entry));
}

function positions(words: readonly (string | null)[], list: readonly string[]): number[] {
	return words.flatMap((word, index) => (fits(word, list) ? [index] : []));
}

/** The places with at most so many words between them and this one, from first to last. */
const around = (at: number, most: number): number[] => Array.from({ length: 2 * most + 3 }, (_, index) => at - most - 1 + index);

/** Takes out `don't change the picture`, `the picture should not be changed`, `keep the image`, `картинку оставь`. */
function withoutNegated(words: readonly (string | null)[], patterns: Patterns): (string | null)[] {
	const left = [...words];
	const drop = (one: number, other: number) => {
		for (let index = Math.min(one, other); index <= Math.max(one, other); index += 1) left[index] = null;
	};
	const wishes = [...patterns.negatable, ...patterns.verbs];
	for (const negator of positions(words, patterns.negators)) {
		const verb = [negator + 1, negator + 2].find((at) => fits(words[at] ?? null, wishes));
		if (verb === undefined || words[negator + 1] === ',') continue;
		const before = around(negator, NEGATED_NEAR_WORDS).filter((at) => at < negator);
		const after = around(verb, NEGATED_NEAR_WORDS).filter((at) => at > verb && !hasOwnVerb(words.slice(verb + 1, at), patterns));
		const noun = [...before, ...after].find((at) => fits(words[at] ?? null, patterns.nouns));
		drop(negator, verb);
		if (noun !== undefined) drop(noun, noun > verb ? verb : negator);
	}
	for (const keeper of positions(left, patterns.keepers)) {
		if ([1, 2].some((back) => fits(words[keeper - back] ?? null, patterns.negators))) continue;
		const noun = around(keeper, NEGATED_NEAR_WORDS).find((at) => fits(left[at] ?? null, patterns.nouns));
		if (noun !== undefined) drop(keeper, noun);
	}
	return left;
}

/** `don't change the text, change the picture`: what is forbidden has been named, and the noun comes with a verb of its own. */
function hasOwnVerb(between: readonly (string | null)[], patterns: Patterns): boolean {
	const named = between.findIndex((word) => fits(word, patterns.otherThings));
	return named !== -1 && between.slice(named + 1).some((word) => fits(word, patterns.verbs));
}

/** `change the text under the picture` is about the text; `change the text and the picture` is about both. */
function isAboutAnother(words: readonly (string | null)[], verb: number, noun: number, patterns: Patterns): boolean {
	const between = words.slice(Math.min(verb, noun) + 1, Math.max(verb, noun));
	return between.some((word) => fits(word, patterns.otherThings)) && !between.some((word) => fits(word, patterns.joiners));
}
