import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { TEXT, ARTICLE, originsOf, startHouse, startReader, type House, type TestReader } from '../support/reader.ts';

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toUTCString();
const item = (title: string, link: string, date?: string): string =>
	`<item><title>${title}</title><link>${link}</link>${date === undefined ? '' : `<pubDate>${date}</pubDate>`}</item>`;
const feedOf = (title: string, ...items: string[]): string =>
	`<rss version="2.0"><channel><title>${title}</title>${items.join('')}</channel></rss>`;

describe('The routes of the reader', function () {
	this.timeout(30_000);
	let house: House;
	let reader: TestReader;

	before(async () => {
		house = await startHouse({ '/story': ARTICLE });
		reader = await startReader({
			READER_ORIGINS: originsOf(house, ['a.page', 'b.page', 'c.page']),
			READER_FRESH_SECONDS: '0',
			READER_LOG_LEVEL: 'silent',
		});
	});
	after(async () => {
		await reader.stop();
		await house.stop();
	});
	const post = (path: string, body: unknown) => reader.call('POST', path, { body: typeof body === 'string' ? body : JSON.stringify(body) });

	it('check path, key, type, size, JSON and fields, in this order', async () => {
		expect((await reader.call('POST', '/v1/nothing', { body: '{}', key: null })).status).to.equal(404);
		expect((await reader.call('GET', '/v1/feeds', { key: null })).status).to.equal(404);
		for (const path of ['/v1/feeds', '/v1/articles']) {
			const unknown = await reader.call('POST', path, { body: 'x', contentType: 'text/plain', key: null });
			expect([unknown.status, unknown.body.code, unknown.headers.get('www-authenticate')]).to.deep.equal([401, 'unauthorized', 'Bearer']);
			expect((await reader.call('POST', path, { body: 'x', contentType: 'text/plain' })).status).to.equal(415);
			expect((await post(path, ' '.repeat(65_537))).status).to.equal(413);
			expect((await post(path, '{')).body.code).to.equal('malformed_json');
			expect((await post(path, {})).body.code).to.equal('invalid_request');
		}
		expect((await post('/v1/articles', ' '.repeat(16_385))).status).to.equal(413);
		expect((await reader.call('GET', '/metrics', { key: null })).status).to.equal(401);
		expect((await reader.call('GET', '/healthz', { key: null })).status).to.equal(200);
	});

	const url = 'https://a.page/feed';
	for (const [why, body] of Object.entries({
		'no addresses': { urls: [] },
		'too many': { urls: Array.from({ length: 21 }, (_, at) => `https://a.page/${at}`) },
		'one twice': { urls: [url, 'https://b.page/', url] },
		'an empty one': { urls: [''] },
		'one of 8193 units': { urls: ['x'.repeat(8_193)] },
		'a number for one': { urls: [7] },
		'a text for a list': { urls: url },
		'another key': { urls: [url], limit: 5 },
		'no items': { urls: [url], max_items: 0 },
		'too many items': { urls: [url], max_items: 101 },
		'half an item': { urls: [url], max_items: 1.5 },
		'a number in quotes': { urls: [url], max_items: '5' },
		'no age': { urls: [url], max_age_days: 0 },
		'too great an age': { urls: [url], max_age_days: 366 },
		'null for a number': { urls: [url], max_items: null },
	})) {
		it(`refuse a request for feeds with ${why}`, async () => {
			const { status, body: problem } = await post('/v1/feeds', body);
			expect([status, problem.code]).to.deep.equal([422, 'invalid_request']);
			expect(problem.errors[0].message).to.be.a('string');
		});
	}
	for (const [why, body] of Object.entries({
		nothing: {},
		'an empty address': { url: '' },
		'a long one': { url: 'x'.repeat(8_193) },
		'a list': { url: [url] },
		'another key': { url, as: 'x' },
	})) {
		it(`refuse a request for an article with ${why}`, async () => {
			expect((await post('/v1/articles', body)).body.code).to.equal('invalid_request');
		});
	}

	it('take 20 addresses of up to 8192 units, and judge those themselves', async () => {
		const urls = ['x'.repeat(8_192), ...Array.from({ length: 19 }, (_, at) => `https://a.page/${at}`)];
		const { feeds } = await reader.feeds(urls, { max_items: 100, max_age_days: 365 });
		expect(feeds.map(({ code }: { code: string }) => code)).to.deep.equal([
			'url_invalid',
			...Array.from({ length: 19 }, () => 'upstream_gone'),
		]);
	});

	it('give the items of all feeds newest first, undated last, each once and under the first feed that has it', async () => {
		house.pages.set(
			'/a',
			feedOf(
				'A',
				item('old', '/1', minutesAgo(90)),
				item('undated', '/2'),
				item('shared', 'https://c.page/s?utm_source=a', minutesAgo(30)),
			),
		);
		house.pages.set(
			'/b',
			feedOf(
				'B',
				item('shared, by another', 'https://c.page/s#b', minutesAgo(5)),
				item('new', '/1', minutesAgo(10)),
				item('undated too', '/3'),
			),
		);
		house.pages.set('/c', feedOf('C', item('shared, third', 'https://c.page/s')));
		const body = await reader.feeds(['https://b.page/b', 'https://a.page/a', 'https://a.page/none', 'https://c.page/c']);
		expect(body.items.map(({ title, host, published_at: at }: Record<string, unknown>) => [title, host, at === null])).to.deep.equal([
			['shared, by another', 'c.page', false],
			['new', 'b.page', false],
			['old', 'a.page', false],
			['undated too', 'b.page', true],
			['undated', 'a.page', true],
		]);
		expect(body.items[0]).to.deep.include({
			canonical_url: 'https://c.page/s',
			url: 'https://c.page/s#b',
			also_in: ['https://a.page/a', 'https://c.page/c'],
			source: { feed_url: 'https://b.page/b', title: 'B', host: 'b.page' },
		});
		expect(
			body.feeds.map(({ feed_url: feed, ok, items_returned: returned }: Record<string, unknown>) => [feed, ok, returned]),
		).to.deep.equal([
			['https://b.page/b', true, 3],
			['https://a.page/a', true, 3],
			['https://a.page/none', false, undefined],
			['https://c.page/c', true, 1],
		]);
		expect(new Set(body.items.map(({ id }: { id: string }) => id)).size).to.equal(5);
	});

	it('count what they leave out', async () => {
		house.pages.set(
			'/a',
			feedOf(
				'A',
				item('1', '/1', minutesAgo(1)),
				item('2', '/2', minutesAgo(2)),
				item('3', '/3', minutesAgo(3)),
				item('twice', '/1?utm_x=1', minutesAgo(9)),
				item('old', '/4', minutesAgo(3 * 1_440)),
				item('', '/5'),
				item('nowhere', 'mailto:x'),
			),
		);
		const entry = await reader.feed('https://a.page/a', { max_items: 2, max_age_days: 2 });
		expect(entry).to.include({ items_total: 7, items_skipped: 2, items_duplicate: 1, items_old: 1, items_over: 1, items_returned: 2 });
	});

	it('give an article with every field of its contract', async () => {
		const { status, body } = await reader.article('https://a.page/story');
		expect(status).to.equal(200);
		expect(body).to.deep.equal({
			url: 'https://a.page/story',
			final_url: 'https://a.page/story',
			canonical_url: 'https://a.page/story',
			host: 'a.page',
			title: 'Ferry',
			site: null,
			language: 'en',
			published_at: null,
			updated_at: null,
			paywalled: false,
			blocks: [{ id: 'b1', text: TEXT }],
			text_units: TEXT.length,
			html_bytes: ARTICLE.length,
			took_ms: body.took_ms,
		});
	});

	for (const [why, link, canonical] of [
		['its own', '/other?utm_source=x&id=1', 'https://a.page/other?id=1'],
		['its house with www', 'https://www.a.page/x', 'https://www.a.page/x'],
		['another house', 'https://b.page/x', 'https://a.page/named'],
		['a house that ends alike', 'https://evil-a.page/x', 'https://a.page/named'],
		['its house below it', 'https://m.a.page/x', 'https://a.page/named'],
		['another scheme', 'http://a.page/x', 'https://a.page/named'],
		['another port', 'https://a.page:8443/x', 'https://a.page/named'],
		['a name and password', 'https://u:p@a.page/x', 'https://a.page/named'],
		['nothing', '', 'https://a.page/named'],
		['what is no address', 'https://[', 'https://a.page/named'],
	] as const) {
		it(`let a page name ${why} as its address, or not`, async () => {
			house.pages.set('/named', ARTICLE.replace('<head>', `<head><link rel="Canonical" href="${link}">`));
			expect((await reader.article('https://a.page/named')).body).to.include({
				canonical_url: canonical,
				host: new URL(canonical).host,
				final_url: 'https://a.page/named',
			});
		});
	}

	it('say how much text there is when it is too little or too much', async () => {
		house.pages.set('/short', ARTICLE.replace(TEXT, 'Too short.'));
		expect((await reader.article('https://a.page/short')).body).to.include({
			code: 'text_too_short',
			text_units: 10,
			status: 422,
			retry: 'never',
		});
		house.pages.set('/long', ARTICLE.replace(TEXT, 'x'.repeat(22_001)));
		expect((await reader.article('https://a.page/long')).body).to.include({ code: 'text_too_long', text_units: 22_001 });
	});

	it('go to no network for a page that some extractors would go to it for', async () => {
		const own = await startReader({
			READER_ORIGINS: originsOf(house, ['x.com', 'www.youtube.com', 'www.reddit.com', 'news.ycombinator.com']),
			READER_LOG_LEVEL: 'silent',
		});
		const before = house.seen.length;
		for (const address of [
			'https://x.com/a/status/1',
			'https://www.youtube.com/watch?v=1',
			'https://www.reddit.com/r/a/comments/1/b',
			'https://news.ycombinator.com/item?id=1',
		]) {
			house.pages.set(new URL(address).pathname + new URL(address).search, ARTICLE);
			await own.article(address);
		}
		expect(house.seen.length - before).to.equal(4);
		await own.stop();
	});

	it('say that the reader is not well while no thread can be had, and that it is as soon as one can', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'copydesk-thread-'));
		const script = join(folder, 'thread.mjs');
		const works = "import { parentPort } from 'node:worker_threads';\nparentPort.on('message', () => process.exit(1));";
		const ready = `${works}\nparentPort.postMessage({ kind: 'ready' });`;
		writeFileSync(script, ready);
		const own = await startReader(
			{ READER_ORIGINS: originsOf(house, ['a.page']), READER_LOG_LEVEL: 'silent' },
			{ workerScript: pathToFileURL(script) },
		);
		const health = () => own.call('GET', '/healthz', { key: null });
		try {
			expect((await health()).body.checks).to.deep.equal({ workers: 'ok' });
			writeFileSync(script, 'process.exit(1);');
			// One thread that parses, and the spare one; who comes later waits for a thread.
			const asked = [1, 2].map(() => own.article('https://a.page/story'));
			let ill = await health();
			while (ill.status === 200) ill = await health();
			expect([ill.status, ill.body.code, ill.body.checks]).to.deep.equal([503, 'unavailable', { workers: 'failed' }]);
			writeFileSync(script, ready);
			while ((await health()).status !== 200);
			for (const answer of await Promise.all(asked)) expect(answer.body.code).to.equal('too_complex');
		} finally {
			await own.stop();
			rmSync(folder, { recursive: true });
		}
	});

	it('measure what they read', async () => {
		const { text } = await reader.call('GET', '/metrics');
		for (const name of [
			'reader_readings_total{kind="feed",code="ok"}',
			'reader_readings_total{kind="article",code="text_too_short"} 1',
			'reader_fetch_seconds_count{kind="article"}',
			'reader_parse_seconds_count{kind="feed"}',
			'reader_workers_ended_total{reason="crash"} 0',
			'reader_waiting 0',
			'http_requests_total',
		])
			expect(text).to.include(name);
	});
});
