import { CopydeskError } from '@copydesk/domain/errors';
import { TEMPLATE_VERSION } from '@copydesk/domain/limits';
import type { Pixels } from '@copydesk/renderer-core';
import { type OpenedFonts, openScriptFonts } from './fonts/scriptFonts.ts';
import { loadTypeface } from './fonts/typeface.ts';
import { isRightToLeft } from './layout/scripts.ts';
import type { PngFile } from './png/index.ts';
import { cleanText } from './steps/cleanText.ts';
import type { Background, CoverDraft, CoverText, DrawableDraft, PlacedDraft, Step, Workshop } from './steps/draft.ts';
import { encodePng } from './steps/encodePng.ts';
import { paintTexts } from './steps/paintTexts.ts';
import { placeTexts } from './steps/placeTexts.ts';
import { setCategory } from './steps/setCategory.ts';
import { setSubtitle } from './steps/setSubtitle.ts';
import { setTitle } from './steps/setTitle.ts';
import type { Template } from './template/template.ts';
import { openTemplates } from './template/templates.ts';

export type { Background, CoverText } from './steps/draft.ts';

/** The steps that set the words, in order; `placeTexts` then decides whether they can be shown. */
const settingSteps: readonly Step[] = [cleanText, setCategory, setSubtitle, setTitle];

/** How the words of a cover are set. An empty subtitle has no lines and no size. */
export interface Setting {
	readonly lines: { readonly title: number; readonly subtitle: number };
	readonly titleFontPx: number;
	readonly subtitleFontPx: number;
}

export interface Cover extends Setting {
	/** A whole PNG file, 1080×1080, 8-bit RGB. */
	readonly png: PngFile;
	/** Milliseconds by `now`. */
	readonly composeMs: number;
	readonly encodeMs: number;
}

interface CoverOptions {
	/** `ff-square-0.1` if absent. Must be the template of the prepared background. */
	readonly template?: Template;
	/** The result of `openFonts` for this text. */
	readonly fonts?: OpenedFonts | undefined;
	/** Checked between steps: after it the cover is given up with `busy`. Milliseconds by `now`. */
	readonly deadlineMs?: number;
	/** A clock in milliseconds; `performance.now` if absent. */
	readonly now?: () => number;
}

/** Makes covers. Only computes: reads no file after `createRenderer`. One per thread. */
export interface Renderer {
	/** The fingerprint of `ff-square-0.1`; 64 hex digits. */
	readonly templateFingerprint: string;
	/**
	 * Undefined until its brand is added. For right-to-left words it is the mirrored template.
	 * @throws TypeError for an unknown template name
	 */
	template(version: string, text?: CoverText): Template | undefined;
	/**
	 * Loads the fonts that the letters of a text need besides the desk's; without them the letters are refused. Undefined if none is
	 * needed.
	 */
	openFonts(text: CoverText): Promise<OpenedFonts | undefined>;
	/**
	 * @param bytes the stored form of a brand
	 * @param isNew whether to judge it; a stored brand was judged before
	 * @throws CopydeskError invalid_request with a field error for each broken rule
	 */
	addBrand(bytes: Uint8Array, isNew: boolean): Promise<void>;
	/**
	 * Everything of a cover that does not depend on its words. It is plain data: it may be stored and cloned while the template's
	 * fingerprint stays the same.
	 * @param frame the illustration cut to the template's picture, or null without one; may be drawn on in place
	 */
	prepareBackground(frame: Pixels | null, template?: Template): Background;
	/**
	 * @param text within the limits of the cover request; any normal form
	 * @throws CopydeskError `unsupported_character` or `layout_overflow` with a field error for each text, `busy` after the deadline
	 */
	renderCover(text: CoverText, background: Background, options?: CoverOptions): Cover;
	/** Sets the words like `renderCover`, without drawing; throws the same errors. */
	setTexts(text: CoverText, options?: CoverOptions): Setting;
}

/** Reads fonts and the built-in illustration; throws if one is missing. Takes about 100 ms. */
export function createRenderer(): Renderer {
	const typeface = loadTypeface();
	const workshop: Workshop = { typeface, openings: new WeakMap() };
	const templates = openTemplates(typeface);
	const standard = templates.find(TEMPLATE_VERSION)!;
	return {
		templateFingerprint: standard.fingerprint,
		template(version, text) {
			const template = templates.find(version);
			const isFromRight = text !== undefined && isRightToLeft([text.title, text.subtitle, text.category]);
			return isFromRight ? (template?.mirrored ?? template) : template;
		},
		openFonts: ({ title, subtitle, category }) => openScriptFonts(`${title} ${subtitle} ${category}`.normalize('NFC')),
		addBrand: (bytes, isNew) => templates.addBrand(bytes, isNew),
		prepareBackground: (frame, by = standard) => by.prepare(frame),
		renderCover: (text, background, options = {}) =>
			renderCover({ text, background, template: options.template ?? standard, workshop, refusals: [], fonts: options.fonts }, options),
		setTexts: (text, options = {}) =>
			settingOf(placed(stepping(options), { text, template: options.template ?? standard, workshop, refusals: [], fonts: options.fonts })),
	};
}

/** Runs one step, unless the deadline has passed. */
function stepping({ deadlineMs = Infinity, now = performanceNow }: CoverOptions) {
	return <Before extends CoverDraft, After extends Before>(step: Step<Before, After>, draft: Before): After => {
		if (now() > deadlineMs) throw new CopydeskError('busy', `the deadline passed before ${step.name}`);
		return step(draft);
	};
}

/** The words with their positions. @throws CopydeskError if they cannot be shown */
function placed<Draft extends CoverDraft>(take: ReturnType<typeof stepping>, first: Draft): Draft & PlacedDraft {
	const set = settingSteps.reduce<CoverDraft>((draft, step) => take(step, draft), first);
	return { ...first, ...take(placeTexts, set) };
}

const performanceNow = (): number => performance.now();

const settingOf = ({ title, subtitle }: PlacedDraft): Setting => ({
	lines: { title: title.lines.length, subtitle: subtitle?.lines.length ?? 0 },
	titleFontPx: title.fontPx,
	subtitleFontPx: subtitle?.fontPx ?? 0,
});

function renderCover(first: CoverDraft & Pick<DrawableDraft, 'background'>, options: CoverOptions): Cover {
	const { now = performanceNow } = options;
	const take = stepping(options);
	const startedMs = now();
	// Everything that does not depend on the words was prepared once: see `prepareBackground`.
	const painted = take(paintTexts, placed(take, first));
	const composedMs = now();
	const { png } = take(encodePng, painted);
	return { ...settingOf(painted), png, composeMs: composedMs - startedMs, encodeMs: now() - composedMs };
}
