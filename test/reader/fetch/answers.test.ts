import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { errors, type ErrorCode } from '@copydesk/domain/errors';
import { TEXT, ARTICLE, FEED, originsOf, saying, startHouse, startRaw, startReader } from '../../support/reader.ts';
import type { House, Page, RawServer, TestReader } from '../../support/reader.ts';

const PAGE_BYTES = 1_048_576;
const FEED_BYTES = 4_096;
const padded = (document: string, bytes: number): string => document + ' '.repeat(bytes - document.length);

const head = (headers: string): string => `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${headers}\r\n`;
const HEAD_BYTES = 16_384;
/** An article behind a head of so many bytes, all of them in headers as small as can be. */
const withHeadOf = (bytes: number): string => {
	const length = `Content-Length: ${ARTICLE.length}\r\n`;
	const rest = bytes - head(length).length;
	const small = 'a: b\r\n'.repeat(Math.floor(rest / 6) - 1);
	return `${head(`${length}${small}a: ${'b'.repeat((rest % 6) + 1)}\r\n`)}${ARTICLE}`;
};
const whole = `${head(`Content-Length: ${ARTICLE.length}\r\n`)}${ARTICLE}`;

/** What is said on the connection, whether it is hung up then, and the word for it. */
const hardly: readonly (readonly [what: string, say: (socket: Socket) => void, code: string])[] = [
	['nothing', saying(''), 'upstream_broken'],
	['another protocol', saying('SSH-2.0-OpenSSH_9.6\r\n'), 'upstream_broken'],
	['HTTP without headers, as of long ago', saying('<html>hello</html>'), 'upstream_broken'],
	['half a head', saying('HTTP/1.1 200 OK\r\nContent-Ty'), 'upstream_broken'],
	['a head without its end', saying('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n'), 'upstream_broken'],
	['one header over 16384 bytes', saying(head(`X: ${'a'.repeat(16_500)}\r\n`)), 'upstream_broken'],
	['small headers of 16385 bytes', saying(withHeadOf(HEAD_BYTES + 1)), 'upstream_broken'],
	['a body that is cut', saying(`${head('Content-Length: 3000\r\n')}${ARTICLE}`), 'upstream_broken'],
	['chunks that are cut', saying(`${head('Transfer-Encoding: chunked\r\n')}5\r\nhello\r\n`), 'upstream_broken'],
	['chunks that are none', saying(`${head('Transfer-Encoding: chunked\r\n')}zz\r\nhello\r\n`), 'upstream_broken'],
	['two lengths', saying(`${head('Content-Length: 1\r\nContent-Length: 2\r\n')}ab`), 'upstream_broken'],
	[
		'another protocol to go on with',
		saying('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', false),
		'upstream_status',
	],
	['silence', saying('', false), 'upstream_timeout'],
	['half a body and silence', saying(`${head('Content-Length: 3000\r\n')}${ARTICLE}`, false), 'upstream_timeout'],
	[
		'one byte at a time, for ever',
		(socket) => {
			socket.write(head(''));
			const timer = setInterval(() => socket.write('a'), 50);
			socket.once('close', () => clearInterval(timer));
		},
		'upstream_timeout',
	],
];
const wholeAnswers: readonly (readonly [what: string, say: (socket: Socket) => void])[] = [
	['small headers of 16384 bytes', saying(withHeadOf(HEAD_BYTES))],
	['two answers in a row: the second is nobody’s', saying(whole + whole)],
	['hints before the answer', saying(`HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${whole}`)],
	['a body that ends with the connection', saying(`${head('')}${ARTICLE}`)],
	['an answer of the older kind', saying(`HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n${ARTICLE}`)],
];
const rawNameOf = (what: string): string => `raw${[...hardly, ...wholeAnswers].findIndex(([name]) => name === what)}.page`;

