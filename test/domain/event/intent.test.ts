import { expect } from 'chai';
import { readIntent } from '@copydesk/domain/event/intent';
import type { OpenSession } from '@copydesk/domain/event/intent';
import { readUpdate } from '@copydesk/domain/event/update';

const from = { id: 1002, is_bot: false };
const chat = { id: 1002, type: 'private' };
const message = (text: string | undefined, more: object = {}) =>
	readUpdate({ update_id: 1, message: { message_id: 5, from, chat, ...(text === undefined ? {} : { text }), ...more } });
const session: OpenSession = { draftKey: 'p7', version: 2, holderUserId: 1002, holderChatId: 1002, promptMessageId: 40 };
const reply = (messageId: number) => ({ reply_to_message: { message_id: messageId } });

describe('What a person wants', () => {
	it('is a post when it is plain text', () => {
		expect(readIntent(message('  We open on Saturdays '), null)).to.deep.equal({ kind: 'post_request', text: 'We open on Saturdays' });
	});

	it('is feedback only when it answers the very question that was put to this person', () => {
		expect(readIntent(message('shorter', reply(40)), session)).to.deep.equal({
			kind: 'feedback_reply',
			draft_key: 'p7',
			version: 2,
			text: 'shorter',
		});
	});

	it('is no feedback on another message, by another holder, in another chat, or before the question is out', () => {
		const asked = message('shorter', reply(40));
		expect(readIntent(message('shorter', reply(41)), session).kind).to.equal('usage');
		expect(readIntent(asked, null).kind).to.equal('usage');
		expect(readIntent(asked, { ...session, holderUserId: 1001 }).kind).to.equal('usage');
		expect(readIntent(asked, { ...session, holderChatId: 1001 }).kind).to.equal('usage');
		expect(readIntent(asked, { ...session, promptMessageId: null }).kind).to.equal('usage');
	});

	it('is a command also in a reply, because commands work anywhere', () => {
		expect(readIntent(message('/cancel', reply(40)), session)).to.deep.equal({ kind: 'command', name: 'cancel', args: {} });
	});

	it('is no command in a forwarded message, which somebody else wrote, but may be a post', () => {
		const forward_origin = { type: 'user', date: 0, sender_user: { id: 7, is_bot: false } };
		for (const text of ['/post Buy this', '/cancel', '/resume p7 2', '/start'])
			expect(readIntent(message(text, { forward_origin }), session), text).to.deep.equal({ kind: 'usage', about: 'forwarded' });
		expect(readIntent(message('We open on Saturdays', { forward_origin }), null)).to.deep.equal({
			kind: 'post_request',
			text: 'We open on Saturdays',
		});
	});

	it('is asked for as text when there is none', () => {
		expect(readIntent(message(undefined, { photo: [{ file_id: 'x' }] }), null).kind).to.equal('usage');
		expect(readIntent(message('   '), null).kind).to.equal('usage');
	});

	it('is a press, or nothing when the data is not ours', () => {
		const press = (data: string) =>
			readUpdate({ update_id: 1, callback_query: { id: 'q', from, data, message: { message_id: 5, date: 0, chat } } });
		expect(readIntent(press('cd1|reject|p7|2'), null)).to.deep.equal({ kind: 'callback', action: 'reject', draft_key: 'p7', version: 2 });
		expect(readIntent(press('nhitl1|reject|p7|2'), null)).to.deep.equal({ kind: 'ignored' });
	});
});
