import { ffSquare } from '../template/ffSquare.ts';
import type { Step } from './draft.ts';
import { setText } from './setText.ts';

/** The label: one line beside the accent rule. */
export const setCategory: Step = (draft) => {
	const { category, marginPx, rule, sizePx } = ffSquare;
	const widthPx = sizePx - 2 * marginPx - rule.widthPx - rule.gapPx;
	const style = { faces: draft.workshop.typeface.label, trackingEm: category.trackingEm };
	return setText(draft, 'category', { ...category, style, widthPx }, 2 * category.ladderPx[0]);
};
