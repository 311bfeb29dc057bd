import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { openParticipants, PARTICIPANTS_FAMILY, PARTICIPANTS_MIGRATIONS } from '@copydesk/collaboration/operator';
import { migrate } from '@copydesk/kit/database/migrate';
import { openDatabase } from '@copydesk/kit/database/open';
import { expect } from 'chai';
import { OPERATOR_ENV } from '../../../scripts/desk/kind.ts';
import { readLiveConfig } from '../../../scripts/desk/live.ts';
import { withEnvFile, QUIET_NODE, ROOT } from '../../../scripts/desk/paths.ts';
import { withValue } from '../../../scripts/live/envText.ts';
import { questionNamed } from '../../../scripts/live/questions.ts';
import { missingIn, setUpLive } from '../../../scripts/live/setup.ts';
import { Ended, TakenBack } from '../../../scripts/live/terminal.ts';
import { setParticipants } from '../../../scripts/operator/people.ts';
import { CHANNEL, EGOR, OLGA, RunningSandbox, SANDBOX_TOKEN } from '../../support/sandbox.ts';
import { until } from '../../support/until.ts';

const EXAMPLE = join(ROOT, '.env.example');
const WRONG_TOKEN = `1234567890:${'A'.repeat(35)}`;
const STRANGER = 4242;
/** The whole way, as few answers as there are: token, people, channel, language, provider, key, models, and what then. */
const GOOD = (sandbox: RunningSandbox): readonly string[] => [
	SANDBOX_TOKEN,
	'1',
	'yes',
	'@copydesk_sandbox',
	'',
	`${sandbox.url}/ai`,
	'sandbox-key',
	'',
	'end',
];

type Answer = string | ((said: () => string) => Promise<string>);

