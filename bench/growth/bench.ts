/**
 * npm run bench -- growth [--drafts N] [--audit N] [--deliveries N] [--stories N]: every route, a round of upkeep, the start and the
 * verification of the audit on a desk that has worked for two years, beside the same on one with a single story, in turns.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createContexts } from '@copydesk/collaboration/contexts/contexts';
import { createMessenger } from '@copydesk/collaboration/messenger/client';
import { openParticipants } from '@copydesk/collaboration/participants/participants';
import { createService } from '@copydesk/collaboration/service';
import { openDatabase } from '@copydesk/kit/database/open';
import { openLog } from '@copydesk/kit/log';
import { orUsage, parseCommandLine, wholeNumber } from '../../scripts/commandLine.ts';
import { QUIET_NODE, ROOT } from '../../scripts/desk/paths.ts';
import { prepareRoles } from '../../test/faults/stage.ts';
import { TOKEN, startFakeMessenger } from '../../test/support/messenger.ts';
import { postgresBin, startPostgres } from '../../test/support/postgresServer.ts';
import type { Environment } from '../../test/support/serviceProcess.ts';
import { CHANNEL, CONTEXT_KEY, addPeople, agent, people, post, startProcess } from './process.ts';
import { timingOf, type Bench } from '../report.ts';
import { grow, type Grown } from './grow.ts';
import { COVER, playStory } from './story.ts';

/** What is wanted: at most so much slower than on the small desk. */
const MOST = 1.3;
/** At most; a bench of fewer stories has fewer of these too. */
const STARTS = 5;
const ROUNDS = 40;
const USAGE = 'npm run bench -- growth [--drafts N] [--audit N] [--deliveries N] [--stories N] [--directory <path>] [--try]';

/** A database, and who may do what with it. */
interface Place {
	readonly service: string;
	readonly owner: string;
	readonly participants: string;
}

interface Side extends Place {
	readonly messenger: string;
	readonly directory: string;
	readonly env: Environment;
	/** How long each request took, by name. */
	readonly tookMs: Map<string, number[]>;
	/** The next number that was not used yet. */
	next: number;
}

const start = ({ directory, service, participants, messenger, env }: Side) =>
	startProcess(directory, service, participants, messenger, env);

async function story(side: Side, url: string): Promise<void> {
	await playStory({
		next: () => (side.next += 1),
		async ask(name, path, body) {
			const beganMs = performance.now();
			const answer: unknown = await post(url, path, body);
			const times = side.tookMs.get(name) ?? [];
			side.tookMs.set(name, times);
			times.push(performance.now() - beganMs);
			return answer;
		},
	});
}

const median = (values: readonly number[]): number => timingOf(values, 1).p50Ms;

async function startUp(side: Side): Promise<number> {
	const beganMs = performance.now();
	const running = await start(side);
	const tookMs = performance.now() - beganMs;
	await running.stop();
	return tookMs;
}

const openService = async ({ service: url, participants, messenger }: Side) =>
	createService({
		db: await openDatabase(url),
		participants: openParticipants(participants),
		messenger: createMessenger({ apiUrl: messenger, token: TOKEN }),
		covers: { fetch: async () => ({ missing: 'none' }), onboarding: async () => ({ missing: 'none' }) },
		contexts: createContexts({ keys: [{ kid: 'k1', key: CONTEXT_KEY }] }),
		pictures: {
			...{ write: () => undefined, read: async () => undefined, remove: () => undefined, probe: () => undefined },
			writtenBefore: () => [],
		},
		channelId: CHANNEL,
		log: openLog('collaboration', 'silent'),
	});

/** Rounds of upkeep of each, in turns, with nothing to do. */
async function rounds(sides: readonly [Side, Side], times: number): Promise<readonly [number[], number[]]> {
	const services = [await openService(sides[0]), await openService(sides[1])] as const;
	const tookMs: readonly [number[], number[]] = [[], []];
	for (let round = 0; round < times; round += 1) {
		for (const [index, service] of services.entries()) {
			const beganMs = performance.now();
			await service.tick();
			tookMs[index]?.push(performance.now() - beganMs);
		}
	}
	for (const service of services) await service.close();
	return tookMs;
}

