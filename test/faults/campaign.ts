/** Many schedules, one verdict. */
import { mutations } from './mutations.ts';
import { describe, scheduleOf, shrink, type Albums, type Schedule } from './schedule.ts';
import { play } from './simulation.ts';
import type { Plant } from './service.ts';
import { postgresStage, sqliteStage, type OpenStage } from './stage.ts';

export type Engine = 'sqlite' | 'postgres';

export interface Campaign {
	readonly seed: number;
	/** Index of the first schedule. */
	readonly from?: number;
	readonly schedules: number;
	readonly database: Engine;
	readonly plant?: Plant;
	/** Stops after this many failing schedules. */
	readonly maxFailures?: number;
	/** Makes each failing schedule smaller before it is shown. */
	readonly shrinks?: boolean;
	readonly onFailure?: (failure: Failure) => void;
	readonly progress?: (done: number, failures: number) => void;
}

export interface Failure {
	readonly index: number;
	readonly broken: readonly string[];
	/** The one line that brings it back. */
	readonly line: string;
	/** The schedule, and the smallest found that fails alike, in words. */
	readonly words: string;
}

export interface CampaignResult {
	readonly played: number;
	readonly failures: readonly Failure[];
	readonly steps: number;
	readonly posts: number;
	readonly struck: number;
	/** As in `Played`. */
	readonly struckLate: number;
	/** How often the service was killed at each labelled point. */
	readonly killedAt: Readonly<Record<string, number>>;
}

/** Bugs that only some schedules can find are looked for in those. */
const OF: Readonly<Record<string, Albums>> = { albums: 'all', voices: 'voices' };

export function lineOf({ seed, index }: Pick<Schedule, 'seed' | 'index'>, database: Engine, plant?: Plant): string {
	return `npm run faults -- --only ${seed}:${index} --database ${database}${plant === undefined ? '' : ` --plant ${plant}`}`;
}

export function openStage(database: Engine): Promise<OpenStage> {
	return database === 'sqlite' ? sqliteStage() : postgresStage();
}

export async function runCampaign(campaign: Campaign): Promise<CampaignResult> {
	const { seed, from = 0, schedules, database, plant, maxFailures = 5, shrinks = true, onFailure, progress } = campaign;
	const stage = await openStage(database);
	const failures: Failure[] = [];
	const killedAt: Record<string, number> = {};
	let played = 0;
	let steps = 0;
	let posts = 0;
	let struck = 0;
	let struckLate = 0;
	try {
		for (let index = from; index < from + schedules && failures.length < maxFailures; index += 1) {
			const mutation = mutations.find(({ name }) => name === process.env['COPYDESK_MUTATION']);
			const isHunt = plant !== undefined || mutation !== undefined;
			const schedule = scheduleOf(seed, index, !isHunt, OF[mutation?.of ?? '']);
			const result = await play(stage, schedule, plant);
			played += 1;
			steps += result.steps;
			posts += result.posts;
			struck += result.struck;
			struckLate += result.struckLate;
			for (const label of result.killedAt) killedAt[label] = (killedAt[label] ?? 0) + 1;
			if (result.broken.length > 0) {
				const smallest = shrinks
					? await shrink(schedule, async (candidate) => (await play(stage, candidate, plant)).broken.length > 0)
					: schedule;
				const failure: Failure = {
					index,
					broken: result.broken,
					line: lineOf(schedule, database, plant),
					words: `${describe(schedule)}${smallest === schedule ? '' : `\n  smaller:\n${describe(smallest)}`}`,
				};
				failures.push(failure);
				onFailure?.(failure);
			}
			progress?.(played, failures.length);
		}
	} finally {
		await stage.close();
	}
	return { played, failures, steps, posts, struck, struckLate, killedAt };
}
