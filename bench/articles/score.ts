/**
 * The measure of the public article extraction benchmark: texts are compared by their shingles of four words, each as often as it
 * stands there; every page counts the same, however long it is.
 */

const SHINGLE_WORDS = 4;

export interface PageScore {
	readonly precision: number;
	readonly recall: number;
	/** Nothing was extracted: such a page has no precision. */
	readonly isEmpty: boolean;
	/** Nothing to extract: such a page has no recall. */
	readonly hasNoTruth: boolean;
}

export interface Score {
	readonly pages: number;
	readonly f1: number;
	readonly precision: number;
	readonly recall: number;
	/** Share of the pages on which every shingle is right. */
	readonly accuracy: number;
}

function shinglesOf(text: string): Map<string, number> {
	const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
	const shingles = new Map<string, number>();
	for (let at = 0; at < Math.max(1, words.length - SHINGLE_WORDS + 1); at += 1) {
		const shingle = words.slice(at, at + SHINGLE_WORDS).join(' ');
		if (shingle !== '') shingles.set(shingle, (shingles.get(shingle) ?? 0) + 1);
	}
	return shingles;
}

export function scorePage(truth: string, extracted: string): PageScore {
	const [expected, found] = [shinglesOf(truth), shinglesOf(extracted)];
	let [right, wrong, missing] = [0, 0, 0];
	for (const shingle of new Set([...expected.keys(), ...found.keys()])) {
		const [wanted, has] = [expected.get(shingle) ?? 0, found.get(shingle) ?? 0];
		right += Math.min(wanted, has);
		wrong += Math.max(0, has - wanted);
		missing += Math.max(0, wanted - has);
	}
	const isPerfect = wrong === 0 && missing === 0;
	return {
		precision: isPerfect ? 1 : right === 0 ? 0 : right / (right + wrong),
		recall: isPerfect ? 1 : right === 0 ? 0 : right / (right + missing),
		isEmpty: right + wrong === 0,
		hasNoTruth: right + missing === 0,
	};
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export function scoreAll(scores: readonly PageScore[]): Score {
	const precision = mean(scores.filter(({ isEmpty }) => !isEmpty).map((score) => score.precision));
	const recall = mean(scores.filter(({ hasNoTruth }) => !hasNoTruth).map((score) => score.recall));
	return {
		pages: scores.length,
		f1: (2 * precision * recall) / (precision + recall),
		precision,
		recall,
		accuracy: scores.filter((score) => score.precision === 1 && score.recall === 1).length / scores.length,
	};
}
