import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a directory and its parents, one by one. Node's recursive mode never returns if the file system answers ENOENT although the
 * parent exists, as /proc does. A service would hang instead of refusing to start.
 * @throws Error of the file system
 */
export function makeDirectory(path: string): void {
	const above = dirname(path);
	try {
		mkdirSync(path);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'EEXIST' && statSync(path).isDirectory()) return;
		if (code !== 'ENOENT' || existsSync(above)) throw error;
		makeDirectory(above);
		makeDirectory(path);
	}
}

/** Syncs a file, or the entries of a directory, to the disk. @throws Error of the file system */
export function syncPath(path: string): void {
	const handle = openSync(path, 'r');
	try {
		fsyncSync(handle);
	} finally {
		closeSync(handle);
	}
}
