/** Selects the blocks of a page's article: the one box around the text that a library found, without other things in it. */
import { isHeading, squeezed, type Block } from './blocks.ts';
import type { Extractor } from './extractors.ts';
import { isApart, isDateline, isLabel, isNamedBoilerplate, isProse, isBoilerplate } from './boilerplate.ts';

export interface Page {
	readonly document: Document;
	readonly url: string;
	readonly title: string;
	readonly blocks: readonly Block[];
	/** Elements whose names were not believed. */
	readonly misnamed: ReadonlySet<Element>;
}

/** The share of the found text that the article's box contains; the rest was found elsewhere by mistake. */
const BOX_SHARE = 0.85;
/** A box with more than this share of the found text belongs to the article, whatever its name. */
const HALF = 0.5;
/** With less text, the article around the headline is a teaser. */
const MIN_HEADLINE_STORY_LETTERS = 80;
/** A shorter headline may occur in any text. */
const MIN_TITLE_LETTERS = 8;
/** A teaser has at most this many paragraphs; an article that begins with a link has more. */
const MAX_TEASER_PARAGRAPHS = 4;
/** From this share of link text on, a line counts as a line of links. */
const MIN_LINK_LINE = 0.75;
/** The same for the last lines, which advertise for the site, and for the last list, which links to its other stories. */
const MIN_LAST_LINE = 0.5;
const MIN_LAST_ITEM = 0.25;
/** The end of a statement. What advertises for the site is mostly headlines and invitations, without a stop. */
const STOP = /[.。।]["”»’)\]]*$/u;
const MAX_LABEL_LETTERS = 60;
const SEPARATOR = /^[\p{P}\p{Z}|]+$/u;

const tagOf = (element: Element): string => element.tagName.toUpperCase();
const inQuotation = ({ path }: Block): boolean => path.some((element) => tagOf(element) === 'BLOCKQUOTE');
const inHeader = ({ path }: Block): boolean => path.some((element) => tagOf(element) === 'HEADER');
const linkShare = ({ letters, linkLetters }: Block): number => (letters === 0 ? 0 : linkLetters / letters);

/** The letters of some blocks, by each element that contains them. */
export function weigh(blocks: readonly Block[]): ReadonlyMap<Element, number> {
	const weights = new Map<Element, number>();
	for (const { path, letters } of blocks) for (const element of path) weights.set(element, (weights.get(element) ?? 0) + letters);
	return weights;
}

const lettersOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { letters }) => sum + letters, 0);

function addressOf(link: Element, page: Page): URL | undefined {
	const href = link.getAttribute('href') ?? '';
	return URL.canParse(href, page.url) ? new URL(href, page.url) : undefined;
}

/** Whether an address is the page itself or below it, like the entries of a live blog. */
function isHere(address: URL, page: Page): boolean {
	const here = new URL(page.url).pathname.replace(/\/$/, '');
	return (
		address.pathname === here || address.pathname.replace(/\/$/, '') === here || (here !== '' && address.pathname.startsWith(`${here}/`))
	);
}

/** Teasers: an article, list item or small box whose heading leads to another page. */
export function teasersOf(page: Page): ReadonlySet<Element> {
	const headings = [...page.document.querySelectorAll('h1, h2, h3, h4, h5')];
	const [prose, counts] = [weigh(page.blocks.filter(isProse)), new Map<Element, number>()];
	for (const heading of headings)
		for (let up: Element | null = heading; up !== null; up = up.parentElement) counts.set(up, (counts.get(up) ?? 0) + 1);
	/** The smallest box with text beside the heading and no other heading. */
	const boxOf = (heading: Element): Element | null => {
		let box = heading.parentElement;
		while (box !== null && counts.get(box) === 1 && !prose.has(box)) box = box.parentElement;
		return box !== null && counts.get(box) === 1 ? box : null;
	};
	const teasers = new Set<Element>();
	for (const heading of headings) {
		const link = heading.querySelector('a[href]') ?? heading.closest('a[href]');
		const address = link === null ? undefined : addressOf(link, page);
		if (address === undefined || isHere(address, page)) continue;
		const box = heading.closest('article, li') ?? boxOf(heading);
		if (box !== null && box.querySelectorAll('p').length <= MAX_TEASER_PARAGRAPHS) teasers.add(box);
	}
	return teasers;
}

