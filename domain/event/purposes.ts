/** What our graphs ask for, and whether it costs money: a paid request is never repeated by itself. */
export const purposes = {
	brief: 'paid',
	transcription: 'paid',
	text_generate: 'paid',
	text_revise: 'paid',
	text_shorten: 'paid',
	caption_check: 'paid',
	caption_recheck: 'paid',
	classification: 'paid',
	facts_extract: 'paid',
	illustration: 'paid',
	image_import: 'free',
	cover_render: 'free',
	read_feed: 'free',
	read_article: 'free',
} as const;

export type Purpose = keyof typeof purposes;

/** A purpose that is not listed here counts as paid, to be on the safe side. */
export function isPaid(purpose: string): boolean {
	return !Object.hasOwn(purposes, purpose) || purposes[purpose as Purpose] === 'paid';
}
