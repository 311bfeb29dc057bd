/**
 * `npm start -- --n8n`: our services beside an n8n that somebody runs already. The package comes as docs/your-own-n8n.md says, a post is
 * played, and after `workflows -- remove` everything of that person is as it was.
 */
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { graphsOfCheckout } from '../../scripts/desk/n8n.ts';
import { builtPackage } from '../../scripts/desk/package.ts';
import { ROOT } from '../../scripts/desk/paths.ts';
import { freePorts, type Ports } from '../../scripts/desk/ports.ts';
import { normalised, written } from '../../scripts/workflows/graph.ts';
import { N8nPublicApi, SCOPES } from '../../scripts/workflows/n8nPublicApi.ts';
import { OWN_MODEL, OWN_STYLE, changesOf } from '../support/changedGraphs.ts';
import { environmentOf, run, type, type Typed } from '../support/deskCommand.ts';
import { fastFolder } from '../support/environment.ts';
import { ownN8nEnvironment, posted, startOwnN8n, type OwnN8n } from '../support/ownN8n.ts';
import { read } from '../support/deskState.ts';
import { CHANNEL, EDITOR, OWNER, isPreview, peopleOf, type SeenMessage } from '../support/people.ts';
import { RunningSandbox, SANDBOX_TOKEN } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const UP = 'Ctrl-C stops all of it but your n8n.';

