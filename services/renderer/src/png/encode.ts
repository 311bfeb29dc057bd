import { constants, deflateRawSync } from 'node:zlib';
import type { EncodedBand } from './assemble.ts';

/** Turns rows of pixels into bands of a PNG file. One for each thread. */
export class BandEncoder {
	readonly #width: number;

	/** @param width pixels of a row */
	constructor(width: number) {
		this.#width = width;
	}

	/**
	 * @param rgb whole rows, 8-bit RGB
	 * @returns the same for the same pixels, whatever was encoded before
	 */
	encode(rgb: Uint8Array): EncodedBand {
		const rowBytes = this.#width * 3;
		const rows = rgb.length / rowBytes;
		if (rows === 0 || !Number.isInteger(rows)) throw new RangeError(`Expected whole rows of ${rowBytes} bytes but received ${rgb.length}`);
		const filtered = new Uint8Array(rows * (rowBytes + 1));
		let [low, high] = [1, 0];
		for (let y = 0; y < rows; y++) {
			const to = y * (rowBytes + 1);
			filtered[to] = y === 0 ? 1 : 2;
			for (let i = 0; i < rowBytes; i++) {
				const at = y * rowBytes + i;
				const guess = y > 0 ? rgb[at - rowBytes]! : i < 3 ? 0 : rgb[at - 3]!;
				filtered[to + 1 + i] = rgb[at]! - guess;
			}
		}
		for (const byte of filtered) {
			low = (low + byte) % 65_521;
			high = (high + low) % 65_521;
		}
		const bytes = deflateRawSync(filtered, { level: 1, finishFlush: constants.Z_SYNC_FLUSH });
		return { bytes, adler: high * 65_536 + low, length: filtered.length };
	}
}
