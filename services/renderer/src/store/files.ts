import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, readFile, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { CopydeskError } from '@copydesk/domain/errors';
import { makeDirectory, syncPath } from '@copydesk/kit/directory';
import { faultPoint } from '@copydesk/kit/faultPoints';
import { holderText, isSurelyGone, parseHolder, type Holder } from '../identity.ts';
import type { AssetStore } from './types.ts';

/** How long a temporary file is kept whose process cannot be checked. */
const FOREIGN_TEMP_MS = 24 * 3_600_000;
/** How long a temporary file is kept if its process has our own pid, most likely in an earlier container. */
const SAME_NUMBER_TEMP_MS = 600_000;
/** The holder, its thread, and a counter of files. */
const TEMP = /^\.tmp-(.+)-(?:(\d+)\.)?\d+$/;

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

async function guarded<T>(work: () => T | Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof CopydeskError) throw error;
		throw new CopydeskError('unavailable', `the store refused: ${String(codeOf(error))}`, { cause: error });
	}
}

/** Whether a file is so old that no process can still be writing it. */
async function isOld(path: string, holder: Holder, self: Holder): Promise<boolean> {
	const ageMs = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
	return ageMs >= (holder.host === self.host && holder.pid === self.pid ? SAME_NUMBER_TEMP_MS : FOREIGN_TEMP_MS);
}

/** A directory of `<sha256>.png`. Several processes, on several machines too, may share it. */
export async function openFileStore(directory: string, self: Holder): Promise<AssetStore> {
	makeDirectory(directory);
	const pathOf = (assetId: string): string => join(directory, `${assetId}.png`);
	let written = 0;
	const nextTemp = (): string => {
		written += 1;
		return join(directory, `.tmp-${holderText(self)}-${threadId}.${written}`);
	};

	return {
		put: (purpose, parts, assetId) =>
			guarded(() => {
				const temp = nextTemp();
				try {
					const file = openSync(temp, 'wx', 0o600);
					try {
						faultPoint(`${purpose}.temp_opened`);
						for (const part of parts) writeFileSync(file, part);
						faultPoint(`${purpose}.temp_written`);
						fsyncSync(file);
						faultPoint(`${purpose}.temp_synced`);
					} finally {
						closeSync(file);
					}
					// A name always means the same bytes, so replacing a file repairs a damaged one and harms none.
					renameSync(temp, pathOf(assetId));
				} catch (error) {
					rmSync(temp, { force: true });
					throw error;
				}
				faultPoint(`${purpose}.renamed`);
				syncPath(directory);
				faultPoint(`${purpose}.stored`);
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
		sweep: (endedThread) =>
			guarded(async () => {
				let removed = 0;
				for (const name of await readdir(directory)) {
					const [, holderName = '', thread] = TEMP.exec(name) ?? [];
					const holder = parseHolder(holderName);
					if (holder === undefined) continue;
					const path = join(directory, name);
					const isLeft =
						holder.nonce === self.nonce ? thread === String(endedThread) : isSurelyGone(holder, self) || (await isOld(path, holder, self));
					if (!isLeft) continue;
					await unlink(path).then(
						() => (removed += 1),
						() => undefined,
					);
				}
				return removed;
			}),
	};
}
