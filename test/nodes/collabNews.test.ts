import { expect } from 'chai';
import type { IDataObject } from 'n8n-workflow';

import type { NewsBatch, NewsItem } from '../../domain/api/collaboration.ts';
import { runNode, stubService, type Call, type StubAnswer, type StubService } from '../support/fakeExecution.ts';
import { READ_AT } from '../support/news.ts';
import { loadNode } from '../support/nodes.ts';

const aBatch = (changes: Partial<NewsBatch> = {}): NewsBatch => ({
	batch_key: 'n7',
	event_key: 'u:7',
	entry: null,
	topic: null,
	window_days: 7,
	created_by_user_id: 1002,
	created_at: 1,
	expires_at: 2,
	...changes,
});
const aNewsItem = (item: number, changes: Partial<NewsItem> = {}): NewsItem => ({
	batch_key: 'n7',
	item,
	state: 'offered',
	canonical_url: `https://a.example/${item}`,
	link: `https://a.example/${item}`,
	url: `https://a.example/${item}`,
	host: 'a.example',
	title: `Title ${item}`,
	angle: `Angle ${item}`,
	source_title: null,
	published_at: READ_AT,
	primary_message_id: null,
	decided_by_user_id: null,
	draft_key: null,
	changed_at: 1,
	...changes,
});
const refusal = (status: number, code: string, facts: object = {}): StubAnswer => ({
	status,
	body: { type: 'urn:x', title: code, status, detail: 'A sentence.', code, retry: 'never', request_id: 'r-1', ...facts },
});
const json = (value: unknown): IDataObject => value as IDataObject;

