import { CopydeskError } from '@copydesk/domain/errors';
import { encodeBands, openCanvas, type Pixels } from '@copydesk/renderer-core';
import { loadTypeface } from './fonts/typeface.ts';
import type { PngFile } from './png/index.ts';
import { cleanText } from './steps/cleanText.ts';
import type { Background, CoverDraft, CoverText, PlacedDraft, Step, Workshop } from './steps/draft.ts';
import { encodePng } from './steps/encodePng.ts';
import { paintTexts } from './steps/paintTexts.ts';
import { placeTexts } from './steps/placeTexts.ts';
import { setCategory } from './steps/setCategory.ts';
import { setSubtitle } from './steps/setSubtitle.ts';
import { setTitle } from './steps/setTitle.ts';
import { fillPixels, sinkFrame } from './template/background.ts';
import { ffSquare } from './template/ffSquare.ts';
import { templateFingerprint } from './template/fingerprint.ts';

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
	/** Looked at between two steps; after it the cover is given up with `busy`. Milliseconds by `now`. */
	readonly deadlineMs?: number;
	/** A clock in milliseconds; `performance.now` when absent. */
	readonly now?: () => number;
}

/** Makes covers. Pure computing; no file is read after `createRenderer`. One for each thread. */
export interface Renderer {
	/** 64 hex digits; another one means that covers look otherwise. */
	readonly templateFingerprint: string;
	/**
	 * All of a cover that doesn't depend on its words. Holds plain data only: may be kept, cloned and written down,
	 * as long as the fingerprint stays.
	 * @param frame the illustration cut to 1080×720; it is sunk into the ink where it is
	 */
	prepareBackground(frame: Pixels): Background;
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
	const workshop: Workshop = { typeface: loadTypeface(), openings: new WeakMap() };
	return {
		templateFingerprint: templateFingerprint(),
		prepareBackground,
		renderCover: (text, background, options = {}) => renderCover(text, background, workshop, options),
		setTexts: (text, options = {}) => settingOf(placed(stepping(options), text, workshop)),
	};
}

function prepareBackground(frame: Pixels): Background {
	const { sizePx, textTopY, bandRows } = ffSquare;
	const ink = sinkFrame(frame);
	const bands = encodeBands(frame, bandRows);
	const groundFirstRow = Math.floor(textTopY / bandRows) * bandRows;
	const ground = frame.view.bytes.slice(groundFirstRow * sizePx * 3);
	const panel = openCanvas(sizePx, bandRows);
	fillPixels(panel.view.bytes, ink);
	const panelBands = encodeBands(panel, bandRows);
	while (bands.length * bandRows < sizePx) bands.push(...panelBands);
	return { ground, groundFirstRow, ink, bands };
}

/** Takes one step, unless the deadline passed before it. */
function stepping({ deadlineMs = Infinity, now = performanceNow }: CoverOptions) {
	return <Before extends CoverDraft, After extends Before>(step: Step<Before, After>, draft: Before): After => {
		if (now() > deadlineMs) throw new CopydeskError('busy', `the deadline passed before ${step.name}`);
		return step(draft);
	};
}

/** The words where they stand. @throws CopydeskError when they cannot be shown */
function placed(take: ReturnType<typeof stepping>, text: CoverText, workshop: Workshop): PlacedDraft {
	const first: CoverDraft = { text, workshop, refusals: [] };
	return take(
		placeTexts,
		settingSteps.reduce((draft, step) => take(step, draft), first),
	);
}

const performanceNow = (): number => performance.now();

const settingOf = ({ title, subtitle }: PlacedDraft): Setting => ({
	lines: { title: title.lines.length, subtitle: subtitle?.lines.length ?? 0 },
	titleFontPx: title.fontPx,
	subtitleFontPx: subtitle?.fontPx ?? 0,
});

function renderCover(text: CoverText, background: Background, workshop: Workshop, options: CoverOptions): Cover {
	const { now = performanceNow } = options;
	const take = stepping(options);
	const startedMs = now();
	// What doesn't depend on the words is done before, once: see `prepareBackground`.
	const painted = take(paintTexts, { ...placed(take, text, workshop), background });
	const composedMs = now();
	const { png } = take(encodePng, painted);
	return { ...settingOf(painted), png, composeMs: composedMs - startedMs, encodeMs: now() - composedMs };
}
