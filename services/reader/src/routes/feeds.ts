import type { FeedItem, ReadFeed, RefusedFeed, Routes } from '@copydesk/domain/api/reader';
import { errors, type CopydeskError } from '@copydesk/domain/errors';
import { DEFAULT_FEED_AGE_DAYS, DEFAULT_FEED_ITEMS, MAX_FEEDS_REQUEST_BYTES } from '@copydesk/domain/limits';
import { hostOf } from '@copydesk/domain/text/canonicalUrl';
import { asCopydeskError } from '@copydesk/kit/problems';
import { jsonRoute, ok } from '@copydesk/kit/route';
import type { Deps } from '../deps.ts';
import type { ReadFeed as Found } from '../feeds/readFeed.ts';
import { newestFirst, select, type DatedItem, type Selected } from '../feeds/select.ts';
import { msSince } from '../reading.ts';
import { feedsAnswer, feedsRequest } from './schemas.ts';

type Wire = Routes['/v1/feeds'];

interface Outcome {
	readonly url: string;
	readonly found?: Found;
	readonly refusal?: CopydeskError;
	readonly tookMs: number;
}

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

function refusedEntry({ url, tookMs }: Outcome, { code, facts }: CopydeskError): RefusedFeed {
	const numberOrNull = (name: string): number | null => (facts[name] === undefined ? null : Number(facts[name]));
	return {
		feed_url: url,
		ok: false,
		code: code as RefusedFeed['code'],
		detail: errors[code].message,
		retry: errors[code].retry,
		hop: numberOrNull('hop'),
		upstream_status: numberOrNull('upstream_status'),
		retry_after_seconds: numberOrNull('retry_after_seconds'),
		took_ms: tookMs,
	};
}

function readEntry({ url, tookMs }: Outcome, { kept, from }: Found, { items, duplicate, old, over }: Selected): ReadFeed {
	const { feed, finalUrl, bytes } = kept;
	return {
		feed_url: url,
		ok: true,
		final_url: finalUrl,
		host: hostOf(finalUrl),
		title: feed.title,
		language: feed.language,
		format: feed.format,
		from,
		items_total: feed.items.length + feed.skipped,
		items_skipped: feed.skipped,
		items_duplicate: duplicate,
		items_old: old,
		items_over: over,
		items_returned: items.length,
		bytes,
		took_ms: tookMs,
	};
}

interface Listed extends DatedItem {
	readonly source: FeedItem['source'];
	readonly alsoIn: string[];
}

function itemEntry({ item, publishedMs, dateNote, window, source, alsoIn }: Listed): FeedItem {
	return {
		id: item.id,
		canonical_url: item.canonicalUrl,
		url: item.url,
		host: item.host,
		title: item.title,
		summary: item.summary,
		summary_units: item.summaryUnits,
		published_at: isoOrNull(publishedMs),
		updated_at: isoOrNull(item.updatedMs),
		date_note: dateNote,
		window,
		also_in: alsoIn,
		source,
	};
}

/** Reads several feeds at once. A failed feed is named and does not affect the others. */
export const feeds = jsonRoute<Wire['request'], Wire['answer'], Deps>(
	'/v1/feeds',
	{
		id: 'readFeeds',
		summary: 'Read several feeds at once',
		description: `One entry for each address; a broken feed does not affect the others. An item that several feeds have appears once, under
the first of them.`,
		request: feedsRequest,
		maxBytes: MAX_FEEDS_REQUEST_BYTES,
		anyText: true,
		answer: feedsAnswer,
		answers: { 200: 'Also when every feed failed.' },
	},
	async ({ urls, max_items: maxItems = DEFAULT_FEED_ITEMS, max_age_days: maxAgeDays = DEFAULT_FEED_AGE_DAYS }, { readFeed }, { log }) => {
		const outcomes = await Promise.all(
			urls.map(async (url): Promise<Outcome> => {
				const startedAt = performance.now();
				try {
					return { url, found: await readFeed(url, log), tookMs: msSince(startedAt) };
				} catch (error) {
					return { url, refusal: asCopydeskError(error), tookMs: msSince(startedAt) };
				}
			}),
		);
		const nowMs = Date.now();
		const listed = new Map<string, Listed>();
		const entries = outcomes.map((outcome) => {
			const { url, found, refusal } = outcome;
			if (found === undefined) return refusedEntry(outcome, refusal as CopydeskError);
			const { feed, finalUrl } = found.kept;
			const selected = select(feed, { maxItems, maxAgeDays, nowMs });
			const source = { feed_url: url, title: feed.title, host: hostOf(finalUrl) };
			for (const one of selected.items) {
				const first = listed.get(one.item.canonicalUrl);
				if (first === undefined) listed.set(one.item.canonicalUrl, { ...one, source, alsoIn: [] });
				else first.alsoIn.push(url);
			}
			return readEntry(outcome, found, selected);
		});
		return ok({
			read_at: new Date(nowMs).toISOString(),
			feeds: entries,
			items: newestFirst([...listed.values()]).map(itemEntry),
		});
	},
);
