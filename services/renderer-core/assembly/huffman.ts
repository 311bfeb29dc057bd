// Prefix codes for deflate: the length of each symbol's code, and the codes. https://www.rfc-editor.org/rfc/rfc1951#section-3.2

/** Counts stay below 2^20, so that a count and its symbol (9 bits) fit one word. */
const SYMBOL_BITS: u32 = 9;
const MOST_SYMBOLS: i32 = 288;

/** Used symbols, rarest first: count << 9 | symbol. */
const sorted: usize = memory.data(MOST_SYMBOLS * 4, 16);
/** Work space of `optimalLengths`, one word per used symbol. */
const tree: usize = memory.data(MOST_SYMBOLS * 4, 16);
const ofLength: usize = memory.data(32 * 4, 16);
const nextCode: usize = memory.data(32 * 4, 16);

/** Code lengths (u8) for `symbols` counts (u32), none longer than `limit`; 0 for an unused symbol. At least two symbols must be used. */
export function codeLengths(counts: usize, symbols: i32, limit: i32, lengths: usize): void {
	memory.fill(lengths, 0, symbols);
	let used = 0;
	for (let symbol = 0; symbol < symbols; symbol++) {
		const count = load<u32>(counts + symbol * 4);
		if (count !== 0) store<u32>(sorted + used++ * 4, (count << SYMBOL_BITS) | symbol);
	}
	sort(sorted, used);
	optimalLengths(used);
	memory.fill(ofLength, 0, 32 * 4);
	for (let i = 0; i < used; i++) {
		const slot = ofLength + min(load<u32>(tree + i * 4), <u32>limit) * 4;
		store<u32>(slot, load<u32>(slot) + 1);
	}
	keepWithin(limit);
	let i = 0;
	for (let length = limit; length > 0; length--) {
		for (let left = load<u32>(ofLength + length * 4); left > 0; left--, i++) {
			store<u8>(lengths + (load<u32>(sorted + i * 4) & ((1 << SYMBOL_BITS) - 1)), length);
		}
	}
}

/** Shell sort, ascending. */
function sort(words: usize, count: i32): void {
	for (let gap = 121; gap > 0; gap = gap / 3) {
		for (let i = gap; i < count; i++) {
			const word = load<u32>(words + i * 4);
			let at = i;
			while (at >= gap && load<u32>(words + (at - gap) * 4) > word) {
				store<u32>(words + at * 4, load<u32>(words + (at - gap) * 4));
				at -= gap;
			}
			store<u32>(words + at * 4, word);
		}
	}
}

/**
 * Huffman's lengths for the sorted counts, into `tree`, in place. A. Moffat and J. Katajainen, "In-Place Calculation of
 * Minimum-Redundancy Codes" (1995).
 */
function optimalLengths(used: i32): void {
	for (let i = 0; i < used; i++) store<u32>(tree + i * 4, load<u32>(sorted + i * 4) >> SYMBOL_BITS);
	// Join the two lightest nodes repeatedly; a joined node stores its parent.
	let leaf = 0;
	let root = 0;
	for (let node = 0; node < used - 1; node++) {
		let weight: u32 = 0;
		for (let half = 0; half < 2; half++) {
			if (leaf >= used || (root < node && load<u32>(tree + root * 4) < load<u32>(tree + leaf * 4))) {
				weight += load<u32>(tree + root * 4);
				store<u32>(tree + root++ * 4, node);
			} else weight += load<u32>(tree + leaf++ * 4);
		}
		store<u32>(tree + node * 4, weight);
	}
	// Turn parents into depths of the inner nodes, then those into the leaves' depths.
	store<u32>(tree + (used - 2) * 4, 0);
	for (let node = used - 3; node >= 0; node--) {
		store<u32>(tree + node * 4, load<u32>(tree + load<u32>(tree + node * 4) * 4) + 1);
	}
	let free = 1;
	let depth = 0;
	let inner = used - 2;
	let next = used - 1;
	while (free > 0) {
		let taken = 0;
		while (inner >= 0 && load<u32>(tree + inner * 4) === depth) {
			taken++;
			inner--;
		}
		while (free > taken) {
			store<u32>(tree + next-- * 4, depth);
			free--;
		}
		free = 2 * taken;
		depth++;
	}
}

/** Codes that were cut to `limit` take too much code space: one at the limit is removed, and a shorter one splits to make room. */
function keepWithin(limit: i32): void {
	let room: u32 = 0;
	for (let length = 1; length <= limit; length++) room += load<u32>(ofLength + length * 4) << (limit - length);
	for (; room > <u32>(1 << limit); room--) {
		store<u32>(ofLength + limit * 4, load<u32>(ofLength + limit * 4) - 1);
		let length = limit - 1;
		while (load<u32>(ofLength + length * 4) === 0) length--;
		store<u32>(ofLength + length * 4, load<u32>(ofLength + length * 4) - 1);
		store<u32>(ofLength + (length + 1) * 4, load<u32>(ofLength + (length + 1) * 4) + 2);
	}
}

/** The codes of these lengths, as deflate defines them, for writing from the lowest bit: code << 8 | length (u32). */
export function codesOf(lengths: usize, symbols: i32, codes: usize): void {
	memory.fill(ofLength, 0, 32 * 4);
	for (let symbol = 0; symbol < symbols; symbol++) {
		const slot = ofLength + <u32>load<u8>(lengths + symbol) * 4;
		store<u32>(slot, load<u32>(slot) + 1);
	}
	store<u32>(ofLength, 0);
	let code: u32 = 0;
	for (let length = 1; length < 16; length++) {
		code = (code + load<u32>(ofLength + (length - 1) * 4)) << 1;
		store<u32>(nextCode + length * 4, code);
	}
	for (let symbol = 0; symbol < symbols; symbol++) {
		const length = <u32>load<u8>(lengths + symbol);
		if (length === 0) {
			store<u32>(codes + symbol * 4, 0);
			continue;
		}
		const slot = nextCode + length * 4;
		store<u32>(codes + symbol * 4, (mirrored(load<u32>(slot), length) << 8) | length);
		store<u32>(slot, load<u32>(slot) + 1);
	}
}

function mirrored(code: u32, length: u32): u32 {
	let x = code;
	x = ((x & 0x5555) << 1) | ((x >> 1) & 0x5555);
	x = ((x & 0x3333) << 2) | ((x >> 2) & 0x3333);
	x = ((x & 0x0f0f) << 4) | ((x >> 4) & 0x0f0f);
	x = ((x & 0x00ff) << 8) | ((x >> 8) & 0x00ff);
	return x >> (16 - length);
}