/** Whether a block is the page's headline. */
export function isHeadline(block: Block, title: string): boolean {
	const text = squeezed(block.text);
	if (text === '' || text === title) return text !== '';
	if (!isHeading(block) || Math.min(text.length, title.length) < MIN_TITLE_LETTERS) return false;
	return title.includes(text) || text.includes(title);
}

/** The `<article>` that has the page's headline above text. */
function articleOfHeadline(page: Page, title: string): Element | undefined {
	const weights = weigh(page.blocks.filter(isProse));
	const articles = page.blocks
		.filter((block) => tagOf(block.element) === 'H1' && isHeadline(block, title))
		.map(({ element }) => element.closest('article'))
		.filter((article) => article !== null)
		.sort((one, other) => (weights.get(other) ?? 0) - (weights.get(one) ?? 0));
	const [article] = articles;
	return article !== undefined && (weights.get(article) ?? 0) >= MIN_HEADLINE_STORY_LETTERS ? article : undefined;
}

/** Elements of a text: an article is around them, however long they are. */
const WITHIN_TEXT = /^(?:P|LI|[DOU]L|D[DT]|H[1-6]|BLOCKQUOTE|PRE|TABLE|T(?:BODY|HEAD|FOOT|R))$/;

/** The innermost element that contains nearly all of some blocks and, if there is another, a second block of the page. */
function boxOf(blocks: readonly Block[], page: Page): Element | undefined {
	const weights = weigh(blocks);
	const isBox = (element: Element): boolean =>
		!WITHIN_TEXT.test(tagOf(element)) && page.blocks.filter(({ path }) => path.includes(element)).length >= Math.min(2, page.blocks.length);
	const least = lettersOf(blocks) * BOX_SHARE;
	const [{ path } = { path: [] }] = [...blocks].sort((one, other) => other.letters - one.letters);
	const holding = (from: readonly Element[]): Element | undefined =>
		from.findLast((element) => (weights.get(element) ?? 0) >= least && isBox(element));
	return holding(path) ?? holding(blocks[0]?.path ?? []);
}

/** The parent of a live blog's entries: siblings that are all articles with text. An entry with its own headline is another story. */
function withSiblings(box: Element, page: Page, isAround: (element: Element) => boolean): Element {
	const own = box.closest('article');
	const parent = own?.parentElement ?? undefined;
	// If one entry has the page's headline, only `<main>` shows that the others belong to it.
	if (own === null || parent === undefined || (own.querySelector('h1') !== null && tagOf(parent) !== 'MAIN')) return box;
	const weights = weigh(page.blocks.filter(isProse));
	const isEntry = (one: Element): boolean => {
		const begin = page.blocks.find(({ path }) => path.includes(one));
		if (begin === undefined || isAround(one)) return false;
		// If the first entry has the page's headline, a heading of a level that it lacks begins another story.
		const isOther = own.querySelector('h1') !== null && own.querySelector(begin.element.tagName) === null;
		if (isHeading(begin) && (isOther || isNamedBoilerplate(begin.element))) return false;
		return (weights.get(one) ?? 0) > 0 && one.querySelector('h1') === null;
	};
	const others = [...parent.children].filter((one) => one !== own && tagOf(one) === 'ARTICLE' && !isAround(one));
	return others.length > 0 && others.every(isEntry) ? parent : box;
}

/** The parent of a text's sections: siblings alike that have nothing but found text. The box may hold most of them alone. */
function withSections(box: Element, found: readonly Block[], page: Page, isAround: (element: Element) => boolean): Element {
	const own = [box.closest('section'), box].find((one) => one !== null && isOneOfSections(one, box, found, page, isAround));
	return own?.parentElement ?? box;
}

