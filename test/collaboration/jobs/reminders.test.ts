import { expect } from 'chai';
import { setSetting } from '@copydesk/collaboration/settings/settings';
import type { SettingName } from '@copydesk/domain/settings/settings';
import { MINUTE_MS } from '@copydesk/domain/schedule/zone';
import { copyPlans } from '../../support/copyPlans.ts';
import { CHANNEL, EDITOR, OWNER, press, pressUpdate, prepared, ready, type Ready, type TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { carryOut, later, openPlanningDesk, pressAt } from '../../support/planned.ts';

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describeOnEachEngine('A reminder', (engine) => {
	let desk: TestDesk;
	let at: Ready;
	// Friday 1 January 2027, 12:00 UTC; from 22:00 to 08:00 it is quiet.
	beforeEach(async () => {
		desk = await openPlanningDesk({ engine });
		desk.clock.nowMs += 12 * HOUR_MS;
		at = await ready(desk);
	});
	afterEach(() => desk.close());

	const set = (name: SettingName, value: string) =>
		desk.service.audit.within((tx, note) =>
			setSetting(tx, note, { name, value, by: { userId: OWNER, role: 'owner' }, eventKey: 'u:1' }, desk.clock.nowMs),
		);
	/** Messages of a person that are reminders, or were. */
	const reminders = (userId = OWNER) =>
		desk.messenger.messages(userId).filter(({ text, deleted }) => !deleted && /^⏰|any more\.$/.test(text ?? ''));
	const texts = (userId = OWNER) => reminders(userId).map(({ text }) => text);
	const labels = (userId = OWNER) => (reminders(userId)[0]?.buttons ?? []).map(({ text }) => text);

	it('is one message for each, once and once more after twice the time, and ends with what it is about', async () => {
		await later(desk, DAY_MS - MINUTE_MS);
		expect(texts()).to.deep.equal([]);
		await later(desk, MINUTE_MS);
		for (const person of [OWNER, EDITOR])
			expect(texts(person)).to.deep.equal([
				'⏰ This waits for you:\n• “Open on Saturdays” (1): needs a decision, waiting for more than 24 hours',
			]);
		expect(labels()).to.deep.equal(['Show']);
		await later(desk, DAY_MS);
		expect(texts()).to.have.length(1);
		expect(texts()[0]).to.contain('more than 48 hours');
		const calls = desk.messenger.calls.length;
		for (let day = 0; day < 3; day += 1) await later(desk, DAY_MS);
		expect(desk.messenger.calls.length).to.equal(calls);
		await carryOut(desk, pressUpdate(OWNER, at.owner, `cd1|publish|${at.draft_key}|1`));
		await later(desk, MINUTE_MS);
		expect([texts(OWNER), texts(EDITOR), labels()]).to.deep.equal([
			['Nothing waits for you any more.'],
			['Nothing waits for you any more.'],
			[],
		]);
	});

	it('holds everything that waits, each with its buttons', async () => {
		await later(desk, 6 * HOUR_MS);
		const stopped = await prepared(desk);
		const about = { _svc: stopped._svc, draft_key: stopped.draft_key, version: 1 };
		const patch = { error_code: 'renderer_unavailable', error_stage: 'cover' };
		await desk.post('/materials/advance', { ...about, from: 'text_preparing', to: 'text_preparing', patch });
		// The messenger does not take the owner's copy.
		desk.messenger.rule(({ fields, method }) =>
			method === 'sendPhoto' && Number(fields['chat_id']) === OWNER ? { refuse: 400, description: 'Bad Request: no' } : undefined,
		);
		const missed = await ready(desk);
		await pressAt(desk, EDITOR, missed, desk.clock.nowMs + 2 * HOUR_MS);
		await later(desk, 3 * HOUR_MS);
		await later(desk, 15 * HOUR_MS);
		expect(texts()).to.have.length(1);
		await later(desk, 12 * HOUR_MS - MINUTE_MS);
		await later(desk, 12 * HOUR_MS);
		expect(texts()).to.have.length(1);
		expect(
			texts()[0]
				?.match(/^• .*$/gm)
				?.map((line) => /: ([a-z ]+?)(?:, waiting| more|$)/.exec(line)?.[1]),
		).to.deep.equal(['needs a decision', 'stopped', 'did not go out on time']);
		// Without a copy nobody decides about it.
		expect(labels()).to.deep.equal(['1 Open on Saturdays', '2 Open on Saturdays', '2: Try again', '2: Drop it']);
		expect(labels(EDITOR).slice(-3)).to.deep.equal(['Publish now: 3 Open on Saturdays', '3: Next free slot', '3: Take off']);
	});

	it('waits until the quiet hours are over, and is not sent where it is set to never', async () => {
		await set('quiet_from', '11:00');
		await set('quiet_to', '15:30');
		await later(desk, DAY_MS + 3 * HOUR_MS);
		expect(texts()).to.deep.equal([]);
		await later(desk, 30 * MINUTE_MS);
		expect(texts()).to.have.length(1);
		await set('remind_hours', '0');
		await later(desk, MINUTE_MS);
		expect(texts()).to.deep.equal(['Nothing waits for you any more.']);
	});

	it('names what waits, however much is planned and older', async () => {
		await pressAt(desk, EDITOR, at, desk.clock.nowMs + 40 * DAY_MS);
		await later(desk, HOUR_MS);
		await ready(desk);
		await copyPlans(desk.service.db, 120);
		await later(desk, DAY_MS);
		expect(reminders()[0]?.text?.split('\n')).to.have.length(2);
	});

	it('counts from when a post was missed, not from when it was planned', async () => {
		await pressAt(desk, EDITOR, at, desk.clock.nowMs + 72 * HOUR_MS);
		await later(desk, 73 * HOUR_MS);
		await later(desk, DAY_MS - MINUTE_MS);
		expect(texts()).to.deep.equal([]);
		await later(desk, MINUTE_MS);
		expect(texts()[0]).to.contain('did not go out on time').and.to.contain('24 hours');
		await later(desk, DAY_MS);
		expect(texts()[0]).to.contain('48 hours');
	});

	it('asks the owner alone what became of an unconfirmed post', async () => {
		desk.messenger.rule(({ fields, method }) => {
			if (fields['chat_id'] === CHANNEL && method === 'sendPhoto') return 'lost_after';
			return method === 'forwardMessage' ? { refuse: 400, description: 'Bad Request: message to forward not found' } : undefined;
		});
		await carryOut(desk, pressUpdate(OWNER, at.owner, `cd1|publish|${at.draft_key}|1`));
		await later(desk, DAY_MS);
		expect([texts()[0], labels()]).to.deep.equal([
			'⏰ This waits for you:\n• “Open on Saturdays” (1): is it in the channel? Asked more than 24 hours ago',
			['It is there', 'It is not'],
		]);
		expect(texts(EDITOR)).to.deep.equal([]);
	});

	it('is a new message once its reader deleted it, and once nothing had waited in between', async () => {
		await later(desk, DAY_MS);
		const [first] = reminders();
		desk.messenger.messages(OWNER).find(({ messageId }) => messageId === first?.messageId)!.deleted = true;
		await later(desk, DAY_MS);
		expect(texts()).to.have.length(1);
		expect(texts()[0]).to.contain('48 hours');
		await press(desk, OWNER, at, 'reject');
		await carryOut(desk, pressUpdate(OWNER, at.owner, `cd1|publish|${at.draft_key}|1`));
		await later(desk, MINUTE_MS);
		await ready(desk);
		await later(desk, DAY_MS);
		expect(texts().map((text) => text?.slice(0, 9))).to.deep.equal(['Nothing w', '⏰ This wa']);
	});

	it('is sent once by the process that goes on after a death, before it was sent or after', async () => {
		await later(desk, DAY_MS);
		const number = async () => (await desk.service.db.query('select number, message_id from reminder where user_id = $1', [OWNER]))[0];
		const before = await number();
		// It was sent, and that was not stored.
		await desk.service.db.query('update reminder set told = 0, message_id = null');
		const next = await desk.sibling();
		try {
			await later(next, MINUTE_MS);
			expect([texts().length, await number()]).to.deep.equal([1, before]);
			// It was stored and not sent.
			await desk.service.db.query("update reminder set told = 0, number = number + 1, said = 'x'");
			await later(next, MINUTE_MS);
			await later(next, MINUTE_MS);
			expect(texts()).to.have.length(1);
		} finally {
			await next.close();
		}
	});
});
