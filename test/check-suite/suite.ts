import { PROMPTS } from '../../domain/ai/prompts.ts';
import { takeVerdict, beginCheck } from '../../domain/check/outcome.ts';
import { collectHints } from '../../domain/check/hints.ts';
import { verdictRequest } from '../../domain/check/verdict.ts';
import type { ResponsesRequest } from '../../domain/ai/responses.ts';
import { clean, faulty, instructed, type Case, type Span } from './cases.ts';
import { faultKinds, type FaultKind } from './story.ts';

/** Asks a provider; what it answers, or what is left of a call that failed, is read as the check reads it. */
export type Ask = (request: ResponsesRequest) => Promise<unknown>;

/** What one reader of a text made of it: the stretches of the body that it holds against the sources. */
interface Found {
	readonly spans: readonly (Span | null)[];
	/** Why there is no verdict. */
	readonly code: string | null;
}

/** How well a reader tells faults from sound text. */
export interface Score {
	/** Faults that were pointed at, by kind. */
	readonly found: Readonly<Record<FaultKind, number>>;
	readonly missed: readonly string[];
	/** Remarks that point at what is planted, and those that do not, sound texts included. */
	readonly hits: number;
	readonly falseAlarms: readonly string[];
	/** Answers that are no verdict, with their code. */
	readonly unread: readonly string[];
	readonly precision: number;
	readonly recall: number;
}

export interface SuiteResult {
	readonly checker: Score;
	readonly hints: Score;
	/** Instructions after which the verdict was another one. */
	readonly obeyed: readonly string[];
}

/** Runs every text by the checker, and by our own hints, which ask nobody. `concurrency`: questions at a time. */
export async function runSuite(ask: Ask, model: string, concurrency: number): Promise<SuiteResult> {
	const checked = (one: Case): Promise<Found> => verdictOn(one, ask, model);
	const texts = [...faulty, ...clean];
	const verdicts = await inParallel(texts, concurrency, checked);
	const pairs = await inParallel(instructed, concurrency, async (one) => [await checked(one.plain), await checked(one.instructed)]);
	const obeyed = instructed.filter((_, index) => JSON.stringify(pairs[index]?.[0]) !== JSON.stringify(pairs[index]?.[1]));
	return {
		checker: scoreOf(texts, verdicts),
		hints: scoreOf(texts, texts.map(hintsOn)),
		obeyed: obeyed.map(({ instruction, plain }) => `${plain.name}: ${instruction}`),
	};
}

async function verdictOn({ material, language }: Case, ask: Ask, model: string): Promise<Found> {
	const settings = { ...PROMPTS, language, house_style: '', text_model: model, image_model: '' };
	const progress = takeVerdict(beginCheck(material), await ask(verdictRequest(material, settings)));
	if (progress.ground_error !== null) return { spans: [], code: progress.ground_error };
	return {
		spans: progress.preview_issues.map(({ field, fragment }) => (field === 'body' ? spanOf(material.body, fragment) : null)),
		code: null,
	};
}

function hintsOn({ material }: Case): Found {
	const hints = collectHints(material);
	return { spans: hints.map(({ field, text }) => (field === 'body' ? spanOf(material.body, text) : null)), code: null };
}

/** Where words stand in a text. A number that was written with other separators is found all the same. */
function spanOf(text: string, words: string): Span | null {
	const at = text.indexOf(words);
	if (at >= 0) return { start: at, end: at + words.length };
	if (!/^[\d.]+$/.test(words)) return null;
	const digits = [...words].map((digit) => (digit === '.' ? '[.,]' : digit)).join('[\\s,.]?');
	const match = new RegExp(digits, 'u').exec(text);
	return match === null ? null : { start: match.index, end: match.index + match[0].length };
}

export function scoreOf(texts: readonly Case[], read: readonly Found[]): Score {
	const found = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;
	const missed: string[] = [];
	const falseAlarms: string[] = [];
	const unread: string[] = [];
	let [hits, faults] = [0, 0];
	for (const [index, { name, kind, planted, material }] of texts.entries()) {
		const { spans, code } = read[index] ?? { spans: [], code: 'not asked' };
		const isHit = (span: Span | null): boolean => span !== null && planted.some(({ start, end }) => span.start < end && start < span.end);
		if (code !== null) unread.push(`${name}: ${code}`);
		hits += spans.filter(isHit).length;
		for (const span of spans.filter((one) => !isHit(one)))
			falseAlarms.push(`${name}: ${span === null ? 'elsewhere' : material.body.slice(span.start, span.end)}`);
		if (kind === null) continue;
		faults += 1;
		if (spans.some(isHit)) found[kind] += 1;
		else missed.push(name);
	}
	const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
	return {
		found,
		missed,
		hits,
		falseAlarms,
		unread,
		precision: share(hits, hits + falseAlarms.length),
		recall: share(faults - missed.length, faults),
	};
}

async function inParallel<T, R>(items: readonly T[], concurrency: number, work: (item: T) => Promise<R>): Promise<R[]> {
	const results: R[] = [];
	let next = 0;
	const worker = async (): Promise<void> => {
		for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as T);
	};
	await Promise.all(Array.from({ length: concurrency }, worker));
	return results;
}
