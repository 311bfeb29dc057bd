import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readdirSync, renameSync, statSync, unlinkSync, utimesSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeDirectory } from '@copydesk/kit/directory';
import { faultPoint } from '@copydesk/kit/faultPoints';
import { writeParts } from '../store/parts.ts';

const HASH_BYTES = 32;
/** Prepared backgrounds kept on disk; each takes up to 2 MB. */
const MOST_KEPT = 256;
/** They are trimmed again after as many have been written. */
const TRIM_EVERY = 32;
const HERE = fileURLToPath(new URL('.', import.meta.url));
/** Whatever stands here has a say in how a background's bytes come out, or how they are written down. */
const MAKERS = ['../png/', '../raster/', '../steps/', '../template/', '../render.ts', './derived.ts'];

/**
 * Prepared backgrounds on disk, one file for an illustration. Never the truth: a file that is missing,
 * torn or of another maker counts as absent, and may be deleted at any time. A background is plain data and
 * Uint8Arrays; the arrays of one that was read are views of its file.
 */
export interface DerivedFiles<T> {
	read(imageId: string): T | undefined;
	/** Keeps it if it can; a disk that refuses costs speed only. */
	write(imageId: string, value: T): void;
}

/** The files of the code that makes backgrounds, in a fixed order. */
export function sourceFiles(): string[] {
	return MAKERS.map((maker) => fileURLToPath(new URL(maker, import.meta.url))).flatMap((path) => {
		if (statSync(path).isFile()) return [path];
		const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
		return names.map((name) => join(path, name)).filter((file) => statSync(file).isFile());
	});
}

/** SHA-256 of the code that makes backgrounds: after a change of it, earlier ones are absent. 64 hex. */
export function sourcesHash(): string {
	const hash = createHash('sha256').update(process.version);
	for (const file of sourceFiles()) hash.update(`${relative(HERE, file)}\n`).update(readFileSync(file));
	return hash.digest('hex');
}

/**
 * @param maker what backgrounds are made by: those of another maker count as absent
 * @param holder names our temporary files
 * @param keep how many stay, give or take those that were written since they were trimmed
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
				return unpack(content) as T;
			} catch {
				return undefined;
			}
		},
		write(imageId, value) {
			written += 1;
			const temp = join(directory, `.tmp-${holder}-${written}`);
			try {
				const parts = pack(value);
				writeAll(temp, [sealOf(imageId, parts), ...parts]);
				faultPoint('derived.temp_written');
				renameSync(temp, join(directory, nameOf(imageId)));
				faultPoint('derived.renamed');
				if (written % TRIM_EVERY === 0) trimDerivedFiles(directory, keep);
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

/** Where a byte array of a packed value begins, after the description, and how long it is. */
type Stretch = { readonly '#bytes': readonly [at: number, length: number] };

/** Plain data with byte arrays in it: a description with its length before it, then the bytes as they are, each array once. */
function pack(value: unknown): Uint8Array[] {
	const stretches = new Map<Uint8Array, Stretch>();
	let end = 0;
	const description = Buffer.from(
		JSON.stringify(value, (_key, item: unknown) => {
			if (!(item instanceof Uint8Array)) return item;
			const stretch = stretches.get(item) ?? { '#bytes': [end, item.length] };
			if (!stretches.has(item)) end += item.length;
			stretches.set(item, stretch);
			return stretch;
		}),
	);
	const length = Buffer.alloc(4);
	length.writeUInt32LE(description.length);
	return [length, description, ...stretches.keys()];
}

/** The value again; its byte arrays are views of `content`, and the same one where they were the same. */
function unpack(content: Buffer): unknown {
	const start = 4 + content.readUInt32LE(0);
	const views = new Map<number, Uint8Array>();
	return JSON.parse(content.toString('utf8', 4, start), (_key, item: unknown) => {
		const stretch = (item as Partial<Stretch> | null)?.['#bytes'];
		if (stretch === undefined) return item;
		const [at, length] = stretch;
		const view = views.get(at) ?? new Uint8Array(content.buffer, content.byteOffset + start + at, length);
		views.set(at, view);
		return view;
	});
}

function writeAll(path: string, parts: readonly Uint8Array[]): void {
	const file = openSync(path, 'wx', 0o644);
	try {
		writeParts(file, parts);
	} finally {
		closeSync(file);
	}
}

/** A background is written in milliseconds; a temporary file this old belongs to nobody any more. */
const STALE_TEMP_MS = 600_000;

/** Removes everything but the `keep` newest backgrounds. Safe at any time: what is missing is made again. */
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
	for (const { path } of files.filter((file, index) => index >= keep || isStale(file))) {
		try {
			unlinkSync(path);
		} catch {
			// Another process was faster.
		}
	}
}
