// Finds what a band repeats. A match is a sequence of bytes copied from `distance` bytes before.
// https://www.rfc-editor.org/rfc/rfc1951#section-3.2.5

export const MAX_BAND: i32 = 262144;
export const LITERALS: i32 = 286;
export const DISTANCES: i32 = 30;
const END_OF_BLOCK: i32 = 256;

const LONGEST: i32 = 258;
const FURTHEST: i32 = 32768;
/** A zero costs two or three bits, and a match about ten. */
const SHORTEST_RUN: i32 = 8;
const SHORTEST_MATCH: i32 = 4;
const HASH_BITS: i32 = 14;

/** Two words per match: its start, and distance << 16 | length. */
export const matches: usize = memory.data((MAX_BAND / 4 + 2) * 8, 16);
/** How often each symbol of the two codes is used (u32). */
export const literalCounts: usize = memory.data(LITERALS * 4, 16);
export const distanceCounts: usize = memory.data(DISTANCES * 4, 16);
/** For each length up to 258: its symbol, minus 257 (u8). */
export const lengthSymbol: usize = memory.data(LONGEST + 1, 16);
/** For each of the 29 length symbols: its shortest length (u16) and its number of extra bits (u8). */
export const lengthBase: usize = memory.data(29 * 2, 16);
export const lengthExtraBits: usize = memory.data(29, 16);

/** The last position of four bytes with this hash, plus one. */
const places: usize = memory.data((1 << HASH_BITS) * 4, 16);
const histograms: usize = memory.data(4 * 256 * 4, 16);

let matchCount: i32 = 0;

tabulateLengths();

function tabulateLengths(): void {
	let length = 3;
	for (let symbol = 0; symbol < 28; symbol++) {
		const extra = symbol < 8 ? 0 : (symbol >> 2) - 1;
		store<u16>(lengthBase + symbol * 2, length);
		store<u8>(lengthExtraBits + symbol, extra);
		for (let i = 0; i < 1 << extra; i++) store<u8>(lengthSymbol + length++, symbol);
	}
	// The longest match has its own symbol, although the symbol before it could express it.
	store<u16>(lengthBase + 28 * 2, LONGEST);
	store<u8>(lengthSymbol + LONGEST, 28);
}

export function distanceExtraBits(distance: i32): i32 {
	return distance <= 4 ? 0 : 30 - clz(distance - 1);
}

export function distanceSymbol(distance: i32): i32 {
	const extra = distanceExtraBits(distance);
	return 2 * extra + ((distance - 1) >> extra);
}

/** Finds the matches of a band and counts all symbols. Returns how many matches there are. */
export function findMatches(band: usize, length: i32): i32 {
	matchCount = 0;
	memory.fill(literalCounts, 0, LITERALS * 4);
	memory.fill(distanceCounts, 0, DISTANCES * 4);
	if (isFlat(band, length)) findRepeats(band, length);
	else findZeroRuns(band, length);
	store<u32>(literalCounts + END_OF_BLOCK * 4, 1);
	return matchCount;
}

/** Whether a band is drawn, not photographed: two thirds of it are aligned zeros in fours. */
function isFlat(band: usize, length: i32): bool {
	let fours = i32x4.splat(0);
	for (let i = 0; i + 16 <= length; i += 16) fours = i32x4.sub(fours, i32x4.eq(v128.load(band + i), i32x4.splat(0)));
	const zeros =
		4 * (i32x4.extract_lane(fours, 0) + i32x4.extract_lane(fours, 1) + i32x4.extract_lane(fours, 2) + i32x4.extract_lane(fours, 3));
	return zeros * 3 > length * 2;
}

function addMatch(at: i32, length: i32, distance: i32): void {
	const match = matches + matchCount++ * 8;
	store<u32>(match, at);
	store<u32>(match + 4, (distance << 16) | length);
	const literal = literalCounts + (257 + <i32>load<u8>(lengthSymbol + length)) * 4;
	store<u32>(literal, load<u32>(literal) + 1);
	const symbol = distanceCounts + distanceSymbol(distance) * 4;
	store<u32>(symbol, load<u32>(symbol) + 1);
}

/** In photographs nearly all differences are new, so this finds only runs of zeros, in aligned fours. */
function findZeroRuns(band: usize, length: i32): void {
	countBytes(band, length);
	const zero = i32x4.splat(0);
	let covered = 0;
	let free = 0;
	for (let i = 0; i + 16 <= length; ) {
		const fours = i32x4.eq(v128.load(band + i), zero);
		if (!v128.any_true(fours)) {
			i += 16;
			continue;
		}
		let from = i + 4 * ctz(i32x4.bitmask(fours));
		let to = from + 4;
		while (from > free && load<u8>(band + from - 1) === 0) from--;
		to = endOfZeros(band, to, length);
		if (to - from >= SHORTEST_RUN) {
			addRun(from + 1, to);
			covered += to - from - 1;
		}
		free = to;
		i = to;
	}
	store<u32>(literalCounts, load<u32>(literalCounts) - covered);
}

