/** The collaboration service and the operator's command as real processes, with an environment of their own. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@copydesk/kit/database/open';
import { QUIET_NODE, ROOT } from '../../scripts/desk/paths.ts';
import { CHANNEL, OWNER, SERVICE_KEY, begin, claim, postJson, press, preview, type Answer } from './collaboration.ts';
import { bareEnvironment, fastFolder } from './environment.ts';
import { TOKEN, type FakeMessenger } from './messenger.ts';
import { listening, spawnService, type Environment, type Listening } from './serviceProcess.ts';

export interface Setup {
	readonly directory: string;
	readonly env: Environment;
	remove(): void;
}

/** A directory with databases and secrets, and the environment that leads there. */
export function newSetup(messengerUrl: string, more: Environment = {}): Setup {
	const directory = mkdtempSync(join(fastFolder(), 'copydesk-operator-'));
	const tokenFile = join(directory, 'token');
	writeFileSync(tokenFile, TOKEN, { mode: 0o600 });
	return {
		directory,
		env: {
			// Or the operator's command would find the desk of this checkout, if one was ever started here.
			COPYDESK_DATA_DIR: directory,
			COLLAB_PORT: '0',
			COLLAB_SERVICE_KEY: SERVICE_KEY,
			COLLAB_CONTEXT_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64url')}`,
			COLLAB_DATA_DIR: directory,
			COLLAB_DATABASE_URL: `sqlite:${join(directory, 'collaboration.sqlite')}`,
			COLLAB_PARTICIPANTS_URL: `sqlite:${join(directory, 'participants.sqlite')}`,
			MESSENGER_API_URL: messengerUrl,
			MESSENGER_TOKEN_FILE: tokenFile,
			MESSENGER_CHANNEL_ID: String(CHANNEL),
			// A menu is one delivery more, and a fault point counts deliveries.
			COLLAB_MENU: 'off',
			COLLAB_LOG_LEVEL: 'warn',
			...more,
		},
		remove: () => rmSync(directory, { recursive: true, force: true }),
	};
}

export interface Outcome {
	readonly code: number;
	readonly output: string;
	readonly complaint: string;
}

export function operator(env: Environment, ...args: string[]): Promise<Outcome> {
	return new Promise((resolve) => {
		execFile(
			process.execPath,
			[...QUIET_NODE, join(ROOT, 'scripts', 'operator', 'main.ts'), ...args],
			{ cwd: ROOT, env: { ...bareEnvironment(), ...env }, timeout: 30_000 },
			(error, output, complaint) => {
				resolve({ code: error === null ? 0 : Number((error as { code?: unknown }).code ?? 1), output, complaint });
			},
		);
	});
}

export interface ServiceProcess extends Listening {
	post(path: string, body: unknown, signal?: AbortSignal): Promise<Answer>;
}

export async function startService(env: Environment, options: { readonly detached?: boolean } = {}): Promise<ServiceProcess> {
	const service = await listening(spawnService('collaboration', env, options));
	return { ...service, post: (path, body, signal) => postJson(service.url + path, body, SERVICE_KEY, {}, signal) };
}

/** A version that its owner won by pressing its button. The messenger knows its picture already, so that no renderer is asked. */
export async function claimedPost(service: ServiceProcess, { env }: Setup, messenger: FakeMessenger) {
	const { _svc } = await begin(service, OWNER);
	const { draft_key } = (await service.post('/materials/create', { _svc, content: { kind: 'post' } })).body.material as {
		draft_key: string;
	};
	const at = { draft_key, version: 1 };
	const advance = (from: string, to: string, patch?: object) =>
		service.post('/materials/advance', { _svc, ...at, from, to, ...(patch === undefined ? {} : { patch }) });
	await advance('text_generating', 'text_preparing', { caption: 'Hello', cover_asset_id: 'ab'.repeat(32) });
	const db = await openDatabase(env['COLLAB_DATABASE_URL'] as string);
	messenger.knowFile('file-9');
	await db.query(`update material set messenger_file_id = 'file-9' where draft_key = $1`, [draft_key]);
	await db.close();
	const copy = await preview(service, { ...at, _svc }, OWNER);
	await advance('text_preparing', 'ready');
	const pressed = await press(service, OWNER, { ...at, owner: copy.body.delivery.message_id as number }, 'publish');
	const won = await claim(service, pressed, at);
	return { ...at, _svc: won.body._svc as string };
}
