import { openCore } from './core.ts';
import { decode, noSuchFilter } from './decode.ts';
import { RGB, RGBA, rowBytes, type PngHeader } from './header.ts';
import { inflateRows } from './inflate.ts';
import { ILLUSTRATION, walk, type PngBounds, type WalkedPng } from './walk.ts';
import { weightsOf } from './weights.ts';

/** The illustration's place on a cover. */
export const FRAME_WIDTH_PX = 1080;
export const FRAME_HEIGHT_PX = 720;

/** An illustration cut and scaled to its place. */
export interface Frame {
	/** 1080×720 pixels of 8-bit RGB, rows from the top: `frameRows`, until the next picture is prepared. */
	readonly rgb: Uint8Array;
	readonly width: number;
	readonly height: number;
	/** Of the file it was made from. */
	readonly source: PngHeader;
}

/**
 * Judges a PNG file whole and makes the frame of it: the largest 3:2 part around the centre, scaled to 1080×720.
 * Where the picture is transparent, white shows through. The same file gives the same bytes on every machine.
 * @throws PngRefused with the first check that fails
 */
export function prepareFrame(file: Uint8Array, bounds: PngBounds = ILLUSTRATION): Frame {
	const png = walk(file, bounds);
	begin(png.header);
	if (isCommon(png)) pushCommon(png);
	else pushDecoded(png);
	return { rgb: frameRows(), width: FRAME_WIDTH_PX, height: FRAME_HEIGHT_PX, source: png.header };
}

/** The frame's place in the core's memory. */
export function frameRows(): Uint8Array {
	const { core, memory } = openCore();
	return memory.subarray(core.frame.value, core.frame.value + FRAME_WIDTH_PX * FRAME_HEIGHT_PX * 3);
}

/** Width and height that the core's weights are for: nearly all illustrations have the same. */
let weighted = '';
let taps = { across: 0, down: 0 };

function begin({ width, height }: PngHeader): void {
	if (weighted !== `${width}×${height}`) {
		taps = writeWeights(width, height);
		weighted = `${width}×${height}`;
	}
	openCore().core.begin(taps.across, taps.down);
}

function writeWeights(width: number, height: number): typeof taps {
	const { core } = openCore();
	const cutWidth = Math.min(width, (height * FRAME_WIDTH_PX) / FRAME_HEIGHT_PX);
	const cutHeight = Math.min(height, (width * FRAME_HEIGHT_PX) / FRAME_WIDTH_PX);
	const across = weightsOf(width, (width - cutWidth) / 2, cutWidth, FRAME_WIDTH_PX);
	const down = weightsOf(height, (height - cutHeight) / 2, cutHeight, FRAME_HEIGHT_PX);
	const { buffer } = core.memory;
	new Int32Array(buffer, core.acrossFirst.value, across.first.length).set(across.first);
	new Int16Array(buffer, core.acrossWeights.value, across.weights.length).set(across.weights);
	new Int32Array(buffer, core.downFirst.value, down.first.length).set(down.first);
	new Int16Array(buffer, core.downWeights.value, down.weights.length).set(down.weights);
	return { across: across.taps, down: down.taps };
}

/** What nearly every illustration is; its rows go straight through, a strip at a time. */
function isCommon({ header: { colourType, bitDepth, interlaced }, transparency }: WalkedPng): boolean {
	return (colourType === RGB || colourType === RGBA) && bitDepth === 8 && !interlaced && transparency === undefined;
}

function pushCommon(png: WalkedPng): void {
	const { core, memory } = openCore();
	const { width, height, channels } = png.header;
	const bytes = rowBytes(png.header, width);
	const stored = inflateRows(png);
	const rowsAtOnce = Math.floor(core.stripBytes.value / (bytes + 1));
	for (let y = 0; y < height; y += rowsAtOnce) {
		const rows = Math.min(rowsAtOnce, height - y);
		memory.set(stored.subarray(y * (bytes + 1), (y + rows) * (bytes + 1)), core.strip.value);
		const good = core.pushStored(rows, bytes, channels, width);
		if (good < rows) throw noSuchFilter(stored[(y + good) * (bytes + 1)]!);
	}
}

function pushDecoded(png: WalkedPng): void {
	const { core, memory } = openCore();
	const { rgb, width, height } = decode(png);
	for (let y = 0; y < height; y++) {
		memory.set(rgb.subarray(y * width * 3, (y + 1) * width * 3), core.rgbRow.value);
		core.pushRgb();
	}
}
