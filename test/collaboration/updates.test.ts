/** The two ways in which the service takes updates itself, as a process: asked for, and brought to its listener. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { openDatabase } from '@copydesk/kit/database/open';
import { EDITOR, OWNER, pressUpdate, textUpdate } from '../support/collaboration.ts';
import { newSetup, operator, startService, type ServiceProcess, type Setup } from '../support/collaborationProcess.ts';
import { MAIN_SECRET, startMainGraph, type MainGraph } from '../support/mainGraph.ts';
import { startFakeMessenger, type FakeMessenger } from '../support/messenger.ts';
import { until } from '../support/until.ts';

const SECRET = 'the-secret-of-the-updates-listener-0123456789';

describe('The collaboration service that takes updates itself', function () {
	this.timeout(60_000);
	let messenger: FakeMessenger;
	let main: MainGraph;
	let setup: Setup;
	const running: ServiceProcess[] = [];
	beforeEach(async () => {
		messenger = await startFakeMessenger();
		main = await startMainGraph();
		setup = newSetup(messenger.url, { MAIN_WEBHOOK_URL: main.url, MAIN_WEBHOOK_SECRET: MAIN_SECRET, COLLAB_UPDATES: 'polling' });
		await operator(setup.env, 'participants', 'set', '--owner', String(OWNER), '--editor', String(EDITOR), '--yes');
	});
	afterEach(async () => {
		for (const service of running.splice(0)) await service.stop('SIGKILL');
		await main.shut();
		await messenger.close();
		setup.remove();
	});

	const start = async (more: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> => {
		const service = await startService({ ...setup.env, ...more });
		running.push(service);
		main.serve(service);
		return service;
	};
	async function rows(sql: string) {
		const db = await openDatabase(setup.env['COLLAB_DATABASE_URL'] as string);
		try {
			return await db.query(sql);
		} finally {
			await db.close();
		}
	}
	const admitted = async () => (await rows('select update_id from event order by update_id')).map(({ update_id }) => Number(update_id));
	const idsOf = (updates: readonly { readonly update_id: number }[]) => updates.map(({ update_id }) => update_id);
	const checked = async (service: ServiceProcess) =>
		((await (await fetch(`${service.url}/healthz`)).json()) as { checks: { updates?: string } }).checks.updates;
	const six = () => [OWNER, EDITOR, OWNER, OWNER, EDITOR, OWNER].map((from) => textUpdate(from, '/help'));

	it('removes the webhook and keeps what waits, asks, and confirms only what is stored', async () => {
		const updates = six();
		messenger.bring(...updates);
		const service = await start();
		await until(() => messenger.unconfirmed().length === 0);
		await until(async () => (await admitted()).length === updates.length);
		expect(messenger.calls[0]).to.deep.include({ method: 'deleteWebhook', fields: {} });
		const asked = messenger.calls.filter(({ method }) => method === 'getUpdates').map(({ fields }) => fields);
		const common = {
			limit: 100,
			timeout: 25,
			allowed_updates: ['message', 'edited_message', 'callback_query', 'my_chat_member', 'message_reaction_count'],
		};
		expect(asked).to.deep.equal([
			{ ...common, timeout: 0 },
			{ ...common, offset: (idsOf(updates).at(-1) ?? 0) + 1 },
		]);
		expect(await checked(service)).to.equal('ok');
		expect(await service.stop(), 'a long question does not hold up the end').to.equal(0);
	});

	for (const point of ['intake.before_store', 'intake.stored', 'hand.before_post', 'hand.after_post', 'event.before_store', 'event.stored'])
		it(`killed at ${point} loses nothing, repeats nothing, and keeps each person’s order`, async () => {
			const updates = six();
			messenger.bring(...updates);
			const first = await start({ COPYDESK_FAULT_POINT: `${point}#${point.startsWith('intake') ? 1 : 2}` });
			expect(await first.ended).to.equal('SIGKILL');
			await start();
			await until(async () => (await admitted()).length === updates.length);
			await until(async () => (await rows('select update_id from incoming')).length === 0);
			expect(await admitted()).to.deep.equal(idsOf(updates));
			const taken = main.answers.filter(({ body }) => body.admitted === true).map(({ body }) => Number(body.event_key.slice(2)));
			for (const from of [OWNER, EDITOR]) {
				const own = idsOf(updates.filter(({ message }) => message.from.id === from));
				expect(
					taken.filter((id) => own.includes(id)),
					String(from),
				).to.deep.equal(own.filter((id) => taken.includes(id)));
			}
			expect(new Set(taken).size, 'each is admitted once').to.equal(taken.length);
			const admissions = await rows(`select entity from audit where action = 'event.admitted'`);
			expect(admissions).to.have.length(updates.length);
		});

	it('shows who refuses it, tries again with growing pauses, and goes on by itself', async () => {
		let met: 'conflict' | 'refused' | undefined = 'conflict';
		messenger.rule(({ method }) =>
			method === 'getUpdates' && met !== undefined
				? { refuse: met === 'conflict' ? 409 : 401, description: 'Conflict: terminated by other getUpdates request' }
				: undefined,
		);
		const service = await start();
		await until(async () => (await checked(service)) === 'conflict', 50);
		const asked = () => messenger.calls.filter(({ method }) => method === 'getUpdates').length;
		const { hostname, port } = new URL(service.url);
		const told = await operator({ ...setup.env, COLLAB_HOST: hostname, COLLAB_PORT: port }, 'status');
		expect(told.output, 'another holder of the token is noticed').to.include('another program takes this bot’s updates (409): stop it');
		await sleep(2_500);
		expect(asked(), 'after 1 s and 2 s more').to.be.at.most(3);
		met = 'refused';
		await until(async () => (await checked(service)) === 'refused', 50);
		met = undefined;
		messenger.bring(textUpdate(OWNER, '/help'));
		await until(async () => (await admitted()).length === 1, 50);
		await until(async () => (await checked(service)) === 'ok', 50);
	});

	it('is taken over within 15 s when it dies, by the instance that stood by', async () => {
		const first = await start();
		await until(async () => (await checked(first)) === 'ok', 50);
		const second = await start();
		await until(async () => (await checked(second)) === 'standby', 50);
		await first.stop('SIGKILL');
		const diedAt = Date.now();
		messenger.bring(textUpdate(EDITOR, '/help'));
		await until(async () => (await admitted()).length === 1, 50);
		expect(Date.now() - diedAt).to.be.below(15_000);
	});

	describe('at its listener', () => {
		let url = '';
		const listen = async (more: Readonly<Record<string, string>> = {}) => {
			const port = 20_000 + (process.pid % 20_000);
			url = `http://127.0.0.1:${port}/updates`;
			return start({ COLLAB_UPDATES: 'webhook', COLLAB_UPDATES_SECRET: SECRET, COLLAB_UPDATES_PORT: String(port), ...more });
		};
		const bring = async (body: unknown, { secret = SECRET, type = 'application/json', to = url, method = 'POST' } = {}) => {
			const response = await fetch(to, {
				method,
				headers: { ...(secret === '' ? {} : { 'X-Telegram-Bot-Api-Secret-Token': secret }), 'Content-Type': type },
				...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
			});
			return [response.status, await response.text()];
		};

		it('is confirmed what is durable, tells the messenger where it is, and refuses everybody else before reading', async () => {
			await listen({ COLLAB_UPDATES_URL: 'https://desk.example/updates' });
			await until(() => messenger.calls.length > 0);
			expect(messenger.calls[0]).to.deep.include({
				method: 'setWebhook',
				fields: {
					url: 'https://desk.example/updates',
					secret_token: SECRET,
					allowed_updates: ['message', 'edited_message', 'callback_query', 'my_chat_member', 'message_reaction_count'],
				},
			});
			const update = textUpdate(OWNER, '/help');
			expect(await bring(update)).to.deep.equal([200, '']);
			await until(async () => (await admitted()).length === 1);
			expect(main.posted).to.deep.equal([update]);
			expect(await bring(update), 'once more').to.deep.equal([200, '']);
			const other = textUpdate(OWNER, '/help');
			expect(await bring(other, { secret: '' })).to.deep.equal([401, '']);
			expect(await bring(other, { secret: MAIN_SECRET })).to.deep.equal([401, '']);
			expect(await bring(other, { type: 'text/xml' })).to.deep.equal([415, '']);
			expect(await bring(other, { to: `${url}/` })).to.deep.equal([404, '']);
			expect(await bring(other, { to: new URL('/event', url).href })).to.deep.equal([404, '']);
			expect(await bring(other, { method: 'GET' })).to.deep.equal([404, '']);
			expect(await admitted()).to.deep.equal([update.update_id]);
		});

		it('confirms an unreadable update once, with a row in the audit', async () => {
			await listen();
			const large = JSON.stringify(textUpdate(OWNER, 'x'.repeat(1_048_576)));
			const poison = [
				'{"update_id":',
				JSON.stringify(textUpdate(OWNER, 'a\u0000b')),
				'{"update_id":7,"message":{"text":"\\ud83d"}}',
				large,
				'[]',
			];
			for (const body of poison) expect(await bring(body), body.slice(0, 40)).to.deep.equal([200, '']);
			const codes = await rows(`select code from audit where action = 'update.unreadable' order by seq`);
			expect(codes.map(({ code }) => code)).to.deep.equal(['not_json', 'unstorable', 'unstorable', 'too_large', 'not_json']);
			expect(main.posted).to.deep.equal([]);
		});

		it('answers 503 when it cannot store, and takes it when it can', async () => {
			await listen();
			const db = await openDatabase(setup.env['COLLAB_DATABASE_URL'] as string);
			await db.query('alter table incoming rename to incoming_away');
			const update = textUpdate(OWNER, '/help');
			expect(await bring(update)).to.deep.equal([503, '']);
			await db.query('alter table incoming_away rename to incoming');
			await db.close();
			expect(await bring(update)).to.deep.equal([200, '']);
			await until(async () => (await admitted()).length === 1);
		});
	});

	describe('while n8n is away', () => {
		it('answers each press within 3 s, tells each person once, and carries all out in order when n8n is back', async () => {
			await start();
			await main.shut();
			const began = Date.now();
			const updates = [
				textUpdate(OWNER, '/help'),
				pressUpdate(OWNER, 101, 'cd1|publish|p1|1'),
				textUpdate(OWNER, '/status'),
				pressUpdate(EDITOR, 102, 'cd1|publish|p1|1'),
				textUpdate(EDITOR, '/help'),
				textUpdate(77, '/start'),
			];
			messenger.bring(...updates);
			const said = (method: string) => messenger.calls.filter((call) => call.method === method).map(({ fields }) => fields);
			await until(() => said('answerCallbackQuery').length === 2);
			expect(Date.now() - began).to.be.below(3_000);
			expect(said('answerCallbackQuery')).to.deep.include({
				callback_query_id: updates[1] === undefined ? '' : `cb-${updates[1].update_id}`,
				text: 'Kept. I do it as soon as I can.',
			});
			await until(() => said('sendMessage').length === 2);
			await sleep(2_500);
			expect(said('answerCallbackQuery')).to.have.length(2);
			expect(said('sendMessage').map(({ chat_id }) => chat_id)).to.have.members([OWNER, EDITOR]);
			expect(String(said('sendMessage')[0]?.['text'])).to.match(/Your message is kept/);
			await main.open();
			await until(async () => (await rows('select update_id from incoming')).length === 0, 50);
			expect(idsOf(main.posted.filter((update) => 'callback_query' in update || 'message' in update)).toSorted()).to.deep.equal(
				idsOf(updates),
			);
			expect(said('sendMessage'), 'the stranger is greeted, and nobody told again').to.have.length.at.most(3);
		});
	});
});
