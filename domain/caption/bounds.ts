import {
	MAX_CAPTION_UNITS,
	MAX_CATEGORY_UNITS,
	MAX_FACT_UNITS,
	MAX_FACTS,
	MAX_IMAGE_PROMPT_UNITS,
	MAX_SOURCE_IDS_PER_FACT,
	MAX_SUBTITLE_UNITS,
	MAX_TITLE_UNITS,
	MAX_URL_UNITS,
	MIN_FACTS,
	MIN_NEWS_BODY_BUDGET_UNITS,
	MIN_SOURCE_IDS_PER_FACT,
} from '../limits.ts';
import { bodyBudget, buildCaption } from './caption.ts';
import type { Fact, SourceBlock } from './facts.ts';
import type { Language } from '../language.ts';
import { addressesIn, contactsShown } from '../text/contacts.ts';

/** A refusal by one bound: which one, what it allows and what came. Lengths are UTF-16 units, numbers of facts are counts. */
export interface BoundProblem {
	readonly code: BoundCode;
	readonly field: string;
	/** The name of the constant in `limits.ts` that refused; null when the rule is not a number. */
	readonly bound: string | null;
	readonly allowed: number | null;
	readonly received: number | null;
	/** The words that were refused, as they may be shown to a person. */
	readonly words?: string;
}

export type BoundCode =
	| 'title_empty'
	| 'title_line_break'
	| 'title_too_long'
	| 'subtitle_line_break'
	| 'subtitle_too_long'
	| 'category_line_break'
	| 'category_too_long'
	| 'cover_address'
	| 'body_empty'
	| 'link_invalid'
	| 'link_too_long'
	| 'text_too_long'
	| 'image_prompt_empty'
	| 'image_prompt_too_long'
	| 'facts_invalid'
	| 'source_missing';

/** What a post says; lengths are judged on normalised text. */
export interface PostText {
	readonly title: string;
	readonly subtitle: string;
	readonly body: string;
}

/** Every character after which Unicode makes a new line. @see https://www.unicode.org/reports/tr14/#BK */
export const LINE_BREAK = /[\n\u000b\f\r\u0085\u2028\u2029]/;

const problem = (
	code: BoundCode,
	field: string,
	bound: string | null = null,
	allowed: number | null = null,
	received: number | null = null,
): BoundProblem => ({
	code,
	field,
	bound,
	allowed,
	received,
});

/** A line of the cover says what a post is about; addresses are in the text, where they can be pressed. */
function checkAddresses(line: string, field: string): BoundProblem | null {
	const found = addressesIn(line);
	return found.length === 0 ? null : { ...problem('cover_address', field), words: contactsShown(found) };
}

export function checkTitle(title: string): BoundProblem | null {
	if (title.trim() === '') return problem('title_empty', 'title');
	if (LINE_BREAK.test(title)) return problem('title_line_break', 'title');
	return title.length > MAX_TITLE_UNITS
		? problem('title_too_long', 'title', 'MAX_TITLE_UNITS', MAX_TITLE_UNITS, title.length)
		: checkAddresses(title, 'title');
}

/** An empty subtitle is allowed. */
export function checkSubtitle(subtitle: string): BoundProblem | null {
	if (LINE_BREAK.test(subtitle)) return problem('subtitle_line_break', 'subtitle');
	return subtitle.length > MAX_SUBTITLE_UNITS
		? problem('subtitle_too_long', 'subtitle', 'MAX_SUBTITLE_UNITS', MAX_SUBTITLE_UNITS, subtitle.length)
		: checkAddresses(subtitle, 'subtitle');
}

/** An empty category is allowed. */
export function checkCategory(category: string): BoundProblem | null {
	if (LINE_BREAK.test(category)) return problem('category_line_break', 'category');
	return category.length > MAX_CATEGORY_UNITS
		? problem('category_too_long', 'category', 'MAX_CATEGORY_UNITS', MAX_CATEGORY_UNITS, category.length)
		: checkAddresses(category, 'category');
}

export function checkImagePrompt(prompt: string): BoundProblem | null {
	if (prompt.trim() === '') return problem('image_prompt_empty', 'image_prompt');
	return prompt.length > MAX_IMAGE_PROMPT_UNITS
		? problem('image_prompt_too_long', 'image_prompt', 'MAX_IMAGE_PROMPT_UNITS', MAX_IMAGE_PROMPT_UNITS, prompt.length)
		: null;
}

