// What the parts of a cluster open each other with, beside the desk's own secrets: made once, kept in files.

import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOrMake } from '../desk/secrets.ts';
import { HOST } from '../desk/ports.ts';

const MADE = [
	'postgres-password',
	'copydesk-owner-password',
	'copydesk-service-password',
	'copydesk-operator-password',
	'copydesk-renderer-password',
	'n8n-database-password',
	'redis-password',
	'bucket-secret',
] as const;

/** An address with its password in it, for each role and its database. */
const URLS = {
	'database-url-owner': ['copydesk_owner', 'copydesk-owner-password', 'copydesk'],
	'database-url-service': ['copydesk_service', 'copydesk-service-password', 'copydesk'],
	'database-url-operator': ['copydesk_operator', 'copydesk-operator-password', 'copydesk'],
	'database-url-renderer': ['copydesk_renderer', 'copydesk-renderer-password', 'copydesk_renderer'],
	'database-url-postgres': ['postgres', 'postgres-password', 'postgres'],
} as const;

type Name = (typeof MADE)[number] | keyof typeof URLS;

export interface ClusterSecrets {
	value(name: Name): string;
	file(name: Name): string;
}

export function ensureClusterSecrets(folder: string, postgresPort: number): ClusterSecrets {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const file = (name: Name): string => join(folder, name);
	for (const name of MADE) readOrMake(file(name), () => randomBytes(27).toString('base64url'));
	const value = (name: Name): string => readFileSync(file(name), 'utf8');
	for (const [name, [role, password, database]] of Object.entries(URLS) as [keyof typeof URLS, (typeof URLS)[keyof typeof URLS]][])
		writeFileSync(file(name), `postgres://${role}:${value(password)}@${HOST}:${postgresPort}/${database}`, { mode: 0o600 });
	return { value, file };
}
