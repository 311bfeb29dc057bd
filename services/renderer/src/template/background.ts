import { divideBy255, type Rgb } from '../raster/paint.ts';
import { ffSquare } from './ffSquare.ts';

/**
 * The whole cover but its text, 1080×1080 RGB: the illustration, sunk into the panel's ink.
 * @param frame the illustration's frame, 1080×720, 8-bit RGB, rows from the top
 */
export function paintBackground(frame: Uint8Array): Uint8Array {
	const { sizePx, frameHeightPx } = ffSquare;
	if (frame.length !== sizePx * frameHeightPx * 3) throw new RangeError(`Expected a frame of ${sizePx}×${frameHeightPx} RGB pixels but received ${frame.length} bytes`);
	const ink = panelInk(frame);
	const rowBytes = sizePx * 3;
	const pixels = new Uint8Array(rowBytes * sizePx);
	pixels.set(frame);
	for (let y = ffSquare.fadeStartY; y < frameHeightPx; y++) mixRow(pixels.subarray(y * rowBytes, (y + 1) * rowBytes), ink, inkShare(y));
	const panel = pixels.subarray(frameHeightPx * rowBytes);
	panel.set(ink);
	for (let filled = 3; filled < panel.length; filled *= 2) panel.copyWithin(filled, 0, filled);
	return pixels;
}

/** `mix` of a whole row with one colour, its constant part taken out of the loop. */
function mixRow(row: Uint8Array, [red, green, blue]: Rgb, share: number): void {
	const kept = 255 - share;
	const addRed = red * share + 127;
	const addGreen = green * share + 127;
	const addBlue = blue * share + 127;
	for (let at = 0; at < row.length; at += 3) {
		row[at] = divideBy255(row[at]! * kept + addRed);
		row[at + 1] = divideBy255(row[at + 1]! * kept + addGreen);
		row[at + 2] = divideBy255(row[at + 2]! * kept + addBlue);
	}
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
