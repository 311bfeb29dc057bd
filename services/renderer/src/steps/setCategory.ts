import type { CoverDraft, Step } from './draft.ts';
import { setText } from './setText.ts';

const BETWEEN = ' · ';

/** Sets the label in one line; the text after a dot may have its own line. */
export const setCategory: Step = (draft) => {
	const { template, text } = draft;
	const at = template.hasByline ? text.category.indexOf(BETWEEN) : -1;
	if (at < 0) return setText(draft, 'category', template.category(draft));
	// Each of the two chooses fonts and sizes by its own letters.
	const only = (category: string): CoverDraft => ({ ...draft, text: { ...text, category } });
	const label = only(text.category.slice(0, at));
	const labelled = setText(label, 'category', template.category(label));
	const line = { ...only(text.category.slice(at + BETWEEN.length)), refusals: labelled.refusals };
	const bylined = setText(line, 'category', template.byline(line));
	const { category: byline, refusals } = bylined;
	return { ...labelled, text, refusals, ...(byline === undefined ? {} : { byline }) };
};
