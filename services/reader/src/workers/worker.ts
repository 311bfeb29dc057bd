/** A thread that parses one document at a time. It has no network and no secrets, and may be ended at any moment. */
import { parentPort, workerData } from 'node:worker_threads';
import { removeNetwork } from './noNetwork.ts';
import { decodeDocument } from './decode.ts';
import type { ArticleResult, FeedResult, FromWorker, Job, SearchResult, WorkerSettings } from './messages.ts';

removeNetwork();
const { parseFeed } = await import('../feeds/parseFeed.ts');
const { parsePage } = await import('../articles/parsePage.ts');
const { parseAnswer } = await import('../search/answers.ts');

const httpHosts = new Set((workerData as WorkerSettings).httpHosts);

/** The extractor catches its own errors and returns the whole page instead; here such an error counts as thrown. */
let swallowed: unknown;
Object.assign(console, {
	log: () => undefined,
	warn: () => undefined,
	error(...words: unknown[]) {
		if (words.includes('Error processing document:')) swallowed = words.at(-1);
	},
});

function parse(job: Job): FeedResult | ArticleResult | SearchResult {
	const { bytes, contentType, finalUrl } = job;
	const text = decodeDocument(bytes, contentType);
	if (text === undefined) return { code: 'charset_unknown' };
	if (job.kind === 'search') return parseAnswer(text, job.engine);
	if (job.kind === 'article') {
		swallowed = undefined;
		const outcome = parsePage(text, finalUrl, job.mostUnits);
		if (swallowed !== undefined) throw swallowed;
		return outcome;
	}
	const outcome = parseFeed(text, { finalUrl, httpHosts });
	return { ...outcome, weight: 2 * JSON.stringify(outcome).length };
}

const tell = (message: FromWorker): void => parentPort?.postMessage(message);
parentPort?.on('message', (job: Job) => {
	try {
		tell({ kind: 'done', result: parse(job) });
	} catch (error) {
		tell({ kind: 'failed', reason: error instanceof Error ? error.name : typeof error });
	}
});
tell({ kind: 'ready' });
