import { type Glyph, shape, type TextStyle } from './shape.ts';

/** One shaped line; all numbers in ems, y upwards from the baseline. */
export interface Line {
	readonly text: string;
	readonly glyphs: readonly Glyph[];
	/** From the pen's start to the end of the last letter, ink or advance, without the letter-spacing after it. */
	readonly width: number;
	/** Space before the ink of the first letter: drawn that much further left, stems of all sizes align. The tail of a j hangs over. */
	readonly bearing: number;
	/** Width of an opening quotation mark, which may hang in the margin; 0 when there is none. */
	readonly openingQuote: number;
	/** Where the ink ends at the right: there a line that is read from the right aligns. */
	readonly inkRight: number;
	readonly inkTop: number;
	readonly inkBottom: number;
}

const OPENING_QUOTE = /^[«‹“„‘‚"']/u;

/**
 * Shapes a line on its own, as it will be drawn: kerning across its former neighbours is gone.
 * @param levels of its units, as they are in the whole text
 */
export function shapeLine(text: string, style: TextStyle, levels: Uint8Array | null = null): Line {
	const glyphs = shape(text, style, levels);
	let pen = 0;
	let inkTop = 0;
	let inkBottom = 0;
	let inkLeft = Infinity;
	let inkRight = 0;
	for (const glyph of glyphs) {
		const { unitsPerEm } = glyph.face;
		const outline = glyph.face.outline(glyph.id);
		if (outline.xMin <= outline.xMax) {
			inkTop = Math.max(inkTop, glyph.yOffset + outline.yMax / unitsPerEm);
			inkBottom = Math.min(inkBottom, glyph.yOffset + outline.yMin / unitsPerEm);
			inkLeft = Math.min(inkLeft, pen + glyph.xOffset + outline.xMin / unitsPerEm);
			inkRight = Math.max(inkRight, pen + glyph.xOffset + outline.xMax / unitsPerEm);
		}
		pen += glyph.advance;
	}
	const bearing = inkLeft === Infinity ? 0 : Math.max(0, inkLeft);
	const openingQuote = OPENING_QUOTE.test(text) ? (glyphs.find(({ cluster }) => cluster === 0)?.advance ?? 0) : 0;
	const width = Math.max(0, pen - style.trackingEm, inkRight);
	return { text, glyphs, width, bearing, openingQuote, inkRight, inkTop, inkBottom };
}
