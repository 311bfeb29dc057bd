import { createHash } from 'node:crypto';
import { DetectError, MalformedError, ParseError, parseFeed as parseAny } from 'feedsmith';
import type { AnyFeed, AtomFeed, JsonFeed, RdfFeed, RssFeed } from 'feedsmith';
import { MAX_ITEM_SUMMARY_UNITS, MAX_ITEM_TITLE_UNITS, MAX_URL_UNITS } from '@copydesk/domain/limits';
import { canonicalUrl, hostOf } from '@copydesk/domain/text/canonicalUrl';
import { readDate } from '@copydesk/domain/news/dates';
import { hostPortOf } from '../fetch/hostPort.ts';
import { linesOf, plainText, tidy, tokenize } from './plainText.ts';

type FeedFormat = 'rss' | 'atom' | 'rdf' | 'json';

/** One item of a feed; nothing in it depends on the time of the request. */
export interface FeedItem {
	/** First 32 hex of the SHA-256 of the canonical address. */
	readonly id: string;
	readonly canonicalUrl: string;
	readonly url: string;
	readonly host: string;
	readonly title: string | null;
	readonly summary: string | null;
	/** The real length, also of a summary that is left out. */
	readonly summaryUnits: number;
	/** Unix milliseconds. */
	readonly publishedMs: number | null;
	readonly updatedMs: number | null;
	readonly dateNote: 'missing' | 'unreadable' | null;
}

export interface Feed {
	readonly format: FeedFormat;
	readonly title: string | null;
	readonly language: string | null;
	/** In the order of the feed. Unusable items are only counted. */
	readonly items: readonly FeedItem[];
	readonly skipped: number;
}

export type FeedOutcome = { readonly feed: Feed } | { readonly code: 'not_a_feed' | 'feed_malformed' };

/** An item of any format, reduced to the fields that are read. */
interface RawItem {
	readonly link: string | undefined;
	readonly base: string | undefined;
	readonly title: string | undefined;
	readonly summary: string | undefined;
	/** The text itself, for an item without a summary. */
	readonly content: string | undefined;
	readonly published: string | undefined;
	readonly updated: string | undefined;
}

interface RawFeed {
	readonly format: FeedFormat;
	readonly title: string | undefined;
	readonly language: string | undefined;
	readonly base: string | undefined;
	readonly items: readonly RawItem[];
}

type AtomLink = NonNullable<AtomFeed.Entry<string>['links']>[number];
type Media = NonNullable<AtomFeed.Entry<string>['media']>;

interface FeedSource {
	/** The address of the document, for relative links. */
	readonly finalUrl: string;
	/** `host:port` whose plain http links stay as they are. */
	readonly httpHosts: ReadonlySet<string>;
}

const isAbsolute = (text: string | undefined): text is string => text !== undefined && /^https?:\/\//i.test(text) && URL.canParse(text);

/** The relation may have its registered address before its name. */
const isAlternate = ({ href, rel = 'alternate' }: AtomLink): boolean => href !== undefined && /^(?:http\S*\/)?alternate$/i.test(rel.trim());

/** What a feed of videos says. */
const mediaText = (media: Media | undefined, part: 'title' | 'description'): string | undefined =>
	media?.[part]?.value ?? media?.groups?.[0]?.[part]?.value;

function ofRssItem(item: RssFeed.Item<string>): RawItem {
	const { guid, dc, atom, xml, content, media } = item;
	const guidLink = guid?.isPermaLink !== false && isAbsolute(guid?.value) ? guid.value : undefined;
	return {
		link: item.link ?? guidLink ?? atom?.links?.find(isAlternate)?.href,
		base: xml?.base,
		title: item.title ?? mediaText(media, 'title'),
		summary: item.description,
		content: content?.encoded ?? mediaText(media, 'description'),
		published: item.pubDate ?? dc?.dates?.[0],
		updated: atom?.updated,
	};
}

function ofRdfItem({ rdf, link, title, description, dc, content, atom, xml }: RdfFeed.Item<string>): RawItem {
	return {
		link: link ?? (isAbsolute(rdf?.about) ? rdf.about : undefined),
		base: xml?.base,
		title,
		summary: description,
		content: content?.encoded,
		published: dc?.dates?.[0],
		updated: atom?.updated,
	};
}