function endOfZeros(band: usize, from: i32, length: i32): i32 {
	for (let at = from; at < length; at += 16) {
		const others = i8x16.bitmask(i8x16.ne(v128.load(band + at), i8x16.splat(0)));
		if (others !== 0) return min(at + ctz(others), length);
	}
	return length;
}

/** Four histograms at once, so that equal neighbours do not wait for each other. Rows of few levels take an eighth of the time. */
function countBytes(band: usize, length: i32): void {
	memory.fill(histograms, 0, 4 * 1024);
	let i = 0;
	for (; i + 4 <= length; i += 4) {
		const four = load<u32>(band + i);
		count(histograms, four & 255);
		count(histograms + 1024, (four >> 8) & 255);
		count(histograms + 2048, (four >> 16) & 255);
		count(histograms + 3072, four >> 24);
	}
	for (; i < length; i++) count(histograms, load<u8>(band + i));
	for (let at: usize = 0; at < 1024; at += 16) {
		let sum = v128.load(histograms + at);
		for (let other: usize = 1024; other < 4096; other += 1024) sum = i32x4.add(sum, v128.load(histograms + other + at));
		v128.store(literalCounts + at, sum);
	}
}

function count(histogram: usize, byte: u32): void {
	const slot = histogram + (byte << 2);
	store<u32>(slot, load<u32>(slot) + 1);
}

/** In drawings, runs of zeros come first. Between them are matches at any distance, each taken as it is found. */
function findRepeats(band: usize, length: i32): void {
	memory.fill(places, 0, (1 << HASH_BITS) * 4);
	const end = length - 16;
	let literalsFrom = 0;
	let i = 1;
	while (i < end) {
		const others = i8x16.bitmask(i8x16.ne(v128.load(band + i), i8x16.splat(0)));
		const zeros = others === 0 ? 16 : ctz(others);
		if (zeros > SHORTEST_MATCH) {
			const to = others === 0 ? endOfZeros(band, i + 16, length) : i + zeros;
			countLiterals(band, literalsFrom, i + 1);
			addRun(i + 1, to);
			i = to;
			literalsFrom = to;
			continue;
		}
		if (zeros > 0) {
			i += zeros;
			continue;
		}
		const found = bestMatch(band, i, length);
		if (found === 0) {
			i++;
			continue;
		}
		const matched = <i32>(found & 0xffff);
		countLiterals(band, literalsFrom, i);
		addMatch(i, matched, found >> 16);
		i += matched;
		literalsFrom = i;
	}
	countLiterals(band, literalsFrom, length);
}

/** Adds a run of four or more bytes that repeat the byte before them. The last match covers at least three. */
function addRun(from: i32, to: i32): void {
	let at = from;
	while (at < to) {
		let length = min(to - at, LONGEST);
		if (to - at - length > 0 && to - at - length < 3) length -= 3;
		addMatch(at, length, 1);
		at += length;
	}
}

function countLiterals(band: usize, from: i32, to: i32): void {
	for (let i = from; i < to; i++) {
		const slot = literalCounts + ((<usize>load<u8>(band + i)) << 2);
		store<u32>(slot, load<u32>(slot) + 1);
	}
}

function placeOf(four: u32): usize {
	return places + ((four * 0x9e3779b1) >> (32 - HASH_BITS)) * 4;
}

/** distance << 16 | length of the best match at `at`; 0 if none saves enough. */
function bestMatch(band: usize, at: i32, length: i32): u32 {
	const four = load<u32>(band + at);
	const place = placeOf(four);
	const before = <i32>load<u32>(place) - 1;
	store<u32>(place, at + 1);
	if (load<u32>(band + at - 1) === four) {
		const run = matchLength(band, at - 1, at, length);
		return run >= 5 ? (1 << 16) | run : 0;
	}
	if (before < 0 || at - before > FURTHEST || load<u32>(band + before) !== four) return 0;
	const found = matchLength(band, before, at, length);
	return found >= 6 ? ((at - before) << 16) | found : 0;
}

function matchLength(band: usize, before: i32, at: i32, length: i32): i32 {
	const most = min(LONGEST, length - at);
	for (let same = 4; same < most; same += 16) {
		const equal = i8x16.bitmask(i8x16.eq(v128.load(band + before + same), v128.load(band + at + same)));
		if (equal !== 0xffff) return min(same + ctz(~equal), most);
	}
	return most;
}
