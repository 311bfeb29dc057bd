import { CopydeskError, errors } from '@copydesk/domain/errors';
import type { ErrorCode, FieldError } from '@copydesk/domain/errors';

/** An RFC 9457 problem, as sent under `application/problem+json`. */
export interface Problem {
	readonly type: string;
	readonly title: string;
	readonly status: number;
	readonly detail: string;
	readonly code: ErrorCode;
	readonly retry: string;
	readonly request_id: string;
	readonly errors?: readonly FieldError[];
	readonly [fact: string]: unknown;
}

export const PROBLEM_JSON = 'application/problem+json; charset=utf-8';

/** The answer to the caller for an error: the registry's sentence, never the detail, the cause or a stack. */
export function problemOf(error: CopydeskError, requestId: string): Problem {
	const entry = errors[error.code];
	return {
		...error.facts,
		type: `urn:copydesk:problem:${error.code}`,
		title: error.code.replaceAll('_', ' '),
		status: entry.status,
		detail: entry.message,
		code: error.code,
		retry: entry.retry,
		request_id: requestId,
		...(error.fields.length === 0 ? {} : { errors: error.fields }),
	};
}

/** Anything thrown becomes one of ours; what is not expected becomes `internal`. */
export function asCopydeskError(error: unknown): CopydeskError {
	return error instanceof CopydeskError
		? error
		: new CopydeskError('internal', error instanceof Error ? error.message : String(error), { cause: error });
}
