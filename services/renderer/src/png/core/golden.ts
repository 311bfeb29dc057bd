import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Over all source files of the core, by name. */
export function sourceSha256(): string {
	const names = readdirSync(here)
		.filter((name) => name.endsWith('.as'))
		.sort();
	return sha256(names.map((name) => `${name}\n${sha256(readFileSync(join(here, name)))}\n`).join(''));
}
