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

/** What sets the words, in order; `placeTexts` then decides whether they can be shown. */
const settingSteps: readonly Step[] = [cleanText, setCategory, setSubtitle, setTitle];

/** How the words of a cover are set. A subtitle that is empty has no line and no size. */
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
	/** `ff-square-0.1` when absent; the one that the background was prepared for. */
	readonly template?: Template;
	/** What `openFonts` gave for this text. */
	readonly fonts?: OpenedFonts | undefined;
	/** Looked at between two steps; after it the cover is given up with `busy`. Milliseconds by `now`. */
	readonly deadlineMs?: number;
	/** A clock in milliseconds; `performance.now` when absent. */
	readonly now?: () => number;
}

/** Makes covers. Pure computing; no file is read after `createRenderer`. One for each thread. */
export interface Renderer {
	/** Of `ff-square-0.1`; 64 hex digits. */
	readonly templateFingerprint: string;
	/**
	 * Undefined as long as its brand was not added. For words that are read from the right it is the mirrored one.
	 * @throws TypeError for a name that no template has
	 */
	template(version: string, text?: CoverText): Template | undefined;
	/** Reads what the letters of a text need beside the desk's fonts; without it they are refused. Undefined where they need nothing. */
	openFonts(text: CoverText): Promise<OpenedFonts | undefined>;
	/**
	 * @param bytes the stored form of a brand
	 * @param isNew it is judged; a stored one was
	 * @throws CopydeskError invalid_request with a field error for each rule that it breaks
	 */
	addBrand(bytes: Uint8Array, isNew: boolean): void;
	/**
	 * All of a cover that doesn't depend on its words. Holds plain data only: may be kept, cloned and written down,
	 * as long as the template's fingerprint stays.
	 * @param frame the illustration cut to the template's picture, null where it has none; it may be drawn on where it is
	 */
	prepareBackground(frame: Pixels | null, template?: Template): Background;
	/**
	 * @param text within the bounds of the cover request; any normal form
	 * @throws CopydeskError `unsupported_character` or `layout_overflow` with a field error for each text, `busy` after the deadline
	 */
	renderCover(text: CoverText, background: Background, options?: CoverOptions): Cover;
	/** Sets the words as `renderCover` would, and draws nothing; throws the same. */
	setTexts(text: CoverText, options?: CoverOptions): Setting;
}

/** Reads fonts and built-in illustration; throws when one is missing. About 100 ms. */
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

/** Takes one step, unless the deadline passed before it. */
function stepping({ deadlineMs = Infinity, now = performanceNow }: CoverOptions) {
	return <Before extends CoverDraft, After extends Before>(step: Step<Before, After>, draft: Before): After => {
		if (now() > deadlineMs) throw new CopydeskError('busy', `the deadline passed before ${step.name}`);
		return step(draft);
	};
}

/** The words where they stand. @throws CopydeskError when they cannot be shown */
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
	// What doesn't depend on the words is done before, once: see `prepareBackground`.
	const painted = take(paintTexts, placed(take, first));
	const composedMs = now();
	const { png } = take(encodePng, painted);
	return { ...settingOf(painted), png, composeMs: composedMs - startedMs, encodeMs: now() - composedMs };
}
