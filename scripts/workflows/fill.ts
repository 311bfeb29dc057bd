// At each start of the desk, a running n8n is given what differs, by the interface that its editor uses.

import { faultPoint } from '@copydesk/kit/faultPoints';
import { publishGraph, retire } from './exchange.ts';
import { normalised, written, type Graph, type StoredWorkflow } from './graph.ts';
import { importedOf, type Imported } from './imported.ts';
import type { N8n } from './n8nApi.ts';
import type { CredentialToImport } from './n8nCommand.ts';
import { labelBare, type Labels } from './labels.ts';
import type { GraphSet } from './sets.ts';
import { basesOf, besideOf, besideWords, decide, isOtherContract, leftWords, replace, type Bases } from './theirs.ts';

const LIVE_TIMEOUT_MS = 60_000;

interface Filling {
	readonly n8n: N8n & Partial<Labels> & { updateCredential(credential: CredentialToImport): Promise<void> };
	readonly set: GraphSet;
	/** All of them are in n8n already; the one that opens the webhook comes first. */
	readonly credentials: readonly CredentialToImport[];
	/** What was put in last. */
	readonly before: Imported;
	/** Keeps what has been put in by now, so that a later start goes on from there. */
	readonly note: (imported: Imported) => Promise<void>;
	/** Keeps what n8n held of graphs that newer ones take the places of, and says where. */
	readonly keep: (held: readonly StoredWorkflow[]) => Promise<string>;
	/** The command that shows how n8n's graphs differ from the files. */
	readonly diff: string;
	/** Whether ours take the places of graphs that somebody changed too. */
	readonly replacesAll?: boolean;
}

/**
 * Exchanges the credentials that changed, puts graphs that were never put in or that are gone, publishes what is not published, children
 * before their callers, and waits until production runs all of it. A graph that somebody changed in n8n stays; where this release has
 * another one as well, that one is put beside it as a draft.
 * @returns what was done and what somebody should know, for people
 */
export async function fill({ n8n, set, credentials, before, note, keep, diff, replacesAll = false }: Filling): Promise<string[]> {
	const told: string[] = [];
	const wanted = importedOf(credentials, set.graphs);
	const renewed = credentials.filter(({ id }) => before.credentials?.[id] !== wanted.credentials[id]);
	// Until the last one is exchanged, a request with the new secret of the webhook is refused and repeated.
	for (const credential of renewed.toReversed()) await n8n.updateCredential(credential);
	let noted: Imported = { ...before, credentials: wanted.credentials };
	if (renewed.length > 0) {
		await note(noted);
		told.push(`credentials renewed: ${renewed.map(({ name }) => name).join(', ')}`);
	}
	await retire(n8n, set, (text) => told.push(text));
	const held = await heldBy(n8n, set.graphs);
	const bases = basesOf(before, set.graphs, held);
	noted = { ...noted, graphs: bases.prints, settings: bases.settings };
	const isOther = replacesAll || isOtherContract(before, set.contract);
	const decisions = set.graphs.map((graph) =>
		isOther ? replace(graph, held.get(graph.id)) : decide(graph, held.get(graph.id), bases, before.putting),
	);
	const beside = await heldBy(
		n8n,
		decisions.filter(({ what }) => what !== 'put').map(({ ours }) => besideOf(ours)),
	);
	const changing = decisions.filter(({ isReplaced, what }) => isReplaced || what === 'both');
	const olds = [...changing.flatMap(({ held: each }) => each ?? []), ...beside.values()];
	const kept = changing.length === 0 ? '' : await keep(olds);
	const replaced = changing.filter(({ isReplaced }) => isReplaced);
	if (replaced.length > 0)
		told.push(`newer graphs take the places of ${replaced.map(({ ours }) => ours.name).join(', ')}; the earlier ones are kept in ${kept}`);
	const live: (readonly [id: string, versionId: string])[] = [];
	let published = 0;
	for (const decision of decisions) {
		const { ours, what, held: stored } = decision;
		if (what === 'put') {
			const about = (hash: string): Promise<void> => note({ ...noted, putting: { [ours.id]: hash } });
			const { versionId, isChanged } = await publishGraph(n8n, ours, bases.settings, about);
			noted = { ...noted, graphs: { ...(noted.graphs as Bases['prints']), [ours.id]: wanted.graphs[ours.id] as string } };
			if (isChanged) published += 1;
			live.push([ours.id, versionId]);
			continue;
		}
		if (what === 'both') await putBeside(n8n, besideOf(ours), beside.get(besideOf(ours).id));
		told.push(what === 'both' || beside.has(besideOf(ours).id) ? besideWords(decision, diff) : leftWords(decision, diff));
		if (stored?.activeVersionId === null) await n8n.publish(ours.id, stored.versionId);
		live.push([ours.id, stored?.activeVersionId ?? (stored?.versionId as string)]);
	}
	told.push(...(await labelBare(n8n, set.graphs, held)));
	faultPoint('graphs.filled');
	await Promise.all(live.map(([id, versionId]) => n8n.waitUntilLive(id, versionId, LIVE_TIMEOUT_MS)));
	await note({ ...wanted, contract: set.contract });
	if (published > 0) told.push(`${published} graphs published`);
	return told;
}

/** Ours beside theirs: stored, never published. */
async function putBeside(n8n: Filling['n8n'], graph: Graph, held: StoredWorkflow | undefined): Promise<void> {
	const isArchived = held?.['isArchived'] === true;
	if (isArchived) await n8n.remove(held);
	if (held === undefined || isArchived) await n8n.create(graph);
	else if (written(normalised(held)) !== written(graph)) await n8n.update(graph);
	faultPoint('graphs.beside');
}

async function heldBy(n8n: Filling['n8n'], graphs: readonly Graph[]): Promise<ReadonlyMap<string, StoredWorkflow>> {
	const held = new Map<string, StoredWorkflow>();
	for (const { id } of graphs) {
		const stored = await n8n.workflow(id);
		if (stored !== undefined) held.set(id, stored);
	}
	return held;
}
