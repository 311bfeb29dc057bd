/** Smaller arrays may share a buffer with others, and the garbage collector frees them soon enough. */
const LEAST_BYTES = 1_048_576;

/**
 * Frees the memory of bytes at once; the array is empty afterwards. The garbage collector would let many dead pictures pile up, because
 * it sees only small objects and not the megabytes behind them.
 */
export function forget(bytes: Uint8Array): void {
	if (bytes.buffer instanceof ArrayBuffer && bytes.length >= LEAST_BYTES) bytes.buffer.transfer(0);
}
