import type { Step } from './draft.ts';

/**
 * Composed (NFC), so that equal texts give equal covers however they were typed, and without the space around,
 * which would push a line off its margin. A text of nothing but space and invisible signs is no text.
 */
export const cleanText: Step = (draft) => {
	const { title, subtitle, category } = draft.text;
	return { ...draft, text: { title: clean(title), subtitle: clean(subtitle), category: clean(category) } };
};

const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

function clean(text: string): string {
	return VISIBLE.test(text) ? text.normalize('NFC').trim() : '';
}
