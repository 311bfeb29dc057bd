/** Which program listens on a port of this machine: everything that is sent to the port goes to that program. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { groupOf } from '../setup/processes.mjs';

/** Where what is sent to 127.0.0.1 arrives, as the kernel writes addresses: that one, any, and both as IPv6. */
const REACHED_BY_LOOPBACK = new Set(['0100007F', '00000000', '0'.repeat(32), '0000000000000000FFFF00000100007F']);
const LISTENING = '0A';

/** The listener of a port: none, a process of the group alone, or somebody else. */
export type Listener = 'none' | 'ours' | 'other';

/** @param group the number of a process group: that of the program which was started as its first */
export function listenerOf(port: number, group: number): Listener {
	if (process.platform !== 'linux') return listenerByLsof(port, group);
	const left = new Set(listeningSockets(port));
	if (left.size === 0) return 'none';
	for (const pid of [group, ...processesOf(group)]) {
		for (const socket of socketsOf(pid)) left.delete(socket);
		if (left.size === 0) return 'ours';
	}
	return 'other';
}

function listenerByLsof(port: number, group: number): Listener {
	let told: string;
	try {
		told = execFileSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpg'], {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		});
	} catch {
		// Its exit code is 1 when there is no listener, or none that this user may see.
		return 'none';
	}
	const groups = told.split('\n').filter((line) => line.startsWith('g'));
	return groups.length === 0 ? 'none' : groups.every((line) => line === `g${group}`) ? 'ours' : 'other';
}

/** On Linux: the sockets that take what is sent to this port of this machine, as links to them are named. */
export function listeningSockets(port: number): string[] {
	const wanted = port.toString(16).toUpperCase().padStart(4, '0');
	return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
		linesOf(table)
			.map((line) => line.trim().split(/\s+/))
			.filter(([, local = '', , state]) => {
				const [address = '', at] = local.split(':');
				return at === wanted && state === LISTENING && REACHED_BY_LOOPBACK.has(address);
			})
			.map((fields) => `socket:[${fields[9]}]`),
	);
}

/** A machine without IPv6 has no such table. */
function linesOf(table: string): string[] {
	try {
		return readFileSync(table, 'utf8').split('\n');
	} catch {
		return [];
	}
}

export const allProcesses = (): number[] =>
	readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map(Number);

const processesOf = (group: number): number[] => allProcesses().filter((pid) => pid !== group && groupOf(pid) === group);

/** None of a process that has ended or is another user's. */
export function socketsOf(pid: number): string[] {
	try {
		return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
	} catch {
		return [];
	}
}

function linkOf(path: string): string[] {
	try {
		return [readlinkSync(path)];
	} catch {
		return [];
	}
}
