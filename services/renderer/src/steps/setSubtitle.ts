import { ffSquare } from '../template/ffSquare.ts';
import type { Step } from './draft.ts';
import { setText } from './setText.ts';

/** Before the title, which takes the height that is left. */
export const setSubtitle: Step = (draft) => {
	const { subtitle, marginPx, sizePx } = ffSquare;
	const style = { faces: draft.workshop.typeface.subtitle, trackingEm: subtitle.trackingEm };
	return setText(draft, 'subtitle', { ...subtitle, style, widthPx: sizePx - 2 * marginPx }, 4 * subtitle.ladderPx[0]);
};
