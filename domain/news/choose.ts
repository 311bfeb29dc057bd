import type { FeedItem } from '../api/reader.ts';
import { checkLink } from '../caption/bounds.ts';
import { MAX_CANDIDATES, NEWS_FALLBACK_WINDOW_DAYS, NEWS_WINDOW_DAYS, REPEATED_WITHIN_HOURS } from '../limits.ts';
import { addressOf } from '../text/canonicalUrl.ts';
import { DAY_MS, newsWindow, readDate } from './dates.ts';
import { isHostAllowed, type SourcePolicy } from './policy.ts';
import type { Topic } from './topic.ts';

/** What the collaboration service knows of an address: it was published, is in work, or is on offer. */
export interface Known {
	readonly canonical_url: string;
	readonly reason: 'published' | 'open_draft' | 'offered';
	/** The key of its draft, or of its batch. */
	readonly key?: string;
	/** The number by which people call the draft. */
	readonly number?: number;
}

/** The fields of a feed item that a choice and a card need; a page that a person sent has no others. */
export type FoundItem = Pick<FeedItem, 'canonical_url' | 'url' | 'host' | 'title' | 'summary' | 'published_at' | 'source'>;

/** Why an item is not offered; the first that holds, in this order. */
export const leftOutReasons = [
	'undated',
	'link_invalid',
	'link_too_long',
	'host_denied',
	'published',
	'open_draft',
	'offered',
	'repeated',
	'outside_window',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** How many items each reason left out; a reason that left out none is not there. */
export type LeftOutCounts = Readonly<Partial<Record<LeftOutReason, number>>>;

/** An item that may be offered, under a name that is good for one question to the AI. */
export type Candidate = FoundItem & { readonly n: string; readonly published_at: string };

export interface Choice {
	/** At most 30, newest first. */
	readonly candidates: readonly Candidate[];
	/** The window that holds them all; null: there are no candidates. */
	readonly window_days: typeof NEWS_WINDOW_DAYS | typeof NEWS_FALLBACK_WINDOW_DAYS | null;
	readonly left_out: LeftOutCounts;
}

interface Dated {
	readonly item: FoundItem;
	readonly publishedMs: number;
}

/**
 * Which items may be offered. The narrow window wins; the wide one counts only when nothing is left in the narrow one. Where the desk
 * has all that is about the topic already, none may: the AI would be paid to look through the rest.
 */
export function choose(items: readonly FoundItem[], known: readonly Known[], policy: SourcePolicy, nowMs: number, topic?: Topic): Choice {
	const counts = new Map<LeftOutReason, number>();
	const leaveOut = (reason: LeftOutReason): void => void counts.set(reason, (counts.get(reason) ?? 0) + 1);

	const sound: Dated[] = [];
	for (const item of items) {
		const publishedMs = item.published_at === null ? undefined : readDate(item.published_at);
		const reason = publishedMs === undefined ? 'undated' : refusalOfSource(item.canonical_url, policy);
		if (publishedMs !== undefined && reason === null) sound.push({ item, publishedMs });
		else leaveOut(reason ?? 'undated');
	}
	sound.sort((one, other) => other.publishedMs - one.publishedMs);

	const reasons = new Map(known.map(({ canonical_url, reason }) => [canonical_url, reason]));
	const repeated = repeatedOf(sound);
	const knownOf = (item: FoundItem) => reasons.get(item.canonical_url) ?? reasons.get(addressOf(item.url) ?? '');
	const left = sound.filter(({ item }) => {
		// The address under which a page was sent may be known, and not the one that the page names as its own.
		const reason = knownOf(item) ?? (repeated.has(item) ? 'repeated' : null);
		if (reason !== null) leaveOut(reason);
		return reason === null;
	});

	const hits = sound.filter(({ item }) => topic?.isIn(item) === true && knownOf(item) !== undefined);
	if (hits.length > 0 && !left.some(({ item }) => topic?.mayBeIn(item) === true)) {
		counts.clear();
		for (const { item } of hits) leaveOut(knownOf(item) ?? 'published');
		return { candidates: [], window_days: null, left_out: inOrder(counts) };
	}

	const windows = left.map(({ publishedMs }) => newsWindow(publishedMs, nowMs));
	const window_days = ([NEWS_WINDOW_DAYS, NEWS_FALLBACK_WINDOW_DAYS] as const).find((days) => windows.includes(days)) ?? null;
	const inWindow = left.filter((_, index) => window_days !== null && windows[index] === window_days);
	for (let outside = left.length - inWindow.length; outside > 0; outside -= 1) leaveOut('outside_window');

	return {
		candidates: inWindow
			.slice(0, MAX_CANDIDATES)
			.map(({ item, publishedMs }, index) => ({ ...item, published_at: new Date(publishedMs).toISOString(), n: `n${index + 1}` })),
		window_days,
		left_out: inOrder(counts),
	};
}

const inOrder = (counts: ReadonlyMap<LeftOutReason, number>): LeftOutCounts =>
	Object.fromEntries(leftOutReasons.flatMap((reason) => (counts.has(reason) ? [[reason, counts.get(reason)]] : [])));

/** Why nothing of this address may be offered: no plain https address, too long for a caption, or of a host that is not wanted. */
export function refusalOfSource(url: string, policy: SourcePolicy): 'link_invalid' | 'link_too_long' | 'host_denied' | null {
	const found = checkLink(url, policy.unitsBelow);
	if (found !== null) return found.code === 'link_too_long' ? 'link_too_long' : 'link_invalid';
	return isHostAllowed(new URL(url).hostname, policy) ? null : 'host_denied';
}

/** The older ones of the same story: same host, same title, published at most two days apart. `dated`: newest first. */
function repeatedOf(dated: readonly Dated[]): ReadonlySet<FoundItem> {
	const newest = new Map<string, number>();
	const repeated = new Set<FoundItem>();
	for (const { item, publishedMs } of dated) {
		if (item.title === null) continue;
		const story = `${item.host}\n${foldTitle(item.title)}`;
		const newerMs = newest.get(story);
		if (newerMs !== undefined && newerMs - publishedMs <= (REPEATED_WITHIN_HOURS / 24) * DAY_MS) repeated.add(item);
		newest.set(story, publishedMs);
	}
	return repeated;
}

const foldTitle = (title: string): string => title.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
