import { expect } from 'chai';
import { switchContract } from '@copydesk/collaboration/events/contract';
import { MINUTE_MS } from '@copydesk/domain/schedule/zone';
import {
	EDITOR,
	OWNER,
	postEvent,
	prepared,
	press,
	pressUpdate,
	preview,
	ready,
	stateOf,
	textUpdate,
} from '../../support/collaboration.ts';
import type { Ready, TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { until } from '../../support/until.ts';
import { below, carryOut, inChannel, later, openPlanningDesk, pressAt, saidTo, untilBelow } from '../../support/planned.ts';

const HOUR_MS = 60 * MINUTE_MS;

describeOnEachEngine('A post that goes out at a time', (engine) => {
	let desk: TestDesk;
	let at: Ready;
	beforeEach(async () => {
		desk = await openPlanningDesk({ engine });
		at = await ready(desk);
	});
	afterEach(() => desk.close());

	const stateNow = async () => (await stateOf(desk, at))['state'];
	const planStates = async () =>
		(await desk.service.db.query('select state from plan order by made_at_ms, plan_key')).map(({ state }) => state);
	const inHours = (hours: number) => desk.clock.nowMs + hours * HOUR_MS;

	it('offers the next three free hours in place of the buttons, and takes them back', async () => {
		expect(below(desk, OWNER, at)).to.deep.equal(['Publish', 'Later…', 'Feedback', 'Reject']);
		await press(desk, OWNER, at, 'later');
		await untilBelow(desk, OWNER, at, 'Back');
		// The tests begin on Friday 1 January 2027, 00:00 UTC.
		expect(below(desk, OWNER, at)).to.deep.equal(['Fri 1 Jan, 09:00', 'Fri 1 Jan, 18:30', 'Sat 2 Jan, 11:00', 'Other time…', 'Back']);
		await press(desk, OWNER, at, 'not_later');
		await untilBelow(desk, OWNER, at, 'Publish');
		expect(below(desk, EDITOR, at)).to.deep.equal(['Publish', 'Later…', 'Feedback', 'Reject']);
	});

	it('claims the version for its time, says so on both copies, and goes out then', async () => {
		await pressAt(desk, EDITOR, at, inHours(9));
		expect(await stateNow()).to.equal('claimed');
		await desk.service.tick();
		for (const person of [OWNER, EDITOR])
			expect(below(desk, person, at)).to.deep.equal(['🕒 Fri 1 Jan, 09:00', 'Publish now', 'Other time', 'Take off']);
		expect(saidTo(desk, OWNER).at(-1)).to.equal('🕒 Egor Editor planned “Open on Saturdays” (1) for Fri 1 Jan, 09:00 UTC.');
		await later(desk, 9 * HOUR_MS - 1);
		expect(inChannel(desk)).to.equal(0);
		await later(desk, 1);
		expect(inChannel(desk)).to.equal(1);
		expect(await stateNow()).to.equal('published');
		await later(desk, HOUR_MS);
		expect(inChannel(desk)).to.equal(1);
		expect(await planStates()).to.deep.equal(['fired']);
		expect(below(desk, OWNER, at)).to.deep.equal([]);
	});

	it('is moved to another time by either of them', async () => {
		await pressAt(desk, EDITOR, at, inHours(1));
		await pressAt(desk, OWNER, at, inHours(2));
		await later(desk, HOUR_MS + MINUTE_MS);
		expect([inChannel(desk), await planStates()]).to.deep.equal([0, ['moved', 'open']]);
		expect(saidTo(desk, EDITOR).at(-1)).to.contain('Olga Owner moved');
		await later(desk, HOUR_MS);
		expect([inChannel(desk), await planStates()]).to.deep.equal([1, ['moved', 'fired']]);
	});

	it('is planned once when both choose the same time, and nobody is told that it changed', async () => {
		await Promise.all([pressAt(desk, EDITOR, at, inHours(1)), pressAt(desk, OWNER, at, inHours(1))]);
		await desk.service.tick();
		expect(await planStates()).to.deep.equal(['open']);
		expect([...saidTo(desk, OWNER), ...saidTo(desk, EDITOR)].filter((text) => text.includes('moved'))).to.deep.equal([]);
		await later(desk, HOUR_MS);
		expect([inChannel(desk), await planStates()]).to.deep.equal([1, ['fired']]);
	});

	it('does not keep its own next time from being free', async () => {
		await pressAt(desk, EDITOR, at, inHours(9) - 10 * MINUTE_MS);
		await press(desk, OWNER, at, 'later');
		await untilBelow(desk, OWNER, at, 'Back');
		expect(below(desk, OWNER, at)[0]).to.equal('Fri 1 Jan, 09:00');
		await press(desk, OWNER, at, 'next_slot');
		await desk.service.tick();
		expect(below(desk, EDITOR, at)[0]).to.equal('🕒 Fri 1 Jan, 09:00');
	});

	it('is changed only by a press on a message that the desk sent to this person', async () => {
		for (const messageId of [at.owner, 900])
			for (const action of ['publish_now', `at`]) {
				const data = `cd1|${action}|${at.draft_key}|1${action === 'at' ? `|${inHours(1) / MINUTE_MS}` : ''}`;
				const { intent } = await postEvent(desk, pressUpdate(EDITOR, messageId, data));
				expect(intent.text).to.contain('This button is out of date.');
			}
		await pressAt(desk, EDITOR, at, inHours(1));
		for (const action of ['take_off', 'feedback', 'reject'])
			expect((await press(desk, EDITOR, at, action, at.owner)).intent.text, action).to.contain('This button is out of date.');
		expect([await planStates(), inChannel(desk)]).to.deep.equal([['open'], 0]);
		const list = await listed();
		await press(desk, EDITOR, at, 'take_off', list.messageId);
		expect(await planStates(), 'a button that no list has').to.deep.equal(['open']);
		await pressListed(list, 'take_off');
		expect(await planStates()).to.deep.equal(['taken_off']);
	});

	/** The editor's `/plan`, as it arrived. */
	async function listed() {
		await carryOut(desk, textUpdate(EDITOR, '/plan'));
		const list = desk.messenger.messages(EDITOR).findLast(({ text }) => text?.startsWith('Planned:'));
		if (list === undefined) throw new Error('no list arrived');
		// As it was when it arrived: it changes in place.
		return { ...list };
	}
	async function pressListed({ messageId, buttons }: Awaited<ReturnType<typeof listed>>, action: string) {
		const data = buttons.find(({ callback_data }) => callback_data?.startsWith(`cd1|${action}|`))?.callback_data ?? '';
		const update = pressUpdate(EDITOR, messageId, data);
		await carryOut(desk, update);
		await desk.service.tick();
		return saidTo(desk, EDITOR).at(-1);
	}

	it('is changed by a list only while the plan is as the list shows it', async () => {
		await pressAt(desk, EDITOR, at, inHours(9));
		const list = await listed();
		await press(desk, OWNER, at, 'take_off');
		await desk.service.tick();
		expect(await pressListed(list, 'publish_now')).to.contain('This button is out of date.');
		expect([inChannel(desk), await stateNow()], 'it was taken off').to.deep.equal([0, 'ready']);
		await pressAt(desk, OWNER, at, inHours(18.5));
		for (const action of ['publish_now', 'other_time', 'take_off'])
			expect(await pressListed(list, action), action).to.contain('This button is out of date.');
		expect([inChannel(desk), await planStates()], 'it was planned again').to.deep.equal([0, ['taken_off', 'open']]);
		const newer = await listed();
		await desk.service.db.query("update plan set state = 'missed' where state = 'open'");
		expect(await pressListed(newer, 'publish_now'), 'its time was missed').to.contain('This button is out of date.');
		expect(await pressListed(await listed(), 'publish_now')).to.not.contain('out of date');
		expect([inChannel(desk), await stateNow()]).to.deep.equal([1, 'published']);
	});

	it('is shown by a list as it is after each decision of its reader, in the same message', async () => {
		await pressAt(desk, EDITOR, at, inHours(9));
		const list = await listed();
		const shown = () => desk.messenger.messages(EDITOR).find(({ messageId }) => messageId === list.messageId);
		await pressAt(desk, EDITOR, at, inHours(18.5));
		await until(() => shown()?.text?.includes('18:30') === true);
		await pressListed({ ...list, buttons: shown()?.buttons ?? [] }, 'take_off');
		await until(() => shown()?.text === 'Nothing is planned.');
		expect(shown()?.buttons).to.deep.equal([]);
	});

	it('lists more posts than a message has rows of buttons', async () => {
		for (let hour = 1; hour <= 9; hour += 1) await pressAt(desk, EDITOR, hour === 1 ? at : await ready(desk), inHours(hour));
		const { text, buttons } = await listed();
		expect([text?.split('\n').length, new Set(buttons.map(({ callback_data }) => callback_data?.split('|')[2])).size]).to.deep.equal([
			10, 8,
		]);
	});

	it('does not take a slot that another post has taken since it was offered', async () => {
		const other = await ready(desk, OWNER);
		await pressAt(desk, OWNER, at, inHours(9));
		expect((await pressAt(desk, OWNER, other, inHours(9))).intent.text).to.contain('Another post has this time.');
		expect(await planStates()).to.deep.equal(['open']);
		await pressAt(desk, EDITOR, at, inHours(18.5));
		await pressAt(desk, OWNER, other, inHours(9));
		expect(await planStates()).to.deep.equal(['moved', 'open', 'open']);
	});

	it('is not planned by a button for more than 60 days ahead', async () => {
		expect((await pressAt(desk, OWNER, at, inHours(62 * 24))).intent.text).to.contain('at most 60 days');
		expect(await planStates()).to.deep.equal([]);
	});

	it('is taken off, and waits for a decision again', async () => {
		await pressAt(desk, EDITOR, at, inHours(1));
		await press(desk, OWNER, at, 'take_off');
		await later(desk, 2 * HOUR_MS);
		expect([inChannel(desk), await stateNow(), await planStates()]).to.deep.equal([0, 'ready', ['taken_off']]);
		expect(below(desk, EDITOR, at)).to.deep.equal(['Publish', 'Later…', 'Feedback', 'Reject']);
		expect(saidTo(desk, EDITOR).at(-1)).to.contain('Olga Owner took');
	});

	it('is published at once by Publish now, by its own press', async () => {
		await pressAt(desk, EDITOR, at, inHours(5));
		await press(desk, OWNER, at, 'publish_now');
		await desk.service.tick();
		await desk.service.tick();
		expect([inChannel(desk), await stateNow()]).to.deep.equal([1, 'published']);
		expect((await stateOf(desk, at))['claimed_by_user_id']).to.equal(OWNER);
		await later(desk, 6 * HOUR_MS);
		expect(inChannel(desk)).to.equal(1);
	});

	it('is taken off by feedback first', async () => {
		await pressAt(desk, EDITOR, at, inHours(1));
		const event = await press(desk, OWNER, at, 'feedback');
		expect([event.intent.kind, await stateNow()]).to.deep.equal(['callback', 'ready']);
		expect(await planStates()).to.deep.equal(['taken_off']);
	});

	it('is not planned before it is finished, and its person is told to press again', async () => {
		const other = await prepared(desk);
		const owner = (await preview(desk, other, OWNER)).body.delivery.message_id as number;
		const pressed = await pressAt(desk, OWNER, { ...other, owner, editor: 0 }, inHours(1));
		expect(pressed.intent.text).to.equal('This draft is not finished yet. Press again in a moment. Nothing has changed.');
	});

	it('is not planned by a copy that shows other content, though its person has a newer copy', async () => {
		const other = await prepared(desk);
		const { draft_key, version, _svc } = other;
		const older = (await preview(desk, other, OWNER)).body.delivery.message_id as number;
		const step = { _svc, draft_key, version, from: 'text_preparing' };
		await desk.post('/materials/advance', { ...step, to: 'text_preparing', patch: { caption: 'Written by the second one' } });
		const newer = (await preview(desk, other, OWNER)).body.delivery.message_id as number;
		await desk.post('/materials/advance', { ...step, to: 'ready' });
		const states: unknown[] = [];
		for (const owner of [older, newer]) {
			await pressAt(desk, OWNER, { ...other, owner, editor: 0 }, inHours(1));
			states.push(await planStates());
		}
		expect(states).to.deep.equal([[], ['open']]);
	});

	it('is not published by an old Publish button while it is planned', async () => {
		await pressAt(desk, EDITOR, at, inHours(1));
		await carryOut(desk, pressOf('publish'));
		expect([inChannel(desk), await planStates()]).to.deep.equal([0, ['open']]);
	});

	const pressOf = (action: string) => ({
		update_id: 7_000_001,
		callback_query: {
			id: 'cb-old',
			from: { id: OWNER, is_bot: false },
			data: `cd1|${action}|${at.draft_key}|1`,
			message: { message_id: at.owner, date: 0, chat: { id: OWNER, type: 'private' } },
		},
	});

	it('is not planned under contract 1.0.0, by an old copy or in words', async () => {
		await press(desk, EDITOR, at, 'other_time');
		const question = await until(() => desk.messenger.messages(EDITOR).find(({ forceReply }) => forceReply));
		await until(async () => (await desk.service.db.query('select 1 from delivery where message_id = $1', [question.messageId])).length > 0);
		await switchContract(desk.service.db, '1.0.0', desk.clock.nowMs);
		const none = 'This desk plans no posts now. Press Publish when the post should go out. Nothing has changed.';
		for (const action of ['later', 'other_time', 'next_slot', 'publish_now'])
			expect((await press(desk, OWNER, at, action)).intent.text, action).to.equal(none);
		expect((await pressAt(desk, OWNER, at, inHours(1))).intent.text).to.equal(none);
		const answer = textUpdate(EDITOR, 'in 2 hours', { reply_to_message: { message_id: question.messageId } });
		expect((await postEvent(desk, answer)).intent.text).to.equal(none);
		expect([await stateNow(), await planStates()]).to.deep.equal(['ready', []]);
	});

	describe('asked for in words', () => {
		const asked = async () => {
			await press(desk, EDITOR, at, 'other_time');
			const question = () => desk.messenger.messages(EDITOR).find(({ forceReply }) => forceReply);
			const asking = await until(question);
			// An answer is understood once the question's number is kept.
			await until(async () => (await desk.service.db.query('select 1 from delivery where message_id = $1', [asking.messageId])).length > 0);
			return asking.messageId;
		};
		const answer = async (message_id: number, text: string) =>
			postEvent(desk, textUpdate(EDITOR, text, { reply_to_message: { message_id } }));

		it('is planned for what was answered, once', async () => {
			const question = await asked();
			const said = await answer(question, 'tomorrow at 18:30');
			expect(said.intent).to.include({ kind: 'usage' });
			expect(said.intent.text).to.contain('“Open on Saturdays” (1) goes out on Sat 2 Jan, 18:30 UTC');
			expect(await stateNow()).to.equal('claimed');
			expect((await answer(question, '20:00')).intent.text).to.contain('That question is closed.');
			expect(await planStates()).to.deep.equal(['open']);
		});

		it('is asked back with what was understood, and the question stays', async () => {
			const question = await asked();
			expect((await answer(question, 'soon')).intent.text).to.contain('When? Write for example');
			expect((await answer(question, '31.12.2026 18:00')).intent.text).to.contain('is past');
			expect((await answer(question, '24.12.2027 18:00')).intent.text).to.contain('too far ahead');
			expect((await answer(question, '31.2. 18:00')).intent.text).to.contain('There is no 31.2.2027');
			expect(await stateNow()).to.equal('ready');
			await answer(question, 'in 2 hours');
			expect(await stateNow()).to.equal('claimed');
		});

		it('takes a reply to what it asked back, however often', async () => {
			await asked();
			const said = async (text: string, more: object, answer: string) => {
				await carryOut(desk, textUpdate(EDITOR, text, { date: desk.clock.nowMs / 1000, ...more }));
				const [message_id] = desk.messenger.messages(EDITOR).flatMap((each) => (each.text?.includes(answer) ? [each.messageId] : []));
				expect(message_id, answer).to.be.a('number');
				return { reply_to_message: { message_id } };
			};
			const first = await said('24.12.2027 18:00', {}, 'too far ahead');
			const second = await said('soon', first, 'When? Write');
			await said('fri 18:00', second, 'goes out on');
			expect(saidTo(desk, EDITOR).at(-1)).to.contain('(1) goes out on Fri 1 Jan, 18:00 UTC');
		});

		it('takes a time without a reply, and leaves other words to be a request', async () => {
			await asked();
			expect((await postEvent(desk, textUpdate(EDITOR, 'Our clinic opens a second room on Monday'))).intent.kind).to.equal('post_request');
			expect((await postEvent(desk, textUpdate(EDITOR, '18:30'))).intent.text).to.contain('goes out on');
		});
	});

	it('is listed in order, with buttons, and counted', async () => {
		const other = await ready(desk, OWNER);
		await pressAt(desk, EDITOR, at, inHours(3));
		await pressAt(desk, OWNER, other, inHours(2));
		const { intent } = await postEvent(desk, textUpdate(OWNER, '/plan'));
		expect(intent.text.split('\n').slice(1)).to.deep.equal([
			'• Fri 1 Jan, 02:00: “Open on Saturdays” (2), approved by Olga Owner',
			'• Fri 1 Jan, 03:00: “Open on Saturdays” (1), approved by Egor Editor',
		]);
		expect(intent.buttons.map((row: { action: string }[]) => row.map(({ action }) => action))).to.deep.equal([
			['publish_now', 'other_time', 'take_off'],
			['publish_now', 'other_time', 'take_off'],
		]);
		const one = await postEvent(desk, textUpdate(EDITOR, '/draft 2'));
		expect([one.intent.text, one.intent.buttons.length]).to.deep.equal([
			'Planned:\n• Fri 1 Jan, 02:00: “Open on Saturdays” (2), approved by Olga Owner',
			1,
		]);
		expect((await postEvent(desk, textUpdate(OWNER, '/status'))).intent.text).to.equal(
			'Planned:\n' +
				'• “Open on Saturdays” (2) goes out on Fri 1 Jan, 02:00.\n• “Open on Saturdays” (1) goes out on Fri 1 Jan, 03:00.\n\n' +
				'2 posts are planned: /plan',
		);
	});
});
