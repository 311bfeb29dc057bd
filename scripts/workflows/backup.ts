import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { normalised, written } from './graph.ts';

/** Keeps what n8n had, readable by this user only. @returns the new folder in `kept` */
export async function backUpGraphs(kept: string, held: readonly { readonly id: string }[]): Promise<string> {
	const folder = join(kept, new Date().toISOString().replaceAll(':', '-'));
	await mkdir(folder, { recursive: true, mode: 0o700 });
	for (const graph of held) await writeFile(join(folder, `${graph.id}.json`), written(normalised(graph)), { mode: 0o600 });
	return folder;
}
