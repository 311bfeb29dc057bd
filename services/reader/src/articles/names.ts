/**
 * Removes class names and ids that look like those of surroundings but are on the article's own text: `widget`, `paywall`, `banner`. A name
 * may speak against a text, but it does not decide alone: the page's `articleBody` and both libraries, which then do not see these names,
 * are asked too.
 */
import { squeezed, type Block } from './blocks.ts';
import { defuddleExtractor, readabilityExtractor } from './extractors.ts';
import { isHeadline, weigh, type Page } from './story.ts';
import { forgetNames, isProse, isWhatItIsCalled, suspectNamesOf } from './boilerplate.ts';

/** The share of an element's text that must be taken for the article. */
const MIN_TAKEN = 0.8;
const HALF = 0.5;
/** A name on this share of the article's text says nothing about it. */
const MIN_COMMON = 0.3;
/** A shorter `articleBody` is a teaser. */
const MIN_BODY_LETTERS = 200;

const lettersOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { letters }) => sum + letters, 0);

/** The paragraphs that both libraries take if they do not see the suspect names; none if these cost the story nothing. */
function takenBlindly({ document, url, blocks }: Page, lost: readonly Block[]): readonly Block[] {
	const copy = document.cloneNode(true) as Document;
	for (const element of copy.querySelectorAll('[class], [id]')) forgetNames(element, suspectNamesOf(element));
	const isTaken = readabilityExtractor(copy);
	// The libraries take long, so the second is asked only if there is something to win.
	return lost.some(isTaken) ? blocks.filter((block) => isProse(block) && isTaken(block)).filter(defuddleExtractor(copy, url)) : [];
}

type Suspects = ReadonlyMap<Element, readonly Block[]>;

/** The elements with suspect names, and their paragraphs. */
function suspectsOf(blocks: readonly Block[]): Suspects {
	const suspects = new Map<Element, Block[]>();
	const known = new Map<Element, boolean>();
	for (const block of blocks.filter(isProse))
		for (const element of block.path) {
			const isSuspect = known.get(element) ?? suspectNamesOf(element).length > 0;
			known.set(element, isSuspect);
			if (isSuspect) suspects.set(element, [...(suspects.get(element) ?? []), block]);
		}
	return suspects;
}

/** The smallest element that holds the headline and a text found below it. */
function placeOf(story: readonly Block[], { blocks, title }: Page): Element | undefined {
	const headline = blocks.find((block) => /^H1$/i.test(block.element.tagName) && isHeadline(block, squeezed(title)));
	const [first, ...others] = headline === undefined ? [] : [headline, ...story];
	return first?.path.findLast((element) => others.every(({ path }) => path.includes(element)));
}

/** What the page itself tells of its article, if that is more than a teaser. */
function toldBy(articleBody: string | undefined, story: readonly Block[], blocks: readonly Block[]): readonly Block[] {
	const body = squeezed(articleBody ?? '');
	if (body.length < MIN_BODY_LETTERS) return [];
	const told = blocks.filter((block) => isProse(block) && body.includes(squeezed(block.text)));
	const found = lettersOf(story.filter((block) => told.includes(block)));
	const isTrue = lettersOf(told) >= body.length * HALF || (found > 0 && found >= Math.min(lettersOf(story), body.length) * HALF);
	return isTrue ? told : [];
}

/**
 * @param story what was found with the names
 * @returns the elements whose names were removed
 */
export function forgetMisnomers(page: Page, story: readonly Block[], articleBody: string | undefined): ReadonlySet<Element> {
	const { document, blocks } = page;
	const misnamed = new Set<Element>();
	const suspects = suspectsOf(blocks);
	const told = toldBy(articleBody, story, blocks);
	const weights = weigh(blocks);
	const isCalledRightly = (element: Element): boolean => isWhatItIsCalled(element, weights.get(element) ?? 0);
	const place = story.length === 0 ? undefined : placeOf(story, page);
	const hasStory = ([, texts]: readonly [Element, readonly Block[]]): boolean => texts.some((block) => story.includes(block));
	const named = [...suspects].filter((suspect) => !isCalledRightly(suspect[0]) && !hasStory(suspect)).flatMap(([, texts]) => texts);
	const candidates = told.length > 0 ? told : named.filter(({ path }) => place === undefined || path.includes(place));
	/** The paragraphs that a name may have cost the story. */
	const lost = candidates.filter((block) => !story.includes(block));
	if (suspects.size === 0 || lost.length === 0) return misnamed;
	const taken = new Set(told.length > 0 ? told : takenBlindly(page, lost));
	if (taken.size === 0) return misnamed;
	const paragraphs = new Set([...taken].map(({ element }) => element));
	const common = new Map<string, number>();
	for (const [element, texts] of suspects) {
		const letters = lettersOf(texts.filter((block) => taken.has(block)));
		if (!isWhatItIsCalled(element, letters))
			for (const name of suspectNamesOf(element)) common.set(name, (common.get(name) ?? 0) + letters);
	}
	const isCommon = (name: string): boolean => (common.get(name) ?? 0) >= lettersOf([...taken]) * MIN_COMMON;
	/** Whether an element is a paragraph, stands between paragraphs of the article, or holds most of it. */
	const isAmong = (element: Element): boolean =>
		paragraphs.has(element) ||
		[element.previousElementSibling, element.nextElementSibling].some((sibling) => sibling !== null && paragraphs.has(sibling)) ||
		lettersOf((suspects.get(element) ?? []).filter((block) => taken.has(block))) >= lettersOf([...taken]) * HALF;
	const forget = (element: Element, names: readonly string[]): void => {
		if (names.length === 0) return;
		forgetNames(element, names);
		misnamed.add(element);
	};
	for (const [element, texts] of suspects) {
		const all = weights.get(element) ?? 0;
		const isArticle =
			told.length > 0
				? lettersOf(texts.filter((block) => taken.has(block))) >= all * HALF
				: lettersOf(texts.filter((block) => taken.has(block))) >= all * MIN_TAKEN && !isCalledRightly(element) && isAmong(element);
		if (isArticle) forget(element, suspectNamesOf(element));
	}
	for (const element of document.body.querySelectorAll('[class], [id]')) forget(element, suspectNamesOf(element).filter(isCommon));
	return misnamed;
}
