import { expect } from 'chai';
import type { IDataObject } from 'n8n-workflow';

import type { Article, FeedsAnswer, RefusedFeed } from '../../domain/api/reader.ts';
import { anAnswer, badAnswers } from '../support/answers.ts';
import { runNode, stubService, type Call, type StubAnswer, type StubService } from '../support/fakeExecution.ts';
import { anItem, hoursAgo, READ_AT } from '../support/news.ts';
import { loadNode } from '../support/nodes.ts';

const COAST = 'https://coast.example/rss';
const refusedFeed = (feed_url: string, code: RefusedFeed['code']): RefusedFeed => ({
	feed_url,
	ok: false,
	code,
	detail: 'A sentence.',
	retry: 'later',
	hop: null,
	upstream_status: null,
	retry_after_seconds: null,
	took_ms: 1,
});
const readFeed = (feed_url: string): FeedsAnswer['feeds'][number] => ({
	feed_url,
	ok: true,
	final_url: feed_url,
	host: 'coast.example',
	title: null,
	language: null,
	format: 'rss',
	from: 'network',
	items_total: 2,
	items_skipped: 0,
	items_duplicate: 0,
	items_old: 0,
	items_over: 0,
	items_returned: 2,
	bytes: 100,
	took_ms: 1,
});
const feedsAnswer = (changes: Partial<FeedsAnswer> = {}): FeedsAnswer => ({
	read_at: READ_AT,
	feeds: [readFeed(COAST), refusedFeed('https://dead.example/', 'dns_failed')],
	items: [anItem('a'), anItem('b', { published_at: hoursAgo(40 * 24) })],
	...changes,
});
const problem = (status: number, code: string, retry = 'never'): StubAnswer => ({
	status,
	body: { type: 'urn:x', title: code, status, detail: 'A sentence for a person.', code, retry, request_id: 'r-1' },
});

