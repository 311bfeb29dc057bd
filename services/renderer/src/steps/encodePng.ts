import { assemblePng, type BandEncoder, type EncodedBand } from '../png/index.ts';
import { ffSquare } from '../template/ffSquare.ts';
import type { Step } from './draft.ts';

/** Encodes the bands that the words touched and joins them with the background's, which wait encoded. */
export const encodePng: Step = (draft) => {
	const { pixels, firstRow } = draft.painted!;
	const bands = [...draft.background.bands];
	encodeBands(pixels, draft.workshop.encoder).forEach((band, i) => {
		bands[firstRow / ffSquare.bandRows + i] = band;
	});
	return { ...draft, png: assemblePng(bands, ffSquare.sizePx, ffSquare.sizePx) };
};

/**
 * Bands that are alike, as the panel's are, are encoded once.
 * @param pixels whole bands of full-width rows
 */
export function encodeBands(pixels: Uint8Array, encoder: BandEncoder): EncodedBand[] {
	const bandBytes = ffSquare.bandRows * ffSquare.sizePx * 3;
	const bands: EncodedBand[] = [];
	for (let at = 0; at < pixels.length; at += bandBytes) {
		const band = pixels.subarray(at, at + bandBytes);
		const last = bands.at(-1);
		const isLikeLast = last !== undefined && Buffer.compare(band, pixels.subarray(at - bandBytes, at)) === 0;
		bands.push(isLikeLast ? last : encoder.encode(band));
	}
	return bands;
}
