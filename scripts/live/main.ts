// npm run live:setup: asks for the accounts of a real desk, tries each at once, writes .env, and starts the desk if that is wanted.
//   --change <name>   asks for one value alone, whether it works or not
//   --piped           takes the answers from standard input, one a line, where there is no terminal

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Usage, orUsage, parseCommandLine } from '../commandLine.ts';
import { ROOT, dataFolder, envFile } from '../desk/paths.ts';
import { QUESTIONS, questionNamed } from './questions.ts';
import type { Question } from './setupContext.ts';
import { closeToOthers, missingIn, setUpLive } from './setup.ts';
import { Ended, openTerminal } from './terminal.ts';

const options = { change: { type: 'string' }, piped: { type: 'boolean', default: false } } as const;
const { change, piped } = orUsage('npm run live:setup [-- --change <name>] [--piped]', () => {
	const { values } = parseCommandLine({ options });
	return { change: values.change === undefined ? undefined : demandQuestion(values.change), piped: values.piped };
});
const file = envFile(process.env);
const example = join(ROOT, '.env.example');
if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) {
	process.stderr.write(`Expected COPYDESK_ENV_FILE to name a file, but ${file} is a folder\n`);
	process.exit(2);
}

if (!piped && (!process.stdin.isTTY || !process.stdout.isTTY)) {
	const missing = missingIn(file, example);
	process.stderr.write(
		`live:setup asks questions, and there is no terminal to ask on.\n` +
			`Copy .env.example to ${file}, readable by you alone (chmod 600), and fill it in; the example says where each value comes from.\n` +
			(missing.length === 0 ? 'Nothing is missing there now.\n' : `Missing now: ${missing.join(', ')}\n`),
	);
	process.exit(2);
}

const terminal = openTerminal();
let wish: 'start' | 'end' = 'end';
try {
	terminal.say('The accounts of a real desk. Each answer is tested, and saved when it works. Ctrl-C stops; the next run continues.\n');
	closeToOthers(file, terminal);
	const data = dataFolder('live');
	wish = await setUpLive({ file, example, data, terminal, ...(change === undefined ? {} : { change }) });
	process.exitCode = 0;
} catch (error) {
	if (!(error instanceof Ended)) throw error;
	process.stdout.write(`\n${existsSync(file) ? `Your answers are saved in ${file}. ` : ''}Continue with: npm run live:setup\n`);
	process.exitCode = 1;
} finally {
	terminal.close();
}
if (wish === 'start') process.exitCode = await start();
else if (process.exitCode === 0) process.stdout.write('Start the desk with: npm start -- --live\n');
// A request to the messenger may still be open; its answer is not needed.
process.exit();

function demandQuestion(name: string): Question {
	const question = questionNamed(name);
	if (question !== undefined) return question;
	throw new Usage(`Expected --change with one of ${QUESTIONS.map((each) => each.name).join(', ')}, but received ${JSON.stringify(name)}`);
}

/** As `npm start -- --live`, which installs n8n first. Ctrl-C reaches both; the desk stops in order. */
async function start(): Promise<number> {
	const setUp = join(ROOT, 'scripts', 'setup.mjs');
	const child = spawn(process.execPath, [setUp, '--then', join('scripts', 'start.ts'), '--live'], { cwd: ROOT, stdio: 'inherit' });
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
	const [code] = (await once(child, 'exit')) as [number | null];
	return code ?? 1;
}
