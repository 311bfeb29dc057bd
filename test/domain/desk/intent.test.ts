import { expect } from 'chai';
import { answered, readIntent, withoutAsking } from '@copydesk/domain/desk/intent';
import type { OpenSession, DeskQueries } from '@copydesk/domain/desk/intent';
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
	const words = (text: string) => ({ kind: 'words', text, draft_key: 'p1' });

	it('is free words, which an AI is asked about, in any script that a cover can show', () => {
		for (const text of ['We open on Saturdays', '2027', 'title: A harbour morning', 'How do I publish?', '我们的诊所从五月起每周六开放'])
			expect(readIntent(message(`  ${text} `), null), text).to.deep.equal(words(text));
		expect(readIntent(message('/post thanks'), null)).to.deep.equal({ ...words('thanks'), insists: true });
	});

	it('is a request, an answer or too short for one where no AI can be asked', () => {
		const plain = (text: string, open: OpenSession | null = null) => withoutAsking(readIntent(message(text), open));
		expect(plain('Tea in Kyoto')).to.deep.equal({ kind: 'post_request', text: 'Tea in Kyoto' });
		expect(plain('/post thanks')).to.deep.equal({ kind: 'post_request', text: 'thanks' });
		expect(plain('2027')).to.deep.equal({ kind: 'small_talk', draft_key: 'p1' });
		expect(plain('shorter', session)).to.deep.equal(answer('shorter'));
	});

	const answer = (text: string) => ({ kind: 'feedback_reply', draft_key: 'p7', version: 2, text });

	it('is the answer to the open question of this person, as a reply in its conversation, or what no AI has to read', () => {
		expect(readIntent(message('shorter', reply(40)), session)).to.deep.equal(answer('shorter'));
		expect(readIntent(message('shorter', reply(44)), session)).to.deep.equal(answer('shorter'));
		const open = { draft_key: 'p7', version: 2 };
		const said = 'Please mention the two new doctors';
		expect(readIntent(message(said), session)).to.deep.equal({ ...words(said), open });
		expect(readIntent(message('replace "seats" with "places"'), session)).to.deep.equal(answer('replace "seats" with "places"'));
		expect(readIntent(message('новая картинка'), { ...session, messageIds: [] })).to.deep.equal(answer('новая картинка'));
	});

	it('is no answer as a reply to another message, by another holder, in another chat, or in words of somebody else', () => {
		const asked = message('shorter', reply(40));
		const stray = { kind: 'stray_reply', draft_key: 'p1' };
		expect(readIntent(message('shorter', reply(41)), session)).to.deep.equal(stray);
		expect(readIntent(asked, null)).to.deep.equal(stray);
		expect(readIntent(asked, { ...session, holderUserId: 1001 })).to.deep.equal(stray);
		expect(readIntent(asked, { ...session, holderChatId: 1001 })).to.deep.equal(stray);
		expect(readIntent(message('We open on Saturdays from May', reply(41)), session), 'not lost').to.deep.equal(stray);
		expect(readIntent(message('example.org/a', reply(41)), null)).to.deep.equal({ kind: 'links', draft_key: 'p1', links: 1 });
		expect(readIntent(message('forget it', reply(41)), null)).to.deep.equal({ kind: 'edit_cancelled' });
		expect(readIntent(message('We open on Saturdays'), { ...session, holderUserId: 1001 }).kind).to.equal('words');
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
			expect(readIntent(message(text), null).kind, text).to.equal('words');
		expect(readIntent(message('example.org/path'), null)).to.deep.equal(page('https://example.org/path'));
	});

	it('may be cut by the messenger: nothing is begun with a first part', () => {
		const long = 'The ferry sails every 20 minutes. '.repeat(121);
		expect(readIntent(message(long), null)).to.deep.equal({ kind: 'cut', draft_key: 'p1' });
		expect(readIntent(message('and its end', {}), null, { isRest: true })).to.deep.equal({ kind: 'cut_rest' });
	});

	it('is a card of the page when it is nothing but a link', () => {
		for (const link of ['https://a.example/1?q=ь', 'http://a.example', 'https://', 'https://x'])
			expect(readIntent(message(` ${link}\n`), null), link).to.deep.equal(link === 'https://' ? words(link) : page(link));
		const forward_origin = { type: 'user', date: 0, sender_user: { id: 7, is_bot: false } };
		expect(readIntent(message('https://a.example/1', { forward_origin }), session), 'forwarded').to.deep.equal(links(1));
		expect(readIntent(message('Write about this: https://a.example/1'), null)).to.deep.equal(links(1));
		expect(readIntent(message('https://a.example/1'), session), 'while a question is open').to.deep.include({
			open: { draft_key: 'p7', version: 2 },
		});
	});

	it('is the command whose bare name it is', () => {
		for (const [words, asked] of [
			['Status', { kind: 'command', name: 'status', args: {} }],
			['help', { kind: 'help' }],
			['cancel', { kind: 'command', name: 'cancel', args: {} }],
		] as const)
			expect(readIntent(message(words), null), words).to.deep.equal(asked);
		expect(readIntent(message('status of the new bridge'), null).kind).to.equal('words');
	});

	it('is answered with the help where it asks what the bot can do', () => {
		for (const words of ['What can you do?', 'how does this work', 'Что ты умеешь?', 'Как это работает?'])
			expect(readIntent(message(words), null), words).to.deep.equal({ kind: 'help' });
	});

	it('is thanked for when it is a pleasantry, which no AI is asked about', () => {
		for (const [about, texts] of [
			['thanks', ['thanks', 'Thank you very much!', 'спасибо большое']],
			['greeting', ['Hello!', '?', 'Как дела?', 'Добрый день']],
			['pleasantry', ['ok', '👍', 'Хорошо, спасибо']],
		] as const)
			for (const text of texts) expect(readIntent(message(text), null), text).to.deep.equal({ kind: 'usage', about });
	});

	it('is led to the command that was meant', async () => {
		const said = async (text: string, messages: Messages) =>
			answered(readIntent(message(text), null) as Parameters<typeof answered>[0], messages, {} as DeskQueries);
		const [english, russian] = [messagesIn('en'), messagesIn('ru')];
		expect(await said('/sttus', russian)).to.deep.equal({
			kind: 'usage',
			text: russian.unknownCommand({ named: 'sttus', nearest: 'status' }),
		});
		expect(await said('/publish', english)).to.deep.equal({
			kind: 'usage',
			text: english.unknownCommand({ named: 'publish', nearest: null }),
		});
	});

	it('is refused with a button that makes a post of its words, where it has some', async () => {
		const saturdays = 'Our clinic opens on Saturdays';
		const told = async (asked: ReturnType<typeof readIntent>) => {
			const { text: refusal, buttons = [] } = (await answered(
				asked as Parameters<typeof answered>[0],
				messagesIn('en'),
				{} as DeskQueries,
			)) as {
				text: string;
				buttons?: { action: string; draft_key: string }[][];
			};
			return [refusal, buttons.flat().map(({ action, draft_key }) => `${action} ${draft_key}`)];
		};
		const said = (text: string, more: object = {}) => told(readIntent(message(text, more), session));
		const edited = (text: string) =>
			told(readIntent(readUpdate({ update_id: 1, edited_message: { message_id: 5, from, chat, text } }), session, { edited: 'answer' }));
		const { unknownCommand, usages } = messagesIn('en');
		const ways = ['make_post p1', 'no_post p1'];
		const forward_origin = { type: 'user', date: 0, sender_user: { id: 7, is_bot: false } };
		const pots = unknownCommand({ named: 'pots', nearest: 'post' });
		expect(await said(`/pots ${saturdays}`)).to.deep.equal([pots, ways]);
		expect(await said(`/pots ${saturdays}: https://a.example/1`)).to.deep.equal([pots, ['read_link p1', 'mention p1', 'no_post p1']]);
		expect(await said('/pots p12')).to.deep.equal([pots, []]);
		expect(await said(`/start ${saturdays}`, { forward_origin })).to.deep.equal([usages.forwarded, ways]);
		expect(await said('/cancel', { forward_origin })).to.deep.equal([usages.forwarded, []]);
		expect(await edited(saturdays)).to.deep.equal([usages.edited, ways]);
		expect(await edited('never mind that')).to.deep.equal([usages.edited, []]);
	});

	it('is answered at once where nothing could come of it', () => {
		const usages: readonly (readonly [string, string])[] = [
			['🌹'.repeat(2_000), 'wordless'],
			['… — … — … — …', 'wordless'],
			['a'.repeat(4_000), 'endlessWord'],
			[`We open ${'щ'.repeat(201)}`, 'endlessWord'],
			['ჩვენი კლინიკა შაბათს იხსნება', 'otherScript'],
		];
		for (const [text, about] of usages) {
			expect(readIntent(message(text), null), text.slice(0, 20)).to.deep.equal({ kind: 'usage', about });
			expect(readIntent(message(`/post ${text}`), null), text.slice(0, 20)).to.deep.equal({ kind: 'usage', about });
		}
		const address = `The museum opens, as the letter of ${'May '.repeat(300)} says`;
		expect(readIntent(message(address), null)).to.deep.equal(words(address));
		expect(readIntent(message('عيادتنا تفتح يوم السبت'), null).kind).to.equal('words');
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
		const asked = words('Cat');
		expect(readIntent(message(undefined, { photo, caption: ' Cat ' }), null)).to.deep.equal({ kind: 'with_picture', asked, picture });
		expect(readIntent(message(undefined, { photo, caption: 'shorter', ...reply(40) }), session)).to.deep.equal({
			kind: 'with_picture',
			asked: answer('shorter'),
			picture,
		});
		expect(readIntent(message(undefined, { photo }), null)).to.deep.equal({ kind: 'picture_alone', picture });
		expect(readIntent(message(undefined, { photo }), session), 'the question is open').to.deep.include({ asked: answer('') });
		expect(readIntent(message(undefined, { photo, caption: '/status' }), null)).to.include({ name: 'status' });
		const page = message(undefined, { photo, caption: 'See https://example.org/a' });
		expect(readIntent(page, null), 'a page is asked about').to.deep.include({ kind: 'with_picture', picture, hasLinks: true });
		expect(readIntent(message(undefined, { photo, caption: '/news trams' }), null)).to.include({ about: 'pictureWithNews' });
		expect(readIntent(message(undefined, { animation: {}, document: {}, caption: 'Cat' }), null)).to.include({ about: 'sendAsVideo' });
		const file = { file_id: 'large', mime_type: 'application/pdf', file_size: 9 };
		expect(readIntent(message(undefined, { document: file, caption: 'Cat' }), null)).to.include({ about: 'noText' });
		expect(readIntent(message(undefined, { photo: [{ file_id: '../x' }], caption: 'Cat' }), null)).to.include({ about: 'noText' });
	});

	it('is a post with a video when words are below it, and a file that is none is asked for as one', () => {
		const file = { file_id: 'v1', file_unique_id: 'u1', width: 1280, height: 720, duration: 34, file_size: 21_000_000 };
		const media = { kind: 'video', ...file };
		const picture = { file_id: 'v1', bytes: 21_000_000, album: null, media };
		expect(readIntent(message(undefined, { video: file, caption: 'Cat' }), null)).to.deep.equal({
			kind: 'with_picture',
			asked: words('Cat'),
			picture,
		});
		// The messenger says of a GIF that it is a document too.
		expect(readIntent(message(undefined, { animation: file, document: file, caption: 'Cat' }), null)).to.deep.include({
			picture: { ...picture, media: { ...media, kind: 'animation' } },
		});
		expect(readIntent(message(undefined, { video: file }), null)).to.deep.equal({ kind: 'picture_alone', picture });
		expect(readIntent(message(undefined, { video: file, caption: 'our logo' }), null), 'a video is no logo').to.include({
			kind: 'with_picture',
		});
		const below = (caption: string, sent: object) => readIntent(message(undefined, { ...sent, caption }), null).kind;
		const [photo, png] = [{ photo: [{ file_id: 'p1', file_unique_id: 'u2' }] }, { document: { file_id: 'd1', mime_type: 'image/png' } }];
		expect(below('Our new logo', png)).to.equal('logo');
		expect(below('Logo', photo)).to.equal('logo');
		expect(below('Our new logo', photo), 'may be news').to.equal('with_picture');
		for (const other of [{ document: { ...file, mime_type: 'video/mp4' } }, { video_note: file }, { video: { ...file, file_id: 7 } }])
			expect(readIntent(message(undefined, { ...other, caption: 'Cat' }), null)).to.include({ about: 'sendAsVideo' });
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
