/** The collaboration service and the operator's command as real processes, with an environment of their own. */
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHANNEL, SERVICE_KEY, postJson } from './collaboration.ts';
import type { Answer } from './collaboration.ts';
import { TOKEN } from './messenger.ts';
import { bareEnvironment, fastFolder } from './environment.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const QUIET = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'];

export interface Setup {
	readonly directory: string;
	readonly env: Readonly<Record<string, string>>;
	remove(): void;
}

/** A directory with databases and secrets, and the environment that leads there. */
export function newSetup(messengerUrl: string, more: Readonly<Record<string, string>> = {}): Setup {
	const directory = mkdtempSync(join(fastFolder(), 'copydesk-operator-'));
	const tokenFile = join(directory, 'token');
	writeFileSync(tokenFile, TOKEN, { mode: 0o600 });
	return {
		directory,
		env: {
			// Or the operator's command would find the desk of this checkout, if one was ever started here.
			COPYDESK_DATA_DIR: directory,
			COLLAB_PORT: '0',
			COLLAB_SERVICE_KEY: SERVICE_KEY,
			COLLAB_CONTEXT_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64url')}`,
			COLLAB_DATA_DIR: directory,
			COLLAB_DATABASE_URL: `sqlite:${join(directory, 'collaboration.sqlite')}`,
			COLLAB_PARTICIPANTS_URL: `sqlite:${join(directory, 'participants.sqlite')}`,
			MESSENGER_API_URL: messengerUrl,
			MESSENGER_TOKEN_FILE: tokenFile,
			MESSENGER_CHANNEL_ID: String(CHANNEL),
			// A menu is one delivery more, and a fault point counts deliveries.
			COLLAB_MENU: 'off',
			COLLAB_LOG_LEVEL: 'warn',
			...more,
		},
		remove: () => rmSync(directory, { recursive: true, force: true }),
	};
}

export interface Outcome {
	readonly code: number;
	readonly output: string;
	readonly complaint: string;
}

export function operator(env: Readonly<Record<string, string>>, ...args: string[]): Promise<Outcome> {
	return new Promise((resolve) => {
		execFile(
			process.execPath,
			[...QUIET, join(ROOT, 'scripts', 'operator', 'main.ts'), ...args],
			{ cwd: ROOT, env: { ...bareEnvironment(), ...env }, timeout: 30_000 },
			(error, output, complaint) => {
				resolve({ code: error === null ? 0 : Number((error as { code?: unknown }).code ?? 1), output, complaint });
			},
		);
	});
}

export interface ServiceProcess {
	readonly url: string;
	readonly child: ChildProcess;
	readonly said: () => string;
	/** Resolves with the code or the signal it ended with. */
	readonly ended: Promise<number | string>;
	post(path: string, body: unknown, signal?: AbortSignal): Promise<Answer>;
	stop(signal?: NodeJS.Signals): Promise<number | string>;
}

/** @param detached leads a process group of its own, as the foreground of a terminal does */
export async function startService(env: Readonly<Record<string, string>>, { detached = false } = {}): Promise<ServiceProcess> {
	const child = spawn(process.execPath, [...QUIET, join(ROOT, 'services', 'collaboration', 'src', 'main.ts')], {
		cwd: ROOT,
		env: { ...bareEnvironment(), ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
		detached,
	});
	let said = '';
	const ended = new Promise<number | string>((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal ?? 0)));
	const url = await new Promise<string>((resolve, reject) => {
		const hear = (bytes: Buffer): void => {
			said += bytes.toString();
			const match = /is listening on (\S+)/.exec(said);
			if (match?.[1] !== undefined) resolve(match[1]);
		};
		child.stdout.on('data', hear);
		child.stderr.on('data', hear);
		void ended.then((code) => reject(new Error(`It ended with ${code}:\n${said}`)));
	});
	return {
		url,
		child,
		said: () => said,
		ended,
		post: (path, body, signal) => postJson(url + path, body, SERVICE_KEY, {}, signal),
		stop(signal = 'SIGTERM') {
			child.kill(signal);
			return ended;
		},
	};
}
