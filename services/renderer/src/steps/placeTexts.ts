import { CopydeskError } from '@copydesk/domain/errors';
import type { Fitted } from '../layout/fit.ts';
import { ffSquare } from '../template/ffSquare.ts';
import type { CoverDraft, PlacedDraft, Refusal, Step } from './draft.ts';

/** Height above the title: the label, or the accent rule alone, and the gap below it. */
export function heightAbove({ category }: CoverDraft): number {
	const {
		rule,
		category: { gapBelowPx },
	} = ffSquare;
	return gapBelowPx + Math.max(rule.heightPx, category?.heightPx ?? 0);
}

/** Height below the title: the gap and the subtitle. */
export function heightBelow({ subtitle }: CoverDraft): number {
	return subtitle === undefined ? 0 : ffSquare.subtitle.gapAbovePx + subtitle.heightPx;
}

/** Stacks the texts upwards from the lower margin; a low stack is centred in the panel. Throws when a text could not be set. */
export const placeTexts: Step<CoverDraft, PlacedDraft> = (draft) => {
	const { category, title, subtitle, refusals } = draft;
	if (refusals.length > 0 || title === undefined) throw refused(refusals);
	const heightPx = heightAbove(draft) + title.heightPx + heightBelow(draft);
	const bottomY = Math.min(ffSquare.textBottomY, ffSquare.panelCentreY + Math.ceil(heightPx / 2));
	const topY = bottomY - heightPx;
	const categoryBaselineY = topY + (category?.topPx ?? ffSquare.rule.heightPx);
	const capHeightPx = category === undefined ? ffSquare.rule.heightPx : ffSquare.category.capHeightEm * category.fontPx;
	return {
		...draft,
		title,
		placement: {
			ruleY: categoryBaselineY - Math.round(capHeightPx / 2),
			categoryBaselineY,
			titleBaselineY: firstBaseline(title, bottomY - heightBelow(draft)),
			subtitleBaselineY: subtitle === undefined ? bottomY : firstBaseline(subtitle, bottomY),
		},
	};
};

function firstBaseline({ heightPx, topPx }: Fitted, bottomY: number): number {
	return bottomY - heightPx + topPx;
}

/** A letter that can't be drawn is told before a line that is too long: the text has to change in any case. */
function refused(refusals: readonly Refusal[]): CopydeskError {
	const code = refusals.some((refusal) => refusal.code === 'unsupported_character') ? 'unsupported_character' : 'layout_overflow';
	const fields = refusals.filter((refusal) => refusal.code === code).map(({ path, message }) => ({ path, message }));
	return new CopydeskError(code, fields.map(({ path, message }) => `${path} ${message}`).join('; '), { fields });
}
