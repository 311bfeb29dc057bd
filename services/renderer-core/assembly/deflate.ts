// One band of a picture as deflate blocks that end on a byte. https://www.rfc-editor.org/rfc/rfc1951

import { filterRows } from './filter';
import { codeLengths, codesOf } from './huffman';
import {
	DISTANCES,
	distanceCounts,
	distanceExtraBits,
	distanceSymbol,
	findMatches,
	lengthBase,
	lengthExtraBits,
	lengthSymbol,
	literalCounts,
	LITERALS,
	matches,
	MAX_BAND,
} from './matches';

/** Four literals and the rest of a byte must fit 64 bits: 4 × 14 + 7. */
const LITERAL_LIMIT: i32 = 14;
const DISTANCE_LIMIT: i32 = 15;
const LENGTHS_LIMIT: i32 = 7;

export const maxBandBytes: i32 = MAX_BAND;
/** The band that was encoded last. Its codes have at most nine bits on average. */
export const encoded: usize = memory.data(MAX_BAND + MAX_BAND / 8 + 16384, 16);

const filtered: usize = memory.data(MAX_BAND + 64, 16);
const literalLengths: usize = memory.data(LITERALS + DISTANCES, 16);
const distanceLengths: usize = memory.data(DISTANCES, 16);
const literalCodes: usize = memory.data(LITERALS * 4, 16);
const distanceCodes: usize = memory.data(DISTANCES * 4, 16);
/** The code lengths of both codes, run-length coded: symbol | extra bits << 8 (u16). */
const lengthRuns: usize = memory.data((LITERALS + DISTANCES) * 2, 16);
const runCounts: usize = memory.data(19 * 4, 16);
const runLengths: usize = memory.data(19, 16);
const runCodes: usize = memory.data(19 * 4, 16);

/** Output: the next byte, and bits that do not fill one yet. */
let out: usize = 0;
let bits: u64 = 0;
let bitCount: u64 = 0;

/**
 * Filters and compresses the rows of 8-bit RGB at `from`. Returns how many bytes it wrote to `encoded`. `isDrawn` says that the rows show
 * letters on one colour.
 */
export function encodeBand(from: usize, rows: i32, rowBytes: i32, isDrawn: bool): i32 {
	const length = rows * (rowBytes + 1);
	filterRows(from, filtered, rows, rowBytes, isDrawn);
	const matchCount = findMatches(filtered, length);
	out = encoded;
	bits = 0;
	bitCount = 0;
	writeHeader();
	writeSymbols(length, matchCount);
	endOnByte();
	return <i32>(out - encoded);
}

/** Adler-32 of the filtered rows of the band that was encoded last. https://www.rfc-editor.org/rfc/rfc1950#section-8 */
export function adlerOfBand(length: i32): u32 {
	const zero = i8x16.splat(0);
	const falling = i8x16(16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
	const fallingLow = i16x8.extend_low_i8x16_u(falling);
	const fallingHigh = i16x8.extend_high_i8x16_u(falling);
	let low: u32 = 1;
	let high: u32 = 0;
	let i = 0;
	while (i + 16 <= length) {
		// The number of vectors after which a lane could overflow before the remainders are taken.
		const stop = min(i + 16 * 256, length - 15);
		const from = i;
		let sums = zero;
		let earlier = zero;
		let weighted = zero;
		for (; i < stop; i += 16) {
			const x = v128.load(filtered + i);
			earlier = i32x4.add(earlier, sums);
			sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(x)));
			weighted = i32x4.add(weighted, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(x), fallingLow));
			weighted = i32x4.add(weighted, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(x), fallingHigh));
		}
		high = (high + low * <u32>(i - from) + 16 * lanes(earlier) + lanes(weighted)) % 65521;
		low = (low + lanes(sums)) % 65521;
	}
	for (; i < length; i++) {
		low = (low + load<u8>(filtered + i)) % 65521;
		high = (high + low) % 65521;
	}
	return (high << 16) | low;
}

function lanes(x: v128): u32 {
	return i32x4.extract_lane(x, 0) + i32x4.extract_lane(x, 1) + i32x4.extract_lane(x, 2) + i32x4.extract_lane(x, 3);
}

/** Up to 48 bits. */
function write(value: u64, count: u64): void {
	bits |= value << bitCount;
	bitCount += count;
	store<u64>(out, bits);
	out += <usize>(bitCount >> 3);
	bits >>= bitCount & ~7;
	bitCount &= 7;
}

/** Writes an empty stored block, which begins after the next byte: the band then ends on a byte, where the next one begins. */
function endOnByte(): void {
	write(0, 3);
	if (bitCount > 0) write(0, 8 - bitCount);
	write(0xffff0000, 32);
}

