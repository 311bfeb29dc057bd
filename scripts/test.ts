// npm test: everything that has to be right before a change goes out, in the order in which mistakes are cheapest.
//   npm test -- unit e2e   only these

import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolEnvironment } from './desk/environment.ts';
import { QUIET_NODE, ROOT } from './desk/paths.ts';
import { signalGroup } from './desk/supervise.ts';

interface Counts {
	readonly passed: number;
	readonly failed: number;
	readonly skipped: number;
}

interface Group {
	readonly name: string;
	readonly args: readonly string[];
	/** Files of a mocha group; undefined for a command that counts as one test. */
	readonly files?: readonly string[];
	readonly limitMs: number;
}

const MINUTE_MS = 60_000;
/** A run that is over but does not end has left something running. */
const ENDING_MS = 30_000;
const program = (...path: string[]): string => join(ROOT, 'node_modules', ...path);

const all = globSync('test/**/*.test.ts', { cwd: ROOT }).sort();
const inFolder = (name: string): string[] => all.filter((file) => file.startsWith(`test/${name}/`));
const later = ['contract', 'e2e', 'browser'];

const mocha = (name: string, files: readonly string[], limitMs: number): Group => ({
	name,
	args: [
		program('mocha', 'bin', 'mocha.js'),
		...(process.stdout.isTTY ? [] : ['--no-color']),
		'--reporter',
		join(ROOT, 'scripts', 'countingReporter.ts'),
		...files,
	],
	files,
	limitMs,
});

const groups: readonly Group[] = [
	{ name: 'format', args: [program('prettier', 'bin', 'prettier.cjs'), '--check', '.'], limitMs: 10 * MINUTE_MS },
	{ name: 'lint', args: [program('eslint', 'bin', 'eslint.js'), '.'], limitMs: 10 * MINUTE_MS },
	{ name: 'types', args: [program('typescript', 'bin', 'tsc'), '-p', 'tsconfig.check.json'], limitMs: 10 * MINUTE_MS },
	mocha(
		'unit',
		all.filter((file) => !later.some((name) => file.startsWith(`test/${name}/`))),
		20 * MINUTE_MS,
	),
	mocha('contract', inFolder('contract'), 20 * MINUTE_MS),
	mocha('e2e', inFolder('e2e'), 30 * MINUTE_MS),
	mocha('browser', inFolder('browser'), 15 * MINUTE_MS),
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !groups.some((group) => group.name === name));
if (unknown.length > 0) {
	process.stderr.write(`Expected some of ${groups.map((group) => group.name).join(', ')} but received ${unknown.join(', ')}\n`);
	process.exit(2);
}

let current: number | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.on(signal, () => {
		if (current !== undefined) signalGroup(current, 'SIGTERM');
		setTimeout(() => {
			if (current !== undefined) signalGroup(current, 'SIGKILL');
			process.exit(130);
		}, 2_000);
	});
}

const total = { passed: 0, failed: 0, skipped: 0 };
const lines: string[] = [];
for (const group of groups) {
	if (asked.length > 0 && !asked.includes(group.name)) continue;
	if (group.files?.length === 0) continue;
	process.stdout.write(`\n── ${group.name} ${'─'.repeat(60 - group.name.length)}\n`);
	const startedAtMs = Date.now();
	const counts = await runGroup(group);
	for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += counts[key];
	lines.push(`${group.name.padEnd(9)} ${describe(counts).padEnd(40)} ${((Date.now() - startedAtMs) / 1000).toFixed(0)} s`);
	process.stdout.write(`── ${lines.at(-1)}\n`);
}

process.stdout.write(`\n${lines.join('\n')}\n\n${describe(total)}\n`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

function describe({ passed, failed, skipped }: Counts): string {
	return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Runs one group with its output as it comes. A group that does not get to its numbers has failed once. */
async function runGroup(group: Group): Promise<Counts> {
	const folder = mkdtempSync(join(tmpdir(), 'copydesk-test-'));
	const summaryFile = join(folder, 'summary.json');
	try {
		const code = await runProgram(group, summaryFile);
		if (group.files === undefined) return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
		const counts = existsSync(summaryFile)
			? (JSON.parse(readFileSync(summaryFile, 'utf8')) as Counts)
			: { passed: 0, failed: 0, skipped: 0 };
		// Numbers without a failure and still a bad end: something went wrong outside of any test.
		return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function runProgram(group: Group, summaryFile: string): Promise<number> {
	return new Promise((resolve) => {
		const child = spawn(process.execPath, [...QUIET_NODE, ...group.args], {
			cwd: ROOT,
			env: { ...toolEnvironment(), COPYDESK_TEST_SUMMARY: summaryFile },
			stdio: ['ignore', 'inherit', 'inherit'],
			detached: true,
		});
		current = child.pid;
		const end = (why: string): void => {
			process.stdout.write(`\n${group.name}: ${why}\n`);
			if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
		};
		const limit = setTimeout(() => end(`not done within ${group.limitMs / MINUTE_MS} min, ended`), group.limitMs);
		let overSinceMs: number | undefined;
		const watch = setInterval(() => {
			if (group.files === undefined || !existsSync(summaryFile)) return;
			overSinceMs ??= Date.now();
			if (Date.now() - overSinceMs > ENDING_MS) end('all tests are over but something they started still runs');
		}, 1_000);
		child.on('exit', (code) => {
			clearTimeout(limit);
			clearInterval(watch);
			if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
			current = undefined;
			resolve(code ?? 137);
		});
	});
}
