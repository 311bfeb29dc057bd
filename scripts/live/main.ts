// npm run live:setup: asks for the accounts of a real desk, tries each at once, and writes .env.

import { join } from 'node:path';
import { orUsage, parseCommandLine } from '../commandLine.ts';
import { envFile } from '../desk/live.ts';
import { ROOT } from '../desk/paths.ts';
import { missingIn, setUpLive } from './setup.ts';
import { Ended, openTerminal } from './terminal.ts';

orUsage('npm run live:setup', () => parseCommandLine({ options: {} }));
const file = envFile(process.env);
const example = join(ROOT, '.env.example');

if (!process.stdin.isTTY || !process.stdout.isTTY) {
	const missing = missingIn(file, example);
	process.stderr.write(
		`live:setup asks questions, and there is no terminal to ask on.\n` +
			`Copy .env.example to ${file}, readable by you alone (chmod 600), and fill it in; the example says where each value comes from.\n` +
			(missing.length === 0 ? 'Nothing is missing there now.\n' : `Missing now: ${missing.join(', ')}\n`),
	);
	process.exit(2);
}

const terminal = openTerminal();
try {
	terminal.say('The accounts of a real desk. Each answer is tried and kept at once; Ctrl-C ends, and the next time goes on from there.\n');
	await setUpLive({ file, example, terminal });
	process.exitCode = 0;
} catch (error) {
	if (!(error instanceof Ended)) throw error;
	process.stdout.write(`\nWhat you answered is kept in ${file}. Go on with: npm run live:setup\n`);
	process.exitCode = 1;
} finally {
	terminal.close();
}
// A request to the messenger may still be open; its answer is not needed.
process.exit();
