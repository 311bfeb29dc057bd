/**
 * Receives updates in the way `webhook`: one path, JSON only. A request without the secret is refused before its body is read. An update
 * that can never be taken is confirmed too, or the messenger would repeat it for ever.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CopydeskError, errors } from '@copydesk/domain/errors';
import { parseJson, readBody } from '@copydesk/kit/body';
import type { Log } from '@copydesk/kit/log';
import { isContentType, sameSecret } from '@copydesk/kit/server';
import { asCopydeskError } from '@copydesk/kit/problems';
import type { Intake } from './intake.ts';
import { MAX_UPDATE_BYTES, readRaw, type Raw, type Unreadable } from './raw.ts';

export const UPDATES_PATH = '/updates';
const SECRET_HEADER = 'x-telegram-bot-api-secret-token';
/** How long the rest of an oversized body is read, so that its sender can read the answer. */
const DRAIN_MS = 5_000;

interface ListenerOptions {
	readonly secret: string;
	readonly intake: Intake;
	readonly log: Log;
}

export function createListener({ secret, intake, log }: ListenerOptions) {
	async function take(request: IncomingMessage): Promise<void> {
		if (request.method !== 'POST' || request.url !== UPDATES_PATH) throw new CopydeskError('not_found');
		const given = request.headers[SECRET_HEADER];
		if (typeof given !== 'string' || !sameSecret(given, secret)) throw new CopydeskError('unauthorized');
		if (!isContentType(request, 'application/json')) throw new CopydeskError('unsupported_media_type');
		await intake.take([await readUpdate(request)]);
	}

	return (request: IncomingMessage, response: ServerResponse): void => {
		response.setHeader('X-Content-Type-Options', 'nosniff');
		take(request).then(
			() => end(request, response, 200),
			(thrown: unknown) => {
				const error = asCopydeskError(thrown);
				const { status } = errors[error.code];
				// After any failure on our side the messenger sends the update again.
				const answered = status >= 500 ? 503 : status;
				log[answered === 503 ? 'error' : 'info'](
					{ code: error.code, status: answered, ...(status >= 500 ? { err: error } : {}) },
					'update refused',
				);
				end(request, response, answered);
			},
		);
	};
}

async function readUpdate(request: IncomingMessage): Promise<Raw | Unreadable> {
	try {
		const bytes = await readBody(request, MAX_UPDATE_BYTES);
		// Unlike Buffer, the decoder removes a byte order mark, which is no JSON.
		return readRaw(parseJson(bytes), new TextDecoder().decode(bytes));
	} catch (error) {
		const { code } = asCopydeskError(error);
		if (code === 'body_too_large') return { updateId: null, why: 'too_large' };
		if (code === 'malformed_json') return { updateId: null, why: 'not_json' };
		throw error;
	}
}

/** Answers with the status alone. The rest of an unread body is read for a while, because its sender may read the answer last. */
function end(request: IncomingMessage, response: ServerResponse, status: number): void {
	if (request.complete) {
		response.writeHead(status, { 'Content-Length': 0 }).end();
		return;
	}
	response.writeHead(status, { 'Content-Length': 0, Connection: 'close' }).flushHeaders();
	const drop = setTimeout(() => request.destroy(), DRAIN_MS);
	drop.unref();
	request
		.once('end', () => response.end())
		.once('close', () => clearTimeout(drop))
		.resume();
}
