/** What follows a saved decision happens even if a person is revoked meanwhile. */
import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import { EDITOR, OWNER, claim, openDesk, press, publish, ready, stateOf, type TestDesk } from '../../support/collaboration.ts';

describeOnEachEngine('An editor who is disabled in the middle of a decision', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	it('leaves no live buttons, and tells the owner of the publication', async () => {
		const at = await ready(desk);
		const { draft_key, version } = at;
		const event = await press(desk, EDITOR, at, 'publish');
		const won = await claim(desk, event, at);
		expect((await publish(desk, won.body._svc, at)).body.delivery).to.include({ status: 'sent' });
		await desk.setEditor(false);
		await desk.post('/decision', { _svc: event._svc, draft_key, version, decision: 'published' });
		await desk.post('/event-done', { _svc: event._svc, event_key: event.event_key, outcome: 'handled' });
		await desk.service.tick();
		await desk.service.tick();
		expect(await stateOf(desk, at)).to.include({ state: 'published' });
		const [closed] = await desk.service.db.query('select state from event where event_key = $1', [event.event_key]);
		expect({ ...closed }, 'nobody goes on with it').to.deep.equal({ state: 'handled' });
		const preview = (chat: number, id: number) => desk.messenger.messages(chat).find(({ messageId }) => messageId === id);
		expect(preview(OWNER, at.owner)?.buttons, 'of the owner').to.deep.equal([]);
		expect(preview(EDITOR, at.editor)?.buttons, 'of the editor').to.deep.equal([]);
		const told = desk.messenger.messages(OWNER).filter(({ text }) => text?.includes('published'));
		expect(told).to.have.length(1);
		expect(told[0]?.text).to.include('Egor Editor published');
	});
});
