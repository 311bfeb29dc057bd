/** Holds each sentence of the articles against its article, as a fact is held against the blocks that it cites, and counts. */
import { parseFacts } from '../../../domain/news/facts.ts';
import { anAnswer } from '../../support/answers.ts';
import { articles, errors, misunderstandings, rewordings, type Article } from './article.ts';

interface Judged {
	readonly kind: string;
	readonly sentence: string;
	/** What the desk did not find in the article; null: it took the sentence for true. */
	readonly refusal: string | null;
}

function judge(article: Article, sentences: Article['true']): Judged[] {
	const blocks = [{ id: 'b1', text: article.text }];
	return sentences.map(({ kind, text }) => {
		const outcome = parseFacts(anAnswer({ facts: [{ text, source_ids: ['b1'] }] }), blocks);
		return { kind, sentence: text, refusal: outcome.kind === 'facts' ? null : outcome.detail };
	});
}

export type Counts = readonly (readonly [kind: string, refused: number, all: number])[];

const count = (kinds: readonly string[], judged: readonly Judged[]): Counts =>
	kinds.map((kind) => {
		const own = judged.filter((one) => one.kind === kind);
		return [kind, own.filter(({ refusal }) => refusal !== null).length, own.length];
	});

const isOneOf = (kinds: readonly string[], { kind }: Judged): boolean => kinds.includes(kind);

export interface Measured {
	readonly truths: Counts;
	readonly errors: Counts;
	/** Found all the same, though it is the AI that has to understand them. */
	readonly misunderstandings: Counts;
	readonly refused: readonly string[];
	readonly missed: readonly string[];
}

export function measureFacts(own: (article: Article) => boolean = () => true, all = articles): Measured {
	const chosen = all.filter(own);
	const truths = chosen.flatMap((article) => judge(article, article.true));
	const wrong = chosen.flatMap((article) => judge(article, article.wrong));
	return {
		truths: count(rewordings, truths),
		errors: count(errors, wrong),
		misunderstandings: count(misunderstandings, wrong),
		refused: truths.flatMap(({ kind, sentence, refusal }) => (refusal === null ? [] : [`${kind}: ${sentence} [${refusal}]`])),
		missed: wrong.flatMap((one) => (one.refusal === null && isOneOf(errors, one) ? [`${one.kind}: ${one.sentence}`] : [])),
	};
}

/** Refused and all, of all kinds. */
export const totalOf = (counts: Counts): readonly [refused: number, all: number] =>
	counts.reduce(([refused, all], [, some, of]) => [refused + some, all + of], [0, 0] as const as readonly [number, number]);
