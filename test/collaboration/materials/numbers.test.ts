/** What people call a draft by: its number, and its words. */
import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import { EDITOR, OWNER, begin, openDesk, press, ready, type TestDesk } from '../../support/collaboration.ts';

describeOnEachEngine('The number of a draft', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const create = async (_svc: string, content: object = {}) => (await desk.post('/materials/create', { _svc, content })).body.material;

	it('is the next one, also for drafts that begin at once, and none is lost to a repetition', async () => {
		const events = [await begin(desk, OWNER), await begin(desk, EDITOR), await begin(desk, OWNER)];
		const numbers = async () =>
			(await Promise.all(events.map(async ({ _svc }) => (await create(_svc)).number as number))).sort((a, b) => a - b);
		expect(await numbers()).to.deep.equal([1, 2, 3]);
		expect(await numbers()).to.deep.equal([1, 2, 3]);
		expect((await create((await begin(desk, EDITOR))._svc)).number).to.equal(4);
	});

	it('stays that of its versions', async () => {
		const at = await ready(desk);
		const { draft_key, version } = at;
		const { _svc } = await press(desk, EDITOR, at, 'feedback');
		await desk.post('/materials/advance', { _svc, draft_key, version, from: 'ready', to: 'awaiting_feedback' });
		const reply = await begin(desk, EDITOR, 'title: Open on Sundays');
		const content = { title: 'Open on Sundays', subtitle: 'From May', body: 'We open.' };
		const { body } = await desk.post('/materials/revise', { _svc: reply._svc, draft_key, version, content, reuse: {} });
		expect(body.material).to.include({ number: 1, version: 2 });
	});

	it('names its draft in a command, as its id does', async () => {
		const { draft_key } = await ready(desk);
		const named = async (text: string) => (await begin(desk, EDITOR, text)).intent.args;
		expect(await named('/draft 1')).to.deep.equal({ draft_id: draft_key, version: null });
		expect(await named('/resume 1 3')).to.deep.equal({ draft_id: draft_key, version: 3 });
		expect(await named(`/draft ${draft_key}`)).to.deep.equal({ draft_id: draft_key, version: null });
		expect(await named('/draft 2')).to.deep.equal({ draft_id: '2', version: null });
	});

	it('and its words are on the buttons of a list, each draft in a row of its own', async () => {
		await create((await begin(desk, EDITOR))._svc, { request: 'Our clinic opens on Saturdays from May, from nine to two' });
		desk.clock.nowMs += 1;
		const at = await create((await begin(desk, EDITOR))._svc, { request: 'Ferries' });
		const { _svc, intent } = await begin(desk, OWNER, '/status');
		const about = (action: string) => ({ action, draft_key: at.draft_key, version: 1 });
		const buttons = [...intent.buttons, [about('show'), about('retry')]];
		const text = { purpose: 'status', entity_key: 'list', text: intent.text };
		expect((await desk.post('/messenger', { _svc, operation: 'status', ...text, buttons })).status).to.equal(200);
		expect(
			desk.messenger
				.messages(OWNER)
				.at(-1)
				?.buttons.map((each) => each.text),
		).to.deep.equal(['Resume: 2 Ferries', 'Resume: 1 Our clinic opens on…', '2 Ferries', '2: Try again']);
	});
});