describe('News Desk', () => {
	const services: StubService[] = [];
	afterEach(async () => {
		for (const service of services.splice(0)) await service.close();
	});

	async function run(
		parameters: Record<string, unknown>,
		item: IDataObject,
		answers: Readonly<Record<string, StubAnswer | ((call: Call) => StubAnswer)>> = {},
	) {
		const service = await stubService(answers);
		services.push(service);
		const urls = { copydeskReaderApi: service.url, copydeskAiApi: service.url, copydeskCollaborationApi: service.url };
		const items = await runNode(await loadNode('NewsDesk'), { parameters, items: [item], services: urls });
		return { json: items[0]?.json as IDataObject, calls: service.calls, url: service.url };
	}

	/** A person who speaks Russian asks for it, which shows that the language is theirs. */
	const asked = (changes: IDataObject = {}): IDataObject => ({
		_svc: 'signed',
		event: { language: 'ru' },
		settings: { language: 'en', text_model: 'm-1', feeds: COAST, deny_hosts: 'denied.example', cards: 2 },
		...changes,
	});
	const failure = (running: Promise<unknown>): Promise<Error> =>
		running.then(
			() => expect.fail('it did not fail'),
			(error: unknown) => error as Error,
		);

	describe('Read Feeds', () => {
		const read = (answer: StubAnswer, item = asked()) => run({ operation: 'readFeeds' }, item, { '/v1/feeds': answer });

		it('asks the reader with its own key for what may be offered at all', async () => {
			const { json, calls } = await read({ body: feedsAnswer() });
			expect(calls).to.have.length(1);
			expect(calls[0]?.body).to.deep.equal({ urls: [COAST], max_items: 50, max_age_days: 30 });
			expect(calls[0]?.headers['authorization']).to.equal('test-key');
			expect(json).to.deep.include({ _svc: 'signed', next: 'read' });
			expect(json['news']).to.deep.include({
				topic: null,
				read_at: READ_AT,
				canonical_urls: ['https://a.example/story', 'https://b.example/story'],
				feeds_read: 1,
			});
		});

		it('names the feeds that could not be read', async () => {
			const { json } = await read({ body: feedsAnswer() });
			expect(json).to.have.nested.property('news.refused[0].feed_url', 'https://dead.example/');
		});

		it('says of every feed what it gave, also when none could be read', async () => {
			const settings = { feeds: `${COAST}\nhttps://a.example/?q={topic}` };
			const { json } = await read({ body: feedsAnswer() }, asked({ settings }));
			expect(json['feeds']).to.deep.equal([
				{ feed_url: COAST, outcome: 'read', title: null, items: 2 },
				{ feed_url: 'https://a.example/?q={topic}', outcome: 'not_asked' },
			]);
			const { json: none } = await read({ body: feedsAnswer({ feeds: [refusedFeed(COAST, 'upstream_refused')], items: [] }) });
			expect(none).to.include({ next: 'failed' });
			expect(none['feeds']).to.deep.equal([{ feed_url: COAST, outcome: 'refused', code: 'upstream_refused', retry: 'later' }]);
		});

		it('puts the topic where a feed has a place for it', async () => {
			const item = asked({ topic: ' зубы ', settings: { feeds: `${COAST}\nhttps://a.example/?q={topic}` } });
			const { json, calls } = await read({ body: feedsAnswer() }, item);
			expect(calls[0]?.body).to.deep.include({ urls: [COAST, 'https://a.example/?q=%D0%B7%D1%83%D0%B1%D1%8B'] });
			expect(json).to.have.nested.property('news.topic', 'зубы');
		});

		it('asks for no more items than can be asked about', async () => {
			const feeds = Array.from({ length: 20 }, (_, index) => `https://f${index}.example/`).join('\n');
			const { calls } = await read({ body: feedsAnswer() }, asked({ settings: { feeds } }));
			expect(calls[0]?.body).to.include({ max_items: 25 });
		});

		const hopeless: readonly [why: string, answer: StubAnswer, item: IDataObject, code: string, text: string][] = [
			[
				'no feed could be read',
				{ body: feedsAnswer({ feeds: [refusedFeed(COAST, 'upstream_refused')], items: [] }) },
				asked(),
				'feeds_unreadable',
				'Ни одну ленту прочитать не удалось.\n• coast.example: Сайт не разрешает читать этот адрес. Выберите другой.',
			],
			[
				'the reader is at its limit',
				problem(503, 'busy', 'later'),
				asked(),
				'reader_unavailable',
				'Сейчас читать источники не получается. Попробуйте чуть позже.',
			],
			[
				'a proxy answers for the reader',
				{ status: 502, body: 'Bad gateway' },
				asked(),
				'reader_unavailable',
				'Сейчас читать источники не получается. Попробуйте чуть позже.',
			],
			[
				'there is no feed',
				{},
				asked({ settings: { feeds: 'https://a.example/?q={topic}' } }),
				'feeds_missing',
				'Лент нет. Их задаёт владелец в /settings.',
			],
			[
				'the settings cannot be read',
				{},
				asked({ settings: { feeds: COAST, cards: 9 } }),
				'settings_invalid',
				'Одна из настроек не подходит: «News Cards per Search: 9». Её исправит владелец в /settings или в n8n.',
			],
			[
				'nothing says any more how news are chosen',
				{},
				asked({ settings: { feeds: COAST, prompt_news: ' ' } }),
				'settings_invalid',
				'Одна из настроек не подходит: «Prompt: Choice of News: ""». Её исправит владелец в /settings или в n8n.',
			],
		];
		for (const [why, answer, item, code, text] of hopeless) {
			it(`tells the person when ${why}`, async () => {
				const { json } = await read(answer, item);
				expect(json).to.include({ next: 'failed', text });
				expect(json).to.have.nested.property('problem.code', code);
				expect(json).to.have.nested.property('problem.stage', 'news');
			});
		}

		it('tells the person when the reader is not there', async () => {
			const service = await stubService({});
			await service.close();
			const items = await runNode(await loadNode('NewsDesk'), {
				parameters: { operation: 'readFeeds' },
				items: [asked()],
				services: { copydeskReaderApi: service.url },
			});
			expect(items[0]?.json).to.have.nested.property('problem.code', 'reader_unavailable');
		});

		it('stops with what to do when the reader does not take the request', async () => {
			const wrongKey = await failure(read(problem(401, 'unauthorized')));
			expect(wrongKey.message).to.equal('The reader refused: unauthorized');
			expect(wrongKey).to.have.property('description').that.includes('Check the key');
			expect((await failure(read({ status: 404, body: 'nothing' }))).message).to.equal('The reader refused: http_404');
		});
	});

	describe('Read Page', () => {
		const SENT = 'https://m.a.example/story?utm_source=chat';
		const page = {
			...{ url: SENT, final_url: 'https://a.example/story?from=m', canonical_url: 'https://a.example/story', host: 'a.example' },
			...{ title: 'A story', site: 'The a', language: 'en', published_at: hoursAgo(24), updated_at: null, paywalled: false },
			...{ blocks: [{ id: 'b1', text: 'Three boats came.' }], text_units: 17, html_bytes: 500, took_ms: 3 },
		} satisfies Article;
		const read = (answer: StubAnswer, link = SENT) => run({ operation: 'readPage' }, asked({ link }), { '/v1/articles': answer });

		it('reads the one page, and goes on with it as with what feeds hold', async () => {
			const { json, calls } = await read({ body: page });
			expect(calls.map(({ body }) => body)).to.deep.equal([{ url: SENT }]);
			expect(json).to.include({ next: 'read' });
			expect(json['news']).to.deep.include({
				...{ topic: null, link: SENT, refused: [] },
				canonical_urls: ['https://a.example/story', 'https://m.a.example/story'],
			});
			expect(json).to.have.nested.property('news.items[0].summary', 'Three boats came.');
		});

		it('offers an address in other letters as the services take it', async () => {
			const { json } = await read({ body: page }, 'https://пример.рф/путь');
			expect(json).to.have.nested.property('news.items[0].url', 'https://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C');
		});

		const hopeless: readonly [answer: StubAnswer, code: string, text: string][] = [
			[
				problem(422, 'host_forbidden'),
				'host_forbidden',
				'Этого адреса нет в открытом интернете. Пришлите открытый адрес https самого источника.',
			],
			[problem(502, 'upstream_gone'), 'upstream_gone', 'Статьи там больше нет. Выберите другую.'],
			[problem(422, 'source_walled'), 'source_walled', ''],
			[problem(422, 'text_too_long'), 'article_too_long', ''],
			[problem(503, 'busy', 'later'), 'reader_unavailable', 'Сейчас читать источники не получается. Попробуйте чуть позже.'],
			[{ body: { ...page, final_url: 'https://denied.example/' } }, 'host_denied', ''],
		];
		for (const [answer, code, text] of hopeless) {
			it(`says what ${code} means, and goes on to nothing`, async () => {
				const { json } = await read(answer);
				expect(json).to.include({ next: 'failed' }).and.not.have.property('news');
				expect(json['problem']).to.deep.include({ code, stage: 'news' });
				expect(json['text']).to.match(text === '' ? /^\p{Lu}.+\.$/u : new RegExp(`^${text.replaceAll('.', '\\.')}$`));
			});
		}
	});

	describe('Choose', () => {
		const searched = (news: IDataObject): IDataObject =>
			asked({ news: { topic: null, read_at: READ_AT, items: [], refused: [], canonical_urls: [], ...news } as unknown as IDataObject });
		const choose = (news: IDataObject) => run({ operation: 'choose' }, searched(news));
		const items = [anItem('a'), anItem('b'), anItem('denied')] as unknown as IDataObject[];

		it('goes on with what may be offered, and says why the others may not', async () => {
			const { json } = await choose({ items, known: [{ canonical_url: 'https://b.example/story', reason: 'offered', key: 'n1' }] });
			expect(json).to.include({ next: 'ask' });
			expect(json).to.have.nested.property('news.candidates[0].n', 'n1');
			expect(json).to.have.nested.property('news.candidates[0].canonical_url', 'https://a.example/story');
			expect(json['news']).to.deep.include({ window_days: 7, left_out: { host_denied: 1, offered: 1 }, items: [] });
		});

		it('ends with a sentence when there is nothing, so that nothing is paid for', async () => {
			const { json } = await choose({ items: items.slice(2) });
			expect(json).to.include({ next: 'tell', text: 'Нового нет. В лентах: 1 новость с сайтов, которые редакция не использует.' });
			expect((await choose({})).json).to.include({ text: 'Сейчас ленты пусты.' });
			// Of both items one is about the topic, and that one is on offer.
			const known = [{ canonical_url: 'https://b.example/story', reason: 'offered', key: 'n1' }];
			const about = { items: [anItem('a'), anItem('b', { title: 'Мост открыт' })] as unknown as IDataObject[], known, topic: 'мост' };
			expect((await choose(about)).json).to.include({ next: 'tell', text: 'Нового нет. В лентах: 1 новость из уже предложенных.' });
		});

		it('says of a page that was sent why it is not offered, with the draft that it has', async () => {
			const page = { link: 'https://b.example/story', items: items.slice(1, 2) };
			const known = [{ canonical_url: 'https://b.example/story', reason: 'open_draft', key: 'p7', number: 7 }];
			expect((await choose({ ...page, known })).json).to.include({ next: 'tell', text: 'Эта страница уже в работе: /draft 7.' });
			const { json } = await choose({ link: 'https://denied.example/', items: items.slice(2) });
			expect(json['text']).to.match(/^Статья на сайте, который редакция не использует\./);
		});

		it('says what is missing when nothing was read', async () =>
			expect((await failure(run({ operation: 'choose' }, asked()))).message).to.include('Expected a search for news'));
	});

	const candidates = [
		{ ...anItem('a'), n: 'n1' },
		{ ...anItem('b'), n: 'n2' },
		{ ...anItem('c'), n: 'n3' },
	] as unknown as IDataObject[];
	const chosen = asked({ news: { topic: 'boats', read_at: READ_AT, items: [], candidates, window_days: 30, feeds_read: 3 } });

	describe('Build Classification Request', () => {
		it('asks once, at the address of the credential, for as many as there are cards', async () => {
			const { json, url, calls } = await run({ operation: 'classificationRequest' }, chosen);
			expect(json).to.include({ purpose: 'classification', ai_url: `${url}/v1/responses` });
			expect(json).to.have.nested.property('request.text.format.name', 'copydesk_news_classification');
			expect(json).to.have.nested.property('request.instructions').that.includes('at most 2 that');
			expect(calls).to.deep.equal([]);
		});
	});

	describe('Parse Classification', () => {
		const parse = (answer: unknown) =>
			run({ operation: 'parseClassification', asked: { ...chosen, request: { secret: 1 } } }, answer as IDataObject);
		const named = (n: string, changes: object = {}) => ({ n, title: `Title ${n}`, angle: `Angle ${n}`, ...changes });

		it('gives what is offered, in the shape of an offer, and drops the request', async () => {
			const { json } = await parse(anAnswer({ items: [named('n2'), named('n1'), named('n3')] }));
			expect(json).to.include({ next: 'offer', _svc: 'signed' });
			expect(json).to.not.have.property('request');
			expect(json['news']).to.deep.include({ topic: 'boats', window_days: 30 });
			expect((json['news'] as IDataObject)['offer']).to.deep.equal([
				{
					canonical_url: 'https://b.example/story',
					url: 'https://b.example/story',
					host: 'b.example',
					title: 'Title n2',
					angle: 'Angle n2',
					source_title: 'The b',
					published_at: hoursAgo(24),
				},
				{
					canonical_url: 'https://a.example/story',
					url: 'https://a.example/story',
					host: 'a.example',
					title: 'Title n1',
					angle: 'Angle n1',
					source_title: 'The a',
					published_at: hoursAgo(24),
				},
			]);
		});

		it('tells the person that nothing fits', async () =>
			expect((await parse(anAnswer({ items: [] }))).json).to.include({
				next: 'tell',
				text: 'Ничего на тему «boats» в ваших 3 лентах.',
			}));

		it('names an answer of which nothing can be used', async () => {
			const { json } = await parse(anAnswer({ items: [named('n4'), named('n1', { title: 'x'.repeat(161) })] }));
			expect(json).to.include({ next: 'failed', text: 'Ответ ИИ не годится.' });
			expect(json).to.have.nested.property('problem.code', 'classification_invalid');
		});

		for (const [why, answer, code] of badAnswers.filter(([, answer]) => typeof answer === 'object' && answer !== null)) {
			it(`goes on with ${code} after ${why}`, async () => {
				const { json } = await parse(answer);
				expect(json).to.include({ next: 'failed' });
				expect(json['text']).to.match(/^\p{Lu}.+\.$/u);
				expect(json['problem']).to.deep.include({ code, stage: 'news' });
			});
		}
	});

	const LINK = 'https://a.example/story';
	const draft = (changes: IDataObject = {}): IDataObject =>
		asked({
			material: { draft_key: 'p1', version: 1, kind: 'news', state: 'text_generating', link: LINK, request: 'Title\n\nAngle', ...changes },
		});
	const article: Article = {
		url: LINK,
		final_url: `${LINK}?from=rss`,
		canonical_url: `${LINK}-corrected`,
		host: 'a.example',
		title: 'A story',
		site: 'The a',
		language: 'en',
		published_at: new Date(Date.now() - 86_400_000).toISOString(),
		updated_at: null,
		paywalled: false,
		blocks: [{ id: 'b1', text: 'Three boats came.' }],
		text_units: 17,
		html_bytes: 500,
		took_ms: 3,
	};

	describe('Read Article', () => {
		const read = (answer: StubAnswer, item = draft()) => run({ operation: 'readArticle' }, item, { '/v1/articles': answer });

		it('gives the blocks and the address that will be published', async () => {
			const { json, calls } = await read({ body: article });
			expect(calls[0]?.body).to.deep.equal({ url: LINK });
			expect(json).to.include({ next: 'keep' });
			expect(json['source']).to.deep.equal({
				link: `${LINK}-corrected`,
				title: 'A story',
				site: 'The a',
				language: 'en',
				published_at: article.published_at,
				paywalled: false,
				blocks: [{ id: 'b1', text: 'Three boats came.' }],
			});
		});

		it('reads nothing for a draft that has its blocks', async () => {
			const { json, calls } = await read({ body: article }, draft({ source_blocks: [{ id: 'b1', text: 'x' }] }));
			expect(json).to.include({ next: 'ready' });
			expect(calls).to.deep.equal([]);
		});

		const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
		const refused: readonly [why: string, answer: StubAnswer, item: IDataObject, next: string, code: string, retry: string][] = [
			['is gone', problem(502, 'upstream_gone'), draft(), 'reject', 'upstream_gone', 'never'],
			['has too much text', problem(422, 'text_too_long'), draft(), 'reject', 'article_too_long', 'never'],
			['is walled', problem(422, 'source_walled'), draft(), 'reject', 'source_walled', 'never'],
			['is slow', problem(504, 'upstream_timeout', 'later'), draft(), 'failed', 'upstream_timeout', 'later'],
			['cannot be read now', problem(503, 'busy', 'later'), draft(), 'failed', 'reader_unavailable', 'later'],
			['killed a parser', problem(500, 'internal', 'afterCheck'), draft(), 'failed', 'reader_unavailable', 'later'],
			[
				'ends up at a denied host',
				{ body: { ...article, final_url: 'https://denied.example/story' } },
				draft(),
				'reject',
				'host_denied',
				'never',
			],
			['is older than 30 days', { body: { ...article, published_at: daysAgo(32) } }, draft(), 'reject', 'outside_window', 'never'],
			[
				'is older than the 7 days of its card',
				{ body: { ...article, published_at: daysAgo(9) } },
				{ ...draft(), batch: { window_days: 7 } },
				'reject',
				'outside_window',
				'never',
			],
		];
		for (const [why, answer, item, next, code, retry] of refused) {
			it(`goes to ${next} with ${code} when the article ${why}`, async () => {
				const { json } = await read(answer, item);
				expect(json).to.include({ next });
				expect(json).to.not.have.property('source');
				expect(json['problem']).to.deep.include({ code, stage: 'source', retry });
			});
		}

		it('accepts an article of nine days that was offered for thirty', async () => {
			const { json } = await read({ body: { ...article, published_at: daysAgo(9) } }, { ...draft(), batch: { window_days: 30 } });
			expect(json).to.include({ next: 'keep' });
		});
	});

	const BLOCKS = [{ id: 'b1', text: 'Three boats came on 14 March 2026, said Anna Petrova.' }];

	describe('Build Facts Request', () => {
		it('asks once about the blocks of the draft', async () => {
			const { json, url } = await run({ operation: 'factsRequest' }, draft({ source_blocks: BLOCKS }));
			expect(json).to.include({ next: 'ask', purpose: 'facts_extract', ai_url: `${url}/v1/responses` });
			expect(json).to.have.nested.property('request.text.format.name', 'copydesk_facts');
		});

		it('asks nothing when the settings say nothing of how facts are taken', async () => {
			const { json } = await run({ operation: 'factsRequest' }, { ...draft({ source_blocks: BLOCKS }), settings: { prompt_facts: '' } });
			expect(json).to.deep.include({ next: 'failed', problem: { code: 'settings_invalid', stage: 'facts', detail: 'prompt_facts: ""' } });
			expect(json).to.not.have.property('request');
		});

		it('says why it asks again, after an answer whose facts the blocks did not say', async () => {
			const instructionsOf = async (changes: object) => {
				const { json } = await run({ operation: 'factsRequest' }, draft({ source_blocks: BLOCKS, ...changes }));
				return (json as { request: { instructions: string } }).request.instructions;
			};
			expect(await instructionsOf({ error_code: 'fact_unfounded' })).to.include('An earlier answer was refused');
			expect(await instructionsOf({ error_code: 'ai_unavailable' })).to.not.include('An earlier answer was refused');
		});

		it('asks nothing for a draft that has its facts', async () => {
			const { json } = await run(
				{ operation: 'factsRequest' },
				draft({ source_blocks: BLOCKS, facts: [{ text: 'Three boats came.', source_ids: ['b1'] }] }),
			);
			expect(json).to.include({ next: 'ready' });
			expect(json).to.not.have.property('request');
		});

		it('says what is missing when nothing was read', async () =>
			expect((await failure(run({ operation: 'factsRequest' }, draft()))).message).to.include('Expected source blocks'));
	});

	describe('Parse Facts', () => {
		const parse = (answer: unknown) =>
			run({ operation: 'parseFacts', asked: { ...draft({ source_blocks: BLOCKS }), request: { secret: 1 } } }, answer as IDataObject);
		const fact = (text: string, ...source_ids: string[]) => ({ text, source_ids });

		it('gives facts to be stored with the draft, and drops the request', async () => {
			const { json } = await parse(anAnswer({ facts: [fact('3 boats came.', 'b1')] }));
			expect(json).to.deep.include({ next: 'keep', patch: { facts: [fact('3 boats came.', 'b1')] } });
			expect(json).to.not.have.property('request');
		});

		it('gives the facts that their blocks say, and leaves out the others', async () => {
			const { json } = await parse(anAnswer({ facts: [fact('4 boats came.', 'b1'), fact('3 boats came.', 'b1')] }));
			expect(json).to.deep.include({ next: 'keep', patch: { facts: [fact('3 boats came.', 'b1')] } });
		});

		it('has what was paid for in the row before anything else happens, also when the service is away for a moment', async () => {
			const left = [503];
			const { calls } = await run(
				{ operation: 'parseFacts', asked: { ...draft({ source_blocks: BLOCKS }), _svc: 's.v.c', admission: { admission_id: 'a_7' } } },
				anAnswer({ facts: [fact('3 boats came.', 'b1')] }) as IDataObject,
				{ '/materials/advance': () => ({ status: left.shift() ?? 200, body: { material: {} } }) },
			);
			expect(calls).to.have.length(2);
			expect(calls[1]?.body).to.have.deep.property('patch', { facts: [fact('3 boats came.', 'b1')] });
		}).timeout(20_000);

		const refused: readonly [why: string, facts: readonly object[], code: string, detail: string][] = [
			['no fact', [], 'facts_invalid', 'facts_invalid (facts): allowed 1, received 0'],
			['a fact of 701 units', [fact('x'.repeat(701), 'b1')], 'facts_invalid', 'facts_invalid (facts[0].text): allowed 700, received 701'],
			['a source that there is not', [fact('x', 'b2')], 'facts_invalid', 'source_missing (facts[0].source_ids)'],
			['a number that is wrong, in every fact', [fact('4 boats came.', 'b1')], 'fact_unfounded', '4'],
		];
		for (const [why, facts, code, detail] of refused) {
			it(`keeps nothing after ${why}`, async () => {
				const { json } = await parse(anAnswer({ facts }));
				expect(json).to.deep.include({ next: 'failed', problem: { code, stage: 'facts', detail } });
				expect(json).to.not.have.property('patch');
			});
		}

		for (const [why, answer, code] of badAnswers.filter(([, answer]) => typeof answer === 'object' && answer !== null)) {
			it(`keeps nothing after ${why}`, async () => {
				const { json } = await parse(answer);
				expect(json).to.include({ next: 'failed' });
				expect(json['problem']).to.deep.include({ code, stage: 'facts' });
			});
		}
	});
});
