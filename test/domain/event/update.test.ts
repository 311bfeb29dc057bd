import { expect } from 'chai';
import { joinAlbum, readUpdate } from '@copydesk/domain/event/update';

const from = { id: 1002, is_bot: false };
const chat = { id: 1002, type: 'private' };

describe('An update of the messenger', () => {
	const folded = { type: 'expandable_blockquote', offset: 0, length: 10 };
	const quotation = { ...folded, type: 'blockquote' };
	const bold = { type: 'bold', offset: 0, length: 5 };
	const emoji = { type: 'custom_emoji', offset: 2, length: 2, custom_emoji_id: '1' };
	const folds: readonly (readonly [what: string, entities: readonly object[], form: readonly object[]])[] = [
		['alone', [folded], [quotation]],
		['with bold words in it', [folded, bold], [quotation, bold]],
		['beside another', [folded, { ...quotation, offset: 11, length: 3 }], [quotation, { ...quotation, offset: 11, length: 3 }]],
		['with an entity that is not known', [emoji, folded, { type: 'date_time', offset: 0, length: 2 }], [quotation]],
	];
	for (const [what, entities, form] of folds)
		for (const field of ['message', 'edited_message'])
			it(`keeps a quotation that can be folded as a quotation: ${what}, in a ${field}`, () =>
				expect(readUpdate({ update_id: 9, [field]: { message_id: 5, from, chat, text: 'quote this now', entities } })).to.deep.include({
					form,
				}));

	it('is read as the few facts that the desk looks at', () => {
		expect(
			readUpdate({ update_id: 9, message: { message_id: 5, from, chat, text: 'hi', sender_chat: { id: -5 }, role: 'owner' } }),
		).to.deep.equal({
			kind: 'message',
			updateId: 9,
			fromId: 1002,
			fromIsBot: false,
			chatId: 1002,
			chatType: 'private',
			messageId: 5,
			languageCode: null,
			text: 'hi',
			replyToMessageId: null,
			forwarded: false,
			picture: null,
			sentAt: null,
			edited: false,
			links: [],
		});
	});

	it('tells the pages that the messenger marked, the time, and whether the words were changed', () => {
		const entities = [
			{ type: 'url', offset: 3, length: 11 },
			{ type: 'text_link', offset: 0, length: 2, url: 'https://hidden.example' },
			{ type: 'bold', offset: 0, length: 2 },
			{ type: 'url', offset: 'x' },
			null,
		];
		const edited_message = { message_id: 5, from, chat, text: 'At example.org we sell', date: 7, entities };
		expect(readUpdate({ update_id: 9, edited_message })).to.include({ edited: true, sentAt: 7 });
		expect(readUpdate({ update_id: 9, edited_message })).to.deep.include({ links: ['example.org', 'https://hidden.example'] });
	});

	it('takes the sender of a press from the press, never from the message under the button', () => {
		const read = readUpdate({
			update_id: 9,
			callback_query: {
				id: 'q',
				from: { id: 1001, is_bot: false },
				data: 'x',
				message: { message_id: 5, from: { id: 7, is_bot: true }, chat },
			},
		});
		expect(read).to.include({ kind: 'callback', fromId: 1001, fromIsBot: false, chatId: 1002 });
	});

	it('treats a sender as a bot unless the update says that it is none', () => {
		for (const is_bot of [true, undefined, null, 0, 'false']) {
			expect(readUpdate({ update_id: 9, message: { message_id: 5, from: { id: 1002, is_bot }, chat, text: 'hi' } })).to.include({
				fromIsBot: true,
			});
		}
	});

	it('is unsupported when anything that counts is missing or of another type', () => {
		const broken = [
			{},
			{ message: null },
			{ message: [] },
			{ message: 'text' },
			{ message: { message_id: 5, chat, text: 'hi' } },
			{ message: { message_id: 5, from: { id: '1002', is_bot: false }, chat, text: 'hi' } },
			{ message: { message_id: 5, from, text: 'hi' } },
			{ message: { message_id: 5, from, chat: { id: 1002 }, text: 'hi' } },
			{ message: { from, chat, text: 'hi' } },
			{ message: { message_id: 1.5, from, chat, text: 'hi' } },
			{ edited_message: { message_id: 5, chat, text: 'hi' } },
			{ edited_channel_post: { message_id: 5, from, chat, text: 'hi' } },
			{ channel_post: { message_id: 5, chat, text: 'hi' } },
			{ callback_query: { id: 'q', from, data: 'x' } },
			{ callback_query: { id: 'q', from, data: 'x', inline_message_id: 'i' } },
			{ callback_query: { id: '', from, data: 'x', message: { message_id: 5, chat } } },
			{ callback_query: { id: 'q', from, game_short_name: 'g', message: { message_id: 5, chat } } },
		];
		for (const update of broken)
			expect(readUpdate({ update_id: 9, ...update }), JSON.stringify(update)).to.deep.equal({
				kind: 'unsupported',
				updateId: 9,
				fromId: null,
				chatId: null,
			});
	});

	it('has all the words below the items of an album, in order, and their form where it belongs', () => {
		const part = (message_id: number, caption?: string, caption_entities?: readonly object[]) => {
			const photo = [{ file_id: `f${message_id}`, file_unique_id: `u${message_id}`, width: 9, height: 9 }];
			const read = readUpdate({ update_id: message_id, message: { message_id, from, chat, photo, caption, caption_entities } });
			if (read.kind !== 'message') throw new Error(read.kind);
			return { ...read, links: caption === undefined ? [] : [`${message_id}.example`] };
		};
		const [third, first, second] = [part(7, 'Last words', [bold]), part(5, 'First', [bold]), part(6)] as const;
		expect(joinAlbum(third, [third, first, second])).to.deep.include({
			text: 'First\n\nLast words',
			form: [bold, { ...bold, offset: 7 }],
			links: ['5.example', '7.example'],
		});
		expect(joinAlbum(second, [second]).text).to.equal(null);
	});

	it('tells when somebody blocked the bot or the channel took its rights away', () => {
		const change = (status: string, more: object = {}) =>
			readUpdate({ update_id: 9, my_chat_member: { from, chat, new_chat_member: { status, ...more } } });
		expect(change('kicked')).to.deep.equal({
			kind: 'membership',
			updateId: 9,
			fromId: 1002,
			chatId: 1002,
			chatType: 'private',
			status: 'kicked',
			canPost: true,
		});
		expect(change('administrator', { can_post_messages: false })).to.include({ canPost: false });
	});
});