function ofAtomEntry({ links, id, title, summary, content, media, published, updated, xml }: AtomFeed.Entry<string>): RawItem {
	return {
		link: links?.find(isAlternate)?.href ?? (isAbsolute(id) ? id : undefined),
		base: xml?.base,
		title: title?.value ?? mediaText(media, 'title'),
		summary: summary?.value,
		content: content?.value ?? mediaText(media, 'description'),
		published: published ?? updated,
		updated,
	};
}

function ofJsonItem(item: JsonFeed.Item<string>): RawItem {
	return {
		link: item.url ?? item.external_url ?? (isAbsolute(item.id) ? item.id : undefined),
		base: undefined,
		title: item.title,
		summary: item.summary ?? item.content_text,
		content: item.content_html,
		published: item.date_published,
		updated: item.date_modified,
	};
}

function reduced({ format, feed }: AnyFeed): RawFeed {
	switch (format) {
		case 'rss': {
			const { title, language = feed.dc?.languages?.[0], xml, items = [] } = feed;
			return { format, title, language: language ?? xml?.lang, base: xml?.base, items: items.map(ofRssItem) };
		}
		case 'rdf': {
			const { title, dc, xml, items = [] } = feed;
			return { format, title, language: dc?.languages?.[0] ?? xml?.lang, base: xml?.base, items: items.map(ofRdfItem) };
		}
		case 'atom': {
			const { title, xml, entries = [] } = feed;
			return { format, title: title?.value, language: xml?.lang, base: xml?.base, items: entries.map(ofAtomEntry) };
		}
		case 'json': {
			const { title, language, items = [] } = feed;
			return { format, title, language, base: undefined, items: items.map(ofJsonItem) };
		}
	}
}

/** An address resolved step by step; undefined if it is not valid. */
function resolved(link: string, bases: readonly (string | undefined)[]): URL | undefined {
	const base = bases.reduceRight<string | undefined>(
		(below, one) => (one !== undefined && URL.canParse(one, below) ? new URL(one, below).href : below),
		undefined,
	);
	return URL.canParse(link, base) ? new URL(link, base) : undefined;
}

/** An address that begins with a host, without `https://`: `www.` or the feed's own. */
function withScheme(link: string, finalUrl: string): string {
	const text = link.trim();
	const begins = (host: string): boolean => text.toLowerCase().startsWith(host);
	return begins('www.') || begins(`${new URL(finalUrl).host}/`) ? `https://${text}` : text;
}

/** The address of an item; plain http becomes https unless the address has a port. */
function usableUrl(item: RawItem, feedBase: string | undefined, { finalUrl, httpHosts }: FeedSource): string | undefined {
	const url = item.link === undefined ? undefined : resolved(withScheme(item.link, finalUrl), [item.base, feedBase, finalUrl]);
	if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
	if (url.protocol === 'http:' && url.port === '' && !httpHosts.has(hostPortOf(url))) url.protocol = 'https:';
	return url.href.length > MAX_URL_UNITS ? undefined : url.href;
}

const orNull = (text: string): string | null => (text === '' ? null : text);

/** The summary of an item, else the first paragraphs of its content, with the length of the whole. One that is too long is left out. */
function summaryOf({ summary = '', content = '' }: RawItem, asText: (text: string) => string): { summary: string | null; units: number } {
	const given = asText(summary);
	if (given !== '') return { summary: given.length > MAX_ITEM_SUMMARY_UNITS ? null : given, units: given.length };
	const lines = linesOf(content);
	const last = lines.findIndex((_line, at) => lines.slice(0, at + 1).join(' ').length > MAX_ITEM_SUMMARY_UNITS);
	return { summary: orNull((last === -1 ? lines : lines.slice(0, last)).join(' ')), units: lines.join(' ').length };
}

function itemOf(raw: RawItem, feed: RawFeed, source: FeedSource): FeedItem | undefined {
	const url = usableUrl(raw, feed.base, source);
	if (url === undefined) return undefined;
	const asText = feed.format === 'json' ? tidy : plainText;
	const title = asText(raw.title ?? '');
	const { summary, units } = summaryOf(raw, asText);
	if ((title === '' && units === 0) || title.length > MAX_ITEM_TITLE_UNITS) return undefined;
	const canonical = canonicalUrl(url);
	const publishedMs = raw.published === undefined ? undefined : readDate(raw.published);
	return {
		id: createHash('sha256').update(canonical).digest('hex').slice(0, 32),
		canonicalUrl: canonical,
		url,
		host: hostOf(canonical),
		title: orNull(title),
		summary,
		summaryUnits: units,
		publishedMs: publishedMs ?? null,
		updatedMs: (raw.updated === undefined ? undefined : readDate(raw.updated)) ?? null,
		dateNote: raw.published === undefined ? 'missing' : publishedMs === undefined ? 'unreadable' : null,
	};
}

