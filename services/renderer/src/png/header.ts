import { PngRefused } from './refusal.ts';

/** @see https://www.w3.org/TR/png-3/#11IHDR */
export type ColourType = 0 | 2 | 3 | 4 | 6;

export const GREY = 0;
export const RGB = 2;
export const PALETTE = 3;
export const GREY_ALPHA = 4;
export const RGBA = 6;

/** The picture's header, from the first chunk. */
export interface PngHeader {
	readonly width: number;
	readonly height: number;
	/** Bits per sample; for a palette, per index. */
	readonly bitDepth: number;
	readonly colourType: ColourType;
	/** Samples per pixel as stored: 1 to 4; an index counts as one. */
	readonly channels: number;
	/** Adam7. */
	readonly interlaced: boolean;
}

const KINDS: Readonly<Record<ColourType, { readonly channels: number; readonly bitDepths: readonly number[] }>> = {
	[GREY]: { channels: 1, bitDepths: [1, 2, 4, 8, 16] },
	[RGB]: { channels: 3, bitDepths: [8, 16] },
	[PALETTE]: { channels: 1, bitDepths: [1, 2, 4, 8] },
	[GREY_ALPHA]: { channels: 2, bitDepths: [8, 16] },
	[RGBA]: { channels: 4, bitDepths: [8, 16] },
};

const isColourType = (value: number): value is ColourType => value in KINDS;

/** @param data the 13 bytes of an IHDR chunk */
export function parseHeader(data: Buffer): PngHeader {
	const width = data.readUInt32BE(0);
	const height = data.readUInt32BE(4);
	const [bitDepth, colourType, compression, filter, interlace] = [data[8]!, data[9]!, data[10]!, data[11]!, data[12]!];
	for (const [side, px] of [
		['width', width],
		['height', height],
	] as const) {
		if (px < 1 || px > 0x7fff_ffff) throw new PngRefused('ihdr', `Expected a ${side} from 1 to 2147483647 but received ${px}`);
	}
	if (!isColourType(colourType)) throw new PngRefused('ihdr', `Expected colour type 0, 2, 3, 4 or 6 but received ${colourType}`);
	const { channels, bitDepths } = KINDS[colourType];
	if (!bitDepths.includes(bitDepth))
		throw new PngRefused('ihdr', `Expected a bit depth of ${bitDepths.join(', ')} for colour type ${colourType} but received ${bitDepth}`);
	if (compression !== 0) throw new PngRefused('ihdr', `Expected compression method 0 but received ${compression}`);
	if (filter !== 0) throw new PngRefused('ihdr', `Expected filter method 0 but received ${filter}`);
	if (interlace > 1) throw new PngRefused('ihdr', `Expected interlace method 0 or 1 but received ${interlace}`);
	return { width, height, bitDepth, colourType, channels, interlaced: interlace === 1 };
}

/** Bytes of a row of `width` pixels, without its filter byte. */
export const rowBytes = (header: PngHeader, width: number): number => Math.ceil((width * header.channels * header.bitDepth) / 8);

/** A stored sub-picture: seven in an interlaced file, else one. Empty ones are omitted. */
export interface Pass {
	readonly width: number;
	readonly height: number;
	readonly x: number;
	readonly y: number;
	readonly stepX: number;
	readonly stepY: number;
}

/** @see https://www.w3.org/TR/png-3/#8InterlaceMethods */
const ADAM7 = [
	{ x: 0, y: 0, stepX: 8, stepY: 8 },
	{ x: 4, y: 0, stepX: 8, stepY: 8 },
	{ x: 0, y: 4, stepX: 4, stepY: 8 },
	{ x: 2, y: 0, stepX: 4, stepY: 4 },
	{ x: 0, y: 2, stepX: 2, stepY: 4 },
	{ x: 1, y: 0, stepX: 2, stepY: 2 },
	{ x: 0, y: 1, stepX: 1, stepY: 2 },
] as const;

export function passesOf({ width, height, interlaced }: PngHeader): readonly Pass[] {
	if (!interlaced) return [{ width, height, x: 0, y: 0, stepX: 1, stepY: 1 }];
	return ADAM7.map((grid) => ({
		...grid,
		width: Math.ceil((width - grid.x) / grid.stepX),
		height: Math.ceil((height - grid.y) / grid.stepY),
	})).filter((pass) => pass.width > 0 && pass.height > 0);
}

/** The exact size of the picture's inflated stream in bytes, including filter bytes. */
export const inflatedBytes = (header: PngHeader): number =>
	passesOf(header).reduce((sum, pass) => sum + pass.height * (1 + rowBytes(header, pass.width)), 0);
