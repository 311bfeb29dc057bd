/**
 * The only code that talks to the messenger. One request is one connection and one attempt. The answer names the phase of a failure:
 * before the first byte nothing can have happened, and after it silence may mean anything. The token is only in the request path, so no
 * error or answer of this file contains an address.
 */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { faultPoint } from '@copydesk/kit/faultPoints';
import type { Answer } from '@copydesk/domain/delivery/outcome';
import { shorten } from '@copydesk/domain/text/shorten';
import { multipart } from './multipart.ts';
import type { MessengerRequest } from './requests.ts';

export interface Messenger {
	/**
	 * Never rejects: every outcome is an answer.
	 * @param permit asked when the connection is open, right before the first byte; if it says no, the request is not sent
	 * @param signal aborts the request; only for requests whose outcome does not matter then
	 */
	call(request: MessengerRequest, permit?: () => Promise<boolean>, signal?: AbortSignal): Promise<Answer>;
}

/** The reason of an answer if `permit` said no. */
export const NOT_PERMITTED = 'not_permitted';

/** The reason of silence if the answer broke off or was too large. */
export const ANSWER_CUT = 'answer_cut';

export interface MessengerOptions {
	/** Without a trailing slash, e.g. `https://api.telegram.org`. */
	readonly apiUrl: string;
	readonly token: string;
	readonly connectTimeoutMs?: number;
	/** The messenger retries internally for up to 60 s, so a shorter time-out would make outcomes unknown. */
	readonly answerTimeoutMs?: number;
	/** Milliseconds of a monotonic clock. */
	readonly monotonicMs?: () => number;
}

/** The longest time for one delivery: fetching the picture, the connection and the answer. */
export const LONGEST_DELIVERY_MS = 130_000;
const MAX_ANSWER_BYTES = 1_048_576;

export function createMessenger(options: MessengerOptions): Messenger {
	const { apiUrl, token, connectTimeoutMs = 5_000, answerTimeoutMs = 90_000, monotonicMs = () => performance.now() } = options;
	const base = new URL(apiUrl);
	return {
		async call(request, permit, signal) {
			let socket: Socket;
			try {
				socket = await openSocket(base, connectTimeoutMs);
			} catch (error) {
				return { kind: 'neverLeft', reason: connectReason(error) };
			}
			faultPoint('messenger.connected');
			if (permit !== undefined) {
				const refused = await permit().then(
					(permitted) => (permitted ? undefined : NOT_PERMITTED),
					() => 'permission_unknown',
				);
				if (refused !== undefined) {
					socket.destroy();
					return { kind: 'neverLeft', reason: refused };
				}
			}
			if (socket.destroyed) return { kind: 'neverLeft', reason: 'connection_closed' };
			const { body, contentType } = request.photo === undefined ? jsonBody(request.fields) : multipart(request.fields, request.photo);
			const path = `${base.pathname.replace(/\/$/, '')}/bot${token}/${request.method}`;
			const { answerTimeoutMs: timeoutMs = answerTimeoutMs, maxAnswerBytes = MAX_ANSWER_BYTES } = request;
			return exchange(socket, { base, path, body, contentType, timeoutMs, maxAnswerBytes, monotonicMs, signal });
		},
	};
}

function jsonBody(fields: Readonly<Record<string, unknown>>): { body: Buffer; contentType: string } {
	return { body: Buffer.from(JSON.stringify(fields)), contentType: 'application/json' };
}

/** Opens the connection, including TLS. If this fails, no request has left. */
function openSocket(base: URL, timeoutMs: number): Promise<Socket> {
	const secure = base.protocol === 'https:';
	const host = base.hostname.replace(/^\[|\]$/g, '');
	const port = base.port === '' ? (secure ? 443 : 80) : Number(base.port);
	return new Promise((resolve, reject) => {
		const socket = secure
			? connectTls({ host, port, ...(/^[\d.:]+$/.test(host) ? {} : { servername: host }), ALPNProtocols: ['http/1.1'] })
			: connectTcp({ host, port });
		const timer = setTimeout(() => socket.destroy(Object.assign(new Error('connect timeout'), { code: 'CONNECT_TIMEOUT' })), timeoutMs);
		const settle = (done: () => void) => {
			clearTimeout(timer);
			socket.off('error', onError);
			// The next user of the socket adds its own listener and finds the error.
			socket.on('error', () => undefined);
			done();
		};
		const onError = (error: Error) => settle(() => reject(error));
		socket.once('error', onError);
		socket.once(secure ? 'secureConnect' : 'connect', () => settle(() => resolve(socket)));
	});
}

