/** The commands of a desk as a person types them, on a data folder and ports of the test's own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { QUIET_NODE, ROOT } from '../../scripts/desk/paths.ts';
import { freePorts, portVariables, type Ports } from '../../scripts/desk/ports.ts';
import { BARE_N8N, ROUGH_PICTURES, fastFolder } from './environment.ts';
import { until } from './until.ts';

export interface Typed {
	readonly process: ChildProcess;
	/** What it printed so far, on both outputs. */
	said(): string;
	/** Resolves when this was printed; fails if it ends before. */
	says(text: string): Promise<void>;
	/** Its exit code; null when a signal ended it. */
	readonly ended: Promise<number | null>;
}

/** This process's environment, with what leads a command to the desk in this folder. */
export function environmentOf(dataDir: string, ports: Ports): NodeJS.ProcessEnv {
	return {
		...process.env,
		...ROUGH_PICTURES,
		COPYDESK_DATA_DIR: dataDir,
		...portVariables(ports),
	};
}

/** @param line the script from the checkout's folder on, and its arguments */
export function type(env: NodeJS.ProcessEnv, ...line: readonly string[]): Typed {
	const child = spawn(process.execPath, [...QUIET_NODE, ...line], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
	let text = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
	return {
		process: child,
		said: () => text,
		ended: once(child, 'close').then(([code]) => code as number | null),
		async says(wanted) {
			await until(() => {
				if (text.includes(wanted)) return true;
				if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It ended without saying "${wanted}":\n${text}`);
				return false;
			});
		},
	};
}

/** Types a command and waits for its end. */
export async function run(env: NodeJS.ProcessEnv, ...line: readonly string[]): Promise<{ code: number | null; text: string }> {
	const { ended, said } = type(env, ...line);
	return { code: await ended, text: said() };
}

/** Gives the tests of a suite a folder, and `npm run demo -- --NAME` on a desk in it. The folder goes after the tests. */
export function useDemo(name: string) {
	let folder = '';
	before(() => {
		folder = mkdtempSync(join(fastFolder(), `copydesk-${name}-`));
	});
	after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
	return {
		folder: () => folder,
		play: async (env?: NodeJS.ProcessEnv) =>
			run(env ?? { ...environmentOf(folder, await freePorts()), ...BARE_N8N }, 'scripts/demo.ts', `--${name}`),
	};
}
