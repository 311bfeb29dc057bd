import { isObject } from '@copydesk/domain/isObject';
import { canonicalUrl } from '@copydesk/domain/text/canonicalUrl';
import { readDate } from '@copydesk/domain/news/dates';
import { MAX_URL_UNITS } from '@copydesk/domain/limits';
import { plainText, tidy } from '../feeds/plainText.ts';

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

/** A text, the first of a list of texts, or a text with its type. */
function textOf(value: unknown): string | undefined {
	if (Array.isArray(value)) return value.map(textOf).find((text) => text !== undefined);
	if (isObject(value)) return textOf(value['@value']);
	return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
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

/** In JSON: strings, and what does not belong there: comments, CDATA, and a comma or semicolon before an end. */
const JSON_PARTS = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|\/\*[\s\S]*?\*\/|\/\/[^\n]*|<!--|-->|<!\[CDATA\[|\]\]>|[,;](?=\s*(?:[}\]]|$))/g;

/** JSON as pages write it. @throws SyntaxError if it is none */
function readJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		const clean = (json: string): string =>
			json.replace(JSON_PARTS, (part) => (part.startsWith('"') ? part.replace(/[\r\n\t]+/g, ' ') : ''));
		// A second time: a comma before a comment is before an end now.
		return JSON.parse(clean(clean(text)));
	}
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
	for (const script of document.querySelectorAll('script[type^="application/ld+json" i]')) {
		try {
			const value = readJson(script.textContent ?? '');
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
		const elements = [...document.querySelectorAll(`[itemprop~="${name}"]`)];
		return elements
			.map((element) => textOf(element.getAttribute('content') ?? element.getAttribute('datetime') ?? element.textContent))
			.find((text) => text !== undefined);
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

/** What the page's `<meta>` elements say, by their names in lower case. The first one counts. */
export type Metas = ReadonlyMap<string, string>;

export function metasOf(document: Document): Metas {
	const metas = new Map<string, string>();
	for (const meta of document.querySelectorAll('meta[content]')) {
		const content = textOf(meta.getAttribute('content'));
		if (content === undefined) continue;
		const names = `${meta.getAttribute('property') ?? ''} ${meta.getAttribute('name') ?? ''}`.toLowerCase();
		for (const name of names.split(/\s+/)) if (name !== '' && !metas.has(name)) metas.set(name, content);
	}
	return metas;
}

/** The publisher's name for itself, if the page has it. */
export function siteOf(metas: Metas, schema: SchemaArticle): string | null {
	const found = metas.get('og:site_name') ?? schema.publisher ?? metas.get('application-name');
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

/** A headline whose characters were escaped once more than its page says: `It&#039;s`. */
const unescaped = (text: string): string => tidy(/&(?:#\w+|[a-z]+\d*);/i.test(text) && !text.includes('<') ? plainText(text) : text);

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Whether a heading is the site's name: it leads to the front page, or is in the header of the page. */
function isMasthead(heading: Element): boolean {
	const link = heading.querySelector('a[href]') ?? heading.closest('a[href]');
	const isHome = /^(?:https?:\/\/[^/]+)?\/?(?:index\.\w+)?$/i.test(link?.getAttribute('href') ?? '-');
	const isNamed = /logo|brand|masthead|site-?(?:name|title)/i.test(`${heading.getAttribute('class') ?? ''} ${heading.id}`);
	const header = heading.closest('header, [role="banner" i], .header, #header, .site-header, #masthead');
	return isHome || isNamed || (header !== null && header.closest('article, main') === null);
}

/** The page's own heading: one that its `<title>` repeats, rather than the site's name, and the longest of them. */
function headingOf(document: Document, title: string): string {
	const repeated = (headings: Iterable<Element>): Element[] => {
		const [whole, texts] = [lettersOf(title), new Map([...headings].map((one) => [one, lettersOf(one.textContent ?? '')]))];
		return [...texts]
			.filter(([, text]) => text !== '' && whole.includes(text))
			.sort(([, one], [, other]) => other.length - one.length)
			.map(([heading]) => heading);
	};
	const first = document.querySelectorAll('h1');
	const tops = repeated(first);
	const [heading = first[0]] = [...tops.filter((one) => !isMasthead(one)), ...repeated(document.querySelectorAll('h2')), ...tops];
	return tidy(heading?.textContent ?? '');
}

/**
 * The headline: the page's metadata for sharing, else its `<title>` without the site's name, else its first heading. Keeps everything
 * that may belong to the headline: in half of the headlines with a dash, the meaning follows the dash.
 */
export function titleOf(document: Document, metas: Metas, schema: SchemaArticle, site: string | null): string {
	const given = [metas.get('og:title'), metas.get('twitter:title'), schema.headline];
	const headline = given.map((text) => unescaped(text ?? '')).find((text) => text !== '' && text.toLowerCase() !== site?.toLowerCase());
	if (headline !== undefined) return withoutSite(headline, site);
	const title = withoutSite(unescaped(document.querySelector('title')?.textContent ?? ''), site);
	const heading = headingOf(document, title);
	if (title === '' || (heading !== '' && title.includes(heading))) return heading;
	const [first = '', ...others] = title.split(' | ');
	return others.length === 1 && first.includes(' ') ? first : title;
}

const PUBLISHED = [
	...['og:article:published_time', 'og:published_time', 'og:pubdate', 'article:published', 'article.published', 'datepublished'],
	...['parsely-pub-date', 'sailthru.date', 'pubdate', 'publishdate', 'publish-date', 'publish_date', 'publication_date', 'published_time'],
	...[
		'dc.date.issued',
		'dc.date.created',
		'dc.created',
		'dc.date',
		'dcterms.issued',
		'dcterms.created',
		'dcterms.available',
		'dcterms.date',
	],
	...['citation_publication_date', 'citation_online_date', 'citation_date', 'cxenseparse:recs:publishtime', 'rnews:datepublished'],
	...['originalpublicationdate', 'article_date_original', 'bt:pubdate', 'date'],
];
const MODIFIED = [
	...['og:article:modified_time', 'og:updated_time', 'og:modified_time', 'article:modified', 'article:updated', 'datemodified'],
	...['dcterms.modified', 'dc.date.modified'],
];

const OTHER_TIMES = 'nav, aside, footer, form, figure, li, blockquote';
/** Between the headline and the time that it is of there is at most a lead. */
const MAX_LEADS = 1;
const MIN_LEAD_UNITS = 60;

/** The times beside the headline: in its box, or between it and the text. */
function timesOf(document: Document): (string | undefined)[] {
	const headline = document.querySelector('article h1, main h1') ?? document.querySelector('h1');
	if (headline === null) return [];
	const box = headline.closest('article');
	const times: (string | undefined)[] = [];
	let leads: number | undefined;
	for (const element of document.querySelectorAll('h1, p, time[datetime]')) {
		const name = element.tagName.toUpperCase();
		if (element === headline) leads = 0;
		else if (name === 'P' && leads !== undefined && (element.textContent ?? '').length >= MIN_LEAD_UNITS) leads += 1;
		if (name !== 'TIME' || element.closest('article') !== box || element.closest(OTHER_TIMES) !== null) continue;
		const isNear = leads === undefined ? headline.parentElement?.contains(element) === true : leads <= MAX_LEADS;
		if (isNear) times.push(textOf(element.getAttribute('datetime')));
	}
	return times;
}

/** The first readable date, in the contract's form; null if there is none. */
function firstDate(texts: readonly (string | undefined)[]): string | null {
	for (const text of texts) {
		const at = text === undefined ? undefined : readDate(text);
		if (at !== undefined) return new Date(at).toISOString();
	}
	return null;
}

export function publishedOf(document: Document, metas: Metas, { datePublished }: SchemaArticle): string | null {
	return firstDate([metas.get('article:published_time'), datePublished, ...PUBLISHED.map((name) => metas.get(name)), ...timesOf(document)]);
}

export function updatedOf(metas: Metas, { dateModified }: SchemaArticle): string | null {
	return firstDate([metas.get('article:modified_time'), dateModified, ...MODIFIED.map((name) => metas.get(name))]);
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
