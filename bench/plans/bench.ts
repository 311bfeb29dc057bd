/**
 * npm run bench -- plans [--plans N] [--rounds N]: rounds of upkeep on a desk on which nothing happens, with many posts planned for
 * weeks ahead and with none, in turns, on both databases.
 */
import { openDatabase } from '@copydesk/kit/database/open';
import { orUsage, parseCommandLine, wholeNumber } from '../../scripts/commandLine.ts';
import { EDITOR, ready } from '../../test/support/collaboration.ts';
import type { TestDesk } from '../../test/support/collaboration.ts';
import { sqliteEngine } from '../../test/support/databases.ts';
import type { Engine } from '../../test/support/databases.ts';
import { later, openPlanningDesk, pressAt } from '../../test/support/planned.ts';
import { postgresBin, startPostgres } from '../../test/support/postgresServer.ts';
import { timingOf } from '../report.ts';
import type { Bench } from '../report.ts';
import { copyPlans } from './copies.ts';

const HOUR_MS = 3_600_000;
const AHEAD_MS = 50 * 24 * HOUR_MS;
/** Between two rounds of upkeep. */
const ROUND_MS = 2_000;

/** A desk on which people planned so many posts a while ago. */
async function deskWith(engine: Engine, plans: number): Promise<TestDesk> {
	const desk = await openPlanningDesk({ engine });
	if (plans > 0) {
		await pressAt(desk, EDITOR, await ready(desk), desk.clock.nowMs + AHEAD_MS);
		await later(desk, ROUND_MS);
		const db = await openDatabase(desk.database.url);
		await copyPlans(db, plans);
		// As the server does by itself after a while.
		if (db.engine === 'postgres') await db.query('analyze');
		await db.close();
	}
	// So long that people would be reminded of what is not planned; at noon, and looked at once.
	for (const ms of [60 * HOUR_MS, ROUND_MS]) await later(desk, ms);
	return desk;
}

async function measure(engine: Engine, plans: number, rounds: number): Promise<readonly string[]> {
	const desks = [await deskWith(engine, 0), await deskWith(engine, plans)] as const;
	const tookMs: [number[], number[]] = [[], []];
	for (let round = 0; round < rounds; round += 1)
		for (const [index, desk] of round % 2 === 0 ? [...desks.entries()] : [...desks.entries()].toReversed()) {
			const beganMs = performance.now();
			await later(desk, ROUND_MS);
			tookMs[index]?.push(performance.now() - beganMs);
		}
	for (const desk of desks) await desk.close();
	const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);
	const [none, many] = tookMs.map((all) => timingOf(all, sum(all)));
	const [meanNone = 0, meanMany = 0] = tookMs.map((all) => sum(all) / all.length);
	const ms = (value = 0) => value.toFixed(2);
	return [
		engine.name,
		...[ms(none?.p50Ms), ms(meanNone), ms(many?.p50Ms), ms(meanMany)],
		`${((many?.p50Ms ?? 0) / (none?.p50Ms ?? 1)).toFixed(2)}×`,
		`${(meanMany / meanNone).toFixed(2)}×`,
	];
}

export const run: Bench = async (args) => {
	const { isTry, plans, rounds } = orUsage('npm run bench -- plans [--plans N] [--rounds N] [--try]', () => {
		const { values } = parseCommandLine({
			args: [...args],
			options: {
				plans: { type: 'string', default: '1000' },
				rounds: { type: 'string', default: '600' },
				try: { type: 'boolean', default: false },
			},
		});
		return { isTry: values.try, plans: wholeNumber('plans', values.plans, 1), rounds: wholeNumber('rounds', values.rounds, 1) };
	});
	const rows = [await measure(sqliteEngine, plans, rounds)];
	if (postgresBin() === undefined) console.warn('!! SKIPPED: PostgreSQL is not installed');
	else {
		const server = await startPostgres({ durable: true });
		const create = async () => {
			const url = await server.createDatabase();
			return { url, participantsUrl: url, drop: () => server.dropDatabase(url) };
		};
		const engine: Engine = {
			name: 'PostgreSQL',
			start: async () => undefined,
			create,
			async copyOf(make) {
				const empty = await create();
				await make(empty);
				return empty;
			},
		};
		try {
			rows.push(await measure(engine, plans, rounds));
		} finally {
			await server.stop();
		}
	}
	return {
		isTry,
		title: 'Planned posts: what they cost a desk on which nothing happens',
		notes: [
			`${rounds} rounds of upkeep each, 2 s apart on a moved clock, on a desk with ${plans} posts planned for 50 days ahead ` +
				'and on one with none, in turns. All background jobs of a round are in it, also those that run once a minute.',
		],
		tables: [
			{
				heading: 'Milliseconds for a round',
				columns: ['database', 'none planned, p50', 'mean', `${plans} planned, p50`, 'mean', 'p50 ratio', 'mean ratio'],
				rows,
			},
		],
	};
};
