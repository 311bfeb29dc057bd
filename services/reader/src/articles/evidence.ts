/**
 * Whether what was found is the article: the page's headline, description and `articleBody` are held against it. Where they do
 * not fit, another opinion is asked; where none fits and the libraries disagree, no text is better than a wrong one.
 */
import { squeezed } from './blocks.ts';
import type { Block } from './blocks.ts';
import { opinionOfDefuddle, opinionOfReadability } from './opinions.ts';
import type { Opinion } from './opinions.ts';
import { isHeadline, storyOf, teasersOf } from './story.ts';
import type { Page } from './story.ts';
import { isDateline, isNeverArticle, isProse, isSurrounding } from './surroundings.ts';

/** What a page says of its article. */
export interface Claims {
	readonly title: string;
	readonly description: string | undefined;
	/** In its schema.org data. */
	readonly articleBody: string | undefined;
}

/** So many of the words of a headline or description stand in the article that it is about. Measured: 0 to 0.3 elsewhere. */
const MIN_WORDS = 0.5;
/** Fewer words say nothing. */
const MIN_CLAIM_WORDS = 2;
/** Shorter words stand in every text. */
const MIN_WORD_LETTERS = 4;
/** Beginnings of words are compared, because endings change. */
const STEM_LETTERS = 5;
/** Shorter than this, `articleBody` is a teaser. */
const MIN_BODY_LETTERS = 200;
const HALF = 0.5;
/** Both libraries hold so much of a text for the article, and it is taken though the page says nothing that fits. */
const MIN_AGREED = 0.8;
/** A link of so many letters at the beginning of a block is somebody's headline. */
const MIN_HEADLINE_LETTERS = 15;

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}]/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

const lettersOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { letters }) => sum + letters, 0);

/** The words of a claim that mean something. */
function wordsOf(claim: string): ReadonlySet<string> {
	const words = [...segmenter.segment(claim.toLowerCase())].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
	return new Set(words.filter((word) => word.length >= (UNSPACED.test(word) ? 2 : MIN_WORD_LETTERS) || /\d/.test(word)));
}

/** The share of a claim's words that a text contains; undefined if the claim is too short. */
function shareIn(text: string, claim: string): number | undefined {
	const words = wordsOf(claim);
	if (words.size < MIN_CLAIM_WORDS) return undefined;
	const lower = text.toLowerCase();
	const stems = new Set((lower.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, STEM_LETTERS)));
	const isThere = (word: string): boolean => (UNSPACED.test(word) ? lower.includes(word) : stems.has(word.slice(0, STEM_LETTERS)));
	return [...words].filter(isThere).length / words.size;
}

/** A list of other stories: most of it begins with links to them. A round-up says first what it is. */
function isIndex(story: readonly Block[]): boolean {
	const leading = story.filter(({ beginsWithLink, linkLetters }) => beginsWithLink && linkLetters >= MIN_HEADLINE_LETTERS);
	return leading[0] === story[0] && lettersOf(leading) >= lettersOf(story) * HALF;
}

const opinionOfBody = (body: string): Opinion => {
	const letters = squeezed(body);
	return ({ text }) => letters.includes(squeezed(text));
};

const isTop = ({ element }: Block): boolean => /^H1$/i.test(element.tagName);

/** The page's headline, as an element. */
const headlineOf = ({ blocks, title }: Page): Block | undefined =>
	blocks.find((block) => isTop(block) && isHeadline(block, squeezed(title)));

const articleOf = (headline: Block | undefined): Element | undefined => headline?.element.closest('article') ?? undefined;

/** Whether a story is below another headline than the page's, or outside the article of the page's headline. */
function isElsewhere(story: readonly Block[], page: Page): boolean {
	const headline = headlineOf(page);
	const [first] = story;
	if (headline === undefined || first === undefined) return false;
	const nearest = page.blocks.slice(0, page.blocks.indexOf(first)).findLast(isTop);
	if (nearest !== undefined && !isHeadline(nearest, squeezed(page.title))) return true;
	const article = articleOf(headline);
	return article !== undefined && !story.some(({ path }) => path.includes(article));
}

