import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ConfigurationError } from '@copydesk/kit/config';
import { ownToken } from '../../services/sandbox/src/app.ts';
import { readSandboxConfig } from '../../services/sandbox/src/config.ts';

const MAIN = new URL('../../services/sandbox/src/main.ts', import.meta.url).pathname;

describe('the sandbox by itself', () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'copydesk-sandbox-'));
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	const mistakes = (env: Record<string, string>): readonly string[] => {
		try {
			readSandboxConfig(env);
			return [];
		} catch (error) {
			return (error as ConfigurationError).mistakes;
		}
	};

	it('listens on loopback only, because everyone who reaches it plays both people', () => {
		expect(mistakes({ SANDBOX_HOST: '0.0.0.0' })).to.deep.equal([
			'SANDBOX_HOST: Expected a loopback address (127.0.0.1, ::1 or localhost) but received "0.0.0.0"',
		]);
		expect(mistakes({ SANDBOX_HOST: '127.0.0.1.evil.example' })).to.have.lengthOf(1);
		expect(mistakes({})).to.deep.equal([]);
	});

	it('complains once about everything', () => {
		expect(mistakes({ SANDBOX_PORT: 'soon', SANDBOX_BOT_TOKEN: 'short' })).to.have.lengthOf(2);
		expect(mistakes({ SANDBOX_BOT_TOKEN: 'a-long-text-that-is-no-token' })).to.deep.equal([
			'SANDBOX_BOT_TOKEN: Expected <bot id>:<secret>, as the messenger writes its tokens',
		]);
	});

	it('makes up its token once, readable by its owner alone', () => {
		const token = ownToken(folder, 7_000_001);
		expect(token).to.match(/^7000001:[A-Za-z0-9_-]{30,}$/);
		expect(ownToken(folder, 7_000_001)).to.equal(token);
		expect(statSync(join(folder, 'bot-token')).mode & 0o077).to.equal(0);
	});

	/** The program itself, and where it listens. */
	const start = async (): Promise<{ child: ChildProcess; url: string; ended: Promise<number | null> }> => {
		const child = spawn(process.execPath, [MAIN], {
			env: { PATH: process.env['PATH'], SANDBOX_PORT: '0', SANDBOX_DATA_DIR: folder },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
		const url = await new Promise<string>((resolve, reject) => {
			let said = '';
			child.stdout.on('data', (chunk: Buffer) => {
				said += chunk.toString();
				const match = /Sandbox is listening on (\S+)/.exec(said);
				if (match !== null) resolve(match[1] as string);
			});
			child.stderr.on('data', (chunk: Buffer) => reject(new Error(chunk.toString())));
			child.once('exit', (code) => reject(new Error(`it left with ${code}: ${said}`)));
		});
		return { child, url, ended };
	};

	it('starts with no configuration at all, says where, and stops at once although a page is open', async () => {
		const { child, url, ended } = await start();
		try {
			expect(await (await fetch(`${url}/healthz`)).json()).to.include({ status: 'ok', service: 'sandbox' });
			expect(await (await fetch(url)).text()).to.contain('<title>Copydesk sandbox</title>');
			await fetch(`${url}/control/events`);
		} finally {
			child.kill('SIGTERM');
		}
		expect(await ended).to.equal(0);
	});

	it('forgets nothing it answered for, even when it is killed at once', async () => {
		const first = await start();
		await fetch(`${first.url}/bot${ownToken(folder, 7_000_001)}/sendMessage?chat_id=1001&text=kept`);
		first.child.kill('SIGKILL');
		await first.ended;
		const second = await start();
		try {
			const state = (await (await fetch(`${second.url}/control/state`)).json()) as { chats: { messages: { text: string }[] }[] };
			expect(state.chats[0]?.messages.map(({ text }) => text)).to.deep.equal(['kept']);
		} finally {
			second.child.kill('SIGTERM');
		}
		await second.ended;
	});
});
