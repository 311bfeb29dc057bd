import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { IDataObject, INodeType } from 'n8n-workflow';

import { runNode, runNodeByOutput, stubService } from '../support/fakeExecution.ts';
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
		expect(outputsIn(node.description, parameters)).to.deep.equal(['goes on', 'ends', 'failed', 'offer']);
		const [stored, ended, failed] = await runNodeByOutput(node, { parameters, items: [{ body: 'no update' }], continueOnFail: true });
		expect([stored, ended]).to.deep.equal([[], []]);
		expect(failed?.map(({ json }) => json)).to.deep.equal([{ error: 'Expected a messenger update in body of the item but found none' }]);
	});

	it('says which execution the item is in, though it came back from another one', async () => {
		const node = await loadNode('CollabMaterial');
		const parameters = { operation: 'keepProblem', split: true };
		const [[item] = []] = await runNodeByOutput(node, {
			parameters,
			items: [{ next: 'ready', execution_id: 'f00dcafe-9999-0000000000000000' }],
		});
		expect(item?.json).to.deep.equal({ next: 'ready', execution_id: 'f00dcafe-4711-db89140b04b72886' });
	});

	it('stops at a way that has no output, so that no item is lost without a word', async () => {
		const failure = await runNode(await loadNode('CollabMessenger'), {
			parameters: { operation: 'answerCallback', split: true },
			items: [{ route: 'stop' }],
		}).catch((error: unknown) => error);
		expect(failure).to.include({
			message: 'There is no output for "stop", only for news, close, say, draft, resume, take, skip, post, settle, brief',
		});
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

	it('finds it by the wiring where somebody renamed that node, so that an answer that was paid for is read', async () => {
		const node = await loadNode('CaptionCheck');
		const asked = { check: { checks: 0, repaired: false, passed: false, repair_needed: false, ground_error: null } };
		const [item] = await runNode(node, {
			parameters: { operation: 'parseVerdict', askedNode: 'Admit the check' },
			items: [{}],
			wiredAfter: ['Ask the AI for a verdict', 'Is it allowed?', 'A caption to check'],
			outputs: {
				'Ask the AI for a verdict': [{ output: [] }],
				'Is it allowed?': [asked],
				'A caption to check': [{ check: 'an older one' }],
			},
		});
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

	/** The output by which an item leaves. */
	const wayOf = async (name: string, operation: string, item: IDataObject): Promise<string | undefined> => {
		const parameters = { operation, split: true };
		const node = await loadNode(name);
		const outputs = await runNodeByOutput(node, { parameters, items: [item] });
		return outputsIn(node.description, parameters)[outputs.findIndex((items) => items.length > 0)];
	};

	it("takes the clock's item to the offer at the desk's hour, whatever the clock of n8n shows", async () => {
		const at = async (hour: number, daily_offer: boolean, chosen: IDataObject = {}) => {
			const desk = await stubService({ '/internal': { body: { day: '2026-11-24', hour, settings: chosen } } });
			const parameters = { operation: 'verifyEvent', split: true };
			const node = await loadNode('CollabAuthorize');
			const item = { settings: { daily_offer, daily_hour: 9 }, timestamp: '2026-11-23T20:00:00Z', Hour: '20' };
			const outputs = await runNodeByOutput(node, { parameters, items: [item], services: { copydeskCollaborationApi: desk.url } });
			await desk.close();
			const left = outputs.findIndex((items) => items.length > 0);
			return [outputsIn(node.description, parameters)[left], outputs[left]?.[0]?.json['timestamp']];
		};
		const due = ['offer', '2026-11-24'];
		const never = [undefined, undefined];
		expect([await at(9, true), await at(10, true), await at(9, false)]).to.deep.equal([due, never, never]);
		const inChat = { daily_offer: true, daily_hour: 18 };
		expect([await at(18, false, inChat), await at(9, true, inChat)]).to.deep.equal([due, never]);
	});

	it('leads a draft to what it needs first, and says nothing where no work is left', async () => {
		const news = { kind: 'news', body: null, source_blocks: null, facts: null };
		expect(await wayOf('CollabMessenger', 'beginWork', { next: 'done', material: news })).to.equal('done');
		expect(await wayOf('CollabMessenger', 'beginWork', { next: 'refused' })).to.equal('done');
	});

	it('leads a written text to its check or straight to its cover', async () => {
		const material = { draft_key: 'p1', version: 2, state: 'text_preparing', body: 'It rains.' };
		expect(await wayOf('CollabMaterial', 'startCheck', { next: 'kept', needs: 'check', material })).to.equal('check');
		expect(await wayOf('CollabMaterial', 'startCheck', { next: 'kept', needs: 'cover', material })).to.equal('cover');
	});

	it('lets every route of a verified event out, but that of one that stops', async () => {
		for (const route of ['news', 'close', 'say', 'draft', 'resume', 'take', 'skip', 'post', 'settle'])
			expect(await wayOf('CollabMessenger', 'answerCallback', { route })).to.equal(route);
	});
});
