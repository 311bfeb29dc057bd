// npm run demo -- --live-setup: live:setup as a person meets it, in a terminal of its own, with the sandbox in the place of messenger and
// AI, up to a post in the channel.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { programEnvironment, toolEnvironment } from '../desk/environment.ts';
import { QUIET_NODE, ROOT } from '../desk/paths.ts';
import { HOST, freePorts, portVariables } from '../desk/ports.ts';
import { SandboxClient } from '../desk/sandboxClient.ts';
import { SANDBOX } from '../desk/services.ts';
import { seconds } from '../desk/timeline.ts';
import { textOf, withValue, writePrivately } from '../live/envText.ts';
import { Play, demand } from './play.ts';

const { ownerId: OWNER, editorId: EDITOR, channelId: CHANNEL } = SANDBOX;
export const TOKEN = '7000001:a-token-of-the-demo-that-is-long-enough';
const KEY = 'a-key-of-the-demo';
const REQUEST = 'The new tram line 7 opens on Saturday at 6:40. It links the harbour with the university in 18 minutes.';
const ANSWER_TIMEOUT_MS = 120_000;
/** Everything is installed by now; n8n imports its graphs. */
const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 150_000;
const MOST_ANSWERS = 9;

/** @throws Error that says what did not come */
export async function playLiveSetup(signal: AbortSignal): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'copydesk-live-setup-'));
	const programs: ChildProcess[] = [];
	try {
		await play(folder, signal, programs);
	} finally {
		for (const program of programs.toReversed()) await end(program);
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}

async function play(folder: string, signal: AbortSignal, programs: ChildProcess[]): Promise<void> {
	const ports = await freePorts();
	const url = `http://${HOST}:${ports.sandbox}`;
	programs.push(startSandbox(folder, ports.sandbox));
	const sandbox = new SandboxClient(url);
	await until('the sandbox', ANSWER_TIMEOUT_MS, signal, async () => await sandbox.state().catch(() => undefined));
	const file = join(folder, '.env');
	// All that a person with an ordinary bot would not have to say.
	writePrivately(file, withValue(textOf(file, join(ROOT, '.env.example')), 'MESSENGER_API_URL', url));
	const { SANDBOX_PORT: _unknown, ...known } = portVariables(ports);
	const env = { ...toolEnvironment(), ...known, COPYDESK_ENV_FILE: file, COPYDESK_DATA_DIR: join(folder, 'data'), TERM: 'xterm' };
	const terminal = new TypedAt(env, signal);
	programs.push(terminal.program);

	await terminal.answer('The token', TOKEN, true);
	for (const from of [OWNER, EDITOR]) await sandbox.send(from, '/start');
	await terminal.sees('2) ');
	await terminal.answer('Who is the owner?', SANDBOX.ownerName);
	await terminal.answer('Is that right?', 'yes');
	await terminal.answer('The channel', '@copydesk_sandbox');
	await terminal.answer('The languages', '');
	await terminal.answer('The provider', `${url}/ai`);
	await terminal.answer('The key', KEY, true);
	await terminal.answer('The models', '');
	await terminal.answer('1, 2, 3 or a name', '');
	await terminal.sees('Nothing went to the channel.');
	demand((await sandbox.messages(CHANNEL)).length === 0, 'an empty channel after the rehearsal');
	demand(terminal.answers <= MOST_ANSWERS, `at most ${MOST_ANSWERS} answers but it took ${terminal.answers}`);
	await terminal.sees('Ctrl-C stops all of it.', START_TIMEOUT_MS);
	terminal.tell('the desk is up');

	await publish(sandbox);
	const stored = await readFile(file, 'utf8');
	demand(!/^PUBLIC_WEBHOOK_URL=./m.test(stored), 'no public address');
	demand(![TOKEN, KEY].some((secret) => terminal.shown.includes(secret)), 'no secret in the terminal');
	const code = await terminal.leave();
	demand(code === 0, `live:setup to end with 0 but it was ${String(code)}`);
	process.stdout.write(`\nFrom the token to a post in the channel: ${terminal.answers} answers, ${terminal.took()}, no port opened.\n`);
}

async function publish(sandbox: SandboxClient): Promise<void> {
	process.stdout.write('\nThe first post\n');
	const people = new Play(sandbox);
	await people.say(OWNER, `/post ${REQUEST}`);
	const { owner } = await people.previews();
	await people.press(OWNER, owner, 'publish');
	const post = await people.sees(CHANNEL, 'the post', ({ photo }) => photo !== undefined);
	demand(post.caption === owner.caption, 'the caption that was approved');
}

export function startSandbox(folder: string, port: number): ChildProcess {
	const own = {
		SANDBOX_PORT: String(port),
		SANDBOX_DATA_DIR: join(folder, 'sandbox'),
		SANDBOX_BOT_TOKEN: TOKEN,
		SANDBOX_WEBHOOKS: 'loopback',
	};
	const program = join(ROOT, 'services', 'sandbox', 'src', 'main.ts');
	return spawn(process.execPath, [...QUIET_NODE, program], { env: programEnvironment(own, ['SANDBOX_']), stdio: 'ignore' });
}

