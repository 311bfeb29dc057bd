// npm run week: what an operator does with a desk, from its installation to a rollback and back, on real n8n and the sandbox,
// in a folder and on ports of its own. It leaves with 0 only if every step came out as it should.
//   --n8n <version>   instead: from the n8n of this checkout to that version and back, with an open draft each time

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { orUsage, parseCommandLine } from './commandLine.ts';
import { startDesk, type Desk } from './desk/desk.ts';
import { N8N_VERSION } from './desk/n8n.ts';
import { ROOT, dataFolder } from './desk/paths.ts';
import { freePorts, type Ports } from './desk/ports.ts';
import type { Message } from './desk/sandboxClient.ts';
import { showNews } from './desk/show.ts';
import { StopSignals } from './desk/signals.ts';
import { Timeline } from './desk/timeline.ts';
import { ensureDependencies } from './setup/dependencies.mjs';
import { ensureN8nRuntime } from './setup/n8nRuntime.mjs';
import { Operator } from './week/operator.ts';
import { ADDED, editedPrompt, failureInAChild } from './week/graphs.ts';
import { Newsroom } from './week/newsroom.ts';

const { n8n: otherN8n } = orUsage('npm run week [-- --n8n <version>]', () => {
	return parseCommandLine({ options: { n8n: { type: 'string' } } as const }).values;
});
const data = join(dataFolder(), 'week');
const signals = new StopSignals();
const timeline = new Timeline();
let desk: Desk | undefined;

