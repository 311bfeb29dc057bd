import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { IDataObject, INodeType } from 'n8n-workflow';

import { runNode, runNodeByOutput } from '../support/fakeExecution.ts';
import { loadNode, loadRegistered, outputsIn } from '../support/nodes.ts';

const drawn: IDataObject = { source_image_id: 'img_1', cover_asset_id: null };
const bare: IDataObject = { source_image_id: null, cover_asset_id: null };
const material = (fields: IDataObject): IDataObject => ({ material: { draft_key: 'd_1', version: 1, ...fields } });
const chooseStep = { operation: 'chooseStep' };

describe('a node whose ways have outputs of their own', () => {
	it('sends each item by the output of the way it takes, in the order in which the editor draws them', async () => {
		const node = await loadNode('CoverRender');
		expect(outputsIn(node.description, { ...chooseStep, split: true })).to.deep.equal(['draw', 'fetch', 'render', 'ready']);
		const run = { parameters: { ...chooseStep, split: true }, items: [material(drawn), material(bare)] };
		const outputs = await runNodeByOutput(node, run);
		expect(outputs.map((items) => items.map(({ json, pairedItem }) => [json['next'], pairedItem]))).to.deep.equal([
			[['draw', { item: 1 }]],
			[],
			[['render', { item: 0 }]],
		]);
	});

	it('has one output where a graph does not say so, as every graph of an earlier package', async () => {
		const node = await loadNode('CoverRender');
		expect(outputsIn(node.description, chooseStep)).to.deep.equal(['main']);
		const outputs = await runNodeByOutput(node, { parameters: chooseStep, items: [material(drawn), material(bare)] });
		expect(outputs.map((items) => items.map(({ json }) => json['next']))).to.deep.equal([['render', 'draw']]);
	});

	it('sends a failure that is gone on with by the way "failed", so that the messenger sends the update again', async () => {
		const node = await loadNode('CollabAuthorize');
		const parameters = { operation: 'verifyEvent', split: true };
		expect(outputsIn(node.description, parameters)).to.deep.equal(['stored', 'failed']);
		const [stored, failed] = await runNodeByOutput(node, { parameters, items: [{ body: 'no update' }], continueOnFail: true });
		expect(stored).to.deep.equal([]);
		expect(failed?.map(({ json }) => json)).to.deep.equal([{ error: 'Expected a messenger update in body of the item but found none' }]);
	});

	it('says which execution the item is in, though it came back from another one', async () => {
		const node = await loadNode('DeskSwitch');
		const [[item] = []] = await runNodeByOutput(node, {
			parameters: { operation: 'byWord', ways: 'ready' },
			items: [{ next: 'ready', execution_id: 'f00dcafe-9999' }],
		});
		expect(item?.json).to.deep.equal({ next: 'ready', execution_id: 'f00dcafe-4711' });
	});

	it('finds the item before an AI call by the name of its node', async () => {
		const node = await loadNode('CaptionCheck');
		const run = { parameters: { operation: 'parseVerdict', askedNode: 'Admit the check' }, items: [{}] };
		const failure = await runNode(node, { ...run, outputs: { 'Admit the check': [{ nothing: true }] } }).catch((error: unknown) => error);
		expect(failure).to.include({ message: 'Expected the item that was asked about but found none' });
		const asked = { check: { checks: 0, repaired: false, passed: false, repair_needed: false, ground_error: null } };
		const [item] = await runNode(node, { ...run, outputs: { 'Admit the check': [asked] } });
		expect(item?.json['next']).to.be.oneOf(['ask', 'end']);
	});

	it('names its ways in the field that separates them', async () => {
		const { n8n } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as { n8n: { nodes: string[] } };
		const counts = await Promise.all(
			n8n.nodes.map(async (built) => {
				const { description } = await loadRegistered<INodeType>(built);
				const split = description.properties.filter(({ name }) => name === 'split');
				return split.flatMap(({ displayOptions, description: said }) =>
					(displayOptions?.show?.['operation'] ?? []).map((operation) => {
						const outputs = outputsIn(description, { operation, split: true });
						expect(said, String(operation)).to.include(outputs.join(', '));
						return outputs.length;
					}),
				);
			}),
		);
		expect(Math.min(...counts.flat())).to.be.above(1);
	});
});

