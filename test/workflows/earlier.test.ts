import { expect } from 'chai';
import { readGraphs } from '../../scripts/workflows/files.ts';
import { problemsOf, ownNodeTypes, readManifest } from '../../scripts/workflows/check.ts';
import type { Graph } from '../../scripts/workflows/graph.ts';
import { folderOfSet, readGraphSet } from '../../scripts/workflows/sets.ts';

const NOTE = 'n8n-nodes-base.stickyNote';

describe('The graphs of 1.0.0', () => {
	const folder = folderOfSet('1.0.0');
	let earlier: readonly Graph[];
	let present: readonly Graph[];
	before(async () => {
		earlier = (await readGraphSet('1.0.0')).graphs;
		present = (await readGraphSet('1.0.1')).graphs;
	});

	it('break no rule of the checkout', async () => {
		expect(problemsOf(await readGraphs(folder), await readManifest(folder), await ownNodeTypes())).to.deep.equal([]);
	});

	it('have the ids of the present ones, all but the error graph, so that each takes the place of its own', async () => {
		const ids = (graphs: readonly Graph[]): string[] => graphs.map(({ id }) => id).sort();
		expect(ids(earlier)).to.deep.equal(ids(present).filter((id) => id !== 'cd-failure'));
		expect((await readGraphSet('1.0.0')).retired).to.deep.equal(['cd-failure']);
		expect((await readGraphSet('1.0.1')).retired).to.deep.equal([]);
	});

	it('ask for nothing that contract 1.0.0 does not have: no binding, no failure report, no resume', () => {
		const asked = earlier.flatMap(({ nodes }) => nodes.map(({ parameters }) => parameters['operation']));
		expect(asked.filter((operation) => ['bindExecution', 'reportFailure', 'resume'].includes(String(operation)))).to.deep.equal([]);
		for (const { name, settings } of earlier) expect(settings, name).to.not.have.property('errorWorkflow');
	});

	it('lead from the trigger straight to the work, with no node left over and no name that is gone', () => {
		for (const { name, nodes, connections } of earlier) {
			const names = new Set(nodes.map((node) => node.name));
			const reached = new Set(
				Object.values(connections).flatMap((kinds) =>
					Object.values(kinds)
						.flat(2)
						.map((target) => target?.node),
				),
			);
			const lost = nodes.filter((node) => node.type !== NOTE && !/[tT]rigger|webhook/.test(node.type) && !reached.has(node.name));
			expect(
				lost.map((node) => node.name),
				name,
			).to.deep.equal([]);
			const mentioned = [...JSON.stringify(nodes).matchAll(/\$\('([^']+)'\)/g)].map(([, node]) => node ?? '');
			expect(
				mentioned.filter((node) => !names.has(node)),
				name,
			).to.deep.equal([]);
		}
	});

	it('begin nothing again for a person who asks to go on: they are told the state of the draft', () => {
		const main = earlier.find(({ id }) => id === 'cd-main') as Graph;
		const open = main.nodes.find(({ parameters }) => parameters['operation'] === 'open');
		expect(open?.parameters).to.include({ onlyTell: true });
		const way = main.nodes.find(({ name }) => name === 'Which way does it go?');
		const { values } = way?.parameters['rules'] as {
			values: { outputKey: string; conditions: { conditions: { rightValue: string }[] } }[];
		};
		const keys = values.map(({ outputKey }) => outputKey);
		expect(keys).to.not.include('resume');
		const draft = values[keys.indexOf('draft')];
		expect(draft?.conditions.conditions.map(({ rightValue }) => rightValue)).to.deep.equal(['draft', 'resume']);
		expect(main.connections['Which way does it go?']?.['main']?.[keys.indexOf('draft')]?.map(({ node }) => node)).to.deep.equal([
			open?.name,
		]);
	});
});
