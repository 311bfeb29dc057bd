// npm test: everything that has to be right before a change goes out.
//   npm test -- domain kit      only these groups: the folders of test/, and format, lint
//   npm test -- --lanes 1       one group at a time (otherwise one more than there are processors, at most 4)
//   npm test -- --slowest       also names the tests that took longest
//   npm test -- --may-skip deploy,start   a test that is skipped in any other group fails it (CI)

import { availableParallelism } from 'node:os';
import { Usage, orUsage, parseCommandLine, wholeNumber } from '../commandLine.ts';
import { ROOT } from '../desk/paths.ts';
import { OPTIONS, groupsOf, type Group } from './groups.mjs';
import { endGroups, runGroup, type Counts, type Summary } from './runGroup.ts';

const MAX_LANES = 4;
const SLOWEST_SHOWN = 20;
const SIGN_OF_LIFE_MS = 30_000;
const WIDTH = 60;
const TOLD_OF_FAILURE = 1_500;

const all = groupsOf(ROOT);
const { groups, lanes, showSlowest, maySkip } = orUsage('npm test -- [group]... [--lanes N] [--slowest] [--may-skip group,...]', () => {
	const { values, positionals } = parseCommandLine({ allowPositionals: true, options: OPTIONS });
	const maySkip = values['may-skip']?.split(',').filter((name) => name !== '');
	const unknown = [...positionals, ...(maySkip ?? [])].filter((name) => !all.some((group) => group.name === name));
	if (unknown.length > 0) throw new Usage(`Expected some of ${all.map(({ name }) => name).join(', ')} but received ${unknown.join(', ')}`);
	const asked = all.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
	// One more than there are processors: a group that waits for a program, a disk or a clock leaves its own to another.
	const lanes = values.lanes ?? String(Math.min(availableParallelism() + 1, MAX_LANES));
	return { groups: asked, lanes: wholeNumber('lanes', lanes, 1), showSlowest: values.slowest === true, maySkip };
});

// What takes longest begins first, so that the lanes end together.
const waiting = [...groups].sort((one, other) => other.limitMinutes - one.limitMinutes);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.on(signal, () => {
		waiting.length = 0;
		endGroups('SIGTERM');
		setTimeout(() => {
			endGroups('SIGKILL');
			process.exit(130);
		}, 2_000);
	});
}

const inColour = process.stdout.isTTY;
const isAlone = groups.length === 1;
const total = { passed: 0, failed: 0, skipped: 0 };
const lines: string[] = [];
const slowest: { title: string; ms: number }[] = [];
const failures: string[] = [];
const startedAtMs = new Map<Group, number>();
const say = (text: string): void => void process.stdout.write(text);

const signOfLife = setInterval(() => {
	const running = [...startedAtMs].map(([{ name }, atMs]) => `${name} ${Math.round((Date.now() - atMs) / 1_000)} s`);
	if (!isAlone) say(`   … ${running.join(', ')}\n`);
}, SIGN_OF_LIFE_MS);

if (groups.some(({ needs }) => needs.includes('n8n'))) await (await import('../desk/n8n.ts')).makeTables();
await Promise.all(Array.from({ length: lanes }, runLane));
clearInterval(signOfLife);

if (showSlowest) {
	const ordered = slowest.sort((one, other) => other.ms - one.ms).slice(0, SLOWEST_SHOWN);
	say(`\n${ordered.map(({ title, ms }) => `${String(ms).padStart(7)} ms  ${title}`).join('\n')}\n`);
}
// Once more at the end, where it is found in a log that is cut at its beginning.
for (const failure of failures) say(`\n✖ ${failure}\n`);
say(`\n${lines.join('\n')}\n\n${describe(total)}\n`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

async function runLane(): Promise<void> {
	for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) await run(group);
}

/** A group's output comes in one piece at its end, unless it is the only one. */
async function run(group: Group): Promise<void> {
	const heading = `\n── ${group.name} ${'─'.repeat(Math.max(0, WIDTH - group.name.length))}\n`;
	let output = '';
	if (isAlone) say(heading);
	else say(`   … ${group.name} begins\n`);
	const atMs = Date.now();
	startedAtMs.set(group, atMs);
	const write = (text: string): void => {
		output += text;
		if (isAlone) say(text);
	};
	const summary = refuseSkips(group, await runGroup(group, write, inColour));
	startedAtMs.delete(group);
	for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += summary[key];
	slowest.push(...summary.slowest);
	failures.push(...summary.failures.map((failure) => `${group.name}: ${failure.slice(0, TOLD_OF_FAILURE)}`));
	if (summary.failed > summary.failures.length) failures.push(`${group.name}: ${output.slice(-TOLD_OF_FAILURE).trim()}`);
	const line = `${group.name.padEnd(13)} ${describe(summary).padEnd(40)} ${((Date.now() - atMs) / 1_000).toFixed(0)} s`;
	lines.push(line);
	say(`${isAlone ? '' : heading + output}── ${line}\n`);
}

/** If `--may-skip` names groups, a skipped test fails every other group: the log of a green run is rarely read. */
function refuseSkips({ name }: Group, summary: Summary): Summary {
	if (summary.skipped === 0 || maySkip === undefined || maySkip.includes(name)) return summary;
	const why = `${summary.skipped} tests were skipped, and --may-skip does not name this group`;
	return { ...summary, failed: summary.failed + 1, failures: [...summary.failures, why] };
}

function describe({ passed, failed, skipped }: Counts): string {
	return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
