import type { Line } from '../layout/line.ts';
import { openCore } from '../png/core.ts';
import { glyphMask, type PlacedMask, PEN_STEPS } from './glyphMasks.ts';

export type Rgb = readonly [red: number, green: number, blue: number];

/**
 * Some rows of a picture: 8-bit RGB, `firstRow` being the picture's row that the pixels begin with. Those that letters
 * are drawn on lie in the core's canvas.
 */
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
export function paintLine(rows: Rows, line: Line, fontPx: number, x: number, baselineY: number, mostHangPx: number, colour: Rgb): void {
	const hang = line.openingQuote * fontPx <= mostHangPx && line.openingQuote > 0 ? line.openingQuote : line.bearing;
	let pen = x - hang * fontPx;
	for (const { face, id, advance, xOffset, yOffset } of line.glyphs) {
		const quarters = Math.round((pen + xOffset * fontPx) * PEN_STEPS);
		const whole = Math.floor(quarters / PEN_STEPS);
		const mask = glyphMask(face, id, fontPx, quarters - whole * PEN_STEPS);
		paintMask(rows, mask, whole, baselineY - Math.round(yOffset * fontPx), colour);
		pen += advance * fontPx;
	}
}

function paintMask({ pixels, widthPx, firstRow: rowsFrom, rowCount }: Rows, mask: PlacedMask, x: number, y: number, colour: Rgb): void {
	const left = x + mask.left;
	const top = y + mask.top - rowsFrom;
	const firstColumn = Math.max(0, -left);
	const columns = Math.min(mask.width, widthPx - left) - firstColumn;
	const firstRow = Math.max(0, -top);
	const rows = Math.min(mask.height, rowCount - top) - firstRow;
	if (columns <= 0 || rows <= 0) return;
	const to = pixels.byteOffset + ((top + firstRow) * widthPx + left + firstColumn) * 3;
	openCore().core.paintMask(
		mask.at + firstRow * mask.width + firstColumn,
		mask.width,
		columns,
		rows,
		to,
		widthPx * 3,
		packedColour(colour),
	);
}

/** As the core takes a colour. */
export function packedColour([red, green, blue]: Rgb): number {
	return red | (green << 8) | (blue << 16);
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
