/** Smaller arrays are left to the garbage collector. */
const LEAST_BYTES = 2_048;
/** A buffer of this size holds a picture; Node's pool of small buffers, which unrelated arrays share, is smaller. */
const PICTURE_BYTES = 131_072;

/**
 * Frees the buffer behind an array at once; this array and others of the same picture are empty afterwards. The garbage collector would
 * let many dead pictures pile up, because it sees only small objects and not the megabytes behind them.
 */
export function forget({ buffer, byteLength }: Uint8Array): void {
	const isOwn = byteLength >= LEAST_BYTES && byteLength === buffer.byteLength;
	if (buffer instanceof ArrayBuffer && (isOwn || buffer.byteLength >= PICTURE_BYTES)) buffer.transfer(0);
}
