import type { Rgb } from '@copydesk/renderer-core';
import { COVER_SIDE_PX, MAX_SUBTITLE_LINES, MAX_TITLE_LINES, TEMPLATE_VERSION } from '@copydesk/domain/limits';

/**
 * `ff-square-0.1`: a square front page. The illustration fills the upper two thirds and fades into a panel of ink with its own hue. The
 * text is on the panel, with its last line on the lower margin. Lengths are pixels of the 1080×1080 cover unless the name says em. Every
 * number here is part of the fingerprint.
 */
export const ffSquare = {
	version: TEMPLATE_VERSION,
	sizePx: COVER_SIDE_PX,
	frameHeightPx: 720,
	/** Rows per compressed band; a band ends at the lowest row of words. */
	bandRows: 60,
	/** One fifteenth of the side; text, rule and label share the left one. */
	marginPx: 72,
	/** Opening quotation marks hang in the margin unless they come too near to its edge. */
	mostHangPx: 48,

	/** Above this row the illustration is unchanged; at the frame's end all is ink. Where text may begin, almost three quarters are ink. */
	fadeStartY: 416,

	/** Where text may be placed: from the top of the label to the lowest letters. */
	textTopY: 616,
	textBottomY: 1020,
	/** Short texts are centred here, between the illustration's edge and the cover's. */
	panelCentreY: 892,

	ink: { base: [19, 22, 30] as Rgb, lean: 0.5, mostLean: 26 },
	paper: [250, 247, 240] as Rgb,
	softPaper: [214, 211, 204] as Rgb,
	accent: [255, 196, 84] as Rgb,

	rule: { widthPx: 56, heightPx: 6, gapPx: 20 },

	category: {
		ladderPx: [28, 26, 24, 22, 20, 18, 16],
		maxLines: 1,
		leadingEm: 1.3,
		capHeightEm: 0.727,
		depthEm: 0.22,
		keepsSense: false,
		trackingEm: 0.02,
		gapBelowPx: 26,
	},
	title: {
		ladderPx: [160, 140, 124, 112, 104, 96, 88, 80, 74, 68, 62, 56, 50, 46],
		maxLines: MAX_TITLE_LINES,
		leadingEm: 1.12,
		capHeightEm: 0.67,
		depthEm: 0.22,
		keepsSense: true,
		trackingEm: -0.008,
	},
	subtitle: {
		ladderPx: [34, 32, 30, 28, 26],
		maxLines: MAX_SUBTITLE_LINES,
		leadingEm: 1.36,
		capHeightEm: 0.727,
		depthEm: 0.22,
		/** False, because the title takes the height that the subtitle leaves. */
		keepsSense: false,
		trackingEm: 0,
		gapAbovePx: 26,
	},
} as const;
