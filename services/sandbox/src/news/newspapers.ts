/**
 * Six newspapers and an encyclopedia, distinguished by the `Host` of a request. The dates of the newspapers move with the clock, so that a
 * desk always finds new, older and too old articles.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { NextFunction, Request, Response } from 'express';
import type { Fault, Faults } from '../faults.ts';
import type { Hub } from '../hub.ts';
import { coastWire, gullIsland, harbourPost, northLight, oldQuay, riverHerald, type NewsArticle } from './articles.ts';
import { editionAt, encyclopediaHosts, encyclopediaPage } from './encyclopedia.ts';
import { windows1251 } from './windows1251.ts';

interface Newspaper {
	readonly host: string;
	readonly title: string;
	readonly language: 'en' | 'ru';
	readonly articles: readonly NewsArticle[];
	/** Encodes the text of its pages and feeds. */
	readonly encode: (text: string) => Buffer;
	readonly charset: string;
	readonly feeds: Readonly<Record<string, Feed>>;
}

interface Feed {
	readonly type: string;
	write(paper: Newspaper, articles: readonly NewsArticle[], nowMs: number): string;
	/** Whether only a part of it is sent, while HTTP reports it as complete. */
	readonly isCut?: boolean;
}

interface Page {
	readonly status: number;
	readonly type: string;
	readonly body: Buffer;
	readonly location?: string;
}

const HOUR_MS = 3_600_000;
/** Rounded to the hour, so that a feed stays the same between two requests. */
const writtenAt = ({ ageHours }: NewsArticle, nowMs: number): Date | null =>
	ageHours === null ? null : new Date(Math.floor(nowMs / HOUR_MS) * HOUR_MS - ageHours * HOUR_MS);
const addressOf = ({ host }: Newspaper, path: string): string => `https://${host}${path}`;
const escaped = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const rss: Feed = {
	type: 'application/rss+xml',
	write(paper, articles, nowMs) {
		const items = articles.map((article) => {
			const at = writtenAt(article, nowMs);
			const address = escaped(addressOf(paper, article.path));
			const date = at === null ? '' : `<pubDate>${at.toUTCString()}</pubDate>`;
			return (
				`<item><title>${escaped(article.title)}</title><link>${address}?utm_source=rss&amp;utm_medium=feed</link>` +
				`<guid isPermaLink="true">${address}</guid><description>${escaped(article.summary)}</description>${date}</item>`
			);
		});
		return (
			`<?xml version="1.0" encoding="${paper.charset}"?>\n<rss version="2.0"><channel><title>${escaped(paper.title)}</title>` +
			`<link>${addressOf(paper, '/')}</link><description>${escaped(paper.title)}</description><language>${paper.language}</language>\n` +
			`${items.join('\n')}\n</channel></rss>\n`
		);
	},
};

const atom: Feed = {
	type: 'application/atom+xml',
	write(paper, articles, nowMs) {
		const entries = articles.map((article) => {
			const at = writtenAt(article, nowMs)?.toISOString() ?? '';
			const address = escaped(addressOf(paper, article.path));
			return (
				`<entry><title>${escaped(article.title)}</title><link rel="alternate" href="${address}"/><id>${address}</id>` +
				`<published>${at}</published><updated>${at}</updated><summary>${escaped(article.summary)}</summary></entry>`
			);
		});
		return (
			`<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>${escaped(paper.title)}</title>` +
			`<id>${addressOf(paper, '/')}</id><updated>${new Date(nowMs).toISOString().slice(0, 13)}:00:00Z</updated>\n` +
			`${entries.join('\n')}\n</feed>\n`
		);
	},
};

const json: Feed = {
	type: 'application/feed+json',
	write: (paper, articles, nowMs) =>
		JSON.stringify({
			version: 'https://jsonfeed.org/version/1.1',
			title: paper.title,
			home_page_url: addressOf(paper, '/'),
			language: paper.language,
			items: articles.map((article) => ({
				id: addressOf(paper, article.path),
				url: addressOf(paper, article.path),
				title: article.title,
				summary: article.summary,
				date_published: writtenAt(article, nowMs)?.toISOString(),
			})),
		}),
};