const ROOT = /^(?:[\w.-]+:)?(?:rss|feed|rdf)$/;
const ITEM = /^(?:[\w.-]+:)?(?:item|entry)$/;

/**
 * Checks how a document that looks like a feed begins and ends. The parser accepts a document that is cut off between two elements. It
 * also loses an item inside an unclosed one, items behind another unclosed element, a second channel, and a second feed after the first.
 *
 * @param found how many items the parser found
 */
function frameOf(text: string, found: number): 'whole' | 'broken' | 'page' {
	let isOpen = false;
	let isPage = false;
	let isClosed = false;
	let isBroken = false;
	let openItem: string | undefined;
	let lastOpened = '';
	let items = 0;
	let isEmptyItem = false;
	const close = (name: string): void => {
		if (ROOT.test(name)) isClosed = true;
		if (name !== openItem) return;
		openItem = undefined;
		isEmptyItem = false;
	};
	tokenize(
		text,
		{ xmlMode: true },
		{
			onopentagname(start, end) {
				const name = (lastOpened = text.slice(start, end).toLowerCase());
				if (ROOT.test(name)) {
					if (isClosed) isBroken = true;
					isOpen = true;
				} else if (!isOpen && name === 'html') isPage = true;
				if (isEmptyItem) items += 1;
				isEmptyItem = false;
				if (!ITEM.test(name)) return;
				if (name === openItem) isBroken = true;
				isEmptyItem = openItem === undefined;
				openItem ??= name;
			},
			onselfclosingtag: () => close(lastOpened),
			onclosetag: (start, end) => close(text.slice(start, end).trim().toLowerCase()),
		},
	);
	if (isPage) return 'page';
	return isClosed && !isBroken && items <= found ? 'whole' : 'broken';
}

/** Broken JSON counts as a broken feed only if it declares itself a feed. */
const isJsonFeed = (text: string): boolean => /^\s*\{/.test(text) && /jsonfeed\.org\/version\//.test(text.slice(0, 1_000));

/** Whether the items are a list: the parser takes a JSON Feed without one for an empty feed. */
function hasItems(json: string): boolean {
	const { items } = JSON.parse(json.replace(/^\uFEFF/, '')) as { readonly items?: unknown };
	return Array.isArray(items);
}

/** Reads a whole feed in any of the four formats, or refuses. */
export function parseFeed(written: string, source: FeedSource): FeedOutcome {
	// Some sites write line breaks into the texts of a JSON Feed as they are. Between its parts they mean nothing.
	const text = isJsonFeed(written) ? written.replace(/[\r\n\t]+/g, ' ') : written;
	let parsed: AnyFeed;
	try {
		parsed = parseAny(text);
	} catch (error) {
		if (error instanceof DetectError) return { code: isJsonFeed(text) ? 'feed_malformed' : 'not_a_feed' };
		if (error instanceof MalformedError || error instanceof ParseError)
			return { code: frameOf(text, 0) === 'page' ? 'not_a_feed' : 'feed_malformed' };
		throw error;
	}
	const raw = reduced(parsed);
	const frame = parsed.format === 'json' ? (hasItems(text) ? 'whole' : 'broken') : frameOf(text, raw.items.length);
	if (frame !== 'whole') return { code: frame === 'page' ? 'not_a_feed' : 'feed_malformed' };
	const items = raw.items.map((item) => itemOf(item, raw, source)).filter((item) => item !== undefined);
	const asText = raw.format === 'json' ? tidy : plainText;
	const title = asText(raw.title ?? '');
	return {
		feed: {
			format: raw.format,
			title: title.length > MAX_ITEM_TITLE_UNITS ? null : orNull(title),
			language: orNull(tidy(raw.language ?? '')),
			items,
			skipped: raw.items.length - items.length,
		},
	};
}
