import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import Joi from 'joi';
import { CopydeskError, errors, type ErrorCode, type FieldError } from '@copydesk/domain/errors';
import { object, type Fields } from './schema.ts';

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

const SANE_REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's request id if it is well-formed, else a new one. */
export function requestIdOf({ 'x-request-id': given }: IncomingHttpHeaders): string {
	return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID();
}

export const PROBLEM_JSON = 'application/problem+json; charset=utf-8';

/** The schema of a problem with one of these codes and the service's facts. */
export function problemSchema(codes: readonly ErrorCode[], facts: Fields = {}): Joi.Schema {
	return object({
		type: Joi.string().uri(),
		title: Joi.string(),
		status: Joi.number().integer().min(400).max(599),
		detail: Joi.string(),
		code: Joi.valid(...codes),
		retry: Joi.valid('never', 'later', 'afterCheck'),
		request_id: Joi.string(),
		errors: Joi.array()
			.items(object({ path: Joi.string().allow(''), message: Joi.string() }))
			.min(1)
			.optional(),
		...facts,
	})
		.unknown(true)
		.description('RFC 9457. `code` is the stable word; `detail` is a sentence for people; `retry` says whether trying again helps.');
}

/** The answer to the caller for an error: the registry's sentence, without the detail, the cause or a stack. */
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

/** Turns anything thrown into a CopydeskError; an unexpected error becomes `internal`. */
export function asCopydeskError(error: unknown): CopydeskError {
	return error instanceof CopydeskError
		? error
		: new CopydeskError('internal', error instanceof Error ? error.message : String(error), { cause: error });
}
