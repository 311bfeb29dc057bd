import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { N8nApi } from '../../../scripts/workflows/n8nApi.ts';
import { startScripted } from '../../support/scripted.ts';
import type { ScriptedAnswer } from '../../support/scripted.ts';

describe("n8n's own interface", () => {
	const notReady: ScriptedAnswer = { status: 503, body: { code: 503, message: 'Database is not ready!' } };
	const cookie: ScriptedAnswer = { headers: { 'Set-Cookie': 'n8n-auth=new; Path=/' } };

	for (const [what, answers, asked] of [
		['goes on with a session while n8n looks at no request', [notReady, {}], ['GET', 'GET']],
		['logs in anew where the session is over', [{ status: 401 }, notReady, cookie], ['GET', 'POST', 'POST']],
	] as const) {
		it(what, async () => {
			const folder = mkdtempSync(join(tmpdir(), 'copydesk-session-'));
			const session = join(folder, 'session');
			writeFileSync(session, 'n8n-auth=kept');
			const left = [...answers];
			const n8n = await startScripted(() => left.shift());
			try {
				await N8nApi.open(n8n.url, 'owner@copydesk.example', 'password', session);
				expect(n8n.asked).to.deep.equal(asked.map((method) => `${method} /rest/login`));
			} finally {
				await n8n.close();
				rmSync(folder, { recursive: true, force: true });
			}
		});
	}
});
