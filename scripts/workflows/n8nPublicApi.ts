// n8n's public interface, by address and key: for an n8n that is somebody else's, in any mode and on any database.

import { gzipSync } from 'node:zlib';
import { randomUUID } from 'node:crypto';
import type { Graph, StoredWorkflow } from './graph.ts';
import type { CredentialToImport } from './n8nCommand.ts';
import { FAILED_LIMIT, N8nRefused, NO_ERROR_WORKFLOW, answerOf, ask, onceUnpublished, tagOf, untilLive } from './n8nApi.ts';
import type { ExecutionUnderWay, FailedExecution, Failures, N8n, PublicationStatus, Tag } from './n8nApi.ts';
import { TAG, type Labels } from './labels.ts';
import { tarOf } from './tar.ts';

const ANSWER_TIMEOUT_MS = 60_000;
const UNDER_WAY = ['running', 'new', 'waiting'] as const;

/** What the key has to be allowed; n8n lists these words where keys are made. */
export const SCOPES = [
	'workflow:read',
	'workflow:list',
	'workflow:create',
	'workflow:import',
	'workflow:update',
	'workflow:delete',
	'workflow:activate',
	'workflow:deactivate',
	'execution:list',
	'execution:read',
	'tag:list',
	'tag:create',
	'tag:delete',
	'workflowTags:update',
	'credential:create',
	'credential:read',
	'credential:update',
	'credential:delete',
] as const;

interface PageOfExecutions {
	readonly data: readonly FailedExecution[];
	readonly nextCursor: string | null;
}

export class N8nPublicApi implements N8n, Failures, Labels {
	readonly #base: string;
	#tag: string | undefined;
	readonly #key: string;
	readonly #guard: () => void;

	/**
	 * @param base the address of the editor, e.g. `https://n8n.example`
	 * @param guard called before each request; throws where the listener may not hear what is asked
	 */
	constructor(base: string, key: string, guard: () => void = () => undefined) {
		this.#base = `${base.replace(/\/$/, '')}/api/v1`;
		this.#key = key;
		this.#guard = guard;
	}

	/** Those with the same id are replaced; without this, graphs that name one could not be published. */
	async putCredential({ id, name, type, data }: CredentialToImport): Promise<void> {
		try {
			await this.#call(`store the credential ${name}`, 'POST', '/credentials', { id, name, type, data });
		} catch (error) {
			if (!(error instanceof N8nRefused) || error.status !== 409) throw error;
			await this.#call(`change the credential ${name}`, 'PATCH', `/credentials/${id}`, { name, type, data });
		}
	}

