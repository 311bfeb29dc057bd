import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import { EDITOR, OWNER, begin, newExecutionId, openDesk, pressUpdate, textUpdate } from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';

const MINUTE = 60_000;

describeOnEachEngine('One execution at a time may pay for a draft', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine, withWebhook: true });
	});
	afterEach(() => desk.close());

	const authorize = async (_svc: string, purpose = 'text_generate') => {
		const { status, body } = await desk.post('/authorize', { _svc, purpose, target: 'ai.example' });
		return status === 200 ? 'allowed' : `${status} ${body.code as string}`;
	};
	const event = async (update: object) => (await desk.post('/event', { update, execution_id: newExecutionId() })).body;
	const resume = async (from: number, draftKey: string) => (await event(textUpdate(from, `/resume ${draftKey}`)))._svc as string;
	const advance = (_svc: string, draft_key: string, to: string, patch: object) => desk.post('/materials/advance', { _svc, draft_key, version: 1, from: 'text_generating', to, patch });
	const done = (_svc: string, event_key: string) => desk.post('/event-done', { _svc, event_key, outcome: 'done' });

	/** A draft whose first event ended without a text. */
	const kept = async (): Promise<string> => {
		const first = await begin(desk, EDITOR);
		const { draft_key } = (await desk.post('/materials/create', { _svc: first._svc, content: { kind: 'post' } })).body.material;
		await authorize(first._svc);
		await advance(first._svc, draft_key, 'text_generating', { error_code: 'ai_unavailable', error_stage: 'text' });
		await done(first._svc, first.event_key);
		desk.clock.nowMs += MINUTE;
		return draft_key as string;
	};

	it('lets one of many who resume at once ask the AI, and tells the others that the work is under way', async () => {
		const draftKey = await kept();
		const contexts = await Promise.all([OWNER, EDITOR, OWNER, EDITOR].map((from) => resume(from, draftKey)));
		const answers = await Promise.all(contexts.map((_svc) => authorize(_svc)));
		expect(answers.sort()).to.deep.equal(['409 work_under_way', '409 work_under_way', '409 work_under_way', 'allowed']);
		const open = await desk.service.db.query('select count(*) as n from admission a join event e on e.event_key = a.event_key where a.settled_at_ms is null and e.state = $1', ['stored']);
		expect(Number(open[0]?.['n'])).to.equal(1);
		const refusals = await desk.service.db.query(`select count(*) as n from audit where action = 'authorize' and outcome = 'refused' and code = 'work_under_way'`);
		expect(Number(refusals[0]?.['n']), 'every answer is an audit row').to.equal(3);
	});

	it('holds a resume by button against one by command', async () => {
		const draftKey = await kept();
		const byButton = (await event(pressUpdate(EDITOR, 77, `cd1|resume|${draftKey}|1`)))._svc as string;
		const byCommand = (await event(textUpdate(OWNER, `/resume ${draftKey} 1`)))._svc as string;
		expect(await authorize(byButton)).to.equal('allowed');
		expect(await authorize(byCommand)).to.equal('409 work_under_way');
		expect(await authorize(byCommand, 'illustration'), 'whatever it would pay for').to.equal('409 work_under_way');
		expect(await authorize(byCommand, 'cover_render'), 'what costs nothing is keyed anyway').to.equal('allowed');
	});

	it('lets nobody resume what its first event is still paying for, until that event is given up', async () => {
		const first = await begin(desk, EDITOR);
		const { draft_key: draftKey } = (await desk.post('/materials/create', { _svc: first._svc, content: { kind: 'post' } })).body.material;
		expect(await authorize(first._svc)).to.equal('allowed');
		expect(await authorize(await resume(OWNER, draftKey))).to.equal('409 work_under_way');
		desk.clock.nowMs += 10 * MINUTE;
		await desk.service.tick();
		expect(await authorize(await resume(OWNER, draftKey))).to.equal('allowed');
	});

	it('lets whoever came second not pay for what was stored since, because it looked before', async () => {
		const draftKey = await kept();
		const [fast, slow] = [await resume(EDITOR, draftKey), await resume(OWNER, draftKey)];
		expect(await authorize(fast)).to.equal('allowed');
		desk.clock.nowMs += 1;
		await advance(fast, draftKey, 'text_preparing', { title: 'T', body: 'Text' });
		expect(await authorize(slow)).to.equal('409 work_under_way');
		desk.clock.nowMs += 1;
		expect(await authorize(await resume(OWNER, draftKey), 'caption_check'), 'whoever looks afterwards goes on').to.equal('allowed');
	});

	it('lets one execution ask for one thing after another, and other drafts alone', async () => {
		const draftKey = await kept();
		const other = await kept();
		const one = await resume(EDITOR, draftKey);
		expect(await authorize(one)).to.equal('allowed');
		expect(await authorize(one, 'text_shorten')).to.equal('allowed');
		expect(await authorize(await resume(EDITOR, other))).to.equal('allowed');
	});

	it('frees a draft when the event that worked on it is closed, whatever came of it', async () => {
		const draftKey = await kept();
		const one = await event(textUpdate(EDITOR, `/resume ${draftKey}`));
		expect(await authorize(one._svc)).to.equal('allowed');
		await done(one._svc, one.event_key);
		desk.clock.nowMs += 1;
		expect(await authorize(await resume(OWNER, draftKey))).to.equal('allowed');
	});

	it('lets an execution that was taken for dead not pay beside the one that took over', async () => {
		const draftKey = await kept();
		const update = textUpdate(EDITOR, `/resume ${draftKey}`);
		const silent = await event(update);
		desk.clock.nowMs += MINUTE;
		await desk.service.tick();
		expect(desk.posted).to.deep.equal([update]);
		const replay = await event(update);
		expect(replay).to.include({ admitted: true, replay: true });
		expect(await authorize(silent._svc)).to.equal('409 work_under_way');
		expect(await authorize(replay._svc)).to.equal('allowed');
	});

	it('admits no replay of an event under which somebody woke up and asked the AI', async () => {
		const draftKey = await kept();
		const update = textUpdate(EDITOR, `/resume ${draftKey}`);
		const slow = await event(update);
		desk.clock.nowMs += MINUTE;
		await desk.service.tick();
		expect(await authorize(slow._svc)).to.equal('allowed');
		expect(await event(update)).to.include({ admitted: false, reason: 'duplicate' });
	});

	it('offers to resume a resume that was interrupted', async () => {
		const draftKey = await kept();
		await authorize(await resume(EDITOR, draftKey));
		desk.clock.nowMs += 10 * MINUTE;
		await desk.service.tick();
		const notice = desk.messenger.accepted.at(-1);
		expect(notice?.fields).to.deep.include({ chat_id: EDITOR, reply_markup: { inline_keyboard: [[{ text: 'Resume', callback_data: `cd1|resume|${draftKey}|1` }]] } });
	});
});
