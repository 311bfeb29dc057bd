import type { Step } from './draft.ts';
import { setText } from './setText.ts';

const BETWEEN = ' · ';

/** Sets the label in one line; the text after a dot may have its own line. */
export const setCategory: Step = (draft) => {
	const { template, text } = draft;
	const at = template.hasByline ? text.category.indexOf(BETWEEN) : -1;
	if (at < 0) return setText(draft, 'category', template.category(draft));
	const labelled = setText(draft, 'category', template.category(draft), text.category.slice(0, at));
	const bylined = setText(
		{ ...draft, refusals: labelled.refusals },
		'category',
		template.byline(draft),
		text.category.slice(at + BETWEEN.length),
	);
	const { category: byline, refusals } = bylined;
	return { ...labelled, refusals, ...(byline === undefined ? {} : { byline }) };
};
