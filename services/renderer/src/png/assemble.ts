import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { EncodedBand } from '@copydesk/renderer-core';
import { SIGNATURE } from './walk.ts';

/** A PNG file in pieces, to be written in order. */
export interface PngFile {
	readonly parts: readonly Uint8Array[];
	/** The size of the whole file. */
	readonly bytes: number;
	/** The hash of the whole file, 64 hex; computed when called. */
	sha256(): string;
}

/**
 * The beginning of a file, including some bands in an IDAT chunk of their own. Files with the same beginning share it, its checksum and
 * its part of the hash.
 */
export interface PngOpening {
	readonly parts: readonly Uint8Array[];
	readonly width: number;
	readonly height: number;
	/** The beginning of the next IDAT chunk. */
	readonly pending: readonly Uint8Array[];
	readonly adler: number;
	/** Bytes of the filtered rows so far. */
	readonly length: number;
	/** The hash over the parts; copy it, do not change it. */
	hash(): Hash;
}

/** A window of 32 KiB, fastest compression. @see https://www.rfc-editor.org/rfc/rfc1950 */
const ZLIB_HEADER = Buffer.from([0x78, 0x01]);
/** An empty last block, in the fixed code. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);
const END = chunk('IEND', []);
const ADLER_MODULUS = 65_521;

/** Begins an 8-bit RGB file with bands from its top, if there are any. */
export function openPng(bands: readonly EncodedBand[], width: number, height: number): PngOpening {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 2, 0, 0, 0], 8);
	const start = [SIGNATURE, ...chunk('IHDR', [header])];
	const parts = bands.length === 0 ? start : [...start, ...chunk('IDAT', [ZLIB_HEADER, ...bytesOf(bands)])];
	let hash: Hash | undefined;
	return {
		parts,
		width,
		height,
		pending: bands.length === 0 ? [ZLIB_HEADER] : [],
		adler: joinedAdler(1, bands),
		length: lengthOf(bands),
		hash: () => (hash ??= hashOf(createHash('sha256'), parts)),
	};
}

/**
 * A whole file: the opening, then the other bands in an IDAT chunk.
 * @throws RangeError unless they have exactly `height` rows of `width` pixels
 */
export function finishPng(opening: PngOpening, bands: readonly EncodedBand[]): PngFile {
	const expected = (opening.width * 3 + 1) * opening.height;
	const length = opening.length + lengthOf(bands);
	if (length !== expected) throw new RangeError(`Expected bands of ${expected} bytes in all but received ${length}`);
	const adler = Buffer.alloc(4);
	adler.writeUInt32BE(joinedAdler(opening.adler, bands));
	const rest = [...chunk('IDAT', [...opening.pending, ...bytesOf(bands), LAST_BLOCK, adler]), ...END];
	const parts = [...opening.parts, ...rest];
	return {
		parts,
		bytes: parts.reduce((sum, part) => sum + part.length, 0),
		sha256: () => hashOf(opening.hash().copy(), rest).digest('hex'),
	};
}

const bytesOf = (bands: readonly EncodedBand[]): Uint8Array[] => bands.map(({ bytes }) => bytes);
const lengthOf = (bands: readonly EncodedBand[]): number => bands.reduce((sum, { length }) => sum + length, 0);
const joinedAdler = (first: number, bands: readonly EncodedBand[]): number =>
	bands.reduce((sum, band) => adlerOfBoth(sum, band.adler, band.length), first);

function hashOf(hash: Hash, parts: readonly Uint8Array[]): Hash {
	for (const part of parts) hash.update(part);
	return hash;
}

function chunk(type: string, data: readonly Uint8Array[]): Uint8Array[] {
	const name = Buffer.from(type, 'latin1');
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.reduce((sum, { byteLength }) => sum + byteLength, 0));
	const crc = Buffer.alloc(4);
	crc.writeUInt32BE([name, ...data].reduce((sum, part) => crc32(part, sum), 0));
	return [length, name, ...data, crc];
}

/**
 * The Adler-32 of two joined byte strings, from their own values and the second one's length.
 * @see https://www.rfc-editor.org/rfc/rfc1950#section-8
 */
export function adlerOfBoth(first: number, second: number, secondLength: number): number {
	const lowOfFirst = first & 0xffff;
	const low = (lowOfFirst + (second & 0xffff) + ADLER_MODULUS - 1) % ADLER_MODULUS;
	// Each byte of the second string also adds the first string's sum. The second sum started from 1 and must start from there.
	const high = ((first >>> 16) + (second >>> 16) + (secondLength % ADLER_MODULUS) * (lowOfFirst + ADLER_MODULUS - 1)) % ADLER_MODULUS;
	return high * 65_536 + low;
}
