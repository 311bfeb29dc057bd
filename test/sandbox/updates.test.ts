import { expect } from 'chai';
import { pauseSeconds } from '../../services/sandbox/src/messenger/updates.ts';
import type { Sent, State } from '../support/sandbox.ts';
import { EGOR, Hook, OLGA, RunningSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

describe('updates on their way to the bot', () => {
	let sandbox: RunningSandbox;
	let hook: Hook;
	beforeEach(async () => {
		sandbox = await new RunningSandbox().start();
		hook = await new Hook().start();
	});
	afterEach(async () => {
		await sandbox.end();
		await hook.stop();
	});
	const type = (text: string, from = OLGA): Promise<unknown> => sandbox.control('/send', { from, text });
	const pending = async (): Promise<number> =>
		(await sandbox.bot<{ pending_update_count: number }>('getWebhookInfo')).result.pending_update_count;

	it('waits as the real server does: at once, then 1, 2, 4 … 60 seconds, or as long as it was asked to', () => {
		expect([1, 2, 3, 4, 5, 8, 20].map((attempts) => pauseSeconds(attempts))).to.deep.equal([0, 1, 2, 4, 8, 60, 60]);
		expect(pauseSeconds(3, 30)).to.equal(30);
		expect(pauseSeconds(1, 999_999)).to.equal(3_600);
	});

	it('comes again until it is taken, with the secret each time, and says in the meantime why not', async () => {
		hook.answer = (response, _received, count) => {
			response.statusCode = count < 4 ? 503 : 200;
			response.end();
		};
		await sandbox.bot('setWebhook', { url: hook.url, secret_token: 'S-1' });
		await type('hello');
		await hook.got(4);
		expect(new Set(hook.received.map(({ update }) => update.update_id)).size, 'the same update each time').to.equal(1);
		expect(hook.received.map(({ headers }) => headers['x-telegram-bot-api-secret-token'])).to.deep.equal(['S-1', 'S-1', 'S-1', 'S-1']);
		await until(async () => (await pending()) === 0);
		expect((await sandbox.bot('getWebhookInfo')).result).to.include({
			last_error_message: 'Wrong response from the webhook: 503 Service Unavailable',
		});
	});

	it('holds a person’s next message back until the one before is taken, and does not make the other wait', async () => {
		const order: string[] = [];
		hook.answer = (response, { update }, count) => {
			const text = update.message?.text ?? '';
			response.statusCode = text === 'one' && count < 4 ? 500 : 200;
			if (response.statusCode === 200) order.push(text);
			response.end();
		};
		await sandbox.bot('setWebhook', { url: hook.url });
		await type('one');
		await type('two');
		await type('other', EGOR);
		await until(() => order.length === 3);
		expect(order.filter((text) => text !== 'other')).to.deep.equal(['one', 'two']);
		expect(order.indexOf('other')).to.be.lessThan(order.indexOf('one'));
	});

	it('honours Retry-After of the bot’s own server', async () => {
		hook.answer = (response, _received, count) => {
			if (count === 1) response.writeHead(503, { 'Retry-After': '2' });
			response.end();
		};
		await sandbox.bot('setWebhook', { url: hook.url });
		await type('hello');
		await hook.got(1);
		const calls = (): { kind: string; ok: boolean }[] => sandbox.sandbox.hub.calls.filter(({ kind }) => kind === 'update');
		await until(() => calls().length === 1);
		expect(calls()[0]).to.include({ ok: false });
		await hook.got(2);
	});

	it('drops a press that nobody took for 150 seconds, and a message after a day', async () => {
		sandbox.nowMs = 1_800_000_000_000;
		const { message_id } = (
			await sandbox.bot<Sent>('sendMessage', {
				chat_id: OLGA,
				text: 'x',
				reply_markup: { inline_keyboard: [[{ text: 'a', callback_data: 'a' }]] },
			})
		).result;
		await sandbox.control('/press', { from: OLGA, message_id, callback_data: 'a' });
		await type('hello');
		expect(await pending()).to.equal(2);
		sandbox.nowMs += 150_001;
		expect(await pending()).to.equal(1);
		sandbox.nowMs += 24 * 3_600_000;
		expect(await pending()).to.equal(0);
	});

	it('carries out the method named by a 2xx answer, because a careless answer of ours would be', async () => {
		hook.answer = (response) => {
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify({ method: 'sendMessage', chat_id: OLGA, text: 'by answer' }));
		};
		await sandbox.bot('setWebhook', { url: hook.url });
		await type('hello');
		const texts = await until(async () => {
			const { chats } = await sandbox.control<State>('/state');
			const found = chats.find(({ id }) => id === OLGA)?.messages.map(({ text }) => text);
			return found !== undefined && found.length === 2 && found;
		});
		expect(texts).to.deep.equal(['hello', 'by answer']);
	});

	it('carries out nothing that reads or sets webhooks that way', async () => {
		hook.answer = (response) => {
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify({ method: 'deleteWebhook' }));
		};
		await sandbox.bot('setWebhook', { url: hook.url });
		await type('hello');
		await until(async () => (await pending()) === 0);
		expect((await sandbox.bot('getWebhookInfo')).result).to.include({ url: hook.url });
	});

	it('sends only the kinds asked for, and keeps the choice when it is not repeated', async () => {
		await sandbox.bot('setWebhook', { url: hook.url, allowed_updates: ['callback_query'] });
		await type('unwanted');
		await sandbox.bot('setWebhook', { url: hook.url });
		expect((await sandbox.bot('getWebhookInfo')).result).to.deep.include({ allowed_updates: ['callback_query'], pending_update_count: 0 });
		expect(hook.received).to.have.lengthOf(0);
	});

	it('refuses getUpdates while a webhook is set and a second poll while one waits', async () => {
		await sandbox.bot('setWebhook', { url: hook.url });
		expect(await sandbox.bot('getUpdates')).to.include({
			status: 409,
			description: "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
		});
		await sandbox.bot('deleteWebhook');
		const first = sandbox.bot('getUpdates', { timeout: 30 });
		await until(async () => (await sandbox.bot('getUpdates', { timeout: 0 })).ok);
		expect((await first).status).to.equal(409);
	});

	it('refuses a webhook that is no address or has a wrong secret', async () => {
		expect((await sandbox.bot('setWebhook', { url: 'nonsense' })).description).to.equal('Bad Request: bad webhook: invalid URL specified');
		expect((await sandbox.bot('setWebhook', { url: hook.url, secret_token: 'with space' })).description).to.equal(
			'Bad Request: secret token contains unallowed characters',
		);
	});

	it('keeps chats, pictures, waiting updates and the webhook over a restart', async () => {
		hook.answer = (response) => {
			response.statusCode = 503;
			response.end();
		};
		await sandbox.bot('setWebhook', { url: hook.url, secret_token: 'S-2' });
		await type('before the restart');
		await hook.got(1);
		await sandbox.stop();
		hook.answer = (response) => response.end();
		const seen = hook.received.length;
		await sandbox.start();
		await hook.got(seen + 1);
		expect(hook.received.at(-1)?.headers['x-telegram-bot-api-secret-token']).to.equal('S-2');
		expect(hook.received.at(-1)?.update.message?.text).to.equal('before the restart');
		const { message_id } = (await sandbox.bot<Sent>('sendMessage', { chat_id: OLGA, text: 'x' })).result;
		expect(message_id, 'ids go on').to.equal(2);
	});
});
