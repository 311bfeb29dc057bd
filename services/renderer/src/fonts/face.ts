import * as harfbuzz from 'harfbuzzjs';
import type { Script } from '../layout/scripts.ts';
import { type FontName, readFontFile } from './files.ts';

/** Bounds of all points of a glyph, including control points, in font units, y upwards. Empty glyphs have `xMin > xMax`. */
export interface Bounds {
	readonly xMin: number;
	readonly yMin: number;
	readonly xMax: number;
	readonly yMax: number;
}

/** A closed outline in font units, y upwards: `0 x y` move, `1 x y` line, `2 cx cy x y` quadratic, `3 …` cubic. */
export interface Outline extends Bounds {
	readonly commands: Float64Array;
}

/** A font file that shapes text and returns outlines. One per file and thread. */
export interface Face {
	readonly name: FontName | 'brand' | 'script';
	/** The script for shared characters, in a font of another script than Latin, Cyrillic and Greek. */
	readonly script?: Script;
	/** Font units per em. */
	readonly unitsPerEm: number;
	readonly font: harfbuzz.Font;
	/** Whether the character map has this code point. Default-ignorables are usually missing and can still be shaped. */
	covers(codePoint: number): boolean;
	bounds(glyph: number): Bounds;
	outline(glyph: number): Outline;
}

const MOVE = 0;
const LINE = 1;
const QUADRATIC = 2;
const CUBIC = 3;

export const loadFace = (name: FontName): Face => faceOf(name, readFontFile(name));

export function faceOf(name: Face['name'], bytes: Uint8Array<ArrayBuffer>): Face {
	const face = new harfbuzz.Face(new harfbuzz.Blob(bytes));
	return faceFrom(name, face, new harfbuzz.Font(face), new Set(face.collectUnicodes()));
}

/** A font file with variable weight. */
export interface VariableFile {
	/** @param weight from 100 (thin) to 900 (black) */
	face(weight: number): Face;
}

export function openVariable(bytes: Uint8Array<ArrayBuffer>, script: Script): VariableFile {
	const face = new harfbuzz.Face(new harfbuzz.Blob(bytes));
	const codePoints = new Set(face.collectUnicodes());
	return {
		face(weight) {
			const font = new harfbuzz.Font(face);
			font.setVariations([new harfbuzz.Variation('wght', weight)]);
			return { ...faceFrom('script', face, font, codePoints, false), script };
		},
	};
}

/**
 * @param keepsOutlines whether outlines are kept. A font of another script has many letters and shows few of them again, and an outline
 * takes about 3 kB; of its letters only the bounds are kept.
 */
function faceFrom(
	name: Face['name'],
	face: harfbuzz.Face,
	font: harfbuzz.Font,
	codePoints: ReadonlySet<number>,
	keepsOutlines = true,
): Face {
	const outlines = new Map<number, Outline>();
	const allBounds = new Map<number, Bounds>();
	const outline = (glyph: number): Outline => {
		const known = outlines.get(glyph);
		if (known !== undefined) return known;
		const read = readOutline(font.glyphToJson(glyph));
		if (keepsOutlines) outlines.set(glyph, read);
		return read;
	};
	return {
		name,
		unitsPerEm: face.upem,
		font,
		covers: (codePoint) => codePoints.has(codePoint),
		bounds(glyph) {
			if (keepsOutlines) return outline(glyph);
			let bounds = allBounds.get(glyph);
			if (bounds === undefined) {
				const { xMin, yMin, xMax, yMax } = outline(glyph);
				bounds = { xMin, yMin, xMax, yMax };
				allBounds.set(glyph, bounds);
			}
			return bounds;
		},
		outline,
	};
}

function readOutline(path: readonly harfbuzz.SvgPathCommand[]): Outline {
	// A contour is closed anyway.
	const drawn = path.filter(({ type }) => type !== 'Z');
	const commands = new Float64Array(drawn.reduce((length, { values }) => length + 1 + values.length, 0));
	let end = 0;
	let xMin = Infinity;
	let yMin = Infinity;
	let xMax = -Infinity;
	let yMax = -Infinity;
	for (const { type, values } of drawn) {
		commands[end] = type === 'M' ? MOVE : type === 'L' ? LINE : type === 'Q' ? QUADRATIC : CUBIC;
		commands.set(values, end + 1);
		end += 1 + values.length;
		for (let i = 0; i < values.length; i += 2) {
			const x = values[i]!;
			const y = values[i + 1]!;
			xMin = Math.min(xMin, x);
			xMax = Math.max(xMax, x);
			yMin = Math.min(yMin, y);
			yMax = Math.max(yMax, y);
		}
	}
	return { commands, xMin, yMin, xMax, yMax };
}
