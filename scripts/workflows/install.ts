// npm run workflows -- install: puts credentials and graphs into an n8n of one's own by its command line.

import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, secret, textOf, urlOf, type ConfigOf, type Environment } from '@copydesk/kit/config';
import { graphCredentials } from './credentials.ts';
import { PROVIDER, fallbackFields, interfacesOf, modelsSaid, textUrlOf } from '../desk/provider.ts';
import { readOrMake } from '../desk/secrets.ts';
import { normalised, written, type Graph, type StoredWorkflow } from './graph.ts';
import { withLock } from '../setup/lock.mjs';
import { backUpGraphs } from './backup.ts';
import { VERSION } from '@copydesk/collaboration/version';
import { arePutIn, importedOf, readImported, writeImported, type Imported } from './imported.ts';
import { N8nCommand, type CredentialToImport } from './n8nCommand.ts';
import { readGraphSet } from './sets.ts';
import { basesOf, besideOf, besideWords, decide, leftWords } from './theirs.ts';

/** What the graphs' credentials are made of. */
export const DOORS = {
	COLLAB_URL: urlOf('where n8n reaches the collaboration service'),
	COLLAB_SERVICE_KEY: secret('key of the collaboration service', { minLength: 32 }),
	RENDERER_URL: urlOf('where n8n reaches the renderer'),
	RENDERER_API_KEY: secret('key of the renderer', { minLength: 32 }),
	READER_URL: urlOf('where n8n reaches the reader'),
	READER_API_KEY: secret('key of the reader', { minLength: 32 }),
	MAIN_WEBHOOK_SECRET: secret('secret token that the messenger sends along', { minLength: 16 }),
	...PROVIDER,
	AI_API_KEY: secret('the key for texts'),
	AI_IMAGE_API_KEY: secret('the key for images, if it is another one', { optional: true }),
	AI_AUDIO_API_KEY: secret('the key for voices, if it is another one', { optional: true }),
	AI_FALLBACK_API_KEY: secret('the key of the fallback provider', { optional: true }),
};

/** What an installation is told beside n8n's own variables, which say which n8n is meant. */
export const INSTALL = {
	...DOORS,
	N8N_PROGRAM: textOf("path of n8n's command", { fallback: '/usr/local/bin/n8n' }),
	N8N_OWNER_PASSWORD: secret("password of n8n's owner, to be hashed as n8n wants it", { optional: true }),
	N8N_USER_FOLDER: textOf("n8n's user folder", { fallback: homedir() }),
};

/**
 * Puts credentials and graphs in, as far as they changed since the last time, and publishes children before their callers.
 * Killed anywhere, it is finished by the next run; what somebody changed in the editor stays while the files stay the same.
 * @param wanted instead of the graphs of this checkout
 * @throws Error if n8n lacks the package, or a command of it fails
 */
export async function install(env: Environment, tell: (text: string) => void, wanted?: readonly Graph[]): Promise<void> {
	const graphs = wanted ?? (await readGraphSet(VERSION)).graphs;
	const config = readConfig(env, INSTALL);
	const folder = join(config.N8N_USER_FOLDER, '.n8n');
	await mkdir(folder, { recursive: true, mode: 0o700 });
	// The second process finds what the first one did.
	const lock = join(folder, 'copydesk-installing.lock');
	await withLock(lock, 'installing into this n8n', () => installAlone(env, config, folder, graphs, tell));
}

async function installAlone(
	env: Environment,
	config: ReturnType<typeof readConfig<typeof INSTALL>>,
	folder: string,
	graphs: readonly Graph[],
	tell: (text: string) => void,
): Promise<void> {
	const n8n = new N8nCommand({
		command: [config.N8N_PROGRAM],
		cwd: tmpdir(),
		env: env as NodeJS.ProcessEnv,
		scratch: join(folder, 'copydesk-installing'),
	});
	await demandPackage(n8n, graphs, folder);
	const contract = await servedContract(config.COLLAB_URL);
	const isRolledBack = contract !== undefined && contract !== VERSION;
	writeOwnerHash(config, folder);

	const marker = join(folder, 'copydesk-imported.json');
	const credentials = credentialsOf(config);
	const before = await readImported(marker);
	// What a restoring rollback put in stays until the operator goes forward.
	const ofFiles = importedOf(credentials, graphs);
	const imported: Imported = isRolledBack ? { ...ofFiles, graphs: before.graphs ?? {}, settings: before.settings } : ofFiles;
	const isNewer = !isRolledBack && !arePutIn(before, graphs);
	if (isRolledBack) tell(`graphs: left as they are, because the desk serves contract ${contract} (operator forward)`);
	const there = before.credentials === undefined ? new Set<string>() : await n8n.credentialIds();
	const isMissing = ({ id }: CredentialToImport): boolean => before.credentials?.[id] !== undefined && !there.has(id);
	const changed = credentials.filter((each) => before.credentials?.[each.id] !== imported.credentials?.[each.id] || isMissing(each));
	if (changed.length > 0) {
		await n8n.importCredentials(changed);
		tell(`credentials: ${changed.map((each) => `${each.name}${isMissing(each) ? ' (was missing)' : ''}`).join(', ')}`);
	}
	if (isNewer) await putGraphs(n8n, graphs, before, folder, tell);
	if (changed.length === 0 && !isNewer) tell('nothing changed');
	await writeImported(marker, imported);
}

