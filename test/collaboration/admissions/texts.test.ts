import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import { EDITOR, OWNER, begin, openDesk, stateOf, type TestDesk } from '../../support/collaboration.ts';

const TEXT = { title: 'Trains', subtitle: '', body: 'They run.', category: '', image_prompt: 'A train' };

describeOnEachEngine('A paid text that is not stored yet', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	async function paid(from = EDITOR, purpose = 'text_generate') {
		const { _svc } = (await begin(desk, from)) as { _svc: string };
		const { draft_key, version } = (await desk.post('/materials/create', { _svc, content: { kind: 'post', request: 'Trains' } })).body
			.material;
		const { admission_id } = (await desk.post('/authorize', { _svc, purpose, target: '/v1/responses' })).body;
		return { _svc, draft_key, version, admission_id: admission_id as string };
	}
	type Paid = Awaited<ReturnType<typeof paid>>;

	const advance = ({ _svc, draft_key, version }: Paid, patch: object, to = 'text_generating') =>
		desk.post('/materials/advance', { _svc, draft_key, version, from: 'text_generating', to, patch });
	const keep = (of: Paid, admission_id = of.admission_id, text = TEXT) => advance(of, { kept_text: { ...text, admission_id } });
	const open = () => desk.service.db.query('select admission_id from admission where paid = 1 and settled_at_ms is null');

	it('is in the row, for the other person too, until it is the text', async () => {
		const of = await paid();
		expect((await keep(of)).status).to.equal(200);
		expect((await keep(of)).status, 'said again').to.equal(200);
		const kept = { ...TEXT, admission_id: of.admission_id };
		expect(await stateOf(desk, of)).to.include({ state: 'text_generating', body: null });
		await advance(of, { error_code: 'text_too_long', error_stage: 'text' });
		const { _svc } = (await begin(desk, OWNER, `/resume ${of.draft_key}`)) as { _svc: string };
		const { material } = (await desk.post('/materials/read', { _svc, draft_key: of.draft_key })).body;
		expect(material.kept_text, 'after a failure too').to.deep.equal(kept);
		await advance(of, { ...TEXT, caption: TEXT.body }, 'text_preparing');
		expect(await stateOf(desk, of)).to.deep.include({ state: 'text_preparing', body: 'They run.', kept_text: null });
	});

	it('counts as stored: its event may be run again by itself', async () => {
		const of = await paid();
		expect(await open()).to.have.length(1);
		await keep(of);
		expect(await open()).to.deep.equal([]);
	});

	it('may be longer than a caption and a cover take, as the AI gave it, with whether it was shortened', async () => {
		const of = await paid();
		const long = { ...TEXT, title: 'x'.repeat(1_000), subtitle: 'x'.repeat(1_000), body: 'x'.repeat(5_000), shortened: true };
		expect((await keep(of, of.admission_id, long)).status).to.equal(200);
		expect((await stateOf(desk, of)).kept_text).to.include('"shortened":true');
	});

	it('is taken only under the event that it was admitted for, and only as a text', async () => {
		const of = await paid();
		const other = await paid(OWNER);
		const check = (await desk.post('/authorize', { _svc: of._svc, purpose: 'caption_check', target: 'x' })).body.admission_id as string;
		for (const wrong of [other.admission_id, check, 'a_none']) {
			const { status, body } = await keep(of, wrong);
			expect([status, body.code]).to.deep.equal([404, 'admission_not_found']);
		}
		expect(await stateOf(desk, of)).to.include({ kept_text: null });
	});
});
