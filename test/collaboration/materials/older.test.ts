/** What a desk of 1.0.0 left is carried on, and nobody decides about a copy that was not delivered to them. */
import { expect } from 'chai';
import { describeOnEachEngine, type TestDatabase } from '../../support/databases.ts';
import {
	CHANNEL,
	EDITOR,
	OWNER,
	claim,
	newExecutionId,
	openDesk,
	postEvent,
	press,
	problem,
	publish,
	stateOf,
	textUpdate,
} from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';
import { fillAsLeft, fillAsOlder, left } from '../../support/leftBehind.ts';
import { verifyAudit } from '../../../scripts/operator/verifyAudit.ts';
import { reconcileDelivery } from '../../../scripts/operator/reconcileDelivery.ts';

describeOnEachEngine('A database that 1.0.0 left', (engine) => {
	let database: TestDatabase;
	let desk: TestDesk;
	beforeEach(async () => {
		database = await engine.copyOf(fillAsLeft);
		// It went on being used until a minute ago.
		desk = await openDesk({ engine, database, withWebhook: true });
	});
	afterEach(async () => {
		await desk.close();
		await database.drop();
	});
	const { drafts } = left;
	const at = ({ draft_key, version }: { draft_key: string; version: number }) => ({ draft_key, version, _svc: '', owner: 0, editor: 0 });

	it('numbers its drafts from the oldest on, all versions of one alike, and goes on after the last', async () => {
		const rows = await desk.service.db.query('select draft_key, number from material order by created_at_ms, version');
		const numbers = new Map(rows.map(({ draft_key, number }) => [draft_key, Number(number)]));
		expect(rows.every(({ draft_key, number }) => numbers.get(draft_key ?? null) === Number(number))).to.equal(true);
		expect([...numbers.values()]).to.deep.equal([...numbers.keys()].map((_, index) => index + 1));
		const event = await postEvent(desk, textUpdate(OWNER, '/post Roses bloom in the park'));
		const { body } = await desk.post('/materials/create', { _svc: event._svc, content: {} });
		expect(body.material.number).to.equal(numbers.size + 1);
	});

	it('keeps every row through the migrations of today, and its audit is whole', async () => {
		for (const table of ['material_event', 'delivery_event', 'audit'] as const) {
			const [count] = await desk.service.db.query(`select count(*) as n from ${table}`);
			expect(Number(count?.['n']), table).to.be.at.least(left.collaboration[table]?.length ?? 0);
		}
		const states = await desk.service.db.query('select draft_key, state, approval_message_id from material order by draft_key');
		expect(states).to.deep.equal(
			[...(left.collaboration['material'] ?? [])]
				.map(({ draft_key, state, approval_message_id }) => ({ draft_key, state, approval_message_id }))
				.sort((one, other) => String(one.draft_key).localeCompare(String(other.draft_key))),
		);
		expect(await verifyAudit(desk.service.db)).to.include({ intact: true });
	});

	it('is carried on: what waits is published by a person with a copy, once', async () => {
		const { waiting } = drafts;
		const pressed = await press(desk, EDITOR, { ...waiting, _svc: '' }, 'publish');
		expect(pressed['copy']).to.include({ delivered: true, latest: true, content_matches: true });
		expect((await claim(desk, pressed as never, waiting)).status).to.equal(200);
		// The real messenger has kept the photo of then.
		const message = { message_id: 8_001, date: 1_800_000_000, chat: { id: CHANNEL } };
		desk.messenger.next({ raw: JSON.stringify({ ok: true, result: message }), status: 200 });
		expect((await publish(desk, pressed._svc, waiting)).body).to.include({ ok: true });
		expect(desk.messenger.calls.at(-1)?.fields).to.include({ chat_id: CHANNEL, photo: 'file-2' });
		expect(await stateOf(desk, waiting)).to.include({ state: 'published' });
		const late = await press(desk, OWNER, { ...waiting, _svc: '' }, 'publish');
		expect(problem(await claim(desk, late as never, waiting))).to.deep.equal([409, 'state_conflict']);
		expect(await verifyAudit(desk.service.db)).to.include({ intact: true });
	});

	it('goes on with the question that was open: the answer to it makes the next version', async () => {
		const { asked } = drafts;
		const update = textUpdate(EDITOR, 'title: Open on Sundays', { reply_to_message: { message_id: asked.prompt, chat: { id: EDITOR } } });
		const body = await postEvent(desk, update);
		expect(body.intent).to.include({ kind: 'feedback_reply', draft_key: asked.draft_key, version: 1 });
		const revised = await desk.post('/materials/revise', {
			_svc: body._svc,
			...{ draft_key: asked.draft_key, version: 1 },
			content: { request: 'title: Open on Sundays', title: 'Open on Sundays', subtitle: 'From May', body: 'We open.' },
			reuse: { source_image_id: true },
		});
		expect(revised.body.material, JSON.stringify(revised.body)).to.include({ version: 2, state: 'text_preparing' });
		expect(await stateOf(desk, asked)).to.include({ state: 'superseded' });
	});

	it('gives no editor a copy that was not delivered to them', async () => {
		const { alone } = drafts;
		for (const action of ['publish', 'feedback', 'reject'] as const) {
			const pressed = await press(desk, EDITOR, { ...at(alone), editor: alone.owner }, action);
			expect(pressed['copy'], action).to.include({ delivered: false });
			const refused =
				action === 'publish'
					? await claim(desk, pressed as never, alone)
					: await desk.post('/materials/advance', {
							_svc: pressed._svc,
							...{ draft_key: alone.draft_key, version: 1, from: 'ready', to: action === 'reject' ? 'rejected' : 'awaiting_feedback' },
						});
			expect(problem(refused), action).to.deep.equal([409, 'copy_not_delivered']);
		}
		const pressed = await press(desk, OWNER, { ...at(alone), owner: alone.owner }, 'publish');
		expect((await claim(desk, pressed as never, alone)).status).to.equal(200);
	});

	it('does not repeat an unconfirmed delivery until a person settles it', async () => {
		const { lost } = drafts;
		const sent = left.collaboration['delivery']?.find(
			({ draft_key, operation }) => draft_key === lost.draft_key && operation === 'publish',
		);
		expect(await stateOf(desk, lost)).to.include({ state: 'claimed' });
		const pressed = await press(desk, OWNER, { ...lost, _svc: '' }, 'publish');
		expect((await claim(desk, pressed as never, lost)).status).to.equal(409);
		const { nowMs } = desk.clock;
		const settled = { nowMs: () => nowMs, newId: () => newExecutionId(), by: 'operator:test' };
		await reconcileDelivery(desk.service.audit, String(sent?.['delivery_id']), 42, settled);
		expect(await stateOf(desk, lost)).to.include({ state: 'published', published_message_id: 42 });
	});

	it('takes up what died: its event is posted to the graphs again, with what was written then', async () => {
		const { interrupted } = drafts;
		desk.clock.nowMs += 3_600_000;
		await desk.service.tick();
		expect(desk.posted).to.have.length(1);
		const body = await postEvent(desk, desk.posted[0]);
		expect(body).to.include({ admitted: true, replay: true, event_key: interrupted.event_key });
		const again = await desk.post('/materials/create', { _svc: body._svc, content: { kind: 'post', request: 'another text' } });
		expect(again.body).to.deep.include({ created: false });
		expect(again.body.material).to.include({ draft_key: interrupted.draft_key, request: 'The footbridge at the mill opens on 4 May' });
	});
});

