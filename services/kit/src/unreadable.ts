/** Requests that Node's HTTP parser refuses before they reach a route: they get a problem and a request id too. */
import { STATUS_CODES, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { CopydeskError, errors, type ErrorCode } from '@copydesk/domain/errors';
import type { Log } from './log.ts';
import { PROBLEM_JSON, problemOf, requestIdOf } from './problems.ts';

/** The parser's error codes besides its plain refusals. */
const CODES: Readonly<Record<string, ErrorCode>> = {
	HPE_HEADER_OVERFLOW: 'headers_too_large',
	HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
	ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};
/** How long a client may take to read the answer before its connection is dropped. */
const DROP_MS = 2_000;

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A server whose refusals are all problems, including those of Node. @param log where refusals are logged, if anywhere */
export function createServerOf(app: Handler, log: Log | undefined): Server {
	const answering = new WeakMap<Duplex, ServerResponse>();
	const refused = new WeakSet<Duplex>();

	function problemFor(
		error: CopydeskError,
		requestId: string,
	): { readonly headers: Readonly<Record<string, string | number>>; readonly body: string } {
		log?.info({ request_id: requestId, route: 'none', code: error.code, detail: error.detail }, 'refused');
		const body = JSON.stringify(problemOf(error, requestId));
		return {
			body,
			headers: {
				'Content-Type': PROBLEM_JSON,
				'Content-Length': Buffer.byteLength(body),
				'X-Request-Id': requestId,
				'X-Content-Type-Options': 'nosniff',
				Connection: 'close',
			},
		};
	}

	function refuse(request: IncomingMessage, response: ServerResponse, code: ErrorCode, detail: string): void {
		const { headers, body } = problemFor(new CopydeskError(code, detail), requestIdOf(request.headers));
		response.writeHead(errors[code].status, headers);
		response.end(body);
	}

	// Node itself would answer a request without Host with an empty body.
	const server = createServer({ requireHostHeader: false }, (request, response) => {
		answering.set(request.socket, response);
		if (request.headers.host === undefined && request.httpVersion === '1.1') refuse(request, response, 'malformed_request', 'no Host');
		else app(request, response);
	});
	server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
		refuse(request, response, 'expectation_failed', `Expect: ${request.headers.expect}`);
	});
	server.on('clientError', (cause: NodeJS.ErrnoException, socket) => {
		const response = answering.get(socket);
		const isAnswered = response !== undefined && !response.writableEnded && response.headersSent;
		if (refused.has(socket)) return;
		refused.add(socket);
		// The client is gone, or an answer is being sent.
		if (!socket.writable || cause.code === 'ECONNRESET' || isAnswered) {
			socket.destroy();
			return;
		}
		const error = new CopydeskError(CODES[cause.code ?? ''] ?? 'malformed_request', cause.message, { cause });
		const { status } = errors[error.code];
		const id = response === undefined || response.headersSent ? requestIdOf({}) : String(response.getHeader('X-Request-Id'));
		const { headers, body } = problemFor(error, id);
		const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
		socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
		setTimeout(() => socket.destroy(), DROP_MS).unref();
	});
	return server;
}