const rdf: Feed = {
	type: 'application/rdf+xml',
	write(paper, articles, nowMs) {
		const items = articles.map((article) => {
			const at = writtenAt(article, nowMs);
			const address = escaped(addressOf(paper, article.path));
			const date = at === null ? '' : `<dc:date>${at.toISOString()}</dc:date>`;
			return (
				`<item rdf:about="${address}"><title>${escaped(article.title)}</title><link>${address}</link>` +
				`<description>${escaped(article.summary)}</description>${date}</item>`
			);
		});
		const home = addressOf(paper, '/');
		return (
			'<?xml version="1.0" encoding="utf-8"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" ' +
			'xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">' +
			`<channel rdf:about="${home}"><title>${escaped(paper.title)}</title><link>${home}</link>` +
			`<description>${escaped(paper.title)}</description></channel>\n${items.join('\n')}\n</rdf:RDF>\n`
		);
	},
};

/** The answer of a newspaper at the former address of its feed. */
const noFeed: Feed = { type: 'text/html', write: ({ title }) => `<!doctype html><title>${escaped(title)}</title><p>${escaped(title)}</p>` };

const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');

const newspapers: readonly Newspaper[] = [
	{
		...{ host: 'coast-wire.example', title: 'Coast Wire', language: 'en', articles: coastWire, encode: utf8, charset: 'utf-8' },
		feeds: { '/feed.xml': rss },
	},
	{
		...{ host: 'harbour-post.example', title: 'Harbour Post', language: 'en', articles: harbourPost, encode: utf8, charset: 'utf-8' },
		feeds: { '/atom.xml': atom, '/feed.json': json },
	},
	{
		...{ host: 'old-quay.example', title: 'Старая набережная', language: 'ru', articles: oldQuay },
		...{ encode: windows1251, charset: 'windows-1251' },
		feeds: { '/rss.xml': rss, '/cut.xml': { ...rss, isCut: true } },
	},
	{
		...{ host: 'gull-island.example', title: 'Gull Island Gazette', language: 'en', articles: gullIsland, encode: utf8, charset: 'utf-8' },
		feeds: { '/index.rdf': rdf, '/news.xml': noFeed },
	},
	{
		...{ host: 'north-light.example', title: 'North Light', language: 'en', articles: northLight, encode: utf8, charset: 'utf-8' },
		feeds: { '/feed.json': json, '/rss.xml': rss },
	},
	{
		...{ host: 'river-herald.example', title: 'Речной вестник', language: 'ru', articles: riverHerald, encode: utf8, charset: 'utf-8' },
		feeds: { '/atom.xml': atom },
	},
];

/** The host to which one newspaper sends readers without consent. */
const CONSENT_HOST = 'consent.coast-wire.example';

/** Host names of the newspapers and of the encyclopedia, for `READER_ORIGINS`. */
export const newspaperHosts: readonly string[] = [...newspapers.map(({ host }) => host), CONSENT_HOST, ...encyclopediaHosts];

function articlePage(paper: Newspaper, article: NewsArticle, nowMs: number): string {
	const at = writtenAt(article, nowMs)?.toISOString();
	const address = addressOf(paper, article.path);
	const others = paper.articles.filter(({ path }) => path !== article.path).slice(0, 3);
	return `<!doctype html>
<html lang="${paper.language}"><head><meta charset="${paper.charset}"><title>${escaped(article.title)} — ${escaped(paper.title)}</title>
<link rel="canonical" href="${address}"><meta property="og:site_name" content="${escaped(paper.title)}">
<meta property="og:title" content="${escaped(article.title)}"><meta name="description" content="${escaped(article.summary)}">
${at === undefined ? '' : `<meta property="article:published_time" content="${at}">`}</head>
<body><header><a href="/">${escaped(paper.title)}</a><nav><a href="/">1</a> <a href="/">2</a></nav></header>
<main><article><h1>${escaped(article.title)}</h1>${at === undefined ? '' : `<time datetime="${at}">${at.slice(0, 10)}</time>`}
${article.paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('\n')}</article></main>
<aside><ul>${others.map(({ path, title }) => `<li><a href="${path}">${escaped(title)}</a></li>`).join('')}</ul></aside>
<footer>© ${escaped(paper.title)}</footer></body></html>
`;
}

/** The same article after its newspaper changed every number in it. */
const rewritten = (article: NewsArticle): NewsArticle => ({
	...article,
	paragraphs: article.paragraphs.map((paragraph) => paragraph.replace(/\d+/g, (digits) => String(Number(digits) + 1))),
});

