/** The shapes of the reader's contract. Each export is a named schema of the OpenAPI document. */
import Joi from 'joi';
import {
	DEFAULT_FEED_AGE_DAYS,
	DEFAULT_FEED_ITEMS,
	DEFAULT_SEARCH_RESULTS,
	MAX_ARTICLE_BLOCKS,
	MAX_ARTICLE_HTML_BYTES,
	MAX_ARTICLE_TEXT_UNITS,
	MAX_FEEDS,
	MAX_FEED_AGE_DAYS,
	MAX_FEED_ITEMS,
	MAX_GIVEN_URL_UNITS,
	MAX_ITEM_SUMMARY_UNITS,
	MAX_ITEM_TITLE_UNITS,
	MAX_REDIRECTS,
	MAX_SEARCH_QUERIES,
	MAX_SEARCH_QUERY_UNITS,
	MAX_SEARCH_RESULTS,
	MAX_SNIPPET_UNITS,
	MIN_ARTICLE_TEXT_UNITS,
	NEWS_FALLBACK_WINDOW_DAYS,
	NEWS_WINDOW_DAYS,
} from '@copydesk/domain/limits';
import { feedRefusals, searchRefusals } from '@copydesk/domain/news/reading';
import { anyText, object, orNull, webAddress as address } from '@copydesk/kit/schema';
import { engineNames } from '../search/answers.ts';
import { READER_VERSION } from '../version.ts';

const count = Joi.number().integer().min(0);
const whole = (min: number, max: number) => Joi.number().integer().min(min).max(max).prefs({ abortEarly: true });
const given = Joi.string().max(MAX_GIVEN_URL_UNITS);
export const instant = Joi.string()
	.pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'a moment in UTC')
	.description('`YYYY-MM-DDTHH:mm:ss.sssZ`.');

/** Facts that a refusal may have. */
export const refusalFacts = {
	hop: whole(0, MAX_REDIRECTS).optional().description('0 for the address given, 1 to 3 for a redirect.'),
	upstream_status: Joi.number().integer().optional().description('What the source answered with.'),
	retry_after_seconds: Joi.number().integer().min(1).optional().description('For so long the host wants to be left alone.'),
	text_units: count.optional().description('How much text the article has.'),
};

export const feedsRequest = object({
	urls: Joi.array().items(given).min(1).max(MAX_FEEDS).unique().description('Each once.'),
	max_items: whole(1, MAX_FEED_ITEMS).optional().description(`Newest items of each feed; ${DEFAULT_FEED_ITEMS} unless told otherwise.`),
	max_age_days: whole(1, MAX_FEED_AGE_DAYS).optional().description(`${DEFAULT_FEED_AGE_DAYS} unless told otherwise.`),
});

export const readFeed = object({
	feed_url: given,
	ok: Joi.valid(true),
	final_url: address.description('After redirects.'),
	host: Joi.string(),
	title: orNull(anyText.max(MAX_ITEM_TITLE_UNITS)).description('A longer one is none.'),
	language: orNull(anyText),
	format: Joi.valid('rss', 'atom', 'rdf', 'json'),
	from: Joi.valid('network', 'revalidated', 'memory'),
	items_total: count.description('The sum of the five that follow.'),
	items_skipped: count.description('No usable address, neither title nor summary, or a title that is too long.'),
	items_duplicate: count,
	items_old: count,
	items_over: count,
	items_returned: count,
	bytes: count.description('Decompressed.'),
	took_ms: count,
});

export const refusedFeed = object({
	feed_url: given,
	ok: Joi.valid(false),
	code: Joi.valid(...feedRefusals),
	detail: Joi.string().description('A sentence for people.'),
	retry: Joi.valid('never', 'later', 'afterCheck'),
	hop: orNull(whole(0, MAX_REDIRECTS)),
	upstream_status: orNull(Joi.number().integer()),
	retry_after_seconds: orNull(Joi.number().integer().min(1)),
	took_ms: count,
});

