import { expect } from 'chai';
import { standingText } from '@copydesk/domain/messages/sentences';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import { issueProof } from '../../scripts/operator/issueProof.ts';
import { describeOnEachEngine } from '../support/databases.ts';
import {
	COVER_ID,
	EDITOR,
	pressCard,
	offered,
	articleOf,
	IMAGE_ID,
	OWNER,
	begin,
	claim,
	newExecutionId,
	openDesk,
	postEvent,
	press,
	preview,
	problem,
	ready,
	stateOf,
	textUpdate,
} from '../support/collaboration.ts';
import type { Ready, TestDesk } from '../support/collaboration.ts';
import { pressAt } from '../support/planned.ts';

describeOnEachEngine('Decisions', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const decide = (_svc: string, at: { draft_key: string }, decision: string, version = 1) =>
		desk.post('/decision', { _svc, draft_key: at.draft_key, version, decision });
	async function rejected() {
		const at = await ready(desk);
		const event = await press(desk, EDITOR, at, 'reject');
		await desk.post('/materials/advance', { _svc: event._svc, draft_key: at.draft_key, version: 1, from: 'ready', to: 'rejected' });
		return { at, event };
	}

	it('are told to both and take the old buttons away', async () => {
		const { at, event } = await rejected();
		const before = desk.messenger.accepted.length;
		expect((await decide(event._svc, at, 'rejected')).body.notified).to.deep.equal([
			{ user_id: OWNER, status: 'sent' },
			{ user_id: EDITOR, status: 'sent' },
		]);
		const after = desk.messenger.accepted.slice(before);
		expect(after.filter(({ method }) => method === 'sendMessage').map(({ fields }) => fields['text'])).to.have.members(
			['Egor Editor', 'You'].map((by) => `🗑 ${by} rejected “Open on Saturdays” (1).`),
		);
		expect(
			after
				.filter(({ method }) => method === 'editMessageReplyMarkup')
				.map(({ fields }) => [fields['chat_id'], fields['message_id'], fields['reply_markup']]),
		).to.have.deep.members([
			[OWNER, at.owner, { inline_keyboard: [] }],
			[EDITOR, at.editor, { inline_keyboard: [] }],
		]);
	});

	it('are told once, and saying so again changes nothing', async () => {
		const { at, event } = await rejected();
		const first = await decide(event._svc, at, 'rejected');
		const calls = desk.messenger.calls.length;
		expect((await decide(event._svc, at, 'rejected')).body).to.deep.equal(first.body);
		expect(desk.messenger.calls).to.have.length(calls);
	});

	it('told twice at once are told once, and none of it is called not sent, because it is being sent', async () => {
		const { at, event } = await rejected();
		const before = desk.messenger.accepted.length;
		const answers = await Promise.all(Array.from({ length: 4 }, () => decide(event._svc, at, 'rejected')));
		const statuses = answers.flatMap(({ body }) => [...body.notified, ...body.buttons].map(({ status }: { status: string }) => status));
		expect(statuses.filter((status) => status !== 'sent' && status !== 'sending')).to.deep.equal([]);
		expect(statuses).to.have.length(16);
		expect(desk.messenger.accepted.length - before).to.equal(4);
	});

	it('are not called told because another message took their key', async () => {
		const { at, event } = await rejected();
		const squat = { _svc: event._svc, operation: 'status', purpose: 'decision.rejected', entity_key: `${at.draft_key}:1`, text: 'x' };
		expect((await desk.post('/messenger', squat)).body.ok).to.equal(true);
		expect((await decide(event._svc, at, 'rejected')).body.notified).to.deep.equal([
			{ user_id: OWNER, status: 'sent' },
			{ user_id: EDITOR, status: 'not_sent' },
		]);
	});

	it('hold when no person can be told: a failed notice is a status, never an error', async () => {
		const { at, event } = await rejected();
		desk.messenger.rule(({ method, fields }) =>
			Number(fields['chat_id']) === OWNER
				? 'lost_after'
				: method === 'editMessageReplyMarkup'
					? { refuse: 400, description: 'Bad Request: message to edit not found' }
					: { refuse: 403, description: 'Forbidden: bot was blocked by the user' },
		);
		const answer = await decide(event._svc, at, 'rejected');
		expect(answer.status).to.equal(200);
		expect(answer.body).to.deep.equal({
			notified: [
				{ user_id: OWNER, status: 'unknown' },
				{ user_id: EDITOR, status: 'rejected' },
			],
			buttons: [
				{ user_id: OWNER, message_id: at.owner, status: 'unknown' },
				{ user_id: EDITOR, message_id: at.editor, status: 'rejected' },
			],
		});
	});

	it('count buttons that were gone already as taken away', async () => {
		const { at, event } = await rejected();
		desk.messenger.rule(({ method }) =>
			method === 'editMessageReplyMarkup'
				? { refuse: 400, description: 'Bad Request: message is not modified: specified new message content…' }
				: undefined,
		);
		expect((await decide(event._svc, at, 'rejected')).body.buttons.map(({ status }: { status: string }) => status)).to.deep.equal([
			'sent',
			'sent',
		]);
	});

	it('are told only after they were saved', async () => {
		const at = await ready(desk);
		const event = await press(desk, EDITOR, at, 'reject');
		expect(problem(await decide(event._svc, at, 'rejected'))).to.deep.equal([409, 'state_conflict']);
		expect(problem(await decide(event._svc, at, 'rejected', 2))).to.deep.equal([404, 'material_not_found']);
		expect(problem(await decide(event._svc, at, 'claimed'))).to.deep.equal([422, 'invalid_request']);
	});

	it('go to the active alone', async () => {
		const at = await ready(desk);
		const event = await press(desk, OWNER, at, 'reject');
		await desk.post('/materials/advance', { _svc: event._svc, draft_key: at.draft_key, version: 1, from: 'ready', to: 'rejected' });
		await desk.setEditor(false);
		expect((await decide(event._svc, at, 'rejected')).body.notified).to.deep.equal([{ user_id: OWNER, status: 'sent' }]);
	});
});

