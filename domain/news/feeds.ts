/** What the feeds of the desk gave when they were last asked, and when the owner has to know that one is broken. */
import type { FeedReport } from '../api/collaboration.ts';
import type { ReadFeed, RefusedFeed } from '../api/reader.ts';
import { feedsAbout } from './settings.ts';

/** The stored part of the reader's answer about a feed. */
export type FeedAnswer =
	| Pick<ReadFeed, 'feed_url' | 'ok' | 'title' | 'items_returned'>
	| Pick<RefusedFeed, 'feed_url' | 'ok' | 'code' | 'retry'>;

export type { FeedReport };

/** What is kept of a feed. */
export interface KnownFeed {
	readonly title: string | null;
	/** How many items it gave when it was last read. */
	readonly items: number | null;
	/** Why it could not be read when it was last asked; null when it could. */
	readonly code: string | null;
	readonly asked_at_ms: number | null;
	readonly read_at_ms: number | null;
	/** When the owner was last told that it is broken, and under which event that was found. */
	readonly told_at_ms: number | null;
	readonly told_event_key: string | null;
}

const DAY_MS = 86_400_000;

/** Every feed of the settings, in their order and spelling, with what the reader said of it. */
export function reportsOf(feeds: readonly string[], topic: string | null, entries: readonly FeedAnswer[]): FeedReport[] {
	const said = new Map(entries.map((entry) => [entry.feed_url, entry]));
	return feeds.map((feed_url) => {
		const [entry] = feedsAbout([feed_url], topic).map((url) => said.get(url));
		if (entry === undefined) return { feed_url, outcome: 'not_asked' };
		return entry.ok
			? { feed_url, outcome: 'read', title: entry.title, items: entry.items_returned }
			: { feed_url, outcome: 'refused', code: entry.code, retry: entry.retry };
	});
}

/** What is kept of a feed after a search. */
export function noted(
	known: KnownFeed,
	report: FeedReport,
	{ atMs, eventKey }: { readonly atMs: number; readonly eventKey: string },
): KnownFeed {
	switch (report.outcome) {
		case 'not_asked':
			return known;
		case 'read': {
			const { title, items } = report;
			return { ...known, title: title ?? known.title, items, code: null, asked_at_ms: atMs, read_at_ms: atMs };
		}
		case 'refused': {
			const broken = { ...known, code: report.code, asked_at_ms: atMs };
			return isToBeTold(known, report.retry, atMs) ? { ...broken, told_at_ms: atMs, told_event_key: eventKey } : broken;
		}
	}
}

/** A temporary fault counts as broken after a day without one successful reading. The owner is told about a feed once a day. */
function isToBeTold({ told_at_ms, read_at_ms }: KnownFeed, retry: string, atMs: number): boolean {
	if (told_at_ms !== null && atMs - told_at_ms < DAY_MS) return false;
	return retry !== 'later' || read_at_ms === null || atMs - read_at_ms >= DAY_MS;
}
