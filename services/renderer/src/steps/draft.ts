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

/** All of a cover that doesn't depend on its words; made once per illustration and template. */
export interface Background {
	/** The rows that words can reach, from a band's first row: 8-bit RGB. */
	readonly ground: Uint8Array;
	readonly groundFirstRow: number;
	/** The colour of all rows below them. */
	readonly ink: Rgb;
	/** The whole picture, encoded in bands of `bandRows`, from the top. */
	readonly bands: readonly EncodedBand[];
	/** Where words stand on the picture itself: at its top or its bottom, and on which scrim. */
	readonly onPicture?: { readonly isTextAbove: boolean; readonly scrim: Rgb };
}

/** What a thread keeps between covers. */
export interface Workshop {
	readonly typeface: Typeface;
	/** How all covers of a background begin: with the bands that no words can reach. */
	readonly openings: WeakMap<Background, PngOpening>;
}

/** Why a text can't be set: it has letters that no font covers, or it doesn't fit. */
export interface Refusal {
	readonly code: 'unsupported_character' | 'layout_overflow';
	readonly path: TextField;
	readonly message: string;
}

export interface TextMark {
	readonly fitted: Fitted;
	/** Of the first line. */
	readonly baselineY: number;
	/** The edge that lines begin at, or their middle when they are centred. */
	readonly x: number;
	readonly isCentred: boolean;
	/** Whether `x` is the edge at the right, where lines that are read from the right begin. */
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

/** Something that is drawn, in this order, and where. */
export type Mark = TextMark | BoxMark;

/** The words of a cover on their way; each step returns them with something more. */
export interface CoverDraft {
	readonly text: CoverText;
	readonly template: Template;
	readonly workshop: Workshop;
	readonly refusals: readonly Refusal[];
	/** What its letters need beside the desk's fonts. */
	readonly fonts?: OpenedFonts | undefined;
	/** To be drawn over this; where words are only set there is none. */
	readonly background?: Background;
	readonly category?: Fitted;
	/** What follows a dot in the category, in a template that has a line for it. */
	readonly byline?: Fitted;
	readonly title?: Fitted;
	readonly subtitle?: Fitted;
}

/** All of its words fit. */
export interface PlacedDraft extends CoverDraft {
	readonly title: Fitted;
	readonly marks: readonly Mark[];
}

export interface DrawableDraft extends PlacedDraft {
	readonly background: Background;
}

export interface PaintedDraft extends DrawableDraft {
	/** From the first row that the words touch to the last one, whole bands of them; all others are the background's. */
	readonly painted: Rows;
	/** The bands of the cover that words touch, by their numbers from the top. */
	readonly touchedBands: ReadonlySet<number>;
}

export interface EncodedDraft extends PaintedDraft {
	readonly png: PngFile;
}

/** What a step takes, and what it has made of that: the compiler holds their order. */
export type Step<Before extends CoverDraft = CoverDraft, After extends Before = Before> = (draft: Before) => After;
