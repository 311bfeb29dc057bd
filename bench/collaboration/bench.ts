/**
 * npm run bench -- collaboration [--count N] [--directory path]: events, authorisations and deliveries of the real
 * service in a process of its own, over HTTP, durable, on both databases; beside each the floor, in turns.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '@copydesk/collaboration/app';
import { createContexts } from '@copydesk/collaboration/contexts/contexts';
import { createMessenger } from '@copydesk/collaboration/messenger/client';
import { openParticipants } from '@copydesk/collaboration/participants/participants';
import { createService } from '@copydesk/collaboration/service';
import { openDatabase } from '@copydesk/kit/database/open';
import { openLog } from '@copydesk/kit/log';
import { createMetrics } from '@copydesk/kit/metrics';
import { listen } from '@copydesk/kit/server';
import { orUsage, parseCommandLine, wholeNumber } from '../../scripts/commandLine.ts';
import { ROOT } from '../../scripts/desk/paths.ts';
import { TOKEN, startFakeMessenger } from '../../test/support/messenger.ts';
import { postgresBin, startPostgres } from '../../test/support/postgresServer.ts';
import { prepareRoles } from '../../test/faults/stage.ts';
import { timingOf } from '../report.ts';
import type { Bench, Timing } from '../report.ts';
import { postgresFloor, sqliteFloor } from './floor.ts';
import type { Floor } from './floor.ts';
import { CHANNEL, CONTEXT_KEY, KEY, OWNER, addPeople, agent, people, post, startProcess } from './process.ts';
import { continuing, recording } from './writes.ts';
import type { Transaction } from './writes.ts';

/** Clients at the same time, beside one alone. */
const TOGETHER = 8;
/** Service and floor take turns this often, so that a disk that slows down slows both. */
const TURNS = 5;

type Operation = 'event' | 'authorisation' | 'delivery';
const OPERATIONS: readonly Operation[] = ['event', 'authorisation', 'delivery'];

let updates = 0;
const newEvent = (url: string): Promise<{ _svc: string }> => {
	updates += 1;
	const person = { id: OWNER, is_bot: false, first_name: 'Olga' };
	return post(url, '/event', {
		update: {
			update_id: updates,
			message: {
				message_id: updates,
				date: 1,
				from: person,
				chat: { id: OWNER, type: 'private' },
				text: 'A post about our Saturday hours, please',
			},
		},
		execution_id: `e${updates}`,
	});
};

let keys = 0;
/** One operation of each kind against the service. */
async function operationsOf(url: string): Promise<Readonly<Record<Operation, () => Promise<unknown>>>> {
	const { _svc } = await newEvent(url);
	return {
		event: () => newEvent(url),
		authorisation: () => post(url, '/authorize', { _svc, purpose: 'cover_render', target: 'renderer' }),
		delivery: () => {
			keys += 1;
			return post(url, '/messenger', { _svc, operation: 'status', purpose: 'bench', entity_key: `k${keys}`, text: 'Working on it' });
		},
	};
}

async function timed(count: number, clients: number, work: () => Promise<unknown>): Promise<{ tookMs: number[]; wholeMs: number }> {
	const tookMs: number[] = [];
	let left = count;
	const startedMs = performance.now();
	await Promise.all(
		Array.from({ length: clients }, async () => {
			while ((left -= 1) >= 0) {
				const beganMs = performance.now();
				await work();
				tookMs.push(performance.now() - beganMs);
			}
		}),
	);
	return { tookMs, wholeMs: performance.now() - startedMs };
}

async function inTurns(count: number, clients: number, works: readonly (() => Promise<unknown>)[]): Promise<readonly Timing[]> {
	const sums = works.map(() => ({ tookMs: [] as number[], wholeMs: 0 }));
	for (const work of works) await timed(Math.min(50, count), clients, work);
	for (let turn = 0; turn < TURNS; turn += 1) {
		for (const [index, work] of works.entries()) {
			const part = await timed(Math.ceil(count / TURNS), clients, work);
			sums[index]?.tookMs.push(...part.tookMs);
			(sums[index] as { wholeMs: number }).wholeMs += part.wholeMs;
		}
	}
	return sums.map(({ tookMs, wholeMs }) => timingOf(tookMs, wholeMs));
}

/** Lets the service do an operation twice on this database, and gives back how to go on without it. */
async function learn(
	name: Operation,
	databaseUrl: string,
	participantsUrl: string,
	messengerUrl: string,
): Promise<(nth: number) => readonly Transaction[]> {
	const recorder = recording(await openDatabase(databaseUrl));
	const log = openLog('collaboration', 'silent');
	const metrics = createMetrics();
	const service = await createService({
		db: recorder.db,
		participants: openParticipants(participantsUrl),
		messenger: createMessenger({ apiUrl: messengerUrl, token: TOKEN }),
		covers: { fetch: async () => ({ missing: 'none' }), onboarding: async () => ({ missing: 'none' }) },
		contexts: createContexts({ keys: [{ kid: 'k1', key: CONTEXT_KEY }] }),
		pictures: {
			write: () => undefined,
			read: async () => undefined,
			remove: () => undefined,
			probe: () => undefined,
			writtenBefore: () => [],
		},
		channelId: CHANNEL,
		log,
		metrics,
	});
	const running = await listen(createApp({ service, serviceKey: KEY, log, metrics }), '127.0.0.1', 0);
	try {
		const operation = (await operationsOf(running.url))[name];
		await operation();
		const first = await recorder.record(operation);
		const second = await recorder.record(operation);
		return continuing(first, second);
	} finally {
		running.server.closeAllConnections();
		await running.stop(10);
		await service.close();
	}
}

