import { expect } from 'chai';
import type { IDataObject } from 'n8n-workflow';

import { runNode, runNodeByOutput, stubService } from '../support/fakeExecution.ts';
import type { Call, StubAnswer, StubService } from '../support/fakeExecution.ts';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import { explain } from '@copydesk/domain/messages/sentences';
import { loadNode, outputsIn } from '../support/nodes.ts';

const people = [
	{ user_id: 1001, chat_id: 1001, role: 'owner', display_name: 'Olga' },
	{ user_id: 1002, chat_id: 1002, role: 'editor', display_name: 'Egor' },
];
const anEvent = (changes: IDataObject = {}): IDataObject => ({
	admitted: true,
	reason: null,
	duplicate: false,
	replay: false,
	event_key: 'u:1',
	actor: people[0] as unknown as IDataObject,
	intent: { kind: 'post_request', text: 'Trains return. They run at night.' },
	copy: null,
	feedback_session: null,
	callback: null,
	participants: people as unknown as IDataObject[],
	...changes,
});
const delivered = (status: string) => ({
	body: { ok: status === 'sent', delivery: { status, confirmed: status === 'sent', message_id: status === 'sent' ? 7 : null } },
});
const problem = (status: number, code: string, facts: object = {}): StubAnswer => ({
	status,
	body: { type: 'urn:x', title: code, status, detail: 'A sentence for a person.', code, retry: 'never', request_id: 'r-1', ...facts },
});

