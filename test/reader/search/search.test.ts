import { expect } from 'chai';
import { errors } from '@copydesk/domain/errors';
import { originsOf, startHouse, startReader, type House, type Page, type TestReader } from '../../support/reader.ts';

const KEY = 'a-search-key-for-tests';
const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };
const json = (body: unknown, status = 200, headers = {}): Page => ({
	status,
	headers: { ...JSON_TYPE, ...headers },
	body: JSON.stringify(body),
});

/** A page as MediaWiki's generator gives it. */
const wikiPage = (edition: string, title: string, index: number, more = {}) => ({
	pageid: index,
	ns: 0,
	title,
	index,
	length: 9_000,
	fullurl: `https://${edition}.wikipedia.org/wiki/${encodeURIComponent(title)}`,
	extract: `${title} is a thing.`,
	...more,
});
const wikiAnswer = (...pages: object[]): Page => json({ batchcomplete: true, query: { pages } });

describe('A search', function () {
	this.timeout(30_000);
	let house: House;
	const readers: TestReader[] = [];
	beforeEach(async () => {
		house = await startHouse();
	});
	afterEach(async () => {
		for (const reader of readers.splice(0)) await reader.stop();
		await house.stop();
	});

	const HOSTS = ['de.wikipedia.org', 'en.wikipedia.org', 'ru.wikipedia.org', 'api.search.brave.com', 'api.tavily.com'];
	async function readerWith(env: Record<string, string> = {}): Promise<TestReader> {
		const reader = await startReader({ READER_ORIGINS: originsOf(house, HOSTS), READER_LOG_LEVEL: 'silent', ...env });
		readers.push(reader);
		return reader;
	}
	const search = async (reader: TestReader, body: object) => {
		const answer = await reader.call('POST', '/v1/search', { body: JSON.stringify(body) });
		expect(answer.status, answer.text).to.equal(200);
		return answer.body;
	};
	/** Answers every request for a path, by its query. */
	function answerBy(host: string, path: string, page: (query: URLSearchParams) => Page): void {
		const known = house.pages.get.bind(house.pages);
		house.pages.get = (key) => (key.startsWith(`${host}${path}`) ? page(new URL(`https://${key}`).searchParams) : known(key));
	}
	const answer = (host: string, path: string, page: Page): void => answerBy(host, path, () => page);
	const own = (): Record<string, string> => ({ READER_SEARCH: `searxng:http://${house.at}` });
	const one = { queries: ['why cats purr'], language: 'en' };

	describe('of Wikipedia', () => {
		it('asks the edition of the language and then the English one, in rank, without lists of meanings, two of a host', async () => {
			answer(
				'de.wikipedia.org',
				'/w/api.php',
				wikiAnswer(
					wikiPage('de', 'Katze', 3),
					wikiPage('de', 'Schnurren (Begriff)', 1, { pageprops: { disambiguation: '' } }),
					wikiPage('de', 'Schnurren', 2),
					wikiPage('de', 'Hauskatze', 4),
				),
			);
			answer(
				'en.wikipedia.org',
				'/w/api.php',
				wikiAnswer(
					wikiPage('en', 'Cat', 1, { length: 400_000 }),
					wikiPage('en', 'Purr', 2, { extract: 'A purr is a \u202esound\u202c of\n cats.' }),
				),
			);
			const body = await search(await readerWith(), { queries: ['warum Katzen schnurren'], language: 'de-AT' });
			expect(body).to.deep.equal({
				results: [
					{
						title: 'Schnurren',
						url: 'https://de.wikipedia.org/wiki/Schnurren',
						snippet: 'Schnurren is a thing.',
						...{ host: 'de.wikipedia.org' },
					},
					{ title: 'Katze', url: 'https://de.wikipedia.org/wiki/Katze', snippet: 'Katze is a thing.', ...{ host: 'de.wikipedia.org' } },
					{
						title: 'Purr',
						url: 'https://en.wikipedia.org/wiki/Purr',
						snippet: 'A purr is a sound of cats.',
						...{ host: 'en.wikipedia.org' },
					},
				].map((result) => ({ ...result, published_at: null, engine: 'wikipedia' })),
				asked: [
					{ engine: 'wikipedia', ok: true, code: null },
					{ engine: 'wikipedia', ok: true, code: null },
				],
			});
			expect(house.seen.map(({ host }) => host)).to.deep.equal(['de.wikipedia.org', 'en.wikipedia.org']);
			const query = new URL(`https://x${house.seen[0]?.path ?? ''}`).searchParams;
			expect([query.get('gsrsearch'), query.get('maxlag'), query.get('ppprop')]).to.deep.equal([
				'warum Katzen schnurren',
				'5',
				'disambiguation',
			]);
		});

		it('takes the best of each query in turn, and each page once', async () => {
			answerBy('en.wikipedia.org', '/w/api.php', (query) =>
				query.get('gsrsearch') === 'cats'
					? wikiAnswer(wikiPage('en', 'Cat', 1), wikiPage('en', 'Felidae', 2))
					: wikiAnswer(wikiPage('en', 'Cat', 1), wikiPage('en', 'Purr', 2)),
			);
			const { results, asked } = await search(await readerWith(), { queries: ['cats', 'purring'], language: 'en' });
			expect(results.map(({ title }: { title: string }) => title)).to.deep.equal(['Cat', 'Felidae']);
			expect(asked).to.have.length(2);
		});

		it('names the operator as the contact, and nobody else', async () => {
			answer('en.wikipedia.org', '/w/api.php', json({ batchcomplete: true }));
			await search(await readerWith({ READER_CONTACT: 'https://t.me/quay_desk_bot' }), one);
			await search(await readerWith(), one);
			expect(house.seen.map(({ headers }) => headers['user-agent'])).to.deep.equal([
				'Copydesk-Reader/1.0 (https://t.me/quay_desk_bot)',
				'Copydesk-Reader/1.0',
			]);
		});

		it('says that nothing is known only if every request was answered', async () => {
			answer('en.wikipedia.org', '/w/api.php', json({ batchcomplete: true }));
			expect(await search(await readerWith(), one)).to.deep.equal({ results: [], asked: [{ engine: 'wikipedia', ok: true, code: null }] });
		});

		for (const [what, page] of Object.entries<Page>({
			'the page of its edge': {
				status: 429,
				headers: { 'Content-Type': 'text/html', 'Retry-After': '77' },
				body: '<html>Too many requests</html>',
			},
			'a lag of its database': json({ error: { code: 'maxlag', info: 'Waiting for a server', lag: 9 } }, 200, { 'Retry-After': '77' }),
		}))
			it(`leaves an edition alone for as long as ${what} says, and still asks the other one`, async () => {
				answer('ru.wikipedia.org', '/w/api.php', page);
				answer('en.wikipedia.org', '/w/api.php', wikiAnswer(wikiPage('en', 'Purr', 1)));
				let nowMs = 0;
				const reader = await startReader(
					{ READER_ORIGINS: originsOf(house, HOSTS), READER_LOG_LEVEL: 'silent' },
					{ monotonicMs: () => nowMs },
				);
				readers.push(reader);
				const asking = { queries: ['почему кошки мурлычут', 'мурлыканье'], language: 'ru' };
				for (const second of [0, 76, 78]) {
					nowMs = second * 1_000;
					const { results, asked } = await search(reader, asking);
					expect(results).to.have.length(1);
					expect(asked.map(({ code }: { code: string }) => code)).to.deep.equal(['upstream_busy', null, null]);
				}
				expect(house.seen.filter(({ host }) => host === 'ru.wikipedia.org')).to.have.length(2);
			});

		it('is no search for news: it does not know when something was published', async () => {
			expect(await search(await readerWith(), { ...one, fresh_days: 7 })).to.deep.equal({
				results: [],
				asked: [{ engine: 'wikipedia', ok: false, code: 'search_undated' }],
			});
			expect(house.seen).to.deep.equal([]);
		});
	});

	describe('of SearXNG', () => {
		const result = (url: string, title = 'Ferries', more = {}) => ({ url, title, content: 'The ferry strike goes on.', ...more });

		it('asks an instance in the own network in the language of the query, and gives what may be read', async () => {
			answer(
				house.at,
				'/search',
				json({
					query: 'ferry strike',
					results: [
						result('http://127.0.0.1/private'),
						result(`https://inner.example.org/secret`),
						result('https://user:word@a-paper.com/1'),
						result('https://A-paper.com/1?utm_source=x#top', '<b>Ferries</b>', { publishedDate: '2026-11-25T08:00:00' }),
						result('http://a-paper.com/1'),
						result('https://www.a-paper.com/2'),
						result('https://a-paper.com/3'),
						result('ftp://b-paper.com/4'),
						result('https://c-paper.com/5', 'Ferries at rest'),
					],
					unresponsive_engines: [['one', 'timeout']],
				}),
			);
			const reader = await readerWith({ ...own(), READER_PRIVATE_HOSTS: 'inner.example.org' });
			const { results, asked } = await search(reader, { queries: ['ferry strike'], language: 'pt-BR', fresh_days: 365 });
			expect(results).to.deep.equal(
				[
					{ title: '<b>Ferries</b>', url: 'https://a-paper.com/1', host: 'a-paper.com', published_at: '2026-11-25T08:00:00.000Z' },
					{ title: 'Ferries', url: 'https://www.a-paper.com/2', host: 'www.a-paper.com', published_at: null },
					{ title: 'Ferries at rest', url: 'https://c-paper.com/5', host: 'c-paper.com', published_at: null },
				].map((one) => ({ ...one, snippet: 'The ferry strike goes on.', engine: 'searxng' })),
			);
			expect(asked).to.deep.equal([{ engine: 'searxng', ok: true, code: null }]);
			const query = new URL(`https://x${house.seen[0]?.path ?? ''}`).searchParams;
			expect(Object.fromEntries(query)).to.deep.equal({
				q: 'ferry strike',
				format: 'json',
				language: 'pt-BR',
				safesearch: '1',
				categories: 'general,news',
				time_range: 'year',
			});
		});

		it('leaves out an address whose host is too long, which `URL.canParse` accepts', async () => {
			const tooLong = `https://button${'I'.repeat(20_000)}&`;
			answer(house.at, '/search', json({ results: [result(tooLong, 'Ferries'), result('https://b-paper.com/new', 'Ferries')] }));
			const { results } = await search(await readerWith(own()), { queries: ['ferries'], language: 'en' });
			expect(results.map(({ url }: { url: string }) => url)).to.deep.equal(['https://b-paper.com/new']);
		});

		it('leaves out what was published before', async () => {
			const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
			answer(
				house.at,
				'/search',
				json({
					results: [
						result('https://a-paper.com/old', 'Ferries', { publishedDate: daysAgo(8) }),
						result('https://b-paper.com/new', 'Ferries', { publishedDate: daysAgo(6) }),
					],
				}),
			);
			const { results } = await search(await readerWith(own()), { ...one, fresh_days: 7 });
			expect(results.map(({ host }: { host: string }) => host)).to.deep.equal(['b-paper.com']);
			expect(new URL(`https://x${house.seen[0]?.path ?? ''}`).searchParams.get('time_range')).to.equal('week');
		});

		for (const [code, page] of Object.entries<Page>({
			search_json_off: { status: 403, headers: { 'Content-Type': 'text/html' }, body: '<html>Forbidden</html>' },
			search_engines_failed: json({
				results: [],
				unresponsive_engines: [
					['one', 'CAPTCHA'],
					['two', 'too many requests'],
				],
			}),
			search_other_language: json({
				results: [result('https://a-paper.com/1', '有关猫的一切', { content: '猫为什么会打呼噜' })],
				unresponsive_engines: [],
			}),
			search_answer_invalid: json(['no', 'object']),
			content_type_unsupported: { headers: { 'Content-Type': 'text/html' }, body: '<html>A page</html>' },
			redirect_invalid: { status: 302 },
			host_forbidden: { status: 302, headers: { Location: 'https://169.254.169.254/latest' } },
			source_too_large: json({ results: [], filler: 'x'.repeat(1_048_576) }),
			upstream_busy: { status: 429, headers: { 'Content-Type': 'text/html' }, body: '<html>Too many requests</html>' },
			upstream_status: { status: 500 },
		}))
			it(`is a failure with a code and a sentence of its own: ${code}`, async () => {
				expect(errors)
					.to.have.nested.property(`${code}.message`)
					.that.matches(/^[A-Z].{20,}\.$/);
				answer(house.at, '/search', page);
				const { results, asked } = await search(await readerWith(own()), one);
				expect([results, asked]).to.deep.equal([[], [{ engine: 'searxng', ok: false, code }]]);
			});
	});

	describe('with a key', () => {
		it('asks Brave with it, and sends it nowhere else', async () => {
			answer(
				'api.search.brave.com',
				'/res/v1/web/search',
				json({
					type: 'search',
					web: {
						results: [
							{
								title: 'Cats &amp; <strong>purring</strong>',
								url: 'https://a-paper.com/cats',
								description: 'Why <strong>cats</strong> purr',
								page_age: '2026-11-20T00:00:00',
							},
						],
					},
				}),
			);
			const reader = await readerWith({ READER_SEARCH: 'brave', READER_SEARCH_KEY: KEY });
			const { results } = await search(reader, one);
			expect(results).to.deep.equal([
				{
					title: 'Cats & purring',
					url: 'https://a-paper.com/cats',
					host: 'a-paper.com',
					snippet: 'Why cats purr',
					published_at: '2026-11-20T00:00:00.000Z',
					engine: 'brave',
				},
			]);
			expect(house.seen[0]?.headers['x-subscription-token']).to.equal(KEY);
			answer('api.search.brave.com', '/res/v1/web/search', { status: 302, headers: { Location: 'https://en.wikipedia.org/elsewhere' } });
			expect((await search(reader, one)).asked[0].code).to.equal('redirect_invalid');
			expect(house.seen).to.have.length(2);
		});

		it('posts to Tavily', async () => {
			const bodies: string[] = [];
			answer('api.tavily.com', '/search', (request, response) => {
				request.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
				request.on('end', () =>
					response
						.writeHead(200, JSON_TYPE)
						.end(JSON.stringify({ results: [{ title: 'Cats', url: 'https://a-paper.com/cats', content: 'They purr.' }] })),
				);
			});
			const { results } = await search(await readerWith({ READER_SEARCH: 'tavily', READER_SEARCH_KEY: KEY }), { ...one, fresh_days: 30 });
			expect(results.map(({ url, engine }: Record<string, string>) => [url, engine])).to.deep.equal([
				['https://a-paper.com/cats', 'tavily'],
			]);
			expect(JSON.parse(bodies.join(''))).to.deep.equal({ query: 'why cats purr', max_results: 10, topic: 'news', time_range: 'month' });
			expect(house.seen[0]?.headers['authorization']).to.equal(`Bearer ${KEY}`);
		});

		for (const [engine, host, path, status, code] of [
			['brave', 'api.search.brave.com', '/res/v1/web/search', 401, 'search_key_refused'],
			['brave', 'api.search.brave.com', '/res/v1/web/search', 429, 'upstream_busy'],
			['tavily', 'api.tavily.com', '/search', 403, 'search_key_refused'],
			['tavily', 'api.tavily.com', '/search', 432, 'search_plan_spent'],
		] as const)
			it(`names what ${status} of ${engine} means: ${code}`, async () => {
				answer(host, path, json({ error: 'no' }, status));
				const { asked } = await search(await readerWith({ READER_SEARCH: engine, READER_SEARCH_KEY: KEY }), one);
				expect(asked).to.deep.equal([{ engine, ok: false, code }]);
			});
	});

	it('can be switched off', async () => {
		expect(await search(await readerWith({ READER_SEARCH: 'off' }), one)).to.deep.equal({
			results: [],
			asked: [{ engine: 'off', ok: false, code: 'search_off' }],
		});
	});

	it('refuses what is no query or no language', async () => {
		const reader = await readerWith();
		for (const wrong of [
			{ queries: [] },
			{ queries: ['a', 'b', 'c', 'd'] },
			{ queries: ['a', 'a'] },
			{ queries: ['x'.repeat(121)] },
			{ queries: [' '] },
			{ queries: ['two\nlines'] },
			{ language: 'English' },
			{ language: 'en.evil.com/' },
			{ limit: 11 },
			{ fresh_days: 0 },
			{ engine: 'brave' },
		])
			expect(
				(await reader.call('POST', '/v1/search', { body: JSON.stringify({ ...one, ...wrong }) })).body.code,
				JSON.stringify(wrong),
			).to.equal('invalid_request');
	});
});
