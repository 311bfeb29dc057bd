// Made from the code by `npm run docs`; a test fails when it is stale.

/** What each route takes and gives, in JSON. */
export interface Routes {
	readonly '/healthz': { readonly request: never; readonly answer: Health };
	readonly '/v1/feeds': { readonly request: FeedsRequest; readonly answer: FeedsAnswer };
	readonly '/v1/articles': { readonly request: ArticleRequest; readonly answer: Article };
	readonly '/v1/search': { readonly request: SearchRequest; readonly answer: SearchAnswer };
}

export type Article = {
	readonly url: string;
	/** After redirects, without fragment. */
	readonly final_url: string;
	/** As the page names it, if that is of the same house. */
	readonly canonical_url: string;
	/** Of `canonical_url`. */
	readonly host: string;
	readonly title: string;
	readonly site: string | null;
	readonly language: string | null;
	readonly published_at: Instant | null;
	readonly updated_at: Instant | null;
	/** A mark, no refusal: some houses set it on everything. */
	readonly paywalled: boolean;
	readonly blocks: readonly ArticleBlock[];
	readonly text_units: number;
	/** Only with `most_units`: how much text comes after these blocks. */
	readonly left_out_units?: number;
	/** Decompressed. */
	readonly html_bytes: number;
	readonly took_ms: number;
};
export type ArticleBlock = { readonly id: string; readonly text: string };
export type ArticleRequest = {
	readonly url: string;
	/** For material from several pages: a longer article is given as far as its whole blocks go. */
	readonly most_units?: number;
};
export type FeedItem = {
	/** Of the SHA-256 of `canonical_url`. */
	readonly id: string;
	readonly canonical_url: string;
	readonly url: string;
	/** Of `canonical_url`. */
	readonly host: string;
	readonly title: string | null;
	/** Null also when it is too long. */
	readonly summary: string | null;
	/** Its true length; 0: none. */
	readonly summary_units: number;
	readonly published_at: Instant | null;
	readonly updated_at: Instant | null;
	/** Why `published_at` is null. */
	readonly date_note: ('missing' | 'unreadable' | 'future') | null;
	/** Narrowest news window that it is in, in days. */
	readonly window: (7 | 30) | null;
	/** Other feeds of this request that have it. */
	readonly also_in: readonly string[];
	readonly source: { readonly feed_url: string; readonly title: string | null; readonly host: string };
};
export type FeedsAnswer = {
	readonly read_at: Instant;
	/** One for each address, in the order asked. */
	readonly feeds: readonly (ReadFeed | RefusedFeed)[];
	/** Of all feeds, newest first, undated last. */
	readonly items: readonly FeedItem[];
};
export type FeedsRequest = {
	/** Each once. */
	readonly urls: readonly string[];
	/** Newest items of each feed; 50 unless told otherwise. */
	readonly max_items?: number;
	/** 30 unless told otherwise. */
	readonly max_age_days?: number;
};
export type Health = {
	readonly status: 'ok';
	readonly service: 'reader';
	readonly version: '1.0.0';
	readonly checks: { readonly workers: 'ok' | 'failed' };
};
/** `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export type Instant = string;
export type ReadFeed = {
	readonly feed_url: string;
	readonly ok: true;
	/** After redirects. */
	readonly final_url: string;
	readonly host: string;
	/** A longer one is none. */
	readonly title: string | null;
	readonly language: string | null;
	readonly format: 'rss' | 'atom' | 'rdf' | 'json';
	readonly from: 'network' | 'revalidated' | 'memory';
	/** The sum of the five that follow. */
	readonly items_total: number;
	/** No usable address, neither title nor summary, or a title that is too long. */
	readonly items_skipped: number;
	readonly items_duplicate: number;
	readonly items_old: number;
	readonly items_over: number;
	readonly items_returned: number;
	/** Decompressed. */
	readonly bytes: number;
	readonly took_ms: number;
};
export type RefusedFeed = {
	readonly feed_url: string;
	readonly ok: false;
	readonly code:
		| 'url_invalid'
		| 'scheme_forbidden'
		| 'credentials_forbidden'
		| 'port_forbidden'
		| 'host_forbidden'
		| 'address_forbidden'
		| 'redirect_invalid'
		| 'too_many_redirects'
		| 'dns_failed'
		| 'connect_failed'
		| 'tls_failed'
		| 'upstream_timeout'
		| 'upstream_busy'
		| 'upstream_refused'
		| 'upstream_gone'
		| 'upstream_status'
		| 'upstream_broken'
		| 'encoding_unsupported'
		| 'source_too_large'
		| 'content_type_unsupported'
		| 'charset_unknown'
		| 'too_complex'
		| 'busy'
		| 'unavailable'
		| 'not_a_feed'
		| 'feed_malformed'
		| 'internal';
	/** A sentence for people. */
	readonly detail: string;
	readonly retry: 'never' | 'later' | 'afterCheck';
	readonly hop: number | null;
	readonly upstream_status: number | null;
	readonly retry_after_seconds: number | null;
	readonly took_ms: number;
};
export type SearchAnswer = {
	/** The best of all queries first. */
	readonly results: readonly SearchResult[];
	readonly asked: readonly {
		readonly engine: 'wikipedia' | 'searxng' | 'brave' | 'tavily' | 'off';
		readonly ok: boolean;
		/** Why it gave nothing. */
		readonly code:
			| (
					| 'url_invalid'
					| 'scheme_forbidden'
					| 'credentials_forbidden'
					| 'port_forbidden'
					| 'host_forbidden'
					| 'address_forbidden'
					| 'redirect_invalid'
					| 'too_many_redirects'
					| 'dns_failed'
					| 'connect_failed'
					| 'tls_failed'
					| 'upstream_timeout'
					| 'upstream_busy'
					| 'upstream_refused'
					| 'upstream_gone'
					| 'upstream_status'
					| 'upstream_broken'
					| 'encoding_unsupported'
					| 'source_too_large'
					| 'content_type_unsupported'
					| 'charset_unknown'
					| 'too_complex'
					| 'busy'
					| 'unavailable'
					| 'search_off'
					| 'search_json_off'
					| 'search_engines_failed'
					| 'search_key_refused'
					| 'search_plan_spent'
					| 'search_other_language'
					| 'search_undated'
					| 'search_answer_invalid'
					| 'internal'
			  )
			| null;
	}[];
};
export type SearchRequest = {
	/** Each once, in the language of the answer wanted. */
	readonly queries: readonly string[];
	readonly language: string;
	/** Results in all; 5 unless told otherwise. */
	readonly limit?: number;
	/** Only pages of so many last days. A result without a date is kept if its engine looked by date. */
	readonly fresh_days?: number;
};
export type SearchResult = {
	readonly title: string;
	/** Canonical. */
	readonly url: string;
	readonly host: string;
	/** Plain text. Nothing may be written from it alone. */
	readonly snippet: string;
	readonly published_at: Instant | null;
	readonly engine: 'wikipedia' | 'searxng' | 'brave' | 'tavily';
};
/** RFC 9457. `code` is the stable word; `detail` is a sentence for people; `retry` says whether trying again helps. */
export type Problem = {
	/** Format: uri */
	readonly type: string;
	readonly title: string;
	readonly status: number;
	readonly detail: string;
	readonly code:
		| 'address_forbidden'
		| 'body_too_large'
		| 'busy'
		| 'charset_unknown'
		| 'connect_failed'
		| 'content_type_unsupported'
		| 'credentials_forbidden'
		| 'dns_failed'
		| 'encoding_unsupported'
		| 'host_forbidden'
		| 'internal'
		| 'invalid_request'
		| 'malformed_json'
		| 'malformed_request'
		| 'not_found'
		| 'port_forbidden'
		| 'redirect_invalid'
		| 'scheme_forbidden'
		| 'source_too_large'
		| 'source_walled'
		| 'text_too_long'
		| 'text_too_short'
		| 'tls_failed'
		| 'too_complex'
		| 'too_many_redirects'
		| 'unauthorized'
		| 'unavailable'
		| 'unsupported_media_type'
		| 'upstream_broken'
		| 'upstream_busy'
		| 'upstream_gone'
		| 'upstream_refused'
		| 'upstream_status'
		| 'upstream_timeout'
		| 'url_invalid';
	readonly retry: 'never' | 'later' | 'afterCheck';
	readonly request_id: string;
	readonly errors?: readonly { readonly path: string; readonly message: string }[];
	/** 0 for the address given, 1 to 3 for a redirect. */
	readonly hop?: number;
	/** What the source answered with. */
	readonly upstream_status?: number;
	/** For so long the host wants to be left alone. */
	readonly retry_after_seconds?: number;
	/** How much text the article has. */
	readonly text_units?: number;
};
