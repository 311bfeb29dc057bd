import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { readLiveConfig, withEnvFile } from '../../../scripts/desk/live.ts';
import { QUIET_NODE, ROOT } from '../../../scripts/desk/paths.ts';
import { withValue } from '../../../scripts/live/envText.ts';
import { missingIn, setUpLive } from '../../../scripts/live/setup.ts';
import { Ended } from '../../../scripts/live/terminal.ts';
import { CHANNEL, EGOR, OLGA, RunningSandbox, SANDBOX_TOKEN } from '../../support/sandbox.ts';
import { until } from '../../support/until.ts';

const EXAMPLE = join(ROOT, '.env.example');
const WRONG_TOKEN = `1234567890:${'A'.repeat(35)}`;
/** Nobody answers there, which is a warning: only this machine may be unable to reach it. */
const ADDRESS = 'https://127.0.0.1:2/webhook/copydesk';

describe('Setting up real accounts', function () {
	this.timeout(60_000);
	let sandbox: RunningSandbox;
	let folder: string;
	let file: string;
	before(async () => {
		sandbox = await new RunningSandbox().start();
	});
	after(() => sandbox.end());
	beforeEach(async () => {
		folder = mkdtempSync(join(tmpdir(), 'copydesk-setup-'));
		file = join(folder, '.env');
		await sandbox.control('/reset', {});
		await sandbox.bot('deleteWebhook');
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	/** Somebody who gives these answers, a function where the answer depends on what is shown; then the terminal ends. */
	async function answering(answers: readonly (string | ((said: () => string) => Promise<string>))[]) {
		const said: string[] = [];
		const asked: string[] = [];
		const queue = [...answers];
		const ended = await setUpLive({
			file,
			example: EXAMPLE,
			terminal: {
				say: (text) => void said.push(text),
				async ask(question) {
					asked.push(question.split(':')[0] ?? '');
					const next = queue.shift();
					if (next === undefined) throw new Ended();
					return typeof next === 'string' ? next : await next(() => said.join('\n'));
				},
			},
		}).then(
			() => 'done',
			(error: unknown) => {
				if (error instanceof Ended) return 'ended';
				throw error;
			},
		);
		return { ended, said: said.join('\n'), asked };
	}
	/** `.env` as it is for a messenger and a provider on this machine. */
	const prepared = (more = ''): void =>
		writeFileSync(
			file,
			`MESSENGER_API_URL=${sandbox.url}\nAI_PROVIDER=openai\nAI_BASE_URL=${sandbox.url}/ai\nAI_IMAGE_BASE_URL=\n${more}`,
			{ mode: 0o600 },
		);
	const stored = () => parseEnv(readFileSync(file, 'utf8'));
	const GOOD = [SANDBOX_TOKEN, String(CHANNEL), String(OLGA), String(EGOR), ADDRESS, 'sandbox-key', '', ''];

	it('asks for what is missing, in the order in which one helps the next, and writes a file that a start takes', async () => {
		prepared();
		const { ended, asked } = await answering(GOOD);
		expect(ended).to.equal('done');
		expect(asked).to.deep.equal([
			'Its token (does not show)',
			"The channel's number, like -1001234567890",
			"The owner's number",
			"The editor's number",
			'The whole address, like https',
			'The key (does not show)',
			'Its name, or its number in the list [gpt-5.6-terra]',
			'Its name, or its number in the list [gpt-image-2]',
		]);
		expect(readLiveConfig(withEnvFile({}, file))).to.deep.include({
			MESSENGER_TOKEN: SANDBOX_TOKEN,
			MESSENGER_CHANNEL_ID: String(CHANNEL),
			OWNER_USER_ID: OLGA,
			EDITOR_USER_ID: EGOR,
			AI_API_KEY: 'sandbox-key',
		});
		expect(statSync(file).mode & 0o777).to.equal(0o600);
		expect(readdirSync(folder)).to.deep.equal(['.env']);
	});

	it('begins with the example, whose values count as missing', async () => {
		expect(missingIn(file, EXAMPLE)).to.deep.equal([
			'MESSENGER_TOKEN',
			'MESSENGER_CHANNEL_ID',
			'OWNER_USER_ID',
			'EDITOR_USER_ID',
			'AI_API_KEY',
		]);
		await answering([]);
		expect(existsSync(file)).to.equal(false);
	});

	it('tries each answer at once, says what is wrong with it, and asks again', async () => {
		prepared();
		const { said, asked } = await answering(['not a token', WRONG_TOKEN, SANDBOX_TOKEN, '-1', '-1009999999999', String(CHANNEL)]);
		expect(asked.slice(0, 6)).to.deep.equal([
			...Array<string>(3).fill('Its token (does not show)'),
			...Array<string>(3).fill("The channel's number, like -1001234567890"),
		]);
		expect(said).to.include('Expected a token like 123456789:AA… but received something else');
		expect(said).to.include('✗ messenger     the messenger does not know this token');
		expect(said).to.include('✓ messenger     the token answers: @copydesk_sandbox_bot');
		expect(said).to.include('Expected a channel id like -1001234567890 but received "-1"');
		expect(said).to.include('the bot does not see -1009999999999');
		expect(said).to.not.include(SANDBOX_TOKEN).and.not.include(WRONG_TOKEN);
	});

	it('keeps each answer before the next question, so that whoever leaves goes on where they were', async () => {
		prepared();
		expect((await answering(GOOD.slice(0, 2))).ended).to.equal('ended');
		expect(stored()).to.deep.include({ MESSENGER_TOKEN: SANDBOX_TOKEN, MESSENGER_CHANNEL_ID: String(CHANNEL) });
		const { ended, asked, said } = await answering(GOOD.slice(2));
		expect(ended).to.equal('done');
		expect(asked[0]).to.equal("The owner's number");
		expect(said).to.include('✓ MESSENGER_TOKEN is there:').and.to.include('the bot may post in “Copydesk sandbox channel”');
	});

	it('asks again for what is there but does not work any more', async () => {
		prepared(`MESSENGER_TOKEN=${WRONG_TOKEN}\n`);
		const { asked, said } = await answering([SANDBOX_TOKEN]);
		expect(said).to.include('✗ messenger     the messenger does not know this token');
		expect(asked[0]).to.equal('Its token (does not show)');
		expect(stored()['MESSENGER_TOKEN']).to.equal(SANDBOX_TOKEN);
	});

	it('lets a person keep what cannot be tried right now', async () => {
		prepared();
		await answering([WRONG_TOKEN, '']);
		expect(stored()['MESSENGER_TOKEN']).to.equal(WRONG_TOKEN);
	});

	it('shows whoever writes to the bot, and takes their place in the list for the number', async () => {
		prepared();
		const seen = (pattern: RegExp, answer: string) => async (said: () => string) => {
			await until(() => pattern.test(said()));
			return answer;
		};
		const { ended, said } = await answering([
			SANDBOX_TOKEN,
			async (text) => {
				await sandbox.control('/update', {
					update_id: 500_000_990,
					message: {
						message_id: 9,
						date: 1,
						from: { id: OLGA, is_bot: false, first_name: 'Olga' },
						chat: { id: OLGA, type: 'private' },
						forward_origin: { type: 'channel', chat: { id: CHANNEL, type: 'channel', title: 'City news' }, message_id: 4, date: 1 },
					},
				});
				return await seen(/1\) City news {2}-100/, '1')(text);
			},
			seen(/1\) Olga {2}1001/, '1'),
			async (text) => {
				await sandbox.control('/send', { from: EGOR, text: '/start' });
				return await seen(/2\) Egor.* {2}1002/, '2')(text);
			},
			ADDRESS,
			'sandbox-key',
			'',
			'',
		]);
		expect(ended, said).to.equal('done');
		expect(stored()).to.deep.include({ MESSENGER_CHANNEL_ID: String(CHANNEL), OWNER_USER_ID: String(OLGA), EDITOR_USER_ID: String(EGOR) });
		expect((await sandbox.control<{ updates_pending: number }>('/state')).updates_pending, 'nothing is taken from the desk').to.equal(2);
	});

	it('takes the place of nobody in the list for no number', async () => {
		prepared();
		const { asked, said } = await answering([SANDBOX_TOKEN, '98', String(CHANNEL), '99', String(OLGA), String(EGOR)]);
		expect(said).to.include('✗ The list has no channel 98 yet').and.to.include('✗ The list has no person 99 yet');
		expect(asked.filter((question) => question === "The owner's number")).to.have.length(2);
		expect(stored()).to.deep.include({ MESSENGER_CHANNEL_ID: String(CHANNEL), OWNER_USER_ID: String(OLGA), EDITOR_USER_ID: String(EGOR) });
	});

	it('goes on with typed numbers where a desk takes the messages', async () => {
		prepared();
		await sandbox.bot('setWebhook', { url: 'http://127.0.0.1:2/webhook/copydesk' });
		const { ended, said } = await answering([
			SANDBOX_TOKEN,
			async (text) => {
				await until(() => text().includes('cannot be listened to here'));
				return String(CHANNEL);
			},
			...GOOD.slice(2),
		]);
		expect(ended, said).to.equal('done');
	});

	it('refuses one person for both roles', async () => {
		prepared();
		const { said, asked } = await answering([...GOOD.slice(0, 3), String(OLGA), String(EGOR)]);
		expect(said).to.include('both would be the same person');
		expect(asked.filter((question) => question === "The editor's number")).to.have.length(2);
	});

	it('offers the models that the provider lists by number, and asks again for one that it does not serve', async () => {
		prepared();
		const { ended, said } = await answering([...GOOD.slice(0, 6), 'gpt-image-1', '2', '2']);
		expect(ended).to.equal('done');
		expect(said).to.include('gpt-image-1 gave no text: 404').and.to.include('✓ ai            sandbox-text keeps to a strict schema');
		expect(stored()).to.deep.include({ AI_TEXT_MODEL: 'sandbox-text', AI_IMAGE_MODEL: 'sandbox-image' });
	});

	it('asks for the other provider and its key only when there is one', async () => {
		writeFileSync(file, `MESSENGER_API_URL=${sandbox.url}\n`, { mode: 0o600 });
		const { ended, asked } = await answering([
			...GOOD.slice(0, 5),
			'',
			`${sandbox.url}/ai`,
			'key-1',
			'',
			`${sandbox.url}/ai/v1`,
			'key-2',
			'',
		]);
		expect(ended).to.equal('done');
		expect(asked.slice(5)).to.deep.equal([
			'Its name, or its number in the list [openai]',
			'Its address [https',
			'The key (does not show)',
			'Its name, or its number in the list [gpt-5.6-terra]',
			'Its address, or nothing for the same one',
			'The key (does not show)',
			'Its name, or its number in the list [gpt-image-2]',
		]);
		expect(stored()).to.deep.include({ AI_API_KEY: 'key-1', AI_IMAGE_API_KEY: 'key-2' });
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

	const script = join(ROOT, 'scripts', 'live', 'main.ts');

	it('says what to do where there is no terminal, and what is missing', () => {
		const { status, stderr } = spawnSync(process.execPath, [...QUIET_NODE, script], {
			encoding: 'utf8',
			env: { PATH: process.env['PATH'], COPYDESK_ENV_FILE: file },
			input: '',
		});
		expect(status).to.equal(2);
		expect(stderr).to.include('there is no terminal to ask on').and.to.include(`Copy .env.example to ${file}`);
		expect(stderr).to.include('Missing now: MESSENGER_TOKEN, MESSENGER_CHANNEL_ID, OWNER_USER_ID, EDITOR_USER_ID, AI_API_KEY');
		expect(existsSync(file)).to.equal(false);
	});

	it('in a real terminal shows no secret that is typed, and keeps what was answered when Ctrl-C ends it', async function () {
		if (process.platform !== 'linux' || spawnSync('script', ['--version']).status !== 0) {
			console.warn('\n  !! SKIPPED: a terminal to type on needs util-linux (Debian: apt-get install bsdutils)\n');
			return this.skip();
		}
		prepared();
		const child = spawn('script', ['-qfec', [process.execPath, ...QUIET_NODE, script].join(' '), '/dev/null'], {
			env: { PATH: process.env['PATH'], COPYDESK_ENV_FILE: file, TERM: 'xterm' },
			stdio: ['pipe', 'pipe', 'pipe'],
		});
		let shown = '';
		child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
		const ended = once(child, 'exit');
		await until(() => shown.includes('Its token (does not show): '));
		child.stdin.write(`${SANDBOX_TOKEN}\r`);
		await until(() => shown.includes("The channel's number"));
		child.stdin.write(`${CHANNEL}\r`);
		await until(() => shown.includes("The owner's number"));
		child.stdin.write('\u0003');
		const [code] = (await ended) as [number];
		expect(code).to.equal(1);
		expect(shown).to.not.include(SANDBOX_TOKEN);
		expect(shown, 'what is no secret shows').to.include(String(CHANNEL));
		expect(shown).to.include(`What you answered is kept in ${file}. Go on with: npm run live:setup`);
		expect(stored()).to.deep.include({ MESSENGER_TOKEN: SANDBOX_TOKEN, MESSENGER_CHANNEL_ID: String(CHANNEL) });
	});
});
