/** The collaboration service in a process of its own, two people, and requests to it. */
import { writeFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { migrate } from '@copydesk/kit/database/migrate';
import { openDatabase } from '@copydesk/kit/database/open';
import type { Database } from '@copydesk/kit/database/types';
import { PARTICIPANTS_MIGRATIONS } from '../../test/faults/stage.ts';
import { TOKEN } from '../../test/support/messenger.ts';
import { listening, spawnService, type Environment } from '../../test/support/serviceProcess.ts';

export const KEY = 'the-service-key-of-the-bench-0123456789ab';
export const OWNER = 1001;
export const CONTEXT_KEY = Buffer.alloc(32, 7);
export const CHANNEL = -1_001_000_000_001;

export const agent = new Agent({ keepAlive: true, maxSockets: 64 });

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are looked into freely here
export function post(url: string, path: string, body: unknown): Promise<any> {
	const sent = JSON.stringify(body);
	return new Promise((resolve, reject) => {
		const request = httpRequest(
			`${url}${path}`,
			{
				method: 'POST',
				agent,
				headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent), 'x-copydesk-key': KEY },
			},
			(response) => {
				const chunks: Buffer[] = [];
				response.on('data', (chunk: Buffer) => chunks.push(chunk));
				response.on('end', () => {
					const text = Buffer.concat(chunks).toString('utf8');
					if (response.statusCode === 200) resolve(JSON.parse(text));
					else reject(new Error(`${path} answered ${response.statusCode}: ${text}`));
				});
			},
		);
		request.on('error', reject);
		request.end(sent);
	});
}

/** The owner and the editor, on a database that has the tables. */
export async function addPeople(db: Database): Promise<void> {
	await db.query(
		`insert into participants (user_id, chat_id, role, active, display_name, updated_at, updated_by)
			values ($1, $1, 'owner', 1, 'Olga Owner', 1, 'bench'), (1002, 1002, 'editor', 1, 'Egor Editor', 1, 'bench')`,
		[OWNER],
	);
}

/** A file of their own. */
export async function people(url: string): Promise<void> {
	const db = await openDatabase(url);
	await migrate(db, PARTICIPANTS_MIGRATIONS, 'participants', 1);
	await addPeople(db);
	await db.close();
}

/** The service in a process of its own. */
export async function startProcess(
	directory: string,
	databaseUrl: string,
	participantsUrl: string,
	messengerUrl: string,
	more: Environment = {},
): Promise<{ url: string; stop(): Promise<void> }> {
	const tokenFile = join(directory, 'token');
	writeFileSync(tokenFile, TOKEN, { mode: 0o600 });
	const service = await listening(
		spawnService('collaboration', {
			COLLAB_PORT: '0',
			COLLAB_SERVICE_KEY: KEY,
			COLLAB_CONTEXT_KEYS: `k1:${CONTEXT_KEY.toString('base64url')}`,
			COLLAB_DATA_DIR: directory,
			COLLAB_DATABASE_URL: databaseUrl,
			COLLAB_PARTICIPANTS_URL: participantsUrl,
			COLLAB_LOG_LEVEL: 'info',
			COLLAB_MENU: 'off',
			MESSENGER_API_URL: messengerUrl,
			MESSENGER_TOKEN_FILE: tokenFile,
			MESSENGER_CHANNEL_ID: String(CHANNEL),
			...more,
		}),
	);
	return { url: service.url, stop: async () => void (await service.stop()) };
}
