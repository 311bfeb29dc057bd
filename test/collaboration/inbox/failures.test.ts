import { expect } from 'chai';
import { switchContract } from '@copydesk/collaboration/events/contract';
import { describeOnEachEngine } from '../../support/databases.ts';
import {
	EDITOR,
	EPOCH,
	OWNER,
	begin,
	claim,
	newExecutionId,
	openDesk,
	press,
	publish,
	ready,
	stateOf,
	textUpdate,
} from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';

describeOnEachEngine('A technical failure', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine, withWebhook: true });
	});
	afterEach(() => desk.close());

	const fail = (execution_id: string, node_name = 'Ask for the text') =>
		desk.post('/execution-failure', { execution_id, workflow_id: 'cd-write-post', node_name, error_class: 'NodeApiError' });
	const bind = (_svc: string, execution_id: string, parent_execution_id?: string) =>
		desk.post('/execution-context', {
			_svc,
			execution_id,
			workflow_id: 'cd-write-post',
			workflow_name: 'Write post',
			...(parent_execution_id === undefined ? {} : { parent_execution_id }),
		});
	async function started() {
		const execution = newExecutionId();
		const { body } = await desk.post('/event', { update: textUpdate(EDITOR, '/post hello'), execution_id: execution });
		return { execution, _svc: body._svc as string, event_key: body.event_key as string };
	}
	const notices = () => desk.messenger.accepted.map(({ fields }) => [fields['chat_id'], String(fields['text'])] as const);

	it('takes back that work is under way, once, wherever it stopped', async () => {
		const say = ({ _svc, event_key }: { readonly _svc: string; readonly event_key: string }, word: string) =>
			desk.post('/messenger', { _svc, operation: 'status', purpose: 'status', entity_key: `${event_key}:${word}`, text: word });
		const shown = () => desk.messenger.messages(EDITOR).map(({ text }) => text);
		const broken = await started();
		await say(broken, 'work_started');
		await fail(broken.execution);
		expect(shown()[0]).to.match(/^Stopped\. The reason is below\./);
		const stopped = await started();
		await say(stopped, 'work_started');
		await say(stopped, 'work_failed');
		await say(stopped, 'work_failed');
		expect(shown().slice(2)).to.deep.equal([shown()[0], 'work_failed']);
		const edits = desk.messenger.accepted.filter(({ method }) => method === 'editMessageText');
		expect(edits).to.have.length(2);
	});

	it('finds the person that the execution runs for, and names the step and a reference only', async () => {
		const { _svc, execution } = await started();
		const child = newExecutionId();
		const bound = await bind(_svc, child, execution);
		expect(bound.body).to.have.property('bound', true);
		const [row] = await desk.service.db.query('select action, execution_id from audit where seq = $1', [bound.body.audit_seq]);
		expect(row).to.include({ action: 'execution.bound', execution_id: child });
		const answer = await fail(child);
		expect(answer.body).to.deep.include({ recorded: true, addressee: 'actor' });
		expect(answer.body.delivery).to.include({ status: 'sent', confirmed: true });
		const [[chat, text] = []] = notices();
		expect(chat).to.equal(EDITOR);
		expect(text)
			.to.match(/tell the operator: “Ask for the text”, number [0-9a-f]{8}\.$/)
			.and.not.to.include('NodeApiError')
			.and.not.to.include(child);
	});

	it('names the draft, with a button to go on, for whom work on one stopped', async () => {
		const { _svc, execution } = await started();
		const { body } = await desk.post('/materials/create', { _svc, content: {} });
		await fail(execution);
		const [notice] = desk.messenger.accepted;
		expect(notice?.fields['text']).to.match(/^⚠️ A technical failure stopped the work on draft 1\./);
		expect(JSON.stringify(notice?.fields['reply_markup'])).to.include(`|resume|${body.material.draft_key}|1"`);
	});

	it('is said on the version that was in work, with code and step, so that /status shows that it stopped; going on clears it', async () => {
		const { _svc, execution } = await started();
		const at = (await desk.post('/materials/create', { _svc, content: {} })).body.material as { draft_key: string; version: number };
		await fail(execution);
		const row = await stateOf(desk, at);
		expect(row).to.include({ state: 'text_generating', error_code: 'execution_failed', error_stage: 'Ask for the text' });
		const shown = (await begin(desk, EDITOR, '/status')).intent.text as string;
		expect(shown).to.include('draft 1 has stopped. Something failed on our side');

		const resumed = await begin(desk, EDITOR, `/resume ${at.draft_key}`);
		const version = { draft_key: at.draft_key, version: at.version };
		const patch = { title: 'T', body: 'B.', caption: 'B.' };
		await desk.post('/materials/advance', { _svc: resumed._svc, ...version, from: 'text_generating', to: 'text_preparing', patch });
		expect(await stateOf(desk, at)).to.include({ error_code: null, error_stage: null });
	});

	it('leaves a reason that the version gives already, and a version that people decide about', async () => {
		const { _svc, execution } = await started();
		const { draft_key } = (await desk.post('/materials/create', { _svc, content: {} })).body.material as { draft_key: string };
		const at = { draft_key, version: 1 };
		const patch = { error_code: 'ai_unavailable', error_stage: 'text' };
		await desk.post('/materials/advance', { _svc, ...at, from: 'text_generating', to: 'text_generating', patch });
		await fail(execution);
		expect(await stateOf(desk, at)).to.include(patch);
		const shown = await ready(desk);
		const pressed = await press(desk, EDITOR, shown, 'feedback');
		const other = newExecutionId();
		await bind(pressed._svc, other);
		await fail(other);
		expect(await stateOf(desk, shown)).to.include({ error_code: null });
	});

	it('names the draft whose button was pressed', async () => {
		const material = await ready(desk);
		const { _svc } = await press(desk, EDITOR, material, 'publish');
		const execution = newExecutionId();
		await bind(_svc, execution);
		await fail(execution);
		expect(desk.messenger.accepted.at(-1)?.fields['text']).to.include('A technical failure stopped the work on “Open on Saturdays” (1).');
	});

	it('is not told of a child that failed before it was bound: main fails with it, and says so', async () => {
		const { execution } = await started();
		const child = await fail(newExecutionId(), 'Bind the execution');
		expect(child.body).to.deep.include({ recorded: true });
		expect(child.body.delivery).to.include({ status: 'not_sent', error_code: 'superseded' });
		await desk.service.tick();
		expect(notices()).to.deep.equal([]);
		expect((await fail(execution, 'Settle the decision')).body.delivery).to.include({ status: 'sent' });
	});

	it('names no draft, and has no button, before there is one', async () => {
		const { execution } = await started();
		await fail(execution);
		const [notice] = desk.messenger.accepted;
		expect(notice?.fields['text']).to.match(/^⚠️ A technical failure stopped the work\./);
		expect(notice?.fields).to.not.have.property('reply_markup');
	});

	describe('of an n8n whose database was recreated under its old key, and that counts its executions from 1 again', () => {
		/** Another person’s event, months later, in an execution whose number somebody else’s had. */
		async function numberedAgain(execution_id: string) {
			desk.clock.nowMs += 90 * 86_400_000;
			const { body } = await desk.post('/event', { update: textUpdate(OWNER, '/post again'), execution_id });
			const { _svc, event_key } = body as { _svc: string; event_key: string };
			const { material } = (await desk.post('/materials/create', { _svc, content: {} })).body;
			return { _svc, event_key, draft_key: material.draft_key as string };
		}
		const stateOfEvent = async (event_key: string) =>
			(await desk.service.db.query('select state from event where event_key = $1', [event_key]))[0]?.['state'];

		it('finds the person that it runs for now, names their draft, and ends their event', async () => {
			const before = await started();
			const child = newExecutionId();
			await bind(before._svc, child, before.execution);
			await fail(child);
			await desk.post('/event-done', { _svc: before._svc, event_key: before.event_key, outcome: 'failed' });

			const now = await numberedAgain(before.execution);
			await bind(now._svc, child, before.execution);
			expect((await fail(child)).body.delivery).to.include({ status: 'sent', repeated: false });
			const [chat, text] = notices().at(-1) ?? [];
			expect(chat).to.equal(OWNER);
			expect(text).to.include('A technical failure stopped the work on draft 1.');
			expect(await stateOfEvent(now.event_key)).to.equal('failed');
			expect((await fail(before.execution, 'Write the post')).body.delivery, 'and once').to.include({ repeated: true });
			expect(notices()).to.have.length(2);
		});

		it('takes no number from an execution that still runs', async () => {
			const running = await started();
			const { body } = await desk.post('/event', { update: textUpdate(OWNER, '/post other'), execution_id: running.execution });
			await bind(body._svc as string, running.execution);
			await fail(running.execution);
			expect(notices().map(([chat]) => chat)).to.deep.equal([EDITOR]);
		});
	});

	it("arrives again as its parent's, and is told once", async () => {
		const { _svc, execution } = await started();
		const [child, grandchild] = [newExecutionId(), newExecutionId()];
		await bind(_svc, child, execution);
		await bind(_svc, grandchild, child);
		const first = await fail(grandchild);
		const again = [await fail(child, 'Write the post'), await fail(execution, 'Post'), await fail(grandchild)];
		expect(notices()).to.have.length(1);
		for (const { body } of again)
			expect(body).to.deep.equal({ recorded: true, addressee: 'actor', delivery: { ...first.body.delivery, repeated: true } });
		expect(await desk.service.db.query('select node_name from failure')).to.deep.equal([{ node_name: 'Ask for the text' }]);
	});

	it('knows the root of a child that named no parent: the execution that the context was signed for', async () => {
		const { _svc, execution } = await started();
		const child = newExecutionId();
		await bind(_svc, child);
		await fail(child);
		await fail(execution);
		expect(notices()).to.have.length(1);
	});

	it('is told to the person of the execution, though it names a parent that works on another event', async () => {
		const { execution } = await started();
		const { _svc } = (await desk.post('/event', { update: textUpdate(OWNER, '/post other'), execution_id: newExecutionId() })).body;
		const child = newExecutionId();
		await bind(_svc as string, child, execution);
		await fail(child);
		expect(notices().map(([chat]) => chat)).to.deep.equal([OWNER]);
	});

	it('of an unknown execution or of a disabled person is told to the owner', async () => {
		expect((await fail('unknown-1')).body).to.deep.include({ addressee: 'owner' });
		const { execution } = await started();
		await desk.setEditor(false);
		expect((await fail(execution)).body).to.deep.include({ addressee: 'owner' });
		expect(notices().map(([chat]) => chat)).to.deep.equal([OWNER, OWNER]);
	});

	it('of an execution that somebody guessed ends no work, and tells the person nothing', async () => {
		const execution = 'f00dcafe-4711-db89140b04b72886';
		const { body } = await desk.post('/event', { update: textUpdate(EDITOR, '/post hello'), execution_id: execution });
		for (const guess of ['4711', 'f00dcafe-4711', 'f00dcafe-4711-0000000000000000']) await fail(guess);
		expect(notices().map(([chat]) => chat)).to.deep.equal([OWNER, OWNER, OWNER]);
		const events = await desk.service.db.query('select state from event where event_key = $1', [body.event_key]);
		expect(events).to.deep.equal([{ state: 'stored' }]);
	});

	it('that cannot be told is recorded all the same', async () => {
		desk.messenger.rule(() => ({ refuse: 403, description: 'Forbidden: bot was blocked by the user' }));
		const { execution } = await started();
		const answer = await fail(execution);
		expect(answer.status).to.equal(200);
		expect(answer.body.delivery).to.include({ status: 'rejected', error_code: 'blocked' });
		expect(await desk.service.db.query('select node_name from failure')).to.have.length(1);
	});

	it('that cannot be told is tried again with growing pauses, and given up for good within a day', async () => {
		const { execution } = await started();
		desk.messenger.rule(() => ({ refuse: 429, description: 'Too Many Requests', retryAfter: 1 }));
		await fail(execution);
		const tried = () => desk.messenger.calls.length;
		const before = tried();
		for (let minutes = 0; minutes < 24 * 60; minutes += 5) {
			desk.clock.nowMs += 300_000;
			await desk.service.tick();
		}
		expect(tried() - before).to.be.within(8, 14);
	}).timeout(60_000);

	it('is told no sooner than the messenger asks, after a 429, and shows in /status as long as it is not told', async () => {
		const { execution } = await started();
		let limited = true;
		desk.messenger.rule(() => (limited ? { refuse: 429, description: 'Too Many Requests', retryAfter: 600 } : undefined));
		const asked = () => desk.messenger.calls.length;
		const before = asked();
		await fail(execution);
		expect(asked()).to.equal(before + 1);
		limited = false;
		for (let second = 10; second < 600; second += 10) {
			desk.clock.nowMs += 10_000;
			await desk.service.tick();
		}
		expect(asked(), 'not one more within the ten minutes').to.equal(before + 1);
		expect((await begin(desk, OWNER, '/status')).intent.text).to.include('1 message of the last days did not reach Egor Editor.');
		while (notices().length === 0 && desk.clock.nowMs < EPOCH + 86_400_000) {
			desk.clock.nowMs += 60_000;
			await desk.service.tick();
		}
		expect(notices()).to.have.length(1);
		expect((await begin(desk, OWNER, '/status')).intent.text).to.not.include('did not reach');
	});

	describe('before its event was stored, which comes again with every try of the messenger', () => {
		const MINUTE = 60_000;
		const [step, other] = ['Settings', 'Admit'];
		/** What came of so many alike, one a minute. */
		async function flood(times: number, ...facts: readonly string[]): Promise<readonly string[]> {
			const outcomes: string[] = [];
			for (let time = 0; time < times; time += 1) {
				const { status, body } = await fail(newExecutionId(), ...facts);
				expect([status, body.recorded, body.addressee]).to.deep.equal([200, true, 'owner']);
				outcomes.push(body.delivery.error_code ?? body.delivery.status);
				desk.clock.nowMs += MINUTE;
			}
			return outcomes;
		}
		const held = 'held_back';
		const TOLD = Array<string>(10).fill('sent');

		it('is told ten times in six hours, and the tenth notice says so; then ten times more', async () => {
			expect(await flood(12, step)).to.deep.equal([...TOLD, held, held]);
			expect(notices().map(([chat]) => chat)).to.deep.equal(Array(10).fill(OWNER));
			const endings = notices().map(([, text]) => text.includes('This has happened 10 times.'));
			expect(endings).to.deep.equal([...Array<boolean>(9).fill(false), true]);
			desk.clock.nowMs += (6 * 60 - 13) * MINUTE;
			expect(await flood(1, step), 'not six hours after the first one').to.deep.equal([held]);
			expect(await flood(11, step)).to.deep.equal([...TOLD, held]);
		});

		it('is not told later either, is recorded and audited each time, and says the same when it is reported again', async () => {
			await flood(10, step);
			const execution = newExecutionId();
			const first = await fail(execution, step);
			expect(first.body.delivery).to.deep.equal({
				status: 'not_sent',
				confirmed: false,
				repeated: false,
				message_id: null,
				file_id: null,
				attempts: 0,
				error_code: 'held_back',
			});
			expect((await fail(execution, step)).body).to.deep.equal(first.body);
			for (let round = 0; round < 14; round += 1) {
				await desk.service.tick();
				desk.clock.nowMs += 30 * MINUTE;
			}
			expect((await fail(execution, step)).body).to.deep.equal(first.body);
			expect(notices()).to.have.length(10);
			expect(await desk.service.db.query('select root_execution_id from failure')).to.have.length(11);
			const audited = await desk.service.db.query(`select action, detail from audit where entity = 'execution:${execution}' order by seq`);
			expect(audited.map(({ action }) => action)).to.deep.equal(['failure.recorded', 'failure.repeated', 'failure.repeated']);
			for (const { detail } of audited) expect(JSON.parse(String(detail))).to.include({ node_name: step, held_back: true });
		});

		it('counts those of the same graph, step and class only, and none that has an event', async () => {
			for (let time = 0; time < 4; time += 1) await fail((await started()).execution, step);
			expect(notices()).to.have.length(4);
			expect(await flood(11, step)).to.deep.equal([...TOLD, held]);
			expect(await flood(11, other)).to.deep.equal([...TOLD, held]);
			expect((await fail((await started()).execution, step)).body.delivery).to.include({ status: 'sent' });
		});

		it('is told when its execution turns out to be of an event', async () => {
			await flood(10, step);
			const execution = newExecutionId();
			expect((await fail(execution, step)).body.delivery).to.include({ error_code: 'held_back' });
			await desk.post('/event', { update: textUpdate(EDITOR, '/post hello'), execution_id: execution });
			expect((await fail(execution, step)).body).to.have.nested.property('delivery.status', 'sent');
			expect(notices().at(-1)?.[0]).to.equal(EDITOR);
		});
	});

	it('ends its event: nothing is tried again because of it', async () => {
		const { execution, event_key } = await started();
		await fail(execution);
		desk.clock.nowMs += 3_600_000;
		await desk.service.tick();
		expect(desk.posted).to.deep.equal([]);
		expect(await desk.service.db.query('select state from event where event_key = $1', [event_key])).to.deep.equal([{ state: 'failed' }]);
	});

	it('touches nothing once the event is done: a step that somebody added behind a publication failed', async () => {
		const { execution, _svc, event_key } = await started();
		await desk.post('/event-done', { _svc, event_key, outcome: 'handled' });
		const told = notices().length;
		const answer = await fail(execution, 'My own request');
		expect(answer.body).to.have.nested.property('delivery.error_code', 'superseded');
		await desk.service.tick();
		expect(notices()).to.have.length(told);
		expect(await desk.service.db.query('select state, outcome from event where event_key = $1', [event_key])).to.deep.equal([
			{ state: 'handled', outcome: 'handled' },
		]);
	});

	it('gives a claim back under which nothing was sent, and leaves one whose post may exist', async () => {
		const at = await ready(desk);
		const first = await press(desk, OWNER, at, 'publish');
		await claim(desk, first, at);
		const executionOf = async (event: { _svc: string }) => (await desk.service.contexts.verify(event._svc)).execution_id;
		await fail(await executionOf(first));
		expect(await stateOf(desk, at)).to.include({ state: 'ready' });
		const second = await press(desk, OWNER, at, 'publish');
		const won = await claim(desk, second, at);
		desk.messenger.next('lost_after');
		await publish(desk, won.body._svc, at);
		await fail(await executionOf(second));
		expect(await stateOf(desk, at)).to.include({ state: 'claimed' });
	});

	it('takes four facts and nothing more', async () => {
		const facts = { execution_id: '1', workflow_id: 'w', node_name: 'n', error_class: 'e' };
		for (const extra of [{ message: 'secret' }, { stack: 'x' }, { error: {} }, { parameters: {} }]) {
			const answer = await desk.post('/execution-failure', { ...facts, ...extra });
			expect([answer.status, answer.body.code]).to.deep.equal([422, 'invalid_request']);
		}
		for (const missing of Object.keys(facts)) {
			const answer = await desk.post('/execution-failure', { ...facts, [missing]: undefined });
			expect(answer.status, missing).to.equal(422);
		}
	});
});

