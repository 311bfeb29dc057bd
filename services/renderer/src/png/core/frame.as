// The frame of a cover, made row by row of an illustration: a pixel is a weighted sum of up to eight in its row, and then
// of up to eight of those sums above one another. Weights have 14 fraction bits; sums are exact, so all processors agree.

import { MAX_ROW, startRows, undoRow } from './unfilter';

const WIDTH: i32 = 1080;
const HEIGHT: i32 = 720;
const MAX_TAPS: i32 = 8;
const FRAME_ROW: i32 = WIDTH * 3;
/** A multiple of a vector. */
const RING_ROW: i32 = 3248;
/** Rows kept, a power of two; more than any target row takes from. */
const RING_ROWS: i32 = 16;
const STRIP: i32 = 131072;
const MAX_SIDE: i32 = 2048;

export const stripBytes: i32 = STRIP;
/** Filtered rows, as many as fit, for `pushStored`. */
export const strip: usize = memory.data(STRIP + 64, 16);
/** One row of 8-bit RGB pixels, for `pushRgb`. */
export const rgbRow: usize = memory.data(MAX_SIDE * 3 + 64, 16);
/** For each of the 1080 columns: the first source column (i32), and `taps` weights (i16). */
export const acrossFirst: usize = memory.data(WIDTH * 4, 16);
export const acrossWeights: usize = memory.data(WIDTH * MAX_TAPS * 2, 16);
/** For each of the 720 rows. */
export const downFirst: usize = memory.data(HEIGHT * 4, 16);
export const downWeights: usize = memory.data(HEIGHT * MAX_TAPS * 2, 16);
/** 1080×720 RGB. */
export const frame: usize = memory.data(FRAME_ROW * HEIGHT + 64, 16);

const ring: usize = memory.data(RING_ROW * RING_ROWS + 64, 16);

let acrossTaps: i32 = 0;
let downTaps: i32 = 0;
/** Source rows that have come, and frame rows that have been made. */
let rowsIn: i32 = 0;
let rowsOut: i32 = 0;

/** Begins a frame; the weights have been written. */
export function begin(tapsAcross: i32, tapsDown: i32): void {
	acrossTaps = tapsAcross;
	downTaps = tapsDown;
	rowsIn = 0;
	rowsOut = 0;
	startRows();
}

/** Takes `rows` filtered rows of 8-bit RGB or RGBA pixels from the strip. Returns how many of them had a legal filter type. */
export function pushStored(rows: i32, bytes: i32, pixelBytes: i32, width: i32): i32 {
	for (let row = 0; row < rows; row++) {
		const pixels = undoRow(strip + row * (bytes + 1), bytes, pixelBytes);
		if (pixels == 0) return row;
		if (pixelBytes == 3) push(pixels);
		else {
			layOverPaper(pixels, width);
			push(rgbRow);
		}
	}
	return rows;
}

/** Undoes the filter of the one row in the strip. Returns where it is; 0 if its filter type is none of the five. */
export function undoStored(bytes: i32, pixelBytes: i32): usize {
	return undoRow(strip, bytes, pixelBytes);
}

/** Takes the row at `rgbRow`. */
export function pushRgb(): void {
	push(rgbRow);
}

function push(pixels: usize): void {
	const row = rowsIn++;
	if (row < load<i32>(downFirst) || rowsOut == HEIGHT) return;
	const to = ring + (row & (RING_ROWS - 1)) * RING_ROW;
	if (acrossTaps == 4) scaleAcross(pixels, to, 4);
	else if (acrossTaps == 6) scaleAcross(pixels, to, 6);
	else scaleAcross(pixels, to, 8);
	while (rowsOut < HEIGHT && load<i32>(downFirst + rowsOut * 4) + downTaps <= rowsIn) {
		if (downTaps == 4) scaleDown(rowsOut, 4);
		else if (downTaps == 6) scaleDown(rowsOut, 6);
		else scaleDown(rowsOut, 8);
		rowsOut++;
	}
}

