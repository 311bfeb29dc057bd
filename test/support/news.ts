/** Items of feeds as the reader gives them. */
import type { FeedItem } from '../../domain/api/reader.ts';

/** The moment at which the tests of news take place. */
export const READ_AT = '2026-11-22T12:00:00.000Z';
const HOUR_MS = 3_600_000;

/** `hours` before the tests take place. */
export function hoursAgo(hours: number): string {
	return new Date(Date.parse(READ_AT) - hours * HOUR_MS).toISOString();
}

/** An item of a host of its own name, one day old unless told otherwise. */
export function anItem(name: string, changes: Partial<FeedItem> = {}): FeedItem {
	const canonical_url = changes.canonical_url ?? `https://${name}.example/story`;
	const host = URL.canParse(canonical_url) ? new URL(canonical_url).host : name;
	return {
		id: name.padEnd(32, '0'),
		canonical_url,
		url: canonical_url,
		host,
		title: `News of ${name}`,
		summary: `What happened at ${name}.`,
		summary_units: 20,
		published_at: hoursAgo(24),
		updated_at: null,
		date_note: null,
		window: 7,
		also_in: [],
		source: { feed_url: `https://${host}/rss`, title: `The ${name}`, host },
		...changes,
	};
}
