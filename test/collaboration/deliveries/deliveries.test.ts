import { expect } from 'chai';
import { forgetInstance } from '@copydesk/collaboration/deliveries/instances';
import { reconcileDelivery } from '../../../scripts/operator/reconcileDelivery.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import type { Engine } from '../../support/databases.ts';
import {
	CHANNEL,
	COVER_ID,
	EDITOR,
	OWNER,
	begin,
	claim,
	openDesk,
	prepared,
	press,
	preview,
	problem,
	publish,
	ready,
	stateOf,
} from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';
import type { Behaviour } from '../../support/messenger.ts';

const forbidden = { refuse: 403, description: 'Forbidden: bot is not a member of the channel chat' } as const;

/** What is looked at under a request that hangs may take its time, until the messenger hangs up. */
async function patient(desk: TestDesk, engine: Engine): Promise<TestDesk> {
	await desk.close();
	return openDesk({ engine });
}

describeOnEachEngine('A delivery', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine, answerTimeoutMs: 250 });
	});
	afterEach(() => desk.close());

	const status = (_svc: string, more: object = {}) =>
		desk.post('/messenger', { _svc, operation: 'status', purpose: 'progress', entity_key: 'u:1', text: 'Working on it…', ...more });
	const rows = (sql = 'select state, attempts from delivery') => desk.service.db.query(sql);

	it('goes to the one who began, with an answer as the messenger gives it', async () => {
		const { _svc } = await begin(desk, EDITOR);
		const answer = await status(_svc);
		expect(answer.body).to.deep.equal({
			ok: true,
			result: { message_id: 101, date: 1_800_000_000, chat: { id: EDITOR } },
			delivery: { status: 'sent', confirmed: true, repeated: false, message_id: 101, file_id: null, attempts: 1, error_code: null },
		});
		expect(problem(await status(_svc, { entity_key: 'u:2', recipient_user_id: OWNER }))).to.deep.equal([422, 'recipient_unknown']);
	});

	it('is written down before the first byte leaves', async () => {
		desk = await patient(desk, engine);
		const { _svc } = await begin(desk, EDITOR);
		desk.messenger.next('hang_after');
		const sending = status(_svc);
		await desk.messenger.requests.wait(1);
		expect(await rows()).to.deep.equal([{ state: 'sending', attempts: 1 }]);
		desk.messenger.hangUp();
		expect((await sending).body.delivery).to.include({ status: 'unknown', error_code: 'connection_lost' });
	});

	it('asked for twice at once is sent once: the twin is told that it is under way', async () => {
		desk = await patient(desk, engine);
		const { _svc } = await begin(desk, EDITOR);
		desk.messenger.next('hang_after');
		const first = status(_svc);
		await desk.messenger.requests.wait(1);
		const twin = await status(_svc);
		expect(problem(twin)).to.deep.equal([409, 'delivery_in_flight']);
		desk.messenger.hangUp();
		await first;
		expect(desk.messenger.calls).to.have.length(1);
	});

	const outcomes: readonly [string, Behaviour, string, string][] = [
		['a no', { refuse: 400, description: 'Bad Request: chat not found' }, 'rejected', 'bad_request'],
		['blocked', { refuse: 403, description: 'Forbidden: bot was blocked by the user' }, 'rejected', 'blocked'],
		['a quick 429', { refuse: 429, description: 'Too Many Requests: retry after 3', retryAfter: 3 }, 'not_sent', 'rate_limited'],
		['a 5xx', { refuse: 500, description: 'Internal Server Error' }, 'unknown', 'answer_500'],
		['an answer lost before acceptance', 'lost_before', 'unknown', 'connection_lost'],
		['an answer lost after acceptance', 'lost_after', 'unknown', 'connection_lost'],
		['silence', 'hang_after', 'unknown', 'answer_timeout'],
	];
	for (const [what, behaviour, state, code] of outcomes) {
		it(`ends in ${state} after ${what}, and a repeat ${state === 'not_sent' ? 'tries again' : 'sends nothing'}`, async () => {
			const { _svc } = await begin(desk, EDITOR);
			desk.messenger.next(behaviour);
			expect((await status(_svc)).body).to.deep.include({ ok: false, result: null });
			const again = (await status(_svc)).body.delivery;
			if (state === 'not_sent') expect(again).to.include({ status: 'sent', repeated: false, attempts: 2, error_code: null });
			else expect(again).to.include({ status: state, confirmed: false, repeated: true, attempts: 1, error_code: code });
			expect(desk.messenger.calls).to.have.length(state === 'not_sent' ? 2 : 1);
		});
	}

	it('says 0 when the messenger accepted and did not say under which id, and is not sent again', async () => {
		const { _svc } = await begin(desk, EDITOR);
		desk.messenger.next({ raw: JSON.stringify({ ok: true, result: { message_id: 0 } }), status: 200, accept: true });
		expect((await status(_svc)).body.delivery).to.include({ status: 'sent', message_id: 0 });
		expect((await status(_svc)).body.delivery).to.include({ repeated: true, message_id: 0 });
	});

	it('of a preview that the messenger refuses for one person is told to the other, once for each draft', async () => {
		const at = await prepared(desk, OWNER);
		desk.messenger.rule(({ fields }) =>
			String(fields['chat_id']) === String(EDITOR) ? { refuse: 403, description: 'Forbidden: bot was blocked by the user' } : undefined,
		);
		const notices = () => desk.messenger.accepted.filter(({ fields }) => String(fields['text']).includes('has blocked the bot'));
		expect((await preview(desk, at, EDITOR)).body.delivery).to.include({ status: 'rejected', error_code: 'blocked' });
		await desk.service.tick();
		expect(notices().map(({ fields }) => fields['chat_id'])).to.deep.equal([OWNER]);
		expect(notices()[0]?.fields['text']).to.include('Egor Editor has blocked the bot and does not get “Open on Saturdays” (1)');
		await preview(desk, at, EDITOR);
		expect((await preview(desk, at, OWNER)).body.delivery, 'the other one is not stopped').to.include({ status: 'sent' });
		await desk.service.tick();
		expect(notices()).to.have.length(1);
	});

	it('of a first progress message is tried once more after a confirmed 429, and nothing else is', async () => {
		const limited: Behaviour = { refuse: 429, description: 'Too Many Requests: retry after 12', retryAfter: 12 };
		const { _svc } = await begin(desk, EDITOR);
		desk.messenger.next(limited);
		expect((await status(_svc, { progress: true })).body.delivery).to.include({ status: 'sent', attempts: 2 });
		expect(desk.slept).to.deep.equal([12_000]);
		desk.messenger.next(limited, limited, limited);
		expect((await status(_svc, { progress: true, entity_key: 'u:2' })).body.delivery, 'bounded').to.include({
			status: 'not_sent',
			attempts: 2,
		});
		expect((await status(_svc, { entity_key: 'u:3' })).body.delivery, 'no progress message').to.include({
			status: 'not_sent',
			attempts: 1,
		});
		desk.messenger.next({ ...limited, retryAfter: 31 });
		expect((await status(_svc, { progress: true, entity_key: 'u:4' })).body.delivery, 'asked to wait too long').to.include({
			status: 'not_sent',
			attempts: 1,
		});
	});

	it('is revoked when somebody was disabled between the row and the request, and nothing leaves', async () => {
		const at = await prepared(desk, OWNER);
		desk.covers.fetch = async () => {
			await desk.setEditor(false);
			return { bytes: Buffer.from('x') };
		};
		expect((await preview(desk, at, EDITOR)).body.delivery).to.include({ status: 'revoked', error_code: 'participant_inactive' });
		expect(desk.messenger.calls).to.deep.equal([]);
		await desk.setEditor(true);
		desk.covers.fetch = async () => ({ bytes: Buffer.from('x') });
		expect((await preview(desk, at, EDITOR)).body.delivery, 'enabled again').to.include({ status: 'sent', attempts: 2 });
	});

	it('is revoked when somebody was disabled while the connection was being made', async () => {
		const { _svc } = await begin(desk, EDITOR);
		const patched = desk.service.participants as { all: () => Promise<readonly unknown[]> };
		const all = patched.all.bind(patched);
		let reads = 0;
		// Admitted, asked before the connection, and asked once more before the first byte.
		patched.all = async () => {
			reads += 1;
			if (reads === 3) await desk.setEditor(false);
			return all();
		};
		expect((await status(_svc)).body.delivery).to.include({ status: 'revoked', error_code: 'participant_inactive' });
		expect(desk.messenger.calls).to.deep.equal([]);
	});

	it('is not even begun for a participant who is disabled', async () => {
		const { _svc } = await begin(desk, EDITOR);
		await desk.setEditor(false);
		expect(problem(await status(_svc))).to.deep.equal([403, 'participant_inactive']);
		expect(await rows()).to.deep.equal([]);
	});

	it('of a preview uploads the picture once and reuses it', async () => {
		const at = await prepared(desk);
		await preview(desk, at, OWNER);
		await preview(desk, at, EDITOR);
		expect(desk.messenger.accepted.map(({ photo, fields }) => [photo !== null, fields['photo']])).to.deep.equal([
			[true, undefined],
			[false, 'file-1'],
		]);
	});

	it('of a preview is not sent when the renderer has no bytes or other bytes', async () => {
		const at = await prepared(desk);
		desk.covers.fetch = async () => ({ missing: 'cover_hash_mismatch' });
		expect((await preview(desk, at, OWNER)).body.delivery).to.include({ status: 'not_sent', error_code: 'cover_hash_mismatch' });
		expect(desk.messenger.calls).to.deep.equal([]);
	});

	it('of a preview goes to participants alone', async () => {
		const at = await prepared(desk);
		expect(problem(await preview(desk, at, 999))).to.deep.equal([422, 'recipient_unknown']);
		expect(await rows()).to.deep.equal([]);
	});

	it('of a callback answer is for the callback of this event', async () => {
		const at = await ready(desk);
		const event = await press(desk, OWNER, at, 'publish');
		const answer = (id: string) =>
			desk.post('/messenger', {
				_svc: event._svc,
				operation: 'answer_callback',
				purpose: 'callback',
				entity_key: event.event_key,
				callback_query_id: id,
				text: 'On it',
			});
		expect(problem(await answer('somebody-else'))).to.deep.equal([422, 'invalid_request']);
		desk.messenger.next({ refuse: 400, description: 'Bad Request: query is too old and response timeout expired or query ID is invalid' });
		const late = await answer(event.callback.id);
		expect(late.status, 'a late answer fails nothing').to.equal(200);
		expect(late.body.delivery).to.include({ status: 'rejected' });
		expect((await claim(desk, event, at)).status).to.equal(200);
	});

	it('is one row with one journal and one audit row for each step', async () => {
		const { _svc } = await begin(desk, EDITOR);
		desk.messenger.next({ refuse: 429, description: 'Too Many Requests', retryAfter: 3 });
		await status(_svc);
		await status(_svc);
		const steps = ['none → sending', 'sending → not_sent', 'not_sent → sending', 'sending → sent'];
		expect(
			(await rows('select from_state, to_state from delivery_event order by seq')).map(
				(row) => `${String(row['from_state'])} → ${String(row['to_state'])}`,
			),
		).to.deep.equal(steps);
		expect(
			(await rows(`select action, detail from audit where action like 'delivery.%' order by seq`)).map(
				(row) => `${(JSON.parse(String(row['detail'])) as { from: string }).from} → ${String(row['action']).slice(9)}`,
			),
		).to.deep.equal(steps);
	});

	it('shows the token nowhere: not in a row, not in a log line, not in an answer', async () => {
		const { _svc } = await begin(desk, EDITOR);
		desk.messenger.next('lost_after', { refuse: 500, description: 'restart' });
		await status(_svc);
		await status(_svc, { entity_key: 'u:2' });
		const everything = JSON.stringify([
			desk.logged,
			await rows('select * from delivery'),
			await rows('select * from delivery_event'),
			await rows('select * from audit'),
		]);
		expect(everything).not.to.include('AAHtestToken');
	});
});

