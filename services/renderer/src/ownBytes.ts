/** Bytes that can be moved to a thread: the same ones, or a copy if they share their buffer with other data. */
export const ownBytes = (bytes: Buffer): Uint8Array<ArrayBuffer> =>
	bytes.buffer.byteLength === bytes.length ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
