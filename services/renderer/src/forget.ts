/** Smaller bytes may lie in memory that others use too, and the collector sees enough of them. */
const LEAST_BYTES = 1_048_576;

/**
 * Gives the memory of bytes back at once. Left to the collector, many dead pictures pile up first: it sees only
 * small objects and hardly notices the megabytes behind them. The bytes are empty afterwards.
 */
export function forget(bytes: Uint8Array): void {
	if (bytes.buffer instanceof ArrayBuffer && bytes.length >= LEAST_BYTES) bytes.buffer.transfer(0);
}
