import type { Line } from '../layout/line.ts';
import type { Mask } from './coverage.ts';
import { type GlyphCache, PEN_STEPS } from './glyphCache.ts';

export type Rgb = readonly [red: number, green: number, blue: number];

/** Some rows of a picture: 8-bit RGB, `firstRow` being the picture's row that the pixels begin with. */
export interface Rows {
	readonly pixels: Uint8Array;
	readonly widthPx: number;
	readonly firstRow: number;
	readonly rowCount: number;
}

/**
 * Draws a line of text, its baseline at `baselineY`, its first letter's ink at `x`. An opening quotation mark hangs
 * left of `x` when it is at most `mostHangPx` wide. What lies outside the rows is not drawn.
 */
export function paintLine(rows: Rows, line: Line, fontPx: number, x: number, baselineY: number, mostHangPx: number, colour: Rgb, cache: GlyphCache): void {
	const hang = line.openingQuote * fontPx <= mostHangPx && line.openingQuote > 0 ? line.openingQuote : line.bearing;
	let pen = x - hang * fontPx;
	for (const { face, id, advance, xOffset, yOffset } of line.glyphs) {
		const quarters = Math.round((pen + xOffset * fontPx) * PEN_STEPS);
		const whole = Math.floor(quarters / PEN_STEPS);
		const mask = cache.mask(face, id, fontPx, quarters - whole * PEN_STEPS);
		paintMask(rows, mask, whole, baselineY - Math.round(yOffset * fontPx), colour);
		pen += advance * fontPx;
	}
}

function paintMask(rows: Rows, mask: Mask, x: number, y: number, [red, green, blue]: Rgb): void {
	const { pixels, widthPx } = rows;
	const left = x + mask.left;
	const top = y + mask.top - rows.firstRow;
	const firstColumn = Math.max(0, -left);
	const endColumn = Math.min(mask.width, widthPx - left);
	const firstRow = Math.max(0, -top);
	const endRow = Math.min(mask.height, rows.rowCount - top);
	for (let row = firstRow; row < endRow; row++) {
		let at = ((top + row) * widthPx + left + firstColumn) * 3;
		for (let column = firstColumn; column < endColumn; column++, at += 3) {
			const covered = mask.coverage[row * mask.width + column]!;
			if (covered === 0) continue;
			if (covered === 255) {
				pixels[at] = red;
				pixels[at + 1] = green;
				pixels[at + 2] = blue;
			} else {
				pixels[at] = mix(pixels[at]!, red, covered);
				pixels[at + 1] = mix(pixels[at + 1]!, green, covered);
				pixels[at + 2] = mix(pixels[at + 2]!, blue, covered);
			}
		}
	}
}

/** Fills a rectangle of whole pixels. */
export function paintBox(rows: Rows, x: number, y: number, widthPx: number, heightPx: number, [red, green, blue]: Rgb): void {
	const endY = Math.min(y + heightPx, rows.firstRow + rows.rowCount);
	for (let row = Math.max(y, rows.firstRow); row < endY; row++) {
		let at = ((row - rows.firstRow) * rows.widthPx + x) * 3;
		for (let column = 0; column < widthPx; column++, at += 3) {
			rows.pixels[at] = red;
			rows.pixels[at + 1] = green;
			rows.pixels[at + 2] = blue;
		}
	}
}

/** `share` 255ths of `to`, the rest of `from`, rounded to the nearest; exact at both ends. */
export function mix(from: number, to: number, share: number): number {
	return divideBy255(from * (255 - share) + to * share + 127);
}

/** Rounded down; a product instead of a division, exact for 0…65535. */
export function divideBy255(value: number): number {
	return Math.imul(value, 0x8081) >>> 23;
}
