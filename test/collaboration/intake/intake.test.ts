/** Updates that the service takes itself: stored first, handed on in each person's order, and nothing else is admitted. */
import { expect } from 'chai';
import { STRANGERS_KEPT } from '@copydesk/collaboration/intake/updateQueue';
import { createListener } from '@copydesk/collaboration/intake/listener';
import { readRaw } from '@copydesk/collaboration/intake/raw';
import { createInstances } from '@copydesk/collaboration/deliveries/instances';
import { createLeaderLease } from '@copydesk/collaboration/intake/leaderLease';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import { openLog } from '@copydesk/kit/log';
import { listen } from '@copydesk/kit/server';
import { describeOnEachEngine } from '../../support/databases.ts';
import {
	EDITOR,
	OWNER,
	newExecutionId,
	newUpdateId,
	openDesk,
	postEvent,
	pressUpdate,
	problem,
	textUpdate,
} from '../../support/collaboration.ts';
import type { DeskOptions, TestDesk } from '../../support/collaboration.ts';
import { until } from '../../support/until.ts';

type Update = { readonly update_id: number };

describeOnEachEngine('Updates that the service takes itself', (engine) => {
	let desk: TestDesk;
	/** What the main graph answers, unless a test says otherwise: what the service says of the event. */
	let main: (update: Update) => Promise<number>;
	const others: TestDesk[] = [];
	const admit = async (update: Update): Promise<number> =>
		(await desk.post('/event', { update, execution_id: newExecutionId(), can_wait: true })).status === 200 ? 200 : 503;
	const open = async (more: DeskOptions = {}) => {
		main = admit;
		desk = await openDesk({ engine, withWebhook: true, updates: 'polling', main: (update) => main(update), ...more });
	};
	beforeEach(() => open());
	afterEach(async () => {
		for (const other of others.splice(0)) await other.close();
		await desk.close();
	});

	const take = (...updates: readonly unknown[]) => desk.service.updates.intake.take(updates.map((update) => readRaw(update)));
	const stored = async (of = desk) =>
		(await of.service.db.query('select update_id from incoming order by update_id')).map(({ update_id }) => update_id);
	const admitted = async () =>
		(await desk.service.db.query('select update_id from event order by received_at_ms, update_id')).map(({ update_id }) => update_id);
	const audited = (action: string) => desk.service.db.query('select entity, outcome, code from audit where action = $1', [action]);
	/** Another copy on the same database, and how many commits of updates it made. */
	const watchedDesk = async (updates: 'polling' | 'webhook') => {
		const counted = { commits: 0 };
		const watch = (sql: string) => void (counted.commits += /^insert into "incoming"/.test(sql) ? 1 : 0);
		const watched = await openDesk({ engine, database: desk.database, messenger: desk.messenger, updates, watch });
		others.push(watched);
		return { watched, counted };
	};
	const handedOn = () => until(async () => (await stored()).length === 0);

	it('are stored before they are confirmed, handed on as they were, and gone with their admission', async () => {
		main = async () => 503;
		const update = textUpdate(OWNER, '/help', { entities: [{ type: 'bot_command', offset: 0, length: 5 }] });
		await take(update);
		expect(await stored()).to.deep.equal([update.update_id]);
		await until(() => desk.posted.length === 1);
		main = admit;
		await desk.service.tick();
		await handedOn();
		expect(desk.posted).to.deep.equal([update, update]);
		expect(desk.postedHeaders().get('x-telegram-bot-api-secret-token')).to.equal('webhook-secret');
		expect(await admitted()).to.deep.equal([update.update_id]);
		await take(update);
		expect(await stored(), 'brought a second time').to.deep.equal([]);
	});

	it('go on in each person’s order, the next one after the one before was admitted; people side by side', async () => {
		const underWay = new Map<number, number>();
		let most = 0;
		main = async (update) => {
			const { id } = (update as unknown as { message: { from: { id: number } } }).message.from;
			underWay.set(id, (underWay.get(id) ?? 0) + 1);
			expect(underWay.get(id), 'one of a person at a time').to.equal(1);
			most = Math.max(
				most,
				[...underWay.values()].reduce((sum, n) => sum + n, 0),
			);
			await new Promise((resolve) => setTimeout(resolve, 5));
			const status = await admit(update);
			underWay.set(id, 0);
			return status;
		};
		const updates = Array.from({ length: 20 }, (_, index) => textUpdate(index % 3 === 0 ? OWNER : EDITOR, `/draft p${index + 1}`));
		await take(...updates);
		await handedOn();
		const of = (from: number) => updates.filter(({ message }) => message.from.id === from).map(({ update_id }) => update_id);
		const posted = (desk.posted as typeof updates).filter(({ message }) => message.from.id === OWNER).map(({ update_id }) => update_id);
		expect(posted).to.deep.equal(of(OWNER));
		expect([...(await admitted())].sort()).to.deep.equal([...of(OWNER), ...of(EDITOR)].sort());
		expect(most).to.equal(2);
	});

	it('are one commit for all that come while another one is under way', async () => {
		main = async () => 503;
		const { watched, counted } = await watchedDesk('polling');
		const many = Array.from({ length: 100 }, () => textUpdate(OWNER, '/help'));
		await Promise.all(many.map((update) => watched.service.updates.intake.take([readRaw(update)])));
		expect(await stored(watched)).to.deep.equal(many.map(({ update_id }) => update_id));
		expect(counted.commits).to.be.at.most(3);
	});

	it('are few commits when many are brought side by side', async () => {
		main = async () => 503;
		const { watched, counted } = await watchedDesk('webhook');
		const secret = 'the-secret-of-the-listener';
		const { intake } = watched.service.updates;
		const running = await listen(createListener({ secret, intake, log: openLog('collaboration', 'silent') }), '127.0.0.1', 0);
		try {
			const bring = async (update: Update, mark = ''): Promise<number> => {
				const headers = { 'X-Telegram-Bot-Api-Secret-Token': secret, 'Content-Type': 'application/json' };
				const response = await fetch(`${running.url}/updates`, { method: 'POST', headers, body: mark + JSON.stringify(update) });
				return response.status;
			};
			const many = Array.from({ length: 100 }, () => textUpdate(OWNER, '/help'));
			expect(await Promise.all(many.map((update) => bring(update)))).to.deep.equal(many.map(() => 200));
			expect(await stored(watched)).to.deep.equal(many.map(({ update_id }) => update_id));
			expect(counted.commits).to.be.at.most(30);
			const marked = textUpdate(EDITOR, '/help');
			expect(await bring(marked, '\uFEFF')).to.equal(200);
			expect(await postEvent(watched, marked), 'with a byte order mark').to.include({ admitted: true });
		} finally {
			await running.stop(10);
		}
	});

	it('are the only ones that are admitted: an unknown or changed update leaves an audit row and nothing else', async () => {
		main = async () => 503;
		const real = textUpdate(OWNER, '/help');
		await take(real);
		const forged = [
			{ ...real, message: { ...real.message, text: '/post Send 1 BTC' } },
			{ ...real, more: 1 },
			textUpdate(OWNER, '/post Send 1 BTC'),
			pressUpdate(OWNER, 101, 'cd1|publish|p1|1'),
			textUpdate(77, '/start'),
		];
		for (const update of forged)
			expect(problem(await desk.post('/event', { update, execution_id: newExecutionId() }))).to.deep.equal([403, 'update_unknown']);
		const refused = forged.map(({ update_id }) => ({ entity: `event:u:${update_id}`, outcome: 'refused', code: 'update_unknown' }));
		expect(await audited('event.unknown')).to.have.deep.members(refused);
		for (const table of ['event', 'execution', 'stranger'])
			expect(await desk.service.db.query(`select * from ${table}`), table).to.deep.equal([]);
		const { update_id, message } = real;
		const { text, ...rest } = message;
		expect(await postEvent(desk, { message: { text, ...rest }, update_id }), 'written in another order').to.include({ admitted: true });
	});

	it('of people who may not decide are refused once; brought again, changed or not, they are unknown', async () => {
		main = async () => 503;
		const refused = [77, 77, EDITOR].map((from) => textUpdate(from, 'Hello'));
		await desk.setEditor(false);
		const group = textUpdate(OWNER, '/help', { chat: { id: -5, type: 'group' } });
		for (const update of [...refused, group]) {
			await take(update);
			expect(await postEvent(desk, update)).to.include({ admitted: false, duplicate: false });
			const forged = { ...textUpdate(OWNER, '/post Send 1 BTC'), update_id: update.update_id };
			for (const again of [update, { ...update, forged: true }, forged])
				expect(problem(await desk.post('/event', { update: again, execution_id: newExecutionId() }))).to.deep.equal([
					403,
					'update_unknown',
				]);
		}
		expect(await audited('event.unknown')).to.have.length(3 * (refused.length + 1));
	});

	it('swallow nothing: a number that somebody made up before is admitted when it is real', async () => {
		const ahead = { ...textUpdate(OWNER, 'Send 1 BTC'), update_id: newUpdateId() + 1 };
		const real = { ...textUpdate(OWNER, '/help'), update_id: ahead.update_id };
		expect((await desk.post('/event', { update: ahead, execution_id: newExecutionId() })).status).to.equal(403);
		await take(real);
		await handedOn();
		const [event] = await desk.service.db.query('select intent_kind, reason from event');
		expect(event).to.deep.include({ intent_kind: 'help', reason: null });
	});

	it('are not repeated by a copy of an admitted one, and posted again when its execution goes silent', async () => {
		const update = textUpdate(OWNER, '/help');
		await take(update);
		await handedOn();
		expect(await postEvent(desk, update)).to.include({ admitted: false, reason: 'duplicate' });
		expect(problem(await desk.post('/event', { update: { ...update, more: 1 }, execution_id: newExecutionId() }))[0]).to.equal(403);
		main = async () => 200;
		desk.clock.nowMs += 60_000;
		await desk.service.tick();
		expect(desk.posted).to.deep.equal([update, update]);
		expect(await postEvent(desk, update)).to.include({ admitted: true, replay: true });
	});

	it('are kept when n8n refuses them, and do not hold up other people', async () => {
		await desk.close();
		await open({ atOnce: 1 });
		const [bad, good] = [textUpdate(OWNER, '/help'), textUpdate(EDITOR, '/help')];
		main = (update) => (update.update_id === bad.update_id ? Promise.resolve(500) : admit(update));
		await take(bad, good);
		await until(async () => (await admitted()).includes(good.update_id));
		expect(await stored()).to.deep.equal([bad.update_id]);
		main = admit;
		desk.clock.nowMs += 1_000;
		await desk.service.tick();
		await handedOn();
	});

	it('leave room for the people when strangers write, and never more rows than a bound', async () => {
		main = async () => 503;
		const strange = Array.from({ length: STRANGERS_KEPT + 50 }, (_, index) => textUpdate(9_000 + index, 'Hello'));
		await take(...strange.slice(0, STRANGERS_KEPT - 1));
		await take(...strange.slice(STRANGERS_KEPT - 1));
		const update = textUpdate(OWNER, '/help');
		await take(update);
		const rows = await stored();
		expect(rows)
			.to.have.length(STRANGERS_KEPT + 1)
			.and.to.include(update.update_id);
	});

	it('are confirmed and audited when nothing could ever take them, and those beside them are stored', async () => {
		main = async () => 503;
		const good = textUpdate(OWNER, '/help');
		const poison = [
			textUpdate(OWNER, 'a\u0000b'),
			textUpdate(OWNER, 'half \ud83d'),
			textUpdate(OWNER, 'x'.repeat(1_048_576)),
			{ ...textUpdate(OWNER, 'deep'), nested: Array.from({ length: 80 }).reduce((inner: unknown) => [inner], 1) },
		];
		await take(...poison, { message: {} }, 'text', good);
		expect(await stored()).to.deep.equal([good.update_id]);
		const codes = (await audited('update.unreadable')).map(({ entity, code }) => [entity, code]);
		const of = (index: number, code: string) => [`event:u:${poison[index]?.update_id}`, code];
		expect(codes).to.deep.equal([
			of(0, 'unstorable'),
			of(1, 'unstorable'),
			of(2, 'too_large'),
			of(3, 'unstorable'),
			['update:unknown', 'no_update_id'],
			['update:unknown', 'not_json'],
		]);
	});

	it('are deleted after a month without being admitted, and the audit says so', async () => {
		main = async () => 503;
		const update = textUpdate(OWNER, '/help');
		await take(update);
		desk.clock.nowMs += 30 * 86_400_000 + 1;
		await desk.service.tick();
		expect(await stored()).to.deep.equal([]);
		expect(await audited('update.dropped')).to.deep.equal([
			{ entity: `event:u:${update.update_id}`, outcome: 'failed', code: 'never_taken' },
		]);
	});

	it('of n8n’s own way are taken up to 1 MB too; those that nothing could keep are done with one audit row', async () => {
		const graphs = await desk.sibling({ updates: 'graphs' });
		others.push(graphs);
		const large = textUpdate(OWNER, 'x'.repeat(1_000_000));
		expect(await postEvent(graphs, large)).to.include({ admitted: true });
		const poison = [
			textUpdate(OWNER, 'a\u0000b'),
			textUpdate(OWNER, 'half \ud83d'),
			textUpdate(OWNER, 'x'.repeat(1_100_000)),
			{ ...textUpdate(OWNER, 'deep'), nested: Array.from({ length: 80 }).reduce((inner: unknown) => [inner], 1) },
		];
		for (const update of poison) expect((await graphs.post('/event', { update, execution_id: '1' })).status).to.be.oneOf([413, 422]);
		const codes = (await audited('update.unreadable')).map(({ code }) => code);
		expect(codes).to.deep.equal(['invalid_request', 'invalid_request', 'body_too_large', 'invalid_request']);
		expect(await admitted()).to.deep.equal([large.update_id]);
	});

	it('tell in a message what a press came to whose query was answered while n8n was away', async () => {
		main = async () => 503;
		const pressed = pressUpdate(OWNER, 101, 'cd1|publish|p1|1');
		await take(pressed);
		await until(() => desk.posted.length === 1);
		await desk.service.updates.answerWaiting();
		await desk.service.updates.answerWaiting();
		const { _svc } = await postEvent(desk, pressed);
		const { id } = pressed.callback_query;
		const answer = (text: string) =>
			desk.post('/messenger', {
				_svc,
				operation: 'answer_callback',
				purpose: 'answer_callback',
				entity_key: id,
				callback_query_id: id,
				text,
			});
		const { outdated, publish } = messagesIn('en').toasts;
		for (const text of [publish, outdated, outdated]) expect((await answer(text)).body.delivery).to.include({ repeated: true });
		const said = desk.messenger.accepted.map(({ method, fields }) => [method, fields['text']]);
		expect(said).to.deep.equal([
			['answerCallbackQuery', messagesIn('en').toasts.away],
			['sendMessage', outdated],
		]);
	});

	it('are told of once for all that wait, though something else of the same person waits before them', async () => {
		let notes = 0;
		await desk.close();
		await open({ watch: (sql) => void (notes += /^update "incoming"/.test(sql) ? 1 : 0) });
		main = async () => 503;
		const person = { id: OWNER, is_bot: false, first_name: 'Olga' };
		const member = { user: { id: 1, is_bot: true, first_name: 'Desk' }, status: 'member' };
		const chat = { id: OWNER, type: 'private' };
		const unblocked = { chat, from: person, date: 1, old_chat_member: { ...member, status: 'kicked' }, new_chat_member: member };
		await take({ update_id: newUpdateId(), my_chat_member: unblocked });
		await until(() => desk.posted.length === 1);
		await desk.service.updates.answerWaiting();
		await take(...Array.from({ length: 100 }, () => textUpdate(OWNER, '/help')));
		for (let look = 0; look < 8; look += 1) await desk.service.updates.answerWaiting();
		const said = desk.messenger.accepted.map(({ method, fields }) => [method, fields['chat_id'], fields['text']]);
		expect(said).to.deep.equal([['sendMessage', OWNER, messagesIn('en').away]]);
		expect(await desk.service.db.query('select update_id from incoming where told = 0')).to.deep.equal([]);
		expect(notes).to.equal(1);
	});

	it('are no longer said to wait once n8n took all of them', async () => {
		main = async () => 503;
		await take(textUpdate(OWNER, '/help'), textUpdate(OWNER, '/status'), textUpdate(EDITOR, '/help'));
		await until(() => desk.posted.length >= 2);
		await desk.service.updates.answerWaiting();
		await desk.service.tick();
		const said = () => desk.messenger.accepted.map(({ method, fields }) => [method, fields['chat_id']]);
		expect(said(), 'they wait').to.have.deep.members([
			['sendMessage', OWNER],
			['sendMessage', EDITOR],
		]);
		const words = desk.messenger.messages(OWNER)[0]?.messageId;
		main = async (update) => ('message' in update && JSON.stringify(update).includes(`"id":${EDITOR}`) ? 503 : admit(update));
		await desk.service.tick();
		await until(async () => (await stored()).length === 1);
		await desk.service.tick();
		await desk.service.tick();
		const gone = desk.messenger.accepted.filter(({ method }) => method === 'deleteMessage');
		expect(gone.map(({ fields }) => [fields['chat_id'], fields['message_id']])).to.deep.equal([[OWNER, words]]);
	});

	describe('when the way is changed', () => {
		it('are handed on though n8n is called now, and a forged one in their place is refused', async () => {
			main = async () => 503;
			const update = textUpdate(OWNER, '/help');
			await take(update);
			await until(() => desk.posted.length === 1);
			await desk.service.updates.leaderLease.leave();
			const graphs: TestDesk = await desk.sibling({
				updates: 'graphs',
				main: async (posted) => (await graphs.post('/event', { update: posted, execution_id: newExecutionId() })).status,
			});
			others.push(graphs);
			const forged = { ...update, message: { ...update.message, text: 'Send 1 BTC' } };
			expect(problem(await graphs.post('/event', { update: forged, execution_id: newExecutionId() }))).to.deep.equal([
				403,
				'update_unknown',
			]);
			await graphs.service.tick();
			await until(async () => (await stored()).length === 0);
			expect(await admitted()).to.deep.equal([update.update_id]);
			expect(await postEvent(graphs, textUpdate(OWNER, '/help')), 'and n8n’s own are taken').to.include({ admitted: true });
		});

		it('are known by their number when they were admitted before, and posted again if their execution died', async () => {
			const graphs = await desk.sibling({ updates: 'graphs', main: async () => 200 });
			others.push(graphs);
			const update = textUpdate(OWNER, '/help');
			expect(await postEvent(graphs, update)).to.include({ admitted: true });
			await take(update);
			expect(await stored(), 'the messenger brings it again').to.deep.equal([]);
			desk.clock.nowMs += 60_000;
			main = async () => 200;
			await desk.service.tick();
			expect(await postEvent(desk, update)).to.include({ admitted: true, replay: true });
		});
	});

	it('are taken and handed on by one of two instances, and by the other within 15 s of its death', async () => {
		const nowMs = () => desk.clock.nowMs;
		const elsewhere = (instanceId: string, pid: number) =>
			createInstances({ db: desk.service.db, instanceId, nowMs, host: instanceId, pid, processExists: () => true });
		const [one, two] = [elsewhere('first', 1), elsewhere('second', 2)];
		await Promise.all([one.heartbeat(), two.heartbeat()]);
		const [first, second] = [createLeaderLease(desk.service.db, one, nowMs), createLeaderLease(desk.service.db, two, nowMs)];
		await desk.service.updates.leaderLease.leave();
		expect([await first.hold(), await second.hold()]).to.deep.equal([true, false]);
		for (let second15 = 0; second15 < 6; second15 += 1) {
			desk.clock.nowMs += 2_500;
			expect([await first.hold(), await second.hold()]).to.deep.equal([true, false]);
		}
		// From here on the first one is dead; the other looks every 2.5 s.
		let tookAfterMs = 0;
		while (!(await second.hold())) ((desk.clock.nowMs += 2_500), (tookAfterMs += 2_500));
		expect(tookAfterMs).to.be.below(15_000);
		expect(await first.hold(), 'and it stays away when it was alive after all').to.equal(false);
		await take(textUpdate(OWNER, '/help'));
		await desk.service.tick();
		expect(desk.posted, 'who has no lease posts nothing').to.deep.equal([]);
		await second.leave();
		await desk.service.tick();
		expect(desk.posted).to.have.length(1);
	});
});
