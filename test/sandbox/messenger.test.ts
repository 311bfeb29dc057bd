import { expect } from 'chai';
import sharp from 'sharp';
import { CHANNEL, EGOR, OLGA, RunningSandbox, SANDBOX_TOKEN, type Sent, type State } from '../support/sandbox.ts';

describe('the sandbox as the messenger', () => {
	let desk: RunningSandbox;
	before(async () => {
		desk = await new RunningSandbox().start();
	});
	after(() => desk.end());

	const refusal = async (method: string, parameters: Record<string, unknown>): Promise<string> => {
		const answer = await desk.bot(method, parameters);
		expect(answer.ok, `${method} was expected to be refused`).to.equal(false);
		expect(answer.status, 'the HTTP status repeats error_code').to.equal(answer.error_code);
		return `${answer.error_code} ${answer.description}`;
	};
	const sent = async (parameters: Record<string, unknown>): Promise<Sent> => {
		const answer = await desk.bot<Sent>('sendMessage', parameters);
		expect(answer.ok, answer.description).to.equal(true);
		return answer.result;
	};

	describe('addresses and tokens', () => {
		it('answers 401 to a wrong token and 404 to what is no token or no method, because a client tells them apart', async () => {
			const at = async (path: string): Promise<unknown> => (await fetch(`${desk.url}${path}`)).json();
			expect(await at('/bot7000001:another-token-another-token/getMe')).to.deep.equal({
				ok: false,
				error_code: 401,
				description: 'Unauthorized',
			});
			expect(await at('/botnonsense/getMe')).to.deep.equal({ ok: false, error_code: 404, description: 'Not Found' });
			expect(await at(`/bot${SANDBOX_TOKEN}/sendNothing`)).to.deep.equal({
				ok: false,
				error_code: 404,
				description: 'Not Found: method not found',
			});
			expect(await at(`/bot${SANDBOX_TOKEN}/GETME`)).to.have.nested.property('result.id', 7000001);
		});

		it('takes parameters as query, form and JSON, because clients send all three', async () => {
			const base = `${desk.url}/bot${SANDBOX_TOKEN}/sendMessage`;
			const query = (await (await fetch(`${base}?chat_id=1001&text=by%20query`)).json()) as { result: { text: string } };
			const form = (await (
				await fetch(base, { method: 'POST', body: new URLSearchParams({ chat_id: '1001', text: 'by form' }) })
			).json()) as { result: { text: string } };
			expect([query.result.text, form.result.text]).to.deep.equal(['by query', 'by form']);
			expect((await sent({ chat_id: String(OLGA), text: 'by JSON', unknown_field: { a: 1 } })).text).to.equal('by JSON');
		});

		it('refuses a body over 50 MB with 413 before it is read', async () => {
			const response = await fetch(`${desk.url}/bot${SANDBOX_TOKEN}/sendMessage`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: Buffer.alloc(53_000_000, 32),
			}).catch(() => undefined);
			if (response !== undefined)
				expect(await response.json()).to.deep.equal({ ok: false, error_code: 413, description: 'Request Entity Too Large' });
		});
	});

	describe('texts', () => {
		it('refuses what the real one refuses, in its words', async () => {
			expect(await refusal('sendMessage', { text: 'x' })).to.equal('400 Bad Request: chat_id is empty');
			expect(await refusal('sendMessage', { chat_id: 424242, text: 'x' })).to.equal('400 Bad Request: chat not found');
			expect(await refusal('sendMessage', { chat_id: OLGA, text: ' \n ' })).to.equal('400 Bad Request: message text is empty');
			expect(await refusal('sendMessage', { chat_id: OLGA, text: 'x'.repeat(4097) })).to.equal('400 Bad Request: message is too long');
			expect(await refusal('sendMessage', { chat_id: OLGA, text: 'x', reply_parameters: { message_id: 987654 } })).to.equal(
				'400 Bad Request: message to be replied not found',
			);
			expect(await refusal('sendMessage', { chat_id: OLGA, text: 'a <b>b', parse_mode: 'HTML' })).to.equal(
				'400 Bad Request: can\'t parse entities: Can\'t find end tag corresponding to start tag "b"',
			);
			expect(await refusal('sendMessage', { chat_id: OLGA, text: 'a.b', parse_mode: 'MarkdownV2' })).to.equal(
				"400 Bad Request: can't parse entities: Character '.' is reserved and must be escaped with the preceding '\\'",
			);
		});

		it('sends without the lost message when told that it may', async () => {
			const message = await sent({ chat_id: OLGA, text: 'x', reply_parameters: { message_id: 987654, allow_sending_without_reply: true } });
			expect(message).not.to.have.property('reply_to_message');
		});

		it('trims, and counts code points and not units, because the limit is the server’s', async () => {
			expect((await sent({ chat_id: OLGA, text: `  ${'😀'.repeat(4096)}\n` })).text).to.have.lengthOf(8192);
			expect(await refusal('sendMessage', { chat_id: OLGA, text: '😀'.repeat(4097) })).to.equal('400 Bad Request: message is too long');
		});

		it('drops and replaces the characters that the real one does, and keeps formatting in its place', async () => {
			const message = await sent({
				chat_id: OLGA,
				text: 'a\tb \u2028\u2029\u202ac\u0333\u033f\u030a å <b>bold</b>',
				parse_mode: 'HTML',
			});
			expect(message).to.deep.include({ text: 'a b c å bold', entities: [{ type: 'bold', offset: 8, length: 4 }] });
			expect(await refusal('sendMessage', { chat_id: OLGA, text: 'a\ud800' })).to.equal(
				'400 Bad Request: strings must be encoded in UTF-8',
			);
		});

		it('takes markup out of the text and finds addresses and commands by itself', async () => {
			const message = await sent({
				chat_id: OLGA,
				text: '<b>Bold</b> &amp; <a href="https://example.org/">there</a> /help https://example.com/x.',
				parse_mode: 'HTML',
			});
			expect(message.text).to.equal('Bold & there /help https://example.com/x.');
			expect(message.entities).to.deep.equal([
				{ type: 'bold', offset: 0, length: 4 },
				{ type: 'text_link', offset: 7, length: 5, url: 'https://example.org/' },
				{ type: 'bot_command', offset: 13, length: 5 },
				{ type: 'url', offset: 19, length: 21 },
			]);
		});
	});

	describe('buttons', () => {
		const keyboard = (button: unknown): unknown => ({ inline_keyboard: [[button]] });
		it('holds callback data to 1 to 64 bytes, in bytes and not in letters', async () => {
			expect(
				await refusal('sendMessage', { chat_id: OLGA, text: 'x', reply_markup: keyboard({ text: 'a', callback_data: 'я'.repeat(33) }) }),
			).to.equal('400 Bad Request: BUTTON_DATA_INVALID');
			expect(await refusal('sendMessage', { chat_id: OLGA, text: 'x', reply_markup: keyboard({ text: 'a', callback_data: '' }) })).to.equal(
				'400 Bad Request: BUTTON_DATA_INVALID',
			);
			await sent({ chat_id: OLGA, text: 'x', reply_markup: keyboard({ text: 'a', callback_data: 'я'.repeat(32) }) });
		});
		it('refuses a button that does nothing, and markup that is no JSON', async () => {
			expect(await refusal('sendMessage', { chat_id: OLGA, text: 'x', reply_markup: keyboard({ text: 'a' }) })).to.equal(
				"400 Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
			);
			expect(await refusal('sendMessage', { chat_id: OLGA, text: 'x', reply_markup: '{' })).to.equal(
				"400 Bad Request: can't parse reply keyboard markup JSON object",
			);
			expect(await refusal('sendMessage', { chat_id: OLGA, text: 'x', reply_markup: [1] })).to.equal(
				'400 Bad Request: object expected as reply markup',
			);
		});
	});

	describe('editing and taking back', () => {
		it('refuses a forced reply in a channel and in an edit', async () => {
			const reply_markup = { force_reply: true };
			const { message_id } = await sent({ chat_id: OLGA, text: 'Hello' });
			for (const [method, given] of [
				['sendMessage', { chat_id: CHANNEL, text: 'Hello' }],
				['editMessageText', { chat_id: OLGA, message_id, text: 'Hello again' }],
				['editMessageReplyMarkup', { chat_id: OLGA, message_id }],
			] as const)
				expect(await refusal(method, { ...given, reply_markup }), method).to.equal('400 Bad Request: inline keyboard expected');
		});

		it('says that nothing changed, because an idempotent edit has to recognise it', async () => {
			const { message_id } = await sent({
				chat_id: OLGA,
				text: 'as it is',
				reply_markup: { inline_keyboard: [[{ text: 'a', callback_data: 'a' }]] },
			});
			const same = {
				chat_id: OLGA,
				message_id,
				text: 'as it is',
				reply_markup: { inline_keyboard: [[{ text: 'a', callback_data: 'a' }]] },
			};
			expect(await refusal('editMessageText', same)).to.equal(
				'400 Bad Request: message is not modified: specified new message content and reply markup ' +
					'are exactly the same as a current content and reply markup of the message',
			);
			const without = await desk.bot('editMessageReplyMarkup', { chat_id: OLGA, message_id });
			expect(without.result, 'a keyboard that is not repeated goes').not.to.have.property('reply_markup');
			expect(await refusal('editMessageReplyMarkup', { chat_id: OLGA, message_id })).to.contain('message is not modified');
		});

		it('edits only what is the bot’s and of the kind asked for', async () => {
			const { message_id: theirs } = await desk.control<Sent>('/send', { from: OLGA, text: 'mine' });
			expect(await refusal('editMessageText', { chat_id: OLGA, message_id: theirs, text: 'x' })).to.equal(
				"400 Bad Request: message can't be edited",
			);
			expect(await refusal('editMessageText', { chat_id: OLGA, message_id: 987654, text: 'x' })).to.equal(
				'400 Bad Request: message to edit not found',
			);
			expect(await refusal('editMessageText', { chat_id: OLGA, text: 'x' })).to.equal(
				'400 Bad Request: message identifier is not specified',
			);
			const { message_id } = await sent({ chat_id: OLGA, text: 'text' });
			expect(await refusal('editMessageCaption', { chat_id: OLGA, message_id, caption: 'x' })).to.equal(
				'400 Bad Request: there is no caption in the message to edit',
			);
			expect((await desk.bot('deleteMessage', { chat_id: OLGA, message_id })).result).to.equal(true);
			expect(await refusal('deleteMessage', { chat_id: OLGA, message_id })).to.equal('400 Bad Request: message to delete not found');
		});

		it('lets nothing be taken back after two days', async () => {
			const { message_id } = await sent({ chat_id: OLGA, text: 'old' });
			desk.nowMs = Date.now() + 49 * 3_600_000;
			expect(await refusal('deleteMessage', { chat_id: OLGA, message_id })).to.equal(
				"400 Bad Request: message can't be deleted for everyone",
			);
			desk.nowMs = undefined;
		});
	});

	describe('pictures', () => {
		let png: Buffer;
		before(async () => {
			png = await sharp({ create: { width: 1080, height: 1080, channels: 3, background: '#b73' } })
				.png()
				.toBuffer();
		});
		const upload = async (
			fields: Record<string, string>,
			files: Record<string, Buffer>,
		): Promise<{ ok: boolean; description?: string; result: Sent }> => {
			const form = new FormData();
			for (const [name, value] of Object.entries(fields)) form.append(name, value);
			for (const [name, bytes] of Object.entries(files)) form.append(name, new Blob([new Uint8Array(bytes)]), `${name}.png`);
			return (await (await fetch(`${desk.url}/bot${SANDBOX_TOKEN}/sendPhoto`, { method: 'POST', body: form })).json()) as never;
		};

		it('keeps several sizes of an upload and sends it again by file_id with the same unique id, which proves the approval', async () => {
			const first = await upload({ chat_id: String(OLGA), caption: 'A cover' }, { photo: png });
			expect(first.result.photo.map(({ width }) => width)).to.deep.equal([90, 320, 800, 1080]);
			const largest = first.result.photo.at(-1);
			const again = await desk.bot<Sent>('sendPhoto', { chat_id: CHANNEL, photo: largest?.file_id, caption: 'A cover' });
			expect(again.result.photo).to.deep.equal(first.result.photo);
			expect(again.result).to.have.nested.property('sender_chat.id', CHANNEL);
		});

		it('takes an upload by attach:// too', async () => {
			const answer = await upload({ chat_id: String(EGOR), photo: 'attach://mine' }, { mine: png });
			expect(answer.ok, answer.description).to.equal(true);
		});

		it('gives the file back by getFile, as the JPEG it became', async () => {
			const { result } = await upload({ chat_id: String(OLGA) }, { photo: png });
			const { result: file } = await desk.bot<{ file_path: string; file_size: number }>('getFile', { file_id: result.photo[0]?.file_id });
			const bytes = Buffer.from(await (await fetch(`${desk.url}/file/bot${SANDBOX_TOKEN}/${file.file_path}`)).arrayBuffer());
			expect(bytes).to.have.lengthOf(file.file_size);
			expect((await sharp(bytes).metadata()).format).to.equal('jpeg');
			expect((await fetch(`${desk.url}/file/bot7000001:another-token-another-token/${file.file_path}`)).status).to.equal(401);
			expect((await fetch(`${desk.url}/file/bot${SANDBOX_TOKEN}/photos/../state.json`)).status).to.equal(404);
		});

		it('counts a caption in code points after its markup is taken out, as the real one does', async () => {
			const by = async (caption: string, parse_mode = ''): Promise<string> => {
				const answer = await upload({ chat_id: String(OLGA), caption, parse_mode }, { photo: png });
				return answer.ok ? answer.result.caption : String(answer.description);
			};
			expect(await by('😀'.repeat(1024))).to.have.lengthOf(2048);
			expect(await by(`<b>${'x'.repeat(1024)}</b>`, 'HTML')).to.have.lengthOf(1024);
			expect(await by(` ${'x'.repeat(1024)} `)).to.have.lengthOf(1024);
			expect(await by('x'.repeat(1025))).to.equal('Bad Request: message caption is too long');
		});

		it('refuses what is no photo, in the real words', async () => {
			const by = async (bytes: Buffer): Promise<unknown> => (await upload({ chat_id: String(OLGA) }, { photo: bytes })).description;
			const flat = (width: number, height: number): Promise<Buffer> =>
				sharp({ create: { width, height, channels: 3, background: '#fff' } })
					.png()
					.toBuffer();
			expect(await by(Buffer.from('not a picture'))).to.equal('Bad Request: IMAGE_PROCESS_FAILED');
			expect(await by(await flat(2100, 100))).to.equal('Bad Request: PHOTO_INVALID_DIMENSIONS');
			expect(await by(await flat(9000, 1200))).to.equal('Bad Request: PHOTO_INVALID_DIMENSIONS');
			expect(await by(Buffer.concat([png, Buffer.alloc(10_485_760)]))).to.match(
				/^Bad Request: file of size \d+ bytes is too big for a photo; the maximum size is 10485760 bytes$/,
			);
			expect(await refusal('sendPhoto', { chat_id: OLGA })).to.equal('400 Bad Request: there is no photo in the request');
			expect(await refusal('sendPhoto', { chat_id: OLGA, photo: 'short' })).to.equal(
				'400 Bad Request: wrong remote file identifier specified: Wrong string length',
			);
			expect(await refusal('sendPhoto', { chat_id: OLGA, photo: `AgACAgQAAxkBAA${'x'.repeat(40)}` })).to.equal(
				'400 Bad Request: wrong file_id or the file is temporarily unavailable',
			);
		});

		it('forwards a channel post with where it comes from, because that is how a lost answer is reconciled', async () => {
			const { result } = await upload({ chat_id: String(CHANNEL), caption: 'Post' }, { photo: png });
			const { result: forwarded } = await desk.bot('forwardMessage', {
				chat_id: OLGA,
				from_chat_id: CHANNEL,
				message_id: result.message_id,
			});
			expect(forwarded).to.have.nested.property('forward_origin.type', 'channel');
			expect(forwarded).to.have.nested.property('forward_origin.message_id', result.message_id);
			expect(forwarded).to.have.property('caption', 'Post');
			expect(await refusal('forwardMessage', { chat_id: OLGA, from_chat_id: CHANNEL, message_id: 987654 })).to.equal(
				'400 Bad Request: message to forward not found',
			);
		});
	});

	describe('the bot itself', () => {
		it('says who is in a chat and what the bot may there', async () => {
			const status = async (chat_id: number, user_id: number): Promise<unknown> =>
				(await desk.bot<{ status: string }>('getChatMember', { chat_id, user_id })).result.status;
			expect([await status(CHANNEL, 7000001), await status(OLGA, 7000001), await status(CHANNEL, EGOR)]).to.deep.equal([
				'administrator',
				'member',
				'member',
			]);
			expect(await refusal('getChatMember', { chat_id: CHANNEL })).to.equal('400 Bad Request: invalid user_id specified');
			expect(await refusal('getChatMember', { chat_id: CHANNEL, user_id: 424242 })).to.equal('400 Bad Request: user not found');
			expect((await desk.bot('getChat', { chat_id: CHANNEL })).result).to.have.nested.property('accepted_gift_types.unique_gifts');
		});

		it('keeps the commands of each chat and language apart, and refuses a malformed one', async () => {
			const scope = { type: 'chat', chat_id: OLGA };
			const commands = [{ command: 'post', description: 'Write a post' }];
			expect((await desk.bot('setMyCommands', { scope, commands })).result).to.equal(true);
			expect((await desk.bot('getMyCommands', { scope })).result).to.deep.equal(commands);
			expect((await desk.bot('getMyCommands', { scope, language_code: 'ru' })).result).to.deep.equal([]);
			expect((await desk.bot('getMyCommands')).result).to.deep.equal([]);
			const refused: readonly (readonly [object, string])[] = [
				[{ commands: [{ command: 'Post', description: 'x' }] }, 'BOT_COMMAND_INVALID'],
				[{ commands: [{ command: 'post', description: ' ' }] }, 'command description must be non-empty'],
				[{ commands: [{ command: ' /', description: 'x' }] }, 'command must be non-empty'],
				[{ commands: [{ command: 'p'.repeat(33), description: 'x' }] }, 'command length must not exceed 32'],
				[{ commands: [{ command: 'post' }] }, 'invalid setMyCommands parameters'],
				[{ commands, scope: { type: 'moon' } }, "can't parse BotCommandScope: Unsupported type specified"],
				[{ commands, language_code: 'english' }, 'invalid language code specified'],
			];
			for (const [given, words] of refused) expect(await refusal('setMyCommands', { ...given })).to.equal(`400 Bad Request: ${words}`);
			expect(await refusal('setMyCommands', { commands, scope: { type: 'chat', chat_id: 424242 } })).to.equal(
				'400 Bad Request: chat not found',
			);
		});
	});

	describe('people', () => {
		it('lets an answer to a press come for 150 seconds and not later', async () => {
			const { message_id } = await sent({
				chat_id: OLGA,
				text: 'x',
				reply_markup: { inline_keyboard: [[{ text: 'a', callback_data: 'a' }]] },
			});
			desk.nowMs = 1_800_000_000_000;
			const inTime = await desk.control<{ callback_query_id: string }>('/press', { from: OLGA, message_id, callback_data: 'a' });
			desk.nowMs += 150_000;
			expect((await desk.bot('answerCallbackQuery', { callback_query_id: inTime.callback_query_id })).result).to.equal(true);
			desk.nowMs += 1;
			expect(await refusal('answerCallbackQuery', { callback_query_id: inTime.callback_query_id })).to.equal(
				'400 Bad Request: query is too old and response timeout expired or query ID is invalid',
			);
			expect(await refusal('answerCallbackQuery', { callback_query_id: '12' })).to.equal(
				'400 Bad Request: query is too old and response timeout expired or query ID is invalid',
			);
			desk.nowMs = undefined;
		});

		it('lets nothing through to one who blocked the bot, tells the bot, and leaves the other alone', async () => {
			await desk.control('/block', { from: EGOR, blocked: true });
			expect(await refusal('sendMessage', { chat_id: EGOR, text: 'x' })).to.equal('403 Forbidden: bot was blocked by the user');
			await sent({ chat_id: OLGA, text: 'x' });
			expect((await desk.control('/send', { from: EGOR, text: 'x' })).status).to.equal(409);
			await desk.control('/block', { from: EGOR, blocked: false });
			await sent({ chat_id: EGOR, text: 'x' });
			const { result: updates } = await desk.bot<{ my_chat_member?: { new_chat_member: { status: string } } }[]>('getUpdates', {
				allowed_updates: [],
			});
			expect(updates.flatMap(({ my_chat_member: change }) => (change === undefined ? [] : [change.new_chat_member.status]))).to.deep.equal([
				'kicked',
				'member',
			]);
		});

		it('asks one person for an answer and shows the question in what comes back', async () => {
			const { message_id } = await sent({
				chat_id: EGOR,
				text: 'What shall change?',
				reply_markup: { force_reply: true, input_field_placeholder: 'Your words' },
			});
			const { chats } = await desk.control<State>('/state');
			expect(chats.find(({ id }) => id === EGOR)?.force_reply).to.deep.equal({ message_id, placeholder: 'Your words' });
			const { message } = await desk.control<{ message: { reply_to_message: { message_id: number } } }>('/send', {
				from: EGOR,
				text: 'Shorter',
				reply_to_message_id: message_id,
			});
			expect(message.reply_to_message.message_id).to.equal(message_id);
		});
	});
});
