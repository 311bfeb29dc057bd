import type { Rgb } from '@copydesk/renderer-core';
import type { CoverTemplate } from '@copydesk/domain/cover/template';
import { MAX_SUBTITLE_LINES, MAX_TITLE_LINES, MAX_WORDS_LINES, type TEMPLATE_VERSION } from '@copydesk/domain/limits';

/** A ground behind words, which determines their colours. */
export type GroundName = 'panel' | 'paper' | 'white' | 'picture';

interface Box {
	readonly x: number;
	readonly y: number;
	readonly widthPx: number;
	readonly heightPx: number;
}

type Face = 'title' | 'label' | 'subtitle';

export interface TextRule {
	readonly face: Face;
	readonly ladderPx: readonly number[];
	readonly maxLines: number;
	readonly leadingEm: number;
	readonly capHeightEm: number;
	readonly depthEm: number;
	readonly keepsSense: boolean;
	readonly mostStepsForSense?: number;
	readonly joinsDigits?: boolean;
	readonly leastShare?: number;
	readonly trackingEm: number;
	/** Whether a text that does not fit even at the smallest size is not shown: smaller, nobody could read it in a list of posts. */
	readonly isOptional?: boolean;
}

/** The place of the label: above the other words, there perhaps in a box filled with the accent; on an edge in such a box; or alone. */
type LabelPlace =
	| { readonly at: 'stack'; readonly gapBelowPx: number; readonly box?: { readonly heightPx: number; readonly padPx: number } }
	| { readonly at: 'tab'; readonly x: number; readonly centreY: number; readonly heightPx: number; readonly padPx: number }
	| { readonly at: 'bar'; readonly x: number; readonly centreY: number; readonly widthPx: number };

/** A template as data. Lengths are pixels of the 1080×1080 cover unless the name says em. All of it is part of the fingerprint. */
export interface Layout {
	readonly version: string;
	readonly picture: (Box & { readonly isFocused: boolean }) | null;
	readonly ground: GroundName;
	/** Boxes filled with the accent, above the ground and below the words. */
	readonly accents: readonly Box[];
	/** The title's first letter, large and in a tone of the ground. */
	readonly initial: {
		/** The largest that ends above the title is taken; if none does, there is no letter. */
		readonly ladderPx: readonly number[];
		readonly rightX: number;
		/** Of its ink, whatever its script. */
		readonly topY: number;
		readonly gapBelowPx: number;
		/** Its place if a logo or a name takes its own. */
		readonly belowMark: { readonly topY: number };
	} | null;
	readonly text: {
		readonly x: number;
		readonly widthPx: number;
		readonly isCentred: boolean;
		readonly topY: number;
		readonly bottomY: number;
		readonly anchor: 'top' | 'middle' | 'bottom';
		readonly mostHangPx: number;
	};
	readonly label: LabelPlace;
	readonly category: TextRule;
	readonly title: TextRule;
	readonly subtitle: TextRule & { readonly gapAbovePx: number };
	/** The place of the logo or the brand's name, always on the panel's colour. */
	readonly mark: {
		/** The x of its edge at this side. */
		readonly x: number;
		readonly side: 'left' | 'right' | 'middle';
		readonly y: number;
		/** The size of logo or name, without its padding. */
		readonly widthPx: number;
		readonly heightPx: number;
		/** Its padding; 0 if it is on the panel anyway. */
		readonly padPx: number;
	};
	readonly byline: (TextRule & { readonly baselineY: number }) | null;
	/** Whether the words are read from right to left: each `x` of the words is then their right edge. */
	readonly isMirrored?: boolean;
}

/** The mirrored layout; the picture itself is not mirrored. */
export function mirroredLayout(layout: Layout): Layout {
	const { text, label, mark, picture } = layout;
	const box = <Any extends Box>(one: Any): Any => ({ ...one, x: SIDE - one.x - one.widthPx });
	const otherSide = { left: 'right', right: 'left', middle: 'middle' } as const;
	return {
		...layout,
		isMirrored: true,
		picture: picture === null ? null : box(picture),
		accents: layout.accents.map(box),
		text: { ...text, x: SIDE - text.x },
		label: label.at === 'stack' ? label : { ...label, x: SIDE - label.x },
		mark: { ...mark, x: SIDE - mark.x, side: otherSide[mark.side] },
	};
}

/** Six times the size that a cover of 180 pixels shows: 7 pixels can still be read. */
const label: TextRule = {
	face: 'label',
	ladderPx: [46, 44, 42],
	isOptional: true,
	maxLines: 1,
	leadingEm: 1.3,
	capHeightEm: 0.727,
	depthEm: 0.22,
	keepsSense: false,
	trackingEm: -0.005,
};
const serif: TextRule = {
	face: 'title',
	ladderPx: [190, 170, 150, 140, 124, 112, 104, 96, 88, 80, 74, 68, 62, 56, 50, 46],
	maxLines: MAX_TITLE_LINES,
	leadingEm: 1.06,
	capHeightEm: 0.67,
	depthEm: 0.22,
	keepsSense: true,
	mostStepsForSense: 2,
	joinsDigits: true,
	trackingEm: -0.014,
};
const second: Layout['subtitle'] = {
	face: 'subtitle',
	ladderPx: [50, 48, 46, 44, 42],
	isOptional: true,
	maxLines: MAX_SUBTITLE_LINES,
	leadingEm: 1.26,
	capHeightEm: 0.727,
	depthEm: 0.22,
	keepsSense: true,
	joinsDigits: true,
	trackingEm: -0.01,
	gapAbovePx: 20,
};

