// npm run cluster -- drill: stories are told while one process of each kind after the other is killed and comes back.

import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@copydesk/kit/database/open';
import type { Database } from '@copydesk/kit/database/types';
import type { Cluster } from './cluster.ts';
import { judge, settled, type Outage } from './judge.ts';
import { KINDS, type Kind, type Member } from './plan.ts';
import { Watch, play, storyOf, type Told } from './stories.ts';

interface Kill extends Outage {
	readonly member: Member;
}

export interface DrillResult {
	readonly kills: readonly Kill[];
	readonly told: readonly Told[];
	readonly tookMs: number;
	/** What is broken, a sentence each. */
	readonly broken: readonly string[];
}

interface DrillOptions {
	/** Who is killed, in this order. */
	readonly victims: readonly Member[];
	/** Stories that are told at one time. */
	readonly lanes?: number;
	/** Told at the least, besides those that the kills need. */
	readonly stories?: number;

	readonly storyTimeoutMs?: number;
	/** From 0 to 1, for the moments of the kills. */
	random?(): number;
	tell?(text: string): void;
}

const STORY_TIMEOUT_MS = 900_000;
const LONGEST_WAIT_MS = 4_000;
/** One of each kind. */
export const ONE_OF_EACH: readonly Member[] = KINDS.map(
	(kind: Kind): Member =>
		kind === 'renderer' || kind === 'reader' || kind === 'collaboration' || kind === 'n8n-worker' ? `${kind}-1` : kind,
);

/** @throws Error when a story does not come to its end */
export async function drill(cluster: Cluster, options: DrillOptions): Promise<DrillResult> {
	const { victims, lanes = 3, stories = 6, random = Math.random, tell = () => undefined } = options;
	const storyTimeoutMs = options.storyTimeoutMs ?? STORY_TIMEOUT_MS;
	const startedAtMs = Date.now();
	const look = databaseOf(cluster);
	const watch = new Watch(cluster.urls.sandbox, look.open);
	const told: Told[] = [];
	const kills: Kill[] = [];
	let next = 0;
	let killing = true;
	const lane = async (): Promise<void> => {
		while (killing || next < stories) {
			const story = storyOf(next);
			next += 1;
			const done = await play(story, watch, storyTimeoutMs);
			told.push(done);
			tell(`story ${story.number}: ${story.wanted} after ${seconds(done.tookMs)}${done.helped > 0 ? `, ${done.helped} presses more` : ''}`);
		}
	};
	try {
		const telling = Promise.all(Array.from({ length: lanes }, lane));
		const killer = async (): Promise<void> => {
			for (const member of victims) {
				await sleep(1_000 + random() * LONGEST_WAIT_MS);
				const atMs = Date.now();
				cluster.kill(member, 'SIGKILL');
				await cluster.whole();
				kills.push({ member, atMs, backMs: Date.now() - atMs });
				tell(`${member} was killed; everything answered again after ${seconds(Date.now() - atMs)}`);
			}
			killing = false;
		};
		await Promise.all([telling, killer()]);
		await settled(watch, storyTimeoutMs);
		await sleep(1_000);
		return { kills, told, tookMs: Date.now() - startedAtMs, broken: await judge(told, watch, kills) };
	} finally {
		killing = false;
		await watch.stop();
		await look.close();
	}
}

/** Posts asked for at once until both previews of each are there. @returns posts in a minute */
export async function throughput(cluster: Cluster, from: number, posts: number): Promise<number> {
	const look = databaseOf(cluster);
	const watch = new Watch(cluster.urls.sandbox, look.open);
	try {
		const startedAtMs = Date.now();
		await Promise.all(
			Array.from({ length: posts }, (_, at) =>
				play({ ...storyOf(from + at), wanted: 'rejected', revised: false }, watch, STORY_TIMEOUT_MS),
			),
		);
		return posts / ((Date.now() - startedAtMs) / 60_000);
	} finally {
		await watch.stop();
		await look.close();
	}
}

/** One connection for all who look; a new one if the server was killed in the meantime. */
function databaseOf(cluster: Cluster): { open(): Promise<Database>; close(): Promise<void> } {
	let opened: Promise<Database> | undefined;
	return {
		async open() {
			opened ??= openDatabase(cluster.databaseUrl, { readOnly: true, poolSize: 4 });
			return await opened;
		},
		close: async () => void (await opened?.then((db) => db.close())),
	};
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
