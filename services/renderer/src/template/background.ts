import { FRAME_HEIGHT_PX, FRAME_WIDTH_PX, frameRows, openCore } from '../png/index.ts';
import { packedColour, type Rgb } from '../raster/paint.ts';
import { ffSquare } from './ffSquare.ts';

/**
 * Sinks an illustration into the ink of its panel.
 * @param frame 1080×720, 8-bit RGB, rows from the top
 * @returns the ink, and the rows in the frame's place, where the next picture will write over them
 */
export function sinkFrame(frame: Uint8Array): { readonly ink: Rgb; readonly rows: Uint8Array } {
	const rows = frameRows();
	if (frame.length !== rows.length)
		throw new RangeError(`Expected a frame of ${FRAME_WIDTH_PX}×${FRAME_HEIGHT_PX} RGB pixels but received ${frame.length} bytes`);
	if (frame.byteOffset !== rows.byteOffset || frame.buffer !== rows.buffer) rows.set(frame);
	const ink = panelInk(rows);
	const { core } = openCore();
	const rowBytes = FRAME_WIDTH_PX * 3;
	for (let y = ffSquare.fadeStartY; y < FRAME_HEIGHT_PX; y++)
		core.fadeRow(rows.byteOffset + y * rowBytes, rowBytes, packedColour(ink), inkShare(y));
	return { ink, rows };
}

/** Fills whole pixels with one colour. */
export function fillPixels(pixels: Uint8Array, colour: Rgb): void {
	pixels.set(colour);
	for (let filled = 3; filled < pixels.length; filled *= 2) pixels.copyWithin(filled, 0, filled);
}

/** How much ink lies over row `y` of the cover, in 255ths: a curve that starts and ends without an edge to see. */
export function inkShare(y: number): number {
	const t = Math.min(1, Math.max(0, (y + 1 - ffSquare.fadeStartY) / (ffSquare.frameHeightPx - ffSquare.fadeStartY)));
	return Math.round(t * t * (3 - 2 * t) * 255);
}

/** A dark colour of fixed lightness that leans to the hue of the illustration; text contrast doesn't depend on it. */
export function panelInk(frame: Uint8Array): Rgb {
	let red = 0;
	let green = 0;
	let blue = 0;
	// Every 7th pixel: plenty for a mean, and coprime to the row so that no column is favoured.
	let count = 0;
	for (let at = 0; at + 2 < frame.length; at += 21, count++) {
		red += frame[at]!;
		green += frame[at + 1]!;
		blue += frame[at + 2]!;
	}
	const { base, lean, mostLean } = ffSquare.ink;
	const grey = (2 * red + 5 * green + blue) / (8 * count);
	const hue = [red / count - grey, green / count - grey, blue / count - grey] as const;
	const strongest = Math.max(Math.abs(hue[0]), Math.abs(hue[1]), Math.abs(hue[2]));
	const strength = strongest * lean <= mostLean ? lean : mostLean / strongest;
	const channel = (i: 0 | 1 | 2): number => Math.max(6, Math.round(base[i] + hue[i] * strength));
	return [channel(0), channel(1), channel(2)];
}
