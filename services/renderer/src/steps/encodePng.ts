import { encodeBands, finishPng, openPng, type PngOpening } from '../png/index.ts';
import { ffSquare } from '../template/ffSquare.ts';
import type { Background, Step, Workshop } from './draft.ts';

/** Encodes the bands that the words touched and joins them with the background's, which wait encoded. */
export const encodePng: Step = (draft) => {
	const { background, workshop } = draft;
	const { pixels, firstRow } = draft.painted!;
	const before = firstRow / ffSquare.bandRows;
	const touched = encodeBands(pixels, ffSquare.sizePx * 3, ffSquare.bandRows);
	const after = background.bands.slice(before + touched.length);
	return { ...draft, png: finishPng(openingOf(background, before, workshop), [...touched, ...after]) };
};

function openingOf(background: Background, bands: number, { openings }: Workshop): PngOpening {
	const known = openings.get(background) ?? new Map<number, PngOpening>();
	openings.set(background, known);
	const opening = known.get(bands) ?? openPng(background.bands.slice(0, bands), ffSquare.sizePx, ffSquare.sizePx);
	known.set(bands, opening);
	return opening;
}
