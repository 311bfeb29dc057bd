import type { DeliveryState } from './machine.ts';

/**
 * What came of one request to the messenger, by phase: nothing left, or bytes left and then an answer or silence.
 * Times are milliseconds on a clock that never jumps.
 */
export type Answer =
	| { readonly kind: 'neverLeft'; readonly reason: string }
	| { readonly kind: 'silence'; readonly reason: string }
	| {
			readonly kind: 'refused';
			readonly errorCode: number;
			readonly description: string;
			readonly retryAfterSeconds: number | null;
			readonly tookMs: number;
	  }
	| { readonly kind: 'accepted'; readonly result: unknown };

export type SettledState = Exclude<DeliveryState, 'sending'>;

export interface DeliveryOutcome {
	readonly state: SettledState;
	/** A stable word; null when sent. */
	readonly code: string | null;
	/** In words of the messenger or of the network; never an address (it holds the token). */
	readonly detail: string | null;
	readonly retryAfterSeconds: number | null;
}

/** A 429 that took longer may come after the messenger's own attempts (it retries inside itself for up to 60 s). */
export const SLOW_429_MS = 50_000;

/** Answers that say for certain that nothing was done. */
const DEFINITE_NO = new Set([400, 401, 403, 404, 413]);

const NOT_MODIFIED = /message is not modified/i;

/** Silence is not refusal: only a definite answer ends in `sent` or `rejected`. */
export function outcomeOf(answer: Answer): DeliveryOutcome {
	switch (answer.kind) {
		case 'neverLeft':
			return { state: 'not_sent', code: answer.reason, detail: null, retryAfterSeconds: null };
		case 'silence':
			return { state: 'unknown', code: answer.reason, detail: null, retryAfterSeconds: null };
		case 'accepted':
			return { state: 'sent', code: null, detail: null, retryAfterSeconds: null };
		case 'refused':
			return outcomeOfRefusal(answer);
	}
}

/** The code of an album of which some items may have been sent. */
export const PARTLY_SENT = 'partly_sent';
/** The code of an album that the messenger took whole and shows as more than one post. */
export const ALBUM_APART = 'album_apart';
const PARTLY = /failed to send message #\d|too many requests/i;

function outcomeOfRefusal(answer: Answer & { kind: 'refused' }): DeliveryOutcome {
	const { errorCode, description, retryAfterSeconds, tookMs } = answer;
	const verdict = (state: SettledState, code: string | null): DeliveryOutcome => ({ state, code, detail: description, retryAfterSeconds });
	// Of an album some items may be in the chat although the whole request was refused, and it may have been refused for its pace.
	if (errorCode === 400 && PARTLY.test(description)) return verdict('unknown', PARTLY_SENT);
	if (errorCode === 429) return tookMs < SLOW_429_MS ? verdict('not_sent', 'rate_limited') : verdict('unknown', 'slow_rate_limit');
	if (errorCode === 400 && NOT_MODIFIED.test(description)) return { state: 'sent', code: null, detail: null, retryAfterSeconds: null };
	if (!DEFINITE_NO.has(errorCode)) return verdict('unknown', `answer_${errorCode}`);
	return verdict('rejected', refusalCode(errorCode, description));
}

/** The code of a request about a message that is not there any more. */
export const MESSAGE_GONE = 'message_gone';

/** The message that a request is about is not there, or may not be deleted any more. */
const GONE = /message to (?:edit|delete|forward) not found|MESSAGE_ID_INVALID/i;
const TOO_OLD = /message can(?:'|’)?t be deleted/i;

/** In words, or as the messenger's servers name it among themselves. */
const NO_RIGHTS = /\brights\b|\badministrator\b|CHAT_(?:WRITE_FORBIDDEN|ADMIN_REQUIRED|SEND_[A-Z]+_FORBIDDEN|RESTRICTED)|RIGHT_FORBIDDEN/i;

function codeOfBadRequest(description: string): string {
	if (GONE.test(description)) return MESSAGE_GONE;
	if (TOO_OLD.test(description)) return 'too_old';
	return NO_RIGHTS.test(description) ? 'no_rights' : 'bad_request';
}

function refusalCode(errorCode: number, description: string): string {
	switch (errorCode) {
		case 400:
			return codeOfBadRequest(description);
		case 401:
			return 'token_refused';
		case 403:
			return /blocked/i.test(description) ? 'blocked' : NO_RIGHTS.test(description) ? 'no_rights' : 'forbidden';
		case 413:
			return 'too_large';
		default:
			return 'not_found';
	}
}
