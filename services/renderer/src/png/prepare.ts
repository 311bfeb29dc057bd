import {
	beginFrame,
	centreCut,
	finishFrame,
	pushFilteredRows,
	pushRgb,
	type Cut,
	type FrameSize,
	type Pixels,
} from '@copydesk/renderer-core';
import { forget } from '../forget.ts';
import { decode, noSuchFilter } from './decode.ts';
import { focusedCut, LOOKED_AT } from './focus.ts';
import { RGB, RGBA, rowBytes, type PngHeader } from './header.ts';
import { inflateRows } from './inflate.ts';
import { walk, type WalkedPng } from './walk.ts';

/** An illustration cut and scaled to its place. */
export interface Frame {
	/** Until the next picture is prepared. */
	readonly pixels: Pixels;
	/** Of the file it was made from. */
	readonly source: PngHeader;
}

/** The place of an illustration on a cover, and whether the part that is shown follows what there is to look at. */
export interface PicturePlace extends FrameSize {
	readonly isFocused: boolean;
}

/** Of `ff-square-0.1`: whatever else is asked for later, an import is judged while this frame is made. */
const UPPER_FRAME: PicturePlace = { widthPx: 1080, heightPx: 720, isFocused: false };

/**
 * Judges a PNG file whole and makes the frame of it: the largest part of the place's shape, scaled to it.
 * Where the picture is transparent, white shows through. The same file gives the same bytes on every machine.
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

/** The rows of a picture; they may be pushed more than once. */
interface Rows {
	readonly bytes: Uint8Array;
	push(): void;
}

/** What nearly every illustration is; its rows go straight through. */
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

/** A picture of the place's own shape leaves no choice. */
function cutOf(rows: Rows, width: number, height: number, place: FrameSize): Cut {
	const centre = centreCut(width, height, place);
	if (centre.widthPx > width - 2 && centre.heightPx > height - 2) return centre;
	beginFrame(width, height, LOOKED_AT, { x: 0, y: 0, widthPx: width, heightPx: height });
	rows.push();
	return focusedCut(finishFrame(), width, height, place);
}
