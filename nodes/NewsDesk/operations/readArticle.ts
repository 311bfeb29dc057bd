import { NEWS_FALLBACK_WINDOW_DAYS, NEWS_WINDOW_DAYS } from '../../../domain/limits.ts';
import { refusalOfArticle, refusalOfReader, type ArticleRefusal } from '../../../domain/news/article.ts';
import { missingSource } from '../../../domain/material/work.ts';
import { materialOf, optionalNumber, requiredText, textField, travelling } from '../../shared/fields.ts';
import { problem } from '../../shared/material.ts';
import { readableSettingsOf } from '../../shared/news.ts';
import type { Operation } from '../../shared/operation.ts';
import type { ReadSource } from '../../shared/item.ts';
import { read } from '../reading.ts';

/**
 * Reads the article of a draft, whole or not at all. A draft that has its blocks is passed on. What the reader refuses for
 * good, or what is not what was offered, goes to `reject`; what may succeed later to `failed`.
 */
export const readArticle: Operation = {
	option: {
		name: 'Read Article',
		value: 'readArticle',
		description: 'Read the article of a draft through the reader',
		action: 'Read an article',
	},
	fields: [
		textField('link', 'Link', 'material.link', 'Address of the article'),
		{
			displayName: 'Window in Days',
			name: 'windowDays',
			type: 'number',
			default: 0,
			description: 'The window that the item was offered in, 7 or 30. Leave 0 to read <code>batch.window_days</code> of the item.',
		},
	],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		if (missingSource(materialOf(context, itemIndex)) !== 'article') return { json: { ...item, next: 'ready' } };
		const refused = ({ code, retry, detail }: ArticleRefusal) => ({
			json: { ...item, next: retry === 'later' ? 'failed' : 'reject', problem: { ...problem(code, 'source', detail), retry } },
		});

		const url = requiredText(context, itemIndex, 'link', 'material.link');
		const reading = await read(context, itemIndex, '/v1/articles', { url });
		if (!reading.ok) return refused(refusalOfReader(reading.refusal));
		const { canonical_url, title, site, language, published_at, paywalled, blocks } = reading.body;
		const windowDays = optionalNumber(context, itemIndex, 'windowDays', 'batch.window_days');
		const refusal = refusalOfArticle(
			reading.body,
			windowDays === NEWS_WINDOW_DAYS ? NEWS_WINDOW_DAYS : NEWS_FALLBACK_WINDOW_DAYS,
			readableSettingsOf(context, itemIndex).policy,
			Date.now(),
		);
		if (refusal !== null) return refused(refusal);
		const source: ReadSource = { link: canonical_url, title, site, language, published_at, paywalled, blocks };
		return { json: { ...item, source, next: 'keep' } };
	},
};
