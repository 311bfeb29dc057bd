/**
 * Whether a text tells what another one told: because it says hardly anything else, or by the numbers, names and words that both
 * have, against what only the new one has. The weights were fitted to the sets of `npm run check-suite -- repeats` and rounded;
 * what they found in texts that they did not know is in `docs/measured.md`.
 */
import { meaningsOf } from './meanings.ts';
import { isConsequence } from './consequences.ts';
import { keysOfTerm, weightOf, type TopicFingerprint, type Term } from './topicFingerprint.ts';

/** What many posts of the desk have says little: terms, as texts are found by them. */
export type Common = ReadonlySet<string>;

const WEIGHTS = {
	sharedValues: 1.6,
	newValues: -0.85,
	sharedNames: 0.3,
	newNames: -0.25,
	sharedWords: 0.5,
	sharedMeanings: 0.8,
	/** For each word of what came of it. */
	consequences: -0.7,
	/** Between alphabets less is found to be the same. */
	acrossAlphabets: 2.6,
};
/** From here on it is a repetition. */
const ENOUGH = 5.2;
/** More of one kind say nothing new. */
const MOST = { sharedValues: 7, newValues: 5, names: 5, words: 6, meanings: 8, consequences: 3 };
/** A text with hardly anything new is a repetition, however short. A name and a new number count more than a word. */
const LITTLE_NEW = { name: 1.2, newValue: 1.5, leastShared: 3, leastShare: 0.72 };

/** The share of neighbouring words that are the same in one wording. */
const SAME_PAIRS = 0.8;
/** Fewer words are hardly a wording. */
const FEWEST_SAME_WORDS = 3;
/** Shorter consonants are those of many words; a name of two is known by them only from another name. */
const FEWEST_CONSONANTS = { name: 2, word: 4, alike: 4 };
/** Shorter beginnings are those of many words. */
const FEWEST_LETTERS = 4;

/** @returns from 1 on, `now` repeats `before` */
export function likeness(now: TopicFingerprint, before: TopicFingerprint, common: Common = new Set()): number {
	if (isNextOfSeries(now, before)) return 0;
	const known = new Set(before.values);
	const again = now.values.filter((value) => known.has(value));
	const newValues = Math.min(MOST.newValues, sumOf(now.values.filter((value) => !known.has(value))));
	const { names, words, meanings } = termsHeldAgainst(now, before, common);
	const told = new Set(before.terms.map(({ stem }) => stem));
	const consequences = now.terms.filter(({ stem }) => isConsequence(stem) && !told.has(stem)).length;
	const points =
		WEIGHTS.sharedValues * sharedOf(again) +
		WEIGHTS.newValues * newValues +
		WEIGHTS.sharedNames * Math.min(MOST.names, names.shared) +
		WEIGHTS.newNames * Math.min(MOST.names, names.fresh) +
		WEIGHTS.sharedWords * Math.min(MOST.words, words.shared) +
		WEIGHTS.sharedMeanings * Math.min(MOST.meanings, meanings.shared) +
		WEIGHTS.consequences * Math.min(MOST.consequences, consequences) +
		(isCyrillic(now) === isCyrillic(before) ? 0 : WEIGHTS.acrossAlphabets);
	const shared = LITTLE_NEW.name * names.shared + words.shared + meanings.shared + sumOf(again);
	const fresh = LITTLE_NEW.name * names.fresh + words.fresh + meanings.fresh + LITTLE_NEW.newValue * newValues + consequences;
	const isEnough = shared >= LITTLE_NEW.leastShared || isVerbatim(now, before);
	const share = isEnough ? shared / (shared + fresh) : 0;
	return Math.max(points / ENOUGH, share / LITTLE_NEW.leastShare);
}

const isCyrillic = ({ terms }: TopicFingerprint): boolean => terms.filter((term) => term.isCyrillic).length * 2 > terms.length;

