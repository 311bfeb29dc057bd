import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/**
 * The embedding level of each UTF-16 unit: odd levels are read from right to left.
 * @see https://www.unicode.org/reports/tr9/
 */
export const levelsOf = (text: string, isRightToLeft: boolean): Uint8Array =>
	bidi.getEmbeddingLevels(text, isRightToLeft ? 'rtl' : 'ltr').levels;

/** The pieces of a line in visual order, from left to right (rule L2). */
export function inVisualOrder<Piece extends { readonly level: number }>(pieces: readonly Piece[]): Piece[] {
	const ordered = [...pieces];
	const highest = Math.max(0, ...pieces.map(({ level }) => level));
	for (let level = highest; level > 0; level--)
		for (let from = 0; from < ordered.length; from++) {
			let end = from;
			while (end < ordered.length && ordered[end]!.level >= level) end++;
			if (end > from) ordered.splice(from, end - from, ...ordered.slice(from, end).reverse());
			from = end;
		}
	return ordered;
}
