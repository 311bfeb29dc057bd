/**
 * npm run bench -- pipeline [--rounds N]: what lies between a person and what they see, on real n8n with the sandbox, and beside it what a
 * bare n8n needs for as many nodes, sub-workflows and calls; and what it all takes from the machine.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { orUsage, parseCommandLine, wholeNumber } from '../../scripts/commandLine.ts';
import { startDesk, type Desk } from '../../scripts/desk/desk.ts';
import { loginToN8n } from '../../scripts/desk/n8n.ts';
import { freePorts } from '../../scripts/desk/ports.ts';
import { sumOf, takenBetween, takenBy, type TakenByProgram } from '../processes.ts';
import { timingOf, type Bench } from '../report.ts';
import { rowsOf } from '../rows.ts';
import { installFloor, startEmptyService, type Counts } from './floor.ts';
import { WAYS, playOnce, type Way } from './play.ts';
import { PARTS, Probe, type Part, type Sample } from './probe.ts';

const STEP_TIMEOUT_MS = 120_000;
/** How long a desk is left alone before it counts as idle, and how long it is watched then. */
const IDLE_MS = 10_000;
/** What the brief may add of ours. */
const MOST_BRIEF_MS = 150;
const ms = (value: number): string => value.toFixed(0);
const mib = (bytes: number): string => (bytes / 2 ** 20).toFixed(bytes < 2 ** 24 ? 1 : 0);

export const run: Bench = async (args) => {
	const { rounds, isTry } = orUsage('npm run bench -- pipeline [--rounds N] [--try]', () => {
		const { values } = parseCommandLine({
			args: [...args],
			options: { rounds: { type: 'string', default: '20' }, try: { type: 'boolean', default: false } },
		});
		return { rounds: wholeNumber('rounds', values.rounds, 2), isTry: values.try };
	});
	const data = await mkdtemp(join(tmpdir(), 'copydesk-pipeline-'));
	const desk = await startDesk({
		data,
		ports: await freePorts(),
		extraEnv: { collaboration: { COLLAB_PAID_PER_HOUR: '0', COLLAB_PAID_PER_DAY: '0' } },
	});
	try {
		const samples = new Map<Way, Sample[]>(WAYS.map((way) => [way, []]));
		const probe = new Probe(desk);
		const cost = await costOf(desk, rounds, async (round) => {
			for (const [way, sample] of await playOnce(probe, round)) samples.get(way)?.push(sample);
		});
		const floors = await measureFloors(desk, samples, rounds);
		return reportOf(samples, floors, cost, rounds, isTry);
	} finally {
		await desk.stop();
		await rm(data, { recursive: true, force: true, maxRetries: 5 });
	}
};

interface Cost {
	/** What one round takes, after the first two, which do much for the first time. */
	readonly round: TakenByProgram;
	readonly rows: ReadonlyMap<string, number>;
	/** What an idle desk takes while it is watched. */
	readonly idle: TakenByProgram;
}

/** Plays all rounds and looks at what they take. */
async function costOf({ data }: Desk, rounds: number, play: (round: number) => Promise<void>): Promise<Cost> {
	await pause(IDLE_MS);
	const resting = takenBy(data);
	await pause(IDLE_MS);
	const idle = takenBetween(resting, takenBy(data));
	const warmUp = Math.min(2, rounds - 1);
	for (let round = 0; round < warmUp; round += 1) await play(round);
	const [before, rowsBefore] = [takenBy(data), rowsOf(data)];
	for (let round = warmUp; round < rounds; round += 1) await play(round);
	const [after, rowsAfter] = [takenBy(data), rowsOf(data)];
	const each = (total: number): number => total / (rounds - warmUp);
	const round = [...takenBetween(before, after)].map(([name, taken]) => {
		const { cpuMs, writtenBytes, residentBytes } = taken;
		return [name, { cpuMs: each(cpuMs), writtenBytes: each(writtenBytes), residentBytes }] as const;
	});
	const rows = [...rowsAfter].map(([name, count]) => [name, each(count - (rowsBefore.get(name) ?? 0))] as const);
	return { round: new Map(round), rows: new Map(rows), idle };
}

interface Floor {
	readonly counts: Counts;
	readonly tookMs: readonly number[];
}

async function measureFloors(desk: Desk, samples: ReadonlyMap<Way, readonly Sample[]>, rounds: number): Promise<Map<Way, Floor>> {
	const n8n = await loginToN8n(desk.ports, desk.secrets);
	const { url, server } = await startEmptyService();
	try {
		const floors = new Map<Way, Floor>();
		for (const [at, way] of WAYS.entries()) {
			const all = samples.get(way) ?? [];
			const middle = (of: (counts: Counts) => number): number =>
				all.map(({ counts }) => of(counts)).sort((a, b) => a - b)[all.length >> 1] ?? 0;
			const counts = {
				executions: middle((each) => each.executions),
				nodes: middle((each) => each.nodes),
				calls: middle((each) => each.calls),
			};
			const path = await installFloor(n8n, `w${at}`, counts, url);
			const tookMs: number[] = [];
			for (let round = 0; round < rounds; round += 1) {
				const fromMs = performance.now();
				const answer = await fetch(new URL(path, desk.urls.webhook), {
					method: 'POST',
					headers: { 'Content-Type': 'application/json' },
					body: '{}',
					signal: AbortSignal.timeout(STEP_TIMEOUT_MS),
				});
				await answer.text();
				if (!answer.ok) throw new Error(`The floor of ${way} answers ${answer.status}`);
				tookMs.push(performance.now() - fromMs);
			}
			floors.set(way, { counts, tookMs });
		}
		return floors;
	} finally {
		server.close();
	}
}

