import type { Face } from './face.ts';
import { loadFace } from './face.ts';

/** The faces of the cover, each list in the order in which its fonts are asked for a letter. */
export interface Typeface {
	/** The cut for large titles. */
	readonly headline: readonly Face[];
	/** The cut for small titles. */
	readonly title: readonly Face[];
	readonly label: readonly Face[];
	readonly subtitle: readonly Face[];
}

/** Reads all font files; throws when one is missing. Once per thread: shaping keeps state. */
export function loadTypeface(): Typeface {
	const title = loadFace('title');
	const label = loadFace('label');
	const labelFallback = loadFace('labelFallback');
	return {
		headline: [loadFace('headline'), title, label, labelFallback],
		title: [title, label, labelFallback],
		label: [label, labelFallback],
		subtitle: [loadFace('subtitle'), loadFace('subtitleFallback')],
	};
}
