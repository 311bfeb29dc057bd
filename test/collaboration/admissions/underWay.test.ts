import { expect } from 'chai';
import { AI_LEASE_MS, LEASE_MS } from '@copydesk/collaboration/events/lease';
import { describeOnEachEngine } from '../../support/databases.ts';
import { EDITOR, EPOCH, OWNER, begin, newExecutionId, openDesk, pressUpdate, problem, type TestDesk } from '../../support/collaboration.ts';

describeOnEachEngine('Work that somebody is at', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	/** A draft that the editor has just asked for. */
	async function draft() {
		const event = await begin(desk, EDITOR);
		const { body } = await desk.post('/materials/create', { _svc: event._svc, content: { kind: 'post', request: 'x' } });
		return { _svc: event._svc as string, event_key: event.event_key as string, draft_key: body.material.draft_key as string };
	}
	const pay = ({ _svc }: { _svc: string }, purpose = 'text_generate') => desk.post('/authorize', { _svc, purpose, target: 'ai.example' });
	const resume = (by: number, { draft_key }: { draft_key: string }) => begin(desk, by, `/resume ${draft_key}`);
	const done = ({ _svc, event_key }: { _svc: string; event_key: string }) =>
		desk.post('/event-done', { _svc, event_key, outcome: 'handled' });
	const write = ({ _svc, draft_key }: { _svc: string; draft_key: string }) =>
		desk.post('/materials/advance', {
			_svc,
			draft_key,
			version: 1,
			from: 'text_generating',
			to: 'text_preparing',
			patch: { body: 'We open.' },
		});
	const admissions = async () => desk.service.db.query('select purpose from admission where paid = 1');

	it('is not begun a second time by /resume: both are told who is at it and since when', async () => {
		const at = await draft();
		desk.clock.nowMs += 5_000;
		await pay(at);
		desk.clock.nowMs += 5_000;
		const partner = await resume(OWNER, at);
		expect(partner.under_way).to.include({ by: EDITOR, since: EPOCH, until: EPOCH + 5_000 + AI_LEASE_MS });
		expect(partner.under_way.text).to.match(/^I am still working on “x” \(1\): Egor Editor asked for it on Fri 1 Jan, 00:00\./);
		expect(partner.under_way.text).to.include('If no preview has come by Fri 1 Jan, 00:03, send /resume 1 again.');
		expect((await resume(EDITOR, at)).under_way.text).to.include(': you asked for it on');
	});

	it('is told in the language of the person who asks', async () => {
		const at = await draft();
		await begin(desk, OWNER, '/language ru');
		expect((await resume(OWNER, at)).under_way.text).to.match(/^Я ещё работаю над постом «x» \(1\): Egor Editor ждёт, запрос от пт, 1 янв/);
	});

	it('is taken over by one of two who resume it at once, by command and by button', async () => {
		const at = await draft();
		desk.clock.nowMs += LEASE_MS;
		const press = desk.post('/event', {
			update: pressUpdate(EDITOR, 101, `cd1|resume|${at.draft_key}|1`),
			execution_id: newExecutionId(),
		});
		const both = [await resume(OWNER, at), (await press).body];
		expect(both.map(({ under_way }) => under_way === null).sort()).to.deep.equal([false, true]);
	});

	it('is open to anybody once it has ended, failed or gone silent', async () => {
		const handled = await draft();
		await done(handled);
		expect((await resume(OWNER, handled)).under_way, 'handled').to.equal(null);
		const failed = await draft();
		const { rows } = { rows: await desk.service.db.query('select execution_id from event where event_key = $1', [failed.event_key]) };
		await desk.post('/execution-failure', {
			execution_id: rows[0]?.['execution_id'],
			workflow_id: 'cd-main',
			node_name: 'Ask the AI',
			error_class: 'NodeApiError',
		});
		expect((await resume(OWNER, failed)).under_way, 'failed').to.equal(null);
		const silent = await draft();
		desk.clock.nowMs += LEASE_MS;
		expect((await resume(OWNER, silent)).under_way, 'silent').to.equal(null);
	});

	it('is for decided drafts, and for others, no reason to refuse anything', async () => {
		const at = await draft();
		const other = await draft();
		await done(other);
		expect((await resume(OWNER, other)).under_way).to.equal(null);
		expect((await begin(desk, OWNER, `/draft ${at.draft_key}`)).under_way).to.equal(null);
		expect((await begin(desk, OWNER, '/resume nothing')).under_way).to.equal(null);
	});

	it('is not paid for twice: the same step is refused while the lease of the first runs, and the person is told', async () => {
		const at = await draft();
		await pay(at);
		desk.clock.nowMs += 1_000;
		const second = await resume(OWNER, at);
		const refused = await pay(second);
		expect(problem(refused)).to.deep.equal([409, 'work_under_way']);
		expect(refused.body).to.include({ by: EDITOR, since: EPOCH, until: EPOCH + AI_LEASE_MS });
		expect(await admissions()).to.deep.equal([{ purpose: 'text_generate' }]);
		const told = desk.messenger.messages(OWNER).map(({ text }) => text);
		expect(told).to.have.length(1);
		expect(told[0]).to.include('Egor Editor asked for it on Fri 1 Jan');
		expect(await desk.service.db.query(`select outcome, code from audit where action = 'authorize' order by seq`)).to.deep.equal([
			{ outcome: 'ok', code: null },
			{ outcome: 'refused', code: 'work_under_way' },
		]);
	});

	it('is told of once: the failure that the refusal becomes is no second message', async () => {
		const at = await draft();
		await pay(at);
		const update = {
			update_id: 1,
			message: { message_id: 1, date: 1, from: { id: OWNER, is_bot: false }, chat: { id: OWNER, type: 'private' } },
		};
		const second = await desk.post('/event', {
			update: { ...update, message: { ...update.message, text: `/resume ${at.draft_key}` } },
			execution_id: 'late',
		});
		await pay(second.body);
		const failure = await desk.post('/execution-failure', {
			execution_id: 'late',
			workflow_id: 'cd-write',
			node_name: 'May the text be asked for?',
			error_class: 'NodeApiError',
		});
		expect(failure.body).to.include({ recorded: true, addressee: 'actor' });
		expect(failure.body.delivery).to.include({ status: 'sent', repeated: true });
		await desk.service.tick();
		expect(desk.messenger.messages(OWNER)).to.have.length(1);
	});

	it('is paid for once by two who ask at the same moment', async () => {
		const at = await draft();
		desk.clock.nowMs += LEASE_MS;
		const late = await Promise.all([resume(OWNER, at), resume(EDITOR, at)]);
		const answers = await Promise.all([at, ...late].map((event) => pay(event as { _svc: string })));
		expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409]);
		expect(await admissions()).to.have.length(1);
	});

	it('holds back the same step also after its result is stored, but no other step and no other draft', async () => {
		const at = await draft();
		await pay(at);
		await write(at);
		const second = await resume(OWNER, at);
		expect(problem(await pay(second)), 'a person who read the draft before').to.deep.equal([409, 'work_under_way']);
		expect((await pay(second, 'illustration')).status).to.equal(200);
		expect(problem(await pay(at, 'illustration')), 'the first one comes too late for it').to.deep.equal([409, 'work_under_way']);
		expect((await pay(await draft())).status).to.equal(200);
	});

	it('is paid for again by the next person who asks once the lease is over', async () => {
		const at = await draft();
		await pay(at);
		desk.clock.nowMs += AI_LEASE_MS - 1;
		expect(problem(await pay(await resume(OWNER, at)))).to.deep.equal([409, 'work_under_way']);
		desk.clock.nowMs += 1;
		expect((await pay(await resume(OWNER, at))).status).to.equal(200);
	});

	it('goes on for an execution that was only slow: its event, posted again, is not worked on by another one beside it', async () => {
		await desk.close();
		desk = await openDesk({ engine, withWebhook: true });
		const update = {
			update_id: 77,
			message: {
				message_id: 1,
				date: 1,
				from: { id: OWNER, is_bot: false },
				chat: { id: OWNER, type: 'private' },
				text: '/post Our clinic opens on Saturdays',
			},
		};
		const receive = async (execution_id: string) => (await desk.post('/event', { update, execution_id })).body;
		const first = await receive('first');
		await desk.post('/materials/create', { _svc: first._svc, content: { kind: 'post', request: 'x' } });
		desk.clock.nowMs += LEASE_MS;
		await desk.service.tick();
		// The first execution was only slow: it asks between our post and its arrival.
		expect((await pay(first)).status).to.equal(200);
		expect(await receive('second')).to.include({ admitted: false, reason: 'duplicate' });
		await write({ _svc: first._svc, draft_key: 'p77' });
		expect((await pay(first, 'caption_check')).status).to.equal(200);
	});
});
