/**
 * The start itself, as a person types it: what it prints, that nothing of it stays behind, and what n8n keeps of it.
 * Starts take long, so there are four on one folder, and the tests are the chapters of its story, in their order.
 */
import { expect } from 'chai';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { VERSION } from '@copydesk/collaboration/version';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import type { Language } from '@copydesk/domain/language';
import { loginToN8n, makeTables, prepareN8n } from '../../scripts/desk/n8n.ts';
import { freePorts, type Ports } from '../../scripts/desk/ports.ts';
import { ensureSecrets, type SecretName } from '../../scripts/desk/secrets.ts';
import { normalised, written, type Graph } from '../../scripts/workflows/graph.ts';
import { importedOf, printOf } from '../../scripts/workflows/imported.ts';
import type { N8nApi } from '../../scripts/workflows/n8nApi.ts';
import { readGraphSet } from '../../scripts/workflows/sets.ts';
import { SETTINGS_NODE } from '../../scripts/workflows/settings.ts';
import { environmentOf, run, type, type Typed } from '../support/deskCommand.ts';
import { describeEditor } from '../support/editor.ts';
import { BARE_N8N, fastFolder } from '../support/environment.ts';
import { Lookout } from '../support/deskState.ts';
import { CHANNEL, EDITOR, OWNER, buttonOf, peopleOf } from '../support/people.ts';
import { until } from '../support/until.ts';

/** Everything but n8n's own encryption key, which its settings file holds by design, and the bcrypt'ed password. */
const NAMES: readonly SecretName[] = [
	'collaboration-key',
	'context-keys',
	'renderer-key',
	'reader-key',
	'bot-token',
	'webhook-secret',
	'ai-key',
	'ai-audio-key',
	'ai-fallback-key',
	'ai-image-key',
];
/** A signed context: three parts, the first of which begins `{"alg"` or `{"kid"`. */
const CONTEXT = /eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{40,}\.[A-Za-z0-9_-]{43}/g;

/** What every start says at its end. */
const UP = 'Ctrl-C stops all of it.';

