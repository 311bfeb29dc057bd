import { connect } from 'node:net';
import { expect } from 'chai';
import Joi from 'joi';
import { openLog } from '@copydesk/kit/log';
import { createMetrics } from '@copydesk/kit/metrics';
import { jsonRoute, ok } from '@copydesk/kit/route';
import { object } from '@copydesk/kit/schema';
import { createApp, listen, type Running } from '@copydesk/kit/server';

const KEY = 'a-key-of-the-test-that-is-long-enough';

interface Answer {
	readonly status: number;
	readonly headers: Headers;
	readonly body: Record<string, unknown>;
}

describe('A request that Node itself refuses', () => {
	let running: Running;
	const logged: string[] = [];
	before(async () => {
		const log = openLog('test', 'info', { write: (line: string) => void logged.push(line) });
		const echo = jsonRoute('/echo', { id: 'test', summary: 'For the test', request: object({ name: Joi.string() }) }, (input) => ok(input));
		const app = createApp({ routes: [echo], deps: {}, credential: { header: 'bearer', key: KEY }, log, metrics: createMetrics() });
		running = await listen(app, '127.0.0.1', 0, log);
	});
	after(() => running.stop());

	/** Sends bytes as they are and reads until the server closes. */
	const raw = (...pieces: readonly string[]): Promise<Answer> =>
		new Promise((resolve, reject) => {
			let text = '';
			const socket = connect(Number(new URL(running.url).port), '127.0.0.1')
				.on('error', reject)
				.on('data', (chunk) => (text += String(chunk)))
				.on('close', () => {
					const [head = '', body = ''] = text.split('\r\n\r\n');
					const [first = '', ...lines] = head.split('\r\n');
					const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
					resolve({ status: Number(first.split(' ')[1]), headers, body: JSON.parse(body) as Answer['body'] });
				});
			const send = ([piece, ...rest]: readonly string[]): void => {
				if (piece === undefined) return;
				socket.write(piece);
				setTimeout(() => send(rest), 50);
			};
			send(pieces);
		});
	const head = (more = ''): string =>
		`POST /echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\n${more}\r\n`;

	const cases: readonly (readonly [what: string, status: number, code: string, pieces: readonly string[]])[] = [
		['a line that is not HTTP', 400, 'malformed_request', ['hello there\r\n\r\n']],
		['an unknown method', 400, 'malformed_request', ['BREW /echo HTTP/1.1\r\nHost: x\r\n\r\n']],
		['a length and chunks at once', 400, 'malformed_request', [head('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n')]],
		['no Host', 400, 'malformed_request', ['GET /echo HTTP/1.1\r\n\r\n']],
		['20 kB of headers', 431, 'headers_too_large', [head(`X-Long: ${'x'.repeat(20_000)}\r\n`)]],
		['an Expect that nobody knows', 417, 'expectation_failed', [head('Expect: 200-ok\r\nContent-Length: 2\r\n'), '{}']],
		['a broken chunk', 400, 'malformed_request', [head('Transfer-Encoding: chunked\r\n'), 'five\r\nhello\r\n0\r\n\r\n']],
		[
			'endless chunk extensions',
			413,
			'body_too_large',
			[head('Transfer-Encoding: chunked\r\n'), `1;${'e'.repeat(20_000)}\r\na\r\n0\r\n\r\n`],
		],
	];
	for (const [what, status, code, pieces] of cases) {
		it(`gets a problem and a request id: ${what}`, async () => {
			const answer = await raw(...pieces);
			expect(answer.status).to.equal(status);
			expect(answer.headers.get('content-type')).to.match(/^application\/problem\+json/);
			expect(answer.headers.get('connection')).to.equal('close');
			expect(answer.headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/);
			expect(answer.body).to.include({ status, code, request_id: answer.headers.get('x-request-id') });
			expect(logged.some((line) => line.includes(String(answer.body['request_id'])) && line.includes(code))).to.equal(true);
		});
	}

	it('keeps the id that the request came with, where its headers could be read', async () => {
		const id = 'X-Request-Id: desk-7\r\n';
		for (const pieces of [
			[head(`${id}Transfer-Encoding: chunked\r\n`), 'five\r\n'],
			[head(`${id}Expect: 200-ok\r\n`)],
			[`GET / HTTP/1.1\r\n${id}\r\n`],
		]) {
			const answer = await raw(...pieces);
			expect([answer.headers.get('x-request-id'), answer.body['request_id']]).to.deep.equal(['desk-7', 'desk-7']);
		}
	});

	it('gets its answer on a connection that was used before, and takes nothing from the one after it', async () => {
		const body = '{"name":"x"}';
		const port = Number(new URL(running.url).port);
		const text = await new Promise<string>((resolve, reject) => {
			let seen = '';
			const socket = connect(port, '127.0.0.1')
				.on('error', reject)
				.on('data', (chunk) => {
					seen += String(chunk);
					if (seen.endsWith(body)) socket.write('nonsense\r\n\r\n');
				})
				.on('close', () => resolve(seen));
			socket.write(`${head(`Content-Length: ${body.length}\r\n`)}${body}`);
		});
		expect(text)
			.to.match(/^HTTP\/1\.1 200 /)
			.and.to.match(/HTTP\/1\.1 400 Bad Request\r\n[\s\S]*"code":"malformed_request"/);
		const next = await fetch(`${running.url}/echo`, {
			method: 'POST',
			body,
			headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
		});
		expect(next.status).to.equal(200);
	});

	it('says 408 when a request does not arrive whole in time', async () => {
		running.server.once('connection', (socket) => {
			const cause = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
			running.server.emit('clientError', cause, socket);
		});
		expect((await raw('POST /echo HTTP/1.1\r\n')).body).to.include({ status: 408, code: 'request_timeout', retry: 'later' });
	});
});
