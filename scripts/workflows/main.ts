// npm run workflows -- import | export | verify | diff
// Between workflows-json and the n8n of the desk that is running. Nothing of it needs a browser.
// npm run workflows -- install
// Into an n8n of one's own, which its environment names, by its command line.

import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { Usage, orUsage, parseCommandLine } from '../commandLine.ts';
import { graphsOfCheckout, loginToN8n, noteImported } from '../desk/n8n.ts';
import { chosenKind } from '../desk/kind.ts';
import { ROOT, dataFolder } from '../desk/paths.ts';
import { runningDesk } from '../desk/runFiles.ts';
import { ensureSecrets } from '../desk/secrets.ts';
import { readGraphs } from './files.ts';
import { normalised, written } from './graph.ts';
import { install } from './install.ts';
import type { N8nApi, StoredWorkflow } from './n8nApi.ts';
import { whatIsWrong } from './verify.ts';

const LIVE_TIMEOUT_MS = 60_000;

// `… | head` closes early; that is no mistake.
process.stdout.on('error', () => process.exit());
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Each returns whether all is well. */
const commands: Record<string, (api: N8nApi) => Promise<boolean>> = {
	import: importAll,
	export: exportAll,
	verify: verifyAll,
	diff: diffAll,
};

const { command, data } = orUsage(`npm run workflows -- ${Object.keys(commands).join(' | ')} [--live | --sandbox] | install`, () => {
	const { positionals, values } = parseCommandLine({
		options: { live: { type: 'boolean', default: false }, sandbox: { type: 'boolean', default: false } },
		allowPositionals: true,
	});
	const [name = '', ...more] = positionals;
	if (name === 'install' && more.length === 0) return { command: undefined, data: '' };
	const found = commands[name];
	if (found === undefined || more.length > 0)
		throw new Usage(`Expected one of ${Object.keys(commands).join(', ')} but received ${JSON.stringify([name, ...more].join(' '))}`);
	return { command: found, data: dataFolder(chosenKind(values)) };
});
try {
	if (command === undefined) {
		await install(process.env, await graphsOfCheckout(), (text) => say(`  ${text}`));
	} else {
		const desk = runningDesk(data);
		if (desk?.ready !== true) throw new Error(`No desk is running on ${data}: start it first (npm start)`);
		process.exitCode = (await command(await loginToN8n(desk.ports, ensureSecrets(join(data, 'secrets'))))) ? 0 : 1;
	}
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}

/** Stores and publishes what differs, children before callers; the webhook stays up meanwhile. */
async function importAll(api: N8nApi): Promise<boolean> {
	const underWay = await api.executionsUnderWay();
	if (underWay > 0)
		throw new Error(`${underWay} executions are under way: importing now could change a graph under them. Try again when they are done`);
	const graphs = await graphsOfCheckout();
	const before = await Promise.all(graphs.map((graph) => api.workflow(graph.id)));
	say(`What n8n held is kept in ${await snapshot(before.filter((stored) => stored !== undefined))}`);
	for (const [at, graph] of graphs.entries()) {
		const found = before[at];
		const same = found !== undefined && written(normalised(found)) === written(graph);
		const stored = same ? found : found === undefined ? await api.create(graph) : await api.update(graph);
		if (stored.activeVersionId !== stored.versionId) await api.publish(graph.id, stored.versionId);
		await api.waitUntilLive(graph.id, stored.versionId, LIVE_TIMEOUT_MS);
		say(`  ${same ? 'unchanged' : 'imported '} ${graph.name}`);
	}
	await noteImported(data, graphs);
	return verifyAll(api);
}

/** Writes what n8n holds as drafts into the files of the same ids. */
async function exportAll(api: N8nApi): Promise<boolean> {
	for (const { file, text, graph } of await readGraphs()) {
		const stored = await api.workflow(graph.id);
		if (stored === undefined) throw new Error(`${graph.name} (${graph.id}) is not in n8n`);
		const now = written(normalised(stored));
		if (now !== text) await writeFile(file, now);
		say(`  ${now === text ? 'unchanged' : 'written  '} ${relative(ROOT, file)}`);
	}
	return true;
}

/** Three things are one: the file, what is stored, and what production runs. */
async function verifyAll(api: N8nApi): Promise<boolean> {
	let allWell = true;
	for (const graph of await graphsOfCheckout()) {
		const wrong = await whatIsWrong(api, graph);
		allWell &&= wrong === undefined;
		say(`  ${wrong === undefined ? '✓' : '✗'} ${graph.name}${wrong === undefined ? '' : `: ${wrong}`}`);
	}
	return allWell;
}

/** From the file to what n8n holds, as `diff` shows it. */
async function diffAll(api: N8nApi): Promise<boolean> {
	const folder = await mkdtemp(join(tmpdir(), 'copydesk-diff-'));
	try {
		let same = true;
		for (const { file, graph } of await readGraphs()) {
			const stored = await api.workflow(graph.id);
			const other = join(folder, basename(file));
			await writeFile(other, stored === undefined ? '' : written(normalised(stored)));
			const { status, stdout } = spawnSync('diff', ['-u', '--label', `file ${basename(file)}`, '--label', 'n8n', file, other], {
				encoding: 'utf8',
			});
			same &&= status === 0;
			process.stdout.write(stdout);
		}
		if (same) say('No difference.');
		return same;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function snapshot(stored: readonly StoredWorkflow[]): Promise<string> {
	const folder = join(data, 'workflows', new Date().toISOString().replaceAll(':', '-'));
	await mkdir(folder, { recursive: true });
	for (const workflow of stored) await writeFile(join(folder, `${workflow.id}.json`), written(normalised(workflow)));
	return folder;
}
