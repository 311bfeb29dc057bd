// What is done between workflows-json and an n8n that runs.

import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { VERSION, type Contract } from '@copydesk/collaboration/version';
import { optional, readConfig, secret } from '@copydesk/kit/config';
import { graphsOfCheckout, importedFile, loginToN8n, n8nUrl, putCredentials } from '../desk/n8n.ts';
import { noteOn } from '../desk/ownN8n.ts';
import { contractOf } from '../desk/contract.ts';
import { chosenKind } from '../desk/kind.ts';
import { guardOf, n8nSinceMs } from '../desk/ownPort.ts';
import { Usage } from '../commandLine.ts';
import { readLiveConfig } from '../desk/live.ts';
import { ownAddress } from '../desk/ownAddress.ts';
import { dataFolder, withEnvFile } from '../desk/paths.ts';
import { runningDesk } from '../desk/runFiles.ts';
import { ensureSecrets } from '../desk/secrets.ts';
import { credentialsOf as credentialsOfDesk, n8nSettingOf, withOperatorEnvironment } from '../desk/services.ts';
import { NONE_RUNS_WITHIN_MS, untilNoneRuns } from './exchange.ts';
import { fill } from './fill.ts';
import { noteGraphs, readImported, type Imported } from './imported.ts';
import { readManifest } from './check.ts';
import { GRAPHS_FOLDER, readGraphs } from './files.ts';
import { normalised, written, type Graph, type StoredWorkflow } from './graph.ts';
import { DOORS, INSTALL, credentialsOf } from './install.ts';
import { backUpGraphs } from './backup.ts';
import type { N8n } from './n8nApi.ts';
import { TAG } from './labels.ts';
import { N8nPublicApi } from './n8nPublicApi.ts';
import { folderOfSet, readGraphSet } from './sets.ts';
import { besideIdOf } from './theirs.ts';
import { isOnlyDraft, isTheirs, missingCredentials, whatIsWrong } from './verify.ts';

/** What a command works on. */
interface Task {
	readonly n8n: N8n;
	/** Where the files of the graphs are, and what they hold. */
	readonly folder: string;
	readonly graphs: readonly Graph[];
	/** Where an export is written. */
	readonly to: string;
	/** Where what n8n held is kept before an import. */
	readonly kept: string;
	/** What the graphs refer to, if it is to be put in as well. */
	readonly credentials?: () => Promise<void>;
	/** Puts these back that somebody deleted; where their values are not known, it cannot. */
	readonly putBack?: (ids: readonly string[]) => Promise<void>;
	/** Where it is noted what was put into this n8n last; several desks may have put theirs into one of somebody else's. */
	readonly notes: readonly string[];
	readonly contract: Contract;
	/** As a person types it, to see how n8n's graphs differ from the files. */
	readonly diff: string;
	/** Whether an import takes the places of graphs that somebody changed too. */
	readonly replaces: boolean;
	/** @returns whether it was there */
	readonly removeCredential?: (id: string) => Promise<boolean>;
	readonly dropTag?: () => Promise<boolean>;
}

export interface Options {
	readonly live: boolean;
	readonly sandbox: boolean;
	/** Address of an n8n; else the desk's. */
	readonly at?: string | undefined;
	/** A file with what n8n's side has to know, as `npm run services` writes it. */
	readonly keys?: string | undefined;
	readonly to?: string | undefined;
	readonly replace?: boolean | undefined;
}

const DIFF = 'npm run workflows -- diff';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Each returns whether all is well. */
const commands: Record<string, (task: Task) => Promise<boolean>> = {
	import: importAll,
	export: exportAll,
	verify: verifyAll,
	diff: diffAll,
	remove: removeAll,
};

/** @returns whether all is well */
export async function runCommand(name: string, options: Options): Promise<boolean> {
	const command = commands[name];
	if (command === undefined) throw new Error(`There is no command ${name}`);
	return command(await (options.at === undefined ? ofDesk(options) : ofAddress(options.at, options)));
}