// @ts-ignore: decorator
@inline
function scaleAcross(pixels: usize, to: usize, taps: i32): void {
	const zero = i8x16.splat(0);
	const half = i32x4.splat(1 << 13);
	let weights = acrossWeights;
	for (let x = 0; x < WIDTH; x++) {
		const at = pixels + load<i32>(acrossFirst + x * 4) * 3;
		let sum = half;
		for (let tap = 0; tap < taps; tap += 2) {
			const two = v128.load64_zero(at + tap * 3);
			// Red and red, green and green, blue and blue of two pixels, as 16-bit lanes.
			const paired = i8x16.shuffle(two, zero, 0, 16, 3, 16, 1, 16, 4, 16, 2, 16, 5, 16, 16, 16, 16, 16);
			sum = i32x4.add(sum, i32x4.dot_i16x8_s(paired, v128.load32_splat(weights + tap * 2)));
		}
		weights += taps * 2;
		const level = i16x8.narrow_i32x4_s(i32x4.shr_s(sum, 14), zero);
		v128.store_lane<u32>(to + x * 3, i8x16.narrow_i16x8_u(level, zero), 0);
	}
}

// @ts-ignore: decorator
@inline
function scaleDown(row: i32, taps: i32): void {
	const zero = i8x16.splat(0);
	const half = i32x4.splat(1 << 13);
	const first = load<i32>(downFirst + row * 4);
	const weights = downWeights + row * taps * 2;
	const to = frame + row * FRAME_ROW;
	for (let i = 0; i < FRAME_ROW; i += 16) {
		let sum0 = half;
		let sum1 = half;
		let sum2 = half;
		let sum3 = half;
		for (let tap = 0; tap < taps; tap += 2) {
			const upper = v128.load(ring + ((first + tap) & (RING_ROWS - 1)) * RING_ROW + i);
			const lower = v128.load(ring + ((first + tap + 1) & (RING_ROWS - 1)) * RING_ROW + i);
			const pair = v128.load32_splat(weights + tap * 2);
			const low = i8x16.shuffle(upper, lower, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
			const high = i8x16.shuffle(upper, lower, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
			sum0 = i32x4.add(sum0, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(low), pair));
			sum1 = i32x4.add(sum1, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(low), pair));
			sum2 = i32x4.add(sum2, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(high), pair));
			sum3 = i32x4.add(sum3, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(high), pair));
		}
		const low = i16x8.narrow_i32x4_s(i32x4.shr_s(sum0, 14), i32x4.shr_s(sum1, 14));
		const high = i16x8.narrow_i32x4_s(i32x4.shr_s(sum2, 14), i32x4.shr_s(sum3, 14));
		v128.store(to + i, i8x16.narrow_i16x8_u(low, high));
	}
}

/** RGBA over white, to `rgbRow`: (level × alpha + 255 × (255 − alpha)) / 255, rounded. */
function layOverPaper(pixels: usize, width: i32): void {
	for (let x = 0, to = rgbRow; x < width; x += 4, to += 12) {
		const four = v128.load(pixels + x * 4);
		const mixed = i8x16.narrow_i16x8_u(overPaper(i16x8.extend_low_i8x16_u(four)), overPaper(i16x8.extend_high_i8x16_u(four)));
		v128.store(to, i8x16.shuffle(mixed, mixed, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 15, 15, 15, 15));
	}
}

// @ts-ignore: decorator
@inline
function overPaper(pixels: v128): v128 {
	const alpha = i8x16.shuffle(pixels, pixels, 6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15);
	const paper = i16x8.mul(i16x8.sub(i16x8.splat(255), alpha), i16x8.splat(255));
	const sum = i16x8.add(i16x8.add(i16x8.mul(pixels, alpha), paper), i16x8.splat(128));
	return i16x8.shr_u(i16x8.add(sum, i16x8.shr_u(sum, 8)), 8);
}