describe('the collaboration nodes', () => {
	const services: StubService[] = [];
	afterEach(async () => {
		for (const service of services.splice(0)) await service.close();
	});
	const failureOf = (running: Promise<unknown>) => running.catch((error: unknown) => error);

	async function run(
		node: string,
		answers: Parameters<typeof stubService>[0],
		parameters: Record<string, unknown>,
		item: IDataObject,
		continueOnFail = false,
	) {
		const service = await stubService(answers);
		services.push(service);
		const items = await runNode(await loadNode(node), {
			parameters,
			items: [item],
			services: { copydeskCollaborationApi: service.url },
			continueOnFail,
		});
		return { json: items[0]?.json as IDataObject, item: items[0], calls: service.calls };
	}

	type Rest = readonly [parameters: Record<string, unknown>, item: IDataObject, continueOnFail?: boolean];
	const runAuthorize = (answers: Parameters<typeof stubService>[0], ...rest: Rest) => run('CollabAuthorize', answers, ...rest);
	const runMaterial = (answers: Parameters<typeof stubService>[0], ...rest: Rest) => run('CollabMaterial', answers, ...rest);
	/** What is sent arrives. */
	const send = (...rest: Rest) => run('CollabMessenger', { '/messenger': delivered('sent') }, ...rest);

	const trusted = (changes: IDataObject = {}): IDataObject => ({
		_svc: 'signed',
		execution_id: '1',
		settings: {},
		event: anEvent(),
		...changes,
	});

	describe('Verify Event', () => {
		const verify = (event: IDataObject, item: IDataObject = {}, parameters: IDataObject = {}) =>
			runAuthorize(
				{ '/event': { body: { ...event, _svc: 'signed' } } },
				{ operation: 'verifyEvent', ...parameters },
				{ headers: { 'x-telegram-bot-api-secret-token': 'secret' }, body: { update_id: 1 }, settings: { language: 'en' }, ...item },
			);

		it('hands the update on untouched, with its own execution id', async () => {
			const { calls } = await verify(anEvent());
			expect(calls[0]?.body).to.deep.equal({
				update: { update_id: 1 },
				execution_id: 'f00dcafe-4711-db89140b04b72886',
				can_wait: true,
				can_brief: false,
			});
			expect(calls[0]?.headers['x-copydesk-key']).to.equal('test-key');
		});

		it('lets the AI read free words only for a graph that says so: one that a person keeps may have no way for it', async () => {
			for (const [parameters, can_brief] of [
				[{ split: true }, false],
				[{ split: true, read_words: true }, true],
			] as const) {
				const { calls } = await verify(anEvent(), {}, parameters);
				expect(calls[0]?.body).to.include({ can_brief });
			}
		});

		it('lets nothing of the raw update and its headers go on', async () => {
			const { json } = await verify(anEvent());
			expect(JSON.stringify(json)).to.not.include('secret');
			expect(json).to.not.have.any.keys('headers', 'body');
			expect(json).to.include({ _svc: 'signed', execution_id: 'f00dcafe-4711-db89140b04b72886', route: 'post' });
		});

		it('lays what the owner set in chat over the settings node', async () => {
			const { json } = await verify(
				{ ...anEvent(), settings: { language: 'de', cards: 2 } },
				{ settings: { language: 'en', house_style: 'Short.' } },
			);
			expect(json['settings']).to.deep.equal({ language: 'de', house_style: 'Short.', cards: 2 });
			expect(json['event']).to.not.have.property('settings');
			const { json: earlier } = await verify(anEvent());
			expect(earlier['settings'], 'an earlier service says nothing of settings').to.deep.equal({ language: 'en' });
		});

		it('stops on a duplicate, a stranger and a bot, but goes on with a replay', async () => {
			expect((await verify(anEvent({ admitted: false, reason: 'unknown_sender' }))).json).to.include({ route: 'stop' });
			expect((await verify(anEvent({ duplicate: true }))).json).to.include({ route: 'stop' });
			expect((await verify(anEvent({ duplicate: true, replay: true }))).json).to.include({ route: 'post' });
		});

		it('stops without a failure on what is refused for its form, because the messenger would send it for ever', async () => {
			for (const code of ['body_too_large', 'malformed_json', 'invalid_request']) {
				const { json } = await runAuthorize({ '/event': problem(422, code) }, { operation: 'verifyEvent' }, { body: { update_id: 1 } });
				expect(json, code).to.include({ route: 'stop', _svc: '', problem: code });
			}
		});

		it('fails when the event was not stored, so that the messenger sends it again', async () => {
			const away = { '/event': problem(503, 'unavailable') };
			const failure = await failureOf(runAuthorize(away, { operation: 'verifyEvent' }, { body: { update_id: 1 } }));
			expect(failure).to.be.an('error').with.property('message', 'The collaboration service refused: unavailable');
		});
	});

	describe('Bind Execution', () => {
		it('names the parent, so that a child’s failure is told once', async () => {
			const { calls, json } = await runAuthorize(
				{ '/execution-context': { body: { bound: true } } },
				{ operation: 'bindExecution' },
				trusted({ execution_id: '4000' }),
			);
			expect(calls[0]?.body).to.deep.equal({
				_svc: 'signed',
				execution_id: 'f00dcafe-4711-db89140b04b72886',
				workflow_id: 'cd-test',
				workflow_name: 'A test graph',
				parent_execution_id: '4000',
			});
			expect(json['execution_id']).to.equal('f00dcafe-4711-db89140b04b72886');
		});

		it('names no parent of the first graph', async () => {
			const { calls } = await runAuthorize(
				{ '/execution-context': { body: { bound: true } } },
				{ operation: 'bindExecution' },
				trusted({ execution_id: 'f00dcafe-4711-db89140b04b72886' }),
			);
			expect(calls[0]?.body).to.not.have.property('parent_execution_id');
		});

		it('says what is missing when no context travels with the item', async () => {
			const { json } = await runAuthorize({}, { operation: 'bindExecution' }, {}, true);
			expect(json['error']).to.include('Expected a signed context');
		});
	});

	describe('Close Event', () => {
		const close = async (item: IDataObject, parameters: Record<string, unknown> = { outcome: 'ofItem' }) => {
			const answers = { '/event-done': { body: { done: true } } };
			const { calls } = await runAuthorize(answers, { operation: 'closeEvent', ...parameters }, trusted(item));
			return (calls[0]?.body as IDataObject)['outcome'];
		};

		it('takes the outcome that the item brings', async () => {
			expect(await close({ outcome: 'ignored' })).to.equal('ignored');
			expect(await close({ outcome: 'failed' })).to.equal('failed');
			expect(await close({})).to.equal('handled');
		});

		it('finds its context by the wiring, where a step before it left nothing of the item', async () => {
			const service = await stubService({ '/event-done': { body: { done: true } } });
			try {
				await runNode(await loadNode('CollabAuthorize'), {
					parameters: { operation: 'closeEvent', outcome: 'ofItem' },
					items: [{ status: 'posted elsewhere' }],
					services: { copydeskCollaborationApi: service.url },
					wiredAfter: ['A request of mine', 'Say it', 'Answer the press, then go its way'],
					outputs: {
						'A request of mine': [{ statusCode: 200 }],
						'Say it': [{ _svc: 'signed', event: { event_key: 'u:7' }, outcome: 'failed' }],
					},
				});
				expect(service.calls.map(({ body }) => body)).to.deep.equal([{ _svc: 'signed', event_key: 'u:7', outcome: 'failed' }]);
			} finally {
				await service.close();
			}
		});

		it('tells why the work stopped before it closes the event, where the graph leaves that to it', async () => {
			const stopped = trusted({
				...{ next: 'stopped', outcome: 'failed', problem: { code: 'ai_refused', stage: 'text' } },
				material: { draft_key: 'p1', version: 1, number: 4, state: 'text_generating', kind: 'post', title: 'The quay' },
			});
			const answers = { '/messenger': { body: { delivery: { status: 'sent' } } }, '/event-done': { body: { done: true } } };
			const asked = async (parameters: Record<string, unknown>, item: IDataObject) => {
				const { calls } = await runAuthorize(answers, { operation: 'closeEvent', outcome: 'ofItem', ...parameters }, item);
				return calls.map(({ path, body }) => [path, (body as IDataObject)['purpose'] ?? (body as IDataObject)['outcome']]);
			};
			const close = ['/event-done', 'failed'];
			expect(await asked({ tellStopped: true }, stopped)).to.deep.equal([['/messenger', 'status'], close]);
			expect(await asked({}, stopped), 'an earlier graph has told it').to.deep.equal([close]);
			expect(await asked({ tellStopped: true }, { ...stopped, next: 'delivered' })).to.deep.equal([close]);
		});

		it('leaves an event to the service whose decision the service tells of by itself', async () => {
			const { calls } = await runAuthorize({}, { operation: 'closeEvent', outcome: 'ofItem' }, trusted({ announced: null }));
			expect(calls).to.deep.equal([]);
		});

		it('does not fail over a decision whose person was disabled after it was saved', async () => {
			const about = trusted({ subject: { draft_key: 'p1', version: 1 } });
			const told = (code: string) =>
				run('CollabMessenger', { '/decision': problem(403, code, {}) }, { operation: 'decision', decision: 'published' }, about);
			expect((await told('participant_inactive')).json).to.include({ announced: null });
			expect(await failureOf(told('context_invalid'))).to.be.an('error');
		});

		it('reads an unknown outcome as handled, so that the event does not stay open', async () =>
			expect(await close({ outcome: 'verified' })).to.equal('handled'));

		it('closes as handled where an earlier graph says nothing', async () =>
			expect(await close({ outcome: 'failed' }, {})).to.equal('handled'));
	});

	describe('A service entry', () => {
		const entry = { _svc: 'signed', event_key: 'i:daily_offer:2026-11-22', actor: people[0] as unknown as IDataObject, is_done: false };
		const operation = { operation: 'signContext', entry: 'daily_offer', day: '2026-11-22' };

		it('is signed for the owner and goes the way of a search, with the day of the clock', async () => {
			const { calls, json } = await runAuthorize({ '/internal': { body: entry } }, operation, { settings: { cards: 3 } });
			expect(calls[0]?.body).to.deep.equal({
				action: 'context',
				entry: 'daily_offer',
				execution_id: 'f00dcafe-4711-db89140b04b72886',
				day: '2026-11-22',
			});
			expect(json).to.deep.include({
				_svc: 'signed',
				execution_id: 'f00dcafe-4711-db89140b04b72886',
				route: 'news',
				topic: null,
				settings: { cards: 3 },
			});
			expect(json).to.include({ day: '2026-11-22' });
		});

		it('leads nowhere when it is unknown, or when the requests of its day brought no result', async () => {
			const other = { operation: 'signContext', entry: 'another' };
			expect((await runAuthorize({ '/internal': { body: entry } }, other, {})).json).to.include({ route: 'stop' });
			const done = { '/internal': { body: { ...entry, is_done: true } } };
			expect((await runAuthorize(done, operation, {})).json).to.include({ route: 'stop' });
		});

		it('is begun by what the service posts, which says the day, and tells it what the settings node wants', async () => {
			const verify = { operation: 'verifyEvent' };
			const begun = (settings: IDataObject, is_done = false) =>
				runAuthorize({ '/internal': { body: { ...entry, is_done } } }, verify, {
					...{ settings, headers: { secret: 's' }, body: { offer: { day: '2026-11-22' } } },
				});
			const { calls, json } = await begun({ daily_offer: true, daily_hour: 9 });
			const request = { action: 'context', entry: 'daily_offer', day: '2026-11-22', handed_on: true, offer_hour: 9 };
			expect(calls[0]?.body).to.deep.equal({ ...request, execution_id: 'f00dcafe-4711-db89140b04b72886' });
			expect(json).to.include({ _svc: 'signed', route: 'news', day: '2026-11-22' });
			expect(json).to.not.have.any.keys('headers', 'body');
			expect((await begun({ daily_offer: false, daily_hour: 9 })).calls[0]?.body).to.include({ offer_hour: null });
			expect((await begun({}, true)).json, 'somebody else makes it').to.include({ route: 'stop' });
		});

		it('is closed, or the service would post it again; what a clock began is none, and that is no failure', async () => {
			const { is_done: _, ...event } = entry;
			const item = trusted({ event });
			for (const answer of [{ body: { done: true } }, problem(403, 'role_forbids', {})]) {
				const closed = await runAuthorize({ '/event-done': answer }, { operation: 'closeEvent', outcome: 'ofItem' }, item);
				expect(closed.json['outcome']).to.equal('handled');
				expect(closed.calls[0]?.body).to.include({ event_key: 'i:daily_offer:2026-11-22' });
			}
		});

		it('has nobody who waits, so that no message says that a search begins', async () => {
			const { is_done: _, ...event } = entry;
			const item = trusted({ event });
			const started = { operation: 'status', message: 'search_started', progress: true };
			expect((await run('CollabMessenger', {}, started, item)).calls).to.deep.equal([]);
			const asked = await send(started, trusted({ topic: 'boats' }));
			expect(asked.calls[0]?.body).to.include({ text: 'Looking for news about “boats”…', progress: true });
		});
	});

	describe("An operator's proof in the place of an update", () => {
		const operation = { operation: 'verifyEvent' };
		const came = { settings: { cards: 3 }, headers: { 'x-telegram-bot-api-secret-token': 'secret' }, body: { resume_proof: 'r_12345678' } };
		const event = {
			event_key: 'u:1',
			actor: people[1] as unknown as IDataObject,
			language: 'ru',
			participants: people as unknown as IDataObject[],
		};
		const material = { draft_key: 'p1', version: 1, state: 'text_preparing' };

		it('goes the way of a resumed draft in the name of its own person, and lets nothing of the request on', async () => {
			const body = { ...event, material, _svc: 'signed', expires_at: 1 };
			const { calls, json } = await runAuthorize({ '/internal': { body } }, operation, came);
			expect(calls[0]?.body).to.deep.equal({ action: 'resume', proof_id: 'r_12345678', execution_id: 'f00dcafe-4711-db89140b04b72886' });
			expect(json).to.deep.include({
				_svc: 'signed',
				execution_id: 'f00dcafe-4711-db89140b04b72886',
				route: 'resume',
				settings: { cards: 3 },
				event,
			});
			expect(json).to.deep.include({ subject: { draft_key: 'p1', version: 1 } });
			expect(JSON.stringify(json)).to.not.match(/secret|resume_proof/);
		});

		it('leads nowhere when the proof is not valid, and fails when that is unknown, so that it is sent again', async () => {
			for (const code of ['proof_spent', 'proof_invalid', 'participant_inactive', 'not_found']) {
				const { json } = await runAuthorize({ '/internal': problem(409, code) }, operation, came);
				expect(json, code).to.include({ route: 'stop', refused: code });
				expect(JSON.stringify(json), code).to.not.include('secret');
			}
			const busy = await runAuthorize({ '/internal': problem(503, 'unavailable') }, operation, came, true);
			expect(busy.json).to.have.property('error');
			expect(busy.json).to.not.have.property('route');
		});
	});

	describe('Authorize Request', () => {
		it('asks with purpose and target and keeps the admission beside the item', async () => {
			const { calls, json } = await runAuthorize(
				{ '/authorize': { body: { allowed: true, admission_id: 'a-1', role: 'owner' } } },
				{ operation: 'authorize', purpose: 'caption_check', target: '/v1/responses' },
				trusted({ body: 'kept' }),
			);
			expect(calls[0]?.body).to.deep.equal({ _svc: 'signed', purpose: 'caption_check', target: '/v1/responses' });
			expect(json).to.deep.include({ body: 'kept', admission: { purpose: 'caption_check', admission_id: 'a-1', role: 'owner' } });
		});

		it('stops the graph when the participant was revoked', async () => {
			const revoked = { '/authorize': problem(403, 'participant_inactive') };
			const asked = { operation: 'authorize', purpose: 'caption_check', target: 'x' };
			const failure = await failureOf(runAuthorize(revoked, asked, trusted()));
			expect(failure).to.be.an('error').with.property('message', 'The collaboration service refused: participant_inactive');
			expect(failure).to.have.property('description').that.includes('Request r-1');
		});
	});

	it('ends the run without a failure where a limit is spent and the event waits, and with one where it does not', async () => {
		const asked = { operation: 'authorize', purpose: 'caption_check', target: 'x' };
		const waits = await runAuthorize({ '/authorize': problem(429, 'budget_spent', { waits: true }) }, asked, trusted());
		expect(waits.item).to.equal(undefined);
		const failure = await failureOf(runAuthorize({ '/authorize': problem(429, 'budget_spent') }, asked, trusted()));
		expect(failure).to.be.an('error');
	});

	describe('Claim Publication', () => {
		const pressed = trusted({ subject: { draft_key: 'p1', version: 2 }, event: anEvent({ callback: { id: 'c', message_id: 9 } }) });

		it('goes on with the fresh context of the winner', async () => {
			const { calls, json } = await runAuthorize(
				{ '/internal': { body: { claimed: true, _svc: 'fresh', material: { draft_key: 'p1', version: 2, state: 'claimed' } } } },
				{ operation: 'claim' },
				pressed,
			);
			expect(calls[0]?.body).to.deep.equal({ action: 'claim', _svc: 'signed', draft_key: 'p1', version: 2, message_id: 9 });
			expect(json).to.include({ _svc: 'fresh', next: 'claimed' });
		});

		it('tells the loser instead of failing, because to lose is no fault', async () => {
			const { json } = await runAuthorize(
				{ '/internal': problem(409, 'state_conflict', { state: 'published' }) },
				{ operation: 'claim' },
				pressed,
			);
			expect(json).to.deep.include({ next: 'lost', problem: { code: 'state_conflict', stage: 'claim', state: 'published' } });
		});
	});

	describe('Report Failure', () => {
		it('names an execution as it was bound, and as no other n8n could', async () => {
			const { executionIdOf } = await import('../../nodes/shared/execution.ts');
			const n8n = (instance: string) => ({ getInstanceId: () => instance, getExecutionId: () => '4711' }) as never;
			const own = executionIdOf(n8n('f00dcafe0123456789'));
			expect(own).to.equal('f00dcafe-4711-db89140b04b72886');
			expect(executionIdOf(n8n('f00dcafe0123456789'), '4711')).to.equal(own);
			expect(executionIdOf(n8n('f00dcafe0123456780')))
				.to.match(/^f00dcafe-4711-/)
				.and.to.not.equal(own);
		});

		it('picks four facts and nothing else of what n8n knows', async () => {
			const { failureFacts } = await import('../../nodes/CollabAuthorize/operations/reportFailure.ts');
			const item = {
				execution: {
					id: '12',
					lastNodeExecuted: 'Ask',
					error: { name: 'NodeApiError', message: 'token 123', stack: 'x', node: { name: 'Ask the AI', parameters: { secret: 1 } } },
				},
				workflow: { id: 'cd-main', name: 'Main' },
			};
			expect(failureFacts(item)).to.deep.equal({
				execution_id: '12',
				workflow_id: 'cd-main',
				node_name: 'Ask the AI',
				error_class: 'NodeApiError',
			});
			const message = 'This execution failed to be processed too many times and will no longer retry.';
			expect(failureFacts({ execution: { id: '13', error: { message } } }), 'a killed worker: n8n passes no name on').to.include({
				node_name: 'unknown',
				error_class: 'MaxStalledCountError',
			});
			expect(failureFacts({})).to.deep.equal({
				execution_id: 'unknown',
				workflow_id: 'unknown',
				node_name: 'unknown',
				error_class: 'unknown',
			});
		});
	});

	describe('Report Failure of a killed process', () => {
		it('is handed on like any other: the service has to know that no execution works on the event any more', async () => {
			const { calls } = await runAuthorize(
				{ '/execution-failure': { body: { recorded: true, addressee: 'actor', delivery: {} } } },
				{ operation: 'reportFailure' },
				{ execution: { id: '12', error: { name: 'WorkflowCrashedError', node: { name: 'Ask' } } }, workflow: { id: 'cd-main' } },
			);
			expect(calls.map(({ body }) => body)).to.deep.equal([
				{ execution_id: 'f00dcafe-12-1150677dc5e8cc8c', workflow_id: 'cd-main', node_name: 'Ask', error_class: 'WorkflowCrashedError' },
			]);
		});
	});

	describe('Report Failure while the service is away', () => {
		const failed = { execution: { id: '12', error: { name: 'NodeApiError', node: { name: 'Keep' } } }, workflow: { id: 'cd-main' } };
		const report = async (...statuses: readonly number[]) => {
			const left = [...statuses];
			const answer = () => {
				const status = left.shift() ?? 200;
				return status === 200 ? { body: { recorded: true, addressee: 'actor', delivery: {} } } : { status, body: 'a page' };
			};
			return runAuthorize({ '/execution-failure': answer }, { operation: 'reportFailure' }, failed, true);
		};

		it('is made again until somebody hears it: what broke the execution may be what it is reported to', async () => {
			const { calls, json } = await report(503, 502);
			expect(calls.map(({ path }) => path)).to.deep.equal(['/execution-failure', '/execution-failure', '/execution-failure']);
			expect(json).to.include({ recorded: true });
			const classes = calls.map(({ body, headers }) => [(body as IDataObject)['error_class'], headers['x-copydesk-repeated']]);
			expect(classes, "the failure's own class, each time").to.deep.equal([
				['NodeApiError', undefined],
				['NodeApiError', 'true'],
				['NodeApiError', 'true'],
			]);
		}).timeout(20_000);

		it('says at once that the service was away for the failed call: another copy may hear of it than the one that died', async () => {
			const said = async (message: string) => {
				const trigger = { execution: { id: '12', error: { name: 'NodeApiError', message } }, workflow: { id: 'cd-main' } };
				const answer = { body: { recorded: true, addressee: 'actor', delivery: {} } };
				const { calls } = await runAuthorize({ '/execution-failure': answer }, { operation: 'reportFailure' }, trigger);
				return calls.map(({ headers }) => headers['x-copydesk-repeated']);
			};
			const [silent, behindProxy] = await Promise.all(
				[0, 502].map((status) =>
					failureOf(runAuthorize({ '/event': { status, body: 'a page' } }, { operation: 'verifyEvent' }, { body: { update_id: 1 } })),
				),
			);
			expect(await said((silent as Error).message)).to.deep.equal(['true']);
			expect(await said((behindProxy as Error).message)).to.deep.equal(['true']);
			expect(await said('The collaboration service refused: state_conflict')).to.deep.equal([undefined]);
			expect(await said('The reader did not answer')).to.deep.equal([undefined]);
		});

		it('is made once when it is refused', async () => {
			expect((await report(422)).calls).to.have.length(1);
		});
	});

	describe('Collab Messenger', () => {
		const shown = (changes: IDataObject = {}) =>
			trusted({ material: { draft_key: 'p1', version: 1, state: 'text_preparing' }, ...changes });

		it('delivers to one participant and remembers what became of it', async () => {
			const { calls, json } = await send({ operation: 'preview', recipient: 'editor' }, shown());
			expect(calls[0]?.body).to.deep.equal({
				_svc: 'signed',
				operation: 'preview',
				purpose: 'preview',
				entity_key: 'p1:1',
				recipient_user_id: 1002,
				draft_key: 'p1',
				version: 1,
			});
			expect(json).to.include({ next: 'delivered' });
		});

		it('counts a refusal for one participant as an outcome, so that the other one still gets theirs', async () => {
			const refused = { '/messenger': delivered('rejected') };
			const first = await run('CollabMessenger', refused, { operation: 'preview', recipient: 'owner' }, shown());
			expect(first.json).to.deep.include({ next: 'failed', problem: { code: 'not_delivered', stage: 'delivery' } });
			const second = await send({ operation: 'preview', recipient: 'editor' }, first.json);
			expect(second.json['next']).to.equal('delivered');
			expect(second.json).to.not.have.property('problem');
			expect(second.json['deliveries']).to.have.length(2);
		});

		it('goes on where somebody decided before the second copy was sent', async () => {
			const conflict = { status: 409, body: { code: 'state_conflict', detail: 'claimed', state: 'claimed' } };
			const operation = { operation: 'preview', recipient: 'editor' };
			const unknown = await run('CollabMessenger', { '/messenger': delivered('unknown') }, { operation: 'preview' }, shown());
			const { json } = await run('CollabMessenger', { '/messenger': conflict }, operation, unknown.json);
			expect(json).to.include({ next: 'delivered' }).and.not.have.property('problem');
		});

		it('sends nothing to a role that no active person has', async () => {
			const { calls, json } = await run(
				'CollabMessenger',
				{},
				{ operation: 'preview', recipient: 'editor' },
				shown({ event: anEvent({ participants: [people[0] as unknown as IDataObject] }) }),
			);
			expect(calls).to.deep.equal([]);
			expect(json['deliveries']).to.have.nested.property('[0].status', 'skipped');
		});

		it('shows a version again under a key of its own, because the old key would only be repeated', async () => {
			const { calls } = await send({ operation: 'preview', recipient: 'initiator', again: true }, shown());
			expect(calls[0]?.body).to.include({ entity_key: 'p1:1:u:1', recipient_user_id: 1001 });
		});

		for (const [status, next] of [
			['sent', 'published'],
			['rejected', 'refused'],
			['not_sent', 'refused'],
			['revoked', 'refused'],
			['unknown', 'unknown'],
			['sending', 'unknown'],
		] as const) {
			it(`takes a publication that is ${status} for ${next}`, async () => {
				expect((await run('CollabMessenger', { '/messenger': delivered(status) }, { operation: 'publish' }, shown())).json).to.include({
					next,
				});
			});
		}

		for (const operation of ['publish', 'preview'])
			it(`ends without an item where the service keeps what the messenger refused for a time (${operation})`, async () => {
				const kept = { body: { ok: false, result: null, delivery: { status: 'not_sent', error_code: 'rate_limited', waits: true } } };
				expect((await run('CollabMessenger', { '/messenger': kept }, { operation }, shown())).item).to.equal(undefined);
			});

		it('leaves it to the service to ask the owner about an unconfirmed publication', async () => {
			const said = (actor: IDataObject | undefined) => send({ message: 'publish_unknown' }, shown({ event: anEvent({ actor }) }));
			expect((await said(people[0])).calls).to.deep.equal([]);
			expect((await said(people[1])).calls).to.have.length(1);
		});

		it('says that nothing is decided yet about what is being published or asked about', async () => {
			const said = async (state: string) => {
				const item = shown({ problem: { code: 'state_conflict', stage: 'claim', state } });
				const { calls } = await send({ message: 'refused' }, item);
				return String((calls[0]?.body as IDataObject | undefined)?.['text']);
			};
			expect(await said('claimed')).to.include('waits for the owner to check the channel');
			expect(await said('awaiting_feedback')).to.include('Somebody else is changing');
			expect(await said('published')).to.include('already published');
		});

		it('reads an answer that does not mention the delivery as unknown, never as refused', async () => {
			expect((await run('CollabMessenger', { '/messenger': { body: {} } }, { operation: 'publish' }, shown())).json).to.include({
				next: 'unknown',
			});
		});

		it('answers no callback where no button was pressed', async () => {
			expect((await run('CollabMessenger', {}, { operation: 'answerCallback' }, trusted())).calls).to.deep.equal([]);
		});

		it('says what went wrong in plain words, in the language of the person who acts', async () => {
			const failed = shown({ problem: { code: 'text_too_long', stage: 'text' }, event: anEvent({ language: 'ru' }) });
			const { calls } = await send({ operation: 'status', message: 'work_failed' }, failed);
			expect(calls[0]?.body).to.have.property('text').that.includes('Текст вместе со ссылкой длиннее');
			expect(calls[0]?.body).to.include({ entity_key: 'u:1:work_failed' });
			const tooLong = { code: 'layout_overflow', stage: 'cover', detail: 'subtitle: needs 3 lines, 2 allowed' };
			const measured = await send({ operation: 'status', message: 'work_failed' }, { ...failed, problem: tooLong });
			expect(measured.calls[0]?.body)
				.to.have.property('text')
				.that.includes('Подзаголовок не помещается на обложку: строк нужно 3, а помещается 2.');
		});

		it('says of a draft whose source is refused for good that it is over', async () => {
			const refused = shown({
				problem: { code: 'upstream_gone', stage: 'source' },
				material: {
					draft_key: 'p1',
					version: 1,
					number: 12,
					request: 'Trains',
					state: 'rejected',
					title: null,
					subtitle: null,
					body: null,
					error_code: null,
				},
			});
			const operation = { operation: 'status', message: 'work_failed' };
			const { calls } = await send(operation, refused);
			expect(calls[0]?.body)
				.to.have.property('text')
				.that.matches(/^I have given up on “Trains” \(12\)\. .*choose another/i);
			expect(calls[0]?.body).to.not.have.property('buttons');
		});

		it('leads a draft whose work begins to its text, or to the source that its text needs', async () => {
			const service = await stubService({ '/messenger': delivered('sent') });
			services.push(service);
			const node = await loadNode('CollabMessenger');
			const parameters = { operation: 'beginWork', split: true };
			const blocks = [{ id: 'b1', text: 'It rains.' }];
			const news = { kind: 'news', body: null, source_blocks: null, facts: null };
			const drafts: readonly (readonly [string, IDataObject])[] = [
				['source', news],
				['source', { ...news, source_blocks: blocks, facts: [] }],
				['text', { ...news, source_blocks: blocks, facts: [{ text: 'It rains.' }] }],
				['text', { ...news, body: 'It rains.' }],
				['text', { ...news, kind: 'post' }],
			];
			for (const [way, row] of drafts) {
				const items = [shown({ next: 'work', material: { draft_key: 'p1', version: 1, ...row } })];
				const outputs = await runNodeByOutput(node, { parameters, items, services: { copydeskCollaborationApi: service.url } });
				expect(outputsIn(node.description, parameters)[outputs.findIndex((each) => each.length > 0)], JSON.stringify(row)).to.equal(way);
			}
			expect(service.calls).to.have.length(drafts.length);
		});

		it('says what an item brings where no work is left, and nothing where it brings no words', async () => {
			const late = shown({ next: 'say', text: 'Somebody was faster.' });
			const { calls } = await send({ operation: 'beginWork' }, late);
			expect(calls[0]?.body).to.include({ text: 'Somebody was faster.', entity_key: 'u:1:textOfItem' });
			expect((await run('CollabMessenger', {}, { operation: 'beginWork' }, shown({ next: 'done' }))).calls).to.deep.equal([]);
		});

		it('says with the work on a video that nobody looks into it, and of a large one that Telegram gives it to no bot', async () => {
			const said = async (file_size: number | null) => {
				const media = [{ kind: 'video', file_id: 'v', file_unique_id: 'u', width: 1280, height: 720, duration: 9, file_size }];
				const item = shown({ next: 'work' });
				const event = { ...(item['event'] as IDataObject), intent: { kind: 'post_request', text: 'A tram', media } };
				const { calls } = await send({ operation: 'beginWork' }, { ...item, event });
				return String((calls[0]?.body as { text: string }).text);
			};
			const LARGE = 'It has more than 20 MB';
			for (const size of [null, 20_971_519, 20_971_520]) {
				const text = await said(size);
				expect(text).to.include('I cannot see what is in it: look at it in the preview.').and.not.include(LARGE);
			}
			expect(await said(20_971_521)).to.include(LARGE);
		});

		it('marks the first message of a work, the only one that may be tried twice', async () => {
			const { calls } = await send({ operation: 'beginWork' }, shown({ next: 'work' }));
			expect(calls[0]?.body).to.include({ progress: true, entity_key: 'u:1:work_started' });
		});
	});

	describe('Collab Material', () => {
		it('tells own steps of a post, a preview, a rejection and a failure, and of nothing else; with no key in it', async () => {
			const material = { ...{ number: 9, title: 'Open', caption: 'Open\n\nText', link: null }, cover_asset_id: 'c1', state: 'ready' };
			const event = { actor: { display_name: 'Olga' }, callback: { id: 'secret' } };
			const about = {
				draft: 9,
				title: 'Open',
				text: 'Open\n\nText',
				link: null,
				message_id: null,
				who: 'Olga',
				reason: null,
				picture: null,
			};
			for (const [item, told] of [
				[
					{ decision: 'publish', next: 'published', delivery: { message_id: 4 } },
					{ ...about, what: 'published', message_id: 4 },
				],
				[
					{ route: 'post', next: 'delivered', deliveries: [{}] },
					{ ...about, what: 'shown' },
				],
				[
					{ decision: 'reject', next: 'advanced' },
					{ ...about, what: 'rejected' },
				],
				[
					{ outcome: 'failed', problem: { code: 'ai_unavailable' } },
					{ ...about, what: 'failed', reason: 'ai_unavailable' },
				],
				[{ route: 'draft', next: 'delivered', deliveries: [{}] }, undefined],
				[{ route: 'say' }, undefined],
			] as const) {
				const { json } = await runMaterial({}, { operation: 'happened' }, trusted({ material, event, ...item } as IDataObject));
				expect(json, JSON.stringify(item)).to.deep.equal(told ?? {});
				expect(JSON.stringify(json)).to.not.match(/secret|signed/);
			}
		});

		it('takes the work on a draft over for the person who continues it, and leaves their own alone', async () => {
			const material = { draft_key: 'p1', version: 1, state: 'text_generating', operation_actor_user_id: 1002 };
			const answers = { '/materials/advance': { body: { material: { ...material, operation_actor_user_id: 1001 } } } };
			const taken = await runMaterial(answers, { operation: 'takeOver' }, trusted({ material }));
			expect(taken.calls[0]?.body).to.deep.equal({
				_svc: 'signed',
				draft_key: 'p1',
				version: 1,
				from: 'text_generating',
				to: 'text_generating',
			});
			expect(taken.json).to.have.nested.property('material.operation_actor_user_id', 1001);
			const own = await runMaterial({}, { operation: 'takeOver' }, taken.json);
			expect(own.calls).to.deep.equal([]);
		});

		it('leads a draft that was taken over to its article, unless it is stored or the text is written', async () => {
			const node = await loadNode('CollabMaterial');
			const parameters = { operation: 'takeOver', split: true };
			const news = { draft_key: 'p1', version: 1, kind: 'news', state: 'text_generating', operation_actor_user_id: 1001 };
			const blocks = [{ id: 'b1', text: 'It rains.' }];
			for (const [way, row] of [
				['article', { source_blocks: [] }],
				['nothing', { source_blocks: blocks }],
				['nothing', { body: 'It rains.', source_blocks: null }],
			] as const) {
				const outputs = await runNodeByOutput(node, {
					parameters,
					items: [trusted({ material: { ...news, ...row } as IDataObject })],
					services: {},
				});
				expect(outputsIn(node.description, parameters)[outputs.findIndex((each) => each.length > 0)], JSON.stringify(row)).to.equal(way);
			}
		});

		it('begins a draft with the request as its source', async () => {
			const { calls, json } = await runMaterial(
				{ '/materials/create': { body: { material: { draft_key: 'p1' }, created: true } } },
				{ operation: 'create' },
				trusted(),
			);
			expect(calls[0]?.body).to.deep.equal({
				_svc: 'signed',
				content: {
					kind: 'post',
					request: 'Trains return. They run at night.',
					facts: [
						{ text: 'Trains return.', source_ids: ['request'] },
						{ text: 'They run at night.', source_ids: ['request'] },
					],
					source_blocks: [{ id: 'request', text: 'Trains return. They run at night.' }],
				},
			});
			expect(json).to.deep.include({ material: { draft_key: 'p1' }, created: true });
		});

		it('begins a draft without a cover where its request ends so, which is no part of the post', async () => {
			const intent = { kind: 'post_request', text: 'Trains return. Without a cover.' };
			const item = trusted({ event: { ...(trusted()['event'] as object), intent } });
			const { calls } = await runMaterial(
				{ '/materials/create': { body: { material: { draft_key: 'p1' }, created: true } } },
				{ operation: 'create' },
				item,
			);
			expect((calls[0]?.body as { content: object }).content).to.deep.equal({
				kind: 'post',
				request: 'Trains return.',
				facts: [{ text: 'Trains return.', source_ids: ['request'] }],
				source_blocks: [{ id: 'request', text: 'Trains return.' }],
				cover_template: 'photo',
			});
		});

		it('begins the draft that a button names, and leaves it to the person who pressed that button before', async () => {
			const item = trusted({ subject: { draft_key: 'p9', version: 1 } });
			const made = { '/materials/create': { body: { material: { draft_key: 'p9', state: 'text_generating' }, created: true } } };
			const first = await runMaterial(made, { operation: 'create' }, item);
			expect(first.calls[0]?.body).to.include({ draft_key: 'p9' });
			expect(first.json).to.include({ next: 'work' });
			const second = await runMaterial({ '/materials/create': problem(409, 'draft_open') }, { operation: 'create' }, item);
			expect(second.json).to.include({ next: 'done' });
			const refused = await runMaterial({ '/materials/create': problem(409, 'draft_open') }, { operation: 'create' }, trusted(), true);
			expect(refused.json, 'no button').to.have.property('error');
		});

		it('says what the item says, with its buttons below', async () => {
			const buttons = [[{ action: 'make_post', draft_key: 'p9', version: 1 }]];
			const item = trusted({ text: 'A post?', buttons });
			const say = { operation: 'status', message: 'textOfItem' };
			expect((await send(say, item)).calls[0]?.body).to.deep.include({ text: 'A post?', buttons });
			const bare = await send(say, trusted({ text: 'Hello', buttons: null }));
			expect(bare.calls[0]?.body).not.to.have.property('buttons');
		});

		for (const [state, next] of [
			['text_generating', 'work'],
			['text_preparing', 'work'],
			['ready', 'done'],
			['claimed', 'done'],
		] as const) {
			it(`goes on with ${next} when the draft of the event is ${state} already`, async () => {
				const answers = { '/materials/create': { body: { material: { draft_key: 'p1', state }, created: false } } };
				expect((await runMaterial(answers, { operation: 'create' }, trusted())).json).to.include({ next });
			});
		}

		for (const [state, next] of [
			['text_preparing', 'work'],
			['ready', 'done'],
		] as const) {
			it(`goes on with ${next} when the new version of the event is ${state} already`, async () => {
				const plan = { kind: 'revise', text: { kind: 'fixed', post: { title: 'T' } }, illustration: 'reuse', cover: 'reuse', ground: null };
				const answers = { '/materials/revise': { body: { material: { draft_key: 'p1', version: 2, state } } } };
				const item = trusted({ plan, subject: { draft_key: 'p1', version: 1 } });
				expect((await runMaterial(answers, { operation: 'revise' }, item)).json).to.include({ next });
			});
		}

		it('says that an answer came too late, in plain words, when another one made the new version', async () => {
			const plan = { kind: 'revise', text: { kind: 'fixed', post: { title: 'T' } }, illustration: 'reuse', cover: 'reuse', ground: null };
			const refused = (state: string) => ({ '/materials/revise': { status: 409, body: { code: 'state_conflict', detail: 'x', state } } });
			const material = { draft_key: 'p1', version: 1, number: 12, title: 'Trains', request: null, state: 'ready' };
			const item = trusted({ plan, subject: { draft_key: 'p1', version: 1 }, material });
			const late = await runMaterial(refused('superseded'), { operation: 'revise' }, item);
			expect(late.json).to.include({ next: 'say', shown: false });
			expect(late.json['text']).to.match(/^Too late: “Trains” \(12\) is already being changed/);
			const decided = await runMaterial(refused('published'), { operation: 'revise' }, item);
			expect(decided.json['text']).to.include('already published');
		});

		const reviseWith = async (plan: IDataObject, material?: IDataObject) => {
			const answers = { '/materials/revise': { body: { material: { draft_key: 'p1', version: 2, state: 'text_preparing' } } } };
			const fixed = { kind: 'revise', text: { kind: 'fixed', post: { title: 'T' } }, illustration: 'reuse', cover: 'render' };
			const item = trusted({ plan: { ...fixed, ...plan }, subject: { draft_key: 'p1', version: 1 }, ...(material && { material }) });
			const { calls } = await runMaterial(answers, { operation: 'revise' }, item);
			return (calls[0]?.body as { content: IDataObject }).content;
		};
		const scope = [{ field: 'body', start: 3, end: 9 }];
		const sound = { draft_key: 'p1', version: 1, state: 'ready', text_check: 'passed', cover_asset_id: 'c1' };

		it('stores with the new version whether it is checked, and how far that check may repair', async () => {
			expect(await reviseWith({ check: true, scope }, sound)).to.deep.include({ text_check: 'needed', edit_scope: scope });
			expect(await reviseWith({ check: false, scope }, sound)).to.deep.include({ text_check: 'none', edit_scope: scope });
		});

		it('has all of a text checked whose rest was never found right, also after exact words', async () => {
			const stopped = { ...sound, state: 'text_preparing', text_check: 'needed', cover_asset_id: null };
			for (const before of [stopped, { ...stopped, text_check: null }])
				expect(await reviseWith({ check: false, scope }, before)).to.deep.include({ text_check: 'needed', edit_scope: null });
		});

		it('goes on only with what may come out otherwise: for anything else it says why it stopped', async () => {
			const resumed = (error_code: string) =>
				runMaterial(
					{ '/materials/read': { body: { material: { draft_key: 'p5', version: 1, title: 'T', state: 'text_preparing', error_code } } } },
					{ operation: 'open' },
					trusted({ subject: { draft_key: 'p5', version: null }, route: 'resume' }),
				);
			for (const code of ['ai_unavailable', 'renderer_unavailable', 'image_unavailable'])
				expect((await resumed(code)).json, code).to.include({ next: 'work' });
			for (const code of ['semantic_fail', 'layout_overflow', 'ai_refused', 'image_refused']) {
				const { json } = await resumed(code);
				expect(json, code).to.include({ next: 'say' });
				expect(JSON.stringify(json['buttons']), code).to.include('edit_text').and.to.not.include('retry');
			}
		});

		it('goes on with a draft whose preview somebody says is not there, and with no other that stopped', async () => {
			const said = (action: string, error_code: string) =>
				runMaterial(
					{ '/materials/read': { body: { material: { draft_key: 'p5', version: 1, title: 'T', state: 'text_preparing', error_code } } } },
					{ operation: 'open' },
					trusted({
						subject: { draft_key: 'p5', version: 1 },
						route: 'resume',
						event: { event_key: 'u:1', intent: { kind: 'callback', action, draft_key: 'p5', version: 1 } },
					}),
				);
			expect((await said('absent', 'preview_unconfirmed')).json).to.include({ next: 'work' });
			expect((await said('absent', 'semantic_fail')).json).to.include({ next: 'say' });
			expect((await said('retry', 'preview_unconfirmed')).json).to.include({ next: 'say' });
		});

		const named = (state: string | null, item: IDataObject = {}, fields: Record<string, unknown> = {}) =>
			runMaterial(
				{
					'/materials/read':
						state === null
							? problem(404, 'material_not_found')
							: { body: { material: { draft_key: 'p5', version: 2, number: 12, title: 'Trains', state, error_code: null } } },
				},
				{ operation: 'open', ...fields },
				trusted({ subject: { draft_key: 'p5', version: null }, route: 'resume', ...item }),
			);

		it('goes on with a named draft that is in work, but only tells its state if that was asked', async () => {
			expect((await named('text_preparing')).json).to.include({ next: 'work', text: null });
			const { json } = await named('text_preparing', { route: 'draft' });
			expect(json).to.include({ next: 'say' });
			expect(json['text']).to.include('“Trains” (12)');
		});

		it('goes on with nothing where a graph only tells, as the earlier ones do', async () => {
			expect((await named('text_preparing', {}, { onlyTell: true })).json).to.include({ next: 'say' });
			expect((await named('ready', {}, { onlyTell: true })).json).to.include({ next: 'show' });
		});

		it('shows a named draft that waits for a decision, and says what became of any other', async () => {
			expect((await named('ready')).json).to.include({ next: 'show' });
			expect((await named('ready', { route: 'draft' })).json).to.include({ next: 'show' });
			expect((await named('published')).json).to.include({ next: 'say' });
		});

		it('tells in the time zone of the desk on which day its post was taken down', async () => {
			const item = trusted({ subject: { draft_key: 'p5', version: null }, route: 'draft' });
			const withdrawn_at = Date.parse('2026-03-08T20:30:00Z');
			const material = { draft_key: 'p5', version: 2, number: 12, state: 'published', error_code: null, withdrawn_at };
			const answers = { '/materials/read': { body: { material, time_zone: 'Asia/Tokyo' } } };
			expect((await runMaterial(answers, { operation: 'open' }, item)).json['text']).to.include('9 Mar 2026');
		});

		const stoppedDraft = {
			draft_key: 'p5',
			version: 2,
			number: 12,
			state: 'text_preparing',
			title: 'Roses 🌹',
			subtitle: 'From May',
			body: 'They bloom.',
			error_code: 'unsupported_character',
		};
		const actionsOf = (buttons: unknown) => (buttons as { action: string }[][]).map((row) => row.map(({ action }) => action));
		const stoppedButtons = [['edit_title', 'edit_text'], ['back'], ['drop']];

		it('shows what is kept of a named draft that stopped, why it did, and what can be done', async () => {
			const item = trusted({ subject: { draft_key: 'p5', version: null }, route: 'draft' });
			const answers = { '/materials/read': { body: { material: stoppedDraft } } };
			const { json } = await runMaterial(answers, { operation: 'open' }, item);
			expect(json).to.include({ next: 'say' });
			expect(json['text']).to.include('Roses 🌹').and.to.include('They bloom.').and.to.include('cannot show');
			expect(actionsOf(json['buttons'])).to.deep.equal(stoppedButtons);
		});

		it('says the same with the same buttons when it stops', async () => {
			const item = trusted({ material: stoppedDraft, problem: { code: 'unsupported_character', stage: 'cover' } });
			const { calls } = await send({ operation: 'status', message: 'work_failed' }, item);
			const body = calls[0]?.body as { text: string; buttons: unknown };
			expect(body.text).to.include('“Roses 🌹” (12) has stopped').and.to.include('They bloom.');
			expect(actionsOf(body.buttons)).to.deep.equal(stoppedButtons);
		});

		it('asks for what was pressed, under a purpose of its own', async () => {
			for (const [action, asked] of [
				['edit_title', 'What should the title of “Roses 🌹” (12) be?'],
				['edit_text', 'What should change in “Roses 🌹” (12)?'],
			] as const) {
				const event = anEvent({ intent: { kind: 'callback', action, draft_key: 'p5', version: 2 } });
				const answers = { '/messenger': delivered('sent'), '/materials/read': { body: { material: stoppedDraft } } };
				const fields = { operation: 'prompt', question: 'edit', draftKey: 'p5', version: 2 };
				const { calls } = await run('CollabMessenger', answers, fields, trusted({ event }));
				expect(calls.at(-1)?.body).to.include({ operation: 'prompt', purpose: action, draft_key: 'p5', version: 2 });
				expect((calls.at(-1)?.body as { text: string }).text).to.include(asked);
			}
		});

		it('brings the last complete version back, or says why it cannot', async () => {
			const item = trusted({ subject: { draft_key: 'p5', version: 2 } });
			const back = { '/materials/revise': { body: { material: { ...stoppedDraft, version: 3, error_code: null } } } };
			const { calls, json } = await runMaterial(back, { operation: 'restore' }, item);
			expect(calls[0]?.body).to.deep.include({ draft_key: 'p5', version: 2, content: {}, reuse: { complete: true } });
			expect(json).to.include({ next: 'work' });
			const none = await runMaterial({ '/materials/revise': problem(409, 'not_ready') }, { operation: 'restore' }, item);
			expect(none.json).to.deep.include({ next: 'refused', problem: { code: 'nothing_before', stage: 'back' } });
		});

		it('drops a draft that stopped, and no other', async () => {
			const item = trusted({ subject: { draft_key: 'p5', version: 2 } });
			const answers = {
				'/materials/read': { body: { material: stoppedDraft } },
				'/materials/advance': { body: { material: { ...stoppedDraft, state: 'rejected' } } },
			};
			const { calls, json } = await runMaterial(answers, { operation: 'drop' }, item);
			expect(calls.at(-1)?.body).to.deep.include({ from: 'text_preparing', to: 'rejected' });
			expect(json).to.deep.include({ next: 'advanced', material: { ...stoppedDraft, state: 'rejected' } });
			const ready = { '/materials/read': { body: { material: { ...stoppedDraft, state: 'ready' } } } };
			expect((await runMaterial(ready, { operation: 'drop' }, item)).json).to.deep.include({
				next: 'refused',
				problem: { code: 'state_conflict', stage: 'drop' },
			});
		});

		it('tells who presses Drop it that Try again came first, and the work goes on', async () => {
			const answers = { '/materials/read': { body: { material: stoppedDraft } }, '/materials/advance': problem(409, 'work_under_way') };
			const { json } = await runMaterial(answers, { operation: 'drop' }, trusted({ subject: { draft_key: 'p5', version: 2 } }));
			expect(json).to.deep.include({ next: 'refused' });
			expect(messagesIn('en').refused({ problem: explain(messagesIn('en'), json['problem'] as { code: string }) })).to.equal(
				'Somebody pressed “Try again” first, so I work on. To drop it anyway, press “Drop it” again. Nothing has changed.',
			);
		});

		it('reads back to the version that has a text, past those that stopped before they had one', async () => {
			const versions: Record<number, object> = {
				2: { draft_key: 'p5', version: 2, body: null },
				1: { draft_key: 'p5', version: 1, body: 'Text.' },
			};
			const answers = {
				'/materials/read': ({ body }: Call) => ({ body: { material: versions[(body as { version: number }).version] ?? {} } }),
			};
			const { json } = await runMaterial(
				answers,
				{ operation: 'read', which: 'previous' },
				trusted({ material: { draft_key: 'p5', version: 3 } }),
			);
			expect(json['previous']).to.deep.equal(versions[1]);
		});

		it('says so of a version that no draft can have, without asking the service', async () => {
			const { calls, json } = await named('ready', { subject: { draft_key: 'p5', version: 1_000_001 } });
			expect(calls).to.deep.equal([]);
			expect(json).to.include({ next: 'say' });
			expect(json['text']).to.include('There is no draft p5 with a version 1000001.');
		});

		it('says that there is no such draft, with the version that was asked for', async () => {
			const { json } = await named(null, { subject: { draft_key: 'p5', version: 9 } });
			expect(json).to.include({ next: 'say' });
			expect(json['text']).to.include('There is no draft p5 with a version 9.');
			expect(json).to.not.have.property('material');
		});

		describe('Keep Verdict', () => {
			const asked = {
				_svc: 'signed',
				event: anEvent(),
				edit_scope: [],
				material: { draft_key: 'p1', version: 1, state: 'text_preparing' },
			};
			const keep = (result: IDataObject, parameters: Record<string, unknown> = {}) =>
				runMaterial(
					{ '/materials/advance': { body: { material: { draft_key: 'p1', version: 1, state: 'text_preparing', title: 'T' } } } },
					{ operation: 'keepVerdict', asked, ...parameters },
					{ _svc: 'signed', ...result },
				);

			it('stores the text as it was verified, and goes on with the item that was asked about', async () => {
				const text = { title: 'T', subtitle: '', body: 'B.', caption: 'B.' };
				const { calls, json } = await keep({ outcome: 'verified', ...text, checks: 2, preview_issues: [], ground_error: null });
				expect(calls[0]?.body).to.deep.equal({
					_svc: 'signed',
					draft_key: 'p1',
					version: 1,
					from: 'text_preparing',
					to: 'text_preparing',
					patch: { ...text, text_check: 'passed' },
				});
				expect(json).to.deep.include({ next: 'kept', edit_scope: [] });
				expect(json).to.have.nested.property('material.title', 'T');
				// The event is closed with the outcome of the item, which a check has no say in.
				expect(json).to.not.have.property('outcome');
			});

			it('stores why a text was refused, where the graph leaves that to it', async () => {
				const refused = { outcome: 'semantic_fail', preview_issues: [{ fragment: '150 seats' }] };
				const { calls, json } = await keep(refused, { storeProblem: true });
				expect(calls.map(({ body }) => (body as IDataObject)['patch'])).to.deep.equal([
					{ error_code: 'semantic_fail', error_stage: 'check' },
				]);
				expect(json).to.deep.include({ next: 'stopped', outcome: 'failed' });
				expect(json).to.have.nested.property('problem.detail', '150 seats');
			});

			it('stores nothing of a text that was refused, and quotes what the check found', async () => {
				const { calls, json } = await keep({ outcome: 'semantic_fail', preview_issues: [{ fragment: '150 seats' }] });
				expect(calls).to.deep.equal([]);
				expect(json).to.deep.include({ next: 'failed', problem: { code: 'semantic_fail', stage: 'check', detail: '150 seats' } });
			});

			it('names the error in the ground that the check stopped at', async () => {
				expect((await keep({ outcome: 'diagnostic', ground_error: 'ground_mismatch' })).json).to.deep.include({
					next: 'failed',
					problem: { code: 'ground_mismatch', stage: 'check' },
				});
			});

			it('stops the graph on anything that is no result of a check', async () => {
				const failure = await failureOf(keep({ outcome: 'handled' }));
				expect(failure).to.be.an('error').with.property('message').that.includes('received outcome "handled"');
			});
		});

		const drafted = (changes: IDataObject = {}) =>
			trusted({ material: { draft_key: 'p1', version: 1, state: 'text_generating' }, patch: { title: 'T' }, ...changes });

		it('writes and moves in one step', async () => {
			const { calls, json } = await runMaterial(
				{ '/materials/advance': { body: { material: { draft_key: 'p1', state: 'text_preparing' } } } },
				{ operation: 'advance', to: 'text_preparing' },
				drafted(),
			);
			expect(calls[0]?.body).to.deep.equal({
				_svc: 'signed',
				draft_key: 'p1',
				version: 1,
				from: 'text_generating',
				to: 'text_preparing',
				patch: { title: 'T' },
			});
			expect(json).to.include({ next: 'advanced' });
			expect(json).to.not.have.property('patch');
		});

		it('asks for nothing when there is nothing to move and nothing to write', async () => {
			expect((await runMaterial({}, { operation: 'advance', write: 'nothing' }, drafted())).calls).to.deep.equal([]);
		});

		it('keeps the state and writes the reason of a failure', async () => {
			const { calls, json } = await runMaterial(
				{ '/materials/advance': { body: { material: {} } } },
				{ operation: 'advance', write: 'problem' },
				drafted({ problem: { code: 'ai_refused', stage: 'text', detail: 'x' } }),
			);
			expect(calls[0]?.body).to.deep.include({
				from: 'text_generating',
				to: 'text_generating',
				patch: { error_code: 'ai_refused', error_stage: 'text' },
			});
			expect(json).to.include({ outcome: 'failed' });
		});

		it('keeps the reason of a step that failed, and asks nothing about one that did not', async () => {
			const answers = { '/materials/advance': { body: { material: {} } } };
			const drawn = { needs: 'check', next: 'kept' };
			for (const operation of ['keepProblem', 'startCheck']) {
				const failed = drafted({ next: 'failed', problem: { code: 'ai_refused', stage: 'text' } });
				const { calls, json } = await runMaterial(answers, { operation }, failed);
				expect(calls[0]?.body, operation).to.deep.include({ patch: { error_code: 'ai_refused', error_stage: 'text' } });
				expect(json, operation).to.include({ outcome: 'failed', next: 'stopped' });
				expect((await runMaterial(answers, { operation }, drafted(drawn))).calls, operation).to.deep.equal([]);
				expect((await runMaterial(answers, { operation }, json)).calls, `${operation}, kept before`).to.deep.equal([]);
			}
		});

		it('lays a text out as the check declares it, the words of the request apart from what the AI is asked', async () => {
			const row = { draft_key: 'p1', version: 1, title: 'T', body: 'B', batch_key: null };
			const material = { ...row, state: 'text_preparing', request: 'About trains' };
			const item = drafted({ needs: 'check', next: 'kept', material });
			const { json } = await runMaterial({}, { operation: 'startCheck' }, item);
			expect(json).to.deep.include({ ...row, wish: 'About trains', material });
		});

		it('tells a conflict when asked to, and stops the graph otherwise', async () => {
			const conflict = { '/materials/advance': problem(409, 'state_conflict', { state: 'rejected' }) };
			expect(
				(
					await runMaterial(
						conflict,
						{ operation: 'advance', from: 'ready', to: 'rejected', write: 'nothing', tellRefusal: true },
						drafted(),
					)
				).json,
			).to.deep.include({ next: 'refused', problem: { code: 'state_conflict', stage: 'advance', state: 'rejected' } });
			expect(
				(await runMaterial(conflict, { operation: 'advance', from: 'ready', to: 'rejected', write: 'nothing' }, drafted(), true)).json[
					'error'
				],
			).to.include('state_conflict');
		});

		it('takes a step only after what it is for, and lets everything else go on as it is', async () => {
			const advance = (next: string) =>
				runMaterial(
					{ '/materials/advance': { body: { material: { state: 'ready' } } } },
					{ operation: 'advance', to: 'ready', write: 'nothing', onlyAfter: 'delivered' },
					drafted({ next }),
				);
			const taken = await advance('delivered');
			expect([taken.calls.length, taken.json['next'], taken.json['material']]).to.deep.equal([1, 'delivered', { state: 'ready' }]);
			const left = await advance('failed');
			expect([left.calls.length, left.json]).to.deep.equal([
				0,
				drafted({ next: 'failed', execution_id: 'f00dcafe-4711-db89140b04b72886' }),
			]);
		});

		it('goes on in a second run when the first one already moved the material there', async () => {
			const { json } = await runMaterial(
				{ '/materials/advance': problem(409, 'state_conflict', { state: 'awaiting_feedback' }) },
				{ operation: 'advance', from: 'ready', to: 'awaiting_feedback', write: 'nothing', tellRefusal: true },
				drafted({ event: anEvent({ replay: true }) }),
			);
			expect(json).to.include({ next: 'advanced' });
		});

		it('reads the version before, and asks for none before the first', async () => {
			expect((await runMaterial({}, { operation: 'read', which: 'previous' }, drafted())).json).to.include({ previous: null });
			const { calls, json } = await runMaterial(
				{ '/materials/read': { body: { material: { body: 'old' } } } },
				{ operation: 'read', which: 'previous' },
				drafted({ material: { draft_key: 'p1', version: 3 } }),
			);
			expect(calls[0]?.body).to.deep.equal({ _svc: 'signed', draft_key: 'p1', version: 2 });
			expect(json).to.deep.include({ previous: { body: 'old' } });
		});

		it('tells that a draft does not exist instead of failing', async () => {
			expect(
				(
					await runMaterial(
						{ '/materials/read': problem(404, 'material_not_found') },
						{ operation: 'read' },
						trusted({ subject: { draft_key: 'p9', version: null } }),
					)
				).json,
			).to.include({ next: 'missing' });
		});
	});
});
