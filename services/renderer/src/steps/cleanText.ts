import type { Step } from './draft.ts';

/**
 * Composes the text (NFC), so that equal texts give equal covers however they were typed. Trims it, because outer space would shift a
 * line. A text of white space and invisible characters counts as empty.
 */
export const cleanText: Step = (draft) => {
	const { title, subtitle, category } = draft.text;
	return { ...draft, text: { title: clean(title), subtitle: clean(subtitle), category: clean(category) } };
};

const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

export function clean(text: string): string {
	return VISIBLE.test(text) ? text.normalize('NFC').trim() : '';
}
