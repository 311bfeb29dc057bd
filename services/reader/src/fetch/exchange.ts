import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { CopydeskError } from '@copydesk/domain/errors';
import type { Target } from './target.ts';

/** Largest headers of an answer, in bytes. */
const MAX_HEADER_BYTES = 16_384;

export interface Answer {
	readonly status: number;
	/** The first header with this name, as received: one character per byte. */
	header(name: string): string | undefined;
	/** All headers with this name, joined by commas. */
	headers(name: string): string;
	/** Undefined if the connection was switched to another protocol. */
	readonly body: IncomingMessage | undefined;
}

function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
	return rawHeaders.filter((_value, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}

/** The usual length of a head, in bytes. Node's own limit counts only names and values. */
function headBytes({ rawHeaders, statusMessage = '' }: IncomingMessage): number {
	const pairs = rawHeaders.reduce((sum, part) => sum + part.length + 2, 0);
	return 'HTTP/1.1 200 '.length + statusMessage.length + pairs + 2 * '\r\n'.length;
}

/**
 * Sends one request over an open connection and reads the head of the answer.
 * @param posted JSON; without it the request is a GET
 * @throws CopydeskError upstream_broken (headers too large, cut off, or not HTTP), upstream_timeout
 */
export function exchange(
	socket: Socket,
	target: Target,
	headers: Readonly<Record<string, string>>,
	signal: AbortSignal,
	posted?: string,
): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const giveUp = (): void => {
			socket.destroy();
			reject(new CopydeskError('upstream_timeout'));
		};
		const done = (message: IncomingMessage, body: IncomingMessage | undefined): void => {
			signal.removeEventListener('abort', giveUp);
			resolve({
				status: message.statusCode ?? 0,
				header: (name) => valuesOf(message, name)[0],
				headers: (name) => valuesOf(message, name).join(', '),
				body,
			});
		};
		const request = httpRequest({
			createConnection: () => socket,
			path: `${target.url.pathname}${target.url.search}`,
			setHost: false,
			method: posted === undefined ? 'GET' : 'POST',
			headers: {
				Host: target.url.host.replace(/\.(?=:|$)/, ''),
				...headers,
				...(posted === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(posted)) }),
				Connection: 'close',
			},
			maxHeaderSize: MAX_HEADER_BYTES,
			insecureHTTPParser: false,
		});
		request.maxHeadersCount = 0;
		request.once('response', (message) => {
			// A body that is not read to its end emits an error when its connection closes.
			message.on('error', () => undefined);
			if (headBytes(message) > MAX_HEADER_BYTES) request.destroy(new Error('headers over their bound'));
			else done(message, message);
		});
		request.once('upgrade', (message) => done(message, undefined));
		request.on('error', (error: NodeJS.ErrnoException) => {
			signal.removeEventListener('abort', giveUp);
			reject(new CopydeskError('upstream_broken', error.code ?? 'no answer'));
		});
		if (signal.aborted) giveUp();
		else signal.addEventListener('abort', giveUp, { once: true });
		request.end(posted);
	});
}
