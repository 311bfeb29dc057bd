import { expect } from 'chai';
import { materialMachine } from '@copydesk/domain/material/machine';
import { describeOnEachEngine } from '../../support/databases.ts';
import {
	COVER_ID,
	EDITOR,
	IMAGE_ID,
	OWNER,
	answersDone,
	begin,
	claim,
	newExecutionId,
	openDesk,
	postEvent,
	prepared,
	press,
	preview,
	problem,
	publish,
	ready,
	stateOf,
	textUpdate,
	answered,
} from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';

describeOnEachEngine('Materials', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const create = (_svc: string, more: object = {}) =>
		desk.post('/materials/create', { _svc, content: { kind: 'post', request: 'Open on Saturdays' }, ...more });
	const advance = (_svc: string, draft_key: string, from: string, to: string, patch?: object) =>
		desk.post('/materials/advance', { _svc, draft_key, version: 1, from, to, ...(patch === undefined ? {} : { patch }) });

	it('begin with version 1 in text_generating, once per event', async () => {
		const event = await begin(desk, EDITOR);
		const first = await create(event._svc);
		expect(first.body).to.have.property('created', true);
		expect(first.body.material).to.include({
			draft_key: `p${event.event_key.slice(2)}`,
			version: 1,
			state: 'text_generating',
			owner_chat_id: OWNER,
			created_by_user_id: EDITOR,
			operation_actor_user_id: EDITOR,
			event_key: event.event_key,
			request: 'Open on Saturdays',
			content_sha256: null,
		});
		const again = await create(event._svc, { draft_key: 'other' });
		expect(again.body).to.deep.equal({ material: first.body.material, created: false });
	});

	it('begin once also when the same event asks many times at once', async () => {
		const event = await begin(desk, EDITOR);
		const answers = await Promise.all(Array.from({ length: 8 }, () => create(event._svc)));
		expect(answers.map(({ status }) => status)).to.deep.equal(Array(8).fill(200));
		expect(answers.filter(({ body }) => body.created)).to.have.length(1);
		expect(await desk.service.db.query('select * from material')).to.have.length(1);
	});

	it('do not begin under a key that is taken, nor under one that no button could carry', async () => {
		const event = await begin(desk, EDITOR);
		await create(event._svc, { draft_key: 'autumn' });
		expect(problem(await create((await begin(desk, OWNER))._svc, { draft_key: 'autumn' }))).to.deep.equal([409, 'draft_open']);
		expect(problem(await create((await begin(desk, OWNER))._svc, { draft_key: 'k'.repeat(41) }))).to.deep.equal([422, 'invalid_request']);
	});

	it('move only as the table says: every pair of states', async () => {
		const at = await prepared(desk);
		const found: string[] = [];
		for (const to of materialMachine.states) {
			if (to === 'text_preparing' || to === 'ready' || to === 'rejected') continue;
			const answer = await advance(at._svc, at.draft_key, 'text_preparing', to);
			found.push(`${to} ${answer.body.code}`);
		}
		expect(found.sort()).to.deep.equal(
			['awaiting_feedback', 'claimed', 'published', 'superseded', 'text_generating'].map((state) => `${state} transition_forbidden`),
		);
		expect(await stateOf(desk, at)).to.include({ state: 'text_preparing' });
	});

	it('are compared before they are set: a caller that expects another state is told the one that is there', async () => {
		const at = await prepared(desk);
		const late = await advance(at._svc, at.draft_key, 'text_generating', 'text_preparing');
		expect(problem(late)).to.deep.equal([409, 'state_conflict']);
		expect(late.body).to.include({ state: 'text_preparing' });
	});

	it('move once when many move them at once', async () => {
		const event = await begin(desk, EDITOR);
		const { draft_key } = (await create(event._svc)).body.material;
		const answers = await Promise.all(
			Array.from({ length: 6 }, () => advance(event._svc, draft_key, 'text_generating', 'text_preparing', { body: 'x' })),
		);
		expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409, 409, 409, 409]);
	});

	it('are not ready without caption, cover and a confirmed copy of exactly this content', async () => {
		const event = await begin(desk, EDITOR);
		const { draft_key } = (await create(event._svc)).body.material;
		await advance(event._svc, draft_key, 'text_generating', 'text_preparing');
		const toReady = () => advance(event._svc, draft_key, 'text_preparing', 'ready');
		const missing = async () => (await toReady()).body.errors.map(({ path }: { path: string }) => path);
		expect(problem(await toReady())).to.deep.equal([409, 'not_ready']);
		expect(await missing()).to.deep.equal(['caption', 'cover_asset_id']);
		await advance(event._svc, draft_key, 'text_preparing', 'text_preparing', { caption: 'One', cover_asset_id: COVER_ID });
		expect(await missing()).to.deep.equal(['approval_message_id']);
		await preview(desk, { draft_key, version: 1, _svc: event._svc }, OWNER);
		await advance(event._svc, draft_key, 'text_preparing', 'text_preparing', { caption: 'Two' });
		expect(await missing(), 'the copy shows something else now').to.deep.equal(['approval_message_id']);
		const fresh = await desk.post('/messenger', {
			_svc: event._svc,
			operation: 'preview',
			purpose: 'preview',
			entity_key: 'again',
			recipient_user_id: OWNER,
			draft_key,
			version: 1,
		});
		expect(fresh.body.delivery.status).to.equal('sent');
		expect((await toReady()).body.material).to.include({ state: 'ready', approval_message_id: fresh.body.delivery.message_id });
	});

	it('are shown again under the same key once they hold other content, and can be decided by the new copy alone', async () => {
		const at = await prepared(desk);
		const older = (await preview(desk, at, OWNER)).body.delivery;
		await advance(at._svc, at.draft_key, 'text_preparing', 'text_preparing', { caption: 'Written by the second one' });
		const newer = (await preview(desk, at, OWNER)).body.delivery;
		expect(newer).to.include({ status: 'sent', repeated: false });
		expect(newer.message_id).to.not.equal(older.message_id);
		expect((await preview(desk, at, OWNER)).body.delivery, 'the same content again').to.include({ repeated: true });
		expect((await advance(at._svc, at.draft_key, 'text_preparing', 'ready')).body.material).to.include({
			state: 'ready',
			approval_message_id: newer.message_id,
		});
		const old = await press(desk, OWNER, { ...at, owner: older.message_id, editor: older.message_id }, 'publish');
		expect(old.copy).to.include({ delivered: true, content_matches: false });
		expect(problem(await claim(desk, old, at)), 'the copy that shows what nobody would publish').to.deep.equal([409, 'content_mismatch']);
		const fresh = await press(desk, OWNER, { ...at, owner: newer.message_id, editor: newer.message_id }, 'publish');
		expect((await claim(desk, fresh, at)).status).to.equal(200);
	});

	it('are shown again also where it is not known whether the older copy arrived', async () => {
		const at = await prepared(desk);
		desk.messenger.next('lost_after');
		expect((await preview(desk, at, OWNER)).body.delivery).to.include({ status: 'unknown' });
		await advance(at._svc, at.draft_key, 'text_preparing', 'text_preparing', { caption: 'Another caption' });
		expect((await preview(desk, at, OWNER)).body.delivery).to.include({ status: 'sent', repeated: false });
	});

	it('keep their content from ready on: what people look at does not change under them', async () => {
		const at = await ready(desk);
		for (const patch of [{ caption: 'Other' }, { title: 'Other' }, { cover_asset_id: null }]) {
			expect(problem(await advance(at._svc, at.draft_key, 'ready', 'ready', patch))).to.deep.equal([409, 'transition_forbidden']);
			expect(problem(await advance(at._svc, at.draft_key, 'ready', 'rejected', patch))).to.deep.equal([409, 'transition_forbidden']);
		}
		expect(
			(await advance(at._svc, at.draft_key, 'ready', 'ready', { error_code: 'layout_overflow', error_stage: 'cover' })).body.material,
		).to.include({ state: 'ready', error_code: 'layout_overflow' });
	});

	it('keep an error until a later success, and the audit keeps it after that', async () => {
		const at = await prepared(desk);
		const failed = await advance(at._svc, at.draft_key, 'text_preparing', 'text_preparing', {
			error_code: 'layout_overflow',
			error_stage: 'cover',
		});
		expect(failed.body.material).to.include({ state: 'text_preparing', error_code: 'layout_overflow', error_stage: 'cover' });
		const mended = await advance(at._svc, at.draft_key, 'text_preparing', 'text_preparing', { subtitle: 'Shorter' });
		expect(mended.body.material).to.include({ error_code: null, error_stage: null });
		expect(await desk.service.db.query(`select outcome from audit where code = 'layout_overflow'`)).to.deep.equal([{ outcome: 'failed' }]);
	});

	it('normalise the caption and hash it with the cover, so that equal content has an equal hash', async () => {
		const at = await prepared(desk);
		const hash = async (patch: object) =>
			(await advance(at._svc, at.draft_key, 'text_preparing', 'text_preparing', patch)).body.material as {
				caption: string;
				content_sha256: string;
			};
		const one = await hash({ caption: 'One \r\n\r\n\r\ntwo ' });
		expect(one.caption).to.equal('One\n\ntwo');
		expect((await hash({ caption: 'One\n\ntwo' })).content_sha256).to.equal(one.content_sha256);
		expect((await hash({ caption: 'One\n\ntwo.' })).content_sha256).not.to.equal(one.content_sha256);
		expect((await hash({ caption: 'One\n\ntwo', cover_asset_id: 'ab'.repeat(32) })).content_sha256).not.to.equal(one.content_sha256);
		expect((await hash({ cover_asset_id: null })).content_sha256).to.equal(null);
	});

	it('keep with a revision how far its check may repair, and that a text passed it', async () => {
		const at = await ready(desk);
		const { _svc } = await answered(desk, EDITOR, at);
		const edit_scope = [{ field: 'body', start: 0, end: 3 }];
		const content = { body: 'New text', text_check: 'needed', edit_scope };
		const { body } = await desk.post('/materials/revise', { _svc, draft_key: at.draft_key, version: 1, content, reuse: {} });
		expect(body.material, JSON.stringify(body)).to.deep.include({ text_check: 'needed', edit_scope });
		const next = { _svc, draft_key: at.draft_key, version: 2 };
		expect((await desk.post('/materials/read', next)).body.material, 'the person who continues').to.deep.include({
			text_check: 'needed',
			edit_scope,
		});
		const passed = { ...next, from: 'text_preparing', to: 'text_preparing', patch: { body: 'New text', text_check: 'passed' } };
		expect((await desk.post('/materials/advance', passed)).body.material).to.include({ text_check: 'passed' });
		expect((await desk.post('/materials/advance', { ...passed, patch: { text_check: 'none' } })).status, 'nobody is let off').to.equal(422);
	});

	it('are revised in one step: the old version ends, the new one has what it reuses', async () => {
		const at = await ready(desk);
		const said = await answered(desk, EDITOR, at);
		const revise = (_svc: string, content: object, reuse: object) =>
			desk.post('/materials/revise', { _svc, draft_key: at.draft_key, version: 1, content, reuse });
		const revised = await revise(said._svc, { title: 'New title', body: 'New text' }, { source_image_id: true });
		expect(revised.body.material).to.include({
			version: 2,
			state: 'text_preparing',
			title: 'New title',
			subtitle: 'From May',
			body: 'New text',
			source_image_id: IMAGE_ID,
			cover_asset_id: null,
			messenger_file_id: null,
			cover_origin_version: null,
		});
		expect(await stateOf(desk, at)).to.include({ state: 'superseded' });
		const again = await revise(said._svc, { title: 'New title', body: 'New text' }, { source_image_id: true });
		expect(again.body.material, 'the same event again').to.deep.equal(revised.body.material);
		expect(problem(await revise((await begin(desk, OWNER))._svc, { body: 'x' }, {}))).to.deep.equal([409, 'state_conflict']);
	});

	it('take the finished cover and its picture over when the cover is reused, and say from where', async () => {
		const at = await ready(desk);
		const revised = await desk.post('/materials/revise', {
			_svc: (await answered(desk, EDITOR, at))._svc,
			draft_key: at.draft_key,
			version: 1,
			content: { body: 'Exact words' },
			reuse: { cover: true },
		});
		expect(revised.body.material).to.include({
			version: 2,
			cover_asset_id: COVER_ID,
			messenger_file_id: 'file-1',
			cover_origin_version: 1,
			source_image_id: IMAGE_ID,
			approval_message_id: null,
			caption: null,
		});
	});

	it('begin a revision in text_generating when its text is still to be asked for', async () => {
		const at = await ready(desk);
		const revised = await desk.post('/materials/revise', {
			_svc: (await answered(desk, EDITOR, at))._svc,
			draft_key: at.draft_key,
			version: 1,
			content: { request: 'shorter' },
			reuse: { source_image_id: true },
		});
		expect(revised.body.material).to.include({
			version: 2,
			state: 'text_generating',
			request: 'shorter',
			title: 'Open on Saturdays',
			body: null,
		});
	});

	it('are read by key, latest first, and listed newest first', async () => {
		const at = await ready(desk);
		await desk.post('/materials/revise', {
			_svc: (await answered(desk, EDITOR, at))._svc,
			draft_key: at.draft_key,
			version: 1,
			content: { body: 'x' },
			reuse: {},
		});
		desk.clock.nowMs += 1_000;
		const other = await prepared(desk, OWNER);
		const read = (more: object) => desk.post('/materials/read', { _svc: at._svc, draft_key: at.draft_key, ...more });
		expect((await read({})).body.material.version).to.equal(2);
		expect((await read({ version: 1 })).body.material).to.include({ version: 1, state: 'superseded' });
		expect(problem(await read({ version: 3 }))).to.deep.equal([404, 'material_not_found']);
		const list = async (more: object) =>
			(await desk.post('/materials/list', { _svc: at._svc, ...more })).body.materials.map(
				(each: { draft_key: string; version: number }) => `${each.draft_key}:${each.version}`,
			);
		expect(await list({})).to.deep.equal([`${other.draft_key}:1`, `${at.draft_key}:2`]);
		expect(await list({ states: ['superseded'] })).to.deep.equal([`${at.draft_key}:1`]);
		expect(await list({ limit: 1 })).to.deep.equal([`${other.draft_key}:1`]);
	});
});

