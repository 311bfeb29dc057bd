import { expect } from 'chai';
import type { Asked } from '@copydesk/domain/desk/asked';
import { answered, readIntent } from '@copydesk/domain/desk/intent';
import type { OpenSession, Told } from '@copydesk/domain/desk/intent';
import { readUpdate } from '@copydesk/domain/event/update';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import type { Messages } from '@copydesk/domain/messages/messages';

const from = { id: 1002, is_bot: false };
const chat = { id: 1002, type: 'private' };
const message = (text: string | undefined, more: object = {}) =>
	readUpdate({ update_id: 1, message: { message_id: 5, from, chat, ...(text === undefined ? {} : { text }), ...more } });
const session: OpenSession = { draftKey: 'p7', version: 2, holderUserId: 1002, holderChatId: 1002, edits: null, messageIds: [40, 44] };
const reply = (messageId: number) => ({ reply_to_message: { message_id: messageId } });

describe('What a person wants', () => {
	it('is a post when it is plain text', () => {
		expect(readIntent(message('  We open on Saturdays '), null)).to.deep.equal({ kind: 'post_request', text: 'We open on Saturdays' });
	});

	const answer = (text: string) => ({ kind: 'feedback_reply', draft_key: 'p7', version: 2, text });

	it('is the answer to the open question of this person, as a reply to any message of its conversation or as plain words', () => {
		expect(readIntent(message('shorter', reply(40)), session)).to.deep.equal(answer('shorter'));
		expect(readIntent(message('shorter', reply(44)), session)).to.deep.equal(answer('shorter'));
		expect(readIntent(message('Please mention the two new doctors'), session)).to.deep.equal(answer('Please mention the two new doctors'));
		expect(readIntent(message('новая картинка'), { ...session, messageIds: [] })).to.deep.equal(answer('новая картинка'));
	});

	it('is no answer as a reply to another message, by another holder, in another chat, or in words of somebody else', () => {
		const asked = message('shorter', reply(40));
		const stray = { kind: 'stray_wish', draft_key: 'p1' };
		expect(readIntent(message('shorter', reply(41)), session)).to.deep.equal(stray);
		expect(readIntent(asked, null)).to.deep.equal(stray);
		expect(readIntent(asked, { ...session, holderUserId: 1001 })).to.deep.equal(stray);
		expect(readIntent(asked, { ...session, holderChatId: 1001 })).to.deep.equal(stray);
		const request = { kind: 'stray_reply', draft_key: 'p1' };
		expect(readIntent(message('We open on Saturdays from May', reply(41)), session), 'not lost').to.deep.equal(request);
		expect(readIntent(message('example.org/a', reply(41)), null)).to.deep.equal({ kind: 'links', draft_key: 'p1', links: 1 });
		expect(readIntent(message('forget it', reply(41)), null)).to.deep.equal({ kind: 'edit_cancelled' });
		expect(readIntent(message('We open on Saturdays'), { ...session, holderUserId: 1001 }).kind).to.equal('post_request');
		const forward_origin = { type: 'user', date: 0, sender_user: { id: 7, is_bot: false } };
		expect(readIntent(message('We open on Saturdays', { forward_origin }), session).kind).to.equal('forwarded');
	});

	const page = (link: string) => ({ kind: 'command', name: 'news', args: { topic: null, link } });
	const links = (count: number) => ({ kind: 'links', draft_key: 'p1', links: count });

	it('names pages wherever they are in it: whether one is read is asked before anything is paid for', () => {
		const marked = { entities: [{ type: 'text_link', offset: 0, length: 3, url: 'https://hidden.example/page' }] };
		for (const [text, count, more] of [
			['Our ferry has a new timetable: example.org/path, from May', 1, {}],
			['Наш паром: https://example.org/path и http://second.example.com/b?c=1.', 2, {}],
			['The ferry sails every 20 minutes', 1, marked],
			['See https://example.org/a and example.org/a/', 1, {}],
			['/post The new timetable is on example.org', 1, {}],
			['look at coast-wire.example/ferry and https://harbour-post.example/pier', 2, {}],
		] as const)
			expect(readIntent(message(text, more), null), text).to.deep.equal(links(count));
		for (const text of [
			'Write to info@example.org about the new ferry',
			'Version 2.10 of the app, e.g. for the ferry, is out',
			'Ask @harbour for ferry tickets',
			'A ferry and/or a bus, 90 km/h at most, from 1.5/2 hours',
		])
			expect(readIntent(message(text), null).kind, text).to.equal('post_request');
		expect(readIntent(message('example.org/path'), null)).to.deep.equal(page('https://example.org/path'));
	});

	it('may be cut by the messenger: nothing is begun with a first part', () => {
		const long = 'The ferry sails every 20 minutes. '.repeat(121);
		expect(readIntent(message(long), null)).to.deep.equal({ kind: 'cut', draft_key: 'p1' });
		expect(readIntent(message('and its end', {}), null, { isRest: true })).to.deep.equal({ kind: 'cut_rest' });
	});

	it('is a card of the page when it is nothing but a link', () => {
		for (const link of ['https://a.example/1?q=ь', 'http://a.example', 'https://', 'https://x'])
			expect(readIntent(message(` ${link}\n`), null), link).to.deep.equal(
				link === 'https://' ? { kind: 'small_talk', draft_key: 'p1' } : page(link),
			);
		const forward_origin = { type: 'user', date: 0, sender_user: { id: 7, is_bot: false } };
		expect(readIntent(message('https://a.example/1', { forward_origin }), session), 'forwarded').to.deep.equal(links(1));
		expect(readIntent(message('Write about this: https://a.example/1'), null)).to.deep.equal(links(1));
		expect(readIntent(message('https://a.example/1'), session), 'while a question is open').to.deep.equal(answer('https://a.example/1'));
	});

	it('is asked back when it is short or small talk, and not when it says that it is a request', () => {
		for (const text of ['2027', 'Open 9-17'])
			expect(readIntent(message(text), null), text).to.deep.equal({ kind: 'small_talk', draft_key: 'p1' });
		for (const [about, texts] of [
			['thanks', ['thanks', 'Thank you very much!', 'спасибо большое']],
			['greeting', ['Hello!', '?', 'Как дела?', 'Добрый день']],
			['pleasantry', ['ok', '👍', 'Хорошо, спасибо']],
		] as const)
			for (const text of texts) expect(readIntent(message(text), null), text).to.deep.equal({ kind: 'usage', about });
		for (const text of ['Party for pensioners', 'С июля по субботам', 'Tea in Kyoto', 'Чай с мёдом'])
			expect(readIntent(message(text), null), text).to.deep.equal({ kind: 'post_request', text });
		expect(readIntent(message('/post thanks'), null)).to.deep.equal({ kind: 'post_request', text: 'thanks' });
	});

	it('is offered to be written when it is to be published and does not exist yet', async () => {
		for (const text of ['Опубликуй пост про ярмарку', 'Publish a post about the fair']) {
			const asked = readIntent(message(text), null) as Extract<Asked, { kind: 'meant' }>;
			const intent = await answered(asked, messagesIn('ru'), {} as Told);
			expect('buttons' in intent && intent.buttons?.[0]?.map(({ action }) => action), text).to.deep.equal(['make_post', 'no_post']);
		}
		for (const text of ['Опубликуй этот пост', 'Publish the post about the fair'])
			expect(readIntent(message(text), null), text).to.deep.include({ meaning: { kind: 'order', topic: 'publish' } });
	});

	it('is asked back when it wishes for a change of a draft, and no question about one is open', () => {
		for (const text of [
			'title: A harbour morning',
			'replace "seats" with "places"',
			'replace "seats" with',
			'make it shorter please',
			'A new picture, please!',
			'use the frame template',
			'Сделай, пожалуйста, короче',
			'Заголовок: Утро в порту',
			'Поменяй, пожалуйста, картинку',
		]) {
			expect(readIntent(message(text), null), text).to.deep.equal({ kind: 'stray_wish', draft_key: 'p1' });
			expect(readIntent(message(text), session).kind, text).to.equal('feedback_reply');
			expect(readIntent(message(`/post ${text}`), null), text).to.deep.equal({ kind: 'post_request', text });
		}
		for (const text of [
			'The museum shows a new picture by Ilya Repin from 3 March to 12 June, and the tour takes 50 minutes.',
			'The days grow short: the harbour lights go on at 5 from Monday.',
		])
			expect(readIntent(message(text), null), text).to.deep.equal({ kind: 'post_request', text });
	});

	it('is answered when it is a question to the desk or an order, and never becomes a draft', async () => {
		const told: Told = {
			status: () => Promise.resolve({ text: 'the work', buttons: null }),
			plan: () => Promise.reject(new Error('not asked')),
			sources: () => Promise.reject(new Error('not asked')),
			settings: () => Promise.reject(new Error('not asked')),
			drafts: () => Promise.reject(new Error('not asked')),
		};
		const said = async (text: string, messages: Messages) =>
			answered(readIntent(message(text), null) as Parameters<typeof answered>[0], messages, told);
		const [english, russian] = [messagesIn('en'), messagesIn('ru')];
		const ask = (text: string) => ({
			kind: 'usage',
			text,
			buttons: [
				[
					{ action: 'make_post', draft_key: 'p1', version: 1 },
					{ action: 'no_post', draft_key: 'p1', version: 1 },
				],
			],
		});
		expect(await said('How do I publish?', english)).to.deep.equal({ kind: 'usage', text: english.answers.publish });
		expect(await said('Опубликуй завтра в 9', russian)).to.deep.equal({ kind: 'usage', text: russian.answers.schedule });
		expect(await said('Where are my drafts?', english)).to.deep.equal({ kind: 'usage', text: 'the work' });
		expect(await said('In Russian please', english)).to.deep.equal({
			kind: 'usage',
			text: english.answers.language,
			buttons: [[{ action: 'settings', draft_key: 'posts', version: 1 }]],
		});
		expect((await said('Что ты умеешь?', russian)).kind).to.equal('help');
		expect(await said('Pin the post in the channel', english)).to.deep.equal(ask(english.noSuchOrder));
		expect(await said('закрепи пост', russian)).to.deep.equal(ask(russian.noSuchOrder));
		const command = { nearest: null, answer: null };
		expect(await said('/статус', russian)).to.deep.equal({
			kind: 'usage',
			text: russian.unknownCommand({ ...command, named: 'статус', nearest: 'status' }),
		});
		expect(await said('/publish', english)).to.deep.equal({
			kind: 'usage',
			text: english.unknownCommand({ ...command, named: 'publish', answer: english.answers.publish }),
		});
		expect(await said('Will you do my taxes?', english)).to.deep.equal(ask(english.noAnswer));
		expect(await said('Why is the sky blue?', english)).to.deep.equal(ask(english.meantAsRequest));
		for (const text of ['How do I publish?', 'Delete the last post'])
			expect(readIntent(message(text), session).kind, 'an answer to an open question').to.equal('feedback_reply');
	});

	it('is answered at once where nothing could come of it', () => {
		const usages: readonly (readonly [string, string])[] = [
			['🌹'.repeat(2_000), 'wordless'],
			['… — … — … — …', 'wordless'],
			['a'.repeat(4_000), 'endlessWord'],
			[`We open ${'щ'.repeat(201)}`, 'endlessWord'],
			['我们的诊所从五月起每周六开放', 'otherScript'],
			['عيادتنا تفتح يوم السبت', 'otherScript'],
		];
		for (const [text, about] of usages) {
			expect(readIntent(message(text), null), text.slice(0, 20)).to.deep.equal({ kind: 'usage', about });
			expect(readIntent(message(`/post ${text}`), null), text.slice(0, 20)).to.deep.equal({ kind: 'usage', about });
		}
		const address = `The museum opens, as the letter of ${'May '.repeat(300)} says`;
		expect(readIntent(message(address), null)).to.deep.equal({ kind: 'post_request', text: address });
		expect(readIntent(message('Πότε ανοίγει η κλινική'), null).kind).to.equal('post_request');
	});

	it('is a command also in a reply, because commands work anywhere', () => {
		expect(readIntent(message('/cancel', reply(40)), session)).to.deep.equal({ kind: 'command', name: 'cancel', args: {} });
	});

	it('is no command in a forwarded message, which somebody else wrote, but may be a post', () => {
		const forward_origin = { type: 'user', date: 0, sender_user: { id: 7, is_bot: false } };
		for (const text of ['/post Buy this', '/cancel', '/resume p7 2', '/start'])
			expect(readIntent(message(text, { forward_origin }), session), text).to.deep.equal({ kind: 'usage', about: 'forwarded' });
		expect(readIntent(message('We open on Saturdays', { forward_origin }), null)).to.deep.equal({ kind: 'forwarded', draft_key: 'p1' });
	});

	it('is asked for as text when it is missing', () => {
		expect(readIntent(message(undefined, { sticker: { file_id: 'x' } }), null).kind).to.equal('usage');
		expect(readIntent(message('   '), null).kind).to.equal('usage');
	});

	it('is a post or an answer with a picture when words are below it, and the picture alone without words', () => {
		const photo = [
			{ file_id: 'large', width: 900, height: 700, file_size: 9 },
			{ file_id: 'small', width: 90, height: 70 },
		];
		const picture = { file_id: 'large', bytes: 9, album: null };
		const asked = { kind: 'post_request', text: 'Cat' };
		expect(readIntent(message(undefined, { photo, caption: ' Cat ' }), null)).to.deep.equal({ kind: 'with_picture', asked, picture });
		expect(readIntent(message(undefined, { photo, caption: 'shorter', ...reply(40) }), session)).to.deep.equal({
			kind: 'with_picture',
			asked: answer('shorter'),
			picture,
		});
		expect(readIntent(message(undefined, { photo }), null)).to.deep.equal({ kind: 'picture_alone', picture });
		expect(readIntent(message(undefined, { photo }), session), 'the question is open').to.deep.include({ asked: answer('') });
		expect(readIntent(message(undefined, { photo, caption: '/status' }), null)).to.include({ name: 'status' });
		expect(readIntent(message(undefined, { photo, caption: 'https://example.org/a' }), null)).to.include({ about: 'pictureWithLink' });
		expect(readIntent(message(undefined, { animation: {}, document: {}, caption: 'Cat' }), null)).to.include({ about: 'movingPicture' });
		const file = { file_id: 'large', mime_type: 'application/pdf', file_size: 9 };
		expect(readIntent(message(undefined, { document: file, caption: 'Cat' }), null)).to.include({ about: 'noText' });
		expect(readIntent(message(undefined, { photo: [{ file_id: '../x' }], caption: 'Cat' }), null)).to.include({ about: 'noText' });
	});

	it('is a press, or nothing when the data is not ours', () => {
		const press = (data: string) =>
			readUpdate({ update_id: 1, callback_query: { id: 'q', from, data, message: { message_id: 5, date: 0, chat } } });
		expect(readIntent(press('cd1|reject|p7|2'), null)).to.deep.equal({ kind: 'callback', action: 'reject', draft_key: 'p7', version: 2 });
		expect(readIntent(press('nhitl1|reject|p7|2'), null)).to.deep.equal({ kind: 'ignored' });
	});

	describe('while it is asked what should change in a draft that stopped', () => {
		const asked = (edits: 'title' | 'text'): OpenSession => ({ ...session, edits });
		const answered = (text: string) => ({ kind: 'feedback_reply', draft_key: 'p7', version: 2, text });

		it('is the title that it was asked for, however it is said', () => {
			for (const [said, text] of [
				['Roses in May', 'title: Roses in May'],
				['New picture of the year', 'title: New picture of the year'],
				['title: Roses', 'title: Roses'],
				['заголовок: Розы', 'заголовок: Розы'],
				['replace “May” with “June”', 'replace “May” with “June”'],
			] as const)
				expect(readIntent(message(said), asked('title')), said).to.deep.equal(answered(text));
		});

		it('is a change of the text as it is said', () =>
			expect(readIntent(message('Roses in May'), asked('text'))).to.deep.equal(answered('Roses in May')));

		it('is closed by a word or by the command', () => {
			for (const said of ['cancel', 'отмена', '/cancel'])
				expect(readIntent(message(said), asked('title')), said).to.deep.equal({ kind: 'edit_cancelled' });
			expect(readIntent(message('/cancel'), session)).to.deep.equal({ kind: 'command', name: 'cancel', args: {} });
		});
	});
});
