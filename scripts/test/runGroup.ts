import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolEnvironment } from '../desk/environment.ts';
import { QUIET_NODE, ROOT } from '../desk/paths.ts';
import { cacheFolder } from '../setup/n8nRuntime.mjs';
import { signalGroup } from '../desk/supervise.ts';
import type { Group } from './groups.mjs';

export interface Counts {
	readonly passed: number;
	readonly failed: number;
	readonly skipped: number;
}

/** What the reporter leaves behind. */
export interface Summary extends Counts {
	readonly slowest: readonly { readonly title: string; readonly ms: number }[];
	/** For each failed test its full title and, from the next line on, its message. */
	readonly failures: readonly string[];
}

const MINUTE_MS = 60_000;
/** A run that is over but does not end has left something running. */
const ENDING_MS = 30_000;
const PIPES_MS = 2_000;
const NOTHING: Summary = { passed: 0, failed: 0, skipped: 0, slowest: [], failures: [] };

/** Process groups of the groups under way. */
const underWay = new Set<number>();

export function endGroups(signal: 'SIGTERM' | 'SIGKILL'): void {
	for (const pid of underWay) signalGroup(pid, signal);
}

/**
 * Runs one group to its end. One that does not get to its numbers or runs no test has failed once; one that hangs is ended.
 * @param write is given its output as it comes
 */
export async function runGroup(group: Group, write: (text: string) => void, inColour: boolean): Promise<Summary> {
	if (group.files?.length === 0) return failed(group, 'there are no tests in it', write);
	const folder = mkdtempSync(join(tmpdir(), 'copydesk-test-'));
	const summaryFile = join(folder, 'summary.json');
	try {
		const code = await runProgram(group, summaryFile, write, inColour);
		if (group.files === undefined) return code === 0 ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };
		const summary = existsSync(summaryFile) ? (JSON.parse(readFileSync(summaryFile, 'utf8')) as Summary) : NOTHING;
		// Numbers without a failure and still a bad end: something went wrong outside of any test.
		if (code !== 0 && summary.failed === 0) return { ...summary, failed: 1 };
		return summary.passed + summary.failed + summary.skipped === 0 ? failed(group, 'no test ran', write) : summary;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function failed({ name }: Group, why: string, write: (text: string) => void): Summary {
	write(`\n${name}: ${why}\n`);
	return { ...NOTHING, failed: 1 };
}

function argumentsOf({ command = [], files }: Group, inColour: boolean): string[] {
	if (files === undefined) return [...command];
	const reporter = join(import.meta.dirname, 'countingReporter.ts');
	// What bin/mocha.js would start as a process of its own, for options of Node that are in our command already. It begins under its
	// real name only.
	const mocha = realpathSync(join(ROOT, 'node_modules', 'mocha', 'lib', 'cli', 'cli.js'));
	return [mocha, inColour ? '--color' : '--no-color', '--reporter', reporter, ...files];
}

function runProgram(group: Group, summaryFile: string, write: (text: string) => void, inColour: boolean): Promise<number> {
	return new Promise((resolve) => {
		const child = spawn(process.execPath, [...QUIET_NODE, ...argumentsOf(group, inColour)], {
			cwd: ROOT,
			// Programs start some hundred times in a run; n8n alone has a second's worth of sources to compile.
			env: { NODE_COMPILE_CACHE: join(cacheFolder(), 'compiled'), ...toolEnvironment(), COPYDESK_TEST_SUMMARY: summaryFile },
			stdio: ['ignore', 'pipe', 'pipe'],
			detached: true,
		});
		const { pid } = child;
		if (pid !== undefined) underWay.add(pid);
		const endAll = (): void => {
			if (pid !== undefined) signalGroup(pid, 'SIGKILL');
		};
		const end = (why: string): void => {
			write(`\n${group.name}: ${why}\n`);
			endAll();
		};
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8');
			stream.on('data', write);
		}
		const limit = setTimeout(() => end(`not done within ${group.limitMinutes} min, ended`), group.limitMinutes * MINUTE_MS);
		let overSinceMs: number | undefined;
		const watch = setInterval(() => {
			if (group.files === undefined || !existsSync(summaryFile)) return;
			overSinceMs ??= Date.now();
			if (Date.now() - overSinceMs > ENDING_MS) end('all tests are over but something they started still runs');
		}, 1_000);
		const over = (code: number): void => {
			clearTimeout(limit);
			clearInterval(watch);
			if (pid !== undefined) underWay.delete(pid);
			resolve(code);
		};
		child.on('error', (error) => {
			write(`${group.name}: ${error.message}\n`);
			over(127);
		});
		child.on('exit', (code) => {
			endAll();
			// A process that it left behind may hold its pipes open for ever.
			const timer = setTimeout(over, PIPES_MS, code ?? 137);
			child.on('close', () => {
				clearTimeout(timer);
				over(code ?? 137);
			});
		});
	});
}
