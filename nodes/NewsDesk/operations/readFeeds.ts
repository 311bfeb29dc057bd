import type { RefusedFeed } from '../../../domain/api/reader.ts';
import { DEFAULT_FEED_ITEMS, MAX_KNOWN_URLS, NEWS_FALLBACK_WINDOW_DAYS } from '../../../domain/limits.ts';
import { feedsUnreadableText } from '../../../domain/messages/sentences.ts';
import { problemOfReader } from '../../../domain/news/article.ts';
import { reportsOf } from '../../../domain/news/feeds.ts';
import { feedsAbout } from '../../../domain/news/settings.ts';
import { messagesOf, textField, travelling, valueOf } from '../../shared/fields.ts';
import { newsSettingsOf, searchFailed } from '../../shared/news.ts';
import type { Operation } from '../../shared/operation.ts';
import type { NewsSearch } from '../../shared/item.ts';
import { read } from '../reading.ts';

/** Reads the desk's feeds in one go. One that cannot be read stays in the item, named; only when none can, nothing goes on. */
export const readFeeds: Operation = {
	option: {
		name: 'Read Feeds',
		value: 'readFeeds',
		description: 'Read the feeds of the settings through the reader',
		action: 'Read feeds',
	},
	fields: [textField('topic', 'Topic', 'topic', 'What to look for; it replaces {topic} in the address of a feed')],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const failed = (code: string, detail?: string, text?: string) => ({ json: searchFailed(context, itemIndex, code, detail, text) });
		const settings = newsSettingsOf(item);
		if (!settings.ok) return failed(settings.code, settings.detail);

		const given = valueOf(context, itemIndex, 'topic', 'topic');
		const topic = typeof given === 'string' && given.trim() !== '' ? given.trim() : null;
		const urls = feedsAbout(settings.settings.feeds, topic);
		if (urls.length === 0) return failed('feeds_missing');

		const reading = await read(context, itemIndex, '/v1/feeds', {
			urls,
			max_items: Math.min(DEFAULT_FEED_ITEMS, Math.floor(MAX_KNOWN_URLS / urls.length)),
			max_age_days: NEWS_FALLBACK_WINDOW_DAYS,
		});
		if (!reading.ok) return failed(problemOfReader(reading.refusal.code), reading.refusal.detail);

		const { read_at, feeds: entries, items } = reading.body;
		const feeds = reportsOf(settings.settings.feeds, topic, entries);
		const refused = entries.filter((entry): entry is RefusedFeed => !entry.ok);
		if (refused.length === entries.length) {
			const { json } = failed('feeds_unreadable', undefined, feedsUnreadableText(messagesOf(context, itemIndex), refused));
			return { json: { ...json, feeds } };
		}
		const canonical_urls = items.map(({ canonical_url }) => canonical_url);
		const news: NewsSearch = { topic, read_at, items, refused, canonical_urls, feeds_read: entries.length - refused.length };
		return { json: { ...item, news, feeds, next: 'read' } };
	},
};
