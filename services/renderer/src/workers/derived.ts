import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { faultPoint } from '@copydesk/kit/faultPoints';

const HASH_BYTES = 32;
/** Whatever stands here has a say in how a background's bytes come out. */
const MAKERS = ['../png/', '../raster/', '../steps/', '../template/'];

/**
 * Prepared backgrounds on disk, one file for an illustration. Never the truth: a file that is missing,
 * torn or of another maker counts as absent, and may be deleted at any time.
 */
export interface DerivedFiles<T> {
	read(imageId: string): T | undefined;
	/** Keeps it if it can; a disk that refuses costs speed only. */
	write(imageId: string, value: T): void;
}

/** SHA-256 of the code that makes backgrounds: after a change of it, earlier ones are absent. 64 hex. */
export function sourcesHash(): string {
	const hash = createHash('sha256').update(process.version);
	for (const folder of MAKERS) {
		const path = fileURLToPath(new URL(folder, import.meta.url));
		for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()) {
			if (statSync(join(path, name)).isFile()) hash.update(`${folder}${name}\n`).update(readFileSync(join(path, name)));
		}
	}
	return hash.digest('hex');
}

/**
 * @param maker what backgrounds are made by: those of another maker count as absent
 * @param holder names our temporary files
 */
export function openDerivedFiles<T>(directory: string, maker: string, holder: string): DerivedFiles<T> {
	mkdirSync(directory, { recursive: true });
	const makerName = createHash('sha256').update(maker).digest('hex').slice(0, 16);
	const nameOf = (imageId: string): string => `${imageId.replace(/^sha256:/, '')}-${makerName}.background`;
	let written = 0;
	const sealOf = (imageId: string, content: Uint8Array): Buffer => createHash('sha256').update(`${maker}\n${imageId}\n`).update(content).digest();
	return {
		read(imageId) {
			const path = join(directory, nameOf(imageId));
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
				renameSync(temp, join(directory, nameOf(imageId)));
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

/** A background is written in milliseconds; a temporary file this old belongs to nobody any more. */
const STALE_TEMP_MS = 600_000;

/** Removes everything but the `keep` newest backgrounds. Safe at any time: what is missing is made again. */
export function trimDerivedFiles(directory: string, keep: number, nowMs: number = Date.now()): void {
	mkdirSync(directory, { recursive: true });
	const files = readdirSync(directory).flatMap((name) => {
		const path = join(directory, name);
		const stat = statSync(path, { throwIfNoEntry: false });
		return stat === undefined ? [] : [{ path, mtimeMs: stat.mtimeMs }];
	});
	files.sort((a, b) => b.mtimeMs - a.mtimeMs);
	const isStale = ({ path, mtimeMs }: (typeof files)[number]): boolean => basename(path).startsWith('.tmp-') && nowMs - mtimeMs > STALE_TEMP_MS;
	for (const { path } of files.filter((file, index) => index >= keep || isStale(file))) {
		try {
			unlinkSync(path);
		} catch {
			// Another process was faster.
		}
	}
}
