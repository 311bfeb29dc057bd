import { contextOf, travelling } from '../../shared/fields.ts';
import { newsOf } from '../../shared/news.ts';
import type { Operation } from '../../shared/operation.ts';
import { askOrThrow } from '../../shared/transport.ts';

/** Asks which of the addresses were published, are in work or on offer. */
export const known: Operation = {
	option: {
		name: 'Ask What Is Known',
		value: 'known',
		description: 'Ask which addresses were published, are in work or on offer',
		action: 'Ask which news are known',
	},
	fields: [],
	async run(context, itemIndex) {
		const news = newsOf(context, itemIndex);
		const { canonical_urls } = news;
		const request = { _svc: contextOf(context, itemIndex), canonical_urls };
		// Nothing to ask about is not asked about.
		const answer = canonical_urls.length === 0 ? { known: [] } : await askOrThrow(context, itemIndex, '/news/known', request);
		return { json: { ...travelling(context, itemIndex), news: { ...news, known: answer.known } } };
	},
};
