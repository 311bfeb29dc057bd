import type { NEWS_FALLBACK_WINDOW_DAYS, NEWS_WINDOW_DAYS } from '../limits.ts';
import { refusalOfSource } from './choose.ts';
import { DAY_MS, readDate } from './dates.ts';
import { isHostAllowed, type SourcePolicy } from './policy.ts';
import type { ReadPage, ReadingRefusal } from './reading.ts';

/** A refusal of the reader as the desk calls it: some of its words mean something else about a post. */
type ReaderProblemCode =
	| Exclude<ReadingRefusal, 'text_too_long' | 'text_too_short' | 'busy' | 'unavailable' | 'internal'>
	| 'article_too_long'
	| 'article_too_short'
	| 'reader_unavailable';

/** Why there is no article, by the reader or by our own rules. */
export type ArticleRefusalCode = ReaderProblemCode | 'outside_window' | 'host_denied' | 'link_invalid' | 'link_too_long';

export interface ArticleRefusal {
	readonly code: ArticleRefusalCode;
	/** `later`: the same reading may succeed; `never`: another source is needed. */
	readonly retry: 'later' | 'never';
	readonly detail: string;
}

const OWN_WORDS: ReadonlyMap<string, ReaderProblemCode> = new Map([
	['text_too_long', 'article_too_long'],
	['text_too_short', 'article_too_short'],
	['busy', 'reader_unavailable'],
	['unavailable', 'reader_unavailable'],
	['internal', 'reader_unavailable'],
]);

/** `code`: of the reader. One that is not known here stays as it is. */
export function problemOfReader(code: string): ReaderProblemCode {
	return OWN_WORDS.get(code) ?? (code as ReaderProblemCode);
}

/** What the reader's refusal means for a draft. Only a source that is refused for good ends it. */
export function refusalOfReader(refusal: { readonly code: string; readonly detail: string; readonly retry: string }): ArticleRefusal {
	const code = problemOfReader(refusal.code);
	return { code, retry: refusal.retry === 'never' && code !== 'reader_unavailable' ? 'never' : 'later', detail: refusal.detail };
}

/**
 * Holds what was read against what was offered: where it ends up, and when its page says that it was published.
 * A page that names no date is taken at its feed's word. Null: nothing speaks against it.
 */
export function refusalOfArticle(
	article: Pick<ReadPage, 'final_url' | 'canonical_url' | 'published_at'>,
	windowDays: typeof NEWS_WINDOW_DAYS | typeof NEWS_FALLBACK_WINDOW_DAYS,
	policy: SourcePolicy,
	nowMs: number,
): ArticleRefusal | null {
	const { final_url, canonical_url, published_at } = article;
	const never = (code: ArticleRefusalCode, detail: string): ArticleRefusal => ({ code, retry: 'never', detail });
	if (!isHostAllowed(new URL(final_url).hostname, policy)) return never('host_denied', new URL(final_url).host);
	const source = refusalOfSource(canonical_url, policy);
	if (source !== null) return never(source, new URL(canonical_url).host);
	const publishedMs = published_at === null ? undefined : readDate(published_at);
	// A day is left for the feed and the page naming different zones, and for the time until somebody pressed.
	const isOld = publishedMs !== undefined && nowMs - publishedMs > (windowDays + 1) * DAY_MS;
	return isOld ? never('outside_window', published_at ?? '') : null;
}
