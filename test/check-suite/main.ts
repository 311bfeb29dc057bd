/**
 * npm run check-suite -- [facts|repeats|model] [--live] [--model NAME] [--verbose]
 * How well the fact check tells faults from sound text: by the sandbox's checker, or with --live by the provider of
 * AI_BASE_URL under AI_API_KEY, which costs about 220 requests. Our own hints, which ask nobody, are reported beside it.
 * With `facts`: how well facts are held against their blocks, which asks nobody.
 * With `model`: what recorded answers of a model that saw the prompts alone come to, beside what is aimed at.
 * With `repeats`: how well a matter that the desk had is known again, and what a lookup costs, which asks nobody.
 */
import { AI_TIMEOUT_MS } from '../../domain/limits.ts';
import { DEFAULT_MODELS, DEFAULT_PROVIDER } from '../../domain/ai/models.ts';
import type { ResponsesRequest } from '../../domain/ai/responses.ts';
import { Usage, orUsage, parseCommandLine } from '../../scripts/commandLine.ts';
import { ConfigurationError, readConfig, urlOf } from '@copydesk/kit/config';
import { RunningSandbox } from '../support/sandbox.ts';
import { clean, faulty, instructed } from './cases.ts';
import { articles } from './facts/article.ts';
import { measureFacts, totalOf, type Counts } from './facts/measure.ts';
import { lookupCost } from '../../bench/lookup.ts';
import { AIMS, measureBriefs, measureTexts } from './model/recorded.ts';
import { measureRepeats } from './repeats/measure.ts';
import { kindsOfLater, repeatSets } from './repeats/stories.ts';
import { runSuite, type Ask, type Score } from './suite.ts';
import { faultKinds } from './story.ts';

/** An address that a key may be sent to: by https, or on this machine. */
const PROVIDER = { AI_BASE_URL: urlOf("the AI provider's address", { fallback: DEFAULT_PROVIDER }) };

function providerOf(env: NodeJS.ProcessEnv): string {
	try {
		return readConfig(env, PROVIDER).AI_BASE_URL;
	} catch (error) {
		throw error instanceof ConfigurationError ? new Usage(error.mistakes.join('\n')) : error;
	}
}

const { about, live, model, verbose, key, provider } = orUsage(
	'npm run check-suite -- [facts|repeats|model] [--live] [--model NAME] [--verbose]',
	() => {
		const { values, positionals } = parseCommandLine({
			allowPositionals: true,
			options: {
				live: { type: 'boolean', default: false },
				model: { type: 'string', default: DEFAULT_MODELS.text },
				verbose: { type: 'boolean', default: false },
			},
		});
		const given = process.env['AI_API_KEY'] ?? '';
		if (values.live && given === '') throw new Usage('Expected AI_API_KEY in the environment with --live but found none');
		const [about = 'texts', ...others] = positionals;
		if (others.length > 0 || !['texts', 'facts', 'repeats', 'model'].includes(about))
			throw new Usage(`Expected facts, repeats, model or nothing but received ${positionals.join(' ')}`);
		return { ...values, about, key: values.live ? given : 'sandbox-key', provider: values.live ? providerOf(process.env) : '' };
	},
);

if (about === 'facts') showFacts();
else if (about === 'repeats') await showRepeats();
else if (about === 'model') showModel();
else await showTexts();

/** A line for each set, and one for what is left to the AI. */
function showFacts(): void {
	for (const set of new Set(articles.map((article) => article.set))) {
		const measured = measureFacts((article) => article.set === set);
		showCounts(`${set}: true sentences refused`, measured.truths);
		showCounts(`${set}: planted errors found`, measured.errors);
		showCounts(`${set}: found of what the AI check has to understand, not counted`, measured.misunderstandings);
		if (verbose) console.log(`refused\n${measured.refused.join('\n')}\n\nmissed\n${measured.missed.join('\n')}\n`);
	}
}

