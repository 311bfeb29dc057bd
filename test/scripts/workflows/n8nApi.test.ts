import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { N8nApi } from '../../../scripts/workflows/n8nApi.ts';
import { startScripted, type ScriptedAnswer } from '../../support/scripted.ts';

describe("n8n's own interface", () => {
	const notReady: ScriptedAnswer = { status: 503, body: { code: 503, message: 'Database is not ready!' } };
	const cookie: ScriptedAnswer = { headers: { 'Set-Cookie': 'n8n-auth=new; Path=/' } };

	for (const [what, answers, asked] of [
		['goes on with a session while n8n looks at no request', [notReady, {}], ['GET', 'GET']],
		['logs in again where the session is over', [{ status: 401 }, notReady, cookie], ['GET', 'POST', 'POST']],
	] as const) {
		it(what, async () => {
			const folder = mkdtempSync(join(tmpdir(), 'copydesk-session-'));
			const session = join(folder, 'session');
			writeFileSync(session, 'n8n-auth=kept');
			const left = [...answers];
			const n8n = await startScripted(() => left.shift());
			try {
				await N8nApi.open(n8n.url, 'owner@copydesk.example', 'password', { sessionFile: session });
				expect(n8n.asked).to.deep.equal(asked.map((method) => `${method} /rest/login`));
			} finally {
				await n8n.close();
				rmSync(folder, { recursive: true, force: true });
			}
		});
	}

	it('does not count a run as under way that n8n left behind at its death, or no command would ever go on', async () => {
		const results = [
			{ id: '1', workflowId: 'cd-main', workflowName: 'Main', status: 'running', startedAt: '2026-05-01T10:00:00.000Z' },
			{ id: '2', workflowId: 'cd-main', workflowName: 'Main', status: 'running', startedAt: '2026-05-01T10:00:02.000Z' },
			{ id: '3', workflowId: 'cd-main', workflowName: 'Main', status: 'waiting', startedAt: '2026-05-01T09:00:00.000Z' },
			{ id: '4', workflowId: 'cd-main', workflowName: 'Main', status: 'new', startedAt: null },
		];
		const n8n = await startScripted((what) => (what.startsWith('GET /rest/executions') ? { body: { data: { results } } } : cookie));
		try {
			const sinceMs = Date.parse('2026-05-01T10:00:01.000Z');
			const api = await N8nApi.open(n8n.url, 'owner@copydesk.example', 'password', { sinceMs });
			expect((await api.underWay(['cd-main'])).map(({ id }) => id)).to.deep.equal(['2', '3', '4']);
			expect(await api.executionsUnderWay()).to.equal(3);
			const unknown = await N8nApi.open(n8n.url, 'owner@copydesk.example', 'password');
			expect(await unknown.executionsUnderWay()).to.equal(4);
		} finally {
			await n8n.close();
		}
	});
});
