/**
 * Whether a text tells what another one told: by numbers, names and words that both have, against what only the new one has. The
 * weights were chosen with the sets of `npm run check-suite -- repeats`; what they found in texts that they did not know is in
 * `docs/measured.md`.
 */
import { keysOfTerm, weightOf } from './matter.ts';
import type { Matter, Term } from './matter.ts';

interface Weights {
	readonly sharedValues: number;
	readonly newValues: number;
	readonly sharedNames: number;
	readonly newNames: number;
	/** For each word. */
	readonly sharedWords: number;
	/** For their share, as far as it is more than `USUAL_SHARE`. */
	readonly shareOfWords: number;
	readonly sameWording: number;
	readonly followUp: number;
	/** From here on it is a repetition. */
	readonly enough: number;
}

const IN_ONE_ALPHABET: Weights = {
	sharedValues: 2.5,
	newValues: 1,
	sharedNames: 0.9,
	newNames: 1,
	sharedWords: 0.4,
	shareOfWords: 10,
	sameWording: 3,
	followUp: 0.7,
	enough: 6,
};

/** Between alphabets hardly a word is the same; a draft has the words of its request too, which may be in the other one. */
const ACROSS_ALPHABETS: Weights = {
	sharedValues: 2,
	newValues: 1,
	sharedNames: 2,
	newNames: 0.4,
	sharedWords: 1,
	shareOfWords: 10,
	sameWording: 3,
	followUp: 0.5,
	enough: 4.4,
};

/** More of one kind say nothing new. */
const MOST = { shared: 7, fresh: 5, names: 5, words: 6 };
/** Fewer words are hardly a wording. */
const FEWEST_SAME_WORDS = 3;
/** What happened next shares so many of its words too. */
const USUAL_SHARE = 0.55;
/** The share of neighbouring words that are the same in one wording. */
const SAME_PAIRS = 0.8;
/** Shorter consonants are those of many words; a name of two is known by them only from another name. */
const FEWEST_CONSONANTS = { name: 2, word: 4 };

/** What many posts of the desk have says little: terms, as texts are found by them. */
export type Common = ReadonlySet<string>;

/** @returns from 1 on, `now` repeats `before` */
export function likeness(now: Matter, before: Matter, common: Common = new Set()): number {
	const isAcross = isCyrillic(now) !== isCyrillic(before);
	const weights = isAcross ? ACROSS_ALPHABETS : IN_ONE_ALPHABET;
	const known = new Set(before.values);
	const has = finderIn(before);
	const names = now.terms.filter(({ isName }) => isName);
	const words = now.terms.filter(({ isName }) => !isName);
	const newValues = sumOf(
		now.values.filter((value) => !known.has(value)),
		MOST.fresh,
	);
	const sharedNames = names.filter(has).map((name) => (keysOfTerm(name).some((key) => common.has(key)) ? 0.5 : 1));
	const sharedWords = words.filter((word) => has(word));
	const told = new Set(before.pairs);
	const sharedPairs = now.pairs.filter((pair) => told.has(pair)).length;
	const isWording = now.terms.length >= FEWEST_SAME_WORDS && sharedPairs >= now.pairs.length * SAME_PAIRS;
	// The same words with another number are the next one of a series: another line, another day.
	if (isWording && newValues > 0) return 0;
	const points =
		weights.sharedValues * sharedOf(now.values.filter((value) => known.has(value))) -
		weights.newValues * newValues +
		weights.sharedNames * Math.min(MOST.names, added(sharedNames)) -
		weights.newNames * Math.min(MOST.names, names.length - sharedNames.length) +
		weights.sharedWords * Math.min(MOST.words, sharedWords.length) +
		weights.shareOfWords * Math.max(0, sharedWords.length / (words.length + 1) - USUAL_SHARE) +
		(isWording ? weights.sameWording : 0) -
		(now.isFollowUp && !before.isFollowUp ? weights.followUp : 0);
	return points / weights.enough;
}

const isCyrillic = ({ terms }: Matter): boolean => terms.filter((term) => term.isCyrillic).length * 2 > terms.length;

const added = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0);
const sumOf = (values: readonly string[], most: number): number => Math.min(most, added(values.map(weightOf)));

/** What happened next names the one number that everybody remembers, so that the strongest one counts half. */
function sharedOf(values: readonly string[]): number {
	const strongest = Math.max(0, ...values.map(weightOf));
	return Math.min(MOST.shared, sumOf(values, Infinity) - strongest / 2);
}

function finderIn({ terms }: Matter): (term: Term) => boolean {
	const stems = new Set(terms.map(({ stem }) => stem));
	const sounds = new Set(
		terms.filter(({ isName, sound }) => isName || sound.length >= FEWEST_CONSONANTS.name + 1).map(({ sound }) => sound),
	);
	return ({ stem, sound, isName }) =>
		stems.has(stem) || (sound.length >= (isName ? FEWEST_CONSONANTS.name : FEWEST_CONSONANTS.word) && sounds.has(sound));
}
