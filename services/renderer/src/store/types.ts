/** The purpose of a file; labels fault points and metrics. */
export type Purpose = 'import' | 'cover' | 'brand';

/** Files under their SHA-256. A name either does not exist or means the whole file: never a part of it, and never other bytes. */
export interface AssetStore {
	/**
	 * Stores a file; once this resolves, the file survives a crash. A directory blocks its thread until the disk has answered, which is
	 * faster than passing each step to another thread. So files are written in the renderer's threads, not where requests are answered.
	 * @param parts of the file, in order
	 * @param assetId SHA-256 of all parts, 64 hex
	 * @throws CopydeskError unavailable; then no part of it is left
	 */
	put(purpose: Purpose, parts: readonly Uint8Array[], assetId: string): Promise<void>;
	/** The stored bytes, unchecked; undefined if there is no such file. */
	read(assetId: string): Promise<Buffer | undefined>;
	/** Writes and removes a small file. @throws CopydeskError unavailable */
	probe(): Promise<void>;
	/**
	 * Removes unfinished files of killed processes, and of an ended thread of this process.
	 * @param endedThread the thread's id; it must have ended
	 * @returns how many files were removed
	 */
	sweep(endedThread?: number): Promise<number>;
}
