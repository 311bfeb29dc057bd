/** What docs/change-the-graphs.md describes, done by n8n's interface on real n8n; after each change a post is played. */
import { expect } from 'chai';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { loginToN8n } from '../../scripts/desk/n8n.ts';
import { ensureSecrets } from '../../scripts/desk/secrets.ts';
import { normalised, type Graph } from '../../scripts/workflows/graph.ts';
import type { N8nApi } from '../../scripts/workflows/n8nApi.ts';
import { SETTINGS_NODE } from '../../scripts/workflows/settings.ts';
import { recordOf, sharedDesk, type Desk } from '../support/desk.ts';
import { read as rowsOf } from '../support/deskState.ts';
import { CHANNEL, EDITOR, OWNER, isPreview, peopleOf, type People, type SeenMessage } from '../support/people.ts';
import { until } from '../support/until.ts';

const STYLE = 'Name the street in every post.';
const MODEL = 'gpt-5.6-luna';
const MINE = 'Tell my own server';

describe('A graph that somebody changes', function () {
	this.timeout(300_000);
	let desk: Desk;
	let people: People;
	let api: N8nApi;
	let server: Server;
	let status = 200;
	const heard: Record<string, unknown>[] = [];
	const before_ = new Map<string, Graph>();

	before(async function () {
		desk = await sharedDesk(this);
		people = peopleOf(desk.urls.sandbox);
		api = await loginToN8n(desk.ports, ensureSecrets(join(desk.dataDir, 'secrets')));
		server = createServer((request, response) => {
			void (async () => {
				const chunks: Buffer[] = [];
				for await (const chunk of request) chunks.push(chunk as Buffer);
				heard.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>);
				response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"mine":true}');
			})();
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
	});
	// Others share these graphs.
	after(async function () {
		this.timeout(120_000);
		await desk.idle();
		for (const graph of before_.values()) await publish(graph);
		server.close().closeAllConnections();
	});

	async function publish(graph: Graph): Promise<void> {
		const { versionId } = await api.update(graph);
		await api.publish(graph.id, versionId);
		await api.waitUntilLive(graph.id, versionId, 60_000);
	}
	async function change(id: string, how: (graph: Graph) => Graph): Promise<void> {
		const graph = normalised(await api.workflow(id));
		if (!before_.has(id)) before_.set(id, graph);
		await publish(how(graph));
	}
	async function post(request: string): Promise<{ preview: SeenMessage; post: SeenMessage }> {
		await people.send(OWNER, `/post ${request}`);
		const known = (await people.messages(CHANNEL)).length;
		const preview = await people.see(OWNER, 'the preview', (message) => isPreview(message) && !seen.has(message.message_id));
		seen.add(preview.message_id);
		await people.press(OWNER, preview, 'publish');
		await until(async () => (await people.messages(CHANNEL)).length > known);
		await desk.idle();
		return { preview, post: (await people.messages(CHANNEL)).at(-1) as SeenMessage };
	}
	const seen = new Set<number>();
	const fromBot = async (chat: number): Promise<readonly string[]> =>
		(await people.messages(chat)).filter(({ from }) => from?.is_bot === true).map(({ text, caption }) => text ?? caption ?? '');

	it('writes in the style and by the model that are set in the settings node', async () => {
		await change('cd-main', (graph) => ({
			...graph,
			nodes: graph.nodes.map((node) =>
				node.type === SETTINGS_NODE ? { ...node, parameters: { ...node.parameters, house_style: STYLE, text_model: MODEL } } : node,
			),
		}));
		const began = readFileSync(recordOf(desk.dataDir), 'utf8').length;
		await post('The lending library on Mill Lane opens on 9 May and has 4000 books.');
		const said = readFileSync(recordOf(desk.dataDir), 'utf8').slice(began);
		expect(said).to.include(STYLE).and.include(MODEL);
	});

	it('tells an own step behind a publication and a preview what happened, with no key in it', async () => {
		const { port } = server.address() as AddressInfo;
		await change('cd-main', (graph) => ({
			...graph,
			nodes: [
				...graph.nodes,
				{
					...{ id: 'my-own-step', name: MINE, type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, position: [4800, 0] as const },
					parameters: {
						...{ method: 'POST', url: `http://127.0.0.1:${port}/`, sendBody: true, specifyBody: 'json' },
						...{ jsonBody: '={{ JSON.stringify($json) }}', options: {} },
					},
				},
			],
			connections: {
				...graph.connections,
				...Object.fromEntries(
					['After a publication', 'After a preview', 'After a rejection', 'After a failure'].map((place) => [
						place,
						{ main: [[{ node: MINE, type: 'main', index: 0 }]] },
					]),
				),
			},
		}));
		heard.length = 0;
		const { preview, post: posted } = await post('The swimming bath on Quay Street opens on 12 May with 3 pools.');
		await until(() => heard.length >= 2);
		// The own step behind the preview runs beside the press.
		heard.sort((one, other) => String(other.what).localeCompare(String(one.what)));
		expect(heard.map(({ what }) => what)).to.deep.equal(['shown', 'published']);
		const [, published = {}] = heard;
		expect(published).to.have.all.keys('what', 'draft', 'title', 'text', 'link', 'message_id', 'picture', 'who', 'reason');
		expect(published).to.include({ text: preview.caption, message_id: posted.message_id, reason: null });
		expect(published['picture']).to.match(/^http:\/\/127\.0\.0\.1:\d+\/v1\/assets\/.+\.png$/);
		expect(JSON.stringify(heard)).to.not.match(/eyJ[\w-]+\.eyJ/);
	});

	it('goes on as if nothing had been, when an own step fails: nobody reads of it', async () => {
		status = 500;
		heard.length = 0;
		await post('The museum on Castle Hill shows 20 maps from 14 May.');
		await until(() => heard.length >= 2);
		await desk.idle();
		for (const chat of [OWNER, EDITOR])
			expect((await fromBot(chat)).slice(-6).join('\n'), String(chat)).to.not.match(/technical|failure|Resume/i);
		status = 200;
	});

	it('reads an answer that was paid for, though the node that asked for it has another name', async () => {
		const name = 'Ask whether we may';
		await change('cd-write-post', (graph) => {
			const renamed = (of: string): string => (of === 'Admit the text request' ? name : of);
			const connections = Object.entries(graph.connections).map(([from, kinds]) => [
				renamed(from),
				{ main: (kinds['main'] ?? []).map((targets) => (targets ?? []).map((target) => ({ ...target, node: renamed(target.node) }))) },
			]);
			return {
				...graph,
				nodes: graph.nodes.map((node) => ({ ...node, name: renamed(node.name) })),
				connections: Object.fromEntries(connections) as Graph['connections'],
			};
		});
		const request = 'The cycle path along North Road opens on 16 May and is 7 km long.';
		await post(request);
		const paid = await rowsOf(
			desk,
			`select a.purpose from admission a join material m on m.draft_key = a.draft_key where m.request = $1 and a.purpose like 'text%'`,
			[request],
		);
		expect(paid, 'asked for the text once').to.deep.equal([{ purpose: 'text_generate' }]);
	});
});
