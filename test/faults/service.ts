/** One start of the real service, from its own parts; only the outside is ours. */
import { CopydeskError } from '@copydesk/domain/errors';
import type { Approval } from '@copydesk/domain/material/approval';
import { createService, type Service as RealService } from '@copydesk/collaboration/service';
import { createContexts, type Contexts } from '@copydesk/collaboration/contexts/contexts';
import { createInstances } from '@copydesk/collaboration/deliveries/instances';
import { reconcileDelivery } from '../../scripts/operator/reconcileDelivery.ts';
import { readRaw } from '@copydesk/collaboration/intake/raw';
import { createMessenger, type Messenger } from '@copydesk/collaboration/messenger/client';
import type { MessengerRequest } from '@copydesk/collaboration/messenger/requests';
import type { Covers } from '@copydesk/collaboration/messenger/covers';
import { openLog, type Log } from '@copydesk/kit/log';
import { createMetrics } from '@copydesk/kit/metrics';
import type { Database } from '@copydesk/kit/database/types';
import { withTurns } from './database.ts';
import { coverBytesOf, type Answer } from './engine.ts';
import { TOKEN } from '../support/messenger.ts';
import { plantInDatabase, plantInMessenger, plantInService, type Plant } from './plants.ts';
import { routeCaller } from './routes.ts';
import { ProcessDied, type Owner, type Turns } from './turns.ts';
import type { Clock, People } from './world.ts';

export { plants } from './plants.ts';
export type { Plant } from './plants.ts';

export interface ServiceParts {
	readonly owner: Owner;
	readonly turns: Turns;
	readonly clock: Clock;
	readonly people: People;
	readonly channelId: number;
	readonly way: 'graphs' | 'polling';
	readonly approval: Approval;
	connect(): Promise<Database>;
	/** Before each statement or transaction; throws to make it fail. */
	beforeWork(): void;
	readonly messengerUrl: string;
	/** Whether the next connection to the messenger is refused. */
	refused(): boolean;
	rendererDown(): boolean;
	onSend(request: MessengerRequest): void;
	/** Posts an update to the engine's webhook again; false when nobody listens there. */
	repost(update: unknown): Promise<boolean>;
	isAlive(ownerName: string): boolean;
	readonly newId: () => string;
	/** What only its log is told, and no contract names. */
	unexpected(error: unknown): void;
	readonly plant: Plant | undefined;
}

export interface Service {
	readonly owner: Owner;
	call(path: string, body: Readonly<Record<string, unknown>>): Promise<Answer>;
	/** Takes an update from the messenger; rejects when it is not stored. */
	take(update: object): Promise<void>;
	keepHouse(): Promise<void>;
	/** What the operator's command does with an unknown delivery. */
	reconcile(deliveryId: string, messageId: number | undefined): Promise<void>;
	/** The process is gone: its connection is closed without a word. */
	abandon(): void;
}

const KEYS = [{ kid: 'k1', key: Buffer.alloc(32, 7) }];
const SILENT = openLog('collaboration', 'silent');

/** Passes on what none of the service's own errors is: in upkeep nobody else would hear of it. */
function listenedTo(unexpected: (error: unknown) => void): Log {
	const hear = ({ err }: { readonly err?: unknown }): void => {
		if (err !== undefined && !(err instanceof CopydeskError) && !(err instanceof ProcessDied)) unexpected(err);
	};
	return Object.assign(Object.create(SILENT) as Log, { warn: hear, error: hear });
}

/** Nobody listens on it. */
const CLOSED_PORT_URL = 'http://127.0.0.1:1';

let processes = 0;

