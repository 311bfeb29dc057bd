import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenerOf, type Listener } from './listener.ts';
import { ROOT } from './paths.ts';
import { holderOf } from './ports.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** After so long a life an end counts as the first one again. */
const STEADY_MS = 60_000;
/** A socket that closes while it is looked for seems to be a stranger's once. */
const SURE_AFTER = 3;
const LOG_MAX_BYTES = 20_000_000;

export interface ServiceSpec {
	readonly name: string;
	/** What is run instead of this Node; the system has to end it with its starter, because no rope does. */
	readonly program?: readonly [string, ...string[]];
	/** Arguments of this Node: the program and what it is given. */
	readonly args: readonly string[];
	readonly env: NodeJS.ProcessEnv;
	readonly logFile: string;
	/** Done each time before it is started. */
	beforeStart?(): Promise<void>;
	/**
	 * Where it listens. Nothing is sent to this port before its listener is shown to be this program: another program could be there first.
	 */
	readonly port?: number;
	/** Asked again and again until it says yes. */
	isReady(): Promise<boolean>;
	readonly readyTimeoutMs: number;
	/** Between SIGTERM and SIGKILL. */
	readonly stopTimeoutMs: number;
	/**
	 * Done each time the service has become ready, before anybody is told. After a restart it is tried until it is done.
	 * @param demandOurs throws if another program has the port by now: call it before each secret is sent
	 */
	afterReady?(demandOurs: () => void): Promise<void>;
}

type ServiceState = 'starting' | 'ready' | 'down' | 'stopping' | 'stopped';

export interface ServiceNews {
	readonly name: string;
	readonly state: ServiceState;
	/** For people: how long it took, why it went. */
	readonly text: string;
}

/** A service that did not come up: what it said last is part of the message. */
export class ServiceDidNotStart extends Error {
	constructor(spec: ServiceSpec, why: string, lastWords: string) {
		super(`${spec.name} did not start: ${why}.${lastWords === '' ? '' : `\n${indent(lastWords)}`}\n  The whole log: ${spec.logFile}`);
		this.name = 'ServiceDidNotStart';
	}
}

/**
 * One program that is kept running: started, watched, started again after growing pauses when it ends by itself,
 * and stopped with everything it started. It lives in a process group of its own, so that Ctrl-C reaches the starter
 * alone and the order of stopping is ours; a pipe tells it when the starter is gone (parentWatch.cjs).
 */
export class Supervised {
	readonly spec: ServiceSpec;
	#child: ChildProcess | undefined;
	#state: ServiceState = 'stopped';
	#startedAtMs = 0;
	#pauseMs = FIRST_PAUSE_MS;
	#wanted = false;
	#everReady = false;
	readonly #tell: (news: ServiceNews) => void;
	readonly #spawned: (name: string, pid: number) => void;

	constructor(spec: ServiceSpec, tell: (news: ServiceNews) => void, spawned: (name: string, pid: number) => void) {
		this.spec = spec;
		this.#tell = tell;
		this.#spawned = spawned;
	}

	get state(): ServiceState {
		return this.#state;
	}

	get pid(): number | undefined {
		return this.#child?.pid;
	}

	/** @throws ServiceDidNotStart if it ends, or is not ready in time */
	async start(): Promise<void> {
		this.#wanted = true;
		await this.#launch();
		this.#everReady = true;
	}

	/** For tests of what survives: the program alone gets a deadly signal, and is then started again. */
	kill(signal: NodeJS.Signals): void {
		this.#state = 'down';
		this.#child?.kill(signal);
	}

	/** Resolves once nothing of it is left. */
	async stop(): Promise<void> {
		this.#wanted = false;
		const child = this.#child;
		if (child === undefined || hasEnded(child)) {
			if (this.#state !== 'stopped') this.#become('stopped', '');
			return;
		}
		this.#become('stopping', '');
		const inTime = await this.#end(child);
		this.#become('stopped', inTime ? '' : `killed: it did not stop within ${this.spec.stopTimeoutMs / 1000} s`);
	}

	/** @param child has not ended. @returns whether it ended when it was asked */
	async #end(child: ChildProcess): Promise<boolean> {
		const ended = new Promise<boolean>((resolve) => child.once('exit', () => resolve(true)));
		signalGroup(child.pid as number, 'SIGTERM');
		const inTime = await Promise.race([ended, sleep(this.spec.stopTimeoutMs, false, { ref: false })]);
		signalGroup(child.pid as number, 'SIGKILL');
		await ended;
		return inTime;
	}

