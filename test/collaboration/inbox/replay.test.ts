import { expect } from 'chai';
import { forgetInstance } from '@copydesk/collaboration/deliveries/instances';
import { CopydeskError } from '@copydesk/domain/errors';
import { describeOnEachEngine } from '../../support/databases.ts';
import {
	CHANNEL,
	EDITOR,
	OWNER,
	SERVICE_KEY,
	begin,
	claim,
	newExecutionId,
	openDesk,
	postEvent,
	postJson,
	press,
	pressUpdate,
	publish,
	ready,
	stateOf,
	textUpdate,
} from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';

const MINUTE = 60_000;

describeOnEachEngine('An acknowledged press is never lost', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine, withWebhook: true });
	});
	afterEach(() => desk.close());

	const later = async (ms: number) => {
		desk.clock.nowMs += ms;
		await desk.service.tick();
	};
	const told = () =>
		desk.messenger.accepted
			.filter(({ method }) => method === 'sendMessage')
			.map(({ fields }) => [fields['chat_id'], String(fields['text'])] as const);
	const eventState = async (key: string) => ({
		...(await desk.service.db.query('select state, replays from event where event_key = $1', [key]))[0],
	});

	it('is posted again when its execution went silent, and admitted as a replay that may go on', async () => {
		const at = await ready(desk);
		const update = pressUpdate(OWNER, at.owner, `cd1|publish|${at.draft_key}|1`);
		const first = await postEvent(desk, update);
		await later(MINUTE - 1);
		expect(desk.posted).to.deep.equal([]);
		await later(1);
		expect(desk.posted).to.deep.equal([update]);
		expect(desk.postedHeaders().get('x-telegram-bot-api-secret-token')).to.equal('webhook-secret');
		const replayed = await postEvent(desk, update);
		expect(replayed).to.deep.include({
			admitted: true,
			replay: true,
			// A client that knows nothing of replays goes on with it too.
			duplicate: false,
			event_key: first.event_key,
			intent: first.intent,
			callback: first.callback,
		});
		expect(await postEvent(desk, update), 'only what was posted is admitted again').to.include({ admitted: false, reason: 'duplicate' });
		const won = await claim(desk, replayed, at);
		await publish(desk, won.body._svc, at);
		await desk.post('/event-done', { _svc: won.body._svc, event_key: first.event_key, outcome: 'published' });
		await later(60 * MINUTE);
		expect(desk.posted).to.have.length(1);
		expect(desk.messenger.accepted.filter(({ fields }) => Number(fields['chat_id']) === CHANNEL)).to.have.length(1);
	});

	it('is not taken by another body with its number: that one uses up nothing, and the real one goes on', async () => {
		const asks = textUpdate(OWNER, '/post Our clinic opens on Saturdays');
		const update_id = asks.update_id;
		const first = await postEvent(desk, asks);
		await later(MINUTE);
		expect(desk.posted).to.deep.equal([asks]);
		for (const from of [EDITOR, 77])
			expect(await postEvent(desk, { ...textUpdate(from, '/help'), update_id }), String(from)).to.include({
				admitted: false,
				reason: 'duplicate',
				_svc: null,
			});
		expect(await postEvent(desk, asks)).to.deep.include({ admitted: true, replay: true, actor: first.actor, intent: first.intent });
	});

	it('continues instead of repeating: what the first run did is found', async () => {
		const at = await ready(desk);
		const update = pressUpdate(OWNER, at.owner, `cd1|publish|${at.draft_key}|1`);
		const first = await postEvent(desk, update);
		const won = await claim(desk, first, at);
		await publish(desk, won.body._svc, at);
		await later(3 * MINUTE);
		const replayed = await postEvent(desk, update);
		const again = await claim(desk, replayed, at);
		expect(again.body.material).to.include({ state: 'published' });
		expect((await publish(desk, again.body._svc, at)).body.delivery).to.include({ status: 'sent', repeated: true });
		expect(desk.messenger.accepted.filter(({ fields }) => Number(fields['chat_id']) === CHANNEL)).to.have.length(1);
	});

	it('is left alone as long as its execution shows signs of life', async () => {
		const event = await begin(desk, EDITOR);
		for (let step = 0; step < 5; step += 1) {
			await desk.post('/materials/list', { _svc: event._svc });
			await later(MINUTE - 1);
		}
		expect(desk.posted).to.deep.equal([]);
	});

	it('is posted at most three times, with growing pauses; then actor and owner are told', async () => {
		const event = await begin(desk, EDITOR);
		const postedAt: number[] = [];
		for (let minute = 0; minute < 12; minute += 1) {
			const before = desk.posted.length;
			await later(MINUTE);
			if (desk.posted.length > before) postedAt.push(minute + 1);
		}
		expect(postedAt).to.deep.equal([1, 2, 4]);
		expect(await eventState(event.event_key)).to.deep.equal({ state: 'abandoned', replays: 3 });
		expect(told().map(([chat, text]) => [chat, /3 attempts to finish it failed/.test(text)])).to.deep.equal([
			[EDITOR, true],
			[OWNER, true],
		]);
		expect([againButtons(EDITOR), againButtons(OWNER)], 'only a press of the person who asked counts').to.deep.equal([
			[`cd1|send_again|${event.event_key.replace('u:', 'p')}|1`],
			[],
		]);
	});

	const againButtons = (userId: number) =>
		desk.messenger
			.messages(userId)
			.flatMap(({ buttons }) => buttons.map(({ callback_data }) => String(callback_data)))
			.filter((data) => data.includes('|send_again|'));

	/** A press that begins a draft. */
	const beginsDraft = async () => {
		const asked = await postEvent(desk, textUpdate(EDITOR, '2027'));
		await desk.post('/event-done', { _svc: asked._svc, event_key: asked.event_key, outcome: 'usage' });
		const execution_id = newExecutionId();
		const update = pressUpdate(EDITOR, 900, `cd1|make_post|${String(asked.event_key).replace('u:', 'p')}|1`);
		const { intent, event_key } = (await desk.post('/event', { update, execution_id })).body;
		expect(intent).to.include({ action: 'make_post', text: '2027' });
		return { event_key, execution_id };
	};

	it('is given up and told of, though it begins a draft that is not there yet, and holds up no other event', async () => {
		const keys = [(await beginsDraft()).event_key, (await begin(desk, EDITOR)).event_key];
		for (let minute = 0; minute < 14; minute += 1) await later(MINUTE);
		for (const key of keys) expect(await eventState(key)).to.include({ state: 'abandoned' });
		expect(told().filter(([chat, text]) => chat === EDITOR && /3 attempts to finish it failed/.test(text))).to.have.length(2);
	});

	it('is told to nobody who is admitted again weeks later', async () => {
		const key = (await begin(desk, EDITOR)).event_key;
		desk.messenger.rule(() => ({ refuse: 429, description: 'Too Many Requests', retryAfter: 1 }));
		for (let minute = 0; minute < 14; minute += 1) await later(MINUTE);
		expect(await eventState(key)).to.include({ state: 'abandoned' });
		await desk.setEditor(false);
		desk.messenger.rule(() => undefined);
		await later(8 * 24 * 60 * MINUTE);
		await desk.setEditor(true);
		await later(MINUTE);
		expect(told().filter(([chat]) => chat === EDITOR)).to.deep.equal([]);
		expect(await desk.service.db.query("select kind from owed where kind = 'given_up'")).to.deep.equal([]);
	});

	it('is told of when n8n reports its failure, though it begins a draft that is not there yet', async () => {
		const { event_key, execution_id } = await beginsDraft();
		const failure = { execution_id, workflow_id: 'w', node_name: 'Create', error_class: 'Timeout' };
		expect((await desk.post('/execution-failure', failure)).status).to.equal(200);
		expect(await eventState(event_key)).to.include({ state: 'failed' });
		expect(
			told()
				.filter(([chat]) => chat === EDITOR)
				.at(-1)?.[1],
		).to.include('A technical failure stopped the work.');
	});

	it('does not count an attempt that reached no n8n', async () => {
		const event = await begin(desk, EDITOR);
		desk.webhookAnswers = ['refused', 404, 502, 503];
		await later(MINUTE);
		for (let round = 0; round < 4; round += 1) await later(5_000);
		expect(desk.posted).to.have.length(4);
		expect(await eventState(event.event_key)).to.deep.equal({ state: 'stored', replays: 1 });
	});

	it('is posted by one of two instances', async () => {
		await begin(desk, EDITOR);
		const sibling = await desk.sibling();
		try {
			desk.clock.nowMs += MINUTE;
			await Promise.all([desk.service.tick(), sibling.service.tick()]);
			expect(desk.posted.length + sibling.posted.length).to.equal(1);
		} finally {
			await sibling.close();
		}
	});

	it('is never repeated over a paid request whose result is not stored: the actor gets a Resume button instead', async () => {
		const event = await begin(desk, EDITOR);
		const { draft_key } = (await desk.post('/materials/create', { _svc: event._svc, content: { kind: 'post' } })).body.material;
		await desk.post('/authorize', { _svc: event._svc, purpose: 'text_generate', target: 'ai.example' });
		await later(3 * MINUTE);
		expect(await eventState(event.event_key), 'an AI call may take 180 s').to.deep.equal({ state: 'stored', replays: 0 });
		await later(15_000);
		expect(desk.posted).to.deep.equal([]);
		expect(await eventState(event.event_key)).to.include({ state: 'interrupted' });
		const [notice] = desk.messenger.accepted;
		expect(notice?.fields).to.deep.include({
			chat_id: EDITOR,
			reply_markup: { inline_keyboard: [[{ text: 'Resume', callback_data: `cd1|resume|${draft_key}|1` }]] },
		});
		expect(notice?.fields['text']).to.match(/interrupted during a paid request/);
		await later(60 * MINUTE);
		expect(desk.messenger.accepted, 'told once').to.have.length(1);
	});

	it('is asked for again by one press, when it was given up before it had a draft, and again if that is given up too', async () => {
		let event = await begin(desk, EDITOR);
		for (let times = 1; times <= 2; times += 1) {
			await desk.post('/authorize', { _svc: event._svc, purpose: 'source_search', target: 'ai.example' });
			await later(4 * MINUTE);
			const said = desk.messenger.accepted.filter(({ method }) => method === 'sendMessage');
			expect(said).to.have.length(times);
			const { fields } = said.at(-1)!;
			expect(fields['text']).to.match(/interrupted during a paid request.*Send the request again/);
			const [[button]] = (fields['reply_markup'] as { inline_keyboard: [[{ text: string; callback_data: string }]] }).inline_keyboard;
			expect(button.text).to.equal('Send again');
			event = await postEvent(desk, pressUpdate(EDITOR, 70 + times, button.callback_data));
			expect(event.intent).to.include({ action: 'send_again', text: 'Open on Saturdays' });
		}
		const made = await desk.post('/materials/create', { _svc: event._svc, content: { kind: 'post' } });
		expect(made.status, JSON.stringify(made.body)).to.equal(200);
	});

	it('is asked for again by one press, when another press made the request of a message that came with a video', async () => {
		const { update_id, message } = textUpdate(EDITOR, '');
		const { text: _none, ...sent } = message;
		const video = {
			file_id: 'v1',
			file_unique_id: 'v1-u',
			width: 900,
			height: 700,
			duration: 9,
			mime_type: 'video/mp4',
			file_size: 90_000,
		};
		await postEvent(desk, { update_id, message: { ...sent, video, caption: 'Open on Saturdays' } });
		const event = await postEvent(desk, pressUpdate(EDITOR, 60, `cd1|photo_mine|p${update_id}|1`));
		expect(event.intent).to.include({ kind: 'post_request', text: 'Open on Saturdays' });
		await desk.post('/authorize', { _svc: event._svc, purpose: 'source_search', target: 'ai.example' });
		await later(4 * MINUTE);
		expect(againButtons(EDITOR)).to.deep.equal([`cd1|send_again|p${update_id}|1`]);
		const again = await postEvent(desk, pressUpdate(EDITOR, 61, againButtons(EDITOR)[0] ?? ''));
		expect(again.intent).to.include({ kind: 'post_request', text: 'Open on Saturdays' });
		expect(again.intent.media).to.deep.equal(event.intent.media);
		const made = await desk.post('/materials/create', { _svc: again._svc, draft_key: `p${update_id}`, content: { kind: 'post' } });
		expect(made.status, JSON.stringify(made.body)).to.equal(200);
	});

	it('may be repeated again once the paid result is stored; an error alone is no result', async () => {
		const event = await begin(desk, EDITOR);
		const { draft_key } = (await desk.post('/materials/create', { _svc: event._svc, content: { kind: 'post' } })).body.material;
		const advance = (from: string, to: string, patch: object) =>
			desk.post('/materials/advance', { _svc: event._svc, draft_key, version: 1, from, to, patch });
		const paid = async () =>
			(await desk.service.db.query('select count(*) as n from admission where paid = 1 and settled_at_ms is null'))[0]?.['n'];
		await desk.post('/authorize', { _svc: event._svc, purpose: 'text_generate', target: 'ai.example' });
		await advance('text_generating', 'text_generating', { error_code: 'ai_timeout', error_stage: 'text' });
		expect(Number(await paid())).to.equal(1);
		await advance('text_generating', 'text_preparing', { body: 'Text' });
		expect(Number(await paid())).to.equal(0);
		await later(MINUTE);
		expect(desk.posted).to.have.length(1);
	});

	const died = (execution_id: string, error_class = 'WorkflowCrashedError') =>
		desk.post('/execution-failure', { execution_id, workflow_id: 'cd-main', node_name: 'Claim', error_class });

	it('is posted again at once and without a message when n8n says that the process of its execution was killed', async () => {
		const at = await ready(desk);
		const update = pressUpdate(OWNER, at.owner, `cd1|publish|${at.draft_key}|1`);
		const execution = newExecutionId();
		const event = (await desk.post('/event', { update, execution_id: execution })).body;
		const child = newExecutionId();
		await desk.post('/execution-context', { _svc: event._svc, execution_id: child, workflow_id: 'cd-settle', workflow_name: 'Settle' });
		const before = desk.messenger.accepted.length;
		expect((await died(child, 'NodeCrashedError')).body.delivery).to.include({ status: 'not_sent', error_code: 'execution_died' });
		await later(0);
		expect(desk.posted).to.deep.equal([update]);
		await died(execution);
		await later(0);
		expect(desk.posted, 'once for the execution and its children').to.have.length(1);
		const replay = newExecutionId();
		const replayed = (await desk.post('/event', { update, execution_id: replay })).body;
		expect(replayed).to.include({ replay: true });
		await died(execution);
		await later(0);
		expect(desk.posted, 'what died earlier says nothing of who works now').to.have.length(1);
		await died(replay);
		await later(0);
		expect(desk.posted).to.have.length(2);
		expect(desk.messenger.accepted).to.have.length(before);
	});

	it('is posted again when a failure is reported again because this service was away, and the audit has its own class', async () => {
		const at = await ready(desk);
		const update = pressUpdate(OWNER, at.owner, `cd1|publish|${at.draft_key}|1`);
		const execution_id = newExecutionId();
		await desk.post('/event', { update, execution_id });
		const facts = { execution_id, workflow_id: 'cd-main', node_name: 'Claim', error_class: 'NodeApiError' };
		const told = await postJson(`${desk.url}/execution-failure`, facts, SERVICE_KEY, { 'x-copydesk-repeated': 'true' });
		expect(told.body.delivery).to.include({ status: 'not_sent', error_code: 'execution_died' });
		await later(0);
		expect(desk.posted).to.deep.equal([update]);
		const [died] = await desk.service.db.query("select code from audit where action = 'execution.died'");
		expect(died).to.deep.equal({ code: 'NodeApiError' });
	});

	it('whose execution died under a paid request is told to its person at once', async () => {
		const execution = newExecutionId();
		const event = (await desk.post('/event', { update: textUpdate(EDITOR, '/post hello'), execution_id: execution })).body;
		const { draft_key } = (await desk.post('/materials/create', { _svc: event._svc, content: { kind: 'post' } })).body.material;
		await desk.post('/authorize', { _svc: event._svc, purpose: 'text_generate', target: 'ai.example' });
		await died(execution);
		await later(0);
		expect(desk.posted).to.deep.equal([]);
		expect(await eventState(event.event_key)).to.include({ state: 'interrupted' });
		expect(desk.messenger.accepted.map(({ fields }) => [fields['chat_id'], fields['reply_markup']])).to.deep.equal([
			[EDITOR, { inline_keyboard: [[{ text: 'Resume', callback_data: `cd1|resume|${draft_key}|1` }]] }],
		]);
	});

	it('is not ended by a failure of the execution that it was taken over from', async () => {
		const first = newExecutionId();
		const update = textUpdate(EDITOR, '/post hello');
		const event = (await desk.post('/event', { update, execution_id: first })).body;
		await later(MINUTE);
		const second = await postEvent(desk, update);
		const superseded = { status: 'not_sent', error_code: 'superseded' };
		for (const why of ['MaxStalledCountError', 'NodeApiError']) expect((await died(first, why)).body.delivery, why).to.include(superseded);
		expect(await eventState(event.event_key)).to.deep.equal({ state: 'stored', replays: 1 });
		await desk.post('/event-done', { _svc: second._svc, event_key: event.event_key, outcome: 'done' });
		expect((await died(first, 'NodeApiError')).body.delivery, 'said after all is done').to.include(superseded);
		await later(0);
		expect(desk.messenger.accepted).to.deep.equal([]);
	});

	const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

	it('never goes on under two executions: the one that it was taken over from may do nothing any more', async () => {
		const update = textUpdate(EDITOR, '/post hello');
		const first = await postEvent(desk, update);
		await later(MINUTE);
		const second = await postEvent(desk, update);
		const { _svc, event_key } = first;
		const requests: readonly (readonly [string, object])[] = [
			['/authorize', { purpose: 'text_generate', target: 'ai.example' }],
			['/materials/create', { content: { kind: 'post' } }],
			['/messenger', { operation: 'status', purpose: 'x', entity_key: 'x', text: 'Working on it' }],
			['/event-done', { event_key, outcome: 'done' }],
		];
		for (const [path, body] of requests)
			expect(refusal(await desk.post(path, { _svc, ...body })), path).to.deep.equal([409, 'execution_superseded']);
		expect(await eventState(event_key)).to.deep.equal({ state: 'stored', replays: 1 });
		for (const [path, body] of requests) expect((await desk.post(path, { _svc: second._svc, ...body })).status, path).to.equal(200);
	});

	it('is left to an execution that was admitted to a paid request since it was posted: it lives', async () => {
		const update = textUpdate(EDITOR, '/post hello');
		const { _svc, event_key } = await postEvent(desk, update);
		const { draft_key } = (await desk.post('/materials/create', { _svc, content: { kind: 'post' } })).body.material;
		await later(MINUTE);
		expect(desk.posted).to.have.length(1);
		await desk.post('/authorize', { _svc, purpose: 'text_generate', target: 'ai.example' });
		const replay = await postEvent(desk, update);
		expect(replay).to.include({ admitted: false, reason: 'duplicate' });
		const advance = { _svc, draft_key, version: 1, from: 'text_generating', to: 'text_preparing', patch: { body: 'Text' } };
		expect((await desk.post('/materials/advance', advance)).status).to.equal(200);
		expect((await desk.post('/event-done', { _svc, event_key, outcome: 'done' })).status).to.equal(200);
	});

	it('was given up: an execution that lives after all may hand in what was paid for, and is admitted to nothing more', async () => {
		const execution = newExecutionId();
		const { _svc, event_key } = (await desk.post('/event', { update: textUpdate(EDITOR, '/post hello'), execution_id: execution })).body;
		const { draft_key } = (await desk.post('/materials/create', { _svc, content: { kind: 'post' } })).body.material;
		await desk.post('/authorize', { _svc, purpose: 'text_generate', target: 'ai.example' });
		await died(execution);
		await later(0);
		expect(await eventState(event_key)).to.include({ state: 'interrupted' });
		const advance = { _svc, draft_key, version: 1, from: 'text_generating', to: 'text_preparing', patch: { body: 'Text' } };
		expect((await desk.post('/materials/advance', advance)).status).to.equal(200);
		const more = await desk.post('/authorize', { _svc, purpose: 'illustration', target: 'ai.example' });
		expect(refusal(more)).to.deep.equal([409, 'execution_superseded']);
		expect((await died(execution, 'NodeApiError')).body.delivery).to.include({ error_code: 'superseded' });
		expect(desk.messenger.accepted, 'told once').to.have.length(1);
	});

	it('gives a claim back under which nothing was ever sent, once it is given up', async () => {
		const at = await ready(desk);
		await claim(desk, await press(desk, OWNER, at, 'publish'), at);
		for (let minute = 0; minute < 12; minute += 1) await later(MINUTE);
		expect(await stateOf(desk, at)).to.include({ state: 'ready' });
		expect((await claim(desk, await press(desk, EDITOR, at, 'publish'), at)).status).to.equal(200);
	});

	it('is looked at within 15 s after an outage of n8n, unless its execution lives or waits for a paid answer', async () => {
		const [silent, living, paid] = [await begin(desk, EDITOR), await begin(desk, OWNER), await begin(desk, EDITOR, '/post Another')];
		await desk.post('/materials/create', { _svc: paid._svc, content: { kind: 'post' } });
		await desk.post('/authorize', { _svc: paid._svc, purpose: 'text_generate', target: 'ai.example' });
		const due = await begin(desk, OWNER, '/post Due');
		await desk.service.db.query('update event set lease_until_ms = $1 where event_key = $2', [desk.clock.nowMs, due.event_key]);
		desk.webhookAnswers = ['refused'];
		await later(0);
		await later(5_000);
		expect(desk.posted, 'n8n is there again').to.have.length(1);
		await postEvent(desk, desk.posted[0]);
		await later(2_000);
		await desk.post('/materials/list', { _svc: living._svc });
		await later(13_000);
		expect(desk.posted.map((update) => (update as { update_id: number }).update_id)).to.deep.equal([
			Number(due.event_key.slice(2)),
			Number(silent.event_key.slice(2)),
		]);
		expect(await eventState(paid.event_key)).to.deep.equal({ state: 'stored', replays: 0 });
	});

	it('is looked at within 15 s after a copy of the service died, once', async () => {
		await desk.service.tick();
		const event = await begin(desk, EDITOR);
		const next = await desk.sibling();
		try {
			const after = async (ms: number) => {
				desk.clock.nowMs += ms;
				await next.service.tick();
			};
			await after(16_000);
			expect(next.posted, 'both live').to.deep.equal([]);
			forgetInstance(desk.service.instances.instanceId);
			for (const ms of [2_000, 14_000]) await after(ms);
			expect(next.posted, 'its execution may show that it lives').to.deep.equal([]);
			await after(1_000);
			expect(next.posted).to.have.length(1);
			await postEvent(next, next.posted[0]);
			await after(20_000);
			expect(next.posted, 'one death is one outage').to.have.length(1);
			expect(await eventState(event.event_key)).to.include({ replays: 1 });
		} finally {
			await next.close();
		}
	});

	it('looks at once at the next start', async () => {
		await begin(desk, EDITOR);
		desk.clock.nowMs += MINUTE;
		const next = await desk.sibling();
		try {
			await next.service.tick();
			expect(next.posted).to.have.length(1);
		} finally {
			await next.close();
		}
	});
});

