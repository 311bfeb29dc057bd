import { core, memoryAt } from './module.ts';
import type { Pixels } from './pixels.ts';

/** Some rows of a picture, compressed independently of the rows before them. */
export interface EncodedBand {
	/** Deflate blocks that end on a byte; none is the last block of the stream. */
	readonly bytes: Uint8Array;
	/** Adler-32 of the filtered rows. */
	readonly adler: number;
	/** Bytes of the filtered rows: rows × (width × 3 + 1). */
	readonly length: number;
}

/**
 * Filters and compresses rows in bands, from the top. The same pixels give the same bytes, whatever was encoded before.
 * @param bandRows rows per band; the last band may have fewer
 * @throws RangeError for bands that exceed the core's memory
 */
export function encodeBands(pixels: Pixels, bandRows: number): EncodedBand[] {
	return encodeSomeBands(pixels, bandRows, () => true).map((band) => band!);
}

/**
 * The same for the wanted bands only, numbered from the top; undefined for the others.
 * @param isDrawn letters on one colour: takes less time and gives other bytes
 */
export function encodeSomeBands(
	{ view, widthPx, rowCount }: Pixels,
	bandRows: number,
	isWanted: (band: number) => boolean,
	isDrawn = false,
): (EncodedBand | undefined)[] {
	const rowBytes = widthPx * 3;
	if (rowBytes > core.rgbRowBytes.value)
		throw new RangeError(`Expected rows of at most ${core.rgbRowBytes.value} bytes but received ${rowBytes}`);
	if (bandRows * (rowBytes + 1) > core.maxBandBytes.value)
		throw new RangeError(`Expected bands of at most ${core.maxBandBytes.value} bytes but received ${bandRows} rows of ${rowBytes}`);
	const bands: (EncodedBand | undefined)[] = [];
	for (let row = 0; row < rowCount; row += bandRows) {
		if (!isWanted(bands.length)) {
			bands.push(undefined);
			continue;
		}
		const rows = Math.min(bandRows, rowCount - row);
		const written = core.encodeBand(view.at + row * rowBytes, rows, rowBytes, isDrawn);
		const length = rows * (rowBytes + 1);
		bands.push({ bytes: memoryAt(core.encoded, written).slice(), adler: core.adlerOfBand(length) >>> 0, length });
	}
	return bands;
}