describeOnEachEngine('Onboarding', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	it('asked for twice at once is sent once: the twin is told that it is under way', async () => {
		const { _svc } = await begin(desk, OWNER);
		const answers = await Promise.all([1, 2, 3].map(() => desk.post('/onboarding', { _svc })));
		expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
		const statuses = answers.flatMap(({ body }) => body.deliveries.map(({ status }: { status: string }) => status) as string[]);
		expect(statuses.filter((status) => status !== 'sent' && status !== 'sending')).to.deep.equal([]);
		expect(desk.messenger.accepted).to.have.length(2);
	});

	it('sends one picture without buttons to both, once ever, for the owner alone', async () => {
		const editor = await begin(desk, EDITOR, '/start');
		expect(problem(await desk.post('/onboarding', { _svc: editor._svc }))).to.deep.equal([403, 'role_forbids']);
		const owner = await begin(desk, OWNER, '/start');
		const first = await desk.post('/onboarding', { _svc: owner._svc });
		expect(first.body.key).to.equal('multiuser_v1');
		expect(
			first.body.deliveries.map(({ user_id, status, repeated }: { user_id: number; status: string; repeated: boolean }) => [
				user_id,
				status,
				repeated,
			]),
		).to.deep.equal([
			[OWNER, 'sent', false],
			[EDITOR, 'sent', false],
		]);
		const later = await begin(desk, OWNER, '/start');
		expect(
			(await desk.post('/onboarding', { _svc: later._svc })).body.deliveries.map(({ repeated }: { repeated: boolean }) => repeated),
		).to.deep.equal([true, true]);
		expect(
			desk.messenger.calls.map(({ method, fields }) => [method, Number(fields['chat_id']), fields['reply_markup']]),
		).to.have.deep.members([
			['sendPhoto', OWNER, undefined],
			['sendPhoto', EDITOR, undefined],
		]);
	});

	it('is sent again, once, to a person who had not pressed Start, when they do', async () => {
		const owner = await begin(desk, OWNER, '/start');
		desk.messenger.next({ refuse: 403, description: "Forbidden: bot can't initiate conversation with a user" });
		const statuses = async (): Promise<string[]> =>
			(await desk.post('/onboarding', { _svc: owner._svc })).body.deliveries.map(({ status }: { status: string }) => status);
		const first = await statuses();
		expect([...first].sort()).to.deep.equal(['rejected', 'sent']);
		const sent = () => desk.messenger.accepted.filter(({ method }) => method === 'sendPhoto').length;
		await desk.service.tick();
		expect(sent(), 'nothing while they are away').to.equal(1);
		desk.clock.nowMs += 1_000;
		const { _svc, event_key } = await begin(desk, first.indexOf('rejected') === 0 ? OWNER : EDITOR, '/start');
		await desk.post('/event-done', { _svc, event_key, outcome: 'start' });
		await desk.service.tick();
		await desk.service.tick();
		expect(sent()).to.equal(2);
		expect(await statuses()).to.deep.equal(['sent', 'sent']);
		expect(sent()).to.equal(2);
	});
});