describe('Desk Switch', () => {
	const parameters = { operation: 'byWord', ways: 'say, show,work', otherwise: 'done' };
	let node: INodeType;
	before(async () => {
		node = await loadNode('DeskSwitch');
	});

	it('sends each item by the output that its word names, and every other one by the last', async () => {
		expect(outputsIn(node.description, parameters)).to.deep.equal(['say', 'show', 'work', 'done']);
		const outputs = await runNodeByOutput(node, { parameters, items: [{ next: 'work' }, { next: 'published' }, {}, { next: 'say' }] });
		expect(outputs.map((items) => items.map(({ json }) => json))).to.deep.equal([
			[{ next: 'say' }],
			[],
			[{ next: 'work' }],
			[{ next: 'published' }, {}],
		]);
	});

	it('gives every other word one of the listed outputs where that is named', async () => {
		const listed = { ...parameters, ways: 'say, done, work' };
		expect(outputsIn(node.description, listed)).to.deep.equal(['say', 'done', 'work']);
		const outputs = await runNodeByOutput(node, { parameters: listed, items: [{ next: 'published' }, { next: 'done' }] });
		expect(outputs.map((items) => items.map(({ json }) => json))).to.deep.equal([[], [{ next: 'published' }, { next: 'done' }]]);
	});

	const wayOf = async (word: string, ways: string, item: IDataObject): Promise<string | undefined> => {
		const chosen = { operation: 'byWord', word, ways };
		const outputs = await runNodeByOutput(node, { parameters: chosen, items: [item] });
		return outputsIn(node.description, chosen)[outputs.findIndex((items) => items.length > 0)];
	};

	it('lets nothing go on under the route "stop", nor at an hour that is not that of the offer', async () => {
		expect(await wayOf('route', 'post, say', { route: 'post' })).to.equal('post');
		expect(await wayOf('route', 'post, say', { route: 'stop' })).to.equal(undefined);
		const ways = 'message, proof, offer';
		const settings = { daily_offer: true, daily_hour: 9 };
		expect(await wayOf('entry', ways, { settings, body: { update_id: 1 } })).to.equal('message');
		expect(await wayOf('entry', ways, { settings, body: { resume_proof: 'p' } })).to.equal('proof');
		expect(await wayOf('entry', ways, { settings, Hour: '09' })).to.equal('offer');
		expect(await wayOf('entry', ways, { settings, Hour: '10' })).to.equal(undefined);
		expect(await wayOf('entry', ways, { settings: { ...settings, daily_offer: false }, Hour: '09' })).to.equal(undefined);
	});

	it('knows what news lack before their text, and what a text needs', async () => {
		const ways = 'article, facts, nothing';
		const news = { kind: 'news', body: null, source_blocks: null, facts: null };
		const blocks = [{ id: 'b1', text: 'It rains.' }];
		expect(await wayOf('lacks', ways, { material: news })).to.equal('article');
		expect(await wayOf('lacks', ways, { material: { ...news, source_blocks: blocks, facts: [] } })).to.equal('facts');
		expect(await wayOf('lacks', ways, { material: { ...news, source_blocks: blocks, facts: [{ text: 'It rains.' }] } })).to.equal(
			'nothing',
		);
		expect(await wayOf('lacks', ways, { material: { ...news, body: 'It rains.' } })).to.equal('nothing');
		expect(await wayOf('lacks', ways, { material: { ...news, kind: 'post' } })).to.equal('nothing');
		expect(await wayOf('needs', 'cover, check, failed', { next: 'advanced', needs: 'cover' })).to.equal('cover');
		expect(await wayOf('needs', 'cover, check, failed', { next: 'failed', needs: 'cover' })).to.equal('failed');
	});

	it('stops at a word that has no output, so that no item is lost without a word', async () => {
		const strict = { operation: 'byWord', word: 'decision', ways: 'publish, reject' };
		expect(outputsIn(node.description, strict)).to.deep.equal(['publish', 'reject']);
		const failure = await runNode(node, { parameters: strict, items: [{ decision: 'drop' }] }).catch((error: unknown) => error);
		expect(failure).to.include({ message: 'There is no output for "drop", only for publish, reject' });
	});

	it('leaves the marks of an execution alone: going a way is no step of the work', async () => {
		const highlights = new Map([['step', 'claim']]);
		await runNode(node, { parameters, items: [{ next: 'say' }], highlights });
		expect([...highlights]).to.deep.equal([['step', 'claim']]);
	});
});
