import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import { EDITOR, OWNER, begin, newsOf, openDesk, prepared, press, problem, ready, type TestDesk } from '../../support/collaboration.ts';

const NOT_DUE = [409, 'step_not_due'];
const DRAFT_PURPOSES = [
	'text_generate',
	'text_revise',
	'text_shorten',
	'caption_check',
	'caption_recheck',
	'facts_extract',
	'illustration',
	'own',
];

describeOnEachEngine('A paid request that nobody’s work can come to', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const pay = (_svc: string, purpose: string) => desk.post('/authorize', { _svc, purpose, target: '/v1/responses' });

	it('is not admitted under an event that begins nothing', async () => {
		const at = await ready(desk);
		const events = {
			'/help': await begin(desk, OWNER, '/help'),
			'/status': await begin(desk, EDITOR, '/status'),
			'a press of Publish': await press(desk, OWNER, at, 'publish'),
			'a /resume of what is ready': await begin(desk, OWNER, `/resume ${at.draft_key}`),
		};
		for (const [whose, { _svc }] of Object.entries(events)) {
			for (const purpose of [...DRAFT_PURPOSES, 'classification'])
				expect(problem(await pay(_svc, purpose)), `${purpose}: ${whose}`).to.deep.equal(NOT_DUE);
			expect((await pay(_svc, 'read_article')).status, 'free').to.equal(200);
		}
		expect(await desk.service.db.query('select admission_id from admission where paid = 1')).to.deep.equal([]);
		expect(
			desk.messenger.accepted.filter(({ method }) => method === 'sendMessage'),
			'and nobody is disturbed',
		).to.deep.equal([]);
	});

	it('is not admitted for a version that is decided about, nor for what it has', async () => {
		const at = await ready(desk);
		expect(problem(await pay(at._svc, 'text_generate'))).to.deep.equal(NOT_DUE);
		const other = await prepared(desk, OWNER);
		expect(problem(await pay(other._svc, 'illustration')), 'its cover is there').to.deep.equal(NOT_DUE);
		expect(problem(await pay(other._svc, 'facts_extract')), 'no news').to.deep.equal(NOT_DUE);
		expect((await pay(other._svc, 'text_shorten')).status).to.equal(200);
	});

	it('is admitted twice for one step and a dozen times for one event', async () => {
		const { _svc } = await begin(desk, EDITOR);
		const statuses = [];
		for (let times = 0; times < 80; times += 1) statuses.push((await pay(_svc, times < 3 ? 'text_generate' : `own_${times >> 1}`)).status);
		expect(statuses.slice(0, 3)).to.deep.equal([200, 200, 409]);
		expect(statuses.filter((status) => status === 200)).to.have.length(12);
	});

	it('is admitted for news only where somebody looks for news, until they are offered', async () => {
		expect(problem(await pay((await begin(desk, EDITOR))._svc, 'classification'))).to.deep.equal(NOT_DUE);
		const { _svc } = await begin(desk, EDITOR, '/news');
		expect(problem(await pay(_svc, 'text_generate'))).to.deep.equal(NOT_DUE);
		expect((await pay(_svc, 'classification')).status).to.equal(200);
		const offered = { topic: null, window_days: 7, items: [newsOf('https://coast-wire.example/1')] };
		expect((await desk.post('/news/offer', { _svc, ...offered })).status).to.equal(200);
		expect(problem(await pay(_svc, 'classification'))).to.deep.equal(NOT_DUE);
	});
});
