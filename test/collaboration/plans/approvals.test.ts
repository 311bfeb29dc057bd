import { expect } from 'chai';
import { MINUTE_MS } from '@copydesk/domain/schedule/zone';
import type { Approval } from '@copydesk/domain/material/approval';
import {
	EDITOR,
	OWNER,
	claim,
	openDesk,
	press,
	pressUpdate,
	problem,
	ready,
	stateOf,
	postEvent,
	textUpdate,
} from '../../support/collaboration.ts';
import type { Ready, TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { below, carryOut, inChannel, later, openPlanningDesk, pressAt, saidTo } from '../../support/planned.ts';

const HOUR_MS = 60 * MINUTE_MS;

describeOnEachEngine('A desk where one press is not enough', (engine) => {
	let desk: TestDesk;
	let at: Ready;
	const open = async (approval: Approval) => {
		desk = await openPlanningDesk({ engine, approval });
		at = await ready(desk, EDITOR);
	};
	afterEach(() => desk.close());

	/** Presses a button of one's copy, which is carried out as the graphs do. */
	const does = async (from: number, action: string, ref = at) => {
		await carryOut(desk, pressUpdate(from, from === OWNER ? ref.owner : ref.editor, `cd1|${action}|${ref.draft_key}|${ref.version}`));
		await desk.service.tick();
	};
	const choosesTime = async (from: number, ms: number) => {
		await pressAt(desk, from, at, ms);
		await desk.service.tick();
	};
	const stateNow = async () => (await stateOf(desk, at))['state'];

	it('both: publishes with the second press; the first copy shows who is waited for', async () => {
		await open('both');
		expect(below(desk, OWNER, at)[0]).to.equal('Approve, then Egor Editor');
		await does(EDITOR, 'publish');
		expect([inChannel(desk), await stateNow()]).to.deep.equal([0, 'ready']);
		expect(below(desk, EDITOR, at)).to.deep.equal(['⏳ Waits for Olga Owner', 'Later…', 'Feedback', 'Reject']);
		expect(below(desk, OWNER, at)[0]).to.equal('Publish (Egor Editor approved)');
		expect(saidTo(desk, EDITOR).at(-1)).to.equal('Approved. Now it waits for Olga Owner.');
		expect(saidTo(desk, OWNER).at(-1)).to.contain('Egor Editor approved “Open on Saturdays” (1)');
		await does(EDITOR, 'publish');
		expect(inChannel(desk)).to.equal(0);
		await does(OWNER, 'publish');
		expect([inChannel(desk), await stateNow()]).to.deep.equal([1, 'published']);
		expect(saidTo(desk, OWNER).filter((text) => text.includes('Egor Editor approved'))).to.have.length(1);
	});

	it('other: does not publish by a press of the person who asked, and does by one of the other person', async () => {
		await open('other');
		expect([below(desk, EDITOR, at)[0], below(desk, OWNER, at)[0]]).to.deep.equal(['Approve, then Olga Owner', 'Publish']);
		await does(EDITOR, 'publish');
		expect(inChannel(desk)).to.equal(0);
		await does(OWNER, 'publish');
		expect(inChannel(desk)).to.equal(1);
	});

	it('does not count an approval from before feedback, and takes it off the buttons', async () => {
		await open('both');
		await does(EDITOR, 'publish');
		const { _svc } = await press(desk, OWNER, at, 'feedback');
		const about = { _svc, draft_key: at.draft_key, version: at.version };
		await desk.post('/materials/advance', { ...about, from: 'ready', to: 'awaiting_feedback' });
		const cancelled = await postEvent(desk, textUpdate(OWNER, '/cancel'));
		await desk.post('/materials/advance', { ...about, _svc: cancelled._svc, from: 'awaiting_feedback', to: 'ready' });
		await later(desk, 20_000);
		expect(below(desk, EDITOR, at)[0]).to.equal('Approve, then Olga Owner');
		await does(OWNER, 'publish');
		expect([inChannel(desk), await stateNow()]).to.deep.equal([0, 'ready']);
		await does(EDITOR, 'publish');
		expect(inChannel(desk)).to.equal(1);
	});

	it('does not count the approval of somebody who takes part no more, and says who has to come back', async () => {
		await open('both');
		await does(EDITOR, 'publish');
		await desk.setEditor(false);
		await does(OWNER, 'publish');
		expect(inChannel(desk)).to.equal(0);
		expect(saidTo(desk, OWNER).at(-1)).to.contain('Egor Editor has to approve it too and takes no part now');
		await desk.setEditor(true);
		await does(OWNER, 'publish');
		expect(inChannel(desk)).to.equal(1);
	});

	it('refuses a claim to either person while the other has not agreed', async () => {
		await open('both');
		const first = await press(desk, EDITOR, at, 'publish');
		expect(problem(await claim(desk, { _svc: first._svc, copy: { message_id: at.editor } }, at))).to.deep.equal([
			409,
			'copy_not_delivered',
		]);
		// The press of a copy that somebody else has is no approval.
		await press(desk, OWNER, at, 'publish', at.editor);
		const [row] = await desk.service.db.query('select count(*) as n from approval');
		expect(Number(row?.['n'])).to.equal(1);
		// The rights of those who agreed are read again when the press is carried out.
		const second = await press(desk, OWNER, at, 'publish');
		await desk.setEditor(false);
		expect(problem(await claim(desk, { _svc: second._svc, copy: { message_id: at.owner } }, at))).to.deep.equal([409, 'not_ready']);
	});

	it('plans what both agreed to: the same content at the same time', async () => {
		await open('both');
		const goesOutMs = desk.clock.nowMs + 9 * HOUR_MS;
		await choosesTime(EDITOR, goesOutMs);
		expect([await stateNow(), below(desk, EDITOR, at)[0]]).to.deep.equal(['ready', '⏳ Fri 1 Jan, 09:00: waits for Olga Owner']);
		expect(below(desk, OWNER, at).slice(0, 2)).to.deep.equal(['Agree with Egor Editor: Fri 1 Jan, 09:00', 'Approve, then Egor Editor']);
		expect(saidTo(desk, OWNER).at(-1)).to.contain('wants');
		// To publish at once is something else.
		await does(OWNER, 'publish');
		expect([inChannel(desk), await stateNow()]).to.deep.equal([0, 'ready']);
		await choosesTime(OWNER, goesOutMs);
		expect([await stateNow(), below(desk, EDITOR, at)[0]]).to.deep.equal(['claimed', '🕒 Fri 1 Jan, 09:00']);
		// One of them alone changes nothing about it.
		await does(EDITOR, 'publish_now');
		expect([inChannel(desk), below(desk, OWNER, at)[0]]).to.deep.equal([0, 'Agree with Egor Editor: now']);
		await later(desk, 9 * HOUR_MS);
		expect([inChannel(desk), await stateNow()]).to.deep.equal([1, 'published']);
	});

	it('forgets a time that passed before the other agreed, and reminds both again', async () => {
		await open('both');
		await choosesTime(EDITOR, desk.clock.nowMs + HOUR_MS);
		for (let hour = 0; hour < 34; hour += 1) await later(desk, HOUR_MS);
		for (const person of [OWNER, EDITOR])
			expect(saidTo(desk, person).filter((text) => text.includes('needs a decision')).length).to.equal(1);
	});

	it('plans a time that one of them chose before another post took it', async () => {
		await open('both');
		const goesOutMs = desk.clock.nowMs + 9 * HOUR_MS;
		await choosesTime(EDITOR, goesOutMs);
		const other = await ready(desk, EDITOR);
		for (const person of [EDITOR, OWNER]) await pressAt(desk, person, other, goesOutMs);
		await choosesTime(OWNER, goesOutMs);
		expect(await stateNow()).to.equal('claimed');
	});

	it('publishes a planned post at once when both ask for it', async () => {
		await open('both');
		for (const person of [EDITOR, OWNER]) await choosesTime(person, desk.clock.nowMs + HOUR_MS);
		for (const person of [EDITOR, OWNER]) await does(person, 'publish_now');
		expect([inChannel(desk), await stateNow()]).to.deep.equal([1, 'published']);
		await later(desk, HOUR_MS);
		expect(inChannel(desk)).to.equal(1);
	});

	it('takes a plan off when the first who agreed to it takes part no more', async () => {
		await open('both');
		for (const person of [EDITOR, OWNER]) await choosesTime(person, desk.clock.nowMs + HOUR_MS);
		await desk.setEditor(false);
		await later(desk, HOUR_MS);
		expect([inChannel(desk), await stateNow()]).to.deep.equal([0, 'ready']);
		expect(saidTo(desk, OWNER).some((text) => text.includes('the person who approved it no longer takes part'))).to.equal(true);
	});

	it('takes a plan off that one person made while one press was enough', async () => {
		desk = await openPlanningDesk({ engine });
		at = await ready(desk, EDITOR);
		await choosesTime(EDITOR, desk.clock.nowMs + HOUR_MS);
		const { database, messenger, clock } = desk;
		const stricter = await openDesk({ engine, database, messenger, clock, withWebhook: true, approval: 'both' });
		try {
			await later(stricter, HOUR_MS);
			expect([inChannel(stricter), await stateNow()]).to.deep.equal([0, 'ready']);
			expect(saidTo(stricter, EDITOR).at(-1)).to.contain('an approval is missing');
		} finally {
			await stricter.close();
		}
	});

	it('tells the other once of an approval that was stored right before the process died', async () => {
		await open('both');
		await press(desk, EDITOR, at, 'publish');
		const next = await desk.sibling();
		try {
			for (let round = 0; round < 2; round += 1) await later(next, 20_000);
			expect(saidTo(next, OWNER).filter((text) => text.includes('Egor Editor approved'))).to.have.length(1);
		} finally {
			await next.close();
		}
	});
});
