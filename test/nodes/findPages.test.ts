import { expect } from 'chai';
import type { IDataObject } from 'n8n-workflow';

import type { SearchResult } from '../../domain/api/reader.ts';
import { runNode, stubService, type Call, type StubAnswer, type StubService } from '../support/fakeExecution.ts';
import { explain } from '../../domain/messages/sentences.ts';
import { messagesIn } from '../../domain/messages/catalogue.ts';
import { loadNode } from '../support/nodes.ts';

const url = (host: string, path: string): string => `https://${host}/${path}`;
const result = (host: string, path: string): SearchResult => ({
	...{ title: path, url: url(host, path), host, snippet: '', published_at: null, engine: 'wikipedia' as const },
});
const article = (address: string, more: IDataObject = {}): StubAnswer => ({
	body: {
		...{ url: address, final_url: address, canonical_url: address, host: new URL(address).host, title: `About ${address.slice(-1)}` },
		...{ site: null, language: 'en', published_at: null, updated_at: null, paywalled: false, left_out_units: 0 },
		...{ blocks: [{ id: 'b1', text: `The text of ${address}.` }], text_units: 90, html_bytes: 900, took_ms: 1, ...more },
	},
});
const refused = (code: string): StubAnswer => ({ status: 422, body: { code, detail: 'No.', status: 422, retry: 'never' } });

