// npm start: brings the desk up on this machine and keeps it up until Ctrl-C.
//   --live   with the real accounts named in .env instead of the sandbox

import { orUsage, parseCommandLine } from './commandLine.ts';
import { startDesk } from './desk/desk.ts';
import { readLiveConfig, withEnvFile } from './desk/live.ts';
import { OWNER_EMAIL } from './desk/n8n.ts';
import { dataFolder } from './desk/paths.ts';
import { readPorts } from './desk/ports.ts';
import { StopSignals } from './desk/signals.ts';
import { showNews } from './desk/show.ts';
import type { Desk } from './desk/desk.ts';

const startedAtMs = Date.now();
const { values } = orUsage('npm start -- [--live]', () => parseCommandLine({ options: { live: { type: 'boolean', default: false } } }));
const isLive = values.live;
const stopping = new StopSignals();

try {
	const env = isLive ? withEnvFile(process.env) : process.env;
	const live = isLive ? readLiveConfig(env) : undefined;
	const ports = readPorts(env);
	const data = dataFolder(env);
	process.stdout.write(isLive ? 'Copydesk with real accounts\n' : 'Copydesk with the sandbox\n');
	const desk = await startDesk({ data, ports, tell: showNews, signal: stopping.signal, ...(live === undefined ? {} : { live }) });
	printWhereToLook(desk);
	await stopping.asked;
	process.stdout.write('\nStopping …\n');
	stopping.onSecond(() => desk.killAll());
	await desk.stop();
	process.stdout.write('Stopped.\n');
	process.exit(0);
} catch (error) {
	process.stderr.write(`\nCopydesk did not start.\n${error instanceof Error ? error.message : String(error)}\n`);
	process.exit(1);
}

function printWhereToLook(desk: Desk): void {
	const { urls, secrets, data } = desk;
	const lines = [
		...(isLive ? [] : [['Sandbox', urls.sandbox, 'write as the owner or the editor, press buttons, see the channel']]),
		['n8n', urls.n8n, `${OWNER_EMAIL}  ${secrets.value('n8n-owner-password')}`],
		['Renderer', `${urls.renderer}/healthz`, ''],
		['Collaboration', `${urls.collaboration}/healthz`, ''],
		['Logs', `${data}/logs`, ''],
	];
	process.stdout.write(`\nThe desk is up (${((Date.now() - startedAtMs) / 1000).toFixed(1)} s). Where to look:\n`);
	for (const [name, where, note] of lines)
		process.stdout.write(`  ${(name ?? '').padEnd(14)} ${(where ?? '').padEnd(32)} ${note ?? ''}`.trimEnd() + '\n');
	process.stdout.write('\nCtrl-C stops all of it.\n');
}
