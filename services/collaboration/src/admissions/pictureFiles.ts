import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync, statfsSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CopydeskError } from '@copydesk/domain/errors';
import { makeDirectory, syncPath } from '@copydesk/kit/directory';
import { faultPoint } from '@copydesk/kit/faultPoints';

/** The bytes of kept pictures, by the id of the paid admission. */
export interface PictureFiles {
	/** Durable when it returns; after a crash before that, there is no file under this name. @throws CopydeskError unavailable */
	write(admissionId: string, bytes: Buffer): void;
	read(admissionId: string): Promise<Buffer | undefined>;
	remove(admissionId: string): void;
	/** Checks that another file can be written. @throws Error from the file system, or if space is short */
	probe(): void;
	/** Names of finished and unfinished files that are older than this moment. */
	writtenBefore(ms: number): readonly string[];
}

const ENDING = '.png';
/** Space for the largest picture, and for the database at the same time. */
export const MIN_FREE_BYTES = 32 * 1_048_576;
/** Anybody can ask `/healthz`, and each check writes to the disk, so one result serves all requests for this long. */
const FRESH_MS = 1_000;

function freeBytesOf(directory: string): number {
	const { bavail, bsize } = statfsSync(directory);
	return bavail * bsize;
}

/** Files of one directory that only this user can read. @param freeBytes reads the free space of a directory */
export function openPictureFiles(directory: string, freeBytes: (directory: string) => number = freeBytesOf): PictureFiles {
	const pathOf = (admissionId: string): string => join(directory, `${admissionId}${ENDING}`);
	let begun = 0;
	let soundAtMs = Number.NEGATIVE_INFINITY;
	return {
		write(admissionId, bytes) {
			const temp = join(directory, `.${admissionId}-${process.pid}-${(begun += 1)}`);
			try {
				makeDirectory(directory);
				const file = openSync(temp, 'wx', 0o600);
				try {
					writeFileSync(file, bytes);
					fsyncSync(file);
				} finally {
					closeSync(file);
				}
				faultPoint('picture.temp_synced');
				renameSync(temp, pathOf(admissionId));
				syncPath(directory);
				faultPoint('picture.stored');
			} catch (cause) {
				rmSync(temp, { force: true });
				throw new CopydeskError('unavailable', 'the picture could not be written', { cause });
			}
		},
		read: (admissionId) =>
			readFile(pathOf(admissionId)).catch((cause: NodeJS.ErrnoException) => {
				if (cause.code === 'ENOENT') return undefined;
				throw new CopydeskError('unavailable', 'the picture could not be read', { cause });
			}),
		remove: (admissionId) => rmSync(pathOf(admissionId), { force: true }),
		probe() {
			if (performance.now() - soundAtMs < FRESH_MS) return;
			makeDirectory(directory);
			const free = freeBytes(directory);
			if (free < MIN_FREE_BYTES) throw new Error(`${free} bytes are free in ${directory}, at least ${MIN_FREE_BYTES} are needed`);
			const temp = join(directory, `.probe-${process.pid}-${(begun += 1)}`);
			try {
				writeFileSync(temp, Buffer.alloc(4_096), { flag: 'wx', mode: 0o600 });
			} finally {
				rmSync(temp, { force: true });
			}
			soundAtMs = performance.now();
		},
		writtenBefore(ms) {
			const names = statSync(directory, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(directory);
			const old = names.filter((name) => (statSync(join(directory, name), { throwIfNoEntry: false })?.mtimeMs ?? ms) < ms);
			for (const name of old) if (name.startsWith('.')) rmSync(join(directory, name), { force: true });
			return old.filter((name) => name.endsWith(ENDING) && !name.startsWith('.')).map((name) => name.slice(0, -ENDING.length));
		},
	};
}
