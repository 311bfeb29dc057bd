import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface CommandResult {
	/** What it left with; 128 and more if a signal or the time limit ended it. */
	readonly code: number;
	/** Both outputs, as they came. */
	readonly output: string;
}

/** Process groups of the commands under way. */
const underWay = new Set<number>();

/** Ends the commands under way, when their results are not needed any more. */
export function endCommands(): void {
	for (const pid of underWay) killGroup(pid);
}

/**
 * Runs a command with its output in a file: n8n's command line spins for ever when a pipe it writes to closes
 * early, and a file cannot close.
 */
export async function runToFile(
	command: string,
	args: readonly string[],
	options: { cwd: string; env: NodeJS.ProcessEnv; timeoutMs: number },
): Promise<CommandResult> {
	const folder = await mkdtemp(join(tmpdir(), 'copydesk-'));
	const file = join(folder, 'output');
	const output = openSync(file, 'w');
	try {
		const code = await new Promise<number>((resolve) => {
			const child = spawn(command, args, { cwd: options.cwd, env: options.env, stdio: ['ignore', output, output], detached: true });
			if (child.pid !== undefined) underWay.add(child.pid);
			// Not SIGTERM: a spinning process ignores it.
			const timer = setTimeout(() => child.pid !== undefined && killGroup(child.pid), options.timeoutMs);
			child.on('error', () => {
				clearTimeout(timer);
				resolve(127);
			});
			child.on('exit', (exitCode) => {
				clearTimeout(timer);
				underWay.delete(child.pid as number);
				resolve(exitCode ?? 137);
			});
		});
		return { code, output: readFileSync(file, 'utf8') };
	} finally {
		closeSync(output);
		await rm(folder, { recursive: true, force: true });
	}
}

function killGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// It has ended meanwhile.
	}
}
