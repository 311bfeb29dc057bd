import { expect } from 'chai';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

import { PROMPTS } from '../../domain/ai/prompts.ts';
import { readNewsSettings } from '../../domain/news/settings.ts';
import { GRAPHS_FOLDER, readGraphs } from '../../scripts/workflows/files.ts';
import { problemsOf, ownNodeTypes, readManifest } from '../../scripts/workflows/check.ts';
import { written } from '../../scripts/workflows/graph.ts';
import type { Graph, GraphNode } from '../../scripts/workflows/graph.ts';
import { runNode } from '../support/fakeExecution.ts';
import { loadNode, outputsIn } from '../support/nodes.ts';

const files = await readGraphs();
const graphs = new Map(files.map(({ graph }) => [graph.id, graph]));

const CALL = 'n8n-nodes-base.executeWorkflow';
const CALLED = 'n8n-nodes-base.executeWorkflowTrigger';
const operationOf = (node: GraphNode) => node.parameters['operation'];
const isOurs = (node: GraphNode, type: string, operation?: string) =>
	node.type === `n8n-nodes-copydesk.${type}` && (operation === undefined || operationOf(node) === operation);

const isAiCall = (node: GraphNode): boolean => isOurs(node, 'postDraft', 'askAi');

const nodeOf = (graph: Graph, name: string): GraphNode => {
	const node = graph.nodes.find((each) => each.name === name);
	if (node === undefined) throw new Error(`${graph.name} has no ${name}`);
	return node;
};
const targetsOf = (graph: Graph, name: string): string[] =>
	(graph.connections[name]?.['main'] ?? []).flatMap((targets) => (targets ?? []).map(({ node }) => node));
const sourcesOf = (graph: Graph, name: string): GraphNode[] => graph.nodes.filter((node) => targetsOf(graph, node.name).includes(name));

/** As many as the editor draws. */
async function outputsOf(node: GraphNode): Promise<number> {
	const [home, type = ''] = node.type.split('.');
	if (home !== 'n8n-nodes-copydesk') {
		if (type === 'if') return 2;
		return type === 'switch' ? (node.parameters['rules'] as { values: unknown[] }).values.length : 1;
	}
	const { description } = await loadNode(`${type.charAt(0).toUpperCase()}${type.slice(1)}`);
	return outputsIn(description, node.parameters).length;
}

