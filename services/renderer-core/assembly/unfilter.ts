// Undoes the five row filters. https://www.w3.org/TR/png-3/#9Filters  A row is written to another place than where it was stored. There
// are 16 zero bytes before that place (left of the first pixel), and a whole spare vector after it. So a pixel of three bytes can be
// written as four: the next pixel overwrites the fourth byte.

/** Bytes of the widest possible row: 2048 pixels of four 16-bit samples. */
export const maxRowBytes: i32 = 16384;

const rowA: usize = memory.data(16 + maxRowBytes + 64, 16) + 16;
const rowB: usize = memory.data(16 + maxRowBytes + 64, 16) + 16;
/** The row that was unfiltered last; the next one refers to it. */
let last: usize = rowA;
let other: usize = rowB;

/** Begins a picture, or a pass of an interlaced one: the row above the first is all zero. */
export function startRows(): void {
	memory.fill(last, 0, maxRowBytes);
}

/** Undoes the filter of the row at `stored`: a filter byte and `bytes` more. Returns its address; 0 for an unknown filter. */
export function undoRow(stored: usize, bytes: i32, pixelBytes: i32): usize {
	const filter = load<u8>(stored);
	const from = stored + 1;
	const to = other;
	if (filter === 0) memory.copy(to, from, bytes);
	else if (filter === 2) undoUp(from, last, to, bytes);
	else if (filter > 4) return 0;
	else if (pixelBytes === 3 || pixelBytes === 4) undoPixels(filter, from, last, to, bytes, pixelBytes);
	else undoBytes(filter, from, last, to, bytes, pixelBytes);
	other = last;
	last = to;
	return to;
}

function undoPixels(filter: i32, from: usize, above: usize, to: usize, bytes: i32, step: i32): void {
	if (filter === 1) {
		if (step === 3) undoSub3(from, to, bytes);
		else undoSub4(from, to, bytes);
	} else if (filter === 3) undoAverage(from, above, to, bytes, step);
	else undoPaeth(from, above, to, bytes, step);
}

function undoUp(from: usize, above: usize, to: usize, bytes: i32): void {
	for (let i = 0; i < bytes; i += 16) v128.store(to + i, i8x16.add(v128.load(from + i), v128.load(above + i)));
}

/**
 * Five pixels at a time: three shifts give sums of 2, 4 and 8 neighbours (−1 gives a zero). Then the last pixel before them is added to
 * all.
 */
function undoSub3(from: usize, to: usize, bytes: i32): void {
	let before = i8x16.splat(0);
	for (let i = 0; i < bytes; i += 15) {
		let x = v128.load(from + i);
		x = i8x16.add(x, i8x16.swizzle(x, i8x16(-1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)));
		x = i8x16.add(x, i8x16.swizzle(x, i8x16(-1, -1, -1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)));
		x = i8x16.add(x, i8x16.swizzle(x, i8x16(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 2, 3)));
		x = i8x16.add(x, before);
		v128.store(to + i, x);
		before = i8x16.swizzle(x, i8x16(12, 13, 14, 12, 13, 14, 12, 13, 14, 12, 13, 14, 12, 13, 14, 12));
	}
}

/** Four pixels at a time, in the same way. */
function undoSub4(from: usize, to: usize, bytes: i32): void {
	let before = i8x16.splat(0);
	for (let i = 0; i < bytes; i += 16) {
		let x = v128.load(from + i);
		x = i8x16.add(x, i8x16.swizzle(x, i8x16(-1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)));
		x = i8x16.add(x, i8x16.swizzle(x, i8x16(-1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7)));
		x = i8x16.add(x, before);
		v128.store(to + i, x);
		before = i8x16.swizzle(x, i8x16(12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15));
	}
}

function undoAverage(from: usize, above: usize, to: usize, bytes: i32, step: i32): void {
	const one = i8x16.splat(1);
	let left = i8x16.splat(0);
	for (let i = 0; i < bytes; i += step) {
		const up = v128.load32_zero(above + i);
		// The processor's average rounds up, the filter's rounds down.
		const mean = i8x16.sub(i8x16.avgr_u(left, up), v128.and(v128.xor(left, up), one));
		left = i8x16.add(v128.load32_zero(from + i), mean);
		v128.store_lane<u32>(to + i, left, 0);
	}
}

function undoPaeth(from: usize, above: usize, to: usize, bytes: i32, step: i32): void {
	const zero = i8x16.splat(0);
	let left = zero;
	let corner = zero;
	for (let i = 0; i < bytes; i += step) {
		const up = i16x8.extend_low_i8x16_u(v128.load32_zero(above + i));
		const stored = i16x8.extend_low_i8x16_u(v128.load32_zero(from + i));
		const alongX = i16x8.sub(up, corner);
		const alongY = i16x8.sub(left, corner);
		const toLeft = i16x8.abs(alongX);
		const toUp = i16x8.abs(alongY);
		const toCorner = i16x8.abs(i16x8.add(alongX, alongY));
		const upOrCorner = v128.bitselect(up, corner, i16x8.le_s(toUp, toCorner));
		const guess = v128.bitselect(left, upOrCorner, i16x8.le_s(toLeft, i16x8.min_s(toUp, toCorner)));
		// Added as bytes, so that nothing carries into the upper half of a lane.
		left = i8x16.add(stored, guess);
		corner = up;
		v128.store_lane<u32>(to + i, i8x16.narrow_i16x8_u(left, zero), 0);
	}
}

/** Pixels of one, two, six or eight bytes. */
function undoBytes(filter: i32, from: usize, above: usize, to: usize, bytes: i32, pixelBytes: i32): void {
	for (let i = 0; i < bytes; i++) {
		const left = <i32>load<u8>(to + i - pixelBytes);
		const up = <i32>load<u8>(above + i);
		let guess = left;
		if (filter === 3) guess = (left + up) >> 1;
		else if (filter === 4) guess = nearest(left, up, load<u8>(above + i - pixelBytes));
		store<u8>(to + i, load<u8>(from + i) + guess);
	}
}

function nearest(left: i32, up: i32, corner: i32): i32 {
	const toLeft = abs(up - corner);
	const toUp = abs(left - corner);
	const toCorner = abs(left + up - 2 * corner);
	if (toLeft <= toUp && toLeft <= toCorner) return left;
	return toUp <= toCorner ? up : corner;
}
