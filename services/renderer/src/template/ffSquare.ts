import type { Rgb } from '@copydesk/renderer-core';
import { COVER_SIDE_PX, MAX_SUBTITLE_LINES, MAX_TITLE_LINES, TEMPLATE_VERSION } from '@copydesk/domain/limits';

/**
 * `ff-square-0.1`: a square front page. The illustration fills the upper two thirds and sinks into a panel of ink
 * that takes its hue from the illustration itself; the text is on the panel, its last line on the lower margin.
 * All lengths in pixels of the 1080×1080 cover unless the name says em. Every number here is part of the fingerprint.
 */
export const ffSquare = {
	version: TEMPLATE_VERSION,
	sizePx: COVER_SIDE_PX,
	frameHeightPx: 720,
	/** Rows that are compressed together; the words' lowest row ends a band. */
	bandRows: 60,
	/** One fifteenth of the side; text, rule and label share the left one. */
	marginPx: 72,
	/** Opening quotation marks hang in the margin unless they would come too near to its edge. */
	mostHangPx: 48,

	/** The illustration is untouched above this row and all ink at the frame's end; almost three quarters ink where text may begin. */
	fadeStartY: 416,

	/** Where text may stand: from the top of the label to the lowest letters. */
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
		/** Only where it costs nothing: the title takes the height that the subtitle leaves. */
		keepsSense: false,
		trackingEm: 0,
		gapAbovePx: 26,
	},
} as const;
