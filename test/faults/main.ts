/**
 * npm run faults -- --schedules N --seed S [--from I] [--database sqlite|postgres] [--only SEED:INDEX]
 *                   [--plant NAME] [--real N]
 */
import { Usage, orUsage, parseCommandLine, wholeNumber } from '../../scripts/commandLine.ts';
import { openStage, runCampaign } from './campaign.ts';
import type { Engine } from './campaign.ts';
import { describe, scheduleOf } from './schedule.ts';
import { plants } from './service.ts';
import { play } from './simulation.ts';

const USAGE =
	'npm run faults -- [--schedules N] [--seed S] [--from I] ' +
	`[--database sqlite|postgres] [--only SEED:INDEX] [--plant ${plants.join('|')}] [--real N]`;

const oneOf = <T extends string>(option: string, names: readonly T[], text: string): T => {
	const found = names.find((name) => name === text);
	if (found === undefined) throw new Usage(`Expected --${option} to be one of ${names.join(', ')} but received ${JSON.stringify(text)}`);
	return found;
};

const { schedules, seed, from, database, only, plant, real } = orUsage(USAGE, () => {
	const { values } = parseCommandLine({
		options: {
			schedules: { type: 'string', default: '1000' },
			seed: { type: 'string', default: '1' },
			from: { type: 'string', default: '0' },
			database: { type: 'string', default: 'sqlite' },
			only: { type: 'string' },
			plant: { type: 'string' },
			real: { type: 'string', default: '0' },
		},
	});
	const [onlySeed = '', index = ''] = values.only?.split(':') ?? [];
	return {
		schedules: wholeNumber('schedules', values.schedules),
		seed: wholeNumber('seed', values.seed),
		from: wholeNumber('from', values.from),
		database: oneOf('database', ['sqlite', 'postgres'], values.database) satisfies Engine,
		only: values.only === undefined ? undefined : { seed: wholeNumber('only', onlySeed), index: wholeNumber('only', index) },
		plant: values.plant === undefined ? undefined : oneOf('plant', plants, values.plant),
		real: wholeNumber('real', values.real),
	};
});

if (only !== undefined) {
	const schedule = scheduleOf(only.seed, only.index);
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
