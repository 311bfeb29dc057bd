/**
 * Every error code of the desk: its HTTP status, whether trying again helps, and the sentence for the caller.
 * Details and causes go to the log, never to the caller.
 */
import { MAX_ARTICLE_TEXT_UNITS, MAX_COVER_BYTES, MIN_ARTICLE_TEXT_UNITS } from './limits.ts';

/** `afterCheck`: find out first what happened (the effect may exist already). */
export type RetryAdvice = 'never' | 'later' | 'afterCheck';

interface ErrorEntry {
	readonly status: number;
	readonly retry: RetryAdvice;
	readonly message: string;
}

export const errors = {
	// Any service
	not_found: { status: 404, retry: 'never', message: 'This address does not exist.' },
	unauthorized: { status: 401, retry: 'never', message: 'The service key is missing or wrong.' },
	unsupported_media_type: { status: 415, retry: 'never', message: 'This content type is not accepted here.' },
	request_timeout: { status: 408, retry: 'later', message: 'The request did not arrive completely in time.' },
	expectation_failed: { status: 417, retry: 'never', message: 'This service does not support the Expect header.' },
	headers_too_large: { status: 431, retry: 'never', message: 'The headers of the request are larger than this service reads.' },
	body_too_large: { status: 413, retry: 'never', message: 'The request body is larger than this route accepts.' },
	malformed_json: { status: 400, retry: 'never', message: 'The request body is not valid JSON.' },
	malformed_request: { status: 400, retry: 'never', message: 'The request could not be read.' },
	invalid_request: { status: 422, retry: 'never', message: 'Some fields of the request are missing, unknown or out of bounds.' },
	busy: { status: 503, retry: 'later', message: 'The service is at its limit; try again in a moment.' },
	unavailable: { status: 503, retry: 'later', message: 'A database, store or service that this service needs does not answer.' },
	internal: { status: 500, retry: 'afterCheck', message: 'An unexpected error happened in the service.' },

	// Renderer
	invalid_image: { status: 422, retry: 'never', message: 'This is not a valid PNG of the expected kind.' },
	image_not_found: { status: 404, retry: 'never', message: 'No stored image has this id.' },
	asset_not_found: { status: 404, retry: 'never', message: 'No stored asset has this id.' },
	version_conflict: { status: 409, retry: 'never', message: 'This version already has a cover made from other content.' },
	layout_overflow: { status: 422, retry: 'never', message: 'The text does not fit the layout.' },
	unsupported_character: { status: 422, retry: 'never', message: 'The text has a character that the cover cannot show.' },
	cover_too_large: { status: 422, retry: 'never', message: `The finished cover is larger than ${MAX_COVER_BYTES} bytes.` },
	integrity_violation: { status: 503, retry: 'never', message: 'A stored file was changed or damaged after it was stored.' },

	// A voice
	sound_gone: { status: 409, retry: 'never', message: 'The messenger no longer has this recording; record it again.' },
	sound_too_large: { status: 422, retry: 'never', message: 'The messenger gives no file of more than 20 MiB to a bot.' },
	sound_unreadable: { status: 422, retry: 'never', message: 'The file is no sound of a known kind: ogg, mp3, m4a, wav, flac, webm.' },

	// Reader: the address
	url_invalid: {
		status: 422,
		retry: 'never',
		message: 'This address is not valid; give the public https address of the source.',
	},
	scheme_forbidden: { status: 422, retry: 'never', message: 'Only https addresses are read; give the public https address of the source.' },
	credentials_forbidden: {
		status: 422,
		retry: 'never',
		message: 'An address with a name or a password is not read; give the public address.',
	},
	port_forbidden: {
		status: 422,
		retry: 'never',
		message: 'Only the usual https port is read; give the public https address of the source.',
	},
	host_forbidden: {
		status: 422,
		retry: 'never',
		message: 'This host is not on the public Internet; give the public https address of the source.',
	},
	address_forbidden: {
		status: 422,
		retry: 'never',
		message: 'This host does not lead to the public Internet; give the public address of the source.',
	},
	redirect_invalid: {
		status: 502,
		retry: 'never',
		message: 'The source redirects to an invalid address; give the address where its redirects end.',
	},
	too_many_redirects: {
		status: 502,
		retry: 'never',
		message: 'The source redirects more than three times; give the address where its redirects end.',
	},

	// Reader: the way there
	dns_failed: { status: 502, retry: 'later', message: 'The name of the host could not be resolved; check it, or try again.' },
	connect_failed: { status: 502, retry: 'later', message: 'The host does not answer; try again.' },
	tls_failed: { status: 502, retry: 'never', message: 'The certificate of the host is not valid; only its publisher can fix that.' },
	upstream_timeout: { status: 504, retry: 'later', message: 'The source is too slow; try again.' },
	upstream_busy: { status: 503, retry: 'later', message: 'The source asks to wait; try again after that time.' },
	upstream_refused: { status: 502, retry: 'never', message: 'The source refuses the request; choose another one.' },
	upstream_gone: { status: 502, retry: 'never', message: 'The source no longer exists; choose another one.' },
	upstream_status: { status: 502, retry: 'later', message: 'The source answered with an unexpected status; try again.' },
	upstream_broken: { status: 502, retry: 'later', message: 'The answer of the source is damaged; try again.' },
	encoding_unsupported: { status: 502, retry: 'never', message: 'The source uses an unknown content encoding; choose another one.' },

	// Reader: what came
	source_too_large: { status: 422, retry: 'never', message: 'The source is larger than the limit; choose another one.' },
	content_type_unsupported: {
		status: 422,
		retry: 'never',
		message: 'The content type of the source is not supported; choose another one.',
	},
	charset_unknown: { status: 422, retry: 'never', message: 'The character set of the source is unknown; choose another one.' },
	source_walled: { status: 422, retry: 'never', message: 'The source is behind a consent or sign-in page; choose another one.' },
	not_a_feed: { status: 422, retry: 'never', message: 'There is no feed at this address; give the address of the feed itself.' },
	feed_malformed: { status: 422, retry: 'never', message: 'The feed is broken; tell its publisher.' },
	text_too_short: {
		status: 422,
		retry: 'never',
		message: `The page shows no clear article, or one with less text than ${MIN_ARTICLE_TEXT_UNITS} characters; choose another one.`,
	},
	text_too_long: {
		status: 422,
		retry: 'never',
		message: `The article has more text than ${MAX_ARTICLE_TEXT_UNITS} characters; it is never read in part, choose another one.`,
	},
	too_complex: {
		status: 422,
		retry: 'never',
		message: 'The source is too complex to parse; it is never read in part, choose another one.',
	},

	// Reader: a search
	search_off: { status: 409, retry: 'never', message: 'The search is switched off; set READER_SEARCH to an engine.' },
	search_json_off: {
		status: 502,
		retry: 'never',
		message: 'This SearXNG does not answer in JSON; add json to search.formats in its settings.yml.',
	},
	search_engines_failed: {
		status: 502,
		retry: 'later',
		message: 'None of the engines behind SearXNG answered; try again, or look at its page of statistics.',
	},
	search_key_refused: { status: 502, retry: 'never', message: 'The search provider refuses the key; check READER_SEARCH_KEY.' },
	search_plan_spent: {
		status: 502,
		retry: 'never',
		message: 'The plan at the search provider is used up; raise it, or wait for its renewal.',
	},
	search_other_language: {
		status: 502,
		retry: 'later',
		message: 'The engine found pages only in a script that the language does not use; try again, or use another engine.',
	},
	search_undated: {
		status: 422,
		retry: 'never',
		message: 'This engine does not know when pages were published; use another one for news.',
	},
	search_answer_invalid: { status: 502, retry: 'later', message: 'The engine answered in an unexpected form; try again.' },

	// Trust
	context_invalid: { status: 401, retry: 'never', message: 'The signature of the context is not valid.' },
	context_expired: { status: 401, retry: 'never', message: 'The signed context is older than an hour.' },
	participant_inactive: { status: 403, retry: 'never', message: 'This participant is not active.' },
	role_forbids: { status: 403, retry: 'never', message: 'The role of this participant does not allow this.' },
	execution_superseded: { status: 409, retry: 'never', message: 'Another execution works on this event now, or the event was given up.' },

	update_unknown: { status: 403, retry: 'never', message: 'The messenger brought no such update.' },

	// Paid requests
	work_under_way: { status: 409, retry: 'later', message: 'Another execution is working on this step of this version.' },
	admission_not_found: {
		status: 404,
		retry: 'never',
		message: 'No paid request with this admission id belongs to this event.',
	},
	result_not_found: { status: 404, retry: 'never', message: 'No result is stored for this admission.' },
	result_conflict: { status: 409, retry: 'never', message: 'Another result is already stored for this admission.' },
	image_model_gone: {
		status: 409,
		retry: 'later',
		message: 'The provider does not serve the model for pictures; choose another model before you ask for a text.',
	},
	budget_spent: {
		status: 429,
		retry: 'later',
		message: 'The limit for paid requests is reached; try again after the seconds in Retry-After.',
	},

	provider_asks_to_wait: {
		status: 429,
		retry: 'later',
		message: 'The AI provider asked for a pause; the event waits, and goes on by itself after the seconds in Retry-After.',
	},
	step_not_due: { status: 409, retry: 'never', message: 'The work of this event has no such paid request to make now.' },

	// Materials and decisions
	material_not_found: { status: 404, retry: 'never', message: 'No material has this key and version.' },
	event_not_found: { status: 404, retry: 'never', message: 'No event has this key.' },
	delivery_not_found: { status: 404, retry: 'never', message: 'No delivery has this id.' },
	state_conflict: { status: 409, retry: 'afterCheck', message: 'The material is in another state than expected.' },
	transition_forbidden: { status: 409, retry: 'never', message: 'A material cannot move between these states.' },
	draft_open: { status: 409, retry: 'never', message: 'This draft already has an open version.' },
	copy_not_delivered: { status: 409, retry: 'never', message: 'This person has no confirmed copy of this version.' },
	content_mismatch: { status: 409, retry: 'never', message: 'The copy that was approved shows other content than would be published.' },
	not_ready: { status: 409, retry: 'never', message: 'The material lacks something that this state needs.' },
	session_held: { status: 409, retry: 'never', message: 'Another person is giving feedback on this draft.' },
	proof_spent: { status: 409, retry: 'never', message: 'This one-time proof was already used.' },
	proof_invalid: { status: 409, retry: 'never', message: 'The one-time proof is not valid for this material.' },
	delivery_unknown: { status: 409, retry: 'afterCheck', message: 'The messenger did not confirm; the post may exist.' },
	delivery_in_flight: { status: 409, retry: 'later', message: 'The same delivery is being sent right now.' },
	too_many_messages: { status: 429, retry: 'later', message: 'This person gets more messages than they can read; try again in a minute.' },
	recipient_unknown: { status: 422, retry: 'never', message: 'This recipient is not a participant.' },
	batch_not_found: { status: 404, retry: 'never', message: 'No batch of news has this key.' },
	item_not_found: { status: 404, retry: 'never', message: 'No news item has this number.' },
	source_taken: { status: 409, retry: 'never', message: 'This source already has an open or published draft.' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;

/** One bad field: where it is and what was expected and received. */
export interface FieldError {
	readonly path: string;
	readonly message: string;
}

/** What is said beside a code: JSON. */
export interface Facts {
	readonly [name: string]: string | number | boolean | null | Facts;
}

export interface ErrorExtras {
	readonly cause?: unknown;
	/** Shown to the caller; name what was expected and what came. */
	readonly fields?: readonly FieldError[];
	/** Shown to the caller beside the code, e.g. the state found. Never secrets. */
	readonly facts?: Facts;
	readonly retryAfterSeconds?: number;
}

/** An expected refusal. `detail` is for the log; the caller gets the sentence of the code, the fields and the facts. */
export class CopydeskError extends Error {
	readonly code: ErrorCode;
	readonly detail: string;
	readonly fields: readonly FieldError[];
	readonly facts: Facts;
	readonly retryAfterSeconds: number | undefined;

	constructor(code: ErrorCode, detail: string = errors[code].message, extras: ErrorExtras = {}) {
		super(`${code}: ${detail}`, extras.cause === undefined ? undefined : { cause: extras.cause });
		this.name = 'CopydeskError';
		this.code = code;
		this.detail = detail;
		this.fields = extras.fields ?? [];
		this.facts = extras.facts ?? {};
		this.retryAfterSeconds = extras.retryAfterSeconds;
	}
}
