import { request } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import Joi from 'joi';
import { CopydeskError } from '@copydesk/domain/errors';
import { openLog } from '@copydesk/kit/log';
import { createMetrics } from '@copydesk/kit/metrics';
import { created, getRoute, jsonRoute, ok, rawRoute } from '@copydesk/kit/route';
import { object } from '@copydesk/kit/schema';
import { createApp, listen, type Running } from '@copydesk/kit/server';

const KEY = 'a-key-of-the-test-that-is-long-enough';
const about = { id: 'test', summary: 'For the test' };
const TOKEN = '7000001:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

describe('A service of the kit', () => {
	let running: Running;
	const logged: string[] = [];

	before(async () => {
		const log = openLog('test', 'info', { write: (line: string) => void logged.push(line) });
		const routes = [
			getRoute('/healthz', { ...about, open: true }, () => ok({ status: 'ok' })),
			jsonRoute('/echo', { ...about, request: object({ name: Joi.string().max(5) }), maxBytes: 100 }, (input) => ok(input)),
			rawRoute('/raw', { ...about, contentTypes: ['image/png'], maxBytes: 10 }, (input) => created({ bytes: input.length })),
			getRoute('/broken', about, () => {
				throw new Error(`secret inside: https://example.test/bot${TOKEN}/sendMessage`);
			}),
			getRoute('/elsewhere', about, () => {
				throw new CopydeskError('upstream_timeout', 'a stranger was slow');
			}),
			jsonRoute('/any', { ...about, request: object({ name: Joi.string() }), anyText: true }, (input) => ok(input)),
			getRoute('/refused', about, () => {
				throw new CopydeskError('state_conflict', 'detail for the log', { facts: { state: 'ready' } });
			}),
		];
		running = await listen(
			createApp({ routes, deps: {}, credential: { header: 'bearer', key: KEY }, log, metrics: createMetrics() }),
			'127.0.0.1',
			0,
		);
	});
	after(() => running.stop());

	const call = (path: string, init: RequestInit = {}, key: string | undefined = KEY) =>
		fetch(running.url + path, { ...init, headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...init.headers } });
	const post = (path: string, body: string | Buffer, contentType = 'application/json', key: string | undefined = KEY) =>
		call(path, { method: 'POST', body, headers: { 'content-type': contentType } }, key);

	it('answers a path that it does not know with 404 before it asks who is there', async () => {
		expect((await call('/nothing', {}, undefined)).status).to.equal(404);
		expect((await call('/echo', {}, undefined)).status, 'known path, other method').to.equal(404);
		expect((await call('/%E0%A4%A', {}, undefined)).status, 'broken percent-encoding').to.equal(404);
	});

	it('refuses a missing and a wrong key before it reads the body', async () => {
		const missing = await fetch(`${running.url}/echo`, { method: 'POST', body: 'not json', headers: { 'content-type': 'text/plain' } });
		expect(missing.status).to.equal(401);
		expect(missing.headers.get('www-authenticate')).to.equal('Bearer');
		expect((await post('/echo', '{}', 'application/json', `${KEY}x`)).status).to.equal(401);
	});

	it('checks content type, size, JSON and fields in this order', async () => {
		expect((await post('/echo', 'x'.repeat(200), 'text/plain')).status).to.equal(415);
		expect((await post('/echo', 'x'.repeat(200))).status).to.equal(413);
		expect((await post('/echo', '{"name":')).status).to.equal(400);
		expect((await post('/echo', '{"name":"too long"}')).status).to.equal(422);
		expect((await post('/echo', '{"name":"ok"}')).status).to.equal(200);
	});

	it('treats every spelling of "identity" as no encoding, and refuses any other encoding', async () => {
		const encoded = async (encoding: string) =>
			(
				await call('/echo', {
					method: 'POST',
					body: '{"name":"ok"}',
					headers: { 'content-type': 'Application/JSON; Charset=UTF-8', 'content-encoding': encoding },
				})
			).status;
		expect([await encoded('identity'), await encoded('Identity'), await encoded('gzip'), await encoded('identity, gzip')]).to.deep.equal([
			200, 200, 415, 415,
		]);
	});

	it('counts a body that does not announce its length', async () => {
		const status = await new Promise<number | undefined>((resolve, reject) => {
			const sent = request(
				`${running.url}/raw`,
				{ method: 'POST', headers: { authorization: `Bearer ${KEY}`, 'content-type': 'image/png', 'transfer-encoding': 'chunked' } },
				(answer) => {
					answer.resume();
					resolve(answer.statusCode);
				},
			);
			sent.on('error', reject);
			sent.write(Buffer.alloc(6));
			sent.end(Buffer.alloc(6));
		});
		expect(status).to.equal(413);
	});

	it('answers a client that sends a refused body to its end before it reads, because many clients do', async () => {
		for (const [key, status] of [
			[KEY, 413],
			['wrong', 401],
		] as const) {
			const answer = await new Promise<string>((resolve, reject) => {
				const body = Buffer.alloc(16_000_000);
				const socket = connect(Number(new URL(running.url).port), '127.0.0.1')
					.on('error', reject)
					.pause();
				socket.write(
					`POST /raw HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
						`Content-Type: image/png\r\nContent-Length: ${body.length}\r\n\r\n`,
				);
				socket.write(body, () => {
					let text = '';
					socket
						.on('data', (chunk) => (text += String(chunk)))
						.on('end', () => resolve(text))
						.resume();
				});
			});
			expect(answer)
				.to.match(new RegExp(`^HTTP/1.1 ${status} `))
				.and.to.match(/"request_id":"[^"]+"\}$/);
		}
	});

	it('refuses what no database could keep: lone surrogates, U+0000, bottomless nesting, an unknown key', async () => {
		for (const body of [
			'{"name":"\\ud800"}',
			'{"name":"a\\u0000"}',
			`{"name":${'['.repeat(80)}${']'.repeat(80)}}`.slice(0, 100),
			'{"name":"a","__proto__":{}}',
			'[]',
			'null',
			'"x"',
		]) {
			const answer = await post('/echo', body);
			expect(answer.status, body).to.be.within(400, 422);
		}
	});

	it('leaves strange strings to a route that judges them itself, but not strange shapes', async () => {
		expect((await post('/any', '{"name":"\\ud800\\u0000"}')).status).to.equal(200);
		expect((await post('/any', '{"name":"a","__proto__":{}}')).status).to.equal(422);
		expect((await post('/any', '{"name":"a","other":1}')).status).to.equal(422);
	});

	it('does not log failures of others as its own errors', async () => {
		logged.length = 0;
		expect((await call('/elsewhere')).status).to.equal(504);
		const refused = logged.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ msg }) => msg === 'refused');
		expect(refused).to.include({ level: 30 }).and.not.have.property('err');
	});

	it('refuses bytes that are not UTF-8', async () => {
		expect((await post('/echo', Buffer.from([0x7b, 0xff, 0x7d]))).status).to.equal(400);
	});

	it('tells the caller a sentence and facts, and the log the rest, without the bot token', async () => {
		const refused = await call('/refused', { headers: { 'x-request-id': 'given-id' } });
		expect(await refused.json()).to.include({ code: 'state_conflict', state: 'ready', status: 409, request_id: 'given-id' });
		const broken = await call('/broken');
		const text = await broken.text();
		expect(broken.status).to.equal(500);
		expect(text).to.not.include('secret inside');
		expect(logged.join('')).to.include('secret inside').and.not.include(TOKEN);
	});

	it('echoes a sane request id and replaces any other', async () => {
		expect((await call('/healthz', { headers: { 'x-request-id': 'abc-1' } })).headers.get('x-request-id')).to.equal('abc-1');
		expect((await call('/healthz', { headers: { 'x-request-id': 'a b' } })).headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/);
	});

	it('says where it cannot listen, and why', async () => {
		const complaintOf = (host: string, port: number) => listen(() => undefined, host, port).catch((error: Error) => error.message);
		const { port } = new URL(running.url);
		expect(await complaintOf('127.0.0.1', Number(port))).to.equal(`Port ${port} on 127.0.0.1 is in use by another program`);
		expect(await complaintOf('nobody.invalid', 0)).to.match(/^Port 0 on nobody\.invalid cannot be listened on: .*nobody\.invalid/);
	});
});
