import { isObject } from '@copydesk/domain/isObject';
import { canonicalUrl } from '@copydesk/domain/text/canonicalUrl';
import { readDate } from '@copydesk/domain/news/dates';
import { MAX_URL_UNITS } from '@copydesk/domain/limits';
import { tidy } from '../feeds/plainText.ts';

/** What a page's schema.org data says about its article. */
interface SchemaArticle {
	readonly datePublished: string | undefined;
	readonly dateModified: string | undefined;
	readonly isPaywalled: boolean;
	readonly articleBody: string | undefined;
	readonly headline: string | undefined;
	/** The name of the site. */
	readonly publisher: string | undefined;
}

type Node = Readonly<Record<string, unknown>>;

const ARTICLE_TYPE = /(?:Article|Posting|Report|Review|Story)$/;
const LISTS = /^(?:ItemList|BreadcrumbList|CollectionPage)$/;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined);
const isFalse = (value: unknown): boolean => value === false || /^(?:https?:\/\/schema\.org\/)?false$/i.test(String(value));

const nameOf = (value: unknown): string | undefined => {
	const [one] = [value].flat();
	return isObject(one) ? textOf(one['name']) : undefined;
};

function typesOf(node: Node): string[] {
	return [node['@type']].flat().filter((type) => typeof type === 'string');
}

/** The nodes of a JSON-LD document, including those of its graph. */
function nodesOf(value: unknown): Node[] {
	if (Array.isArray(value)) return value.flatMap(nodesOf);
	if (!isObject(value)) return [];
	return [value, ...nodesOf(value['@graph']), ...nodesOf(value['mainEntity'])];
}

function withoutBodies(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutBodies);
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).flatMap(([key, inner]) => (key === 'articleBody' || key === 'text' ? [] : [[key, withoutBodies(inner)]])),
	);
}

/**
 * Reads the needed parts of a page's schema.org data. Removes the article's text from the document, because the extractor would prefer it
 * to the visible text.
 */
export function takeSchema(document: Document): SchemaArticle {
	const nodes: Node[] = [];
	for (const script of document.querySelectorAll('script[type="application/ld+json" i]')) {
		try {
			const value: unknown = JSON.parse(script.textContent ?? '');
			nodes.push(...nodesOf(value));
			script.textContent = JSON.stringify(withoutBodies(value));
		} catch {
			script.remove();
		}
	}
	const isArticle = (node: Node): boolean => typesOf(node).some((type) => ARTICLE_TYPE.test(type));
	const [article, ...others] = [
		...nodes.filter(isArticle),
		...nodes.filter((node) => !isArticle(node) && !typesOf(node).some((type) => LISTS.test(type))),
	];
	const first = (name: string): string | undefined =>
		[article, ...others].map((node) => textOf(node?.[name])).find((text) => text !== undefined);
	const property = (name: string): string | undefined => {
		const element = document.querySelector(`[itemprop="${name}"]`);
		return textOf(element?.getAttribute('content') ?? element?.getAttribute('datetime'));
	};
	return {
		datePublished: first('datePublished') ?? property('datePublished'),
		dateModified: first('dateModified') ?? property('dateModified'),
		isPaywalled: isFalse(article?.['isAccessibleForFree']) || isFalse(property('isAccessibleForFree')),
		articleBody: first('articleBody'),
		headline: textOf(article?.['headline']),
		publisher: [article, ...others].map((node) => nameOf(node?.['publisher'])).find((name) => name !== undefined),
	};
}

export function metaContent(document: Document, name: string): string | undefined {
	const found = [...document.querySelectorAll('meta')].find(
		(meta) => (meta.getAttribute('property') ?? meta.getAttribute('name') ?? '').toLowerCase() === name,
	);
	return textOf(found?.getAttribute('content'));
}

/** The publisher's name for itself, if the page has it. */
export function siteOf(document: Document, schema: SchemaArticle): string | null {
	const found = metaContent(document, 'og:site_name') ?? schema.publisher ?? metaContent(document, 'application-name');
	return tidy(found ?? '') || null;
}

/** Separates the parts of a `<title>`: the part after the headline is the site's name. */
const PARTED = / [|·•»:–—-]{1,2} /;

function withoutSite(title: string, site: string | null): string {
	if (site === null) return title;
	const parts = title.split(new RegExp(`(${PARTED.source})`));
	if (parts.length >= 3 && parts.at(-1)?.toLowerCase() === site.toLowerCase()) return parts.slice(0, -2).join('');
	if (parts.length >= 3 && parts[0]?.toLowerCase() === site.toLowerCase()) return parts.slice(2).join('');
	return title;
}

/**
 * The headline: the page's metadata for sharing, else its `<title>` without the site's name, else its first heading. Keeps everything
 * that may belong to the headline: in half of the headlines with a dash, the meaning follows the dash.
 */
export function titleOf(document: Document, schema: SchemaArticle, site: string | null): string {
	const given = [metaContent(document, 'og:title'), metaContent(document, 'twitter:title'), schema.headline];
	const headline = given.map((text) => tidy(text ?? '')).find((text) => text !== '' && text.toLowerCase() !== site?.toLowerCase());
	if (headline !== undefined) return withoutSite(headline, site);
	const heading = tidy(document.querySelector('h1')?.textContent ?? '');
	const title = withoutSite(tidy(document.querySelector('title')?.textContent ?? ''), site);
	if (title === '' || (heading !== '' && title.includes(heading))) return heading;
	const [first = '', ...others] = title.split(' | ');
	return others.length === 1 && first.includes(' ') ? first : title;
}

/** The first readable date, in the contract's form; null if there is none. */
export function firstDate(...texts: readonly (string | undefined)[]): string | null {
	const [at] = texts.map((text) => (text === undefined ? undefined : readDate(text))).filter((found) => found !== undefined);
	return at === undefined ? null : new Date(at).toISOString();
}

const withoutWww = (host: string): string => host.replace(/^www\./, '');

/** The canonical address of a page if it is on the same site, else the one it came from. A page cannot name another site as its source. */
export function canonicalOf(document: Document, finalUrl: string): string {
	const final = new URL(finalUrl);
	const base = document.querySelector('base[href]')?.getAttribute('href') ?? '';
	const from = URL.canParse(base, final) ? new URL(base, final) : final;
	const link = [...document.querySelectorAll('link[rel][href]')].find((one) =>
		(one.getAttribute('rel') ?? '').toLowerCase().split(/\s+/).includes('canonical'),
	);
	const href = link?.getAttribute('href')?.trim() ?? '';
	if (href !== '' && URL.canParse(href, from)) {
		const named = new URL(href, from);
		const isSameHouse = named.protocol === final.protocol && withoutWww(named.host) === withoutWww(final.host);
		if (isSameHouse && `${named.username}${named.password}` === '' && named.href.length <= MAX_URL_UNITS) return canonicalUrl(named.href);
	}
	return canonicalUrl(final.href);
}
