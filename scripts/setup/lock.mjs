import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './report.mjs';
import { isSameProcess, processIdentity } from './processes.mjs';

/**
 * Does the work while holding a lock that other processes of this machine respect. A lock whose holder is dead
 * is taken over: a process is known by its id and the moment it started, because ids come round again.
 *
 * @template T
 * @param {string} path the lock file
 * @param {string} what what the others are waiting for, for the message
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(path, what, work) {
	mkdirSync(dirname(path), { recursive: true });
	const mine = JSON.stringify(processIdentity(process.pid));
	let told = false;
	while (!tryToTake(path, mine)) {
		if (!told) {
			told = true;
			say(`  · waiting: another set-up is ${what} (lock ${path})`);
		}
		await sleep(500);
	}
	try {
		return await work();
	} finally {
		if (read(path) === mine) rmSync(path, { force: true });
	}
}

/**
 * @param {string} path
 * @param {string} mine
 */
function tryToTake(path, mine) {
	try {
		writeFileSync(path, mine, { flag: 'wx' });
		return true;
	} catch (error) {
		if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
	}
	const found = read(path);
	if (found !== undefined && isHeld(found)) return false;
	if (found !== undefined) removeStale(path, found);
	return false;
}

/** @param {string} text */
function isHeld(text) {
	try {
		return isSameProcess(JSON.parse(text));
	} catch {
		return false;
	}
}

/**
 * Moves the stale file aside first: if somebody else renewed the lock in between, it is put back.
 *
 * @param {string} path
 * @param {string} stale
 */
function removeStale(path, stale) {
	const aside = `${path}.stale-${process.pid}`;
	try {
		renameSync(path, aside);
	} catch {
		return;
	}
	if (read(aside) !== stale) {
		try {
			linkSync(aside, path);
		} catch {
			// A third process took it in the meantime and does not wait. The final rename is still atomic.
		}
	}
	unlinkSync(aside);
}

/** @param {string} path */
function read(path) {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return undefined;
	}
}
