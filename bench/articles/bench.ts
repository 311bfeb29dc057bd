/**
 * npm run bench -- articles <folder>: the reader's extraction on a folder in the form of the public article extraction benchmark,
 * `ground-truth.json` and `html/<id>.html.gz`, in one thread with the bounds that it has by default. Its pages are their
 * publishers': none is kept here, and no result is written.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { CopydeskError } from '@copydesk/domain/errors';
import { MAX_ARTICLE_HTML_BYTES, MAX_ARTICLE_TEXT_UNITS } from '@copydesk/domain/limits';
import { orUsage, parseCommandLine, Usage } from '../../scripts/commandLine.ts';
import { openPool, type Pool } from '../../services/reader/src/workers/pool.ts';
import { timingOf, type Bench, type Timing } from '../report.ts';
import { scoreAll, scorePage, type PageScore, type Score } from './score.ts';

/** Default: `READER_EXTRACT_MS` and `READER_WORKER_MB`. */
const JOB_MS = 8_000;
const HEAP_MB = 192;
/** Read before anything is timed, as a reader that has been running for a while. */
const WARM_UP = 20;
const HALF = 0.5;
const MICROSECONDS = 1_000;

/** On all 181 pages of the benchmark, as their makers or its keepers tell. */
const PUBLISHED: readonly (readonly [name: string, f1: string, precision: string, recall: string])[] = [
	['rs-trafilatura', '0.970', '0.951', '0.990'],
	['go-trafilatura', '0.960', '', ''],
	['trafilatura 2.0', '0.958', '0.938', '0.978'],
	['newspaper4k', '0.949', '0.964', '0.934'],
	['Readability.js 0.6', '0.947', '0.914', '0.982'],
];

interface Truth {
	readonly articleBody: string;
	readonly url?: string;
}

interface Reading {
	readonly id: string;
	readonly score: PageScore;
	/** Why it was refused; undefined when it was read. */
	readonly code: string | undefined;
	readonly isWithinBounds: boolean;
	/** Processor time: a busy machine says nothing about the reader. */
	readonly tookMs: number | undefined;
}

export interface Measured {
	readonly all: Score;
	readonly withinBounds: Score;
	readonly refused: Readonly<Record<string, number>>;
	/** Pages that were read, of whose text less than half is right, or which have less than half of theirs. */
	readonly wrong: readonly string[];
	readonly timing: Timing;
}

async function textOf(pool: Pool, bytes: Buffer, url: string): Promise<{ readonly text: string } | { readonly code: string }> {
	if (bytes.length > MAX_ARTICLE_HTML_BYTES) return { code: 'source_too_large' };
	try {
		const outcome = await pool.run({ kind: 'article', bytes: new Uint8Array(bytes), contentType: 'text/html', finalUrl: url });
		return 'article' in outcome ? { text: outcome.article.blocks.map(({ text }) => text).join('\n') } : outcome;
	} catch (error) {
		if (error instanceof CopydeskError) return { code: error.code };
		throw error;
	}
}

async function read(pool: Pool, folder: string, id: string, truth: Truth): Promise<Reading> {
	const bytes = await promisify(gunzip)(await readFile(join(folder, 'html', `${id}.html.gz`)));
	const before = process.cpuUsage();
	const outcome = await textOf(pool, bytes, truth.url ?? 'https://page.example/story');
	const { user, system } = process.cpuUsage(before);
	return {
		id,
		score: scorePage(truth.articleBody, 'text' in outcome ? outcome.text : ''),
		code: 'code' in outcome ? outcome.code : undefined,
		isWithinBounds: bytes.length <= MAX_ARTICLE_HTML_BYTES && truth.articleBody.length <= MAX_ARTICLE_TEXT_UNITS,
		tookMs: bytes.length > MAX_ARTICLE_HTML_BYTES ? undefined : (user + system) / MICROSECONDS,
	};
}

export async function measure(folder: string): Promise<Measured> {
	const pages = Object.entries(JSON.parse(await readFile(join(folder, 'ground-truth.json'), 'utf8')) as Record<string, Truth>);
	const pool = await openPool({ size: 1, jobMs: JOB_MS, heapMb: HEAP_MB, settings: { httpHosts: [] } });
	try {
		for (const [id, truth] of pages.slice(0, WARM_UP)) await read(pool, folder, id, truth);
		const readings: Reading[] = [];
		for (const [id, truth] of pages) readings.push(await read(pool, folder, id, truth));
		const refused: Record<string, number> = {};
		for (const { code } of readings) if (code !== undefined) refused[code] = (refused[code] ?? 0) + 1;
		const took = readings.flatMap(({ tookMs }) => (tookMs === undefined ? [] : [tookMs]));
		const isWrong = ({ code, score }: Reading): boolean => code === undefined && Math.min(score.precision, score.recall) < HALF;
		return {
			all: scoreAll(readings.map(({ score }) => score)),
			withinBounds: scoreAll(readings.filter(({ isWithinBounds }) => isWithinBounds).map(({ score }) => score)),
			refused,
			wrong: readings.filter(isWrong).map(({ id }) => id),
			timing: timingOf(
				took,
				took.reduce((sum, ms) => sum + ms, 0),
			),
		};
	} finally {
		await pool.close();
	}
}

export const run: Bench = async (args) => {
	const folder = orUsage('npm run bench -- articles <folder>', () => {
		const { positionals } = parseCommandLine({ allowPositionals: true, args: [...args] });
		const [one] = positionals;
		if (one === undefined || positionals.length > 1 || !existsSync(join(one, 'ground-truth.json')))
			throw new Usage('Expected one folder with ground-truth.json and html/');
		return one;
	});
	const measured = await measure(folder);
	const digits = (value: number): string => value.toFixed(3);
	const row = (name: string, { pages, f1, precision, recall, accuracy }: Score): string[] => [
		name,
		String(pages),
		...[f1, precision, recall, accuracy].map(digits),
	];
	const { all, withinBounds, refused, wrong, timing } = measured;
	return {
		title: 'Articles: how much of a page the reader gets right',
		isTry: true,
		notes: [
			'F1, precision and recall over shingles of four words, each page counting the same; accuracy is the share of pages on which all ' +
				'of them are right. A refused page counts as an empty text. Milliseconds are processor time of all threads, from bytes to blocks.',
			`Within the bounds are pages of at most ${MAX_ARTICLE_HTML_BYTES} bytes whose article has at most ${MAX_ARTICLE_TEXT_UNITS} units. ` +
				'The others are measured elsewhere, on all 181 pages of the benchmark.',
		],
		tables: [
			{
				heading: 'Right and wrong',
				columns: ['extractor', 'pages', 'F1', 'precision', 'recall', 'accuracy'],
				rows: [
					row('this reader, within the bounds', withinBounds),
					row('this reader, all pages', all),
					...PUBLISHED.map(([name, ...figures]) => [name, '181', ...figures, '']),
				],
			},
			{
				heading: 'Refused, taken wrongly, and how long it takes',
				columns: ['refused', 'taken, but less than half right', 'median ms', 'p99 ms'],
				rows: [
					[
						Object.entries(refused)
							.map(([code, times]) => `${code} ${times}`)
							.join(', ') || 'none',
						wrong.join(', ') || 'none',
						timing.p50Ms.toFixed(0),
						timing.p99Ms.toFixed(0),
					],
				],
			},
		],
		data: { ...measured },
	};
};
