// The few calls of n8n's own HTTP interface that installing and checking need, as its editor makes them.

import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject } from '@copydesk/domain/isObject';
import { reasonOf } from '../operator/doctor/ask.ts';
import type { Graph, StoredWorkflow } from './graph.ts';
import { TAG, type Labels } from './labels.ts';
import type { CredentialToImport } from './n8nCommand.ts';

const ANSWER_TIMEOUT_MS = 30_000;
const UNDER_WAY_LIMIT = 50;
export const FAILED_LIMIT = 50;
const PASSES_WITHIN_MS = 60_000;
const PAUSE_MS = 500;

export class N8nRefused extends Error {
	readonly status: number;
	/** Whether n8n looked at the request. */
	readonly isReady: boolean;
	constructor(what: string, status: number, message: string, isReady = true) {
		super(`n8n refused to ${what}: ${status} ${message}`);
		this.name = 'N8nRefused';
		this.status = status;
		this.isReady = isReady;
	}
}

export interface ExecutionUnderWay {
	readonly id: string;
	readonly workflowId: string;
	readonly workflowName: string;
	readonly status: string;
	readonly startedAt?: string | null;
}

export interface FailedExecution {
	readonly id: string | number;
	readonly workflowId: string;
	readonly startedAt?: string | null;
}

/** n8n keeps a setting that is not named; this word removes this one. */
export const NO_ERROR_WORKFLOW = { errorWorkflow: 'DEFAULT' };

/** The parts of a node's description that say what a graph may ask of it. */
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

/** What the commands need of a running n8n, through its editor's interface or its public API. */
export interface N8n {
	workflow(id: string): Promise<StoredWorkflow | undefined>;
	/** Stores a new workflow under the id it has. It is not published by that. */
	create(graph: Graph): Promise<StoredWorkflow>;
	/** Stores another draft; what is published stays. Settings count at once. */
	update(graph: Graph): Promise<StoredWorkflow>;
	/** Publishes what is stored now. n8n itself checks that children are published and credentials are set. */
	publish(id: string, versionId: string): Promise<void>;
	unpublish(id: string): Promise<void>;
	hasCredential(id: string): Promise<boolean>;
	/** For good. */
	remove(stored: StoredWorkflow): Promise<void>;
	/** The executions of these graphs that are at work, waiting for their turn or asleep. */
	underWay(ids: readonly string[]): Promise<readonly ExecutionUnderWay[]>;
	publicationStatus(id: string): Promise<PublicationStatus>;
	/** Until production runs what was published; n8n does it by itself some seconds later. */
	waitUntilLive(id: string, versionId: string, timeoutMs: number): Promise<void>;
}

/** What n8n tells of executions that failed. */
export interface Failures {
	/** The latest executions that failed, newest first. */
	failed(): Promise<readonly FailedExecution[]>;
	/** Everything that n8n keeps of an execution. */
	execution(id: string): Promise<unknown>;
}

interface Opening {
	/** Where the session is kept if it can be, readable by its owner only; without it nothing is kept. */
	readonly sessionFile?: string | undefined;
	/** Called before each request; throws where the listener may not hear what is asked. */
	readonly guard?: (() => void) | undefined;
	/** When this n8n started, where that is known. n8n leaves a run `running` that began right before its death. */
	readonly sinceMs?: number | undefined;
}

/** Uses the interface of n8n's own editor, with the owner's password. */
export class N8nApi implements N8n, Failures, Labels {
	readonly #base: string;
	#tag: string | undefined;
	readonly #cookie: string;
	readonly #guard: () => void;
	readonly #sinceMs: number;

	private constructor(base: string, cookie: string, { guard = () => undefined, sinceMs = 0 }: Pick<Opening, 'guard' | 'sinceMs'>) {
		this.#base = base;
		this.#cookie = cookie;
		this.#guard = guard;
		this.#sinceMs = sinceMs;
	}

	/** Goes on with an earlier session while it is good: n8n allows few logins in a row. */
	static async open(base: string, email: string, password: string, opening: Opening = {}): Promise<N8nApi> {
		const { sessionFile } = opening;
		const kept = sessionFile === undefined ? '' : await readFile(sessionFile, 'utf8').catch(() => '');
		const earlier = new N8nApi(base, kept.trim(), opening);
		if (kept !== '' && (await earlier.#isGood())) return earlier;
		const api = await N8nApi.#login(base, email, password, opening);
		// In a container the folder of the password is read-only: then each command logs in.
		if (sessionFile !== undefined) await writeFile(sessionFile, api.#cookie, { mode: 0o600 }).catch(() => undefined);
		return api;
	}

	static async #login(base: string, email: string, password: string, opening: Opening): Promise<N8nApi> {
		const { headers } = await answerOf('log in', () => {
			opening.guard?.();
			return ask(base, '/rest/login', ANSWER_TIMEOUT_MS, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify({ emailOrLdapLoginId: email, password }),
			});
		});
		const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
		return new N8nApi(base, cookies.join('; '), opening);
	}

	async #isGood(): Promise<boolean> {
		try {
			await this.#call('go on with a session', 'GET', '/rest/login');
			return true;
		} catch (error) {
			if (error instanceof N8nRefused) return false;
			throw error;
		}
	}