function connectReason(error: unknown): string {
	const code = String((error as { code?: unknown }).code ?? '');
	if (code === 'CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'connect_timeout';
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name_not_resolved';
	if (code === 'ECONNREFUSED') return 'connection_refused';
	return /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code) ? 'tls_failed' : 'connect_failed';
}

interface Exchange {
	readonly base: URL;
	readonly path: string;
	readonly body: Buffer;
	readonly contentType: string;
	readonly timeoutMs: number;
	readonly maxAnswerBytes: number;
	readonly monotonicMs: () => number;
	readonly signal: AbortSignal | undefined;
}

function exchange(socket: Socket, ask: Exchange): Promise<Answer> {
	const { base, path, body, contentType, monotonicMs, signal } = ask;
	return new Promise((resolve) => {
		const startedMs = monotonicMs();
		let settled = false;
		const settle = (answer: Answer) => {
			if (settled) return;
			settled = true;
			clearTimeout(timer);
			signal?.removeEventListener('abort', onAbort);
			socket.destroy();
			resolve(answer);
		};
		const silence = (reason: string) => settle({ kind: 'silence', reason });
		const timer = setTimeout(() => silence('answer_timeout'), ask.timeoutMs);
		const onAbort = () => silence('aborted');
		if (signal?.aborted === true) return onAbort();
		signal?.addEventListener('abort', onAbort, { once: true });
		socket.on('error', () => silence('connection_lost'));
		const outgoing = httpRequest({
			createConnection: () => socket,
			method: 'POST',
			path,
			headers: { Host: base.host, 'Content-Type': contentType, 'Content-Length': body.length, Connection: 'close' },
		});
		outgoing.on('error', () => silence('connection_lost'));
		outgoing.on('response', (response) => {
			readAnswer(response, ask.maxAnswerBytes).then(
				(text) =>
					settle(
						text === undefined
							? { kind: 'silence', reason: ANSWER_CUT }
							: answerOf(response.statusCode ?? 0, text, monotonicMs() - startedMs),
					),
				() => silence(ANSWER_CUT),
			);
		});
		outgoing.end(body, () => faultPoint('messenger.written'));
	});
}

/** The whole answer; undefined if it was cut off or too large. */
async function readAnswer(response: IncomingMessage, maxBytes: number): Promise<string | undefined> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of response as AsyncIterable<Buffer>) {
		length += chunk.length;
		if (length > maxBytes) return undefined;
		chunks.push(chunk);
	}
	return response.complete ? Buffer.concat(chunks).toString('utf8') : undefined;
}

/** Reads the Bot API envelope. Anything else came from a proxy and proves nothing. */
function answerOf(status: number, text: string, tookMs: number): Answer {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return { kind: 'silence', reason: status >= 500 ? `answer_${status}` : 'answer_not_json' };
	}
	const envelope = value as {
		ok?: unknown;
		result?: unknown;
		error_code?: unknown;
		description?: unknown;
		parameters?: { retry_after?: unknown };
	} | null;
	if (typeof envelope !== 'object' || envelope === null || typeof envelope.ok !== 'boolean')
		return { kind: 'silence', reason: 'answer_not_understood' };
	if (envelope.ok)
		return status >= 200 && status < 300 ? { kind: 'accepted', result: envelope.result } : { kind: 'silence', reason: `answer_${status}` };
	const retryAfter = envelope.parameters?.retry_after;
	return {
		kind: 'refused',
		// A proxy that wraps the messenger's answer in its own error is not trusted.
		errorCode: status >= 500 ? status : Number.isSafeInteger(envelope.error_code) ? Number(envelope.error_code) : status,
		description: shorten(String(envelope.description ?? ''), 300),
		retryAfterSeconds: typeof retryAfter === 'number' && retryAfter >= 0 ? Math.ceil(retryAfter) : null,
		tookMs,
	};
}
