import { expect } from 'chai';
import { descriptionOf, labelBare } from '../../../scripts/workflows/labels.ts';
import type { StoredWorkflow } from '../../../scripts/workflows/graph.ts';
import { N8nPublicApi } from '../../../scripts/workflows/n8nPublicApi.ts';
import { readGraphSet } from '../../../scripts/workflows/sets.ts';
import { fakeN8n } from '../../support/n8nGraphs.ts';
import { startScripted } from '../../support/scripted.ts';

describe('What people find the graphs by', () => {
	it('is a description of each, short enough for a line of a list, and another one each time', async () => {
		const { graphs } = await readGraphSet('1.0.1');
		const said = graphs.map(descriptionOf);
		expect(said.filter((words) => words.length < 40 || words.length > 160)).to.deep.equal([]);
		expect(new Set(said).size).to.equal(graphs.length);
	});

	it('is put on graphs that have no label, and never in the place of what a person wrote', async () => {
		const { graphs } = await readGraphSet('1.0.1');
		const held = new Map(fakeN8n(graphs).held);
		const own = (id: string, label: object) => held.set(id, { ...(held.get(id) as StoredWorkflow), ...label });
		own('cd-main', { description: 'Ours' });
		own('cd-facts', { tags: [{ id: '1', name: 'News' }] });
		held.delete('cd-deliver');
		const labelled: string[] = [];
		expect(await labelBare({ label: async (id) => void labelled.push(id) }, graphs, held)).to.deep.equal([]);
		expect(labelled).to.have.members(graphs.map(({ id }) => id).filter((id) => id !== 'cd-main' && id !== 'cd-facts'));
	});

	it('is one tag for all, made once; a key that may not make one is told, and stops nothing', async () => {
		const n8n = await startScripted((what) => {
			if (what.startsWith('GET')) return { body: { data: [{ id: '3', name: 'News' }] } };
			return { body: what.startsWith('POST') ? { id: '7', name: 'Copydesk' } : [] };
		});
		try {
			const { graphs } = await readGraphSet('1.0.1');
			await labelBare(new N8nPublicApi(n8n.url, 'key'), graphs.slice(0, 2), new Map());
			const [one, two] = graphs.map(({ id }) => `PUT /api/v1/workflows/${id}/tags`);
			expect(n8n.asked).to.deep.equal(['GET /api/v1/tags?limit=250', 'POST /api/v1/tags', one, two]);
		} finally {
			await n8n.close();
		}
		const used = async (workflows: readonly object[]) => {
			const there = await startScripted((what) => ({
				body: what.startsWith('GET /api/v1/workflows') ? { data: workflows } : { data: [{ id: '7', name: 'Copydesk' }] },
			}));
			try {
				return [await new N8nPublicApi(there.url, 'key').dropTag(), there.asked.at(-1)];
			} finally {
				await there.close();
			}
		};
		expect(await used([]), 'nobody has it').to.deep.equal([true, 'DELETE /api/v1/tags/7']);
		expect((await used([{ id: 'theirs' }]))[0], 'a workflow of theirs has it').to.equal(false);
		const closed = await startScripted(() => ({ status: 403, body: { message: 'Forbidden' } }));
		try {
			const { graphs } = await readGraphSet('1.0.1');
			const [told] = await labelBare(new N8nPublicApi(closed.url, 'key'), graphs, new Map());
			expect(told).to.match(/^the graphs have no tag Copydesk, which changes nothing for the desk: n8n refused to list its tags: 403/);
			expect(closed.asked).to.have.length(1);
		} finally {
			await closed.close();
		}
	});
});
