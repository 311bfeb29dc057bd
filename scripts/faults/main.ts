/**
 * npm run faults -- --schedules N --seed S [--from I] [--database sqlite|postgres] [--only SEED:INDEX]
 *                   [--plant journal-after-request|claim-without-cas] [--real N]
 */
import { parseArgs } from 'node:util';
import { openStage, runCampaign } from './campaign.ts';
import type { Engine } from './campaign.ts';
import { describe, scheduleOf } from './schedule.ts';
import { plants } from './service.ts';
import type { Plant } from './service.ts';
import { play } from './simulation.ts';

const USAGE =
	'Usage: npm run faults -- [--schedules N] [--seed S] [--from I] ' +
	`[--database sqlite|postgres] [--only SEED:INDEX] [--plant ${plants.join('|')}] [--real N]`;

function fail(message: string): never {
	console.error(`${message}\n${USAGE}`);
	process.exit(2);
}

function whole(name: string, text: string, min = 0): number {
	if (!/^\d{1,9}$/.test(text) || Number(text) < min) fail(`Expected --${name} to be a whole number from ${min} but received "${text}"`);
	return Number(text);
}

function optionsOf(args: readonly string[]) {
	try {
		return parseArgs({
			args: [...args],
			options: {
				schedules: { type: 'string', default: '1000' },
				seed: { type: 'string', default: '1' },
				from: { type: 'string', default: '0' },
				database: { type: 'string', default: 'sqlite' },
				only: { type: 'string' },
				plant: { type: 'string' },
				real: { type: 'string', default: '0' },
			},
		}).values;
	} catch (error) {
		return fail((error as Error).message);
	}
}

const options = optionsOf(process.argv.slice(2));
if (options.database !== 'sqlite' && options.database !== 'postgres')
	fail(`Expected --database to be sqlite or postgres but received "${options.database}"`);
const database: Engine = options.database;
if (options.plant !== undefined && !(plants as readonly string[]).includes(options.plant))
	fail(`Expected --plant to be one of ${plants.join(', ')} but received "${options.plant}"`);
const plant = options.plant as Plant | undefined;

if (options.only !== undefined) {
	const [seed = '', index = ''] = options.only.split(':');
	const schedule = scheduleOf(whole('only', seed), whole('only', index));
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
const schedules = whole('schedules', options.schedules);
const seed = whole('seed', options.seed);
const result = await runCampaign({
	seed,
	from: whole('from', options.from),
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

const real = whole('real', options.real);
if (real > 0) {
	const { runRealKills } = await import('./real.ts');
	const outcome = await runRealKills({ seed, kills: real, log: (text) => console.log(text) });
	failed ||= outcome.failures.length > 0;
}
process.exit(failed ? 1 : 0);
