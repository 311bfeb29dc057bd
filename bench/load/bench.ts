/**
 * npm run bench -- load [options]: many messages of two people at once, in each way in which updates reach the desk, on real n8n; then
 * the same with an n8n that is killed for a minute. How long the messenger waits for a confirmation, what is lost, done twice or taken
 * out of order, how long people wait for an answer, and what it all takes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Usage, orUsage, parseCommandLine, wholeNumber } from '../../scripts/commandLine.ts';
import { startDesk } from '../../scripts/desk/desk.ts';
import { freePorts } from '../../scripts/desk/ports.ts';
import type { Ports } from '../../scripts/desk/ports.ts';
import { SandboxClient } from '../../scripts/desk/sandboxClient.ts';
import { sumOf, takenBetween, takenBy } from '../processes.ts';
import type { TakenByProgram } from '../processes.ts';
import { timingOf } from '../report.ts';
import type { Bench, Report } from '../report.ts';
import { openJournal } from './journal.ts';
import { measureListeners } from './listener.ts';
import type { Listened } from './listener.ts';
import { burst, killed, outage, warmUp } from './scenes.ts';
import type { Burst, Outage } from './scenes.ts';
import { watchSandbox } from './watch.ts';

const WAYS = ['polling', 'webhook', 'graphs'] as const;
type Way = (typeof WAYS)[number];

interface Options {
	readonly ways: readonly Way[];
	readonly messages: number;
	/** How many of the messages are requests for posts. */
	readonly posts: number;
	readonly awayMs: number;
	/** No scene is begun later, on the clock of `performance.now`. */
	readonly untilMs: number;
	readonly isTry: boolean;
}

const LOOK_EVERY_MS = 1_000;
const REST_MS = 10_000;
/** The pages of people who have not written before. */
const FIRST_LINE = 10;
const LINES_OF_A_WAY = 1_000;

export const run: Bench = async (args) => {
	const options = optionsOf(args);
	const data = await mkdtemp(join(tmpdir(), 'copydesk-load-'));
	const ports = await freePorts();
	const played: Played[] = [];
	try {
		for (const [nth, way] of options.ways.entries()) played.push(await play(way, data, ports, FIRST_LINE + nth * LINES_OF_A_WAY, options));
	} finally {
		await rm(data, { recursive: true, force: true, maxRetries: 5 });
	}
	return reportOf(options, played, options.ways.includes('webhook') ? await measureListeners(options.messages) : []);
};

const optionsOf = (args: readonly string[]): Options =>
	orUsage('npm run bench -- load [--way graphs|polling|webhook] [--messages N] [--posts N] [--away SECONDS] [--minutes N] [--try]', () => {
		const { values } = parseCommandLine({
			args: [...args],
			options: {
				way: { type: 'string' },
				messages: { type: 'string', default: '300' },
				posts: { type: 'string', default: '30' },
				away: { type: 'string', default: '60' },
				minutes: { type: 'string', default: '60' },
				try: { type: 'boolean', default: false },
			},
		});
		const ways = WAYS.filter((way) => values.way === undefined || way === values.way);
		if (ways.length === 0) throw new Usage(`Expected --way to be one of ${WAYS.join(', ')} but received ${JSON.stringify(values.way)}`);
		const messages = wholeNumber('messages', values.messages, 2);
		const posts = Math.min(messages, wholeNumber('posts', values.posts));
		const untilMs = performance.now() + wholeNumber('minutes', values.minutes, 1) * 60_000;
		return { ways, messages, posts, awayMs: wholeNumber('away', values.away) * 1_000, untilMs, isTry: values.try };
	});

/** One way, on a desk of its own start. */
interface Played {
	readonly way: Way;
	readonly burst: Burst;
	readonly outage: Outage | undefined;
	readonly mishaps: ReturnType<ReturnType<typeof openJournal>['mishaps']>;
	/** The first before any of it. */
	readonly looks: readonly TakenByProgram[];
	readonly taken: TakenByProgram;
	readonly rested: TakenByProgram;
}

async function play(way: Way, data: string, ports: Ports, line: number, options: Options): Promise<Played> {
	const { messages, posts, awayMs, untilMs } = options;
	let readyAtMs = 0;
	const desk = await startDesk({
		data,
		ports,
		way,
		extraEnv: { collaboration: { COLLAB_PAID_PER_HOUR: '0', COLLAB_PAID_PER_DAY: '0' } },
		tell: ({ name, state }) => (readyAtMs = name === 'n8n' && state === 'ready' ? performance.now() : readyAtMs),
	});
	const [watch, journal] = [await watchSandbox(desk.urls.sandbox), openJournal(data)];
	try {
		const stage = await warmUp(new SandboxClient(desk.urls.sandbox), watch, journal, line);
		const after = journal.newest();
		const looks = [takenBy(data)];
		const looking = setInterval(() => looks.push(takenBy(data)), LOOK_EVERY_MS);
		console.error(`${way}: ${messages} messages at once`);
		const first = await burst(stage, messages, posts, line + 1).finally(() => clearInterval(looking));
		console.error(`${way}: confirmed after ${waits(first.confirmedMs).join(' / ')} ms, all done after ${whole(first.seconds)} s`);
		const mishaps = journal.mishaps(after);
		const taken = takenBetween(looks[0] as TakenByProgram, takenBy(data));
		await pause(REST_MS);
		const rested = takenBy(data);
		const isLeftOut = awayMs === 0 || performance.now() >= untilMs;
		if (!isLeftOut) console.error(`${way}: n8n killed under ${messages} messages`);
		const second = isLeftOut ? undefined : await outage(stage, messages, () => killed(desk, awayMs, () => readyAtMs));
		if (second !== undefined) console.error(`${way}: presses answered after ${waits(second.answeredMs).join(' / ')} ms`);
		return { way, burst: first, outage: second, mishaps, looks, taken, rested };
	} finally {
		journal.close();
		watch.stop();
		await desk.stop();
	}
}