describe('npm start', function () {
	this.timeout(240_000);
	let data: string;
	let ports: Ports;
	let desk: Typed;
	const started: Typed[] = [];

	before(async () => {
		data = mkdtempSync(join(fastFolder(), 'copydesk-start-'));
		ports = await freePorts();
	});
	after(() => {
		for (const each of started) each.process.kill('SIGKILL');
		rmSync(data, { recursive: true, force: true, maxRetries: 5 });
	});

	/** Once is enough for the editor. */
	const withoutEditor = (): NodeJS.ProcessEnv => ({ ...environmentOf(data, ports), ...BARE_N8N });
	const start = (env = environmentOf(data, ports)): Typed => {
		const typed = type(env, 'scripts/start.ts');
		started.push(typed);
		return typed;
	};
	const urlOf = (service: keyof Ports): string => `http://127.0.0.1:${ports[service]}`;
	const secret = (name: SecretName): string => ensureSecrets(join(data, 'secrets')).value(name);
	const theDemoPlayed = ({ code, text }: { code: number | null; text: string }): void => {
		expect(code, text).to.equal(0);
		expect(text).to.match(/From the request to both previews: \d+\.\d\d s, of which the AI stand-in took \d+\.\d\d s in \d+ requests/);
		const cover = readFileSync(join(data, 'demo', 'cover.png'));
		expect(cover.subarray(0, 8).toString('latin1')).to.equal('\x89PNG\r\n\x1a\n');
		expect([cover.readUInt32BE(16), cover.readUInt32BE(20)]).to.deep.equal([1080, 1080]);
		expect(text).to.include(readFileSync(join(data, 'demo', 'caption.txt'), 'utf8').trim());
	};

	/** Every process that knows this desk's folder, by its environment: services, n8n and what they started. */
	function left(): string[] {
		return readdirSync('/proc')
			.filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
			.map((pid) => {
				try {
					return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(data)
						? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 120)
						: '';
				} catch {
					// It ended while it was looked at.
					return '';
				}
			})
			.filter((command) => command !== '');
	}

	describe('for the first time', () => {
		it("begins with n8n's tables as this release has them, which everybody on this machine may know: they hold nothing", async () => {
			await makeTables();
			await prepareN8n({
				data: join(data, 'another'),
				ports,
				secrets: ensureSecrets(join(data, 'another', 'secrets')),
				credentials: [],
				contract: async () => VERSION,
				timeZone: 'UTC',
			});
			const db = new DatabaseSync(join(data, 'another', 'n8n', '.n8n', 'database.sqlite'), { readOnly: true });
			const count = (table: string): unknown => db.prepare(`select count(*) as n from ${table}`).get()?.['n'];
			expect(count('migrations')).to.be.greaterThan(200);
			for (const table of ['credentials_entity', 'workflow_entity', 'deployment_key', 'execution_entity', 'user_api_keys'])
				expect(count(table), table).to.equal(0);
			db.close();
		});

		it('names a port in use, who has it and what to do, before anything is started', async () => {
			const server = createServer().listen(ports.collaboration, '127.0.0.1');
			await once(server, 'listening');
			const refused = start();
			const code = await refused.ended;
			server.close();
			expect(code).to.equal(1);
			expect(refused.said()).to.match(
				new RegExp(
					`Port ${ports.collaboration} for collaboration is in use by .*\\(process ${process.pid}\\): ` +
						`stop that, or set COLLAB_PORT to a free port\\.`,
				),
			);
			expect(left()).to.deep.equal([]);
		});

		it('says where to look once everything works', async () => {
			desk = start();
			await desk.says(UP);
			for (const service of ['sandbox', 'renderer', 'reader', 'collaboration'] as const)
				expect((await fetch(`${urlOf(service)}/healthz`)).status, service).to.equal(200);
			const password = readFileSync(join(data, 'secrets', 'n8n-owner-password'), 'utf8').trim();
			const login = await fetch(`${urlOf('n8n')}/rest/login`, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify({ emailOrLdapLoginId: 'owner@copydesk.local', password }),
			});
			expect(login.status, 'the printed login').to.equal(200);
			expect(desk.said()).to.include(password);
		});

		it('prints a link that opens the board, once', async () => {
			const link = /http:\/\/127\.0\.0\.1:\d+\/enter\/[\w-]+/.exec(desk.said())?.[0] ?? '';
			const { origin, pathname } = new URL(link);
			const enter = () =>
				fetch(`${origin}/enter`, {
					...{ method: 'POST', redirect: 'manual', headers: { origin } },
					body: new URLSearchParams({ link: pathname.split('/')[2] ?? '' }),
				});
			expect(await (await fetch(link)).text()).to.include('Press the button to sign in');
			const cookie = (await enter()).headers.get('set-cookie')?.split(';')[0] ?? '';
			expect(await (await fetch(origin, { headers: { cookie } })).text()).to.include('Waits for you');
			expect((await enter()).headers.get('set-cookie'), 'a second time').to.equal(null);
		});

		it("has a reader that finds the sandbox's newspapers, and nothing else of this machine", async () => {
			const read = async (path: string, body: unknown) => {
				const answer = await fetch(`${urlOf('reader')}${path}`, {
					method: 'POST',
					headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${secret('reader-key')}` },
					body: JSON.stringify(body),
				});
				return (await answer.json()) as { feeds: { ok: boolean; code?: string }[]; items: { url: string }[]; code: string };
			};
			const { feeds, items } = await read('/v1/feeds', {
				urls: ['https://coast-wire.example/feed.xml', 'https://harbour-post.example/atom.xml', `${urlOf('sandbox')}/feed.xml`],
			});
			expect(feeds.map(({ ok, code }) => (ok ? 'read' : code))).to.deep.equal(['read', 'read', 'scheme_forbidden']);
			const [{ url } = { url: '' }] = items.filter((item) => item.url.includes('coast-wire'));
			expect(await read('/v1/articles', { url })).to.include({ host: 'coast-wire.example' });
			expect(await read('/v1/articles', { url: 'https://other.example/' })).to.include({ code: 'host_forbidden' });
		});

		it('is used by the demo as it is, and left running', async () => {
			const played = await run(environmentOf(data, ports), 'scripts/demo.ts');
			theDemoPlayed(played);
			expect(played.text).to.include('Using the desk that is running.');
			expect((await fetch(`${urlOf('sandbox')}/healthz`)).status).to.equal(200);
		});

		it('plays a post about news too, with people in any language, and says at once when that news is had', async () => {
			const speakAll = async (language: Language): Promise<void> => {
				for (const who of [OWNER, EDITOR]) {
					await people.send(who, `/language ${language}`);
					await people.see(who, 'the new language', ({ text }) => text === messagesIn(language).languageSet);
				}
			};
			const people = peopleOf(urlOf('sandbox'));
			await speakAll('ru');
			const played = await run(environmentOf(data, ports), 'scripts/demo.ts', '--news');
			expect(played.code, played.text).to.equal(0);
			expect(played.text).to.include('the channel sees the post with its source');
			const again = await run(environmentOf(data, ports), 'scripts/demo.ts', '--news');
			expect([again.code, again.text.includes('this desk has dealt with that news already')], again.text).to.deep.equal([1, true]);
			await speakAll('en');
		});
	});

	describe("and its graphs in n8n's editor", () => describeEditor(() => ({ data, ports })));

	describe('at Ctrl-C', () => {
		it('ends every process of it', async () => {
			desk.process.kill('SIGINT');
			expect(await desk.ended).to.equal(0);
			expect(left()).to.deep.equal([]);
		});
	});

	/** Somebody who gets n8n's folder, for example from a backup, finds no key in its bytes, and nothing that opens anything. */
	describe('and what n8n keeps of it', () => {
		const files = (): string[] =>
			readdirSync(join(data, 'n8n'), { recursive: true, encoding: 'utf8' })
				.filter((name) => !name.includes('node_modules'))
				.map((name) => join(data, 'n8n', name))
				.filter((path) => statSync(path).isFile());
		const valuesOf = (names: readonly SecretName[]): [SecretName, string][] => {
			const secrets = ensureSecrets(join(data, 'secrets'));
			// Of the context keys only the key itself is secret, not its name.
			return names.map((name) => [name, secrets.value(name).split(':').at(-1) as string]);
		};
		const found = (secrets: readonly [SecretName, string][]): string[] =>
			files().flatMap((path) => {
				const bytes = readFileSync(path);
				return secrets.filter(([, value]) => bytes.includes(value)).map(([name]) => `${name} in ${path.slice(data.length)}`);
			});
		const contexts = (): Set<string> => new Set(files().flatMap((path) => readFileSync(path, 'latin1').match(CONTEXT) ?? []));

		it('holds no key in any byte after an evening, in rows or in what deleted rows left', () => {
			expect(found(valuesOf(NAMES))).to.deep.equal([]);
		});

		it('keeps contexts that are refused after the next start, even with the service key', async () => {
			const kept = [...contexts()];
			expect(kept.length, 'or this test looks for the wrong thing').to.be.greaterThan(0);
			desk = start(withoutEditor());
			await desk.says(UP);
			expect(found(valuesOf(NAMES))).to.deep.equal([]);
			const answers = await Promise.all(
				kept.slice(0, 20).map(async (_svc) => {
					const answer = await fetch(`${urlOf('collaboration')}/materials/list`, {
						method: 'POST',
						headers: { 'Content-Type': 'application/json', 'X-Copydesk-Key': secret('collaboration-key') },
						body: JSON.stringify({ _svc }),
					});
					return [answer.status, ((await answer.json()) as { code: string }).code];
				}),
			);
			expect(answers).to.deep.equal(answers.map(() => [401, 'context_invalid']));
		});

		it('goes on working after the secrets were renewed: the messenger, n8n and the service agree', async () => {
			const people = peopleOf(urlOf('sandbox'));
			const lookout = new Lookout();
			await lookout.lookAround(people);
			await people.send(OWNER, '/post The new bridge opens on Monday at 9:00 and is 120 metres long.');
			const preview = await lookout.newTo(people, OWNER, 'a preview', (message) => buttonOf(message, 'publish') !== undefined);
			await people.press(OWNER, preview, 'publish');
			await lookout.newTo(people, CHANNEL, 'the post', (message) => message.photo !== undefined);
			await lookout.newTo(people, OWNER, 'the notice', (message) => /published/i.test(message.text ?? ''));
		});

		it("leaves no byte of the webhook's secret in n8n's database soon after it was used, while n8n runs", async () => {
			const left = () => found(valuesOf(['webhook-secret']));
			await peopleOf(urlOf('sandbox')).send(OWNER, '/status');
			await until(() => left().length > 0);
			const usedAtMs = Date.now();
			await until(() => left().length === 0, 1_000);
			expect(Date.now() - usedAtMs).to.be.lessThan(150_000);
		});

		it('lets no program but its own see a key: n8n, renderer and reader know neither the bot token nor the AI key', () => {
			const { services } = JSON.parse(readFileSync(join(data, 'run', 'desk.json'), 'utf8')) as {
				services: Record<string, { pid: number }>;
			};
			const secrets = ensureSecrets(join(data, 'secrets'));
			const seen = Object.entries(services).flatMap(([name, { pid }]) => {
				const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
				const keys: SecretName[] = [...NAMES, 'n8n-encryption-key', 'n8n-owner-password'];
				return keys.filter((key) => environment.includes(secrets.value(key))).map((key) => `${name} sees ${key}`);
			});
			expect(Object.keys(services)).to.have.members(['sandbox', 'renderer', 'reader', 'collaboration', 'n8n']);
			expect(seen).to.deep.equal([]);
		});

		it('has a webhook that no page can guess, takes no more than an update, and lets not even its owner make a key', async () => {
			const n8n = `http://127.0.0.1:${ports.n8n}`;
			const { services } = JSON.parse(readFileSync(join(data, 'run', 'desk.json'), 'utf8')) as {
				services: Record<string, { pid: number }>;
			};
			const pid = services['collaboration']?.pid ?? 0;
			const [, webhook = ''] = /MAIN_WEBHOOK_URL=([^\0]*)/.exec(readFileSync(`/proc/${pid}/environ`, 'latin1')) ?? [];
			expect(webhook).to.match(/\/updates-[\w-]{24}\/copydesk$/);
			const headers = { 'Content-Type': 'application/json', 'X-Telegram-Bot-Api-Secret-Token': 'wrong' };
			const asked = (url: string, Host = `127.0.0.1:${ports.n8n}`) =>
				new Promise<number>((resolve, reject) => {
					const sent = request(url, { method: 'POST', headers: { ...headers, Host } }, (answer) =>
						resolve(answer.resume().statusCode ?? 0),
					);
					sent.on('error', reject).end('{}');
				});
			expect(await asked(webhook), 'the service, with a wrong secret').to.equal(403);
			expect(await asked(webhook, 'rebound.example'), 'a name that leads here').to.equal(403);
			expect(await asked(`${n8n}/webhook/copydesk`), 'the address that everybody knows').to.equal(404);
			const large = await fetch(webhook, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json', 'X-Telegram-Bot-Api-Secret-Token': secret('webhook-secret') },
				body: JSON.stringify({ update_id: 1, filler: 'x'.repeat(1_200_000) }),
			});
			expect(large.status).to.be.within(400, 500);
			const login = await fetch(`${n8n}/rest/login`, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify({ emailOrLdapLoginId: 'owner@copydesk.local', password: secret('n8n-owner-password') }),
			});
			const [cookie = ''] = login.headers.getSetCookie();
			expect(cookie).to.match(/SameSite=Strict/i);
			const made = await fetch(`${n8n}/rest/api-keys`, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json', Cookie: cookie.split(';')[0] as string },
				body: JSON.stringify({ label: 'test', expiresAt: null, scopes: ['workflow:list', 'workflow:read'] }),
			});
			expect(made.status).to.equal(404);
		});
	});

	describe('on what an earlier one left', () => {
		const content = (id: string, text: string) => (graph: Graph) => ({
			...graph,
			nodes: graph.nodes.map((node) =>
				/stickyNote$/.test(node.type) && graph.id === id ? { ...node, parameters: { ...node.parameters, content: text } } : node,
			),
		});
		/** Somebody edits a graph in n8n. */
		const edited = async (api: N8nApi, id: string, change: (graph: Graph) => Graph, isPublished = true): Promise<string> => {
			const graph = change(normalised(await api.workflow(id)));
			const { versionId } = await api.update(graph);
			if (isPublished) {
				await api.publish(id, versionId);
				await api.waitUntilLive(id, versionId, 60_000);
			}
			return written(graph);
		};
		/** What a start of an earlier release had put in, as far as these graphs are concerned. */
		const hadPutIn = async (graphs: readonly Graph[]): Promise<void> => {
			const file = join(data, 'n8n', '.n8n', 'copydesk-imported.json');
			const noted = JSON.parse(readFileSync(file, 'utf8')) as { graphs: Record<string, string> };
			writeFileSync(file, JSON.stringify({ ...noted, graphs: { ...noted.graphs, ...importedOf([], graphs).graphs } }));
		};
		const STYLE = 'Mine: name the street.';
		const mine: Record<string, string> = {};

		it('has a person’s own graphs, and a credential that somebody deleted, which verify names and puts back', async () => {
			const api = await loginToN8n(ports, ensureSecrets(join(data, 'secrets')));
			const graphs = (await readGraphSet(VERSION)).graphs;
			const older = (id: string): Graph => content(id, 'As the release before had it.')(graphs.find((graph) => graph.id === id) as Graph);
			// The release before had other notes in these three.
			await hadPutIn(['cd-main', 'cd-facts', 'cd-check-caption'].map(older));
			await edited(api, 'cd-facts', () => older('cd-facts'));
			await edited(api, 'cd-main', () => ({
				...older('cd-main'),
				nodes: older('cd-main').nodes.map((node) =>
					node.type === SETTINGS_NODE ? { ...node, parameters: { ...node.parameters, house_style: STYLE } } : node,
				),
			}));
			for (const id of ['cd-check-caption', 'cd-deliver']) mine[id] = await edited(api, id, content(id, 'Mine.'));
			mine['cd-settle'] = await edited(api, 'cd-settle', content('cd-settle', 'Not yet.'), false);
			await api.removeCredential('cd-reader');
			const verified = await run(withoutEditor(), 'scripts/workflows/main.ts', 'verify');
			expect(verified.text)
				.to.include('! credential Copydesk Reader: was missing in n8n and is back')
				.and.match(/✗ Copydesk · Check the caption: changed in n8n/)
				.and.match(/✓ Copydesk · Settle the decision: .*draft that is not published/);
			expect(await api.hasCredential('cd-reader')).to.equal(true);
			await api.removeCredential('cd-ai');
		});

		it('leaves no process behind when it is killed with -9, and starts again on the same state, with every edit of a person', async () => {
			expect(left().length).to.be.greaterThan(4);
			desk.process.kill('SIGKILL');
			await desk.ended;
			await until(() => left().length === 0, 100);
			// The doctor asks what the editor asks.
			const again = start();
			await again.says(UP);
			expect(again.said(), 'only the webhook’s secret is made again, of all that n8n holds').to.match(
				/ n8n +credentials renewed: Copydesk Messenger Webhook\n/,
			);
			expect(again.said()).to.not.match(/package installed/);
			expect(again.said())
				.to.include('credentials that were missing are back: Copydesk AI')
				.and.match(/2 graphs imported; what n8n held in their places is kept in .*workflows/)
				.and.match(/Deliver the previews was changed in n8n and stays as it is/)
				.and.match(
					/Check the caption was changed in n8n, and this release has a newer one: .* “Copydesk · Check the caption \(new, not in use\)”/,
				);
			const api = await loginToN8n(ports, ensureSecrets(join(data, 'secrets')));
			for (const [id, graph] of Object.entries(mine)) expect(written(normalised(await api.workflow(id))), id).to.equal(graph);
			const ours = (await readGraphSet(VERSION)).graphs;
			const now = async (id: string) => normalised(await api.workflow(id));
			expect(await now('cd-facts')).to.deep.equal(ours.find(({ id }) => id === 'cd-facts'));
			expect((await now('cd-main')).nodes.find(({ type }) => type === SETTINGS_NODE)?.parameters['house_style']).to.equal(STYLE);
			expect(printOf(await now('cd-main'))).to.equal(printOf(ours.find(({ id }) => id === 'cd-main') as Graph));
			const beside = await api.workflow('cd_check-caption');
			expect([beside?.activeVersionId, normalised(beside).nodes]).to.deep.equal([
				null,
				ours.find(({ id }) => id === 'cd-check-caption')?.nodes,
			]);
			const doctor = await run(environmentOf(data, ports), 'scripts/operator/main.ts', 'doctor');
			expect(doctor.text)
				.to.match(/! n8n +Copydesk · Check the caption was changed in the editor, and this release has a newer one/)
				.and.match(/! n8n +Copydesk · Settle the decision has a draft in the editor that is not published/)
				.and.not.match(/✗ n8n/);
			again.process.kill('SIGTERM');
			expect(await again.ended).to.equal(0);
		});

		it('is done by the demo when nothing runs, which stops it again', async () => {
			const played = await run(withoutEditor(), 'scripts/demo.ts');
			theDemoPlayed(played);
			expect(played.text).to.include('Bringing a desk up for the demo.');
			const gone = await fetch(`${urlOf('sandbox')}/healthz`).then(
				() => false,
				() => true,
			);
			expect(gone, 'nothing answers any more').to.equal(true);
		});

		it('is asked for by a command that needs a desk, in one sentence', async () => {
			const { code, text } = await run(environmentOf(data, ports), 'scripts/workflows/main.ts', 'verify');
			expect({ code, text }).to.deep.equal({ code: 1, text: `No desk is running on ${data}: start it first (npm start)\n` });
		});
	});
});
