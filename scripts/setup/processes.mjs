import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A process, known for certain: its id alone may have been given to another one since.
 * `startedAt` is when it started, as the system says it: only for comparing.
 *
 * @typedef {{ readonly pid: number, readonly startedAt: string }} ProcessIdentity
 */

/**
 * @param {number} pid
 * @returns {ProcessIdentity | undefined} undefined if there is no such process
 */
export function processIdentity(pid) {
	const startedAt = startOf(pid);
	return startedAt === undefined ? undefined : { pid, startedAt };
}

/** @param {ProcessIdentity | null | undefined} identity */
export function isSameProcess(identity) {
	return identity !== undefined && identity !== null && startOf(identity.pid) === identity.startedAt;
}

/**
 * @param {number} pid
 * @returns {number | undefined}
 */
export function parentOf(pid) {
	const text = process.platform === 'linux' ? statOf(pid)?.[1] : askPs('ppid', pid);
	return text === undefined ? undefined : Number(text);
}

/**
 * The process group, on Linux.
 *
 * @param {number} pid
 * @returns {number | undefined}
 */
export function groupOf(pid) {
	const text = statOf(pid)?.[2];
	return text === undefined ? undefined : Number(text);
}

/** @param {number} pid */
function startOf(pid) {
	return process.platform === 'linux' ? statOf(pid)?.[19] : askPs('lstart', pid);
}

/**
 * The fields of Linux after the name: state (0), parent (1), group (2) … start (19).
 *
 * @param {number} pid
 */
function statOf(pid) {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The name in brackets may hold spaces and brackets.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		// A zombie has ended; it only waits to be noticed by its parent.
		return fields[0] === 'Z' ? undefined : fields;
	} catch {
		return undefined;
	}
}

/**
 * @param {string} field
 * @param {number} pid
 */
function askPs(field, pid) {
	try {
		return (
			execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() ||
			undefined
		);
	} catch {
		return undefined;
	}
}
