import { expect } from 'chai';
import { PROMPTS } from '@copydesk/domain/ai/prompts';
import { choose } from '@copydesk/domain/news/choose';
import { classificationRequest, parseClassification } from '@copydesk/domain/news/classification';
import { factsRequest, parseFacts } from '@copydesk/domain/news/facts';
import { startReader, type TestReader } from '../support/reader.ts';
import { RunningSandbox } from '../support/sandbox.ts';
import { newspaperHosts } from '../../services/sandbox/src/news/newspapers.ts';

const settings = { ...PROMPTS, language: 'en', house_style: '', text_model: 'sandbox-text', image_model: 'sandbox-image' };
const anywhere = { allow: [], deny: [] };
const FEEDS = [
	'https://coast-wire.example/feed.xml',
	'https://harbour-post.example/atom.xml',
	'https://harbour-post.example/feed.json',
	'https://old-quay.example/rss.xml',
];

describe('The newspapers of the sandbox', () => {
	let sandbox: RunningSandbox;
	let reader: TestReader;
	before(async () => {
		sandbox = await new RunningSandbox().start();
		const origin = sandbox.url.replace('localhost', '127.0.0.1');
		reader = await startReader({ READER_ORIGINS: newspaperHosts.map((host) => `https://${host}=${origin}`).join(',') });
	});
	afterEach(() => sandbox.control('/faults', undefined, 'DELETE'));
	after(async () => {
		await reader.stop();
		await sandbox.end();
	});

	const paths = (items: readonly { url: string }[]) => items.map(({ url }) => new URL(url).pathname);

	describe('and the encyclopedia beside them', () => {
		const search = async (queries: readonly string[], language: string) =>
			(await reader.call('POST', '/v1/search', { body: JSON.stringify({ queries, language }) })).body;
		const titles = ({ results }: { results: readonly { title: string }[] }): string[] => results.map(({ title }) => title);

		for (const [language, query, title, says] of [
			['en', 'why cats purr', 'Purr', 'Muscles in the larynx'],
			['en', 'a short history of the espresso machine', 'Espresso machine', 'Angelo Moriondo'],
			['en', 'coffee', 'Coffee', 'highlands of Ethiopia'],
			['ru', 'почему кошки мурлычут', 'Мурлыканье', 'голосовые связки'],
			['ru', 'как пережить ноябрь', 'Дневной свет и настроение', 'Утренняя прогулка'],
			['de', 'warum Katzen schnurren', 'Schnurren', 'Kehlkopf'],
			['ar', 'لماذا تخرخر القطط', 'خرخرة القطط', 'الحنجرة'],
		] as const)
			it(`finds and reads “${title}” for: ${query}`, async () => {
				const { results, asked } = await search([query], language);
				const result = results.find((one: { title: string }) => one.title === title);
				expect(titles({ results })).to.include(title);
				expect(asked.every(({ ok }: { ok: boolean }) => ok)).to.equal(true);
				const { status, body } = await reader.article(result.url);
				expect([status, body.title]).to.deep.equal([200, title]);
				const text = body.blocks.map((block: { text: string }) => block.text).join('\n');
				expect(text).to.include(says);
				expect(text).to.not.match(/\[1\]|A book/);
			});

		it('knows nothing of what it has no article about, and leaves out what only lists meanings', async () => {
			expect(await search(['quarterly sales of the harbour kiosk'], 'en')).to.deep.equal({
				results: [],
				asked: [{ engine: 'wikipedia', ok: true, code: null }],
			});
			expect(titles(await search(['crane'], 'en'))).to.deep.equal([]);
			expect(titles(await search(['coffee'], 'tr')), 'an edition without articles, then the English one').to.include('Coffee');
		});

		it('can be down', async () => {
			await sandbox.control('/faults', { target: 'news', kind: '5xx', endpoint: 'en.wikipedia.org', forever: true });
			expect(await search(['why cats purr'], 'en')).to.deep.equal({
				results: [],
				asked: [{ engine: 'wikipedia', ok: false, code: 'upstream_status' }],
			});
		});
	});

	it('have feeds of four kinds, one of them in windows-1251, and one that breaks off', async () => {
		const { feeds, items } = await reader.feeds([...FEEDS, 'https://old-quay.example/cut.xml'], { max_age_days: 30 });
		expect(feeds.map((feed: { ok: boolean; format: string }) => (feed.ok ? feed.format : 'refused')).slice(0, 4)).to.deep.equal([
			'rss',
			'atom',
			'json',
			'rss',
		]);
		expect(feeds[4]).to.include({ ok: false, code: 'feed_malformed' });
		expect(items.map(({ title }: { title: string }) => title)).to.include('Старая почта станет мастерской для всех');
		const notice = items.find(({ url }: { url: string }) => url.includes('/notice-board'));
		expect(notice).to.include({ published_at: null, date_note: 'missing' });
		expect(paths(items), 'older than the desk looks').to.not.include('/lighthouse');
	});

	it('have three houses more, of which each says something new and something else', async () => {
		const more = [
			'https://gull-island.example/index.rdf',
			'https://north-light.example/feed.json',
			'https://river-herald.example/atom.xml',
		];
		const { feeds, items } = await reader.feeds([...more, 'https://gull-island.example/news.xml']);
		expect(feeds.map((feed: { ok: boolean; format: string; code: string }) => (feed.ok ? feed.format : feed.code))).to.deep.equal([
			...['rdf', 'json', 'atom'],
			'not_a_feed',
		]);
		expect(paths(items)).to.include.members(['/goats', '/wind-turbine', '/night-school', '/aurora', '/shlyuz', '/utki']);
		const gone = await reader.article('https://gull-island.example/old-slipway');
		expect([paths(items).includes('/old-slipway'), gone.body.code]).to.deep.equal([true, 'upstream_gone']);
		const { body } = await reader.article('https://river-herald.example/shlyuz');
		expect(body).to.include({ language: 'ru', site: 'Речной вестник' });
	});

	it('change an article, or take it or a feed away, when they are told to', async () => {
		const url = 'https://north-light.example/night-school';
		const said = async () => JSON.stringify((await reader.article(url)).body.blocks);
		expect(await said()).to.include('20:30');
		await sandbox.control('/faults', { target: 'news', kind: 'rewritten', endpoint: 'north-light.example/night-school' });
		expect(await said())
			.to.include('21:31')
			.and.not.include('20:30');
		await sandbox.control('/faults', { target: 'news', kind: 'gone', endpoint: 'north-light.example/night-school' });
		expect((await reader.article(url)).body.code).to.equal('upstream_gone');
		expect(await said()).to.include('20:30');
		const feed = 'https://north-light.example/rss.xml';
		await sandbox.control('/faults', { target: 'news', kind: 'gone', endpoint: 'north-light.example/rss.xml' });
		expect(await reader.feed(feed)).to.include({ ok: false, code: 'upstream_gone' });
		expect((await reader.feed(feed)).ok).to.equal(true);
	});

	it('have something inside 7 days and inside 30, whatever the day is', async () => {
		// A year later the sandbox is as new as ever.
		sandbox.nowMs = Date.now() + 400 * 86_400_000;
		const later = await reader.feed('https://harbour-post.example/feed.json?later');
		expect(later.items.map(({ date_note }: { date_note: string | null }) => date_note)).to.include('future');
		sandbox.nowMs = undefined;
		const { items } = await reader.feeds(FEEDS);
		const windows = new Map<string, number | null>(
			items.map((item: { url: string; window: number | null }) => [new URL(item.url).pathname, item.window]),
		);
		expect(windows.get('/night-ferry')).to.equal(7);
		expect(windows.get('/most')).to.equal(7);
		expect(windows.get('/library-boat')).to.equal(30);
	});

	it('have articles that are read, and those that are not, each for its own reason', async () => {
		const code = async (url: string) => {
			const { status, body } = await reader.article(url);
			return status === 200 ? 'read' : body.code;
		};
		expect(await code('https://coast-wire.example/tide-tables')).to.equal('source_walled');
		expect(await code('https://harbour-post.example/in-brief')).to.equal('text_too_short');
		expect(await code('https://harbour-post.example/chronicle')).to.equal('text_too_long');
		expect(await code('https://harbour-post.example/never-was')).to.equal('upstream_gone');
		const { body } = await reader.article('https://old-quay.example/most?utm_source=rss');
		expect(body).to.include({
			canonical_url: 'https://old-quay.example/most',
			site: 'Старая набережная',
			language: 'ru',
			paywalled: false,
		});
		expect(body.blocks.map(({ text }: { text: string }) => text).join('\n')).to.include('длиной 86 метров');
		for (const host of ['coast-wire.example/night-ferry', 'harbour-post.example/school-garden', 'old-quay.example/pochta'])
			expect(await code(`https://${host}`), host).to.equal('read');
	});

	it('give the AI what it can choose from: by topic, at most as many as asked for, and facts that their blocks say', async () => {
		const { items } = await reader.feeds(FEEDS);
		const { candidates, window_days } = choose(items, [], anywhere, Date.now());
		expect(window_days).to.equal(7);
		const ask = async (topic: string | null, cards: number) => {
			const { body } = await sandbox.ai('/v1/responses', classificationRequest(candidates, topic, cards, settings));
			return parseClassification(body, candidates, cards);
		};
		const all = await ask(null, 5);
		expect(all.kind === 'chosen' && all.items).to.have.length(5);
		const few = await ask(null, 2);
		expect(few.kind === 'chosen' && few.items).to.have.length(2);
		const ferry = await ask('the ferry', 5);
		expect(ferry.kind === 'chosen' && paths(ferry.items)).to.deep.equal(['/night-ferry']);
		expect(await ask('quantum chromodynamics', 5)).to.deep.equal({ kind: 'none' });
		expect(await ask(null, 5), 'the same again').to.deep.equal(all);

		const { blocks } = (await reader.article('https://coast-wire.example/night-ferry')).body;
		const { body } = await sandbox.ai('/v1/responses', factsRequest('The night ferry is back', blocks, settings));
		const facts = parseFacts(body, blocks);
		expect(facts.kind === 'facts' && facts.facts.length).to.be.within(3, 6);
		expect(JSON.stringify(facts)).to.include('23:40');
	});

	it('have one story whose numbers the AI gets wrong, so that a check has something to find', async () => {
		const post = async (name: string) => {
			const input = JSON.stringify({
				language: 'en',
				request: `${name} opens`,
				facts: [{ text: `${name} has 120 lamps and is 310 metres long.` }],
			});
			const format = { type: 'json_schema', name: 'copydesk_post', strict: true, schema: POST };
			const { body } = await sandbox.ai<{ output: { content: { text: string }[] }[] }>('/v1/responses', {
				model: 'sandbox-text',
				input,
				text: { format },
			});
			return (JSON.parse(body.output[0]?.content[0]?.text ?? '') as { body: string }).body;
		};
		expect(await post('Harbour Pier')).to.include('120');
		expect(await post('Lantern Pier'))
			.to.include('127')
			.and.not.include('120');
	});

	it('fail by switch, for one newspaper or for all', async () => {
		const fail = (kind: string, more: object = {}) => sandbox.control('/faults', { target: 'news', kind, ...more });
		await fail('5xx', { endpoint: 'coast-wire.example' });
		const { feeds } = await reader.feeds(['https://coast-wire.example/feed.xml?a', 'https://harbour-post.example/atom.xml?a']);
		expect(feeds.map(({ ok, code }: { ok: boolean; code?: string }) => (ok ? 'read' : code))).to.deep.equal(['upstream_status', 'read']);
		await fail('cut', { endpoint: 'coast-wire.example/night-ferry' });
		expect((await reader.article('https://coast-wire.example/night-ferry')).body.code).to.equal('upstream_broken');
		expect((await reader.article('https://coast-wire.example/night-ferry')).status).to.equal(200);
		expect((await fail('corrupt_image')).status).to.equal(422);
		const { calls } = await sandbox.control<{ calls: { kind: string; fault?: string }[] }>('/state');
		expect(calls.filter(({ kind, fault }) => kind === 'news' && fault !== undefined).map(({ fault }) => fault)).to.include.members([
			'5xx',
			'cut',
		]);
	});

	it('know only their own names: the rest of the sandbox is where it was', async () => {
		expect((await fetch(`${sandbox.url}/feed.xml`)).status).to.equal(404);
		expect((await fetch(`${sandbox.url}/healthz`)).status).to.equal(200);
	});
});

const POST = {
	type: 'object',
	additionalProperties: false,
	required: ['title', 'subtitle', 'body', 'category', 'image_prompt'],
	properties: Object.fromEntries(['title', 'subtitle', 'body', 'category', 'image_prompt'].map((name) => [name, { type: 'string' }])),
};
