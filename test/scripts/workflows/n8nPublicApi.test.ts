import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/desk/paths.ts';
import { N8nApi } from '../../../scripts/workflows/n8nApi.ts';
import { N8nPublicApi, SCOPES } from '../../../scripts/workflows/n8nPublicApi.ts';
import { startScripted, type ScriptedAnswer } from '../../support/scripted.ts';

describe("n8n's public interface", () => {
	const refusal = async (address: string): Promise<string> =>
		await new N8nPublicApi(address, 'the-key').workflow('cd-main').then(
			() => 'nothing went wrong',
			(error: Error) => error.message,
		);

	for (const [status, advice] of [
		[401, 'The key is wrong, expired or revoked: make one in n8n under Settings → n8n API'],
		[403, 'The key may not do this: give it the scopes that docs/your-own-n8n.md lists, in n8n under Settings → n8n API'],
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

	it('needs the scopes that the document lists for the key, and no others', () => {
		const page = readFileSync(join(ROOT, 'docs', 'your-own-n8n.md'), 'utf8');
		const [, listed = ''] = /make a key with these scopes: (.*?)\. Put it/.exec(page) ?? [];
		const scopes = [...listed.matchAll(/`(\w+):(\w*)`([^`]*)/g)].flatMap(([, of, one = '', more = '']) =>
			one === '' ? more.split(/,| and /).flatMap((word) => (word.trim() === '' ? [] : [`${of}:${word.trim()}`])) : [`${of}:${one}`],
		);
		expect(scopes).to.have.members([...SCOPES]);
	});

	it('finds what is under way of some graphs on every page of all that is', async () => {
		const pages: Record<string, unknown> = {
			'status=running&limit=250': {
				data: [
					{ id: '7', workflowId: 'cd-main' },
					{ id: '8', workflowId: 'another' },
				],
				nextCursor: 'a=b',
			},
			'status=running&limit=250&cursor=a%3Db': { data: [{ id: 9, workflowId: 'cd-deliver' }], nextCursor: null },
			'status=new&limit=250': { data: [], nextCursor: null },
			'status=waiting&limit=250': { data: [{ id: '10', workflowId: 'cd-main' }], nextCursor: null },
		};
		const n8n = await startScripted((what) => ({ body: pages[what.split('?')[1] ?? ''] }));
		try {
			const found = await new N8nPublicApi(n8n.url, 'the-key').underWay(['cd-main', 'cd-deliver']);
			expect(found.map(({ id, workflowId, status }) => [id, workflowId, status])).to.deep.equal([
				['7', 'cd-main', 'running'],
				['9', 'cd-deliver', 'running'],
				['10', 'cd-main', 'waiting'],
			]);
		} finally {
			await n8n.close();
		}
	});

	it('waits while n8n looks at no request, because its database is slow or being brought up to date', async () => {
		const turnedAway: ScriptedAnswer[] = [
			{ status: 503, body: { code: 503, message: 'Database is not ready!' } },
			{ body: 'n8n is starting up. Please wait' },
		];
		const n8n = await startScripted((_what, body) => turnedAway.shift() ?? { body: { id: 'cd-main', versionId: '2', sent: body } });
		try {
			const stored = await new N8nPublicApi(n8n.url, 'the-key').update({
				id: 'cd-main',
				name: 'main',
				nodes: [],
				connections: {},
				settings: {},
			});
			expect(stored['sent']).to.include({ name: 'main' });
			expect(n8n.asked).to.deep.equal(Array<string>(3).fill('PUT /api/v1/workflows/cd-main?publishIfActive=false'));
		} finally {
			await n8n.close();
		}
	});

	it('is told at once when something else is not available', async () => {
		const n8n = await startScripted(() => ({ status: 503, body: '<h1>no server is available</h1>' }));
		try {
			expect(await refusal(n8n.url)).to.equal('n8n refused to read a workflow: 503 <h1>no server is available</h1>');
			expect(n8n.asked).to.have.length(1);
		} finally {
			await n8n.close();
		}
	});

	it('names an address without a listener', async () => {
		expect(await refusal('http://127.0.0.1:2')).to.equal('n8n was not reached at http://127.0.0.1:2/api/v1: nothing listens there');
		const login = N8nApi.open('http://127.0.0.1:2', 'owner@copydesk.local', 'secret').then(
			() => 'nothing went wrong',
			(error: Error) => error.message,
		);
		expect(await login).to.equal('n8n was not reached at http://127.0.0.1:2: nothing listens there');
	});
});