describeOnEachEngine('An outage of the database', (engine) => {
	it('is followed within 15 s by a look at the work that it stopped, and without one nothing is looked at sooner', async () => {
		let isAway = false;
		const watch = () => {
			if (isAway) throw new CopydeskError('unavailable', 'the database does not answer');
		};
		const desk = await openDesk({ engine, withWebhook: true, watch });
		try {
			const later = async (ms: number) => {
				desk.clock.nowMs += ms;
				await desk.service.tick();
			};
			const event = await begin(desk, EDITOR);
			await later(20_000);
			expect(desk.posted).to.deep.equal([]);
			isAway = true;
			expect((await desk.post('/event-done', { _svc: event._svc, event_key: event.event_key, outcome: 'done' })).status).to.equal(503);
			isAway = false;
			for (const ms of [2_000, 12_000]) await later(ms);
			expect(desk.posted, 'an execution that lives has shown it by now').to.deep.equal([]);
			await later(1_000);
			expect(desk.posted).to.have.length(1);
		} finally {
			await desk.close();
		}
	});
});

describeOnEachEngine('Without a main webhook', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	it('an interrupted event stays visible, and a claim under which nothing was sent is given back', async () => {
		const at = await ready(desk);
		const event = await press(desk, OWNER, at, 'publish');
		await claim(desk, event, at);
		desk.clock.nowMs += MINUTE;
		await desk.service.tick();
		expect(desk.posted).to.deep.equal([]);
		expect(await stateOf(desk, at)).to.include({ state: 'ready' });
		expect(await desk.service.db.query('select state from event where event_key = $1', [event.event_key])).to.deep.equal([
			{ state: 'stored' },
		]);
	});
});