describe('Answers of strangers', function () {
	this.timeout(60_000);
	let reader: TestReader;
	let house: House;
	let nowMs = 0;
	const raw: RawServer[] = [];

	before(async () => {
		house = await startHouse();
		for (const [, say] of [...hardly, ...wholeAnswers]) raw.push(await startRaw(say));
		const names = ['news.page', 'www.news.page', 'other.page', 'consent.other.page', 'login.news.page'];
		const busyNames = Array.from({ length: 8 }, (_, at) => `busy${at}.page`);
		reader = await startReader(
			{
				READER_ORIGINS: [
					originsOf(house, [...names, ...busyNames]),
					...raw.map(({ at }, index) => `https://raw${index}.page=http://${at}`),
				].join(','),
				READER_FEED_BYTES: String(FEED_BYTES),
				READER_FETCH_MS: '1500',
				READER_FRESH_SECONDS: '0',
				READER_LOG_LEVEL: 'silent',
			},
			{ monotonicMs: () => nowMs },
		);
	});
	after(async () => {
		await reader.stop();
		await house.stop();
		await Promise.all(raw.map((server) => server.stop()));
	});

	const article = (page: Page, path = '/story') => {
		house.pages.set(path, page);
		return reader.article(`https://news.page${path}`);
	};
	const feed = (page: Page) => {
		house.pages.set('/feed', page);
		return reader.feed('https://news.page/feed');
	};
	/** Both routes give the same word, with the status of the table on the one and the facts on both. */
	const both = async (page: Page, code: string, facts: Record<string, unknown> = {}): Promise<void> => {
		const { status, body } = await article(page);
		expect(body).to.include({ code, ...facts });
		expect(status).to.equal(errors[code as ErrorCode].status);
		expect(body.retry).to.equal(errors[code as ErrorCode].retry);
		expect(await feed(page)).to.include({ ok: false, code, retry: errors[code as ErrorCode].retry, ...facts });
	};

	describe('by status', () => {
		for (const [code, statuses] of Object.entries({
			upstream_refused: [401, 402, 403, 407, 451],
			upstream_gone: [404, 410],
			upstream_status: [201, 204, 206, 300, 304, 305, 306, 400, 405, 406, 408, 418, 425, 500, 501, 502, 504, 520, 599],
		})) {
			for (const status of statuses)
				it(`${status} is ${code}`, () =>
					both({ status, headers: { 'Content-Type': 'text/html' } }, code, { upstream_status: status, hop: 0 }));
		}
	});

	describe('asked to be left alone', () => {
		let names = 0;
		const left = async (status: number, headers: Record<string, string>): Promise<{ first: number; after: unknown; asked: number }> => {
			const name = `busy${(names += 1)}.page`;
			house.pages.set('/busy', { status, headers });
			house.pages.set('/fine', ARTICLE);
			const first = await reader.article(`https://${name}/busy`);
			expect(first.status).to.equal(503);
			expect(first.body).to.include({ code: 'upstream_busy', upstream_status: status, hop: 0, retry: 'later' });
			expect(first.headers.get('retry-after')).to.equal(String(first.body.retry_after_seconds));
			const asked = house.seen.length;
			const second = await reader.article(`https://${name}/fine`);
			expect(await reader.feed(`https://${name}/fine`)).to.include({ code: 'upstream_busy', upstream_status: null });
			expect((await reader.article('https://news.page/fine')).status, 'another host is another matter').to.equal(200);
			return { first: first.body.retry_after_seconds, after: second.body.code, asked: house.seen.length - asked - 1 };
		};

		it('leaves the host alone for as long as it says, without asking anything there', async () => {
			expect(await left(429, { 'Retry-After': '120' })).to.deep.equal({ first: 120, after: 'upstream_busy', asked: 0 });
			expect(await left(503, { 'Retry-After': '7' })).to.deep.equal({ first: 7, after: 'upstream_busy', asked: 0 });
		});

		it('takes a minute where nothing is said, and keeps to a second and an hour', async () => {
			expect((await left(429, {})).first).to.equal(60);
			expect((await left(503, { 'Retry-After': 'soon' })).first).to.equal(60);
			expect((await left(429, { 'Retry-After': '86400' })).first).to.equal(3_600);
			expect((await left(503, { 'Retry-After': new Date(Date.now() - 60_000).toUTCString() })).first).to.equal(1);
			expect((await left(503, { 'Retry-After': new Date(Date.now() + 300_000).toUTCString() })).first).to.be.within(290, 301);
		});

		it('asks again when the time is over', async () => {
			house.pages.set('/once', { status: 503, headers: { 'Retry-After': '0' } });
			expect((await reader.article('https://other.page/once')).body).to.include({ code: 'upstream_busy', retry_after_seconds: 1 });
			house.pages.set('/once', ARTICLE);
			expect((await reader.article('https://other.page/once')).body.code).to.equal('upstream_busy');
			nowMs += 1_000;
			expect((await reader.article('https://other.page/once')).status).to.equal(200);
		});
	});

	describe('redirects', () => {
		const to = (location: string | undefined, status = 302): Page => ({
			status,
			headers: location === undefined ? {} : { Location: Buffer.from(location).toString('latin1') },
		});

		for (const status of [301, 302, 303, 307, 308])
			it(`follows ${status}`, async () => {
				house.pages.set('/end', ARTICLE);
				const { body } = await article(to('/end', status));
				expect(body).to.include({ url: 'https://news.page/story', final_url: 'https://news.page/end', host: 'news.page' });
			});

		it('follows three and not a fourth', async () => {
			house.pages.set('/1', to('/2')).set('/2', to('https://other.page/3')).set('/3', to('/4')).set('/4', ARTICLE);
			expect((await reader.article('https://news.page/1')).body).to.include({ final_url: 'https://other.page/4', host: 'other.page' });
			house.pages.set('/0', to('/1'));
			const before = house.seen.length;
			await both(to('/1'), 'too_many_redirects', { hop: 3 });
			expect(house.seen.slice(before).map(({ path }) => path)).to.deep.equal(['/story', '/1', '/2', '/3', '/feed', '/1', '/2', '/3']);
		});

		it('goes round in no circle', () => both(to('/story'), 'too_many_redirects'));
		it('refuses one that leads nowhere', () => both(to(undefined), 'redirect_invalid', { hop: 0 }));
		it('refuses one that leads to nothing', () => both(to(''), 'redirect_invalid'));
		it('refuses one to plain http', () => both(to('http://news.page/end'), 'scheme_forbidden', { hop: 1 }));
		it('refuses one to another port', () => both(to('https://news.page:8443/end'), 'port_forbidden', { hop: 1 }));
		it('refuses one with a name in it', () => both(to('https://me@news.page/end'), 'credentials_forbidden', { hop: 1 }));
		it('refuses one with a backslash', () => both(to('\\\\other.page\\end'), 'url_invalid', { hop: 1 }));
		it('refuses one that is too long', () => both(to(`/${'a'.repeat(1_500)}`), 'url_invalid', { hop: 1 }));
		it('refuses one that becomes too long', () => both(to(`/${'ж'.repeat(300)}`), 'url_invalid', { hop: 1 }));
		it('refuses one whose scheme has no host', () => both(to('https:/end'), 'url_invalid', { hop: 1 }));

		it('reads a Location header as UTF-8, and as Latin-1 when it is not valid UTF-8', async () => {
			house.pages.set('/%D1%84', ARTICLE);
			expect((await article(to('/ф'))).body.final_url).to.equal('https://news.page/%D1%84');
			house.pages.set('/%C3%A4', ARTICLE);
			house.pages.set('/latin', (_request, response) => {
				response.socket?.end(Buffer.from('HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: /\xe4\r\n\r\n', 'latin1'));
			});
			expect((await reader.article('https://news.page/latin')).body.final_url).to.equal('https://news.page/%C3%A4');
		});

		it('resolves what has no scheme, and drops fragments', async () => {
			house.pages.set('/a/end', ARTICLE);
			expect((await article(to('end#part'), '/a/story')).body.final_url).to.equal('https://news.page/a/end');
			expect((await article(to('//other.page/a/end'), '/a/story')).body.final_url).to.equal('https://other.page/a/end');
		});

		it('does not read the body of a redirect', async () => {
			house.pages.set('/end', ARTICLE);
			const { body } = await article((_request, response) => {
				response.writeHead(302, { Location: '/end' });
				response.write('x'.repeat(100));
				// Never ended.
			});
			expect(body.final_url).to.equal('https://news.page/end');
		});

		it('tells a wall by the first label of the host it is sent on to, and asks nothing there', async () => {
			house.pages.set('/wall', ARTICLE);
			const before = house.seen.length;
			expect((await article(to('https://consent.other.page/wall'))).body).to.include({ code: 'source_walled', hop: 1 });
			expect((await article(to('https://login.news.page/wall'))).body.code).to.equal('source_walled');
			expect(house.seen.slice(before).map(({ host }) => host)).to.deep.equal(['news.page', 'news.page']);
			expect((await reader.article('https://login.news.page/wall')).status, 'where one was sent by nobody').to.equal(200);
			expect((await feed(to('https://consent.other.page/wall'))).code, 'feeds know no walls').to.equal('not_a_feed');
		});

		it('takes a front page for the end of an article', async () => {
			house.pages.set('/', ARTICLE);
			expect((await article(to('/'))).body).to.include({ code: 'upstream_gone', hop: 1 });
			expect((await article(to('https://www.news.page/'))).body.code).to.equal('upstream_gone');
			expect((await article(to('/?from=story'))).body.code).to.equal('upstream_gone');
			house.pages.set('/', to('https://www.news.page/'));
			house.pages.set('www.news.page/', ARTICLE);
			expect((await reader.article('https://news.page/')).status, 'who asked for it gets it').to.equal(200);
		});

		it('judges where a redirect leads before it says what that means', async () => {
			expect((await article(to('https://consent.internal/'))).body.code).to.equal('host_forbidden');
			expect((await article(to('http://news.page/'))).body.code).to.equal('scheme_forbidden');
		});
	});

	describe('types', () => {
		const typed = (type: string | undefined, body: string): Page => ({ headers: type === undefined ? {} : { 'Content-Type': type }, body });

		for (const type of ['text/html', 'TEXT/HTML; charset=utf-8', 'application/xhtml+xml', ''])
			it(`reads an article of ${type === '' ? 'no type' : type}`, async () =>
				expect((await article(typed(type, ARTICLE))).status).to.equal(200));
		for (const type of ['text/plain', 'application/pdf', 'image/png', 'application/json', 'application/xml', 'text/html2'])
			it(`reads no article of ${type}`, async () =>
				expect((await article(typed(type, ARTICLE))).body).to.include({ code: 'content_type_unsupported', hop: 0 }));
		for (const type of ['text/html', 'application/octet-stream', 'text/plain', 'nonsense', 'applicationimage/png', ''])
			it(`reads a feed of ${type === '' ? 'no type' : type}`, async () => expect((await feed(typed(type, FEED))).ok).to.equal(true));
		for (const type of ['image/svg+xml', 'audio/mpeg', 'VIDEO/mp4', 'font/woff2'])
			it(`reads no feed of ${type}`, async () => expect((await feed(typed(type, FEED))).code).to.equal('content_type_unsupported'));
	});

	describe('packing', () => {
		const packed = (encoding: string | string[], bytes: Buffer, type = 'text/html'): Page => ({
			headers: { 'Content-Type': type, 'Content-Encoding': encoding },
			body: bytes,
		});
		const plain = Buffer.from(ARTICLE);

		for (const [encoding, pack] of Object.entries({
			gzip: gzipSync,
			'x-gzip': gzipSync,
			GZip: gzipSync,
			deflate: deflateSync,
			br: brotliCompressSync,
			identity: (bytes: Buffer) => bytes,
		}))
			it(`unpacks ${encoding}`, async () => {
				const { status, body } = await article(packed(encoding, pack(plain)));
				expect(status).to.equal(200);
				expect(body.html_bytes).to.equal(plain.length);
			});

		it('unpacks bare deflate, as some servers send it', async () =>
			expect((await article(packed('deflate', deflateRawSync(plain)))).status).to.equal(200));
		for (const encoding of [
			'zstd',
			'compress',
			'gzip, gzip',
			'gzip, identity',
			'br,gzip',
			'nonsense',
			'gzip;q=1',
			'constructor',
			'__proto__',
		])
			it(`refuses ${encoding}`, () => both(packed(encoding, gzipSync(plain)), 'encoding_unsupported', { hop: 0 }));
		it('refuses two headers of it', () => both(packed(['gzip', 'gzip'], gzipSync(plain)), 'encoding_unsupported'));
		for (const [what, bytes] of Object.entries({
			'what is not packed at all': plain,
			'half of it': gzipSync(plain).subarray(0, 100),
			'a wrong sum': Buffer.concat([gzipSync(plain).subarray(0, -8), Buffer.alloc(8)]),
		}))
			it(`refuses ${what}`, () => both(packed('gzip', bytes), 'upstream_broken'));
		it('reads an empty answer as an empty page', async () =>
			expect((await feed(packed('gzip', Buffer.alloc(0), 'text/xml'))).code).to.equal('not_a_feed'));
		it('ends a bomb at the first byte too many', async () => {
			const bomb = gzipSync(Buffer.alloc(200 * PAGE_BYTES));
			const before = process.memoryUsage().rss;
			await both(packed('gzip', bomb), 'source_too_large');
			await both(packed('br', brotliCompressSync(Buffer.alloc(32 * PAGE_BYTES))), 'source_too_large');
			expect(process.memoryUsage().rss - before).to.be.below(100 * PAGE_BYTES);
		});
	});

	describe('sizes', () => {
		const sized = (bytes: number, headers: Record<string, string> = {}): Page => ({
			headers: { 'Content-Type': 'text/html', ...headers },
			body: padded(ARTICLE, bytes),
		});

		it('reads a page of exactly its bound and none of a byte more', async () => {
			expect((await article(sized(PAGE_BYTES))).body.html_bytes).to.equal(PAGE_BYTES);
			expect((await article(sized(PAGE_BYTES + 1))).body).to.include({ code: 'source_too_large', hop: 0 });
		});

		it('reads a feed of exactly its bound and none of a byte more', async () => {
			expect(await feed(padded(FEED, FEED_BYTES))).to.include({ ok: true, bytes: FEED_BYTES });
			expect((await feed(padded(FEED, FEED_BYTES + 1))).code).to.equal('source_too_large');
		});

		it('counts what does not announce its length', async () => {
			const streamed =
				(bytes: number): Page =>
				(_request, response) => {
					response.writeHead(200, { 'Content-Type': 'text/html' });
					response.write(padded(ARTICLE, 10_000));
					response.end(' '.repeat(bytes - 10_000));
				};
			expect((await article(streamed(PAGE_BYTES))).status).to.equal(200);
			expect((await article(streamed(PAGE_BYTES + 1))).body.code).to.equal('source_too_large');
		});

		it('counts packed bytes too', async () => {
			const noise = Buffer.alloc(PAGE_BYTES + 100, 'x').map((_byte, at) => (at * 7_919) % 251);
			expect(
				(await article({ headers: { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' }, body: gzipSync(noise, { level: 0 }) })).body
					.code,
			).to.equal('source_too_large');
		});

		it('ends at once what announces too much', async () => {
			const { body } = await article((_request, response) => {
				response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': String(PAGE_BYTES + 1) });
				response.flushHeaders();
				// Nothing ever follows.
			});
			expect(body.code).to.equal('source_too_large');
		});
	});

	describe('that are hardly answers', () => {
		for (const [what, , code] of hardly)
			it(what, async () => {
				const url = `https://${rawNameOf(what)}/story`;
				const { body } = await reader.article(url);
				expect(body).to.include({ code, hop: 0 });
				expect((await reader.feed(url)).code).to.equal(code);
			});

		for (const [what] of wholeAnswers)
			it(what, async () => expect((await reader.article(`https://${rawNameOf(what)}/story`)).status).to.equal(200));
	});

	describe('and what they are asked', () => {
		it('one GET with the name, no cookie, no referer, and one connection for each', async () => {
			house.pages.set('/end', ARTICLE);
			const [asked, connected] = [house.seen.length, house.connections.all];
			await article({ status: 302, headers: { Location: 'https://other.page/end?a=1&b=%20#x', 'Set-Cookie': 'a=1' } });
			house.pages.set('/end?a=1&b=%20', ARTICLE);
			await article({ status: 302, headers: { Location: 'https://other.page/end?a=1&b=%20#x', 'Set-Cookie': 'a=1' } });
			const seen = house.seen.slice(asked);
			expect(seen.map(({ method, host, path }) => `${method} ${host} ${path}`)).to.deep.equal([
				'GET news.page /story',
				'GET other.page /end?a=1&b=%20',
				'GET news.page /story',
				'GET other.page /end?a=1&b=%20',
			]);
			expect(house.connections.all - connected).to.equal(4);
			for (const { headers } of seen) {
				expect(Object.keys(headers)).to.have.members(['host', 'user-agent', 'accept', 'accept-encoding', 'connection']);
				expect(headers).to.include({ 'accept-encoding': 'gzip, deflate, br', connection: 'close' });
				expect(headers['user-agent']).to.match(/^Copydesk-Reader\/1\.0 \(\+https:/);
				expect(headers.accept).to.match(/^text\/html/);
			}
			await feed(FEED);
			expect(house.seen.at(-1)?.headers.accept).to.match(/application\/rss\+xml.*application\/atom\+xml/);
		});

		it('calls itself what the operator says', async () => {
			const own = await startReader({
				READER_ORIGINS: originsOf(house, ['news.page']),
				READER_USER_AGENT: 'Quay/2',
				READER_LOG_LEVEL: 'silent',
			});
			await own.feed('https://news.page/feed');
			expect(house.seen.at(-1)?.headers['user-agent']).to.equal('Quay/2');
			await own.stop();
		});

		it('nothing else that a page mentions', async () => {
			const before = house.seen.length;
			await article(
				'<!doctype html><html><head><meta http-equiv="refresh" content="0;url=/elsewhere"><link rel="stylesheet" href="/a.css">' +
					'<script src="/b.js"></script></head><body><img src="/c.png"><iframe src="/d"></iframe>' +
					`<article><p>${TEXT}</p></article></body></html>`,
			);
			expect(house.seen.slice(before).map(({ path }) => path)).to.deep.equal(['/story']);
		});
	});
});
