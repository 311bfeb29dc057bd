import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ConfigurationError } from '@copydesk/kit/config';
import { readCollaborationConfig } from '@copydesk/collaboration/config';
import { parseContextKeys } from '@copydesk/collaboration/contexts/keys';

const KEY_A = Buffer.alloc(32, 1).toString('base64url');
const KEY_B = Buffer.alloc(33, 2).toString('base64url');
const TOKEN = '7000001:AAHtestTokenThatMustNeverShow_0123456789';

describe('The configuration of the collaboration service', () => {
	let directory = '';
	let token = '';
	before(() => {
		directory = mkdtempSync(join(tmpdir(), 'copydesk-config-'));
		token = join(directory, 'token');
		writeFileSync(token, `${TOKEN}\n`, { mode: 0o600 });
	});
	after(() => rmSync(directory, { recursive: true }));

	const good = () => ({
		COLLAB_SERVICE_KEY: 'k'.repeat(32),
		COLLAB_CONTEXT_KEYS: `k2:${KEY_B},k1:${KEY_A}`,
		MESSENGER_TOKEN_FILE: token,
		MESSENGER_CHANNEL_ID: '-1001000000001',
	});
	const mistakesOf = (env: Record<string, string>): readonly string[] => {
		try {
			readCollaborationConfig(env);
			return [];
		} catch (error) {
			return (error as ConfigurationError).mistakes;
		}
	};

	it('has these defaults', () => {
		const config = readCollaborationConfig(good());
		expect(config).to.include({
			COLLAB_HOST: '127.0.0.1',
			COLLAB_PORT: 8091,
			COLLAB_DATABASE_URL: 'sqlite:.data/collaboration/collaboration.sqlite',
			COLLAB_PARTICIPANTS_URL: 'sqlite:.data/collaboration/participants.sqlite',
			MESSENGER_API_URL: 'https://api.telegram.org',
			MESSENGER_CHANNEL_ID: -1_001_000_000_001,
			MAIN_WEBHOOK_URL: undefined,
			COLLAB_CONTRACT: '1.0.1',
		});
		expect(config.COLLAB_CONTEXT_KEYS.map(({ kid }) => kid)).to.deep.equal(['k2', 'k1']);
		expect(config.MESSENGER_TOKEN_FILE).to.equal(TOKEN);
	});

	it('names all mistakes together, and shows no secret in any', () => {
		const mistakes = mistakesOf({
			...good(),
			COLLAB_SERVICE_KEY: 'short',
			COLLAB_CONTEXT_KEYS: `k1:${KEY_A},k1:${KEY_B}`,
			COLLAB_PORT: '99999',
			MESSENGER_CHANNEL_ID: '@channel',
			COLLAB_CONTRACT: '2.0.0',
			COLLAB_DATABASE_URL: 'mysql://x',
		});
		expect(mistakes.map((mistake) => mistake.split(':')[0])).to.have.members([
			'COLLAB_SERVICE_KEY',
			'COLLAB_CONTEXT_KEYS',
			'COLLAB_PORT',
			'MESSENGER_CHANNEL_ID',
			'COLLAB_CONTRACT',
			'COLLAB_DATABASE_URL',
		]);
		expect(mistakes.join('\n')).not.to.include(KEY_A).and.not.to.include(KEY_B);
	});

	it('asks for what has no default', () => {
		expect(mistakesOf({}).map((mistake) => mistake.split(':')[0])).to.deep.equal([
			'COLLAB_SERVICE_KEY',
			'COLLAB_CONTEXT_KEYS',
			'MESSENGER_TOKEN_FILE',
			'MESSENGER_CHANNEL_ID',
		]);
	});

	it('takes a token of any length, because a local Bot API server or a stand-in has its own', () => {
		writeFileSync(token, '123:TEST\n', { mode: 0o600 });
		expect(mistakesOf(good())).to.deep.equal([]);
		writeFileSync(token, TOKEN, { mode: 0o600 });
	});

	it('refuses a malformed token and one that others may read, without showing it', () => {
		chmodSync(token, 0o640);
		expect(mistakesOf(good())[0])
			.to.match(/^MESSENGER_TOKEN_FILE: .*readable by others.*chmod 600/)
			.and.not.to.include(TOKEN);
		chmodSync(token, 0o600);
		const other = join(directory, 'other');
		writeFileSync(other, 'AAHsecret-but-no-token', { mode: 0o600 });
		expect(mistakesOf({ ...good(), MESSENGER_TOKEN_FILE: other })[0])
			.to.match(/^MESSENGER_TOKEN_FILE: Expected a bot token/)
			.and.not.to.include('AAHsecret');
	});

	it("wants the webhook's secret with the webhook, and participants in a file of their own", () => {
		expect(mistakesOf({ ...good(), MAIN_WEBHOOK_URL: 'http://127.0.0.1:5678/webhook/copydesk' })).to.deep.equal([
			'MAIN_WEBHOOK_SECRET: Expected it to be set, because MAIN_WEBHOOK_URL is',
		]);
		expect(mistakesOf({ ...good(), COLLAB_DATABASE_URL: 'sqlite:a', COLLAB_PARTICIPANTS_URL: 'sqlite:a' })).to.have.length(1);
	});

	it('wants what its way for updates needs: the webhook to hand them on to, and a secret of its own to be called with', () => {
		const webhook = { MAIN_WEBHOOK_URL: 'http://127.0.0.1:5678/webhook/copydesk', MAIN_WEBHOOK_SECRET: 'w'.repeat(32) };
		const of = (way: string, more: Record<string, string> = {}) => mistakesOf({ ...good(), COLLAB_UPDATES: way, ...more });
		expect(readCollaborationConfig(good())).to.include({
			COLLAB_UPDATES: 'graphs',
			COLLAB_UPDATES_HOST: '127.0.0.1',
			COLLAB_UPDATES_PORT: 8093,
			COLLAB_UPDATES_URL: undefined,
		});
		expect(of('polling')).to.deep.equal(['MAIN_WEBHOOK_URL: Expected it to be set, because COLLAB_UPDATES is polling']);
		expect(of('polling', webhook)).to.deep.equal([]);
		expect(of('webhook', webhook)).to.deep.equal(['COLLAB_UPDATES_SECRET: Expected it to be set, because COLLAB_UPDATES is webhook']);
		expect(of('webhook', { ...webhook, COLLAB_UPDATES_SECRET: 'u'.repeat(31) })[0]).to.match(/^COLLAB_UPDATES_SECRET: .*at least 32/);
		expect(of('webhook', { ...webhook, COLLAB_UPDATES_SECRET: 'w'.repeat(32) }), 'the secret of n8n’s webhook').to.deep.equal([
			'COLLAB_UPDATES_SECRET: Expected a secret of its own but it is the same as MAIN_WEBHOOK_SECRET',
		]);
		const called = { ...webhook, COLLAB_UPDATES_SECRET: 'u'.repeat(32) };
		expect(of('webhook', called)).to.deep.equal([]);
		for (const COLLAB_UPDATES_SECRET of ['u'.repeat(257), `${'u'.repeat(32)}+`])
			expect(of('webhook', { ...called, COLLAB_UPDATES_SECRET })[0]).to.match(/^COLLAB_UPDATES_SECRET: .*A-Z a-z 0-9 _ -/);
		expect(of('webhook', { ...called, COLLAB_UPDATES_URL: 'https://desk.example' })[0]).to.match(/^COLLAB_UPDATES_URL: .*path/);
		expect(of('webhook', { ...called, COLLAB_UPDATES_URL: 'http://desk.example/updates' })[0]).to.match(/^COLLAB_UPDATES_URL: .*https:/);
		expect(of('webhook', { ...called, COLLAB_UPDATES_URL: 'https://desk.example/updates' })).to.deep.equal([]);
		expect(of('push')[0]).to.match(/^COLLAB_UPDATES: Expected one of graphs, polling, webhook/);
	});

	it('reads the addresses of its databases from files too, because they hold passwords, and shows none', () => {
		const file = join(directory, 'database');
		writeFileSync(file, 'postgres://desk:hunter2@db.example/desk\n');
		const config = readCollaborationConfig({ ...good(), COLLAB_DATABASE_URL_FILE: file, COLLAB_PARTICIPANTS_URL_FILE: file });
		expect([config.COLLAB_DATABASE_URL, config.COLLAB_PARTICIPANTS_URL]).to.deep.equal([
			'postgres://desk:hunter2@db.example/desk',
			'postgres://desk:hunter2@db.example/desk',
		]);
		writeFileSync(file, 'mysql://desk:hunter2@db.example/desk\n');
		const [mistake] = mistakesOf({ ...good(), COLLAB_DATABASE_URL_FILE: file });
		expect(mistake)
			.to.match(/^COLLAB_DATABASE_URL: Expected sqlite:/)
			.and.not.to.include('hunter2');
		expect(mistakesOf({ ...good(), COLLAB_DATABASE_URL_FILE: file, COLLAB_DATABASE_URL: 'sqlite:a' })).to.have.length(1);
	});

	it('refuses one secret under two names, because a thief of one must not have two', () => {
		const repeated = (more: Record<string, string>) => mistakesOf({ ...good(), ...more });
		expect(repeated({ RENDERER_API_KEY: 'k'.repeat(32) })).to.deep.equal([
			'RENDERER_API_KEY: Expected a secret of its own but it is the same as COLLAB_SERVICE_KEY',
		]);
		expect(repeated({ MAIN_WEBHOOK_SECRET: KEY_A }), 'a key that signs').to.have.length(1);
		expect(repeated({ MAIN_WEBHOOK_SECRET: TOKEN }), 'the token, which is in a file').to.have.length(1);
		expect(repeated({ COLLAB_CONTEXT_KEYS: `new:${KEY_A},old:${KEY_A}` }), 'a rotation that rotates nothing').to.deep.equal([
			'COLLAB_CONTEXT_KEYS: Expected different secrets but received the same one twice',
		]);
		expect(repeated({ RENDERER_API_KEY: 'r'.repeat(32), MAIN_WEBHOOK_SECRET: 'w'.repeat(32) })).to.deep.equal([]);
	});

	it('reads context keys as kid:base64url and refuses weak ones without showing them', () => {
		expect(parseContextKeys(`a:${KEY_A}`)).to.deep.equal([{ kid: 'a', key: Buffer.alloc(32, 1) }]);
		expect(parseContextKeys(`a:${KEY_A}=`), 'with the padding that many encoders write').to.deep.equal(parseContextKeys(`a:${KEY_A}`));
		for (const text of [
			'',
			'a',
			`:${KEY_A}`,
			`a:${Buffer.alloc(31).toString('base64url')}`,
			`a:=${KEY_A}`,
			`a:${KEY_A}:x`,
			`a b:${KEY_A}`,
			`a:${KEY_A},`,
		]) {
			expect(() => parseContextKeys(text), text).to.throw(/^Expected/);
		}
	});
});
