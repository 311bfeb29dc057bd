import { expect } from 'chai';
import { pauseSeconds } from '../../services/sandbox/src/messenger/updates.ts';
import { EGOR, Hook, OLGA, RunningSandbox, type Sent, type State } from '../support/sandbox.ts';
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

	it('waits as the real server does: at once, then 2, 4, 8 … and one to two minutes, or as long as it was asked to', () => {
		expect([1, 2, 3, 4, 5, 7].map((attempts) => pauseSeconds(attempts, undefined, 1))).to.deep.equal([0, 2, 4, 8, 16, 64]);
		expect([0, 0.5, 1].map((random) => pauseSeconds(20, undefined, random))).to.deep.equal([60, 90, 120]);
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

	it('drops a press after 150 seconds without a taker, and a message after a day', async () => {
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

	it('gives a press up whose next attempt would come after its end', async () => {
		sandbox.nowMs = 1_800_000_000_000;
		const keyboard = { inline_keyboard: [[{ text: 'a', callback_data: 'a' }]] };
		const { message_id } = (await sandbox.bot<Sent>('sendMessage', { chat_id: OLGA, text: 'x', reply_markup: keyboard })).result;
		hook.answer = (response) => response.writeHead(503, { 'Retry-After': '151' }).end();
		await sandbox.bot('setWebhook', { url: hook.url });
		await sandbox.control('/press', { from: OLGA, message_id, callback_data: 'a' });
		await hook.got(1);
		await until(async () => (await pending()) === 0);
	});

	describe('asked for by getUpdates', () => {
		type Given = { readonly update_id: number; readonly message?: { readonly text: string } }[];
		const given = async (parameters: Record<string, unknown> = {}): Promise<string[]> =>
			(await sandbox.bot<Given>('getUpdates', parameters)).result.map(({ message }) => message?.text ?? '');

		it('gives the same until the offset says that they were taken, and no more at once than was asked for', async () => {
			for (const text of ['one', 'two', 'three']) await type(text);
			expect(await given({ limit: 2 })).to.deep.equal(['one', 'two']);
			const [first] = (await sandbox.bot<Given>('getUpdates')).result;
			expect(await given({ offset: (first?.update_id ?? 0) + 1 })).to.deep.equal(['two', 'three']);
			expect(await pending()).to.equal(2);
			expect(await given({ offset: -1 }), 'counted from the end, and what is before is forgotten').to.deep.equal(['three']);
			expect(await given()).to.deep.equal(['three']);
		});

		it('ignores an impossible offset, because it would swallow what people send next', async () => {
			await type('one');
			const [one] = (await sandbox.bot<Given>('getUpdates')).result;
			expect(await given({ offset: (one?.update_id ?? 0) + 1_000 })).to.deep.equal(['one']);
			expect(await pending()).to.equal(1);
		});

		it('waits for the next one as long as it was told to', async () => {
			const waiting = given({ timeout: 30, limit: 1 });
			await type('at last');
			expect(await waiting).to.deep.equal(['at last']);
		});

		it('ends the poll that waits when another one or a webhook comes, and says which', async () => {
			const first = sandbox.bot('getUpdates', { timeout: 30 });
			const second = until(async () => {
				const answer = await sandbox.bot('getUpdates', { timeout: 0 });
				return answer.ok && answer;
			});
			expect(await first).to.include({
				status: 409,
				description: 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
			});
			await second;
			const third = sandbox.bot('getUpdates', { timeout: 30 });
			// It has to wait before the webhook comes.
			await sandbox.bot('getMe');
			await sandbox.bot('setWebhook', { url: hook.url });
			expect(await third).to.include({ status: 409, description: 'Conflict: terminated by setWebhook request' });
			expect(await sandbox.bot('getUpdates')).to.include({
				status: 409,
				description: "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
			});
		});

		it('keeps what waits when the way changes, and drops it only when it is told to', async () => {
			await type('one');
			await sandbox.bot('setWebhook', { url: hook.url });
			await until(async () => (await pending()) === 0);
			await sandbox.bot('deleteWebhook');
			await type('two');
			expect(await given()).to.deep.equal(['two']);
			await sandbox.bot('deleteWebhook', { drop_pending_updates: true });
			expect(await given()).to.deep.equal([]);
		});
	});

	it('takes a webhook once a second', async () => {
		sandbox.nowMs = 1_800_000_000_000;
		await sandbox.bot('setWebhook', { url: hook.url });
		expect(await sandbox.bot('setWebhook', { url: hook.url })).to.deep.include({ status: 429, parameters: { retry_after: 1 } });
		expect((await sandbox.bot('deleteWebhook')).ok, 'taking it away is no such wish').to.equal(true);
		sandbox.nowMs += 1_000;
		expect((await sandbox.bot('setWebhook', { url: hook.url })).ok).to.equal(true);
	});

	it('refuses a webhook that is no address or has a wrong secret', async () => {
		expect((await sandbox.bot('setWebhook', { url: 'https://' })).description).to.equal('Bad Request: invalid webhook URL specified');
		sandbox.nowMs = Date.now() + 5_000;
		expect((await sandbox.bot('setWebhook', { url: hook.url, secret_token: 'with space' })).description).to.equal(
			'Bad Request: secret token contains unallowed characters',
		);
	});

	it('brings updates to https on the four ports alone, unless it was told that this machine is one of the desk’s own', async () => {
		const real = await new RunningSandbox(false).start();
		real.nowMs = 1_800_000_000_000;
		const refusal = async (url: string): Promise<string | undefined> => {
			(real.nowMs as number) += 1_000;
			return (await real.bot('setWebhook', { url })).description;
		};
		try {
			expect(await refusal(hook.url)).to.equal('Bad Request: bad webhook: An HTTPS URL must be provided for webhook');
			expect(await refusal('https://desk.example:8094/hook')).to.equal(
				'Bad Request: bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443',
			);
			expect(await refusal('https://192.168.1.7/hook')).to.equal('Bad Request: bad webhook: IP address 192.168.1.7 is reserved');
			expect(await refusal('https://desk.example:8443/hook')).to.equal('Webhook was set');
			expect((await sandbox.bot('setWebhook', { url: 'http://desk.example/hook' })).description, 'elsewhere it stays so').to.equal(
				'Bad Request: bad webhook: An HTTPS URL must be provided for webhook',
			);
		} finally {
			await real.end();
		}
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
