import { CopydeskError } from '@copydesk/domain/errors';
import { encodeBands, openCanvas, type Pixels } from '@copydesk/renderer-core';
import { loadTypeface } from './fonts/typeface.ts';
import type { PngFile } from './png/index.ts';
import { cleanText } from './steps/cleanText.ts';
import type { Background, CoverDraft, CoverText, Step, Workshop } from './steps/draft.ts';
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

/** What decides whether the words can be shown, and how large. */
const settingSteps: readonly Step[] = [cleanText, setCategory, setSubtitle, setTitle, placeTexts];

/** A cover, in the order it is made. What doesn't depend on the words is done before, once: see `prepareBackground`. */
export const coverSteps: readonly Step[] = [...settingSteps, paintTexts, encodePng];

/** Steps up to this one compose; the rest encodes. */
const LAST_COMPOSING_STEP: Step = paintTexts;

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
		setTexts: (text, options = {}) => settingOf(taken(settingSteps, { text, workshop, refusals: [] }, options)),
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
	const [panelBand] = encodeBands(panel, bandRows);
	while (bands.length * bandRows < sizePx) bands.push(panelBand!);
	return { ground, groundFirstRow, ink, bands };
}

/** The draft after these steps. @param after told of each step that is done */
function taken(
	steps: readonly Step[],
	first: CoverDraft,
	{ deadlineMs = Infinity, now = performanceNow }: CoverOptions,
	after: (step: Step) => void = () => undefined,
): CoverDraft {
	let draft = first;
	for (const step of steps) {
		if (now() > deadlineMs) throw new CopydeskError('busy', `the deadline passed before ${step.name}`);
		draft = step(draft);
		after(step);
	}
	return draft;
}

const performanceNow = (): number => performance.now();

const settingOf = ({ title, subtitle }: CoverDraft): Setting => ({
	lines: { title: title!.lines.length, subtitle: subtitle?.lines.length ?? 0 },
	titleFontPx: title!.fontPx,
	subtitleFontPx: subtitle?.fontPx ?? 0,
});

function renderCover(text: CoverText, background: Background, workshop: Workshop, options: CoverOptions): Cover {
	const { now = performanceNow } = options;
	const startedMs = now();
	let composedMs = startedMs;
	const draft = taken(coverSteps, { text, background, workshop, refusals: [] }, options, (step) => {
		if (step === LAST_COMPOSING_STEP) composedMs = now();
	});
	return { ...settingOf(draft), png: draft.png!, composeMs: composedMs - startedMs, encodeMs: now() - composedMs };
}
