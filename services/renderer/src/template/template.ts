import type { Pixels } from '@copydesk/renderer-core';
import type { ScriptRange } from '../layout/characters.ts';
import type { FitRule, Fitted } from '../layout/fit.ts';
import type { PicturePlace } from '../png/index.ts';
import type { Background, CoverDraft, Mark } from '../steps/draft.ts';

/** How one text is set, and the height that it may take. */
export interface TextSetting {
	readonly rule: FitRule;
	readonly heightPx: number;
}

/** A draft whose title is set. */
export type SetDraft = CoverDraft & { readonly title: Fitted };

/** The look of a cover, with its brand: where its picture and its words stand, and in which colours. */
export interface Template {
	/** As requests name it. */
	readonly version: string;
	/** 64 hex digits; another one means that covers look otherwise. */
	readonly fingerprint: string;
	readonly sizePx: number;
	/** Rows that are compressed together. */
	readonly bandRows: number;
	/** Null for a cover without a picture. */
	readonly picture: PicturePlace | null;
	readonly scripts: ScriptRange;
	readonly isMirrored: boolean;
	/** The same for words that are read from the right. */
	readonly mirrored: Template | null;
	/** Whether it has a line for what follows ` · ` in the category. */
	readonly hasByline: boolean;
	category(draft: CoverDraft): TextSetting;
	byline(draft: CoverDraft): TextSetting;
	subtitle(draft: CoverDraft): TextSetting;
	/** What label and subtitle leave. */
	title(draft: CoverDraft): TextSetting;
	/** Everything that is drawn over the background, in order. */
	place(draft: SetDraft): readonly Mark[];
	/** @param frame of the picture's size; it may be drawn on where it is */
	prepare(frame: Pixels | null): Background;
}
