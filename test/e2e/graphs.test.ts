/**
 * Graphs on their way in and out of an n8n that runs.
 */
import { expect } from 'chai';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loginToN8n } from '../../scripts/desk/n8n.ts';
import { ensureSecrets } from '../../scripts/desk/secrets.ts';
import { normalised } from '../../scripts/workflows/graph.ts';
import type { N8nApi } from '../../scripts/workflows/n8nApi.ts';
import { sharedDesk, type Desk } from '../support/desk.ts';
import { environmentOf, run } from '../support/deskCommand.ts';

describe('The graphs of a desk that runs', function () {
	this.timeout(240_000);
	let desk: Desk;

	before(async function () {
		desk = await sharedDesk(this);
	});

	const workflows = (...words: readonly string[]) => run(environmentOf(desk.dataDir, desk.ports), 'scripts/workflows/main.ts', ...words);
	const GRAPHS = 10;
	const n8n = (): Promise<N8nApi> => loginToN8n(desk.ports, ensureSecrets(join(desk.dataDir, 'secrets')));

	it('are all stored, published and running as the files say, and the command says so', async () => {
		const { code, text } = await workflows('verify');
		expect(code, text).to.equal(0);
		expect(text.match(/✓/g)).to.have.length(GRAPHS);
		expect(await workflows('diff')).to.deep.equal({ code: 0, text: 'No difference.\n' });
	});

	it('are left when changed in the editor, and put back where that is asked for, with a copy kept and the webhook up', async () => {
		const api = await n8n();
		const graph = normalised(await api.workflow('cd-write-post'));
		const { versionId } = await api.update({
			...graph,
			nodes: graph.nodes.map((node, at) => (at === 0 ? { ...node, notes: 'Changed by hand' } : node)),
		});
		const draft = await workflows('verify');
		expect(draft.code, 'a draft is no error').to.equal(0);
		expect(draft.text).to.match(/✓ .*: as the file says, and the editor has a draft that is not published/);
		await api.publish('cd-write-post', versionId);
		await api.waitUntilLive('cd-write-post', versionId, 60_000);
		const verified = await workflows('verify');
		expect(verified.code).to.equal(1);
		expect(verified.text).to.match(/✗ .*: changed in n8n: it is not what the file says/);
		const left = await workflows('import');
		expect(left.code, left.text).to.equal(0);
		expect(left.text).to.match(/Write the post was changed in n8n and stays as it is \(npm run workflows -- diff shows the change\)/);
		expect((await api.workflow('cd-write-post'))?.activeVersionId, 'theirs runs').to.equal(versionId);

		await desk.idle();
		const answers = new Set<number>();
		let importing = true;
		const probe = (async () => {
			while (importing) {
				const answer = await fetch(desk.urls.webhook, {
					method: 'POST',
					body: '{}',
					headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': 'wrong' },
				});
				await answer.body?.cancel();
				answers.add(answer.status);
				await sleep(20);
			}
		})();
		const imported = await workflows('import', '--replace');
		importing = false;
		await probe;
		expect(imported.code, imported.text).to.equal(0);
		expect([...answers]).to.deep.equal([403]);
		const [kept] = readdirSync(join(desk.dataDir, 'workflows'));
		expect(readFileSync(join(desk.dataDir, 'workflows', kept as string, 'cd-write-post.json'), 'utf8')).to.include('Changed by hand');
	});
});