export async function startService(parts: ServiceParts): Promise<Service> {
	const { owner, turns, clock, people } = parts;
	const alive = (): void => {
		if (owner.diedAt !== undefined) throw new ProcessDied(owner.diedAt);
	};
	const nowMs = (): number => clock.nowMs;
	const real = await parts.connect();
	const db = plantInDatabase(parts.plant, withTurns(real, turns, owner, { beforeWork: parts.beforeWork }));
	const options = { token: TOKEN, monotonicMs: nowMs, connectTimeoutMs: 5_000, answerTimeoutMs: 60_000 };
	const listening = createMessenger({ ...options, apiUrl: parts.messengerUrl });
	const refusing = createMessenger({ ...options, apiUrl: CLOSED_PORT_URL });
	const messenger: Messenger = {
		async call(request, permit) {
			alive();
			const target = parts.refused() ? refusing : listening;
			const asked = async (): Promise<boolean> => {
				// It asks the database, so it waits at a gate while the connection is open.
				turns.held(1);
				try {
					const permitted = (await permit?.()) ?? true;
					alive();
					if (permitted) parts.onSend(request);
					return permitted;
				} finally {
					turns.held(-1);
				}
			};
			const answer = await turns.outside(() => target.call(request, asked));
			alive();
			return answer;
		},
	};
	const covers: Covers = {
		async fetch(assetId) {
			alive();
			await turns.gate('the renderer');
			if (parts.rendererDown()) return { missing: 'renderer_unreachable' };
			const bytes = coverBytesOf(assetId);
			return bytes === undefined ? { missing: 'renderer_answered_404' } : { bytes };
		},
		onboarding: async () => ({ missing: 'renderer_unreachable' }),
	};
	const signing = createContexts({ keys: KEYS, nowMs, newId: parts.newId });
	// Signatures are made and checked beside the event loop.
	const contexts: Contexts = {
		sign: (subject) => turns.outside(() => signing.sign(subject)),
		verify: (token) => turns.outside(() => signing.verify(token)),
	};
	processes += 1;
	const pid = 1_000_000 + processes;
	const instanceId = `i_${owner.name}`;
	const instances = createInstances({
		db,
		instanceId,
		nowMs,
		host: 'simulation',
		pid,
		processExists: (other) => parts.isAlive(nameOf.get(other) ?? ''),
	});
	nameOf.set(pid, owner.name);
	let service: RealService;
	try {
		service = await createService({
			db,
			participants: people,
			messenger: plantInMessenger(parts.plant, messenger),
			covers,
			contexts,
			budget: { perHour: 0, perDay: 0 },
			pictures: {
				write: () => undefined,
				read: async () => undefined,
				remove: () => undefined,
				probe: () => undefined,
				writtenBefore: () => [],
			},
			async takePhoto(_sent, admit) {
				if (!(await admit('photo_fetch'))) return { refused: true };
				await turns.gate('a photo of a person');
				alive();
				return { picture: { image_id: `sha256:${'cd'.repeat(32)}` } };
			},
			files: {
				async fetch() {
					alive();
					await turns.gate('a recording');
					alive();
					return { bytes: Buffer.from('OggS, what somebody said') };
				},
			},
			channelId: parts.channelId,
			updates: parts.way,
			approval: parts.approval,
			webhook: { url: 'http://engine.invalid/webhook/copydesk', secret: 'secret' },
			log: listenedTo((error) => {
				// A bug that is put in from outside leaves errors behind which nobody could write.
				if (owner.diedAt === undefined && parts.plant === undefined) parts.unexpected(error);
			}),
			nowMs,
			newId: parts.newId,
			sleep: async (ms) => {
				await turns.gate('sleep');
				alive();
				clock.nowMs += ms;
			},
			fetch: async (_url, init) => {
				alive();
				const posted = await parts.repost(JSON.parse(String(init?.body)));
				alive();
				return new Response(null, { status: posted ? 200 : 503 });
			},
			instances,
			// Time is the schedule's: nothing waits for the clock of this machine.
			pace: { gather: async () => undefined, onceQuiet: (call) => call },
			// So few that requests often have to wait.
			atOnce: 1,
		});
	} catch (error) {
		await real.close().catch(() => undefined);
		throw error;
	}
	const call = routeCaller(plantInService(parts.plant, service), createMetrics());
	return {
		owner,
		call,
		take: (update) => service.updates.intake.take([readRaw(update)]),
		async keepHouse() {
			await service.tick();
			// As its own loop does: what fails is tried again.
			await service.updates.answerWaiting().catch((error: unknown) => {
				if (!(error instanceof CopydeskError)) throw error;
			});
		},
		reconcile: async (deliveryId, messageId) =>
			void (await reconcileDelivery(service.audit, deliveryId, messageId, { nowMs, newId: parts.newId, by: 'operator' })),
		abandon() {
			owner.diedAt ??= 'abandoned';
			// After what is being taken back now.
			void real.close().catch(() => undefined);
		},
	};
}

const nameOf = new Map<number, string>();