describeOnEachEngine('A copy that is older than the journal', (engine) => {
	let database: TestDatabase;
	let desk: TestDesk;
	beforeEach(async () => {
		database = await engine.copyOf(fillAsOlder);
		desk = await openDesk({ engine, database });
	});
	afterEach(async () => {
		await desk.close();
		await database.drop();
	});
	const { waiting, alone } = left.drafts;
	/** A press on the message that the version's own fields name, in the presser's chat. */
	const pressOn = (person: number, { draft_key, version, owner }: typeof waiting) =>
		press(desk, person, { draft_key, version, owner, editor: owner, _svc: '' }, 'publish');

	it("lets the owner decide by their older copy, which is in the version's own fields", async () => {
		const pressed = await pressOn(OWNER, waiting);
		expect(pressed['copy']).to.include({ delivered: true, latest: true, is_canonical: true, content_matches: true });
		expect((await claim(desk, pressed as never, waiting)).status).to.equal(200);
		// The real messenger has kept the photo of then.
		const message = { message_id: 8_001, date: 1_800_000_000, chat: { id: CHANNEL } };
		desk.messenger.next({ raw: JSON.stringify({ ok: true, result: message }), status: 200 });
		expect((await publish(desk, pressed._svc, waiting)).body).to.include({ ok: true });
		expect(desk.messenger.calls.at(-1)?.fields).to.include({ chat_id: CHANNEL, photo: 'file-2' });
	});

	it('lets the editor do nothing with it: what was not delivered to them is no copy of theirs', async () => {
		const pressed = await pressOn(EDITOR, waiting);
		expect(pressed['copy']).to.include({ delivered: false });
		expect(problem(await claim(desk, pressed as never, waiting))).to.deep.equal([409, 'copy_not_delivered']);
		expect(await stateOf(desk, waiting)).to.include({ state: 'ready' });
	});

	it('is no way around a delivery of now: a version with any preview in the journal is read from there alone', async () => {
		for (const person of [OWNER, EDITOR]) {
			const pressed = await pressOn(person, alone);
			expect(pressed['copy'], String(person)).to.include({ delivered: false });
			expect(problem(await claim(desk, pressed as never, alone))).to.deep.equal([409, 'copy_not_delivered']);
		}
	});
});
