import { fadeRow, type Pixels, type Rgb } from '@copydesk/renderer-core';
import { ffSquare } from './ffSquare.ts';

/**
 * Fades an illustration into the ink of its panel.
 * @param frame 1080×720; throws RangeError for another size
 * @returns the ink
 */
export function sinkFrame(frame: Pixels): Rgb {
	if (frame.widthPx !== ffSquare.sizePx || frame.rowCount !== ffSquare.frameHeightPx)
		throw new RangeError(
			`Expected a frame of ${ffSquare.sizePx}×${ffSquare.frameHeightPx} pixels but received ${frame.widthPx}×${frame.rowCount}`,
		);
	const ink = panelInk(frame.view.bytes);
	for (let y = ffSquare.fadeStartY; y < ffSquare.frameHeightPx; y++) fadeRow(frame, y, ink, inkShare(y));
	return ink;
}

/** Fills pixels with one colour. */
export function fillPixels(pixels: Uint8Array, colour: Rgb): void {
	pixels.set(colour);
	for (let filled = 3; filled < pixels.length; filled *= 2) pixels.copyWithin(filled, 0, filled);
}

/** The share of ink over row `y` of the cover, in 255ths: a curve without a visible edge at either end. */
export function inkShare(y: number): number {
	const t = Math.min(1, Math.max(0, (y + 1 - ffSquare.fadeStartY) / (ffSquare.frameHeightPx - ffSquare.fadeStartY)));
	return Math.round(t * t * (3 - 2 * t) * 255);
}

/** A dark colour of fixed lightness with the illustration's hue; the text contrast does not depend on it. */
export function panelInk(frame: Uint8Array): Rgb {
	let red = 0;
	let green = 0;
	let blue = 0;
	// Every 7th pixel is enough for a mean, and 7 is coprime to the row, so no column dominates.
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