describe('Contract 1.0.0', () => {
	it('knows no binding, no failure notices and no resume, and everything else as before', async () => {
		const desk = await openDesk({ contract: '1.0.0' });
		try {
			const event = await begin(desk, EDITOR);
			expect(event.admitted).to.equal(true);
			const bound = await desk.post('/execution-context', { _svc: event._svc, execution_id: '1', workflow_id: 'w', workflow_name: 'W' });
			const failed = await desk.post('/execution-failure', { execution_id: '1', workflow_id: 'w', node_name: 'n', error_class: 'e' });
			const resumed = await desk.post('/internal', { action: 'resume', proof_id: 'r_12345678', execution_id: '1' });
			expect([bound, failed, resumed].map(({ status, body }) => [status, body.code])).to.deep.equal(Array(3).fill([404, 'not_found']));
			expect(await (await fetch(`${desk.url}/healthz`)).json()).to.include({ contract: '1.0.0', version: '1.0.1' });
		} finally {
			await desk.close();
		}
	});

	it('is what the operator switches to and back while the service runs, whatever its configuration says', async () => {
		const desk = await openDesk();
		try {
			const event = await begin(desk, EDITOR);
			const seen = async () => {
				const binding = { _svc: event._svc, execution_id: '1', workflow_id: 'w', workflow_name: 'W' };
				const health = (await (await fetch(`${desk.url}/healthz`)).json()) as { contract: string };
				return [(await desk.post('/execution-context', binding)).status, health.contract];
			};
			expect(await seen()).to.deep.equal([200, '1.0.1']);
			await switchContract(desk.service.db, '1.0.0', 5);
			expect(await seen()).to.deep.equal([404, '1.0.0']);
			await switchContract(desk.service.db, '1.0.1', 6);
			expect(await seen()).to.deep.equal([200, '1.0.1']);
		} finally {
			await desk.close();
		}
	});
});
