// npm run cluster: the desk as many processes on this machine, with the sandbox, up until Ctrl-C.
// npm run cluster -- drill: the same, while posts are written and one process of each kind after the other is killed.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Usage, orUsage, parseCommandLine, wholeNumber } from '../commandLine.ts';
import { OWNER_EMAIL } from '../desk/n8n.ts';
import { dataFolder } from '../desk/paths.ts';
import { HOST } from '../desk/ports.ts';
import { runningDesk } from '../desk/runFiles.ts';
import { showNews } from '../desk/show.ts';
import { StopSignals } from '../desk/signals.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { ONE_OF_EACH, drill, seconds, throughput } from './drill.ts';
import { NO_BUDGET } from './plan.ts';

const USAGE = 'npm run cluster -- [drill [--rounds <n>]]';
const startedAtMs = Date.now();
const { isDrill, rounds } = orUsage(USAGE, () => {
	const { values, positionals } = parseCommandLine({ options: { rounds: { type: 'string', default: '1' } }, allowPositionals: true });
	if (positionals.length > 1 || (positionals[0] ?? 'drill') !== 'drill')
		throw new Usage(`Expected drill or nothing but received ${JSON.stringify(positionals.join(' '))}`);
	return { isDrill: positionals.length === 1, rounds: wholeNumber('rounds', values.rounds, 1) };
});
const stopping = new StopSignals();

try {
	process.exitCode = isDrill ? await playDrill() : await keepUp();
} catch (error) {
	process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}
process.exit();

async function keepUp(): Promise<number> {
	const cluster = await startCluster({ data: join(dataFolder(), 'cluster'), tell: showNews, signal: stopping.signal });
	printWhereToLook(cluster);
	await stopping.asked;
	process.stdout.write('\nStopping …\n');
	await cluster.stop();
	process.stdout.write('Stopped.\n');
	return 0;
}

/** On a cluster of its own, new each time; what it leaves behind is for looking into. */
async function playDrill(): Promise<number> {
	const data = join(dataFolder(), 'cluster-drill');
	if (runningDesk(data) === undefined) await rm(data, { recursive: true, force: true });
	const cluster = await startCluster({ data, tell: showNews, signal: stopping.signal, extraEnv: NO_BUDGET });
	const tell = (text: string): void => void process.stdout.write(`  ${text}\n`);
	try {
		const stopped = stopping.asked.then(() => Promise.reject(new Error('Stopped by hand.')));
		return await Promise.race([stopped, report(cluster, tell)]);
	} finally {
		await cluster.stop();
	}
}

async function report(cluster: Cluster, tell: (text: string) => void): Promise<number> {
	process.stdout.write('\nPosts are written, and one process of each kind after the other is killed.\n');
	const victims = Array.from({ length: rounds }, () => ONE_OF_EACH).flat();
	const { told, broken } = await drill(cluster, { victims, tell });
	const stories = told.length;
	const posts = 12;
	const two = await throughput(cluster, stories, posts);
	await cluster.end('n8n-worker-2');
	const one = await throughput(cluster, stories + posts, posts);
	process.stdout.write(`\n${posts} posts asked for at once, until the last is decided: ${two.toFixed(0)} a minute with two workers, `);
	process.stdout.write(`${one.toFixed(0)} with one.\n`);
	process.stdout.write(`${stories} stories in ${seconds(Date.now() - startedAtMs)}; ${broken.length} promises broken.\n`);
	for (const sentence of broken) process.stdout.write(`  ✗ ${sentence}\n`);
	return broken.length === 0 ? 0 : 1;
}

function printWhereToLook({ urls, setting, members }: Cluster): void {
	const { secrets, data, port } = setting;
	const lines = [
		['Sandbox', urls.sandbox, 'write as the owner or the editor, press buttons, see the channel'],
		['n8n', `http://${HOST}:${port('n8n-main')}`, `${OWNER_EMAIL}  ${secrets.value('n8n-owner-password')}`],
		['Proxy', urls.n8n, 'what the messenger reaches: one path'],
		['Logs', `${data}/logs`, ''],
	] as const;
	process.stdout.write(`\n${members.length} processes are up (${seconds(Date.now() - startedAtMs)}). Where to look:\n`);
	for (const [name, where, note] of lines) process.stdout.write(`  ${name.padEnd(14)} ${where.padEnd(32)} ${note}`.trimEnd() + '\n');
	process.stdout.write('\nCtrl-C stops all of it.\n');
}
