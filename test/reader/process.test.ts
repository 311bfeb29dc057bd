import { expect } from 'chai';
import { TEXT, ARTICLE, READER_KEY, originsOf, startHouse, startNameServer, startRaw } from '../support/reader.ts';
import { spawnReader, startReaderProcess } from '../support/readerProcess.ts';
import { until } from '../support/until.ts';

describe('The reader as a process', function () {
	this.timeout(60_000);

	it('does not start with a wrong setting, and says which in one go', async () => {
		const { ended, said } = spawnReader({ READER_PORT: 'eighty' });
		expect(await ended).to.equal(1);
		expect(said()).to.match(
			/^reader did not start\. The configuration cannot be used:\n {2}- READER_PORT: Expected .*\n {2}- READER_API_KEY: Expected/,
		);
	});

	it('asks no proxy, whatever the environment says', async () => {
		const proxy = await startRaw();
		const house = await startHouse({ '/story': ARTICLE });
		const at = `http://${proxy.at}`;
		const reader = await startReaderProcess({
			READER_HTTP_HOSTS: house.at,
			READER_PRIVATE_HOSTS: house.at,
			READER_CONNECT_MS: '300',
			HTTP_PROXY: at,
			HTTPS_PROXY: at,
			ALL_PROXY: at,
			http_proxy: at,
			https_proxy: at,
			all_proxy: at,
			no_proxy: '',
			NODE_USE_ENV_PROXY: '1',
		});
		expect((await reader.article(`http://${house.at}/story`)).status).to.equal(200);
		await reader.article('https://[2606:4700::1111]/');
		await reader.article('https://nowhere.invalid-name.page/');
		expect(proxy.got).to.deep.equal({ connections: 0, bytes: 0 });
		expect(house.seen[0]?.path).to.equal('/story');
		await reader.stop();
		await Promise.all([proxy.stop(), house.stop()]);
	});

	it('stops in order under load: who is being served is answered, and it ends with 0', async () => {
		const house = await startHouse();
		let asked = 0;
		let mayAnswer = false;
		house.pages.set('/story', (_request, response) => {
			asked += 1;
			void until(() => mayAnswer).then(() => response.writeHead(200, { 'Content-Type': 'text/html' }).end(ARTICLE));
		});
		const names = Array.from({ length: 12 }, (_, at) => `n${at}.page`);
		const reader = await startReaderProcess({
			READER_ORIGINS: originsOf(house, names),
			READER_CONCURRENCY: '4',
			READER_LOG_LEVEL: 'silent',
		});
		const answers = names.map((name) => reader.article(`https://${name}/story`).then(({ status }) => status));
		await reader.measured('reader_waiting 8', () => asked === 4);
		const stopped = reader.stop();
		await until(() =>
			reader.call('GET', '/healthz').then(
				() => false,
				() => true,
			),
		);
		mayAnswer = true;
		expect(await Promise.all(answers)).to.deep.equal(names.map(() => 200));
		expect(await stopped).to.equal(0);
		expect(reader.said()).to.not.match(/unhandled|rror:/i);
		await house.stop();
	});

	it('logs no path, no query, no title, no text and no key; the address that was refused, as a warning', async () => {
		const house = await startHouse({
			'/SECRET-path?SECRET=query': ARTICLE.replace('Ferry', 'SECRET title').replace(TEXT, `SECRET text. ${TEXT}`),
			'/SECRET-feed':
				'<rss version="2.0"><channel><title>SECRET</title><item><title>SECRET</title><link>/SECRET</link></item></channel></rss>',
			'/SECRET-redirect': { status: 302, headers: { Location: '/SECRET-nowhere?SECRET' } },
			'/SECRET-wrong': { status: 302, headers: { Location: 'http://SECRET.page/SECRET' } },
			'/SECRET-broken': { headers: { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' }, body: 'SECRET' },
			'/SECRET-bomb': '<div>'.repeat(30_000),
		});
		const names = await startNameServer((_name, type) => (type === 'A' ? ['10.1.2.3'] : []));
		const reader = await startReaderProcess({
			READER_ORIGINS: originsOf(house, ['news.page']),
			READER_DNS_SERVERS: names.at,
			READER_LOG_LEVEL: 'debug',
		});
		await reader.article('https://news.page/SECRET-path?SECRET=query#SECRET');
		await reader.feed('https://news.page/SECRET-feed');
		for (const path of ['redirect', 'wrong', 'broken', 'bomb', 'none']) {
			await reader.article(`https://news.page/SECRET-${path}`);
			await reader.feed(`https://news.page/SECRET-${path}?feed`);
		}
		for (const url of ['https://user:SECRET@news.page/', 'SECRET', 'ftp://SECRET/', 'https://news.page/SECRET\u0000'])
			await reader.article(url);
		await reader.call('POST', '/v1/articles', { body: '{"url":"https://news.page/", "SECRET":' });
		await reader.call('POST', '/v1/articles', { body: JSON.stringify({ url: 'https://news.page/', other: 'SECRET' }) });
		expect((await reader.article('https://inner.page/SECRET')).body.code).to.equal('address_forbidden');
		expect(await reader.stop()).to.equal(0);
		const output = reader.said();
		expect(output).to.not.include('SECRET').and.not.include(READER_KEY);
		const lines = output
			.split('\n')
			.filter((line) => line.startsWith('{'))
			.map((line) => JSON.parse(line) as Record<string, unknown>);
		const readings = lines.filter(({ msg }) => msg === 'read');
		expect(readings).to.have.length(17);
		expect(readings[0]).to.include({
			level: 30,
			kind: 'article',
			host: 'news.page:443',
			hops: 0,
			status: 200,
			code: 'ok',
		});
		expect(readings[0]).to.include.keys('request_id', 'url_sha256', 'bytes_wire', 'bytes', 'took_ms');
		expect(readings[0]?.['url_sha256']).to.match(/^[0-9a-f]{12}$/);
		const warned = readings.filter(({ code }) => code === 'address_forbidden');
		expect(warned).to.have.length(1);
		expect(warned[0]).to.include({ level: 40, address: '10.1.2.3', host: 'inner.page:443' });
		await Promise.all([house.stop(), names.stop()]);
	});
});
