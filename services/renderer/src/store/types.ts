/** What the file is for; labels the fault points and the measurements. */
export type Purpose = 'import' | 'cover';

/**
 * Files under their SHA-256. A name is either absent or stands for a whole file: `put` never shows part of one,
 * and never replaces bytes by other bytes.
 */
export interface AssetStore {
	/**
	 * Keeps the bytes durably: after it resolved they survive a crash.
	 * @param known their SHA-256, when it was computed already
	 * @returns their SHA-256, 64 hex
	 * @throws CopydeskError unavailable
	 */
	put(bytes: Uint8Array, purpose: Purpose, known?: string): Promise<string>;
	/** The bytes as they are stored, unchecked; undefined when there is no such file. */
	read(assetId: string): Promise<Buffer | undefined>;
	/** Writes and removes a small file. @throws CopydeskError unavailable */
	probe(): Promise<void>;
	/** Removes what killed processes left half-written. @returns how many were removed */
	sweep(): Promise<number>;
}
