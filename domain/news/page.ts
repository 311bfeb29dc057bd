/** A page that somebody sent the link of: it is offered by the rules of any item of a feed. */
import { MAX_ITEM_SUMMARY_UNITS } from '../limits.ts';
import { addressOf, hostOf } from '../text/canonicalUrl.ts';
import type { FoundItem, LeftOutReason } from './choose.ts';
import type { ReadPage } from './reading.ts';

/** Why a page is not offered, where an item of a feed would be told of in other words; the rest is said of a draft in the same words. */
export type PageLeftOutReason = Exclude<LeftOutReason, 'link_invalid' | 'link_too_long' | 'host_denied' | 'repeated'>;

/** The page in the form of a feed item, for the choice. @param link the address as it was sent */
export function itemOfPage(link: string, { canonical_url, title, site, published_at, blocks }: PageSaid): FoundItem {
	const host = hostOf(canonical_url);
	return { canonical_url, url: link, host, title, summary: openingOf(blocks), published_at, source: { feed_url: link, title: site, host } };
}

type PageSaid = Pick<ReadPage, 'canonical_url' | 'title' | 'site' | 'published_at' | 'blocks'>;

/** Addresses under which the desk may have it: the one that the page names as its own, and the one that was sent. */
export function addressesOf({ canonical_url, url }: Pick<FoundItem, 'canonical_url' | 'url'>): readonly string[] {
	return [...new Set([canonical_url, addressOf(url) ?? canonical_url])];
}

/** Its first blocks, whole ones and no more than the summary of a feed; null when even the first one is too long. */
function openingOf(blocks: PageSaid['blocks']): string | null {
	let opening = '';
	for (const { text } of blocks) {
		const longer = opening === '' ? text : `${opening}\n${text}`;
		if (longer.length > MAX_ITEM_SUMMARY_UNITS) break;
		opening = longer;
	}
	return opening === '' ? null : opening;
}
