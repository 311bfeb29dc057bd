/**
 * The same with real processes, a real SIGKILL and a disk that is waited for (WAL, synchronous FULL): fewer schedules,
 * nothing simulated but the messenger, the renderer and the engine, which are real servers too.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAudit } from '@copydesk/collaboration/audit/audit';
import { reconcileDelivery } from '../../scripts/operator/reconcileDelivery.ts';
import { migrate } from '@copydesk/kit/database/migrate';
import { openDatabase } from '@copydesk/kit/database/open';
import { QUIET_NODE, ROOT } from '../../scripts/desk/paths.ts';
import { BRIEF, NodeFailed, coverBytesOf, execute, type Answer, type EngineWorld } from './engine.ts';
import { faultPoints } from './faultPoints.ts';
import { everybody, helpfulAct, openDrafts, pressPublish, type Help } from './helpers.ts';
import { violations, type Press } from './invariants.ts';
import { TOKEN, startFakeMessenger } from '../support/messenger.ts';
import { randomOf } from './random.ts';
import { PARTICIPANTS_MIGRATIONS } from './stage.ts';
import { ProcessDied } from './turns.ts';
import { CHANNEL, EDITOR, OWNER, updatesOf, withButton, type Update } from './world.ts';
import { bareEnvironment } from '../support/environment.ts';

export interface RealCampaign {
	readonly seed: number;
	readonly kills: number;
	readonly log: (text: string) => void;
	/** How many at a time. */
	readonly lanes?: number;
}

export interface RealResult {
	/** How often a process was killed at each point. */
	readonly killedAt: Readonly<Record<string, number>>;
	readonly failures: readonly { readonly index: number; readonly point: string; readonly broken: readonly string[] }[];
}

/** Most points are passed many times in a schedule; which of them is drawn. */
const TIMES: Readonly<Record<string, number>> = {
	'brief.before_store': 1,
	'brief.stored': 1,
	'commit.after': 30,
	'commit.before': 30,
	'event.before_store': 3,
	'event.stored': 3,
	'hand.after_post': 1,
	'hand.before_post': 1,
};
const DELIVERIES = 7;
/** The story of these schedules has no plan, no photo and nothing that is taken down; other tests kill there. */
const points = faultPoints.filter((label) => !/^(plan|photo|reminder|withdrawal)\./.test(label));

export async function runRealKills({ seed, kills, log, lanes = 2 }: RealCampaign): Promise<RealResult> {
	const killedAt: Record<string, number> = {};
	const failures: { index: number; point: string; broken: readonly string[] }[] = [];
	let next = 0;
	const lane = async (): Promise<void> => {
		while (next < kills) {
			const index = next;
			next += 1;
			const label = points[index % points.length] ?? faultPoints[0];
			const nth = randomOf(seed ^ 0x4ea1, index).between(1, TIMES[label] ?? DELIVERIES);
			const point = `${label}#${nth}`;
			const { broken, died } = await playReal(point);
			if (died) killedAt[label] = (killedAt[label] ?? 0) + 1;
			if (broken.length > 0) {
				failures.push({ index, point, broken });
				log(`FAILED with a real SIGKILL at ${point}:\n${broken.map((sentence) => `  BROKEN: ${sentence}`).join('\n')}`);
			}
		}
	};
	await Promise.all(Array.from({ length: lanes }, lane));
	const died = Object.values(killedAt).reduce((sum, times) => sum + times, 0);
	log(
		`${kills} schedules with real processes: ${died} killed by SIGKILL, ${failures.length} failing (${Object.entries(killedAt)
			.sort()
			.map(([label, times]) => `${label} ${times}`)
			.join(', ')})`,
	);
	return { killedAt, failures };
}

