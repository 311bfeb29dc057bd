/**
 * Checks whether the found text is the article, by the page's headline, description and `articleBody`. If they do not fit, the other
 * library's text is tried. If neither fits and the libraries disagree, the result is no text, because a wrong one is worse.
 */
import { isHeading, squeezed, type Block } from './blocks.ts';
import { defuddleExtractor, readabilityExtractor, type Extractor } from './extractors.ts';
import { boxOfHeadline, isHeadline, storyOf, teasersOf, weigh, type Page } from './story.ts';
import { isDateline, isNeverArticle, isProse, isBoilerplate } from './boilerplate.ts';

/** What a page says about its article. */
export interface Claims {
	readonly title: string;
	readonly description: string | undefined;
	/** From its schema.org data. */
	readonly articleBody: string | undefined;
}

/** The share of a headline's or description's words that its article contains. Measured: 0 to 0.3 in other texts. */
const MIN_WORDS = 0.5;
/** A claim with fewer words proves nothing. */
const MIN_CLAIM_WORDS = 2;
/** Shorter words occur in every text. */
const MIN_WORD_LETTERS = 4;
/** The beginnings of words are compared, because endings change. */
const STEM_LETTERS = 5;
/** A shorter `articleBody` is a teaser. */
const MIN_BODY_LETTERS = 200;
const HALF = 0.5;
/** If both libraries select this share of a text, it is accepted although no claim of the page fits. */
const MIN_AGREED = 0.8;
/** A link with this many letters at the beginning of a block is a headline of another story. */
const MIN_HEADLINE_LETTERS = 15;

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}]/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

const lettersOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { letters }) => sum + letters, 0);

/** The significant words of a claim. */
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

/** Whether a text is a list of other stories: most of it begins with links to them. A round-up begins with an introduction. */
function isIndex(story: readonly Block[]): boolean {
	const leading = story.filter(({ beginsWithLink, linkLetters }) => beginsWithLink && linkLetters >= MIN_HEADLINE_LETTERS);
	return leading[0] === story[0] && lettersOf(leading) >= lettersOf(story) * HALF;
}

const bodyExtractor = (body: string): Extractor => {
	const letters = squeezed(body);
	return ({ text }) => letters.includes(squeezed(text));
};

const isTop = ({ element }: Block): boolean => /^H1$/i.test(element.tagName);

/** The page's headline as a block. */
const headlineOf = ({ blocks, title }: Page): Block | undefined =>
	blocks.find((block) => isTop(block) && isHeadline(block, squeezed(title)));

const articleOf = (headline: Block | undefined): Element | undefined => headline?.element.closest('article') ?? undefined;

/** Whether a heading begins a section below the headline: in a box of its own, or beside the headline. */
function isSectionOf({ element, path }: Block, headline: Block, page: Page): boolean {
	const box = boxOfHeadline(headline.element, page);
	return path.includes(box) && (element.parentElement !== box || headline.element.parentElement === box);
}

/** Whether a story is below another headline than the page's, or outside the article of the page's headline. */
function isElsewhere(story: readonly Block[], page: Page): boolean {
	const headline = headlineOf(page);
	const [first] = story;
	if (headline === undefined || first === undefined) return false;
	const nearest = page.blocks.slice(0, page.blocks.indexOf(first)).findLast(isTop);
	if (nearest !== undefined && !isHeadline(nearest, squeezed(page.title)) && !isSectionOf(nearest, headline, page)) return true;
	const article = articleOf(headline);
	return article !== undefined && !story.some(({ path }) => path.includes(article));
}

/** This much text between the headline and the found text is the article itself, not its lead. */
const MIN_SKIPPED_LETTERS = 200;
const MIN_SKIPPED_BLOCKS = 2;

/** Whether a text begins after another text that follows the headline directly. */
function isBehindAnother(story: readonly Block[], page: Page): boolean {
	const [headline, first] = [headlineOf(page), story[0]];
	if (headline === undefined || first === undefined) return false;
	const teasers = teasersOf(page);
	const isStory = (block: Block): boolean =>
		isProse(block) && !isDateline(block) && !block.path.some((element) => teasers.has(element) || isBoilerplate(element, block.letters));
	const skipped = page.blocks.slice(page.blocks.indexOf(headline) + 1, Math.max(0, page.blocks.indexOf(first))).filter(isStory);
	return skipped.length >= MIN_SKIPPED_BLOCKS && lettersOf(skipped) >= MIN_SKIPPED_LETTERS;
}