describeOnEachEngine('A one-time continuation', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine, withWebhook: true });
	});
	afterEach(() => desk.close());

	/** A first version whose execution failed before anything left the machine. */
	async function failedLocally(errorClass = 'SyntaxError', before?: (_svc: string, draft_key: string) => Promise<unknown>) {
		const execution = newExecutionId();
		const { body } = await desk.post('/event', { update: textUpdate(EDITOR, '/post hello'), execution_id: execution });
		const { draft_key } = (await desk.post('/materials/create', { _svc: body._svc, content: { kind: 'post', request: 'hello' } })).body
			.material;
		await before?.(body._svc, draft_key);
		await desk.post('/execution-failure', {
			execution_id: execution,
			workflow_id: 'cd-write-post',
			node_name: 'Parse',
			error_class: errorClass,
		});
		return { draft_key: draft_key as string, event_key: body.event_key as string };
	}
	const issue = (draftKey: string) =>
		issueProof(desk.service.audit, draftKey, { nowMs: () => desk.clock.nowMs, newId: () => `id-${newExecutionId()}`, by: 'operator:test' });
	const refused = (draftKey: string) =>
		issue(draftKey).then(
			() => 'issued',
			(error: { code: string }) => error.code,
		);
	const LOCAL = ['execution_failed', 'Parse'];
	const errorOf = async ({ draft_key }: { readonly draft_key: string }) => {
		const [row] = await desk.service.db.query('select error_code, error_stage from material where draft_key = $1', [draft_key]);
		return [row?.['error_code'], row?.['error_stage']];
	};
	const resume = (proof_id: string) => desk.post('/internal', { action: 'resume', proof_id, execution_id: newExecutionId() });

	it('moves the material on for its own actor, once', async () => {
		const at = await failedLocally();
		const { proofId } = await issue(at.draft_key);
		const answer = await resume(proofId);
		expect(answer.body.material).to.include({ draft_key: at.draft_key, state: 'text_preparing', event_key: at.event_key });
		expect(await desk.service.contexts.verify(answer.body._svc)).to.include({ sub: EDITOR, event_key: at.event_key });
		expect(problem(await resume(proofId))).to.deep.equal([409, 'proof_spent']);
		expect(await refused(at.draft_key), 'nor is another one issued').to.equal('proof_invalid');
	});

	it('serves news as well: the article of the card is read after it', async () => {
		const { batch_key, cards } = await offered(desk, EDITOR, ['https://coast-wire.example/1']);
		const pressed = await pressCard(desk, EDITOR, 'take', batch_key, 1, cards[0] ?? 0);
		const taken = { _svc: pressed['_svc'], batch_key, item: 1 };
		const { draft_key } = (await desk.post('/news/take', { ...taken, message_id: cards[0] })).body.material;
		await desk.post('/decision', { ...taken, decision: 'taken' });
		const [event] = await desk.service.db.query('select execution_id from event where event_key = $1', [pressed['event_key'] as string]);
		await desk.post('/execution-failure', {
			...{ execution_id: event?.['execution_id'], workflow_id: 'cd-main', node_name: 'Parse', error_class: 'LocalParseError' },
		});
		const { body } = await resume((await issue(draft_key)).proofId);
		expect(body.material).to.include({ draft_key, state: 'text_preparing', source_blocks: null });
		const read = { draft_key, version: 1, ...articleOf('https://coast-wire.example/1') };
		const { material } = (await desk.post('/news/source', { _svc: body._svc, ...read })).body;
		expect(material).to.include({ state: 'text_preparing' });
		expect(material.source_blocks).to.deep.equal(read.blocks);
	});

	it('is redeemed by one of many who try at once', async () => {
		const { proofId } = await issue((await failedLocally()).draft_key);
		const answers = await Promise.all(Array.from({ length: 5 }, () => resume(proofId)));
		expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409, 409, 409]);
	});

	it('needs the failure to be proven local, before any external request and any result', async () => {
		expect(await refused((await failedLocally('NodeApiError')).draft_key), 'another failure').to.equal('proof_invalid');
		const asked = await failedLocally('SyntaxError', (_svc) => desk.post('/authorize', { _svc, purpose: 'text_generate', target: 'ai' }));
		expect(await refused(asked.draft_key), 'something was asked').to.equal('proof_invalid');
		const written = await failedLocally('SyntaxError', (_svc, draft_key) =>
			desk.post('/materials/advance', {
				_svc,
				draft_key,
				version: 1,
				from: 'text_generating',
				to: 'text_generating',
				patch: { body: 'x' },
			}),
		);
		expect(await refused(written.draft_key), 'there is a result').to.equal('proof_invalid');
		expect(await refused('p404')).to.equal('material_not_found');
		expect(problem(await resume('r_made-up-by-hand'))).to.deep.equal([409, 'proof_invalid']);
	});

	it('is refused at the moment of its use for whatever has changed since it was issued', async () => {
		const { db } = desk.service;
		const events = async (draft_key: string) =>
			db.query('select state from event where event_key = (select event_key from material where draft_key = $1)', [draft_key]);
		const resumedBy = async (draft_key: string) => (await postEvent(desk, textUpdate(EDITOR, `/resume ${draft_key}`)))._svc as string;
		const asOperator = async (sql: string, draft_key: string) => db.query(sql, [draft_key]);
		const changes: Record<string, (draft_key: string) => Promise<unknown>> = {
			'somebody goes on with it': resumedBy,
			'a text was asked for under another event': async (draft_key) => {
				const _svc = await resumedBy(draft_key);
				await desk.post('/authorize', { _svc, purpose: 'text_generate', target: 'ai' });
				desk.clock.nowMs += 3_600_000;
			},
			'a text came': async (draft_key) => {
				const _svc = await resumedBy(draft_key);
				const at = { draft_key, version: 1, from: 'text_generating' };
				await desk.post('/materials/advance', { _svc, ...at, to: 'text_preparing', patch: { title: 'T', body: 'B' } });
			},
			'its cover is there': (draft_key) => asOperator(`update material set cover_asset_id = '${COVER_ID}' where draft_key = $1`, draft_key),
			'another person acts on it': (draft_key) =>
				asOperator(`update material set operation_actor_user_id = ${OWNER} where draft_key = $1`, draft_key),
			'its event is another one': (draft_key) => asOperator("update material set event_key = 'u:777' where draft_key = $1", draft_key),
			'its event is over': (draft_key) =>
				asOperator("update event set state = 'handled' where event_key = (select event_key from material where draft_key = $1)", draft_key),
			'the newest failure is of another kind': (draft_key) =>
				asOperator(
					"update failure set error_class = 'NodeApiError' where event_key = (select event_key from material where draft_key = $1)",
					draft_key,
				),
		};
		for (const [what, change] of Object.entries(changes)) {
			const { draft_key } = await failedLocally();
			const { proofId } = await issue(draft_key);
			await change(draft_key);
			const before = [await db.query('select * from material where draft_key = $1', [draft_key]), await events(draft_key)];
			expect(problem(await resume(proofId)), what).to.deep.equal([409, 'proof_invalid']);
			const after = [await db.query('select * from material where draft_key = $1', [draft_key]), await events(draft_key)];
			expect(after, what).to.deep.equal(before);
			expect((await db.query('select status from resume_proof where proof_id = $1', [proofId]))[0], what).to.deep.equal({
				status: 'issued',
			});
		}
	});

	it('is one and the same until it is used, however often it is asked for', async () => {
		const { draft_key } = await failedLocally();
		const { proofId } = await issue(draft_key);
		expect(await issue(draft_key)).to.deep.equal({ proofId });
		expect((await resume(proofId)).status).to.equal(200);
	});

	it('opens its event once more, so that the work is watched, closed and told of as any other', async () => {
		const at = await failedLocally();
		const execution = newExecutionId();
		const { proofId } = await issue(at.draft_key);
		const { body } = await desk.post('/internal', { action: 'resume', proof_id: proofId, execution_id: execution });
		expect(body).to.deep.include({ event_key: at.event_key, language: 'en' });
		expect(body.actor).to.include({ user_id: EDITOR, role: 'editor' });
		expect(body.participants).to.have.length(2);
		const event = async () =>
			(await desk.service.db.query('select state, execution_id from event where event_key = $1', [at.event_key]))[0];
		expect(await event()).to.deep.equal({ state: 'stored', execution_id: execution });
		const update = { update: textUpdate(EDITOR, `/resume ${at.draft_key}`), execution_id: newExecutionId() };
		expect((await desk.post('/event', update)).body.under_way, 'nobody pays for it twice').to.include({ by: EDITOR });
		await desk.post('/event-done', { _svc: body._svc, event_key: at.event_key, outcome: 'handled' });
		expect(await event()).to.include({ state: 'handled' });
	});

	it('goes by what the child said, also when its parent was heard of first', async () => {
		const execution = newExecutionId();
		const { body } = await desk.post('/event', { update: textUpdate(EDITOR, '/post hello'), execution_id: execution });
		const { _svc } = body;
		const { draft_key } = (await desk.post('/materials/create', { _svc, content: { kind: 'post', request: 'hello' } })).body.material;
		const child = newExecutionId();
		const names = { workflow_id: 'cd-write-post', workflow_name: 'Write' };
		await desk.post('/execution-context', { _svc, execution_id: child, ...names, parent_execution_id: execution });
		const fail = (execution_id: string, error_class: string) =>
			desk.post('/execution-failure', { execution_id, workflow_id: 'cd-write-post', node_name: 'Parse', error_class });
		await fail(execution, 'NodeOperationError');
		await fail(child, 'LocalParseError');
		await fail(execution, 'NodeOperationError');
		expect((await resume((await issue(draft_key)).proofId)).status).to.equal(200);
	});

	it('is not for somebody who was disabled meanwhile', async () => {
		const { proofId } = await issue((await failedLocally()).draft_key);
		await desk.setEditor(false);
		expect(problem(await resume(proofId))).to.deep.equal([403, 'participant_inactive']);
	});

	const presses = {
		publishes: async (at: Ready) => void (await claim(desk, await press(desk, OWNER, at, 'publish'), at)),
		'plans it': async (at: Ready) => void (await pressAt(desk, OWNER, at, desk.clock.nowMs + 3_600_000)),
	};
	for (const [what, decide] of Object.entries(presses))
		it(`is completed by a later genuine press that ${what}, which also takes the local error off the row`, async () => {
			const { draft_key } = await failedLocally();
			const { body } = await resume((await issue(draft_key)).proofId);
			const { _svc } = body as { _svc: string };
			const advance = (from: string, to: string, patch: object = {}) =>
				desk.post('/materials/advance', { _svc, draft_key, version: 1, from, to, patch });
			await advance('text_preparing', 'text_preparing', {
				title: 'T',
				body: 'B',
				caption: 'B',
				cover_asset_id: COVER_ID,
				source_image_id: IMAGE_ID,
			});
			const owner = (await preview(desk, { draft_key, version: 1, _svc }, OWNER)).body.delivery.message_id as number;
			await advance('text_preparing', 'ready');
			const status = async () => (await desk.service.db.query('select status from resume_proof'))[0]?.['status'];
			expect(await status()).to.equal('redeemed');
			expect(await errorOf({ draft_key })).to.deep.equal(LOCAL);
			const shown = { number: 1, title: 'T', request: null, error_code: 'execution_failed' };
			const said = (state: 'ready' | 'text_preparing') => standingText(messagesIn('en'), { ...shown, state });
			expect(said('ready'), 'it waits for a decision, and nothing is wrong').to.not.equal(said('text_preparing'));
			expect(said('ready')).to.equal(standingText(messagesIn('en'), { ...shown, state: 'ready', error_code: null }));
			const at = { draft_key, version: 1, _svc, owner, editor: owner };
			await decide(at);
			expect((await stateOf(desk, at))['state']).to.equal('claimed');
			expect(await status()).to.equal('completed');
			expect(await errorOf({ draft_key }), 'the press removes it').to.deep.equal([null, null]);
		});

	it('shows a new error of the resumed work, and goes back to the local one when that is over', async () => {
		const { draft_key } = await failedLocally();
		const { body } = await resume((await issue(draft_key)).proofId);
		const { _svc } = body as { _svc: string };
		const patched = async (patch: object) => {
			const from = 'text_preparing';
			await desk.post('/materials/advance', { _svc, draft_key, version: 1, from, to: from, patch });
			return errorOf({ draft_key });
		};
		expect(await patched({ title: 'T', body: 'B', caption: 'B' })).to.deep.equal(LOCAL);
		expect(await patched({ error_code: 'image_refused', error_stage: 'illustration' })).to.deep.equal(['image_refused', 'illustration']);
		expect(await patched({ source_image_id: IMAGE_ID })).to.deep.equal(LOCAL);
		const [event] = await desk.service.db.query('select execution_id from event where draft_key = $1', [draft_key]);
		const failure = { workflow_id: 'cd-make-cover', node_name: 'Render', error_class: 'NodeApiError' };
		await desk.post('/execution-failure', { execution_id: event?.['execution_id'], ...failure });
		expect(await errorOf({ draft_key }), 'its execution failed').to.deep.equal(['execution_failed', 'Render']);
	});

	it('removes the local error alone: one that came later stays', async () => {
		const { draft_key } = await failedLocally();
		const { body } = await resume((await issue(draft_key)).proofId);
		const { _svc } = body as { _svc: string };
		const advance = (from: string, to: string, patch: object = {}) =>
			desk.post('/materials/advance', { _svc, draft_key, version: 1, from, to, patch });
		const made = { title: 'T', body: 'B', caption: 'B', cover_asset_id: COVER_ID, source_image_id: IMAGE_ID };
		await advance('text_preparing', 'text_preparing', made);
		const owner = (await preview(desk, { draft_key, version: 1, _svc }, OWNER)).body.delivery.message_id as number;
		await advance('text_preparing', 'ready');
		await advance('ready', 'ready', { error_code: 'not_delivered', error_stage: 'publish' });
		const at = { draft_key, version: 1, _svc, owner, editor: owner };
		await claim(desk, await press(desk, OWNER, at, 'publish'), at);
		expect(await errorOf({ draft_key })).to.deep.equal(['not_delivered', 'publish']);
	});
});