describe('News Desk: Find Pages', () => {
	const services: StubService[] = [];
	afterEach(async () => {
		for (const service of services.splice(0)) await service.close();
	});

	const brief = { subject: 'Why cats purr', language: 'en', wishes: [], rests_on: 'knowledge', queries: ['cats purr'], today: 'Friday' };
	const draft = {
		...{ draft_key: 'm1', version: 1, state: 'text_generating', kind: 'post', body: null, facts: null, link: null, brief },
		...{ request: 'Write about why cats purr', source_blocks: [{ id: 'request', text: 'Write about why cats purr' }] },
	};
	interface Told {
		readonly results?: readonly SearchResult[];
		readonly asked?: readonly IDataObject[];
		readonly pages?: Readonly<Record<string, StubAnswer>>;
		readonly material?: IDataObject;
		readonly settings?: IDataObject;
		readonly event?: IDataObject;
	}
	async function find({ results = [], asked = [], pages = {}, material = {}, settings = {}, event = {} }: Told) {
		const service = await stubService({
			'/authorize': { body: { admission_id: 'a', role: 'owner' } },
			'/v1/search': { body: { results, asked: [...asked] } },
			'/v1/feeds': { body: { read_at: new Date().toISOString(), feeds: [], items: [] } },
			'/v1/articles': ({ body }: Call) => {
				const address = (body as { url: string }).url;
				return pages[address] ?? article(address);
			},
		});
		services.push(service);
		const item = {
			_svc: 'signed',
			event,
			settings: { language: 'en', text_model: 'm', deny_hosts: 'denied.com', ...settings },
			material: { ...draft, ...material },
		};
		const urls = { copydeskReaderApi: service.url, copydeskCollaborationApi: service.url };
		const [out] = await runNode(await loadNode('NewsDesk'), { parameters: { operation: 'findPages' }, items: [item], services: urls });
		const json = out?.json as IDataObject & { patch?: { source_blocks?: { id: string; text: string }[]; facts?: unknown; link?: string } };
		const sent = service.calls.map((call) => {
			const body = call.body as { url?: string; purpose?: string; target?: string };
			return `${call.path} ${body.url ?? body.target ?? ''}`.trim();
		});
		return { json, sent, calls: service.calls };
	}

	it('reads the page that a person sent, and searches for none', async () => {
		const args = { draft_id: 'm1', version: 1, link: url('paper.com', 'mine') };
		const eventOf = (link: string) => ({ intent: { kind: 'command', name: 'resume', args: { ...args, link } } });
		const event = eventOf(args.link);
		const { json, sent } = await find({ results: [result('wiki.org', 'c')], event });
		expect(sent).to.deep.equal(['/authorize paper.com', '/v1/articles https://paper.com/mine']);
		expect(json).to.include({ next: 'keep' });
		expect(json.patch?.source_blocks?.[1]?.text).to.equal('About e\nhttps://paper.com/mine');
		const gone = await find({ event, pages: { [args.link]: refused('upstream_gone') } });
		expect(gone.json).to.deep.include({ next: 'failed', problem: { code: 'link_unread', stage: 'source', detail: 'upstream_gone' } });
		const told = async (page: StubAnswer, link = args.link) => {
			const settings = { without_sources: 'write' };
			const { json: left } = await find({ event: eventOf(link), pages: { [link]: page }, settings });
			const { problem } = left as { problem?: { code: string; detail: string } };
			return problem === undefined ? 'no problem' : explain(messagesIn('en'), problem);
		};
		const BEGIN = 'I could not read the page that you sent.';
		expect(await told(refused('text_too_short'))).to.equal(`${BEGIN} I found no article there. Send the link of the article itself.`);
		expect(await told(refused('busy'))).to.equal(`${BEGIN} I cannot read sources just now. Try again in a moment.`);
		expect(await told(article(args.link, { paywalled: true }))).to.include('behind a consent or sign-in page');
		expect(await told(article(args.link), url('denied.com', 'x'))).to.include('on a site that this desk does not use');
		expect(explain(messagesIn('en'), { code: 'link_unread' }), 'later, without the reason').to.equal(
			`${BEGIN} Send another link, or I write from general knowledge.`,
		);
	});

	it('reads up to three pages, two of a host, each request admitted before it leaves, and passes over what cannot be read', async () => {
		const { json, sent, calls } = await find({
			results: [
				result('denied.com', 'x'),
				result('forum.com', 'a'),
				result('paper.com', 'b'),
				result('wiki.org', 'c'),
				result('wiki.org', 'd'),
				result('wiki.org', 'e'),
				result('blog.com', 'f'),
				result('blog.com', 'g'),
			],
			pages: {
				[url('forum.com', 'a')]: refused('text_too_short'),
				[url('paper.com', 'b')]: article(url('paper.com', 'b'), { paywalled: true }),
			},
		});
		expect(sent).to.deep.equal([
			'/authorize search',
			'/v1/search',
			...['forum.com/a', 'paper.com/b', 'wiki.org/c', 'wiki.org/d', 'blog.com/f'].flatMap((each) => [
				`/authorize ${each.split('/')[0] ?? ''}`,
				`/v1/articles https://${each}`,
			]),
		]);
		expect(calls[1]?.body).to.deep.equal({ queries: ['cats purr'], language: 'en', limit: 10 });
		expect(json['next']).to.equal('keep');
		expect(json.patch?.source_blocks?.map(({ id, text }) => [id, text])).to.deep.equal([
			['request', 'Write about why cats purr'],
			['p1', 'About c\nhttps://wiki.org/c'],
			['p1.b1', 'The text of https://wiki.org/c.'],
			['p2', 'About d\nhttps://wiki.org/d'],
			['p2.b1', 'The text of https://wiki.org/d.'],
			['p3', 'About f\nhttps://blog.com/f'],
			['p3.b1', 'The text of https://blog.com/f.'],
		]);
		expect(json.patch).to.not.have.property('link');
	});

	it('names the source in the channel only where the owner wants it, and of news always', async () => {
		const results = [result('wiki.org', 'c')];
		expect((await find({ results, settings: { show_sources: true } })).json.patch?.link).to.equal('https://wiki.org/c');
		const news = await find({ results, material: { brief: { ...brief, rests_on: 'news' } }, settings: { feeds: 'https://paper.com/rss' } });
		expect(news.json.patch?.link).to.equal('https://wiki.org/c');
		expect(news.sent.slice(0, 4)).to.deep.equal(['/authorize feeds', '/v1/feeds', '/authorize search', '/v1/search']);
		expect(news.calls[3]?.body).to.include({ fresh_days: 7 });
		const none = await find({ material: { brief: { ...brief, rests_on: 'news' } } });
		const searches = none.calls.filter(({ path }) => path === '/v1/search').map(({ body }) => (body as IDataObject)['fresh_days']);
		expect(searches, 'a week, then a month').to.deep.equal([7, 30]);
	});

	it('takes no old page for news', async () => {
		const old = article(url('wiki.org', 'c'), { published_at: '2020-01-01T00:00:00.000Z' });
		const { json } = await find({
			results: [result('wiki.org', 'c')],
			pages: { [url('wiki.org', 'c')]: old },
			material: { brief: { ...brief, rests_on: 'news' } },
		});
		expect(json).to.deep.include({ next: 'failed', problem: { code: 'no_source', stage: 'source', detail: 'outside_window' } });
	});

	it('says that nothing was found, or that the search is away, and asks', async () => {
		const nothing = await find({ asked: [{ engine: 'wikipedia', ok: true, code: null }] });
		expect(nothing.json).to.deep.include({ next: 'failed', problem: { code: 'no_source', stage: 'source' } });
		const off = await find({ asked: [{ engine: 'off', ok: false, code: 'search_off' }] });
		expect(off.json).to.deep.include({ next: 'failed', problem: { code: 'no_source', stage: 'source', detail: 'search_off' } });
		const away = await find({ asked: [{ engine: 'searxng', ok: false, code: 'search_json_off' }] });
		expect(away.json).to.deep.include({
			next: 'failed',
			problem: { code: 'search_unavailable', stage: 'source', detail: 'search_json_off' },
		});
	});

	it('goes on without a source by the press of a person, asking nobody, or where the owner said so', async () => {
		const facts = [{ text: 'Why cats purr', source_ids: ['request'] }];
		const pressed = await find({ event: { intent: { kind: 'callback', action: 'from_memory' } } });
		expect([pressed.json['next'], pressed.json.patch, pressed.sent]).to.deep.equal(['keep', { facts }, []]);
		const set = await find({ settings: { without_sources: 'write' } });
		expect([set.json['next'], set.json.patch]).to.deep.equal(['keep', { facts }]);
		const said = [{ id: 'request', text: 'Cats of the harbour\nShe has two' }];
		const own = await find({ material: { source_blocks: said }, settings: { without_sources: 'write' } });
		expect(own.json.patch?.facts).to.deep.equal(['Cats of the harbour', 'She has two'].map((text) => ({ text, source_ids: ['request'] })));
	});

	it('passes on a draft that needs no pages', async () => {
		for (const material of [
			{ brief: { ...brief, rests_on: 'given' } },
			{ version: 2 },
			{ facts: [{ text: 'A fact.', source_ids: ['request'] }] },
		]) {
			const { json, sent } = await find({ material });
			expect([json['next'], sent]).to.deep.equal(['ready', []]);
		}
	});
});
