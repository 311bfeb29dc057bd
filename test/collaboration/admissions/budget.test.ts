import { expect } from 'chai';
import { readStatus } from '@copydesk/collaboration/desk/status';
import type { Budget } from '@copydesk/collaboration/admissions/budget';
import { describeOnEachEngine } from '../../support/databases.ts';
import {
	EDITOR,
	EPOCH,
	OWNER,
	SERVICE_KEY,
	begin,
	newExecutionId,
	openDesk,
	postEvent,
	problem,
	textUpdate,
} from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
describeOnEachEngine('What may be paid for', (engine) => {
	let desk: TestDesk;
	const open = async (budget: Budget) => {
		desk = await openDesk({ engine, budget });
	};
	afterEach(() => desk.close());

	/** A paid request for a post of one's own. */
	const pay = async (by: number, purpose = 'text_generate') => {
		const { _svc } = await begin(desk, by);
		return desk.post('/authorize', { _svc, purpose, target: 'ai.example' });
	};
	const admitted = async () => desk.service.db.query('select actor_user_id from admission where paid = 1');

	it('says so also in an execution with a number that a refused one had before, in an n8n that was recreated', async () => {
		await open({ perHour: 1, perDay: 0 });
		const refusedIn = async (execution_id: string) => {
			const { _svc } = (await desk.post('/event', { update: textUpdate(EDITOR, '/post Trains'), execution_id })).body as { _svc: string };
			return problem(await desk.post('/authorize', { _svc, purpose: 'text_generate', target: 'ai.example' }));
		};
		await pay(EDITOR);
		expect(await refusedIn('5')).to.deep.equal([429, 'budget_spent']);
		desk.clock.nowMs = EPOCH + HOUR;
		await pay(EDITOR);
		expect(await refusedIn('5')).to.deep.equal([429, 'budget_spent']);
		expect(desk.messenger.accepted).to.have.length(2);
	});

	it('ends for one person in an hour at the bound, and goes on to the millisecond', async () => {
		await open({ perHour: 3, perDay: 0 });
		for (const at of [0, 10_000, 20_000]) {
			desk.clock.nowMs = EPOCH + at;
			expect((await pay(EDITOR)).status).to.equal(200);
		}
		desk.clock.nowMs = EPOCH + HOUR - 1;
		const refused = await pay(EDITOR);
		expect(problem(refused)).to.deep.equal([429, 'budget_spent']);
		expect(refused.body).to.include({ until: EPOCH + HOUR, retry: 'later' });
		expect((await pay(OWNER)).status, 'the other has an hour of their own').to.equal(200);
		desk.clock.nowMs = EPOCH + HOUR;
		expect((await pay(EDITOR)).status).to.equal(200);
		expect(problem(await pay(EDITOR)), 'the second of the three still counts').to.deep.equal([429, 'budget_spent']);
	});

	it('ends for the desk in a day at the bound, for both people', async () => {
		await open({ perHour: 0, perDay: 2 });
		await pay(EDITOR);
		desk.clock.nowMs = EPOCH + HOUR;
		await pay(OWNER);
		desk.clock.nowMs = EPOCH + DAY - 1;
		for (const by of [OWNER, EDITOR]) {
			const refused = await pay(by);
			expect(problem(refused)).to.deep.equal([429, 'budget_spent']);
			expect(refused.body.until).to.equal(EPOCH + DAY);
		}
		desk.clock.nowMs = EPOCH + DAY;
		expect((await pay(EDITOR)).status).to.equal(200);
	});

	it('goes on when both bounds let it', async () => {
		await open({ perHour: 1, perDay: 1 });
		await pay(EDITOR);
		expect((await pay(EDITOR)).body.until).to.equal(EPOCH + DAY);
		desk.clock.nowMs = EPOCH + DAY - HOUR / 2;
		expect((await pay(EDITOR)).body.until, 'nothing in this hour, but the day is not over').to.equal(EPOCH + DAY);
	});

	it('is not charged for what was refused, nor for what is free', async () => {
		await open({ perHour: 1, perDay: 0 });
		for (let times = 0; times < 3; times += 1) expect((await pay(EDITOR, 'cover_render')).status).to.equal(200);
		await pay(EDITOR);
		for (let times = 0; times < 3; times += 1) await pay(EDITOR);
		expect(await admitted()).to.have.length(1);
		expect((await pay(EDITOR, 'cover_render')).status).to.equal(200);
		desk.clock.nowMs = EPOCH + HOUR;
		expect((await pay(EDITOR)).status).to.equal(200);
		const codes = await desk.service.db.query(`select code from audit where action = 'authorize' and outcome = 'refused'`);
		expect(codes).to.deep.equal(Array(3).fill({ code: 'budget_spent' }));
	});

	it('is narrowed by what the owner sets in chat, and never widened', async () => {
		await open({ perHour: 2, perDay: 0 });
		await postEvent(desk, textUpdate(OWNER, '/settings paid_per_hour 1'));
		expect([(await pay(EDITOR)).status, (await pay(EDITOR)).status]).to.deep.equal([200, 429]);
		await postEvent(desk, textUpdate(OWNER, '/settings paid_per_hour 100'));
		expect([(await pay(EDITOR)).status, (await pay(EDITOR)).status]).to.deep.equal([200, 429]);
		await postEvent(desk, textUpdate(OWNER, '/settings paid_per_day 2'));
		expect((await pay(OWNER)).status, 'where the operator sets no limit the owner may').to.equal(429);
	});

	it('has one last place for two who ask for it at once', async () => {
		await open({ perHour: 0, perDay: 3 });
		await pay(EDITOR);
		await pay(OWNER);
		// Two copies of the service, so that nothing but the database is between them.
		const sibling = await desk.sibling();
		try {
			const events = [];
			for (const by of [OWNER, EDITOR, OWNER, EDITOR]) events.push(await begin(desk, by));
			const answers = await Promise.all(
				events.map(({ _svc }, index) =>
					(index % 2 === 0 ? desk : sibling).post('/authorize', { _svc, purpose: 'text_generate', target: 'ai.example' }),
				),
			);
			expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 429, 429, 429]);
		} finally {
			await sibling.close();
		}
		expect(await admitted()).to.have.length(3);
	});

	it('does not count what a clock admitted that was a day ahead', async () => {
		await open({ perHour: 1, perDay: 2 });
		desk.clock.nowMs = EPOCH + DAY;
		await pay(EDITOR);
		desk.clock.nowMs = EPOCH;
		expect((await pay(EDITOR)).status).to.equal(200);
		expect((await pay(EDITOR)).body.until, 'one of this clock').to.equal(EPOCH + HOUR);
	});

	it('has no bound where it is 0', async () => {
		await open({ perHour: 0, perDay: 0 });
		for (let times = 0; times < 45; times += 1) expect((await pay(EDITOR)).status).to.equal(200);
	});

	it('counts fewer when the operator allows less than was spent', async () => {
		await open({ perHour: 3, perDay: 0 });
		for (const at of [0, 10_000, 20_000]) {
			desk.clock.nowMs = EPOCH + at;
			await pay(EDITOR);
		}
		const stricter = await openDesk({
			engine,
			database: desk.database,
			messenger: desk.messenger,
			clock: desk.clock,
			budget: { perHour: 1, perDay: 0 },
		});
		try {
			const { _svc } = await begin(stricter, EDITOR);
			const { body } = await stricter.post('/authorize', { _svc, purpose: 'text_generate', target: 'ai.example' });
			expect(body.until).to.equal(EPOCH + 20_000 + HOUR);
		} finally {
			await stricter.close();
		}
	});

	it('is said in chat when it goes on, in the language of the person who asked, with the draft that waits', async () => {
		await open({ perHour: 1, perDay: 0 });
		await begin(desk, OWNER, '/language ru');
		for (const by of [EDITOR, OWNER]) await pay(by);
		const event = await begin(desk, EDITOR);
		const { body } = await desk.post('/materials/create', { _svc: event._svc, content: {} });
		desk.clock.nowMs += 30_000;
		const response = await fetch(`${desk.url}/authorize`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-copydesk-key': SERVICE_KEY },
			body: JSON.stringify({ _svc: event._svc, purpose: 'text_generate', target: 'ai.example' }),
		});
		expect(response.headers.get('retry-after')).to.equal(String(HOUR / 1_000 - 30));
		expect(desk.messenger.messages(EDITOR).map(({ text }) => text)).to.deep.equal([
			'You have reached the limit for this hour: 1 AI request.\n\n' +
				`I can continue from Fri 1 Jan, 01:00. Then send /resume ${body.material.number}.`,
		]);
		await pay(OWNER);
		expect(desk.messenger.messages(OWNER).at(-1)?.text).to.match(
			/^Лимит на этот час исчерпан: 1 запрос к ИИ\.\n\nПродолжить можно после пт, 1 янв/,
		);
	});

	it('is told of once: the failure that the refusal becomes is no second message', async () => {
		await open({ perHour: 1, perDay: 0 });
		await pay(EDITOR);
		const { _svc } = await begin(desk, EDITOR);
		await desk.post('/authorize', { _svc, purpose: 'text_generate', target: 'ai.example' });
		const [{ execution_id } = {}] = await desk.service.db.query('select execution_id from event order by update_id desc limit 1');
		const failure = await desk.post('/execution-failure', {
			execution_id,
			workflow_id: 'cd-write',
			node_name: 'May the text be asked for?',
			error_class: 'NodeApiError',
		});
		expect(failure.body.delivery).to.include({ status: 'sent', repeated: true });
		expect(desk.messenger.messages(EDITOR)).to.have.length(1);
	});

	it('counts the day for the operator', async () => {
		await open({ perHour: 0, perDay: 0 });
		await pay(EDITOR);
		desk.clock.nowMs += HOUR;
		await pay(OWNER);
		const count = async () => (await readStatus(desk.service.db, desk.service.participants, 0, desk.clock.nowMs)).paid_last_day;
		expect(await count()).to.equal(2);
		desk.clock.nowMs = EPOCH + DAY;
		expect(await count()).to.equal(1);
	});

	it('counts what a scheduled entry pays for as the owner’s', async () => {
		await open({ perHour: 1, perDay: 0 });
		const { body } = await desk.post('/internal', { action: 'context', entry: 'daily_offer', execution_id: newExecutionId() });
		const offer = () => desk.post('/authorize', { _svc: body._svc, purpose: 'classification', target: 'ai.example' });
		expect((await offer()).status).to.equal(200);
		expect(problem(await offer())).to.deep.equal([429, 'budget_spent']);
	});
});
