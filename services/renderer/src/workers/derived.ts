import { createHash } from 'node:crypto';
import { globSync, readFileSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { forget } from '../forget.ts';
import { makeDirectory } from '@copydesk/kit/directory';
import { faultPoint } from '@copydesk/kit/faultPoints';

const HASH_BYTES = 32;
/** How many prepared backgrounds stay on disk; each takes up to 2 MB. */
const MOST_KEPT = 256;
/** How many new backgrounds cause the next trimming. */
const TRIM_EVERY = 32;
const SERVICES = join(import.meta.dirname, '../../..');

/**
 * Prepared backgrounds on disk, one file per illustration. They are a cache: a file that is missing, torn or from another maker counts as
 * absent, and may be deleted at any time. A background is plain data with Uint8Arrays; after reading, these are views of its file.
 */
interface DerivedFiles<T> {
	read(imageId: string): T | undefined;
	/** Stores it, best effort; a failing disk costs only speed. */
	write(imageId: string, value: T): void;
}

/** All files that may affect a background's bytes or its stored form; rather too many than too few. */
export const sourceFiles = (): string[] =>
	globSync(['renderer/src/**/*.ts', 'renderer-core/src/*.ts', 'renderer-core/core.wasm'], { cwd: SERVICES }).sort();

/** SHA-256 of the code that makes backgrounds: after a change, earlier ones count as absent. 64 hex. */
export function sourcesHash(): string {
	const hash = createHash('sha256').update(process.version);
	for (const file of sourceFiles()) hash.update(`${file}\n`).update(readFileSync(join(SERVICES, file)));
	return hash.digest('hex');
}

/**
 * @param maker identifies the code: backgrounds of another maker count as absent
 * @param holder names our temporary files
 * @param keep about how many stay after trimming
 */
export function openDerivedFiles<T>(directory: string, maker: string, holder: string, keep = MOST_KEPT): DerivedFiles<T> {
	makeDirectory(directory);
	const makerName = createHash('sha256').update(maker).digest('hex').slice(0, 16);
	const nameOf = (imageId: string): string => `${imageId.replace(/^sha256:/, '')}-${makerName}.background`;
	let written = 0;
	const sealOf = (imageId: string, content: Uint8Array): Buffer =>
		createHash('sha256').update(`${maker}\n${imageId}\n`).update(content).digest();
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
				const file = Buffer.concat([sealOf(imageId, content), content]);
				forget(content);
				writeFileSync(temp, file, { flag: 'wx', mode: 0o600 });
				forget(file);
				faultPoint('derived.temp_written');
				renameSync(temp, join(directory, nameOf(imageId)));
				faultPoint('derived.renamed');
				if (written % TRIM_EVERY === 0) trimDerivedFiles(directory, keep);
			} catch {
				rmSync(temp, { force: true });
			}
		},
	};
}

/** A background is written in milliseconds, so an older temporary file was left by a crash. */
const STALE_TEMP_MS = 600_000;

/** Removes all but the `keep` newest backgrounds. Safe at any time: a missing one is made again. */
export function trimDerivedFiles(directory: string, keep: number = MOST_KEPT, nowMs: number = Date.now()): void {
	makeDirectory(directory);
	const files = readdirSync(directory).flatMap((name) => {
		const path = join(directory, name);
		const stat = statSync(path, { throwIfNoEntry: false });
		return stat === undefined ? [] : [{ path, mtimeMs: stat.mtimeMs }];
	});
	files.sort((a, b) => b.mtimeMs - a.mtimeMs);
	const isStale = ({ path, mtimeMs }: (typeof files)[number]): boolean =>
		basename(path).startsWith('.tmp-') && nowMs - mtimeMs > STALE_TEMP_MS;
	for (const { path } of files.filter((file, index) => index >= keep || isStale(file))) rmSync(path, { force: true });
}
