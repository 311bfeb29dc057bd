import type { FeedbackPatterns } from '../chat/patterns.ts';

/** How many words may be between a verb and its noun. */
const NEAR_WORDS = 4;

/** How many between a verb that fits anything, such as `make`, and its noun. */
const MAKER_NEAR_WORDS = 1;

/** How many words may be between a keeper or a negated verb and the noun. */
const NEGATED_NEAR_WORDS = 3;

type Patterns = FeedbackPatterns['illustration'];

/** Null: taken out. */
type Words = readonly (string | null)[];

/** Whether the reply asks for another illustration: a verb near a noun in one clause, once negated spans are out. */
export const asksForIllustration = (text: string, patterns: Patterns): boolean =>
	clausesOf(text, patterns).some((clause) => {
		const kept = withoutNegated(clause, patterns);
		const isNear = (noun: number, verbs: readonly string[], most: number) =>
			around(noun, most).some((verb) => fits(kept[verb] ?? null, verbs) && !isAboutAnother(kept, verb, noun, patterns));
		return positions(kept, patterns.nouns).some(
			(noun) => isNear(noun, patterns.verbs, NEAR_WORDS) || isNear(noun, patterns.makers, MAKER_NEAR_WORDS),
		);
	});

/** Whether a wish for another illustration comes with one about the text, in a clause of its own: `… and make it shorter`. */
export const asksForText = (text: string, patterns: Patterns): boolean =>
	clausesOf(text, patterns).some((clause) => {
		if (has(clause, patterns.nouns, patterns.negators)) return false;
		const isAboutThing = has(clause, patterns.otherThings) && has(clause, patterns.verbs, patterns.makers, patterns.textVerbs);
		return has(clause, patterns.textWishes) || (isAboutThing && !has(clause, patterns.keepers));
	});

const BORDERS = [',', '-', '–', '—'];

/**
 * The clauses of a reply: `change the picture, | keep the text`. A comma or a joining word ends one only if something is asked for on
 * both its sides, so that `change the title and the picture` is one clause. `Change it` is about what was named last.
 */
function clausesOf(text: string, patterns: Patterns): Words[] {
	const { verbs, makers, textVerbs, keepers, negators, negatable, textWishes, nouns, otherThings, pronouns } = patterns;
	const things = [...nouns, ...otherThings];
	const ends = [...pronouns, ...verbs, ...negatable, ...keepers];
	let named: string | null = null;
	return text.split(/[.!?;…\n]+/).flatMap((sentence) => {
		const clauses: { readonly words: (string | null)[]; asks: boolean; isPicture: boolean }[] = [];
		for (const part of partsOf(sentence, patterns)) {
			const last = clauses.at(-1);
			const isNamed = has(part, things);
			const asks = has(part, verbs, makers, textVerbs, keepers, negators, textWishes);
			const isPicture = has(part, nouns) && has(part, verbs);
			if (asks && !isNamed && fits(part.at(-1) ?? null, ends)) clauses.push({ words: [named, ...part], asks, isPicture });
			else if (last === undefined || (last.asks && asks && (isNamed || last.isPicture)))
				clauses.push({ words: [...part], asks, isPicture });
			else {
				last.words.push(...part);
				last.asks ||= asks;
				last.isPicture ||= isPicture;
			}
			// What is liked is not meant by `change it`.
			if (isNamed) named = withoutNegated(part, patterns).find((word) => fits(word, things)) ?? null;
		}
		return clauses.map(({ words }) => words);
	});
}

/** What is between commas, dashes and joining words, each with the one before it. */
function partsOf(sentence: string, { nouns, joiners, contrasts }: Patterns): Words[] {
	const parts: (string | null)[][] = [[]];
	const borders = [...BORDERS, ...joiners, ...contrasts];
	for (const word of wordsOf(sentence, nouns))
		if (fits(word, borders)) parts.push([word]);
		else parts.at(-1)?.push(word);
	return parts;
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

const has = (words: Words, ...lists: readonly (readonly string[])[]): boolean =>
	lists.some((list) => words.some((word) => fits(word, list)));

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
		if (verb === undefined) continue;
		const before = around(negator, NEGATED_NEAR_WORDS).filter((at) => at < negator);
		const after = around(verb, NEGATED_NEAR_WORDS).filter((at) => at > verb);
		const noun = [...before, ...after].find((at) => fits(words[at] ?? null, patterns.nouns));
		drop(negator, verb);
		if (noun !== undefined) drop(noun, noun > verb ? verb : negator);
	}
	for (const keeper of positions(left, patterns.keepers)) {
		if ([1, 2].some((back) => fits(words[keeper - back] ?? null, patterns.negators))) continue;
		const things = around(keeper, NEGATED_NEAR_WORDS).filter((at) => fits(left[at] ?? null, [...patterns.nouns, ...patterns.otherThings]));
		const [nearest] = things.sort((one, other) => Math.abs(one - keeper) - Math.abs(other - keeper));
		if (nearest !== undefined) drop(keeper, nearest);
	}
	return left;
}

/** `change the text under the picture` is about the text; `change the text and the picture` is about both. */
function isAboutAnother(words: Words, verb: number, noun: number, patterns: Patterns): boolean {
	const between = words.slice(Math.min(verb, noun) + 1, Math.max(verb, noun));
	return between.some((word) => fits(word, patterns.otherThings)) && !between.some((word) => fits(word, patterns.joiners));
}
