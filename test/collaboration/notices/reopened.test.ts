/** A question about a post is closed, or a rejection is taken back: what people read, in which message, and who reads it. */
import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import { routeOf } from '@copydesk/domain/desk/route';
import {
	CHANNEL,
	EDITOR,
	OWNER,
	begin,
	claim,
	openDesk,
	postEvent,
	prepared,
	press,
	pressUpdate,
	publish,
	ready,
} from '../../support/collaboration.ts';
import { copiesOf } from '@copydesk/collaboration/materials/read';
import type { TestDesk } from '../../support/collaboration.ts';

describeOnEachEngine('What is taken back', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const shown = (chat: number) => desk.messenger.messages(chat).filter(({ deleted }) => !deleted);
	const texts = (chat: number) => shown(chat).map(({ text, caption }) => text ?? `[${caption}]`);
	const buttons = (chat: number) => shown(chat).flatMap((each) => each.buttons.map(({ text }) => text));

	/** The editor is asked what should change, as the graph does it. */
	async function asked() {
		const at = await ready(desk);
		const { draft_key, version } = at;
		const { _svc, event_key } = await press(desk, EDITOR, at, 'feedback');
		await desk.post('/materials/advance', { _svc, draft_key, version, from: 'ready', to: 'awaiting_feedback' });
		const question = { entity_key: `${draft_key}:1:${event_key}`, text: 'What should change?', draft_key, version };
		await desk.post('/messenger', { _svc, operation: 'prompt', purpose: 'prompt', ...question });
		const told = await desk.post('/decision', { _svc, draft_key, version, decision: 'awaiting_feedback' });
		expect(told.body.notified).to.have.deep.members([OWNER, EDITOR].map((user_id) => ({ user_id, status: 'sent' })));
		return { draft_key, version };
	}
	const close = async (at: { draft_key: string; version: number }) => {
		const { _svc } = await begin(desk, EDITOR, '/cancel');
		return desk.post('/materials/advance', { _svc, ...at, from: 'awaiting_feedback', to: 'ready' });
	};

	it('a question is asked for words and by buttons, and the other gets one message', async () => {
		await asked();
		expect(texts(EDITOR)).to.deep.equal(['[We open on Saturdays.]', 'What should change?', 'Quick changes:']);
		expect(texts(OWNER)).to.deep.equal(['[We open on Saturdays.]', '✏️ Egor Editor is changing “Open on Saturdays” (1).']);
		expect([buttons(OWNER).length, buttons(EDITOR).length]).to.deep.equal([0, 6]);
	});

	it('closed, it gives the buttons back where they were, says so in place, and sends nothing', async () => {
		const at = await asked();
		const sent = () => desk.messenger.calls.filter(({ method }) => method.startsWith('send')).length;
		const before = sent();
		expect((await close(at)).status).to.equal(200);
		expect(sent()).to.equal(before);
		for (const chat of [OWNER, EDITOR]) expect(buttons(chat)).to.include.members(['Publish', 'Feedback', 'Reject']);
		expect(texts(OWNER).at(-1)).to.equal('Nothing changes in “Open on Saturdays” (1). Its buttons work again.');
		const calls = desk.messenger.calls.length;
		await desk.service.tick();
		expect(
			desk.messenger.calls.slice(calls).map(({ method }) => method),
			'the question itself goes, and nothing else',
		).to.deep.equal(['deleteMessage']);
	});

	it('the buttons that came back go with the next decision', async () => {
		const at = await asked();
		await close(at);
		const [copy] = await copiesOf(desk.service.db, at);
		const event = await postEvent(desk, pressUpdate(copy?.userId ?? 0, copy?.messageId ?? 0, `cd1|reject|${at.draft_key}|1`));
		const moved = { _svc: event._svc, ...at, from: 'ready', to: 'rejected' };
		expect((await desk.post('/materials/advance', moved)).status).to.equal(200);
		for (let times = 0; times < 2; times += 1) await desk.post('/decision', { _svc: event._svc, ...at, decision: 'rejected' });
		for (const chat of [OWNER, EDITOR]) expect(buttons(chat)).to.deep.equal(['Undo']);
	});

	it('the buttons come back later where the messenger could not be reached', async () => {
		const at = await asked();
		let isAway = true;
		desk.messenger.rule(({ method }) =>
			isAway && method === 'editMessageReplyMarkup'
				? { refuse: 429, description: 'Too Many Requests: retry after 5', retryAfter: 5 }
				: undefined,
		);
		await close(at);
		expect(buttons(OWNER)).to.deep.equal([]);
		isAway = false;
		desk.clock.nowMs += 60_000;
		await desk.service.tick();
		for (const chat of [OWNER, EDITOR]) expect(buttons(chat)).to.include('Publish');
	});

	it('a rejection that was taken back is said in its place, with who did it', async () => {
		const at = await ready(desk);
		const { draft_key, version } = at;
		const rejected = await press(desk, EDITOR, at, 'reject');
		await desk.post('/materials/advance', { _svc: rejected._svc, draft_key, version, from: 'ready', to: 'rejected' });
		await desk.post('/decision', { _svc: rejected._svc, draft_key, version, decision: 'rejected' });
		const { _svc } = await press(desk, OWNER, at, 'undo');
		const back = await desk.post('/materials/revise', { _svc, draft_key, version, content: {}, reuse: { complete: true } });
		expect(back.body.material).to.include({ version: 2 });
		const counts = () => [OWNER, EDITOR].map((chat) => shown(chat).length);
		const before = counts();
		await desk.post('/decision', { _svc, draft_key, version: 2, decision: 'prepared' });
		expect(counts()).to.deep.equal(before);
		expect(texts(EDITOR).at(-1)).to.match(/^↩️ Olga Owner brought back “Open on Saturdays” \(1\)\./);
		expect(texts(OWNER).at(-1)).to.match(/^↩️ You brought back/);
	});

	it('a second question is not asked: the first is named, and a button closes it', async () => {
		const first = await asked();
		const second = await ready(desk);
		const { intent } = await press(desk, EDITOR, second, 'feedback');
		expect(intent).to.deep.equal({
			kind: 'usage',
			text: 'First answer my question about “Open on Saturdays” (1), or close it.',
			buttons: [[{ action: 'close', ...first }]],
		});
		expect((await press(desk, OWNER, second, 'feedback')).intent).to.include({ kind: 'callback', action: 'feedback' });
		const closing = await postEvent(desk, pressUpdate(EDITOR, 900, `cd1|close|${first.draft_key}|1`));
		expect(routeOf(closing)).to.deep.include({ route: 'settle', decision: 'cancel', subject: first });
		const closed = await desk.post('/materials/advance', { _svc: closing._svc, ...first, from: 'awaiting_feedback', to: 'ready' });
		expect(closed.body.material).to.include({ state: 'ready' });
		expect((await press(desk, EDITOR, second, 'feedback')).intent).to.include({ kind: 'callback' });
	});

	it('a draft that was dropped is told to the other, once, and later where the messenger could not be reached', async () => {
		const { draft_key, _svc: own, event_key } = await prepared(desk);
		const at = { draft_key, version: 1, from: 'text_preparing' };
		const patch = { error_code: 'image_unavailable', error_stage: 'cover' };
		await desk.post('/materials/advance', { _svc: own, ...at, to: 'text_preparing', patch });
		await desk.post('/event-done', { _svc: own, event_key, outcome: 'failed' });
		const { _svc } = await postEvent(desk, pressUpdate(EDITOR, 900, `cd1|drop|${draft_key}|1`));
		let isAway = true;
		desk.messenger.rule(() => (isAway ? { refuse: 429, description: 'Too Many Requests: retry after 5', retryAfter: 5 } : undefined));
		expect((await desk.post('/materials/advance', { _svc, ...at, to: 'rejected' })).status).to.equal(200);
		expect(texts(OWNER)).to.deep.equal([]);
		isAway = false;
		for (let round = 1; round <= 2; round += 1) {
			desk.clock.nowMs += 60_000;
			await desk.service.tick();
		}
		expect(texts(OWNER)).to.deep.equal(['🗑 Egor Editor dropped “Open on Saturdays” (1).']);
		expect(texts(EDITOR), 'the graph tells who pressed').to.deep.equal([]);
	});

	it('a post that the bot may not publish is told to the owner, once, when the editor pressed', async () => {
		const at = await ready(desk);
		const won = await claim(desk, await press(desk, EDITOR, at, 'publish'), at);
		desk.messenger.rule(({ fields }) =>
			fields['chat_id'] === CHANNEL
				? { refuse: 400, description: 'Bad Request: need administrator rights in the channel chat' }
				: undefined,
		);
		await publish(desk, won.body._svc, at);
		for (let round = 1; round <= 2; round += 1) await desk.service.tick();
		const told = texts(OWNER).filter((text) => text.startsWith('⚠️'));
		expect(told).to.have.length(1);
		expect(told[0]).to.match(/^⚠️ Egor Editor pressed Publish for “Open on Saturdays” \(1\), but the bot may not post/);
	});
});
