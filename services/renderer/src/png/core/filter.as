// Choosing a filter for each row of a band, and writing the filtered rows. https://www.w3.org/TR/png-3/#9Filters
//
// The rows are 8-bit RGB. The choice is the usual one: the filter that leaves the least sum of absolute differences.

const MAX_ROW_BYTES: i32 = 6144;

const subRow: usize = memory.data(MAX_ROW_BYTES + 64, 16);
const upRow: usize = memory.data(MAX_ROW_BYTES + 64, 16);
const averageRow: usize = memory.data(MAX_ROW_BYTES + 64, 16);
const paethRow: usize = memory.data(MAX_ROW_BYTES + 64, 16);

/** Filters `rows` rows of `bytes` each; a filter byte goes before each. The first row refers to nothing above it. */
export function filterRows(from: usize, to: usize, rows: i32, bytes: i32): void {
	trySub(from, bytes);
	writeRow(to, 1, subRow, bytes);
	for (let row = 1; row < rows; row++) {
		from += bytes;
		to += bytes + 1;
		if (repeats(from, bytes)) {
			store<u8>(to, 2);
			memory.fill(to + 1, 0, bytes);
		} else writeBest(from, to, bytes);
	}
}

// @ts-ignore: decorator
@inline
function writeRow(to: usize, filter: i32, filtered: usize, bytes: i32): void {
	store<u8>(to, filter);
	memory.copy(to + 1, filtered, bytes);
}

function trySub(from: usize, bytes: i32): void {
	const first = v128.load(from);
	v128.store(subRow, i8x16.sub(first, threeLater(first)));
	for (let i = 16; i < bytes; i += 16) v128.store(subRow + i, i8x16.sub(v128.load(from + i), v128.load(from + i - 3)));
}

/** What is one pixel to the left, at the beginning of a row. */
// @ts-ignore: decorator
@inline
function threeLater(x: v128): v128 {
	return i8x16.swizzle(x, i8x16(-1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
}

/** Whether a row is the one above it again, as between two lines of text. */
function repeats(from: usize, bytes: i32): bool {
	const above = from - bytes;
	let i = 0;
	for (; i + 16 <= bytes; i += 16) if (v128.any_true(v128.xor(v128.load(from + i), v128.load(above + i)))) return false;
	return !v128.any_true(v128.and(v128.xor(v128.load(from + i), v128.load(above + i)), firstBytes(bytes - i)));
}

function writeBest(from: usize, to: usize, bytes: i32): void {
	const zero = i8x16.splat(0);
	const one = i8x16.splat(1);
	const above = from - bytes;
	let sumSub = zero;
	let sumUp = zero;
	let sumAverage = zero;
	let sumPaeth = zero;
	for (let i = 0; i < bytes; i += 16) {
		const x = v128.load(from + i);
		const up = v128.load(above + i);
		let left: v128;
		let corner: v128;
		if (i == 0) {
			left = threeLater(x);
			corner = threeLater(up);
		} else {
			left = v128.load(from + i - 3);
			corner = v128.load(above + i - 3);
		}
		const bySub = i8x16.sub(x, left);
		const byUp = i8x16.sub(x, up);
		const byAverage = i8x16.sub(x, i8x16.sub(i8x16.avgr_u(left, up), v128.and(v128.xor(left, up), one)));
		const byPaeth = i8x16.sub(x, nearest(left, up, corner));
		v128.store(subRow + i, bySub);
		v128.store(upRow + i, byUp);
		v128.store(averageRow + i, byAverage);
		v128.store(paethRow + i, byPaeth);
		// Of the last vector only what belongs to the row counts.
		const counts = i + 16 <= bytes ? i8x16.splat(-1) : firstBytes(bytes - i);
		sumSub = i32x4.add(sumSub, sumOf(bySub, counts));
		sumUp = i32x4.add(sumUp, sumOf(byUp, counts));
		sumAverage = i32x4.add(sumAverage, sumOf(byAverage, counts));
		sumPaeth = i32x4.add(sumPaeth, sumOf(byPaeth, counts));
	}
	// On a tie the earlier one; Up first, because rows that repeat become all zero with it.
	let best = total(sumUp);
	let filter = 2;
	let filtered = upRow;
	const ofSub = total(sumSub);
	if (ofSub < best) {
		best = ofSub;
		filter = 1;
		filtered = subRow;
	}
	const ofPaeth = total(sumPaeth);
	if (ofPaeth < best) {
		best = ofPaeth;
		filter = 4;
		filtered = paethRow;
	}
	if (total(sumAverage) < best) {
		filter = 3;
		filtered = averageRow;
	}
	writeRow(to, filter, filtered, bytes);
}

/** Paeth's predictor in bytes: |left + up − 2·corner| is the sum of the two other distances, or their difference. */
// @ts-ignore: decorator
@inline
function nearest(left: v128, up: v128, corner: v128): v128 {
	const toLeft = i8x16.sub(i8x16.max_u(up, corner), i8x16.min_u(up, corner));
	const toUp = i8x16.sub(i8x16.max_u(left, corner), i8x16.min_u(left, corner));
	const apart = i8x16.sub(i8x16.max_u(toLeft, toUp), i8x16.min_u(toLeft, toUp));
	const sameSide = i8x16.eq(i8x16.ge_u(up, corner), i8x16.ge_u(left, corner));
	const toCorner = v128.bitselect(i8x16.add_sat_u(toLeft, toUp), apart, sameSide);
	const upOrCorner = v128.bitselect(up, corner, i8x16.le_u(toUp, toCorner));
	return v128.bitselect(left, upOrCorner, i8x16.le_u(toLeft, i8x16.min_u(toUp, toCorner)));
}

// @ts-ignore: decorator
@inline
function sumOf(differences: v128, counts: v128): v128 {
	const sizes = v128.and(i8x16.min_u(differences, i8x16.neg(differences)), counts);
	return i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(sizes));
}

// @ts-ignore: decorator
@inline
function total(sums: v128): u32 {
	return i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
}

// @ts-ignore: decorator
@inline
function firstBytes(count: i32): v128 {
	return i8x16.lt_u(i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), i8x16.splat(<i8>count));
}
