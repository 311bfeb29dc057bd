import type { EncodedBand } from './assemble.ts';
import { openCore } from './core.ts';

/**
 * Filters and compresses rows in bands, from the top. The same pixels give the same bytes, whatever was encoded before
 * and wherever.
 * @param rgb whole rows, 8-bit RGB, in the core's memory and no larger than its canvas
 * @param bandRows of each band; the last one may be lower
 * @returns bands whose bytes are views of the core's memory: they hold until it encodes again
 * @throws RangeError for what the core has no room for
 */
export function encodeBands(rgb: Uint8Array, rowBytes: number, bandRows: number): EncodedBand[] {
	const { core, memory } = openCore();
	if (rgb.length === 0 || rgb.length % rowBytes !== 0)
		throw new RangeError(`Expected whole rows of ${rowBytes} bytes but received ${rgb.length}`);
	if (rgb.buffer !== memory.buffer || rgb.length > core.canvasBytes.value)
		throw new RangeError(`Expected at most ${core.canvasBytes.value} bytes of the core's memory but received ${rgb.length}`);
	if (bandRows * (rowBytes + 1) > core.maxBandBytes.value)
		throw new RangeError(`Expected bands of at most ${core.maxBandBytes.value} bytes but received ${bandRows} rows of ${rowBytes}`);
	const bands: EncodedBand[] = [];
	let to = core.encoded.value;
	for (let at = 0; at < rgb.length; at += bandRows * rowBytes) {
		const rows = Math.min(bandRows, (rgb.length - at) / rowBytes);
		const written = core.encodeBand(rgb.byteOffset + at, rows, rowBytes, to);
		const length = rows * (rowBytes + 1);
		bands.push({ bytes: memory.subarray(to, to + written), adler: core.adlerOfBand(length) >>> 0, length });
		to += written;
	}
	return bands;
}
