/** A service as a process of its own, with an environment of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { QUIET_NODE, ROOT } from '../../scripts/desk/paths.ts';
import { bareEnvironment } from './environment.ts';

export interface Spawned {
	readonly child: ChildProcess;
	/** All that it printed. */
	said(): string;
	/** Settles when the process has ended, with the signal or the exit code. */
	readonly ended: Promise<NodeJS.Signals | number>;
	/** Ends it in order, unless told otherwise. */
	stop(signal?: NodeJS.Signals): Promise<NodeJS.Signals | number>;
}

export interface Listening extends Spawned {
	readonly url: string;
}

export type Environment = Readonly<Record<string, string>>;

/** @param detached leads a process group of its own, as the foreground of a terminal does */
export function spawnService(name: string, env: Environment, { detached = false } = {}): Spawned {
	const child = spawn(process.execPath, [...QUIET_NODE, join(ROOT, 'services', name, 'src', 'main.ts')], {
		cwd: ROOT,
		env: { ...bareEnvironment(), ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
		detached,
	});
	let said = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
	const ended = once(child, 'close').then(([code, signal]) => (signal ?? code) as NodeJS.Signals | number);
	return {
		child,
		said: () => said,
		ended,
		stop(signal = 'SIGTERM') {
			child.kill(signal);
			return ended;
		},
	};
}

/** Resolves when it listens; fails with what it printed when it ends before. */
export async function listening(spawned: Spawned): Promise<Listening> {
	const url = await new Promise<string>((resolve, reject) => {
		const look = (): void => {
			const [, found] = /is listening on (\S+)/.exec(spawned.said()) ?? [];
			if (found !== undefined) resolve(found);
		};
		spawned.child.stdout?.on('data', look);
		void spawned.ended.then((how) => reject(new Error(`It ended with ${how}:\n${spawned.said()}`)));
	});
	return { ...spawned, url };
}
