import { type Glyph, shape, type TextStyle } from './shape.ts';

/** One shaped line; all numbers in ems, y upwards from the baseline. */
export interface Line {
	readonly text: string;
	readonly glyphs: readonly Glyph[];
	/** From the pen's start to the end of the last letter (ink or advance), without the letter-spacing after it. */
	readonly width: number;
	/** The space before the first letter's ink. Drawing that much further left aligns the stems of all sizes. The tail of a j overhangs. */
	readonly bearing: number;
	/** The width of an opening quotation mark, which may hang in the margin; 0 without one. */
	readonly openingQuote: number;
	/** The right end of the ink, where a right-to-left line aligns. */
	readonly inkRight: number;
	readonly inkTop: number;
	readonly inkBottom: number;
}

const OPENING_QUOTE = /^[«‹“„‘‚"']/u;

/**
 * Shapes a line on its own, as it will be drawn, without kerning to its former neighbours.
 * @param levels the levels of its units in the whole text
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
		const outline = glyph.face.bounds(glyph.id);
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