interface Verified {
	readonly intact: boolean;
	readonly rows: number;
	readonly tookMs: number;
	readonly peakMiB: number;
}

function verified({ owner }: Place): Verified {
	const program = join(ROOT, 'bench', 'growth', 'verify.ts');
	const said = execFileSync(process.execPath, [...QUIET_NODE, program, owner], { encoding: 'utf8' });
	return JSON.parse(said) as Verified;
}

interface Measured {
	readonly grown: Grown;
	readonly rows: readonly { readonly name: string; readonly small: number; readonly large: number }[];
	readonly audit: { readonly small: Verified; readonly large: Verified };
}

async function measure(small: Side, large: Side, wanted: Grown, stories: number): Promise<Measured> {
	for (const side of [small, large]) {
		const running = await start(side);
		await story(side, running.url);
		await running.stop();
		side.tookMs.clear();
	}
	const db = await openDatabase(large.owner);
	const grown = await grow(db, wanted, (text) => process.stderr.write(`\r${text}`));
	await db.close();
	process.stderr.write('\n');
	const starts = { small: [] as number[], large: [] as number[] };
	for (let turn = 0; turn < Math.min(STARTS, stories); turn += 1) {
		starts.small.push(await startUp(small));
		starts.large.push(await startUp(large));
	}
	for (const side of [small, large]) side.next = 1_000_000_000;
	const [one, other] = [await start(small), await start(large)];
	for (let turn = 0; turn <= stories; turn += 1) {
		await story(small, one.url);
		await story(large, other.url);
		// The first one warms up.
		if (turn === 0) for (const side of [small, large]) side.tookMs.clear();
	}
	await Promise.all([one.stop(), other.stop()]);
	const row = (name: string, ofSmall: readonly number[], ofLarge: readonly number[]) => ({
		name,
		small: median(ofSmall),
		large: median(ofLarge),
	});
	const [few, many] = await rounds([small, large], Math.min(ROUNDS, stories));
	const rows = [...small.tookMs].map(([name, times]) => row(name, times, large.tookMs.get(name) ?? []));
	return {
		grown,
		rows: [
			...rows.sort((a, b) => a.name.localeCompare(b.name)),
			row('a round of upkeep', few, many),
			row('start until it listens', starts.small, starts.large),
		],
		audit: { small: verified(small), large: verified(large) },
	};
}

