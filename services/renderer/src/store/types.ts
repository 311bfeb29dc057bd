/** What the file is for; labels the fault points and the measurements. */
export type Purpose = 'import' | 'cover';

/** A file that is being written; it ends with one of these. */
export interface BegunFile {
	/**
	 * Writes the rest and makes the file durable under its name: after this resolved it survives a crash.
	 * @param assetId SHA-256 of all parts, 64 hex
	 * @throws CopydeskError unavailable; then nothing is left of it
	 */
	keep(rest: readonly Uint8Array[], assetId: string): Promise<void>;
	/** Leaves nothing of it. */
	drop(): Promise<void>;
}

/**
 * Files under their SHA-256. A name is either absent or stands for a whole file: it never shows
 * part of one, and never stands for other bytes.
 */
export interface AssetStore {
	/**
	 * Begins a file, which may go on being written while the rest of it is made. Nobody sees it before it is kept.
	 * A directory holds up its thread until the disk has answered, which takes less time than handing each step to
	 * another thread; so files are written in the renderer's threads, not where requests are answered.
	 * @param first parts of the file, in order; they must stay as they are until it is kept or dropped
	 * @throws CopydeskError unavailable
	 */
	begin(purpose: Purpose, first: readonly Uint8Array[]): BegunFile;
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
