import { expect } from 'chai';
import { CHANNEL, COVER, EDITOR, OWNER, claim, openDesk, press, publish, ready, stateOf, type TestDesk } from '../support/collaboration.ts';

describe('One post through the collaboration service', () => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk();
	});
	afterEach(() => desk.close());

	it('goes from a request to one channel post with the approved caption and the same picture', async () => {
		const at = await ready(desk);
		const event = await press(desk, OWNER, at, 'publish');
		expect(event.copy).to.deep.equal({
			delivered: true,
			latest: true,
			draft_key: at.draft_key,
			version: 1,
			state: 'ready',
			message_id: at.owner,
			is_canonical: true,
			content_matches: true,
		});
		const won = await claim(desk, event, at);
		expect(won.status).to.equal(200);
		expect(won.body).to.include({ claimed: true });
		const posted = await publish(desk, won.body._svc, at);
		expect(posted.body.delivery).to.include({ status: 'sent', confirmed: true, repeated: false, attempts: 1, error_code: null });
		expect(await stateOf(desk, at)).to.include({ state: 'published', published_message_id: posted.body.delivery.message_id });

		const photos = desk.messenger.accepted.filter(({ method }) => method === 'sendPhoto');
		expect(
			photos.map(({ fields, photo }) => [Number(fields['chat_id']), fields['caption'], fields['photo'] ?? photo?.equals(COVER)]),
		).to.deep.equal([
			[OWNER, 'We open on Saturdays.', true],
			[EDITOR, 'We open on Saturdays.', 'file-1'],
			[CHANNEL, 'We open on Saturdays.', 'file-1'],
		]);

		const told = await desk.post('/decision', { _svc: won.body._svc, draft_key: at.draft_key, version: 1, decision: 'published' });
		expect(told.body).to.deep.equal({
			notified: [
				{ user_id: OWNER, status: 'sent' },
				{ user_id: EDITOR, status: 'sent' },
			],
			buttons: [
				{ user_id: OWNER, message_id: at.owner, status: 'sent' },
				{ user_id: EDITOR, message_id: at.editor, status: 'sent' },
			],
		});
		expect((await desk.post('/event-done', { _svc: won.body._svc, event_key: event.event_key, outcome: 'published' })).body).to.deep.equal({
			done: true,
		});
	});

	it("publishes once however often it is asked, because the key is the service's own", async () => {
		const at = await ready(desk);
		const won = await claim(desk, await press(desk, OWNER, at, 'publish'), at);
		const first = await publish(desk, won.body._svc, at);
		const other = await desk.post('/messenger', {
			_svc: won.body._svc,
			operation: 'publish',
			purpose: 'another',
			entity_key: 'else',
			draft_key: at.draft_key,
			version: 1,
		});
		expect(other.body.delivery).to.deep.equal({ ...first.body.delivery, repeated: true });
		expect(desk.messenger.accepted.filter(({ fields }) => Number(fields['chat_id']) === CHANNEL)).to.have.length(1);
	});
});
