import { DAY_MS, newsWindow } from '@copydesk/domain/news/dates';
import type { Feed, FeedItem } from './parseFeed.ts';

interface Selection {
	/** The most items of one feed. */
	readonly maxItems: number;
	readonly maxAgeDays: number;
	/** Unix milliseconds of the answer. */
	readonly nowMs: number;
}

/** An item, dated for this answer. */
export interface DatedItem {
	readonly item: FeedItem;
	/** Also null for a date in the future. */
	readonly publishedMs: number | null;
	readonly dateNote: 'missing' | 'unreadable' | 'future' | null;
	readonly window: 7 | 30 | null;
}

export interface Selected {
	readonly items: readonly DatedItem[];
	readonly duplicate: number;
	readonly old: number;
	readonly over: number;
}

function dated(item: FeedItem, nowMs: number): DatedItem {
	const { publishedMs, dateNote } = item;
	if (publishedMs === null) return { item, publishedMs, dateNote, window: null };
	if (publishedMs - nowMs > DAY_MS) return { item, publishedMs: null, dateNote: 'future', window: null };
	return { item, publishedMs, dateNote: null, window: newsWindow(publishedMs, nowMs) };
}

/** Newest first, undated last; equal dates keep their order. */
export function newestFirst<T extends { readonly publishedMs: number | null }>(items: readonly T[]): T[] {
	return items.toSorted((one, other) => (other.publishedMs ?? -Infinity) - (one.publishedMs ?? -Infinity) || 0);
}

/** The items of a feed to return now: each address once, within the age and number limits. */
export function select(feed: Feed, { maxItems, maxAgeDays, nowMs }: Selection): Selected {
	const sorted = newestFirst(feed.items.map((item) => dated(item, nowMs)));
	const seen = new Set<string>();
	const once = sorted.filter(({ item }) => !seen.has(item.canonicalUrl) && seen.add(item.canonicalUrl));
	const young = once.filter(({ publishedMs }) => publishedMs === null || nowMs - publishedMs <= maxAgeDays * DAY_MS);
	const items = young.slice(0, maxItems);
	return {
		items,
		duplicate: sorted.length - once.length,
		old: once.length - young.length,
		over: young.length - items.length,
	};
}
