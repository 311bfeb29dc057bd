import { createChannelAbout } from '@copydesk/collaboration/messenger/channel';
import type { Messenger } from '@copydesk/collaboration/messenger/client';
import { expect } from 'chai';

describe('What a channel is about', () => {
	it('is its title and description, asked for once an hour, and nothing while the messenger does not say', async () => {
		const HOUR = 3_600_000;
		let nowMs = 0;
		let chat: object | undefined = { title: 'Harbour News', description: 'What happens in Port Ashby' };
		const asked: unknown[] = [];
		const messenger = {
			call: async (request: object) => {
				asked.push(request);
				return chat === undefined ? { kind: 'refused' } : { kind: 'accepted', result: chat };
			},
		} as unknown as Messenger;
		const about = createChannelAbout(messenger, -1001, () => nowMs);
		expect(await about()).to.equal('Harbour News. What happens in Port Ashby');
		expect(asked[0]).to.deep.include({ method: 'getChat', fields: { chat_id: -1001 } });
		chat = { title: 'Harbour News' };
		nowMs = HOUR - 1;
		expect(await about()).to.equal('Harbour News. What happens in Port Ashby');
		nowMs = HOUR;
		expect(await about()).to.equal('Harbour News');
		chat = undefined;
		nowMs = 3 * HOUR;
		expect(await about()).to.equal('');
		expect(asked).to.have.length(3);
	});
});
