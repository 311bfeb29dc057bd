import type { Rgb } from '@copydesk/renderer-core';
import { MAX_SUBTITLE_LINES, MAX_TITLE_LINES, MAX_WORDS_LINES } from '@copydesk/domain/limits';

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
}

/** The place of the label: above the other words, or in a box filled with the accent. */
type LabelPlace =
	| { readonly at: 'stack'; readonly gapBelowPx: number }
	| { readonly at: 'tab'; readonly x: number; readonly centreY: number; readonly heightPx: number; readonly padPx: number }
	| { readonly at: 'bar'; readonly x: number; readonly centreY: number; readonly widthPx: number };

/** A template as data. Lengths are pixels of the 1080×1080 cover unless the name says em. All of it is part of the fingerprint. */
export interface Layout {
	readonly version: string;
	readonly picture: (Box & { readonly isFocused: boolean }) | null;
	readonly ground: GroundName;
	/** Boxes filled with the accent, above the ground and below the words. */
	readonly accents: readonly Box[];
	/** A line inside the picture, at this distance from its edge. */
	readonly keyline: { readonly insetPx: number; readonly widthPx: number } | null;
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
	readonly byline: (TextRule & { readonly baselineY: number; readonly ruleY: number }) | null;
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

const label: TextRule = {
	face: 'label',
	ladderPx: [28, 26, 24, 22, 20, 18, 16],
	maxLines: 1,
	leadingEm: 1.3,
	capHeightEm: 0.727,
	depthEm: 0.22,
	keepsSense: false,
	trackingEm: 0.02,
};
const serif: TextRule = {
	face: 'title',
	ladderPx: [150, 140, 124, 112, 104, 96, 88, 80, 74, 68, 62, 56, 50, 46],
	maxLines: MAX_TITLE_LINES,
	leadingEm: 1.1,
	capHeightEm: 0.67,
	depthEm: 0.22,
	keepsSense: true,
	mostStepsForSense: 2,
	joinsDigits: true,
	trackingEm: -0.008,
};
const second: Layout['subtitle'] = {
	face: 'subtitle',
	ladderPx: [34, 32, 30, 28, 26],
	maxLines: MAX_SUBTITLE_LINES,
	leadingEm: 1.36,
	capHeightEm: 0.727,
	depthEm: 0.22,
	keepsSense: true,
	joinsDigits: true,
	trackingEm: 0,
	gapAbovePx: 24,
};

const SIDE = 1080;
const MARGIN = 72;
const WIDE = SIDE - 2 * MARGIN;

/** A block of the brand's colour below the picture; the label is a tab on their edge. */
const panel: Layout = {
	version: 'panel',
	picture: { x: 0, y: 0, widthPx: SIDE, heightPx: 632, isFocused: true },
	ground: 'panel',
	accents: [],
	keyline: null,
	initial: null,
	text: { x: MARGIN, widthPx: WIDE, isCentred: false, topY: 692, bottomY: 1024, anchor: 'middle', mostHangPx: 48 },
	label: { at: 'tab', x: MARGIN, centreY: 632, heightPx: 60, padPx: 24 },
	category: label,
	title: serif,
	subtitle: second,
	mark: { x: MARGIN, side: 'left', y: 0, widthPx: 240, heightPx: 72, padPx: 22 },
	byline: null,
};

/** The picture fills the cover like a magazine's: a thin line inside its edges, words centred on a scrim. */
const full: Layout = {
	version: 'full',
	picture: { x: 0, y: 0, widthPx: SIDE, heightPx: SIDE, isFocused: true },
	ground: 'picture',
	accents: [],
	keyline: { insetPx: 36, widthPx: 3 },
	initial: null,
	text: { x: SIDE / 2, widthPx: WIDE - 24, isCentred: true, topY: 640, bottomY: 984, anchor: 'bottom', mostHangPx: 0 },
	label: { at: 'stack', gapBelowPx: 26 },
	category: { ...label, trackingEm: 0.12 },
	title: serif,
	subtitle: second,
	mark: { x: SIDE / 2, side: 'middle', y: 0, widthPx: 240, heightPx: 72, padPx: 22 },
	byline: null,
};

/** A print on paper with its words below, as in a gallery. */
const frame: Layout = {
	version: 'frame',
	picture: { x: 60, y: 60, widthPx: 960, heightPx: 600, isFocused: true },
	ground: 'paper',
	accents: [],
	keyline: null,
	initial: null,
	text: { x: SIDE / 2, widthPx: WIDE, isCentred: true, topY: 694, bottomY: 1034, anchor: 'middle', mostHangPx: 0 },
	label: { at: 'stack', gapBelowPx: 22 },
	category: { ...label, trackingEm: 0.12 },
	title: { ...serif, ladderPx: [124, 112, 104, 96, 88, 80, 74, 68, 62, 56, 50, 46] },
	subtitle: { ...second, gapAbovePx: 18 },
	mark: { x: 96, side: 'left', y: 60, widthPx: 220, heightPx: 64, padPx: 20 },
	byline: null,
};

/** No picture: words on colour, below a rule, in front of the first letter. */
const words: Layout = {
	version: 'words',
	picture: null,
	ground: 'panel',
	accents: [{ x: MARGIN, y: 96, widthPx: 168, heightPx: 14 }],
	keyline: null,
	initial: { ladderPx: [460, 400, 340, 290], rightX: 1016, topY: 72, gapBelowPx: 28, belowMark: { topY: 220 } },
	text: { x: MARGIN, widthPx: WIDE, isCentred: false, topY: 230, bottomY: 1000, anchor: 'bottom', mostHangPx: 48 },
	label: { at: 'bar', x: MARGIN, centreY: 154, widthPx: WIDE },
	category: label,
	title: { ...serif, ladderPx: [190, 170, ...serif.ladderPx], maxLines: MAX_WORDS_LINES, leadingEm: 1.08, leastShare: 0.62 },
	subtitle: { ...second, gapAbovePx: 36 },
	mark: { x: SIDE - MARGIN, side: 'right', y: 84, widthPx: 260, heightPx: 84, padPx: 0 },
	byline: null,
};

/** An agency's front page: a bar with the label, a sans headline on white, a line for source and date. */
const news: Layout = {
	version: 'news',
	picture: { x: 0, y: 96, widthPx: SIDE, heightPx: 520, isFocused: true },
	ground: 'white',
	accents: [{ x: 0, y: 0, widthPx: SIDE, heightPx: 96 }],
	keyline: null,
	initial: null,
	text: { x: MARGIN, widthPx: WIDE, isCentred: false, topY: 656, bottomY: 966, anchor: 'top', mostHangPx: 24 },
	label: { at: 'bar', x: MARGIN, centreY: 48, widthPx: WIDE - 280 },
	category: { ...label, ladderPx: [34, 32, 30, ...label.ladderPx], trackingEm: 0 },
	title: {
		...serif,
		face: 'label',
		ladderPx: [136, 124, 112, 104, 96, 88, 80, 74, 68, 62, 56, 50, 46, 42],
		leadingEm: 1.12,
		capHeightEm: 0.727,
		trackingEm: -0.022,
	},
	subtitle: { ...second, gapAbovePx: 20 },
	mark: { x: SIDE, side: 'right', y: 0, widthPx: 220, heightPx: 56, padPx: 20 },
	byline: { ...label, face: 'subtitle', ladderPx: [26, 24, 22, 20, 18, 16], trackingEm: 0, baselineY: 1032, ruleY: 986 },
};

export const layouts: readonly Layout[] = [panel, full, frame, words, news];

export const PAPER_GROUND: Rgb = [245, 240, 228];
export const WHITE_GROUND: Rgb = [255, 255, 255];