/** Bytes of covers, as the renderer would give them. */
async function startCovers(): Promise<{ readonly env: Environment; close(): void }> {
	const server = createServer((request, response) => {
		request.resume();
		if (request.method === 'GET') return void response.writeHead(200, { 'content-type': 'image/png' }).end(COVER);
		response.writeHead(503).end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		env: {
			RENDERER_URL: `http://127.0.0.1:${port}`,
			RENDERER_API_KEY: 'the-renderer-key-of-the-bench-0123456789ab',
			COLLAB_PAID_PER_HOUR: '0',
			COLLAB_PAID_PER_DAY: '0',
		},
		close: () => void server.close(),
	};
}

async function onSqlite(directory: string, sideOf: (place: Place, name: string) => Side, work: Work): Promise<Measured> {
	const place = async (name: string): Promise<Place> => {
		const participants = `sqlite:${join(directory, `${name}-participants.sqlite`)}`;
		await people(participants);
		const file = `sqlite:${join(directory, `${name}.sqlite`)}`;
		return { service: file, owner: file, participants };
	};
	return work(sideOf(await place('small'), 'small'), sideOf(await place('large'), 'large'));
}

type Work = (small: Side, large: Side) => Promise<Measured>;

async function onPostgres(sideOf: (place: Place, name: string) => Side, work: Work): Promise<Measured> {
	const servers = [await startPostgres({ durable: true }), await startPostgres({ durable: true })] as const;
	try {
		const places: Place[] = [];
		for (const server of servers) {
			await prepareRoles(server);
			const owner = server.urlOf('copydesk', 'copydesk_owner');
			const db = await openDatabase(owner);
			await addPeople(db);
			await db.close();
			const service = server.urlOf('copydesk', 'copydesk_service');
			places.push({ service, owner, participants: service });
		}
		const [small, large] = places as [Place, Place];
		return await work(sideOf(small, 'small'), sideOf(large, 'large'));
	} finally {
		for (const server of servers) await server.stop();
	}
}

const ms = (value: number): string => value.toFixed(2);
const count = (value: number): string => value.toLocaleString('en-US');

export const run: Bench = async (args) => {
	const { isTry, wanted, stories, base } = orUsage(USAGE, () => {
		const { values } = parseCommandLine({
			args: [...args],
			options: {
				drafts: { type: 'string', default: '30000' },
				audit: { type: 'string', default: '1000000' },
				deliveries: { type: 'string', default: '300000' },
				stories: { type: 'string', default: '40' },
				directory: { type: 'string', default: join(ROOT, '.data', 'bench') },
				try: { type: 'boolean', default: false },
			},
		});
		const number = (name: 'drafts' | 'audit' | 'deliveries' | 'stories'): number => wholeNumber(name, values[name], 1);
		const asked: Grown = { drafts: number('drafts'), audit: number('audit'), deliveries: number('deliveries') };
		return { isTry: values.try, wanted: asked, stories: number('stories'), base: values.directory };
	});
	mkdirSync(base, { recursive: true });
	const directory = mkdtempSync(join(base, 'growth-'));
	const messenger = await startFakeMessenger();
	const covers = await startCovers();
	const sideOf = (place: Place, name: string): Side => ({
		...place,
		...{ messenger: messenger.urlFor(name), directory, env: { ...covers.env, COLLAB_DATA_DIR: join(directory, name) } },
		...{ tookMs: new Map<string, number[]>(), next: 0 },
	});
	const work: Work = (small, large) => measure(small, large, wanted, stories);
	try {
		const measured: Record<string, Measured> = { SQLite: await onSqlite(directory, sideOf, work) };
		if (postgresBin() === undefined) console.warn('!! SKIPPED: PostgreSQL is not installed');
		else measured['PostgreSQL'] = await onPostgres(sideOf, work);
		return { isTry, ...reportOf(measured, stories) };
	} finally {
		agent.destroy();
		covers.close();
		await messenger.close();
		rmSync(directory, { recursive: true, force: true });
	}
};

function reportOf(measured: Readonly<Record<string, Measured>>, stories: number): Omit<Awaited<ReturnType<Bench>>, 'isTry'> {
	const engines = Object.entries(measured);
	const sizes = engines.map(
		([engine, { grown }]) =>
			`${engine} ${count(grown.drafts)} drafts, ${count(grown.audit)} audit rows, ${count(grown.deliveries)} deliveries`,
	);
	const audits = engines.flatMap(([engine, { audit }]) =>
		[audit.small, audit.large].map(({ rows, intact, tookMs, peakMiB }) => [
			engine,
			count(rows),
			intact ? 'yes' : 'NO',
			(tookMs / 1_000).toFixed(1),
			peakMiB.toFixed(0),
		]),
	);
	return {
		title: 'Growth: a desk that has worked for two years',
		notes: [
			`${sizes.join('; ')}. Rows of a story that the service wrote, copied with other keys and times; the hashes of the ` +
				'audit are computed again, and verified by the command of the operator.',
			`Medians of ${stories} stories over HTTP, on a desk with one story and on the large one, in turns, with a messenger ` +
				`on this machine. Wanted: at most ${MOST}×.`,
		],
		tables: [
			...engines.map(([engine, { rows }]) => ({
				heading: `${engine}, milliseconds at the median`,
				columns: ['what', 'small', 'large', 'ratio', 'within'],
				rows: rows.map(({ name, small, large }) => [
					name,
					ms(small),
					ms(large),
					`${(large / small).toFixed(2)}×`,
					large / small <= MOST ? 'yes' : 'NO',
				]),
			})),
			{ heading: 'Verification of the audit', columns: ['engine', 'rows', 'intact', 'seconds', 'peak MiB'], rows: audits },
		],
	};
}
