/** What is only said, the service says by itself, for a main graph that leaves it to it. */
import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import { EDITOR, OWNER, newExecutionId, openDesk, pressUpdate, ready, textUpdate, type TestDesk } from '../../support/collaboration.ts';
import { until } from '../../support/until.ts';

const LEASE_MS = 61_000;
const MAIN = { can_wait: true, can_end: true };

describeOnEachEngine('An event that asks for words alone', (engine) => {
	let desk: TestDesk;
	/** What the main graph says that it heeds, when an event is posted to it again. */
	let main: object;
	beforeEach(async () => {
		main = MAIN;
		desk = await openDesk({ engine, withWebhook: true, main: async (update) => (await take(update, main)).status });
	});
	afterEach(() => desk.close());

	const take = (update: object, can: object = MAIN) => desk.post('/event', { update, execution_id: newExecutionId(), ...can });
	const saidTo = (userId: number) => desk.messenger.messages(userId).map(({ text }) => text ?? '');
	const state = async (key: string) => (await desk.service.db.query('select state, outcome from event where event_key = $1', [key]))[0];
	const closed = (key: string) => until(async () => (await state(key))?.['state'] === 'handled');
	const toasts = () => desk.messenger.accepted.filter(({ method }) => method === 'answerCallbackQuery').map(({ fields }) => fields['text']);

	for (const [words, answer] of [
		['/help', /\/post/],
		['/status', /^Nothing is in progress/],
		['/settings', /settings/i],
		['/language', /English/],
		['/plan', /planned/],
		['/sources', /^I have read no feed yet/],
		['/cancel', /^There is nothing to close/],
		['/draft', /\/draft/],
		['thanks', /\S/],
	] as const)
		it(`is answered and closed: ${words}`, async () => {
			const { body } = await take(textUpdate(OWNER, words));
			expect(body).to.deep.include({ admitted: true, ended: true, _svc: null, intent: { kind: 'ignored' } });
			await closed(body.event_key);
			expect(saidTo(OWNER)).to.have.length(1);
			expect(saidTo(OWNER)[0]).to.match(answer);
		});

	it('is left to a main graph that says so by saying nothing: it gets the words, and may act', async () => {
		const { body } = await take(textUpdate(OWNER, '/help'), { can_wait: true });
		expect(body).to.include({ ended: null }).and.to.have.property('_svc').that.is.a('string');
		expect(body.intent.text).to.match(/\/post/);
		expect(saidTo(OWNER)).to.deep.equal([]);
		expect(await state(body.event_key)).to.include({ state: 'stored' });
	});

	it('is answered at the button and in its message, by a press', async () => {
		await take(textUpdate(OWNER, '/settings'));
		await until(() => saidTo(OWNER).length === 1);
		const [panel] = desk.messenger.messages(OWNER);
		const button = panel?.buttons?.flat().find(({ callback_data }) => callback_data?.startsWith('cd1|settings|'));
		const { body } = await take(pressUpdate(OWNER, panel?.messageId ?? 0, button?.callback_data ?? ''));
		expect(body).to.include({ ended: true });
		await closed(body.event_key);
		expect(saidTo(OWNER), 'the message of the press is edited').to.have.length(1);
		expect(toasts()).to.have.length(1);
	});

	it('is answered at the button alone where the press is outdated', async () => {
		const at = await ready(desk);
		const before = saidTo(OWNER).length;
		const { body } = await take(pressUpdate(OWNER, at.owner + 1_000, `cd1|back|${at.draft_key}|1`));
		expect(body).to.include({ ended: true });
		await closed(body.event_key);
		expect(await state(body.event_key)).to.include({ outcome: 'ignored' });
		// The press was answered without its last word, which has to be read: that is a message.
		expect(toasts()).to.deep.equal([undefined]);
		expect(saidTo(OWNER).slice(before)).to.deep.equal(['This button is out of date. Use the newest preview.']);
	});

	it('is answered once, though nothing was said before the service died', async () => {
		// Stored and decided, and no word of it.
		const { body } = await take(textUpdate(EDITOR, '/help'), { can_wait: true });
		desk.clock.nowMs += LEASE_MS;
		await desk.service.tick();
		await closed(body.event_key);
		desk.clock.nowMs += LEASE_MS;
		await desk.service.tick();
		expect(saidTo(EDITOR)).to.have.length(1);
		expect(desk.posted).to.have.length(1);
	});

	it('is answered once, though the service died between the answer and its end, or an earlier graph had said it', async () => {
		const { body } = await take(textUpdate(EDITOR, '/help'), { can_wait: true });
		const said = { operation: 'status', purpose: 'status', entity_key: `${body.event_key}:textOfItem`, text: body.intent.text };
		expect((await desk.post('/messenger', { _svc: body._svc, ...said })).body.delivery).to.include({ status: 'sent' });
		desk.clock.nowMs += LEASE_MS;
		await desk.service.tick();
		await closed(body.event_key);
		expect(saidTo(EDITOR)).to.have.length(1);
	});

	it('is still answered by a main graph that a person kept, after a new one began it', async () => {
		main = { can_wait: true };
		const { body } = await take(textUpdate(EDITOR, '/help'), { can_wait: true });
		desk.clock.nowMs += LEASE_MS;
		await desk.service.tick();
		expect(desk.posted).to.have.length(1);
		expect(await state(body.event_key), 'the graph says it and closes the event').to.include({ state: 'stored' });
		expect(saidTo(EDITOR)).to.deep.equal([]);
	});

	it('ends with what an AI understood of a message, where that asks for words alone', async () => {
		const chat = { kind: 'chat', posts: [], change: 0, topic: 'none', about: '' };
		const brief = { ...chat, order: { do: 'none', draft: 0, when: '', setting: 'none' } };
		const event = (await take(textUpdate(OWNER, 'what a lovely day by the harbour it is'), { ...MAIN, can_brief: true })).body;
		expect(event).to.include({ ended: false });
		const { _svc } = event;
		await desk.post('/authorize', { _svc, purpose: 'brief', target: 'ai' });
		const { body } = await desk.post('/brief', { _svc, brief, can_end: true });
		expect(body).to.include({ ended: true, _svc: null });
		await closed(event.event_key);
		expect(saidTo(OWNER)).to.have.length(1);
	});

	it('goes on to the graphs where a draft follows, with its press answered', async () => {
		const at = await ready(desk);
		const { body } = await take(pressUpdate(OWNER, at.owner, `cd1|publish|${at.draft_key}|1`));
		expect(body).to.include({ ended: false }).and.to.have.property('_svc').that.is.a('string');
		expect(await state(body.event_key)).to.include({ state: 'stored' });
		await until(() => toasts().length === 1);
		expect(toasts()).to.deep.equal(['Publishing…']);
	});
});
