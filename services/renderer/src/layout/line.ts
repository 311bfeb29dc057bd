import { type Glyph, shape, type TextStyle } from './shape.ts';

/** One shaped line; all numbers in ems, y upwards from the baseline. */
export interface Line {
	readonly text: string;
	readonly glyphs: readonly Glyph[];
	/** What it takes of the line: from the margin to the end of the last letter, letter-spacing after it left out. */
	readonly width: number;
	/** How far the line starts left of the margin, so that stems align and opening quotes hang. */
	readonly hang: number;
	readonly inkTop: number;
	readonly inkBottom: number;
	readonly inkRight: number;
}

const OPENING_QUOTES = /^[«‹“„‘‚"']/u;

/** Shapes a line on its own, as it will be drawn: kerning across its former neighbours is gone. */
export function shapeLine(text: string, style: TextStyle): Line {
	const glyphs = shape(text, style);
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
	const hangingQuote = OPENING_QUOTES.test(text) ? (glyphs[0]?.advance ?? 0) : 0;
	const hang = hangingQuote > 0 ? hangingQuote : inkLeft === Infinity ? 0 : inkLeft;
	const width = Math.max(0, pen - style.trackingEm, inkRight) - Math.min(hang, inkLeft === Infinity ? 0 : inkLeft);
	return { text, glyphs, width, hang, inkTop, inkBottom, inkRight };
}
