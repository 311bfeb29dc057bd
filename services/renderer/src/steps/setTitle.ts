import { CopydeskError } from '@copydesk/domain/errors';
import { withSoftHyphens } from '../layout/hyphens.ts';
import type { CoverDraft, Step } from './draft.ts';
import { setText } from './setText.ts';

/** Throws for a title without a visible character. */
export const setTitle: Step = (draft) => {
	if (draft.text.title === '')
		throw new CopydeskError('invalid_request', 'blank title', {
			fields: [{ path: 'title', message: 'Expected a title that can be seen' }],
		});
	const { isOptional = false } = draft.template.subtitle(draft).rule;
	if (!isOptional) return titled(draft);
	const beside = hyphenated(draft);
	if (draft.subtitle === undefined) return beside;
	// The title is what people read in a list of posts: a subtitle must not take too much of its size.
	const { subtitle: _, ...without } = draft;
	const alone = hyphenated(without);
	return (beside.title?.fontPx ?? 0) >= LEAST_SHARE * (alone.title?.fontPx ?? 0) && beside.title !== undefined ? beside : alone;
};

/** The least share of its size that a title keeps beside a subtitle. */
const LEAST_SHARE = 0.7;

/** A long word is split if that makes the title so much larger. */
const GAIN = 1.3;

const titled = (draft: CoverDraft, title = draft.text.title): CoverDraft => setText(draft, 'title', draft.template.title(draft), title);

function hyphenated(draft: CoverDraft): CoverDraft {
	const whole = titled(draft);
	const split = withSoftHyphens(draft.text);
	if (split === draft.text.title) return whole;
	const parted = titled(draft, split);
	return parted.title !== undefined && parted.title.fontPx >= GAIN * (whole.title?.fontPx ?? 0) ? parted : whole;
}
