import { expect } from 'chai';
import type { Budget } from '@copydesk/collaboration/admissions/budget';
import { readPrices, type Prices } from '@copydesk/domain/ai/prices';
import { describeOnEachEngine } from '../../support/databases.ts';
import { EDITOR, EPOCH, OWNER, newExecutionId, openDesk, pressUpdate, ready, textUpdate } from '../../support/collaboration.ts';
import type { DeskOptions, TestDesk } from '../../support/collaboration.ts';
import { waitsOf } from '../../support/waits.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describeOnEachEngine('A request that comes at the limit', (engine) => {
	let desk: TestDesk;
	const open = async (budget: Budget = { perHour: 1, perDay: 0 }, more: DeskOptions = {}) => {
		desk = await openDesk({ engine, withWebhook: true, timeZone: 'Europe/Berlin', budget, ...more });
	};
	afterEach(() => desk.close());

	const { take, ask, pay, at } = waitsOf(() => desk);
	/** How often an update was posted to n8n. */
	const posts = ({ update_id }: { update_id: number }) =>
		desk.posted.filter((update) => (update as { update_id: number }).update_id === update_id).length;
	/** What somebody has of the desk about what waits: texts, and the data of the buttons below. */
	const shownTo = (chat: number) =>
		desk.messenger
			.messages(chat)
			.filter(({ text }) => /^[⏳▶✖]/u.test(text ?? ''))
			.map(({ messageId, text = '', buttons }) => ({ messageId, text, buttons: buttons.map(({ callback_data }) => callback_data) }));

	it('waits in the inbox, says until when in the zone of the desk, and is carried out by itself, once', async () => {
		await open();
		await pay(await ask(EDITOR));
		desk.clock.nowMs = EPOCH + MINUTE;
		const update = textUpdate(EDITOR, '/post The second');
		expect(await take(update)).to.include({ admitted: true, waits: true });
		await at(2 * MINUTE);
		const key = `u:${update.update_id}`;
		const [told] = shownTo(EDITOR);
		expect(told?.text).to.equal('⏳ The limit for this hour is reached. I’ll continue at 02:00.\n\n“The second”');
		expect(told?.buttons).to.deep.equal([`cd1|cancel_wait|${key}|1`]);
		const [owners] = shownTo(OWNER);
		expect(owners?.text).to.include('Egor Editor has reached the limit for this hour. I’ll continue at 02:00.');
		expect(owners?.buttons).to.deep.equal([`cd1|lift_limit|${key}|1`]);
		const { intent } = await take(textUpdate(OWNER, '/status'));
		expect(intent.text).to.include('The limit for this hour is reached. One request waits: I’ll continue it at 02:00.');
		await at(HOUR - 1);
		expect(posts(update)).to.equal(0);
		await at(HOUR);
		expect(posts(update)).to.equal(1);
		const taken = await take(update);
		expect(taken).to.include({ admitted: true, waits: false, replay: false });
		expect((await pay(taken)).status).to.equal(200);
		expect(await take(update)).to.include({ reason: 'duplicate' });
		await at(HOUR + 2_000);
		expect(shownTo(EDITOR).map(({ text, buttons }) => [text, buttons])).to.deep.equal([['▶️ I’m continuing.', []]]);
	});

	it('waits again when the limit is reached again, and is told in the same message', async () => {
		await open();
		await pay(await ask(EDITOR));
		const update = textUpdate(EDITOR, '/post The second');
		await take(update);
		await at(HOUR);
		desk.clock.nowMs += 1;
		await pay(await ask(EDITOR));
		expect(await take(update)).to.include({ waits: true });
		await at(HOUR + MINUTE);
		const [told, ...more] = shownTo(EDITOR);
		expect([told?.text, more]).to.deep.equal(['⏳ The limit for this hour is reached. I’ll continue at 03:01.\n\n“The second”', []]);
	});

	it('that is reached in the middle of its work goes on where it was, and its execution ends without a word', async () => {
		await open({ perHour: 1, perDay: 0 });
		const update = textUpdate(EDITOR, '/post Trains');
		const event = await take(update, '77');
		const { body } = await desk.post('/materials/create', { _svc: event._svc, content: { kind: 'post', request: 'Trains' } });
		await pay(event);
		await desk.post('/materials/advance', {
			_svc: event._svc,
			draft_key: body.material.draft_key,
			version: 1,
			from: 'text_generating',
			to: 'text_preparing',
			patch: { title: 'Trains', subtitle: 'They run', body: 'They run on Sundays.' },
		});
		const refused = await pay(event, 'caption_check');
		expect([refused.status, refused.body.code, refused.body.until, refused.body.waits]).to.deep.equal([
			...[429, 'budget_spent', EPOCH + HOUR, true],
		]);
		const failed = { execution_id: '77', workflow_id: 'w', node_name: 'Ask', error_class: 'NodeApiError' };
		expect((await desk.post('/execution-failure', failed)).body.delivery.error_code).to.equal('superseded');
		await at(MINUTE);
		expect(shownTo(EDITOR).map(({ text }) => text.split('\n')[0])).to.deep.equal([
			'⏳ The limit for this hour is reached. I’ll continue at 02:00.',
		]);
		await at(HOUR);
		expect(desk.posted).to.deep.equal([update]);
		const again = await take(update);
		expect(again).to.include({ replay: true, waits: false });
		expect((await pay(again, 'caption_check')).status).to.equal(200);
	});

	/** The editor's second request waits, and its message is out. */
	const waiting = async () => {
		await open();
		await pay(await ask(EDITOR));
		const update = textUpdate(EDITOR, '/post The second');
		await take(update);
		await at(MINUTE);
		const pressed = async (from: number, action: string) => {
			const event = await take(pressUpdate(from, shownTo(from)[0]?.messageId ?? 900, `cd1|${action}|u:${update.update_id}|1`));
			await desk.post('/event-done', { _svc: event._svc, event_key: event.event_key, outcome: 'handled' });
			return event;
		};
		return { update, pressed };
	};

	it('is cancelled by its person, once, and never carried out', async () => {
		const { update, pressed } = await waiting();
		desk.clock.nowMs = EPOCH + HOUR - 1;
		expect((await pressed(EDITOR, 'cancel_wait')).intent.kind).to.equal('callback');
		expect((await pressed(EDITOR, 'cancel_wait')).intent.text).to.include('is no longer waiting');
		await at(2 * HOUR);
		expect(posts(update)).to.equal(0);
		expect(shownTo(EDITOR).map(({ text, buttons }) => [text, buttons])).to.deep.equal([['✖️ Cancelled.', []]]);
		const rows = await desk.service.db.query(`select action, actor_user_id from audit where action = 'event.cancelled'`);
		expect(rows).to.deep.equal([{ action: 'event.cancelled', actor_user_id: EDITOR }]);
	});

	it('comes too late to be cancelled once it is on its way', async () => {
		const { update, pressed } = await waiting();
		await at(HOUR);
		expect((await pressed(EDITOR, 'cancel_wait')).intent.text).to.include('is no longer waiting');
		expect(await take(update)).to.include({ admitted: true, waits: false });
	});

	it('is let go on by the owner alone, for this one request, and that is audited', async () => {
		const { update, pressed } = await waiting();
		expect((await pressed(EDITOR, 'lift_limit')).intent.text).to.equal('Only the owner can lift the limit.');
		await pressed(OWNER, 'lift_limit');
		expect((await pressed(OWNER, 'lift_limit')).intent.kind, 'a second press').to.equal('usage');
		await at(MINUTE + 1_000);
		expect(posts(update)).to.equal(1);
		const event = await take(update);
		expect(event).to.include({ waits: false });
		expect([(await pay(event)).status, (await pay(event, 'caption_check')).status]).to.deep.equal([200, 200]);
		expect(await ask(EDITOR, 'Another one')).to.include({ waits: true });
		await at(3 * MINUTE);
		expect(shownTo(EDITOR)[0]?.text).to.equal('▶️ Olga Owner lifted the limit for this request. I’m continuing.');
		const rows = await desk.service.db.query(`select actor_user_id, entity from audit where action = 'limit.lifted'`);
		expect(rows).to.deep.equal([{ actor_user_id: OWNER, entity: `event:u:${update.update_id}` }]);
	});

	it('goes on at once when the owner raises the limit', async () => {
		await open({ perHour: 3, perDay: 0 });
		await take(textUpdate(OWNER, '/settings paid_per_hour 1'));
		await pay(await ask(EDITOR));
		const update = textUpdate(EDITOR, '/post The second');
		expect(await take(update)).to.include({ waits: true });
		await at(MINUTE);
		expect(shownTo(EDITOR)[0]?.text).to.match(/^⏳/);
		await take(textUpdate(OWNER, '/settings paid_per_hour 2'));
		await at(2 * MINUTE);
		expect(await take(update)).to.include({ admitted: true, waits: false });
		await at(2 * MINUTE + 2_000);
		expect(shownTo(EDITOR).map(({ text }) => text)).to.deep.equal(['▶️ I’m continuing.']);
	});

	it('lets the live preview be: a wish for another text waits before a version gives way to it', async () => {
		await open({ perHour: 1, perDay: 0 });
		const draft = await ready(desk);
		const asked = await take(pressUpdate(OWNER, draft.owner, `cd1|feedback|${draft.draft_key}|1`));
		const moved = { _svc: asked._svc, draft_key: draft.draft_key, version: 1, from: 'ready', to: 'awaiting_feedback' };
		expect((await desk.post('/materials/advance', moved)).status).to.equal(200);
		await pay(await ask(OWNER));
		expect((await take(textUpdate(OWNER, 'replace "Saturdays" with "Sundays"'))).waits, 'an exact edit is free').to.equal(false);
		expect((await take(textUpdate(OWNER, 'Please make it shorter'))).waits).to.equal(true);
		expect((await take(textUpdate(OWNER, 'Please make it shorter'))).intent.text).to.equal('This waits already. I’ll continue at 02:00.');
	});

	it('is posted by one of two copies, and kept over the death of both', async () => {
		const { update } = await waiting();
		const [one, other] = [await desk.sibling(), await desk.sibling()];
		await one.die();
		try {
			desk.clock.nowMs = EPOCH + HOUR;
			await Promise.all([desk.service.tick(), other.service.tick()]);
			expect([...desk.posted, ...other.posted]).to.deep.equal([update]);
			const taken = await Promise.all([take(update), other.post('/event', { update, execution_id: newExecutionId(), can_wait: true })]);
			expect(taken.map((each) => (each.body ?? each).admitted).sort()).to.deep.equal([false, true]);
		} finally {
			await other.close();
		}
	});

	it('is not held for a day because a clock was a day ahead when it came', async () => {
		await open();
		desk.clock.nowMs = EPOCH + 24 * HOUR;
		await pay(await ask(EDITOR));
		const update = textUpdate(EDITOR, '/post The second');
		expect(await take(update)).to.include({ waits: true });
		await at(MINUTE);
		expect(desk.posted).to.deep.equal([update]);
		expect(await take(update), 'what that clock admitted counts no more').to.include({ waits: false });
	});

	it('waits too where the messenger calls n8n, once it confirmed the press', async () => {
		await open();
		const question = await take(textUpdate(EDITOR, 'Saturdays'));
		await pay(await ask(EDITOR));
		const { draft_key } = question.intent.buttons[0][0];
		const press = pressUpdate(EDITOR, 900, `cd1|make_post|${draft_key}|1`);
		expect(await take(press)).to.include({ admitted: true, waits: true });
		expect(desk.messenger.accepted.filter(({ method }) => method === 'answerCallbackQuery')).to.have.length(1);
		await at(HOUR);
		expect(posts(press)).to.equal(1);
		expect(await take(press)).to.include({ admitted: true, waits: false, replay: false });
	});

	it('says at the pressed button until when, where the service takes updates itself', async () => {
		await open({ perHour: 1, perDay: 0 }, { updates: 'polling' });
		const bring = async (update: { update_id: number }) => {
			await desk.service.updates.intake.take([{ updateId: update.update_id, update, text: JSON.stringify(update) }]);
			return take(update);
		};
		const question = await bring(textUpdate(EDITOR, 'Saturdays'));
		await pay(await bring(textUpdate(EDITOR, '/post Our clinic opens')));
		const { draft_key } = question.intent.buttons[0][0];
		expect(await bring(pressUpdate(EDITOR, 900, `cd1|make_post|${draft_key}|1`))).to.include({ waits: true });
		const answers = desk.messenger.accepted.filter(({ method }) => method === 'answerCallbackQuery');
		expect(answers.map(({ fields }) => fields['text'])).to.deep.equal(['The limit is reached. I’ll continue at 02:00.']);
	});

	it('waits for money too, and on which day it goes on is said', async () => {
		const prices = readPrices('EUR m=1000000/0') as Prices;
		await open({ perHour: 0, perDay: 0, money: { perMonth: 1, prices } }, { prices });
		const event = await ask(EDITOR);
		const { admission_id } = (await pay(event)).body;
		await desk.post('/admissions/note', { _svc: event._svc, admission_id, model: 'm', input_tokens: 10, output_tokens: 0, pictures: 0 });
		expect(await ask(EDITOR, 'The second')).to.include({ waits: true });
		await at(MINUTE);
		expect(shownTo(EDITOR)[0]?.text).to.equal('⏳ The money for 30 days is spent. I’ll continue on Sun 31 Jan, 01:00.\n\n“The second”');
	});

	it('is refused as before where no instance carries out waiting events', async () => {
		await open({ perHour: 1, perDay: 0 }, { withWebhook: false });
		await pay(await ask(EDITOR));
		const event = await ask(EDITOR);
		expect(event.waits).to.equal(false);
		expect((await pay(event)).status).to.equal(429);
		expect(desk.messenger.messages(EDITOR).at(-1)?.text).to.include('Send the request again then.');
	});
});
