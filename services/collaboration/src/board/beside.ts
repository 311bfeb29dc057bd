/** Which facts a sentence rests on, by what both say: numbers, names and words. No AI is asked. */
import type { Fact } from '@copydesk/domain/caption/facts';
import { fingerprintOf, type TopicFingerprint } from '@copydesk/domain/repeats/topicFingerprint';

export interface Beside {
	readonly sentence: string;
	readonly facts: readonly Fact[];
}

/** Texts and facts beyond these are not compared: the page answers in any case. */
const MAX_SENTENCES = 40;
const MAX_FACTS = 60;
/** A fact belongs to a sentence from here on: a number and a word, a name and a word, or three words. */
const ENOUGH = 3;
const MOST_BESIDE = 4;

export function factsBeside(
	text: string,
	facts: readonly Fact[],
): { readonly sentences: readonly Beside[]; readonly unused: readonly Fact[] } {
	const read = facts.slice(0, MAX_FACTS).map((fact) => ({ fact, fingerprint: fingerprintOf([fact.text]) }));
	const sentences = sentencesOf(text).map((sentence) => {
		const fingerprint = fingerprintOf([sentence]);
		const scored = read
			.map(({ fact, fingerprint: other }) => ({ fact, score: shared(fingerprint, other) }))
			.filter(({ score }) => score >= ENOUGH);
		const best = scored.sort((one, other) => other.score - one.score).slice(0, MOST_BESIDE);
		return { sentence, facts: best.map(({ fact }) => fact) };
	});
	const used = new Set(sentences.flatMap((each) => each.facts));
	return { sentences, unused: facts.filter((fact) => !used.has(fact)) };
}

const sentencesOf = (text: string): readonly string[] =>
	[...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)]
		.map(({ segment }) => segment.trim())
		.filter((sentence) => /\p{L}/u.test(sentence))
		.slice(0, MAX_SENTENCES);

function shared(one: TopicFingerprint, other: TopicFingerprint): number {
	const values = new Set(other.values);
	const terms = new Map(other.terms.map((term) => [term.stem, term]));
	const numbers = one.values.filter((value) => values.has(value)).length;
	const words = one.terms.filter(({ stem }) => terms.has(stem));
	return 2 * numbers + words.reduce((sum, { isName }) => sum + (isName ? 2 : 1), 0);
}
