import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A process, known for certain: its id alone may have been given to another one since.
 *
 * @param {number} pid
 * @returns {{ pid: number, startedAt: string } | undefined} undefined if there is no such process
 */
export function processIdentity(pid) {
	const startedAt = startOf(pid);
	return startedAt === undefined ? undefined : { pid, startedAt };
}

/** @param {{ pid: number, startedAt: string } | undefined} identity */
export function isSameProcess(identity) {
	return identity !== undefined && identity !== null && startOf(identity.pid) === identity.startedAt;
}

/** @param {number} pid */
function startOf(pid) {
	if (process.platform === 'linux') {
		try {
			const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
			// The name in brackets may hold spaces; the fields after it are state (3) … starttime (22).
			const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
			// A zombie has ended; it only waits to be noticed by its parent.
			if (fields[0] === 'Z') return undefined;
			return fields[19];
		} catch {
			return undefined;
		}
	}
	try {
		return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || undefined;
	} catch {
		return undefined;
	}
}
