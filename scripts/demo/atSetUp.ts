// A stranger who writes to the bot while the set-up waits for the two people.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ROOT } from '../desk/paths.ts';
import { HOST, freePorts } from '../desk/ports.ts';
import { SandboxClient } from '../desk/sandboxClient.ts';
import { SANDBOX } from '../desk/services.ts';
import { textOf, withValue, writePrivately } from '../live/envText.ts';
import { people } from '../live/people.ts';
import { setUpLive } from '../live/setup.ts';
import { Ended } from '../live/terminal.ts';
import { TOKEN, end, startSandbox, until } from './liveSetup.ts';
import { demand, type Play } from './play.ts';

const { ownerId: OWNER, editorId: EDITOR } = SANDBOX;
const STRANGER = 4242;
const ANSWER_TIMEOUT_MS = 60_000;

/**
 * The stranger writes when both people are in the list and the operator is about to type its places.
 * @throws Error when the stranger became one of the two, or took a place that was shown
 */
export async function strangerAtSetUp(play: Play, signal: AbortSignal): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'copydesk-stranger-'));
	const { sandbox: port } = await freePorts();
	const program = startSandbox(folder, port);
	try {
		const sandbox = new SandboxClient(`http://${HOST}:${port}`);
		const soon = <T>(what: string, find: () => Promise<T | undefined>): Promise<T> => until(what, ANSWER_TIMEOUT_MS, signal, find);
		await soon('a second sandbox', async () => await sandbox.state().catch(() => undefined));
		const said: string[] = [];
		const shown = (text: string): Promise<true> => soon(`“${text}”`, () => Promise.resolve(said.join('\n').includes(text) || undefined));
		/** What the operator types, each when the list shows what they look at. */
		const answers = [
			async (): Promise<string> => {
				await sandbox.send(OWNER, '/start');
				await shown('1) ');
				await sandbox.send(EDITOR, '/start');
				await shown('2) ');
				await sandbox.send(STRANGER, '/start');
				await shown('3) ');
				return '1 2';
			},
			(): Promise<string> => Promise.resolve('yes'),
		];
		const file = join(folder, '.env');
		const example = join(ROOT, '.env.example');
		const known = withValue(textOf(file, example), 'MESSENGER_API_URL', `http://${HOST}:${port}`);
		writePrivately(file, withValue(known, 'MESSENGER_TOKEN', TOKEN));
		const terminal = {
			say(text: string): void {
				said.push(text);
			},
			async ask(): Promise<string> {
				const next = answers.shift();
				if (next === undefined) throw new Ended();
				return await next();
			},
		};
		await setUpLive({ file, example, data: join(folder, 'data'), terminal, change: people }).catch((error: unknown) => {
			if (!(error instanceof Ended)) throw error;
		});
		const lines = said.join('\n').split('\n');
		for (const line of lines.filter((each) => /^ +\d\) |number/.test(each))) play.tell(line.trim());
		const stored = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
		demand(stored['OWNER_USER_ID'] === String(OWNER) && stored['EDITOR_USER_ID'] === String(EDITOR), 'the two people who were shown');
		demand(
			lines.some((line) => /3\).* — new$/.test(line)),
			'the stranger below them, marked new',
		);
		play.tell('the stranger has no place of the two, and .env names the people who were confirmed');
	} finally {
		await end(program);
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}
