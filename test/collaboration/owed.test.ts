import { expect } from 'chai';
import { describeOnEachEngine } from '../support/databases.ts';
import { until } from '../support/until.ts';
import { EDITOR, OWNER, begin, claim, newExecutionId, offeredByDay, openDesk, prepared } from '../support/collaboration.ts';
import { press, preview, publish, ready, textUpdate } from '../support/collaboration.ts';
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
		desk.messenger.next({ refuse: 400, description: 'Bad Request: failed to get HTTP URL content' });
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

		const execution_id = newExecutionId();
		await desk.post('/event', { update: textUpdate(OWNER, '/post On Tuesdays'), execution_id });
		desk.messenger.next(LATER);
		const failure = { workflow_id: 'cd-write-post', node_name: 'Ask for the text', error_class: 'NodeApiError' };
		await desk.post('/execution-failure', { execution_id, ...failure });
	}
	const KINDS = ['decided', 'failed', 'provider_refused', 'publication_unknown', 'unsent'];

	function expectAllTold(): void {
		expect(told(EDITOR, 'I could not send you the preview'), 'a preview, to whom it is for').to.equal(1);
		expect(told(OWNER, 'refused the preview'), 'a preview, to the other one').to.equal(1);
		expect(told(OWNER, 'Is the post in the channel?'), 'an unconfirmed publication').to.equal(1);
		expect([told(OWNER, 'You rejected'), told(EDITOR, 'Olga Owner rejected')], 'a rejection').to.deep.equal([1, 1]);
		expect(told(OWNER, 'has no credit left'), 'a fault of the provider').to.equal(1);
		expect(told(OWNER, 'A technical failure'), 'a failure').to.equal(1);
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
		await desk.service.db.query(`delete from migration where name like '%_owed%.sql'`);
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

	const owes = (kind: string, params: object, dueAtMs: number, attempts = 0) =>
		desk.service.db.query('insert into owed (kind, entity_key, params, owed_at_ms, due_at_ms, attempts) values ($1, $2, $3, $4, $5, $6)', [
			kind,
			Object.values(params).join(':'),
			JSON.stringify(params),
			desk.clock.nowMs,
			dueAtMs,
			attempts,
		]);

	it('is told by one copy at a time, also by one that starts meanwhile; what a dead copy held is due after a minute', async () => {
		await desk.close();
		const confirmed: unknown[] = [];
		let answerFirst = (_status: number): void => undefined;
		const main = async (update: object) => {
			confirmed.push(update);
			return confirmed.length === 1 ? new Promise<number>((resolve) => (answerFirst = resolve)) : 200;
		};
		desk = await openDesk({ engine, withWebhook: true, main });
		// n8n was away before.
		await owes('publication_found', { draft_key: 'p1', version: 1 }, 0, 1);
		const first = desk.service.tick();
		await until(async () => confirmed.length === 1);
		const other = await desk.sibling();
		await other.service.tick();
		expect(confirmed, 'while the first copy tells it').to.have.length(1);
		desk.clock.nowMs += MINUTE_MS - 1;
		await other.service.tick();
		expect(confirmed, 'within the minute').to.have.length(1);
		desk.clock.nowMs += 1;
		await other.service.tick();
		expect(confirmed, 'after it').to.have.length(2);
		answerFirst(200);
		await first;
		expect(await rows()).to.deep.equal([]);
		await other.close();
	});

	it('and cannot be told yet makes room for what can, and is no failed attempt', async () => {
		const at = await prepared(desk, OWNER);
		desk.messenger.next(LATER);
		await preview(desk, at, EDITOR);
		const [{ delivery_id }] = (await desk.service.db.query('select delivery_id from delivery where draft_key = $1', [at.draft_key])) as [
			{ delivery_id: string },
		];
		for (let number = 1; number < 200; number += 1) await owes('unsent', { delivery_id, number }, 0);
		await owes('reopened', { draft_key: 'p1', version: 1, seq: 1 }, 1, 3);
		await desk.service.tick();
		await desk.service.tick();
		expect(new Set(await rows()), 'the other one had its turn').to.deep.equal(new Set(['unsent']));
		expect(await desk.service.db.query('select distinct attempts, due_at_ms from owed')).to.deep.equal([
			{ attempts: 0, due_at_ms: desk.clock.nowMs + 10_000 },
		]);
	});

	it('of a desk of before has the cards of offers that ended in the last 24 hours', async () => {
		const expire = async () => {
			desk.clock.nowMs += 48 * 60 * MINUTE_MS;
			desk.messenger.shut();
			await desk.service.tick();
			await desk.messenger.open();
		};
		await offeredByDay(desk, '2027-01-01', ['https://coast-wire.example/1']);
		await expire();
		const { batch_key } = await offeredByDay(desk, '2027-01-03', ['https://coast-wire.example/2', 'https://coast-wire.example/3']);
		await expire();
		await desk.service.db.query(`update delivery set entity_key = entity_key || '#2' where operation = 'card' and entity_key = $1`, [
			`${batch_key}:2`,
		]);
		await desk.service.db.query('drop table owed');
		await desk.service.db.query(`delete from migration where name like '%_owed%.sql'`);
		const next = await desk.sibling();
		expect(await desk.service.db.query('select kind, entity_key from owed order by entity_key')).to.deep.equal(
			[1, 2].map((item) => ({ kind: 'card_over', entity_key: `${batch_key}:${item}` })),
		);
		await next.close();
	});
});
