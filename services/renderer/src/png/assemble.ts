import { crc32 } from 'node:zlib';
import { SIGNATURE } from './walk.ts';

/** Some rows of a picture, compressed on their own: they read nothing of the rows before them. */
export interface EncodedBand {
	/** Deflate blocks that end on a byte; none is the stream's last. */
	readonly bytes: Uint8Array;
	/** Adler-32 of the filtered rows. */
	readonly adler: number;
	/** Bytes of the filtered rows: rows × (width × 3 + 1). */
	readonly length: number;
}

/** Window of 32 KiB, fastest compression. @see https://www.rfc-editor.org/rfc/rfc1950 */
const ZLIB_HEADER = Buffer.from([0x78, 0x01]);
/** A last block of no bytes, in the fixed code. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);
const ADLER_MODULUS = 65_521;

/**
 * A whole PNG file, 8-bit RGB, of bands from the top.
 * @throws RangeError unless the bands hold exactly `height` rows of `width` pixels
 */
export function assemblePng(bands: readonly EncodedBand[], width: number, height: number): Buffer {
	const expected = (width * 3 + 1) * height;
	const length = bands.reduce((sum, band) => sum + band.length, 0);
	if (length !== expected) throw new RangeError(`Expected bands of ${expected} bytes in all but received ${length}`);
	const adler = Buffer.alloc(4);
	adler.writeUInt32BE(bands.reduce((sum, band) => adlerOfBoth(sum, band.adler, band.length), 1));
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 2, 0, 0, 0], 8);
	return Buffer.concat([
		SIGNATURE,
		...chunk('IHDR', [header]),
		...chunk('IDAT', [ZLIB_HEADER, ...bands.map(({ bytes }) => bytes), LAST_BLOCK, adler]),
		...chunk('IEND', []),
	]);
}

function chunk(type: string, data: readonly Uint8Array[]): Uint8Array[] {
	const name = Buffer.from(type, 'latin1');
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.reduce((sum, { byteLength }) => sum + byteLength, 0));
	const crc = Buffer.alloc(4);
	crc.writeUInt32BE([name, ...data].reduce((sum, part) => crc32(part, sum), 0));
	return [length, name, ...data, crc];
}

/** Adler-32 of two byte strings joined, from their own and the second one's length. @see https://www.rfc-editor.org/rfc/rfc1950#section-8 */
export function adlerOfBoth(first: number, second: number, secondLength: number): number {
	const lowOfFirst = first & 0xffff;
	const low = (lowOfFirst + (second & 0xffff) + ADLER_MODULUS - 1) % ADLER_MODULUS;
	// Each byte of the second string also adds the first one's sum; the string's own sum began at 1 and now begins there.
	const high = ((first >>> 16) + (second >>> 16) + ((secondLength % ADLER_MODULUS) * (lowOfFirst + ADLER_MODULUS - 1))) % ADLER_MODULUS;
	return high * 65_536 + low;
}