/**
 * A link of a news post: an https address without credentials, within the adapter's bound, and leaving room for a body.
 * @param below units of what is shown below the caption
 */
export function checkLink(link: string, below = 0): BoundProblem | null {
	if (link.length > MAX_URL_UNITS) return problem('link_too_long', 'link', 'MAX_URL_UNITS', MAX_URL_UNITS, link.length);
	if (!isPlainHttpsUrl(link)) return problem('link_invalid', 'link');
	const budget = bodyBudget(link, below);
	return budget < MIN_NEWS_BODY_BUDGET_UNITS
		? problem('link_too_long', 'link', 'MIN_NEWS_BODY_BUDGET_UNITS', MIN_NEWS_BODY_BUDGET_UNITS, budget)
		: null;
}

function isPlainHttpsUrl(text: string): boolean {
	if (/\s/.test(text) || !URL.canParse(text)) return false;
	const url = new URL(text);
	return url.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname !== '';
}

/**
 * The body with its link, as one caption. A news body that is over its own budget is over the caption's bound too.
 * @param below units of what is shown below the caption
 */
export function checkBody(body: string, link: string | null, locale: Language = 'en', below = 0): BoundProblem | null {
	if (body.trim() === '') return problem('body_empty', 'body');
	const units = buildCaption(body, link, locale).length + below;
	return units > MAX_CAPTION_UNITS ? problem('text_too_long', 'body', 'MAX_CAPTION_UNITS', MAX_CAPTION_UNITS, units) : null;
}

/** 1–6 facts, each 1–700 units, each with 1–3 different source ids that exist. */
export function checkFacts(facts: readonly Fact[], blocks: readonly SourceBlock[]): BoundProblem | null {
	if (facts.length < MIN_FACTS) return problem('facts_invalid', 'facts', 'MIN_FACTS', MIN_FACTS, facts.length);
	if (facts.length > MAX_FACTS) return problem('facts_invalid', 'facts', 'MAX_FACTS', MAX_FACTS, facts.length);
	const known = new Set(blocks.map((block) => block.id));
	for (const [index, fact] of facts.entries()) {
		const field = `facts[${index}]`;
		if (fact.text.trim() === '') return problem('facts_invalid', `${field}.text`);
		if (fact.text.length > MAX_FACT_UNITS)
			return problem('facts_invalid', `${field}.text`, 'MAX_FACT_UNITS', MAX_FACT_UNITS, fact.text.length);
		const ids = fact.source_ids.length;
		if (ids < MIN_SOURCE_IDS_PER_FACT)
			return problem('facts_invalid', `${field}.source_ids`, 'MIN_SOURCE_IDS_PER_FACT', MIN_SOURCE_IDS_PER_FACT, ids);
		if (ids > MAX_SOURCE_IDS_PER_FACT)
			return problem('facts_invalid', `${field}.source_ids`, 'MAX_SOURCE_IDS_PER_FACT', MAX_SOURCE_IDS_PER_FACT, ids);
		if (new Set(fact.source_ids).size !== ids) return problem('facts_invalid', `${field}.source_ids`);
		if (fact.source_ids.some((id) => !known.has(id))) return problem('source_missing', `${field}.source_ids`);
	}
	return null;
}

/** Title, subtitle, link and body in this order; the first bound that refuses is the answer. */
export function checkPost(post: PostText, link: string | null, locale: Language = 'en', below = 0): BoundProblem | null {
	return (
		checkTitle(post.title) ??
		checkSubtitle(post.subtitle) ??
		(link === null || link === '' ? null : checkLink(link, below)) ??
		checkBody(post.body, link, locale, below)
	);
}

/** What is kept with a refusal: the words for a person, or what was expected and what came. */
export function detailOf({ words, field, allowed, received }: BoundProblem): string {
	return words ?? (allowed === null ? field : `${field}: allowed ${allowed}, received ${received}`);
}

/** The refusal as a sentence fragment for a person: what was expected and what came. */
export function describeProblem(found: BoundProblem): string {
	if (found.allowed === null || found.received === null) return `${found.code} (${found.field})`;
	return `${found.code} (${found.field}): allowed ${found.allowed}, received ${found.received}`;
}