function isOneOfSections(
	own: Element,
	box: Element,
	found: readonly Block[],
	page: Page,
	isAround: (element: Element) => boolean,
): boolean {
	const parent = own.parentElement;
	if (parent === null) return false;
	const prose = page.blocks.filter((block) => isProse(block) && block.path.includes(parent));
	const isAlike = (one: Element): boolean =>
		tagOf(one) === tagOf(own) && (tagOf(own) === 'SECTION' || (own.className !== '' && one.className === own.className));
	const sections = [...parent.children].filter((one) => isAlike(one) && !isAround(one));
	const isWhole = prose.every((block) => found.includes(block) && sections.some((section) => block.path.includes(section)));
	return sections.length > 1 && isWhole && prose.some(({ path }) => !path.includes(box));
}

/** A lead has at least a sentence; a shorter text is a dateline. */
const MIN_LEAD_UNITS = 60;

/**
 * The lead: text beside the headline, in the header of its article or right after it. If another paragraph separates it from the text, it
 * does not belong to the text.
 *
 * @param first the index of the first block of the text
 */
function leadsOf(page: Page, first: number, isAround: (element: Element) => boolean): ReadonlySet<Block> {
	const headline = page.document.querySelector('article h1, main h1');
	const header = headline?.closest('header') ?? undefined;
	const next = headline?.nextElementSibling ?? undefined;
	const isLead = ({ element, path, text }: Block): boolean =>
		tagOf(element) === 'P' &&
		(element === next || (header !== undefined && path.includes(header))) &&
		text.length >= MIN_LEAD_UNITS &&
		!path.some((one) => tagOf(one) === 'FIGURE' || (one !== header && isAround(one)));
	const before = page.blocks.slice(0, first);
	const leads = before.filter(isLead);
	const between = before.slice(before.findIndex(isLead)).filter((block) => isProse(block) && !block.path.some(isAround));
	return new Set(leads.length > 0 && between.every((block) => leads.includes(block)) ? leads : []);
}

/** Whether all links of a line lead to other pages of the same site. */
function linksHome({ element }: Block, page: Page): boolean {
	const houseOf = (url: URL): string => url.hostname.split('.').slice(-2).join('.');
	const home = houseOf(new URL(page.url));
	return [...element.querySelectorAll('a[href]')].every((link) => {
		const address = addressOf(link, page);
		return address === undefined || (houseOf(address) === home && !isHere(address, page));
	});
}

/** A row of short links, such as those to share a page. */
const isLinkRow = (block: Block): boolean =>
	linkShare(block) >= MIN_LINK_LINE && block.letters < MAX_LABEL_LETTERS && block.element.querySelectorAll('a[href]').length > 1;

/** Removes the last lines that advertise for the site, and headings that nothing follows. */
function withoutEnd(blocks: readonly Block[], page: Page): readonly Block[] {
	const isEnd = (block: Block): boolean => {
		if (isHeading(block)) return true;
		const isStory = tagOf(block.element) === 'LI' && linkShare(block) >= MIN_LAST_ITEM && linksHome(block, page);
		const lines = isStory ? [...(block.element.parentElement?.children ?? [])].map((item) => item.textContent ?? '') : [block.text];
		const areStatements = lines.every((line) => STOP.test(line.trim()));
		return !inQuotation(block) && (linkShare(block) >= (areStatements ? MIN_LINK_LINE : MIN_LAST_LINE) || (isStory && !areStatements));
	};
	return blocks.slice(0, blocks.findLastIndex((block) => !isEnd(block)) + 1);
}

/** The smallest element that holds the page's headline and text. */
export function boxOfHeadline(headlined: Element, page: Page): Element {
	const prose = weigh(page.blocks.filter(isProse));
	let box = headlined;
	while (!prose.has(box) && box.parentElement !== null) box = box.parentElement;
	return box;
}

/** Whether an element is no part of the headline's article: a dialog, or a box with its own headline beside that of the page. */
function isOfAnother(element: Element, headlined: Element, box: Element, title: string): boolean {
	if (isApart(element)) return true;
	const own = [...element.querySelectorAll('h1')];
	if (own.length === 0 || own.some((one) => squeezed(one.textContent ?? '') === title)) return false;
	// An article that begins with its own headline is another one; one that begins with text has sections.
	const begin = tagOf(element) === 'ARTICLE' ? element.querySelector('h1, p') : null;
	const isSection = box !== element && box.contains(element) && begin?.tagName !== 'H1';
	return !isSection && headlined.closest('article')?.contains(element) !== true;
}

