// Makes the frame of a cover row by row from an illustration. A pixel is a weighted sum of up to eight pixels in its row, then of up to
// eight such sums above one another. Weights have 14 fraction bits. Sums are exact, so all processors agree.

import { startRows, undoRow } from './unfilter';

/** The side of a cover: no frame is larger. */
const SIDE: i32 = 1080;
const MAX_TAPS: i32 = 8;
/** A multiple of a vector. */
const RING_ROW: i32 = 3248;
/** How many rows are kept: a power of two, and more than any target row needs. */
const RING_ROWS: i32 = 16;
const STRIP: i32 = 131072;
const MAX_SIDE: i32 = 2048;

export const stripBytes: i32 = STRIP;
/** Filtered rows for `pushStored`, as many as fit. */
export const strip: usize = memory.data(STRIP + 64, 16);
export const rgbRowBytes: i32 = MAX_SIDE * 3;
/** One row of 8-bit RGB pixels, for `pushRgb`. */
export const rgbRow: usize = memory.data(rgbRowBytes + 64, 16);
/** For each column of the frame: the first source column (i32), and `taps` weights (i16). */
export const acrossFirst: usize = memory.data(SIDE * 4, 16);
export const acrossWeights: usize = memory.data(SIDE * MAX_TAPS * 2, 16);
/** The same for each row. */
export const downFirst: usize = memory.data(SIDE * 4, 16);
export const downWeights: usize = memory.data(SIDE * MAX_TAPS * 2, 16);
/** RGB. */
export const frameBytes: i32 = SIDE * 3 * SIDE;
export const frame: usize = memory.data(frameBytes + 64, 16);

const ring: usize = memory.data(RING_ROW * RING_ROWS + 64, 16);

let columns: i32 = 0;
let rows: i32 = 0;
let acrossTaps: i32 = 0;
let downTaps: i32 = 0;
/** How many source rows were pushed, and how many frame rows were made. */
let rowsIn: i32 = 0;
let rowsOut: i32 = 0;

/** Begins a frame of this size. The weights must be written already. */
export function begin(width: i32, height: i32, tapsAcross: i32, tapsDown: i32): void {
	columns = width;
	rows = height;
	acrossTaps = tapsAcross;
	downTaps = tapsDown;
	rowsIn = 0;
	rowsOut = 0;
	startRows();
}

/** Takes `count` filtered rows of 8-bit RGB or RGBA pixels from the strip. Returns how many of them had a legal filter type. */
export function pushStored(count: i32, bytes: i32, pixelBytes: i32, width: i32): i32 {
	for (let row = 0; row < count; row++) {
		const pixels = undoRow(strip + row * (bytes + 1), bytes, pixelBytes);
		if (pixels === 0) return row;
		if (pixelBytes === 3) push(pixels);
		else {
			layOverPaper(pixels, width);
			push(rgbRow);
		}
	}
	return count;
}

/** Undoes the filter of the one row in the strip. Returns its address; 0 for an illegal filter type. */
export function undoStored(bytes: i32, pixelBytes: i32): usize {
	return undoRow(strip, bytes, pixelBytes);
}

/** How many of the frame's rows were made. */
export function rowsMade(): i32 {
	return rowsOut;
}

/** Takes the row at `rgbRow`. */
export function pushRgb(): void {
	push(rgbRow);
}

function push(pixels: usize): void {
	const row = rowsIn++;
	if (row < load<i32>(downFirst) || rowsOut === rows) return;
	const to = ring + (row & (RING_ROWS - 1)) * RING_ROW;
	scaleAcross(pixels, to, acrossTaps);
	while (rowsOut < rows && load<i32>(downFirst + rowsOut * 4) + downTaps <= rowsIn) {
		scaleDown(rowsOut++, downTaps);
	}
}

