import { core, memoryAt } from './module.ts';
import type { Pixels } from './pixels.ts';
import { Place } from './place.ts';
import { weightsOf } from './weights.ts';

/** The illustration's place on a cover. */
export const FRAME_WIDTH_PX = 1080;
export const FRAME_HEIGHT_PX = 720;

const frame = new Place('frame', core.frame.value, core.frameBytes.value);

/** Width and height that the core's weights are for: nearly all illustrations have the same. */
let weighted = '';
let taps = { across: 0, down: 0 };
/** Of the picture whose rows are pushed. */
let widthPx = 0;

/**
 * Begins the frame of a picture whose rows will be pushed from the top: the largest 3:2 part around its centre, scaled
 * to 1080×720. The last frame is gone.
 * @throws RangeError for a picture wider than the core has room for
 */
export function beginFrame(width: number, height: number): void {
	if (width * 3 > core.rgbRowBytes.value)
		throw new RangeError(`Expected a width of at most ${core.rgbRowBytes.value / 3} px but received ${width}`);
	if (weighted !== `${width}×${height}`) {
		weighted = '';
		taps = writeWeights(width, height);
		weighted = `${width}×${height}`;
	}
	widthPx = width;
	frame.let();
	core.begin(taps.across, taps.down);
}

/**
 * The frame, when all rows have been pushed. It holds until the next one is begun.
 * @throws RangeError when rows are missing
 */
export function finishFrame(): Pixels {
	const made = core.rowsMade();
	if (made !== FRAME_HEIGHT_PX)
		throw new RangeError(`Expected rows for a whole frame but they suffice for ${made} of its ${FRAME_HEIGHT_PX}`);
	return { view: frame.take(frame.bytes), widthPx: FRAME_WIDTH_PX, rowCount: FRAME_HEIGHT_PX };
}

function writeWeights(width: number, height: number): typeof taps {
	const cutWidth = Math.min(width, (height * FRAME_WIDTH_PX) / FRAME_HEIGHT_PX);
	const cutHeight = Math.min(height, (width * FRAME_HEIGHT_PX) / FRAME_WIDTH_PX);
	const across = weightsOf(width, (width - cutWidth) / 2, cutWidth, FRAME_WIDTH_PX);
	const down = weightsOf(height, (height - cutHeight) / 2, cutHeight, FRAME_HEIGHT_PX);
	const { buffer } = core.memory;
	new Int32Array(buffer, core.acrossFirst.value, across.first.length).set(across.first);
	new Int16Array(buffer, core.acrossWeights.value, across.weights.length).set(across.weights);
	new Int32Array(buffer, core.downFirst.value, down.first.length).set(down.first);
	new Int16Array(buffer, core.downWeights.value, down.weights.length).set(down.weights);
	return { across: across.taps, down: down.taps };
}

/**
 * Pushes filtered rows of 8-bit RGB or RGBA, each after its filter byte; RGBA is laid over white.
 * @returns how many rows had one of the five filters; it stops at one that has not
 */
export function pushFilteredRows(stored: Uint8Array, pixelBytes: 3 | 4): number {
	const storedBytes = 1 + widthPx * pixelBytes;
	const atOnce = Math.floor(core.stripBytes.value / storedBytes) * storedBytes;
	for (let at = 0; at < stored.length; at += atOnce) {
		const rows = stored.subarray(at, at + atOnce);
		memoryAt(core.strip, rows.length).set(rows);
		const pushed = rows.length / storedBytes;
		const good = core.pushStored(pushed, storedBytes - 1, pixelBytes, widthPx);
		if (good < pushed) return at / storedBytes + good;
	}
	return stored.length / storedBytes;
}

/** Pushes rows of 8-bit RGB. */
export function pushRgb(rgb: Uint8Array): void {
	const rowBytes = widthPx * 3;
	for (let at = 0; at < rgb.length; at += rowBytes) {
		memoryAt(core.rgbRow, rowBytes).set(rgb.subarray(at, at + rowBytes));
		core.pushRgb();
	}
}

/** Begins a picture, or a pass of an interlaced one, whose rows will be unfiltered from the top. */
export function beginRows(): void {
	core.startRows();
}

/**
 * Undoes the filter of a row, into `row`.
 * @param stored the filter byte and the row
 * @param pixelBytes of a whole pixel; 1 for less than a byte
 * @returns whether it is one of the five filters
 * @throws RangeError for a row that the core has no room for
 */
export function unfilterRow(stored: Uint8Array, pixelBytes: number, row: Uint8Array): boolean {
	const bytes = stored.length - 1;
	if (bytes > core.maxRowBytes.value)
		throw new RangeError(`Expected a row of at most ${core.maxRowBytes.value} bytes but received ${bytes}`);
	memoryAt(core.strip, stored.length).set(stored);
	const at = core.undoStored(bytes, pixelBytes);
	if (at !== 0) row.set(memoryAt(at, bytes));
	return at !== 0;
}
