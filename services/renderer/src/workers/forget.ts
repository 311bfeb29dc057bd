/**
 * Gives the memory of bytes back at once. Left to the collector, many dead pictures pile up first: it sees only
 * small objects and hardly notices the megabytes behind them. The bytes are empty afterwards.
 */
export function forget(bytes: Uint8Array<ArrayBuffer>): void {
	bytes.buffer.transfer(0);
}
