/**
 * Only the package and the graphs, in an n8n that is somebody else's: put in by its own command line, with real n8n.
 */
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runToFile } from '../../scripts/desk/command.ts';
import { graphsOfCheckout, n8nProgram } from '../../scripts/desk/n8n.ts';
import { builtPackage } from '../../scripts/desk/package.ts';
import { QUIET_NODE, ROOT } from '../../scripts/desk/paths.ts';
import { freePorts } from '../../scripts/desk/ports.ts';
import { normalised, written } from '../../scripts/workflows/graph.ts';
import { N8nCommand } from '../../scripts/workflows/n8nCommand.ts';
import { N8nPublicApi, SCOPES } from '../../scripts/workflows/n8nPublicApi.ts';
import { SERVICE_KEY, openDesk } from '../support/collaboration.ts';
import { fastFolder } from '../support/environment.ts';
import { ownN8nEnvironment, posted, startOwnN8n, type OwnN8n } from '../support/ownN8n.ts';
import { READER_KEY, startReader } from '../support/reader.ts';
import { RENDERER_KEY, startRenderer } from '../support/renderer.ts';

const KEY = 'sk-key-that-stays-with-its-provider';

interface RunOfNode {
	readonly data: { readonly main: readonly (readonly { readonly json: object }[])[] };
}

