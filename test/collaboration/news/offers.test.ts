import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import {
	EDITOR,
	EPOCH,
	OWNER,
	begin,
	card,
	newsOf,
	offered,
	offeredByDay,
	openDesk,
	pressCard,
	problem,
} from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';

const address = (name: string) => `https://coast-wire.example/${name}`;
const HOUR_MS = 3_600_000;

describeOnEachEngine('An offer of news', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const offer = (_svc: string, names: readonly string[], more: object = {}) =>
		desk.post('/news/offer', { _svc, topic: null, window_days: 7, items: names.map((name) => newsOf(address(name))), ...more });
	const known = async (_svc: string, names: readonly string[]) =>
		(await desk.post('/news/known', { _svc, canonical_urls: names.map(address) })).body.known;
	const count = async (table: string) => Number((await desk.service.db.query(`select count(*) as n from ${table}`))[0]?.['n']);
	const entry = async () => (await desk.post('/internal', { action: 'context', entry: 'daily_offer' })).body._svc as string;

	it('is a batch with its items, under a key that fits a button, and settles what was paid for it', async () => {
		const { _svc, event_key } = await begin(desk, EDITOR, '/news bridges');
		await desk.post('/authorize', { _svc, purpose: 'classification', target: 'ai.example' });
		const { body } = await offer(_svc, ['1', '2'], { topic: 'bridges' });
		const batch_key = `n${event_key.slice(2)}`;
		expect(body.batch).to.deep.equal({
			batch_key,
			event_key,
			entry: null,
			topic: 'bridges',
			window_days: 7,
			created_by_user_id: EDITOR,
			created_at: EPOCH,
			expires_at: EPOCH + 48 * HOUR_MS,
		});
		expect(body).to.deep.include({ created: true, left_out: [] });
		expect(body.items[1]).to.deep.equal({
			batch_key,
			item: 2,
			state: 'offered',
			canonical_url: address('2'),
			link: address('2'),
			url: `${address('2')}?utm_source=feed`,
			host: 'coast-wire.example',
			title: 'The bridge opens',
			angle: 'What changes for those who cross it',
			source_title: 'Coast Wire',
			published_at: '2026-12-30T08:00:00.000Z',
			primary_message_id: null,
			decided_by_user_id: null,
			draft_key: null,
			changed_at: EPOCH,
		});
		expect(await count('admission where settled_at_ms is null')).to.equal(0);
		const audited = await desk.service.db.query(`select entity, actor_user_id from audit where action = 'item.offered' order by entity`);
		expect(audited).to.deep.equal([1, 2].map((item) => ({ entity: `item:${batch_key}:${item}`, actor_user_id: EDITOR })));
	});

	it('is made once for each event, also when it asks many times at once, and writes nothing the second time', async () => {
		const { _svc } = await begin(desk, EDITOR, '/news');
		const answers = await Promise.all(Array.from({ length: 6 }, () => offer(_svc, ['1', '2'])));
		expect(answers.map(({ status }) => status)).to.deep.equal(Array(6).fill(200));
		expect(answers.filter(({ body }) => body.created)).to.have.length(1);
		for (const { body } of answers) expect(body.items).to.deep.equal(answers[0]?.body.items);
		const before = [await count('audit'), await count('news_item_event')];
		const again = await offer(_svc, ['3']);
		expect(again.body).to.deep.include({ created: false, left_out: [] });
		expect(again.body.items.map((each: { canonical_url: string }) => each.canonical_url)).to.deep.equal([address('1'), address('2')]);
		expect([await count('audit'), await count('news_item_event')]).to.deep.equal(before);
	});

	it('of the day is made once, whatever restarts, and only by an entry, which has to say the day', async () => {
		const first = await entry();
		const made = await offer(first, ['1'], { day: '2027-01-01' });
		expect(made.body.batch).to.include({ batch_key: 'd20270101', entry: 'daily_offer', created_by_user_id: OWNER });
		const second = await offer(await entry(), ['2'], { day: '2027-01-01' });
		expect(second.body).to.deep.include({ batch: made.body.batch, items: made.body.items, created: false });
		expect((await desk.post('/news/read', { _svc: await entry(), day: '2027-01-01' })).body.items).to.deep.equal(made.body.items);
		const asked = async (_svc: string, more: object) => {
			const answer = await offer(_svc, ['3'], more);
			return [...problem(answer), answer.body.errors?.[0]?.path];
		};
		expect(await asked(await entry(), {})).to.deep.equal([422, 'invalid_request', 'day']);
		const { _svc } = await begin(desk, OWNER, '/news');
		expect(await asked(_svc, { day: '2027-01-02' })).to.deep.equal([422, 'invalid_request', 'day']);
		expect(await asked(await entry(), { day: '2027-02-29' })).to.deep.equal([422, 'invalid_request', 'day']);
	});

	it('leaves out items that became known in the meantime, and makes no offer when none is left', async () => {
		await offered(desk, EDITOR, [address('1')]);
		const { _svc } = await begin(desk, OWNER);
		await desk.post('/materials/create', { _svc, content: { kind: 'news', link: address('2') } });
		const other = await begin(desk, OWNER, '/news');
		const none = await offer(other._svc, ['1', '2']);
		expect(none.body).to.deep.equal({
			batch: null,
			items: [],
			created: false,
			left_out: [
				{ canonical_url: address('1'), reason: 'offered' },
				{ canonical_url: address('2'), reason: 'open_draft' },
			],
		});
		expect(await count('news_batch')).to.equal(1);
		const some = await offer(other._svc, ['2', '3', '3', '4']);
		expect(some.body.items.map((each: { item: number; canonical_url: string }) => [each.item, each.canonical_url])).to.deep.equal([
			[1, address('3')],
			[2, address('4')],
		]);
		expect(some.body.left_out).to.deep.equal([
			{ canonical_url: address('2'), reason: 'open_draft' },
			{ canonical_url: address('3'), reason: 'offered' },
		]);
	});

	it('has an address on one card, when several are made of the same ones at once', async () => {
		const names = ['1', '2', '3'];
		const events = await Promise.all(names.map(() => begin(desk, EDITOR, '/news')));
		const answers = await Promise.all(events.map(({ _svc }, index) => offer(_svc, [...names.slice(index), ...names.slice(0, index)])));
		expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
		expect(answers.flatMap(({ body }) => body.items)).to.have.length(3);
	});

	it('is read by its key and by its event, and is null when it does not exist', async () => {
		const { _svc, batch_key } = await offered(desk, EDITOR, [address('1')]);
		const read = async (by: object) => (await desk.post('/news/read', { _svc, ...by })).body;
		expect((await read({})).batch).to.include({ batch_key });
		expect(await read({ batch_key })).to.deep.equal(await read({}));
		for (const by of [{ batch_key: 'n1' }, { day: '2027-01-01' }]) expect(await read(by)).to.deep.equal({ batch: null, items: [] });
		expect(problem(await desk.post('/news/read', { _svc, batch_key, day: '2027-01-01' }))).to.deep.equal([422, 'invalid_request']);
	});

	it('is known by what it came to: published before open, by the address of the draft or of its card, before offered', async () => {
		const { _svc, batch_key, cards } = await offered(desk, EDITOR, [address('1'), address('2')]);
		const pressed = await pressCard(desk, EDITOR, 'take', batch_key, 1, cards[0] ?? 0);
		const { material } = (await desk.post('/news/take', { _svc: pressed._svc, batch_key, item: 1, message_id: cards[0] })).body;
		await desk.post('/materials/advance', {
			_svc: pressed._svc,
			draft_key: material.draft_key,
			version: 1,
			from: 'text_generating',
			to: 'text_generating',
			patch: { link: address('moved') },
		});
		const draft = { reason: 'open_draft', key: material.draft_key, number: material.number };
		expect(await known(_svc, ['2', 'moved', 'new', '1', '2'])).to.deep.equal([
			{ canonical_url: address('2'), reason: 'offered', key: batch_key },
			{ canonical_url: address('moved'), ...draft },
			{ canonical_url: address('1'), ...draft },
		]);
		await desk.post('/materials/advance', {
			_svc: pressed._svc,
			draft_key: material.draft_key,
			version: 1,
			from: 'text_generating',
			to: 'rejected',
		});
		expect(await known(_svc, ['1', 'moved'])).to.deep.equal([]);
	});

	it('expires, and its cards lose their buttons, also when the messenger is away for a while', async () => {
		const { batch_key, owner, editor } = await offeredByDay(desk, '2027-01-01', [address('1'), address('2')]);
		desk.clock.nowMs += 48 * HOUR_MS - 1;
		await desk.service.tick();
		expect(await count(`news_item where state = 'offered'`)).to.equal(2);
		desk.clock.nowMs += 1;
		desk.messenger.shut();
		await desk.service.tick();
		await desk.messenger.open();
		expect(await count(`news_item where state = 'expired'`)).to.equal(2);
		desk.clock.nowMs += 60_000;
		await desk.service.tick();
		await desk.service.tick();
		const cleared = desk.messenger.calls
			.filter(({ method }) => method === 'editMessageReplyMarkup')
			.map(({ fields }) => fields['message_id']);
		expect([...new Set(cleared)]).to.have.members([...owner, ...editor]);
		const audited = await desk.service.db.query(`select entity, actor_user_id from audit where action = 'item.expired' order by entity`);
		expect(audited).to.deep.equal([1, 2].map((item) => ({ entity: `item:${batch_key}:${item}`, actor_user_id: null })));
		const { _svc } = await begin(desk, EDITOR, '/news');
		expect((await offer(_svc, ['1'])).body, 'the address is free again').to.include({ created: true });
		expect(problem(await card(desk, _svc, batch_key, 1, EDITOR))).to.deep.equal([409, 'state_conflict']);
	});

	it('takes every address that the reader gives, also what RFC 3986 has no place for: one odd item must not end a search', async () => {
		const odd = ['?tags[]=harbour&tags[]=1', '?q={bridge}|`a^b', 'a|b/[1]', 'a%zz?100%'].map(address);
		for (const each of odd) expect(new URL(each).href).to.equal(each);
		const { _svc } = await begin(desk, EDITOR, '/news');
		const { body } = await desk.post('/news/offer', { _svc, topic: null, window_days: 7, items: odd.map((each) => newsOf(each)) });
		expect(body.items.map(({ canonical_url }: { canonical_url: string }) => canonical_url)).to.deep.equal(odd);
		const asked = await desk.post('/news/known', { _svc, canonical_urls: odd });
		expect(asked.body.known.map(({ reason }: { reason: string }) => reason)).to.deep.equal(Array(4).fill('offered'));
		const begun = await begin(desk, OWNER);
		const made = await desk.post('/materials/create', { _svc: begun._svc, content: { link: odd[0] } });
		expect(made.body.material).to.include({ link: odd[0], canonical_url: odd[0] });
	});

	it('holds every field to its bound', async () => {
		const { _svc } = await begin(desk, EDITOR, '/news');
		const item = newsOf(address('1'));
		const bad: readonly object[] = [
			{ items: [] },
			{ items: Array.from({ length: 7 }, (_, index) => newsOf(address(String(index)))) },
			{ items: [{ ...item, title: 't'.repeat(161) }] },
			{ items: [{ ...item, title: 'two\nlines' }] },
			{ items: [{ ...item, angle: 'a'.repeat(351) }] },
			{ items: [{ ...item, angle: '' }] },
			{ items: [{ ...item, canonical_url: 'javascript:alert(1)' }] },
			{ items: [{ ...item, canonical_url: 'https://user:secret@coast-wire.example/1' }] },
			{ items: [{ ...item, url: 'https:coast-wire.example' }] },
			{ items: [{ ...item, url: 'https://coast-wire.example/two words' }] },
			{ items: [{ ...item, url: 'https://coast-wire.example/"><b>' }] },
			{ items: [{ ...item, url: 'https://coast-wire.example:99999/' }] },
			{ items: [{ ...item, url: `https://a.example/${'u'.repeat(1_500)}` }] },
			{ items: [{ ...item, published_at: '2026-13-01T00:00:00.000Z' }] },
			{ items: [{ ...item, published_at: '2026-02-30T00:00:00.000Z' }] },
			{ items: [{ ...item, published_at: '2026-12-30T24:00:00.000Z' }] },
			{ items: [{ ...item, published_at: null }] },
			{ items: [{ ...item, state: 'taken' }] },
			{ window_days: 14 },
			{ topic: 't'.repeat(201) },
		];
		for (const more of bad)
			expect(problem(await offer(_svc, ['1'], more)), JSON.stringify(more).slice(0, 80)).to.deep.equal([422, 'invalid_request']);
		const addresses = (canonical_urls: readonly string[]) => desk.post('/news/known', { _svc, canonical_urls });
		expect(problem(await addresses([]))).to.deep.equal([422, 'invalid_request']);
		expect(problem(await addresses(Array.from({ length: 501 }, (_, index) => address(String(index)))))).to.deep.equal([
			422,
			'invalid_request',
		]);
		expect((await addresses(Array.from({ length: 500 }, (_, index) => address(String(index))))).body).to.deep.equal({ known: [] });
	});
});