	async #launch(): Promise<void> {
		const { spec } = this;
		this.#become('starting', '');
		await spec.beforeStart?.();
		const logFrom = openLog(spec.logFile);
		this.#startedAtMs = Date.now();
		const [program, ...before] = spec.program ?? [process.execPath, '--require', join(ROOT, 'scripts', 'desk', 'parentWatch.cjs')];
		const child = spawn(program, [...before, ...spec.args], {
			cwd: ROOT,
			env: { ...spec.env, COPYDESK_TETHER: String(process.pid) },
			stdio: ['ignore', logFrom.descriptor, logFrom.descriptor, 'pipe'],
			detached: true,
		});
		closeSync(logFrom.descriptor);
		this.#child = child;
		let why: string | undefined;
		child.once('error', (error) => {
			why = error.message;
		});
		child.once('exit', (code, signal) => {
			why ??= signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
			// What it started itself must not outlive it.
			if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
			void this.#ended(why);
		});
		if (child.pid !== undefined) this.#spawned(spec.name, child.pid);

		const didNotStart = (): ServiceDidNotStart => new ServiceDidNotStart(spec, why ?? '', lastWords(spec.logFile, logFrom.sizeBytes));
		const deadlineMs = Date.now() + spec.readyTimeoutMs;
		let strangers = 0;
		while (!(await this.#isReady(child))) {
			if (!this.#wanted) return;
			strangers = this.#listener(child) === 'other' ? strangers + 1 : 0;
			if (why === undefined && strangers === SURE_AFTER) {
				why = this.#strangersWords();
				await this.#end(child);
			}
			if (why === undefined && Date.now() > deadlineMs) {
				why = `it was not ready within ${spec.readyTimeoutMs / 1000} s`;
				await this.#end(child);
			}
			if (why !== undefined) throw didNotStart();
			await sleep(100);
		}
		let pauseMs = FIRST_PAUSE_MS;
		// Another program may have answered in its place, and it may end in the meantime.
		while (this.#wanted && why === undefined) {
			const failed = await this.#completed(child);
			if (failed === undefined) break;
			this.#become('starting', `${failed}; trying it again in ${pauseMs / 1000} s`);
			await sleep(pauseMs);
			pauseMs = longer(pauseMs);
		}
		if (!this.#wanted) return;
		if (why !== undefined) throw didNotStart();
		this.#become('ready', `ready in ${((Date.now() - this.#startedAtMs) / 1000).toFixed(1)} s`);
	}

	async #isReady(child: ChildProcess): Promise<boolean> {
		return this.#listener(child) === 'ours' && (await this.spec.isReady().catch(() => false));
	}

	#listener({ pid }: ChildProcess): Listener {
		const { port } = this.spec;
		if (port === undefined) return 'ours';
		return pid === undefined ? 'none' : listenerOf(port, pid);
	}

	#demandOurs(child: ChildProcess): void {
		if (this.#listener(child) !== 'ours') throw new Error(this.#strangersWords());
	}

	#strangersWords(): string {
		const { port = 0 } = this.spec;
		return `its port ${port} is not its own: ${holderOf(port) ?? 'a program of another user'} listens there`;
	}

	/** @returns why `afterReady` failed. @throws whatever it throws at the first start, which somebody waits for */
	async #completed(child: ChildProcess): Promise<string | undefined> {
		try {
			await this.spec.afterReady?.(() => this.#demandOurs(child));
			return undefined;
		} catch (error) {
			if (!this.#everReady) throw error;
			return firstLine(error);
		}
	}

	async #ended(why: string): Promise<void> {
		if (!this.#wanted || !this.#everReady) return;
		if (Date.now() - this.#startedAtMs > STEADY_MS) this.#pauseMs = FIRST_PAUSE_MS;
		const pauseMs = this.#pauseMs;
		this.#pauseMs = longer(pauseMs);
		this.#become('down', `${why}; starting it again in ${pauseMs / 1000} s (log: ${this.spec.logFile})`);
		await sleep(pauseMs);
		if (!this.#wanted) return;
		try {
			await this.#launch();
		} catch (error) {
			// The end of a started process begins the next attempt. Without one we begin it here.
			if (!(error instanceof ServiceDidNotStart) || this.#child?.pid === undefined) await this.#ended(firstLine(error));
		}
	}

	#become(state: ServiceState, text: string): void {
		this.#state = state;
		this.#tell({ name: this.spec.name, state, text });
	}
}

/** Or never began. */
const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean => pid === undefined || exitCode !== null || signalCode !== null;

const longer = (pauseMs: number): number => Math.min(pauseMs * 2, LONGEST_PAUSE_MS);

const firstLine = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n')[0] as string;

export function signalGroup(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-pid, signal);
	} catch {
		// Nothing of the group is left.
	}
}

function openLog(file: string): { descriptor: number; sizeBytes: number } {
	mkdirSync(dirname(file), { recursive: true });
	if (existsSync(file) && statSync(file).size > LOG_MAX_BYTES) renameSync(file, `${file}.1`);
	const descriptor = openSync(file, 'a', 0o600);
	return { descriptor, sizeBytes: statSync(file).size };
}

/** What a program wrote since it was started, its last lines. */
function lastWords(file: string, fromBytes: number): string {
	const lines = readFileSync(file).subarray(fromBytes).toString('utf8').trim().split('\n');
	return lines.slice(-12).join('\n');
}

function indent(text: string): string {
	return text.replace(/^/gm, '    ');
}