/** @returns undefined if n8n does not answer yet: then no running desk can have rolled anything back there */
async function servedContract(url: string): Promise<string | undefined> {
	const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
	const { contract } = ((await answer?.json().catch(() => undefined)) ?? {}) as { contract?: string };
	return contract;
}

async function putGraphs(
	n8n: N8nCommand,
	graphs: readonly Graph[],
	before: Imported,
	folder: string,
	tell: (text: string) => void,
): Promise<void> {
	const stored = await n8n.stored();
	const bases = basesOf(before, graphs, stored);
	const decisions = graphs.map((graph) => decide(graph, stored.get(graph.id), bases));
	const ours = decisions.filter(({ what }) => what === 'put');
	const both = decisions.filter(({ what }) => what === 'both');
	const coming = [
		...ours.filter(({ isReplaced, held }) => isReplaced || held === undefined).map((each) => each.ours),
		...both.map((each) => besideOf(each.ours)).filter((graph) => !isSame(graph, stored)),
	];
	const replaced = [...coming.map(({ id }) => id), ...both.map((each) => each.ours.id)].flatMap((id) => stored.get(id) ?? []);
	if (replaced.length > 0) tell(`what n8n held before is kept in ${await backUpGraphs(join(folder, 'copydesk-before'), replaced)}`);
	if (coming.length > 0) await n8n.importGraphs(coming);
	for (const each of ours) {
		const found = stored.get(each.ours.id);
		if (isSame(each.ours, stored) && found?.activeVersionId === found?.versionId) continue;
		await n8n.publish(each.ours.id);
		tell(`published: ${each.ours.name}`);
	}
	for (const each of decisions.filter(({ what }) => what !== 'put')) {
		if (each.held?.activeVersionId === null) await n8n.publish(each.ours.id);
		const isBeside = each.what === 'both' || stored.has(besideOf(each.ours).id);
		tell(isBeside ? besideWords(each, DIFF) : leftWords(each, DIFF));
	}
	await verifyGraphs(
		n8n,
		ours.map((each) => each.ours),
	);
}

const DIFF = 'npm run workflows -- diff --at <address>';

function isSame(graph: Graph, stored: ReadonlyMap<string, StoredWorkflow>): boolean {
	const found = stored.get(graph.id);
	return found !== undefined && written(normalised(found)) === written(graph);
}

/** Nodes, settings, error workflow and the names of credentials are as they were put in, and what is stored is published. */
async function verifyGraphs(n8n: N8nCommand, graphs: readonly Graph[]): Promise<void> {
	const stored = await n8n.stored();
	const wrong = graphs.filter((graph) => {
		const found = stored.get(graph.id);
		return !isSame(graph, stored) || found?.activeVersionId !== found?.versionId;
	});
	if (wrong.length === 0) return;
	throw new Error(`n8n does not hold ${wrong.map(({ name }) => name).join(', ')} as the files say, published. Run this again.`);
}

/** n8n imports nodes that it does not know without a word; each post would then fail. */
async function demandPackage(n8n: N8nCommand, graphs: readonly Graph[], folder: string): Promise<void> {
	const known = await n8n.nodeTypes();
	const missing = new Set(graphs.flatMap(({ nodes }) => nodes.map(({ type }) => type)).filter((type) => !known.has(type)));
	if (missing.size > 0)
		throw new Error(
			`n8n does not know ${[...missing].sort().join(', ')}.\n` +
				`Put the package into ${join(folder, 'nodes', 'node_modules', 'n8n-nodes-copydesk')} and try again (docs/your-own-n8n.md).`,
		);
}

/** n8n takes its owner's password as a bcrypt hash; its own library makes it, once. */
function writeOwnerHash(config: ConfigOf<typeof INSTALL>, folder: string): void {
	if (config.N8N_OWNER_PASSWORD === '') return;
	readOrMake(join(folder, 'copydesk-owner-hash'), () => {
		const { hashSync } = createRequire(realpathSync(config.N8N_PROGRAM))('bcryptjs') as { hashSync(text: string, rounds: number): string };
		return hashSync(config.N8N_OWNER_PASSWORD, 10);
	});
}

export function credentialsOf(config: ConfigOf<typeof DOORS>): CredentialToImport[] {
	return graphCredentials({
		webhookSecret: config.MAIN_WEBHOOK_SECRET,
		collaboration: { url: config.COLLAB_URL, key: config.COLLAB_SERVICE_KEY },
		renderer: { url: config.RENDERER_URL, key: config.RENDERER_API_KEY },
		reader: { url: config.READER_URL, key: config.READER_API_KEY },
		texts: { url: textUrlOf(config), key: config.AI_API_KEY },
		images: { url: config.AI_IMAGE_BASE_URL ?? '', key: config.AI_IMAGE_API_KEY },
		sounds: { url: config.AI_AUDIO_BASE_URL ?? '', key: config.AI_AUDIO_API_KEY },
		models: modelsSaid(config),
		interfaces: interfacesOf(config),
		fallback: fallbackFields(config, config.AI_FALLBACK_API_KEY),
	});
}
