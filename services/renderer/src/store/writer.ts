import { closeSync, constants, fsyncSync, openSync, write as writeLater, writeSync } from 'node:fs';
import { partsAfter, writeParts } from './parts.ts';

/** What disks and the system agree on for writing past the page cache. */
const BLOCK_BYTES = 4_096;
const STAGE_BYTES = 1_048_576;

/** WebAssembly's memory begins on a page, as such writes ask for; other buffers promise nothing. Made when first needed. */
let stage: Uint8Array | undefined;
/** A stage is one file's at a time; another one is written without. */
let isStageTaken = false;
/** Not every system has it, and not every file system takes it. */
let isDirect = 'O_DIRECT' in constants;

/** What a test wants to be told, and may end the process at. */
export type WriteStep = 'temp_opened' | 'temp_written' | 'temp_synced';

/** A new file on its way. It ends with one of these. */
export interface FileWriter {
	/** Writes the rest, syncs and closes. @throws the system's error; what was written stays for the caller to remove */
	finish(rest: readonly Uint8Array[]): Promise<void>;
	/** Closes it as it is. */
	giveUp(): Promise<void>;
}

/**
 * Begins a new file with some parts, which are written while the thread goes on; everything else holds it up. A picture
 * is written once and seldom read, so it goes past the page cache where that can be done: no memory is filled with it,
 * and little is left for the sync.
 * @param pastCache false writes the ordinary way, as where it can't be done
 * @throws the system's error
 */
export function openWriter(path: string, first: readonly Uint8Array[], passed: (step: WriteStep) => void, pastCache = true): FileWriter {
	const file = openSync(path, 'wx', 0o644);
	passed('temp_opened');
	const direct = pastCache ? openDirect(path) : undefined;
	const writing = direct === undefined ? Promise.resolve(0) : writeFirst(direct, first);
	// Whoever finishes hears of it.
	writing.catch(() => undefined);
	const close = (): void => {
		try {
			if (direct !== undefined) closeDirect(direct);
		} finally {
			closeSync(file);
		}
	};
	return {
		async finish(rest) {
			try {
				const parts = [...first, ...rest];
				const begun = await writing;
				writeParts(file, parts, direct === undefined ? begun : writeBlocks(direct, parts, begun));
				passed('temp_written');
				fsyncSync(file);
				passed('temp_synced');
			} finally {
				close();
			}
		},
		async giveUp() {
			await writing.catch(() => undefined);
			close();
		},
	};
}

/** Opens the same file once more, past the page cache; undefined where that can't be, for whatever reason: it is open already. */
function openDirect(path: string): number | undefined {
	if (!isDirect || isStageTaken) return undefined;
	try {
		stage ??= new Uint8Array(new WebAssembly.Memory({ initial: STAGE_BYTES / 65_536, maximum: STAGE_BYTES / 65_536 }).buffer);
		const file = openSync(path, constants.O_WRONLY | constants.O_DIRECT);
		isStageTaken = true;
		return file;
	} catch (error) {
		isDirect = !isNotTaken(error);
		return undefined;
	}
}

function closeDirect(file: number): void {
	isStageTaken = false;
	closeSync(file);
}

/** Whether the file system has said that it takes no writes past the page cache. */
function isNotTaken(error: unknown): boolean {
	const { code } = error as NodeJS.ErrnoException;
	return code === 'EINVAL' || code === 'ENOTSUP' || code === 'EOPNOTSUPP';
}

/** From now on files are written the ordinary way, if that is what it was about. */
function refuseDirect(error: unknown): void {
	if (!isNotTaken(error)) throw error;
	isDirect = false;
}

/** Writes whole blocks of the parts, as many as the stage holds, on another thread. @returns how many bytes */
function writeFirst(file: number, parts: readonly Uint8Array[]): Promise<number> {
	const filled = fillStage(parts, 0);
	const blocks = filled - (filled % BLOCK_BYTES);
	if (blocks === 0) return Promise.resolve(0);
	return new Promise((resolve, reject) => {
		writeLater(file, stage!, 0, blocks, 0, (error, written) => {
			if (error === null) resolve(written - (written % BLOCK_BYTES));
			else {
				try {
					refuseDirect(error);
					resolve(0);
				} catch {
					reject(error);
				}
			}
		});
	});
}

/** Writes whole blocks of the parts from byte `done` on, a multiple of a block. @returns up to where */
function writeBlocks(file: number, parts: readonly Uint8Array[], done: number): number {
	try {
		for (;;) {
			const filled = fillStage(parts, done);
			const blocks = filled - (filled % BLOCK_BYTES);
			if (blocks === 0 || !isDirect) return done;
			const written = writeSync(file, stage!, 0, blocks, done);
			done += written - (written % BLOCK_BYTES);
			if (written < blocks) return done;
		}
	} catch (error) {
		refuseDirect(error);
		return done;
	}
}

/** Copies what comes after byte `from` of the parts to the stage. @returns how many bytes */
function fillStage(parts: readonly Uint8Array[], from: number): number {
	let filled = 0;
	for (const part of partsAfter(parts, from)) {
		const taken = part.subarray(0, STAGE_BYTES - filled);
		stage!.set(taken, filled);
		filled += taken.length;
		if (filled === STAGE_BYTES) break;
	}
	return filled;
}