const SIDE = 1080;
const MARGIN = 64;
const WIDE = SIDE - 2 * MARGIN;

/** A block of colour below the picture; the label is a tab on their edge. */
const panel: Layout = {
	version: 'panel',
	picture: { x: 0, y: 0, widthPx: SIDE, heightPx: 610, isFocused: true },
	ground: 'panel',
	accents: [],
	initial: null,
	text: { x: MARGIN, widthPx: WIDE, isCentred: false, topY: 666, bottomY: 1030, anchor: 'middle', mostHangPx: 40 },
	label: { at: 'tab', x: MARGIN, centreY: 610, heightPx: 80, padPx: 26 },
	category: label,
	title: serif,
	subtitle: second,
	mark: { x: MARGIN, side: 'left', y: 0, widthPx: 240, heightPx: 72, padPx: 22 },
	byline: null,
};

/** The picture to all edges; a title as large as the width allows lies on it, below its label in a box. */
const full: Layout = {
	version: 'full',
	picture: { x: 0, y: 0, widthPx: SIDE, heightPx: SIDE, isFocused: true },
	ground: 'picture',
	accents: [],
	initial: null,
	text: { x: MARGIN, widthPx: WIDE, isCentred: false, topY: 592, bottomY: 1026, anchor: 'bottom', mostHangPx: 40 },
	label: { at: 'stack', gapBelowPx: 26, box: { heightPx: 76, padPx: 24 } },
	category: label,
	title: { ...serif, leadingEm: 1 },
	subtitle: second,
	mark: { x: MARGIN, side: 'left', y: 0, widthPx: 240, heightPx: 72, padPx: 22 },
	byline: null,
};

/** A print on paper, and its words below it, on the print's left edge. */
const frame: Layout = {
	version: 'frame',
	picture: { x: 72, y: 72, widthPx: 936, heightPx: 540, isFocused: true },
	ground: 'paper',
	accents: [],
	initial: null,
	text: { x: 72, widthPx: 936, isCentred: false, topY: 648, bottomY: 1026, anchor: 'top', mostHangPx: 0 },
	label: { at: 'stack', gapBelowPx: 22 },
	category: label,
	title: serif,
	subtitle: { ...second, gapAbovePx: 16 },
	mark: { x: 96, side: 'left', y: 72, widthPx: 220, heightPx: 64, padPx: 20 },
	byline: null,
};

/** No picture: words on colour, below a rule, in front of the first letter. */
const words: Layout = {
	version: 'words',
	picture: null,
	ground: 'panel',
	accents: [{ x: MARGIN, y: 84, widthPx: 168, heightPx: 16 }],
	initial: { ladderPx: [460, 400, 340, 290], rightX: 1016, topY: 72, gapBelowPx: 28, belowMark: { topY: 220 } },
	text: { x: MARGIN, widthPx: WIDE, isCentred: false, topY: 230, bottomY: 1010, anchor: 'bottom', mostHangPx: 40 },
	label: { at: 'bar', x: MARGIN, centreY: 152, widthPx: WIDE },
	category: label,
	title: { ...serif, maxLines: MAX_WORDS_LINES, leastShare: 0.62 },
	subtitle: { ...second, gapAbovePx: 32 },
	mark: { x: SIDE - MARGIN, side: 'right', y: 84, widthPx: 260, heightPx: 84, padPx: 0 },
	byline: null,
};

/** A front page: the label below a bar of colour, a sans headline that stands on its picture, and a line for name and date below it. */
const news: Layout = {
	version: 'news',
	picture: { x: 0, y: 560, widthPx: SIDE, heightPx: 428, isFocused: true },
	ground: 'white',
	accents: [{ x: 0, y: 0, widthPx: SIDE, heightPx: 24 }],
	initial: null,
	text: { x: MARGIN, widthPx: WIDE, isCentred: false, topY: 136, bottomY: 540, anchor: 'bottom', mostHangPx: 24 },
	label: { at: 'bar', x: MARGIN, centreY: 84, widthPx: WIDE - 280 },
	category: label,
	title: { ...serif, face: 'label', leadingEm: 1.04, capHeightEm: 0.727, trackingEm: -0.034 },
	subtitle: { ...second, gapAbovePx: 14 },
	mark: { x: SIDE, side: 'right', y: 24, widthPx: 220, heightPx: 56, padPx: 20 },
	byline: { ...label, face: 'subtitle', ladderPx: [42, 40, 38, 36], baselineY: 1048 },
};

export const layouts: Readonly<Record<Exclude<CoverTemplate, typeof TEMPLATE_VERSION>, Layout>> = { panel, full, frame, words, news };

export const PAPER_GROUND: Rgb = [245, 240, 228];
export const WHITE_GROUND: Rgb = [255, 255, 255];
