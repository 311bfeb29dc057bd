import { normalised, type Graph, type GraphNode, type StoredWorkflow } from './graph.ts';
import { printOf } from './imported.ts';
import type { N8n } from './n8nApi.ts';
import { isDraft } from './theirs.ts';

const EDITED = 'changed in n8n: it is not what the file says (npm run workflows -- diff)';
const DRAFT = 'as the file says, and the editor has a draft that is not published';

/** Whether all that differs is what somebody did in the editor, and n8n runs a published version of theirs or ours. */
export const isTheirs = (wrong: string): boolean => wrong === EDITED || wrong === DRAFT;
export const isOnlyDraft = (wrong: string): boolean => wrong === DRAFT;

/**
 * Whether three things are one: the file, what n8n stores, and what production runs. The values of the settings node are the person's, and
 * so is a draft that is not published.
 * @returns what differs, in a few words; undefined if nothing does
 */
export async function whatIsWrong(api: N8n, graph: Graph): Promise<string | undefined> {
	const stored = await api.workflow(graph.id);
	if (stored === undefined || stored['isArchived'] === true) return 'not in n8n';
	if (stored.activeVersionId === null) return 'stored, but not published';
	const status = await api.publicationStatus(graph.id);
	if (status.status !== 'published' || status.liveVersionId !== stored.activeVersionId)
		return `published, but production runs another version (${status.status})`;
	if (printOf(published(stored)) !== printOf(graph)) return EDITED;
	return isDraft(stored) ? DRAFT : undefined;
}

/** What runs. n8n versions nodes and connections; name and settings count at once. */
export function published(stored: StoredWorkflow): Graph {
	const version = isDraft(stored) ? stored['activeVersion'] : undefined;
	const { nodes, connections } = (version ?? stored) as Pick<Graph, 'nodes' | 'connections'>;
	return normalised({ ...stored, nodes, connections });
}

/** What these graphs refer to and n8n does not have any more. n8n notices only when a graph runs. */
export async function missingCredentials(
	n8n: Pick<N8n, 'hasCredential'>,
	graphs: readonly Graph[],
): Promise<readonly CredentialReference[]> {
	const all = graphs.flatMap(({ nodes }) => nodes.flatMap(({ credentials = {} }) => Object.values(credentials)));
	const named = [...new Map(all.map((each) => [each.id, each])).values()];
	const there = await Promise.all(named.map(({ id }) => n8n.hasCredential(id)));
	return named.filter((_each, at) => there[at] !== true);
}

type CredentialReference = NonNullable<GraphNode['credentials']>[string];

const NAMED_NODE = /\$(?:node\[|items\(|\()\s*(\\?["'`])(.+?)\1\s*[\])]/g;

/** Expressions that name a node which is not there: n8n notices when they run, after what was paid for before them. */
export function brokenReferences({ nodes }: Graph): readonly { readonly node: string; readonly names: string }[] {
	const there = new Set(nodes.map(({ name }) => name));
	return nodes.flatMap(({ name, parameters }) => {
		const named = textsIn(parameters).flatMap((text) => (text.startsWith('=') ? [...text.matchAll(NAMED_NODE)] : []));
		const missing = new Set(named.map(([, , node = '']) => node.replaceAll('\\', '')).filter((node) => !there.has(node)));
		return [...missing].map((names) => ({ node: name, names }));
	});
}

const textsIn = (value: unknown): readonly string[] =>
	typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
