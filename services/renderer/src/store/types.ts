/** What the file is for; labels the fault points and the measurements. */
export type Purpose = 'import' | 'cover';

/**
 * Files under their SHA-256. A name is either absent or stands for a whole file: `put` never shows part of one,
 * and never replaces bytes by other bytes.
 */
export interface AssetStore {
	/**
	 * Keeps a file durably: after it resolved the file survives a crash. A directory holds up its thread until the disk
	 * has answered, which takes less time than handing each step to another thread; so it is called in the renderer's
	 * threads, not where requests are answered.
	 * @param parts the file, in order; they must stay as they are meanwhile
	 * @param assetId their SHA-256, 64 hex
	 * @throws CopydeskError unavailable
	 */
	put(parts: readonly Uint8Array[], purpose: Purpose, assetId: string): Promise<void>;
	/** The bytes as they are stored, unchecked; undefined when there is no such file. */
	read(assetId: string): Promise<Buffer | undefined>;
	/** Writes and removes a small file. @throws CopydeskError unavailable */
	probe(): Promise<void>;
	/** Removes what killed processes left half-written. @returns how many were removed */
	sweep(): Promise<number>;
}
