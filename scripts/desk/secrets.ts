import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const random = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** How each secret is made on the first run. The names are file names in the secrets folder. */
const MADE = {
	'collaboration-key': () => random(36),
	'context-keys': () => `k${random(6).replace(/[^A-Za-z0-9]/g, '0')}:${random(32)}`,
	'renderer-key': () => random(36),
	'reader-key': () => random(36),
	// The number is that of the sandbox's bot; a real token has the same shape.
	'bot-token': () => `7000001:${random(27)}`,
	'webhook-secret': () => random(36),
	'updates-secret': () => random(36),
	'ai-key': () => `sk-sandbox-${random(24)}`,
	'ai-image-key': () => `sk-sandbox-${random(24)}`,
	'ai-audio-key': () => `sk-sandbox-${random(24)}`,
	'ai-fallback-key': () => `sk-sandbox-${random(24)}`,
	'n8n-encryption-key': () => random(32),
	// n8n asks for a digit and a capital letter.
	'n8n-owner-password': () => `Cd1-${random(15)}`,
} as const;

export type SecretName = keyof typeof MADE;

export interface Secrets {
	value(name: SecretName): string;
	/** For a program that reads the secret itself: a path is no secret. */
	file(name: SecretName): string;
}

/**
 * Those that n8n keeps in the data of executions: after a start, what an old database or backup holds opens nothing. The listener's
 * too, because the service tells it to the messenger at each start.
 */
export const RENEWED_AT_START: readonly SecretName[] = ['webhook-secret', 'context-keys', 'updates-secret'];

/** An n8n of your own holds the webhook's secret in a credential, which changes only when somebody asks for it. */
export const RENEWED_BESIDE_OWN_N8N = RENEWED_AT_START.filter((name) => name !== 'webhook-secret');

/**
 * The desk's secrets: made once, kept in files that only their owner may read.
 * @param folder made with mode 0700
 * @param given values that come from a person instead
 * @param renewed renewed now
 */
export function ensureSecrets(
	folder: string,
	{ given = {}, renewed = [] }: { given?: Readonly<Partial<Record<SecretName, string>>>; renewed?: readonly SecretName[] } = {},
): Secrets {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	chmodSync(folder, 0o700);
	const values = new Map<SecretName, string>();
	for (const [name, make] of Object.entries(MADE) as [SecretName, () => string][]) {
		const path = join(folder, name);
		const wanted = given[name] ?? (renewed.includes(name) ? make() : undefined);
		values.set(name, wanted === undefined ? readOrMake(path, make) : keep(path, wanted));
	}
	return {
		value: (name) => values.get(name) as string,
		file: (name) => join(folder, name),
	};
}

/** Keeps a value beside the secrets, for what is derived from one and costs time to make. */
export function readOrMake(path: string, make: () => string): string {
	const present = readIfThere(path);
	if (present === undefined || present === '') return keep(path, make());
	chmodSync(path, 0o600);
	return present;
}

/** Whole or not at all: half a secret would lock everybody out. */
function keep(path: string, value: string): string {
	const fresh = `${path}.new`;
	// Without a line's end: n8n complains about one.
	writeFileSync(fresh, value, { mode: 0o600 });
	chmodSync(fresh, 0o600);
	renameSync(fresh, path);
	return value;
}

function readIfThere(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8').trim();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
}
