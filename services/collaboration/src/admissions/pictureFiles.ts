import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CopydeskError } from '@copydesk/domain/errors';
import { makeDirectory, syncPath } from '@copydesk/kit/directory';
import { faultPoint } from '@copydesk/kit/faultPoints';

/** The bytes of kept pictures, by the admission that they were paid under. */
export interface PictureFiles {
	/** Durable when it returns; a crash before leaves nothing under this name. @throws CopydeskError unavailable */
	write(admissionId: string, bytes: Buffer): void;
	read(admissionId: string): Promise<Buffer | undefined>;
	remove(admissionId: string): void;
	/** Names of what was written, or begun, before this moment. */
	writtenBefore(ms: number): readonly string[];
}

const ENDING = '.png';

/** Files of one directory, for this user alone. */
export function openPictureFiles(directory: string): PictureFiles {
	const pathOf = (admissionId: string): string => join(directory, `${admissionId}${ENDING}`);
	let begun = 0;
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
		writtenBefore(ms) {
			const names = statSync(directory, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(directory);
			const old = names.filter((name) => (statSync(join(directory, name), { throwIfNoEntry: false })?.mtimeMs ?? ms) < ms);
			for (const name of old) if (name.startsWith('.')) rmSync(join(directory, name), { force: true });
			return old.filter((name) => name.endsWith(ENDING) && !name.startsWith('.')).map((name) => name.slice(0, -ENDING.length));
		},
	};
}
