import { ffSquare } from '../template/ffSquare.ts';
import type { Step } from './draft.ts';
import { heightAbove, heightBelow } from './placeTexts.ts';
import { setText } from './setText.ts';

/** As large as the ladder, the width and the height between label and subtitle allow. */
export const setTitle: Step = (draft) => {
	const { headline, title, marginPx, sizePx } = ffSquare;
	const { typeface } = draft.workshop;
	const widthPx = sizePx - 2 * marginPx;
	const availablePx = ffSquare.textBottomY - ffSquare.textTopY - heightAbove(draft) - heightBelow(draft);
	return setText(draft, 'title', [
		{ ...headline, style: { faces: typeface.headline, trackingEm: headline.trackingEm }, widthPx },
		{ ...title, style: { faces: typeface.title, trackingEm: title.trackingEm }, widthPx },
	], availablePx);
};
