import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Where a desk keeps its state unless it is told otherwise. */
export function dataFolder(env: NodeJS.ProcessEnv = process.env): string {
	return resolve(ROOT, env.COPYDESK_DATA_DIR ?? '.data');
}

/** Warnings of Node about its own features, which tell the person who reads a log nothing. */
export const QUIET_NODE = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--disable-warning=ExperimentalWarning'] as const;
