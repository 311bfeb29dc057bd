import { adlerOfBoth, type EncodedBand } from './assemble.ts';
import { openCore } from './core.ts';

/** Longest row of a band: 2048 pixels of RGB. */
const MAX_WIDTH_PX = 2048;

/** Turns rows of pixels into bands of a PNG file. One for each thread. */
export class BandEncoder {
	readonly #width: number;
	/** Rows that are compressed as one block. */
	readonly #rowsAtOnce: number;

	/** @param width pixels of a row, from 6 to 2048 */
	constructor(width: number) {
		if (!Number.isInteger(width) || width < 6 || width > MAX_WIDTH_PX) throw new RangeError(`Expected a width from 6 to ${MAX_WIDTH_PX} px but received ${width}`);
		this.#width = width;
		this.#rowsAtOnce = Math.floor(openCore().core.maxBandBytes.value / (width * 3 + 1));
	}

	/**
	 * @param rgb whole rows, 8-bit RGB, rows from the top
	 * @returns the same for the same pixels, whatever was encoded before and wherever
	 */
	encode(rgb: Uint8Array): EncodedBand {
		const rowBytes = this.#width * 3;
		if (rgb.length === 0 || rgb.length % rowBytes !== 0) throw new RangeError(`Expected whole rows of ${rowBytes} bytes but received ${rgb.length}`);
		const step = this.#rowsAtOnce * rowBytes;
		if (rgb.length <= step) return encodeRows(rgb, rowBytes);
		const parts: EncodedBand[] = [];
		for (let at = 0; at < rgb.length; at += step) parts.push(encodeRows(rgb.subarray(at, at + step), rowBytes));
		return {
			bytes: Buffer.concat(parts.map(({ bytes }) => bytes)),
			adler: parts.reduce((sum, part) => adlerOfBoth(sum, part.adler, part.length), 1),
			length: parts.reduce((sum, part) => sum + part.length, 0),
		};
	}
}

function encodeRows(rgb: Uint8Array, rowBytes: number): EncodedBand {
	const { core, memory } = openCore();
	const rows = rgb.length / rowBytes;
	const length = rgb.length + rows;
	memory.set(rgb, core.pixels.value);
	const written = core.encodeBand(rows, rowBytes);
	return { bytes: memory.slice(core.encoded.value, core.encoded.value + written), adler: core.adlerOfBand(length) >>> 0, length };
}
