/**
 * Somebody has stolen the service key. They can call every route in every order, with every context that they come by;
 * what they cannot have is the press of a person, and without it nothing goes to the channel and nothing is decided.
 */
import { expect } from 'chai';
import { describeOnEachEngine } from '../support/databases.ts';
import {
	CHANNEL,
	EDITOR,
	OWNER,
	articleOf,
	begin,
	claim,
	newsOf,
	offeredByDay,
	openDesk,
	postEvent,
	prepared,
	press,
	pressCard,
	problem,
	publish,
	ready,
	stateOf,
	textUpdate,
} from '../support/collaboration.ts';
import type { Ready, TestDesk } from '../support/collaboration.ts';

describeOnEachEngine('A stolen service key', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const contextOf = (entry: string) => desk.post('/internal', { action: 'context', entry });
	const inChannel = () => desk.messenger.calls.filter(({ fields }) => Number(fields['chat_id']) === CHANNEL).length;

	/** Contexts that a holder of the key gets, or finds in what n8n keeps of its executions. */
	async function contexts(at: Ready): Promise<Readonly<Record<string, string>>> {
		const of = async (from: number, text: string, more = {}) => (await postEvent(desk, textUpdate(from, text, more)))._svc as string;
		const other = await prepared(desk, OWNER);
		return {
			'the schedule': (await contextOf('daily_offer')).body._svc,
			'the operator': (await contextOf('operator_onboard')).body._svc,
			'the event that made the draft': at._svc,
			'another draft': other._svc,
			"the owner's /help": await of(OWNER, '/help'),
			"the editor's /help": await of(EDITOR, '/help'),
			"the owner's /status": await of(OWNER, '/status'),
			'a /resume of the draft': await of(OWNER, `/resume ${at.draft_key}`),
			'a /cancel': await of(EDITOR, '/cancel'),
			'a request': await of(EDITOR, 'Write about the opening hours'),
			'a press of Feedback on another version': (await press(desk, EDITOR, { ...at, version: 2 }, 'feedback'))._svc,
			'a press of Resume': (await press(desk, OWNER, at, 'resume'))._svc,
		};
	}

	it('claims, rejects, opens questions and publishes nothing under any context that is not the press', async () => {
		const at = await ready(desk);
		for (const [whose, _svc] of Object.entries(await contexts(at))) {
			expect(_svc, whose).to.be.a('string');
			const move = (to: string) => desk.post('/materials/advance', { _svc, draft_key: at.draft_key, version: 1, from: 'ready', to });
			for (const message_id of [at.owner, at.editor]) {
				const claimed = await desk.post('/internal', { action: 'claim', _svc, draft_key: at.draft_key, version: 1, message_id });
				expect(problem(claimed).join(' '), whose).to.be.oneOf(['409 copy_not_delivered', '403 role_forbids']);
			}
			for (const to of ['claimed', 'published', 'rejected', 'awaiting_feedback', 'superseded'])
				expect((await move(to)).status, `${whose} ${to}`).to.be.oneOf([403, 409]);
			const revised = { _svc, draft_key: at.draft_key, version: 1, content: { body: 'Send 1 BTC.' }, reuse: {} };
			expect(problem(await desk.post('/materials/revise', revised)).join(' '), whose).to.be.oneOf([
				'409 copy_not_delivered',
				'403 role_forbids',
			]);
			expect((await publish(desk, _svc, at)).status, whose).to.be.oneOf([403, 409]);
			expect(await stateOf(desk, at), whose).to.include({ state: 'ready' });
		}
		expect(inChannel()).to.equal(0);
		// And the intended door is open.
		const pressed = await press(desk, OWNER, at, 'publish');
		expect((await claim(desk, pressed, at)).status).to.equal(200);
		expect((await publish(desk, pressed._svc, at)).body.delivery.status).to.equal('sent');
	});

	it('begins and writes nothing under an event that asks for no post and is about no draft', async () => {
		const { draft_key, version } = await prepared(desk);
		const at = await ready(desk);
		const all = await contexts(at);
		const [shown] = await desk.service.db.query('select count(*) as n from material');
		for (const whose of ["the owner's /help", "the editor's /status", 'a /cancel', 'a /resume of the draft', 'a press of Resume']) {
			const _svc = all[whose] ?? (await begin(desk, EDITOR, '/status'))._svc;
			const begun = await desk.post('/materials/create', { _svc, content: { kind: 'post', request: 'Send 1 BTC' } });
			expect(problem(begun), whose).to.deep.equal([409, 'transition_forbidden']);
			for (const [to, patch] of [
				['text_preparing', { body: 'Send 1 BTC.' }],
				['ready', {}],
			] as const) {
				const written = await desk.post('/materials/advance', { _svc, draft_key, version, from: 'text_preparing', to, patch });
				expect(problem(written), `${whose} ${to}`).to.deep.equal([409, 'copy_not_delivered']);
			}
		}
		expect(await desk.service.db.query('select count(*) as n from material')).to.deep.equal([shown]);
		expect(await stateOf(desk, { draft_key, version })).to.include({ body: 'We open.' });
	});

	it('does nothing under an event that never came, even with the key that signs contexts', async () => {
		const at = await ready(desk);
		const { _svc } = await desk.service.contexts.sign({
			...{ sub: OWNER, chat: OWNER, role: 'owner', owner_chat_id: OWNER, event_key: 'u:123456789', execution_id: '1', purpose: 'event' },
		});
		const { draft_key, version } = at;
		const asks: readonly (readonly [string, object])[] = [
			['/materials/revise', { draft_key, version, content: { body: 'Send 1 BTC.' }, reuse: {} }],
			['/materials/create', { content: { request: 'x' } }],
			['/authorize', { purpose: 'classification', target: 'ai' }],
		];
		for (const [path, body] of asks)
			expect(problem(await desk.post(path, { _svc, ...body })), path).to.deep.equal([401, 'context_invalid']);
		expect(await stateOf(desk, at)).to.include({ state: 'ready' });
	});

	it('takes and skips no item, and reads no source, under any context that is not the press of its card', async () => {
		const at = await ready(desk);
		const day = await offeredByDay(desk, '2027-01-01', ['https://coast-wire.example/1', 'https://coast-wire.example/2']);
		const pressed = await pressCard(desk, EDITOR, 'take', day.batch_key, 2, day.editor[1] ?? 0);
		const tried = {
			...(await contexts(at)),
			'the day’s entry that made it': day._svc,
			'a press of Write it on another item': pressed._svc as string,
			'a press of Skip on a card of the other': (await pressCard(desk, EDITOR, 'skip', day.batch_key, 1, day.owner[0] ?? 0))._svc as string,
		};
		for (const [whose, _svc] of Object.entries(tried)) {
			for (const message_id of [day.owner[0], day.editor[0]]) {
				for (const path of ['/news/take', '/news/dismiss']) {
					const answer = await desk.post(path, { _svc, batch_key: day.batch_key, item: 1, message_id });
					expect(answer.body.code, `${path} ${whose}`).to.be.oneOf(['copy_not_delivered', 'role_forbids']);
				}
			}
		}
		const items = await desk.service.db.query('select state from news_item');
		expect(items).to.deep.equal([{ state: 'offered' }, { state: 'offered' }]);
		const taken = await desk.post('/news/take', { _svc: pressed._svc, batch_key: day.batch_key, item: 2, message_id: day.editor[1] });
		expect(taken.status, 'and the intended door is open').to.equal(200);
	});

	it('closes no question under a context that does not name it', async () => {
		const at = await ready(desk);
		const asked = await press(desk, EDITOR, at, 'feedback');
		await desk.post('/materials/advance', {
			_svc: asked._svc,
			draft_key: at.draft_key,
			version: 1,
			from: 'ready',
			to: 'awaiting_feedback',
		});
		for (const [from, text] of [
			[OWNER, '/help'],
			[EDITOR, '/help'],
			[EDITOR, '/status'],
			[OWNER, '/resume p5'],
		] as const) {
			const { _svc } = await begin(desk, from, text);
			for (const to of ['ready', 'rejected', 'superseded']) {
				const closed = await desk.post('/materials/advance', { _svc, draft_key: at.draft_key, version: 1, from: 'awaiting_feedback', to });
				expect(problem(closed), `${text} ${to}`).to.deep.equal([409, 'session_held']);
			}
			const revised = await desk.post('/materials/revise', {
				_svc,
				draft_key: at.draft_key,
				version: 1,
				content: { body: 'x' },
				reuse: {},
			});
			expect(problem(revised), text).to.deep.equal([409, 'session_held']);
		}
		const cancelled = await begin(desk, OWNER, '/cancel');
		const closed = await desk.post('/materials/advance', {
			_svc: cancelled._svc,
			draft_key: at.draft_key,
			version: 1,
			from: 'awaiting_feedback',
			to: 'ready',
		});
		expect(closed.body.material).to.include({ state: 'ready' });
	});

	it('gets contexts only for the entries that the desk has, and each for its own thing alone', async () => {
		for (const entry of ['daily_news', 'publish', 'main', 'Daily_offer']) {
			expect(problem(await contextOf(entry)), entry).to.deep.equal([403, 'role_forbids']);
		}
		const at = await ready(desk);
		const here = { draft_key: at.draft_key, version: 1 };
		const requests: readonly (readonly [path: string, body: object])[] = [
			['/materials/create', { content: { kind: 'post', request: 'x' } }],
			['/materials/read', here],
			['/materials/list', {}],
			['/materials/advance', { ...here, from: 'ready', to: 'ready' }],
			['/materials/revise', { ...here, content: {}, reuse: {} }],
			['/decision', { ...here, decision: 'rejected' }],
			['/settle', {}],
			['/news/take', { batch_key: 'n1', item: 1, message_id: 5 }],
			['/news/dismiss', { batch_key: 'n1', item: 1, message_id: 5 }],
			['/news/source', { ...here, ...articleOf('https://coast-wire.example/1') }],
			['/decision', { batch_key: 'n1', item: 1, decision: 'taken' }],
			['/internal', { action: 'claim', message_id: 5, ...here }],
			['/authorize', { purpose: 'text_generate', target: 'api.example' }],
			['/messenger', { operation: 'preview', purpose: 'preview', entity_key: 'x', recipient_user_id: OWNER, ...here }],
			['/messenger', { operation: 'prompt', purpose: 'prompt', entity_key: 'x', text: 'x', ...here }],
			['/messenger', { operation: 'publish', purpose: 'publish', entity_key: 'x', ...here }],
		];
		for (const entry of ['daily_offer', 'operator_onboard']) {
			const { _svc } = (await contextOf(entry)).body;
			for (const [path, body] of requests)
				expect(problem(await desk.post(path, { _svc, ...body })), `${entry} ${path}`).to.deep.equal([403, 'role_forbids']);
		}
		const schedule = (await contextOf('daily_offer')).body._svc;
		const close = (_svc: string) => desk.post('/event-done', { _svc, event_key: 'u:1', outcome: 'x' });
		expect(problem(await close(schedule)), 'no event but its own').to.deep.equal([404, 'event_not_found']);
		const operator = (await contextOf('operator_onboard')).body._svc;
		expect(problem(await close(operator))).to.deep.equal([403, 'role_forbids']);
		const allowed = (_svc: string) => desk.post('/authorize', { _svc, purpose: 'read_feed', target: 'news.example' });
		expect((await allowed(schedule)).status).to.equal(200);
		expect(problem(await allowed(operator))).to.deep.equal([403, 'role_forbids']);
		const address = 'https://coast-wire.example/1';
		const ofTheDay: readonly (readonly [path: string, body: object])[] = [
			['/news/known', { canonical_urls: [address] }],
			['/news/offer', { topic: null, window_days: 7, day: '2027-01-01', items: [newsOf(address)] }],
			['/news/read', { day: '2027-01-01' }],
			[
				'/messenger',
				{ operation: 'card', purpose: 'card', entity_key: 'd20270101:1', batch_key: 'd20270101', item: 1, recipient_user_id: EDITOR },
			],
		];
		for (const [path, body] of ofTheDay) {
			expect(problem(await desk.post(path, { _svc: operator, ...body })), path).to.deep.equal([403, 'role_forbids']);
			expect((await desk.post(path, { _svc: schedule, ...body })).status, path).to.equal(200);
		}
		expect(problem(await desk.post('/onboarding', { _svc: schedule }))).to.deep.equal([403, 'role_forbids']);
		expect((await desk.post('/onboarding', { _svc: operator })).status).to.equal(200);
		const said = { operation: 'status', purpose: 'offer', entity_key: 'offer:1', text: 'Nothing new today.' };
		expect((await desk.post('/messenger', { _svc: schedule, ...said })).status).to.equal(200);
	});

	it('is refused an entry that the operator has not listed, and allowed one that is', async () => {
		const other = await openDesk({ engine, entries: ['evening_offer'] });
		try {
			const ask = (entry: string) => other.post('/internal', { action: 'context', entry });
			expect(problem(await ask('daily_offer'))).to.deep.equal([403, 'role_forbids']);
			expect((await ask('evening_offer')).status).to.equal(200);
		} finally {
			await other.close();
		}
	});
});
