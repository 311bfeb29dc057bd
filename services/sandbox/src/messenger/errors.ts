import type { Envelope } from './types.ts';

/** A refusal in the real server's words, so that code which reads them is tested with them. */
export class ApiError extends Error {
	readonly errorCode: number;
	readonly retryAfterSeconds: number | undefined;

	constructor(errorCode: number, description: string, retryAfterSeconds?: number) {
		super(description);
		this.name = 'ApiError';
		this.errorCode = errorCode;
		this.retryAfterSeconds = retryAfterSeconds;
	}

	envelope(): Envelope {
		return {
			ok: false,
			error_code: this.errorCode,
			description: this.message,
			...(this.retryAfterSeconds === undefined ? {} : { parameters: { retry_after: this.retryAfterSeconds } }),
		};
	}
}

export const badRequest = (what: string): ApiError => new ApiError(400, `Bad Request: ${what}`);
export const forbidden = (what: string): ApiError => new ApiError(403, `Forbidden: ${what}`);
export const conflict = (what: string): ApiError => new ApiError(409, `Conflict: ${what}`);
export const tooMany = (seconds: number): ApiError => new ApiError(429, `Too Many Requests: retry after ${seconds}`, seconds);
export const unauthorized = (): ApiError => new ApiError(401, 'Unauthorized');
export const notFound = (what?: string): ApiError => new ApiError(404, what === undefined ? 'Not Found' : `Not Found: ${what}`);
export const tooLarge = (): ApiError => new ApiError(413, 'Request Entity Too Large');

export const NOT_MODIFIED =
	'message is not modified: specified new message content and reply markup ' +
	'are exactly the same as a current content and reply markup of the message';
export const QUERY_TOO_OLD = 'query is too old and response timeout expired or query ID is invalid';
