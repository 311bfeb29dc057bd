/** A server that answers what a test says, for the cases that a well-made stand-in never shows. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ScriptedAnswer {
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	/** An object is sent as JSON. */
	readonly body?: unknown;
}

export interface Scripted {
	readonly url: string;
	/** Everything that was asked for, as `METHOD /path`. */
	readonly asked: readonly string[];
	close(): Promise<void>;
}

/**
 * @param answer what to answer to `METHOD /path`; undefined is 404
 */
export async function startScripted(
	answer: (what: string, body: unknown, request: IncomingMessage) => ScriptedAnswer | undefined,
): Promise<Scripted> {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		let text = '';
		request.on('data', (chunk: Buffer) => (text += chunk.toString()));
		request.on('end', () => {
			const what = `${request.method} ${request.url}`;
			asked.push(what);
			const isJson = String(request.headers['content-type']).includes('json');
			const {
				status = 200,
				headers = {},
				body = {},
			} = answer(what, isJson && text !== '' ? JSON.parse(text) : undefined, request) ?? { status: 404 };
			const isText = typeof body === 'string';
			response.writeHead(status, { 'Content-Type': isText ? 'text/html' : 'application/json', ...headers });
			response.end(isText ? body : JSON.stringify(body));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		asked,
		close: () =>
			new Promise((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
}
