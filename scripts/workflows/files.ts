import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../desk/paths.ts';
import { normalised, type Graph } from './graph.ts';

export const GRAPHS_FOLDER = join(ROOT, 'workflows-json');

/** In the folder of the graphs, but not one of them. */
const NOT_GRAPHS = new Set(['manifest.json']);

export interface GraphFile {
	readonly file: string;
	readonly text: string;
	readonly graph: Graph;
}

/** All graphs of a folder, by file name. */
export async function readGraphs(folder: string = GRAPHS_FOLDER): Promise<GraphFile[]> {
	const names = (await readdir(folder)).filter((name) => name.endsWith('.json') && !NOT_GRAPHS.has(name)).sort();
	return Promise.all(
		names.map(async (name) => {
			const file = join(folder, name);
			const text = await readFile(file, 'utf8');
			try {
				return { file, text, graph: normalised(JSON.parse(text)) };
			} catch (error) {
				throw new Error(`${file}: ${(error as Error).message}`);
			}
		}),
	);
}
