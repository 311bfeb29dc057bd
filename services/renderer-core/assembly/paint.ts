// Lays one colour over rows of 8-bit RGB: (byte × (255 − share) + colour × share + 127) / 255.

/** The rows of a cover that words are drawn on: at most all, 1080 rows of 1080 pixels of 8-bit RGB. */
export const canvasBytes: i32 = 1080 * 3 * 1080;
export const canvas: usize = memory.data(canvasBytes + 64, 16);
/** Memory for masks: the coverage of each pixel, one byte each, rows without gaps. */
export const masksBytes: i32 = 4194304;
export const masks: usize = memory.data(masksBytes + 64, 16);

/**
 * Covers pixels as a mask says: `rows` × `columns` pixels, from `to` and from `mask`. `maskBytes` and `rowBytes` are the distances of two
 * rows. `colour` is red | green << 8 | blue << 16.
 */
export function paintMask(mask: usize, maskBytes: i32, columns: i32, rows: i32, to: usize, rowBytes: i32, colour: u32): void {
	const paint = inPixels(colour);
	for (let row = 0; row < rows; row++) {
		for (let x = 0; x < columns; x += 5) {
			let five = load<u64>(mask + x) & 0xffffffffff;
			const left: u64 = columns - x;
			if (left < 5) five &= (1 << (left * 8)) - 1;
			if (five === 0) continue;
			// Each share three times. The sixteenth byte belongs to the next pixel and stays.
			const shares = i8x16.swizzle(i64x2(five, 0), i8x16(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, -1));
			const at = to + x * 3;
			v128.store(at, lay(v128.load(at), paint, shares));
		}
		mask += maskBytes;
		to += rowBytes;
	}
}

/** Covers a whole row evenly. The rest of its last vector stays unchanged. */
export function fadeRow(row: usize, bytes: i32, colour: u32, share: i32): void {
	const paint = inPixels(colour);
	const shares = i8x16.replace_lane(i8x16.splat(<i8>share), 15, 0);
	let at = 0;
	for (; at + 15 <= bytes; at += 15) v128.store(row + at, lay(v128.load(row + at), paint, shares));
	const rest = i8x16.lt_u(i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), i8x16.splat(<i8>(bytes - at)));
	v128.store(row + at, lay(v128.load(row + at), paint, v128.and(shares, rest)));
}

/** The colour repeated for five pixels. */
function inPixels(colour: u32): v128 {
	return i8x16.swizzle(i32x4.splat(colour), i8x16(0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0));
}

function lay(ground: v128, paint: v128, shares: v128): v128 {
	const kept = v128.not(shares);
	const low = i16x8.add(i16x8.extmul_low_i8x16_u(ground, kept), i16x8.extmul_low_i8x16_u(paint, shares));
	const high = i16x8.add(i16x8.extmul_high_i8x16_u(ground, kept), i16x8.extmul_high_i8x16_u(paint, shares));
	return i8x16.narrow_i16x8_u(by255(low), by255(high));
}

/** (x + 127) / 255, rounded down; exact for 0…65025. */
function by255(x: v128): v128 {
	const raised = i16x8.add(x, i16x8.splat(127));
	return i16x8.shr_u(i16x8.add(i16x8.add(raised, i16x8.splat(1)), i16x8.shr_u(raised, 8)), 8);
}
