// What was put into an n8n last, so that a second time touches only what changed, and leaves alone what people changed there.

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { written } from './graph.ts';
import type { Graph } from './graph.ts';
import type { CredentialToImport } from './n8nCommand.ts';

/** Hashes only. */
export interface Imported {
	/** By id. */
	readonly credentials?: Readonly<Record<string, string>>;
	readonly graphs?: string;
}

export function importedOf(credentials: readonly CredentialToImport[], graphs: readonly Graph[]): Required<Imported> {
	const hashes = credentials.map((credential): [string, string] => [credential.id, hashOf(JSON.stringify(credential))]);
	return { credentials: Object.fromEntries(hashes), graphs: hashOf(graphs.map(written).join('')) };
}

/** Nothing, if there is no such file. */
export async function readImported(file: string): Promise<Imported> {
	try {
		return JSON.parse(await readFile(file, 'utf8')) as Imported;
	} catch {
		return {};
	}
}

export async function writeImported(file: string, imported: Imported): Promise<void> {
	await writeFile(file, JSON.stringify(imported), { mode: 0o600 });
}

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}
