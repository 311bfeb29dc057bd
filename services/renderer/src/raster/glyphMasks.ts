import type { Face } from '../fonts/face.ts';
import { openCore } from '../png/core.ts';
import { type Mask, rasterise } from './coverage.ts';

/** Pens stand on quarters of a pixel, so that a letter has four masks at most and spacing stays even. */
export const PEN_STEPS = 4;

/** Larger than any font size. */
const SIZES = 1024;

/** A mask whose coverage lies in the core's memory, from `at` on. */
export interface PlacedMask extends Omit<Mask, 'coverage'> {
	readonly at: number;
}

/** This thread's masks, by face and then by glyph, size and quarter. When their room is full, all are dropped at once. */
let masks = new Map<Face, Map<number, PlacedMask>>();
let used = 0;

/**
 * @param quarter the fraction of the pen's x, in quarters of a pixel: 0…3
 * @returns a mask that holds until another one is asked for
 * @throws RangeError for a glyph larger than all room for masks
 */
export function glyphMask(face: Face, glyph: number, fontPx: number, quarter: number): PlacedMask {
	const key = (glyph * SIZES + fontPx) * PEN_STEPS + quarter;
	return masks.get(face)?.get(key) ?? keep(face, key, rasterise(face.outline(glyph), fontPx / face.unitsPerEm, quarter / PEN_STEPS));
}

function keep(face: Face, key: number, { coverage, ...mask }: Mask): PlacedMask {
	const { core, memory } = openCore();
	const room = core.masksBytes.value;
	if (coverage.length > room) throw new RangeError(`Expected a mask of at most ${room} bytes but it has ${coverage.length}`);
	if (used + coverage.length > room) {
		masks = new Map();
		used = 0;
	}
	const placed = { ...mask, at: core.masks.value + used };
	memory.set(coverage, placed.at);
	used += coverage.length;
	const ofFace = masks.get(face) ?? new Map<number, PlacedMask>();
	masks.set(face, ofFace.set(key, placed));
	return placed;
}
