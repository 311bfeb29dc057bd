// Looks at a desk from outside: at the sandbox's list of calls, the services' own seconds by route, and n8n's log of its nodes.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Desk } from '../../scripts/desk/desk.ts';
import { loginToN8n } from '../../scripts/desk/n8n.ts';
import { SandboxClient, type Call } from '../../scripts/desk/sandboxClient.ts';
import type { Counts } from './floor.ts';

export const PARTS = [
	'AI stand-in',
	'messenger stand-in',
	'admissions',
	'cover',
	'delivery',
	'reader',
	'other service calls',
	'n8n and all between',
] as const;
export type Part = (typeof PARTS)[number];

export interface Sample {
	readonly tookMs: number;
	readonly parts: Readonly<Record<Part, number>>;
	readonly counts: Counts;
	/** What n8n and the services took to have the message understood, beside the AI; null where nothing had to be. */
	readonly briefMs: number | null;
}

/** The node of the main graph in whose execution an AI is asked what a message asks for. */
const UNDERSTANDS = 'Understand the message';

interface Spent {
	ms: number;
	count: number;
}

export class Probe {
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

	/** From the person's act to the end of the last picture that the messenger took, as the sandbox saw both. */
	async measure(act: () => Promise<unknown>, seen: () => Promise<void>): Promise<Sample> {
		await this.idle();
		const [before, nodesBefore] = [await this.#seconds(), this.#n8nEvents()];
		const lastCall = Math.max(0, ...(await this.sandbox.state()).calls.map(({ id }) => id));
		await act();
		await seen();
		await this.idle();
		const [after, nodesAfter] = [await this.#seconds(), this.#n8nEvents()];
		const calls = (await this.sandbox.state()).calls.filter(({ id }) => id > lastCall);
		const begun = calls.find(({ kind }) => kind === 'person') as Call;
		const ended = calls.findLast(({ method }) => method === 'sendPhoto') as Call;
		const tookMs = ended.at - begun.at;
		const spent = (match: RegExp): number =>
			[...after].filter(([route]) => match.test(route)).reduce((sum, [route, each]) => sum + each.ms - (before.get(route)?.ms ?? 0), 0);
		const times = [...after.entries()].reduce((sum, [route, each]) => sum + each.count - (before.get(route)?.count ?? 0), 0);
		const standIn = (kind: Call['kind']): number =>
			calls.filter((call) => call.kind === kind).reduce((sum, { took_ms }) => sum + took_ms, 0);
		const delivering = spent(/^collaboration \/(messenger|decision)$/);
		const parts = {
			'AI stand-in': standIn('ai'),
			'messenger stand-in': standIn('messenger'),
			admissions: spent(/^collaboration \/authorize$/),
			cover: spent(/^renderer /),
			delivery: Math.max(0, delivering - standIn('messenger')),
			reader: spent(/^reader /),
			'other service calls': spent(/^collaboration \/(?!(authorize|messenger|decision)$)/),
		};
		const asking = this.#timesOf(UNDERSTANDS).at(-1);
		const isAsked = asking !== undefined && asking.from >= begun.at;
		const understood = calls.filter(({ kind, at }) => isAsked && kind === 'ai' && at >= asking.from && at <= asking.to);
		const known = Object.values(parts).reduce((sum, part) => sum + part, 0);
		return {
			tookMs,
			briefMs: isAsked ? asking.to - asking.from - understood.reduce((sum, { took_ms }) => sum + took_ms, 0) : null,
			parts: { ...parts, 'n8n and all between': tookMs - known },
			counts: {
				executions: nodesAfter.executions - nodesBefore.executions,
				nodes: nodesAfter.nodes - nodesBefore.nodes,
				calls: times + calls.filter(({ kind }) => kind === 'ai').length,
			},
		};
	}

	/** Milliseconds and requests by service and route. */
	async #seconds(): Promise<Map<string, Spent>> {
		const { urls, secrets } = this.#desk;
		const bearer = (key: 'renderer-key' | 'reader-key') => ({ Authorization: `Bearer ${secrets.value(key)}` });
		const doors = [
			['collaboration', urls.collaboration, { 'X-Copydesk-Key': secrets.value('collaboration-key') }],
			['renderer', urls.renderer, bearer('renderer-key')],
			['reader', urls.reader, bearer('reader-key')],
		] as const;
		const found = new Map<string, Spent>();
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

	#log(): string {
		return readFileSync(join(this.#desk.data, 'n8n', '.n8n', 'n8nEventLog.log'), 'utf8');
	}

	/** When a node of the main graph began and ended, each time. */
	#timesOf(node: string): readonly { readonly from: number; readonly to: number }[] {
		const said = this.#log()
			.split('\n')
			.filter((line) => line.includes(`"nodeName":"${node}"`))
			.map((line) => JSON.parse(line) as { readonly ts: string; readonly eventName: string });
		const momentsOf = (event: string): number[] => said.filter(({ eventName }) => eventName === event).map(({ ts }) => Date.parse(ts));
		const ends = momentsOf('n8n.node.finished');
		return momentsOf('n8n.node.started').flatMap((from, at) => (ends[at] === undefined ? [] : [{ from, to: ends[at] }]));
	}

	#n8nEvents(): { executions: number; nodes: number } {
		const log = this.#log();
		const times = (event: string): number => log.split(`"eventName":"${event}"`).length - 1;
		return { executions: times('n8n.workflow.started'), nodes: times('n8n.node.finished') };
	}
}
