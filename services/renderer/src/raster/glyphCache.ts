import type { Face } from '../fonts/face.ts';
import { type Mask, rasterise } from './coverage.ts';

/** Pens stand on quarters of a pixel, so that a letter has four masks at most and spacing stays even. */
export const PEN_STEPS = 4;

const MAX_BYTES = 16 * 1024 * 1024;

/** Glyph masks of one thread, oldest dropped first. */
export class GlyphCache {
	readonly #masks = new Map<string, Mask>();
	#bytes = 0;

	/** @param quarter the fraction of the pen's x, in quarters of a pixel: 0…3 */
	mask(face: Face, glyph: number, fontPx: number, quarter: number): Mask {
		const key = `${face.name}/${glyph}/${fontPx}/${quarter}`;
		let mask = this.#masks.get(key);
		if (mask === undefined) {
			mask = rasterise(face.outline(glyph), fontPx / face.unitsPerEm, quarter / PEN_STEPS);
			this.#masks.set(key, mask);
			this.#bytes += mask.coverage.length;
			for (const [oldest, { coverage }] of this.#masks) {
				if (this.#bytes <= MAX_BYTES) break;
				this.#masks.delete(oldest);
				this.#bytes -= coverage.length;
			}
		}
		return mask;
	}
}
