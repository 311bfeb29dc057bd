import { CopydeskError } from '@copydesk/domain/errors';
import { ffSquare } from '../template/ffSquare.ts';
import type { Step } from './draft.ts';
import { heightAbove, heightBelow } from './placeTexts.ts';
import { setText } from './setText.ts';

/** As large as the ladder, the width and the height between label and subtitle allow. Throws for a title of nothing visible. */
export const setTitle: Step = (draft) => {
	if (draft.text.title === '')
		throw new CopydeskError('invalid_request', 'blank title', {
			fields: [{ path: 'title', message: 'Expected a title that can be seen' }],
		});
	const { title, marginPx, sizePx } = ffSquare;
	const style = { faces: draft.workshop.typeface.title, trackingEm: title.trackingEm };
	const availablePx = ffSquare.textBottomY - ffSquare.textTopY - heightAbove(draft) - heightBelow(draft);
	return setText(draft, 'title', { ...title, style, widthPx: sizePx - 2 * marginPx }, availablePx);
};
