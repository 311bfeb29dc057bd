import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { Api, Bot, GrammyError, InlineKeyboard, InputFile, webhookCallback } from 'grammy';
import sharp from 'sharp';
import { CHANNEL, EGOR, OLGA, RunningSandbox, SANDBOX_TOKEN } from '../support/sandbox.ts';

describe('the sandbox with a public Bot API client, unchanged', () => {
	let sandbox: RunningSandbox;
	let api: Api;
	before(async () => {
		sandbox = await new RunningSandbox().start();
		api = new Api(SANDBOX_TOKEN, { apiRoot: sandbox.url });
	});
	after(() => sandbox.end());

	it('sends, uploads, edits, forwards and deletes', async () => {
		expect(await api.getMe()).to.include({ id: 7000001, is_bot: true });
		const cover = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#356' } })
			.png()
			.toBuffer();
		const keyboard = new InlineKeyboard().text('Publish', 'cd1|publish|p1|1').text('Reject', 'cd1|reject|p1|1');
		const preview = await api.sendPhoto(OLGA, new InputFile(cover, 'cover.png'), { caption: 'A caption', reply_markup: keyboard });
		expect(preview.reply_markup?.inline_keyboard[0]).to.deep.equal([
			{ text: 'Publish', callback_data: 'cd1|publish|p1|1' },
			{ text: 'Reject', callback_data: 'cd1|reject|p1|1' },
		]);
		const post = await api.sendPhoto(CHANNEL, preview.photo.at(-1)?.file_id ?? '', { caption: 'A caption' });
		expect(post.photo.at(-1)?.file_unique_id).to.equal(preview.photo.at(-1)?.file_unique_id);
		const edited = await api.editMessageCaption(OLGA, preview.message_id, { caption: 'Another' });
		expect(edited).to.include({ caption: 'Another' }).and.not.to.have.property('reply_markup');
		const other = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#853' } })
			.png()
			.toBuffer();
		const replaced = await api.editMessageMedia(CHANNEL, post.message_id, {
			type: 'photo',
			media: new InputFile(other, 'other.png'),
			caption: 'Corrected',
		});
		expect(replaced).to.include({ message_id: post.message_id, caption: 'Corrected' });
		const shown = replaced as typeof post;
		expect(shown.photo.at(-1)?.file_unique_id).not.to.equal(post.photo.at(-1)?.file_unique_id);
		const again = { type: 'photo', media: shown.photo.at(-1)?.file_id ?? '', caption: 'Corrected' } as const;
		const same = await api.editMessageMedia(CHANNEL, post.message_id, again).catch((thrown: unknown) => thrown);
		expect(String(same)).to.contain('message is not modified');
		const file = await api.getFile(post.photo[0]?.file_id ?? '');
		expect((await fetch(`${sandbox.url}/file/bot${SANDBOX_TOKEN}/${file.file_path}`)).status).to.equal(200);
		await api.forwardMessage(EGOR, CHANNEL, post.message_id);
		expect(await api.deleteMessage(OLGA, preview.message_id)).to.equal(true);
	});

	it('reports a refusal as the client’s own error', async () => {
		const error = await api.sendMessage(999_999, 'x').catch((thrown: unknown) => thrown);
		expect(error).to.be.instanceOf(GrammyError).and.to.include({ error_code: 400, description: 'Bad Request: chat not found' });
	});

	it('is polled by a bot', async () => {
		const bot = new Bot(SANDBOX_TOKEN, { client: { apiRoot: sandbox.url } });
		const heard = new Promise<string>((resolve) => {
			bot.command('post', async (context) => {
				await context.reply('Working on it', { reply_markup: { force_reply: true } });
				resolve(context.match);
			});
		});
		let running: Promise<void> | undefined;
		await new Promise<void>((resolve) => {
			running = bot.start({ onStart: () => resolve() });
		});
		await sandbox.control('/send', { from: OLGA, text: '/post the harbour tram' });
		expect(await heard).to.equal('the harbour tram');
		await bot.stop();
		await running;
	});

	it('posts updates with their secret to a bot’s webhook', async () => {
		const bot = new Bot(SANDBOX_TOKEN, { client: { apiRoot: sandbox.url } });
		const pressed = new Promise<string>((resolve) => {
			bot.on('callback_query:data', async (context) => {
				await context.answerCallbackQuery('Noted');
				await context.editMessageReplyMarkup();
				resolve(context.callbackQuery.data);
			});
		});
		const answer = webhookCallback(bot, 'http', { secretToken: 'a-secret' });
		const server: Server = createServer((request, response) => void answer(request, response));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		try {
			await api.setWebhook(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { secret_token: 'a-secret' });
			const { message_id } = await api.sendMessage(EGOR, 'Well?', { reply_markup: new InlineKeyboard().text('Yes', 'yes') });
			await sandbox.control('/press', { from: EGOR, message_id, callback_data: 'yes' });
			expect(await pressed).to.equal('yes');
			const error = await api.getUpdates().catch((thrown: unknown) => thrown);
			expect(error).to.include({ error_code: 409 });
		} finally {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			await api.deleteWebhook();
		}
	});
});