describeOnEachEngine('A claim', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	it('is won by exactly one of two people who press at once, and the other is told who', async () => {
		const at = await ready(desk);
		const [one, two] = await Promise.all([press(desk, OWNER, at, 'publish'), press(desk, EDITOR, at, 'publish')]);
		const answers = await Promise.all([claim(desk, one, at), claim(desk, two, at)]);
		expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
		const winner = answers[0]?.status === 200 ? OWNER : EDITOR;
		expect(answers.find(({ status }) => status === 409)?.body).to.include({ code: 'state_conflict', state: 'claimed', claimed_by: winner });
	});

	it('is won by one of two instances on the same database', async () => {
		const at = await ready(desk);
		const sibling = await desk.sibling();
		try {
			const [one, two] = [await press(desk, OWNER, at, 'publish'), await press(sibling, EDITOR, at, 'publish')];
			const answers = await Promise.all([claim(desk, one, at), claim(sibling, two, at)]);
			expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
		} finally {
			await sibling.close();
		}
	});

	it('asked for again by the same press is the same claim', async () => {
		const at = await ready(desk);
		const event = await press(desk, OWNER, at, 'publish');
		await claim(desk, event, at);
		const again = await claim(desk, event, at);
		expect(again.status).to.equal(200);
		expect(again.body.material).to.include({ state: 'claimed', operation_actor_user_id: OWNER });
	});

	for (const what of ['failed', 'was handled'] as const) {
		it(`that comes after its event ${what} is none: nobody would publish it, and the next press wins`, async () => {
			const at = await ready(desk);
			const event = await press(desk, OWNER, at, 'publish');
			const { execution_id } = JSON.parse(Buffer.from(event._svc.split('.')[1] ?? '', 'base64url').toString()) as { execution_id: string };
			if (what === 'was handled') await desk.post('/event-done', { _svc: event._svc, event_key: event.event_key, outcome: 'gone' });
			else await desk.post('/execution-failure', { execution_id, workflow_id: 'w', node_name: 'Claim', error_class: 'Timeout' });
			expect(problem(await claim(desk, event, at))).to.deep.equal([409, 'execution_superseded']);
			expect((await claim(desk, await press(desk, EDITOR, at, 'publish'), at)).status).to.equal(200);
		});
	}

	it("needs the presser's own copy, and refuses a button of another person's", async () => {
		const at = await ready(desk);
		const foreign = await press(desk, OWNER, at, 'publish', at.editor);
		expect(foreign.copy).to.include({ delivered: false });
		expect(problem(await claim(desk, foreign, at))).to.deep.equal([409, 'copy_not_delivered']);
		const own = await press(desk, OWNER, at, 'publish');
		const swapped = await desk.post('/internal', {
			action: 'claim',
			_svc: own._svc,
			draft_key: at.draft_key,
			version: 1,
			message_id: at.editor,
		});
		expect(problem(swapped)).to.deep.equal([409, 'copy_not_delivered']);
	});

	it('needs the press to be the one that it is: another button or version carries nothing over', async () => {
		const at = await ready(desk);
		const rejecting = await press(desk, OWNER, at, 'reject');
		expect(problem(await claim(desk, rejecting, at))).to.deep.equal([409, 'copy_not_delivered']);
		const publishing = await press(desk, OWNER, at, 'publish');
		expect(
			problem(
				await desk.post('/materials/advance', {
					_svc: publishing._svc,
					draft_key: at.draft_key,
					version: 1,
					from: 'ready',
					to: 'rejected',
				}),
			),
		).to.deep.equal([409, 'copy_not_delivered']);
	});

	it("needs an undelivered copy to have been delivered: with the editor's preview refused, only the owner can press", async () => {
		const at = await prepared(desk);
		desk.messenger.rule(({ method, fields }) =>
			method === 'sendPhoto' && Number(fields['chat_id']) === EDITOR
				? { refuse: 403, description: 'Forbidden: bot was blocked by the user' }
				: undefined,
		);
		const blocked = await preview(desk, at, EDITOR);
		expect(blocked.body.delivery).to.include({ status: 'rejected', error_code: 'blocked' });
		const owner = (await preview(desk, at, OWNER)).body.delivery.message_id as number;
		const moved = await desk.post('/materials/advance', {
			_svc: at._svc,
			draft_key: at.draft_key,
			version: 1,
			from: 'text_preparing',
			to: 'ready',
		});
		expect(moved.body.material).to.include({ state: 'ready', approval_message_id: owner });
		const copies = { ...at, owner, editor: owner };
		expect(problem(await claim(desk, await press(desk, EDITOR, copies, 'publish'), at))).to.deep.equal([409, 'copy_not_delivered']);
		expect((await claim(desk, await press(desk, OWNER, copies, 'publish'), at)).status).to.equal(200);
	});

	it('needs copy and row to show the same: what was approved is what is published', async () => {
		const at = await ready(desk);
		await desk.service.db.query(`update delivery set content_sha256 = $1 where operation = 'preview' and recipient_user_id = ${OWNER}`, [
			'0'.repeat(64),
		]);
		expect(problem(await claim(desk, await press(desk, OWNER, at, 'publish'), at))).to.deep.equal([409, 'content_mismatch']);
		await desk.service.db.query(`update material set caption = 'Changed behind everybody'`);
		expect(problem(await claim(desk, await press(desk, EDITOR, at, 'publish'), at)), 'a row that is not what its hash says').to.deep.equal([
			409,
			'content_mismatch',
		]);
	});

	it('needs a version that is still the newest', async () => {
		const at = await ready(desk);
		const event = await press(desk, OWNER, at, 'publish');
		await desk.post('/materials/revise', {
			_svc: (await answered(desk, EDITOR, at))._svc,
			draft_key: at.draft_key,
			version: 1,
			content: { body: 'x' },
			reuse: {},
		});
		const late = await claim(desk, event, at);
		expect(problem(late)).to.deep.equal([409, 'state_conflict']);
		expect(late.body).to.include({ state: 'superseded' });
	});

	it('cannot be made, nor ended, by moving the material by hand', async () => {
		const at = await ready(desk);
		const advance = (_svc: string, from: string, to: string) =>
			desk.post('/materials/advance', { _svc, draft_key: at.draft_key, version: 1, from, to });
		expect(problem(await advance(at._svc, 'ready', 'claimed'))).to.deep.equal([409, 'transition_forbidden']);
		const won = await claim(desk, await press(desk, OWNER, at, 'publish'), at);
		expect(problem(await advance(won.body._svc, 'claimed', 'published'))).to.deep.equal([409, 'not_ready']);
		expect(problem(await advance(won.body._svc, 'claimed', 'ready'))).to.deep.equal([409, 'not_ready']);
		await publish(desk, won.body._svc, at);
		expect((await advance(won.body._svc, 'claimed', 'published')).body.material, 'said again after the fact').to.include({
			state: 'published',
		});
	});
});

