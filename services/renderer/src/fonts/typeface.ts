import type { FontFamily } from '@copydesk/domain/cover/template';
import type { Face } from './face.ts';
import { loadFace } from './face.ts';

/** The faces of the cover. Each list is in the order in which its fonts are tried for a letter. */
export interface Typeface {
	readonly title: readonly Face[];
	readonly label: readonly Face[];
	readonly subtitle: readonly Face[];
	/** The font families that a brand may choose for its titles. */
	readonly families: Readonly<Record<FontFamily, Face>>;
}

/** Reads all font files; throws if one is missing. Once per thread, because shaping has state. */
export function loadTypeface(): Typeface {
	const label = loadFace('label');
	const labelFallback = loadFace('labelFallback');
	const title = loadFace('title');
	const titleFallback = loadFace('titleFallback');
	return {
		title: [title, titleFallback, label, labelFallback],
		label: [label, labelFallback],
		subtitle: [loadFace('subtitle'), loadFace('subtitleFallback')],
		families: { 'Source Serif': title, 'Noto Serif': titleFallback, Inter: label, 'Noto Sans': labelFallback },
	};
}
