import type { EncodedBand, Rgb } from '@copydesk/renderer-core';
import type { Typeface } from '../fonts/typeface.ts';
import type { Fitted } from '../layout/fit.ts';
import type { PngFile, PngOpening } from '../png/index.ts';
import type { Rows } from '../raster/paint.ts';

/** The words of a cover, in NFC; `subtitle` and `category` may be empty. */
export interface CoverText {
	readonly title: string;
	readonly subtitle: string;
	readonly category: string;
}

export type TextField = keyof CoverText;

/** All of a cover that doesn't depend on its words; made once per illustration. */
export interface Background {
	/** The rows of the illustration that words can reach, from a band's first row: 8-bit RGB. */
	readonly ground: Uint8Array;
	readonly groundFirstRow: number;
	/** The colour of all rows below them. */
	readonly ink: Rgb;
	/** The whole picture, encoded in bands of `ffSquare.bandRows`, from the top. */
	readonly bands: readonly EncodedBand[];
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

/** Baselines of what is drawn. A text that is absent is not drawn. */
export interface Placement {
	/** Centre line of the accent rule. */
	readonly ruleY: number;
	readonly categoryBaselineY: number;
	/** Of the first line. */
	readonly titleBaselineY: number;
	readonly subtitleBaselineY: number;
}

/** The words of a cover on their way; each step returns them with something more. */
export interface CoverDraft {
	readonly text: CoverText;
	readonly workshop: Workshop;
	readonly refusals: readonly Refusal[];
	readonly category?: Fitted;
	readonly title?: Fitted;
	readonly subtitle?: Fitted;
}

/** All of its words fit. */
export interface PlacedDraft extends CoverDraft {
	readonly title: Fitted;
	readonly placement: Placement;
}

/** To be drawn over this; where words are only set there is none. */
export interface DrawableDraft extends PlacedDraft {
	readonly background: Background;
}

export interface PaintedDraft extends DrawableDraft {
	/** The rows that the words touch, whole bands of them; all others are the background's. */
	readonly painted: Rows;
}

export interface EncodedDraft extends PaintedDraft {
	readonly png: PngFile;
}

/** What a step takes, and what it has made of that: the compiler holds their order. */
export type Step<Before extends CoverDraft = CoverDraft, After extends Before = Before> = (draft: Before) => After;
