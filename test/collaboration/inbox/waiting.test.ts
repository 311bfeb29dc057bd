import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import { EDITOR, OWNER, newExecutionId, openDesk, pressUpdate, ready, textUpdate, type TestDesk } from '../../support/collaboration.ts';

const MINUTE = 60_000;

describeOnEachEngine('More requests than the desk works on at once', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine, withWebhook: true, atOnce: 2 });
	});
	afterEach(() => desk.close());

	const take = async (update: object, more: object = { can_wait: true }) =>
		(await desk.post('/event', { update, execution_id: newExecutionId(), ...more })).body;
	const ask = (from: number, more?: object) => take(textUpdate(from, '/post Open on Saturdays'), more);
	const done = async ({ _svc, event_key }: { _svc: string; event_key: string }) => {
		await desk.post('/event-done', { _svc, event_key, outcome: 'handled' });
		await desk.service.tick();
	};
	const later = async (ms: number) => {
		desk.clock.nowMs += ms;
		await desk.service.tick();
	};

	it('are stored and wait, and each is posted when another one is done, in the order in which they came', async () => {
		const [first, second] = [await ask(OWNER), await ask(EDITOR)];
		expect([first.waits, second.waits]).to.deep.equal([false, false]);
		const [third, fourth] = [textUpdate(OWNER, '/post The third'), textUpdate(EDITOR, '/post The fourth')];
		expect((await take(third)).waits).to.equal(true);
		expect((await take(fourth)).waits).to.equal(true);
		await desk.service.tick();
		expect(desk.posted).to.deep.equal([]);
		await done(first);
		expect(desk.posted).to.deep.equal([third]);
		const taken = await take(third);
		expect(taken, 'it is worked on for the first time').to.include({ admitted: true, replay: false, waits: false });
		expect(await take(third)).to.include({ admitted: false, reason: 'duplicate' });
		await done(taken);
		expect(desk.posted).to.deep.equal([third, fourth]);
		await done(second);
		expect(desk.posted, 'each once').to.have.length(2);
	});

	it('do not overtake each other, though there is room again', async () => {
		const [first] = [await ask(OWNER), await ask(OWNER)];
		const third = textUpdate(OWNER, '/post The third');
		expect((await take(third)).waits).to.equal(true);
		desk.webhookAnswers = ['refused'];
		await desk.post('/event-done', { _svc: first._svc, event_key: first.event_key, outcome: 'handled' });
		expect((await ask(EDITOR)).waits).to.equal(true);
	});

	it('do not wait for work that was given up, and do not count as silent while they wait', async () => {
		await ask(OWNER);
		await ask(EDITOR);
		const third = textUpdate(OWNER, '/post The third');
		await take(third);
		const isPosted = () => desk.posted.some((update) => (update as typeof third).update_id === third.update_id);
		for (let minute = 0; minute < 12 && !isPosted(); minute += 1) await later(MINUTE);
		expect(isPosted()).to.equal(true);
		const states = await desk.service.db.query('select state, replays from event order by update_id');
		expect(states).to.deep.equal([
			{ state: 'abandoned', replays: 3 },
			{ state: 'abandoned', replays: 3 },
			{ state: 'stored', replays: 0 },
		]);
	});

	it('are never presses or commands, and nothing of a caller that does not know how to wait', async () => {
		const at = await ready(desk);
		await ask(OWNER);
		await ask(EDITOR);
		expect(await take(pressUpdate(OWNER, at.owner, `cd1|publish|${at.draft_key}|1`))).to.include({ admitted: true, waits: false });
		expect(await take(textUpdate(OWNER, '/news ferries'))).to.include({ admitted: true, waits: false });
		expect(await ask(EDITOR, {})).to.include({ admitted: true, waits: false });
	});

	it('are kept when the webhook is not there, and posted again once they went silent', async () => {
		const first = await ask(OWNER);
		const second = await ask(EDITOR);
		const third = textUpdate(OWNER, '/post The third');
		await take(third);
		desk.webhookAnswers = [503];
		await done(first);
		await desk.service.tick();
		expect(desk.posted).to.deep.equal([third, third]);
		await done(second);
		await later(MINUTE);
		expect(desk.posted, 'the execution that took it died').to.have.length(3);
		expect(await take(third)).to.include({ admitted: true, replay: true });
	});

	it('are posted by one of two instances', async () => {
		const [first] = [await ask(OWNER), await ask(EDITOR), await ask(OWNER)];
		const sibling = await desk.sibling();
		try {
			await desk.service.db.query(`update event set state = 'handled', closed_at_ms = 1 where event_key = $1`, [first.event_key]);
			await Promise.all([desk.service.tick(), sibling.service.tick()]);
			expect(desk.posted.length + sibling.posted.length).to.equal(1);
		} finally {
			await sibling.close();
		}
	});
});
