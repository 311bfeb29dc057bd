/** Where the messenger calls n8n, n8n says who pressed what. The messenger itself has to confirm it before anything is decided. */
import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import {
	CHANNEL,
	EDITOR,
	OWNER,
	begin,
	claim,
	newExecutionId,
	openDesk,
	postEvent,
	pressUpdate,
	problem,
	publish,
	ready,
	stateOf,
} from '../../support/collaboration.ts';
import type { Ready, TestDesk } from '../../support/collaboration.ts';
import type { Behaviour } from '../../support/messenger.ts';

const TOO_OLD: Behaviour = {
	refuse: 400,
	description: 'Bad Request: query is too old and response timeout expired or query ID is invalid',
};
const IS_ANSWER = /^answerCallbackQuery$/;

describeOnEachEngine('A press that n8n was told of', (engine) => {
	let desk: TestDesk;
	let at: Ready;
	beforeEach(async () => {
		desk = await openDesk({ engine, withWebhook: true });
		at = await ready(desk);
	});
	afterEach(() => desk.close());

	const answered = (behaviour: Behaviour | undefined) =>
		desk.messenger.rule(({ method }) => (IS_ANSWER.test(method) ? behaviour : undefined));
	const publishes = (update = pressUpdate(OWNER, at.owner, `cd1|publish|${at.draft_key}|1`)) => update;
	const answers = () => desk.messenger.accepted.filter(({ method }) => IS_ANSWER.test(method)).map(({ fields }) => fields);
	const inChannel = () => desk.messenger.accepted.filter(({ fields }) => Number(fields['chat_id']) === CHANNEL).length;
	const take = (update: object) => desk.post('/event', { update, execution_id: newExecutionId(), can_wait: true });

	it('is answered by the service before /event answers, and counts from then on', async () => {
		const update = publishes();
		const event = await postEvent(desk, update);
		expect(answers()).to.deep.equal([{ callback_query_id: update.callback_query.id, text: 'Publishing…' }]);
		const { id } = update.callback_query;
		const own = { operation: 'answer_callback', purpose: 'answer_callback', entity_key: id, callback_query_id: id, text: 'Publishing…' };
		expect((await desk.post('/messenger', { _svc: event._svc, ...own })).body.delivery).to.include({ status: 'sent', repeated: true });
		expect(answers(), 'a query is answered once').to.have.length(1);
		const won = await claim(desk, event, at);
		expect((await publish(desk, won.body._svc, at)).body.delivery.status).to.equal('sent');
	});

	it('decides nothing when the messenger does not know it, and the presser is told to press again', async () => {
		answered(TOO_OLD);
		for (const action of ['publish', 'reject', 'feedback']) {
			const event = await postEvent(desk, pressUpdate(OWNER, at.owner, `cd1|${action}|${at.draft_key}|1`));
			expect(event).to.deep.include({ admitted: true, copy: null });
			expect(event.intent.kind).to.equal('usage');
			expect(event.intent.text).to.match(/Press again/);
			expect(problem(await claim(desk, { _svc: event._svc, copy: { message_id: at.owner } }, at)), action).to.deep.equal([
				409,
				'copy_not_delivered',
			]);
			for (const to of ['rejected', 'awaiting_feedback']) {
				const moved = await desk.post('/materials/advance', { _svc: event._svc, draft_key: at.draft_key, version: 1, from: 'ready', to });
				expect(moved.status, `${action} ${to}`).to.be.oneOf([403, 409]);
			}
		}
		expect(await stateOf(desk, at)).to.include({ state: 'ready' });
		expect(inChannel()).to.equal(0);
		const refused = await desk.service.db.query(`select code from audit where action = 'press.refused'`);
		expect(refused).to.deep.equal(Array.from({ length: 3 }, () => ({ code: 'query_refused' })));
	});

	it('is not believed with the query of another press, of the same person or not', async () => {
		const real = pressUpdate(OWNER, at.owner, `cd1|show|${at.draft_key}|1`);
		await postEvent(desk, real);
		const relabelled = publishes();
		relabelled.callback_query.id = real.callback_query.id;
		expect((await postEvent(desk, relabelled)).intent.kind).to.equal('usage');
		expect(answers()).to.have.length(1);
	});

	it('waits while the messenger is away: it is stored, decides nothing, and is confirmed when it comes again', async () => {
		const update = publishes();
		desk.messenger.shut();
		for (let attempt = 0; attempt < 2; attempt += 1) expect(problem(await take(update))).to.deep.equal([503, 'unavailable']);
		expect(await stateOf(desk, at)).to.include({ state: 'ready' });
		await desk.messenger.open();
		const relabelled = { ...pressUpdate(EDITOR, at.editor, `cd1|reject|${at.draft_key}|1`), update_id: update.update_id };
		expect((await take(relabelled)).body, 'only as it was').to.include({ admitted: false, reason: 'duplicate' });
		const event = (await take(update)).body;
		expect(event).to.deep.include({ admitted: true, duplicate: false });
		expect((await claim(desk, event, at)).status).to.equal(200);
		expect((await take(update)).body, 'and once').to.include({ reason: 'duplicate' });
	});

	it('is asked again where the answer got lost, under a key of its own, and not for ever', async () => {
		const update = publishes();
		answered('lost_after');
		for (let attempt = 0; attempt < 3; attempt += 1) expect(problem(await take(update))).to.deep.equal([503, 'unavailable']);
		expect((await take(update)).body.intent.kind, 'the fourth time').to.equal('usage');
		expect(answers()).to.have.length(3);
		const second = publishes();
		expect(problem(await take(second))).to.deep.equal([503, 'unavailable']);
		answered(undefined);
		expect((await claim(desk, (await take(second)).body, at)).status).to.equal(200);
	});

	it('is confirmed by the inbox itself when its execution died before it was', async () => {
		const update = publishes();
		desk.messenger.shut();
		await take(update);
		await desk.messenger.open();
		desk.clock.nowMs += 60_000;
		await desk.service.tick();
		expect(desk.posted).to.deep.equal([update]);
		expect((await claim(desk, await postEvent(desk, update), at)).status).to.equal(200);
	});

	it('needs no answer of the service where the messenger brought it to the service itself', async () => {
		const polling = await desk.sibling({ updates: 'polling', main: async () => 503 });
		try {
			answered(TOO_OLD);
			const update = publishes();
			await polling.service.updates.intake.take([{ updateId: update.update_id, update, text: JSON.stringify(update) }]);
			const event = await postEvent(polling, update);
			expect((await claim(polling, event, at)).status).to.equal(200);
			expect(await begin(desk, OWNER, '/help'), 'and a message never does').to.include({ admitted: true });
		} finally {
			await polling.close();
		}
	});
});