describe('npm start beside an n8n that is there already', function () {
	this.timeout(300_000);
	let folder: string;
	let ports: Ports;
	let n8n: OwnN8n;
	let settings: NodeJS.ProcessEnv;
	let registry: Server;
	let keyFile: string;
	let desk: Typed | undefined;
	let before_: unknown;

	const env = (): NodeJS.ProcessEnv => environmentOf(join(folder, 'desk'), ports);
	const start = (): Typed => (desk = type(env(), 'scripts/start.ts', '--n8n', `${n8n.url}/`, '--n8n-key-file', keyFile));
	/** Graphs that are under way need the services, and would wait for their answers. */
	const stop = async (): Promise<void> => {
		if (desk?.process.exitCode === null && (await n8n?.call('/healthz').catch(() => undefined)) !== undefined) {
			const api = new N8nPublicApi(n8n.url, readFileSync(keyFile, 'utf8'));
			const ids = (await graphsOfCheckout()).map(({ id }) => id);
			await until(async () => (await api.underWay(ids)).length === 0);
		}
		desk?.process.kill('SIGTERM');
		await desk?.ended;
	};
	const restarted = async (): Promise<void> => {
		await n8n.stop();
		n8n = await startOwnN8n(folder, settings, true);
	};
	/** All of that person's in n8n's database, to the byte. */
	const theirs = () => {
		const db = new DatabaseSync(join(folder, '.n8n', 'database.sqlite'), { readOnly: true });
		try {
			return {
				workflows: db.prepare("select * from workflow_entity where id not like 'cd-%' order by id").all(),
				credentials: db.prepare("select * from credentials_entity where id not like 'cd-%' order by id").all(),
				executions: db
					.prepare(
						`select e.*, d.data from execution_entity e join execution_data d on d."executionId" = e.id
					where e."workflowId" not like 'cd-%' order by e.id`,
					)
					.all(),
				ours: [
					db.prepare("select id from workflow_entity where id like 'cd-%' order by id").all().length,
					db.prepare("select id from credentials_entity where id like 'cd-%' order by id").all().length,
				],
			};
		} finally {
			db.close();
		}
	};

	before(async () => {
		folder = mkdtempSync(join(fastFolder(), 'copydesk-beside-'));
		mkdirSync(join(folder, 'desk'));
		ports = await freePorts();
		registry = await startRegistry();
		settings = {
			...ownN8nEnvironment(folder, ports),
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
			PATH: `${npmThatAsks(registry, folder)}${delimiter}${process.env['PATH'] ?? ''}`,
		};
		n8n = await startOwnN8n(folder, settings);
		keyFile = join(folder, 'n8n-key');
		writeFileSync(keyFile, await n8n.keyWith('copydesk', SCOPES), { mode: 0o600 });
		await bringTheirs(n8n);
		before_ = theirs();
	});
	after(async () => {
		await stop();
		await n8n?.stop();
		registry?.close().closeAllConnections();
		if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	it('names the package that is missing, the file that has it, and the ways to put it there', async () => {
		const { code, text } = await run(env(), 'scripts/start.ts', '--n8n', n8n.url, '--n8n-key-file', keyFile);
		expect(code).to.equal(1);
		const { tarball } = await builtPackage();
		expect(text).to.include(`The n8n at ${n8n.url} does not have the package n8n-nodes-copydesk`).and.include(tarball);
		expect(theirs()).to.deep.equal(before_);
	});

	it('takes the package by the commands of the page, and graphs beside those of its owner; a post goes through', async () => {
		const [, commands = ''] = /```\n(\s*D=[^`]*)```/.exec(readFileSync(join(ROOT, 'docs', 'your-own-n8n.md'), 'utf8')) ?? [];
		const { tarball } = await builtPackage();
		const typed = commands.replace('<n8n user folder>', folder).replace('<the package>', tarball);
		execFileSync('bash', ['-ec', typed]);
		await restarted();
		await start().says(UP);
		expect(desk?.said())
			.to.match(/\d+ graphs published/)
			.and.include('Left to you in your n8n');
		const doctor = await run(env(), 'scripts/operator/main.ts', 'doctor');
		expect(doctor.text)
			.to.include('the package is loaded')
			.and.include('all 10 graphs are the ones of this checkout, published and running');
		const played = await run(env(), 'scripts/demo.ts');
		expect(played.code, played.text).to.equal(0);
		await stop();
	});

	it('changes nothing when it is run again', async () => {
		const ofOurs = () => {
			const db = new DatabaseSync(join(folder, '.n8n', 'database.sqlite'), { readOnly: true });
			try {
				return ['workflow_entity', 'credentials_entity'].map((table) => db.prepare(`select * from ${table} order by id`).all());
			} finally {
				db.close();
			}
		};
		const earlier = ofOurs();
		await start().says(UP);
		expect(desk?.said()).to.not.match(/graphs published|credentials renewed/);
		await stop();
		expect(ofOurs()).to.deep.equal(earlier);
	});

	it('keeps at work what its owner changed in the graphs, where a release has newer ones too, and puts back a credential', async () => {
		const mine = await changesOf(n8n, `http://127.0.0.1:${ports.sandbox}/ai`);
		const record = join(folder, 'said.jsonl');
		const again = (): Typed =>
			(desk = type({ ...env(), SANDBOX_RECORD_FILE: record }, 'scripts/start.ts', '--n8n', `${n8n.url}/`, '--n8n-key-file', keyFile));
		const api = new N8nPublicApi(n8n.url, readFileSync(keyFile, 'utf8'));
		const people = peopleOf(`http://127.0.0.1:${ports.sandbox}`);
		const seen = new Set<string | undefined>();
		const isNew = ({ caption }: SeenMessage): boolean => !seen.has(caption);
		const said = (): string => readFileSync(record, 'utf8');
		const data = { dataDir: join(folder, 'desk') };
		const post = async (request: string): Promise<void> => {
			await people.send(OWNER, `/post ${request}`);
			const preview = await people.see(OWNER, 'the preview', (message) => isPreview(message) && isNew(message));
			seen.add(preview.caption);
			await people.press(OWNER, preview, 'publish');
			await people.see(CHANNEL, 'the post', ({ caption }) => caption === preview.caption);
			await until(() => mine.heard.some(({ text }) => text === preview.caption));
			const asked = await read(
				data,
				`select a.purpose, a.model, a.input_tokens from admission a join material m on m.draft_key = a.draft_key
				where m.request = $1 and a.purpose = 'text_generate'`,
				[request],
			);
			expect(asked, 'admitted once, and what it cost is unknown').to.deep.equal([
				{ purpose: 'text_generate', model: null, input_tokens: 0 },
			]);
		};
		try {
			await again().says(UP);
			const changed = await mine.make(api);
			await post('The lending library on Mill Lane opens on 9 May and has 4000 books.');
			expect(said()).to.include(OWN_STYLE).and.include('"gpt-5-mini"').and.include(OWN_MODEL);

			await people.send(OWNER, '/news harbour');
			const card = await people.see(OWNER, 'a card of the own source', ({ text }) => text?.includes('mine.example/crane') === true);
			expect(card.text).to.include('The harbour has a new crane');
			expect(mine.searched, 'the agent used its tool').to.have.length(1);

			await people.send(OWNER, '/post The unicorn at the harbour gate is 3 m high.');
			const refused = await people.see(OWNER, 'what the own check says', ({ text }) => text?.includes('A check of your own') === true);
			expect(refused.text).to.include('unicorn');
			await people.press(OWNER, refused, 'drop');
			await stop();

			// The release before this one had other graphs.
			const note = join(folder, 'desk', `n8n-${new URL(n8n.url).host.replace(':', '_')}.json`);
			const noted = JSON.parse(readFileSync(note, 'utf8')) as { graphs: Record<string, string> };
			const earlier = Object.fromEntries(['cd-main', 'cd-write-post', 'cd-find-material'].map((id) => [id, 'of an earlier release']));
			writeFileSync(note, JSON.stringify({ ...noted, graphs: { ...noted.graphs, ...earlier } }));
			await api.removeCredential('cd-reader');
			await again().says(UP);
			expect(desk?.said())
				.to.include('credentials that were missing are back: Copydesk Reader')
				.and.match(/Write the post was changed in n8n, and this release has a newer one.*diff --at http/)
				.and.match(/Take the facts was changed in n8n and stays as it is/);
			for (const [id, graph] of Object.entries(changed)) expect(written(normalised(await api.workflow(id))), id).to.equal(graph);
			expect((await api.workflow('cd_write-post'))?.activeVersionId).to.equal(null);
			const imported = await run({ ...env(), N8N_API_KEY_FILE: keyFile }, 'scripts/workflows/main.ts', 'import', '--at', n8n.url);
			expect(imported.code, imported.text).to.equal(0);
			expect(imported.text).to.match(/Write the post was changed in n8n, .*stays/);
			for (const [id, graph] of Object.entries(changed)) expect(written(normalised(await api.workflow(id))), id).to.equal(graph);
			await post('The swimming bath on Quay Street opens on 12 May with 3 pools.');
			expect(mine.heard.map(({ what }) => what)).to.deep.equal(['published', 'published']);
		} finally {
			await stop();
			await mine.putAway();
		}
	});

	it('is taken out by one command, which leaves everything of the owner as it was', async () => {
		const removed = await run({ ...env(), N8N_API_KEY_FILE: keyFile }, 'scripts/workflows/main.ts', 'remove', '--at', n8n.url);
		expect(removed.code, removed.text).to.equal(0);
		expect(removed.text).to.include('removed   Copydesk · Main').and.include('removed   credential Copydesk AI').and.include('What stays');
		expect(theirs()).to.deep.equal(before_);
		const again = await run({ ...env(), N8N_API_KEY_FILE: keyFile }, 'scripts/workflows/main.ts', 'remove', '--at', n8n.url);
		expect([again.code, again.text]).to.deep.equal([0, removed.text.slice(removed.text.indexOf('What stays'))]);
	});

	it('takes the package by n8n’s own installer too, from a registry that has it', async () => {
		rmSync(join(folder, '.n8n', 'nodes'), { recursive: true });
		await restarted();
		const installed = await n8n.asOwner('/rest/community-packages', { name: 'n8n-nodes-copydesk' });
		expect(installed.status, JSON.stringify(installed.body)).to.equal(200);
	});

	it('is put in by a file of keys too, for services that are one process with modest memory', async () => {
		const sandbox = await new RunningSandbox().start();
		const accounts = {
			...{ MESSENGER_TOKEN: SANDBOX_TOKEN, MESSENGER_API_URL: sandbox.url, MESSENGER_CHANNEL_ID: CHANNEL },
			...{ OWNER_USER_ID: OWNER, EDITOR_USER_ID: EDITOR, AI_API_KEY: 'sk-key-of-the-test', AI_BASE_URL: `${sandbox.url}/ai` },
		};
		const envFile = join(folder, '.env');
		const lines = Object.entries(accounts).map(([name, value]) => `${name}=${value}\n`);
		writeFileSync(envFile, lines.join(''), { mode: 0o600 });
		// One post has three paid requests.
		const together = { ...env(), COPYDESK_ENV_FILE: envFile, COLLAB_PAID_PER_HOUR: '4' };
		desk = type(together, 'scripts/services.ts', '--n8n', n8n.url);
		try {
			await desk.says('Copydesk is listening on');
			expect(idleMiB(desk)).to.be.below(250);
			const keys = join(folder, 'desk', 'live', 'keys.env');
			expect(statSync(keys).mode & 0o777).to.equal(0o600);
			const at = ['--at', n8n.url, '--keys', keys];
			const put = await run({ ...together, N8N_API_KEY_FILE: keyFile }, 'scripts/workflows/main.ts', 'import', ...at);
			expect(put.code, put.text).to.equal(0);
			const people = peopleOf(sandbox.url);
			await people.send(OWNER, 'Write a post about the first snow on the harbour wall');
			const preview = await people.see(OWNER, 'the preview', isPreview);
			await people.press(OWNER, preview, 'publish');
			await people.see(CHANNEL, 'the post', ({ caption }) => caption === preview.caption);

			await people.send(OWNER, '/post The second snow on the harbour wall is 9 cm deep');
			await people.see(OWNER, 'that it waits', ({ text }) => text?.includes('The limit for this hour is reached') === true);
			const api = new N8nPublicApi(n8n.url, readFileSync(keyFile, 'utf8'));
			const ids = (await graphsOfCheckout()).map(({ id }) => id);
			await until(async () => (await api.underWay(ids)).length === 0);
			expect(
				(await api.failed()).filter(({ workflowId }) => ids.includes(workflowId)),
				'a spent limit is no failed run',
			).to.deep.equal([]);
		} finally {
			await stop();
			await sandbox.end();
		}
		const removed = await run({ ...env(), N8N_API_KEY_FILE: keyFile }, 'scripts/workflows/main.ts', 'remove', '--at', n8n.url);
		expect(removed.code, removed.text).to.equal(0);
		expect(theirs()).to.deep.equal(before_);
	});
});

