/** What the reader gives of an article, and every word with which it refuses one or a feed. */
import type { Article } from '../api/reader.ts';
import type { ErrorCode } from '../errors.ts';

/** The fields of an article that rules depend on. */
export type ReadPage = Pick<Article, 'final_url' | 'canonical_url' | 'title' | 'site' | 'published_at' | 'blocks'>;

/** Faults of the given address, or of a redirect. */
const ADDRESS = [
	'url_invalid',
	'scheme_forbidden',
	'credentials_forbidden',
	'port_forbidden',
	'host_forbidden',
	'address_forbidden',
] as const;

/** Faults of the connection and of the answer. */
const WAY = [
	'redirect_invalid',
	'too_many_redirects',
	'dns_failed',
	'connect_failed',
	'tls_failed',
	'upstream_timeout',
	'upstream_busy',
	'upstream_refused',
	'upstream_gone',
	'upstream_status',
	'upstream_broken',
	'encoding_unsupported',
	'source_too_large',
	'content_type_unsupported',
	'charset_unknown',
	'too_complex',
	'busy',
	'unavailable',
] as const;

export const articleRefusals = [...ADDRESS, ...WAY, 'source_walled', 'text_too_short', 'text_too_long'] as const satisfies ErrorCode[];
export const feedRefusals = [...ADDRESS, ...WAY, 'not_a_feed', 'feed_malformed', 'internal'] as const satisfies ErrorCode[];

/** Why an engine gave nothing. */
export const searchRefusals = [
	...ADDRESS,
	...WAY,
	'search_off',
	'search_json_off',
	'search_engines_failed',
	'search_key_refused',
	'search_plan_spent',
	'search_other_language',
	'search_undated',
	'search_answer_invalid',
	'internal',
] as const satisfies ErrorCode[];

/** Every word of a refusal that says something about a source. */
export type ReadingRefusal = (typeof articleRefusals | typeof feedRefusals)[number];
