/**
 * What people do with a desk besides writing posts: play the demo, and move graphs in and out of the running n8n.
 */
import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loginToN8n } from '../../scripts/desk/n8n.ts';
import { QUIET_NODE, ROOT } from '../../scripts/desk/paths.ts';
import { ensureSecrets } from '../../scripts/desk/secrets.ts';
import { normalised } from '../../scripts/workflows/graph.ts';
import type { N8nApi } from '../../scripts/workflows/n8nApi.ts';
import { startDesk } from '../support/desk.ts';
import type { Desk } from '../support/desk.ts';

describe('A desk that runs', function () {
	this.timeout(240_000);
	let dataDir: string;
	let desk: Desk;

	before(async () => {
		dataDir = mkdtempSync(join(tmpdir(), 'copydesk-desk-'));
		desk = await startDesk({ dataDir });
	});
	after(async () => {
		await desk?.stop();
		rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
	});

	async function run(script: string, ...args: string[]): Promise<{ code: number; text: string }> {
		const child = spawn(process.execPath, [...QUIET_NODE, script, ...args], {
			cwd: ROOT,
			env: {
				...process.env,
				COPYDESK_DATA_DIR: dataDir,
				RENDERER_PORT: String(desk.ports.renderer),
				COLLAB_PORT: String(desk.ports.collaboration),
				SANDBOX_PORT: String(desk.ports.sandbox),
				N8N_PORT: String(desk.ports.n8n),
				N8N_RUNNERS_BROKER_PORT: String(desk.ports.n8nBroker),
			},
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let text = '';
		for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
		const [code] = (await once(child, 'close')) as [number];
		return { code, text };
	}

	const GRAPHS = 7;
	const n8n = (): Promise<N8nApi> => loginToN8n(desk.ports, ensureSecrets(join(dataDir, 'secrets')));
	const theDemoPlayed = ({ code, text }: { code: number; text: string }): void => {
		expect(code, text).to.equal(0);
		expect(text).to.match(/From the request to both previews: \d+\.\d\d s, of which the AI stand-in took \d+\.\d\d s in \d+ requests/);
		const cover = readFileSync(join(dataDir, 'demo', 'cover.png'));
		expect(cover.subarray(0, 8).toString('latin1')).to.equal('\x89PNG\r\n\x1a\n');
		expect([cover.readUInt32BE(16), cover.readUInt32BE(20)]).to.deep.equal([1080, 1080]);
		expect(text).to.include(readFileSync(join(dataDir, 'demo', 'caption.txt'), 'utf8').trim());
	};

	it('has every graph stored, published and running as the files say, and says so', async () => {
		const { code, text } = await run('scripts/workflows/main.ts', 'verify');
		expect(code, text).to.equal(0);
		expect(text.match(/✓/g)).to.have.length(GRAPHS);
		expect(await run('scripts/workflows/main.ts', 'diff')).to.deep.equal({ code: 0, text: 'No difference.\n' });
	});

	it("notices a graph changed in the editor, keeps it aside and puts the file's back, with the webhook up all the while", async () => {
		const api = await n8n();
		const graph = normalised(await api.workflow('cd-write-post'));
		await api.update({
			...graph,
			name: 'Changed by hand',
			nodes: graph.nodes.map((node, at) => (at === 0 ? { ...node, position: [node.position[0] + 20, node.position[1]] as const } : node)),
		});
		const verified = await run('scripts/workflows/main.ts', 'verify');
		expect(verified.code).to.equal(1);
		expect(verified.text).to.match(/✗ .*: stored in n8n is not what the file says/);

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
				await new Promise((resolve) => setTimeout(resolve, 20));
			}
		})();
		const imported = await run('scripts/workflows/main.ts', 'import');
		importing = false;
		await probe;
		expect(imported.code, imported.text).to.equal(0);
		expect([...answers]).to.deep.equal([403]);
		const [kept] = readdirSync(join(dataDir, 'workflows'));
		expect(readFileSync(join(dataDir, 'workflows', kept as string, 'cd-write-post.json'), 'utf8')).to.include('Changed by hand');
	});

	it('is used by the demo as it is, and left running', async () => {
		const played = await run('scripts/demo.ts');
		theDemoPlayed(played);
		expect(played.text).to.include('Using the desk that is running.');
		expect((await fetch(`${desk.urls.sandbox}/healthz`)).status).to.equal(200);
	});

	it('is brought up by the demo when it is stopped, and stopped again', async () => {
		await desk.stop();
		const played = await run('scripts/demo.ts');
		theDemoPlayed(played);
		expect(played.text).to.include('Bringing a desk up for the demo.');
		const gone = await fetch(`${desk.urls.sandbox}/healthz`).then(
			() => false,
			() => true,
		);
		expect(gone, 'nothing answers any more').to.equal(true);
	});

	it('asks for a running one where it needs it, in one sentence', async () => {
		const { code, text } = await run('scripts/workflows/main.ts', 'verify');
		expect({ code, text }).to.deep.equal({ code: 1, text: `No desk is running on ${dataDir}: start it first (npm start)\n` });
	});
});