function reportOf(
	samples: ReadonlyMap<Way, readonly Sample[]>,
	floors: ReadonlyMap<Way, Floor>,
	cost: Cost,
	rounds: number,
	isTry: boolean,
) {
	const rows = WAYS.map((way) => {
		const all = samples.get(way) ?? [];
		const without = all.map(({ tookMs, parts }) => tookMs - parts['AI stand-in']);
		const floor = floors.get(way) as Floor;
		const [whole, own, bare] = [all.map(({ tookMs }) => tookMs), without, floor.tookMs].map((each) => timingOf(each, 1));
		return { way, all, first: without[0] ?? Number.NaN, whole, own, bare, counts: floor.counts };
	});
	const median = (all: readonly Sample[], part: Part): number =>
		timingOf(
			all.map(({ parts }) => parts[part]),
			1,
		).p50Ms;
	return {
		title: 'From a person to what they see',
		isTry,
		notes: [
			`${rounds} posts one after the other on a desk that was started for this, each changed once and published, and after each the same ` +
				'piece of news, taken from its card and rejected. Milliseconds from what the person did to the last picture that the messenger ' +
				'took, as the sandbox saw both. “Beside the AI” is without the time that the AI stand-in took.',
			'The floor is a webhook of the same n8n in the same run: as many executions, nodes and calls of an empty service in a row.',
			'The brief is the time of the main graph’s node that has the message understood: admission, the AI request, what its answer comes ' +
				'to, and the execution of a graph of its own, without what the AI stand-in took. For a question about the world, the part ' +
				'“reader” is its search and the pages that it read.',
			'The parts are sums of what each request took; what went on side by side is counted twice, so the rest is smaller than the ' +
				'true share of n8n. Requests after it belong to them too. “Delivery” is without what the messenger stand-in took.',
		],
		tables: [
			{
				heading: 'The whole way',
				columns: ['way', 'median', 'p99', 'beside the AI: first', 'median', 'p99', 'floor median', 'floor p99', 'times the floor'],
				rows: rows.map(({ way, whole, own, bare, first }) => [
					way,
					ms(whole?.p50Ms ?? 0),
					ms(whole?.p99Ms ?? 0),
					ms(first),
					ms(own?.p50Ms ?? 0),
					ms(own?.p99Ms ?? 0),
					ms(bare?.p50Ms ?? 0),
					ms(bare?.p99Ms ?? 0),
					((own?.p50Ms ?? 0) / (bare?.p50Ms ?? 1)).toFixed(2),
				]),
			},
			{
				heading: 'Where it goes, medians',
				columns: ['way', ...PARTS],
				rows: rows.map(({ way, all }) => [way, ...PARTS.map((part) => ms(median(all, part)))]),
			},
			{
				heading: 'What the brief adds, beside the AI',
				columns: ['way', 'median', 'p99', 'aim'],
				rows: rows.flatMap(({ way, all }) => {
					const own = all.flatMap(({ briefMs }) => briefMs ?? []);
					const { p50Ms, p99Ms } = timingOf(own, 1);
					return own.length === 0 ? [] : [[way, ms(p50Ms), ms(p99Ms), `at most ${MOST_BRIEF_MS}`]];
				}),
			},
			{
				heading: 'What the floor is made of',
				columns: ['way', 'executions', 'nodes', 'calls'],
				rows: rows.map(({ way, counts }) => [way, String(counts.executions), String(counts.nodes), String(counts.calls)]),
			},
			costTable(cost),
		],
	};
}

function costTable({ round, rows, idle }: Cost) {
	const line = (name: string, of: ReturnType<typeof sumOf>, resting: ReturnType<typeof sumOf>, rowCount: number | undefined) => [
		name,
		(of.cpuMs / 1_000).toFixed(2),
		mib(of.writtenBytes),
		rowCount === undefined ? '' : rowCount.toFixed(0),
		mib(resting.residentBytes),
		((resting.cpuMs / IDLE_MS) * 100).toFixed(1),
		mib(of.residentBytes),
	];
	const none = sumOf([]);
	return {
		heading: 'What a round takes: a post from request to channel, and one from the news to its previews',
		columns: ['program', 'processor, s', 'written, MiB', 'rows', 'idle: resident, MiB', 'processor, %', 'after all: resident, MiB'],
		rows: [
			...[...round].map(([name, of]) => line(name, of, idle.get(name) ?? none, rows.get(name))),
			line(
				'all',
				sumOf([...round.values()]),
				sumOf([...idle.values()]),
				[...rows.values()].reduce((sum, count) => sum + count, 0),
			),
		],
	};
}