describeOnEachEngine('A feedback session', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const move = (_svc: string, at: { draft_key: string }, from: string, to: string) =>
		desk.post('/materials/advance', { _svc, draft_key: at.draft_key, version: 1, from, to });
	async function session(holder = EDITOR) {
		const at = await ready(desk);
		const pressed = await press(desk, holder, at, 'feedback');
		const moved = await move(pressed._svc, at, 'ready', 'awaiting_feedback');
		expect(moved.body.material).to.include({ feedback_actor_user_id: holder, feedback_actor_chat_id: holder });
		const prompt = await desk.post('/messenger', {
			_svc: pressed._svc,
			operation: 'prompt',
			purpose: 'prompt',
			entity_key: `${at.draft_key}:1`,
			draft_key: at.draft_key,
			version: 1,
			text: 'What should change?',
		});
		return { at, pressed, promptId: prompt.body.delivery.message_id as number };
	}
	const reply = async (from: number, to: number) => {
		return (
			await desk.post('/event', {
				update: textUpdate(from, 'Shorter, please', { reply_to_message: { message_id: to } }),
				execution_id: newExecutionId(),
			})
		).body;
	};

	it('asks the initiator alone, and takes only the answer to that very question', async () => {
		const { at, promptId } = await session();
		expect(
			desk.messenger.accepted
				.filter(({ fields }) => fields['reply_markup'] !== undefined && 'force_reply' in (fields['reply_markup'] as object))
				.map(({ fields }) => fields['chat_id']),
		).to.deep.equal([EDITOR]);
		expect((await reply(EDITOR, promptId)).intent).to.deep.equal({
			kind: 'feedback_reply',
			draft_key: at.draft_key,
			version: 1,
			text: 'Shorter, please',
		});
		expect((await reply(EDITOR, promptId + 1)).intent.kind).to.equal('usage');
		expect((await reply(OWNER, promptId)).intent.kind).to.equal('usage');
	});

	it('is one for each draft: the second press finds the state taken', async () => {
		const { at } = await session();
		const second = await press(desk, OWNER, at, 'feedback');
		expect(problem(await move(second._svc, at, 'ready', 'awaiting_feedback'))).to.deep.equal([409, 'state_conflict']);
	});

	it("of the owner is not the editor's to close", async () => {
		const { at } = await session(OWNER);
		const event = await begin(desk, EDITOR, '/cancel');
		expect(event.feedback_session).to.equal(null);
		expect(problem(await move(event._svc, at, 'awaiting_feedback', 'ready'))).to.deep.equal([409, 'session_held']);
	});

	it('stays with a revoked editor until the owner resolves it, and that is audited', async () => {
		const { at, promptId } = await session();
		await desk.setEditor(false);
		expect(await reply(EDITOR, promptId)).to.include({ admitted: false, reason: 'inactive' });
		const cancelling = await begin(desk, OWNER, '/cancel');
		expect(cancelling.feedback_session).to.deep.equal({
			draft_key: at.draft_key,
			version: 1,
			holder_user_id: EDITOR,
			prompt_message_id: promptId,
			mine: false,
		});
		const moved = await move(cancelling._svc, at, 'awaiting_feedback', 'ready');
		expect(moved.body.material).to.include({ state: 'ready', feedback_actor_user_id: null, feedback_prompt_message_id: null });
		const [row] = await desk.service.db.query(
			`select actor_user_id, detail from audit where action = 'material.ready' order by seq desc limit 1`,
		);
		expect(row?.['actor_user_id']).to.equal(OWNER);
		expect(JSON.parse(String(row?.['detail']))).to.include({ session_of: EDITOR, from: 'awaiting_feedback' });
	});

	it('does not let an old question be answered about a newer version', async () => {
		const { at, promptId } = await session();
		const event = await reply(EDITOR, promptId);
		const content = { title: 'Short', subtitle: 'From May', body: 'Short.' };
		await desk.post('/materials/revise', { _svc: event._svc, draft_key: at.draft_key, version: 1, content, reuse: {} });
		expect((await reply(EDITOR, promptId)).intent.kind).to.equal('usage');

		// With a question about the newer version open, too.
		const next = { draft_key: at.draft_key, version: 2, _svc: event._svc };
		const patch = { caption: 'Short.', cover_asset_id: COVER_ID, source_image_id: IMAGE_ID };
		await desk.post('/materials/advance', { ...next, from: 'text_preparing', to: 'text_preparing', patch });
		const shown = (await preview(desk, next, EDITOR)).body.delivery.message_id as number;
		await desk.post('/materials/advance', { ...next, from: 'text_preparing', to: 'ready' });
		const again = await press(desk, EDITOR, { ...next, editor: shown } as never, 'feedback');
		await desk.post('/materials/advance', { ...next, _svc: again._svc, from: 'ready', to: 'awaiting_feedback' });
		const asked = { operation: 'prompt', purpose: 'prompt', entity_key: `${at.draft_key}:2`, text: 'What should change?' };
		const prompt = await desk.post('/messenger', { ...next, ...asked, _svc: again._svc });
		for (const old of [promptId, at.editor]) expect((await reply(EDITOR, old)).intent, String(old)).to.include({ kind: 'usage' });
		for (const own of [prompt.body.delivery.message_id as number, shown])
			expect((await reply(EDITOR, own)).intent).to.include({ kind: 'feedback_reply', version: 2 });
	});

	it('takes plain words and replies to any message of its conversation, and nothing about another draft', async () => {
		const { at } = await session();
		const say = async (text: string, more: object = {}) => await postEvent(desk, textUpdate(EDITOR, text, { ...more }));
		const to = (message_id: number) => ({ reply_to_message: { message_id } });
		const answer = (text: string) => ({ kind: 'feedback_reply', draft_key: at.draft_key, version: 1, text });
		const first = await say('Mention the two new doctors');
		expect(first.intent).to.deep.equal(answer('Mention the two new doctors'));
		const refusal = await desk.post('/messenger', {
			_svc: first._svc,
			operation: 'status',
			purpose: 'status',
			entity_key: `${first.event_key}:refused`,
			text: 'Not like that. Nothing has changed.',
		});
		expect((await say('then shorter', to(refusal.body.delivery.message_id))).intent).to.deep.equal(answer('then shorter'));
		expect((await say('then warmer', to(at.editor))).intent).to.deep.equal(answer('then warmer'));

		const other = await ready(desk, OWNER);
		expect((await say('shorter', to(other.editor))).intent.kind).to.equal('usage');
		expect((await say('shorter', to(999_999))).intent.kind).to.equal('usage');
		await move(first._svc, at, 'awaiting_feedback', 'ready');
		const added = (await say('And mention the two new doctors')).intent;
		expect(added, 'while an answer is being carried out').to.have.property('kind', 'usage');
		expect(added.text).to.match(/^Is this a change\? Press Feedback under the draft/);
		await answersDone(desk);
		expect((await say('Mention the two new doctors')).intent.kind).to.equal('post_request');
	});
});
