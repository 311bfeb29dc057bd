import { beginFrame, finishFrame, pushFilteredRows, pushRgb, type Pixels } from '@copydesk/renderer-core';
import { forget } from '../forget.ts';
import { decode, noSuchFilter } from './decode.ts';
import { RGB, RGBA, rowBytes, type PngHeader } from './header.ts';
import { inflateRows } from './inflate.ts';
import { walk, type WalkedPng } from './walk.ts';

/** An illustration cut and scaled to its place. */
export interface Frame {
	/** 1080×720, until the next picture is prepared. */
	readonly pixels: Pixels;
	/** Of the file it was made from. */
	readonly source: PngHeader;
}

/**
 * Judges a PNG file whole and makes the frame of it: the largest 3:2 part around the centre, scaled to 1080×720.
 * Where the picture is transparent, white shows through. The same file gives the same bytes on every machine.
 * @throws PngRefused with the first check that fails
 */
export function prepareFrame(file: Uint8Array): Frame {
	const png = walk(file);
	beginFrame(png.header.width, png.header.height);
	if (isCommon(png)) pushCommon(png);
	else pushDecoded(png);
	return { pixels: finishFrame(), source: png.header };
}

/** What nearly every illustration is; its rows go straight through. */
function isCommon({ header: { colourType, bitDepth, interlaced }, transparency }: WalkedPng): boolean {
	return (colourType === RGB || colourType === RGBA) && bitDepth === 8 && !interlaced && transparency === undefined;
}

function pushCommon(png: WalkedPng): void {
	const { width, height, colourType } = png.header;
	const stored = inflateRows(png);
	const good = pushFilteredRows(stored, colourType === RGB ? 3 : 4);
	if (good < height) throw noSuchFilter(stored[good * (1 + rowBytes(png.header, width))]!);
	forget(stored);
}

function pushDecoded(png: WalkedPng): void {
	const { rgb } = decode(png);
	pushRgb(rgb);
	forget(rgb);
}
