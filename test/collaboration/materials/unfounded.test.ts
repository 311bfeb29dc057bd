/** A text that says what no source says: it is written again, or a person vouches for it. Each is a press, and counts once. */
import { expect } from 'chai';
import { routeOf } from '@copydesk/domain/desk/route';
import { stepsAhead } from '@copydesk/domain/material/work';
import { describeOnEachEngine } from '../../support/databases.ts';
import { COVER_ID, EDITOR, OWNER, openDesk, postEvent, prepared, pressUpdate, problem } from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';

const STRANGER = 7777;
const ISSUES = [
	{ field: 'body', fragment: 'at 25 hertz', replacement: '', reason: 'no source has a figure' },
	{ field: 'body', fragment: 'Vets agree.', replacement: '', reason: 'nobody said so' },
];

describeOnEachEngine('A text that says more than its sources', (engine) => {
	let desk: TestDesk;
	let next: TestDesk | undefined;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(async () => {
		await next?.close();
		next = undefined;
		await desk.close();
	});
	/** The desk dies, and another one goes on with its database. */
	const restarted = async (): Promise<TestDesk> => {
		await desk.die();
		next = await desk.sibling();
		return next;
	};

	const step = (_svc: string, at: object, patch: object) =>
		desk.post('/materials/advance', { _svc, ...at, from: 'text_preparing', to: 'text_preparing', patch });
	const pressed = (from: number, action: string, at: { draft_key: string; version: number }) =>
		postEvent(next ?? desk, pressUpdate(from, 900, `cd1|${action}|${at.draft_key}|${at.version}`));
	const rowOf = async ({ draft_key }: { draft_key: string }, version = 1) =>
		(
			await (next ?? desk).service.db.query('select * from material where draft_key = $1 and version = $2', [draft_key, version])
		)[0] as Record<string, string | null>;
	const vouchedFor = async () =>
		(await (next ?? desk).service.db.query("select actor_user_id, entity, detail from audit where action = 'material.vouched'")) as {
			actor_user_id: number;
			detail: string;
		}[];

	/** The check refused it, and its repair would have left nothing. */
	async function unfounded() {
		const { draft_key, version, _svc, event_key } = await prepared(desk);
		const at = { draft_key, version };
		await step(_svc, at, { body: 'Cats purr at 25 hertz. It calms them.\nVets agree.', caption: 'x', cover_asset_id: COVER_ID });
		const { admission_id } = (await desk.post('/authorize', { _svc, purpose: 'caption_check', target: 'x' })).body;
		const kept = await step(_svc, at, { kept_verdict: { admission_id, pass: false, issues: ISSUES } });
		expect(kept.status, JSON.stringify(kept.body)).to.equal(200);
		await step(_svc, at, { error_code: 'semantic_fail', error_stage: 'check' });
		await desk.post('/event-done', { _svc, event_key, outcome: 'failed' });
		return at;
	}

	it('is right once one of the two vouches for it: its sentences are facts, the check has passed, and the audit says who', async () => {
		const at = await unfounded();
		expect((await pressed(STRANGER, 'vouch', at)).admitted).to.equal(false);
		const other = await pressed(EDITOR, 'vouch', { ...at, version: 2 });
		expect(await rowOf(at)).to.include({ error_code: 'semantic_fail' });
		expect(routeOf(other).route).to.equal('close');

		const event = await pressed(OWNER, 'vouch', at);
		expect(routeOf(event)).to.include({ route: 'resume', toast: 'Continuing…' });
		const row = await rowOf(at);
		expect(row).to.include({ text_check: 'passed', error_code: null, error_stage: null, kept_verdicts: null });
		expect(JSON.parse(row['facts'] as string)).to.deep.equal([
			{ text: 'Cats purr at 25 hertz.', source_ids: ['vouched-1'] },
			{ text: 'Vets agree.', source_ids: ['vouched-1'] },
		]);
		expect(JSON.parse(row['source_blocks'] as string).at(-1)).to.deep.equal({
			id: 'vouched-1',
			text: 'Cats purr at 25 hertz.\nVets agree.',
		});
		const [vouched, ...more] = await vouchedFor();
		expect(more).to.deep.equal([]);
		expect(vouched).to.include({ actor_user_id: OWNER, entity: `material:${at.draft_key}:1` });
		expect(JSON.parse(vouched?.detail ?? '')).to.deep.equal({ vouched: 2, event_key: event.event_key });
		// The work goes on under the press, and pays for no check.
		expect((await step(event._svc, at, { cover_asset_id: COVER_ID })).status).to.equal(200);
		const { material } = (await desk.post('/materials/read', { _svc: event._svc, ...at })).body;
		expect(stepsAhead(material, null)).to.deep.equal([]);
	});

	it('is vouched for once, however often it is pressed, by whom, and after a restart', async () => {
		const at = await unfounded();
		const update = pressUpdate(EDITOR, 900, `cd1|vouch|${at.draft_key}|1`);
		const [first] = await Promise.all([postEvent(desk, update), pressed(OWNER, 'vouch', at)]);
		const before = await rowOf(at);
		const later = await restarted();
		const again = await postEvent(later, update);
		expect([first.duplicate, again.duplicate]).to.include(true);
		const late = await pressed(OWNER, 'vouch', at);
		expect(['say', 'resume']).to.include(routeOf(late).route);
		expect(await vouchedFor()).to.have.length(1);
		expect(await rowOf(at)).to.deep.equal(before);
	});

	it('is written again under one press, with what was found as the wish and not as a fact', async () => {
		const at = await unfounded();
		expect((await pressed(STRANGER, 'write_anew', at)).admitted).to.equal(false);
		const events = [await pressed(EDITOR, 'write_anew', at), await pressed(OWNER, 'write_anew', at)];
		const wish =
			'Write the text again without these places. The fact check found nothing that supports them:\n' +
			'- at 25 hertz (no source has a figure)\n- Vets agree. (nobody said so)';
		for (const event of events) {
			expect(routeOf(event)).to.deep.include({ route: 'settle', decision: 'revise', subject: at });
			expect(event.intent.text).to.equal(wish);
		}
		const revise = (_svc: string) =>
			desk.post('/materials/revise', { _svc, ...at, content: { request: wish, text_check: 'needed' }, reuse: { source_image_id: true } });
		const made = await revise(events[0]._svc);
		expect(made.body.material).to.include({ version: 2, state: 'text_generating', request: wish });
		expect(made.body.material.facts).to.equal(null);
		expect(problem(await revise(events[1]._svc))).to.deep.equal([409, 'state_conflict']);
		expect((await desk.post('/authorize', { _svc: events[0]._svc, purpose: 'text_revise', target: 'x' })).status).to.equal(200);

		await restarted();
		expect(routeOf(await pressed(OWNER, 'write_anew', at)).route).to.equal('close');
		expect(routeOf(await pressed(OWNER, 'vouch', at)).route).to.equal('close');
		expect(await vouchedFor()).to.deep.equal([]);
	});

	it('is not written again or vouched for by words, or where it stopped for something else', async () => {
		const { draft_key, version, _svc, event_key } = await prepared(desk);
		const at = { draft_key, version };
		await step(_svc, at, { error_code: 'layout_overflow', error_stage: 'cover' });
		await desk.post('/event-done', { _svc, event_key, outcome: 'failed' });
		expect(routeOf(await pressed(OWNER, 'write_anew', at)).route).to.equal('close');
		await pressed(OWNER, 'vouch', at);
		expect(await rowOf(at)).to.include({ error_code: 'layout_overflow' });
		expect(await vouchedFor()).to.deep.equal([]);
	});
});