/** The same wording with another number or name in place of one: another line, day or town. A number that is only added changes nothing. */
function isNextOfSeries(now: TopicFingerprint, before: TopicFingerprint): boolean {
	const told = new Set(before.pairs);
	if (now.terms.length < FEWEST_SAME_WORDS || !now.pairs.some((pair) => told.has(pair))) return false;
	const left = new Set(onlyIn(before, now).map(([place]) => place));
	// Drafts of earlier releases do not say where their numbers are.
	const hasPlaces = before.values.length === 0 || before.pairs.some((pair) => pair.includes('#'));
	const changed = new Set(
		onlyIn(now, before).flatMap(([place, what = '']) => (left.has(place) || (!hasPlaces && what.startsWith('#')) ? [what] : [])),
	);
	const kept = now.pairs.filter((pair) => pair.split(' ').every((word) => /^[^#]/.test(word) && !changed.has(word)));
	return changed.size > 0 && kept.filter((pair) => told.has(pair)).length >= kept.length * SAME_PAIRS;
}

/** Numbers and names that the other text has not, each behind the word before it. */
function onlyIn({ values, terms, pairs }: TopicFingerprint, other: TopicFingerprint): (readonly string[])[] {
	const has = finderIn(other);
	const names = terms.flatMap((term) => (term.isName && !has(term) ? [term.stem] : []));
	const only = new Set([...values.filter((value) => !other.values.includes(value)).map((value) => `#${value}`), ...names]);
	return pairs.map((pair) => pair.split(' ')).filter(([, what = '']) => only.has(what));
}

/** The very same words, however few. */
function isVerbatim(now: TopicFingerprint, before: TopicFingerprint): boolean {
	const told = new Set(before.pairs);
	return now.terms.length > 1 && now.pairs.every((pair) => told.has(pair));
}

const sumOf = (values: readonly string[]): number => values.reduce((sum, value) => sum + weightOf(value), 0);

/** What happened next names the one number that everybody remembers, so that the strongest one counts half. */
function sharedOf(values: readonly string[]): number {
	return Math.min(MOST.sharedValues, sumOf(values) - Math.max(0, ...values.map(weightOf)) / 2);
}

interface Count {
	shared: number;
	fresh: number;
}

/** How many names, rare words and everyday meanings of one text the other one has, and how many it has not. */
function termsHeldAgainst(now: TopicFingerprint, before: TopicFingerprint, common: Common): Record<'names' | 'words' | 'meanings', Count> {
	const counts = { names: { shared: 0, fresh: 0 }, words: { shared: 0, fresh: 0 }, meanings: { shared: 0, fresh: 0 } };
	const has = finderIn(before);
	const namesBefore = new Set(before.terms.flatMap(({ isName, stem }) => (isName ? [stem] : [])));
	const meant = new Set(before.terms.flatMap(({ stem }) => meaningsOf(stem)));
	for (const term of now.terms) {
		const meanings = meaningsOf(term.stem);
		const isMeant = meanings.some((meaning) => meant.has(meaning));
		const isFound = has(term);
		// A word at the beginning of a sentence may be a name that only the other text shows to be one.
		const isName = term.isName || namesBefore.has(term.stem);
		const weight = keysOfTerm(term).some((key) => common.has(key)) ? 0.5 : 1;
		if (isName && isFound) counts.names.shared += weight;
		else if (isMeant || (isFound && meanings.length > 0)) counts.meanings.shared += weight;
		else if (isName) counts.names.fresh += 1;
		else if (meanings.length > 0) counts.meanings.fresh += 1;
		else if (isFound) counts.words.shared += weight;
		else counts.words.fresh += 1;
	}
	return counts;
}

function finderIn({ terms }: TopicFingerprint): (term: Term) => boolean {
	const stems = new Set(terms.map(({ stem }) => stem));
	const beginnings = new Set(terms.flatMap(({ stem }) => beginningsOf(stem)));
	const names = terms.filter(({ isName }) => isName);
	const sounds = new Set(
		terms.filter(({ isName, sound }) => isName || sound.length >= FEWEST_CONSONANTS.name + 1).map(({ sound }) => sound),
	);
	return ({ stem, sound, isName, isCyrillic: own }) =>
		stems.has(stem) ||
		beginnings.has(stem) ||
		beginningsOf(stem).some((beginning) => stems.has(beginning)) ||
		(sound.length >= (isName ? FEWEST_CONSONANTS.name : FEWEST_CONSONANTS.word) && sounds.has(sound)) ||
		(isName && sound.length >= FEWEST_CONSONANTS.alike && names.some((name) => name.isCyrillic !== own && differInOne(name.sound, sound)));
}

/** `Кипр` and `кипрс`: the stem of another form may end earlier or later. */
const beginningsOf = (stem: string): string[] =>
	Array.from({ length: Math.max(0, stem.length - FEWEST_LETTERS) }, (_, at) => stem.slice(0, FEWEST_LETTERS + at));

/** One letter more, less or other: spellings of a name in two alphabets. */
function differInOne(one: string, other: string): boolean {
	const [short, long] = one.length < other.length ? [one, other] : [other, one];
	if (long.length - short.length > 1) return false;
	let at = 0;
	while (at < short.length && short[at] === long[at]) at += 1;
	return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}
