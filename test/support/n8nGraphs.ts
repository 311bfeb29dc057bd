/** An n8n as the workflow commands see it, in memory: drafts, what is published, and what runs. */
import { normalised, type Graph, type StoredWorkflow } from '../../scripts/workflows/graph.ts';
import type { ExecutionUnderWay, N8n } from '../../scripts/workflows/n8nApi.ts';

export interface FakeN8n extends N8n {
	readonly held: Map<string, StoredWorkflow>;
	running: readonly ExecutionUnderWay[];
	/** Credentials that somebody deleted. */
	readonly gone: string[];
	/** Every change, in order. */
	readonly changes: string[];
}

export function fakeN8n(graphs: readonly Graph[]): FakeN8n {
	let version = 0;
	const held = new Map<string, StoredWorkflow>();
	const store = (graph: Graph, before?: StoredWorkflow): StoredWorkflow => {
		version += 1;
		const stored = { ...normalised(graph), active: false, versionId: `v${version}`, activeVersionId: before?.activeVersionId ?? null };
		held.set(graph.id, stored);
		return stored;
	};
	const found = (id: string): StoredWorkflow => {
		const stored = held.get(id);
		if (stored === undefined) throw new Error(`there is no ${id}`);
		return stored;
	};
	const n8n: FakeN8n = {
		held,
		running: [],
		gone: [],
		changes: [],
		async workflow(id) {
			return held.get(id);
		},
		async create(graph) {
			if (held.has(graph.id)) throw new Error(`${graph.id} is there already`);
			n8n.changes.push(`create ${graph.id}`);
			return store(graph);
		},
		async update(graph) {
			n8n.changes.push(`update ${graph.id}`);
			return store(graph, found(graph.id));
		},
		async publish(id, versionId) {
			n8n.changes.push(`publish ${id}`);
			held.set(id, { ...found(id), active: true, activeVersionId: versionId });
		},
		async unpublish(id) {
			n8n.changes.push(`unpublish ${id}`);
			held.set(id, { ...found(id), active: false, activeVersionId: null });
		},
		async hasCredential(id) {
			return !n8n.gone.includes(id);
		},
		async remove({ id }) {
			n8n.changes.push(`remove ${id}`);
			held.delete(id);
		},
		async underWay() {
			return n8n.running;
		},
		async publicationStatus(id) {
			const { activeVersionId } = found(id);
			return { status: activeVersionId === null ? 'not_published' : 'published', liveVersionId: activeVersionId };
		},
		async waitUntilLive(id, versionId) {
			if (found(id).activeVersionId !== versionId) throw new Error(`${id} is not live`);
		},
	};
	for (const graph of graphs) {
		const { versionId } = store(graph);
		held.set(graph.id, { ...found(graph.id), active: true, activeVersionId: versionId });
	}
	return n8n;
}
