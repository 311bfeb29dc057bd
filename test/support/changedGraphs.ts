/** What docs/change-the-graphs.md describes, done by n8n's public interface in an n8n of one's own. */
import { expect } from 'chai';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { normalised, written } from '../../scripts/workflows/graph.ts';
import type { Connections, Graph, GraphNode } from '../../scripts/workflows/graph.ts';
import { untilLive } from '../../scripts/workflows/n8nApi.ts';
import type { PublicationStatus } from '../../scripts/workflows/n8nApi.ts';
import { N8nPublicApi } from '../../scripts/workflows/n8nPublicApi.ts';
import { SETTINGS_NODE } from '../../scripts/workflows/settings.ts';
import { posted } from './ownN8n.ts';
import type { OwnN8n } from './ownN8n.ts';

export const OWN_STYLE = 'Name the street in every post.';
export const OWN_MODEL = 'gpt-5.6-luna';

const main = (...nodes: readonly string[]) => ({ main: nodes.map((node) => [{ node, type: 'main', index: 0 }]) });
const without = (connections: Connections, name: string): Connections =>
	Object.fromEntries(Object.entries(connections).filter(([from]) => from !== name));

interface OwnNode {
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly parameters: Readonly<Record<string, unknown>>;
}
const node = (own: OwnNode): GraphNode => ({ id: `mine-${own.name}`, position: [0, 1_200], ...own });
const example = (name: string): Graph => normalised(JSON.parse(readFileSync(`workflows-json/examples/${name}.json`, 'utf8')));

/** The same graph with another name for one of its nodes, as n8n's editor changes it. */
function renamed(graph: Graph, from: string, to: string): Graph {
	const text = JSON.stringify({ ...graph, nodes: graph.nodes.map((each) => ({ ...each, name: each.name === from ? to : each.name })) });
	const { connections, ...rest } = JSON.parse(text) as Graph;
	return {
		...rest,
		connections: JSON.parse(JSON.stringify(connections).replaceAll(JSON.stringify(from), JSON.stringify(to))) as Connections,
	};
}

/** A prompt, a model, a step behind a publication and another name. */
function changedMain(graph: Graph, url: string): Graph {
	const mine = node({
		name: 'Tell my own server',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody: '={{ JSON.stringify($json) }}', options: {} },
	});
	const nodes = graph.nodes.map((each) =>
		each.type === SETTINGS_NODE ? { ...each, parameters: { ...each.parameters, house_style: OWN_STYLE, text_model: OWN_MODEL } } : each,
	);
	const connections = { ...graph.connections, 'After a publication': main(mine.name) };
	return renamed({ ...graph, nodes: [...nodes, mine], connections }, 'Write the post', 'Let them write');
}

/** The example's chain and chat model in the place of our request, and a check behind the text. */
function changedText(graph: Graph, credential: { readonly id: string; readonly name: string }): Graph {
	const { nodes } = example('your-own-chat-model');
	const theirs = nodes
		.filter(({ name }) => name === 'Ask my model' || name === 'My chat model')
		.map((each) => (each.name === 'My chat model' ? { ...each, credentials: { openAiApi: credential } } : each));
	const check = node({
		name: 'Is it fit to print?',
		type: 'n8n-nodes-base.if',
		typeVersion: 2.2,
		parameters: {
			conditions: {
				...{ combinator: 'and', options: { caseSensitive: false, leftValue: '', typeValidation: 'loose', version: 2 } },
				conditions: [
					{
						id: 'word',
						leftValue: '={{ $json.material.body }}',
						operator: { type: 'string', operation: 'contains' },
						rightValue: 'unicorn',
					},
				],
			},
			options: {},
		},
	});
	const says = node({
		name: 'Say why not',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			...{ mode: 'manual', includeOtherFields: true, options: {} },
			assignments: {
				assignments: [{ id: 'p', name: 'problem', type: 'object', value: '{"code":"own_check","stage":"check","detail":"unicorn"}' }],
			},
		},
	});
	return {
		...graph,
		nodes: [...graph.nodes.filter(({ name }) => name !== 'Ask the AI for the text'), ...theirs, check, says],
		connections: {
			...without(graph.connections, 'Ask the AI for the text'),
			'Admit the text request': main('Ask my model'),
			'Ask my model': main('Read the text'),
			'My chat model': example('your-own-chat-model').connections['My chat model'] ?? {},
			'Could its cover be made?': main(check.name),
			[check.name]: main(says.name, 'Check it, or draw at once?'),
			[says.name]: main('Check it, or draw at once?'),
		},
	};
}

