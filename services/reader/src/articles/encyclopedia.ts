/** The article of a page that MediaWiki made: its markup says what is text, so nothing has to be guessed. */
import { tidy } from '../feeds/plainText.ts';
import { blocksOf, isHeading, type Block } from './blocks.ts';

/** Tables, boxes, notes and everything else around the prose, in the class names that the software and its common templates use. */
const ASIDE = [
	...['table', 'figure', 'style', 'cite.citation', 'math annotation'],
	...[
		'infobox',
		'navbox',
		'sidebar',
		'hatnote',
		'dablink',
		'metadata',
		'ambox',
		'sistersitebox',
		'portalbox',
		'noprint',
		'shortdescription',
	],
	...[
		'mw-editsection',
		'reference',
		'references',
		'reflist',
		'refbegin',
		'mw-references-wrap',
		'mw-empty-elt',
		'mw-jump-link',
		'mw-indicators',
	],
	...['thumb', 'gallery', 'toc', 'catlinks', 'printfooter', 'geo-nondefault', 'mw-kartographer-container'],
].map((name) => (/^(?:table|figure|style|cite\.|math )/.test(name) ? name : `.${name}`));
const ASIDE_IDS = ['toc', 'coordinates', 'siteSub', 'catlinks'].map((id) => `#${id}`);
const MEANINGS = 'meta[property="mw:PageProp/disambiguation"], #disambigbox, .dmbox-disambig, .disambigbox';
/** From this share of link text on, an item of a list leads elsewhere. */
const MIN_LINK_ITEM = 0.5;
/** What is said of a page that an item names. */
const MAX_NOTE_LETTERS = 60;

const levelOf = ({ element }: Block): number => Number(element.tagName.slice(1));
const isItem = ({ path }: Block): boolean => path.some((element) => /^LI$/i.test(element.tagName));
const leadsElsewhere = (block: Block): boolean =>
	isItem(block) &&
	(block.linkLetters >= block.letters * MIN_LINK_ITEM ||
		(block.beginsWithLink && block.letters <= MAX_NOTE_LETTERS) ||
		block.element.querySelector('a.external') !== null);

/** Without the sections that only list links, and without headings that have no text left. */
function withoutLists(blocks: readonly Block[]): Block[] {
	const starts = [0, ...blocks.flatMap((block, at) => (isHeading(block) && at > 0 ? [at] : []))];
	const sections = starts.map((start, at) => blocks.slice(start, starts[at + 1]));
	const prose = sections.map((section) => {
		const text = section.filter((block) => !isHeading(block));
		return text.every(leadsElsewhere) ? section.filter(isHeading) : section;
	});
	return prose.flatMap((section, at) => {
		const [heading] = section;
		if (section.length !== 1 || heading === undefined || !isHeading(heading)) return section;
		const below = prose.slice(at + 1);
		const end = below.findIndex(([next]) => next !== undefined && isHeading(next) && levelOf(next) <= levelOf(heading));
		return below.slice(0, end < 0 ? undefined : end).some(({ length }) => length > 1) ? section : [];
	});
}

export interface Encyclopedic {
	/** Undefined if the page does not say it. */
	readonly title: string | undefined;
	/** Empty for a page that only lists the meanings of a word. */
	readonly blocks: readonly Block[];
}

/** The article of a page by MediaWiki; undefined for any other page. */
export function encyclopedic(document: Document): Encyclopedic | undefined {
	const generator = document.querySelector('meta[name="generator"]')?.getAttribute('content') ?? '';
	const box = document.querySelector('.mw-parser-output');
	if (!generator.startsWith('MediaWiki') || box === null) return undefined;
	const title = tidy(document.querySelector('#firstHeading, h1')?.textContent ?? '') || undefined;
	if (document.querySelector(MEANINGS) !== null) return { title, blocks: [] };
	for (const element of box.querySelectorAll([...ASIDE, ...ASIDE_IDS].join(', '))) element.remove();
	const blocks = blocksOf(document.body).filter(({ path }) => path.includes(box));
	return { title, blocks: withoutLists(blocks) };
}