/** Two links with at most this much text each form a list of other stories. */
const MAX_TEASER_BLOCKS = 2;
const MIN_TEASERS = 2;

/** The index where the list of other stories at the end begins: headings or lines with links, each followed by a line or two. */
function endOf(blocks: readonly Block[], page: Page): number {
	let [end, teasers, between] = [blocks.length, 0, 0];
	for (let at = blocks.length - 1; at >= 0 && between <= MAX_TEASER_BLOCKS; at -= 1) {
		const block = blocks[at];
		if (block === undefined) break;
		const leads = linkShare(block) >= MIN_LINK_LINE && block.letters >= MIN_TITLE_LETTERS && linksHome(block, page);
		if (leads && between > 0) [end, teasers, between] = [at, teasers + 1, 0];
		else if (leads || isHeading(block)) break;
		else between += 1;
	}
	return teasers >= MIN_TEASERS ? end : blocks.length;
}

/** @param extractors the first one locates the article; all are asked about lines of links */
export function storyOf(page: Page, extractors: readonly [Extractor, ...Extractor[]]): readonly Block[] {
	const title = squeezed(page.title);
	const prose = page.blocks.filter(isProse);
	const voted = prose.filter(extractors[0]);
	const wanted = articleOfHeadline(page, title);
	const candidates = wanted === undefined ? voted : prose.filter(({ path }) => path.includes(wanted));
	const inBoth = candidates.filter((block) => voted.includes(block));
	const found = inBoth.length > 0 ? inBoth : candidates;
	// There is no sentence: a table, or a list of words.
	if (found.length === 0) return page.blocks.filter((block) => extractors[0](block) && !isHeading(block) && linkShare(block) < HALF);
	const [weights, total] = [weigh(found), lettersOf(found)];
	const allWeights = weigh(page.blocks);
	const teasers = teasersOf(page);
	const headlined = page.blocks.find((block) => tagOf(block.element) === 'H1' && squeezed(block.text) === title)?.element;
	const around = headlined === undefined ? page.document.body : boxOfHeadline(headlined, page);
	const known = new Map<Element, boolean>();
	const isAround = (element: Element): boolean => {
		const before = known.get(element);
		if (before !== undefined) return before;
		const isOther = headlined !== undefined && !element.contains(headlined) && isOfAnother(element, headlined, around, title);
		const isLight = (weights.get(element) ?? 0) < total * HALF;
		const answer = isOther || (isLight && (teasers.has(element) || isBoilerplate(element, allWeights.get(element) ?? 0)));
		known.set(element, answer);
		return answer;
	};
	const core = found.filter(({ path }) => !path.some(isAround));
	const inner = boxOf(core, page);
	if (inner === undefined) return [];
	const box = withSections(withSiblings(inner, page, isAround), found, page, isAround);
	const first = page.blocks.findIndex((block) => core.includes(block) && block.path.includes(box));
	const headline = page.blocks.findLastIndex((block, at) => at <= first && isHeadline(block, title));
	const isLinks = (block: Block): boolean =>
		linkShare(block) >= MIN_LINK_LINE && !inQuotation(block) && (linksHome(block, page) || !extractors.every((agrees) => agrees(block)));
	const leads = leadsOf(page, first, isAround);
	const inBox = page.blocks.filter(({ path }) => path.includes(box) && !path.some(isAround));
	const others = new Set(inBox.slice(endOf(inBox, page)));
	const kept = page.blocks.filter((block, at) => {
		if (leads.has(block)) return true;
		if (others.has(block)) return false;
		if (at <= headline || SEPARATOR.test(block.text) || !block.path.includes(box) || block.path.some(isAround)) return false;
		if (isLabel(block) || isLinks(block)) return false;
		if ((at < first || inHeader(block)) && (isDateline(block) || isLinkRow(block))) return false;
		// Drop the label of a list of links.
		const next = page.blocks[at + 1];
		const isShort = block.letters < MAX_LABEL_LETTERS && (isHeading(block) || block.text.endsWith(':'));
		return !(isShort && next !== undefined && isLinks(next));
	});
	return withoutEnd(kept, page);
}
