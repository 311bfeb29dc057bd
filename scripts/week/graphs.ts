import type { Desk } from '../desk/desk.ts';
import { loginToN8n } from '../desk/n8n.ts';
import { normalised, type Graph, type GraphNode } from '../workflows/graph.ts';
import { MAIN_GRAPH, SETTINGS_NODE } from '../workflows/settings.ts';
import type { Newsroom } from './newsroom.ts';

const CHILD = 'cd-write-post';
const LIVE_TIMEOUT_MS = 60_000;

/** Somebody edits a graph in n8n and publishes it. */
async function edited(desk: Desk, id: string, change: (node: GraphNode) => GraphNode): Promise<void> {
	const n8n = await loginToN8n(desk.ports, desk.secrets);
	const graph: Graph = normalised(await n8n.workflow(id));
	const { versionId } = await n8n.update({ ...graph, nodes: graph.nodes.map(change) });
	await n8n.publish(id, versionId);
	await n8n.waitUntilLive(id, versionId, LIVE_TIMEOUT_MS);
}

/** A child graph is left with a mistake in it. Only the person who asks for the next post is told, once. */
export async function failureInAChild(desk: Desk, newsroom: Newsroom): Promise<void> {
	await edited(desk, CHILD, (node) =>
		node.name === 'Build the text request' ? { ...node, parameters: { ...node.parameters, operation: 'noSuchOperation' } } : node,
	);
	const before = { owner: (await newsroom.messages('owner')).length, editor: (await newsroom.messages('editor')).length };
	await newsroom.begin('editor', 'The bridge over the canal opens on 4 May for cyclists, 3 metres wide, with 40 lamps.');
	await newsroom.quiet();
	const owner = (await newsroom.messages('owner')).slice(before.owner);
	const editor = (await newsroom.messages('editor')).slice(before.editor).filter(({ from }) => from?.is_bot === true);
	// The message that work has begun, and the one that it failed.
	if (owner.length > 0 || editor.length !== 2)
		throw new Error(`the owner got ${owner.length} messages and the editor ${editor.length}: ${JSON.stringify([...owner, ...editor])}`);
}

/** What is added to the house style. */
export const ADDED = 'Name the street.';

/** A person adds a sentence to the house style, in the first node of main. */
export async function editedPrompt(desk: Desk): Promise<void> {
	await edited(desk, MAIN_GRAPH, (node) =>
		node.type === SETTINGS_NODE
			? { ...node, parameters: { ...node.parameters, house_style: `${String(node.parameters.house_style)} ${ADDED}` } }
			: node,
	);
}
