import { normalised, written } from './graph.ts';
import type { Graph } from './graph.ts';
import type { N8n } from './n8nApi.ts';

const EDITED = 'stored in n8n is not what the file says (npm run workflows -- diff)';

/** Whether all that is wrong is that somebody changed the graph in the editor. */
export const isEdited = (wrong: string): boolean => wrong === EDITED;

/**
 * Whether three things are one: the file, what n8n stores, and what production runs.
 * @returns what differs, in a few words; undefined if nothing does
 */
export async function whatIsWrong(api: N8n, graph: Graph): Promise<string | undefined> {
	const stored = await api.workflow(graph.id);
	if (stored === undefined) return 'not in n8n';
	if (written(normalised(stored)) !== written(graph)) return EDITED;
	if (stored.activeVersionId === null) return 'stored, but not published';
	if (stored.activeVersionId !== stored.versionId) return 'published in another version than the stored one';
	const status = await api.publicationStatus(graph.id);
	if (status.status !== 'published' || status.liveVersionId !== stored.versionId)
		return `published, but production runs another version (${status.status})`;
	return undefined;
}
