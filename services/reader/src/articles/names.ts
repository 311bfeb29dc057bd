/**
 * Removes class names and ids that look like those of surroundings but are on the article's own text: `widget`, `paywall`, `banner`. A name
 * may speak against a text, but it does not decide alone: the page's `articleBody` and both libraries, which then do not see these names,
 * are asked too.
 */
import { blocksOf, squeezed } from './blocks.ts';
import type { Block } from './blocks.ts';
import { opinionOfDefuddle, opinionOfReadability } from './opinions.ts';
import { forgetNames, isProse, isWhatItIsCalled, suspectNamesOf } from './surroundings.ts';

/** The share of an element's text that must be taken for the article. */
const MIN_TAKEN = 0.8;
const HALF = 0.5;
/** A name on this share of the article's text says nothing about it. */
const MIN_COMMON = 0.3;
/** A shorter `articleBody` is a teaser. */
const MIN_BODY_LETTERS = 200;

const lettersOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { letters }) => sum + letters, 0);

/** The paragraphs that both libraries take if they do not see the suspect names. */
function takenBlindly(
	prose: readonly Block[],
	suspects: ReadonlyMap<Element, readonly Block[]>,
	document: Document,
	url: string,
): readonly Block[] {
	const copy = document.cloneNode(true) as Document;
	for (const element of copy.querySelectorAll('[class], [id]')) forgetNames(element, suspectNamesOf(element));
	const taken = prose.filter(opinionOfReadability(copy));
	return [...suspects.values()].flat().some((block) => taken.includes(block)) ? taken.filter(opinionOfDefuddle(copy, url)) : [];
}

/** @returns the elements whose names were removed */
export function forgetMisnomers(document: Document, url: string, articleBody: string | undefined): ReadonlySet<Element> {
	const blocks = blocksOf(document.body);
	const prose = blocks.filter(isProse);
	const suspects = new Map<Element, Block[]>();
	for (const block of prose)
		for (const element of block.path)
			if (suspectNamesOf(element).length > 0) suspects.set(element, [...(suspects.get(element) ?? []), block]);
	const misnamed = new Set<Element>();
	if (suspects.size === 0) return misnamed;
	const taken = new Set(takenBlindly(prose, suspects, document, url));
	if (taken.size === 0) return misnamed;
	const body = squeezed(articleBody ?? '');
	const told = new Set(body.length < MIN_BODY_LETTERS ? [] : prose.filter(({ text }) => body.includes(squeezed(text))));
	const isTold = lettersOf([...taken].filter((block) => told.has(block))) >= Math.min(lettersOf([...taken]), body.length) * HALF;
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
		const all = lettersOf(blocks.filter(({ path }) => path.includes(element)));
		const isArticle =
			body.length >= MIN_BODY_LETTERS && isTold
				? lettersOf(texts.filter((block) => told.has(block))) >= all * HALF
				: lettersOf(texts.filter((block) => taken.has(block))) >= all * MIN_TAKEN && !isWhatItIsCalled(element, all) && isAmong(element);
		if (isArticle) forget(element, suspectNamesOf(element));
	}
	for (const element of document.body.querySelectorAll('[class], [id]')) forget(element, suspectNamesOf(element).filter(isCommon));
	return misnamed;
}
