import { dropMasks, keepMask, type Mask } from '@copydesk/renderer-core';
import type { Face } from '../fonts/face.ts';
import { rasterise } from './coverage.ts';

/** Pens are placed at quarters of a pixel, so that a letter has at most four masks and spacing stays even. */
export const PEN_STEPS = 4;

/** Larger than any font size. */
const SIZES = 1024;

/** A glyph's mask, and its position relative to the pen on the baseline, y downwards. */
interface GlyphMask {
	readonly mask: Mask;
	readonly left: number;
	readonly top: number;
}

/** This thread's masks by face, then by glyph, size and quarter. When their memory is full, all are dropped at once. */
let masks = new WeakMap<Face, Map<number, GlyphMask>>();

/**
 * @param quarter the fraction of the pen's x, in quarters of a pixel: 0…3
 * @returns a mask that is valid until the next call
 * @throws RangeError for a glyph that exceeds the memory for masks
 */
export function glyphMask(face: Face, glyph: number, fontPx: number, quarter: number): GlyphMask {
	const key = (glyph * SIZES + fontPx) * PEN_STEPS + quarter;
	const known = masks.get(face)?.get(key);
	if (known !== undefined) return known;
	const { coverage, width, height, left, top } = rasterise(face.outline(glyph), fontPx / face.unitsPerEm, quarter / PEN_STEPS);
	let mask = keepMask(coverage, width, height);
	if (mask === undefined) {
		dropMasks();
		masks = new WeakMap();
		mask = keepMask(coverage, width, height)!;
	}
	const ofFace = masks.get(face) ?? new Map<number, GlyphMask>();
	const made = { mask, left, top };
	masks.set(face, ofFace.set(key, made));
	return made;
}
