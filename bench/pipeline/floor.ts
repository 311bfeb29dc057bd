// The least that n8n itself needs: as many nodes, sub-workflows and calls, all of them empty.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { N8nApi } from '../../scripts/workflows/n8nApi.ts';
import { normalised } from '../../scripts/workflows/graph.ts';

export interface Counts {
	/** Executions, the one of the main graph among them. */
	readonly executions: number;
	readonly nodes: number;
	readonly calls: number;
}

interface BareNode {
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly parameters: object;
	readonly webhookId?: string;
}

const LIVE_TIMEOUT_MS = 60_000;

/** Answers anything with nothing. */
export function startEmptyService(): Promise<{ readonly url: string; readonly server: Server }> {
	const server = createServer((request, response) => {
		request.resume().on('end', () => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'));
	});
	return new Promise((resolve) =>
		server.listen(0, '127.0.0.1', () => resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server })),
	);
}

/** Puts the graphs of one floor into n8n. @returns the path of its webhook */
export async function installFloor(n8n: N8nApi, name: string, counts: Counts, serviceUrl: string): Promise<string> {
	const children = Math.max(0, counts.executions - 1);
	const share = (total: number, at: number): number => Math.floor(total / (children + 1)) + (at < total % (children + 1) ? 1 : 0);
	const call = (at: number): BareNode => ({
		name: `Call ${at + 1}`,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { method: 'POST', url: serviceUrl, options: {} },
	});
	const nothing = (at: number): BareNode => ({ name: `Nothing ${at + 1}`, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} });
	/** A beginning, its calls, and as many that do nothing as are missing. */
	const chain = (first: BareNode, at: number, more: readonly BareNode[]): BareNode[] => {
		const calls = Array.from({ length: share(counts.calls, at) }, (_, index) => call(index));
		const idle = Math.max(0, share(counts.nodes, at) - 1 - calls.length - more.length);
		return [first, ...calls, ...Array.from({ length: idle }, (_, index) => nothing(index)), ...more];
	};
	const idOf = (at: number): string => `fl-${name}-${at}`;
	for (let at = 1; at <= children; at += 1)
		await put(
			n8n,
			idOf(at),
			chain(
				{ name: 'Begin', type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1.1, parameters: { inputSource: 'passthrough' } },
				at,
				[],
			),
		);
	const doors = Array.from({ length: children }, (_, index) => ({
		name: `Child ${index + 1}`,
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: {
			source: 'database',
			workflowId: { __rl: true, mode: 'id', value: idOf(index + 1) },
			workflowInputs: { mappingMode: 'defineBelow', value: {}, matchingColumns: [], schema: [] },
			mode: 'once',
			options: { waitForSubWorkflow: true },
		},
	}));
	const path = `floor-${name}`;
	const webhook = {
		name: 'Begin',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		webhookId: `floor-${name}`,
		parameters: { httpMethod: 'POST', path, responseMode: 'lastNode', options: {} },
	};
	await put(n8n, idOf(0), chain(webhook, 0, doors));
	return path;
}

async function put(n8n: N8nApi, id: string, chain: readonly BareNode[]): Promise<void> {
	const connections = Object.fromEntries(
		chain.slice(0, -1).map(({ name }, at) => [name, { main: [[{ node: (chain[at + 1] as BareNode).name, type: 'main', index: 0 }]] }]),
	);
	const nodes = chain.map((node, at) => ({ ...node, id: `${id}-${at}`, position: [at * 200, 0] }));
	const settings = { executionOrder: 'v1', saveDataSuccessExecution: 'none' };
	const stored = await n8n.create(normalised({ id, name: id, nodes, connections, settings }));
	await n8n.publish(id, stored.versionId);
	await n8n.waitUntilLive(id, stored.versionId, LIVE_TIMEOUT_MS);
}
