import { expect } from 'chai';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { settle } from '../../../scripts/desk/desk.ts';
import { readLiveConfig, wayOf } from '../../../scripts/desk/live.ts';
import { ROOT, withEnvFile } from '../../../scripts/desk/paths.ts';
import { freePorts } from '../../../scripts/desk/ports.ts';
import { serviceEnvironment, withOperatorEnvironment } from '../../../scripts/desk/services.ts';
import { bareEnvironment } from '../../support/environment.ts';

const GOOD =
	`MESSENGER_TOKEN=123456789:${'A'.repeat(35)}\nMESSENGER_CHANNEL_ID=-1009876543210\n` +
	'PUBLIC_WEBHOOK_URL=https://desk.example.net/webhook/copydesk\n' +
	'OWNER_USER_ID=111\nEDITOR_USER_ID=222\nAI_API_KEY=key-for-texts\n';

describe('Configuration for real accounts', () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'copydesk-live-'));
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));
	const fileWith = (text: string): string => {
		writeFileSync(join(folder, '.env'), text, { mode: 0o600 });
		return join(folder, '.env');
	};

	it('names every missing value at once, because a start for each is no way to fill in a form', () => {
		expect(() => readLiveConfig(withEnvFile({}, join(folder, '.env')))).to.throw(
			/MESSENGER_TOKEN:[^]*MESSENGER_CHANNEL_ID:[^]*OWNER_USER_ID:[^]*EDITOR_USER_ID:[^]*AI_API_KEY:/,
		);
	});

	it('says what was expected of a malformed one, without repeating a token', () => {
		const read = (): unknown =>
			readLiveConfig(
				withEnvFile({}, fileWith(GOOD.replace('-1009876543210', '@mychannel').replace('123456789:', 'oops-').replace('https:', 'http:'))),
			);
		expect(read).to.throw(/MESSENGER_TOKEN: Expected a token like 123456789:AA… but received something else/);
		expect(read).to.throw(/MESSENGER_CHANNEL_ID: Expected a channel id like -1001234567890 but received "@mychannel"/);
		expect(read).to.throw(/PUBLIC_WEBHOOK_URL: Expected an https address/);
		expect(read).to.not.throw(/AAAAA/);
	});

	it('refuses one person for both roles', () => {
		expect(() => readLiveConfig(withEnvFile({}, fileWith(GOOD.replace('=222', '=111'))))).to.throw(
			'EDITOR_USER_ID: expected another person than OWNER_USER_ID',
		);
	});

	it('takes an address of a provider with the version of its interface, and the default models where none are named', () => {
		const read = readLiveConfig(withEnvFile({}, fileWith(`${GOOD}\nAI_BASE_URL=https://api.mistral.ai/v1/\nAI_IMAGE_MODEL=flux-2`)));
		expect(read).to.deep.include({ AI_BASE_URL: 'https://api.mistral.ai/v1', AI_TEXT_MODEL: 'gpt-5.6-terra', AI_IMAGE_MODEL: 'flux-2' });
	});

	it('reaches each service with every variable that it documents, and a mistake in one is named before anything runs', async () => {
		const data = join(folder, 'live');
		const settled = async (more: string) => {
			const env = withEnvFile(bareEnvironment(), fileWith(`${GOOD}${more}`));
			return settle({ data, ports: await freePorts(), live: readLiveConfig(env), env });
		};
		for (const mistake of ['COLLAB_PRICES=abc', 'COLLAB_MONEY_PER_MONTH=5']) {
			const said = await settled(mistake).then(
				() => 'it went on',
				(error: Error) => error.message,
			);
			expect(said, mistake).to.include('COLLAB_PRICES: Expected');
		}
		const setting = await settled('COLLAB_APPROVAL=both\nCOLLAB_AT_ONCE=9\nREADER_PER_HOST=1\nRENDERER_CONCURRENCY=3\nCOLLAB_HOST=::');
		const collaboration = serviceEnvironment(setting, 'collaboration');
		expect(collaboration).to.include({ COLLAB_APPROVAL: 'both', COLLAB_AT_ONCE: '9' });
		expect(collaboration, 'what the desk says itself wins').to.include({ COLLAB_HOST: '127.0.0.1' });
		expect(serviceEnvironment(setting, 'reader')).to.include({ READER_PER_HOST: '1' });
		expect(serviceEnvironment(setting, 'renderer')).to.include({ RENDERER_CONCURRENCY: '3' });
		expect(withOperatorEnvironment({}, data), "for the operator's command").to.include({ COLLAB_APPROVAL: 'both' });
	});

	it('reads a complete file and lets the environment win', () => {
		const config = readLiveConfig(withEnvFile({ OWNER_USER_ID: '333' }, fileWith(GOOD)));
		expect(config).to.deep.include({
			OWNER_USER_ID: 333,
			EDITOR_USER_ID: 222,
			AI_BASE_URL: 'https://api.openai.com',
			MESSENGER_API_URL: 'https://api.telegram.org',
		});
	});

	it('is refused when others can read the file, with the command that mends it', () => {
		const file = fileWith(GOOD);
		chmodSync(file, 0o644);
		expect(() => withEnvFile({}, file)).to.throw(`${file} is readable by others (mode 644); run: chmod 600 ${file}`);
		chmodSync(file, 0o640);
		expect(() => withEnvFile({}, file)).to.throw('(mode 640)');
	});

	it('has an example that names every value there is', () => {
		const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
		const named = new Set([...example.matchAll(/^#? ?([A-Z][A-Z_0-9]+)=/gm)].map((match) => match[1]));
		for (const name of [
			'MESSENGER_TOKEN',
			'MESSENGER_CHANNEL_ID',
			'MESSENGER_API_URL',
			'PUBLIC_WEBHOOK_URL',
			'OWNER_USER_ID',
			'EDITOR_USER_ID',
			'AI_BASE_URL',
			'AI_API_KEY',
			'AI_IMAGE_BASE_URL',
			'AI_IMAGE_API_KEY',
			'AI_TEXT_MODEL',
			'AI_IMAGE_MODEL',
		]) {
			expect(named.has(name), name).to.equal(true);
		}
		expect(Object.keys(parseEnv(example)), 'what somebody has to say is not commented out').to.have.members([
			'MESSENGER_TOKEN',
			'MESSENGER_CHANNEL_ID',
			'OWNER_USER_ID',
			'EDITOR_USER_ID',
			'AI_API_KEY',
		]);
	});

	it('is incomplete while the channel is the one of the example', () => {
		const file = fileWith(readFileSync(join(ROOT, '.env.example'), 'utf8'));
		expect(() => readLiveConfig(withEnvFile({}, file))).to.throw(
			/MESSENGER_TOKEN: Expected .* still the example of \.env\.example[^]*MESSENGER_CHANNEL_ID: [^]*AI_API_KEY: /,
		);
	});

	describe('say how messages come', () => {
		const read = (url: string) => readLiveConfig(withEnvFile({}, fileWith(GOOD.replace(/PUBLIC_WEBHOOK_URL=.*\n/, url))));
		const without = () => read('');
		const at = (url: string) => read(`PUBLIC_WEBHOOK_URL=${url}\n`);

		it('by themselves: asked for where there is no address, brought where there is one', () => {
			expect([wayOf(undefined, undefined), wayOf('', without()), wayOf(undefined, at('https://mine.example.net/updates'))]).to.deep.equal([
				'polling',
				'polling',
				'webhook',
			]);
		});

		it('as they are told, as far as that can be', () => {
			expect(wayOf('graphs', undefined)).to.equal('graphs');
			expect(wayOf('polling', at('https://mine.example.net/updates'))).to.equal('polling');
			for (const way of ['graphs', 'webhook'])
				expect(() => wayOf(way, without())).to.throw('PUBLIC_WEBHOOK_URL: Expected an https address');
			expect(() => wayOf('carrier pigeons', undefined)).to.throw('COLLAB_UPDATES: Expected graphs, polling, webhook but received');
		});

		it('with the whole path of the graph where the messenger calls n8n, because a short one would show only when no message comes', () => {
			expect(wayOf('graphs', at('https://mine.example.net/n8n/webhook/copydesk/'))).to.equal('graphs');
			expect(() => wayOf('graphs', at('https://mine.example.net/updates'))).to.throw(
				'Expected an address that ends with /webhook/copydesk',
			);
			expect(() => at('https://mine.example.net')).to.throw('Expected an address with the path that the proxy forwards, like /updates');
			expect(() => at('https://desk.example.org/updates')).to.throw('still the example of .env.example');
		});
	});
});
