/**
 * npm run bench -- pipeline [--rounds N]: what lies between a person and what they see, on real n8n with the sandbox, and beside it what a
 * bare n8n needs for as many nodes, sub-workflows and calls.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orUsage, parseCommandLine, wholeNumber } from '../../scripts/commandLine.ts';
import { startDesk } from '../../scripts/desk/desk.ts';
import type { Desk } from '../../scripts/desk/desk.ts';
import { loginToN8n } from '../../scripts/desk/n8n.ts';
import { freePorts } from '../../scripts/desk/ports.ts';
import { SandboxClient, buttonFor, messagesOf } from '../../scripts/desk/sandboxClient.ts';
import type { Call, Message, SandboxState } from '../../scripts/desk/sandboxClient.ts';
import { SANDBOX } from '../../scripts/desk/services.ts';
import { timingOf } from '../report.ts';
import type { Bench } from '../report.ts';
import { installFloor, startEmptyService } from './floor.ts';
import type { Counts } from './floor.ts';

const WAYS = ['request → both previews', 'exact words → both previews', 'press → channel'] as const;
type Way = (typeof WAYS)[number];

const PARTS = ['AI stand-in', 'admissions', 'cover', 'delivery', 'other service calls', 'n8n and all between'] as const;
type Part = (typeof PARTS)[number];

interface Sample {
	readonly tookMs: number;
	readonly parts: Readonly<Record<Part, number>>;
	readonly counts: Counts;
}

const STEP_TIMEOUT_MS = 120_000;
const PEOPLE = [SANDBOX.ownerId, SANDBOX.editorId] as const;
const ms = (value: number): string => value.toFixed(0);

export const run: Bench = async (args) => {
	const { rounds, isTry } = orUsage('npm run bench -- pipeline [--rounds N] [--try]', () => {
		const { values } = parseCommandLine({
			args: [...args],
			options: { rounds: { type: 'string', default: '20' }, try: { type: 'boolean', default: false } },
		});
		return { rounds: wholeNumber('rounds', values.rounds, 2), isTry: values.try };
	});
	const data = await mkdtemp(join(tmpdir(), 'copydesk-pipeline-'));
	const desk = await startDesk({
		data,
		ports: await freePorts(),
		extraEnv: { collaboration: { COLLAB_PAID_PER_HOUR: '0', COLLAB_PAID_PER_DAY: '0' } },
	});
	try {
		const samples = new Map<Way, Sample[]>(WAYS.map((way) => [way, []]));
		const probe = new Probe(desk);
		for (let round = 0; round < rounds; round += 1)
			for (const [way, sample] of await playOnce(probe, round)) samples.get(way)?.push(sample);
		const floors = await measureFloors(desk, samples, rounds);
		return reportOf(samples, floors, rounds, isTry);
	} finally {
		await desk.stop();
		await rm(data, { recursive: true, force: true, maxRetries: 5 });
	}
};

/** One post, changed once and published. */
async function playOnce(probe: Probe, round: number): Promise<[Way, Sample][]> {
	const { sandbox } = probe;
	const preview = (person: number, version: number) => (state: SandboxState) =>
		messagesOf(state, person).findLast((message) => {
			const [, , key, number] = (buttonFor(message, 'publish') ?? '').split('|');
			return number === String(version) && key === draft;
		});
	let draft = '';
	const known = new Set(messagesOf(await sandbox.state(), SANDBOX.ownerId).map(({ message_id }) => message_id));
	const isNew = (message: Message): boolean => !known.has(message.message_id) && buttonFor(message, 'publish') !== undefined;
	const both = (state: SandboxState, version: number): true | undefined =>
		PEOPLE.every((person) => preview(person, version)(state) !== undefined) ? true : undefined;

	const request = `/post Line ${round + 10} opens on Saturday at 6:40, links harbour and university in 18 minutes and runs every 6.`;
	const asked = await probe.measure(
		() => sandbox.send(SANDBOX.ownerId, request),
		async () => {
			const first = await sandbox.until('a preview', STEP_TIMEOUT_MS, (state) => messagesOf(state, SANDBOX.ownerId).find(isNew));
			draft = (buttonFor(first, 'publish') ?? '').split('|')[2] ?? '';
			await sandbox.until('both previews', STEP_TIMEOUT_MS, (state) => both(state, 1));
		},
		'sendPhoto',
	);
	const shown = await sandbox.until('the preview', STEP_TIMEOUT_MS, preview(SANDBOX.ownerId, 1));
	const lastId = Math.max(...messagesOf(await sandbox.state(), SANDBOX.ownerId).map(({ message_id }) => message_id));
	await sandbox.press(SANDBOX.ownerId, shown.message_id, buttonFor(shown, 'feedback') as string);
	const question = await sandbox.until('the question', STEP_TIMEOUT_MS, (state) =>
		messagesOf(state, SANDBOX.ownerId).find(
			({ message_id, from, text }) => message_id > lastId && from?.is_bot === true && text !== undefined,
		),
	);
	await probe.idle();
	const changed = await probe.measure(
		() => sandbox.send(SANDBOX.ownerId, 'replace "in 18 minutes" with "in just 18 minutes"', question.message_id),
		async () => void (await sandbox.until('both new previews', STEP_TIMEOUT_MS, (state) => both(state, 2))),
		'sendPhoto',
	);
	const last = await sandbox.until('the new preview', STEP_TIMEOUT_MS, preview(SANDBOX.editorId, 2));
	const posts = messagesOf(await sandbox.state(), SANDBOX.channelId).length;
	const published = await probe.measure(
		() => sandbox.press(SANDBOX.editorId, last.message_id, buttonFor(last, 'publish') as string),
		async () =>
			void (await sandbox.until('the post', STEP_TIMEOUT_MS, (state) =>
				messagesOf(state, SANDBOX.channelId).length > posts ? true : undefined,
			)),
		'sendPhoto',
	);
	return [
		['request → both previews', asked],
		['exact words → both previews', changed],
		['press → channel', published],
	];
}