/** The example's agent in the place of our request, called as a workflow, and an item of a source that has no feed. */
function changedSearch(graph: Graph, agent: string): Graph {
	const call = node({
		name: 'Ask my agent',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: { workflowId: { __rl: true, mode: 'id', value: agent }, options: {} },
	});
	const address = 'https://mine.example/crane';
	const item = {
		...{ url: address, canonical_url: address, host: 'mine.example', title: 'The harbour has a new crane' },
		...{ summary: 'It lifts 40 tonnes.', source: { feed_url: 'https://mine.example', title: 'My own list', host: 'mine.example' } },
	};
	// n8n ends an expression at two closing braces.
	const added = JSON.stringify(item).replaceAll('}}', '} }');
	const add = node({
		name: 'Add what I have',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			...{ mode: 'manual', includeOtherFields: true, options: {} },
			assignments: {
				assignments: [
					{
						...{ id: 'n', name: 'news', type: 'object' },
						value: `={{ { ...$json.news, items: [...$json.news.items, { ...${added}, published_at: $json.news.read_at }] } }}`,
					},
				],
			},
		},
	});
	return {
		...graph,
		nodes: [...graph.nodes.filter(({ name }) => name !== 'Ask the AI'), call, add],
		connections: {
			...without(graph.connections, 'Ask the AI'),
			'Admit the question': main(call.name),
			[call.name]: main('Read its choice'),
			'Read the feeds': main(add.name),
			[add.name]: main('Note what each gave'),
		},
	};
}

/** A server that own steps tell, and that is a search engine too. */
async function startServer() {
	const heard: Record<string, unknown>[] = [];
	const searched: string[] = [];
	const server = createServer((request, response) => {
		void (async () => {
			const chunks: Buffer[] = [];
			for await (const chunk of request) chunks.push(chunk as Buffer);
			const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
			if (pathname === '/search') searched.push(searchParams.get('q') ?? '');
			else heard.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>);
			const results = [{ title: 'Cranes', url: 'https://mine.example/cranes', content: 'Harbours have cranes.' }];
			response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ results }));
		})();
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return { heard, searched, url: `http://127.0.0.1:${port}`, close: () => server.close().closeAllConnections() };
}

export interface Changes {
	/** What the own step behind a publication was told. */
	readonly heard: readonly Record<string, unknown>[];
	/** What the agent looked for. */
	readonly searched: readonly string[];
	/** @returns the graphs as they are now, by id */
	make(api: N8nPublicApi): Promise<Record<string, string>>;
	/** Everything that is not a graph of ours. */
	putAway(): Promise<void>;
}

/** @param ai the address of a provider with an OpenAI-compatible interface */
export async function changesOf(n8n: OwnN8n, ai: string): Promise<Changes> {
	const { heard, searched, url, close } = await startServer();
	const key = await n8n.keyWith('changes');
	const own = new N8nPublicApi(n8n.url, key);
	const made: { readonly kind: string; readonly id: string }[] = [];
	const create = async (kind: 'credentials' | 'workflows', what: object): Promise<Record<string, unknown>> => {
		const { status, body } = await n8n.call(`/api/v1/${kind}`, posted(what, { 'X-N8N-API-KEY': key }));
		expect(status, JSON.stringify(body)).to.be.below(300);
		made.push({ kind, id: String(body['id']) });
		return body;
	};
	const credential = async (name: string, type: string, data: object) => {
		const { id } = await create('credentials', { name, type, data });
		return { id: String(id), name };
	};
	// The public interface does not say what runs already.
	const asEditor = {
		async publicationStatus(id: string) {
			return (await n8n.asOwner(`/rest/workflows/${id}/publication-status`)).body['data'] as PublicationStatus;
		},
	};
	return {
		...{ heard, searched },
		async make(api) {
			const openAiApi = await credential('My model', 'openAiApi', { apiKey: 'sk-key-of-the-test', url: `${ai}/v1`, header: false });
			const searXngApi = await credential('My search', 'searXngApi', { apiUrl: url });
			const { name, nodes, connections, settings } = example('an-agent-that-searches');
			const bound = nodes.map((each) => {
				if (each.name === 'My chat model') return { ...each, credentials: { openAiApi } };
				return each.name === 'SearXNG' ? { ...each, credentials: { searXngApi } } : each;
			});
			const agent = await create('workflows', { name, nodes: bound, connections, settings });
			await api.publish(String(agent['id']), String(agent['versionId']));
			const changes: Record<string, (graph: Graph) => Graph> = {
				'cd-find-material': (graph) => changedSearch(graph, String(agent['id'])),
				'cd-write-post': (graph) => changedText(graph, openAiApi),
				'cd-facts': (graph) => ({
					...graph,
					nodes: graph.nodes.map((each) => (/stickyNote$/.test(each.type) ? { ...each, parameters: { content: 'Mine.' } } : each)),
				}),
				'cd-main': (graph) => changedMain(graph, url),
			};
			const changed: Record<string, string> = {};
			for (const [id, change] of Object.entries(changes)) {
				const { versionId } = await api.update(change(normalised(await api.workflow(id))));
				await api.publish(id, versionId);
				await untilLive(asEditor, id, versionId, 60_000);
				changed[id] = written(normalised(await api.workflow(id)));
			}
			return changed;
		},
		async putAway() {
			for (const { kind, id } of made.toReversed()) {
				const stored = kind === 'workflows' ? await own.workflow(id) : undefined;
				if (stored !== undefined) await own.remove(stored);
				else await own.removeCredential(id);
			}
			close();
		},
	};
}
