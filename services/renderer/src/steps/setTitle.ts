import { ffSquare } from '../template/ffSquare.ts';
import type { Step } from './draft.ts';
import { heightAbove, heightBelow } from './placeTexts.ts';
import { setText } from './setText.ts';

/** As large as the ladder, the width and the height between label and subtitle allow. */
export const setTitle: Step = (draft) => {
	const { title, marginPx, sizePx } = ffSquare;
	const style = { faces: draft.workshop.typeface.title, trackingEm: title.trackingEm };
	const availablePx = ffSquare.textBottomY - ffSquare.textTopY - heightAbove(draft) - heightBelow(draft);
	return setText(draft, 'title', { ...title, style, widthPx: sizePx - 2 * marginPx }, availablePx);
};
