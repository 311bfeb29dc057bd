import { expect } from 'chai';
import { bareEnvironment } from '../../support/environment.ts';
import { run } from '../../support/deskCommand.ts';
import { startScripted } from '../../support/scripted.ts';

describe('Importing graphs', () => {
	it('is refused under an execution, which is named, and nothing is asked of n8n but that', async () => {
		const running = { data: [{ id: 17, workflowId: 'cd-main' }], nextCursor: null };
		const n8n = await startScripted((what) => ({ body: what.includes('status=running') ? running : { data: [], nextCursor: null } }));
		try {
			const { code, text } = await run(
				{ ...bareEnvironment(), N8N_API_KEY: 'the-key' },
				'scripts/workflows/main.ts',
				'import',
				'--at',
				n8n.url,
			);
			expect(code).to.equal(1);
			expect(text).to.include('Try again when it has ended: execution 17 of cd-main is running');
			expect(n8n.asked.every((what) => what.startsWith('GET /api/v1/executions?'))).to.equal(true);
		} finally {
			await n8n.close();
		}
	});
});
