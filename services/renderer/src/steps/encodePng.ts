import { encodeBands } from '@copydesk/renderer-core';
import { finishPng, openPng, type PngOpening } from '../png/index.ts';
import { ffSquare } from '../template/ffSquare.ts';
import type { Background, EncodedDraft, PaintedDraft, Step, Workshop } from './draft.ts';

/** Encodes the bands that the words touched and joins them with the background's, which wait encoded. */
export const encodePng: Step<PaintedDraft, EncodedDraft> = (draft) => {
	const { workshop, background } = draft;
	const { pixels, firstRow } = draft.painted;
	const touched = encodeBands(pixels, ffSquare.bandRows);
	const bands = [...background.bands];
	bands.splice(firstRow / ffSquare.bandRows, touched.length, ...touched);
	return { ...draft, png: finishPng(openingOf(background, workshop), bands.slice(outOfReach(background))) };
};

/** The beginning that all covers of a background share. */
function openingOf(background: Background, { openings }: Workshop): PngOpening {
	const opening = openings.get(background) ?? openPng(background.bands.slice(0, outOfReach(background)), ffSquare.sizePx, ffSquare.sizePx);
	openings.set(background, opening);
	return opening;
}

/** Bands above the rows that words can reach. */
const outOfReach = ({ groundFirstRow }: Background): number => groundFirstRow / ffSquare.bandRows;
