// What was put into an n8n last, so that a second time touches only what changed, and leaves alone what people changed there.

import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { written, type Graph } from './graph.ts';
import type { CredentialToImport } from './n8nCommand.ts';
import { SETTINGS_NODE, formOf } from './settings.ts';

/** Hashes, and the settings of the main graph. */
export interface Imported {
	/** By id. */
	readonly credentials?: Readonly<Record<string, string>>;
	/** By id; earlier releases wrote one hash of all graphs together. */
	readonly graphs?: string | Readonly<Record<string, string>>;
	/** Whose graphs these are. Graphs of another contract take the places of all, whoever changed them: mixed ones do not work. */
	readonly contract?: string | undefined;
	/** The values of the settings node as the file had them: what is different in n8n is somebody's own. */
	readonly settings?: Readonly<Record<string, unknown>> | undefined;
	/** By id, what was about to be stored: a crash right after it leaves a draft that is ours. */
	readonly putting?: Readonly<Record<string, string>>;
}

type Whole = Required<Pick<Imported, 'credentials' | 'settings'>> & { readonly graphs: Readonly<Record<string, string>> };

export function importedOf(credentials: readonly CredentialToImport[], graphs: readonly Graph[]): Whole {
	const hashes = credentials.map((credential): [string, string] => [credential.id, hashOf(JSON.stringify(credential))]);
	return {
		credentials: Object.fromEntries(hashes),
		graphs: Object.fromEntries(graphs.map((graph) => [graph.id, printOf(graph)])),
		settings: graphs.map(formOf).find((form) => form !== undefined),
	};
}

/** Whether exactly these graphs were put in last. */
export function arePutIn({ graphs, settings }: Imported, wanted: readonly Graph[]): boolean {
	const now = importedOf([], wanted);
	if (typeof graphs === 'string') return graphs === hashOf(wanted.map(written).join(''));
	return isDeepStrictEqual(graphs, now.graphs) && isDeepStrictEqual(settings, now.settings);
}

/** What tells one form of a graph from another; the values of the settings node, which are there to be changed, do not count. */
export function printOf(graph: Graph): string {
	return hashOf(
		written({ ...graph, nodes: graph.nodes.map((node) => (node.type === SETTINGS_NODE ? { ...node, parameters: {} } : node)) }),
	);
}

/** Nothing, if there is no such file. */
export async function readImported(file: string): Promise<Imported> {
	try {
		return JSON.parse(await readFile(file, 'utf8')) as Imported;
	} catch {
		return {};
	}
}

/** Whole or not at all: without it nothing would be known of the graphs that n8n holds. */
export async function writeImported(file: string, imported: Imported): Promise<void> {
	await writeFile(`${file}.new`, JSON.stringify(imported), { mode: 0o600 });
	await rename(`${file}.new`, file);
}

/** The same of graphs alone: the credentials that were put in are another's to note. */
export async function noteGraphs(file: string, { credentials: _, ...graphs }: Imported): Promise<void> {
	const { credentials } = await readImported(file);
	await mkdir(dirname(file), { recursive: true, mode: 0o700 });
	await writeImported(file, { ...(credentials === undefined ? {} : { credentials }), ...graphs });
}

export function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}
