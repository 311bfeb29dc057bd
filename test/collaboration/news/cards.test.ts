import { expect } from 'chai';
import { routeOf } from '@copydesk/domain/desk/route';
import { describeOnEachEngine } from '../../support/databases.ts';
import {
	EDITOR,
	OWNER,
	articleOf,
	begin,
	card,
	offered,
	offeredByDay,
	openDesk,
	postEvent,
	pressCard,
	problem,
	stateOf,
} from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';

const address = (name: string) => `https://coast-wire.example/${name}`;

describeOnEachEngine('A news card', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const take = (_svc: string, batch_key: string, item: number, message_id: number) =>
		desk.post('/news/take', { _svc, batch_key, item, message_id });
	const dismiss = (_svc: string, batch_key: string, item: number, message_id: number) =>
		desk.post('/news/dismiss', { _svc, batch_key, item, message_id });
	const itemRow = async (batch_key: string, item: number) =>
		(await desk.service.db.query('select * from news_item where batch_key = $1 and item = $2', [batch_key, item]))[0] ?? {};
	const shown = () => desk.messenger.calls.filter(({ method }) => method === 'sendMessage').map(({ fields }) => fields);

	it('says what it is about from the row, with two buttons and no unfolded link', async () => {
		const { batch_key, cards } = await offered(desk, EDITOR, [address('1')]);
		const [sent] = shown();
		expect(sent).to.include({ chat_id: EDITOR });
		expect(sent?.['text']).to.equal(
			`The bridge opens\nWhat changes for those who cross it\n\nCoast Wire · 30 Dec 2026 · last 7 days\n${address('1')}`,
		);
		expect(sent?.['link_preview_options']).to.deep.equal({ is_disabled: true });
		expect(sent).to.not.have.property('parse_mode');
		expect(sent?.['reply_markup']).to.deep.equal({
			inline_keyboard: [
				[
					{ text: 'Write it', callback_data: `cd1|take|${batch_key}|1|1` },
					{ text: 'Skip', callback_data: `cd1|skip|${batch_key}|1|1` },
				],
			],
		});
		expect(await itemRow(batch_key, 1)).to.include({ primary_message_id: cards[0] });
	});

	it('goes to the person who asked, and of the day to both; the first confirmed one is the primary one', async () => {
		const asked = await offered(desk, EDITOR, [address('1')]);
		const strange = await card(desk, asked._svc, asked.batch_key, 1, OWNER);
		expect([...problem(strange), strange.body.errors[0].path]).to.deep.equal([422, 'recipient_unknown', 'recipient_user_id']);
		expect(problem(await card(desk, asked._svc, asked.batch_key, 1, 5))).to.deep.equal([422, 'recipient_unknown']);
		const day = await offeredByDay(desk, '2027-01-01', [address('2')]);
		expect(await itemRow(day.batch_key, 1)).to.include({ primary_message_id: day.owner[0] });
		expect(shown().map(({ chat_id }) => chat_id)).to.deep.equal([EDITOR, OWNER, EDITOR]);
		expect(String(shown()[1]?.['text'])).to.include('· last 30 days');
	});

	it('is sent once, under its own key, and again under the next one when the messenger refused it', async () => {
		const { _svc } = await begin(desk, EDITOR, '/news');
		const body = { _svc, topic: null, window_days: 7, items: [{ ...articleItem('1') }] };
		const { batch_key } = (await desk.post('/news/offer', body)).body.batch;
		desk.messenger.next({ refuse: 400, description: 'Bad Request: no' });
		expect((await card(desk, _svc, batch_key, 1, EDITOR)).body.delivery).to.include({ status: 'rejected' });
		expect((await card(desk, _svc, batch_key, 1, EDITOR)).body.delivery).to.include({ status: 'rejected', repeated: true });
		const other = await begin(desk, EDITOR, '/news');
		const sent = (await card(desk, other._svc, batch_key, 1, EDITOR)).body.delivery;
		expect(sent).to.include({ status: 'sent', repeated: false });
		expect(await itemRow(batch_key, 1)).to.include({ primary_message_id: sent.message_id });
		expect((await card(desk, _svc, batch_key, 1, EDITOR)).body.delivery).to.include({ status: 'rejected' });
		const named = (entity_key: string) =>
			desk.post('/messenger', {
				...{ _svc, operation: 'card', purpose: 'card', batch_key, item: 1, recipient_user_id: EDITOR },
				entity_key,
			});
		expect(problem(await named(`${batch_key}:2`))).to.deep.equal([422, 'invalid_request']);
		expect(problem(await card(desk, _svc, 'n1', 1, EDITOR))).to.deep.equal([404, 'batch_not_found']);
		expect(problem(await card(desk, _svc, batch_key, 2, EDITOR))).to.deep.equal([404, 'item_not_found']);
	});

	const articleItem = (name: string) => ({
		canonical_url: address(name),
		url: address(name),
		host: 'coast-wire.example',
		title: 'The bridge opens',
		angle: 'Why',
		source_title: null,
		published_at: '2026-12-30T08:00:00.000Z',
	});

	it('taken begins a draft of its source, once for the same press, also when that asks many times at once', async () => {
		const { batch_key, cards } = await offered(desk, EDITOR, [address('1'), address('2')]);
		const message = cards[1] ?? 0;
		const pressed = await pressCard(desk, EDITOR, 'take', batch_key, 2, message);
		expect(pressed.intent).to.deep.equal({ kind: 'callback', action: 'take', draft_key: batch_key, version: 1, item: 2 });
		expect(pressed.copy).to.deep.equal({
			delivered: true,
			latest: true,
			draft_key: batch_key,
			version: 1,
			state: 'offered',
			message_id: message,
			is_canonical: true,
			content_matches: true,
		});
		expect(routeOf(pressed)).to.include({ route: 'take', toast: 'I’m on it.' });
		const answers = await Promise.all(Array.from({ length: 4 }, () => take(pressed._svc, batch_key, 2, message)));
		expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
		expect(answers.filter(({ body }) => body.created)).to.have.length(1);
		const { material, item } = answers[0]?.body ?? {};
		expect(material).to.include({
			draft_key: `p${pressed.event_key.slice(2)}`,
			version: 1,
			state: 'text_generating',
			kind: 'news',
			batch_key,
			item: 2,
			link: address('2'),
			canonical_url: address('2'),
			request: 'The bridge opens\n\nWhat changes for those who cross it',
			created_by_user_id: EDITOR,
			owner_chat_id: OWNER,
			event_key: pressed.event_key,
		});
		expect(item).to.include({ state: 'taken', decided_by_user_id: EDITOR, draft_key: material.draft_key });
		for (const { body } of answers) expect([body.material, body.item]).to.deep.equal([material, item]);
		expect((await desk.service.db.query('select 1 from material')).length).to.equal(1);
	});

	it('is decided about once: of both, at once, one wins, and the other is told who', async () => {
		const { batch_key, owner, editor } = await offeredByDay(desk, '2027-01-01', [address('1')]);
		const [mine, yours] = [owner[0] ?? 0, editor[0] ?? 0];
		const [first, second] = [
			await pressCard(desk, OWNER, 'take', batch_key, 1, mine),
			await pressCard(desk, EDITOR, 'skip', batch_key, 1, yours),
		];
		const answers = await Promise.all([take(first._svc, batch_key, 1, mine), dismiss(second._svc, batch_key, 1, yours)]);
		expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
		const winner = answers[0]?.status === 200 ? OWNER : EDITOR;
		const lost = answers.find(({ status }) => status === 409);
		expect(lost?.body).to.include({
			code: 'state_conflict',
			state: winner === OWNER ? 'taken' : 'dismissed',
			decided_by: winner,
		});
		expect((await desk.service.db.query('select 1 from material')).length).to.equal(winner === OWNER ? 1 : 0);
		const late = await pressCard(desk, EDITOR, 'take', batch_key, 1, yours);
		expect(late.copy).to.include({ delivered: true, latest: false, is_canonical: false });
		const became = winner === OWNER ? 'took' : 'skipped';
		expect(routeOf(late)).to.include({ route: 'close', toast: `Somebody ${became} this news already.` });
	});

	it('is skipped for good, once for the same press', async () => {
		const { batch_key, cards } = await offered(desk, EDITOR, [address('1')]);
		const pressed = await pressCard(desk, EDITOR, 'skip', batch_key, 1, cards[0] ?? 0);
		expect(routeOf(pressed)).to.include({ route: 'skip', toast: 'Skipped.' });
		const first = await dismiss(pressed._svc, batch_key, 1, cards[0] ?? 0);
		expect(first.body.item).to.include({ state: 'dismissed', decided_by_user_id: EDITOR, draft_key: null });
		expect((await dismiss(pressed._svc, batch_key, 1, cards[0] ?? 0)).body).to.deep.equal(first.body);
		expect(problem(await take(pressed._svc, batch_key, 1, cards[0] ?? 0))).to.deep.equal([409, 'copy_not_delivered']);
		const audited = await desk.service.db.query(`select action from audit where entity = $1 order by seq`, [`item:${batch_key}:1`]);
		expect(audited.map(({ action }) => action)).to.deep.equal(['item.offered', 'item.dismissed']);
	});

	it("counts for the presser's own card under this very message alone", async () => {
		const { batch_key, owner, editor } = await offeredByDay(desk, '2027-01-01', [address('1'), address('2')]);
		const mine = owner[0] ?? 0;
		const pressed = await pressCard(desk, OWNER, 'take', batch_key, 1, mine);
		const tried: readonly (readonly [item: number, message: number])[] = [
			[1, editor[0] ?? 0],
			[2, owner[1] ?? 0],
			[2, mine],
			[1, 999],
		];
		for (const [item, message] of tried)
			expect(problem(await take(pressed._svc, batch_key, item, message)), `${item} ${message}`).to.deep.equal([409, 'copy_not_delivered']);
		const foreign = await pressCard(desk, EDITOR, 'take', batch_key, 1, mine);
		expect(foreign.copy).to.include({ delivered: false, latest: true });
		expect(routeOf(foreign)).to.include({ route: 'close' });
		expect(problem(await take(foreign._svc, batch_key, 1, mine))).to.deep.equal([409, 'copy_not_delivered']);
		expect(problem(await take(pressed._svc, 'n1', 1, mine))).to.deep.equal([404, 'batch_not_found']);
		expect(problem(await take(pressed._svc, batch_key, 3, mine))).to.deep.equal([404, 'item_not_found']);
		expect(await itemRow(batch_key, 1)).to.include({ state: 'offered' });
		expect((await take(pressed._svc, batch_key, 1, mine)).status).to.equal(200);
	});

	it('stays on offer while its address has another draft', async () => {
		const { batch_key, cards } = await offered(desk, EDITOR, [address('1')]);
		const other = await begin(desk, OWNER);
		const rival = (await desk.post('/materials/create', { _svc: other._svc, content: { kind: 'news', link: address('1') } })).body.material;
		const pressed = await pressCard(desk, EDITOR, 'take', batch_key, 1, cards[0] ?? 0);
		const refused = await take(pressed._svc, batch_key, 1, cards[0] ?? 0);
		expect(refused.body).to.include({ code: 'source_taken', draft_key: rival.draft_key });
		expect(await itemRow(batch_key, 1)).to.include({ state: 'offered', draft_key: null });
	});

	it('that was decided about is told to the others who have it, and loses its buttons everywhere', async () => {
		const { _svc, batch_key, owner, editor } = await offeredByDay(desk, '2027-01-01', [address('1')]);
		const pressed = await pressCard(desk, OWNER, 'take', batch_key, 1, owner[0] ?? 0);
		const tell = (token: string, decision: string) => desk.post('/decision', { _svc: token, batch_key, item: 1, decision });
		expect(problem(await tell(pressed._svc, 'taken'))).to.deep.equal([409, 'state_conflict']);
		expect(problem(await tell(_svc, 'taken'))).to.deep.equal([403, 'role_forbids']);
		await take(pressed._svc, batch_key, 1, owner[0] ?? 0);
		expect(problem(await tell(pressed._svc, 'dismissed'))).to.deep.equal([409, 'state_conflict']);
		const told = await tell(pressed._svc, 'taken');
		expect(told.body).to.deep.equal({
			notified: [{ user_id: EDITOR, status: 'sent' }],
			buttons: [
				{ user_id: OWNER, message_id: owner[0], status: 'sent' },
				{ user_id: EDITOR, message_id: editor[0], status: 'sent' },
			],
		});
		expect(shown().at(-1)).to.include({ chat_id: EDITOR, text: '📰 Olga Owner took “The bridge opens”.' });
		const before = desk.messenger.calls.length;
		expect((await tell(pressed._svc, 'taken')).body).to.deep.equal(told.body);
		expect(desk.messenger.calls).to.have.length(before);
	});

	describe('whose article was read', () => {
		async function taken() {
			const { batch_key, cards } = await offered(desk, EDITOR, [address('1')]);
			const pressed = await pressCard(desk, EDITOR, 'take', batch_key, 1, cards[0] ?? 0);
			const { material } = (await take(pressed._svc, batch_key, 1, cards[0] ?? 0)).body;
			const at = { draft_key: material.draft_key as string, version: 1 };
			const source = (more: object = {}, _svc = pressed._svc) =>
				desk.post('/news/source', { _svc, ...at, ...articleOf(address('final')), ...more });
			return { _svc: pressed._svc as string, batch_key, at, source };
		}

		it('gives its draft blocks and link, once, and its item the same link', async () => {
			const { batch_key, source, at } = await taken();
			const { material } = (await source()).body;
			expect(material).to.include({ link: address('final'), canonical_url: address('final'), state: 'text_generating' });
			expect(material.source_blocks).to.deep.equal(articleOf('https://x.example').blocks);
			expect(await itemRow(batch_key, 1)).to.include({ link: address('final'), canonical_url: address('1'), state: 'taken' });
			const again = await source({ link: address('other'), blocks: [{ id: 'b', text: 'x'.repeat(80) }] });
			expect(again.body.material).to.deep.equal(material);
			expect(await stateOf(desk, at)).to.include({ link: address('final') });
		});

		it('is kept only while the text is to be written, for either person, and whole', async () => {
			const { _svc, at, source } = await taken();
			const owner = await begin(desk, OWNER);
			expect(problem(await source({}, owner._svc))).to.deep.equal([403, 'role_forbids']);
			const bad: readonly object[] = [
				{ blocks: [] },
				{ blocks: [{ id: 'a', text: 'x'.repeat(79) }] },
				{ blocks: [{ id: 'a', text: 'x'.repeat(22_001) }] },
				{ blocks: Array.from({ length: 2 }, (_, index) => ({ id: `a${index}`, text: 'x'.repeat(11_001) })) },
				{ blocks: Array.from({ length: 2 }, () => ({ id: 'a', text: 'x'.repeat(100) })) },
				{ blocks: Array.from({ length: 201 }, (_, index) => ({ id: `a${index}`, text: 'xx' })) },
				{ link: '' },
				{ link: 'ftp://a.example/1' },
				{ extra: 1 },
			];
			for (const more of bad)
				expect(problem(await source(more)), JSON.stringify(more).slice(0, 60)).to.deep.equal([422, 'invalid_request']);
			await desk.post('/materials/advance', { _svc, ...at, from: 'text_generating', to: 'text_preparing', patch: { body: 'x' } });
			expect(problem(await source())).to.deep.equal([409, 'state_conflict']);
			const post = await begin(desk, EDITOR);
			const made = (await desk.post('/materials/create', { _svc: post._svc, content: { request: 'x' } })).body.material;
			const refused = await desk.post('/news/source', {
				_svc: post._svc,
				draft_key: made.draft_key,
				version: 1,
				...articleOf(address('2')),
			});
			expect(problem(refused)).to.deep.equal([404, 'item_not_found']);
		});

		it('is not kept when it leads to a source that another draft has', async () => {
			const { at, source } = await taken();
			const other = await begin(desk, OWNER);
			await desk.post('/materials/create', { _svc: other._svc, content: { kind: 'news', link: address('final') } });
			expect(problem(await source())).to.deep.equal([409, 'source_taken']);
			expect(await stateOf(desk, at)).to.include({ link: address('1'), source_blocks: null });
		});
	});

	it('is shown to be one under a key of its own when the press is posted again', async () => {
		const { batch_key, cards } = await offered(desk, EDITOR, [address('1')]);
		const message = cards[0] ?? 0;
		const pressed = await pressCard(desk, EDITOR, 'take', batch_key, 1, message);
		await take(pressed._svc, batch_key, 1, message);
		await desk.service.db.query(`update event set replay_open = 1, replays = 1 where event_key = $1`, [pressed.event_key]);
		const update = JSON.parse(
			String((await desk.service.db.query('select update_json from event where event_key = $1', [pressed.event_key]))[0]?.['update_json']),
		) as object;
		const again = await postEvent(desk, update);
		expect(again).to.include({ replay: true });
		expect(routeOf(again)).to.include({ route: 'take' });
		expect((await take(again._svc, batch_key, 1, message)).body).to.include({ created: false });
	});
});
