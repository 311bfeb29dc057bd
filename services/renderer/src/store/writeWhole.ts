import { closeSync, constants, fsyncSync, openSync, writeSync, writevSync } from 'node:fs';

/** What disks and the system agree on for writing past the page cache. */
const BLOCK_BYTES = 4_096;
const STAGE_BYTES = 1_048_576;

/** WebAssembly's memory begins on a page, as such writes ask for; other buffers promise nothing. Made when first needed. */
let stage: Uint8Array | undefined;
/** Not every system has it, and not every file system takes it. */
let isDirect = 'O_DIRECT' in constants;

/** What a test wants to be told, and may end the process at. */
export type WriteStep = 'temp_opened' | 'temp_written' | 'temp_synced';

/**
 * Writes a new file of these parts and syncs it. Holds up its thread. A picture is written once and seldom read, so it
 * goes past the page cache where that can be done: no memory is filled with it, and little is left for the sync.
 * @throws the system's error; what was written by then stays for the caller to remove
 */
export function writeWhole(path: string, parts: readonly Uint8Array[], passed: (step: WriteStep) => void): void {
	const file = openSync(path, 'wx', 0o644);
	try {
		passed('temp_opened');
		const done = isDirect ? writeBlocks(path, parts) : 0;
		writeRest(file, parts, done);
		passed('temp_written');
		fsyncSync(file);
		passed('temp_synced');
	} finally {
		closeSync(file);
	}
}

/** @returns how many bytes it wrote: all whole blocks, or fewer where the system would not have it so */
function writeBlocks(path: string, parts: readonly Uint8Array[]): number {
	stage ??= new Uint8Array(new WebAssembly.Memory({ initial: STAGE_BYTES / 65_536, maximum: STAGE_BYTES / 65_536 }).buffer);
	let done = 0;
	let filled = 0;
	const left = parts.reduce((sum, part) => sum + part.length, 0);
	let file: number | undefined;
	try {
		file = openSync(path, constants.O_WRONLY | constants.O_DIRECT);
		for (const part of parts) {
			for (let at = 0; at < part.length; ) {
				const taken = part.subarray(at, at + STAGE_BYTES - filled);
				stage.set(taken, filled);
				at += taken.length;
				filled += taken.length;
				const isLast = done + filled === left;
				if (filled < STAGE_BYTES && !isLast) continue;
				const blocks = filled - (filled % BLOCK_BYTES);
				if (blocks > 0 && writeSync(file, stage, 0, blocks, done) < blocks) return done;
				done += blocks;
				filled = 0;
			}
		}
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code !== 'EINVAL' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error;
		isDirect = false;
	} finally {
		if (file !== undefined) closeSync(file);
	}
	return done;
}

/** From byte `done` on. One call as a rule; the system may take less than it was given. */
function writeRest(file: number, parts: readonly Uint8Array[], done: number): void {
	const left: Uint8Array[] = [];
	let before = 0;
	for (const part of parts) {
		if (before + part.length > done) left.push(part.subarray(Math.max(0, done - before)));
		before += part.length;
	}
	for (let at = done; left.length > 0; ) {
		let written = writevSync(file, left, at);
		at += written;
		while (left[0] !== undefined && written >= left[0].length) written -= left.shift()!.length;
		if (left[0] !== undefined) left[0] = left[0].subarray(written);
	}
}
