import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { readProtectedFile } from '@copydesk/kit/config';

/** The checkout. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The accounts of a desk: the sandbox on this machine, or those of `.env`. */
export type DeskKind = 'sandbox' | 'live';

/** Where the accounts of a real desk are written down. */
export function envFile(env: NodeJS.ProcessEnv): string {
	return env.COPYDESK_ENV_FILE || join(ROOT, '.env');
}

/**
 * The environment with what a `.env` adds to it; what the environment already says wins.
 * @param file lines of `NAME=value`, readable by its owner only; it may be missing
 * @throws Error with the command that mends it, if others can read it
 */
export function withEnvFile(env: NodeJS.ProcessEnv, file: string = envFile(env)): NodeJS.ProcessEnv {
	try {
		return { ...parseEnv(readProtectedFile(file)), ...env };
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return env;
		if ((error as NodeJS.ErrnoException).code === 'EISDIR')
			throw new Error(`Expected a file with NAME=value lines, but ${file} is a folder`, { cause: error });
		throw error;
	}
}

/** What `.env` says of the folder; it is about the desk with real accounts alone. A folder is no secret, so anybody may read it here. */
function folderInEnvFile(env: NodeJS.ProcessEnv): string | undefined {
	try {
		return parseEnv(readFileSync(envFile(env), 'utf8')).COPYDESK_DATA_DIR;
	} catch {
		return undefined;
	}
}

/** Where a desk keeps its state: never both in one place, because people of the sandbox are strangers to a real bot. */
export function dataFolder(kind: DeskKind = 'sandbox', env: NodeJS.ProcessEnv = process.env): string {
	const folder = resolve(ROOT, env.COPYDESK_DATA_DIR || (kind === 'live' && folderInEnvFile(env)) || '.data');
	return kind === 'live' ? join(folder, 'live') : folder;
}

/** Warnings of Node about its own features, which tell the person who reads a log nothing. */
export const QUIET_NODE = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--disable-warning=ExperimentalWarning'] as const;
