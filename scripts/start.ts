// npm start: brings the desk up on this machine and keeps it up until Ctrl-C.
//   --live          with the real accounts named in .env instead of the sandbox, if the doctor finds nothing wrong with them
//   --graphs        the messenger calls n8n, as the specification has it; else the collaboration service takes the messages
//   --skip-doctor   without asking it
//   --n8n-ca <file>   the certificate of the authority that signed that n8n's, where it is one of your own
//   --n8n <address> --n8n-key-file <file>   our services alone, beside an n8n that is there already: credentials and graphs go into it

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigurationError } from '@copydesk/kit/config';
import { Usage, orUsage, parseCommandLine } from './commandLine.ts';
import { board } from './operator/actions/board.ts';
import { openDesk } from './operator/desk.ts';
import { examine } from './operator/doctor/examine.ts';
import { shown, type Finding } from './operator/doctor/finding.ts';
import { readTargets, targetsOfLive, type DoctorTargets } from './operator/doctor/targets.ts';
import { startDesk, type Desk } from './desk/desk.ts';
import type { UpdatesMode } from '@copydesk/collaboration/version';
import { withContact } from './desk/contact.ts';
import { readLiveConfig, wayOf, type LiveConfig } from './desk/live.ts';
import { OWNER_EMAIL } from './desk/n8n.ts';
import { ownAddress } from './desk/ownAddress.ts';
import { trustAuthority } from './desk/ownAuthority.ts';
import { dataFolder, envFile, withEnvFile } from './desk/paths.ts';
import { readPorts } from './desk/ports.ts';
import { withOperatorEnvironment } from './desk/services.ts';
import { StopSignals } from './desk/signals.ts';
import { showNews } from './desk/show.ts';

/** What the public API of n8n cannot do or tell. */
const LEFT_TO_DO = `Left to you in your n8n:
  Where it runs as several processes, each of them needs the package.
  Executions hold texts of posts: EXECUTIONS_DATA_MAX_AGE says for how many hours.
  To take everything out again: npm run workflows -- remove --at <address>, with N8N_API_KEY_FILE.`;

const startedAtMs = Date.now();
const options = {
	live: { type: 'boolean', default: false },
	graphs: { type: 'boolean', default: false },
	'skip-doctor': { type: 'boolean', default: false },
	n8n: { type: 'string' },
	'n8n-key-file': { type: 'string' },
	'n8n-ca': { type: 'string' },
} as const;
const USAGE = 'npm start -- [--graphs] [--live [--skip-doctor]] [--n8n <address> --n8n-key-file <file> [--n8n-ca <file>]]';
const { values, ownN8n } = orUsage(USAGE, () => {
	const { values } = parseCommandLine({ options });
	if (values['n8n-ca'] !== undefined && values.n8n === undefined) throw new Usage('Expected --n8n-ca <file> together with --n8n <address>');
	if (values['n8n-ca'] !== undefined) trustAuthority(values['n8n-ca']);
	return { values, ownN8n: readOwnN8n(values) };
});
const isLive = values.live;
const stopping = new StopSignals();

try {
	const env = isLive ? withEnvFile(process.env) : process.env;
	const live = isLive ? demandAccounts(env) : undefined;
	const way = wayOf(values.graphs ? 'graphs' : env['COLLAB_UPDATES'], live);
	const ports = readPorts(env);
	const data = dataFolder(isLive ? 'live' : 'sandbox', env);
	process.stdout.write(isLive ? 'Copydesk with real accounts\n' : 'Copydesk with the sandbox\n');
	if (live !== undefined && !values['skip-doctor']) await demandHealth(live, way, data);
	const desk = await startDesk({
		data,
		ports,
		way,
		tell: showNews,
		signal: stopping.signal,
		...(live === undefined ? {} : { live, env: await withContact(env, live) }),
		...(ownN8n === undefined ? {} : { ownN8n }),
	});
	await printWhereToLook(desk);
	if (isLive) await sayWhatIsNotWell(data);
	await stopping.asked;
	process.stdout.write('\nStopping …\n');
	stopping.onAgain(() => process.stdout.write(`Still waiting for ${desk.stopping().join(', ')}: a delivery may be under way.\n`));
	await desk.stop();
	process.stdout.write('Stopped.\n');
	process.exit(0);
} catch (error) {
	process.stderr.write(`\nCopydesk did not start.\n${error instanceof Error ? error.message : String(error)}\n`);
	process.exit(1);
}