	async workflow(id: string): Promise<StoredWorkflow | undefined> {
		try {
			return (await this.#call('read a workflow', 'GET', `/rest/workflows/${id}`)) as StoredWorkflow;
		} catch (error) {
			if (error instanceof N8nRefused && (error.status === 404 || error.status === 403)) return undefined;
			throw error;
		}
	}

	async create(graph: Graph): Promise<StoredWorkflow> {
		return (await this.#call(`store ${graph.id}`, 'POST', '/rest/workflows', graph)) as StoredWorkflow;
	}

	async update({ id, name, nodes, connections, settings }: Graph): Promise<StoredWorkflow> {
		const draft = { name, nodes, connections, settings: { ...NO_ERROR_WORKFLOW, ...settings } };
		return (await this.#call(`store ${id}`, 'PATCH', `/rest/workflows/${id}`, draft)) as StoredWorkflow;
	}

	async unpublish(id: string): Promise<void> {
		await this.#call(`unpublish ${id}`, 'POST', `/rest/workflows/${id}/deactivate`, {});
	}

	/** Nodes are not named, so that the version stays. */
	async label(id: string, description: string): Promise<void> {
		this.#tag ??= await tagOf(
			async () => (await this.#call('list its tags', 'GET', '/rest/tags')) as readonly Tag[],
			async (name) => (await this.#call('make a tag', 'POST', '/rest/tags', { name })) as Tag,
		);
		await this.#call(`label ${id}`, 'PATCH', `/rest/workflows/${id}`, { description, tags: [this.#tag] });
	}

	/** One that n8n has; its id stays. */
	async updateCredential({ id, name, type, data }: CredentialToImport): Promise<void> {
		await this.#call(`exchange the credential ${id}`, 'PATCH', `/rest/credentials/${id}`, { name, type, data });
	}

	/** One with its fields; keys are blotted out. Undefined where there is none. */
	async credential(id: string): Promise<Readonly<Record<string, unknown>> | undefined> {
		try {
			const { data } = (await this.#call('read a credential', 'GET', `/rest/credentials/${id}?includeData=true`)) as { data?: unknown };
			return isObject(data) ? data : {};
		} catch (error) {
			if (error instanceof N8nRefused && (error.status === 404 || error.status === 403)) return undefined;
			throw error;
		}
	}

	async hasCredential(id: string): Promise<boolean> {
		return (await this.credential(id)) !== undefined;
	}

	async removeCredential(id: string): Promise<void> {
		await this.#call('remove a credential', 'DELETE', `/rest/credentials/${id}`);
	}

	/** n8n removes for good only what is archived, which also unpublishes it. */
	async remove({ id, isArchived }: StoredWorkflow): Promise<void> {
		if (isArchived !== true) await this.#call(`archive ${id}`, 'POST', `/rest/workflows/${id}/archive`, {});
		await onceUnpublished(() => this.#call(`remove ${id}`, 'DELETE', `/rest/workflows/${id}`));
	}

	/** What the editor knows of every node type and its versions. */
	async nodeTypes(): Promise<readonly NodeType[]> {
		return (await this.#call('list its nodes', 'GET', '/types/nodes.json')) as readonly NodeType[];
	}

	async version(): Promise<string> {
		return ((await this.#call('tell its version', 'GET', '/rest/settings')) as { versionCli: string }).versionCli;
	}

	/** How many executions are at work, waiting for their turn or asleep. */
	async executionsUnderWay(): Promise<number> {
		return (await this.#underWay({})).length;
	}

	async underWay(ids: readonly string[]): Promise<readonly ExecutionUnderWay[]> {
		const all = await this.#listed({});
		if (all.length < UNDER_WAY_LIMIT) return this.#alive(all).filter(({ workflowId }) => ids.includes(workflowId));
		// There are more than n8n tells of at once.
		return (await Promise.all(ids.map((workflowId) => this.#underWay({ workflowId })))).flat();
	}

	async #underWay(of: { readonly workflowId?: string }): Promise<readonly ExecutionUnderWay[]> {
		return this.#alive(await this.#listed(of));
	}

	/** Without those that ended with the n8n before this one. What waits outlives its n8n. */
	#alive(listed: readonly ExecutionUnderWay[]): readonly ExecutionUnderWay[] {
		return listed.filter(({ status, startedAt }) => status !== 'running' || !(Date.parse(startedAt ?? '') < this.#sinceMs));
	}

	async #listed(of: { readonly workflowId?: string }): Promise<readonly ExecutionUnderWay[]> {
		const filter = encodeURIComponent(JSON.stringify({ ...of, status: ['running', 'new', 'waiting'] }));
		const found = await this.#call('list executions', 'GET', `/rest/executions?filter=${filter}&limit=${UNDER_WAY_LIMIT}`);
		return isObject(found) && Array.isArray(found.results) ? (found.results as ExecutionUnderWay[]) : [];
	}

	async failed(): Promise<readonly FailedExecution[]> {
		const filter = encodeURIComponent(JSON.stringify({ status: ['error'] }));
		const found = await this.#call('list executions', 'GET', `/rest/executions?filter=${filter}&limit=${FAILED_LIMIT}`);
		return isObject(found) && Array.isArray(found.results) ? (found.results as FailedExecution[]) : [];
	}

	async execution(id: string): Promise<unknown> {
		return await this.#call('read an execution', 'GET', `/rest/executions/${id}`);
	}

	async publish(id: string, versionId: string): Promise<void> {
		await this.#call(`publish ${id}`, 'POST', `/rest/workflows/${id}/activate`, { versionId });
	}

	async publicationStatus(id: string): Promise<PublicationStatus> {
		return (await this.#call('tell what is published', 'GET', `/rest/workflows/${id}/publication-status`)) as PublicationStatus;
	}

	async waitUntilLive(id: string, versionId: string, timeoutMs: number): Promise<void> {
		await untilLive(this, id, versionId, timeoutMs);
	}

	async #call(what: string, method: string, path: string, body?: unknown): Promise<unknown> {
		const { value } = await answerOf(what, () => {
			this.#guard();
			return ask(this.#base, path, ANSWER_TIMEOUT_MS, {
				method,
				headers: { Cookie: this.#cookie, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
				...(body === undefined ? {} : { body: JSON.stringify(body) }),
			});
		});
		return isObject(value) && 'data' in value ? value.data : value;
	}
}

export interface Tag {
	readonly id: string;
	readonly name: string;
}

/** The id of the tag of our graphs; it is made where there is none. */
export async function tagOf(list: () => Promise<readonly Tag[]>, make: (name: string) => Promise<Tag>): Promise<string> {
	return ((await list()).find(({ name }) => name === TAG) ?? (await make(TAG))).id;
}

const OF_ONES_OWN = 'If an authority of your own signed it, name the certificate of that authority by --n8n-ca <file>';

/** @throws Error that says which address did not answer, and why */
export async function ask(base: string, path: string, timeoutMs: number, request: RequestInit): Promise<Response> {
	try {
		return await fetch(`${base}${path}`, { ...request, signal: AbortSignal.timeout(timeoutMs) });
	} catch (error) {
		const reason = reasonOf(error, timeoutMs);
		const advice = /certificate/.test(reason) ? `. ${OF_ONES_OWN}` : '';
		throw new Error(`n8n was not reached at ${base}: ${reason}${advice}`, { cause: error });
	}
}

/** n8n answers so, whatever it is asked, while its database is slow or being brought up to date; it has not looked at the request. */
const NOT_READY = /^(?:Database is not ready!|n8n is starting up\. Please wait)/;

/** What passes by itself is waited for so long. */
async function persistently<T>(work: () => Promise<T>, passes: (refusal: N8nRefused) => boolean): Promise<T> {
	const deadlineMs = Date.now() + PASSES_WITHIN_MS;
	for (;;) {
		try {
			return await work();
		} catch (error) {
			if (!(error instanceof N8nRefused) || !passes(error) || Date.now() > deadlineMs) throw error;
			await sleep(PAUSE_MS);
		}
	}
}

/**
 * Sends a request until n8n has looked at it.
 * @param adviceOn what a person can do about a refusal with this status
 * @throws N8nRefused also when n8n is not ready for a minute
 */
export async function answerOf(
	what: string,
	send: () => Promise<Response>,
	adviceOn: (status: number) => string = () => '',
): Promise<{ readonly value: unknown; readonly headers: Headers }> {
	const answered = async () => {
		const answer = await send();
		const text = await answer.text();
		const value = parsed(text);
		const said = isObject(value) ? String(value.message) : text.slice(0, 300);
		const isReady = !NOT_READY.test(said);
		if (answer.ok && isReady) return { value, headers: answer.headers };
		throw new N8nRefused(what, answer.status, `${said}${adviceOn(answer.status)}`, isReady);
	};
	return await persistently(answered, ({ isReady }) => !isReady);
}

/** n8n takes some seconds to unpublish, and refuses with 409 to remove until then. */
export async function onceUnpublished(remove: () => Promise<unknown>): Promise<void> {
	await persistently(remove, ({ status }) => status === 409);
}

export async function untilLive(n8n: Pick<N8n, 'publicationStatus'>, id: string, versionId: string, timeoutMs: number): Promise<void> {
	const deadlineMs = Date.now() + timeoutMs;
	for (;;) {
		const status = await n8n.publicationStatus(id);
		const settled = status.status === 'published' && status.liveVersionId === versionId && (status.pendingVersionId ?? null) === null;
		if (settled && (status.triggers ?? []).every((trigger) => trigger.status === 'activated')) return;
		if (Date.now() > deadlineMs)
			throw new Error(`Workflow ${id} was published but is not live after ${timeoutMs / 1000} s: ${JSON.stringify(status)}`);
		await sleep(200);
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
