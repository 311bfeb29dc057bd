import { core, memoryAt } from './module.ts';
import type { Pixels } from './pixels.ts';
import { Place } from './place.ts';
import { weightsOf } from './weights.ts';

/** A rectangle of a picture, in pixels; all four numbers may be fractions. */
export interface Cut {
	readonly x: number;
	readonly y: number;
	readonly widthPx: number;
	readonly heightPx: number;
}

/** A frame is no larger than a cover. */
const MAX_SIDE_PX = 1080;

export interface FrameSize {
	readonly widthPx: number;
	readonly heightPx: number;
}

const frame = new Place('frame', core.frame.value, core.frameBytes.value);

/** The parameters of the weights in the core: nearly all illustrations are cut the same way. */
let weighted = '';
let taps = { across: 0, down: 0 };
/** The width of the picture whose rows are pushed. */
let widthPx = 0;
let size: FrameSize = { widthPx: 0, heightPx: 0 };

/**
 * Begins the frame of a picture whose rows will be pushed from the top: a part of it, scaled to the frame's size. The last frame is
 * overwritten.
 * @throws RangeError for a picture or a frame that exceeds the core's memory
 */
export function beginFrame(width: number, height: number, frameSize: FrameSize, cut: Cut = centreCut(width, height, frameSize)): void {
	if (width * 3 > core.rgbRowBytes.value)
		throw new RangeError(`Expected a width of at most ${core.rgbRowBytes.value / 3} px but received ${width}`);
	if (frameSize.widthPx > MAX_SIDE_PX || frameSize.heightPx > MAX_SIDE_PX)
		throw new RangeError(
			`Expected a frame within ${MAX_SIDE_PX}×${MAX_SIDE_PX} px but received ${frameSize.widthPx}×${frameSize.heightPx}`,
		);
	const key = [width, height, frameSize.widthPx, frameSize.heightPx, cut.x, cut.y, cut.widthPx, cut.heightPx].join(' ');
	if (weighted !== key) {
		weighted = '';
		taps = writeWeights(width, height, frameSize, cut);
		weighted = key;
	}
	widthPx = width;
	size = frameSize;
	frame.let();
	core.begin(size.widthPx, size.heightPx, taps.across, taps.down);
}

/** The largest part of a picture with the frame's shape, around its centre. */
export function centreCut(width: number, height: number, frameSize: FrameSize): Cut {
	const cutWidth = Math.min(width, (height * frameSize.widthPx) / frameSize.heightPx);
	const cutHeight = Math.min(height, (width * frameSize.heightPx) / frameSize.widthPx);
	return { x: (width - cutWidth) / 2, y: (height - cutHeight) / 2, widthPx: cutWidth, heightPx: cutHeight };
}

/**
 * The frame, after all rows were pushed. Valid until the next one is begun.
 * @throws RangeError if rows are missing
 */
export function finishFrame(): Pixels {
	const made = core.rowsMade();
	if (made !== size.heightPx) throw new RangeError(`Expected rows for a whole frame but they suffice for ${made} of its ${size.heightPx}`);
	return { view: frame.take(size.widthPx * size.heightPx * 3), widthPx: size.widthPx, rowCount: size.heightPx };
}

function writeWeights(width: number, height: number, frameSize: FrameSize, cut: Cut): typeof taps {
	const across = weightsOf(width, cut.x, cut.widthPx, frameSize.widthPx);
	const down = weightsOf(height, cut.y, cut.heightPx, frameSize.heightPx);
	const { buffer } = core.memory;
	new Int32Array(buffer, core.acrossFirst.value, across.first.length).set(across.first);
	new Int16Array(buffer, core.acrossWeights.value, across.weights.length).set(across.weights);
	new Int32Array(buffer, core.downFirst.value, down.first.length).set(down.first);
	new Int16Array(buffer, core.downWeights.value, down.weights.length).set(down.weights);
	return { across: across.taps, down: down.taps };
}

/**
 * Pushes filtered rows of 8-bit RGB or RGBA, each after its filter byte; RGBA is laid over white.
 * @returns how many rows had a legal filter; it stops at the first illegal one
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
 * @param pixelBytes bytes per pixel; 1 for less than a byte
 * @returns whether the filter is legal
 * @throws RangeError for a row that exceeds the core's memory
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
