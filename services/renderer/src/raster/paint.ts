import { paintMask, type Pixels, type Rgb } from '@copydesk/renderer-core';
import type { Line } from '../layout/line.ts';
import { glyphMask, PEN_STEPS } from './glyphMasks.ts';

/** The rows of a picture on which words are drawn; `firstRow` is the picture's row of the first pixels. */
export interface Rows {
	readonly pixels: Pixels;
	readonly firstRow: number;
}

/**
 * Draws a line of text with its baseline at `baselineY` and its first letter's ink at `x`. An opening quotation mark hangs left of `x` if
 * it is at most `mostHangPx` wide. Pixels outside the rows are not drawn.
 */
export function paintLine(rows: Rows, line: Line, fontPx: number, x: number, baselineY: number, mostHangPx: number, colour: Rgb): void {
	const hang = line.openingQuote * fontPx <= mostHangPx && line.openingQuote > 0 ? line.openingQuote : line.bearing;
	let pen = x - hang * fontPx;
	for (const { face, id, advance, xOffset, yOffset } of line.glyphs) {
		const quarters = Math.round((pen + xOffset * fontPx) * PEN_STEPS);
		const whole = Math.floor(quarters / PEN_STEPS);
		const { mask, left, top } = glyphMask(face, id, fontPx, quarters - whole * PEN_STEPS);
		paintMask(rows.pixels, mask, whole + left, baselineY - Math.round(yOffset * fontPx) + top - rows.firstRow, colour);
		pen += advance * fontPx;
	}
}

/** Fills a rectangle of whole pixels. */
export function paintBox({ pixels, firstRow }: Rows, x: number, y: number, widthPx: number, heightPx: number, colour: Rgb): void {
	const { bytes } = pixels.view;
	const endY = Math.min(y + heightPx, firstRow + pixels.rowCount);
	for (let row = Math.max(y, firstRow); row < endY; row++) {
		for (let column = 0; column < widthPx; column++) bytes.set(colour, ((row - firstRow) * pixels.widthPx + x + column) * 3);
	}
}
