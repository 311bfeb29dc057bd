import { expect } from 'chai';
import { N8nPublicApi } from '../../../scripts/workflows/n8nPublicApi.ts';
import { startScripted } from '../../support/scripted.ts';

describe("n8n's public interface", () => {
	const refusal = async (address: string): Promise<string> =>
		await new N8nPublicApi(address, 'the-key').workflow('cd-main').then(
			() => 'nothing went wrong',
			(error: Error) => error.message,
		);

	for (const [status, advice] of [
		[401, 'The key is wrong, expired or revoked: make one in n8n under Settings → n8n API'],
		[403, 'The key may not do this: give it the scopes that docs/deploy.md lists, in n8n under Settings → n8n API'],
	] as const) {
		it(`says what to do about a key that is answered ${status}, and not the key`, async () => {
			const n8n = await startScripted(() => ({ status, body: { message: 'refused' } }));
			try {
				expect(await refusal(n8n.url)).to.equal(`n8n refused to read a workflow: ${status} refused. ${advice}`);
			} finally {
				await n8n.close();
			}
		});
	}

	it('names an address at which nobody listens', async () => {
		expect(await refusal('http://127.0.0.1:2')).to.equal('n8n was not reached at http://127.0.0.1:2/api/v1: nothing listens there');
	});
});