/** The n8n of the running desk. After a rollback it uses the earlier files. */
async function ofDesk(options: Options): Promise<Task> {
	const data = dataFolder(chosenKind(options));
	const desk = runningDesk(data);
	if (desk?.ready !== true) throw new Error(`No desk is running on ${data}: start it first (npm start)`);
	const contract = await contractOf(withOperatorEnvironment(process.env, data));
	const { graphs } = await readGraphSet(contract);
	const folder = folderOfSet(contract);
	const secrets = ensureSecrets(join(data, 'secrets'));
	return {
		n8n: await loginToN8n(desk.ports, secrets, guardOf([data], 'n8n', n8nUrl(desk.ports)), n8nSinceMs([data], n8nUrl(desk.ports))),
		folder,
		graphs,
		to: resolve(options.to ?? folder),
		kept: join(data, 'workflows'),
		// Several processes of n8n keep none beside the desk.
		notes: [importedFile(data)].filter((file) => existsSync(dirname(file))),
		...{ contract, diff: DIFF, replaces: options.replace === true },
		async putBack(ids) {
			const live = options.live ? readLiveConfig(withEnvFile(process.env)) : undefined;
			const { ports } = desk;
			const setting = { data, ports, secrets, way: 'polling' as const, ...(live === undefined ? {} : { live }) };
			const missing = credentialsOfDesk(setting).filter(({ id }) => ids.includes(id));
			await putCredentials(n8nSettingOf(setting), missing);
		},
	};
}

/** An n8n of one's own, by its address and a key of its public interface. */
async function ofAddress(address: string, options: Options): Promise<Task> {
	const keys = options.keys === undefined ? undefined : resolve(options.keys);
	if (keys !== undefined && !existsSync(keys)) throw new Usage(`There is no ${keys}; npm run services writes it and says where`);
	const env = keys === undefined ? process.env : { ...withEnvFile({}, keys), ...withEnvFile(process.env) };
	const { N8N_API_KEY: key, COLLAB_URL: url } = readConfig(env, {
		N8N_API_KEY: secret("key of n8n's public interface"),
		COLLAB_URL: optional(INSTALL.COLLAB_URL),
	});
	const n8n = new N8nPublicApi(ownAddress(address, withEnvFile(env)), key);
	return {
		n8n,
		folder: GRAPHS_FOLDER,
		graphs: await graphsOfCheckout(),
		to: resolve(options.to ?? GRAPHS_FOLDER),
		kept: join(dataFolder(), 'workflows'),
		notes: notesOn(address),
		...{ contract: VERSION, diff: `${DIFF} --at ${address}`, replaces: options.replace === true },
		removeCredential: (id) => n8n.removeCredential(id),
		dropTag: () => n8n.dropTag(),
		...(url === undefined
			? {}
			: {
					async credentials() {
						for (const credential of credentialsOf(readConfig(env, DOORS))) {
							await n8n.putCredential(credential);
							say(`  stored    credential ${credential.name}`);
						}
					},
					async putBack(ids: readonly string[]) {
						for (const credential of credentialsOf(readConfig(env, DOORS)))
							if (ids.includes(credential.id)) await n8n.putCredential(credential);
					},
				}),
	};
}

/** Those that there are; else where one begins. */
function notesOn(address: string): readonly string[] {
	const files = [dataFolder(), dataFolder('live')].map((data) => noteOn(data, address));
	const there = files.filter((file) => existsSync(file));
	return there.length === 0 ? files.slice(0, 1) : there;
}

/**
 * Stores and publishes what differs, children before callers; the webhook stays up meanwhile. By the rule of the start: what a person
 * changed stays, and where this release has another one too, ours is put beside it.
 */
async function importAll(task: Task): Promise<boolean> {
	const { n8n, graphs, kept, credentials, notes, contract, diff, replaces } = task;
	await untilNoneRuns(
		n8n,
		graphs.map(({ id }) => id),
		NONE_RUNS_WITHIN_MS,
		say,
	);
	await credentials?.();
	await credentialsAreThere(task);
	const before = await newestOf(notes);
	const told = await fill({
		n8n: Object.assign(n8n, { updateCredential: () => Promise.resolve() }),
		set: await readGraphSet(contract),
		credentials: [],
		before,
		// Of credentials only a start knows what it put in.
		async note(imported) {
			for (const file of notes) await noteGraphs(file, imported);
		},
		keep: (held) => backUpGraphs(kept, held),
		diff,
		replacesAll: replaces,
	});
	if (replaces) for (const beside of await besideThem(task)) await n8n.remove(beside);
	for (const line of told.length === 0 ? ['nothing changed'] : told) say(`  ${line}`);
	return verifyAll(task, isTheirs);
}