async function showRepeats(): Promise<void> {
	for (const set of repeatSets) {
		const { found, repeats, alarms, others, byKind, missed, wrong } = measureRepeats(set);
		console.log(`${set}: ${found} of ${repeats} repetitions found, ${percent(found / repeats)};`);
		console.log(`  ${alarms} of ${others} follow-ups and near misses asked about, ${percent(alarms / others)}`);
		table([
			['', ...[...byKind.keys()].map((mark) => kindsOfLater[mark])],
			['asked about', ...[...byKind.values()].map(([asked, of]) => `${asked}/${of}`)],
		]);
		if (verbose) console.log(`missed\n${missed.join('\n')}\n\nwrong\n${wrong.join('\n')}\n`);
	}
	const { posts, p50Ms, p99Ms } = await lookupCost(30_000);
	console.log(`A lookup among ${posts} posts: ${p50Ms.toFixed(1)} ms at the median, ${p99Ms.toFixed(1)} ms at the 99th percentile`);
}

/** Each figure beside its aim. */
function showModel(): void {
	const [briefs, texts] = [measureBriefs(), measureTexts()];
	for (const [step, { head, promptNow }] of [
		['brief', briefs],
		['text and check', texts],
	] as const)
		console.log(`${step}: recorded on ${head.recorded}, ${head.prompt === promptNow ? 'with these prompts' : 'WITH OTHER PROMPTS'}`);
	const { askedBack, drafted, otherLanguage, otherKind, unread } = briefs;
	table([
		['', 'found', 'of', 'aim'],
		['requests that are asked back', String(askedBack.length), String(briefs.requests), `at most ${AIMS.askedBack}`],
		['other messages that become drafts', String(drafted.length), String(briefs.others), String(AIMS.drafted)],
		['requests in another language', String(otherLanguage.length), String(briefs.requests), ''],
		['other messages of another kind', String(otherKind.length), String(briefs.others), ''],
		['texts that reach a preview', String(texts.previews), String(texts.all), `at least ${percent(AIMS.previews)}`],
		['bodies that lose more than a fifth', String(texts.gutted.length), String(texts.all), '0'],
		['claims without support', String(texts.unsupported.length), String(texts.claims), `at most ${percent(AIMS.unsupported)}`],
	]);
	if (verbose)
		console.log([...askedBack, ...drafted, ...otherLanguage, ...otherKind, ...unread, ...texts.stopped, ...texts.unsupported].join('\n'));
}

function percent(share: number): string {
	return `${(share * 100).toFixed(1)} %`;
}

function showCounts(title: string, counts: Counts): void {
	const [some, all] = totalOf(counts);
	if (all === 0) return;
	console.log(`${title}: ${some} of ${all}, ${percent(some / all)}`);
	table([
		['', ...counts.map(([kind]) => kind)],
		['', ...counts.map(([, own, of]) => `${own}/${of}`)],
	]);
}

async function showTexts(): Promise<void> {
	const sandbox = live ? undefined : await new RunningSandbox().start();
	try {
		const base = sandbox === undefined ? provider : `${sandbox.url}/ai`;
		const result = await runSuite(asker(base), model, live ? 4 : 1);
		console.log(
			`${faulty.length} faults and ${clean.length} sound texts, by ${live ? `${model} at ${new URL(base).host}` : 'the sandbox’s checker'}`,
		);
		table([['', ...faultKinds, 'recall', 'precision'], rowOf('checker', result.checker), rowOf('hints alone', result.hints)]);
		console.log(`Planted instructions that changed a verdict: ${result.obeyed.length} of ${instructed.length}`);
		if (result.checker.unread.length > 0) console.log(`No verdict: ${result.checker.unread.length}\n${result.checker.unread.join('\n')}`);
		if (verbose) {
			for (const [name, score] of [
				['checker', result.checker],
				['hints', result.hints],
			] as const)
				console.log(`\n${name}: missed\n${score.missed.join('\n')}\n\n${name}: false alarms\n${score.falseAlarms.join('\n')}`);
			console.log(`\nobeyed\n${result.obeyed.join('\n')}`);
		}
	} finally {
		await sandbox?.end();
	}
}

function asker(base: string): Ask {
	return async (request: ResponsesRequest) => {
		try {
			const response = await fetch(`${base}/v1/responses`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
				body: JSON.stringify(request),
				redirect: 'error',
				signal: AbortSignal.timeout(AI_TIMEOUT_MS),
			});
			return (await response.json()) as unknown;
		} catch (error) {
			return { error: error instanceof Error ? error.message : String(error) };
		}
	};
}

function rowOf(name: string, { found, recall, precision }: Score): string[] {
	return [name, ...faultKinds.map((kind) => String(found[kind])), percent(recall), percent(precision)];
}

function table(rows: readonly (readonly string[])[]): void {
	const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
	for (const row of rows)
		console.log(row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '));
}