describe('the news nodes of the collaboration service', () => {
	const services: StubService[] = [];
	afterEach(async () => {
		for (const service of services.splice(0)) await service.close();
	});

	async function run(
		operation: string,
		item: IDataObject,
		answers: Readonly<Record<string, StubAnswer | ((call: Call) => StubAnswer)>> = {},
		node = 'CollabNews',
		parameters: Record<string, unknown> = {},
	) {
		const service = await stubService(answers);
		services.push(service);
		const items = await runNode(await loadNode(node), {
			parameters: { operation, ...parameters },
			items: [{ _svc: 'signed', settings: {}, event: { language: 'ru' }, ...item }],
			services: { copydeskCollaborationApi: service.url },
		});
		return { json: items[0]?.json as IDataObject, calls: service.calls };
	}
	const failure = (running: Promise<unknown>): Promise<Error> =>
		running.then(
			() => expect.fail('it did not fail'),
			(error: unknown) => error as Error,
		);

	describe('Ask What Is Known', () => {
		const searched = (canonical_urls: string[]) => ({ news: json({ topic: null, read_at: READ_AT, items: [], canonical_urls }) });

		it('keeps what is known beside what was read', async () => {
			const known = [{ canonical_url: 'https://a.example/1', reason: 'offered', key: 'n1' }];
			const { json: out, calls } = await run('known', searched(['https://a.example/1']), { '/news/known': { body: { known } } });
			expect(calls[0]?.body).to.deep.equal({ _svc: 'signed', canonical_urls: ['https://a.example/1'] });
			expect(out['news']).to.deep.include({ known, canonical_urls: ['https://a.example/1'] });
		});

		it('asks nothing about nothing, which the service would not take', async () => {
			const { json: out, calls } = await run('known', searched([]));
			expect(calls).to.deep.equal([]);
			expect(out).to.have.nested.property('news.known').that.deep.equals([]);
		});
	});

	describe('Note Feeds', () => {
		const feeds = [{ feed_url: 'https://a.example/rss', outcome: 'read', title: 'A', items: 2 }];

		it('keeps what each feed gave, and goes on as before', async () => {
			const { json: out, calls } = await run('noteFeeds', { feeds, next: 'failed' }, { '/news/feeds': { body: { feeds: [] } } });
			expect(calls[0]?.body).to.deep.equal({ _svc: 'signed', feeds });
			expect(out).to.include({ next: 'failed' }).and.not.have.property('feeds');
		});

		it('notes nothing of a reader that was not there', async () => {
			const { json: out, calls } = await run('noteFeeds', { next: 'failed' });
			expect([out['next'], calls.length]).to.deep.equal(['failed', 0]);
		});
	});

	describe('Offer', () => {
		const chosen = [{ canonical_url: 'https://a.example/1', url: 'https://a.example/1', host: 'a.example', title: 'T', angle: 'A' }];
		const item = { news: json({ topic: 'boats', read_at: READ_AT, items: [], window_days: 30, offer: chosen }) };

		it('stores what was chosen, with its window', async () => {
			const answer = { batch: aBatch(), items: [aNewsItem(1)], created: true, left_out: [] };
			const { json: out, calls } = await run('offer', item, { '/news/offer': { body: answer } });
			expect(calls[0]?.body).to.deep.equal({ _svc: 'signed', topic: 'boats', window_days: 30, items: chosen });
			expect(out).to.deep.include({ next: 'cards', batch: aBatch(), items: [aNewsItem(1)] });
		});

		it('keeps the choice, which was paid for, until the service is back', async () => {
			const left = [503, 502];
			const answer = { batch: aBatch(), items: [], created: true, left_out: [] };
			const { calls } = await run('offer', item, { '/news/offer': () => ({ status: left.shift() ?? 200, body: answer }) });
			expect(calls).to.have.length(3);
		}).timeout(20_000);

		it('names the day of a service entry', async () => {
			const answer = { batch: aBatch(), items: [], created: false, left_out: [] };
			const { calls } = await run('offer', { ...item, day: '2026-11-22' }, { '/news/offer': { body: answer } });
			expect(calls[0]?.body).to.include({ day: '2026-11-22' });
		});

		it('says so when all of it became known meanwhile', async () => {
			const left_out = ['offered', 'offered', 'published'].map((reason) => ({ canonical_url: 'https://a.example/1', reason }));
			const answer = { batch: null, items: [], created: false, left_out };
			const { json: out } = await run('offer', item, { '/news/offer': { body: answer } });
			expect(out).to.include({
				next: 'tell',
				text: 'Нового нет. В лентах: 1 новость из уже опубликованных, 2 новости из уже предложенных.',
			});
		});

		it('says what is missing when nothing was chosen', async () =>
			expect((await failure(run('offer', { news: json({ items: [] }) }))).message).to.include('Expected chosen news'));
	});

	describe('Read', () => {
		const read = (item: IDataObject, batch: NewsBatch | null = aBatch()) =>
			run('read', item, { '/news/read': { body: { batch, items: batch === null ? [] : [aNewsItem(1)] } } });

		it('finds the batch of a draft, of a day, or of this event', async () => {
			expect((await read({ material: json({ draft_key: 'p1', batch_key: 'n3' }), day: '2026-11-22' })).calls[0]?.body).to.deep.equal({
				_svc: 'signed',
				batch_key: 'n3',
			});
			expect((await read({ day: '2026-11-22' })).calls[0]?.body).to.deep.equal({ _svc: 'signed', day: '2026-11-22' });
			expect((await read({})).calls[0]?.body).to.deep.equal({ _svc: 'signed' });
		});

		it('says whether there is one', async () => {
			expect((await read({})).json).to.deep.include({ next: 'found', batch: aBatch(), items: [aNewsItem(1)] });
			expect((await read({}, null)).json).to.deep.include({ next: 'none', batch: null, items: [] });
		});
	});

	describe('Read the Chosen Item', () => {
		const chosen = (material: IDataObject) =>
			run('chosen', { material: json(material) }, { '/news/read': { body: { batch: aBatch(), items: [aNewsItem(1), aNewsItem(2)] } } });

		it('gives the link that the card has, for the check to hold it against that of the draft', async () => {
			const { json: out, calls } = await chosen({ draft_key: 'p1', batch_key: 'n7', item: 2, link: 'https://a.example/another' });
			expect(calls[0]?.body).to.deep.equal({ _svc: 'signed', batch_key: 'n7' });
			expect(out).to.include({ item_link: 'https://a.example/2' });
		});

		it('asks nothing about a draft that was begun from no card', async () => {
			const { json: out, calls } = await chosen({ draft_key: 'p1', batch_key: null, item: null, link: null });
			expect([out['item_link'], calls]).to.deep.equal([null, []]);
		});
	});

	describe('Tell of a Decision About a Card', () => {
		const tell = (news_item: NewsItem | undefined) =>
			run(
				'decision',
				{ ...(news_item === undefined ? {} : { news_item: json(news_item) }) },
				{ '/decision': { body: { notified: [], buttons: [] } } },
				'CollabMessenger',
				{ decision: 'ofNewsItem' },
			);

		it('tells the other person with the card what was decided', async () => {
			for (const state of ['taken', 'dismissed'] as const)
				expect((await tell(aNewsItem(2, { state }))).calls[0]?.body).to.deep.equal({
					_svc: 'signed',
					batch_key: 'n7',
					item: 2,
					decision: state,
				});
		});

		it('sends no message when nothing was decided', async () => expect((await tell(undefined)).calls).to.deep.equal([]));
	});

	const pressed = (action: string) => ({
		event: json({
			language: 'ru',
			intent: { kind: 'callback', action, draft_key: 'n7', version: 1, item: 2 },
			callback: { id: 'c', message_id: 9 },
		}),
	});
	const card = { _svc: 'signed', batch_key: 'n7', item: 2, message_id: 9 };

	describe('Take', () => {
		const taken = (state: string) => ({
			item: aNewsItem(2, { state: 'taken' }),
			material: { draft_key: 'n7-2', version: 1, state },
			created: true,
		});

		it('begins a draft of the pressed card, and goes on with it', async () => {
			const { json: out, calls } = await run('take', pressed('take'), { '/news/take': { body: taken('text_generating') } });
			expect(calls[0]?.body).to.deep.equal(card);
			expect(out).to.include({ next: 'work', created: true });
			expect(out).to.have.nested.property('material.draft_key', 'n7-2');
			expect(out).to.have.nested.property('news_item.item', 2);
		});

		it('has nothing left to do when a second run finds the draft done', async () =>
			expect((await run('take', pressed('take'), { '/news/take': { body: taken('ready') } })).json).to.include({ next: 'done' }));

		const told: readonly [code: string, status: number, text: string][] = [
			['state_conflict', 409, 'Это уже решено.'],
			['source_taken', 409, 'По этому источнику уже есть пост.'],
			['copy_not_delivered', 409, 'Эта кнопка устарела. Откройте новую версию поста.'],
			['batch_not_found', 404, 'Срок этого предложения истёк.'],
			['item_not_found', 404, 'Эта карточка устарела.'],
		];
		for (const [code, status, text] of told) {
			it(`tells the person who pressed about ${code}`, async () => {
				const { json: out } = await run('take', pressed('take'), { '/news/take': refusal(status, code, { state: 'taken' }) });
				expect(out).to.include({ next: 'say', text });
				expect(out).to.have.nested.property('problem.code', code);
				expect(out).to.not.have.property('material');
			});
		}

		it('stops at what no person can help', async () =>
			expect((await failure(run('take', pressed('take'), { '/news/take': refusal(403, 'role_forbids') }))).message).to.include(
				'role_forbids',
			));

		it('says what is missing when no card was pressed', async () =>
			expect((await failure(run('take', {}))).message).to.include('batchKey'));
	});

	describe('Dismiss', () => {
		it('drops the item of the pressed card', async () => {
			const { json: out, calls } = await run('dismiss', pressed('skip'), {
				'/news/dismiss': { body: { item: aNewsItem(2, { state: 'dismissed' }) } },
			});
			expect(calls[0]?.body).to.deep.equal(card);
			expect(out).to.include({ next: 'dismissed' });
			expect(out).to.have.nested.property('news_item.state', 'dismissed');
		});

		it('tells the slower person', async () =>
			expect((await run('dismiss', pressed('skip'), { '/news/dismiss': refusal(409, 'state_conflict') })).json).to.include({
				next: 'say',
			}));
	});

	describe('Keep Source', () => {
		const source = json({
			link: 'https://a.example/1',
			title: 'T',
			site: null,
			language: 'en',
			published_at: null,
			paywalled: false,
			blocks: [{ id: 'b1', text: 'x' }],
		});
		const item = { material: json({ draft_key: 'p1', version: 1 }), source };

		it('stores the article with its draft and carries it no further', async () => {
			const material = { draft_key: 'p1', version: 1, source_blocks: [{ id: 'b1', text: 'x' }] };
			const { json: out, calls } = await run('keepSource', item, { '/news/source': { body: { material } } });
			expect(calls[0]?.body).to.deep.equal({ _svc: 'signed', draft_key: 'p1', version: 1, ...source });
			expect(out).to.deep.include({ next: 'kept', material });
			expect(out).to.not.have.property('source');
		});

		it('ends the draft when another one has the address', async () => {
			const { json: out } = await run('keepSource', item, { '/news/source': refusal(409, 'source_taken', { draft_key: 'p9' }) });
			expect(out).to.deep.include({ next: 'reject', problem: { code: 'source_taken', stage: 'source', retry: 'never' } });
		});

		it('stops at any other refusal', async () =>
			expect((await failure(run('keepSource', item, { '/news/source': refusal(409, 'state_conflict') }))).message).to.include(
				'state_conflict',
			));
	});

	describe('Send Cards', () => {
		const people = [
			{ user_id: 1001, role: 'owner' },
			{ user_id: 1002, role: 'editor' },
		];
		const send = (changes: IDataObject, answer: StubAnswer | ((call: Call) => StubAnswer) = delivered('sent')) =>
			run(
				'cards',
				{
					event: json({ language: 'ru', participants: people }),
					batch: json(aBatch()),
					items: json([aNewsItem(1), aNewsItem(2)]),
					...changes,
				},
				{ '/messenger': answer },
				'CollabMessenger',
			);
		const delivered = (status: string): StubAnswer => ({
			body: { ok: status === 'sent', delivery: { status, confirmed: status === 'sent' } },
		});
		const keysOf = (calls: readonly Call[]) =>
			calls.map(({ body }) => {
				const { operation, purpose, entity_key, batch_key, item, recipient_user_id } = body as IDataObject;
				return [operation, purpose, entity_key, batch_key, item, recipient_user_id].join(' ');
			});

		it('goes to the person who asked, one card for each item', async () => {
			const { json: out, calls } = await send({});
			expect(keysOf(calls)).to.deep.equal(['card card n7:1 n7 1 1002', 'card card n7:2 n7 2 1002']);
			expect(out).to.include({ next: 'delivered' });
			expect(out).to.not.have.property('problem');
		});

		it('goes to everybody when a service entry asked', async () => {
			const { calls } = await send({ batch: json(aBatch({ entry: 'daily_offer' })), items: json([aNewsItem(1)]) });
			expect(keysOf(calls)).to.deep.equal(['card card n7:1 n7 1 1001', 'card card n7:1 n7 1 1002']);
		});

		it('leaves out what was decided already, and is content when that is all', async () => {
			const items = json([aNewsItem(1, { state: 'taken' }), aNewsItem(2, { state: 'dismissed' })]);
			const { json: out, calls } = await send({ items });
			expect(calls).to.deep.equal([]);
			expect(out).to.include({ next: 'delivered' });
		});

		it('goes on with the others when one card is refused', async () => {
			const { json: out, calls } = await send({}, ({ body }) =>
				(body as IDataObject)['item'] === 1 ? refusal(409, 'state_conflict', { state: 'taken' }) : delivered('sent'),
			);
			expect(calls).to.have.length(2);
			expect(out).to.include({ next: 'delivered' });
			expect((out['deliveries'] as IDataObject[]).map(({ status }) => status)).to.deep.equal(['not_sent', 'sent']);
		});

		it('says that no card arrived', async () => {
			const { json: out } = await send({}, delivered('rejected'));
			expect(out).to.deep.include({ next: 'failed', problem: { code: 'not_delivered', stage: 'news' } });
		});

		it('does not say so of a card whose answer was lost', async () => {
			const { json: out } = await send({}, delivered('unknown'));
			expect(out).to.include({ next: 'delivered' });
		});

		it('says what is missing when nothing is on offer', async () =>
			expect((await failure(send({ batch: null }))).message).to.include('Expected a batch of news'));
	});
});
