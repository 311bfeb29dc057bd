/** The reader as a process of its own, with an environment of its own. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from './environment.ts';
import { READER_KEY, clientOf } from './reader.ts';
import type { Client } from './reader.ts';

const MAIN = fileURLToPath(new URL('../../services/reader/src/main.ts', import.meta.url));

export interface ReaderProcess extends Client {
	readonly url: string;
	readonly child: ChildProcess;
	/** All that it printed. */
	output(): string;
	/** Settles when the process has ended, with the signal or the exit code. */
	readonly ended: Promise<NodeJS.Signals | number>;
	/** Ends it in order. */
	stop(): Promise<NodeJS.Signals | number>;
}

export function spawnReader(env: Record<string, string>): {
	child: ChildProcess;
	output: () => string;
	ended: Promise<NodeJS.Signals | number>;
} {
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
		env: { ...bareEnvironment(), READER_PORT: '0', READER_WORKERS: '1', ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as NodeJS.Signals | number);
	return { child, output: () => output, ended };
}

export async function startReaderProcess(env: Record<string, string> = {}): Promise<ReaderProcess> {
	const { child, output, ended } = spawnReader({ READER_API_KEY: READER_KEY, ...env });
	const url = await new Promise<string>((resolve, reject) => {
		const look = (): void => {
			const [, found] = /listening on (\S+)/.exec(output()) ?? [];
			if (found !== undefined) resolve(found);
		};
		child.stdout?.on('data', look);
		void ended.then((how) => reject(new Error(`the reader ended with ${how}: ${output()}`)));
	});
	return {
		...clientOf(url),
		url,
		child,
		output,
		ended,
		stop() {
			child.kill('SIGTERM');
			return ended;
		},
	};
}