/** live:setup in a terminal; where none can be made, its answers come by a pipe. */
class TypedAt {
	readonly program: ChildProcess;
	readonly #startedAtMs = Date.now();
	readonly #signal: AbortSignal;
	readonly #isTerminal: boolean;
	#lastMs = Date.now();
	#text = '';
	/** What was looked at already. */
	#seen = 0;
	/** What was printed already, and the answer that the terminal repeats after it. */
	#printed = 0;
	#echo = '';
	answers = 0;

	constructor(env: NodeJS.ProcessEnv, signal: AbortSignal) {
		this.#signal = signal;
		const words = [process.execPath, ...QUIET_NODE, join(ROOT, 'scripts', 'live', 'main.ts')];
		// util-linux has it; elsewhere `script` takes other options.
		this.#isTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;
		// A shell that waits for live:setup would end by Ctrl-C itself, and its code would hide that of live:setup.
		const line = `exec ${words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')}`;
		const [command, args] = this.#isTerminal
			? ['script', ['-qfec', line, '/dev/null']]
			: [process.execPath, [...words.slice(1), '--piped']];
		process.stdout.write(
			`npm run live:setup, in ${this.#isTerminal ? 'a terminal of its own' : 'a pipe, because there is no program "script"'}\n\n`,
		);
		this.program = spawn(command, args, { cwd: ROOT, env, stdio: ['pipe', 'pipe', 'inherit'] });
		this.program.stdout?.on('data', (chunk: Buffer) => (this.#text += chunk.toString()));
	}

	get shown(): string {
		return stripVTControlCharacters(this.#text);
	}

	took(): string {
		return seconds(Date.now() - this.#startedAtMs);
	}

	tell(what: string): void {
		const nowMs = Date.now();
		process.stdout.write(`  ${this.took().padStart(9)}  +${seconds(nowMs - this.#lastMs).padStart(8)}  ${what}\n`);
		this.#lastMs = nowMs;
	}

	/** Waits until this is shown, after what was waited for before. */
	async sees(text: string, timeoutMs = ANSWER_TIMEOUT_MS): Promise<void> {
		await until(`“${text}”`, timeoutMs, this.#signal, () => {
			const at = this.shown.indexOf(text, this.#seen);
			if (at >= 0) {
				this.#seen = at + text.length;
				return Promise.resolve(true);
			}
			if (this.program.exitCode !== null) throw new Error(`live:setup ended without saying “${text}”:\n${this.shown.slice(-2_000)}`);
			return Promise.resolve(undefined);
		});
	}

	/** @param hidden it is a secret, which is not shown here either */
	async answer(question: string, answer: string, hidden = false): Promise<void> {
		await this.sees(question);
		await this.sees(': ');
		this.#print();
		this.program.stdin?.write(`${answer}${this.#isTerminal ? '\r' : '\n'}`);
		this.answers += 1;
		this.#echo = hidden ? '' : answer;
		this.tell(`${this.answers}. ${question}: ${hidden ? '(hidden)' : answer === '' ? '(Enter)' : answer}`);
	}

	/** Prints what live:setup says, up to its question. */
	#print(): void {
		const said = this.shown.slice(this.#printed, this.#seen).trim();
		this.#printed = this.#seen;
		const words = said.startsWith(this.#echo) ? said.slice(this.#echo.length).trim() : said;
		for (const line of words.split(/\r?\n/)) process.stdout.write(`    ${line}\n`);
	}

	/** Ctrl-C, as in any terminal. @returns the exit code */
	async leave(): Promise<number | null> {
		const ended = once(this.program, 'exit') as Promise<[number | null]>;
		if (this.#isTerminal) this.program.stdin?.write('\u0003');
		else this.program.kill('SIGINT');
		const timer = sleep(STOP_TIMEOUT_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('the desk did not stop')));
		const [code] = await Promise.race([ended, timer]);
		this.tell('Ctrl-C: everything has stopped');
		return code;
	}
}

export async function until<T>(what: string, timeoutMs: number, signal: AbortSignal, find: () => Promise<T | undefined>): Promise<T> {
	const deadlineMs = Date.now() + timeoutMs;
	for (;;) {
		const found = await find();
		if (found !== undefined) return found;
		if (signal.aborted) throw new Error('stopped by hand');
		if (Date.now() > deadlineMs) throw new Error(`${what} did not come within ${timeoutMs / 1000} s`);
		await sleep(100);
	}
}

/** Without its terminal the desk stops in order. */
export async function end(program: ChildProcess): Promise<void> {
	if (program.exitCode !== null || program.signalCode !== null) return;
	const ended = once(program, 'exit');
	program.kill('SIGTERM');
	await ended;
}
