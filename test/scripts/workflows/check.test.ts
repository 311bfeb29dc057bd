import { expect } from 'chai';
import { ownNodeTypes, problemsOf, readManifest, type Manifest } from '../../../scripts/workflows/check.ts';
import { readGraphs, type GraphFile } from '../../../scripts/workflows/files.ts';
import { normalised, written, type GraphNode } from '../../../scripts/workflows/graph.ts';
import { credentialsOf, type DeskSetting } from '../../../scripts/desk/services.ts';

const MANIFEST: Manifest = {
	version: '1.0.0',
	credentials: [{ id: 'cd-key', name: 'The Key', type: 'httpHeaderAuth' }],
	errorWorkflow: 'cd-failure',
};
const OWN = new Set(['n8n-nodes-copydesk.captionCheck']);

const node = (name: string, type: string, more: Partial<GraphNode> = {}): GraphNode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...more,
});
const NOTE = node('What for', 'n8n-nodes-base.stickyNote');

function file(changes: Record<string, unknown>): GraphFile {
	const graph = normalised({
		id: 'cd-one',
		name: 'One',
		nodes: [NOTE, node('Begin', 'n8n-nodes-base.executeWorkflowTrigger'), node('Check', 'n8n-nodes-copydesk.captionCheck')],
		connections: { Begin: { main: [[{ node: 'Check', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1', errorWorkflow: 'cd-failure' },
		...changes,
	});
	return { file: 'one.json', text: written(graph), graph };
}

const problems = (changes: Record<string, unknown>): string[] => problemsOf([file(changes)], MANIFEST, OWN);

describe('What must hold for every graph', () => {
	it('holds for those of this repository', async () => {
		expect(problemsOf(await readGraphs(), await readManifest(), await ownNodeTypes())).to.deep.equal([]);
	});

	it('finds nothing wrong with a right one', () => {
		expect(problems({})).to.deep.equal([]);
	});

	const cases: [string, Record<string, unknown>, string][] = [
		[
			'a Code node, because logic belongs where it has a test',
			{ nodes: [NOTE, node('Code', 'n8n-nodes-base.code')], connections: {} },
			'one.json uses n8n-nodes-base.code in "Code": not one of ours and not one of n8n\'s that graphs may use',
		],
		[
			'a node that does not exist',
			{ nodes: [NOTE, node('Begin', 'n8n-nodes-base.executeWorkflowTrigger'), node('Check', 'n8n-nodes-copydesk.captionChek')] },
			'one.json uses n8n-nodes-copydesk.captionChek in "Check": not one of ours and not one of n8n\'s that graphs may use',
		],
		[
			'a connection into nothing',
			{ nodes: [NOTE, node('Begin', 'n8n-nodes-base.executeWorkflowTrigger')] },
			'one.json connects "Begin" to "Check", which does not exist',
		],
		[
			'an id of a beginning that n8n cannot keep on PostgreSQL',
			{
				nodes: [
					NOTE,
					node('Begin', 'n8n-nodes-base.executeWorkflowTrigger', { id: 'x'.repeat(37) }),
					node('Check', 'n8n-nodes-copydesk.captionCheck', { id: 'y'.repeat(37) }),
				],
			},
			`one.json gives "Begin" the id ${'x'.repeat(37)}: expected at most 36 characters of a node that begins a graph`,
		],
		[
			'a missing note',
			{ nodes: [node('Begin', 'n8n-nodes-base.executeWorkflowTrigger'), node('Check', 'n8n-nodes-copydesk.captionCheck')] },
			'one.json has no sticky note that says what it is for',
		],
		['another execution order', { settings: { errorWorkflow: 'cd-failure' } }, 'one.json has execution order undefined: expected v1'],
		['a missing error workflow', { settings: { executionOrder: 'v1' } }, 'one.json has the error workflow undefined: expected cd-failure'],
		[
			'a retry by n8n, because nothing paid or sent is repeated',
			{
				nodes: [
					NOTE,
					node('Begin', 'n8n-nodes-base.executeWorkflowTrigger'),
					node('Check', 'n8n-nodes-copydesk.captionCheck', { retryOnFail: true }),
				],
			},
			'one.json retries "Check" on failure: nothing is repeated by n8n',
		],
		[
			'a credential nobody brings',
			{
				nodes: [
					NOTE,
					node('Begin', 'n8n-nodes-base.executeWorkflowTrigger'),
					node('Check', 'n8n-nodes-copydesk.captionCheck', { credentials: { httpHeaderAuth: { id: 'cd-key', name: 'Another' } } }),
				],
			},
			'one.json refers to the credential Another (cd-key, httpHeaderAuth), which is not in the manifest',
		],
		[
			'a call of a graph that is not there',
			{
				nodes: [
					NOTE,
					node('Begin', 'n8n-nodes-base.executeWorkflowTrigger'),
					node('Check', 'n8n-nodes-base.executeWorkflow', { parameters: { workflowId: { value: 'cd-gone' } } }),
				],
			},
			'one.json calls cd-gone, which is not among the graphs',
		],
		[
			'an id that n8n would refuse',
			{ id: 'copydesk-write-post' },
			'one.json has the id copydesk-write-post: expected at most 16 of A-Z, a-z, 0-9, - and _',
		],
		[
			'a token',
			{
				nodes: [
					NOTE,
					node('Begin', 'n8n-nodes-base.executeWorkflowTrigger'),
					node('Check', 'n8n-nodes-copydesk.captionCheck', { parameters: { note: `7000001:${'A'.repeat(35)}` } }),
				],
			},
			'one.json holds something that looks like a secret (\\b\\d{6,}:[A-Za-z0-9_-]{30,})',
		],
	];
	for (const [what, changes, sentence] of cases) {
		it(`reports ${what}`, () => expect(problems(changes)).to.deep.equal([sentence]));
	}

	it('reports a file that is not in its normal form, because the next export would change it', () => {
		const right = file({});
		expect(problemsOf([{ ...right, text: `${right.text}\n` }], MANIFEST, OWN)).to.deep.equal([
			'one.json is not in its normal form: run node scripts/workflows/check.ts --write',
		]);
	});
});

describe('Credentials of the graphs', () => {
	it('are the ones that a desk imports, by id, name and type', async () => {
		const setting: DeskSetting = {
			data: '/nowhere',
			ports: { renderer: 1, collaboration: 2, updates: 8093, board: 6, reader: 1, sandbox: 3, n8n: 4, n8nBroker: 5 },
			way: 'graphs' as const,
			secrets: { value: (name) => name, file: (name) => name },
		};
		const brought = credentialsOf(setting).map(({ id, name, type }) => ({ id, name, type }));
		expect(brought).to.have.deep.members([...(await readManifest()).credentials]);
	});
});
