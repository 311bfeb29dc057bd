import { expect } from 'chai';
import { inPublishingOrder, normalised, written, type Graph } from '../../../scripts/workflows/graph.ts';

/** A graph as n8n gives it back: with its bookkeeping, in its own order. */
const FROM_N8N = {
	updatedAt: '2026-11-20T10:00:00.000Z',
	id: 'cd-small',
	name: 'Small',
	active: true,
	versionId: '4b0f6f0c-0000-4000-8000-000000000000',
	shared: [{ project: { name: 'Olga <olga@example.org>' } }],
	pinData: { Start: [] },
	meta: { instanceId: 'f00d' },
	settings: { binaryMode: 'separate', executionOrder: 'v1', errorWorkflow: 'cd-failure' },
	nodes: [
		{
			parameters: { b: 1, a: { d: 2, c: 3 } },
			name: 'Write',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [200, 0],
			id: 'n2',
			credentials: { httpHeaderAuth: { name: 'Key', id: 'k', __aiGatewayManaged: false } },
			retryOnFail: false,
		},
		{ id: 'n1', name: 'Begin', type: 'n8n-nodes-base.errorTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
	],
	connections: { Write: { main: [[]] }, Begin: { main: [[{ index: 0, type: 'main', node: 'Write' }], []] } },
};

describe('The one form of a graph', () => {
	it("keeps what a person authored and none of n8n's bookkeeping, above all not the owner's address", () => {
		expect(normalised(FROM_N8N)).to.deep.equal({
			id: 'cd-small',
			name: 'Small',
			nodes: [
				{ id: 'n1', name: 'Begin', type: 'n8n-nodes-base.errorTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
				{
					id: 'n2',
					name: 'Write',
					type: 'n8n-nodes-base.noOp',
					typeVersion: 1,
					position: [200, 0],
					credentials: { httpHeaderAuth: { id: 'k', name: 'Key' } },
					parameters: { a: { c: 3, d: 2 }, b: 1 },
				},
			],
			connections: { Begin: { main: [[{ node: 'Write', type: 'main', index: 0 }]] } },
			settings: { errorWorkflow: 'cd-failure', executionOrder: 'v1' },
		});
	});

	it('is the same text whatever the order it came in, and stays it, so that a diff shows what a person changed', () => {
		const shuffled = {
			...FROM_N8N,
			nodes: FROM_N8N.nodes.toReversed(),
			settings: Object.fromEntries(Object.entries(FROM_N8N.settings).toReversed()),
		};
		const once = written(normalised(FROM_N8N));
		expect(written(normalised(shuffled))).to.equal(once);
		expect(written(normalised(JSON.parse(once)))).to.equal(once);
		expect(once.startsWith('{\n  "id": "cd-small",\n  "name": "Small",\n  "nodes": [')).to.equal(true);
		expect(once.endsWith('}\n')).to.equal(true);
	});

	it('keeps an empty output before a used one, because outputs count by place', () => {
		const branch = { ...FROM_N8N, connections: { Begin: { main: [null, [{ node: 'Write', type: 'main', index: 0 }]] } } };
		expect(normalised(branch).connections).to.deep.equal({ Begin: { main: [[], [{ node: 'Write', type: 'main', index: 0 }]] } });
	});

	it('says what is not a graph', () => {
		expect(() => normalised([])).to.throw('Expected a graph, an object');
		expect(() => normalised({ id: 'x', name: 'X', nodes: 'none', connections: {} })).to.throw('Expected nodes and connections in X');
	});
});

describe('The order of publishing', () => {
	const graph = (id: string, calls: string[], errorWorkflow?: string): Graph => ({
		id,
		name: id,
		nodes: calls.map((called, at) => ({
			id: `${at}`,
			name: `Call ${called}`,
			type: 'n8n-nodes-base.executeWorkflow',
			typeVersion: 1.3,
			position: [0, 0],
			parameters: { workflowId: { __rl: true, mode: 'list', value: called } },
		})),
		connections: {},
		settings: errorWorkflow === undefined ? {} : { errorWorkflow },
	});

	it('puts the error graph first and every graph after those it calls, because n8n refuses it otherwise', () => {
		const graphs = [
			graph('a-main', ['c-write', 'b-check'], 'z-error'),
			graph('b-check', [], 'z-error'),
			graph('c-write', ['b-check'], 'z-error'),
			graph('z-error', []),
		];
		expect(inPublishingOrder(graphs).map(({ id }) => id)).to.deep.equal(['z-error', 'b-check', 'c-write', 'a-main']);
	});

	it('names a graph that is called and not there, and refuses a circle', () => {
		expect(() => inPublishingOrder([graph('a', ['b'])])).to.throw('a (a) needs b, which is not among the graphs');
		expect(() => inPublishingOrder([graph('a', ['b']), graph('b', ['a'])])).to.throw('a calls itself through others');
	});
});
