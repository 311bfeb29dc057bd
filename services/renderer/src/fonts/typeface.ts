import type { Face } from './face.ts';
import { loadFace } from './face.ts';

/** The faces of the cover, each list in the order in which its fonts are asked for a letter. */
export interface Typeface {
	readonly title: readonly Face[];
	readonly label: readonly Face[];
	readonly subtitle: readonly Face[];
}

/** Reads all font files; throws when one is missing. Once per thread: shaping keeps state. */
export function loadTypeface(): Typeface {
	const label = loadFace('label');
	const labelFallback = loadFace('labelFallback');
	return {
		title: [loadFace('title'), loadFace('titleFallback'), label, labelFallback],
		label: [label, labelFallback],
		subtitle: [loadFace('subtitle'), loadFace('subtitleFallback')],
	};
}
