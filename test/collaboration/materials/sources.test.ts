import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import { COVER_ID, EDITOR, OWNER, begin, openDesk, preview, problem, stateOf, answered } from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';

describeOnEachEngine('News drafts', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const create = (_svc: string, content: object) => desk.post('/materials/create', { _svc, content });
	const advance = (_svc: string, draft_key: string, from: string, to: string, patch: object = {}) =>
		desk.post('/materials/advance', { _svc, draft_key, version: 1, from, to, patch });

	const LINK = 'https://coast-wire.example/bridge';
	const news = async (link: string | null, from = EDITOR) => {
		const { _svc } = await begin(desk, from);
		return { _svc, ...(await create(_svc, { kind: 'news', request: 'The bridge', link })) };
	};

	it('know their source by one address, whatever marks its link carries, and keep it through a revision', async () => {
		const { _svc, body } = await news(`${LINK}?utm_source=feed#top`);
		const { draft_key } = body.material;
		expect(body.material).to.include({ link: `${LINK}?utm_source=feed#top`, canonical_url: LINK, item: null });
		const linked = (link: string | null) =>
			advance(_svc, draft_key, 'text_generating', 'text_generating', { link }).then((answer) => answer.body.material.canonical_url);
		expect(await linked('https://Coast-Wire.example/2')).to.equal('https://coast-wire.example/2');
		expect(await linked('')).to.equal(null);
		expect(await linked(LINK)).to.equal(LINK);
		await advance(_svc, draft_key, 'text_generating', 'text_preparing', { caption: 'One', cover_asset_id: COVER_ID });
		const owner = (await preview(desk, { draft_key, version: 1, _svc }, OWNER)).body.delivery.message_id as number;
		await advance(_svc, draft_key, 'text_preparing', 'ready');
		const event = await answered(desk, OWNER, { draft_key, version: 1, _svc, owner, editor: 0 });
		const revise = (content: object) =>
			desk.post('/materials/revise', { _svc: event._svc, draft_key, version: 1, content: { body: 'b', ...content }, reuse: {} });
		await news('https://coast-wire.example/taken');
		expect(problem(await revise({ link: 'https://coast-wire.example/taken' }))).to.deep.equal([409, 'source_taken']);
		const revised = (await revise({})).body.material;
		expect(revised).to.include({ version: 2, canonical_url: LINK });
		expect(problem(await news(LINK)), 'its newest version still has the source').to.deep.equal([409, 'source_taken']);
	});

	it('are one of each source as long as one is open, also when many begin at once', async () => {
		const answers = await Promise.all(Array.from({ length: 5 }, () => news(LINK)));
		expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409, 409, 409]);
		const won = answers.find(({ status }) => status === 200);
		for (const lost of answers.filter(({ status }) => status === 409)) {
			expect(lost.body).to.include({ code: 'source_taken', draft_key: won?.body.material.draft_key });
		}
		const other = await news('https://coast-wire.example/2', OWNER);
		const { draft_key } = other.body.material;
		const moved = await advance(other._svc, draft_key, 'text_generating', 'text_generating', { link: LINK });
		expect(problem(moved)).to.deep.equal([409, 'source_taken']);
		expect(await stateOf(desk, { draft_key, version: 1 })).to.include({ link: 'https://coast-wire.example/2' });
	});

	it('may share an address with posts, whose link is no source', async () => {
		await news(LINK);
		const { _svc } = await begin(desk, OWNER);
		expect((await create(_svc, { kind: 'post', link: LINK })).body.material).to.include({ canonical_url: LINK });
	});
});
