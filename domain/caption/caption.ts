import { MAX_CAPTION_UNITS, SOURCE_PREFIX_UNITS } from '../limits.ts';
import type { Language } from '../language.ts';
import { normaliseCaption } from './normalise.ts';

/**
 * How the source line calls the source; a language without a word here says it as English does. With `\n\n` before and `: ` after, each
 * is exactly `SOURCE_PREFIX_UNITS`.
 */
const sourceLabels: Readonly<Partial<Record<Language, string>>> = { ru: 'Источник', uk: 'Оригінал', pl: 'Oryginał', tr: 'Orijinal' };

/** Everything of the source line before the address. */
export function sourcePrefix(locale: Language): string {
	return `\n\n${sourceLabels[locale] ?? 'Original'}: `;
}

/**
 * The caption as it will be published, character for character: the body, and for news the source line.
 * It is never cut; the caller checks its length.
 */
export function buildCaption(body: string, link?: string | null, locale: Language = 'en'): string {
	return normaliseCaption((link ?? '') === '' ? body : `${body}${sourcePrefix(locale)}${link}`);
}

/** Units left for a news body beside the source line. Below `MIN_NEWS_BODY_BUDGET_UNITS` the link is too long. */
export function newsBodyBudget(url: string): number {
	return MAX_CAPTION_UNITS - SOURCE_PREFIX_UNITS - url.length;
}

/** Units that a body may have: all of the caption, or what the source line and what is shown below leave of it. */
export function bodyBudget(link: string | null, below = 0): number {
	return (link === null || link === '' ? MAX_CAPTION_UNITS : newsBodyBudget(link)) - below;
}
