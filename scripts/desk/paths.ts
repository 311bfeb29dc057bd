import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The accounts of a desk: the sandbox on this machine, or those of `.env`. */
export type DeskKind = 'sandbox' | 'live';

/** Where a desk keeps its state: never both in one place, because people of the sandbox are strangers to a real bot. */
export function dataFolder(kind: DeskKind = 'sandbox', env: NodeJS.ProcessEnv = process.env): string {
	const folder = resolve(ROOT, env.COPYDESK_DATA_DIR ?? '.data');
	return kind === 'live' ? join(folder, 'live') : folder;
}

/** Warnings of Node about its own features, which tell the person who reads a log nothing. */
export const QUIET_NODE = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--disable-warning=ExperimentalWarning'] as const;
