import { expect } from 'chai';
import type { IDataObject } from 'n8n-workflow';

import { runNode, stubService } from '../support/fakeExecution.ts';
import { loadNode } from '../support/nodes.ts';

describe('What an execution is marked with', () => {
	const marksOf = async (item: IDataObject): Promise<object> => {
		const material = { draft_key: 'p1', version: 3, number: 12 };
		const service = await stubService({ '/materials/read': { body: { material } } });
		const highlights = new Map<string, string>();
		try {
			await runNode(await loadNode('CollabMaterial'), {
				parameters: { operation: 'read' },
				items: [{ _svc: 'signed', execution_id: '1', subject: material, ...item }],
				services: { copydeskCollaborationApi: service.url },
				highlights,
			});
		} finally {
			await service.close();
		}
		return Object.fromEntries(highlights);
	};

	it('is the draft, its number and version, the step and how it came out', async () => {
		expect(await marksOf({})).to.deep.equal({ draft: 'p1', number: '12', version: '3', step: 'read', outcome: 'found' });
	});

	it('is the step that failed and its code, also for a failure that the graph goes on with', async () => {
		expect(await marksOf({ problem: { code: 'layout_overflow', stage: 'cover' } })).to.deep.equal({
			draft: 'p1',
			number: '12',
			version: '3',
			step: 'cover',
			outcome: 'layout_overflow',
		});
	});
});
