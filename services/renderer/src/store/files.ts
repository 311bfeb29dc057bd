import * as fs from 'node:fs';
import { open, readFile, readdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CopydeskError } from '@copydesk/domain/errors';
import { makeDirectory } from '@copydesk/kit/directory';
import { faultPoint } from '@copydesk/kit/faultPoints';
import { holderText, isSurelyGone, parseHolder } from '../identity.ts';
import type { Holder } from '../identity.ts';
import { sha256Of } from '../sha256.ts';
import type { AssetStore } from './types.ts';

/** A temporary file of a process that we cannot ask about is left alone this long. */
const FOREIGN_TEMP_MS = 24 * 3_600_000;
/** One of a process with our own number (an earlier container, most likely) is left alone this long. */
const SAME_NUMBER_TEMP_MS = 600_000;
// With plain descriptors a file is written in one go; a FileHandle does it in pieces, each a trip to another thread.
const openFile = promisify(fs.open) as (path: string, flags: string, mode: number) => Promise<number>;
const writeFile = promisify(fs.write) as (file: number, bytes: Uint8Array, at: number, length: number) => Promise<{ bytesWritten: number }>;
const syncFile = promisify(fs.fsync);
const closeFile = promisify(fs.close);
const TEMP = /^\.tmp-(.+)-\d+$/;

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** A directory of `<sha256>.png`. Several processes, also of several machines, may share it. */
export async function openFileStore(directory: string, self: Holder): Promise<AssetStore> {
	makeDirectory(directory);
	const pathOf = (assetId: string): string => join(directory, `${assetId}.png`);
	let written = 0;
	const nextTemp = (): string => {
		written += 1;
		return join(directory, `.tmp-${holderText(self)}-${written}`);
	};

	/** Makes the names in the directory durable. Calls that come while one runs share the next one. */
	let syncing: Promise<void> | undefined;
	let nextSync: Promise<void> | undefined;
	const syncOnce = async (): Promise<void> => {
		const handle = await open(directory, 'r');
		try {
			await handle.sync();
		} finally {
			await handle.close();
		}
	};
	const syncDirectory = (): Promise<void> => {
		if (syncing === undefined) {
			syncing = syncOnce().finally(() => {
				syncing = nextSync;
				nextSync = undefined;
			});
			return syncing;
		}
		nextSync ??= syncing.then(syncOnce, syncOnce).finally(() => {
			syncing = nextSync;
			nextSync = undefined;
		});
		return nextSync;
	};

	const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
		try {
			return await work();
		} catch (error) {
			if (error instanceof CopydeskError) throw error;
			throw new CopydeskError('unavailable', `the store refused: ${String(codeOf(error))}`, { cause: error });
		}
	};

	/** @returns the SHA-256 of the bytes */
	const writeWhole = async (temp: string, bytes: Uint8Array, known: string | undefined, label: (step: string) => string): Promise<string> => {
		const file = await openFile(temp, 'wx', 0o644);
		try {
			faultPoint(label('temp_opened'));
			for (let at = 0; at < bytes.length; ) at += (await writeFile(file, bytes, at, bytes.length - at)).bytesWritten;
			faultPoint(label('temp_written'));
			// The disk takes its time; the name is made meanwhile.
			const [, assetId] = await Promise.all([syncFile(file), known ?? sha256Of(bytes)]);
			faultPoint(label('temp_synced'));
			return assetId;
		} finally {
			await closeFile(file);
		}
	};

	return {
		put: (bytes, purpose, known) =>
			guarded(async () => {
				const label = (step: string): string => `${purpose}.${step}`;
				const temp = nextTemp();
				let assetId: string;
				try {
					assetId = await writeWhole(temp, bytes, known, label);
					// The same name always means the same bytes, so replacing one that exists heals a damaged file and harms none.
					await rename(temp, pathOf(assetId));
				} catch (error) {
					await unlink(temp).catch(() => undefined);
					throw error;
				}
				faultPoint(label('renamed'));
				await syncDirectory();
				faultPoint(label('stored'));
				return assetId;
			}),
		read: (assetId) =>
			guarded(async () => {
				try {
					return await readFile(pathOf(assetId));
				} catch (error) {
					if (codeOf(error) === 'ENOENT') return undefined;
					throw error;
				}
			}),
		probe: () =>
			guarded(async () => {
				const temp = nextTemp();
				const handle = await open(temp, 'wx');
				try {
					await handle.writeFile('probe');
				} finally {
					await handle.close();
					await unlink(temp).catch(() => undefined);
				}
			}),
		sweep: () =>
			guarded(async () => {
				let removed = 0;
				for (const name of await readdir(directory)) {
					const holder = parseHolder(TEMP.exec(name)?.[1] ?? '');
					if (holder === undefined || holder.nonce === self.nonce) continue;
					const path = join(directory, name);
					const ageMs = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
					const graceMs = holder.host === self.host && holder.pid === self.pid ? SAME_NUMBER_TEMP_MS : FOREIGN_TEMP_MS;
					if (!isSurelyGone(holder, self) && ageMs < graceMs) continue;
					await unlink(path).then(
						() => (removed += 1),
						() => undefined,
					);
				}
				return removed;
			}),
	};
}
