/**
 * npm run faults -- --schedules N --seed S [--from I] [--database sqlite|postgres] [--only SEED:INDEX]
 *                   [--plant NAME] [--real N] [--lanes N] [--minutes N]
 * npm run faults -- --mutations [--mutation NAME] [--schedules N] [--seed S] [--lanes N]
 */
import { Usage, orUsage, parseCommandLine, wholeNumber } from '../../scripts/commandLine.ts';
import { openStage, runCampaign, type Engine } from './campaign.ts';
import { hunt, playRun, runFile } from './lanes.ts';
import { mutations } from './mutations.ts';
import { describe, scheduleOf } from './schedule.ts';
import { plants } from './service.ts';
import { play } from './simulation.ts';

const USAGE =
	'npm run faults -- [--schedules N] [--seed S] [--from I] ' +
	`[--database sqlite|postgres] [--only SEED:INDEX] [--plant ${plants.join('|')}] [--real N] [--lanes N] [--minutes N] ` +
	'[--mutations] [--mutation NAME]';

const oneOf = <T extends string>(option: string, names: readonly T[], text: string): T => {
	const found = names.find((name) => name === text);
	if (found === undefined) throw new Usage(`Expected --${option} to be one of ${names.join(', ')} but received ${JSON.stringify(text)}`);
	return found;
};

const { schedules, seed, from, database, only, plant, real, lanes, minutes, hunted } = orUsage(USAGE, () => {
	const { values } = parseCommandLine({
		options: {
			schedules: { type: 'string', default: '1000' },
			seed: { type: 'string', default: '1' },
			from: { type: 'string', default: '0' },
			database: { type: 'string', default: 'sqlite' },
			only: { type: 'string' },
			plant: { type: 'string' },
			real: { type: 'string', default: '0' },
			lanes: { type: 'string' },
			minutes: { type: 'string' },
			mutations: { type: 'boolean', default: false },
			mutation: { type: 'string' },
		},
	});
	if (values.only !== undefined && !/^\d+:\d+$/.test(values.only))
		throw new Usage(`Expected --only to be SEED:INDEX, like 1:42, but received ${JSON.stringify(values.only)}`);
	const [onlySeed = '', index = ''] = values.only?.split(':') ?? [];
	return {
		schedules: wholeNumber('schedules', values.schedules),
		seed: wholeNumber('seed', values.seed),
		from: wholeNumber('from', values.from),
		database: oneOf('database', ['sqlite', 'postgres'], values.database) satisfies Engine,
		only: values.only === undefined ? undefined : { seed: wholeNumber('only', onlySeed), index: wholeNumber('only', index) },
		plant: values.plant === undefined ? undefined : oneOf('plant', plants, values.plant),
		real: wholeNumber('real', values.real),
		lanes: values.lanes === undefined ? undefined : wholeNumber('lanes', values.lanes),
		minutes: values.minutes === undefined ? {} : { minutes: wholeNumber('minutes', values.minutes) },
		hunted: !values.mutations && values.mutation === undefined ? [] : mutations.filter(({ name }) => (values.mutation ?? name) === name),
	};
});
const say = (text: string): void => console.log(text);

if (hunted.length > 0) {
	const hunts = await hunt(hunted, { seed, schedules, lanes: lanes ?? 1, say }, runFile('mutations', seed));
	const missed = hunts.filter(
		({ name, foundBy }) => foundBy === undefined && mutations.find((each) => each.name === name)?.guarded === undefined,
	);
	console.log(`\n${hunted.length} mutations, ${missed.length} neither found nor known to be guarded`);
	process.exit(missed.length > 0 ? 1 : 0);
}

if (lanes !== undefined) {
	const totals = await playRun({ seed, database, schedules, lanes, ...minutes, say }, runFile(database, seed));
	console.log(
		`\n${totals.played} schedules on ${database}, seed ${seed}: ${totals.failing.length} failing; ` +
			`${totals.struck} faults struck, ${totals.posts} channel posts, ${totals.steps} steps, ${totals.seconds} s of one processor`,
	);
	process.exit(totals.failing.length > 0 ? 1 : 0);
}

if (only !== undefined) {
	const schedule = scheduleOf(only.seed, only.index, plant === undefined);
	console.log(describe(schedule));
	const stage = await openStage(database);
	const { broken, steps, posts, killedAt } = await play(stage, schedule, plant);
	await stage.close();
	console.log(`  ${steps} steps, ${posts} channel posts${killedAt.length === 0 ? '' : `, killed at ${killedAt.join(', ')}`}`);
	for (const sentence of broken) console.log(`  BROKEN: ${sentence}`);
	if (broken.length === 0) console.log('  all invariants hold');
	process.exit(broken.length === 0 ? 0 : 1);
}

const startedMs = performance.now();
const result = await runCampaign({
	seed,
	from,
	schedules,
	database,
	...(plant === undefined ? {} : { plant }),
	onFailure: ({ broken, line, words }) =>
		console.log(`\nFAILED: ${line}\n${words}\n${broken.map((sentence) => `  BROKEN: ${sentence}`).join('\n')}`),
	progress: (done, failures) => {
		if (done % 500 === 0)
			console.log(`  ${done} of ${schedules} schedules, ${failures} failing, ${Math.round((performance.now() - startedMs) / 1_000)} s`);
	},
});
console.log(
	`\n${result.played} schedules on ${database}, seed ${seed}: ${result.failures.length} failing; ` +
		`${result.struck} faults struck, ${result.posts} channel posts, ${result.steps} steps, ` +
		`${Math.round((performance.now() - startedMs) / 1_000)} s`,
);
console.log(
	`killed at labelled points: ${
		Object.entries(result.killedAt)
			.sort()
			.map(([label, times]) => `${label} ${times}`)
			.join(', ') || 'none'
	}`,
);
let failed = result.failures.length > 0;

if (real > 0) {
	const { runRealKills } = await import('./real.ts');
	const outcome = await runRealKills({ seed, kills: real, log: (text) => console.log(text) });
	failed ||= outcome.failures.length > 0;
}
process.exit(failed ? 1 : 0);