try {
	const played = otherN8n === undefined ? week() : thereAndBack(otherN8n);
	await Promise.race([played, signals.asked.then(() => Promise.reject(new Error('stopped by hand')))]);
	process.stdout.write('\nThe week went as it should.\n');
	process.exitCode = 0;
} catch (error) {
	process.stderr.write(`\nThe week failed: ${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}
await desk?.stop();
process.exit();

function started(ports: Ports): Promise<Desk> {
	return startDesk({ data, ports, tell: showNews, signal: signals.signal });
}

/** A week begins with nothing there. */
async function empty(): Promise<void> {
	await rm(data, { recursive: true, force: true });
	await mkdir(data, { recursive: true, mode: 0o700 });
}

/** Each version of n8n finds graphs with a change of their owner, credentials and an open draft, and leaves them to the next one. */
async function thereAndBack(version: string): Promise<void> {
	await empty();
	const ports = await freePorts();
	const operator = new Operator(data, ports);
	let draft: Message | undefined;
	for (const [n8n, request] of [
		[N8N_VERSION, 'The lighthouse opens on 4 May. Entry is 3 euros.'],
		[version, 'The ferry to the island runs every 40 minutes from Monday, with 2 ships.'],
		[N8N_VERSION, 'The town hall gets 12 solar panels in August, for 9000 euros.'],
	] as const) {
		process.env['COPYDESK_N8N_VERSION'] = n8n;
		const log = join(ROOT, '.data', 'logs', 'setup.log');
		await ensureN8nRuntime(ROOT, log, ensureDependencies(ROOT, log));
		desk = await started(ports);
		const newsroom = new Newsroom(desk, operator);
		await newsroom.demandN8n(n8n);
		await operator.run('doctor');
		timeline.mark(`n8n ${n8n}: the desk is up, and the doctor finds nothing wrong`);
		if (draft === undefined) await editedPrompt(desk);
		else {
			await newsroom.publishDraft('editor', draft);
			timeline.mark(`n8n ${n8n}: the draft from before is published`);
		}
		const { output } = await operator.tries('scripts/workflows/main.ts', 'diff');
		if (!output.includes(ADDED)) throw new Error(`the prompt that was edited in n8n is gone:\n${output}`);
		draft = await newsroom.preview('editor', await newsroom.begin('editor', request));
		await newsroom.quiet();
		await newsroom.demandNoFailure();
		timeline.mark(`n8n ${n8n}: a new draft has its preview; the edited prompt is there, and no execution failed`);
		await desk.stop();
	}
	await operator.run('audit', 'verify');
}

async function week(): Promise<void> {
	await empty();
	const ports = await freePorts();
	desk = await started(ports);
	timeline.mark('Monday: the desk is installed and up');
	const operator = new Operator(data, ports);
	const newsroom = new Newsroom(desk, operator);
	await monday(operator, newsroom);
	await tuesday(operator, newsroom);
	await wednesday(desk, operator, newsroom);
	await thursday(operator);
	await friday(operator, newsroom);
}

async function monday(operator: Operator, newsroom: Newsroom): Promise<void> {
	await operator.workflows('import', '--replace');
	await operator.workflows('verify');
	timeline.mark('the graphs are imported and verified');
	await operator.run('doctor');
	timeline.mark('the doctor finds nothing wrong');
	await operator.run('onboard');
	await operator.run('onboard');
	await newsroom.demandPictures(1);
	timeline.mark('both have the test set, once, though asked for twice');
	await newsroom.publish(
		'owner',
		'The new tram line 7 opens on Saturday at 6:40 and runs every 6 minutes. All rides are free until Sunday.',
	);
	timeline.mark('a post is in the channel');
}

async function tuesday(operator: Operator, newsroom: Newsroom): Promise<void> {
	await newsroom.slowAi(4_000);
	const known = await newsroom.messages('editor');
	const draft = await newsroom.begin('owner', 'The library shows 35 maps of the harbour from 4 May. Entry is 3 euros.');
	await operator.run('disable', 'editor');
	timeline.mark('Tuesday: the editor is disabled while a post is being made');
	await newsroom.preview('owner', draft);
	await newsroom.quiet();
	const since = (await newsroom.messages('editor')).length - known.length;
	if (since > 0) throw new Error(`the editor got ${since} messages after being disabled`);
	timeline.mark('the owner has the preview, the editor got nothing');
	await operator.run('enable', 'editor');
	await newsroom.publish('editor', 'The market moves to the harbour on 12 July, with 60 stalls from 8 to 14.');
	timeline.mark('the editor is enabled, makes a post and publishes it');
}

async function wednesday(up: Desk, operator: Operator, newsroom: Newsroom): Promise<void> {
	await failureInAChild(up, newsroom);
	timeline.mark('Wednesday: a child fails on a mistake in a graph, and who asked is told once');
	await operator.workflows('import', '--replace');
	await newsroom.publish('editor', 'Night buses run every 20 minutes from Friday, on lines N1 and N4.');
	timeline.mark('the graph is put back, and a post is in the channel');
	await operator.workflows('export', '--to', join(data, 'exported'));
	await operator.workflows('diff');
	timeline.mark('the graphs are exported: no difference');
	await editedPrompt(up);
	const { code, output } = await operator.tries('scripts/workflows/main.ts', 'diff');
	if (code === 0 || !output.includes(ADDED)) throw new Error(`diff does not show the edited prompt:\n${output}`);
	await writeFile(join(data, 'prompt.diff'), output);
	await operator.workflows('export', '--to', join(data, 'exported'));
	timeline.mark('a prompt is edited in n8n; its diff is exported');
	await operator.workflows('import', '--replace');
}

async function thursday(operator: Operator): Promise<void> {
	const file = join(data, 'backup.sqlite');
	await operator.run('backup', file);
	const head = JSON.parse(await operator.run('audit', 'verify', '--json')) as { head_seq: number };
	timeline.mark('Thursday: a backup is made while everything runs');
	const elsewhere = operator.elsewhere(join(data, 'elsewhere'));
	await elsewhere.run('restore', file, '--live');
	const restored = JSON.parse(await elsewhere.run('audit', 'verify', '--json')) as { intact: boolean; head_seq: number };
	if (!restored.intact || Math.abs(restored.head_seq - head.head_seq) > 2)
		throw new Error(`the restored audit ends with row ${restored.head_seq}, this one with ${head.head_seq}`);
	timeline.mark('it is restored elsewhere, its audit intact');
}

async function friday(operator: Operator, newsroom: Newsroom): Promise<void> {
	await newsroom.decideEverything();
	const planned = await newsroom.plan('owner', 'The ice rink opens on 4 December with 300 pairs of skates. Lessons begin at 16:00.');
	const { code, output } = await operator.tries('scripts/operator/main.ts', 'rollback', '--restore-workflows', '--yes');
	if (code === 0 || !output.includes('it is planned for')) throw new Error(`a rollback does not name the planned post:\n${output}`);
	await newsroom.demandContract('1.0.1');
	await newsroom.takeOff('owner', planned);
	await newsroom.decideEverything();
	timeline.mark('Friday: a rollback is refused while a post is planned, and names it; the post is taken off and rejected');
	await operator.run('rollback', '--restore-workflows');
	await operator.workflows('verify');
	await newsroom.demandContract('1.0.0');
	timeline.mark('back to the graphs and the contract of 1.0.0');
	await newsroom.publish('owner', 'The swimming pool opens on 3 June, with 25-metre lanes and entry for 4 euros.');
	timeline.mark('a post is in the channel, made by the earlier graphs');
	await operator.run('forward');
	await operator.run('enable', 'editor');
	await operator.workflows('verify');
	await newsroom.demandContract('1.0.1');
	timeline.mark('forward again');
	await newsroom.publish('editor', 'The observatory shows Saturn on 20 August from 22:30, with 3 telescopes on the roof.');
	await operator.run('audit', 'verify');
	timeline.mark('a post is in the channel, and the audit of the week is intact');
}
