import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { coverRequest, pngOf, startRenderer, type TestRenderer } from '../../support/renderer.ts';

describe('The renderer checks in one order', () => {
	let renderer: TestRenderer;
	before(async () => {
		renderer = await startRenderer();
	});
	after(() => renderer.stop());

	const post = (path: string, body: string | Buffer, contentType: string, key?: string | null) =>
		renderer.call('POST', path, { body, contentType, ...(key === undefined ? {} : { key }) });

	it('answers 404 for a path that it does not know, to anybody', async () => {
		for (const [method, path] of [
			['GET', '/'],
			['GET', '/v1'],
			['GET', '/v1/covers'],
			['GET', '/v1/images'],
			['PUT', '/v1/covers'],
			['DELETE', `/v1/assets/${'0'.repeat(64)}.png`],
			['POST', '/healthz'],
			['POST', '/metrics'],
			['POST', '/v1/covers/'],
			['POST', '/V1/covers'],
			['GET', '/v1/assets/abc.png'],
			['GET', `/v1/assets/${'A'.repeat(64)}.png`],
			['GET', `/v1/assets/${'0'.repeat(64)}`],
			['GET', `/v1/assets/${'0'.repeat(64)}.png/x`],
			['GET', '/v1/assets/..%2F..%2Fjournal.sqlite'],
			['GET', '/v1/assets/%E0%A4%A'],
		] as const) {
			const answer = await renderer.call(method, path, { key: null });
			expect(answer.status, `${method} ${path}`).to.equal(404);
			expect(answer.body.code).to.equal('not_found');
		}
	});

	it('asks for the key before it looks at the body', async () => {
		for (const key of [null, 'wrong', '', 'a'.repeat(5_000)]) {
			const answer = await post('/v1/covers', 'no JSON at all', 'text/plain', key);
			expect(answer.status).to.equal(401);
			expect(answer.headers.get('www-authenticate')).to.equal('Bearer');
			expect(answer.body).to.include({ code: 'unauthorized', status: 401 });
		}
		expect((await renderer.call('GET', `/v1/assets/${'0'.repeat(64)}.png`, { key: null })).status).to.equal(401);
		expect((await renderer.call('GET', '/metrics', { key: null })).status).to.equal(401);
		expect((await post('/v1/images', await pngOf('#fff'), 'image/png', null)).status).to.equal(401);
	});

	it('then at the content type, the size, the JSON and the fields', async () => {
		const tooLong = JSON.stringify({ ...coverRequest, title: 'x'.repeat(16_400) });
		expect((await post('/v1/covers', tooLong, 'text/plain')).body.code).to.equal('unsupported_media_type');
		expect((await post('/v1/covers', tooLong, 'application/json')).body.code).to.equal('body_too_large');
		expect((await post('/v1/covers', '{"draft_id":', 'application/json')).body.code).to.equal('malformed_json');
		expect((await post('/v1/covers', '{"draft_id":"x"}', 'application/json')).body.code).to.equal('invalid_request');
		expect((await post('/v1/images', Buffer.alloc(10), 'application/octet-stream')).body.code).to.equal('unsupported_media_type');
		expect((await post('/v1/images', Buffer.alloc(10_485_761), 'image/png')).body.code).to.equal('body_too_large');
		expect((await post('/v1/images', Buffer.alloc(10_485_760), 'image/png')).body.code, 'as large as may be').to.equal('invalid_image');
	});

	it('counts the bytes of a cover request to the last one', async () => {
		const body = JSON.stringify(coverRequest);
		expect((await post('/v1/covers', body + ' '.repeat(16_384 - Buffer.byteLength(body)), 'application/json')).status).to.equal(201);
		expect((await post('/v1/covers', body + ' '.repeat(16_385 - Buffer.byteLength(body)), 'application/json')).status).to.equal(413);
	});

	it('takes a request id that is sane, makes one otherwise, and always says it', async () => {
		const given = await renderer.get('/healthz', { 'x-request-id': 'desk-1:2.3_4' });
		expect(given.headers.get('x-request-id')).to.equal('desk-1:2.3_4');
		const insane = await renderer.get('/v1/nothing', { 'x-request-id': 'two words' });
		expect(insane.headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/);
		expect(insane.body.request_id).to.equal(insane.headers.get('x-request-id'));
	});

	it('refuses bad input of every kind with a typed answer, and writes nothing', async () => {
		const before = readdirSync(join(renderer.dataDir, 'assets'));
		const good = JSON.stringify({ ...coverRequest, draft_id: 'never-made' });
		const values = [
			null,
			true,
			0,
			-1,
			1.5,
			1e300,
			'',
			' ',
			'x'.repeat(2_000),
			[],
			['x'],
			{},
			{ a: 1 },
			'\u0000',
			'\u0007',
			'\u0085',
			'\u2028',
			'\u2029',
			'\n',
			'\t',
			'\u007f',
		];
		for (const field of Object.keys(coverRequest)) {
			for (const value of values) {
				if ((field === 'subtitle' || field === 'category') && (value === '' || value === ' ')) continue;
				const answer = await renderer.postCover({ ...coverRequest, draft_id: 'never-made', [field]: value });
				expect(answer.status, `${field} = ${JSON.stringify(value).slice(0, 40)}`).to.equal(422);
				expect(answer.body.errors[0].path, `${field} = ${JSON.stringify(value).slice(0, 40)}`).to.equal(field);
				expect(answer.body.errors[0].message).to.match(/^Expected /);
			}
			const { [field]: _left, ...rest } = JSON.parse(good) as Record<string, unknown>;
			expect((await renderer.postCover(rest)).body.errors, `without ${field}`).to.deep.equal([
				{ path: field, message: 'Expected this key but it is missing' },
			]);
			const surrogate = good.replace(`"${field}":"`, `"${field}":"\\ud83d`);
			if (surrogate !== good)
				expect((await post('/v1/covers', surrogate, 'application/json')).status, `lone surrogate in ${field}`).to.equal(422);
		}
		for (const body of [
			'',
			'null',
			'1',
			'"x"',
			'[]',
			'[{}]',
			'{}',
			'{"__proto__":{"title":"x"}}',
			'['.repeat(8_000),
			`{"a":${'['.repeat(500)}${']'.repeat(500)}}`,
			'{"a":1}{"b":2}',
			good.replace('{', '{"extra":1,'),
			good.replace('{', '{"constructor":1,'),
		]) {
			const answer = await post('/v1/covers', body, 'application/json');
			expect([400, 422], body.slice(0, 30)).to.include(answer.status);
		}
		expect((await post('/v1/covers', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 'application/json')).status, 'not UTF-8').to.equal(400);
		for (const other of ['charset=utf-16', 'charset =utf-16'])
			expect((await post('/v1/covers', good, `application/json; ${other}`)).status, other).to.equal(415);
		expect((await post('/v1/covers', good, 'application/json; charset=utf8')).status).to.not.equal(415);
		expect(
			(await renderer.call('POST', '/v1/covers', { body: good, contentType: 'application/json', headers: { 'content-encoding': 'gzip' } }))
				.status,
		).to.equal(415);
		for (const bytes of [
			Buffer.alloc(0),
			Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
			Buffer.alloc(33),
			Buffer.from('GIF89a'),
			Buffer.alloc(100_000, 0xff),
		]) {
			const answer = await renderer.postImage(bytes);
			expect(answer.status).to.equal(422);
			expect(answer.body.code).to.equal('invalid_image');
			expect(answer.body.errors[0].path).to.be.a('string').that.is.not.empty;
		}
		expect(readdirSync(join(renderer.dataDir, 'assets'))).to.deep.equal(before);
		const { body } = await renderer.postCover({ ...coverRequest, draft_id: 'never-made' });
		expect(body.bytes, 'the version was still free').to.be.greaterThan(0);
	});
});
