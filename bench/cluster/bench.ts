/**
 * npm run bench -- cluster [--rounds N] [--posts N]: the desk of many processes. Stories are told while every process is killed again and
 * again, each in its turn; and requests are worked off by two workers, and by one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '../../scripts/cluster/cluster.ts';
import type { Cluster } from '../../scripts/cluster/cluster.ts';
import { drill } from '../../scripts/cluster/drill.ts';
import type { DrillResult } from '../../scripts/cluster/drill.ts';
import { NO_BUDGET } from '../../scripts/cluster/plan.ts';
import { orUsage, parseCommandLine, wholeNumber } from '../../scripts/commandLine.ts';
import { SandboxClient } from '../../scripts/desk/sandboxClient.ts';
import { PEOPLE, ask, previewsOf, requests, settled, watchSandbox } from '../load/watch.ts';
import { timingOf } from '../report.ts';
import type { Bench } from '../report.ts';

const WARM_UP_POSTS = 8;
const FIRST_LINE = 10;

interface Pace {
	readonly workers: number;
	readonly perMinute: number;
	readonly webhookP50Ms: number;
	readonly webhookP99Ms: number;
}

export const run: Bench = async (args) => {
	const { rounds, posts, isTry } = orUsage('npm run bench -- cluster [--rounds N] [--posts N] [--try]', () => {
		const { values } = parseCommandLine({
			args: [...args],
			options: {
				rounds: { type: 'string', default: '3' },
				posts: { type: 'string', default: '60' },
				try: { type: 'boolean', default: false },
			},
		});
		return { rounds: wholeNumber('rounds', values.rounds, 1), posts: wholeNumber('posts', values.posts, 2), isTry: values.try };
	});
	const paces = [await paceOf(2, posts), await paceOf(1, posts)];
	const drilled = await onCluster(2, (cluster) => {
		// The sandbox is the world outside, and the judge's memory.
		const mortal = cluster.members.filter((member) => member !== 'sandbox');
		const victims = Array.from({ length: rounds }, () => mortal).flat();
		return drill(cluster, { victims, tell: (text) => console.log(text) });
	});
	return reportOf({ paces, drilled, posts, isTry });
};

async function onCluster<T>(workers: number, work: (cluster: Cluster) => Promise<T>): Promise<T> {
	const data = await mkdtemp(join(tmpdir(), 'copydesk-cluster-'));
	const cluster = await startCluster({ data, workers, extraEnv: NO_BUDGET });
	try {
		return await work(cluster);
	} finally {
		await cluster.stop();
		await rm(data, { recursive: true, force: true, maxRetries: 5 });
	}
}

/** On a cluster of its own, so that neither finds what the other made warm or full. */
function paceOf(workers: number, posts: number): Promise<Pace> {
	return onCluster(workers, async ({ urls }) => {
		const [sandbox, watch] = [new SandboxClient(urls.sandbox), await watchSandbox(urls.sandbox)];
		try {
			const shown = (drafts: number) => settled(watch, () => previewsOf(watch.said).length >= drafts * PEOPLE.length);
			await ask(sandbox, requests(FIRST_LINE, WARM_UP_POSTS));
			await shown(WARM_UP_POSTS);
			const [warm, fromMs] = [watch.brought.length, performance.now()];
			await ask(sandbox, requests(FIRST_LINE + WARM_UP_POSTS, posts));
			await shown(WARM_UP_POSTS + posts);
			const tookMs = performance.now() - fromMs;
			const { p50Ms, p99Ms } = timingOf(
				watch.brought.slice(warm).map((each) => each.tookMs),
				tookMs,
			);
			console.log(`${posts} posts with ${workers} workers: ${(tookMs / 1_000).toFixed(1)} s`);
			return { workers, perMinute: posts / (tookMs / 60_000), webhookP50Ms: p50Ms, webhookP99Ms: p99Ms };
		} finally {
			watch.stop();
		}
	});
}

interface Measured {
	readonly paces: readonly Pace[];
	readonly drilled: DrillResult;
	readonly posts: number;
	readonly isTry: boolean;
}

function reportOf({ paces, drilled: { kills, told, tookMs, broken }, posts, isTry }: Measured) {
	const back = Map.groupBy(kills, ({ member }) => member);
	const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
	const stories = timingOf(
		told.map((each) => each.tookMs),
		tookMs,
	);
	const helped = told.filter((each) => each.helped > 0).length;
	return {
		title: 'A clustered desk',
		isTry,
		notes: [
			'PostgreSQL, Redis, n8n as main, webhook and worker processes, two of each of our services, a store that takes signed S3 requests ' +
				'and a proxy, all on one machine. A story is a post that one person asks for and, every second time, changes, and that the ' +
				'other decides.',
			broken.length === 0
				? 'After all of it nothing had come twice, been lost, been paid for twice or been taken up out of order, and the audit was whole.'
				: `Broken: ${broken.join('; ')}.`,
		],
		tables: [
			{
				heading: 'Each process killed with SIGKILL while posts are being made',
				columns: ['process', 'times', 'until everything answered again, median s', 'longest, s'],
				rows: [...back].map(([member, each]) => {
					const tookMsOf = each.map(({ backMs }) => backMs);
					return [member, String(each.length), seconds(timingOf(tookMsOf, 1).p50Ms), seconds(Math.max(...tookMsOf))];
				}),
			},
			{
				heading: 'Stories meanwhile',
				columns: ['told', 'with a press more', 'median, s', 'longest, s', 'broken promises'],
				rows: [
					[
						String(told.length),
						String(helped),
						seconds(stories.p50Ms),
						seconds(Math.max(...told.map((each) => each.tookMs))),
						String(broken.length),
					],
				],
			},
			{
				heading: `${posts} posts asked for at once by ${PEOPLE.length} people, nothing killed`,
				columns: ['workers', 'posts a minute', 'webhook median, ms', 'webhook p99, ms'],
				rows: paces.map(({ workers, perMinute, webhookP50Ms, webhookP99Ms }) =>
					[workers, perMinute, webhookP50Ms, webhookP99Ms].map((each) => each.toFixed(0)),
				),
			},
		],
	};
}