/** @throws Usage */
function readOwnN8n(values: { readonly live: boolean; readonly n8n?: string | undefined; readonly 'n8n-key-file'?: string | undefined }) {
	const { n8n: url, 'n8n-key-file': keyFile } = values;
	if (url === undefined && keyFile === undefined) return undefined;
	if (url === undefined || keyFile === undefined) throw new Usage('Expected --n8n <address> together with --n8n-key-file <file>');
	const file = resolve(process.env['INIT_CWD'] ?? '.', keyFile);
	if (!existsSync(file)) throw new Usage(`There is no ${file}; --n8n-key-file names a file with a key of n8n's API`);
	return { url: ownAddress(url, values.live ? withEnvFile(process.env) : process.env), keyFile: file };
}

function demandAccounts(env: NodeJS.ProcessEnv): LiveConfig {
	try {
		return readLiveConfig(env);
	} catch (error) {
		if (!(error instanceof ConfigurationError)) throw error;
		const advice = `npm run live:setup asks for each, tries it and writes ${envFile(process.env)}.`;
		throw new Error(`${error.message}\n${advice}`, { cause: error });
	}
}

function hasToBeKnown({ verdict }: Finding): boolean {
	return verdict === 'wrong' || verdict === 'warning';
}

/** Before anything is started: a bot that may not post would be noticed only at the first post. */
async function demandHealth(live: LiveConfig, way: UpdatesMode, folder: string): Promise<void> {
	const findings = await examine(() => targetsOfLive(live, folder, way), { isDeskUp: false, paid: false, nowMs: Date.now });
	process.stdout.write(`${findings.map(shown).join('\n')}\n\n`);
	if (findings.some(({ verdict }) => verdict === 'wrong'))
		throw new Error('Something above is wrong; each line says what to do. To start anyway: npm start -- --live --skip-doctor');
}

/** What shows only once everything runs: the way from the messenger to the graphs. */
async function sayWhatIsNotWell(folder: string): Promise<void> {
	const targets = (): DoctorTargets => readTargets(withOperatorEnvironment({}, folder), [folder]);
	const findings = (await examine(targets, { isDeskUp: true, paid: false, nowMs: Date.now })).filter(hasToBeKnown);
	if (findings.length > 0) process.stdout.write(`\nThe doctor found:\n${findings.map(shown).join('\n')}\n`);
}

/** In the sandbox nobody has to ask for a link first. A desk that is up stays up if there is none to print. */
async function boardLink(data: string): Promise<string> {
	const operator = openDesk(withOperatorEnvironment({}, data), { data, kind: 'sandbox', own: process.env });
	try {
		return (await board.read({ words: [], options: {} }).work(operator, { print: () => undefined, asJson: false }))?.text ?? '';
	} catch {
		return 'npm run operator -- board';
	} finally {
		await operator.close();
	}
}

async function printWhereToLook(desk: Desk): Promise<void> {
	const { urls, secrets, data } = desk;
	const lines = [
		...(isLive
			? []
			: [
					['Sandbox', urls.sandbox, 'write as the owner or the editor, press buttons, see the channel'],
					['Board', await boardLink(data), 'once, for five minutes; npm run operator -- board prints another'],
				]),
		ownN8n === undefined
			? [
					'n8n',
					urls.n8n,
					`${OWNER_EMAIL}  ${isLive ? `password in ${secrets.file('n8n-owner-password')}` : secrets.value('n8n-owner-password')}`,
				]
			: ['n8n', urls.n8n, 'yours: ten graphs named Copydesk · …'],
		['Renderer', `${urls.renderer}/healthz`, ''],
		['Reader', `${urls.reader}/healthz`, ''],
		['Collaboration', `${urls.collaboration}/healthz`, ''],
		['Logs', `${data}/logs`, ''],
	];
	process.stdout.write(`\nThe desk is up (${((Date.now() - startedAtMs) / 1000).toFixed(1)} s). Where to look:\n`);
	for (const [name, where, note] of lines)
		process.stdout.write(`  ${(name ?? '').padEnd(14)} ${(where ?? '').padEnd(32)} ${note ?? ''}`.trimEnd() + '\n');
	if (ownN8n !== undefined) process.stdout.write(`\n${LEFT_TO_DO}\n`);
	process.stdout.write(`\nCtrl-C stops all of it${ownN8n === undefined ? '' : ' but your n8n'}.\n`);
}
