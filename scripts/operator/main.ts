/**
 * The operator's command: who may take part, what is under way, what the messenger did not confirm, the audit.
 * `npm run operator -- help` lists the actions.
 */
import { armFaultPoint } from '@copydesk/kit/faultPoints';
import { usePrivateUmask } from '@copydesk/kit/umask';
import { chosenKind, isThere } from '../desk/kind.ts';
import { trustAuthority } from '../desk/ownAuthority.ts';
import { dataFolder } from '../desk/paths.ts';
import { withOperatorEnvironment } from '../desk/services.ts';
import type { Action } from './action.ts';
import { actions } from './actions/index.ts';
import { Usage } from '../commandLine.ts';
import { readCommandLine, type Options } from './commandLine.ts';
import { confirm } from './confirm.ts';
import { openDesk } from './desk.ts';

const USAGE_COLUMN = 40;

/** What these actions are; words too long for their column have a line of their own. */
function help(some: readonly Action[]): string {
	const lines = some.map(({ usage, about }) =>
		usage.length < USAGE_COLUMN ? `  ${usage.padEnd(USAGE_COLUMN)}${about}` : `  ${usage}\n${' '.repeat(USAGE_COLUMN + 2)}${about}`,
	);
	return `Usage: npm run operator -- <action> [--yes] [--json] [--live | --sandbox]\n\n${lines.join('\n')}\n`;
}

/** Containers and units say themselves where their data is. */
function hasDatabase({ COLLAB_DATABASE_URL: url, COLLAB_DATABASE_URL_FILE: file }: NodeJS.ProcessEnv): boolean {
	return (url ?? file) !== undefined;
}

async function run(argv: readonly string[]): Promise<number> {
	usePrivateUmask();
	const anyOption = Object.assign({}, ...actions.map(({ options }) => options)) as Options;
	const { words, options: given } = readCommandLine(argv, anyOption);
	const action = actions.find((each) => each.words.every((word, index) => words[index] === word));
	if (action === undefined || given['help'] === true) {
		const meant = actions.filter((each) => each.words[0] === words[0]);
		const answer = help(meant.length > 0 ? meant : actions);
		const isAsked = words.length === 0 || words[0] === 'help' || given['help'] === true;
		if (isAsked) process.stdout.write(answer);
		else process.stderr.write(`There is no action ${JSON.stringify(words.join(' '))}\n${answer}`);
		return isAsked ? 0 : 2;
	}
	const line = readCommandLine(argv, action.options ?? {});
	const input = action.read({ ...line, words: line.words.slice(action.words.length) });
	const asJson = line.options['json'] === true;
	const named = { live: line.options['live'] === true, sandbox: line.options['sandbox'] === true };
	const kind = chosenKind(named);
	const data = dataFolder(kind);
	const isNamed = named.live || named.sandbox;
	const hasDesk = isThere(data) || (!isNamed && hasDatabase(process.env));
	if (!hasDesk && action.beforeStart === undefined)
		throw new Usage(`There is no ${kind} desk in ${data} yet: start it first (npm start${kind === 'live' ? ' -- --live' : ''})`);
	if (!hasDesk && action.beforeStart === 'named' && !isNamed)
		throw new Usage(
			`There is no desk in ${data} yet: say whether this becomes the one with real accounts (--live) or the sandbox's (--sandbox)`,
		);
	const question = input.question;
	if (question !== undefined && line.options['yes'] !== true && !(await confirm(kind === 'live' ? `Live desk: ${question}` : question))) {
		process.stderr.write('Nothing was done.\n');
		return 1;
	}
	const env = withOperatorEnvironment(process.env, data);
	// The start was told of an authority that the n8n beside this desk is signed by.
	if (env['COPYDESK_N8N_CA'] !== undefined && process.env.NODE_EXTRA_CA_CERTS === undefined) trustAuthority(env['COPYDESK_N8N_CA']);
	const desk = openDesk(env, { data, kind, own: process.env });
	try {
		const result = await input.work(desk, { print: (text) => void process.stdout.write(`${text}\n`), asJson });
		if (result !== undefined) process.stdout.write(`${asJson ? JSON.stringify(result.facts, null, 2) : result.text}\n`);
		return result?.failed === true ? 1 : 0;
	} finally {
		await desk.close();
	}
}

// `… | head` closes early; that is no mistake.
process.stdout.on('error', () => process.exit());
armFaultPoint(process.env['COPYDESK_FAULT_POINT']);
try {
	process.exitCode = await run(process.argv.slice(2));
} catch (error) {
	if (error instanceof Usage) {
		process.stderr.write(`${error.message}\n`);
		process.exitCode = 2;
	} else {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	}
}