export const feedItem = object({
	id: Joi.string()
		.pattern(/^[0-9a-f]{32}$/, '32 lower-case hex digits')
		.description('Of the SHA-256 of `canonical_url`.'),
	canonical_url: address,
	url: address,
	host: Joi.string().description('Of `canonical_url`.'),
	title: orNull(Joi.string().max(MAX_ITEM_TITLE_UNITS)),
	summary: orNull(Joi.string().max(MAX_ITEM_SUMMARY_UNITS)).description('Null also when it is too long.'),
	summary_units: count.description('Its true length; 0: none.'),
	published_at: orNull(instant),
	updated_at: orNull(instant),
	date_note: orNull(Joi.valid('missing', 'unreadable', 'future')).description('Why `published_at` is null.'),
	window: orNull(Joi.valid(NEWS_WINDOW_DAYS, NEWS_FALLBACK_WINDOW_DAYS)).description('Narrowest news window that it is in, in days.'),
	also_in: Joi.array().items(given).description('Other feeds of this request that have it.'),
	source: object({ feed_url: given, title: orNull(anyText), host: Joi.string() }),
});

export const feedsAnswer = object({
	read_at: instant,
	feeds: Joi.array().items(Joi.alternatives(readFeed, refusedFeed)).description('One for each address, in the order asked.'),
	items: Joi.array().items(feedItem).description('Of all feeds, newest first, undated last.'),
});

export const articleRequest = object({
	url: given,
	most_units: whole(MIN_ARTICLE_TEXT_UNITS, MAX_ARTICLE_TEXT_UNITS)
		.optional()
		.description('For material from several pages: a longer article is given as far as its whole blocks go.'),
});

export const articleBlock = object({ id: Joi.string().pattern(/^b[1-9]\d{0,2}$/, 'b1, b2 and so on'), text: Joi.string() });

export const article = object({
	url: given,
	final_url: address.description('After redirects, without fragment.'),
	canonical_url: address.description('As the page names it, if that is of the same house.'),
	host: Joi.string().description('Of `canonical_url`.'),
	title: Joi.string(),
	site: orNull(Joi.string()),
	language: orNull(Joi.string()),
	published_at: orNull(instant),
	updated_at: orNull(instant),
	paywalled: Joi.boolean().description('A mark, no refusal: some houses set it on everything.'),
	blocks: Joi.array().items(articleBlock).min(1).max(MAX_ARTICLE_BLOCKS),
	text_units: whole(MIN_ARTICLE_TEXT_UNITS, MAX_ARTICLE_TEXT_UNITS),
	left_out_units: count.optional().description('Only with `most_units`: how much text comes after these blocks.'),
	html_bytes: whole(0, MAX_ARTICLE_HTML_BYTES).description('Decompressed.'),
	took_ms: count,
});

export const searchRequest = object({
	queries: Joi.array()
		.items(
			Joi.string()
				.max(MAX_SEARCH_QUERY_UNITS)
				.pattern(/^(?! *$)[^\p{Cc}\p{Cs}]+$/u, 'words in one line'),
		)
		.min(1)
		.max(MAX_SEARCH_QUERIES)
		.unique()
		.description('Each once, in the language of the answer wanted.'),
	language: Joi.string()
		.pattern(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, 'a language tag, like de or pt-BR')
		.custom((tag: string, helpers) => {
			try {
				return new Intl.Locale(tag).toString() && tag;
			} catch {
				return helpers.error('string.pattern.name', { name: 'a language tag, like de or pt-BR' });
			}
		}),
	limit: whole(1, MAX_SEARCH_RESULTS).optional().description(`Results in all; ${DEFAULT_SEARCH_RESULTS} unless told otherwise.`),
	fresh_days: whole(1, MAX_FEED_AGE_DAYS)
		.optional()
		.description('Only pages of so many last days. A result without a date is kept if its engine looked by date.'),
});

export const searchResult = object({
	title: Joi.string().max(MAX_ITEM_TITLE_UNITS),
	url: address.description('Canonical.'),
	host: Joi.string(),
	snippet: anyText.max(MAX_SNIPPET_UNITS).description('Plain text. Nothing may be written from it alone.'),
	published_at: orNull(instant),
	engine: Joi.valid(...engineNames),
});

export const searchAnswer = object({
	results: Joi.array().items(searchResult).max(MAX_SEARCH_RESULTS).description('The best of all queries first.'),
	asked: Joi.array().items(
		object({
			engine: Joi.valid(...engineNames, 'off'),
			ok: Joi.boolean(),
			code: orNull(Joi.valid(...searchRefusals)).description('Why it gave nothing.'),
		}),
	),
});

/** The body of `/healthz`, healthy or not. */
export const about = {
	service: Joi.valid('reader'),
	version: Joi.valid(READER_VERSION),
	checks: object({ workers: Joi.valid('ok', 'failed') }),
};
export const health = object({ status: Joi.valid('ok'), ...about });
