import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { faultPoint } from '@copydesk/kit/faultPoints';

/** Changes with the shape of what is written. */
const FORMAT = 'copydesk-background-1';
const HASH_BYTES = 32;

/**
 * Prepared backgrounds on disk, one file for an illustration and a template. Never the truth: a file that is missing,
 * torn, of another shape or of another template counts as absent, and may be deleted at any time.
 */
export interface DerivedFiles<T> {
	read(imageId: string): T | undefined;
	/** Keeps it if it can; a disk that refuses costs speed only. */
	write(imageId: string, value: T): void;
}

function nameOf(imageId: string, fingerprint: string): string {
	return `${imageId.replace(/^sha256:/, '')}-${fingerprint.slice(0, 16)}.background`;
}

/**
 * @param fingerprint of the template: another one makes other backgrounds
 * @param holder names our temporary files
 */
export function openDerivedFiles<T>(directory: string, fingerprint: string, holder: string): DerivedFiles<T> {
	mkdirSync(directory, { recursive: true });
	let written = 0;
	const sealOf = (imageId: string, content: Uint8Array): Buffer => createHash('sha256').update(`${FORMAT}\n${fingerprint}\n${imageId}\n`).update(content).digest();
	return {
		read(imageId) {
			const path = join(directory, nameOf(imageId, fingerprint));
			try {
				const file = readFileSync(path);
				const content = file.subarray(HASH_BYTES);
				if (!sealOf(imageId, content).equals(file.subarray(0, HASH_BYTES))) return undefined;
				const now = Date.now() / 1e3;
				utimesSync(path, now, now);
				return deserialize(content) as T;
			} catch {
				return undefined;
			}
		},
		write(imageId, value) {
			written += 1;
			const temp = join(directory, `.tmp-${holder}-${written}`);
			try {
				const content = serialize(value);
				writeFileSync(temp, sealOf(imageId, content), { flag: 'wx' });
				writeFileSync(temp, content, { flag: 'a' });
				faultPoint('derived.temp_written');
				renameSync(temp, join(directory, nameOf(imageId, fingerprint)));
				faultPoint('derived.renamed');
			} catch {
				try {
					unlinkSync(temp);
				} catch {
					// It was never made.
				}
			}
		},
	};
}

/** Removes everything but the `keep` newest backgrounds. Safe at any time: what is missing is made again. */
export function trimDerivedFiles(directory: string, keep: number): void {
	mkdirSync(directory, { recursive: true });
	const files = readdirSync(directory).flatMap((name) => {
		const path = join(directory, name);
		const stat = statSync(path, { throwIfNoEntry: false });
		return stat === undefined ? [] : [{ path, mtimeMs: stat.mtimeMs }];
	});
	files.sort((a, b) => b.mtimeMs - a.mtimeMs);
	for (const { path } of files.slice(keep)) {
		try {
			unlinkSync(path);
		} catch {
			// Another process was faster.
		}
	}
}
