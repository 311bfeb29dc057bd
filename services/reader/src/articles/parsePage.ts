import { MAX_ARTICLE_TEXT_UNITS, MIN_ARTICLE_TEXT_UNITS } from '@copydesk/domain/limits';
import { hostOf } from '@copydesk/domain/text/canonicalUrl';
import { linesOf, tidy } from '../feeds/plainText.ts';
import { blocksOf, isHeading, numbered, type Block } from './blocks.ts';
import { encyclopedic } from './encyclopedia.ts';
import { surestStory, type Claims } from './evidence.ts';
import { canonicalOf, metasOf, publishedOf, siteOf, takeSchema, titleOf, updatedOf } from './metadata.ts';
import { forgetMisnomers } from './names.ts';
import { removeHidden } from './shown.ts';
import type { Page } from './story.ts';
import { removeConsent } from './boilerplate.ts';
import { treeOf } from './tree.ts';
import { isWall } from './walls.ts';

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
	/** The units beyond the asked length. */
	readonly leftOutUnits: number;
}

export type PageOutcome =
	| { readonly article: Article }
	| { readonly code: 'too_complex' | 'source_walled' }
	| { readonly code: 'text_too_short' | 'text_too_long'; readonly textUnits: number };

/** Removes a date in its own paragraph before the text, also in machine form. */
function withoutDay({ text, element }: Block): string {
	const day = tidy(element.querySelector('time')?.textContent ?? '');
	return /\p{L}{3}|\d{4}/u.test(day) && text.startsWith(day) ? text.slice(day.length).trim() : text;
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

/** The visible texts of the page, or its metadata if nothing is visible. */
function textsOf([first, ...others]: readonly Block[], claims: Claims): string[] {
	const shown = first === undefined ? [] : [withoutDay(first), ...others.map(({ text }) => text)].filter((text) => text !== '');
	return lengthOf(shown) < MIN_ARTICLE_TEXT_UNITS && claims.articleBody !== undefined ? linesOf(claims.articleBody) : shown;
}

/** The first blocks that have at most so many units together, whole, without a heading at their end. */
function beginningOf(story: readonly Block[], texts: readonly string[], mostUnits: number): readonly string[] {
	let units = 0;
	const end = texts.findIndex((text) => (units += text.length) > mostUnits);
	if (end < 0) return texts;
	// Texts from the metadata of a page have no blocks.
	const isTitle = (at: number): boolean => story.length === texts.length && story[at] !== undefined && isHeading(story[at]);
	let kept = end;
	while (kept > 0 && isTitle(kept - 1)) kept -= 1;
	return texts.slice(0, kept);
}

/** The story of a page, whatever names its text has. */
function storyWithin(page: Page, claims: Claims): readonly Block[] {
	const named = surestStory(page, claims);
	const misnamed = forgetMisnomers(page, named, claims.articleBody);
	const story = misnamed.size === 0 ? [] : surestStory({ ...page, misnamed }, claims);
	return story.length === 0 ? named : story;
}

/**
 * Reads the article of a page, or refuses. The same text gives the same blocks.
 * @param mostUnits a longer article is given as far as its whole blocks go; without it, a text that is too long is refused
 */
export function parsePage(html: string, finalUrl: string, mostUnits?: number): PageOutcome {
	const document = treeOf(html);
	if (document === undefined) return { code: 'too_complex' };
	const schema = takeSchema(document);
	const metas = metasOf(document);
	const site = siteOf(metas, schema);
	const title = titleOf(document, metas, schema, site) || hostOf(finalUrl);
	const canonical = canonicalOf(document, finalUrl);
	const language = document.documentElement.getAttribute('lang')?.trim() ?? '';
	const publishedAt = publishedOf(document, metas, schema);
	const updatedAt = updatedOf(metas, schema);
	const description = metas.get('og:description') ?? metas.get('description');
	removeHidden(document);
	removeConsent(document);
	const known = encyclopedic(document);
	const page = { document, url: finalUrl, title, misnamed: new Set<Element>(), blocks: known?.blocks ?? blocksOf(document.body) };
	const claims = { title, description, articleBody: schema.articleBody };
	const story = known?.blocks ?? storyWithin(page, claims);
	if (isWall(story, page)) return { code: 'source_walled' };
	const texts = known === undefined ? textsOf(story, claims) : story.map(({ text }) => text);
	const wholeUnits = lengthOf(numbered(texts).map(({ text }) => text));
	if (wholeUnits < MIN_ARTICLE_TEXT_UNITS) return { code: 'text_too_short', textUnits: wholeUnits };
	if (mostUnits === undefined && wholeUnits > MAX_ARTICLE_TEXT_UNITS) return { code: 'text_too_long', textUnits: wholeUnits };
	const numberedBlocks = numbered(mostUnits === undefined ? texts : beginningOf(story, texts, mostUnits));
	const textUnits = lengthOf(numberedBlocks.map(({ text }) => text));
	// One paragraph alone may be longer than asked.
	if (textUnits < MIN_ARTICLE_TEXT_UNITS) return { code: 'text_too_long', textUnits: wholeUnits };
	return {
		article: {
			canonicalUrl: canonical,
			title: known?.title ?? title,
			site,
			language: language || null,
			publishedAt,
			updatedAt,
			isPaywalled: schema.isPaywalled,
			blocks: numberedBlocks,
			textUnits,
			leftOutUnits: wholeUnits - textUnits,
		},
	};
}
