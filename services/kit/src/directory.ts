import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a directory and those above it. One by one, because Node's own recursive mode never comes back where the file
 * system answers ENOENT to a mkdir whose parent exists, as /proc does: a service would hang in place of refusing to start.
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

/** Makes durable what was written to a file, or the names in a directory. @throws Error of the file system */
export function syncPath(path: string): void {
	const handle = openSync(path, 'r');
	try {
		fsyncSync(handle);
	} finally {
		closeSync(handle);
	}
}