interface Bare {
	readonly floor: Floor;
	readonly next: (nth: number) => readonly Transaction[];
}

const ms = (value: number): string => value.toFixed(2);
const perSecond = (value: number): string => Math.round(value).toLocaleString('en-US');

export const run: Bench = async (args) => {
	const { isTry, count, base } = orUsage('npm run bench -- collaboration [--count N] [--directory <path>] [--try]', () => {
		const { values } = parseCommandLine({
			args: [...args],
			options: {
				count: { type: 'string', default: '2000' },
				directory: { type: 'string', default: join(ROOT, '.data', 'bench') },
				try: { type: 'boolean', default: false },
			},
		});
		return { isTry: values.try, count: wholeNumber('count', values.count, 1), base: values.directory };
	});
	mkdirSync(base, { recursive: true });
	const directory = mkdtempSync(join(base, 'collaboration-'));
	const messenger = await startFakeMessenger();
	const rows: string[][] = [];
	try {
		const shapes: Record<string, string> = {};
		const measure = async (engine: string, url: string, bareOf: (name: Operation) => Promise<Bare>): Promise<void> => {
			const operations = await operationsOf(url);
			for (const name of OPERATIONS) {
				const { floor, next } = await bareOf(name);
				let nth = 0;
				const write = (): Promise<void> => floor.write(next((nth += 1)));
				const [alone, bare] = (await inTurns(count, 1, [operations[name], write])) as [Timing, Timing];
				const [together] = (await inTurns(count, TOGETHER, [operations[name]])) as [Timing];
				const sample = next((nth += 1));
				shapes[name] = `${sample.length} commit${sample.length === 1 ? '' : 's'}, ${sample.flat().length} statements`;
				await floor.close();
				rows.push([
					`${name}, ${engine}`,
					perSecond(alone.perSecond),
					ms(alone.p50Ms),
					ms(alone.p99Ms),
					perSecond(bare.perSecond),
					ms(bare.p50Ms),
					ms(bare.p99Ms),
					`${(alone.p50Ms / bare.p50Ms).toFixed(1)}×`,
					`${(alone.p99Ms / bare.p99Ms).toFixed(1)}×`,
					perSecond(together.perSecond),
					ms(together.p99Ms),
				]);
			}
		};

		const participantsUrl = `sqlite:${join(directory, 'participants.sqlite')}`;
		await people(participantsUrl);
		const sqlite = await startProcess(
			directory,
			`sqlite:${join(directory, 'collaboration.sqlite')}`,
			participantsUrl,
			messenger.urlFor('bench'),
		);
		await measure('SQLite', sqlite.url, async (name) => {
			const path = join(directory, `floor-${name}.sqlite`);
			const next = await learn(name, `sqlite:${path}`, participantsUrl, messenger.urlFor('bench'));
			return { next, floor: sqliteFloor(path) };
		});
		await sqlite.stop();

		if (postgresBin() === undefined) console.warn('!! SKIPPED: PostgreSQL is not installed');
		else {
			// The server runs as another user, who has to reach its directory.
			const server = await startPostgres({ durable: true });
			try {
				await prepareRoles(server);
				const owner = await openDatabase(server.urlOf('copydesk', 'copydesk_owner'));
				await addPeople(owner);
				await owner.close();
				const url = server.urlOf('copydesk', 'copydesk_service');
				const postgres = await startProcess(directory, url, url, messenger.urlFor('bench'));
				await measure('PostgreSQL', postgres.url, async (name) => {
					const bareUrl = await server.createDatabase();
					return { next: await learn(name, bareUrl, participantsUrl, messenger.urlFor('bench')), floor: await postgresFloor(bareUrl) };
				});
				await postgres.stop();
			} finally {
				await server.stop();
			}
		}
		return {
			isTry,
			title: 'Collaboration service: what durable work costs',
			notes: [
				`${count} operations each, over HTTP to the service in a process of its own; ` +
					'a delivery includes the answer of a messenger on this machine. ' +
					'Every answer is given after its writes are on disk (SQLite: WAL, synchronous FULL; PostgreSQL: its defaults).',
				'The floor is the bare driver on the same disk, in turns with the service: ' +
					'the same write statements in the same transactions on the same tables ' +
					`(${OPERATIONS.map((name) => `${name}: ${shapes[name]}`).join('; ')}), ` +
					'without reading, checks, hashes, signatures or HTTP. ' +
					'Every one of them ends in the audit, whose rows follow each other, so the floor has one client.',
			],
			tables: [
				{
					heading: 'Per second, and milliseconds for one',
					columns: [
						'operation',
						'per second',
						'p50',
						'p99',
						'floor per second',
						'floor p50',
						'floor p99',
						'p50 ratio',
						'p99 ratio',
						`per second, ${TOGETHER} clients`,
						`p99, ${TOGETHER} clients`,
					],
					rows,
				},
			],
		};
	} finally {
		agent.destroy();
		await messenger.close();
		rmSync(directory, { recursive: true, force: true });
	}
};