/** Looks from outside: at the sandbox's list of calls, the services' own seconds by route, and n8n's log of its nodes. */
class Probe {
	readonly sandbox: SandboxClient;
	readonly #desk: Desk;

	constructor(desk: Desk) {
		this.#desk = desk;
		this.sandbox = new SandboxClient(desk.urls.sandbox);
	}

	/** Resolves when nothing is under way in n8n. */
	async idle(): Promise<void> {
		const n8n = await loginToN8n(this.#desk.ports, this.#desk.secrets);
		while ((await n8n.executionsUnderWay()) > 0) await pause(50);
	}

	/** From the person's act to the end of the last call of this method, as the sandbox saw both. */
	async measure(act: () => Promise<void>, seen: () => Promise<void>, lastMethod: string): Promise<Sample> {
		await this.idle();
		const [before, nodesBefore] = [await this.#seconds(), this.#n8nEvents()];
		const lastCall = Math.max(0, ...(await this.sandbox.state()).calls.map(({ id }) => id));
		await act();
		await seen();
		await this.idle();
		const [after, nodesAfter] = [await this.#seconds(), this.#n8nEvents()];
		const calls = (await this.sandbox.state()).calls.filter(({ id }) => id > lastCall);
		const begun = calls.find(({ kind }) => kind === 'person') as Call;
		const ended = calls.findLast(({ method }) => method === lastMethod) as Call;
		const tookMs = ended.at - begun.at;
		const spent = (match: (route: string) => boolean): number =>
			[...after].filter(([route]) => match(route)).reduce((sum, [route, each]) => sum + each.ms - (before.get(route)?.ms ?? 0), 0);
		const times = [...after.entries()].reduce((sum, [route, each]) => sum + each.count - (before.get(route)?.count ?? 0), 0);
		const ai = calls.filter(({ kind }) => kind === 'ai');
		const parts = {
			'AI stand-in': ai.reduce((sum, { took_ms }) => sum + took_ms, 0),
			admissions: spent((route) => route === 'collaboration /authorize'),
			cover: spent((route) => route.startsWith('renderer ')),
			delivery: spent((route) => route === 'collaboration /messenger'),
			'other service calls': spent((route) => route.startsWith('collaboration ') && !/\/(authorize|messenger)$/.test(route)),
		};
		const known = Object.values(parts).reduce((sum, part) => sum + part, 0);
		return {
			tookMs,
			parts: { ...parts, 'n8n and all between': tookMs - known },
			counts: {
				executions: nodesAfter.executions - nodesBefore.executions,
				nodes: nodesAfter.nodes - nodesBefore.nodes,
				calls: times + ai.length,
			},
		};
	}

	/** Milliseconds and requests by service and route. */
	async #seconds(): Promise<Map<string, { ms: number; count: number }>> {
		const { urls, secrets } = this.#desk;
		const doors = [
			['collaboration', urls.collaboration, { 'X-Copydesk-Key': secrets.value('collaboration-key') }],
			['renderer', urls.renderer, { Authorization: `Bearer ${secrets.value('renderer-key')}` }],
		] as const;
		const found = new Map<string, { ms: number; count: number }>();
		for (const [service, url, headers] of doors) {
			const answer = await fetch(`${url}/metrics`, { headers, signal: AbortSignal.timeout(10_000) });
			if (!answer.ok) throw new Error(`${service} answers ${answer.status} for its metrics`);
			for (const line of (await answer.text()).split('\n')) {
				const [, what, route, value] = /^http_request_seconds_(sum|count)\{route="([^"]+)"\} (\S+)$/.exec(line) ?? [];
				if (what === undefined || route === undefined || /metrics|healthz/.test(route)) continue;
				const each = found.get(`${service} ${route}`) ?? { ms: 0, count: 0 };
				if (what === 'sum') each.ms = Number(value) * 1_000;
				else each.count = Number(value);
				found.set(`${service} ${route}`, each);
			}
		}
		return found;
	}

	#n8nEvents(): { executions: number; nodes: number } {
		const log = readFileSync(join(this.#desk.data, 'n8n', '.n8n', 'n8nEventLog.log'), 'utf8');
		const times = (event: string): number => log.split(`"eventName":"${event}"`).length - 1;
		return { executions: times('n8n.workflow.started'), nodes: times('n8n.node.finished') };
	}
}

interface Floor {
	readonly counts: Counts;
	readonly tookMs: readonly number[];
}

async function measureFloors(desk: Desk, samples: ReadonlyMap<Way, readonly Sample[]>, rounds: number): Promise<Map<Way, Floor>> {
	const n8n = await loginToN8n(desk.ports, desk.secrets);
	const { url, server } = await startEmptyService();
	try {
		const floors = new Map<Way, Floor>();
		for (const [at, way] of WAYS.entries()) {
			const all = samples.get(way) ?? [];
			const middle = (of: (counts: Counts) => number): number =>
				all.map(({ counts }) => of(counts)).sort((a, b) => a - b)[all.length >> 1] ?? 0;
			const counts = {
				executions: middle((each) => each.executions),
				nodes: middle((each) => each.nodes),
				calls: middle((each) => each.calls),
			};
			const path = await installFloor(n8n, `w${at}`, counts, url);
			const tookMs: number[] = [];
			for (let round = 0; round < rounds; round += 1) {
				const fromMs = performance.now();
				const answer = await fetch(`${desk.urls.n8n}/webhook/${path}`, { method: 'POST', signal: AbortSignal.timeout(STEP_TIMEOUT_MS) });
				await answer.text();
				if (!answer.ok) throw new Error(`The floor of ${way} answers ${answer.status}`);
				tookMs.push(performance.now() - fromMs);
			}
			floors.set(way, { counts, tookMs });
		}
		return floors;
	} finally {
		server.close();
	}
}

function reportOf(samples: ReadonlyMap<Way, readonly Sample[]>, floors: ReadonlyMap<Way, Floor>, rounds: number, isTry: boolean) {
	const rows = WAYS.map((way) => {
		const all = samples.get(way) ?? [];
		const without = all.map(({ tookMs, parts }) => tookMs - parts['AI stand-in']);
		const floor = floors.get(way) as Floor;
		const [whole, own, bare] = [all.map(({ tookMs }) => tookMs), without, floor.tookMs].map((each) => timingOf(each, 1));
		return { way, all, first: without[0] ?? Number.NaN, whole, own, bare, counts: floor.counts };
	});
	const median = (all: readonly Sample[], part: Part): number =>
		timingOf(
			all.map(({ parts }) => parts[part]),
			1,
		).p50Ms;
	return {
		title: 'From a person to what they see',
		isTry,
		notes: [
			`${rounds} posts one after the other on a desk that was started for this, each changed once and published. Milliseconds from what ` +
				'the person did to the last picture that the messenger took, as the sandbox saw both. “Beside the AI” is without the time ' +
				'that the AI stand-in took.',
			'The floor is a webhook of the same n8n in the same run: as many executions, nodes and calls of an empty service in a row.',
			'The parts are sums of what each request took; what went on side by side is counted twice, so the rest is smaller than the true ' +
				'share of n8n. Requests after the last picture belong to them too.',
		],
		tables: [
			{
				heading: 'The whole way',
				columns: ['way', 'median', 'p99', 'beside the AI: first', 'median', 'p99', 'floor median', 'floor p99', 'times the floor'],
				rows: rows.map(({ way, whole, own, bare, first }) => [
					way,
					ms(whole?.p50Ms ?? 0),
					ms(whole?.p99Ms ?? 0),
					ms(first),
					ms(own?.p50Ms ?? 0),
					ms(own?.p99Ms ?? 0),
					ms(bare?.p50Ms ?? 0),
					ms(bare?.p99Ms ?? 0),
					((own?.p50Ms ?? 0) / (bare?.p50Ms ?? 1)).toFixed(2),
				]),
			},
			{
				heading: 'Where it goes, medians',
				columns: ['way', ...PARTS],
				rows: rows.map(({ way, all }) => [way, ...PARTS.map((part) => ms(median(all, part)))]),
			},
			{
				heading: 'What the floor is made of',
				columns: ['way', 'executions', 'nodes', 'calls'],
				rows: rows.map(({ way, counts }) => [way, String(counts.executions), String(counts.nodes), String(counts.calls)]),
			},
		],
		data: { rounds, samples: Object.fromEntries(samples), floors: Object.fromEntries(floors) },
	};
}

const pause = (forMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, forMs));
