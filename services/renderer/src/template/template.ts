import type { Pixels } from '@copydesk/renderer-core';
import type { ScriptRange } from '../layout/characters.ts';
import type { FitRule, Fitted } from '../layout/fit.ts';
import type { PicturePlace } from '../png/index.ts';
import type { Background, CoverDraft, Mark } from '../steps/draft.ts';

/** How one text is set, and its largest height. */
export interface TextSetting {
	readonly rule: FitRule;
	readonly heightPx: number;
}

/** A draft whose title is set. */
export type SetDraft = CoverDraft & { readonly title: Fitted };

/** The look of a cover with its brand: the places of picture and words, and their colours. */
export interface Template {
	/** The name in requests. */
	readonly version: string;
	/** 64 hex digits; another value means that covers look different. */
	readonly fingerprint: string;
	readonly sizePx: number;
	/** Rows per compressed band. */
	readonly bandRows: number;
	/** Null for a cover without a picture. */
	readonly picture: PicturePlace | null;
	readonly scripts: ScriptRange;
	readonly isMirrored: boolean;
	/** The template for right-to-left words. */
	readonly mirrored: Template | null;
	/** Whether it has a line for the text after ` · ` in the category. */
	readonly hasByline: boolean;
	category(draft: CoverDraft): TextSetting;
	byline(draft: CoverDraft): TextSetting;
	subtitle(draft: CoverDraft): TextSetting;
	/** The title takes the height that label and subtitle leave. */
	title(draft: CoverDraft): TextSetting;
	/** Everything that is drawn on the background, in order. */
	place(draft: SetDraft): readonly Mark[];
	/** @param frame has the picture's size; may be drawn on in place */
	prepare(frame: Pixels | null): Background;
}
