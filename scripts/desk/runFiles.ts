import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSameProcess, processIdentity, type ProcessIdentity } from '../setup/processes.mjs';
import type { Ports } from './ports.ts';
import { signalGroup } from './supervise.ts';

/** What a running desk writes down about itself, for the next start and for those who want to use it. */
interface RunningDesk {
	readonly starter: ProcessIdentity;
	readonly ports: Ports;
	readonly services: Readonly<Record<string, ProcessIdentity & { readonly sinceMs?: number }>>;
	/** Set once everything answers. */
	readonly ready: boolean;
}

/** Programs may be on their way out already; so long they are left to it. */
const LEFTOVER_GRACE_MS = 100_000;

const fileIn = (data: string): string => join(data, 'run', 'desk.json');

/** @returns what is written down, if its starter still lives */
export function runningDesk(data: string): RunningDesk | undefined {
	const noted = read(data);
	return noted !== undefined && isSameProcess(noted.starter) ? noted : undefined;
}

export class RunFile {
	readonly #data: string;
	#noted: RunningDesk;

	constructor(data: string, ports: Ports) {
		this.#data = data;
		this.#noted = { starter: processIdentity(process.pid) as ProcessIdentity, ports, services: {}, ready: false };
		this.#write();
	}

	service(name: string, pid: number): void {
		const identity = processIdentity(pid);
		if (identity === undefined) return;
		this.#noted = { ...this.#noted, services: { ...this.#noted.services, [name]: { ...identity, sinceMs: Date.now() } } };
		this.#write();
	}

	ready(): void {
		this.#noted = { ...this.#noted, ready: true };
		this.#write();
	}

	remove(): void {
		rmSync(fileIn(this.#data), { force: true });
	}

	#write(): void {
		mkdirSync(join(this.#data, 'run'), { recursive: true });
		const file = fileIn(this.#data);
		writeFileSync(`${file}.new`, `${JSON.stringify(this.#noted, null, '\t')}\n`, { mode: 0o600 });
		renameSync(`${file}.new`, file);
	}
}

/**
 * Ends what an earlier start that was killed outright has left running.
 * @returns the names of what had to be ended
 */
export async function endLeftovers(data: string): Promise<string[]> {
	const noted = read(data);
	if (noted === undefined) return [];
	const left = Object.entries(noted.services).filter(([, identity]) => isSameProcess(identity));
	for (const [, { pid }] of left) signalGroup(pid, 'SIGTERM');
	const deadlineMs = Date.now() + LEFTOVER_GRACE_MS;
	while (left.some(([, identity]) => isSameProcess(identity)) && Date.now() < deadlineMs) await sleep(100);
	for (const [, identity] of Object.entries(noted.services)) {
		// The group may outlive its first program. Its number is not given away while one of the group lives.
		if (isSameProcess(identity) || processIdentity(identity.pid) === undefined) signalGroup(identity.pid, 'SIGKILL');
	}
	rmSync(fileIn(data), { force: true });
	return left.map(([name]) => name);
}

function read(data: string): RunningDesk | undefined {
	try {
		return JSON.parse(readFileSync(fileIn(data), 'utf8')) as RunningDesk;
	} catch {
		return undefined;
	}
}