	/** The fields of a type of credential; undefined where no package that is loaded has it. */
	async credentialFields(type: string): Promise<readonly string[] | undefined> {
		const schema = (await this.#unlessGone('read a type of credential', 'GET', `/credentials/schema/${type}`)) as
			| { readonly properties: object }
			| undefined;
		return schema === undefined ? undefined : Object.keys(schema.properties);
	}

	async hasCredential(id: string): Promise<boolean> {
		return (await this.#unlessGone('look for a credential', 'GET', `/credentials/${id}`)) !== undefined;
	}

	/** @returns whether it was there */
	async removeCredential(id: string): Promise<boolean> {
		return (await this.#unlessGone('remove a credential', 'DELETE', `/credentials/${id}`)) !== undefined;
	}

	async workflow(id: string): Promise<StoredWorkflow | undefined> {
		return (await this.#unlessGone('read a workflow', 'GET', `/workflows/${id}`)) as StoredWorkflow | undefined;
	}

	/** n8n chooses the id of a workflow that is posted; one that comes in a package keeps its own. */
	async create(graph: Graph): Promise<StoredWorkflow> {
		const form = new FormData();
		form.append('package', new Blob([packageOf(graph)]), 'graph.n8np');
		for (const [name, value] of Object.entries(PACKAGE_POLICIES)) form.append(name, value);
		await this.#call(`store ${graph.id}`, 'POST', '/n8n-packages/import', form);
		const stored = await this.workflow(graph.id);
		if (stored === undefined) throw new Error(`n8n took ${graph.name} but does not have it under ${graph.id}`);
		return stored;
	}

	async update({ id, name, nodes, connections, settings }: Graph): Promise<StoredWorkflow> {
		const draft = { name, nodes, connections, settings: { ...NO_ERROR_WORKFLOW, ...settings } };
		return (await this.#call(`store ${id}`, 'PUT', `/workflows/${id}?publishIfActive=false`, draft)) as StoredWorkflow;
	}

	async publish(id: string, versionId: string): Promise<void> {
		await this.#call(`publish ${id}`, 'POST', `/workflows/${id}/publish`, { versionId });
	}

	async unpublish(id: string): Promise<void> {
		await this.#call(`unpublish ${id}`, 'POST', `/workflows/${id}/unpublish`);
	}

	/** The tag alone: a package brings no description, and a change of one would store the nodes again. */
	async label(id: string): Promise<void> {
		this.#tag ??= await tagOf(
			() => this.#tags(),
			async (name) => (await this.#call('make a tag', 'POST', '/tags', { name })) as Tag,
		);
		await this.#call(`label ${id}`, 'PUT', `/workflows/${id}/tags`, [{ id: this.#tag }]);
	}

	/** Takes the tag away, unless a workflow of somebody has it. @returns whether it was there */
	async dropTag(): Promise<boolean> {
		const { data } = (await this.#call('list workflows', 'GET', `/workflows?tags=${TAG}&limit=1`)) as { readonly data: readonly unknown[] };
		const tag = (await this.#tags()).find(({ name }) => name === TAG);
		if (data.length > 0 || tag === undefined) return false;
		return (await this.#unlessGone('remove a tag', 'DELETE', `/tags/${tag.id}`)) !== undefined;
	}

	async #tags(): Promise<readonly Tag[]> {
		return ((await this.#call('list its tags', 'GET', '/tags?limit=250')) as { readonly data: readonly Tag[] }).data;
	}

	async remove({ id, activeVersionId }: StoredWorkflow): Promise<void> {
		if (activeVersionId !== null) await this.unpublish(id);
		await onceUnpublished(() => this.#call(`remove ${id}`, 'DELETE', `/workflows/${id}`));
	}

	async underWay(ids: readonly string[]): Promise<readonly ExecutionUnderWay[]> {
		const found: ExecutionUnderWay[] = [];
		for (const status of UNDER_WAY) {
			let cursor = '';
			do {
				const answer = (await this.#call('list executions', 'GET', `/executions?status=${status}&limit=250${cursor}`)) as PageOfExecutions;
				for (const { id, workflowId } of answer.data)
					if (ids.includes(workflowId)) found.push({ id: String(id), workflowId, workflowName: workflowId, status });
				cursor = answer.nextCursor === null ? '' : `&cursor=${encodeURIComponent(answer.nextCursor)}`;
			} while (cursor !== '');
		}
		return found;
	}

	async failed(): Promise<readonly FailedExecution[]> {
		return ((await this.#call('list executions', 'GET', `/executions?status=error&limit=${FAILED_LIMIT}`)) as PageOfExecutions).data;
	}

	async execution(id: string): Promise<unknown> {
		return await this.#call('read an execution', 'GET', `/executions/${id}?includeData=true`);
	}

	/** The public interface does not tell what production runs, only what was published; n8n follows within seconds. */
	async publicationStatus(id: string): Promise<PublicationStatus> {
		const stored = await this.workflow(id);
		const live = stored?.activeVersionId ?? null;
		return { status: live === null ? 'not_published' : 'published', liveVersionId: live };
	}

	async waitUntilLive(id: string, versionId: string, timeoutMs: number): Promise<void> {
		await untilLive(this, id, versionId, timeoutMs);
	}

	async #unlessGone(what: string, method: string, path: string): Promise<unknown> {
		try {
			return await this.#call(what, method, path);
		} catch (error) {
			if (error instanceof N8nRefused && error.status === 404) return undefined;
			throw error;
		}
	}

	async #call(what: string, method: string, path: string, body?: unknown): Promise<unknown> {
		const isForm = body instanceof FormData;
		const send = () => {
			this.#guard();
			return ask(this.#base, path, ANSWER_TIMEOUT_MS, {
				method,
				headers: {
					'X-N8N-API-KEY': this.#key,
					Accept: 'application/json',
					...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
				},
				...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
				// The key goes nowhere else.
				redirect: 'error',
			});
		};
		return (await answerOf(what, send, adviceOn)).value;
	}
}

const WHERE = 'in n8n under Settings → n8n API';

/** What the owner of the key can do about it. */
function adviceOn(status: number): string {
	if (status === 401) return `. The key is wrong, expired or revoked: make one ${WHERE}`;
	return status === 403 ? `. The key may not do this: give it the scopes that docs/your-own-n8n.md lists, ${WHERE}` : '';
}

const PACKAGE_POLICIES = {
	workflowConflictPolicy: 'new-version',
	workflowIdPolicy: 'source',
	workflowPublishingPolicy: 'unpublish-all',
	credentialMissingMode: 'must-preexist',
};

/** One graph as n8n packs it: a manifest, the graph, and what was published where it came from. */
function packageOf({ id, name, nodes, connections, settings }: Graph): Buffer {
	const target = `workflows/${id}`;
	const manifest = {
		packageFormatVersion: '1',
		exportedAt: new Date(0).toISOString(),
		sourceN8nVersion: '2.41.1',
		sourceId: 'copydesk',
		workflows: [{ id, name, target }],
	};
	const files: readonly (readonly [string, unknown])[] = [
		['manifest.json', manifest],
		[`${target}/workflow.json`, { id, name, nodes, connections, settings, parentFolderId: null, isArchived: false }],
		[`${target}/workflow-metadata.json`, { versionId: randomUUID(), publishedVersionId: null }],
	];
	return gzipSync(tarOf(files.map(([path, content]) => [path, Buffer.from(JSON.stringify(content))])));
}