async function serve(handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<{ server: Server; url: string }> {
	const server = createServer(handler);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/** A post from the request to the channel, with a service that is killed at this point and started again. */
async function playReal(point: string): Promise<{ broken: readonly string[]; died: boolean }> {
	const directory = mkdtempSync(join(tmpdir(), 'copydesk-kill-'));
	const databaseUrl = `sqlite:${join(directory, 'collaboration.sqlite')}`;
	const participantsUrl = `sqlite:${join(directory, 'participants.sqlite')}`;
	const tokenFile = join(directory, 'token');
	writeFileSync(tokenFile, TOKEN, { mode: 0o600 });
	const serviceKey = randomBytes(24).toString('hex');
	const participants = await openDatabase(participantsUrl);
	await migrate(participants, PARTICIPANTS_MIGRATIONS, 'participants', 1);
	await participants.query(
		`insert into participants (user_id, chat_id, role, active, display_name, updated_at, updated_by)
			values ($1, $1, 'owner', 1, 'Olga Owner', 1, 'test'), ($2, $2, 'editor', 1, 'Egor Editor', 1, 'test')`,
		[OWNER, EDITOR],
	);
	await participants.close();

	const broken: string[] = [];
	const messenger = await startFakeMessenger();
	const renderer = await serve((request, response) => {
		const bytes = coverBytesOf(/^\/v1\/assets\/([0-9a-f]{64})\.png$/.exec(request.url ?? '')?.[1] ?? '');
		response.writeHead(bytes === undefined ? 404 : 200, { 'content-type': 'image/png' }).end(bytes);
	});

	let service: { child: ChildProcess; url: string } | undefined;
	let starting: Promise<void> | undefined;
	let died = false;
	let stopping = false;
	const start = (faultPoint: string): Promise<void> =>
		new Promise((resolve, reject) => {
			const child = spawn(process.execPath, [...QUIET_NODE, join(ROOT, 'services', 'collaboration', 'src', 'main.ts')], {
				cwd: directory,
				env: {
					...bareEnvironment(),
					COLLAB_PORT: '0',
					COLLAB_SERVICE_KEY: serviceKey,
					COLLAB_CONTEXT_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64url')}`,
					COLLAB_DATA_DIR: directory,
					COLLAB_DATABASE_URL: databaseUrl,
					COLLAB_PARTICIPANTS_URL: participantsUrl,
					COLLAB_LOG_LEVEL: 'silent',
					COLLAB_MENU: 'off',
					MESSENGER_API_URL: messenger.urlFor(`s${faultPoint === '' ? 2 : 1}`),
					MESSENGER_TOKEN_FILE: tokenFile,
					MESSENGER_CHANNEL_ID: String(CHANNEL),
					RENDERER_URL: renderer.url,
					RENDERER_API_KEY: `${serviceKey}-of-the-renderer`,
					MAIN_WEBHOOK_URL: engine.url,
					MAIN_WEBHOOK_SECRET: 'secret',
					COPYDESK_FAULT_POINT: faultPoint,
				},
				stdio: ['ignore', 'pipe', 'pipe'],
			});
			let said = '';
			const onOutput = (chunk: Buffer): void => {
				said += chunk.toString();
				const url = /listening on (\S+)/.exec(said)?.[1];
				if (url === undefined || service?.child === child) return;
				service = { child, url };
				resolve();
			};
			child.stdout.on('data', onOutput);
			child.stderr.on('data', onOutput);
			child.once('exit', (code, signal) => {
				if (service?.child === child) service = undefined;
				if (signal === 'SIGKILL' && !stopping) {
					died = true;
					// A supervisor starts it again.
					starting = start('');
					starting.then(resolve, reject);
				} else if (!stopping) reject(new Error(`The service left with ${code ?? signal}: ${said}`));
			});
		});

	const call = async (path: string, body: Readonly<Record<string, unknown>>): Promise<Answer> => {
		if (service === undefined) throw new NodeFailed(path, 'ECONNREFUSED');
		try {
			const response = await fetch(`${service.url}${path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'x-copydesk-key': serviceKey },
				body: JSON.stringify(body),
			});
			const answer: Answer = { status: response.status, body: await response.json() };
			if (answer.status === 500) broken.push(`${path} answered 500 ${JSON.stringify(answer.body)}`);
			return answer;
		} catch {
			throw new NodeFailed(path, 'ECONNRESET');
		}
	};
	const claims: { draftKey: string; version: number; eventKey: string }[] = [];
	const acknowledged = new Set<number>();
	const running = new Set<Promise<void>>();
	let executions = 0;
	/** A replay needs an engine that died after its webhook answered. */
	let engineDies = point.startsWith('replay');
	const between = async (): Promise<void> => {
		if (!engineDies || acknowledged.size === 0) return;
		engineDies = false;
		throw new ProcessDied('engine');
	};
	const world: EngineWorld = {
		call,
		between,
		askAi: async () => undefined,
		readsWords: true,
		understand: async () => [{ brief: BRIEF }],
		hear: async () => [],
		read: async () => 'read',
		participants: everybody,
		claimed: (facts) => void claims.push(facts),
	};
	const runOnce = async (update: Update): Promise<boolean> => {
		executions += 1;
		const execution = execute(world, update, `e${executions}`);
		const ended = execution.ended.catch((error: unknown) => {
			if (!(error instanceof NodeFailed) && !(error instanceof ProcessDied)) broken.push(String(error));
		});
		running.add(ended);
		void ended.then(() => running.delete(ended));
		const stored = await execution.stored;
		if (stored) acknowledged.add(update.update_id);
		return stored;
	};
	const engine = await serve((request, response) => {
		jsonOf(request)
			.then((update) => runOnce(update as Update))
			.then(
				(stored) => response.writeHead(stored ? 200 : 503).end(),
				() => response.destroy(),
			);
	});
	const deliver = async (update: Update): Promise<void> => {
		for (let tries = 0; tries < 600; tries += 1) {
			if (await runOnce(update)) return;
			await sleep(100);
		}
		broken.push(`update ${update.update_id} was never stored`);
	};
	const rest = async (): Promise<void> => {
		while (running.size > 0) await Promise.all(running);
		await starting;
	};

	const updates = updatesOf({ nowMs: Date.now() });
	const presses: Press[] = [];
	try {
		await start(point);
		const db = await openDatabase(databaseUrl);
		/** Hours pass for the inbox: work that went silent is looked at in the next round of upkeep. */
		const age = (): Promise<unknown> => db.query(`update event set lease_until_ms = 1 where state = 'stored'`);
		try {
			await deliver(updates.text(OWNER, '/post A post, please'));
			await rest();
			await Promise.all(
				everybody.flatMap((userId) => {
					const [found] = withButton(messenger, userId, 'publish');
					return found === undefined ? [] : [deliver(pressPublish({ messenger, updates, presses }, userId, found))];
				}),
			);
			await rest();
			const audit = createAudit(db, Date.now);
			const help: Help = {
				db,
				messenger,
				updates,
				presses,
				ofStopped: [],
				acting: everybody,
				approval: 'either',
				reconcile: (deliveryId, messageId) => {
					const done = reconcileDelivery(audit, deliveryId, messageId, {
						nowMs: Date.now,
						newId: () => randomBytes(8).toString('hex'),
						by: 'operator',
					}).then(
						() => undefined,
						(error: unknown) => void broken.push(String(error)),
					);
					running.add(done);
					void done.then(() => running.delete(done));
				},
				complain: (sentence) => void broken.push(sentence),
			};
			for (let tries = 1; tries <= 40; tries += 1) {
				await rest();
				const [silent] = await db.query(
					`select count(*) as open from event where state = 'stored' or (told = 0 and state in ('interrupted', 'abandoned'))`,
				);
				const open = await openDrafts(db);
				if (Number(silent?.['open']) === 0 && open.length === 0) break;
				if (Number(silent?.['open']) > 0) {
					await age();
					await sleep(500);
					continue;
				}
				// What is unknown is told to the owner in the next round of upkeep.
				if (open.some(({ state }) => state === 'claimed')) await sleep(2_500);
				for (const draft of open) {
					const update = await helpfulAct(help, draft, tries);
					if (update !== undefined) await deliver(update);
				}
			}
			for (const { draftKey, state } of await openDrafts(db)) broken.push(`${draftKey} is stuck in ${state}`);
			await rest();
			broken.push(
				...(await violations(db, {
					channelId: CHANNEL,
					messages: (chatId) => messenger.messages(chatId),
					chats: everybody,
					presses,
					begun: undefined,
					claims,
					// Leases are aged from outside here, so nothing can be said of them.
					paid: [],
					clockWentBack: true,
					acknowledged,
					askedAgain: updates.askedAgain,
					withoutId: 0,
					inOrder: [],
					removed: new Set(),
				})),
			);
		} finally {
			await db.close();
		}
	} catch (error) {
		broken.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
	} finally {
		stopping = true;
		await starting?.catch(() => undefined);
		service?.child.kill('SIGKILL');
		engine.server.close();
		engine.server.closeAllConnections();
		renderer.server.close();
		renderer.server.closeAllConnections();
		await messenger.close();
		rmSync(directory, { recursive: true, force: true });
	}
	return { broken, died };
}
