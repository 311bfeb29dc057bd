import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { graphsOfCheckout } from '../../../scripts/desk/n8n.ts';
import type { Graph } from '../../../scripts/workflows/graph.ts';
import { install } from '../../../scripts/workflows/install.ts';

interface Held {
	credentials: Record<string, { name: string; data: Record<string, string> }>;
	workflows: Record<string, Graph & { versionId: string; activeVersionId: string | null; name: string }>;
	types: string[];
}

const KEY = 'a-key-of-forty-characters-for-the-tests-1';
const AI_KEY = 'sk-key-of-the-tests';

describe("Installing into an n8n of one's own", function () {
	this.timeout(60_000);
	let folder: string;
	let graphs: readonly Graph[];
	before(async () => {
		graphs = await graphsOfCheckout();
	});
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'copydesk-install-'));
		hold({ credentials: {}, workflows: {}, types: [...new Set(graphs.flatMap(({ nodes }) => nodes.map(({ type }) => type)))] });
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	const stateFile = () => join(folder, 'state.json');
	const held = (): Held => JSON.parse(readFileSync(stateFile(), 'utf8')) as Held;
	const hold = (state: Held): void => writeFileSync(stateFile(), JSON.stringify(state));
	const commands = (): string[] => readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');

	const envWith = (extra: Record<string, string>): Record<string, string> => ({
		PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
		N8N_PROGRAM: join(import.meta.dirname, 'fakeN8n.mjs'),
		N8N_USER_FOLDER: folder,
		FAKE_N8N_STATE: stateFile(),
		FAKE_N8N_LOG: join(folder, 'log'),
		COPYDESK_HTTP_HOSTS: 'collaboration,renderer,reader',
		COLLAB_URL: 'http://collaboration:8091',
		COLLAB_SERVICE_KEY: KEY,
		RENDERER_URL: 'http://renderer:8090',
		RENDERER_API_KEY: `${KEY}r`,
		READER_URL: 'http://reader:8092',
		READER_API_KEY: `${KEY}f`,
		MAIN_WEBHOOK_SECRET: 'a-secret-of-the-webhook',
		AI_API_KEY: AI_KEY,
		...extra,
	});

	async function run(extra: Record<string, string> = {}, wanted: readonly Graph[] = graphs): Promise<string[]> {
		writeFileSync(join(folder, 'log'), '');
		const told: string[] = [];
		await install(envWith(extra), (text) => told.push(text), wanted);
		return told;
	}
	const failure = async (extra: Record<string, string> = {}, wanted?: readonly Graph[]): Promise<string> =>
		await run(extra, wanted).then(
			() => 'nothing went wrong',
			(error: Error) => error.message,
		);

	const expectWhole = (wanted: readonly Graph[] = graphs): void => {
		const { credentials, workflows } = held();
		expect(Object.keys(credentials).sort()).to.deep.equal(['cd-ai', 'cd-collab', 'cd-reader', 'cd-renderer', 'cd-webhook']);
		expect(Object.keys(workflows).sort()).to.deep.equal(wanted.map(({ id }) => id).sort());
		for (const { versionId, activeVersionId, name } of Object.values(workflows)) expect(activeVersionId, name).to.equal(versionId);
	};

	it('puts credentials and graphs in, publishes what is called before its callers, and keeps no key in a file', async () => {
		await run();
		expectWhole();
		expect(held().credentials['cd-ai']?.data).to.include({ baseUrl: 'https://api.openai.com', apiKey: AI_KEY });
		const published = commands().filter((line) => line.startsWith('publish:workflow'));
		expect(published[0]).to.equal('publish:workflow cd-failure');
		expect(published.at(-1)).to.equal('publish:workflow cd-main');
		expect(readdirSync(join(folder, '.n8n'))).to.deep.equal(['copydesk-imported.json']);
		expect(readFileSync(join(folder, '.n8n', 'copydesk-imported.json'), 'utf8')).to.not.include(AI_KEY);
	});

	it('lets n8n’s HTTP Request node bring the AI key to the provider alone, and the other keys nowhere', async () => {
		await run({ AI_IMAGE_BASE_URL: 'https://Images.example/v1', AI_IMAGE_API_KEY: `${AI_KEY}-i` });
		const domains = Object.entries(held().credentials).map(([id, { data }]) => [
			id,
			data['allowedHttpRequestDomains'],
			data['allowedDomains'],
		]);
		expect(domains).to.have.deep.members([
			['cd-ai', 'domains', 'api.openai.com, images.example'],
			...['cd-collab', 'cd-reader', 'cd-renderer', 'cd-webhook'].map((id) => [id, 'none', undefined]),
		]);
	});

	it('is finished by a second run, whichever command it died after', async () => {
		const two = graphs.filter(({ id }) => id === 'cd-failure' || id === 'cd-deliver');
		const untouched = held();
		await run({}, two);
		const all = commands();
		expect(all.length).to.equal(7);
		for (const [at, command] of all.entries()) {
			hold(untouched);
			rmSync(join(folder, '.n8n'), { recursive: true });
			expect(await failure({ FAKE_N8N_DIES_AT: String(at + 1) }, two), command).to.match(/^n8n /);
			await run({}, two);
			expectWhole(two);
		}
	});

	it('changes nothing the second time, and leaves alone what somebody changed in the editor', async () => {
		await run();
		const changed = held();
		const main = changed.workflows['cd-main'] as (typeof changed.workflows)[string];
		changed.workflows['cd-main'] = { ...main, name: 'My own main' };
		hold(changed);
		expect(await run()).to.deep.equal(['nothing changed']);
		expect(commands()).to.deep.equal(['export:nodes', 'export:credentials']);
		expect(held().workflows['cd-main']?.name).to.equal('My own main');
	});

	it('is done by one of two who begin at once, and found done by the other', async () => {
		const told = await Promise.all([run(), run()]);
		expect(told.filter(([first]) => first === 'nothing changed')).to.have.length(1);
		expect(commands().filter((line) => line === 'publish:workflow cd-main')).to.have.length(1);
		expectWhole();
	});

	it('takes a new graph over when the files changed, and keeps what stood in its place', async () => {
		await run();
		const newer = graphs.map((graph) => (graph.id === 'cd-deliver' ? { ...graph, name: 'A newer one' } : graph));
		await run({}, newer);
		expect(commands().filter((line) => !line.startsWith('export'))).to.deep.equal(['import:workflow', 'publish:workflow cd-deliver']);
		expect(held().workflows['cd-deliver']?.name).to.equal('A newer one');
		const before = join(folder, '.n8n', 'copydesk-before');
		const [kept = ''] = readdirSync(before);
		expect(readdirSync(join(before, kept))).to.deep.equal(['cd-deliver.json']);
	});

	it('leaves a graph that somebody changed, puts a newer one beside it, and carries their settings over', async () => {
		await run();
		const changed = held();
		const edit = (id: string, change: (graph: Graph) => object): void => {
			const before = changed.workflows[id] as (typeof changed.workflows)[string];
			changed.workflows[id] = { ...before, ...change(before), versionId: 'theirs', activeVersionId: 'theirs' };
		};
		const styled = (graph: Graph) => ({
			nodes: graph.nodes.map((node) =>
				node.name === 'House style, language and models' ? { ...node, parameters: { ...node.parameters, house_style: 'Mine.' } } : node,
			),
		});
		edit('cd-deliver', () => ({ name: 'My own' }));
		edit('cd-facts', () => ({ name: 'My facts' }));
		edit('cd-main', styled);
		hold(changed);
		const newer = graphs.map((graph) =>
			['cd-deliver', 'cd-main'].includes(graph.id) ? { ...graph, name: `${graph.name}, newer` } : graph,
		);
		const told = (await run({}, newer)).join('\n');
		expect(told)
			.to.match(/Deliver the previews, newer was changed in n8n, and this release has a newer one/)
			.and.match(/Take the facts was changed in n8n and stays as it is/);
		const { workflows } = held();
		expect([workflows['cd-deliver']?.name, workflows['cd-deliver']?.activeVersionId]).to.deep.equal(['My own', 'theirs']);
		expect([workflows['cd_deliver']?.name, workflows['cd_deliver']?.activeVersionId]).to.deep.equal([
			'Copydesk · Deliver the previews, newer (new, not in use)',
			null,
		]);
		expect(workflows['cd-facts']?.name).to.equal('My facts');
		expect(workflows['cd-main']?.name).to.equal('Copydesk · Main, newer');
		expect(JSON.stringify(workflows['cd-main'])).to.include('"house_style":"Mine."');
		const kept = readdirSync(join(folder, '.n8n', 'copydesk-before'), { recursive: true, encoding: 'utf8' });
		expect(kept.filter((name) => name.endsWith('.json')).map((name) => name.split('/').at(-1))).to.have.members([
			'cd-deliver.json',
			'cd-main.json',
		]);
		expect(await run({}, newer)).to.deep.equal(['nothing changed']);
	});

	it('keeps it unreadable for other users of the machine', async () => {
		await run(
			{},
			graphs.map((graph) => (graph.id === 'cd-deliver' ? { ...graph, name: 'An older one' } : graph)),
		);
		const before = process.umask(0o022);
		try {
			const main = join(import.meta.dirname, '../../../scripts/workflows/main.ts');
			const { status, stderr } = spawnSync(process.execPath, [main, 'install'], { env: envWith({}), encoding: 'utf8' });
			expect(status, stderr).to.equal(0);
		} finally {
			process.umask(before);
		}
		const kept = join(folder, '.n8n', 'copydesk-before');
		const names = readdirSync(kept, { recursive: true, encoding: 'utf8' });
		expect(names.filter((name) => name.endsWith('cd-deliver.json'))).to.have.length(1);
		for (const name of names) expect(statSync(join(kept, name)).mode & 0o077, name).to.equal(0);
	});

	it('puts back a credential that somebody deleted, and names it', async () => {
		await run();
		const { 'cd-ai': _deleted, ...credentials } = held().credentials;
		hold({ ...held(), credentials });
		expect(await run()).to.deep.equal(['credentials: Copydesk AI (was missing)']);
		expectWhole();
	});

	it('imports only the credential whose key changed', async () => {
		await run();
		expect(await run({ AI_API_KEY: 'sk-another' })).to.deep.equal(['credentials: Copydesk AI']);
		expect(held().credentials['cd-ai']?.data['apiKey']).to.equal('sk-another');
	});

	it('says so when n8n does not hold what was put in, and is finished by a second run', async () => {
		expect(await failure({ FAKE_N8N_FORGETS: 'cd-deliver' })).to.match(
			/^n8n does not hold Copydesk · Deliver the previews as the files say/,
		);
		await run();
		expectWhole();
	});

	it('refuses an n8n without the package, and changes nothing in it', async () => {
		hold({ ...held(), types: held().types.filter((type) => !type.startsWith('n8n-nodes-copydesk.collab')) });
		expect(await failure())
			.to.include('n8n does not know n8n-nodes-copydesk.collabAuthorize,')
			.and.include('n8n-nodes-copydesk');
		expect(held()).to.deep.include({ credentials: {}, workflows: {} });
	});

	it('names all that is missing at once, and no key', async () => {
		expect(await failure({ COLLAB_URL: '', AI_API_KEY: '', RENDERER_API_KEY: 'short' }))
			.to.include('COLLAB_URL: ')
			.and.include('AI_API_KEY or AI_API_KEY_FILE')
			.and.include('RENDERER_API_KEY: ')
			.and.not.include(KEY);
		expect(await failure({ N8N_PROGRAM: '/nowhere/n8n' })).to.equal('/nowhere/n8n is not there or cannot be run');
	});
});
