/** What the file is for; labels the fault points and the measurements. */
export type Purpose = 'import' | 'cover' | 'brand';

/**
 * Files under their SHA-256. A name is either absent or stands for a whole file: it never shows
 * part of one, and never stands for other bytes.
 */
export interface AssetStore {
	/**
	 * Keeps a file: after this resolved it survives a crash. A directory holds up its thread until the disk has answered,
	 * which takes less time than handing each step to another thread; so files are written in the renderer's threads, not
	 * where requests are answered.
	 * @param parts of the file, in order
	 * @param assetId SHA-256 of all parts, 64 hex
	 * @throws CopydeskError unavailable; then nothing is left of it
	 */
	put(purpose: Purpose, parts: readonly Uint8Array[], assetId: string): Promise<void>;
	/** The bytes as they are stored, unchecked; undefined when there is no such file. */
	read(assetId: string): Promise<Buffer | undefined>;
	/** Writes and removes a small file. @throws CopydeskError unavailable */
	probe(): Promise<void>;
	/**
	 * Removes what killed processes left half-written, and what a thread of this one left.
	 * @param endedThread its number; it must have ended
	 * @returns how many were removed
	 */
	sweep(endedThread?: number): Promise<number>;
}
