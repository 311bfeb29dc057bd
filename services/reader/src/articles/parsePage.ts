import Defuddle from 'defuddle';
import { parseHTML } from 'linkedom';
import { MAX_ARTICLE_TEXT_UNITS, MIN_ARTICLE_TEXT_UNITS } from '@copydesk/domain/limits';
import { hostOf } from '@copydesk/domain/text/canonicalUrl';
import { tidy } from '../feeds/plainText.ts';
import { blocksOf, numbered } from './blocks.ts';
import type { Block } from './blocks.ts';
import { isBuildable } from './measure.ts';
import { canonicalOf, firstDate, metaContent, siteOf, takeSchema, titleOf } from './metadata.ts';

export interface Article {
	readonly canonicalUrl: string;
	readonly title: string;
	readonly site: string | null;
	readonly language: string | null;
	readonly publishedAt: string | null;
	readonly updatedAt: string | null;
	readonly isPaywalled: boolean;
	readonly blocks: readonly { readonly id: string; readonly text: string }[];
	readonly textUnits: number;
}

export type PageOutcome =
	| { readonly article: Article }
	| { readonly code: 'too_complex' }
	| { readonly code: 'text_too_short' | 'text_too_long'; readonly textUnits: number };

const NOT_SHOWN =
	'script:not([type="application/ld+json" i]), style, template, noscript, iframe, frame, object, embed, ' +
	'amp-ad, amp-sidebar, [hidden], [aria-hidden="true" i]';
const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i;

/** Longest date as people write it. */
const MAX_DATE_UNITS = 60;

/** Takes out what a browser would not show. */
function removeHidden(document: Document): void {
	for (const element of document.querySelectorAll(NOT_SHOWN)) if (!/^(?:HTML|BODY)$/i.test(element.tagName)) element.remove();
	for (const element of document.querySelectorAll('[style]')) {
		const style = (element.getAttribute('style') ?? '').replace(/\/\*[\s\S]*?\*\//g, '');
		if (HIDING_STYLE.test(style) && !/^(?:HTML|BODY)$/i.test(element.tagName)) element.remove();
	}
}

/** Takes out the page's own word on its dates where it stands in the text; they are read by now. */
function removeDates(document: Document): void {
	for (const element of document.querySelectorAll('[itemprop="datePublished"], [itemprop="dateModified"]'))
		if ((element.textContent ?? '').length <= MAX_DATE_UNITS) element.remove();
}

/** A list of short items is taken for a list of links or of facts about the page, and lost; a row of paragraphs is not. */
function protectLists(document: Document): void {
	for (const item of document.querySelectorAll('li')) {
		const list = item.parentElement;
		if (
			list === null ||
			item.querySelector('a, button, input, img, p, div') !== null ||
			list.closest('nav, header, footer, aside') !== null
		)
			continue;
		const paragraph = document.createElement('p');
		paragraph.append(...item.childNodes);
		item.replaceWith(paragraph);
	}
}

/** A lead has a sentence at least; what is shorter says who wrote when. */
const MIN_LEAD_UNITS = 60;

/** What stands beside the headline: in the header of an article, which is taken for one of the site and lost, or right behind it. */
function leadsOf(document: Document): string[] {
	const headline = document.querySelector('article h1, main h1');
	const header = headline?.closest('header');
	const next = headline?.nextElementSibling;
	const paragraphs = header?.querySelectorAll('p') ?? (next?.tagName === 'P' ? [next] : []);
	return [...paragraphs]
		.filter((paragraph) => paragraph.closest('figure, aside, nav, form') === null)
		.map((paragraph) => textOf(blocksOf(paragraph)))
		.filter((text) => text.length >= MIN_LEAD_UNITS);
}

const textOf = (blocks: readonly Block[]): string => blocks.map(({ text }) => text).join(' ');

/** Letters of the end by which a lead is known again, however it is spaced, and whatever date was taken off its beginning. */
const LEAD_END_LETTERS = 24;

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

function extract(document: Document, url: string): string {
	return new Defuddle(document, {
		url,
		useAsync: false,
		includeReplies: false,
		removeImages: true,
		// It closes up spaces before punctuation marks, which some languages want there.
		standardize: false,
		fetch: () => Promise.reject(new Error('no network here')),
	}).parse().content;
}

/** Without the headline at the beginning, and without rows of links at both ends. */
function trimmed(blocks: readonly Block[], title: string): string[] {
	let [from, to] = [0, blocks.length];
	while (from < to && (blocks[from]?.isLinks === true || blocks[from]?.text === title)) from += 1;
	while (to > from && blocks[to - 1]?.isLinks === true) to -= 1;
	return blocks.slice(from, to).map(({ text }) => text);
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

/** What stands on the page with the leads that were lost, or what the page tells machines when it shows nothing. */
function textsOf(shown: readonly string[], leads: readonly string[], told: string | undefined): string[] {
	if (lengthOf(shown) < MIN_ARTICLE_TEXT_UNITS && told !== undefined)
		return told
			.split(/\r\n?|\n/)
			.map(tidy)
			.filter((text) => text !== '');
	const letters = lettersOf(shown.join(''));
	const lost = leads.filter((lead) => letters !== '' && !letters.includes(lettersOf(lead).slice(-LEAD_END_LETTERS)));
	return [...lost, ...shown];
}

/** Reads the article of a page, whole or not at all. The same text gives the same blocks. */
export function parsePage(html: string, finalUrl: string): PageOutcome {
	if (!isBuildable(html)) return { code: 'too_complex' };
	const { document } = parseHTML(/<(?:html|body)[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`);
	const schema = takeSchema(document);
	const site = siteOf(document, schema);
	const title = titleOf(document, schema, site) || hostOf(finalUrl);
	const canonical = canonicalOf(document, finalUrl);
	const language = document.documentElement.getAttribute('lang')?.trim() ?? '';
	const publishedAt = firstDate(metaContent(document, 'article:published_time'), schema.datePublished);
	const updatedAt = firstDate(metaContent(document, 'article:modified_time'), schema.dateModified);
	removeHidden(document);
	removeDates(document);
	protectLists(document);
	const leads = leadsOf(document);
	const content = extract(document, finalUrl);
	const blocks = blocksOf(parseHTML(`<html><body>${content}</body></html>`).document.body);
	const texts = textsOf(trimmed(blocks, title), leads, schema.articleBody);
	const numberedBlocks = numbered(texts);
	const textUnits = lengthOf(numberedBlocks.map(({ text }) => text));
	if (textUnits < MIN_ARTICLE_TEXT_UNITS) return { code: 'text_too_short', textUnits };
	if (textUnits > MAX_ARTICLE_TEXT_UNITS) return { code: 'text_too_long', textUnits };
	return {
		article: {
			canonicalUrl: canonical,
			title,
			site,
			language: language || null,
			publishedAt,
			updatedAt,
			isPaywalled: schema.isPaywalled,
			blocks: numberedBlocks,
			textUnits,
		},
	};
}
