import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { migrate } from '@copydesk/kit/database/migrate';
import { openDatabase } from '@copydesk/kit/database/open';
import { RENDERER_VERSION } from '@copydesk/renderer/identity';
import { examineAddress } from '../../../scripts/operator/doctor/address.ts';
import { examineAi, examineEnd } from '../../../scripts/operator/doctor/ai.ts';
import { ask } from '../../../scripts/operator/doctor/ask.ts';
import { PROBLEMS } from '../../../scripts/operator/doctor/codes.ts';
import { examineFeeds } from '../../../scripts/operator/doctor/feeds.ts';
import { examine } from '../../../scripts/operator/doctor/examine.ts';
import { ok, shown, wrong, type Finding } from '../../../scripts/operator/doctor/finding.ts';
import { examineMachine } from '../../../scripts/operator/doctor/machine.ts';
import { examineMessenger } from '../../../scripts/operator/doctor/messenger.ts';
import { examineN8n } from '../../../scripts/operator/doctor/n8n.ts';
import { examineServices } from '../../../scripts/operator/doctor/services.ts';
import { examineUpdates } from '../../../scripts/operator/doctor/updates.ts';
import { readTargets, type DoctorTargets } from '../../../scripts/operator/doctor/targets.ts';
import { N8N_VERSION } from '../../../scripts/desk/n8n.ts';
import { readGraphs } from '../../../scripts/workflows/files.ts';
import type { Graph } from '../../../scripts/workflows/graph.ts';
import { startScripted, type Scripted, type ScriptedAnswer } from '../../support/scripted.ts';
import { CHANNEL, EGOR, Hook, OLGA, RunningSandbox, SANDBOX_TOKEN } from '../../support/sandbox.ts';

const NOTHING: DoctorTargets = { services: [], folders: [], databases: [] };
/** A port below those that programs take. */
const NOBODY_LISTENS = 'http://127.0.0.1:2';
const UPDATES = ['message', 'edited_message', 'callback_query', 'my_chat_member', 'message_reaction_count'];

/** What a test compares: the code where something is the matter, else the area; verdict and sentence. */
const brief = (findings: readonly Finding[]): string[] =>
	findings.map(({ area, code, verdict, says }) => {
		expect(code in PROBLEMS).to.equal(verdict === 'wrong' || verdict === 'warning', code);
		return `${code in PROBLEMS ? code : area} ${verdict}: ${says}`;
	});
const advised = (findings: readonly Finding[]): boolean =>
	findings.every(({ verdict, advice }) => (verdict === 'wrong' || verdict === 'warning') === (advice !== undefined));