/** What was put in last, by whichever desk. */
async function newestOf(files: readonly string[]): Promise<Imported> {
	const times = files.map((file) => ({ file, ms: existsSync(file) ? statSync(file).mtimeMs : 0 }));
	const [newest] = times.sort((one, other) => other.ms - one.ms);
	return newest === undefined ? {} : await readImported(newest.file);
}

/**
 * Takes out the graphs and credentials of this package, main first, and nothing else. What n8n held is kept. A run that broke off is
 * finished by the next one.
 */
async function removeAll({ n8n, graphs, kept, removeCredential, dropTag }: Task): Promise<boolean> {
	if (removeCredential === undefined)
		throw new Error('Expected --at <address>: the desk puts into its own n8n what it needs at each start');
	const { retired } = await readGraphSet(VERSION);
	const ids = [...graphs.map(({ id }) => id).toReversed(), ...retired];
	await untilNoneRuns(n8n, ids, NONE_RUNS_WITHIN_MS, say);
	const held = await heldOf(n8n, [...ids, ...ids.map(besideIdOf)]);
	if (held.length > 0) say(`What n8n held is kept in ${await backUpGraphs(kept, held)}`);
	for (const stored of held) {
		await n8n.remove(stored);
		say(`  removed   ${stored.name}`);
	}
	const { credentials } = await readManifest();
	for (const { id, name } of credentials) if (await removeCredential(id)) say(`  removed   credential ${name}`);
	if (await dropTag?.().catch(() => false)) say(`  removed   tag ${TAG}`);
	say('What stays: the package (Settings → Community nodes, or its folder), and what our services keep in their data folder.');
	return true;
}

/** Writes what n8n holds as drafts into the files of the same ids. */
async function exportAll({ n8n, folder, to }: Task): Promise<boolean> {
	await mkdir(to, { recursive: true });
	for (const { file, text, graph } of await readGraphs(folder)) {
		const stored = await n8n.workflow(graph.id);
		if (stored === undefined) throw new Error(`${graph.name} (${graph.id}) is not in n8n`);
		const now = written(normalised(stored));
		const target = join(to, basename(file));
		if (now !== text || target !== file) await writeFile(target, now);
		say(`  ${now === text ? 'unchanged' : 'written  '} ${relative(process.cwd(), target)}`);
	}
	return true;
}

/** Three things are one: the file, what is stored, and what production runs. A draft that is not published is the person's. */
async function verifyAll(task: Task, isFine: (wrong: string) => boolean = isOnlyDraft): Promise<boolean> {
	const { n8n, graphs } = task;
	let allWell = await credentialsAreThere(task);
	for (const graph of graphs) {
		const wrong = await whatIsWrong(n8n, graph);
		const isWell = wrong === undefined || isFine(wrong);
		allWell &&= isWell;
		say(`  ${isWell ? '✓' : '✗'} ${graph.name}${wrong === undefined ? '' : `: ${wrong}`}`);
	}
	for (const { name } of await besideThem(task)) say(`  ! “${name}” waits beside yours (npm run workflows -- diff)`);
	return allWell;
}

/** Names the credentials that somebody deleted, and puts them back where it can. @returns whether all are there now */
async function credentialsAreThere({ n8n, graphs, putBack }: Task): Promise<boolean> {
	const missing = await missingCredentials(n8n, graphs);
	if (missing.length === 0) return true;
	await putBack?.(missing.map(({ id }) => id));
	const advice =
		putBack === undefined ? 'missing in n8n: run import with --keys <file>, which puts it back' : 'was missing in n8n and is back';
	for (const { name } of missing) say(`  ${putBack === undefined ? '✗' : '!'} credential ${name}: ${advice}`);
	return putBack !== undefined;
}

async function heldOf(n8n: N8n, ids: readonly string[]): Promise<readonly StoredWorkflow[]> {
	return (await Promise.all(ids.map((id) => n8n.workflow(id)))).filter((stored) => stored !== undefined);
}

/** Graphs of ours that wait beside those of a person. */
const besideThem = ({ n8n, graphs }: Task): Promise<readonly StoredWorkflow[]> =>
	heldOf(
		n8n,
		graphs.map(({ id }) => besideIdOf(id)),
	);

/** From the file to what n8n holds, as `diff` shows it. */
async function diffAll(task: Task): Promise<boolean> {
	const folder = await mkdtemp(join(tmpdir(), 'copydesk-diff-'));
	try {
		let same = true;
		for (const { file, graph } of await readGraphs(task.folder)) {
			const stored = await task.n8n.workflow(graph.id);
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
