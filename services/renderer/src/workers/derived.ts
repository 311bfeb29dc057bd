import { createHash } from 'node:crypto';
import { closeSync, globSync, openSync, readFileSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeDirectory } from '@copydesk/kit/directory';
import { faultPoint } from '@copydesk/kit/faultPoints';

const HASH_BYTES = 32;
/** The size of a content's description, as a 32-bit number. */
const SIZE_BYTES = 4;
/** How many prepared backgrounds stay on disk; each takes up to 2 MB. */
const MOST_KEPT = 256;
/** How many new backgrounds cause the next trimming. */
const TRIM_EVERY = 32;
const SERVICES = join(import.meta.dirname, '../../..');

/**
 * Prepared backgrounds on disk, one file per illustration. They are a cache: a file that is missing, torn or from another maker counts as
 * absent, and may be deleted at any time. A background is plain data with Uint8Arrays, which are stored as they are behind a description
 * in JSON: a copy of them would be megabytes for the garbage collector. After reading, they are views of the file.
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
	const sealOf = (imageId: string, parts: readonly Uint8Array[]): Buffer => {
		const hash = createHash('sha256').update(`${maker}\n${imageId}\n`);
		for (const part of parts) hash.update(part);
		return hash.digest();
	};
	return {
		read(imageId) {
			const path = join(directory, nameOf(imageId));
			try {
				const file = readFileSync(path);
				const content = file.subarray(HASH_BYTES);
				if (!sealOf(imageId, [content]).equals(file.subarray(0, HASH_BYTES))) return undefined;
				const now = Date.now() / 1e3;
				utimesSync(path, now, now);
				return valueOf(content) as T;
			} catch {
				return undefined;
			}
		},
		write(imageId, value) {
			written += 1;
			const temp = join(directory, `.tmp-${holder}-${written}`);
			try {
				const parts = partsOf(value);
				const file = openSync(temp, 'wx', 0o600);
				try {
					for (const part of [sealOf(imageId, parts), ...parts]) writeFileSync(file, part);
				} finally {
					closeSync(file);
				}
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

/** Stands for an array of bytes in the description: where it begins behind it, and its length. */
interface Place {
	readonly bytesAt: number;
	readonly length: number;
}

function partsOf(value: unknown): readonly Uint8Array[] {
	const places = new Map<Uint8Array, Place>();
	let end = 0;
	const description = Buffer.from(
		JSON.stringify(value, (_key, one: unknown) => {
			if (!(one instanceof Uint8Array)) return one;
			const place = places.get(one) ?? { bytesAt: end, length: one.length };
			if (!places.has(one)) end += one.length;
			places.set(one, place);
			return place;
		}),
	);
	const size = Buffer.alloc(SIZE_BYTES);
	size.writeUInt32BE(description.length);
	return [size, description, ...places.keys()];
}

function valueOf(content: Buffer): unknown {
	const start = SIZE_BYTES + content.readUInt32BE();
	return JSON.parse(content.toString('utf8', SIZE_BYTES, start), (_key, one: Partial<Place> | null) =>
		one?.bytesAt === undefined ? one : new Uint8Array(content.buffer, content.byteOffset + start + one.bytesAt, one.length),
	);
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
