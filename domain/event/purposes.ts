/** What an external request may be for, and whether it costs money: a paid one is never repeated by itself. */
export const purposes = {
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

export function isPaid(purpose: Purpose): boolean {
	return purposes[purpose] === 'paid';
}