function writeHeader(): void {
	// Not every decoder accepts an empty distance code, so always define two codes.
	for (let symbol = 0; symbol < 2; symbol++) {
		if (load<u32>(distanceCounts + symbol * 4) === 0) store<u32>(distanceCounts + symbol * 4, 1);
	}
	codeLengths(literalCounts, LITERALS, LITERAL_LIMIT, literalLengths);
	codeLengths(distanceCounts, DISTANCES, DISTANCE_LIMIT, distanceLengths);
	codesOf(literalLengths, LITERALS, literalCodes);
	codesOf(distanceLengths, DISTANCES, distanceCodes);
	let literals = LITERALS;
	while (load<u8>(literalLengths + literals - 1) === 0) literals--;
	let distances = DISTANCES;
	while (load<u8>(distanceLengths + distances - 1) === 0) distances--;
	// Both lists are coded as one.
	memory.copy(literalLengths + literals, distanceLengths, distances);
	const runs = findLengthRuns(literals + distances);
	codeLengths(runCounts, 19, LENGTHS_LIMIT, runLengths);
	codesOf(runLengths, 19, runCodes);
	let told = 19;
	while (told > 4 && load<u8>(runLengths + <usize>toldAt(told - 1)) === 0) told--;
	// Not the last block; a dynamic code.
	write(4, 3);
	write(literals - 257, 5);
	write(distances - 1, 5);
	write(told - 4, 4);
	for (let i = 0; i < told; i++) write(load<u8>(runLengths + <usize>toldAt(i)), 3);
	for (let i = 0; i < runs; i++) {
		const run = <u32>load<u16>(lengthRuns + i * 2);
		const symbol = run & 255;
		const code = load<u32>(runCodes + symbol * 4);
		write(code >> 8, code & 255);
		if (symbol === 16) write(run >> 8, 2);
		else if (symbol === 17) write(run >> 8, 3);
		else if (symbol === 18) write(run >> 8, 7);
	}
}

/** The order in which the lengths of the length code are written. */
function toldAt(i: i32): i32 {
	if (i < 3) return 16 + i;
	if (i === 3) return 0;
	// 8, 7, 9, 6, 10, 5 … outwards from eight.
	const step = (i - 3) >> 1;
	return i & 1 ? 8 - step : 8 + step;
}

function findLengthRuns(count: i32): i32 {
	memory.fill(runCounts, 0, 19 * 4);
	let runs = 0;
	for (let i = 0; i < count; ) {
		const length = load<u8>(literalLengths + i);
		let same = 1;
		while (i + same < count && load<u8>(literalLengths + i + same) === length) same++;
		i += same;
		if (length === 0) {
			while (same >= 3) {
				const part = min(same, 138);
				runs = addRun(runs, part > 10 ? 18 : 17, part > 10 ? part - 11 : part - 3);
				same -= part;
			}
		} else {
			runs = addRun(runs, length, 0);
			same--;
			while (same >= 3) {
				const part = min(same, 6);
				runs = addRun(runs, 16, part - 3);
				same -= part;
			}
		}
		while (same-- > 0) runs = addRun(runs, length, 0);
	}
	return runs;
}

function addRun(runs: i32, symbol: i32, extra: i32): i32 {
	store<u16>(lengthRuns + runs * 2, (extra << 8) | symbol);
	store<u32>(runCounts + symbol * 4, load<u32>(runCounts + symbol * 4) + 1);
	return runs + 1;
}

function writeSymbols(length: i32, matchCount: i32): void {
	let at = 0;
	for (let i = 0; i < matchCount; i++) {
		const from = <i32>load<u32>(matches + i * 8);
		const match = load<u32>(matches + i * 8 + 4);
		const matched = <i32>(match & 0xffff);
		const distance = <i32>(match >> 16);
		writeLiterals(at, from);
		at = from + matched;
		const ofLength = <i32>load<u8>(lengthSymbol + matched);
		const code = load<u32>(literalCodes + (257 + ofLength) * 4);
		const extra = <u64>(matched - <i32>load<u16>(lengthBase + ofLength * 2));
		write((<u64>(code >> 8)) | (extra << code), (code & 255) + <u32>load<u8>(lengthExtraBits + ofLength));
		const distanceCode = load<u32>(distanceCodes + distanceSymbol(distance) * 4);
		const distanceExtra = distanceExtraBits(distance);
		const rest = <u64>((distance - 1) & ((1 << distanceExtra) - 1));
		write((<u64>(distanceCode >> 8)) | (rest << distanceCode), (distanceCode & 255) + distanceExtra);
	}
	writeLiterals(at, length);
	const end = load<u32>(literalCodes + 256 * 4);
	write(end >> 8, end & 255);
}

/**
 * Writes four literals at a time. Two pairs are joined independently, so that only one addition waits for the bits before. A shift uses
 * only the lowest bits of its count, where a code has its length, so a code can be the count itself.
 */
function writeLiterals(from: i32, to: i32): void {
	let i = from;
	let ahead = out;
	let held = bits;
	let heldCount = bitCount;
	for (; i + 4 <= to; i += 4) {
		const four = load<u32>(filtered + i);
		const a = load<u32>(literalCodes + ((four << 2) & 1020));
		const b = load<u32>(literalCodes + ((four >> 6) & 1020));
		const c = load<u32>(literalCodes + ((four >> 14) & 1020));
		const d = load<u32>(literalCodes + ((four >> 22) & 1020));
		const ab = (a >> 8) | ((b >> 8) << a);
		const cd = (c >> 8) | ((d >> 8) << c);
		held |= ((<u64>ab) | ((<u64>cd) << (a + b))) << heldCount;
		heldCount += (a + b + c + d) & 255;
		store<u64>(ahead, held);
		ahead += <usize>(heldCount >> 3);
		held >>= heldCount & ~7;
		heldCount &= 7;
	}
	for (; i < to; i++) {
		const code = load<u32>(literalCodes + ((<u32>load<u8>(filtered + i)) << 2));
		held |= (<u64>(code >> 8)) << heldCount;
		heldCount += code & 255;
		store<u64>(ahead, held);
		ahead += <usize>(heldCount >> 3);
		held >>= heldCount & ~7;
		heldCount &= 7;
	}
	out = ahead;
	bits = held;
	bitCount = heldCount;
}
