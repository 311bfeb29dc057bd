// Chooses a filter for each row of a band, and writes the filtered rows. https://www.w3.org/TR/png-3/#9Filters  The rows are 8-bit RGB.
// The choice is the usual one: the filter with the least sum of absolute differences.

const MAX_ROW_BYTES: i32 = 6144;

const subRow: usize = memory.data(MAX_ROW_BYTES + 64, 16);
const upRow: usize = memory.data(MAX_ROW_BYTES + 64, 16);
const averageRow: usize = memory.data(MAX_ROW_BYTES + 64, 16);
const paethRow: usize = memory.data(MAX_ROW_BYTES + 64, 16);

/**
 * Filters `rows` rows of `bytes` each; each filtered row begins with its filter byte. The first row refers to nothing above it. Rows of
 * letters on one colour resemble the rows above, so `isDrawn` uses Up for all.
 */
export function filterRows(from: usize, to: usize, rows: i32, bytes: i32, isDrawn: bool): void {
	trySub(from, bytes);
	writeRow(to, 1, subRow, bytes);
	for (let row = 1; row < rows; row++) {
		from += bytes;
		to += bytes + 1;
		if (repeats(from, bytes)) {
			store<u8>(to, 2);
			memory.fill(to + 1, 0, bytes);
		} else if (isDrawn) writeUp(from, to, bytes);
		else writeBest(from, to, bytes);
	}
}

function writeUp(from: usize, to: usize, bytes: i32): void {
	for (let i = 0; i < bytes; i += 16) v128.store(upRow + i, i8x16.sub(v128.load(from + i), v128.load(from - bytes + i)));
	writeRow(to, 2, upRow, bytes);
}

function writeRow(to: usize, filter: i32, filtered: usize, bytes: i32): void {
	store<u8>(to, filter);
	memory.copy(to + 1, filtered, bytes);
}

function trySub(from: usize, bytes: i32): void {
	const first = v128.load(from);
	v128.store(subRow, i8x16.sub(first, threeLater(first)));
	for (let i = 16; i < bytes; i += 16) v128.store(subRow + i, i8x16.sub(v128.load(from + i), v128.load(from + i - 3)));
}

/** The vector moved by one pixel, for the beginning of a row. */
function threeLater(x: v128): v128 {
	return i8x16.swizzle(x, i8x16(-1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
}

/** Whether a row repeats the one above it, as between two lines of text. */
function repeats(from: usize, bytes: i32): bool {
	const above = from - bytes;
	let i = 0;
	for (; i + 16 <= bytes; i += 16) if (v128.any_true(v128.xor(v128.load(from + i), v128.load(above + i)))) return false;
	return !v128.any_true(v128.and(v128.xor(v128.load(from + i), v128.load(above + i)), firstBytes(bytes - i)));
}

/** How many vectors can be summed in sixteen bits: the differences of two bytes sum to at most 256. */
const MOST_SUMMED: i32 = 255;

function writeBest(from: usize, to: usize, bytes: i32): void {
	let ofSub: u32 = 0;
	let ofUp: u32 = 0;
	let ofAverage: u32 = 0;
	let ofPaeth: u32 = 0;
	const one = i8x16.splat(1);
	const above = from - bytes;
	for (let i = 0; i < bytes; ) {
		const zero = i16x8.splat(0);
		let sumSub = zero;
		let sumUp = zero;
		let sumAverage = zero;
		let sumPaeth = zero;
		for (const stop = min(bytes, i + MOST_SUMMED * 16); i < stop; i += 16) {
			const x = v128.load(from + i);
			const up = v128.load(above + i);
			let left = v128.load(from + i - 3);
			let corner = v128.load(above + i - 3);
			if (i === 0) {
				left = threeLater(x);
				corner = threeLater(up);
			}
			let bySub = i8x16.sub(x, left);
			let byUp = i8x16.sub(x, up);
			let byAverage = i8x16.sub(x, i8x16.sub(i8x16.avgr_u(left, up), v128.and(v128.xor(left, up), one)));
			let byPaeth = i8x16.sub(x, nearest(left, up, corner));
			v128.store(subRow + i, bySub);
			v128.store(upRow + i, byUp);
			v128.store(averageRow + i, byAverage);
			v128.store(paethRow + i, byPaeth);
			if (i + 16 > bytes) {
				// In the last vector only the row's own bytes count.
				const counts = firstBytes(bytes - i);
				bySub = v128.and(bySub, counts);
				byUp = v128.and(byUp, counts);
				byAverage = v128.and(byAverage, counts);
				byPaeth = v128.and(byPaeth, counts);
			}
			sumSub = i16x8.add(sumSub, sizesOf(bySub));
			sumUp = i16x8.add(sumUp, sizesOf(byUp));
			sumAverage = i16x8.add(sumAverage, sizesOf(byAverage));
			sumPaeth = i16x8.add(sumPaeth, sizesOf(byPaeth));
		}
		ofSub += total(sumSub);
		ofUp += total(sumUp);
		ofAverage += total(sumAverage);
		ofPaeth += total(sumPaeth);
	}
	// On a tie the earlier filter wins. Up comes first, because it makes repeated rows all zero.
	let best = ofUp;
	let filter = 2;
	let filtered = upRow;
	if (ofSub < best) {
		best = ofSub;
		filter = 1;
		filtered = subRow;
	}
	if (ofPaeth < best) {
		best = ofPaeth;
		filter = 4;
		filtered = paethRow;
	}
	if (ofAverage < best) {
		filter = 3;
		filtered = averageRow;
	}
	writeRow(to, filter, filtered, bytes);
}

/** Paeth's predictor in bytes: |left + up − 2·corner| is the sum of the two other distances, or their difference. */
function nearest(left: v128, up: v128, corner: v128): v128 {
	const toLeft = i8x16.sub(i8x16.max_u(up, corner), i8x16.min_u(up, corner));
	const toUp = i8x16.sub(i8x16.max_u(left, corner), i8x16.min_u(left, corner));
	const apart = i8x16.sub(i8x16.max_u(toLeft, toUp), i8x16.min_u(toLeft, toUp));
	const sameSide = i8x16.eq(i8x16.ge_u(up, corner), i8x16.ge_u(left, corner));
	const toCorner = v128.bitselect(i8x16.add_sat_u(toLeft, toUp), apart, sameSide);
	const upOrCorner = v128.bitselect(up, corner, i8x16.le_u(toUp, toCorner));
	return v128.bitselect(left, upOrCorner, i8x16.le_u(toLeft, i8x16.min_u(toUp, toCorner)));
}

/** Absolute values of signed differences, two by two. */
function sizesOf(differences: v128): v128 {
	return i16x8.extadd_pairwise_i8x16_u(i8x16.abs(differences));
}

function total(sums: v128): u32 {
	const four = i32x4.extadd_pairwise_i16x8_u(sums);
	return i32x4.extract_lane(four, 0) + i32x4.extract_lane(four, 1) + i32x4.extract_lane(four, 2) + i32x4.extract_lane(four, 3);
}

function firstBytes(count: i32): v128 {
	return i8x16.lt_u(i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), i8x16.splat(<i8>count));
}
