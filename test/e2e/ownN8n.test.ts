/**
 * Only the package and the graphs, in an n8n that is somebody else's: put in by its own command line, with real n8n.
 */
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { runToFile } from '../../scripts/desk/command.ts';
import { graphsOfCheckout, n8nProgram } from '../../scripts/desk/n8n.ts';
import { builtPackage } from '../../scripts/desk/package.ts';
import { QUIET_NODE, ROOT } from '../../scripts/desk/paths.ts';
import { freePorts } from '../../scripts/desk/ports.ts';
import { normalised, written } from '../../scripts/workflows/graph.ts';
import { N8nCommand } from '../../scripts/workflows/n8nCommand.ts';
import { bareEnvironment } from '../support/environment.ts';

const KEY = 'sk-key-that-stays-with-its-provider';
const AI_CALL = 'n8n-nodes-base.httpRequest';

interface RunOfNode {
	readonly data: { readonly main: readonly (readonly { readonly json: object }[])[] };
}

describe("The package in an n8n of one's own", function () {
	this.timeout(600_000);
	let folder: string;
	let env: NodeJS.ProcessEnv;
	let n8n: N8nCommand;
	let provider: Awaited<ReturnType<typeof serve>>;
	let elsewhere: Awaited<ReturnType<typeof serve>>;
	const servers: Server[] = [];
	// 307 and 308 keep method and body, so that a client that follows them repeats the whole request.
	const codes = [302, 307, 308, 301];

	before(async () => {
		elsewhere = await serve(() => ({ status: 200 }));
		provider = await serve((request) => ({ status: Number(request.url?.slice(1, 4)), location: `${elsewhere.url}${request.url}` }));
		folder = mkdtempSync(join(tmpdir(), 'copydesk-own-'));
		env = {
			...bareEnvironment(),
			PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
			HOME: folder,
			NODE_ENV: 'production',
			N8N_USER_FOLDER: folder,
			N8N_RUNNERS_BROKER_PORT: String((await freePorts()).n8nBroker),
			N8N_DIAGNOSTICS_ENABLED: 'false',
			N8N_PROGRAM: n8nProgram(),
			N8N_OWNER_PASSWORD: 'A-password-of-1-owner',
			COLLAB_URL: 'http://127.0.0.1:8091',
			COLLAB_SERVICE_KEY: 'c'.repeat(40),
			RENDERER_URL: 'http://127.0.0.1:8090',
			RENDERER_API_KEY: 'r'.repeat(40),
			READER_URL: 'http://127.0.0.1:8092',
			READER_API_KEY: 'f'.repeat(40),
			MAIN_WEBHOOK_SECRET: 'w'.repeat(40),
			AI_BASE_URL: provider.url,
			AI_API_KEY: KEY,
		};
		n8n = new N8nCommand({ command: [n8nProgram()], cwd: folder, env, scratch: join(folder, 'scratch') });
	});
	after(() => {
		for (const server of servers) server.close().closeAllConnections();
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
		const calls = (await graphsOfCheckout()).flatMap(({ nodes }) => nodes.filter(({ type }) => type === AI_CALL));
		expect(calls.map(({ name }) => name)).to.have.members([
			'Ask the AI for a verdict',
			'Ask the AI once more',
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
					jsonOutput: JSON.stringify({ ai_url: `${provider.url}/${codes[index]}/v1/responses`, request: { model: 'm' } }),
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

		const once = calls.map((_call, index) => ({ path: `/${codes[index]}/v1/responses`, authorization: `Bearer ${KEY}` }));
		expect(provider.seen, output).to.deep.equal(once);
		expect(elsewhere.seen).to.deep.equal([]);
		const { data } = JSON.parse(output.slice(output.indexOf('{'))) as { data: { resultData: { runData: Record<string, RunOfNode[]> } } };
		for (const { name } of calls) expect(data.resultData.runData[name]?.[0]?.data.main[0]?.[0]?.json, name).to.have.property('error');
	});
});