const whole = (value: number): string => value.toFixed(0);
const mib = (bytes: number): string => whole(bytes / 2 ** 20);
/** Median, 99th percentile, longest, in milliseconds. */
function waits(tookMs: readonly number[]): readonly string[] {
	const { p50Ms, p99Ms } = timingOf(tookMs, 1);
	return [p50Ms, p99Ms, Math.max(...tookMs)].map(whole);
}

function reportOf(options: Options, played: readonly Played[], listened: readonly Listened[]): Report {
	const { messages, posts, awayMs, isTry } = options;
	return {
		title: 'What one machine carries',
		isTry,
		notes: [
			`${messages} messages of two people in turn, all at once: ${posts} requests for a post, and else \`/cancel\`, which the desk ` +
				'answers with one message. The messenger brings the messages of one person one after the other (`graphs`, `webhook`), or is ' +
				'asked for them (`polling`). In `graphs` it brings them to n8n. Budgets are off; the AI stand-in waits for nothing, but ' +
				'paints each picture. All of it runs on one machine.',
			'Confirmed: from the arrival at the desk to the confirmation, as the messenger sees it; in `polling` from the answer to one ' +
				'question to the next question. Lost: questions without an answer, presses without one, drafts that somebody was not shown. ' +
				'Twice: what somebody was told, shown or sent more than once.',
			'Memory is the resident set in proportion, with what each program started, looked at every second.',
		],
		tables: [
			burstTable(played, messages),
			...(awayMs === 0 ? [] : [outageTable(played, messages, awayMs)]),
			...(listened.length === 0 ? [] : [listenerTable(listened, messages)]),
			takenTable(played, messages),
		],
	};
}

const burstTable = (played: readonly Played[], messages: number): Report['tables'][number] => ({
	heading: `${messages} messages at once`,
	columns: [
		...['way', 'confirmed p50, ms', 'p99', 'longest', 'refused', 'all done after, s', 'lost', 'twice', 'out of order'],
		...['events posted again', 'paid twice', 'not delivered'],
	],
	rows: played.map(({ way, burst: { confirmedMs, refused, seconds, lost, twice, outOfOrder }, mishaps }) => [
		way,
		...waits(confirmedMs),
		...[refused, seconds, lost, twice, outOfOrder, mishaps.replayed, mishaps.paidAgain, mishaps.undelivered].map(whole),
	]),
});

const outageTable = (played: readonly Played[], messages: number, awayMs: number): Report['tables'][number] => ({
	heading: `n8n killed for ${whole(awayMs / 1_000)} s under ${messages} messages`,
	columns: [
		...['way', 'n8n away, s', 'presses', 'answered p50, ms', 'p99', 'longest', 'all done after its return, s', 'lost', 'twice'],
		'out of order',
	],
	rows: played.flatMap(({ way, outage: scene }) =>
		scene === undefined
			? []
			: [
					[
						way,
						...[scene.awaySeconds, scene.presses].map(whole),
						...waits(scene.answeredMs),
						...[scene.doneAfterSeconds, scene.lost, scene.twice, scene.outOfOrder].map(whole),
					],
				],
	),
});

const listenerTable = (listened: readonly Listened[], messages: number): Report['tables'][number] => ({
	heading: `The listener alone: ${messages} posts side by side on 40 connections`,
	columns: ['what', 'p50, ms', 'p99', 'longest', 'p99 to that of the bare server'],
	rows: listened.map(({ what, tookMs, ratio }) => [what, ...waits(tookMs), `${ratio.toFixed(1)}×`]),
});

const takenTable = (played: readonly Played[], messages: number): Report['tables'][number] => ({
	heading: 'What it takes',
	columns: ['program', 'processor, s for a message', 'written, MiB for a message', 'resident before, MiB', 'most', '10 s after'],
	rows: played.flatMap(({ way, looks, taken, rested }) => {
		const residentOf = (look: TakenByProgram | undefined, name: string): number => look?.get(name)?.residentBytes ?? 0;
		const each = [...taken].map(([name, of]) => ({
			name,
			of,
			resident: [residentOf(looks[0], name), Math.max(...looks.map((look) => residentOf(look, name))), residentOf(rested, name)],
		}));
		const totals = looks.map((look) => sumOf([...look.values()]).residentBytes);
		const all = {
			name: 'all',
			of: sumOf([...taken.values()]),
			resident: [totals[0] ?? 0, Math.max(...totals), sumOf([...rested.values()]).residentBytes],
		};
		return [...each, all].map(({ name, of, resident }) => [
			`${way}: ${name}`,
			(of.cpuMs / 1_000 / messages).toFixed(2),
			(of.writtenBytes / 2 ** 20 / messages).toFixed(1),
			...resident.map(mib),
		]);
	}),
});
