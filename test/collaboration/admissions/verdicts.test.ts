import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import { EDITOR, OWNER, begin, openDesk, stateOf, type TestDesk } from '../../support/collaboration.ts';

const TEXT = { title: 'Trains', subtitle: '', body: 'They have 150 seats.', category: '', image_prompt: 'A train' };
const ISSUE = { field: 'body', fragment: '150', replacement: '120', reason: 'The fact says 120.' };

describeOnEachEngine('A paid verdict whose text has not passed yet', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	async function checked() {
		const { _svc } = (await begin(desk, EDITOR)) as { _svc: string };
		const { draft_key, version } = (await desk.post('/materials/create', { _svc, content: { kind: 'post', request: 'Trains' } })).body
			.material;
		const of = { _svc, draft_key: draft_key as string, version: version as number };
		await desk.post('/materials/advance', {
			...{ ...of, from: 'text_generating', to: 'text_preparing' },
			patch: { ...TEXT, caption: TEXT.body },
		});
		const { admission_id } = (await desk.post('/authorize', { _svc, purpose: 'caption_check', target: '/v1/responses' })).body;
		return { ...of, admission_id: admission_id as string };
	}
	type Checked = Awaited<ReturnType<typeof checked>>;

	const patch = ({ _svc, draft_key, version }: Checked, fields: object) =>
		desk.post('/materials/advance', { _svc, draft_key, version, from: 'text_preparing', to: 'text_preparing', patch: fields });
	const keep = (of: Checked, admission_id = of.admission_id) => patch(of, { kept_verdict: { admission_id, pass: false, issues: [ISSUE] } });
	const keptOf = async (of: Checked) =>
		(await desk.post('/materials/read', { _svc: of._svc, draft_key: of.draft_key })).body.material.kept_verdicts;

	it('is in the row, for the other person too and after a failure, and said twice it is one', async () => {
		const of = await checked();
		expect((await keep(of)).status).to.equal(200);
		expect((await keep(of)).status).to.equal(200);
		await patch(of, { error_code: 'ai_unavailable', error_stage: 'check' });
		const { _svc } = (await begin(desk, OWNER, `/resume ${of.draft_key}`)) as { _svc: string };
		const kept = [{ admission_id: of.admission_id, pass: false, issues: [ISSUE] }];
		expect(await keptOf({ ...of, _svc })).to.deep.equal(kept);

		const { admission_id } = (await desk.post('/authorize', { _svc, purpose: 'caption_recheck', target: 'x' })).body;
		await keep({ ...of, _svc }, admission_id as string);
		expect(await keptOf({ ...of, _svc })).to.have.length(2);
	});

	it('counts as stored: its event may be run again by itself', async () => {
		const of = await checked();
		await keep(of);
		expect(await desk.service.db.query('select admission_id from admission where paid = 1 and settled_at_ms is null')).to.deep.equal([]);
	});

	for (const [why, fields] of [
		['the text has passed', { text_check: 'passed' }],
		['the text says something else', { body: 'They have 120 seats.', caption: 'They have 120 seats.' }],
	] as const)
		it(`goes once ${why}`, async () => {
			const of = await checked();
			await keep(of);
			await patch(of, fields);
			expect(await stateOf(desk, of)).to.include({ state: 'text_preparing' });
			expect(await keptOf(of)).to.equal(null);
		});

	it('is taken only under the event that it was admitted for, and only as a check', async () => {
		const of = await checked();
		const text = (await desk.post('/authorize', { _svc: of._svc, purpose: 'text_shorten', target: 'x' })).body.admission_id as string;
		for (const wrong of [text, 'a_none']) {
			const { status, body } = await keep(of, wrong);
			expect([status, body.code]).to.deep.equal([404, 'admission_not_found']);
		}
		expect(await keptOf(of)).to.equal(null);
	});
});