describeOnEachEngine('A publication', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine, answerTimeoutMs: 250 });
	});
	afterEach(() => desk.close());

	const inChannel = () => desk.messenger.accepted.filter(({ fields }) => Number(fields['chat_id']) === CHANNEL);
	async function claimed(from = OWNER) {
		const at = await ready(desk);
		const event = await press(desk, from, at, 'publish');
		return { at, event, _svc: (await claim(desk, event, at)).body._svc as string };
	}
	const owed = async (purpose: string) =>
		(
			await desk.service.db.query(`select recipient_user_id, state from delivery where purpose = $1 order by recipient_user_id`, [purpose])
		).map((row) => [row['recipient_user_id'], row['state']]);

	it('needs a claim of this very person', async () => {
		const at = await ready(desk);
		const event = await press(desk, OWNER, at, 'publish');
		expect(problem(await publish(desk, event._svc, at)), 'before the claim').to.deep.equal([409, 'state_conflict']);
		await claim(desk, event, at);
		const editor = await press(desk, EDITOR, at, 'publish');
		expect(problem(await publish(desk, editor._svc, at)), 'the claim of somebody else').to.deep.equal([409, 'state_conflict']);
		expect(inChannel()).to.deep.equal([]);
	});

	it('settles the material in the same step: published when confirmed', async () => {
		const { at, _svc } = await claimed();
		expect((await publish(desk, _svc, at)).body.delivery.status).to.equal('sent');
		expect(await stateOf(desk, at)).to.include({ state: 'published' });
	});

	it('gives the claim back when it was certainly not delivered, and another press may try again', async () => {
		const { at, _svc, event } = await claimed();
		desk.messenger.next(forbidden);
		expect((await publish(desk, _svc, at)).body.delivery).to.include({ status: 'rejected', error_code: 'forbidden' });
		expect(await stateOf(desk, at)).to.include({ state: 'ready', claimed_by_user_id: null });
		expect((await publish(desk, _svc, at)).body.delivery, 'the same decision again').to.include({ status: 'rejected', repeated: true });
		expect((await claim(desk, event, at)).status).to.equal(200);
		expect((await publish(desk, _svc, at)).body.delivery, 'still the same decision').to.include({ status: 'rejected', repeated: true });
		expect(await stateOf(desk, at), 'nobody is left with a claim that leads nowhere').to.include({ state: 'ready' });
	});

	it('that was refused for certain is tried by another decision under a key of its own', async () => {
		const { at, _svc } = await claimed();
		desk.messenger.next(forbidden);
		await publish(desk, _svc, at);
		const again = await press(desk, EDITOR, at, 'publish');
		const won = await claim(desk, again, at);
		expect((await publish(desk, won.body._svc, at)).body.delivery).to.include({ status: 'sent', repeated: false });
		expect(await stateOf(desk, at)).to.include({ state: 'published' });
		expect(inChannel()).to.have.length(1);
		expect(
			(
				await desk.service.db.query(`select entity_key, state from delivery where operation = 'publish' order by created_at_ms, entity_key`)
			).map((row) => ({ ...row })),
		).to.deep.equal([
			{ entity_key: `${at.draft_key}:1`, state: 'rejected' },
			{ entity_key: `${at.draft_key}:1:2`, state: 'sent' },
		]);
	});

	it('that was not sent is tried again under the same key', async () => {
		const { at, _svc } = await claimed();
		desk.messenger.next({ refuse: 429, description: 'Too Many Requests', retryAfter: 3 });
		expect((await publish(desk, _svc, at)).body.delivery).to.include({ status: 'not_sent' });
		expect(problem(await publish(desk, _svc, at)), 'without a claim').to.deep.equal([409, 'state_conflict']);
		const won = await claim(desk, await press(desk, OWNER, at, 'publish'), at);
		expect((await publish(desk, won.body._svc, at)).body.delivery).to.include({ status: 'sent', attempts: 2 });
		expect(inChannel()).to.have.length(1);
	});

	for (const behaviour of ['lost_before', 'lost_after', 'hang_after'] as const) {
		it(`stays claimed when nobody knows (${behaviour}), is never sent again, and the owner is told what to do`, async () => {
			const { at, _svc } = await claimed(EDITOR);
			desk.messenger.next(behaviour);
			expect((await publish(desk, _svc, at)).body.delivery).to.include({ status: 'unknown', confirmed: false });
			expect(await stateOf(desk, at)).to.include({ state: 'claimed' });
			expect((await publish(desk, _svc, at)).body.delivery).to.include({ status: 'unknown', repeated: true });
			const other = await press(desk, OWNER, at, 'publish');
			expect(problem(await claim(desk, other, at))).to.deep.equal([409, 'state_conflict']);
			await desk.service.tick();
			await desk.service.tick();
			expect(await owed('publication_unknown')).to.deep.equal([[OWNER, 'sent']]);
			const told = desk.messenger.messages(OWNER).at(-1);
			expect(told?.text, 'without a number it would lead nowhere').to.include('https://t.me/c/1000000001/1');
			expect(told?.buttons.map((button) => button.callback_data)).to.deep.equal([
				`cd1|there|${at.draft_key}|1`,
				`cd1|not_there|${at.draft_key}|1`,
			]);
			expect(inChannel()).to.have.length(behaviour === 'lost_before' ? 0 : 1);
		});
	}

	const reconcile = async (messageId: number | undefined) => {
		const [row] = await desk.service.db.query(`select delivery_id from delivery where operation = 'publish'`);
		return reconcileDelivery(desk.service.audit, String(row?.['delivery_id']), messageId, {
			nowMs: () => desk.clock.nowMs,
			newId: () => 'x',
			by: 'operator:test',
		});
	};

	it('is settled by the operator as there: published under the id that was seen, once, and both are told', async () => {
		const { at, _svc } = await claimed();
		desk.messenger.next('lost_after');
		await publish(desk, _svc, at);
		expect((await reconcile(777)).material).to.include({ state: 'published', published_message_id: 777 });
		const again = await reconcile(778).catch((error: { code: string }) => error.code);
		expect(again).to.equal('state_conflict');
		await desk.service.tick();
		await desk.service.tick();
		expect(await owed('publication_reconciled')).to.deep.equal([
			[OWNER, 'sent'],
			[EDITOR, 'sent'],
		]);
		expect((await publish(desk, _svc, at)).body.delivery).to.include({ status: 'sent', repeated: true, message_id: 777 });
	});

	it('is settled by the operator as not there: ready again, and a new press publishes it', async () => {
		const { at, _svc } = await claimed();
		desk.messenger.next('lost_before');
		await publish(desk, _svc, at);
		expect((await reconcile(undefined)).material).to.include({ state: 'ready' });
		const won = await claim(desk, await press(desk, EDITOR, at, 'publish'), at);
		expect((await publish(desk, won.body._svc, at)).body.delivery).to.include({ status: 'sent', attempts: 2 });
		expect(inChannel()).to.have.length(1);
	});

	it('by somebody who was disabled after the claim is revoked, and the claim is given back', async () => {
		const { at, _svc } = await claimed(EDITOR);
		const all = desk.service.participants.all.bind(desk.service.participants);
		let reads = 0;
		const patched = desk.service.participants as { all: typeof all };
		patched.all = async () => {
			reads += 1;
			// The first reading admits the call; before the next one somebody is disabled.
			if (reads === 2) await desk.setEditor(false);
			return all();
		};
		expect((await publish(desk, _svc, at)).body.delivery).to.include({ status: 'revoked' });
		patched.all = all;
		expect(await stateOf(desk, at)).to.include({ state: 'ready' });
		expect(inChannel()).to.deep.equal([]);
	});

	it('under way in a process that dies becomes unknown at the next start, never a second post', async () => {
		desk = await patient(desk, engine);
		const { at, _svc } = await claimed();
		desk.messenger.next('hang_after');
		const lost = publish(desk, _svc, at).catch(() => undefined);
		await desk.messenger.requests.wait(4);
		forgetInstance(desk.service.instances.instanceId);
		const next = await desk.sibling();
		try {
			await next.service.tick();
			expect(await stateOf(next, at)).to.include({ state: 'claimed' });
			expect((await publish(next, _svc, at)).body.delivery).to.include({ status: 'unknown', error_code: 'process_died', repeated: true });
			desk.messenger.hangUp();
			await lost;
			expect(inChannel()).to.have.length(1);
		} finally {
			await next.close();
		}
	});

	it('that is lost with its process keeps its event no longer than 15 s', async () => {
		await desk.close();
		desk = await openDesk({ engine, withWebhook: true });
		const { at, _svc } = await claimed();
		desk.messenger.next('hang_after');
		const lost = publish(desk, _svc, at).catch(() => undefined);
		await desk.messenger.requests.wait(4);
		const next = await desk.sibling();
		const after = async (ms: number) => {
			desk.clock.nowMs += ms;
			await next.service.tick();
		};
		try {
			await after(100_000);
			expect(next.posted, 'the delivery lives').to.deep.equal([]);
			forgetInstance(desk.service.instances.instanceId);
			for (const ms of [0, 14_000]) await after(ms);
			expect(next.posted).to.deep.equal([]);
			await after(1_000);
			expect(next.posted).to.have.length(1);
		} finally {
			desk.messenger.hangUp();
			await lost;
			await next.close();
		}
	});

	it('under way in a living sibling is left alone', async () => {
		desk = await patient(desk, engine);
		const { at, _svc } = await claimed();
		const sibling = await desk.sibling();
		try {
			desk.messenger.next('hang_after');
			const sending = publish(desk, _svc, at);
			await desk.messenger.requests.wait(4);
			await sibling.service.tick();
			expect(await desk.service.db.query(`select state from delivery where operation = 'publish'`)).to.deep.equal([{ state: 'sending' }]);
			expect(problem(await publish(sibling, _svc, at))).to.deep.equal([409, 'delivery_in_flight']);
			desk.messenger.hangUp();
			await sending;
		} finally {
			await sibling.close();
		}
	});

	it('that arrived late, after its process was taken for dead, counts as evidence', async () => {
		const { at, _svc } = await claimed();
		const sibling = await desk.sibling();
		try {
			let release: () => void = () => undefined;
			const gate = new Promise<void>((resolve) => (release = resolve));
			const all = desk.service.participants.all.bind(desk.service.participants);
			const patched = desk.service.participants as { all: typeof all };
			let reads = 0;
			const held = new Promise<void>((resolve) => {
				patched.all = async () => {
					reads += 1;
					if (reads === 2) {
						resolve();
						await gate;
					}
					return all();
				};
			});
			const sending = publish(desk, _svc, at);
			await held;
			forgetInstance(desk.service.instances.instanceId);
			await sibling.service.tick();
			expect(await sibling.service.db.query(`select state from delivery where operation = 'publish'`)).to.deep.equal([
				{ state: 'unknown' },
			]);
			release();
			expect((await sending).body.delivery).to.include({ status: 'sent' });
			expect(await stateOf(desk, at)).to.include({ state: 'published' });
		} finally {
			await sibling.close();
		}
	});

	it('carries the caption and the picture of the row, whatever the request says', async () => {
		const { at, _svc } = await claimed();
		const odd = await desk.post('/messenger', {
			_svc,
			operation: 'publish',
			purpose: 'publish',
			entity_key: 'x',
			draft_key: at.draft_key,
			version: 1,
			text: 'Other words',
		});
		expect(problem(odd)).to.deep.equal([422, 'invalid_request']);
		await publish(desk, _svc, at);
		expect(inChannel().map(({ fields }) => fields)).to.deep.equal([
			{ chat_id: CHANNEL, caption: 'We open on Saturdays.', photo: 'file-1' },
		]);
		expect((await stateOf(desk, at))['cover_asset_id']).to.equal(COVER_ID);
	});
});
