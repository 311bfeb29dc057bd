import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { QUIET_NODE, ROOT } from '../../../scripts/desk/paths.ts';
import { listenForIds, seenIn, type Seen } from '../../../scripts/operator/ids.ts';
import { CHANNEL, EGOR, OLGA, RunningSandbox, SANDBOX_TOKEN } from '../../support/sandbox.ts';
import { until } from '../../support/until.ts';
import { bareEnvironment } from '../../support/environment.ts';
import { createMessenger } from '@copydesk/collaboration/messenger/client';

const PERSON = { id: 111, is_bot: false, first_name: 'Anna', last_name: 'Ivanova', username: 'anna' };
const CHAT = { id: 111, type: 'private', first_name: 'Anna' };
const NEWS = { id: -1001234567890, type: 'channel', title: 'City news', username: 'citynews' };

describe('Finding the numbers', function () {
	this.timeout(30_000);

	for (const [what, update, found] of [
		[
			'somebody who writes',
			{ message: { from: PERSON, chat: CHAT } },
			[{ kind: 'person', id: 111, name: 'Anna Ivanova', username: 'anna' }],
		],
		[
			'a forwarded post',
			{ message: { from: PERSON, chat: CHAT, forward_origin: { type: 'channel', chat: NEWS } } },
			[
				{ kind: 'person', id: 111, name: 'Anna Ivanova', username: 'anna' },
				{ kind: 'channel', id: -1001234567890, name: 'City news', username: 'citynews' },
			],
		],
		[
			'a post forwarded by an older server',
			{
				message: {
					from: { id: 111, first_name: 'Anna', last_name: 'Ivanova' },
					chat: CHAT,
					forward_from_chat: { id: -1001234567890, type: 'channel', title: 'City news' },
				},
			},
			[
				{ kind: 'person', id: 111, name: 'Anna Ivanova' },
				{ kind: 'channel', id: -1001234567890, name: 'City news' },
			],
		],
		[
			'the bot being made an administrator of a channel',
			{ my_chat_member: { from: PERSON, chat: NEWS } },
			[
				{ kind: 'person', id: 111, name: 'Anna Ivanova', username: 'anna' },
				{ kind: 'channel', id: -1001234567890, name: 'City news', username: 'citynews' },
			],
		],
		[
			'a message forwarded from a person',
			{ message: { from: { ...PERSON, is_bot: true }, chat: CHAT, forward_origin: { type: 'user' } } },
			[],
		],
		['anything else', { poll: {} }, []],
	] as const) {
		it(`reads ${what}`, () => {
			expect(seenIn({ update_id: 1, ...update })).to.deep.equal(found);
		});
	}

	describe('at a messenger', () => {
		let sandbox: RunningSandbox;
		beforeEach(async () => {
			sandbox = await new RunningSandbox().start();
		});
		afterEach(() => sandbox.end());
		const listening = (warn?: (text: string) => void) => {
			const seen: Seen[] = [];
			const asked: string[] = [];
			const ask = (method: string, fields: Readonly<Record<string, unknown>>) => {
				asked.push(method);
				return createMessenger({ apiUrl: sandbox.url, token: SANDBOX_TOKEN }).call({ method, fields });
			};
			const stop = new AbortController();
			const ended = listenForIds(ask, (each) => seen.push(each), {
				signal: stop.signal,
				pauseMs: 20,
				...(warn === undefined ? {} : { warn }),
			});
			ended.catch(() => undefined);
			return { seen, asked, ended, stop: () => stop.abort() };
		};
		const pending = async () => (await sandbox.control<{ updates_pending: number }>('/state')).updates_pending;

		it('tells of each person and channel once, of those before and those now, and takes nothing from the desk', async () => {
			await sandbox.control('/send', { from: OLGA, text: '/start' });
			const { seen, ended, stop } = listening();
			await until(() => seen.length === 1);
			await sandbox.control('/send', { from: OLGA, text: 'again' });
			await sandbox.control('/update', {
				update_id: 500_000_900,
				message: {
					message_id: 9,
					date: 1,
					from: { id: EGOR, is_bot: false, first_name: 'Egor' },
					chat: { id: EGOR, type: 'private' },
					forward_origin: { type: 'channel', chat: { id: CHANNEL, type: 'channel', title: 'The channel' }, message_id: 4, date: 1 },
				},
			});
			await until(() => seen.length === 3);
			stop();
			await ended;
			expect(seen.map(({ kind, id }) => [kind, id])).to.deep.equal([
				['person', OLGA],
				['person', EGOR],
				['channel', CHANNEL],
			]);
			expect(await pending(), 'what the desk will be brought').to.equal(3);
		});

		it('uses a long poll while no message comes', async () => {
			const { seen, asked, stop, ended } = listening();
			await until(() => asked.includes('getUpdates'));
			await sleep(200);
			expect(asked).to.deep.equal(['getWebhookInfo', 'getUpdates']);
			await sandbox.control('/send', { from: EGOR, text: 'hello' });
			await until(() => seen.length === 1);
			stop();
			await ended;
		});

		it('refuses while a webhook is set, names it, and leaves it alone: a desk may be at work there', async () => {
			await sandbox.bot('setWebhook', { url: 'http://127.0.0.1:2/webhook/copydesk' });
			const error = await listening().ended.then(
				() => undefined,
				(reason: Error) => reason,
			);
			expect(error?.message).to.include('go to http://127.0.0.1:2/webhook/copydesk').and.to.include('webhook delete');
			expect((await sandbox.bot<{ url: string }>('getWebhookInfo')).result.url).to.equal('http://127.0.0.1:2/webhook/copydesk');
		});

		it('stops when a desk starts meanwhile, and says so', async () => {
			const { asked, ended } = listening();
			await until(() => asked.includes('getUpdates'));
			await sandbox.bot('setWebhook', { url: 'http://127.0.0.1:2/webhook/copydesk' });
			const error = await ended.then(
				() => undefined,
				(reason: Error) => reason,
			);
			expect(error?.message).to.match(/^Somebody else takes the messages of this bot: a desk that has just started/);
		});

		it('says so when so many messages wait that no new one can be seen', async () => {
			for (let count = 0; count < 100; count += 1) await sandbox.control('/send', { from: OLGA, text: String(count) });
			const warnings: string[] = [];
			const { seen, stop, ended } = listening((text) => warnings.push(text));
			await until(() => warnings.length > 0);
			stop();
			await ended;
			expect(warnings).to.deep.equal(['100 messages wait for the desk already; who writes now shows only after the desk has taken them.']);
			expect(seen).to.have.length(1);
			expect(await pending()).to.equal(100);
		});

		it('is a command that takes the token from .env before there is a desk, and ends with Ctrl-C', async () => {
			const folder = mkdtempSync(join(tmpdir(), 'copydesk-ids-'));
			const envFile = join(folder, '.env');
			writeFileSync(envFile, `MESSENGER_TOKEN=${SANDBOX_TOKEN}\nMESSENGER_API_URL=${sandbox.url}\n`, { mode: 0o600 });
			await sandbox.control('/send', { from: OLGA, text: '/start' });
			const child = spawn(process.execPath, [...QUIET_NODE, join(ROOT, 'scripts', 'operator', 'main.ts'), 'ids'], {
				cwd: folder,
				env: { ...bareEnvironment(), COPYDESK_DATA_DIR: folder, COPYDESK_ENV_FILE: envFile },
				stdio: ['ignore', 'pipe', 'pipe'],
			});
			let said = '';
			for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
			const ended = once(child, 'exit');
			await until(() => said.includes(String(OLGA)) || child.exitCode !== null);
			child.kill('SIGINT');
			const [code] = await ended;
			rmSync(folder, { recursive: true });
			expect(said).to.match(/person {3}1001 +Olga.* OWNER_USER_ID or EDITOR_USER_ID\n/);
			expect(said).to.not.include(SANDBOX_TOKEN);
			expect(code).to.equal(0);
		});
	});
});
