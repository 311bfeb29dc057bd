/** A campaign in parts, side by side in processes of their own; what is done is kept, so that it can be gone on with. */
import { execFileSync, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { QUIET_NODE } from '../../scripts/desk/paths.ts';
import type { Campaign, CampaignResult } from './campaign.ts';
import { ROOT, type Mutation } from './mutations.ts';

/** Schedules of a part: enough that the PostgreSQL server which each starts costs little. */
const PART = 500;

export interface Run extends Pick<Campaign, 'seed' | 'database'> {
	/** How many of the schedules from 0 on are to be played. */
	readonly schedules: number;
	readonly lanes: number;
	/** No part is begun after this many. */
	readonly minutes?: number;
	readonly say: (text: string) => void;
}

/** Of all parts that were played, in this run and in those before it. */
export interface Totals extends Pick<CampaignResult, 'played' | 'steps' | 'posts' | 'struck'> {
	/** Lines that bring the failing ones back. */
	readonly failing: readonly string[];
	readonly seconds: number;
	/** First schedules of the parts that are done. */
	readonly done: readonly number[];
}

const NOTHING: Totals = { played: 0, steps: 0, posts: 0, struck: 0, failing: [], seconds: 0, done: [] };

/** What came of a part. */
export interface PartResult extends CampaignResult {
	/** Of processor time, in the program and in the system. */
	readonly seconds: number;
}

/** Plays a part in a process of its own. @throws Error when the process dies */
function playPart(part: Omit<Campaign, 'onFailure' | 'progress'>, mutation?: Mutation): Promise<PartResult> {
	const preload = mutation === undefined ? [] : ['--import', join(import.meta.dirname, 'mutated.ts')];
	const child = fork(join(import.meta.dirname, 'lane.ts'), [], {
		execArgv: [...QUIET_NODE, ...preload],
		serialization: 'advanced',
		env: { ...process.env, ...(mutation === undefined ? {} : { COPYDESK_MUTATION: mutation.name }) },
	});
	return new Promise((resolve, reject) => {
		let result: PartResult | undefined;
		child.once('message', (sent) => (result = sent as PartResult));
		child.once('error', reject);
		child.once('exit', (code, signal) =>
			result === undefined ? reject(new Error(`A part ended with ${signal ?? code} and no result`)) : resolve(result),
		);
		child.send(part);
	});
}

/** Works off a list side by side. */
async function sideBySide<Item>(items: Iterable<Item>, lanes: number, work: (item: Item) => Promise<void>): Promise<void> {
	const left = items[Symbol.iterator]();
	const lane = async (): Promise<void> => {
		for (let next = left.next(); next.done !== true; next = left.next()) await work(next.value);
	};
	await Promise.all(Array.from({ length: lanes }, lane));
}

/** Plays what is left of a run. @param file where what is done is kept */
export async function playRun({ seed, database, schedules, lanes, minutes, say }: Run, file: string): Promise<Totals> {
	let totals = kept(file, NOTHING);
	const startedMs = performance.now();
	const done = new Set(totals.done);
	function* parts(): Generator<number> {
		for (let from = 0; from < schedules; from += PART) {
			if (minutes !== undefined && performance.now() - startedMs > minutes * 60_000) return;
			if (!done.has(from)) yield from;
		}
	}
	await sideBySide(parts(), lanes, async (from) => {
		const part = await playPart({ seed, from, schedules: Math.min(PART, schedules - from), database, maxFailures: Infinity });
		for (const { line, words, broken } of part.failures) say(`\nFAILED: ${line}\n${words}\n${broken.join('\n')}\n`);
		totals = {
			played: totals.played + part.played,
			steps: totals.steps + part.steps,
			posts: totals.posts + part.posts,
			struck: totals.struck + part.struck,
			failing: [...totals.failing, ...part.failures.map(({ line }) => line)],
			seconds: totals.seconds + Math.round(part.seconds),
			done: [...totals.done, from],
		};
		keep(file, totals);
		say(`  ${totals.played} of ${schedules} schedules on ${database}, seed ${seed}: ${totals.failing.length} failing`);
	});
	return totals;
}

function kept<Value>(file: string, nothing: Value): Value {
	try {
		return JSON.parse(readFileSync(file, 'utf8')) as Value;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return nothing;
		throw error;
	}
}

function keep(file: string, value: unknown): void {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(`${file}.new`, JSON.stringify(value));
	renameSync(`${file}.new`, file);
}

/** What a schedule's course depends on, besides the packages. */
const PLAYED = ['services/collaboration', 'services/kit', 'domain', 'test/faults', 'test/support/messenger.ts', 'package-lock.json'];

/** Where what is done of a run is kept: for what is committed of these sources, because others have to be played from the start. */
export function runFile(what: Campaign['database'] | 'mutations', seed: number): string {
	const trees = execFileSync('git', ['rev-parse', ...PLAYED.map((path) => `HEAD:${path}`)], { cwd: ROOT });
	const played = createHash('sha256').update(trees).digest('hex').slice(0, 12);
	return join(ROOT, '.data', 'faults', `${what}-${seed}-${played}.json`);
}

/** How a mutation fared. */
export interface Hunt {
	readonly name: string;
	/** So many schedules were played at most. */
	readonly schedules: number;
	/** Number of the first schedule that failed, from 1; absent when none did. */
	readonly foundBy?: number;
	readonly broken?: string;
}

/**
 * Plays the same schedules on each mutation until one fails.
 * @param file where what is done is kept
 */
export async function hunt(
	mutations: readonly Mutation[],
	{ seed, schedules, lanes, say }: Pick<Run, 'seed' | 'schedules' | 'lanes' | 'say'>,
	file: string,
): Promise<readonly Hunt[]> {
	let hunts = kept<readonly Hunt[]>(file, []).filter((each) => each.foundBy !== undefined || each.schedules >= schedules);
	const left = mutations.filter(({ name }) => !hunts.some((each) => each.name === name));
	await sideBySide(left, lanes, async (mutation) => {
		const part = { seed, schedules, database: 'sqlite', maxFailures: 1, shrinks: false } as const;
		const { name } = mutation;
		const [failure] = (await playPart(part, mutation)).failures;
		const found = failure === undefined ? {} : { foundBy: failure.index + 1, broken: failure.broken[0] ?? '' };
		hunts = [...hunts, { name, schedules, ...found }];
		keep(file, hunts);
		say(`  ${name}: ${failure === undefined ? `not found by ${schedules}` : `found by ${failure.index + 1}: ${failure.broken[0]}`}`);
	});
	return mutations.flatMap(({ name }) => hunts.find((each) => each.name === name) ?? []);
}