describe('the graphs', () => {
	it('are main, its eight children and the error graph, under ids that the import keeps', () => {
		expect([...graphs.keys()].sort()).to.deep.equal([
			'cd-check-caption',
			'cd-deliver',
			'cd-facts',
			'cd-failure',
			'cd-find-material',
			'cd-main',
			'cd-make-cover',
			'cd-read-source',
			'cd-settle',
			'cd-write-post',
		]);
	});

	it('break no rule of the checkout', async () => {
		expect(problemsOf(files, await readManifest(), await ownNodeTypes())).to.deep.equal([]);
	});

	for (const graph of graphs.values()) {
		describe(graph.name, () => {
			const trigger = graph.nodes.find(({ type }) => type === CALLED);
			if (trigger !== undefined) {
				it('binds its execution first, so that a failure finds its addressee', () => {
					const [first, ...others] = targetsOf(graph, trigger.name);
					expect(others).to.deep.equal([]);
					// By this name the service knows a child whose execution it was not told of (`inbox/failures.ts`).
					expect(first).to.equal('Bind the execution');
					expect(operationOf(nodeOf(graph, first ?? ''))).to.equal(graph.id === 'cd-settle' ? 'bindDecision' : 'bindExecution');
				});
			}

			for (const node of graph.nodes.filter(isAiCall)) {
				it(`asks for its own admission right before "${node.name}", which has a bound and the time-out that it has by default`, () => {
					const sources = sourcesOf(graph, node.name);
					// Authorize is the node's default operation and therefore not written.
					expect(sources.map(({ type, parameters }) => [type, parameters['operation']])).to.deep.equal([
						['n8n-nodes-copydesk.collabAuthorize', undefined],
					]);
					expect(node.parameters).to.deep.equal({ operation: 'askAi' });
					expect(Object.keys(node.credentials ?? {})).to.deep.equal(['copydeskAiApi']);
				});

				it(`reads the answer of "${node.name}" with the item that was admitted, because the call leaves nothing of it`, () => {
					const [reader] = targetsOf(graph, node.name);
					const [admission] = sourcesOf(graph, node.name);
					expect(nodeOf(graph, reader ?? '').parameters['askedNode']).to.equal(admission?.name);
				});
			}

			for (const node of graph.nodes.filter(
				(each) =>
					isOurs(each, 'coverRender', 'generateIllustration') ||
					isOurs(each, 'coverRender', 'importKept') ||
					(isOurs(each, 'coverRender') && operationOf(each) === undefined),
			)) {
				it(`asks for admission right before "${node.name}"`, () => {
					expect(sourcesOf(graph, node.name).map(({ type }) => type)).to.deep.equal(['n8n-nodes-copydesk.collabAuthorize']);
				});
			}

			it('has no node of n8n that reads an answer of the world without a bound', () =>
				expect(graph.nodes.filter(({ type }) => type === 'n8n-nodes-base.httpRequest')).to.deep.equal([]));

			it('continues on failure only where silence is an answer: what is sent again', () => {
				const lenient = graph.nodes.filter(({ onError }) => onError !== undefined);
				expect(lenient.map(({ name }) => name)).to.deep.equal(graph.id === 'cd-main' ? ['Verify and store the event'] : []);
			});

			it('writes no parameter that is the default, so that a save in the editor changes nothing', async () => {
				for (const node of graph.nodes.filter(({ type }) => type.startsWith('n8n-nodes-copydesk.'))) {
					const type = node.type.split('.')[1] ?? '';
					const { description } = await loadNode(`${type.charAt(0).toUpperCase()}${type.slice(1)}`);
					const operation = operationOf(node) ?? description.properties.find(({ name }) => name === 'operation')?.default;
					const fieldOf = (name: string): INodeProperties | undefined =>
						description.properties.find(
							(property) =>
								property.name === name &&
								(name === 'operation' || property.displayOptions?.show?.['operation']?.includes(operation as string)),
						);
					for (const [name, value] of Object.entries(node.parameters)) {
						const field = fieldOf(name);
						expect(field, `${node.name}: ${name}`).to.not.equal(undefined);
						expect(value, `${node.name}: ${name}`).to.not.deep.equal(field?.default);
						if (field?.type === 'options')
							expect(
								field.options?.map((option) => ('value' in option ? option.value : undefined)),
								`${node.name}: ${name}`,
							).to.include(value);
					}
				}
			});

			it('gives each node that needs a credential exactly those', async () => {
				for (const node of graph.nodes.filter(({ type }) => type.startsWith('n8n-nodes-copydesk.'))) {
					const type = node.type.split('.')[1] ?? '';
					const { description } = await loadNode(`${type.charAt(0).toUpperCase()}${type.slice(1)}`);
					const operation = (operationOf(node) ?? description.properties.find(({ name }) => name === 'operation')?.default) as string;
					const needed = (description.credentials ?? [])
						.filter(
							({ displayOptions }) =>
								displayOptions?.show?.['operation']?.includes(operation) ??
								!(displayOptions?.hide?.['operation']?.includes(operation) ?? false),
						)
						.map(({ name }) => name);
					expect(Object.keys(node.credentials ?? {}).sort(), node.name).to.deep.equal(needed.sort());
				}
			});

			for (const node of graph.nodes.filter(({ type }) => type === CALL)) {
				it(`gives "${node.name}" no inputs but those that it declares, with their types`, () => {
					const child = graphs.get((node.parameters['workflowId'] as { value: string }).value);
					const declared = (
						child?.nodes.find(({ type }) => type === CALLED)?.parameters['workflowInputs'] as { values: { name: string; type?: string }[] }
					).values;
					const { schema, value } = node.parameters['workflowInputs'] as { schema: { id: string; type: string }[]; value: object };
					expect(schema.map(({ id, type }) => ({ name: id, type }))).to.deep.equal(
						declared.map(({ name, type }) => ({ name, type: type ?? 'string' })),
					);
					// What is not said comes from the item under the same name, without a copy of it and without an expression.
					const names = declared.map(({ name }) => name);
					expect(names).to.include.members(Object.keys(value));
					// An item that came back from another child has that child's number until a node of ours has had it.
					expect(value).to.not.have.property('execution_id');
					const before = sourcesOf(graph, node.name);
					expect(before.filter(({ type }) => !type.startsWith('n8n-nodes-copydesk.')).map(({ name }) => name)).to.deep.equal([]);
				});
			}
		});
	}

	it("have examples with n8n's own model nodes, in the normal form, without credentials, marked where they may stand", async () => {
		const examples = await readGraphs(join(GRAPHS_FOLDER, 'examples'));
		expect(examples.map(({ graph }) => graph.name)).to.deep.equal([
			'Copydesk example · An agent that searches',
			'Copydesk example · Your own chat model',
		]);
		for (const { text, graph } of examples) {
			expect(written(graph), graph.name).to.equal(text);
			expect(graph.nodes.filter(({ credentials }) => credentials !== undefined).map(({ name }) => name)).to.deep.equal([]);
		}
		for (const id of ['cd-write-post', 'cd-find-material']) {
			const notes = graphs.get(id)?.nodes.map(({ parameters }) => String(parameters['content'])) ?? [];
			expect(
				notes.filter((note) => note.startsWith('## The place of your own model\n')),
				id,
			).to.have.length(1);
		}
	});

	it('declares the inputs of the check as the specification lists them, and then what else it reads', () => {
		const check = graphs.get('cd-check-caption');
		const { values } = check?.nodes.find(({ type }) => type === CALLED)?.parameters['workflowInputs'] as { values: { name: string }[] };
		const names = values.map(({ name }) => name);
		const text = ['body', 'title', 'subtitle', 'facts', 'source_blocks'];
		const listed = ['_svc', 'created_by_user_id', ...text, 'draft_key', 'batch_key', 'version'];
		expect(names.slice(0, listed.length)).to.deep.equal(listed);
		expect(names).to.not.include('material');
	});

	it('evaluate no expression between a message and its previews except in AI requests: the first one costs an isolate', () => {
		// On the way of the news.
		const elsewhere = ['Find what is asked for'];
		const found = ['cd-main', 'cd-settle', 'cd-make-cover', 'cd-deliver'].flatMap((id) =>
			(graphs.get(id)?.nodes ?? []).filter(({ parameters }) => /"=/.test(JSON.stringify(parameters))).map(({ name }) => name),
		);
		expect(found.sort()).to.deep.equal(elsewhere);
	});

	describe('main', () => {
		const main = graphs.get('cd-main') as Graph;

		it('says in a note of each graph what a person may change', () => {
			for (const { name, nodes } of graphs.values()) {
				const notes = nodes.filter(({ type }) => type.endsWith('stickyNote')).map(({ parameters }) => String(parameters['content']));
				expect(
					notes.filter((note) => note.startsWith('## What you may change\n')),
					name,
				).to.have.length(1);
			}
		});

		it('keeps no data of successful runs, because the webhook saves its headers with the secret', () => {
			expect(main.settings).to.include({ saveDataSuccessExecution: 'none' });
		});

		it('answers only after the event is stored, and 503 when it is not', () => {
			const entry = 'Verify and store the event';
			// The second output is that of the error.
			expect(nodeOf(main, entry).onError).to.equal('continueErrorOutput');
			const answers = ['Answer: stored', 'Answer: send it again'];
			expect(targetsOf(main, entry)).to.deep.equal(answers);
			// n8n says 200 where nothing else is said.
			expect(answers.map((name) => nodeOf(main, name).parameters['options'])).to.deep.equal([{}, { responseCode: 503 }]);
			expect(answers.map((name) => nodeOf(main, name).parameters['respondWith'])).to.deep.equal(['noData', 'noData']);
			expect(answers.map((name) => targetsOf(main, name))).to.deep.equal([['Bind it, then go its way'], []]);
			expect(targetsOf(main, 'Bind it, then go its way').at(-1), 'nothing follows').to.equal('What happened');
		});

		it('ends every route by closing its event, or the inbox would post it again', () => {
			const ends = main.nodes.filter(({ name, type }) => type !== 'n8n-nodes-base.stickyNote' && targetsOf(main, name).length === 0);
			// A person's own steps come behind that.
			const places = targetsOf(main, 'What happened');
			expect(places).to.deep.equal(['After a publication', 'After a preview', 'After a rejection', 'After a failure']);
			expect(ends.map(({ name }) => name)).to.have.members([...places, 'Answer: send it again']);
			const closes = main.nodes.filter(({ name }) => targetsOf(main, name).includes('What happened'));
			expect(closes.filter((node) => !isOurs(node, 'collabAuthorize', 'closeEvent')).map(({ name }) => name)).to.deep.equal([
				'Bind it, then go its way',
			]);
		});

		it('connects every output of every switch, condition and node with more than one, so that no item is lost on the way', async () => {
			for (const graph of graphs.values()) {
				for (const node of graph.nodes) {
					const outputs = await outputsOf(node);
					if (outputs === 1) continue;
					const connected = (graph.connections[node.name]?.['main'] ?? []).filter((targets) => (targets ?? []).length > 0).length;
					expect(connected, `${graph.name}: ${node.name}`).to.equal(outputs);
				}
			}
		});

		it('goes on from a settled decision whatever it ended with, or its event would stay open', () => {
			const [next = ''] = targetsOf(main, 'Settle the decision');
			expect(nodeOf(main, next).parameters).to.deep.equal({ operation: 'beginWork', split: true });
			expect(main.connections[next]?.['main']?.[0]?.map(({ node }) => node)).to.deep.equal(['Close the event']);
		});

		it('closes every event in one place, with the outcome that the item brings', () => {
			const closes = main.nodes.filter((node) => isOurs(node, 'collabAuthorize', 'closeEvent'));
			expect(closes.map(({ name, parameters }) => [name, parameters['outcome']])).to.deep.equal([['Close the event', 'ofItem']]);
		});

		it('shows each setting in a field with a title and a description, long texts in large ones', async () => {
			const { description } = await loadNode('DeskSettings');
			const fields = description.properties.filter(({ name, type }) => name !== 'operation' && type !== 'notice');
			expect(Object.fromEntries(fields.map((field) => [field.name, field.default]))).to.deep.include(PROMPTS);
			const { parameters } = nodeOf(main, 'House style, language and models');
			expect(fields.map(({ name }) => name)).to.include.members(Object.keys(parameters));
			for (const { name, displayName, description: words, typeOptions, default: value } of fields) {
				expect(displayName, name).to.match(/^[A-Z][^_]+$/);
				expect(words, name).to.match(/^[A-Z][^_]{10,}$/);
				if (String(parameters[name] ?? value).length > 40) expect(typeOptions?.rows, name).to.be.at.least(4);
			}
		});

		it('sends on what arrives with settings that the desk can read', async () => {
			const { parameters } = nodeOf(main, 'House style, language and models');
			const [item] = await runNode(await loadNode('DeskSettings'), {
				parameters: { operation: 'set', ...parameters },
				items: [{ body: 'B' }],
			});
			const { settings, ...rest } = item?.json as { settings: Record<string, unknown> };
			expect(rest).to.deep.equal({ body: 'B' });
			expect(settings).to.deep.include({ ...PROMPTS, language: 'auto', daily_offer: false, daily_hour: 9 });
			const read = readNewsSettings(settings);
			expect(read.ok && read.settings.feeds.length).to.equal(3);
		});

		it('is small enough to be read at fit zoom', () => {
			expect(main.nodes.filter(({ type }) => !type.endsWith('stickyNote'))).to.have.length.at.most(28);
		});

		it('reads from left to right: no wire leads back', () => {
			const left = (name: string): number => nodeOf(main, name).position[0];
			const back = main.nodes.flatMap(({ name }) =>
				targetsOf(main, name).flatMap((to) => (left(to) > left(name) ? [] : [`${name} > ${to}`])),
			);
			expect(back).to.deep.equal([]);
		});

		it('begins by its webhook alone: nothing runs by the clock of n8n', () => {
			const begins = [...graphs.values()].flatMap(({ nodes }) => nodes.filter(({ type }) => /trigger$|\.webhook$/i.test(type)));
			const types = new Set(begins.map(({ type }) => type.slice('n8n-nodes-base.'.length)));
			expect([...types].sort()).to.deep.equal(['errorTrigger', 'executeWorkflowTrigger', 'webhook']);
		});

		it('hands no child more of the update than what was verified', () => {
			const given = main.nodes
				.filter(({ type }) => type === CALL)
				.flatMap(({ parameters }) => Object.values((parameters['workflowInputs'] as { value: Record<string, string> }).value));
			expect(given.filter((expression) => /body|headers|webhook/i.test(expression.replace('material.body', '')))).to.deep.equal([]);
		});
	});

	it('a version gives way only after the cover of the next one was tried', () => {
		const settle = graphs.get('cd-settle') as Graph;
		const tried = sourcesOf(settle, 'Make the new version');
		expect(tried.map(({ parameters }) => parameters)).to.deep.equal([{ operation: 'checkCover', split: true }]);
		const [fits, refuse] = settle.connections[tried[0]?.name ?? '']?.['main'] ?? [];
		expect([fits, refuse].map((targets) => targets?.map(({ node }) => node))).to.deep.equal([
			['Make the new version'],
			['Tell how it came out'],
		]);
	});

	it('what the AI wrote is tried on the cover as soon as it is stored, before its check is paid for', () => {
		const write = graphs.get('cd-write-post') as Graph;
		const [tried = ''] = targetsOf(write, 'Store the text');
		expect([operationOf(nodeOf(write, tried)), nodeOf(write, tried).parameters['coverOf']]).to.deep.equal(['checkCover', 'material']);
		const [next = ''] = targetsOf(write, tried);
		expect(operationOf(nodeOf(write, next))).to.equal('startCheck');
	});

	it('the error graph picks its facts in one node and names no error graph of its own', () => {
		const failure = graphs.get('cd-failure') as Graph;
		expect(failure.settings).to.deep.equal({ executionOrder: 'v1' });
		expect(failure.nodes.filter((node) => isOurs(node, 'collabAuthorize')).map(operationOf)).to.deep.equal(['reportFailure']);
	});
});