/** Words of a consent banner, which are the same in most languages. */
const ABOUT_COOKIES = /cookies?\b|куки|файл\S* cookie/iu;

const isConsent = (story: readonly Block[], page: Page): boolean =>
	!ABOUT_COOKIES.test(page.title) && lettersOf(story.filter(({ text }) => ABOUT_COOKIES.test(text))) >= lettersOf(story) * HALF;

const isInNever = (story: readonly Block[]): boolean =>
	lettersOf(story.filter(({ path }) => path.some(isNeverArticle))) >= lettersOf(story) * HALF;

/** Whether a text cannot be the article, whatever its words are. */
const isNoArticle = (story: readonly Block[], page: Page): boolean =>
	[isIndex, isElsewhere, isBehindAnother, isConsent, isInNever].some((rule) => rule(story, page));

/** Whether a text agrees with the page's own claims. */
export function fits(story: readonly Block[], page: Page, { title, description, articleBody }: Claims): boolean {
	if (story.length === 0 || isNoArticle(story, page)) return false;
	const body = squeezed(articleBody ?? '').length;
	if (articleBody !== undefined && body >= MIN_BODY_LETTERS) {
		const inBody = lettersOf(story.filter(bodyExtractor(articleBody)));
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
	// Too few words in the headline: require the right place instead.
	const article = articleOf(headlineOf(page));
	return inTitle === undefined && article !== undefined && story.every(({ path }) => path.includes(article));
}

/** A box with the headline and more of the page's text is around the page, whatever its name. */
const MIN_FRAME = 0.9;

/** Whether a story is in a box of comments, other stories or adverts, without a headline. */
function isOnlyBoilerplate(story: readonly Block[], { misnamed, blocks, title }: Page): boolean {
	const [weights, total] = [weigh(blocks), lettersOf(blocks)];
	const headlines = blocks.filter((block) => isHeading(block) && isHeadline(block, squeezed(title)));
	const isFrame = (element: Element): boolean =>
		(weights.get(element) ?? 0) >= total * MIN_FRAME && headlines.some(({ path }) => path.includes(element)) && !isNeverArticle(element);
	const isAround = (element: Element): boolean =>
		(misnamed.has(element) || isBoilerplate(element, Number.POSITIVE_INFINITY)) && element.querySelector('h1') === null;
	return story.some(({ path }) => path.some((element) => isAround(element) && !isFrame(element)));
}

/** Whether the page has hardly any other text, and this one is in the box of its headline. */
function isAlone(story: readonly Block[], page: Page): boolean {
	const box = headlineOf(page)?.element.parentElement ?? undefined;
	const prose = page.blocks.filter(isProse);
	return (
		box !== undefined &&
		lettersOf(prose.filter((block) => story.includes(block) && block.path.includes(box))) >= lettersOf(prose) * MIN_AGREED
	);
}

/** The article of a page; empty if there is none, or if it cannot be separated from its surroundings. */
export function surestStory(page: Page, claims: Claims): readonly Block[] {
	const readability = readabilityExtractor(page.document);
	const story = storyOf(page, [readability]);
	if (fits(story, page, claims)) return story;
	const told = claims.articleBody === undefined ? [] : storyOf(page, [bodyExtractor(claims.articleBody)]);
	if (fits(told, page, claims)) return told;
	const defuddle = defuddleExtractor(page.document, page.url);
	const other = storyOf(page, [defuddle, readability]);
	if (fits(other, page, claims)) return other;
	const isAgreed = [readability, defuddle].every((extractor) => lettersOf(story.filter(extractor)) >= lettersOf(story) * MIN_AGREED);
	return (isAgreed || isAlone(story, page)) && !isNoArticle(story, page) && !isOnlyBoilerplate(story, page) ? story : [];
}
