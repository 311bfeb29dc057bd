/**
 * PNG files built byte by byte, right and wrong ones, without any of the code that is tested with them.
 * @see https://www.w3.org/TR/png-3/
 */
import { crc32, deflateSync } from 'node:zlib';

export const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

export interface PngRecipe {
	readonly width?: number;
	readonly height?: number;
	readonly colourType?: 0 | 2 | 3 | 4 | 6;
	readonly bitDepth?: 1 | 2 | 4 | 8 | 16;
	readonly interlaced?: boolean;
	/** Samples of a pixel, each from 0 to 2^bitDepth − 1; for a palette, the index. Unless told, a pattern that differs by seed. */
	readonly pixel?: (x: number, y: number) => readonly number[];
	readonly seed?: number;
	/** RGB triples; unless told, as many greys as the bit depth allows. */
	readonly palette?: Uint8Array;
	/** Data of a tRNS chunk. */
	readonly transparency?: Uint8Array;
	/** Filter type of a row; unless told, the five in turn. */
	readonly filter?: (y: number) => number;
	/** The picture's stream is cut into IDAT chunks of at most so many bytes. */
	readonly idatBytes?: number;
	/** Whole chunks put before PLTE. */
	readonly afterHeader?: readonly Buffer[];
	/** Whole chunks put between IDAT and IEND. */
	readonly beforeEnd?: readonly Buffer[];
}

const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;

/** A legal file; 64×64 RGB unless told otherwise. */
export function aPng(recipe: PngRecipe = {}): Buffer {
	const { colourType = 2, bitDepth = 8, transparency, idatBytes = Infinity } = recipe;
	const stream = deflateSync(storedRows(recipe));
	const pieces: Buffer[] = [];
	for (let at = 0; at < stream.length; at += idatBytes) pieces.push(stream.subarray(at, Math.min(stream.length, at + idatBytes)));
	return fileOf([
		header(recipe),
		...(recipe.afterHeader ?? []),
		...(colourType === 3 ? [chunk('PLTE', recipe.palette ?? greys(2 ** bitDepth))] : []),
		...(transparency === undefined ? [] : [chunk('tRNS', transparency)]),
		...pieces.map((piece) => chunk('IDAT', piece)),
		...(recipe.beforeEnd ?? []),
		chunk('IEND'),
	]);
}

/** 8-bit RGB pixels, quickly made: slopes, edges and a little grain, other ones for other seeds. */
export function somePixels(width: number, height: number, seed = 1): Uint8Array {
	const pixels = new Uint8Array(width * height * 3);
	let grains = seed;
	for (let y = 0, at = 0; y < height; y++) {
		for (let x = 0; x < width; x++, at += 3) {
			grains = Math.imul(grains ^ (grains >>> 15), 0x2c1b_3c6d) + at;
			// Of two dice, as a photograph's: small ones are likelier.
			const mixed = grains ^ (grains >>> 13);
			const grain = (mixed & 7) + ((mixed >> 8) & 7);
			const edge = ((x >> 6) + (y >> 5) * seed) % 5 === 0 ? 90 : 0;
			pixels[at] = (x * 140) / width + edge + grain;
			pixels[at + 1] = (y * 200) / height + grain + ((mixed >> 16) & 3);
			pixels[at + 2] = ((x + y * seed) % 512) / 4 + edge + grain + ((mixed >> 20) & 3);
		}
	}
	return pixels;
}

/** A file of 8-bit RGB pixels, its rows less the ones above them, compressed as zlib does at `level`. */
export function pngOfPixels(pixels: Uint8Array, width: number, height: number, level = 6): Buffer {
	const rowBytes = width * 3;
	const rows = Buffer.alloc(height * (rowBytes + 1));
	for (let y = 0, from = 0, to = 0; y < height; y++) {
		rows[to++] = 2;
		for (const end = from + rowBytes; from < end; from++, to++)
			rows[to] = y === 0 ? pixels[from]! : pixels[from]! - pixels[from - rowBytes]!;
	}
	return fileOf([header({ width, height }), chunk('IDAT', deflateSync(rows, { level })), chunk('IEND')]);
}

export const fileOf = (chunks: readonly Buffer[]): Buffer => Buffer.concat([SIGNATURE, ...chunks]);

export function chunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

export function header({ width = 64, height = 64, colourType = 2, bitDepth = 8, interlaced = false }: PngRecipe = {}): Buffer {
	return chunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([bitDepth, colourType, 0, 0, interlaced ? 1 : 0])]));
}

export function uint32(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(value);
	return bytes;
}

interface PlacedChunk {
	readonly type: string;
	/** Offset of its length field. */
	readonly at: number;
	readonly dataLength: number;
	/** The whole chunk. */
	readonly bytes: Buffer;
}