describe("The package in an n8n of one's own", function () {
	this.timeout(600_000);
	let folder: string;
	let url: string;
	let running: OwnN8n | undefined;
	let env: NodeJS.ProcessEnv;
	let n8n: N8nCommand;
	let provider: Awaited<ReturnType<typeof serve>>;
	let elsewhere: Awaited<ReturnType<typeof serve>>;
	const servers: Server[] = [];
	const services: (() => Promise<void>)[] = [];
	// 307 and 308 keep method and body, so that a client that follows them repeats the whole request.
	const codes = [302, 307, 308, 301];

	before(async () => {
		const [collaboration, renderer, reader] = await Promise.all([openDesk(), startRenderer(), startReader()]);
		services.push(
			() => collaboration.close(),
			() => renderer.stop(),
			() => reader.stop(),
		);
		elsewhere = await serve(() => ({ status: 200 }));
		provider = await serve((request) => {
			const code = Number(request.url?.slice(1, 4));
			return Number.isNaN(code) ? { status: 200 } : { status: code, location: `${elsewhere.url}${request.url}` };
		});
		const ports = await freePorts();
		folder = mkdtempSync(join(fastFolder(), 'copydesk-own-'));
		url = `http://127.0.0.1:${ports.n8n}`;
		env = {
			...ownN8nEnvironment(folder, ports),
			N8N_OWNER_PASSWORD: 'A-password-of-1-owner',
			COLLAB_URL: collaboration.url,
			COLLAB_SERVICE_KEY: SERVICE_KEY,
			RENDERER_URL: renderer.url,
			RENDERER_API_KEY: RENDERER_KEY,
			READER_URL: reader.url,
			READER_API_KEY: READER_KEY,
			MAIN_WEBHOOK_SECRET: 'w'.repeat(40),
			AI_BASE_URL: provider.url,
			AI_API_KEY: KEY,
		};
		n8n = new N8nCommand({ command: [n8nProgram()], cwd: folder, env, scratch: join(folder, 'scratch') });
	});
	after(async () => {
		await running?.stop();
		for (const server of servers) server.close().closeAllConnections();
		for (const stop of services) await stop();
		if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	async function serve(answer: (request: IncomingMessage) => { status: number; location?: string }) {
		const seen: { path: string; authorization: string | undefined }[] = [];
		const server = createServer((request, response) => {
			seen.push({ path: request.url ?? '', authorization: request.headers.authorization });
			const { status, location } = answer(request);
			request.resume().on('end', () => {
				response.writeHead(status, { 'Content-Type': 'application/json', ...(location === undefined ? {} : { Location: location }) });
				response.end('{}');
			});
		});
		servers.push(server);
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
	}

	it('is packed, unpacked where n8n looks for packages, and found; the command brings credentials and published graphs', async () => {
		const { tarball } = await builtPackage();
		const target = join(folder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-copydesk');
		mkdirSync(target, { recursive: true });
		execFileSync('tar', ['xzf', tarball, '-C', target, '--strip-components=1']);

		const args = [...QUIET_NODE, join(ROOT, 'scripts', 'workflows', 'main.ts'), 'install'];
		const installed = await runToFile(process.execPath, args, { cwd: folder, env, timeoutMs: 560_000 });
		expect(installed.code, installed.output).to.equal(0);
		expect(installed.output)
			.to.include('credentials: Copydesk Messenger Webhook, Copydesk Collaboration, Copydesk Renderer, Copydesk Reader, Copydesk AI')
			.and.not.include(KEY);

		const stored = await n8n.stored();
		const graphs = await graphsOfCheckout();
		expect(stored.size).to.equal(graphs.length);
		for (const graph of graphs) {
			const found = stored.get(graph.id);
			expect(written(normalised(found)), graph.name).to.equal(written(graph));
			expect(found?.activeVersionId, graph.name).to.be.a('string').and.equal(found?.versionId);
		}
	});

	it('sends each AI request once: no redirect is followed, least of all with the key, and the graph goes on with an error', async () => {
		const calls = (await graphsOfCheckout()).flatMap(({ nodes }) => nodes.filter(({ parameters }) => parameters['operation'] === 'askAi'));
		expect(calls.map(({ name }) => name)).to.have.members([
			'Ask the AI for a verdict',
			'Ask the AI once more',
			'Ask the AI for the facts',
			'Ask the AI',
			'Ask the AI what it asks for',
			'Ask the AI for the text',
			'Ask the AI to shorten it',
		]);
		// The calls as they are in the files, one after the other, each after an item of its own.
		const nodes = calls.flatMap((call, index) => [
			{
				id: `item-${index}`,
				name: `Item ${index}`,
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				position: [0, 0] as const,
				parameters: {
					mode: 'raw',
					jsonOutput: JSON.stringify({ ai_url: `${provider.url}/${codes[index % codes.length]}/v1/responses`, request: { model: 'm' } }),
				},
			},
			call,
		]);
		const start = {
			id: 'start',
			name: 'Start',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0] as const,
			parameters: {},
		};
		const names = ['Start', ...nodes.map(({ name }) => name)];
		await n8n.importGraphs([
			{
				id: 'redirects',
				name: 'Redirects',
				nodes: [start, ...nodes],
				connections: Object.fromEntries(
					nodes.map(({ name }, index) => [names[index] as string, { main: [[{ node: name, type: 'main', index: 0 }]] }]),
				),
				settings: { executionOrder: 'v1' },
			},
		]);
		const { output } = await runToFile(n8nProgram(), ['execute', '--id=redirects', '--rawOutput'], {
			cwd: folder,
			env,
			timeoutMs: 120_000,
		});

		const once = calls.map((_call, index) => ({ path: `/${codes[index % codes.length]}/v1/responses`, authorization: `Bearer ${KEY}` }));
		expect(provider.seen, output).to.deep.equal(once);
		expect(elsewhere.seen).to.deep.equal([]);
		const { data } = JSON.parse(/^\{[\s\S]*?^\}/m.exec(output)?.[0] ?? '') as {
			data: { resultData: { runData: Record<string, RunOfNode[]> } };
		};
		for (const { name } of calls) expect(data.resultData.runData[name]?.[0]?.data.main[0]?.[0]?.json, name).to.have.property('error');
	});

	describe('that runs', () => {
		let api: N8nPublicApi;
		let key: string;
		let anyKey: string;
		let call: OwnN8n['call'];
		const workflows = (...words: readonly string[]) =>
			runToFile(process.execPath, [...QUIET_NODE, join(ROOT, 'scripts', 'workflows', 'main.ts'), ...words, '--at', url], {
				cwd: folder,
				env: { ...env, N8N_API_KEY: key, COPYDESK_DATA_DIR: join(folder, 'data') },
				timeoutMs: 300_000,
			});

		before(async () => {
			running = await startOwnN8n(folder, env);
			call = running.call;
			key = await running.keyWith('graphs', SCOPES);
			anyKey = await running.keyWith('tests');
			api = new N8nPublicApi(url, anyKey);
		});

		it('opens all four services with the credentials that the command brought', async () => {
			for (const id of ['cd-collab', 'cd-renderer', 'cd-reader', 'cd-ai']) {
				const { status, body } = await call(`/api/v1/credentials/${id}/test`, posted({}, { 'X-N8N-API-KEY': anyKey }));
				expect({ id, status, body: body['status'] }, JSON.stringify(body)).to.deep.equal({ id, status: 200, body: 'OK' });
			}
			expect(provider.seen.at(-1)).to.deep.equal({ path: '/v1/models', authorization: `Bearer ${KEY}` });
		});

		it('is filled by its address and a key that may do no more than that, under the ids by which graphs call each other', async () => {
			expect((await workflows('verify')).output).to.not.include('✗');
			const graphs = await graphsOfCheckout();
			for (const { id } of [...graphs].reverse()) {
				const stored = await api.workflow(id);
				if (stored !== undefined) await api.remove(stored);
			}
			expect((await workflows('verify')).code).to.equal(1);
			const imported = await workflows('import');
			expect(imported.code, imported.output).to.equal(0);
			expect(imported.output.match(/✓/g)).to.have.length(graphs.length);
			expect(imported.output).to.not.include(KEY).and.not.include(key);
			for (const graph of graphs) expect(written(normalised(await api.workflow(graph.id))), graph.name).to.equal(written(graph));
			const again = await workflows('import');
			expect(again.output).to.include('nothing changed');
			const hook = await call('/webhook/copydesk', posted({}, { 'X-Telegram-Bot-Api-Secret-Token': 'not-the-secret' }));
			expect(hook.status).to.equal(403);
		});

		it('is finished by a second run when the first broke off half-way', async () => {
			const main = await api.workflow('cd-main');
			await api.unpublish('cd-main');
			const deliver = normalised(await api.workflow('cd-deliver'));
			await api.update({ ...deliver, nodes: deliver.nodes.map((node) => ({ ...node, position: [0, 0] as const })) });
			const half = await workflows('verify');
			expect(half.code).to.equal(1);
			expect(half.output)
				.to.match(/✗ Copydesk · Main: stored, but not published/)
				// A draft in the editor that nobody published is the person's, and no error.
				.and.not.match(/✗ Copydesk · Deliver the previews/);
			const finished = await workflows('import');
			expect(finished.code, finished.output).to.equal(0);
			expect((await api.workflow('cd-main'))?.activeVersionId).to.equal(main?.versionId);
		});
	});
});
