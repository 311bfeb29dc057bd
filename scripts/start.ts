// npm start: brings the desk up on this machine and keeps it up until Ctrl-C.
//   --live          with the real accounts named in .env instead of the sandbox, if the doctor finds nothing wrong with them
//   --graphs        the messenger calls n8n, as the specification has it; else the collaboration service takes the messages
//   --skip-doctor   without asking it

import { ConfigurationError } from '@copydesk/kit/config';
import { orUsage, parseCommandLine } from './commandLine.ts';
import { examine } from './operator/doctor/examine.ts';
import { shown } from './operator/doctor/finding.ts';
import type { Finding } from './operator/doctor/finding.ts';
import { readSurroundings, surroundingsOfLive } from './operator/doctor/surroundings.ts';
import type { Surroundings } from './operator/doctor/surroundings.ts';
import { startDesk } from './desk/desk.ts';
import type { UpdatesWay } from '@copydesk/collaboration/version';
import { envFile, readLiveConfig, wayOf, withEnvFile } from './desk/live.ts';
import type { LiveConfig } from './desk/live.ts';
import { OWNER_EMAIL } from './desk/n8n.ts';
import { dataFolder } from './desk/paths.ts';
import { readPorts } from './desk/ports.ts';
import { withOperatorEnvironment } from './desk/services.ts';
import { StopSignals } from './desk/signals.ts';
import { showNews } from './desk/show.ts';
import type { Desk } from './desk/desk.ts';

const startedAtMs = Date.now();
const options = {
	live: { type: 'boolean', default: false },
	graphs: { type: 'boolean', default: false },
	'skip-doctor': { type: 'boolean', default: false },
} as const;
const { values } = orUsage('npm start -- [--graphs] [--live [--skip-doctor]]', () => parseCommandLine({ options }));
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
	const desk = await startDesk({ data, ports, way, tell: showNews, signal: stopping.signal, ...(live === undefined ? {} : { live }) });
	printWhereToLook(desk);
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

/** Before anything is started: an evening with a bot that may not post is an evening lost. */
async function demandHealth(live: LiveConfig, way: UpdatesWay, folder: string): Promise<void> {
	const findings = await examine(() => surroundingsOfLive(live, folder, way), { isDeskUp: false, paid: false, nowMs: Date.now });
	process.stdout.write(`${findings.map(shown).join('\n')}\n\n`);
	if (findings.some(({ verdict }) => verdict === 'wrong'))
		throw new Error('Something above is wrong; each line says what to do. To start anyway: npm start -- --live --skip-doctor');
}

/** What shows only once everything runs: the way from the messenger to the graphs. */
async function sayWhatIsNotWell(folder: string): Promise<void> {
	const surroundings = (): Surroundings => readSurroundings(withOperatorEnvironment({}, folder), [folder]);
	const findings = (await examine(surroundings, { isDeskUp: true, paid: false, nowMs: Date.now })).filter(hasToBeKnown);
	if (findings.length > 0) process.stdout.write(`\nThe doctor found:\n${findings.map(shown).join('\n')}\n`);
}

function printWhereToLook(desk: Desk): void {
	const { urls, secrets, data } = desk;
	const lines = [
		...(isLive ? [] : [['Sandbox', urls.sandbox, 'write as the owner or the editor, press buttons, see the channel']]),
		[
			'n8n',
			urls.n8n,
			`${OWNER_EMAIL}  ${isLive ? `password in ${secrets.file('n8n-owner-password')}` : secrets.value('n8n-owner-password')}`,
		],
		['Renderer', `${urls.renderer}/healthz`, ''],
		['Reader', `${urls.reader}/healthz`, ''],
		['Collaboration', `${urls.collaboration}/healthz`, ''],
		['Logs', `${data}/logs`, ''],
	];
	process.stdout.write(`\nThe desk is up (${((Date.now() - startedAtMs) / 1000).toFixed(1)} s). Where to look:\n`);
	for (const [name, where, note] of lines)
		process.stdout.write(`  ${(name ?? '').padEnd(14)} ${(where ?? '').padEnd(32)} ${note ?? ''}`.trimEnd() + '\n');
	process.stdout.write('\nCtrl-C stops all of it.\n');
}
