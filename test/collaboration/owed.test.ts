import { expect } from 'chai';
import { describeOnEachEngine } from '../support/databases.ts';
import { EDITOR, OWNER, begin, claim, openDesk, prepared, press, preview, publish, ready } from '../support/collaboration.ts';
import type { TestDesk } from '../support/collaboration.ts';

/** A confirmed 429: nothing arrived. */
const LATER = { refuse: 429, description: 'Too Many Requests: retry after 1', retryAfter: 1 };
const MINUTE_MS = 60_000;

describeOnEachEngine('What people are owed', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const rows = async () => (await desk.service.db.query('select kind from owed order by kind')).map(({ kind }) => kind);
	const told = (userId: number, part: string) => desk.messenger.messages(userId).filter(({ text }) => text?.includes(part)).length;

	/** One of each kind that a crash may leave: nothing of it was told. */
	async function leaveAll() {
		const unsent = await prepared(desk, OWNER);
		await preview(desk, unsent, OWNER);
		desk.messenger.next(LATER);
		await preview(desk, unsent, EDITOR);
		const { _svc, draft_key, version, event_key } = unsent;
		await desk.post('/materials/advance', { _svc, draft_key, version, from: 'text_preparing', to: 'ready' });
		await desk.post('/event-done', { _svc, event_key, outcome: 'ready' });

		const lost = await ready(desk);
		const won = await claim(desk, await press(desk, OWNER, lost, 'publish'), lost);
		desk.messenger.next('lost_after');
		await publish(desk, won.body._svc, lost);

		const rejected = await ready(desk);
		const by = await press(desk, OWNER, rejected, 'reject');
		const step = { draft_key: rejected.draft_key, version: 1, from: 'ready', to: 'rejected' };
		expect((await desk.post('/materials/advance', { _svc: by._svc, ...step })).status).to.equal(200);
		await desk.post('/event-done', { _svc: by._svc, event_key: by.event_key, outcome: 'handled' });

		const { _svc: stopped } = await begin(desk, EDITOR);
		const { body } = await desk.post('/materials/create', { _svc: stopped, content: { kind: 'post', request: 'On Mondays' } });
		const at = { draft_key: body.material.draft_key as string, version: 1, from: 'text_generating', to: 'text_generating' };
		await desk.post('/materials/advance', { _svc: stopped, ...at, patch: { error_code: 'ai_no_credit', error_stage: 'text' } });
	}
	const KINDS = ['decided', 'provider_refused', 'publication_unknown', 'unsent'];

	function expectAllTold(): void {
		expect(told(EDITOR, 'I could not send you the preview'), 'a preview, to whom it is for').to.equal(1);
		expect(told(OWNER, 'refused the preview'), 'a preview, to the other one').to.equal(1);
		expect(told(OWNER, 'Is the post in the channel?'), 'an unconfirmed publication').to.equal(1);
		expect([told(OWNER, 'You rejected'), told(EDITOR, 'Olga Owner rejected')], 'a rejection').to.deep.equal([1, 1]);
		expect(told(OWNER, 'has no credit left'), 'a fault of the provider').to.equal(1);
	}

	it('is written with what decides it, told by the next copy after a crash, and over then', async () => {
		await leaveAll();
		expect(await rows()).to.deep.equal(KINDS);
		const next = await desk.sibling();
		await next.service.tick();
		expectAllTold();
		await next.service.tick();
		expect(await rows()).to.deep.equal([]);
		const sent = desk.messenger.accepted.length;
		await next.service.tick();
		expect(desk.messenger.accepted).to.have.length(sent);
		await next.close();
	});

	it('of a desk of before is told once the desk is of this release', async () => {
		await leaveAll();
		await desk.service.db.query('drop table owed');
		await desk.service.db.query(`delete from migration where name like '%_owed.sql'`);
		const next = await desk.sibling();
		expect(await rows()).to.deep.equal(KINDS);
		await next.service.tick();
		expectAllTold();
		await next.close();
	});

	it('is tried again after a pause while the messenger takes nothing, and at once after a restart', async () => {
		await leaveAll();
		desk.messenger.rule(() => LATER);
		await desk.service.tick();
		const calls = desk.messenger.calls.length;
		// The messenger asked for one second alone.
		desk.clock.nowMs += 2_000;
		await desk.service.tick();
		expect(desk.messenger.calls, 'in the pause').to.have.length(calls);
		desk.clock.nowMs += MINUTE_MS;
		await desk.service.tick();
		expect(desk.messenger.calls.length, 'after it').to.be.greaterThan(calls);
		desk.messenger.rule(() => undefined);
		const next = await desk.sibling();
		await next.service.tick();
		expectAllTold();
		await next.close();
	});
});
