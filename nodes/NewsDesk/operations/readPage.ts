import { problemOfReader } from '../../../domain/news/article.ts';
import { addressesOf, itemOfPage } from '../../../domain/news/page.ts';
import { isHostAllowed } from '../../../domain/news/policy.ts';
import { requiredText, textField, travelling } from '../../shared/fields.ts';
import { newsSettingsOf, searchFailed } from '../../shared/news.ts';
import type { Operation } from '../../shared/operation.ts';
import type { NewsSearch } from '../../shared/item.ts';
import { read } from '../reading.ts';

/** Reads the page that somebody sent, and goes on with it as with an item of a feed. What cannot be read is said, and nothing goes on. */
export const readPage: Operation = {
	option: {
		name: 'Read Page',
		value: 'readPage',
		description: 'Read the page of a link that somebody sent, as the one item of a search',
		action: 'Read a page',
	},
	fields: [textField('link', 'Link', 'link', 'Address of the page')],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const failed = (code: string, detail?: string) => ({ json: searchFailed(context, itemIndex, code, detail) });
		const settings = newsSettingsOf(item);
		if (!settings.ok) return failed(settings.code, settings.detail);

		const link = requiredText(context, itemIndex, 'link', 'link');
		const reading = await read(context, itemIndex, '/v1/articles', { url: link });
		if (!reading.ok) return failed(problemOfReader(reading.refusal.code), reading.refusal.detail);
		// Where the link leads, not only what the page names as its own.
		const { hostname, host } = new URL(reading.body.final_url);
		if (!isHostAllowed(hostname, settings.settings.policy)) return failed('host_denied', host);

		// Written as the services take it, because people send addresses in their own letters too.
		const page = itemOfPage(new URL(link).href, reading.body);
		const read_at = new Date().toISOString();
		const news: NewsSearch = { topic: null, link, read_at, items: [page], refused: [], canonical_urls: addressesOf(page) };
		return { json: { ...item, news, next: 'read' } };
	},
};
