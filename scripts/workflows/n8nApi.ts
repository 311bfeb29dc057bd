// The few calls of n8n's own HTTP interface that installing and checking need, as its editor makes them.

import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord } from './graph.ts';
import type { Graph } from './graph.ts';

const ANSWER_TIMEOUT_MS = 30_000;

export class N8nRefused extends Error {
	readonly status: number;
	constructor(what: string, status: number, message: string) {
		super(`n8n refused to ${what}: ${status} ${message}`);
		this.name = 'N8nRefused';
		this.status = status;
	}
}

export interface StoredWorkflow {
	readonly id: string;
	readonly name: string;
	readonly active: boolean;
	readonly versionId: string;
	readonly activeVersionId: string | null;
	readonly [other: string]: unknown;
}

/** As much of a node's description as says what a graph may ask of it. */
export interface NodeType {
	readonly name: string;
	readonly version: number | readonly number[];
	readonly properties: readonly {
		readonly name: string;
		readonly options?: readonly { readonly value?: unknown }[];
	}[];
}

export interface PublicationStatus {
	readonly status: string;
	readonly liveVersionId?: string | null;
	readonly pendingVersionId?: string | null;
	readonly triggers?: readonly { readonly status: string }[];
}

export class N8nApi {
	readonly #base: string;
	readonly #cookie: string;

	private constructor(base: string, cookie: string) {
		this.#base = base;
		this.#cookie = cookie;
	}

	/**
	 * Goes on with an earlier session while it is good: n8n allows few logins in a row.
	 * @param sessionFile where the session is kept, readable by its owner only; without it nothing is kept
	 */
	static async open(base: string, email: string, password: string, sessionFile?: string): Promise<N8nApi> {
		const kept = sessionFile === undefined ? '' : await readFile(sessionFile, 'utf8').catch(() => '');
		const earlier = new N8nApi(base, kept.trim());
		if (kept !== '' && (await earlier.#isGood())) return earlier;
		const api = await N8nApi.#login(base, email, password);
		if (sessionFile !== undefined) await writeFile(sessionFile, api.#cookie, { mode: 0o600 });
		return api;
	}

	static async #login(base: string, email: string, password: string): Promise<N8nApi> {
		const answer = await fetch(`${base}/rest/login`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ emailOrLdapLoginId: email, password }),
			signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
		});
		if (!answer.ok) throw new N8nRefused('log in', answer.status, await answer.text());
		await answer.body?.cancel();
		return new N8nApi(
			base,
			answer.headers
				.getSetCookie()
				.map((cookie) => cookie.split(';')[0])
				.join('; '),
		);
	}

	async #isGood(): Promise<boolean> {
		const answer = await fetch(`${this.#base}/rest/login`, {
			headers: { Cookie: this.#cookie },
			signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
		});
		await answer.body?.cancel();
		return answer.ok;
	}

	async workflow(id: string): Promise<StoredWorkflow | undefined> {
		try {
			return (await this.#call('read a workflow', 'GET', `/rest/workflows/${id}`)) as StoredWorkflow;
		} catch (error) {
			if (error instanceof N8nRefused && (error.status === 404 || error.status === 403)) return undefined;
			throw error;
		}
	}

	/** Stores a new workflow under the id it has. It is not published by that. */
	async create(graph: Graph): Promise<StoredWorkflow> {
		return (await this.#call(`store ${graph.id}`, 'POST', '/rest/workflows', graph)) as StoredWorkflow;
	}

	/** Stores another draft; what is published stays. Settings count at once, and only those that are named change. */
	async update({ id, name, nodes, connections, settings }: Graph): Promise<StoredWorkflow> {
		return (await this.#call(`store ${id}`, 'PATCH', `/rest/workflows/${id}`, { name, nodes, connections, settings })) as StoredWorkflow;
	}

	/** What the editor knows of every node type and its versions. */
	async nodeTypes(): Promise<readonly NodeType[]> {
		return (await this.#call('list its nodes', 'GET', '/types/nodes.json')) as readonly NodeType[];
	}

	/** How many executions are at work, waiting for their turn or asleep. */
	async executionsUnderWay(): Promise<number> {
		const filter = encodeURIComponent(JSON.stringify({ status: ['running', 'new', 'waiting'] }));
		const found = await this.#call('list executions', 'GET', `/rest/executions?filter=${filter}&limit=50`);
		return isRecord(found) && Array.isArray(found.results) ? found.results.length : 0;
	}

	/** Publishes what is stored now. n8n itself checks that children are published and credentials are set. */
	async publish(id: string, versionId: string): Promise<void> {
		await this.#call(`publish ${id}`, 'POST', `/rest/workflows/${id}/activate`, { versionId });
	}

	async publicationStatus(id: string): Promise<PublicationStatus> {
		return (await this.#call('tell what is published', 'GET', `/rest/workflows/${id}/publication-status`)) as PublicationStatus;
	}

	/** Until production runs what was published; n8n does it by itself some seconds later. */
	async waitUntilLive(id: string, versionId: string, timeoutMs: number): Promise<void> {
		const deadlineMs = Date.now() + timeoutMs;
		for (;;) {
			const status = await this.publicationStatus(id);
			const settled = status.status === 'published' && status.liveVersionId === versionId && (status.pendingVersionId ?? null) === null;
			if (settled && (status.triggers ?? []).every((trigger) => trigger.status === 'activated')) return;
			if (Date.now() > deadlineMs)
				throw new Error(`Workflow ${id} was published but is not live after ${timeoutMs / 1000} s: ${JSON.stringify(status)}`);
			await sleep(200);
		}
	}

	async #call(what: string, method: string, path: string, body?: unknown): Promise<unknown> {
		const answer = await fetch(`${this.#base}${path}`, {
			method,
			headers: { Cookie: this.#cookie, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
			signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
		});
		const text = await answer.text();
		const value: unknown = text === '' ? undefined : safeJson(text);
		if (!answer.ok) throw new N8nRefused(what, answer.status, isRecord(value) ? String(value.message) : text.slice(0, 300));
		return isRecord(value) && 'data' in value ? value.data : value;
	}
}

function safeJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
