/** The renderer as a process of its own, for tests that kill it. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { RENDERER_KEY, clientOf } from './renderer.ts';
import type { Client } from './renderer.ts';
import { bareEnvironment } from './environment.ts';

const MAIN = fileURLToPath(new URL('../../services/renderer/src/main.ts', import.meta.url));

interface RendererProcess extends Client {
	readonly child: ChildProcess;
	/** Settles when the process has ended, with the signal or the exit code. */
	readonly ended: Promise<NodeJS.Signals | number>;
	/** Ends it in order. */
	stop(): Promise<NodeJS.Signals | number>;
}

export async function startRendererProcess(dataDir: string, env: Record<string, string> = {}): Promise<RendererProcess> {
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
		env: {
			...bareEnvironment(),
			RENDERER_API_KEY: RENDERER_KEY,
			RENDERER_DATA_DIR: dataDir,
			RENDERER_PORT: '0',
			RENDERER_CONCURRENCY: '1',
			RENDERER_LOG_LEVEL: 'silent',
			...env,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as NodeJS.Signals | number);
	let said = '';
	const url = await new Promise<string>((resolve, reject) => {
		child.stdout.on('data', (chunk: Buffer) => {
			said += chunk.toString();
			const match = /listening on (\S+)/.exec(said);
			if (match?.[1] !== undefined) resolve(match[1]);
		});
		child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
		void ended.then((how) => reject(new Error(`The renderer ended with ${how}: ${said}`)));
	});
	return {
		...clientOf(url),
		child,
		ended,
		stop() {
			child.kill('SIGTERM');
			return ended;
		},
	};
}
