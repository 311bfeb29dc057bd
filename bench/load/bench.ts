/**
 * npm run bench -- load [--posts N]: requests of two people, as fast as the desk takes them. What is lost, done twice or posted again, how
 * long the messenger waits for the webhook, how many posts come of it in a minute, and what it takes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { orUsage, parseCommandLine, wholeNumber } from '../../scripts/commandLine.ts';
import { startDesk } from '../../scripts/desk/desk.ts';
import { freePorts } from '../../scripts/desk/ports.ts';
import { SandboxClient } from '../../scripts/desk/sandboxClient.ts';
import { sumOf, takenBetween, takenBy } from '../processes.ts';
import type { TakenByProgram } from '../processes.ts';
import { timingOf } from '../report.ts';
import type { Bench } from '../report.ts';
import { PEOPLE, ask, settled, watchSandbox } from './watch.ts';
import type { Brought, Preview } from './watch.ts';

const LOOK_EVERY_MS = 1_000;
const WARM_UP_POSTS = 4;
const REST_MS = 10_000;
const mib = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);

export const run: Bench = async (args) => {
	const { posts, isTry } = orUsage('npm run bench -- load [--posts N] [--try]', () => {
		const { values } = parseCommandLine({
			args: [...args],
			options: { posts: { type: 'string', default: '300' }, try: { type: 'boolean', default: false } },
		});
		return { posts: wholeNumber('posts', values.posts, 2), isTry: values.try };
	});
	const data = await mkdtemp(join(tmpdir(), 'copydesk-load-'));
	const desk = await startDesk({
		data,
		extraEnv: { collaboration: { COLLAB_PAID_PER_HOUR: '0', COLLAB_PAID_PER_DAY: '0' } },
		ports: await freePorts(),
	});
	const watch = await watchSandbox(desk.urls.sandbox);
	try {
		const sandbox = new SandboxClient(desk.urls.sandbox);
		await ask(sandbox, 0, WARM_UP_POSTS);
		await settled(watch, WARM_UP_POSTS);
		const warm = watch.taken.length;
		const [before, fromMs] = [takenBy(data), performance.now()];
		await ask(sandbox, WARM_UP_POSTS, posts);
		const looks: TakenByProgram[] = [before];
		const done = settled(watch, WARM_UP_POSTS + posts).then(() => performance.now() - fromMs);
		while (!(await Promise.race([done.then(() => true), pause(LOOK_EVERY_MS, false)]))) looks.push(takenBy(data));
		const tookMs = await done;
		const taken = takenBetween(before, takenBy(data));
		await pause(REST_MS);
		const webhooks = watch.taken.slice(warm);
		const facts = { ...factsOf(data), ...copiesOf(watch.previews), asked: WARM_UP_POSTS + posts };
		return reportOf({ posts, tookMs, webhooks, looks, taken, rested: takenBy(data), facts, isTry });
	} finally {
		watch.stop();
		await desk.stop();
		await rm(data, { recursive: true, force: true, maxRetries: 5 });
	}
};

interface Facts {
	readonly asked: number;
	/** Drafts that both were shown. */
	readonly shown: number;
	/** Previews beyond one of each draft for each person. */
	readonly shownAgain: number;
	/** Events that were posted to the webhook again, and events that nobody closed. */
	readonly replayed: number;
	readonly open: number;
	/** Paid steps of a version that were admitted more than once. */
	readonly paidAgain: number;
	readonly undelivered: number;
}

function copiesOf(previews: readonly Preview[]): Pick<Facts, 'shown' | 'shownAgain'> {
	const drafts = PEOPLE.map((person) => new Set(previews.filter(({ chatId }) => chatId === person).map(({ draft }) => draft)));
	const [first, second] = drafts;
	const shown = [...(first ?? [])].filter((draft) => second?.has(draft)).length;
	return { shown, shownAgain: previews.length - drafts.reduce((sum, { size }) => sum + size, 0) };
}

