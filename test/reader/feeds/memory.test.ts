import { expect } from 'chai';
import type { CopydeskError } from '@copydesk/domain/errors';
import { createFeedMemory, type KeptFeed } from '../../../services/reader/src/feeds/memory.ts';
import { FEED, originsOf, startHouse, startReader, type House, type TestReader } from '../../support/reader.ts';

const kept = (weight: number): KeptFeed => ({
	feed: { format: 'rss', title: null, language: null, items: [], skipped: 0 },
	finalUrl: '',
	validators: { url: '', etag: undefined, lastModified: undefined },
	bytes: 0,
	weight,
	readAtMs: 0,
});

describe('What the reader remembers of feeds', function () {
	this.timeout(30_000);
	let house: House;
	let reader: TestReader;
	let name = '';
	let names = 0;
	let nowMs = 0;

	before(async () => {
		house = await startHouse();
		const all = Array.from({ length: 20 }, (_, at) => `n${at}.page`);
		reader = await startReader(
			{ READER_ORIGINS: originsOf(house, all), READER_FRESH_SECONDS: '1', READER_LOG_LEVEL: 'silent' },
			{ monotonicMs: () => nowMs },
		);
	});
	beforeEach(() => {
		name = `n${(names += 1)}.page`;
		house.seen.length = 0;
	});
	after(async () => {
		await reader.stop();
		await house.stop();
	});

	const growStale = (): void => void (nowMs += 1_000);
	const read = (path = '/feed') => reader.feed(`https://${name}${path}`);
	const asked = () => house.seen.map(({ host, path, headers }) => [host, path, headers['if-none-match'], headers['if-modified-since']]);

	it('answers from memory while that is fresh', async () => {
		house.pages.set('/feed', FEED);
		expect(await read()).to.include({ from: 'network', items_returned: 1, bytes: FEED.length });
		expect(await read()).to.include({ from: 'memory', items_returned: 1, bytes: FEED.length });
		expect(await read('/feed#part'), 'a fragment is no other feed').to.include({ from: 'memory' });
		expect(house.seen).to.have.length(1);
		growStale();
		expect(await read()).to.include({ from: 'network' });
	});

	it('asks again with the validators that it was given, and reads 304 as unchanged', async () => {
		const etag = 'W/"a b-\u00e4"';
		const lastModified = 'yesterday, more or less';
		house.pages.set('/feed', (request, response) => {
			if (request.headers['if-none-match'] === undefined)
				response.writeHead(200, { ETag: etag, 'Last-Modified': lastModified, 'Content-Type': 'text/xml' }).end(FEED);
			else response.writeHead(304).end();
		});
		expect(await read()).to.include({ from: 'network' });
		growStale();
		const again = await read();
		expect(again).to.include({ ok: true, from: 'revalidated', items_returned: 1, bytes: FEED.length, final_url: `https://${name}/feed` });
		expect(again.items[0]).to.include({ title: 'Ferry' });
		expect(asked().at(-1)).to.deep.equal([name, '/feed', etag, lastModified]);
		expect(await read(), 'it is fresh again').to.include({ from: 'memory' });
	});

	it('sends it to no other address than the one that gave it', async () => {
		house.pages.set('/feed', { status: 302, headers: { Location: '/real' } });
		house.pages.set('/real', { headers: { ETag: '"1"' }, body: FEED });
		await read();
		growStale();
		await read();
		expect(asked()).to.deep.equal([
			[name, '/feed', undefined, undefined],
			[name, '/real', undefined, undefined],
			[name, '/feed', undefined, undefined],
			[name, '/real', '"1"', undefined],
		]);
		house.pages.set('/feed', { status: 302, headers: { Location: '/moved' } });
		house.pages.set('/moved', FEED);
		growStale();
		await read();
		expect(asked().at(-1)).to.deep.equal([name, '/moved', undefined, undefined]);
	});

	it('takes a 304 without a condition as a status like others', async () => {
		house.pages.set('/feed', { status: 304 });
		expect(await read()).to.include({ code: 'upstream_status', upstream_status: 304 });
		house.pages.set('/feed', FEED);
		expect(await read()).to.include({ ok: true });
		house.pages.set('/feed', { status: 304 });
		growStale();
		expect(await read(), 'nothing was given to ask with').to.include({ code: 'upstream_status' });
	});

	it('never falls back on what it remembers', async () => {
		house.pages.set('/feed', { headers: { ETag: '"1"' }, body: FEED });
		await read();
		growStale();
		house.pages.set('/feed', { status: 500 });
		expect(await read()).to.include({ ok: false, code: 'upstream_status' });
		house.pages.set('/feed', '<html></html>');
		expect(await read()).to.include({ ok: false, code: 'not_a_feed' });
		house.pages.set('/feed', { headers: { ETag: '"1"' }, body: FEED });
		expect(await read(), 'but it can still ask whether that holds').to.include({ ok: true });
		expect(asked().at(-1)?.[2]).to.equal('"1"');
	});

	it('keeps nothing of what must not be stored', async () => {
		house.pages.set('/feed', { headers: { ETag: '"1"', 'Cache-Control': 'max-age=9, No-Store' }, body: FEED });
		expect(await read()).to.include({ from: 'network' });
		expect(await read()).to.include({ from: 'network' });
		expect(asked().map(([, , etag]) => etag)).to.deep.equal([undefined, undefined]);
	});

	it('reads once for all who ask at one time', async () => {
		const { readFeed, log } = reader.reader.deps;
		const readBySix = (path: string) => Promise.allSettled(Array.from({ length: 6 }, () => readFeed(`https://${name}${path}`, log)));
		house.pages.set('/feed', FEED);
		expect((await readBySix('/feed')).map(({ status }) => status)).to.deep.equal(Array(6).fill('fulfilled'));
		expect(house.seen).to.have.length(1);
		house.pages.set('/gone', { status: 410 });
		const refused = (await readBySix('/gone')).map((outcome) => outcome.status === 'rejected' && (outcome.reason as CopydeskError).code);
		expect(refused).to.deep.equal(Array(6).fill('upstream_gone'));
		expect(house.seen).to.have.length(2);
		expect(await read('/gone'), 'a refusal is not remembered').to.include({ code: 'upstream_gone' });
		expect(house.seen).to.have.length(3);
	});

	it('judges by date again, and gives each caller what they ask for', async () => {
		const old = new Date(Date.now() - 40 * 86_400_000).toUTCString();
		const dates = [0, 1, 2, 3].map((minutes) => new Date(Date.now() - minutes * 60_000).toUTCString());
		const items = [...dates, old].map((date, at) => `<item><title>${at}</title><link>/${at}</link><pubDate>${date}</pubDate></item>`);
		house.pages.set('/feed', `<rss version="2.0"><channel><title>T</title>${items.join('')}</channel></rss>`);
		expect(await read()).to.include({ items_total: 5, items_old: 1, items_over: 0, items_returned: 4 });
		expect(await reader.feed(`https://${name}/feed`, { max_items: 2, max_age_days: 60 })).to.include({
			from: 'memory',
			items_old: 0,
			items_over: 3,
			items_returned: 2,
		});
	});

	it('asks always when it is told to', async () => {
		house.pages.set('/feed', (request, response) => {
			if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
			else response.writeHead(200, { ETag: '"1"', 'Content-Type': 'text/xml' }).end(FEED);
		});
		const own = await startReader({ READER_ORIGINS: originsOf(house, [name]), READER_FRESH_SECONDS: '0', READER_LOG_LEVEL: 'silent' });
		expect([(await own.feed(`https://${name}/feed`)).from, (await own.feed(`https://${name}/feed`)).from]).to.deep.equal([
			'network',
			'revalidated',
		]);
		await own.stop();
	});

	it('holds 200 feeds and 64 MiB, and lets go of what was not used for longest', () => {
		const memory = createFeedMemory();
		for (let at = 0; at < 200; at += 1) memory.keep(String(at), kept(1_000));
		memory.get('0');
		memory.keep('200', kept(1_000));
		expect([memory.get('0') === undefined, memory.get('1') === undefined, memory.get('200') === undefined]).to.deep.equal([
			false,
			true,
			false,
		]);
		const heavy = createFeedMemory();
		for (const key of ['a', 'b', 'c', 'd']) heavy.keep(key, kept(20 * 1_048_576));
		expect(['a', 'b', 'c', 'd'].map((key) => heavy.get(key) !== undefined)).to.deep.equal([false, true, true, true]);
		heavy.keep('b', kept(1));
		heavy.keep('e', kept(20 * 1_048_576));
		expect(
			['b', 'c', 'd', 'e'].map((key) => heavy.get(key) !== undefined),
			'what was replaced is not counted',
		).to.deep.equal([true, true, true, true]);
	});
});