function pageOf(paper: Newspaper, path: string, query: string, nowMs: number, fault?: Fault): Page {
	const of = (status: number, type: string, text: string): Page => ({
		status,
		type: `${type}; charset=${paper.charset}`,
		body: paper.encode(text),
	});
	const feed = paper.feeds[path];
	if (feed !== undefined && fault?.kind !== 'gone') {
		const about = query.trim().toLowerCase();
		const articles = paper.articles.filter(({ title, summary }) => `${title} ${summary}`.toLowerCase().includes(about));
		const page = of(200, feed.type, feed.write(paper, articles, nowMs));
		return feed.isCut === true ? { ...page, body: page.body.subarray(0, Math.floor(page.body.length * 0.6)) } : page;
	}
	const named = paper.articles.find((one) => one.path === path);
	const article = fault?.kind === 'rewritten' && named !== undefined ? rewritten(named) : named;
	if (article?.isWalled === true && fault?.kind !== 'gone')
		return { ...of(302, 'text/html', ''), location: `https://${CONSENT_HOST}/?to=${encodeURIComponent(addressOf(paper, path))}` };
	if (article !== undefined && article.isGone !== true && fault?.kind !== 'gone')
		return of(200, 'text/html', articlePage(paper, article, nowMs));
	if (path !== '/' || fault?.kind === 'gone') return of(404, 'text/html', '<!doctype html><title>404</title><h1>404</h1>');
	const links = paper.articles.map((one) => `<li><a href="${one.path}">${escaped(one.title)}</a></li>`);
	return of(
		200,
		'text/html',
		`<!doctype html><html lang="${paper.language}"><title>${paper.title}</title><ul>${links.join('')}</ul></html>`,
	);
}

function pageOfEdition(edition: string, { path, query }: Request, fault?: Fault): Page {
	const page = fault?.kind === 'gone' ? undefined : encyclopediaPage(edition, path, query);
	return {
		status: page === undefined ? 404 : 200,
		type: `${page?.type ?? 'text/html'}; charset=utf-8`,
		body: utf8(page?.text ?? '<h1>404</h1>'),
	};
}

interface NewspaperParts {
	readonly faults: Faults;
	readonly hub: Hub;
	/** Unix milliseconds. */
	readonly now: () => number;
}

/** Answers requests to a newspaper or an edition of the encyclopedia; passes all others on to the rest of the sandbox. */
export function newspaperApi({ faults, hub, now }: NewspaperParts) {
	return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
		const host = (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '');
		const paper = newspapers.find((one) => one.host === host);
		const edition = editionAt(host);
		if (paper === undefined && edition === undefined) return next();
		const startedAt = Date.now();
		const { latencyMs, fault } = faults.meet({ target: 'news', names: [host, `${host}${request.path}`] });
		if (latencyMs > 0) await pause(latencyMs);
		const about = typeof request.query['q'] === 'string' ? request.query['q'] : '';
		const page = paper === undefined ? pageOfEdition(edition ?? '', request, fault) : pageOf(paper, request.path, about, now(), fault);
		const status = answer(request, response, page, fault);
		hub.record({
			at: Date.now(),
			kind: 'news',
			method: `${host}${request.path}`,
			ok: status >= 200 && status < 400,
			status,
			took_ms: Date.now() - startedAt,
			summary: status === 304 ? 'unchanged' : `${page.body.length} bytes`,
			...(fault === undefined ? {} : { fault: fault.kind }),
		});
	};
}

/** @returns the status that was sent; 0 if nothing was */
function answer(request: Request, response: Response, page: Page, fault: Fault | undefined): number {
	if (fault?.kind === 'drop_before_accept') {
		request.socket.destroy();
		return 0;
	}
	if (fault?.kind === '5xx' || fault?.kind === '429') {
		const status = fault.kind === '429' ? 429 : (fault.status ?? 500);
		if (fault.kind === '429') response.setHeader('Retry-After', String(fault.retry_after ?? 20));
		response.status(status).type('html').end('<!doctype html><title>Not now</title>');
		return status;
	}
	if (request.method !== 'GET' && request.method !== 'HEAD') {
		response.status(405).end();
		return 405;
	}
	const etag = `"${createHash('sha256').update(page.body).digest('hex').slice(0, 20)}"`;
	response.setHeader('ETag', etag);
	if (page.status === 200 && request.headers['if-none-match'] === etag) {
		response.status(304).end();
		return 304;
	}
	if (page.location !== undefined) response.setHeader('Location', page.location);
	response.status(page.status).setHeader('Content-Type', page.type).setHeader('Content-Length', page.body.length);
	if (fault?.kind === 'cut') {
		response.write(page.body.subarray(0, Math.floor(page.body.length / 2)), () => request.socket.destroy());
		return page.status;
	}
	response.end(page.body);
	return page.status;
}