/** So much text between the headline and another one is the article rather than its lead. */
const MIN_SKIPPED_LETTERS = 200;
const MIN_SKIPPED_BLOCKS = 2;

/** Whether a text begins behind another one that the headline is right above. */
function isBehindAnother(story: readonly Block[], page: Page): boolean {
	const [headline, first] = [headlineOf(page), story[0]];
	if (headline === undefined || first === undefined) return false;
	const teasers = teasersOf(page);
	const isStory = (block: Block): boolean =>
		isProse(block) && !isDateline(block) && !block.path.some((element) => teasers.has(element) || isSurrounding(element, block.letters));
	const skipped = page.blocks.slice(page.blocks.indexOf(headline) + 1, Math.max(0, page.blocks.indexOf(first))).filter(isStory);
	return skipped.length >= MIN_SKIPPED_BLOCKS && lettersOf(skipped) >= MIN_SKIPPED_LETTERS;
}

/** What a house asks before it shows anything. The word is the same in most languages. */
const ABOUT_COOKIES = /cookies?\b|куки|файл\S* cookie/iu;

const isConsent = (story: readonly Block[], page: Page): boolean =>
	!ABOUT_COOKIES.test(page.title) && lettersOf(story.filter(({ text }) => ABOUT_COOKIES.test(text))) >= lettersOf(story) * HALF;

const isInNever = (story: readonly Block[]): boolean =>
	lettersOf(story.filter(({ path }) => path.some(isNeverArticle))) >= lettersOf(story) * HALF;

/** Whether a text cannot be the article, whatever its words are. */
const isNoArticle = (story: readonly Block[], page: Page): boolean =>
	[isIndex, isElsewhere, isBehindAnother, isConsent, isInNever].some((rule) => rule(story, page));

/** Whether the page's own words fit a text. */
export function fits(story: readonly Block[], page: Page, { title, description, articleBody }: Claims): boolean {
	if (story.length === 0 || isNoArticle(story, page)) return false;
	const body = squeezed(articleBody ?? '').length;
	if (articleBody !== undefined && body >= MIN_BODY_LETTERS) {
		const inBody = lettersOf(story.filter(opinionOfBody(articleBody)));
		if (inBody < Math.min(body, lettersOf(story)) * HALF) return false;
	}
	// A repeated headline proves nothing about the text below it.
	const headline = squeezed(title);
	const text = story
		.filter((block) => !isHeadline(block, headline) && !(headline !== '' && squeezed(block.text).includes(headline)))
		.map((block) => block.text)
		.join('\n');
	const inTitle = shareIn(text, title);
	if ((inTitle ?? 0) >= MIN_WORDS || (shareIn(text, description ?? '') ?? 0) >= MIN_WORDS) return true;
	// A headline of too few words is at least in the right place.
	const article = articleOf(headlineOf(page));
	return inTitle === undefined && article !== undefined && story.every(({ path }) => path.includes(article));
}

/** Whether a story is in a box of comments, other stories or adverts, without a headline. */
const isSurroundings = (story: readonly Block[]): boolean =>
	story.some(({ path }) =>
		path.some((element) => isSurrounding(element, Number.POSITIVE_INFINITY) && element.querySelector('h1') === null),
	);

/** The article of a page; empty if there is none, or if it cannot be separated from its surroundings. */
export function surestStory(page: Page, claims: Claims): readonly Block[] {
	const readability = opinionOfReadability(page.document);
	const story = storyOf(page, [readability]);
	if (fits(story, page, claims)) return story;
	const told = claims.articleBody === undefined ? [] : storyOf(page, [opinionOfBody(claims.articleBody)]);
	if (fits(told, page, claims)) return told;
	const defuddle = opinionOfDefuddle(page.document, page.url);
	const other = storyOf(page, [defuddle, readability]);
	if (fits(other, page, claims)) return other;
	const isAgreed = [readability, defuddle].every((opinion) => lettersOf(story.filter(opinion)) >= lettersOf(story) * MIN_AGREED);
	return isAgreed && !isNoArticle(story, page) && !isSurroundings(story) ? story : [];
}