function scaleAcross(pixels: usize, to: usize, taps: i32): void {
	const zero = i8x16.splat(0);
	const half = i32x4.splat(1 << 13);
	let weights = acrossWeights;
	const width = columns;
	for (let x = 0; x < width; x++) {
		const at = pixels + load<i32>(acrossFirst + x * 4) * 3;
		let sum = i32x4.add(i32x4.add(half, twoAcross(at, weights)), twoAcross(at + 6, weights + 4));
		if (taps > 4) sum = i32x4.add(sum, twoAcross(at + 12, weights + 8));
		if (taps > 6) sum = i32x4.add(sum, twoAcross(at + 18, weights + 12));
		weights += taps * 2;
		const level = i16x8.narrow_i32x4_s(i32x4.shr_s(sum, 14), zero);
		v128.store_lane<u32>(to + x * 3, i8x16.narrow_i16x8_u(level, zero), 0);
	}
}

/** Red, green and blue of two neighbours, weighted. */
function twoAcross(at: usize, weights: usize): v128 {
	// Red and red, green and green, blue and blue, as 16-bit lanes; −1 gives a zero.
	const paired = i8x16.swizzle(v128.load64_zero(at), i8x16(0, -1, 3, -1, 1, -1, 4, -1, 2, -1, 5, -1, -1, -1, -1, -1));
	return i32x4.dot_i16x8_s(paired, v128.load32_splat(weights));
}

function scaleDown(row: i32, taps: i32): void {
	const first = load<i32>(downFirst + row * 4);
	const bytes = columns * 3;
	const to = frame + row * bytes;
	const weights = downWeights + row * taps * 2;
	const weights0 = v128.load32_splat(weights);
	const weights2 = v128.load32_splat(weights + 4);
	const weights4 = v128.load32_splat(weights + 8);
	const weights6 = v128.load32_splat(weights + 12);
	const row0 = ringRow(first);
	const row1 = ringRow(first + 1);
	const row2 = ringRow(first + 2);
	const row3 = ringRow(first + 3);
	const row4 = ringRow(first + 4);
	const row5 = ringRow(first + 5);
	const row6 = ringRow(first + 6);
	const row7 = ringRow(first + 7);
	const half = i32x4.splat(1 << 13);
	for (let i = 0; i < bytes; i += 8) {
		let both = twoDown(row0 + i, row1 + i);
		let low = i32x4.add(half, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(both), weights0));
		let high = i32x4.add(half, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(both), weights0));
		both = twoDown(row2 + i, row3 + i);
		low = i32x4.add(low, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(both), weights2));
		high = i32x4.add(high, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(both), weights2));
		if (taps > 4) {
			both = twoDown(row4 + i, row5 + i);
			low = i32x4.add(low, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(both), weights4));
			high = i32x4.add(high, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(both), weights4));
		}
		if (taps > 6) {
			both = twoDown(row6 + i, row7 + i);
			low = i32x4.add(low, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(both), weights6));
			high = i32x4.add(high, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(both), weights6));
		}
		const levels = i16x8.narrow_i32x4_s(i32x4.shr_s(low, 14), i32x4.shr_s(high, 14));
		v128.store_lane<u64>(to + i, i8x16.narrow_i16x8_u(levels, levels), 0);
	}
}

function ringRow(row: i32): usize {
	return ring + (row & (RING_ROWS - 1)) * RING_ROW;
}

/** Eight bytes of two rows, each next to the one below it. */
function twoDown(upper: usize, lower: usize): v128 {
	return i8x16.shuffle(v128.load64_zero(upper), v128.load64_zero(lower), 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

/** RGBA over white, to `rgbRow`: (level × alpha + 255 × (255 − alpha)) / 255, rounded. */
function layOverPaper(pixels: usize, width: i32): void {
	for (let x = 0, to = rgbRow; x < width; x += 4, to += 12) {
		const four = v128.load(pixels + x * 4);
		const mixed = i8x16.narrow_i16x8_u(overPaper(i16x8.extend_low_i8x16_u(four)), overPaper(i16x8.extend_high_i8x16_u(four)));
		v128.store(to, i8x16.shuffle(mixed, mixed, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 15, 15, 15, 15));
	}
}

function overPaper(pixels: v128): v128 {
	const alpha = i8x16.shuffle(pixels, pixels, 6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15);
	const paper = i16x8.mul(i16x8.sub(i16x8.splat(255), alpha), i16x8.splat(255));
	const sum = i16x8.add(i16x8.add(i16x8.mul(pixels, alpha), paper), i16x8.splat(128));
	return i16x8.shr_u(i16x8.add(sum, i16x8.shr_u(sum, 8)), 8);
}
