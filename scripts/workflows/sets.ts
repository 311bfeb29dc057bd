import { join } from 'node:path';
import { CONTRACTS, VERSION, type Contract } from '@copydesk/collaboration/version';
import { GRAPHS_FOLDER, readGraphs } from './files.ts';
import { inPublishingOrder, type Graph } from './graph.ts';

/** The graphs that go together, for one contract of the collaboration service. */
export interface GraphSet {
	readonly contract: Contract;
	/** In the order in which n8n lets them be published: the main graph comes last. */
	readonly graphs: readonly Graph[];
	/** Graphs of other sets that have no place in this one. All others are under the same id in each set. */
	readonly retired: readonly string[];
}

/** Where the set for a contract is kept: the present one is not in a folder of its own. */
export function folderOfSet(contract: Contract): string {
	return contract === VERSION ? GRAPHS_FOLDER : join(GRAPHS_FOLDER, contract);
}

export async function readGraphSet(contract: Contract): Promise<GraphSet> {
	const idsOf = async (each: Contract): Promise<string[]> => (await readGraphs(folderOfSet(each))).map(({ graph }) => graph.id);
	const graphs = inPublishingOrder((await readGraphs(folderOfSet(contract))).map(({ graph }) => graph));
	const own = graphs.map(({ id }) => id);
	const others = (await Promise.all(CONTRACTS.filter((each) => each !== contract).map(idsOf))).flat();
	return { contract, graphs, retired: [...new Set(others)].filter((id) => !own.includes(id)) };
}