/** The chunks of a legal file. */
export function chunksOf(file: Buffer): PlacedChunk[] {
	const chunks: PlacedChunk[] = [];
	for (let at = 8; at < file.length; ) {
		const dataLength = file.readUInt32BE(at);
		chunks.push({ type: file.toString('latin1', at + 4, at + 8), at, dataLength, bytes: file.subarray(at, at + dataLength + 12) });
		at += dataLength + 12;
	}
	return chunks;
}

/** The rows of a recipe as they go into the zlib stream: filter bytes and filtered samples, pass after pass if interlaced. */
export function storedRows(recipe: PngRecipe = {}): Buffer {
	const { width = 64, height = 64, colourType = 2, bitDepth = 8, interlaced = false, seed = 1, filter = (y) => y % 5 } = recipe;
	const channels = CHANNELS[colourType];
	const pixel = recipe.pixel ?? pattern(channels, bitDepth, seed);
	const passes = interlaced
		? ([
				[0, 0, 8, 8],
				[4, 0, 8, 8],
				[0, 4, 4, 8],
				[2, 0, 4, 4],
				[0, 2, 2, 4],
				[1, 0, 2, 2],
				[0, 1, 1, 2],
			] as const)
		: ([[0, 0, 1, 1]] as const);
	return Buffer.concat(
		passes.map(([x0, y0, stepX, stepY]) => {
			const columns = Math.max(0, Math.ceil((width - x0) / stepX));
			const rows = Math.max(0, Math.ceil((height - y0) / stepY));
			if (columns === 0 || rows === 0) return Buffer.alloc(0);
			const row = (y: number): Uint8Array =>
				packed(Array.from({ length: columns }, (_, x) => pixel(x0 + x * stepX, y0 + y * stepY)).flat(), bitDepth);
			return filteredRows(columns, rows, Math.max(1, (channels * bitDepth) / 8), row, filter);
		}),
	);
}

function filteredRows(
	width: number,
	height: number,
	pixelBytes: number,
	row: (y: number) => Uint8Array,
	filter: (y: number) => number,
): Buffer {
	let above: Uint8Array = new Uint8Array(width * pixelBytes);
	const rows: Buffer[] = [];
	for (let y = 0; y < height; y++) {
		const bytes = row(y);
		const type = filter(y);
		const out = Buffer.alloc(bytes.length + 1);
		out[0] = type;
		for (let i = 0; i < bytes.length; i++) {
			const left = i < pixelBytes ? 0 : bytes[i - pixelBytes]!;
			const up = above[i]!;
			const corner = i < pixelBytes ? 0 : above[i - pixelBytes]!;
			out[i + 1] = bytes[i]! - guess(type, left, up, corner);
		}
		rows.push(out);
		above = bytes;
	}
	return Buffer.concat(rows);
}

function guess(type: number, left: number, up: number, corner: number): number {
	if (type === 1) return left;
	if (type === 2) return up;
	if (type === 3) return Math.floor((left + up) / 2);
	if (type === 4) return nearest(left, up, corner);
	return 0;
}

/** Paeth's predictor, as its definition puts it. */
function nearest(left: number, up: number, corner: number): number {
	const sum = left + up - corner;
	const best = Math.abs(left - sum) <= Math.abs(up - sum) ? left : up;
	return Math.abs(best - sum) <= Math.abs(corner - sum) ? best : corner;
}

function packed(samples: readonly number[], bitDepth: number): Uint8Array {
	if (bitDepth === 8) return Uint8Array.from(samples);
	if (bitDepth === 16) return Uint8Array.from(samples.flatMap((sample) => [sample >> 8, sample & 255]));
	const bytes = new Uint8Array(Math.ceil((samples.length * bitDepth) / 8));
	samples.forEach((sample, i) => {
		const bit = i * bitDepth;
		bytes[bit >> 3] = bytes[bit >> 3]! | (sample << (8 - bitDepth - (bit & 7)));
	});
	return bytes;
}

/** Slopes with something random on them, so that every filter has its use. */
function pattern(channels: number, bitDepth: number, seed: number): (x: number, y: number) => number[] {
	const top = 2 ** bitDepth;
	return (x, y) =>
		Array.from({ length: channels }, (_, channel) => {
			const grain = Math.imul(((x + 1) * 73_856_093) ^ ((y + 1) * 19_349_663) ^ ((seed + channel) * 83_492_791), 0x9e37_79b1) >>> 29;
			const slope = (x * (channel + 2) + y * (seed + 1) * 3 + grain) % 256;
			return bitDepth === 16 ? (slope * 257 - ((slope * 7) % 200) * (slope > 0 ? 1 : 0)) & 0xffff : Math.floor((slope * top) / 256);
		});
}

const greys = (count: number): Uint8Array =>
	Uint8Array.from({ length: count * 3 }, (_, at) => Math.floor((Math.floor(at / 3) * 255) / Math.max(1, count - 1)));