describe('Setting up real accounts', function () {
	this.timeout(60_000);
	let sandbox: RunningSandbox;
	let folder: string;
	let file: string;
	let data: string;
	before(async () => {
		sandbox = await new RunningSandbox().start();
	});
	after(() => sandbox.end());
	beforeEach(async () => {
		folder = mkdtempSync(join(tmpdir(), 'copydesk-setup-'));
		file = join(folder, '.env');
		data = join(folder, 'data');
		await sandbox.control('/reset', {});
		await sandbox.bot('deleteWebhook');
		prepared();
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	/** Somebody who gives these answers, a function where the answer depends on what is shown; then the terminal ends. */
	async function answering(answers: readonly Answer[], change?: string) {
		const said: string[] = [];
		const asked: string[] = [];
		/** What was said after each answer. */
		const told: string[][] = [];
		const queue = [...answers];
		const question = change === undefined ? undefined : questionNamed(change);
		const ended = await setUpLive({
			file,
			example: EXAMPLE,
			data,
			...(question === undefined ? {} : { change: question }),
			terminal: {
				say(text) {
					said.push(text);
					told.at(-1)?.push(text);
				},
				async ask(prompt, { signal } = {}) {
					asked.push(prompt.split(':')[0] ?? '');
					const next = queue.shift();
					if (next === undefined) {
						if (signal === undefined) throw new Ended();
						await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
						throw new TakenBack();
					}
					const answer = typeof next === 'string' ? next : await next(() => said.join('\n'));
					told.push([]);
					return answer;
				},
			},
		}).catch((error: unknown) => {
			if (error instanceof Ended) return 'left';
			throw error;
		});
		return { ended, said: said.join('\n'), asked, told: told.map((lines) => lines.join('\n')) };
	}
	/** `.env` as it is for a messenger on this machine. */
	const prepared = (more = '', url = sandbox.url): void => writeFileSync(file, `MESSENGER_API_URL=${url}\n${more}`, { mode: 0o600 });
	const stored = () => parseEnv(readFileSync(file, 'utf8'));
	const bothStart = async (): Promise<void> => {
		for (const from of [OLGA, EGOR]) await sandbox.control('/send', { from, text: '/start' });
	};
	/** Answers once this is shown. */
	const seeing =
		(pattern: RegExp, answer: string): Exclude<Answer, string> =>
		async (said) => {
			await until(() => pattern.test(said()));
			return answer;
		};
	const people = seeing(/2\) Egor/, '1');
	const goodWith = (changes: Readonly<Record<number, Answer>>): readonly Answer[] =>
		GOOD(sandbox).map((answer, index) => changes[index] ?? (index === 1 ? people : answer));
	const forward = async (id: number, title: string): Promise<void> => {
		const message = {
			...{ message_id: 9, date: 1, from: { id: OLGA, is_bot: false, first_name: 'Olga' }, chat: { id: OLGA, type: 'private' } },
			forward_origin: { type: 'channel', chat: { id, type: 'channel', title }, message_id: 4, date: 1 },
		};
		await sandbox.control('/update', { update_id: 500_000_990, message });
	};
	const pending = async () => (await sandbox.control<{ updates_pending: number }>('/state')).updates_pending;

	it('needs nine answers, in the order in which one helps the next, and writes a file that a start takes', async () => {
		await bothStart();
		const { ended, asked, said } = await answering(goodWith({}));
		expect(ended, said).to.equal('end');
		expect(asked.map((prompt) => prompt.replace(/ [[(].*/, ''))).to.deep.equal([
			'The token',
			'Who is the owner? Place or name',
			'Is that right? Each number is a person. yes or no',
			'The channel',
			'The languages',
			'The provider, or its address',
			'The key',
			'The models by name or place, none for no pictures',
			'1, 2, 3 or a name',
		]);
		expect(readLiveConfig(withEnvFile({}, file))).to.deep.include({
			MESSENGER_TOKEN: SANDBOX_TOKEN,
			MESSENGER_CHANNEL_ID: String(CHANNEL),
			OWNER_USER_ID: OLGA,
			OWNER_NAME: 'Olga Owner',
			EDITOR_USER_ID: EGOR,
			EDITOR_NAME: 'Egor Editor',
			COLLAB_POST_LANGUAGE: 'auto',
			COLLAB_LANGUAGE: 'en',
			AI_BASE_URL: `${sandbox.url}/ai`,
			AI_API_KEY: 'sandbox-key',
			AI_TEXT_MODEL: 'gpt-5.6-terra',
			AI_IMAGE_MODEL: 'gpt-image-2',
			PUBLIC_WEBHOOK_URL: undefined,
		});
		expect(said).to.include('The bot is').and.to.include('@copydesk_sandbox_bot');
		expect(said).to.include('The owner is Olga Owner (@olga_owner)').and.to.include('The editor is Egor Editor (@egor_editor)');
		expect(said).to.include('The bot may post in “Copydesk sandbox channel”');
		expect(said).to.not.include(SANDBOX_TOKEN).and.not.include('sandbox-key');
		expect(statSync(file).mode & 0o777).to.equal(0o600);
		expect(readdirSync(folder)).to.deep.equal(['.env']);
		const { calls } = await sandbox.control<{ calls: { kind: string; method: string }[] }>('/state');
		expect(
			calls.filter(({ kind }) => kind === 'ai').map(({ method }) => method),
			'one small request each',
		).to.deep.equal(['copydesk_doctor', 'images/generations', 'audio/transcriptions']);
	});

	it('begins with the example, whose values count as missing', async () => {
		rmSync(file);
		expect(missingIn(file, EXAMPLE)).to.deep.equal([
			'MESSENGER_TOKEN',
			'OWNER_USER_ID',
			'EDITOR_USER_ID',
			'MESSENGER_CHANNEL_ID',
			'AI_API_KEY',
		]);
		await answering([]);
		expect(existsSync(file)).to.equal(false);
	});

	/** What a person may type, at which question, and what they are told: what was understood, or what is wrong. */
	const WRONG: readonly (readonly [at: number, typed: string | (() => string), told: RegExp])[] = [
		[0, '', /received nothing/],
		[0, 'not a token', /11 characters without a token/],
		[0, '@my_bot', /the name of a bot/],
		[0, '1234567890', /a number of 10 digits without the part after the colon/],
		[0, '1234567890:short', /too short/],
		[0, '123456789:AAExample-put-the-token-from-BotFather-here', /still the example/],
		[0, WRONG_TOKEN, /does not know this token/],
		[0, `${WRONG_TOKEN} ${SANDBOX_TOKEN}`, /2 tokens/],
		[0, SANDBOX_TOKEN.replace(':', ': '), /has a character that no token has/],
		[0, SANDBOX_TOKEN.replace('test', 'tеst'), /has a character that no token has/],
		[1, '', /Expected a person of the list/],
		[1, '0', /took 0 for a place/],
		[1, '3', /took 3 for a place in the list, but the list has Olga Owner/],
		[1, '4242', /took 4242 for a place.*An id is never typed/],
		[1, String(OLGA), /took 1001 for a place/],
		[1, '-1', /took -1 for a place/],
		[1, 'Anna', /took “Anna” for a name/],
		[1, '1 1', /Olga Owner .*cannot be both the owner and the editor/],
		[1, '1 2 3', /understood 3 people/],
		[2, '', /Expected yes or no/],
		[2, '1', /Expected yes or no/],
		[3, '', /received nothing/],
		[3, '7', /took 7 for a place in the list, but the list has no channel yet/],
		[3, '-1', /received “-1”/],
		[3, '-1009999999999', /does not see -1009999999999/],
		[3, '@nobody_has_this', /does not see @nobody_has_this \(Bad Request: chat not found\)/],
		[3, 'https://t.me/+AbCdEf123', /private link/],
		[3, 'https://t.me/c/1234/5', /private link/],
		[3, 'our city news', /received “our city news”/],
		[3, String(OLGA), /took 1001 for a place/],
		[3, '@copydesk_sandbox_bot', /does not see @copydesk_sandbox_bot/],
		[3, 'https://t.me/copydesk_sandbox?boost', /received “https:/],
		[3, '-1001234567890123456789012', /received “-100/],
		[4, 'klingon', /“klingon” is no language/],
		[4, 'ja', /no language that a cover can show/],
		[4, 'de fi', /does not speak “fi”/],
		[4, 'en ru de', /understood 3 languages/],
		[5, '12', /took 12 for a place in the list, which has 9/],
		[5, '0', /took 0 for a place/],
		[5, '-3', /is not a name in the list/],
		[5, 'https://', /an http or https address/],
		[5, 'https://api.openai.com/v1?key=sk-1', /the part before the “\?” alone$/m],
		[5, 'https://api.openai.com/v1#key', /the part before the “#” alone$/m],
		[5, 'ftp://api.openai.com', /not an address that begins with https:\/\/$/m],
		[5, 'https://api.openai.com:99999', /an http or https address/],
		[5, 'https://api openai.com', /an http or https address/],
		[5, 'openay', /“openay” is not a name in the list/],
		[5, 'api.openai.com', /did you mean https:\/\/api\.openai\.com\?/],
		[5, 'azure', /gives you an address of your own/],
		[5, 'http://ai.example.org', /with https:/],
		[5, 'https://me:secret@ai.example.org', /without credentials/],
		[5, 'https://no-such-host.invalid/v1', /not known to DNS/],
		[5, 'http://127.0.0.1:2/v1', /nothing listens there/],
		[5, () => `${sandbox.url}/ai/v1/chat/completions`, /Expected the part before it: http.*\/ai\/v1$/m],
		[6, '', /Expected an answer/],
		[6, 'Bearer sk-123', /without the word Bearer/],
		[6, '"sk-123"', /without quotation marks/],
		[6, 'https://platform.openai.com/keys', /took that for an address/],
		[6, 'two words', /there are 2 words/],
		[6, 'sk-example-put-the-key-of-your-provider-here', /still the example/],
		[6, 'sk-1\u200b23', /printable ASCII/],
		[6, 'sk-1\u00a023', /there are 2 words/],
		[6, 'sk-1\r\nsk-2', /there are 2 words/],
		[6, 'AI_API_KEY=sk-1', /without the name of a variable/],
		[6, 'ключ', /printable ASCII/],
		[7, '0', /took 0 for a place/],
		[7, 'gpt 5.6 terra', /two models for texts: gpt and 5\.6/],
		[7, '-1', /took -1 for a place/],
		[7, 'none none', /two models for pictures/],
		[7, '99', /took 99 for a place/],
		[7, 'gpt-image-1', /gpt-image-1 gives? no|gave no picture: 404/],
		[7, 'gpt-image-2 sandbox-image', /two models for pictures/],
		[7, 'gpt-5.6-terra sandbox-text', /two models for texts/],
		[8, 'publish', /is not one of these/],
		[8, '9', /is not one of these/],
	];

	it(`refuses each of ${WRONG.length} wrong values, says what it understood, and asks again`, async () => {
		await bothStart();
		const isThere = seeing(/2\) Egor/, '5');
		const wrong = WRONG.map(([at, typed, expected]) => ({ at, typed: typeof typed === 'string' ? typed : typed(), expected }));
		const rows = GOOD(sandbox).flatMap((good, at) => [...wrong.filter((row) => row.at === at), { at, typed: good, expected: undefined }]);
		const first = rows.findIndex(({ at }) => at === 1);
		const answers = rows.map(({ typed }): Answer => typed);
		const { ended, said, told } = await answering([...answers.slice(0, first), isThere, ...answers.slice(first)]);
		told.splice(first, 1);
		expect([ended, told.length], said).to.deep.equal(['end', rows.length]);
		for (const [index, { typed, expected }] of rows.entries()) {
			if (expected === undefined) continue;
			expect(told[index], typed).to.match(/^ {2}(?:· .*\n {2})?✗ /);
			expect(told[index], typed).to.match(expected);
		}
		expect(stored(), 'nothing of it is kept').to.deep.include({
			OWNER_USER_ID: String(OLGA),
			AI_API_KEY: 'sandbox-key',
			AI_IMAGE_MODEL: 'gpt-image-2',
		});
	});

	it('keeps no public address that does not lead here, and none is needed', async () => {
		await bothStart();
		await answering(goodWith({}));
		const wrong = [
			['desk', /Expected an https address/],
			['http://desk.example.net/updates', /Expected an https address/],
			['https://desk.example.org/updates', /still the example/],
			['https://desk.example.net/', /with the path that the proxy forwards/],
			['https://no-such-host.invalid/updates', /its name is not known to DNS/],
			['https://127.0.0.1:2/updates', /does not answer this machine/],
		] as const;
		const { ended, told } = await answering([...wrong.map(([typed]) => typed), '', 'end'], 'address');
		expect(ended).to.equal('end');
		for (const [index, [typed, expected]] of wrong.entries()) expect(told[index], typed).to.match(expected);
		expect(stored()['PUBLIC_WEBHOOK_URL']).to.equal('');
	});

	it('waits until what somebody wrote by hand is corrected, because the start would refuse it', async () => {
		await bothStart();
		prepared('COLLAB_TIME_ZONE=Mars/Base\n');
		const corrected = (): Promise<string> => {
			writeFileSync(file, withValue(readFileSync(file, 'utf8'), 'COLLAB_TIME_ZONE', 'Europe/Berlin'));
			return Promise.resolve('');
		};
		const { ended, asked, said } = await answering([...goodWith({}).slice(0, 8), '', corrected, 'end']);
		expect(ended, said).to.equal('end');
		expect(said.match(/✗ COLLAB_TIME_ZONE: .*Mars/g)).to.have.length(2);
		expect(asked.slice(8, 10)).to.deep.equal(Array.from({ length: 2 }, () => `Correct it in ${file}, then press Enter`));
	});

	it('keeps each answer before the next question, so that those who leave go on where they were', async () => {
		await bothStart();
		expect((await answering(goodWith({}).slice(0, 3))).ended).to.equal('left');
		expect(stored()).to.deep.include({ MESSENGER_TOKEN: SANDBOX_TOKEN, OWNER_USER_ID: String(OLGA), EDITOR_USER_ID: String(EGOR) });
		const { ended, asked, said } = await answering(GOOD(sandbox).slice(3));
		expect(ended).to.equal('end');
		expect(asked[0]).to.equal('The channel');
		expect(said).to.include('The bot is').and.to.include('The editor is Egor Editor');
	});

	it('keeps nothing that was not confirmed', async () => {
		await answering([WRONG_TOKEN, '']);
		expect(stored()['MESSENGER_TOKEN']).to.equal(undefined);
		await bothStart();
		const provider = createServer((_request, response) => void response.writeHead(401).end('{"error":{"message":"Incorrect API key"}}'));
		provider.listen(0, '127.0.0.1');
		await once(provider, 'listening');
		const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
		const { said, asked } = await answering([...goodWith({ 5: address }).slice(0, 6), 'sk-somebody-elses']);
		provider.close();
		expect(said)
			.to.match(/✗ .* does not accept the key/)
			.and.not.include('somebody-elses');
		expect(asked.at(-1)).to.include('The key');
		expect(stored()['AI_API_KEY']).to.equal(undefined);
	});

	it('asks again for what is there but does not work any more, and for nothing else', async () => {
		await bothStart();
		await answering(goodWith({}));
		for (const [name, value, at] of [
			['MESSENGER_TOKEN', WRONG_TOKEN, 'The token (does not show)'],
			['MESSENGER_CHANNEL_ID', '-1009999999999', 'The channel'],
			['AI_TEXT_MODEL', 'gpt-image-1', 'The models'],
			['PUBLIC_WEBHOOK_URL', 'https://127.0.0.1:2/updates', 'The whole address, like https'],
		] as const) {
			const before = readFileSync(file, 'utf8');
			writeFileSync(file, withValue(before, name, value));
			const { asked, said } = await answering([]);
			expect(asked, `${name}: ${said}`).to.have.length(1);
			expect(asked[0], said).to.include(at);
			writeFileSync(file, before);
		}
	});

	it('changes one value alone, by its name or by the name of its variable', async () => {
		await bothStart();
		await answering(goodWith({}));
		const { asked, ended } = await answering(['de ru', 'end'], 'COLLAB_LANGUAGE');
		expect([ended, asked.length]).to.deep.equal(['end', 2]);
		expect(stored()).to.deep.include({ COLLAB_POST_LANGUAGE: 'de', COLLAB_LANGUAGE: 'ru' });
		expect((await answering(['language', 'auto', 'end'])).ended, 'or where it asks what now').to.equal('end');
		expect(stored()).to.deep.include({ COLLAB_POST_LANGUAGE: 'auto', COLLAB_LANGUAGE: 'en' });
	});

	it('never keeps a number that is no person, and asks for the people again where one is stored', async () => {
		await bothStart();
		await answering(goodWith({}));
		writeFileSync(file, withValue(readFileSync(file, 'utf8'), 'OWNER_USER_ID', String(STRANGER)));
		const { said, asked } = await answering([]);
		expect(said).to.include(`the bot cannot write to the owner ${STRANGER}`).and.not.include('✓ OWNER_USER_ID');
		expect(asked).to.have.length(1);
		expect(asked[0]).to.include('Who is the owner?');
		await sandbox.control('/send', { from: OLGA, text: '/start' });
		expect((await answering([seeing(/2\) Olga/, '@olga_owner'), 'yes', 'end'])).ended).to.equal('end');
		expect(stored()).to.deep.include({ OWNER_USER_ID: String(OLGA), EDITOR_USER_ID: String(EGOR) });
	});

	it('shows those who write as they come, and a forwarded channel with its title; none of it is a request afterwards', async () => {
		const { ended, said } = await answering(
			goodWith({
				1: async (text) => {
					await sandbox.control('/send', { from: STRANGER, text: '/start' });
					await seeing(/1\) Person 4242/, '')(text);
					await bothStart();
					return await seeing(/3\) Egor/, '2 3')(text);
				},
				3: async (text) => {
					await forward(CHANNEL, 'City news');
					return await seeing(/1\) City news/, '1')(text);
				},
				8: async () => {
					await sandbox.control('/send', { from: OLGA, text: '/post The old mill opens on 3 March.' });
					return 'end';
				},
			}),
		);
		expect(ended, said).to.equal('end');
		expect(stored()).to.deep.include({ MESSENGER_CHANNEL_ID: String(CHANNEL), OWNER_USER_ID: String(OLGA), EDITOR_USER_ID: String(EGOR) });
		expect(await pending(), 'the desk gets nothing of it').to.equal(0);
	});

	it('keeps every place that was shown: a stranger who writes while another list is open comes below, marked new', async () => {
		await bothStart();
		const { said } = await answering([
			...goodWith({
				3: async () => {
					await sandbox.control('/send', { from: STRANGER, text: '/start' });
					await until(async () => (await pending()) === 0);
					return '@copydesk_sandbox';
				},
				8: 'people',
			}),
			'1 2',
			'no',
			'2 1',
			'yes',
			'end',
		]);
		expect(said).to.match(/1\) Olga Owner.*\n.*2\) Egor Editor.*\n.*3\) Person 4242 .*— new/);
		expect(said)
			.to.include('the owner is Olga Owner (@olga_owner, number 1001),\n  the editor is Egor Editor (@egor_editor, number 1002)')
			.and.include('the owner is Egor Editor (@egor_editor, number 1002),\n  the editor is Olga Owner (@olga_owner, number 1001)');
		expect(stored()).to.deep.include({ OWNER_USER_ID: String(EGOR), EDITOR_USER_ID: String(OLGA) });
	});

	it('shows and keeps a name as letters on one line, whatever is in it', async () => {
		const update = {
			update_id: 500_000_991,
			message: {
				...{ message_id: 9, date: 1, chat: { id: OLGA, type: 'private' } },
				from: {
					id: OLGA,
					is_bot: false,
					first_name: '\u001b[2J\u202eO\'"`\nMESSENGER_API_URL=http://thief.example',
					last_name: '\\n\u0007x',
				},
			},
		};
		await sandbox.control('/update', update);
		await sandbox.control('/send', { from: EGOR, text: '/start' });
		const { said } = await answering([SANDBOX_TOKEN, people, 'yes']);
		const name = '[2J O’’’ MESSENGER_API_URL=http://thief.example /n x';
		expect(said).to.include(`the owner is ${name} (number ${OLGA})`);
		expect(said).to.not.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
		expect(stored()).to.deep.include({ OWNER_NAME: name, MESSENGER_API_URL: sandbox.url, OWNER_USER_ID: String(OLGA) });
	});

	it('takes away what was written also where it is left in the middle', async () => {
		await bothStart();
		const { ended } = await answering([
			SANDBOX_TOKEN,
			async (said) => {
				await seeing(/2\) Egor/, '')(said);
				// Even if the process is killed now.
				await until(async () => (await pending()) === 0);
				return '1';
			},
		]);
		expect(ended).to.equal('left');
	});

	it('names the right that is missing, waits for it, and goes on by itself', async () => {
		await bothStart();
		let mayPost = false;
		const messenger = createServer((request, response) => {
			void (async () => {
				const chunks: Buffer[] = [];
				for await (const chunk of request) chunks.push(chunk as Buffer);
				const headers = { 'content-type': request.headers['content-type'] ?? 'application/json' };
				const given = await fetch(`${sandbox.url}${request.url}`, { method: 'POST', headers, body: Buffer.concat(chunks) });
				const text = await given.text();
				const isAsked = request.url?.endsWith('/getChatMember') === true && !mayPost;
				response
					.writeHead(given.status, headers)
					.end(isAsked ? text.replace('"can_post_messages":true', '"can_post_messages":false') : text);
			})();
		});
		messenger.listen(0, '127.0.0.1');
		await once(messenger, 'listening');
		prepared('', `http://127.0.0.1:${(messenger.address() as AddressInfo).port}`);
		try {
			const { said } = await answering([
				SANDBOX_TOKEN,
				people,
				'yes',
				() => {
					setTimeout(() => (mayPost = true), 500);
					return Promise.resolve('@copydesk_sandbox');
				},
			]);
			expect(said).to.include('is an administrator who may not post').and.to.include('switch "Post messages" on');
			expect(said).to.include('The bot may post in “Copydesk sandbox channel”');
			expect(stored()['MESSENGER_CHANNEL_ID']).to.equal(String(CHANNEL));
		} finally {
			messenger.closeAllConnections();
			messenger.close();
		}
	});

	it('says what to do where another program takes the messages, and listens again on Enter', async () => {
		await sandbox.bot('setWebhook', { url: 'http://127.0.0.1:2/webhook/copydesk' });
		const { said } = await answering([
			SANDBOX_TOKEN,
			async (text) => {
				await seeing(/cannot be listened to here/, '')(text);
				await sandbox.bot('deleteWebhook');
				await bothStart();
				return '';
			},
			people,
			'yes',
		]);
		expect(said).to.include('Then press Enter');
		expect(stored()['OWNER_USER_ID']).to.equal(String(OLGA));
	});

	it('replaces a wrong person on a desk that ran already, with names, and does not trust .env', async () => {
		await bothStart();
		await answering(goodWith({}));
		const url = `sqlite:${join(data, 'collaboration', 'participants.sqlite')}`;
		mkdirSync(join(data, 'collaboration'), { recursive: true });
		const db = await openDatabase(url);
		await migrate(db, PARTICIPANTS_MIGRATIONS, PARTICIPANTS_FAMILY, 1);
		await setParticipants(db, { owner: { userId: STRANGER, name: 'Somebody' }, editor: { userId: EGOR, name: 'Egor' } }, 1, 'test');
		await db.close();
		const said_ = { COLLAB_DATABASE_URL: `sqlite:${join(data, 'collaboration', 'collaboration.sqlite')}`, COLLAB_PARTICIPANTS_URL: url };
		writeFileSync(
			join(data, OPERATOR_ENV),
			Object.entries(said_)
				.map(([name, value]) => `${name}=${value}\n`)
				.join(''),
			{ mode: 0o600 },
		);
		const { ended, said } = await answering([seeing(/Egor Editor/, 'Olga'), 'yes', 'end']);
		expect(ended, said).to.equal('end');
		expect(said).to.include("The desk's database has Somebody (4242) as owner");
		expect(said).to.include('owner Olga Owner, editor Egor Editor now (before: owner Somebody, editor Egor)');
		const participants = openParticipants(url);
		expect((await participants.all()).map(({ role, userId, displayName }) => [role, userId, displayName])).to.have.deep.members([
			['owner', OLGA, 'Olga Owner'],
			['editor', EGOR, 'Egor Editor'],
		]);
		await participants.close();
	});

	for (const [what, models, pictures] of [
		['', '', 1],
		[', with the built-in picture where the AI draws none', 'gpt-5.6-terra none', 0],
	] as const) {
		it(`rehearses with the two people and not with the channel, and sends them a cover${what}`, async () => {
			await bothStart();
			const { ended, said } = await answering(goodWith({ 7: models, 8: '' }));
			expect(ended, said).to.equal('start');
			interface Photographed {
				readonly caption?: string;
				readonly photo?: readonly { readonly width: number; readonly height: number }[];
			}
			const { chats, calls } = await sandbox.control<{
				chats: { id: number; messages: Photographed[] }[];
				calls: { kind: string; method: string }[];
			}>('/state');
			const photos = (id: number) => chats.find((chat) => chat.id === id)?.messages.filter(({ photo }) => photo !== undefined) ?? [];
			for (const id of [OLGA, EGOR]) {
				expect(photos(id)[0]?.caption).to.include('A rehearsal of Copydesk');
				expect(photos(id)[0]?.photo?.at(-1)).to.include({ width: 1080, height: 1080 });
			}
			expect(photos(CHANNEL)).to.deep.equal([]);
			const drawn = calls.filter(({ kind, method }) => kind === 'ai' && method === 'images/generations').length;
			expect(drawn, 'the trial of the model and the rehearsal').to.equal(1 + pictures);
			expect(await pending()).to.equal(0);
		});
	}

	it('says why a rehearsal stopped, and asks what now', async () => {
		await bothStart();
		const { ended, said } = await answering([
			...goodWith({}).slice(0, 8),
			async () => {
				await sandbox.control('/faults', { target: 'ai', kind: 'refusal' });
				return '1';
			},
			'3',
		]);
		expect(ended).to.equal('end');
		expect(said).to.include('✗ The rehearsal stopped: the AI');
	});

	it('keeps covers without pictures where the provider gives none that can be used, and says so', async () => {
		await bothStart();
		await sandbox.control('/faults', { target: 'ai', endpoint: 'images/generations', kind: '5xx' });
		const { ended, asked, said } = await answering(goodWith({}));
		expect(ended, said).to.equal('end');
		expect(asked[7]).to.include('[gpt-5.6-terra none]');
		expect(stored()).to.deep.include({ AI_TEXT_MODEL: 'gpt-5.6-terra', AI_IMAGE_API: 'none' });
	});

	it('takes pictures from another provider, with a key of its own', async () => {
		await bothStart();
		await answering(goodWith({}));
		const { ended, said } = await answering([`${sandbox.url}/ai/v1`, 'key-2', 'sandbox-image', 'end'], 'pictures');
		expect(ended, said).to.equal('end');
		expect(stored()).to.deep.include({ AI_API_KEY: 'sandbox-key', AI_IMAGE_API_KEY: 'key-2', AI_IMAGE_MODEL: 'sandbox-image' });
	});

	it('adds a second provider for texts, tried like the first one, and removes it again', async () => {
		await bothStart();
		await answering(goodWith({}));
		const { ended, said } = await answering(['ftp://x', `${sandbox.url}/ai/v1`, 'key-3', 'gpt-image-1', 'sandbox-text', 'end'], 'fallback');
		expect(ended, said).to.equal('end');
		expect(said).to.include('gpt-image-1 gave no text: 404').and.not.include('key-3');
		expect(stored()).to.deep.include({
			...{ AI_FALLBACK_BASE_URL: `${sandbox.url}/ai/v1`, AI_FALLBACK_API_KEY: 'key-3', AI_FALLBACK_TEXT_MODEL: 'sandbox-text' },
			...{ AI_TEXT_MODEL: 'gpt-5.6-terra', AI_FALLBACK_TEXT_API: 'responses' },
		});
		expect(readLiveConfig(withEnvFile({}, file))).to.include({ AI_FALLBACK_TEXT_MODEL: 'sandbox-text' });
		await answering(['', 'end'], 'fallback');
		expect(readLiveConfig(withEnvFile({}, file)).AI_FALLBACK_BASE_URL).to.equal(undefined);
	});

	it('closes a file that others can read, and keeps what a person wrote into it', async () => {
		prepared('# mine\nRENDERER_PORT=9000\n');
		chmodSync(file, 0o644);
		const { said } = await answering([]);
		expect(said).to.include('could be read by other users');
		expect(statSync(file).mode & 0o777).to.equal(0o600);
		expect(readFileSync(file, 'utf8')).to.include('# mine\nRENDERER_PORT=9000\n');
	});

	for (const [what, text, expected] of [
		['in its line', '# a\nNAME=old\n# NAME=example\n', '# a\nNAME=new\n# NAME=example\n'],
		['where it is commented out', '# NAME=example\nOTHER=1\n', 'NAME=new\nOTHER=1\n'],
		['at the end', 'OTHER=1', 'OTHER=1\nNAME=new\n'],
	] as const) {
		it(`puts a value ${what}`, () => {
			expect(withValue(text, 'NAME', 'new')).to.equal(expected);
		});
	}

	it('quotes a key that would be cut at a sign of its own', () => {
		for (const key of ['a#b', "it's", 'a"b', "a'`b", 'a b']) expect(parseEnv(withValue('', 'NAME', key))['NAME'], key).to.equal(key);
	});

	it('writes no value that would be two lines, or that no quotation mark holds', () => {
		for (const value of ['a\nB=c', 'a\rB=c', 'a\u2028B', '\'"`'])
			expect(() => withValue('', 'NAME', value), JSON.stringify(value)).to.throw(/Expected|expected/);
	});

	const script = join(ROOT, 'scripts', 'live', 'main.ts');

	it('says what to do where there is no terminal, and what is missing', () => {
		const { status, stderr } = spawnSync(process.execPath, [...QUIET_NODE, script], {
			encoding: 'utf8',
			env: { PATH: process.env['PATH'], COPYDESK_ENV_FILE: file },
			input: '',
		});
		expect(status).to.equal(2);
		expect(stderr).to.include('there is no terminal to ask on').and.to.include(`Copy .env.example to ${file}`);
		expect(stderr).to.include('Missing now: MESSENGER_TOKEN, OWNER_USER_ID, EDITOR_USER_ID, MESSENGER_CHANNEL_ID, AI_API_KEY');
		expect(readFileSync(file, 'utf8')).to.not.include('MESSENGER_TOKEN');
	});

	it('in a real terminal shows no secret that is typed, and keeps what was answered when Ctrl-C ends it', async function () {
		if (process.platform !== 'linux' || spawnSync('script', ['--version']).status !== 0) {
			console.warn('\n  !! SKIPPED: a terminal to type on needs util-linux (Debian: apt-get install bsdutils)\n');
			return this.skip();
		}
		const child = spawn('script', ['-qfec', [process.execPath, ...QUIET_NODE, script].join(' '), '/dev/null'], {
			env: { PATH: process.env['PATH'], COPYDESK_ENV_FILE: file, TERM: 'xterm' },
			stdio: ['pipe', 'pipe', 'pipe'],
		});
		let shown = '';
		child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
		const ended = once(child, 'exit');
		await bothStart();
		await until(() => shown.includes('The token (does not show): '));
		child.stdin.write(`${SANDBOX_TOKEN}\r`);
		await until(() => /2\) Egor/.test(shown));
		child.stdin.write('1\r');
		await until(() => shown.includes('yes or no: '));
		child.stdin.write('yes\r');
		await until(() => shown.includes('The channel: '));
		child.stdin.write('\u0003');
		const [code] = (await ended) as [number];
		expect(code).to.equal(1);
		expect(shown).to.not.include(SANDBOX_TOKEN);
		expect(shown, 'what is no secret shows').to.match(/the other one is the editor\): \S*1\r/);
		expect(shown).to.include(`Your answers are saved in ${file}. Continue with: npm run live:setup`);
		expect(stored()).to.deep.include({ MESSENGER_TOKEN: SANDBOX_TOKEN, OWNER_USER_ID: String(OLGA) });
	});
});
