import { NodeApiError, type IExecuteFunctions } from 'n8n-workflow';

import type { ErrorCode } from '../../domain/errors.ts';
import { READER_TIMEOUT_MS } from '../../domain/limits.ts';
import type { Routes } from '../../domain/api/reader.ts';
import { asNodeError, refusalError, type Refusal } from '../shared/faults.ts';
import { ask } from '../shared/transport.ts';

/** Refusals that say something about the node, its credential or the graph, and nothing about a source. */
const ABOUT_US: ReadonlySet<string> = new Set([
	'unauthorized',
	'unsupported_media_type',
	'malformed_json',
	'malformed_request',
	'body_too_large',
	'invalid_request',
	'not_found',
] satisfies ErrorCode[]);

type Path = '/v1/feeds' | '/v1/articles' | '/v1/search';
type Reading<P extends Path> =
	| { readonly ok: true; readonly body: Routes[P]['answer'] }
	| { readonly ok: false; readonly refusal: Refusal };

/**
 * One reading, never repeated. That the reader is not there is an answer too: nothing is lost by it.
 * @throws NodeApiError when the reader does not take the request itself
 */
export async function read<P extends Path>(
	context: IExecuteFunctions,
	itemIndex: number,
	path: P,
	body: Routes[P]['request'] & object,
	timeoutMs = READER_TIMEOUT_MS,
): Promise<Reading<P>> {
	const reply = await ask(context, itemIndex, 'reader', path, body, timeoutMs).catch((error: unknown) => {
		// No answer at all; anything else, such as a missing credential, is for the person who built the graph.
		if (error instanceof NodeApiError) return { ok: false, refusal: unavailable(error.message) } as const;
		throw asNodeError(context, itemIndex, error);
	});
	if (reply.ok) return { ok: true, body: reply.body as Routes[P]['answer'] };
	const { refusal } = reply;
	// Something in between that is at its limit speaks for the reader; anything else that we do not know is a wrong address.
	const isForeign = /^http_\d+$/.test(refusal.code);
	if (isForeign && refusal.status >= 500) return { ok: false, refusal: unavailable(refusal.detail) };
	if (isForeign || ABOUT_US.has(refusal.code)) throw refusalError(context, itemIndex, 'The reader', refusal);
	return { ok: false, refusal };
}

function unavailable(detail: string): Refusal {
	return { status: 503, code: 'unavailable', detail, retry: 'later', requestId: null, fields: [], state: null };
}
