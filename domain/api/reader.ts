// Made from the code by `npm run docs`; a test fails when it is stale.

/** What each route takes and gives, in JSON. */
export interface Routes {
	readonly '/healthz': { readonly request: never; readonly answer: Health };
	readonly '/v1/feeds': { readonly request: FeedsRequest; readonly answer: FeedsAnswer };
	readonly '/v1/articles': { readonly request: ArticleRequest; readonly answer: Article };
}

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly Article: {
            readonly url: string;
            /** @description After redirects, without fragment. */
            readonly final_url: string;
            /** @description As the page names it, if that is of the same house. */
            readonly canonical_url: string;
            /** @description Of `canonical_url`. */
            readonly host: string;
            readonly title: string;
            readonly site: string | null;
            readonly language: string | null;
            readonly published_at: components["schemas"]["Instant"] | null;
            readonly updated_at: components["schemas"]["Instant"] | null;
            /** @description A mark, no refusal: some houses set it on everything. */
            readonly paywalled: boolean;
            readonly blocks: readonly components["schemas"]["ArticleBlock"][];
            readonly text_units: number;
            /** @description Decompressed. */
            readonly html_bytes: number;
            readonly took_ms: number;
        };
        readonly ArticleBlock: {
            readonly id: string;
            readonly text: string;
        };
        readonly ArticleRequest: {
            readonly url: string;
        };
        readonly FeedItem: {
            /** @description Of the SHA-256 of `canonical_url`. */
            readonly id: string;
            readonly canonical_url: string;
            readonly url: string;
            /** @description Of `canonical_url`. */
            readonly host: string;
            readonly title: string | null;
            /** @description Null also when it is too long. */
            readonly summary: string | null;
            /** @description Its true length; 0: none. */
            readonly summary_units: number;
            readonly published_at: components["schemas"]["Instant"] | null;
            readonly updated_at: components["schemas"]["Instant"] | null;
            /** @description Why `published_at` is null. */
            readonly date_note: ("missing" | "unreadable" | "future") | null;
            /** @description Narrowest news window that it is in, in days. */
            readonly window: (7 | 30) | null;
            /** @description Other feeds of this request that have it. */
            readonly also_in: readonly string[];
            readonly source: {
                readonly feed_url: string;
                readonly title: string | null;
                readonly host: string;
            };
        };
        readonly FeedsAnswer: {
            readonly read_at: components["schemas"]["Instant"];
            /** @description One for each address, in the order asked. */
            readonly feeds: readonly (components["schemas"]["ReadFeed"] | components["schemas"]["RefusedFeed"])[];
            /** @description Of all feeds, newest first, undated last. */
            readonly items: readonly components["schemas"]["FeedItem"][];
        };
        readonly FeedsRequest: {
            /** @description Each once. */
            readonly urls: readonly string[];
            /** @description Newest items of each feed; 50 unless told otherwise. */
            readonly max_items?: number;
            /** @description 30 unless told otherwise. */
            readonly max_age_days?: number;
        };
        readonly Health: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly service: "reader";
            /** @constant */
            readonly version: "1.0.0";
            readonly checks: {
                /** @enum {unknown} */
                readonly workers: "ok" | "failed";
            };
        };
        /** @description `YYYY-MM-DDTHH:mm:ss.sssZ`. */
        readonly Instant: string;
        readonly ReadFeed: {
            readonly feed_url: string;
            /** @constant */
            readonly ok: true;
            /** @description After redirects. */
            readonly final_url: string;
            readonly host: string;
            /** @description A longer one is none. */
            readonly title: string | null;
            readonly language: string | null;
            /** @enum {unknown} */
            readonly format: "rss" | "atom" | "rdf" | "json";
            /** @enum {unknown} */
            readonly from: "network" | "revalidated" | "memory";
            /** @description The sum of the five that follow. */
            readonly items_total: number;
            /** @description No usable address, neither title nor summary, or a title that is too long. */
            readonly items_skipped: number;
            readonly items_duplicate: number;
            readonly items_old: number;
            readonly items_over: number;
            readonly items_returned: number;
            /** @description Decompressed. */
            readonly bytes: number;
            readonly took_ms: number;
        };
        readonly RefusedFeed: {
            readonly feed_url: string;
            /** @constant */
            readonly ok: false;
            /** @enum {unknown} */
            readonly code: "url_invalid" | "scheme_forbidden" | "credentials_forbidden" | "port_forbidden" | "host_forbidden" | "address_forbidden" | "redirect_invalid" | "too_many_redirects" | "dns_failed" | "connect_failed" | "tls_failed" | "upstream_timeout" | "upstream_busy" | "upstream_refused" | "upstream_gone" | "upstream_status" | "upstream_broken" | "encoding_unsupported" | "source_too_large" | "content_type_unsupported" | "charset_unknown" | "too_complex" | "busy" | "unavailable" | "not_a_feed" | "feed_malformed" | "internal";
            /** @description A sentence for people. */
            readonly detail: string;
            /** @enum {unknown} */
            readonly retry: "never" | "later" | "afterCheck";
            readonly hop: number | null;
            readonly upstream_status: number | null;
            readonly retry_after_seconds: number | null;
            readonly took_ms: number;
        };
        /** @description RFC 9457. `code` is the stable word; `detail` is a sentence for people; `retry` says whether trying again helps. */
        readonly Problem: {
            /** Format: uri */
            readonly type: string;
            readonly title: string;
            readonly status: number;
            readonly detail: string;
            /** @enum {unknown} */
            readonly code: "address_forbidden" | "body_too_large" | "busy" | "charset_unknown" | "connect_failed" | "content_type_unsupported" | "credentials_forbidden" | "dns_failed" | "encoding_unsupported" | "host_forbidden" | "internal" | "invalid_request" | "malformed_json" | "malformed_request" | "not_found" | "port_forbidden" | "redirect_invalid" | "scheme_forbidden" | "source_too_large" | "source_walled" | "text_too_long" | "text_too_short" | "tls_failed" | "too_complex" | "too_many_redirects" | "unauthorized" | "unavailable" | "unsupported_media_type" | "upstream_broken" | "upstream_busy" | "upstream_gone" | "upstream_refused" | "upstream_status" | "upstream_timeout" | "url_invalid";
            /** @enum {unknown} */
            readonly retry: "never" | "later" | "afterCheck";
            readonly request_id: string;
            readonly errors?: readonly {
                readonly path: string;
                readonly message: string;
            }[];
            /** @description 0 for the address given, 1 to 3 for a redirect. */
            readonly hop?: number;
            /** @description What the source answered with. */
            readonly upstream_status?: number;
            /** @description For so long the host wants to be left alone. */
            readonly retry_after_seconds?: number;
            /** @description How much text the article has. */
            readonly text_units?: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Article = components['schemas']['Article'];
export type ArticleBlock = components['schemas']['ArticleBlock'];
export type ArticleRequest = components['schemas']['ArticleRequest'];
export type FeedItem = components['schemas']['FeedItem'];
export type FeedsAnswer = components['schemas']['FeedsAnswer'];
export type FeedsRequest = components['schemas']['FeedsRequest'];
export type Health = components['schemas']['Health'];
export type Instant = components['schemas']['Instant'];
export type ReadFeed = components['schemas']['ReadFeed'];
export type RefusedFeed = components['schemas']['RefusedFeed'];
export type Problem = components['schemas']['Problem'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