describe('The doctor', function () {
	this.timeout(30_000);
	const servers: { close(): Promise<void> }[] = [];
	const scripted = async (answers: Readonly<Record<string, ScriptedAnswer>>): Promise<Scripted> => {
		const server = await startScripted((what) => answers[what]);
		servers.push(server);
		return server;
	};
	afterEach(async () => {
		for (const server of servers.splice(0)) await server.close();
	});

	it('reads no more of an answer than any answer has, compressed or not', async () => {
		const long = Buffer.alloc(32_000_001, ' ');
		const server = createServer(({ url }, response) => {
			if (url === '/announced') response.writeHead(200, { 'Content-Length': long.length }).write('{}');
			else if (url === '/packed') response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(long));
			else response.end(long.subarray(1));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		servers.push({ close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))) });
		const asked = (path: string) => ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { timeoutMs: 10_000 });
		const tooLong = { kind: 'silence', reason: 'its answer is longer than 32 MB' };
		expect(await asked('/announced')).to.deep.equal(tooLong);
		expect(await asked('/packed')).to.deep.equal(tooLong);
		expect(await asked('/')).to.include({ kind: 'answer' });
	});

	describe('at the messenger', () => {
		let sandbox: RunningSandbox;
		let hook: Hook;
		before(async () => {
			sandbox = await new RunningSandbox().start();
			hook = await new Hook().start();
		});
		after(async () => {
			await sandbox.end();
			await hook.stop();
		});
		const desk = (more: Partial<DoctorTargets> = {}): DoctorTargets => ({
			...NOTHING,
			messenger: { apiUrl: sandbox.url, token: SANDBOX_TOKEN, channelId: CHANNEL },
			webhookUrl: hook.url,
			people: [
				{ role: 'owner', userId: OLGA },
				{ role: 'editor', userId: EGOR },
			],
			...more,
		});
		const found = (around = desk(), nowMs = Date.now()) => examineMessenger(around, nowMs, { withWebhook: true });
		/** A messenger that says anything: results by method, or a refusal. */
		const saying = async (results: Readonly<Record<string, unknown>>): Promise<DoctorTargets> => {
			const all: Readonly<Record<string, unknown>> = {
				getMe: { id: 7, username: 'desk_bot' },
				getChat: { type: 'channel', title: 'News' },
				getChatMember: { status: 'administrator', can_post_messages: true },
				sendChatAction: true,
				getWebhookInfo: { url: hook.url, pending_update_count: 0, allowed_updates: UPDATES },
				...results,
			};
			const answers = Object.entries(all).map(([method, result]): [string, ScriptedAnswer] => {
				const refusal = result as { error_code?: number };
				return [
					`POST /bot${SANDBOX_TOKEN}/${method}`,
					refusal.error_code === undefined
						? { body: { ok: true, result } }
						: { status: refusal.error_code, body: { ok: false, ...refusal } },
				];
			});
			return desk({ messenger: { apiUrl: (await scripted(Object.fromEntries(answers))).url, token: SANDBOX_TOKEN, channelId: CHANNEL } });
		};

		it('finds a good one good: token, right to post, both people, webhook', async () => {
			await sandbox.bot('setWebhook', { url: hook.url, allowed_updates: UPDATES });
			expect(brief(await found())).to.deep.equal([
				'messenger ok: the token answers: @copydesk_sandbox_bot (7000001)',
				`channel ok: the bot may post in “Copydesk sandbox channel” (${CHANNEL})`,
				`people ok: the bot can write to the owner ${OLGA}`,
				`people ok: the bot can write to the editor ${EGOR}`,
				`webhook ok: updates go to ${hook.url}`,
			]);
		});

		it('sends nothing and changes nothing', async () => {
			const before = await sandbox.control<{ chats: unknown; webhook: unknown }>('/state');
			await found();
			const after = await sandbox.control<{ chats: unknown; webhook: unknown }>('/state');
			expect([after.chats, after.webhook]).to.deep.equal([before.chats, before.webhook]);
		});

		it('names a wrong token, without a part of it, and asks nothing more', async () => {
			const findings = await found(desk({ messenger: { apiUrl: sandbox.url, token: `1234567:${'A'.repeat(35)}`, channelId: CHANNEL } }));
			expect(brief(findings)).to.deep.equal(['messenger.token_unknown wrong: the messenger does not know this token']);
			expect(findings.map(shown).join()).to.not.include('AAAA');
		});

		it('names a messenger that is not there', async () => {
			const findings = await found(desk({ messenger: { apiUrl: NOBODY_LISTENS, token: SANDBOX_TOKEN, channelId: CHANNEL } }));
			expect(brief(findings)).to.deep.equal([`messenger.silent wrong: ${NOBODY_LISTENS} does not answer: nothing listens there`]);
		});

		it('names a channel that the bot does not see', async () => {
			const findings = await found(desk({ messenger: { apiUrl: sandbox.url, token: SANDBOX_TOKEN, channelId: -1001 } }));
			expect(brief(findings)).to.include('channel.not_seen wrong: the bot does not see -1001: Bad Request: chat not found');
		});

		for (const [member, says] of [
			[{ status: 'member' }, 'the bot is "member", not an administrator in “News”'],
			[{ status: 'left' }, 'the bot is "left", not an administrator in “News”'],
			[{ status: 'administrator', can_post_messages: false }, 'the bot is an administrator who may not post in “News”'],
			[{ error_code: 400, description: 'Bad Request: user not found' }, 'the bot is not a member, not an administrator in “News”'],
		] as const) {
			it(`names a bot that may not post: ${says}`, async () => {
				expect(brief(await found(await saying({ getChatMember: member })))).to.include(`channel.may_not_post wrong: ${says}`);
			});
		}

		it('names a group where a channel should be', async () => {
			expect(brief(await found(await saying({ getChat: { type: 'supergroup', title: 'Talk' } })))).to.include(
				'channel.not_a_channel warning: “Talk” is a supergroup, not a channel',
			);
		});

		it('names a person who blocked the bot, and one who never wrote to it', async () => {
			await sandbox.control('/block', { from: EGOR, blocked: true });
			const findings = await found(
				desk({
					people: [
						{ role: 'owner', userId: 4444 },
						{ role: 'editor', userId: EGOR },
					],
				}),
			);
			await sandbox.control('/block', { from: EGOR, blocked: false });
			expect(brief(findings)).to.include(
				'people.not_reachable warning: the bot cannot write to the owner 4444: Bad Request: chat not found',
			);
			expect(brief(findings)).to.include(`people.blocked warning: the editor ${EGOR} has blocked the bot`);
		});

		it('names a webhook that is not set, one that leads elsewhere, and kinds that it does not bring', async () => {
			await sandbox.bot('deleteWebhook');
			expect(brief(await found())).to.include('webhook.not_set wrong: no webhook is set: updates wait at the messenger');
			await sandbox.bot('setWebhook', { url: `${hook.url}/old`, allowed_updates: ['message'] });
			const findings = brief(await found());
			expect(findings).to.include(`webhook.elsewhere wrong: updates go to ${hook.url}/old, expected ${hook.url}`);
			expect(findings).to.include(
				'webhook.kinds_missing wrong: the messenger does not send ' +
					'edited_message, callback_query, my_chat_member, message_reaction_count: ' +
					'the webhook was set by another program or an earlier release',
			);
		});

		const nowMs = 1_800_000_000_000;
		for (const [message, verdict, advice] of [
			['Wrong response from the webhook: 403 Forbidden', 'wrong', 'secret'],
			['Wrong response from the webhook: 404 Not Found', 'wrong', 'path'],
			['Wrong response from the webhook: 502 Bad Gateway', 'wrong', 'reverse proxy'],
			['SSL error {error:1416F086:SSL routines:tls_process_server_certificate:certificate verify failed}', 'wrong', 'certificate'],
			['Failed to resolve host: Name or service not known', 'wrong', 'DNS'],
			['Connection timed out', 'wrong', 'firewall'],
		] as const) {
			it(`says what to do when deliveries fail with "${message.slice(0, 50)}"`, async () => {
				const around = await saying({
					getWebhookInfo: { url: hook.url, pending_update_count: 3, last_error_date: nowMs / 1_000 - 120, last_error_message: message },
				});
				const finding = (await found(around, nowMs)).find(({ says }) => says.includes(message));
				expect([finding?.verdict, finding?.code]).to.deep.equal([verdict, 'webhook.failing']);
				expect(finding?.says).to.match(/^3 updates wait; the last delivery failed: .*, 2 min ago$/s);
				expect(finding?.advice).to.include(advice);
			});
		}

		it('remembers a failure for an hour, and calls one that was made up for no fault', async () => {
			const info = { url: hook.url, pending_update_count: 0, last_error_message: 'Connection timed out' };
			const recent = await found(await saying({ getWebhookInfo: { ...info, last_error_date: nowMs / 1_000 - 600 } }), nowMs);
			expect(brief(recent)).to.include(
				'webhook.failed warning: every update is delivered, but an earlier delivery failed: Connection timed out, 10 min ago',
			);
			const old = await found(await saying({ getWebhookInfo: { ...info, last_error_date: nowMs / 1_000 - 7_200 } }), nowMs);
			expect(old.every(({ verdict }) => verdict === 'ok')).to.equal(true);
		});

		it('says what it could not find out, and of many updates that they wait', async () => {
			const around = await saying({
				sendChatAction: { error_code: 429, description: 'Too Many Requests: retry after 9' },
				getWebhookInfo: { url: hook.url, pending_update_count: 21, allowed_updates: UPDATES },
			});
			expect(brief(await found(around)).slice(2)).to.deep.equal([
				`people.not_known warning: it is not known whether the bot can write to the owner ${OLGA}`,
				`people.not_known warning: it is not known whether the bot can write to the editor ${EGOR}`,
				`webhook ok: updates go to ${hook.url}`,
				'webhook.waiting warning: 21 updates wait',
			]);
			const { webhookUrl: _unknown, ...unset } = around;
			expect(brief(await found(unset))).to.include(
				`webhook.not_compared warning: updates go to ${hook.url}; it is not known whether that is right`,
			);
			const silent = await saying({ getWebhookInfo: { error_code: 500, description: 'Internal Server Error' } });
			expect(brief(await found(silent)).at(-1)).to.equal('webhook.not_known warning: the messenger does not say where updates go');
			const busy = await saying({ getMe: { error_code: 429, description: 'Too Many Requests' } });
			expect(brief(await found(busy))).to.deep.equal(['messenger.refuses wrong: it refuses: 429 Too Many Requests']);
		});

		it('names a webhook that keeps a desk from its updates, because the messenger answers such a desk with 409', async () => {
			const { webhookUrl: _none, ...polling } = { ...(await saying({})), way: 'polling' as const };
			expect(brief(await found(polling)).at(-1)).to.equal(`webhook.set wrong: updates go to ${hook.url}, so polling for them fails`);
			const free = { ...(await saying({ getWebhookInfo: { url: '', pending_update_count: 0 } })), way: 'polling' as const };
			expect(brief(await found(free)).at(-1)).to.equal('webhook ok: no webhook is set, as it should be: the desk polls for updates');
		});

		it('says what the service says of the way on which messages come', async () => {
			const said = async (way: NonNullable<DoctorTargets['way']>, updates?: string) => {
				const { url } = await scripted({ 'GET /healthz': { body: { checks: { updates } } } });
				const findings = await examineUpdates({ ...NOTHING, way, services: [{ name: 'collaboration', url, key: '' }] });
				expect(advised(findings)).to.equal(true);
				return brief(findings);
			};
			expect(await said('graphs')).to.deep.equal([]);
			expect(await said('polling', 'ok')).to.deep.equal(['updates ok: the desk polls for them (ok)']);
			expect(await said('webhook', 'standby')).to.deep.equal(['updates ok: the messenger calls the desk; another instance does it now']);
			expect(await said('polling')).to.deep.equal([
				'updates skipped: it is not known whether messages arrive: the collaboration service does not say',
			]);
			expect(await said('polling', 'conflict')).to.deep.equal([
				'updates.conflict wrong: the desk polls for them, but another program takes this bot’s updates (409)',
			]);
		});

		it('is silent about the webhook before a start, because the start sets it', async () => {
			await sandbox.bot('deleteWebhook');
			const findings = await examineMessenger(desk(), Date.now(), { withWebhook: false });
			expect(findings.some(({ area }) => area === 'webhook')).to.equal(false);
		});

		it('has advice for everything that is not well and for nothing else', async () => {
			const around = await saying({
				getChat: { error_code: 400, description: 'Bad Request: chat not found' },
				sendChatAction: { error_code: 429, description: 'Too Many Requests' },
				getWebhookInfo: { url: '', pending_update_count: 50 },
			});
			expect(advised(await found(around))).to.equal(true);
		});
	});

	describe('at the public address', () => {
		const at = (status: number, headers: Record<string, string> = {}) => scripted({ 'POST /webhook/copydesk': { status, headers } });
		const found = async (server: Scripted, isDeskUp = true) =>
			brief(await examineAddress({ ...NOTHING, webhookUrl: `${server.url}/webhook/copydesk` }, isDeskUp));

		it('reads the refusal of a wrong secret as proof that it leads to the main graph', async () => {
			const [line] = await found(await at(403));
			expect(line).to.match(/^address ok: .* leads to the main graph, which refuses a wrong secret$/);
		});

		for (const [status, code, says] of [
			[200, 'unguarded', 'answers 200 to a wrong secret, expected 403'],
			[404, 'wrong_path', 'answers 404'],
			[502, 'no_n8n', 'answers 502'],
			[301, 'redirects', 'redirects to https://elsewhere.example/'],
		] as const) {
			it(`names an address that answers ${status}`, async () => {
				const [line] = await found(await at(status, { Location: 'https://elsewhere.example/' }));
				expect(line)
					.to.match(new RegExp(`^address\\.${code} wrong: `))
					.and.to.include(says);
			});
		}

		it('wants the listener behind the address of a desk that is called itself, and none of a desk that asks', async () => {
			const { url } = await at(401);
			const examined = async (way: NonNullable<DoctorTargets['way']>) =>
				brief(await examineAddress({ ...NOTHING, way, webhookUrl: `${url}/webhook/copydesk` }, true));
			expect(await examined('webhook')).to.deep.equal([
				`address ok: ${url}/webhook/copydesk leads to the collaboration service, which refuses a wrong secret`,
			]);
			expect(await examined('graphs')).to.deep.equal([
				`address.unguarded wrong: ${url}/webhook/copydesk answers 401 to a wrong secret, expected 403`,
			]);
			expect(await examined('polling')).to.deep.equal(['address skipped: the desk polls for updates, which needs no public address']);
		});

		it('accepts any answer of a proxy before the start, because nothing runs behind it yet', async () => {
			const [line] = await found(await at(502), false);
			expect(line).to.match(/^address ok: .*the desk behind it is not started yet/);
		});

		it('names one that does not answer this machine', async () => {
			const findings = await examineAddress({ ...NOTHING, webhookUrl: `${NOBODY_LISTENS}/webhook/copydesk` }, true);
			expect(brief(findings)).to.deep.equal(['address.silent warning: 127.0.0.1:2 does not answer this machine: nothing listens there']);
		});

		for (const [webhookUrl, says] of [
			['http://desk.example/webhook/copydesk', 'address.not_https wrong: http://desk.example/webhook/copydesk is not https'],
			['https://desk.example:5678/webhook/copydesk', 'address.wrong_port wrong: the messenger does not use port 5678'],
			['https://desk.invalid/webhook/copydesk', 'address.no_ipv4 wrong: desk.invalid has no IPv4 address in DNS'],
			[
				'https://192.168.7.7/webhook/copydesk',
				'address.not_public warning: 192.168.7.7 is 192.168.7.7 from here, which cannot be reached from outside',
			],
		] as const) {
			it(`knows what the public messenger does not accept: ${webhookUrl}`, async function () {
				const messenger = { apiUrl: 'https://api.telegram.org', token: 'x', channelId: 1 };
				const [first] = brief(await examineAddress({ ...NOTHING, messenger, webhookUrl }, false));
				expect(first).to.equal(says);
			});
		}
	});

	describe('at the AI provider', () => {
		let sandbox: RunningSandbox;
		before(async () => {
			sandbox = await new RunningSandbox().start();
		});
		after(() => sandbox.end());
		afterEach(() => sandbox.control('/faults', undefined, 'DELETE'));
		const MODELS = { text: 'sandbox-text', image: 'sandbox-image' };
		const provider = (url: string) => ({ textUrl: url, textKey: 'sandbox-key', imageUrl: url, imageKey: 'sandbox-key' });
		const found = async (paid: boolean, ai: DoctorTargets['ai'] = provider(`${sandbox.url}/ai`), models = MODELS) => {
			const findings = await examineAi({ ...NOTHING, ...(ai === undefined ? {} : { ai }) }, models, paid);
			expect(advised(findings)).to.equal(true);
			return brief(findings);
		};
		const asked = async () =>
			(await sandbox.control<{ calls: { kind: string }[] }>('/state')).calls.filter(({ kind }) => kind === 'ai').length;

		it('tries the key for nothing, and pays for nothing that it was not told to', async () => {
			const before = await asked();
			expect(await found(false)).to.deep.equal([
				`ai ok: ${sandbox.url}/ai accepts the key and lists sandbox-text and sandbox-image`,
				'ai skipped: no text and no picture was requested, because they cost money: add --paid',
			]);
			expect((await asked()) - before).to.equal(0);
		});

		it('names models that the provider does not list', async () => {
			expect(await found(false, undefined, { text: 'gpt-9', image: 'sandbox-image' })).to.include(
				`ai.model_unlisted warning: ${sandbox.url}/ai accepts the key but does not list gpt-9`,
			);
		});

		const NOW = Date.parse('2026-11-23T12:00:00Z');
		/** What a provider finds that lists these models. */
		const listing = async (data: readonly object[], models: typeof MODELS) => {
			const { url } = await scripted({ 'GET /v1/models': { body: { data } } });
			const findings = await examineAi({ ...NOTHING, ai: provider(url) }, models, false, NOW);
			expect(advised(findings)).to.equal(true);
			return brief(findings).map((line) => line.replaceAll(url, 'URL'));
		};

		it('warns 60 days before a model ends, and names what ended as wrong, by the provider’s own list', async () => {
			const models = [
				{ id: 'sandbox-text', shutdown_date: '2027-01-22' },
				{ id: 'sandbox-image', shutdown_date: null },
			];
			expect(await listing(models, MODELS)).to.deep.equal([
				'ai ok: URL accepts the key and lists sandbox-text and sandbox-image',
				'ai.model_ending warning: sandbox-text is shut down on 2027-01-22',
				'ai skipped: no text and no picture was requested, because they cost money: add --paid',
			]);
			const [first, second] = models;
			expect(await listing([{ ...first, shutdown_date: '2026-11-23' }, second ?? {}], MODELS)).to.deep.equal([
				'ai.model_gone wrong: sandbox-text was shut down on 2026-11-23',
				'ai skipped: no text and no picture was requested, because they cost money: add --paid',
			]);
		});

		it('names the successor of a model of OpenAI that is gone', () => {
			const [found] = examineEnd({ area: 'ai', url: 'https://api.openai.com' }, 'gpt-image-1', undefined, '2026-11-23');
			expect(found).to.include({ code: 'ai.model_gone', says: 'gpt-image-1 was shut down on 2026-10-23' });
			expect(found?.advice).to.match(/^choose gpt-image-2 instead, in AI_TEXT_MODEL and AI_IMAGE_MODEL/);
		});

		it('tries a restricted key, which may not read the list, with a request of a few tokens', async () => {
			await sandbox.control('/faults', { target: 'ai', kind: 'restricted' });
			expect((await found(false))[0]).to.equal(`ai ok: ${sandbox.url}/ai accepts the key, and serves sandbox-text`);
			expect((await found(true))[4]).to.match(/^image ok: /);
			await sandbox.control('/faults', { target: 'ai', endpoint: 'responses', kind: 'model_gone' });
			expect((await found(false))[0]).to.equal(
				`ai.model_gone wrong: ${sandbox.url}/ai does not serve sandbox-text: ` +
					'The model `sandbox-text` does not exist or you do not have access to it.',
			);
		});

		it('takes an address with the version of its interface', async () => {
			expect((await found(true, provider(`${sandbox.url}/ai/v1`)))[0]).to.match(/^ai ok: .*\/ai\/v1 accepts the key and lists/);
		});

		it('asks three texts, a picture and a second of sound with --paid, and finds them good', async () => {
			const before = await asked();
			const findings = await found(true);
			expect(findings.slice(1, 4)).to.deep.equal([
				'ai ok: sandbox-text keeps to a strict schema',
				'ai ok: sandbox-text stays within the schema when it is told to refuse',
				'ai ok: sandbox-text says when an answer was cut',
			]);
			expect(findings[4]).to.match(/^image ok: sandbox-image gives a PNG of 1536x1024, \d\.\d MB$/);
			expect(findings[5]).to.equal('audio ok: gpt-transcribe writes down voice messages');
			expect((await asked()) - before).to.equal(5);
		});

		it('says where voices are not written down, and when their model ends', async () => {
			const ai = provider(`${sandbox.url}/ai`);
			const by = { text: 'responses', schemas: 'strict', images: 'none', header: 'Authorization' } as const;
			expect(await found(false, { ...ai, by: { ...by, audio: 'none' } })).to.include(
				'audio skipped: AI_AUDIO_API is none, so people are asked to write instead of speaking',
			);
			expect(await found(true, { ...ai, by: { ...by, audio: 'multipart' }, audioUrl: `${sandbox.url}/elsewhere` })).to.satisfy(
				(lines: string[]) => lines.some((line) => line.startsWith('audio.not_heard warning: gpt-transcribe wrote down no sound: 404')),
			);
			const ended = await examineAi(
				{ ...NOTHING, ai: { ...ai, audioUrl: 'https://api.openai.com' } },
				{ ...MODELS, audio: 'whisper-1' },
				false,
				Date.parse('2027-02-26T00:00:00Z'),
			);
			expect(brief(ended)).to.include('audio.model_gone wrong: whisper-1 was shut down on 2027-02-26');
		});

		it('understands a refusal in the form of the interface', async () => {
			await sandbox.control('/faults', { target: 'ai', endpoint: 'responses', kind: 'refusal', forever: true });
			expect(await found(true)).to.include('ai ok: sandbox-text refuses in the form that is understood');
		});

		it('names a provider that answers free text, however it was asked', async () => {
			await sandbox.control('/faults', { target: 'ai', endpoint: 'responses', kind: 'malformed', forever: true });
			const findings = await found(true);
			expect(findings[1]).to.match(/^ai\.not_strict wrong: sandbox-text does not keep to a strict schema: /);
			expect(findings[2]).to.match(/^ai\.refusal_unclear wrong: sandbox-text refuses in a form that is not understood: /);
		});

		for (const [kind, line] of [
			['5xx', /^ai\.request_refused wrong: sandbox-text gave no text: 500 The server had an error/],
			['429', /^ai\.request_refused wrong: sandbox-text gave no text: 429 Rate limit reached/],
			['drop_before_accept', /^ai\.silent wrong: sandbox-text gave no text: /],
			['non_json', /^ai\.not_strict wrong: sandbox-text does not keep to a strict schema: no answer/],
		] as const) {
			it(`names a provider that meets a text with ${kind}`, async () => {
				await sandbox.control('/faults', { target: 'ai', endpoint: 'responses', kind, forever: true });
				expect((await found(true))[1]).to.match(line);
			});
		}

		for (const [kind, line] of [
			['refusal', /^image\.request_refused wrong: sandbox-image gave no picture: 400 Your request was rejected/],
			['5xx', /^image\.request_refused wrong: sandbox-image gave no picture: 500/],
		] as const) {
			it(`looks at the picture itself: ${kind}`, async () => {
				await sandbox.control('/faults', { target: 'ai', endpoint: 'images/generations', kind, forever: true });
				expect((await found(true))[4]).to.match(line);
			});
		}

		/** A provider that answers a text or a picture in its own way. */
		const own = async (answers: Readonly<Record<string, unknown>>) =>
			provider(
				(
					await scripted({
						'GET /v1/models': { body: { data: [{ id: 'sandbox-text' }, { id: 'sandbox-image' }] } },
						...Object.fromEntries(Object.entries(answers).map(([path, body]) => [`POST ${path}`, { body }])),
					})
				).url,
			);
		const completed = (text: string) => ({ status: 'completed', output: [{ type: 'message', content: [{ type: 'output_text', text }] }] });

		const WHOLE = JSON.stringify({
			colour_of_the_sky_in_the_morning: 'pink',
			colour_of_the_sky_at_noon: 'blue',
			colour_of_the_sky_in_the_evening: 'red',
		});

		it('names a provider that cuts without saying so, and one that ignores the bound', async () => {
			expect((await found(true, await own({ '/v1/responses': completed(WHOLE.slice(0, 40)) })))[3]).to.equal(
				'ai.cut_unsaid wrong: sandbox-text cuts an answer without saying so: the answer is not JSON',
			);
			expect((await found(true, await own({ '/v1/responses': completed(WHOLE) })))[3]).to.equal(
				'ai.bound_ignored warning: sandbox-text ignores the limit on the length of its answer',
			);
		});

		it('names bytes that are no picture, and a picture of another size', async () => {
			const picture = (bytes: Buffer) => own({ '/v1/images/generations': { data: [{ b64_json: bytes.toString('base64') }] } });
			expect((await found(true, await picture(Buffer.alloc(100))))[4]).to.equal(
				'image.unusable wrong: sandbox-image gives no usable picture: image_not_png',
			);
			const header = Buffer.from('89504e470d0a1a0a0000000d49484452000004000000040008060000', 'hex');
			expect((await found(true, await picture(Buffer.concat([header, Buffer.alloc(50)]))))[4]).to.equal(
				'image.unusable wrong: sandbox-image gives no usable picture: image_wrong_size',
			);
			expect((await found(true, await own({ '/v1/images/generations': { data: [{ url: 'https://x.example/1.png' }] } })))[4]).to.equal(
				'image.none wrong: sandbox-image answered with an address instead of the picture',
			);
		});

		it('names a key that is not accepted, a provider that is not there, and one that redirects with the key', async () => {
			const refusing = await scripted({ 'GET /v1/models': { status: 401, body: { error: { message: 'Incorrect API key provided' } } } });
			expect(await found(true, provider(refusing.url))).to.deep.equal([
				`ai.key_refused wrong: ${refusing.url} does not accept the key: Incorrect API key provided`,
			]);
			expect(await found(true, provider(NOBODY_LISTENS))).to.deep.equal([
				`ai.silent wrong: ${NOBODY_LISTENS} does not answer: nothing listens there`,
			]);
			const elsewhere = await scripted({});
			const redirecting = await scripted({ 'GET /v1/models': { status: 302, headers: { Location: `${elsewhere.url}/v1/models` } } });
			expect(await found(false, provider(redirecting.url))).to.include(
				`ai.redirects wrong: ${redirecting.url} redirects, and the key is not sent on`,
			);
			expect(elsewhere.asked).to.deep.equal([]);
		});

		it('takes a key at its spending limit for no refused key', async () => {
			const spent = await scripted({
				'POST /v1/responses': { status: 403, body: { error: { message: 'Key limit exceeded (total limit).' } } },
			});
			const [finding] = await examineAi({ ...NOTHING, ai: provider(spent.url) }, MODELS, true);
			expect([finding?.code, finding?.advice]).to.deep.equal(['ai.request_refused', 'raise the limits or the balance at the provider']);
		});

		it('tries the key for images at its own provider, and never the other one', async () => {
			const keys: string[] = [];
			const images = await startScripted((_what, _body, request) => {
				keys.push(request.headers.authorization ?? '');
				return { body: { data: [{ id: 'sandbox-image' }] } };
			});
			servers.push(images);
			const ai = { ...provider(`${sandbox.url}/ai`), imageUrl: images.url, imageKey: 'key-for-images' };
			expect(await found(false, ai)).to.include(`image ok: ${images.url} accepts the key and lists sandbox-image`);
			expect(keys).to.deep.equal(['Bearer key-for-images']);
		});

		it('tries the fallback provider too, whose faults stop nothing', async () => {
			const said = {
				...{ AI_BASE_URL: `${sandbox.url}/ai`, AI_API_KEY: 'sandbox-key', AI_FALLBACK_API_KEY: 'key-of-the-fallback' },
				AI_FALLBACK_TEXT_MODEL: 'sandbox-text',
			};
			const found = async (url: string) => {
				const read = () => readTargets({ ...said, AI_FALLBACK_BASE_URL: url }, []);
				const findings = await examine(read, { isDeskUp: false, paid: false, nowMs: Date.now });
				return findings.filter(({ says }) => says.startsWith('fallback: ')).map(({ verdict, says }) => `${verdict} ${says}`);
			};
			const good = `${sandbox.url}/ai/v1`;
			expect(await found(good)).to.deep.equal([`ok fallback: ${good} accepts the key and lists sandbox-text`]);
			const away = 'http://127.0.0.1:2/v1';
			expect(await found(away)).to.deep.equal([`warning fallback: ${away} does not answer: nothing listens there`]);
		});
	});

	describe('at our own services', () => {
		const renderer = (version: string, more: object = {}) => ({ service: 'renderer', version, ...more });
		const found = async (answers: Readonly<Record<string, ScriptedAnswer>>, name: 'renderer' | 'reader' | 'collaboration' = 'renderer') => {
			const server = await scripted(answers);
			const findings = await examineServices({ ...NOTHING, services: [{ name, url: server.url, key: 'k'.repeat(32) }] });
			expect(advised(findings)).to.equal(true);
			return brief(findings)[0];
		};

		it('finds one well that answers, has the version of this checkout and takes the key', async () => {
			expect(await found({ 'GET /healthz': { body: renderer('0.3.0') }, 'GET /metrics': { body: 'ok' } })).to.equal(
				'renderer ok: version 0.3.0 is well and takes our key',
			);
		});

		it('holds the reader against the version of this checkout too', async () => {
			const body = (version: string) => ({ service: 'reader', version, checks: { workers: 'ok' } });
			expect(await found({ 'GET /healthz': { body: body('1.0.0') }, 'GET /metrics': {} }, 'reader')).to.equal(
				'reader ok: version 1.0.0 is well and takes our key',
			);
			expect(await found({ 'GET /healthz': { body: body('0.9.0') } }, 'reader')).to.equal(
				'reader.other_version wrong: version 0.9.0 runs, this checkout has 1.0.0',
			);
		});

		it('names what is wrong: another version, another key, another program, a failed check, no answer', async () => {
			expect(await found({ 'GET /healthz': { body: renderer('0.2.9') } })).to.equal(
				`renderer.other_version wrong: version 0.2.9 runs, this checkout has ${RENDERER_VERSION}`,
			);
			expect(await found({ 'GET /healthz': { body: renderer('0.3.0') }, 'GET /metrics': { status: 401 } })).to.equal(
				'renderer.key_refused wrong: it does not accept our key',
			);
			expect(await found({ 'GET /healthz': { body: { service: 'sandbox' } } })).to.match(
				/^renderer\.other_program wrong: something else answers at/,
			);
			expect(
				await found({ 'GET /healthz': { status: 503, body: renderer('0.3.0', { checks: { journal: 'failed', store: 'ok' } }) } }),
			).to.equal('renderer.unwell wrong: it is not well: journal');
			const findings = await examineServices({ ...NOTHING, services: [{ name: 'renderer', url: NOBODY_LISTENS, key: '' }] });
			expect(brief(findings)).to.deep.equal([`renderer.silent wrong: ${NOBODY_LISTENS} does not answer: nothing listens there`]);
		});

		it('tries the search of the reader, and says what is the matter with it and what to do', async () => {
			const searched = async (body: unknown, status = 200): Promise<readonly Finding[]> => {
				const health = { service: 'reader', version: '1.0.0', checks: { workers: 'ok' } };
				const { url } = await scripted({ 'GET /healthz': { body: health }, 'GET /metrics': {}, 'POST /v1/search': { status, body } });
				return (await examineServices({ ...NOTHING, services: [{ name: 'reader', url, key: 'k'.repeat(32) }] })).slice(1);
			};
			const failing = (engine: string, code: string) => ({ results: [], asked: [{ engine, ok: false, code }] });
			expect(brief(await searched({ results: [{}], asked: [{ engine: 'wikipedia', ok: true, code: null }] }))).to.deep.equal([
				'reader ok: wikipedia answers a search',
			]);
			expect(brief(await searched(failing('off', 'search_off')))).to.deep.equal([
				'reader.search_off warning: the search is off: a post that needs knowledge asks you for a source',
			]);
			const [found] = await searched(failing('searxng', 'search_json_off'));
			expect(found).to.include({ code: 'reader.search_failed', says: 'searxng: search_json_off' });
			expect(found?.advice).to.include('add json to search.formats');
			expect(brief(await searched({ detail: 'An unexpected error.' }, 500))).to.deep.equal([
				'reader.search_failed warning: the search does not work: An unexpected error.',
			]);
		});

		it('names a collaboration service without people', async () => {
			const body = { service: 'collaboration', version: '1.0.1', checks: { database: 'ok', participants: 'empty' } };
			expect(await found({ 'GET /healthz': { body }, 'GET /metrics': {} }, 'collaboration')).to.equal(
				'collaboration.nobody wrong: it works, but the desk has no people yet',
			);
		});
	});

	describe('at the feeds', () => {
		const SHIPPED = 'https://coast-wire.example/feed.xml\nhttps://news.city.org/rss?q={topic}\nhttps://old-quay.example/rss.xml';
		const found = (feeds: string, env: NodeJS.ProcessEnv = {}) => {
			const findings = examineFeeds(readTargets(env, []), { feeds });
			expect(advised(findings)).to.equal(true);
			return brief(findings);
		};

		it('names each that is still an example, because a real desk would find nothing there', () => {
			expect(found(SHIPPED)).to.deep.equal([
				'feeds.example warning: https://coast-wire.example/feed.xml is only an example',
				'feeds.example warning: https://old-quay.example/rss.xml is only an example',
			]);
		});

		it('has nothing against one that the reader finds at an address of its own, as in the sandbox', () => {
			const origins = ['coast-wire', 'old-quay'].map((name) => `https://${name}.example=http://127.0.0.1:8095`).join(',');
			expect(found(SHIPPED, { READER_ORIGINS: origins })).to.deep.equal(['feeds ok: 3 are set']);
			expect(found(SHIPPED.replaceAll('example', 'org'))).to.deep.equal(['feeds ok: 3 are set']);
		});

		it('names settings without a feed, and settings that cannot be read', () => {
			expect(found('\n')).to.deep.equal(['feeds.none warning: no feed is set, so /news has nothing to search']);
			expect(found('news.org')).to.deep.equal(['feeds.unreadable warning: the settings of news cannot be read: feeds: news.org']);
		});
	});

	describe('at n8n', () => {
		let graphs: readonly Graph[];
		before(async () => {
			graphs = (await readGraphs()).map(({ graph }) => graph).filter(({ id }) => id === 'cd-failure');
		});
		const TYPES = [
			{
				name: 'n8n-nodes-copydesk.collabAuthorize',
				version: 1,
				properties: [{ name: 'operation', options: [{ value: 'reportFailure' }] }],
			},
		];
		const published = { status: 'published', liveVersionId: 'v1', triggers: [] };
		const FAILED = `GET /rest/executions?filter=${encodeURIComponent('{"status":["error"]}')}&limit=50`;
		const held = (more: object = {}) => ({ data: { ...graphs[0], versionId: 'v1', activeVersionId: 'v1', ...more } });
		const found = async (answers: Readonly<Record<string, ScriptedAnswer>>) => {
			const server = await scripted({
				'GET /healthz/readiness': {},
				'POST /rest/login': { headers: { 'Set-Cookie': 'n8n-auth=x' } },
				'GET /types/nodes.json': { body: TYPES },
				'GET /rest/settings': { body: { data: { versionCli: N8N_VERSION } } },
				'GET /rest/workflows/cd-failure': { body: held() },
				'GET /rest/workflows/cd-main': { status: 404 },
				[FAILED]: { body: { data: { results: [] } } },
				'GET /rest/workflows/cd-failure/publication-status': { body: { data: published } },
				'GET /rest/credentials/cd-collab?includeData=true': {
					body: { data: { data: { allowedHttpRequestDomains: 'none', baseUrl: 'http://127.0.0.1:8091' } } },
				},
				...answers,
			});
			const { findings } = await examineN8n(
				{
					...NOTHING,
					services: [{ name: 'collaboration', url: 'http://127.0.0.1:8091', key: '' }],
					ai: { textUrl: 'https://ai.example', textKey: 'k', imageUrl: 'https://ai.example', imageKey: 'k' },
					n8n: { url: server.url, login: { email: 'o', password: 'p' } },
				},
				graphs,
				'cd-main',
			);
			expect(advised(findings)).to.equal(true);
			return brief(findings).slice(1);
		};

		it('finds package and graphs good when production runs what the files say', async () => {
			expect(await found({})).to.deep.equal([
				'n8n ok: the package is loaded, with all 1 operations that the graphs use',
				'n8n ok: all 1 graphs are the ones of this checkout, published and running',
			]);
		});

		for (const [what, types, says] of [
			['no package', [], 'it does not know n8n-nodes-copydesk.collabAuthorize'],
			['an old version of a node', [{ ...TYPES[0], version: [2] }], 'it does not know n8n-nodes-copydesk.collabAuthorize version 1'],
			[
				'a package without an operation',
				[{ ...TYPES[0], properties: [{ name: 'operation', options: [] }] }],
				'it does not know n8n-nodes-copydesk.collabAuthorize “reportFailure”',
			],
		] as const) {
			it(`names ${what}`, async () => {
				expect(await found({ 'GET /types/nodes.json': { body: types } })).to.include(`n8n.package_missing wrong: ${says}`);
			});
		}

		it('names a process without the package, such as a worker made again, by the execution that it failed', async () => {
			const startedAt = new Date(Date.now() - 60_000).toISOString();
			const at = (id: string, more: object = {}) => ({ id, workflowId: 'cd-failure', startedAt, ...more });
			const said = (message: string) => ({ body: { data: { data: `[{"message":"${message}"}]` } } });
			const failed = (...results: object[]) => ({
				[FAILED]: { body: { data: { results } } },
				'GET /rest/executions/7': said('Unrecognized node type: n8n-nodes-copydesk.collabAuthorize'),
				'GET /rest/executions/8': said('The service answered 503'),
			});
			expect(await found(failed(at('8'), at('7')))).to.include(
				'n8n.process_without_package wrong: one of its processes did not have the package: ' +
					`it failed execution 7 of Copydesk · Report a failure at ${startedAt}`,
			);
			const long = new Date(Date.now() - 7_200_000).toISOString();
			expect(
				(await found(failed(at('8'), at('7', { workflowId: 'theirs' }), at('7', { startedAt: long })))).join(),
				'other reasons, other workflows, long ago',
			).to.not.include('process_without_package');
		});

		it('names a credential that somebody opened in the editor, because its key could then be sent anywhere', async () => {
			const stored = (data: object) => ({ body: { data: { data } } });
			const name = 'n8n.credential_open warning:';
			const ours = { allowedHttpRequestDomains: 'none', baseUrl: 'http://127.0.0.1:8091' };
			const ai = { allowedHttpRequestDomains: 'domains', allowedDomains: 'ai.example', baseUrl: 'https://ai.example' };
			const openedBy = async (collab: object, provider: object) =>
				(
					await found({
						'GET /rest/credentials/cd-collab?includeData=true': stored(collab),
						'GET /rest/credentials/cd-ai?includeData=true': stored(provider),
					})
				).filter((line) => line.startsWith(name));
			expect(await openedBy(ours, ai)).to.deep.equal([]);
			expect(await openedBy({ ...ours, allowedHttpRequestDomains: 'all' }, ai)).to.deep.equal([
				`${name} cd-collab may be used by any HTTP Request node`,
			]);
			expect(await openedBy({ baseUrl: ours.baseUrl }, { ...ai, allowedDomains: 'ai.example, *.thief.example' })).to.deep.equal([
				`${name} cd-collab may be used by any HTTP Request node; ` +
					'cd-ai may be used by any HTTP Request node for ai.example, *.thief.example',
			]);
			expect(await openedBy({ ...ours, baseUrl: 'http://thief.example' }, { ...ai, imageBaseUrl: 'https://thief.example' })).to.deep.equal([
				`${name} cd-collab leads to http://thief.example; cd-ai leads to https://thief.example`,
			]);
		});

		it('names a graph that is missing, not published, or not what production runs', async () => {
			const name = 'n8n.graph_differs wrong: Copydesk · Report a failure';
			expect(await found({ 'GET /rest/workflows/cd-failure': { status: 404 } })).to.include(`${name}: not in n8n`);
			expect(await found({ 'GET /rest/workflows/cd-failure': { body: held({ activeVersionId: null }) } })).to.include(
				`${name}: stored, but not published`,
			);
			expect(
				await found({
					'GET /rest/workflows/cd-failure/publication-status': { body: { data: { ...published, liveVersionId: 'v0' } } },
				}),
			).to.include(`${name}: published, but production runs another version (published)`);
		});

		it('names a credential that somebody deleted, and the command that puts it back', async () => {
			expect(await found({ 'GET /rest/credentials/cd-collab?includeData=true': { status: 404 } })).to.include(
				'n8n.credential_missing wrong: it no longer has the credential Copydesk Collaboration',
			);
		});

		it('calls an unpublished draft no fault, and names both graphs where a release and a person changed one', async () => {
			const draft = held({ nodes: [], versionId: 'v9', activeVersion: graphs[0] });
			expect(await found({ 'GET /rest/workflows/cd-failure': { body: draft } })).to.include(
				'n8n.graph_draft warning: Copydesk · Report a failure has a draft in the editor that is not published; the published graph runs',
			);
			expect(
				await found({
					'GET /rest/workflows/cd-failure': { body: held({ name: 'Mine' }) },
					'GET /rest/workflows/cd_failure': { body: { data: { ...graphs[0], id: 'cd_failure', name: 'Ours' } } },
				}),
			).to.include(
				'n8n.graph_newer warning: Copydesk · Report a failure was changed in the editor, and this release has a newer one: ' +
					'yours runs, ours is beside it as the draft “Ours”',
			);
		});

		it('names an expression that a renamed node left without its node, before anything is paid for', async () => {
			const node = graphs[0]?.nodes.find(({ type }) => !/stickyNote|Trigger/.test(type));
			const asking = (expression: string) => ({ ...node, name: 'Ask', parameters: { text: { deep: [expression] } } });
			const broken = async (expression: string): Promise<readonly string[]> =>
				(
					await found({ 'GET /rest/workflows/cd-failure': { body: held({ nodes: [...(graphs[0]?.nodes ?? []), asking(expression)] }) } })
				).filter((line) => line.startsWith('n8n.graph_broken'));
			for (const expression of [
				"={{ $('Gone').item.json }}",
				'={{ $("Gone").first() }}',
				'={{ $node["Gone"].json }}',
				'={{ $items("Gone") }}',
			])
				expect(await broken(expression), expression).to.deep.equal([
					'n8n.graph_broken wrong: Copydesk · Report a failure: “Ask” refers to the node “Gone”, which is not there, so its run would stop',
				]);
			for (const expression of [`={{ $('${node?.name}').item.json }}`, "a text about $('Gone')", '={{ $json.node }}'])
				expect(await broken(expression), expression).to.deep.equal([]);
		});

		it("calls somebody's own change in the editor no fault while it runs", async () => {
			expect(await found({ 'GET /rest/workflows/cd-failure': { body: held({ name: 'Mine' }) } })).to.include(
				'n8n.graph_edited warning: Copydesk · Report a failure was changed in the editor',
			);
		});

		it('names an n8n of another version than the one that the package was tried with, and one that breaks off', async () => {
			const other = await found({ 'GET /rest/settings': { body: { data: { versionCli: '3.0.2' } } } });
			expect(other[0]).to.match(/^n8n\.other_version warning: it is n8n 3\.0\.2, and this package was tested with \d+\.\d+\.\d+$/);
			expect(other.slice(1)).to.deep.equal(await found({}));
			expect(await found({ 'GET /types/nodes.json': { status: 500, body: { message: 'gone' } } })).to.deep.equal([
				'n8n.unreadable wrong: it cannot be checked: n8n refused to list its nodes: 500 gone',
			]);
		});

		it('names an n8n that is not there, not ready, or does not let us in', async () => {
			const at = async (url: string) => brief((await examineN8n({ ...NOTHING, n8n: { url } }, graphs, 'cd-main')).findings);
			expect(await at(NOBODY_LISTENS)).to.deep.equal([`n8n.silent wrong: ${NOBODY_LISTENS} does not answer: nothing listens there`]);
			const starting = await scripted({ 'GET /healthz/readiness': { status: 503 } });
			expect(await at(starting.url)).to.deep.equal([`n8n.not_ready wrong: ${starting.url} is not ready (503)`]);
			expect((await found({ 'POST /rest/login': { status: 401, body: { message: 'Wrong username or password' } } }))[0]).to.match(
				/^n8n\.login_refused wrong: it refuses the login: .*401/,
			);
		});
	});

	describe('at the machine', () => {
		let folder: string;
		beforeEach(() => {
			folder = mkdtempSync(join(tmpdir(), 'copydesk-doctor-'));
		});
		afterEach(() => {
			chmodSync(folder, 0o700);
			rmSync(folder, { recursive: true, force: true });
		});
		const found = async (around: Partial<DoctorTargets>, nowMs: () => number = Date.now) =>
			brief(await examineMachine({ ...NOTHING, ...around }, nowMs));

		it('finds room and right to write, and leaves nothing behind', async () => {
			const [line] = await found({ folders: [folder] });
			expect(line).to.match(/^disk (ok|warning): \d+\.\d GB are free for /);
			expect(readdirSync(folder)).to.deep.equal([]);
		});

		it('looks where a folder will be made, and makes none', async () => {
			const [line] = await found({ folders: [join(folder, 'live', 'deep')] });
			expect(line).to.match(/^disk (ok|warning): /);
			expect(readdirSync(folder)).to.deep.equal([]);
		});

		it('names a folder that takes no file', async () => {
			const [line] = await found({ folders: ['/proc/self'] });
			expect(line).to.match(/^disk\.not_writable wrong: \/proc\/self cannot be written to \(/);
		});

		it('names a disk on which little room is left, and one on which none is', async () => {
			const having = async (bytes: number) => brief(await examineMachine({ ...NOTHING, folders: [folder] }, Date.now, () => bytes))[0];
			expect(await having(2.1e9)).to.equal(`disk ok: 2.1 GB are free for ${folder}`);
			expect(await having(1.9e9)).to.equal(`disk.little_room warning: 1.9 GB are free for ${folder}`);
			expect(await having(0)).to.equal(`disk.full wrong: 0.0 GB are free for ${folder}`);
		});

		it('takes the right to write a database and gives it back', async () => {
			const url = `sqlite:${join(folder, 'a.sqlite')}`;
			const db = await openDatabase(url);
			await migrate(
				db,
				join(import.meta.dirname, '..', '..', '..', 'services/collaboration/src/participants/migrations'),
				'participants',
				1,
			);
			await db.close();
			expect((await found({ databases: [{ name: 'materials', url, readOnly: false }] }))[0]).to.equal(
				`database ok: materials: ${url} takes writes`,
			);
			expect((await found({ databases: [{ name: 'participants', url, readOnly: true }] }))[0]).to.equal(
				`database ok: participants: ${url} can be read`,
			);
		});

		it('names a database that is missing, is no database, or does not answer, without its password', async () => {
			const missing = `sqlite:${join(folder, 'missing.sqlite')}`;
			expect((await found({ databases: [{ name: 'materials', url: missing, readOnly: false }] }))[0]).to.equal(
				`database.missing warning: materials: ${missing} is not there yet`,
			);
			expect(readdirSync(folder)).to.deep.equal([]);
			const away = await found({
				databases: [{ name: 'materials', url: 'postgres://copydesk:hunter2@127.0.0.1:9/desk', readOnly: false }],
			});
			expect(away[0]).to.match(/^database\.unusable wrong: materials: postgres:\/\/127\.0\.0\.1:9\/desk cannot be used/);
			expect(away[0]).to.not.include('hunter2');
			const none = join(folder, 'none.sqlite');
			writeFileSync(none, 'no database at all, '.repeat(100));
			const [line] = await found({ databases: [{ name: 'materials', url: `sqlite:${none}`, readOnly: false }] });
			expect(line).to.match(/^database\.unusable wrong: materials: .*none\.sqlite cannot be used \(file is not a database\)/);
		});

		it('compares the clock with others, within what their whole seconds allow', async () => {
			const dated = await scripted({ 'GET /': { headers: { Date: new Date(1_800_000_000_000).toUTCString() } } });
			const messenger = { apiUrl: dated.url, token: 'x', channelId: 1 };
			const host = new URL(dated.url).host;
			const at = async (offsetMs: number) => (await found({ messenger }, () => 1_800_000_000_000 + offsetMs)).at(-1);
			expect(await at(900)).to.equal(`clock ok: agrees with ${host}`);
			expect(await at(30_000)).to.equal(`clock.differs warning: differs from ${host} by 29 s`);
			expect(await at(-3_600_000)).to.equal(`clock.differs wrong: differs from ${host} by 3600 s`);
			expect((await found({})).at(-1)).to.equal('clock skipped: no server answered, so the clock was not compared');
		});
	});

	describe('as a whole', () => {
		it('names mistakes in the configuration instead of failing with them', async () => {
			const findings = await examine(() => readTargets({ COLLAB_PORT: 'soon', MESSENGER_CHANNEL_ID: '@news' }, []), {
				isDeskUp: true,
				paid: false,
				nowMs: Date.now,
			});
			expect(findings.map(({ area, verdict }) => `${area} ${verdict}`)).to.deep.equal(['configuration wrong', 'configuration wrong']);
		});

		it("never confuses the service's address of n8n with the public one", () => {
			const inner = { MAIN_WEBHOOK_URL: 'http://127.0.0.1:5678/webhook/copydesk' };
			const outer = { PUBLIC_WEBHOOK_URL: 'https://desk.example/updates', ...inner };
			const readUrl = (env: Readonly<Record<string, string>>) => readTargets(env, []).webhookUrl;
			expect([readUrl(inner), readUrl(outer), readUrl({ ...outer, COLLAB_UPDATES: 'webhook' })]).to.deep.equal([
				undefined,
				'https://desk.example/updates',
				'https://desk.example/updates',
			]);
			expect(readUrl({ ...outer, COLLAB_UPDATES: 'polling' })).to.equal(undefined);
		});

		it('lists what it did not look at when it is told nothing about the desk', async () => {
			const findings = await examine(() => NOTHING, { isDeskUp: true, paid: false, nowMs: Date.now });
			expect(findings.map(({ area, verdict }) => `${area} ${verdict}`)).to.deep.equal([
				'clock skipped',
				'n8n skipped',
				'messenger skipped',
				'address skipped',
				'ai skipped',
			]);
		});

		it('shows one line each, and what to do in a second one', () => {
			expect(shown(ok('disk', 'fine'))).to.equal('✓ disk          fine');
			expect(shown(wrong('disk.full', 'full', 'free some'))).to.equal('✗ disk          full\n                → free some');
		});
	});
});