/** What a program holds in memory, as Linux tells it; 0 elsewhere. */
function idleMiB({ process: { pid } }: Typed): number {
	const file = `/proc/${pid}/status`;
	return existsSync(file) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) / 1024 : 0;
}

/** A registry of packages on this machine that has ours, as n8n's installer asks for it. */
async function startRegistry(): Promise<Server> {
	const { tarball, name, version } = await builtPackage();
	const bytes = readFileSync(tarball);
	const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
	const server = createServer((request, response) => {
		const { port } = server.address() as AddressInfo;
		if (request.url?.endsWith('.tgz') === true) return void response.end(bytes);
		const dist = { tarball: `http://127.0.0.1:${port}/${name}-${version}.tgz`, integrity };
		const manifest = {
			...(JSON.parse(readFileSync('package.json', 'utf8')) as object),
			name,
			version,
			dist,
			scripts: {},
			devDependencies: {},
		};
		const isOurs = decodeURIComponent(request.url ?? '').startsWith(`/${name}`);
		response.writeHead(isOurs ? 200 : 404, { 'Content-Type': 'application/json' });
		const isVersion = request.url?.split('?')[0]?.split('/').length === 3;
		response.end(JSON.stringify(isVersion ? manifest : { name, 'dist-tags': { latest: version }, versions: { [version]: manifest } }));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return server;
}

/**
 * n8n takes another registry only with a licence, so its installer finds an npm that asks ours.
 * @returns the folder that npm is in
 */
function npmThatAsks(registry: Server, folder: string): string {
	const { port } = registry.address() as AddressInfo;
	const bin = join(folder, 'bin');
	mkdirSync(bin);
	const real = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
	const script = `#!/bin/sh
for each do
	shift
	case "$each" in --registry=*) each=--registry=http://127.0.0.1:${port} ;; esac
	set -- "$@" "$each"
done
exec '${real}' "$@"
`;
	writeFileSync(join(bin, 'npm'), script, { mode: 0o755 });
	return bin;
}

/** A credential, a published workflow and an execution of it, such as anybody has. */
async function bringTheirs(n8n: OwnN8n): Promise<void> {
	const key = { 'X-N8N-API-KEY': await n8n.keyWith('theirs') };
	const credential = {
		name: 'Mine',
		type: 'httpHeaderAuth',
		data: { name: 'X-Mine', value: 'a-value-of-mine', allowedHttpRequestDomains: 'all' },
	};
	const made = await n8n.call('/api/v1/credentials', posted(credential, key));
	expect(made.status, JSON.stringify(made.body)).to.be.below(300);
	const workflow = {
		name: 'Mine',
		nodes: [
			{
				id: 'mine',
				name: 'Webhook',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2.1,
				position: [0, 0],
				parameters: { path: 'mine', httpMethod: 'POST' },
				webhookId: 'mine',
			},
		],
		connections: {},
		settings: { executionOrder: 'v1' },
	};
	const { status, body } = await n8n.call('/api/v1/workflows', posted(workflow, key));
	expect(status, JSON.stringify(body)).to.be.below(300);
	const published = await n8n.call(`/api/v1/workflows/${String(body['id'])}/publish`, posted({ versionId: body['versionId'] }, key));
	expect(published.status, JSON.stringify(published.body)).to.be.below(300);
	await until(async () => (await n8n.call('/webhook/mine', posted({ of: 'mine' }))).status === 200, 500);
	await until(async () => {
		const { body: list } = await n8n.call('/api/v1/executions?status=success', { headers: key });
		return (list['data'] as unknown[] | undefined)?.length === 1;
	}, 500);
}
