// At each start of the desk, a running n8n is given what differs, by the interface that its editor uses.

import { faultPoint } from '@copydesk/kit/faultPoints';
import { publishGraph, retire } from './exchange.ts';
import { normalised, written } from './graph.ts';
import type { StoredWorkflow } from './graph.ts';
import { importedOf } from './imported.ts';
import type { Imported } from './imported.ts';
import type { N8n } from './n8nApi.ts';
import type { CredentialToImport } from './n8nCommand.ts';
import type { GraphSet } from './sets.ts';

const LIVE_TIMEOUT_MS = 60_000;

interface Filling {
	readonly n8n: N8n & { updateCredential(credential: CredentialToImport): Promise<void> };
	readonly set: GraphSet;
	/** All of them are in n8n already; the one that opens the webhook comes first. */
	readonly credentials: readonly CredentialToImport[];
	/** What was put in last. */
	readonly before: Imported;
	/** Keeps what has been put in by now, so that a later start goes on from there. */
	readonly note: (imported: Imported) => Promise<void>;
	/** Keeps what n8n held of graphs that newer ones take the places of, and says where. */
	readonly keep: (held: readonly StoredWorkflow[]) => Promise<string>;
}

/**
 * Exchanges the credentials that changed, puts graphs that were never put in or that are gone, publishes what is not published, children
 * before their callers, and waits until production runs all of it. A graph that somebody changed in the editor stays until the
 * files change; then what it was is kept.
 * @returns what was done and what somebody should know, for people
 */
export async function fill({ n8n, set, credentials, before, note, keep }: Filling): Promise<string[]> {
	const told: string[] = [];
	const wanted = importedOf(credentials, set.graphs);
	const renewed = credentials.filter(({ id }) => before.credentials?.[id] !== wanted.credentials[id]);
	// Until the last one is exchanged, a request with the new secret of the webhook is refused and repeated.
	for (const credential of renewed.toReversed()) await n8n.updateCredential(credential);
	if (renewed.length > 0) {
		await note({ ...before, credentials: wanted.credentials });
		told.push(`credentials renewed: ${renewed.map(({ name }) => name).join(', ')}`);
	}
	await retire(n8n, set, (text) => told.push(text));
	const held = await heldBy(n8n, set);
	const differing = set.graphs.filter((graph) => held.has(graph.id) && written(normalised(held.get(graph.id))) !== written(graph));
	const isNewer = before.graphs !== wanted.graphs;
	if (isNewer && differing.length > 0) {
		const kept = await keep(differing.flatMap(({ id }) => held.get(id) ?? []));
		told.push(`newer graphs take the places of ${differing.length}, which are kept in ${kept}`);
	}
	const live: (readonly [id: string, versionId: string])[] = [];
	let published = 0;
	for (const graph of set.graphs) {
		const stored = held.get(graph.id);
		if (stored !== undefined && !isNewer && differing.includes(graph)) {
			told.push(`${graph.name} in n8n is not the one in workflows-json: it was changed in the editor`);
			live.push([graph.id, stored.activeVersionId ?? stored.versionId]);
			continue;
		}
		const { versionId, isChanged } = await publishGraph(n8n, graph);
		if (isChanged) published += 1;
		live.push([graph.id, versionId]);
	}
	faultPoint('graphs.filled');
	await Promise.all(live.map(([id, versionId]) => n8n.waitUntilLive(id, versionId, LIVE_TIMEOUT_MS)));
	await note(wanted);
	if (published > 0) told.push(`${published} graphs published`);
	return told;
}

async function heldBy(n8n: Filling['n8n'], { graphs }: GraphSet): Promise<ReadonlyMap<string, StoredWorkflow>> {
	const held = new Map<string, StoredWorkflow>();
	for (const { id } of graphs) {
		const stored = await n8n.workflow(id);
		if (stored !== undefined) held.set(id, stored);
	}
	return held;
}
