import { beginFrame, finishFrame, pushFilteredRows, pushRgb, type Cut, type FrameSize, type Pixels } from '@copydesk/renderer-core';
import { forget } from '../forget.ts';
import { decode, noSuchFilter } from './decode.ts';
import { closeCut, LOOKED_AT } from './focus.ts';
import { RGB, RGBA, rowBytes, type PngHeader } from './header.ts';
import { inflateRows } from './inflate.ts';
import { walk, type WalkedPng } from './walk.ts';

/** An illustration cut and scaled to its place. */
export interface Frame {
	/** Valid until the next picture is prepared. */
	readonly pixels: Pixels;
	/** The header of the source file. */
	readonly source: PngHeader;
}

/** The place of an illustration on a cover, and whether the shown part follows the picture's focus. */
export interface PicturePlace extends FrameSize {
	readonly isFocused: boolean;
}

/** The frame of `ff-square-0.1`: an import is validated while this frame is made. */
const UPPER_FRAME: PicturePlace = { widthPx: 1080, heightPx: 720, isFocused: false };

/**
 * Validates a whole PNG file and makes its frame: the largest part with the place's shape, scaled to it. Transparent parts become white.
 * The same file gives the same bytes on every machine.
 * @throws PngRefused with the first check that fails
 */
export function prepareFrame(file: Uint8Array, place: PicturePlace = UPPER_FRAME): Frame {
	const png = walk(file);
	const { width, height } = png.header;
	const rows = isCommon(png) ? commonRows(png) : decodedRows(png);
	const cut = place.isFocused ? cutOf(rows, width, height, place) : undefined;
	beginFrame(width, height, place, cut);
	rows.push();
	forget(rows.bytes);
	return { pixels: finishFrame(), source: png.header };
}

/** The rows of a picture, which can be pushed repeatedly. */
interface Rows {
	readonly bytes: Uint8Array;
	push(): void;
}

/** The format of nearly every illustration; its rows are passed on directly. */
function isCommon({ header: { colourType, bitDepth, interlaced }, transparency }: WalkedPng): boolean {
	return (colourType === RGB || colourType === RGBA) && bitDepth === 8 && !interlaced && transparency === undefined;
}

function commonRows(png: WalkedPng): Rows {
	const { width, height, colourType } = png.header;
	const bytes = inflateRows(png);
	return {
		bytes,
		push() {
			const good = pushFilteredRows(bytes, colourType === RGB ? 3 : 4);
			if (good < height) throw noSuchFilter(bytes[good * (1 + rowBytes(png.header, width))]!);
		},
	};
}

function decodedRows(png: WalkedPng): Rows {
	const { rgb } = decode(png);
	return { bytes: rgb, push: () => pushRgb(rgb) };
}

/** The part to show. */
function cutOf(rows: Rows, width: number, height: number, place: FrameSize): Cut {
	beginFrame(width, height, LOOKED_AT, { x: 0, y: 0, widthPx: width, heightPx: height });
	rows.push();
	return closeCut(finishFrame(), width, height, place);
}
