import type { Typeface } from '../fonts/typeface.ts';
import type { Fitted } from '../layout/fit.ts';
import type { BandEncoder, EncodedBand } from '../png/index.ts';
import type { GlyphCache } from '../raster/glyphCache.ts';
import type { Rows } from '../raster/paint.ts';

/** The words of a cover, as they came; `subtitle` and `category` may be empty. */
export interface CoverText {
	readonly title: string;
	readonly subtitle: string;
	readonly category: string;
}

export type TextField = keyof CoverText;

/** All of a cover that doesn't depend on its words; made once per illustration. */
export interface Background {
	/** The rows that words are drawn over. */
	readonly ground: Rows;
	/** The whole picture, encoded in bands of `ffSquare.bandRows`, from the top. */
	readonly bands: readonly EncodedBand[];
}

/** What a thread keeps between covers. */
export interface Workshop {
	readonly typeface: Typeface;
	readonly glyphs: GlyphCache;
	readonly encoder: BandEncoder;
	/** Room for the rows of one cover; the next cover writes over it. */
	readonly canvas: Uint8Array;
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

/** A cover on its way; each step returns it with something more. */
export interface CoverDraft {
	readonly text: CoverText;
	readonly background: Background;
	readonly workshop: Workshop;
	readonly refusals: readonly Refusal[];
	readonly category?: Fitted;
	readonly title?: Fitted;
	readonly subtitle?: Fitted;
	readonly placement?: Placement;
	/** The rows that the words touch, whole bands of them; all others are the background's. */
	readonly painted?: Rows;
	readonly png?: Buffer;
}

export type Step = (draft: CoverDraft) => CoverDraft;