function factsOf(data: string): Omit<Facts, 'asked' | 'shown' | 'shownAgain'> {
	const db = new DatabaseSync(join(data, 'collaboration', 'collaboration.sqlite'), { readOnly: true });
	const count = (sql: string): number => Number(db.prepare(sql).get()?.['n']);
	try {
		return {
			replayed: count('select count(*) as n from event where replays > 0'),
			open: count("select count(*) as n from event where state = 'stored'"),
			paidAgain: count(
				'select count(*) as n from (select 1 from admission where paid = 1 group by draft_key, version, purpose having count(*) > 1)',
			),
			undelivered: count("select count(*) as n from delivery where state <> 'sent'"),
		};
	} finally {
		db.close();
	}
}

interface Measured {
	readonly posts: number;
	readonly tookMs: number;
	readonly webhooks: readonly Brought[];
	/** The first before any of it. */
	readonly looks: readonly TakenByProgram[];
	readonly taken: TakenByProgram;
	readonly rested: TakenByProgram;
	readonly facts: Facts;
	readonly isTry: boolean;
}

function reportOf({ posts, tookMs, webhooks, looks, taken, rested, facts, isTry }: Measured) {
	const answers = timingOf(
		webhooks.map((each) => each.tookMs),
		tookMs,
	);
	const perMinute = posts / (tookMs / 60_000);
	const residentOf = (look: TakenByProgram | undefined, name: string): number => look?.get(name)?.residentBytes ?? 0;
	const names = [...taken.keys()];
	const memory = names.map((name) => ({
		name,
		before: residentOf(looks[0], name),
		most: Math.max(...looks.map((look) => residentOf(look, name))),
		rested: residentOf(rested, name),
	}));
	return {
		title: 'What one machine carries',
		isTry,
		notes: [
			`${posts} requests for a post, sent by two people in turn all at once to a desk that had made ${WARM_UP_POSTS} before. The ` +
				'messenger brings the messages of one person one after the other, each as soon as the webhook has answered the one before. ' +
				'Budgets are off; the AI stand-in waits for nothing, but paints each picture. All of it runs on one machine.',
			'Memory is the resident set in proportion, with what each program started, looked at every second.',
		],
		tables: [
			{
				heading: 'Throughput',
				columns: ['posts', 'seconds', 'posts a minute', 'webhook median, ms', 'webhook p99, ms', 'webhook longest, ms', 'webhook refusals'],
				rows: [
					[
						String(posts),
						(tookMs / 1_000).toFixed(1),
						perMinute.toFixed(0),
						answers.p50Ms.toFixed(0),
						answers.p99Ms.toFixed(0),
						Math.max(...webhooks.map((each) => each.tookMs)).toFixed(0),
						String(webhooks.filter(({ ok }) => !ok).length),
					],
				],
			},
			{
				heading: 'What became of them',
				columns: ['asked for', 'shown to both', 'shown again', 'events posted again', 'events left open', 'paid twice', 'not delivered'],
				rows: [
					[facts.asked, facts.shown, facts.shownAgain, facts.replayed, facts.open, facts.paidAgain, facts.undelivered].map((each) =>
						String(each),
					),
				],
			},
			{
				heading: 'What it takes',
				columns: ['program', 'processor, s for a post', 'written, MiB for a post', 'resident before, MiB', 'most', '10 s after'],
				rows: [...memory, { name: 'all', before: total(looks[0]), most: Math.max(...looks.map(total)), rested: total(rested) }].map(
					({ name, before, most, rested: after }) => {
						const of = taken.get(name) ?? sumOf([...taken.values()]);
						return [
							name,
							(of.cpuMs / 1_000 / posts).toFixed(2),
							(of.writtenBytes / 2 ** 20 / posts).toFixed(1),
							...[before, most, after].map(mib),
						];
					},
				),
			},
		],
	};
}

const total = (look: TakenByProgram | undefined): number => sumOf([...(look?.values() ?? [])]).residentBytes;
