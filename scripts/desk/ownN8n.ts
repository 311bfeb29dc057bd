/** An n8n that is there already: what a desk puts into it by its public API. */
import { join } from 'node:path';
import { readProtectedFile } from '@copydesk/kit/config';
import { NONE_RUNS_WITHIN_MS, untilNoneRuns } from '../workflows/exchange.ts';
import { fill } from '../workflows/fill.ts';
import { arePutIn, readImported, writeImported } from '../workflows/imported.ts';
import { backUpGraphs } from '../workflows/backup.ts';
import type { CredentialToImport } from '../workflows/n8nCommand.ts';
import { N8nPublicApi } from '../workflows/n8nPublicApi.ts';
import { readGraphSet } from '../workflows/sets.ts';
import { isTheirs, whatIsWrong } from '../workflows/verify.ts';
import { N8N_VERSION, waitForWebhook, type N8nSetting } from './n8n.ts';
import { builtPackage } from './package.ts';
import type { OwnN8n } from './services.ts';

function openOwnN8n({ url, keyFile = '' }: OwnN8n): N8nPublicApi {
	return new N8nPublicApi(url, readProtectedFile(keyFile).trim());
}

/** Where a desk notes what was put into the n8n at an address. */
export function noteOn(data: string, url: string): string {
	const { host, pathname } = new URL(url);
	return join(data, `n8n-${`${host}${pathname.replace(/\/$/, '')}`.replaceAll(/[^\w.-]/g, '_')}.json`);
}

/**
 * Puts in credentials and graphs as far as they differ, publishes and verifies them. A second run changes nothing.
 * @param setting `data` keeps hashes of what was put in, and graphs that newer ones replace
 * @returns what was done, for people
 * @throws Error if the package is not there, the key may not do this, or the graphs are not as the files say afterwards
 */
export async function fillOwnN8n(own: OwnN8n, { data, credentials, contract }: Pick<N8nSetting, 'data' | 'credentials' | 'contract'>) {
	const n8n = openOwnN8n(own);
	await demandPackage(n8n, own.url, credentials);
	const set = await readGraphSet(await contract());
	const file = noteOn(data, own.url);
	const before = await readImported(file);
	const there = await Promise.all(credentials.map(async ({ id }) => ((await n8n.hasCredential(id)) ? [id] : [])));
	const known = Object.fromEntries(there.flat().map((id) => [id, before.credentials?.[id] ?? '']));
	const gone = credentials.filter(({ id }) => before.credentials?.[id] !== undefined && known[id] === undefined);
	const told = gone.length === 0 ? [] : [`credentials that were missing are back: ${gone.map(({ name }) => name).join(', ')}`];
	if (!arePutIn(before, set.graphs)) {
		const ids = set.graphs.map(({ id }) => id);
		await untilNoneRuns(n8n, ids, NONE_RUNS_WITHIN_MS, (text) => void told.push(text));
	}
	told.push(
		...(await fill({
			n8n: Object.assign(n8n, { updateCredential: (credential: CredentialToImport) => n8n.putCredential(credential) }),
			set,
			credentials,
			before: { ...before, credentials: known },
			note: (imported) => writeImported(file, imported),
			keep: (held) => backUpGraphs(join(data, 'workflows'), held),
			diff: `npm run workflows -- diff --at ${own.url}`,
		})),
	);
	const wrong = await Promise.all(set.graphs.map(async (graph) => ({ name: graph.name, what: await whatIsWrong(n8n, graph) })));
	for (const { name, what } of wrong) if (what !== undefined && !isTheirs(what)) throw new Error(`${name}: ${what}`);
	await waitForWebhook(own.url);
	return told;
}

/** n8n stores graphs with nodes that it does not know without a word; each post would then fail. */
async function demandPackage(n8n: N8nPublicApi, url: string, credentials: readonly CredentialToImport[]): Promise<void> {
	const ours = credentials.filter(({ type }) => type.startsWith('copydesk'));
	const missing: string[] = [];
	for (const { type, data } of ours) {
		const fields = await n8n.credentialFields(type);
		if (fields === undefined || Object.keys(data).some((field) => !/^allowed/.test(field) && !fields.includes(field))) missing.push(type);
	}
	if (missing.length === 0) return;
	const { tarball, name, version } = await builtPackage();
	const state = missing.length === ours.length ? 'does not have the package' : 'has an older release of the package';
	throw new Error(
		[
			`The n8n at ${url} ${state} ${name} ${version} (tried with n8n ${N8N_VERSION}).`,
			'It is not on the public registry yet. Put it there in one of these ways, in each of its processes:',
			`  by hand: mkdir -p <n8n user folder>/.n8n/nodes/node_modules/${name} && tar -xzf ${tarball} -C <that folder> --strip-components=1`,
			`  in a container: mount that folder, or build the image of deploy/Dockerfile (--target n8n)`,
			'Then restart n8n, unless its editor installed the package, and run this again.',
		].join('\n'),
	);
}
