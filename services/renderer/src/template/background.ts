import { mix, type Rgb } from '../raster/paint.ts';
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
	for (let y = ffSquare.fadeStartY; y < frameHeightPx; y++) {
		const share = inkShare(y);
		const end = (y + 1) * rowBytes;
		for (let at = y * rowBytes; at < end; at += 3) {
			pixels[at] = mix(pixels[at]!, ink[0], share);
			pixels[at + 1] = mix(pixels[at + 1]!, ink[1], share);
			pixels[at + 2] = mix(pixels[at + 2]!, ink[2], share);
		}
	}
	for (let at = frameHeightPx * rowBytes; at < pixels.length; at += 3) {
		pixels[at] = ink[0];
		pixels[at + 1] = ink[1];
		pixels[at + 2] = ink[2];
	}
	return pixels;
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
