import { encodeSomeBands } from '@copydesk/renderer-core';
import { finishPng, openPng, type PngOpening } from '../png/index.ts';
import type { EncodedDraft, PaintedDraft, Step } from './draft.ts';

/** Encodes the bands that the words touched, and joins them with the background's encoded ones. */
export const encodePng: Step<PaintedDraft, EncodedDraft> = (draft) => {
	const { background, template } = draft;
	const { pixels, firstRow } = draft.painted;
	const firstBand = firstRow / template.bandRows;
	const isTouched = (band: number): boolean => draft.touchedBands.has(firstBand + band);
	const touched = encodeSomeBands(pixels, template.bandRows, isTouched, template.picture === null);
	const bands = background.bands.map((band, i) => touched[i - firstBand] ?? band);
	return { ...draft, png: finishPng(openingOf(draft), bands.slice(outOfReach(draft))) };
};

/** The common beginning of all covers of a background. */
function openingOf(draft: PaintedDraft): PngOpening {
	const {
		background,
		template: { sizePx },
		workshop: { openings },
	} = draft;
	const opening = openings.get(background) ?? openPng(background.bands.slice(0, outOfReach(draft)), sizePx, sizePx);
	openings.set(background, opening);
	return opening;
}

/** The number of bands above the rows that words can touch. */
const outOfReach = ({ background, template }: PaintedDraft): number => background.groundFirstRow / template.bandRows;
