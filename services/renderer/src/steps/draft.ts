import type { EncodedBand, Rgb } from '@copydesk/renderer-core';
import type { OpenedFonts } from '../fonts/scriptFonts.ts';
import type { Typeface } from '../fonts/typeface.ts';
import type { Fitted } from '../layout/fit.ts';
import type { PngFile, PngOpening } from '../png/index.ts';
import type { Rows } from '../raster/paint.ts';
import type { Template } from '../template/template.ts';

/** The words of a cover, in NFC; `subtitle` and `category` may be empty. */
export interface CoverText {
	readonly title: string;
	readonly subtitle: string;
	readonly category: string;
}

export type TextField = keyof CoverText;

/** Everything of a cover that does not depend on its words; made once per illustration and template. */
export interface Background {
	/** The rows that words can touch, from the first row of a band: 8-bit RGB. */
	readonly ground: Uint8Array;
	readonly groundFirstRow: number;
	/** The colour of all rows below them. */
	readonly ink: Rgb;
	/** The whole picture, encoded in bands of `bandRows`, from the top. */
	readonly bands: readonly EncodedBand[];
	/** If words are on the picture itself: whether at its top, and the colour of their scrim. */
	readonly onPicture?: { readonly isTextAbove: boolean; readonly scrim: Rgb };
	/** The colours that come from the picture, for a desk without a brand. */
	readonly tint?: { readonly panel: Rgb; readonly accent: Rgb };
}

/** What a thread keeps between covers. */
export interface Workshop {
	readonly typeface: Typeface;
	/** The common beginning of all covers of a background: the bands that no words can touch. */
	readonly openings: WeakMap<Background, PngOpening>;
}

/** Why a text cannot be set: no font has its letters, or it does not fit. */
export interface Refusal {
	readonly code: 'unsupported_character' | 'layout_overflow';
	readonly path: TextField;
	readonly message: string;
}

export interface TextMark {
	readonly fitted: Fitted;
	/** The baseline of the first line. */
	readonly baselineY: number;
	/** The edge at which lines begin, or their middle if they are centred. */
	readonly x: number;
	readonly isCentred: boolean;
	/** Whether `x` is the right edge, where right-to-left lines begin. */
	readonly isFromRight?: boolean;
	readonly mostHangPx: number;
	readonly colour: Rgb;
}

interface BoxMark {
	readonly x: number;
	readonly y: number;
	readonly widthPx: number;
	readonly heightPx: number;
	readonly colour: Rgb;
}

/** An element to draw and its position; drawn in this order. */
export type Mark = TextMark | BoxMark;

/** The words of a cover in progress; each step adds something. */
export interface CoverDraft {
	readonly text: CoverText;
	readonly template: Template;
	readonly workshop: Workshop;
	readonly refusals: readonly Refusal[];
	/** The fonts that its letters need besides the desk's. */
	readonly fonts?: OpenedFonts | undefined;
	/** The background to draw on; absent if words are only set. */
	readonly background?: Background;
	readonly category?: Fitted;
	/** The text after a dot in the category, in a template with a line for it. */
	readonly byline?: Fitted;
	readonly title?: Fitted;
	readonly subtitle?: Fitted;
}

/** A draft whose words all fit. */
export interface PlacedDraft extends CoverDraft {
	readonly title: Fitted;
	readonly marks: readonly Mark[];
}

export interface DrawableDraft extends PlacedDraft {
	readonly background: Background;
}

export interface PaintedDraft extends DrawableDraft {
	/** The rows from the first touched band to the last one; all others are the background's. */
	readonly painted: Rows;
	/** The numbers of the bands that words touch, from the top. */
	readonly touchedBands: ReadonlySet<number>;
}

export interface EncodedDraft extends PaintedDraft {
	readonly png: PngFile;
}

/** The input and output type of a step: the compiler checks the order of steps. */
export type Step<Before extends CoverDraft = CoverDraft, After extends Before = Before> = (draft: Before) => After;
