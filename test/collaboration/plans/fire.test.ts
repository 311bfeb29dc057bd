import { expect } from 'chai';
import { askAfterRestore } from '@copydesk/collaboration/plans/plans';
import { openDatabase } from '@copydesk/kit/database/open';
import { MINUTE_MS, daysLater, momentOf } from '@copydesk/domain/schedule/zone';
import { onFaultPoint } from '@copydesk/kit/faultPoints';
import type { SqlValue } from '@copydesk/kit/database/types';
import { CHANNEL, EDITOR, OWNER, postEvent, press, pressUpdate, ready, stateOf, textUpdate } from '../../support/collaboration.ts';
import type { Ready, TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { until } from '../../support/until.ts';
import { below, carryOut, inChannel, later, openPlanningDesk, pressAt, saidTo } from '../../support/planned.ts';

const HOUR_MS = 60 * MINUTE_MS;

describeOnEachEngine('The time of a planned post', (engine) => {
	let desk: TestDesk;
	let isAway = false;
	let at: Ready;
	beforeEach(async () => {
		isAway = false;
		desk = await openPlanningDesk({ engine, main: async (update) => (isAway ? 503 : carryOut(desk, update)) });
		at = await ready(desk);
	});
	afterEach(() => desk.close());

	const planNow = async (ref: Ready = at) =>
		(await desk.service.db.query('select state, reason from plan where draft_key = $1 order by made_at_ms desc', [ref.draft_key]))[0];
	const asked = ['Publish now', 'Next free slot', 'Take off'];

	it('is still kept a quarter of an hour later, and after that both are asked', async () => {
		const other = await ready(desk, OWNER);
		await pressAt(desk, EDITOR, at, desk.clock.nowMs + HOUR_MS);
		await pressAt(desk, EDITOR, other, desk.clock.nowMs + HOUR_MS - MINUTE_MS);
		await desk.service.tick();
		await later(desk, HOUR_MS + 15 * MINUTE_MS);
		expect([inChannel(desk), await planNow(at)]).to.deep.equal([1, { state: 'fired', reason: null }]);
		expect(await planNow(other)).to.deep.equal({ state: 'missed', reason: 'late' });
		for (const person of [OWNER, EDITOR]) {
			expect(below(desk, person, other)).to.deep.equal(asked);
			const notice = desk.messenger.messages(person).findLast(({ text }) => text?.includes('I was too late'));
			expect(notice?.buttons.map(({ text }) => text)).to.deep.equal(asked);
		}
	});

	it('asks those who have a copy, and tells the others who that is', async () => {
		desk.messenger.rule(({ fields, method }) =>
			method === 'sendPhoto' && Number(fields['chat_id']) === OWNER ? { refuse: 400, description: 'Bad Request: no' } : undefined,
		);
		const other = await ready(desk);
		await pressAt(desk, EDITOR, other, desk.clock.nowMs + HOUR_MS);
		await later(desk, 2 * HOUR_MS);
		const notice = desk.messenger.messages(OWNER).findLast(({ text }) => text?.includes('I was too late'));
		expect([notice?.text?.split('\n').at(-1), notice?.buttons]).to.deep.equal(['You have no copy of it: ask Egor Editor to decide.', []]);
		await carryOut(desk, pressUpdate(OWNER, 900, `cd1|take_off|${other.draft_key}|1`));
		expect(saidTo(desk, OWNER).at(-1)).to.contain('You have no copy of this post.');
		// Nobody is left who could decide: it waits for a decision again, and the owner can have it shown.
		await desk.setEditor(false);
		await later(desk, HOUR_MS);
		expect([inChannel(desk), (await stateOf(desk, other))['state'], await planNow(other)]).to.deep.equal([
			0,
			'ready',
			{ state: 'taken_off', reason: 'approver_left' },
		]);
	});

	it('keeps the distance between posts after an outage', async () => {
		const others = [await ready(desk, OWNER), await ready(desk, OWNER)];
		const all = [at, ...others];
		for (const [index, each] of all.entries()) await pressAt(desk, EDITOR, each, desk.clock.nowMs + HOUR_MS + index * MINUTE_MS);
		await desk.service.tick();
		await later(desk, HOUR_MS + 10 * MINUTE_MS);
		for (let round = 0; round < 10; round += 1) await later(desk, MINUTE_MS);
		expect(inChannel(desk)).to.equal(1);
		expect([await planNow(all[0]), await planNow(all[1]), await planNow(all[2])].map((plan) => plan?.['state'])).to.deep.equal([
			'fired',
			'missed',
			'missed',
		]);
		// The next free hour keeps it too.
		await press(desk, OWNER, others[0] as Ready, 'next_slot');
		await desk.service.tick();
		await later(desk, Date.UTC(2027, 0, 1, 9) - desk.clock.nowMs);
		expect(inChannel(desk)).to.equal(2);
	});

	it('is not reached early by a clock that is set back, and comes once', async () => {
		const goesOutMs = desk.clock.nowMs + HOUR_MS;
		await pressAt(desk, EDITOR, at, goesOutMs);
		await later(desk, -3 * HOUR_MS);
		await later(desk, 3 * HOUR_MS);
		expect(inChannel(desk)).to.equal(0);
		await later(desk, HOUR_MS);
		await later(desk, -2 * HOUR_MS);
		await later(desk, 4 * HOUR_MS);
		expect(inChannel(desk)).to.equal(1);
	});

	it('is asked about when n8n is away for longer', async () => {
		isAway = true;
		await pressAt(desk, EDITOR, at, desk.clock.nowMs + HOUR_MS);
		await later(desk, HOUR_MS);
		expect((await planNow())?.['state']).to.equal('due');
		await later(desk, 10 * MINUTE_MS);
		await later(desk, 6 * MINUTE_MS);
		isAway = false;
		for (let round = 0; round < 5; round += 1) await later(desk, 10_000);
		expect([inChannel(desk), await planNow()]).to.deep.equal([0, { state: 'missed', reason: 'late' }]);
		await press(desk, OWNER, at, 'publish_now');
		await desk.service.tick();
		await desk.service.tick();
		expect(inChannel(desk)).to.equal(1);
	});

	it('is kept when n8n comes back in time', async () => {
		isAway = true;
		await pressAt(desk, EDITOR, at, desk.clock.nowMs + HOUR_MS);
		await later(desk, HOUR_MS);
		await later(desk, 5 * MINUTE_MS);
		isAway = false;
		await later(desk, 10_000);
		expect(inChannel(desk)).to.equal(1);
	});

	it('does not come for a post whose approver was disabled; the other is told', async () => {
		await pressAt(desk, EDITOR, at, desk.clock.nowMs + HOUR_MS);
		await desk.service.tick();
		await desk.setEditor(false);
		await later(desk, HOUR_MS);
		await desk.service.tick();
		expect([inChannel(desk), (await stateOf(desk, at))['state']]).to.deep.equal([0, 'ready']);
		expect(saidTo(desk, OWNER).at(-1)).to.contain('the person who approved it no longer takes part');
		expect(below(desk, OWNER, at)).to.deep.equal(['Publish', 'Later…', 'Feedback', 'Reject']);
	});

	for (const [what, set] of [
		['words', "caption = 'Buy this.'"],
		['a button', `shown_as = '{"buttons":[[{"text":"Tickets","url":"https://evil.example/"}]]}'`],
	] as const)
		it(`does not come with other content than was approved: ${what}`, async () => {
			await pressAt(desk, EDITOR, at, desk.clock.nowMs + HOUR_MS);
			await desk.service.db.query(`update material set ${set} where draft_key = $1`, [at.draft_key]);
			await later(desk, HOUR_MS);
			expect([inChannel(desk), await planNow()]).to.deep.equal([0, { state: 'taken_off', reason: 'content_changed' }]);
		});

	it('is asked about while the bot may not post', async () => {
		await pressAt(desk, EDITOR, at, desk.clock.nowMs + HOUR_MS);
		await desk.service.db.query('insert into reachability (chat_id, status, at_ms) values ($1, $2, 0)', [CHANNEL, 'cannot_post']);
		await later(desk, HOUR_MS);
		await desk.service.tick();
		expect([inChannel(desk), await planNow()]).to.deep.equal([0, { state: 'missed', reason: 'no_rights' }]);
		expect(saidTo(desk, EDITOR).at(-1)).to.contain('may not post to the channel');
	});

	it('against taking off has one winner, and the presser is told', async () => {
		await pressAt(desk, EDITOR, at, desk.clock.nowMs + HOUR_MS);
		desk.clock.nowMs += HOUR_MS;
		const [event] = await Promise.all([press(desk, OWNER, at, 'take_off'), desk.service.tick()]);
		await desk.service.tick();
		await desk.service.tick();
		const isOff = event.intent.kind === 'callback';
		expect([inChannel(desk), (await planNow())?.['state']]).to.deep.equal(isOff ? [0, 'taken_off'] : [1, 'fired']);
		const late = await press(desk, OWNER, at, 'take_off');
		expect(late.intent.kind).to.equal('usage');
	});

	it('gives the version back when the messenger refuses the post', async () => {
		await pressAt(desk, EDITOR, at, desk.clock.nowMs + HOUR_MS);
		await desk.service.tick();
		desk.messenger.rule(({ method, fields }) =>
			method === 'sendPhoto' && Number(fields['chat_id']) === CHANNEL ? { refuse: 400, description: 'Bad Request: no' } : undefined,
		);
		await later(desk, HOUR_MS);
		for (let round = 0; round < 3; round += 1) await later(desk, 10_000);
		expect((await stateOf(desk, at))['state']).to.equal('ready');
		expect(below(desk, OWNER, at)).to.deep.equal(['Publish', 'Later…', 'Feedback', 'Reject']);
	});

	it('is not used by anybody who makes its press up', async () => {
		await pressAt(desk, EDITOR, at, desk.clock.nowMs + HOUR_MS);
		const [{ event_key }] = (await desk.service.db.query('select event_key from plan')) as [{ event_key: string }];
		const update_id = Number(event_key.slice(2));
		const made = {
			update_id,
			callback_query: {
				id: 'planned',
				from: { id: EDITOR, is_bot: false },
				message: { message_id: at.editor, chat: { id: EDITOR, type: 'private' } },
				data: `cd1|publish|${at.draft_key}|1`,
			},
		};
		expect(await carryOut(desk, made)).to.equal(200);
		const unknown = await desk.post('/event', { update: { ...made, update_id: update_id - 1 }, execution_id: 'x' });
		expect(unknown.body.code).to.equal('update_unknown');
		expect([inChannel(desk), (await planNow())?.['state']]).to.deep.equal([0, 'open']);
	});

	it('does not come by itself after a restored backup, whatever was under way then', async () => {
		isAway = true;
		const other = await ready(desk, OWNER);
		await pressAt(desk, EDITOR, at, desk.clock.nowMs + HOUR_MS);
		await pressAt(desk, EDITOR, other, desk.clock.nowMs + 3 * HOUR_MS);
		await later(desk, HOUR_MS);
		expect((await planNow(at))?.['state']).to.equal('due');
		const asked = await desk.service.db.atomically((tx) => askAfterRestore(tx, desk.clock.nowMs));
		expect(asked.map(({ draft_key }) => draft_key)).to.have.members([at.draft_key, other.draft_key]);
		isAway = false;
		for (let round = 0; round < 4; round += 1) await later(desk, HOUR_MS);
		expect([inChannel(desk), await planNow(at), await planNow(other)]).to.deep.equal([
			0,
			{ state: 'missed', reason: 'restored' },
			{ state: 'missed', reason: 'restored' },
		]);
		expect(
			saidTo(desk, OWNER).filter((text) => text.includes('restored from a backup') && text.includes('https://t.me/c/')),
		).to.have.length(2);
	});

	it('comes once, whichever process dies between its steps', async () => {
		for (const label of ['commit.before', 'commit.after', 'hand.before_post', 'hand.after_post', 'plan.before_due']) {
			const one = await ready(desk, OWNER);
			const before = inChannel(desk);
			await pressAt(desk, EDITOR, one, desk.clock.nowMs + HOUR_MS);
			await desk.service.tick();
			let left = 1;
			onFaultPoint((point) => {
				if (point === label && (left -= 1) === 0) throw new Error('it dies here');
			});
			await later(desk, HOUR_MS).catch(() => undefined);
			onFaultPoint(undefined);
			for (let round = 0; round < 6; round += 1) await later(desk, MINUTE_MS);
			expect(inChannel(desk) - before, label).to.equal(1);
		}
	});

	it('costs an idle desk one statement a round, however many are planned', async () => {
		const asked: { readonly sql: string; readonly values: readonly SqlValue[] }[] = [];
		const idle = await openPlanningDesk({ engine, watch: (sql, values) => void asked.push({ sql, values }) });
		try {
			const one = await ready(idle);
			await pressAt(idle, EDITOR, one, idle.clock.nowMs + HOUR_MS);
			await later(idle, 10_000);
			await idle.service.tick();
			asked.length = 0;
			await idle.service.tick();
			const ofPlans = asked.filter(({ sql }) => /"plan"/.test(sql));
			expect(ofPlans).to.have.length(1);
			const [{ sql, values } = { sql: '', values: [] }] = ofPlans;
			const db = await openDatabase(idle.database.url, { poolSize: 1 });
			const isSqlite = db.engine === 'sqlite';
			if (!isSqlite) await db.query('set enable_seqscan = off');
			const steps = await db.query(`explain ${isSqlite ? 'query plan ' : ''}${sql}`, values);
			await db.close();
			expect(JSON.stringify(steps)).to.contain('plan_look');
		} finally {
			await idle.close();
		}
	});
});

/** The days of 2027 in which clocks of a zone are changed, as the moment at which it shows noon the day before. */
function noonsBeforeChange(zone: string): readonly number[] {
	const clock = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset', hour: 'numeric' });
	const offset = (atMs: number) => clock.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value;
	const noons = Array.from(
		{ length: 365 },
		(_, day) => momentOf({ ...daysLater({ year: 2027, month: 1, day: 1 }, day), hour: 12, minute: 0 }, zone) ?? 0,
	);
	return noons.filter((noonMs) => offset(noonMs) !== offset(noonMs + 20 * HOUR_MS));
}

describe('The hour of a channel in its own zone', () => {
	const zones = ['Europe/Berlin', 'America/New_York', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Cairo', 'America/Santiago'];
	for (const zone of zones)
		it(`is kept over both changes of clocks in ${zone}`, async () => {
			const noons = noonsBeforeChange(zone);
			expect(noons).to.have.length(2);
			for (const nowMs of noons) {
				const desk = await openPlanningDesk({ clock: { nowMs }, timeZone: zone });
				try {
					const at = await ready(desk);
					await press(desk, EDITOR, at, 'other_time');
					await until(
						async () => (await desk.service.db.query("select 1 from delivery where operation = 'prompt' and state = 'sent'")).length > 0,
					);
					const question = desk.messenger.messages(EDITOR).find(({ forceReply }) => forceReply);
					await postEvent(desk, textUpdate(EDITOR, 'tomorrow 18:30', { reply_to_message: { message_id: question?.messageId } }));
					await desk.service.tick();
					const shown = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
					const [day] = shown.format(nowMs + 24 * HOUR_MS).split(',');
					while (inChannel(desk) === 0 && desk.clock.nowMs < nowMs + 40 * HOUR_MS) await later(desk, 30 * MINUTE_MS);
					expect(shown.format(desk.clock.nowMs)).to.equal(`${day}, 18:30:00`);
				} finally {
					await desk.close();
				}
			}
		});
});
