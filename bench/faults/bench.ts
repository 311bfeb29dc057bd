/**
 * npm run bench -- faults [--seed N] [--sqlite N] [--postgres N] [--mutations N] [--lanes N] [--minutes N]: the fault
 * campaign at length. What is done of it is kept, so the same command goes on with it and reports the whole.
 */
import { orUsage, parseCommandLine, wholeNumber } from '../../scripts/commandLine.ts';
import { hunt, playRun, runFile } from '../../test/faults/lanes.ts';
import type { Hunt, Totals } from '../../test/faults/lanes.ts';
import { mutations } from '../../test/faults/mutations.ts';
import type { Bench } from '../report.ts';

const number = (value: number): string => value.toLocaleString('en-US');

const DEFAULTS = { seed: '1', sqlite: '100000', postgres: '20000', mutations: '2000', lanes: '2' } as const;

function asked(args: readonly string[]) {
	return orUsage('npm run bench -- faults [--seed N] [--sqlite N] [--postgres N] [--mutations N] [--lanes N] [--minutes N]', () => {
		const option = (name: keyof typeof DEFAULTS) => ({ type: 'string', default: DEFAULTS[name] }) as const;
		const { values } = parseCommandLine({
			args: [...args],
			options: {
				seed: option('seed'),
				sqlite: option('sqlite'),
				postgres: option('postgres'),
				mutations: option('mutations'),
				lanes: option('lanes'),
				minutes: { type: 'string' },
				try: { type: 'boolean', default: false },
			},
		});
		return {
			seed: wholeNumber('seed', values.seed),
			sqlite: wholeNumber('sqlite', values.sqlite),
			postgres: wholeNumber('postgres', values.postgres),
			perMutation: wholeNumber('mutations', values.mutations),
			lanes: wholeNumber('lanes', values.lanes),
			minutes: values.minutes === undefined ? {} : { minutes: wholeNumber('minutes', values.minutes) },
			isTry: values.try,
		};
	});
}

export const run: Bench = async (args) => {
	const { seed, sqlite, postgres, perMutation, lanes, minutes, isTry } = asked(args);
	const say = (text: string): void => console.log(text);
	const runs = [
		['SQLite', 'sqlite', sqlite],
		['PostgreSQL', 'postgres', postgres],
	] as const;
	const played: { readonly name: string; readonly wanted: number; readonly totals: Totals }[] = [];
	for (const [name, database, schedules] of runs)
		played.push({
			name,
			wanted: schedules,
			totals: await playRun({ seed, database, schedules, lanes, ...minutes, say }, runFile(database, seed)),
		});
	const hunts = (
		perMutation === 0 ? [] : await hunt(mutations, { seed, schedules: perMutation, lanes, say }, runFile('mutations', seed))
	).map(({ broken, ...found }) => (broken === undefined ? found : { ...found, broken: firstWords(broken) }));
	return {
		title: 'The fault campaign, at length',
		isTry,
		notes: [
			'Seeded schedules over the real service and a real database; after each nothing may have been sent twice, lost or left ' +
				'without a way out (`test/faults/README.md`). To repeat a schedule, name its seed and number: ' +
				'`npm run faults -- --only SEED:NUMBER --database NAME`.',
			'A mutation is a bug put into one place of the source while it is loaded. It is found by the schedule that is the first to ' +
				'break what must hold; one that no schedule can find says what else prevents it.',
		],
		tables: [
			{
				heading: 'Schedules',
				columns: [
					'database',
					'seed',
					'schedules',
					'of',
					'failing',
					'faults that struck',
					'channel posts',
					'steps',
					'minutes of one processor',
				],
				rows: played.map(({ name, wanted, totals: { played: done, failing, struck, posts, steps, seconds } }) => [
					name,
					String(seed),
					...[done, wanted, failing.length, struck, posts, steps, Math.round(seconds / 60)].map(number),
				]),
			},
			{
				heading: 'Mutations',
				columns: ['the bug is that', 'in', 'found by schedule', 'by what is broken'],
				rows: hunts.map(rowOf),
			},
		],
	};
};

function rowOf({ name, schedules, foundBy, broken = '' }: Hunt): readonly string[] {
	const mutation = mutations.find((each) => each.name === name);
	const why = foundBy === undefined ? (mutation?.guarded ?? 'not known yet') : broken.replaceAll('|', '\\|');
	return [mutation?.what ?? name, mutation?.of ?? '', foundBy === undefined ? `none of ${number(schedules)}` : number(foundBy), why];
}

/** Without the stack that an unexpected error brings along, which names folders of this machine. */
function firstWords(text: string): string {
	const words = text.split(/\n|\\n/)[0] ?? '';
	return words.length <= 160 ? words : `${words.slice(0, 160)} …`;
}
