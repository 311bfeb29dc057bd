/** What a press or a command decides about a draft, the service decides with the event and tells of it by itself. */
import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import {
	EDITOR,
	OWNER,
	newExecutionId,
	offeredByDay,
	openDesk,
	prepared,
	pressCard,
	pressUpdate,
	ready,
	stateOf,
	textUpdate,
} from '../../support/collaboration.ts';
import type { Ready, TestDesk } from '../../support/collaboration.ts';
import { until } from '../../support/until.ts';

const LEASE_MS = 61_000;
const MAIN = { can_wait: true, can_end: true };
/** A main graph that a person kept. */
const EARLIER = { can_wait: true };

describeOnEachEngine('A decision about a draft', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine, withWebhook: true, main: async (update) => (await take(update)).status });
	});
	afterEach(() => desk.close());

	const take = (update: object, can: object = MAIN) => desk.post('/event', { update, execution_id: newExecutionId(), ...can });
	const press = async (from: number, at: Partial<Ready> & { draft_key: string; version: number }, action: string, can: object = MAIN) => {
		const messageId = (from === OWNER ? at.owner : at.editor) ?? 900;
		return (await take(pressUpdate(from, messageId, `cd1|${action}|${at.draft_key}|${at.version}`), can)).body;
	};
	const texts = (userId: number) => desk.messenger.messages(userId).map(({ text }) => text ?? '');
	const count = (userId: number, what: RegExp) => texts(userId).filter((text) => what.test(text)).length;
	const eventOf = async (key: string) => (await desk.service.db.query('select state, outcome from event where event_key = $1', [key]))[0];
	const closed = async ({ event_key }: { event_key: string }) => until(async () => (await eventOf(event_key))?.['state'] === 'handled');
	/** The execution went silent, and the service posts the event again. */
	const again = async () => {
		desk.clock.nowMs += LEASE_MS;
		await desk.service.tick();
	};
	/** A draft that stopped before it was shown. */
	const stopped = async () => {
		const at = await prepared(desk);
		const patch = { error_code: 'title_too_long', error_stage: 'text' };
		await desk.post('/materials/advance', { ...at, event_key: undefined, from: 'text_preparing', to: 'text_preparing', patch });
		await desk.post('/event-done', { _svc: at._svc, event_key: at.event_key, outcome: 'failed' });
		return at;
	};

	it('rejects it with the press, tells both, and gives a person’s own steps the draft', async () => {
		const at = await ready(desk);
		const event = await press(OWNER, at, 'reject');
		expect(event).to.deep.include({ ended: true, _svc: null });
		expect(event.rejected).to.deep.include({ draft_key: at.draft_key, version: 1, title: 'Open on Saturdays' });
		expect(await stateOf(desk, at), 'before anything is told').to.include({ state: 'rejected' });
		await closed(event);
		for (const person of [OWNER, EDITOR]) expect(count(person, /rejected/i), String(person)).to.equal(1);
		expect(desk.messenger.messages(OWNER).find(({ messageId }) => messageId === at.owner)?.buttons).to.deep.equal([]);
	});

	it('asks what should change, and a reply that wants nothing closes the question', async () => {
		const at = await ready(desk);
		await closed(await press(EDITOR, at, 'feedback'));
		expect(await stateOf(desk, at)).to.include({ state: 'awaiting_feedback', feedback_actor_user_id: EDITOR });
		const question = desk.messenger.messages(EDITOR).find(({ text }) => /what should change/i.test(text ?? ''));
		const reply = { reply_to_message: { message_id: question?.messageId ?? 0, date: 1, chat: { id: EDITOR, type: 'private' } } };
		const event = (await take(textUpdate(EDITOR, 'never mind', reply))).body;
		expect(event).to.include({ ended: true, rejected: null });
		await closed(event);
		expect(await stateOf(desk, at)).to.include({ state: 'ready' });
		expect(count(EDITOR, /nothing (?:changes|changed)|closed/i)).to.be.above(0);
	});

	it('closes an open question by /cancel, once, and says so', async () => {
		const at = await ready(desk);
		await closed(await press(EDITOR, at, 'feedback'));
		const before = texts(EDITOR).length;
		await closed((await take(textUpdate(EDITOR, '/cancel'))).body);
		expect(await stateOf(desk, at)).to.include({ state: 'ready' });
		const said = texts(EDITOR).slice(before);
		expect(said).to.have.length(1);
		expect(said[0]).not.to.match(/nothing to close/);
		await closed((await take(textUpdate(EDITOR, '/cancel'))).body);
		expect(texts(EDITOR).at(-1)).to.match(/^There is nothing to close/);
	});

	it('tells the second of two who press why nothing came of it', async () => {
		const at = await ready(desk);
		await closed(await press(OWNER, at, 'reject'));
		const event = await press(EDITOR, at, 'feedback');
		expect(event).to.include({ ended: true, rejected: null });
		await closed(event);
		expect(texts(EDITOR).at(-1)).to.equal('It is already rejected. Nothing has changed.');
		expect(await stateOf(desk, at)).to.include({ state: 'rejected', feedback_actor_user_id: null });
	});

	it('drops a draft that stopped, and asks for another title of one', async () => {
		const at = await stopped();
		await closed(await press(EDITOR, at, 'edit_title'));
		expect(count(EDITOR, /title/i), 'the question').to.equal(1);
		await closed(await press(EDITOR, at, 'send_link'));
		expect(count(EDITOR, /link/i), 'the question for a link').to.equal(1);
		await closed(await press(EDITOR, at, 'drop'));
		expect(await stateOf(desk, at)).to.include({ state: 'rejected' });
		expect(count(OWNER, /drop/i), 'the other one is told').to.equal(1);
		expect(count(EDITOR, /drop|given up|ended|rejected/i)).to.be.above(0);
	});

	it('drops no draft that another event works on before the person says so once more', async () => {
		const at = await prepared(desk);
		await closed(await press(OWNER, at, 'drop'));
		expect(await stateOf(desk, at)).to.include({ state: 'text_preparing' });
		const warned = desk.messenger.messages(OWNER).at(-1);
		expect(warned?.buttons.map(({ callback_data }) => callback_data)).to.deep.equal([`cd1|drop_anyway|${at.draft_key}|1`]);
		await closed(await press(OWNER, at, 'drop_anyway'));
		expect(await stateOf(desk, at)).to.include({ state: 'rejected' });
	});

	it('is dropped or goes on when both are pressed at the same moment, and the one who came too late is told', async () => {
		for (let round = 0; round < 6; round += 1) {
			const at = await stopped();
			const before = { [OWNER]: texts(OWNER).length, [EDITOR]: texts(EDITOR).length };
			const pressed = [() => press(EDITOR, at, 'drop'), () => press(OWNER, at, 'retry')];
			const taken = await Promise.all((round % 2 === 0 ? pressed : pressed.toReversed()).map(async (each) => each()));
			const [dropped, retried] = round % 2 === 0 ? taken : taken.toReversed();
			expect(dropped, `${round}`).to.include({ ended: true });
			await closed(dropped);
			const { draft_key, version } = at;
			const step = { _svc: retried._svc, draft_key, version, from: 'text_preparing', to: 'text_preparing' };
			const went = retried.ended === true ? undefined : await desk.post('/materials/advance', step);
			const { state } = await stateOf(desk, at);
			const wasDropped = state === 'rejected';
			expect(went?.status ?? 409, `${round}: ${state}`).to.equal(wasDropped ? 409 : 200);
			const late = wasDropped ? OWNER : EDITOR;
			const told = texts(late).slice(before[late]);
			expect(told.join('\n'), `${round}`).to.match(wasDropped ? /drop/i : /“Try again” first|I am working on/);
			await desk.post('/event-done', { _svc: retried._svc ?? at._svc, event_key: retried.event_key, outcome: 'handled' });
		}
	});

	it('brings a rejected draft back with the press, and leaves its preview to the graphs', async () => {
		const at = await ready(desk);
		await closed(await press(OWNER, at, 'reject'));
		const event = await press(OWNER, at, 'undo');
		expect(event).to.include({ ended: false }).and.to.have.property('_svc').that.is.a('string');
		expect(await stateOf(desk, { ...at, version: 2 })).to.include({ state: 'text_preparing' });
		expect(await eventOf(event.event_key)).to.include({ state: 'stored' });
	});

	it('skips an item of news with the press, for both', async () => {
		const { batch_key, owner } = await offeredByDay(desk, '2027-01-01', ['https://coast-wire.example/one']);
		const event = (await take(pressUpdate(OWNER, owner[0] ?? 0, `cd1|skip|${batch_key}|1|1`))).body;
		expect(event).to.include({ ended: true });
		await closed(event);
		const [item] = await desk.service.db.query('select state from news_item where batch_key = $1', [batch_key]);
		expect(item).to.include({ state: 'dismissed' });
		expect(count(EDITOR, /dismissed|skipped|not taken/i)).to.equal(1);
		const late = await pressCard(desk, EDITOR, 'skip', batch_key, 1, 1);
		expect(late.ended).to.equal(null);
	});

	it('is told once where the service died between deciding and telling', async () => {
		const at = await ready(desk);
		await closed(await press(EDITOR, at, 'feedback'));
		const before = texts(EDITOR).length;
		const { database, messenger, clock } = desk;
		const watch = (sql: string) => {
			if (/insert into "delivery"/.test(sql)) throw new Error('dead');
		};
		const dead = await openDesk({ engine, database, messenger, clock, withWebhook: true, watch });
		const { body } = await dead.post('/event', { update: textUpdate(EDITOR, '/cancel'), execution_id: newExecutionId(), ...MAIN });
		await dead.die();
		expect(await stateOf(desk, at)).to.include({ state: 'ready' });
		expect(await eventOf(body.event_key)).to.include({ state: 'stored' });
		expect(texts(EDITOR).slice(before)).to.deep.equal([]);
		await again();
		await closed(body);
		await again();
		expect(texts(EDITOR).slice(before)).to.have.length(1);
		expect(await stateOf(desk, at)).to.include({ state: 'ready' });
	});

	it('is found by an earlier main graph that runs its event again', async () => {
		const at = await ready(desk);
		const update = pressUpdate(OWNER, at.owner, `cd1|reject|${at.draft_key}|1`);
		const { event_key } = (await take(update)).body;
		await until(async () => (await eventOf(event_key))?.['state'] === 'handled');
		await desk.service.db.query(
			"update event set state = 'stored', closed_at_ms = null, replay_open = 1, replays = 1 where event_key = $1",
			[event_key],
		);
		const { body } = await take(update, EARLIER);
		expect(body).to.include({ replay: true, ended: null });
		const moved = await desk.post('/materials/advance', {
			_svc: body._svc,
			draft_key: at.draft_key,
			version: 1,
			from: 'ready',
			to: 'rejected',
		});
		expect([moved.status, moved.body.state]).to.deep.equal([409, 'rejected']);
	});

	it('is decided and told by /settle for a main graph of before, once', async () => {
		const at = await ready(desk);
		const { _svc } = await press(OWNER, at, 'reject', EARLIER);
		for (let turn = 0; turn < 2; turn += 1) {
			const { status, body } = await desk.post('/settle', { _svc });
			expect(status).to.equal(200);
			expect(body).to.include({ refused: false });
			expect(body.material).to.include({ draft_key: at.draft_key, state: 'rejected' });
		}
		for (const person of [OWNER, EDITOR]) expect(count(person, /rejected/i), String(person)).to.equal(1);
		const late = await press(EDITOR, at, 'reject', EARLIER);
		expect((await desk.post('/settle', { _svc: late._svc })).body).to.include({ refused: true });
	});

	it('that is found out too late changes nothing and is told: the page of the rejected draft is another one’s by now', async () => {
		const at = await ready(desk);
		await closed(await press(OWNER, at, 'reject'));
		const url = 'https://coast-wire.example/taken';
		const news = "update material set kind = 'news', link = $1, canonical_url = $1 where draft_key = $2";
		await desk.service.db.query(news, [url, at.draft_key]);
		const other = await ready(desk, OWNER);
		await desk.service.db.query(news, [url, other.draft_key]);
		const event = await press(OWNER, at, 'undo');
		expect(event).to.include({ ended: true });
		await closed(event);
		expect(await stateOf(desk, { ...at, version: 2 })).to.equal(undefined);
		expect(await stateOf(desk, at)).to.include({ state: 'rejected' });
		expect(texts(OWNER).at(-1)).to.match(/another (?:draft|post)|already/i);
	});
});
