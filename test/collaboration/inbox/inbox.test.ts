import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import {
	CHANNEL,
	EDITOR,
	OWNER,
	begin,
	newExecutionId,
	newUpdateId,
	newsOf,
	openDesk,
	postEvent,
	pressUpdate,
	textUpdate,
} from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';

describeOnEachEngine('The inbox', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const event = (update: object) => postEvent(desk, update);
	const message = (from: object, chat: object, text = '/post hello') => ({
		update_id: newUpdateId(),
		message: { message_id: 1, date: 1, from, chat, text },
	});

	it('admits a participant with a context of their own', async () => {
		const answer = await event(textUpdate(EDITOR, '/post Open on Saturdays'));
		expect(answer).to.deep.include({
			admitted: true,
			reason: null,
			duplicate: false,
			replay: false,
			actor: { user_id: EDITOR, chat_id: EDITOR, role: 'editor', display_name: 'Egor Editor' },
			intent: { kind: 'post_request', text: 'Open on Saturdays' },
			copy: null,
			feedback_session: null,
			callback: null,
			expires_at: desk.clock.nowMs + 3_600_000,
		});
		const context = await desk.service.contexts.verify(answer._svc);
		expect(context).to.include({
			iss: 'copydesk',
			sub: EDITOR,
			chat: EDITOR,
			role: 'editor',
			owner_chat_id: OWNER,
			event_key: answer.event_key,
		});
		expect(context.exp - context.iat).to.equal(3_600);
	});

	const editor = { id: EDITOR, is_bot: false };
	const own = { id: EDITOR, type: 'private' };
	const refusals: readonly [string, string, () => object][] = [
		['a stranger', 'unknown_sender', () => message({ id: 999, is_bot: false }, { id: 999, type: 'private' })],
		["a stranger in a participant's chat", 'unknown_sender', () => message({ id: 999, is_bot: false }, own)],
		['a participant in a group', 'not_private', () => message(editor, { id: -5, type: 'group' })],
		['a participant in a supergroup of the same number', 'not_private', () => message(editor, { id: EDITOR, type: 'supergroup' })],
		["a participant in somebody else's chat", 'id_mismatch', () => message(editor, { id: OWNER, type: 'private' })],
		['a bot', 'bot_sender', () => message({ id: EDITOR, is_bot: true }, own)],
		['somebody who does not say that they are no bot', 'bot_sender', () => message({ id: EDITOR }, own)],
		[
			'a channel post',
			'unsupported',
			() => ({ update_id: newUpdateId(), channel_post: { message_id: 1, chat: { id: CHANNEL, type: 'channel' }, text: '/post hello' } }),
		],
		[
			'an edited post of a channel',
			'unsupported',
			() => ({ update_id: newUpdateId(), edited_channel_post: { message_id: 1, from: editor, chat: own, text: '/post hello' } }),
		],
		['nothing at all', 'unsupported', () => ({ update_id: newUpdateId() })],
		[
			'a press in a group',
			'not_private',
			() => ({
				update_id: newUpdateId(),
				callback_query: { id: 'q', from: editor, data: 'cd1|publish|p1|1', message: { message_id: 1, chat: { id: -5, type: 'group' } } },
			}),
		],
	];
	for (const [who, reason, update] of refusals) {
		it(`refuses ${who}: ${reason}`, async () => {
			const answer = await event(update());
			expect(answer).to.deep.include({
				admitted: false,
				reason,
				actor: null,
				_svc: null,
				expires_at: null,
				intent: { kind: 'ignored' },
				participants: [],
			});
			expect(await desk.service.db.query('select state, update_json from event')).to.deep.equal([{ state: 'refused', update_json: null }]);
		});
	}

	it('lets a stranger have the safe start command and nothing else', async () => {
		const stranger = (text: string) => event(message({ id: 999, is_bot: false }, { id: 999, type: 'private' }, text));
		expect((await stranger('/start')).intent.kind).to.equal('start');
		for (const text of ['/help', '/post hello', '/status', 'hello', '/startx', '/draft p1'])
			expect(await stranger(text), text).to.deep.include({
				admitted: false,
				reason: 'unknown_sender',
				_svc: null,
				intent: { kind: 'ignored' },
			});
		expect((await event(message({ id: 999, is_bot: false }, { id: -5, type: 'group' }, '/start'))).intent.kind).to.equal('ignored');
	});

	it("answers a stranger's start once, with the number that the operator would need", async () => {
		const start = () => event(message({ id: 999, is_bot: false }, { id: 999, type: 'private' }, '/start'));
		await start();
		await start();
		await event(message({ id: 998, is_bot: false }, { id: 998, type: 'private' }, '/help'));
		await desk.service.tick();
		await desk.service.tick();
		expect(desk.messenger.accepted.map(({ method, fields }) => [method, fields])).to.deep.equal([
			['sendMessage', { chat_id: 999, text: 'This desk is private. To take part, give its owner this number: 999' }],
		]);
	});

	it('takes no rights from fields of an update', async () => {
		const answer = await event({
			...message({ id: 999, is_bot: false, role: 'owner', user_id: OWNER }, { id: 999, type: 'private' }),
			_svc: 'x',
			actor: { role: 'owner' },
			participants: [{ user_id: 999 }],
		});
		expect(answer).to.include({ admitted: false, reason: 'unknown_sender' });
	});

	it('refuses a disabled editor at once, and remembers the refusal', async () => {
		await desk.setEditor(false);
		expect(await event(textUpdate(EDITOR, '/post hello'))).to.include({ admitted: false, reason: 'inactive', _svc: null });
		await desk.setEditor(true);
		expect(await event(textUpdate(EDITOR, '/post hello'))).to.include({ admitted: true });
	});

	it('admits an update once, however often and wherever it comes', async () => {
		const update = textUpdate(EDITOR, '/post hello');
		const sibling = await desk.sibling();
		try {
			const ask = (one: TestDesk) => one.post('/event', { update, execution_id: newExecutionId() });
			const answers = await Promise.all([ask(desk), ask(sibling), ask(desk), ask(sibling)]);
			expect(answers.filter(({ body }) => body.admitted)).to.have.length(1);
			expect(answers.filter(({ body }) => body.reason === 'duplicate' && body.duplicate && body._svc === null)).to.have.length(3);
		} finally {
			await sibling.close();
		}
	});

	it('stores before it answers: a database that refuses means 503, and the next time it is no duplicate', async () => {
		const update = textUpdate(EDITOR, '/post hello');
		const { db } = desk.service as { db: { atomically: unknown } };
		const atomically = db.atomically;
		const { CopydeskError } = await import('@copydesk/domain/errors');
		db.atomically = () => Promise.reject(new CopydeskError('unavailable', 'disk full'));
		const refused = await desk.post('/event', { update, execution_id: '1' });
		expect([refused.status, refused.body.code]).to.deep.equal([503, 'unavailable']);
		db.atomically = atomically;
		expect((await desk.post('/event', { update, execution_id: '2' })).body).to.include({ admitted: true, duplicate: false });
	});

	it('asks small talk back, and makes a post of it once, for the one who wrote it', async () => {
		const asked = await event(textUpdate(EDITOR, '2027'));
		const draft_key = `p${asked.event_key.slice(2)}`;
		expect(asked.intent).to.deep.equal({
			kind: 'usage',
			text: 'Shall I write a post about this?',
			buttons: [
				[
					{ action: 'make_post', draft_key, version: 1 },
					{ action: 'no_post', draft_key, version: 1 },
				],
			],
		});
		const { _svc, intent } = asked;
		const named = { _svc, operation: 'status', purpose: 'status', entity_key: `${asked.event_key}:asked` };
		expect((await desk.post('/messenger', { ...named, text: intent.text, buttons: intent.buttons })).status).to.equal(200);
		expect(desk.messenger.accepted.at(-1)?.fields['reply_markup']).to.deep.equal({
			inline_keyboard: [
				[
					{ text: 'Write a post', callback_data: `cd1|make_post|${draft_key}|1` },
					{ text: 'No', callback_data: `cd1|no_post|${draft_key}|1` },
				],
			],
		});

		const pressed = (who: number) => event(pressUpdate(who, 7, `cd1|make_post|${draft_key}|1`));
		const callback = { kind: 'callback', action: 'make_post', draft_key, version: 1 };
		expect((await pressed(OWNER)).intent, 'the words of another').to.deep.equal(callback);
		const [first, second] = [await pressed(EDITOR), await pressed(EDITOR)];
		expect(first.intent).to.deep.equal({ ...callback, text: '2027' });
		const create = (by: { _svc: string }) =>
			desk.post('/materials/create', { _svc: by._svc, draft_key, content: { kind: 'post', request: '2027' } });
		expect((await create(first)).body).to.deep.include({ created: true });
		expect((await create(second)).body).to.deep.include({ code: 'draft_open' });
		expect((await pressed(EDITOR)).intent, 'made already').to.deep.equal(callback);
	});

	const keyOf = ({ event_key }: { event_key: string }) => `p${event_key.slice(2)}`;
	const press = async (on: TestDesk, who: number, action: string, draft_key: string, version = 1) =>
		(await postEvent(on, pressUpdate(who, 7, `cd1|${action}|${draft_key}|${version}`))).intent;

	it('asks which page of a message is to be read, names each on its button, and reads one of them once', async () => {
		const entities = [{ type: 'text_link', offset: 0, length: 3, url: 'https://hidden.example/a' }];
		const asked = await event(textUpdate(EDITOR, 'Our ferry: see harbour.example.org/new?x=1, https://third.example.com/b.', { entities }));
		const draft_key = keyOf(asked);
		const { _svc, intent } = asked;
		const named = { _svc, operation: 'status', purpose: 'status', entity_key: `${asked.event_key}:asked` };
		expect((await desk.post('/messenger', { ...named, text: intent.text, buttons: intent.buttons })).status).to.equal(200);
		const { inline_keyboard } = desk.messenger.accepted.at(-1)?.fields['reply_markup'] as { inline_keyboard: { text: string }[][] };
		expect(inline_keyboard.map((row) => row.map(({ text }) => text))).to.deep.equal([
			['Read hidden.example/a'],
			['Read harbour.example.org/new?x=1'],
			['Read third.example.com/b'],
			['Just mention it', 'No'],
		]);
		const callback = { kind: 'callback', action: 'read_link', draft_key, version: 2 };
		expect(await press(desk, OWNER, 'read_link', draft_key, 2), 'the message of another').to.deep.equal(callback);
		const sibling = await desk.sibling();
		try {
			expect(await press(sibling, EDITOR, 'read_link', draft_key, 2), 'after a restart').to.deep.equal({
				...callback,
				text: 'https://harbour.example.org/new?x=1',
			});
		} finally {
			await sibling.close();
		}
		expect(await press(desk, EDITOR, 'read_link', draft_key, 2), 'a second time').to.deep.equal(callback);
		expect(await press(desk, EDITOR, 'mention', draft_key), 'it is decided').not.to.have.property('text');
		expect(await press(desk, EDITOR, 'read_link', 'p1', 1), 'of no message').not.to.have.property('text');
	});

	it('uses the words of a message whose link is only mentioned, and pays for nothing that was refused', async () => {
		const said = 'Our ferry has a new timetable: harbour.example.org/new';
		const first = keyOf(await event(textUpdate(EDITOR, `/post ${said}`)));
		expect(await press(desk, EDITOR, 'mention', first)).to.include({ text: said });
		expect(await press(desk, EDITOR, 'read_link', first), 'it is decided').not.to.have.property('text');
		const slip = keyOf(await event(textUpdate(EDITOR, '/pots The harbour pool opens on 15 May')));
		expect(await press(desk, EDITOR, 'make_post', slip)).to.include({ text: 'The harbour pool opens on 15 May' });
		const second = keyOf(await event(textUpdate(EDITOR, said)));
		expect(await press(desk, EDITOR, 'no_post', second)).to.include({ text: said });
		for (const action of ['read_link', 'mention', 'make_post'])
			expect(await press(desk, EDITOR, action, second)).not.to.have.property('text');
	});

	it('asks first what a forwarded message is for, also when it is a link or came during an outage', async () => {
		const forward_origin = { type: 'user', date: 0, sender_user: { id: 7, is_bot: false } };
		const asked = await event(textUpdate(EDITOR, 'The harbour pool opens on 15 May', { forward_origin }));
		expect(asked.intent.kind).to.equal('usage');
		expect(await press(desk, EDITOR, 'make_post', keyOf(asked))).to.include({ text: 'The harbour pool opens on 15 May' });
		const page = await event(textUpdate(EDITOR, 'https://harbour.example.org', { forward_origin }));
		expect(await press(desk, EDITOR, 'read_link', keyOf(page))).to.include({ text: 'https://harbour.example.org' });
	});

	it('joins the parts of a text that the messenger cut', async () => {
		const first = 'The ferry sails every 20 minutes. '.repeat(119).trim();
		const whole = 'x'.repeat(10).padEnd(4_096, ' and so on');
		for (const [parts, joined, month] of [
			[[first, 'And in winter every hour.'], `${first} And in winter every hour.`, 'March'],
			[[whole, 'and on'], `${whole}and on`, 'April'],
		] as const) {
			desk.clock.nowMs += 60_000;
			const date = Math.floor(desk.clock.nowMs / 1_000);
			const asked = await event(textUpdate(EDITOR, parts[0], { date }));
			const rest = await event(textUpdate(EDITOR, parts[1], { date: date + 1, message_id: 11 }));
			expect(rest.intent).to.have.keys('kind', 'text');
			const late = await event(textUpdate(EDITOR, `The museum opens on Sundays from ${month}`, { date: date + 30, message_id: 12 }));
			expect(late.intent.kind, 'what comes later').to.equal('post_request');
			expect(await press(desk, EDITOR, 'make_post', keyOf(asked))).to.include({ text: joined });
		}
	});

	it('answers a request that was edited, and makes a draft of the new words only when it is told to', async () => {
		const edited = (text: string, more: object = {}) => {
			const { update_id, message: edited_message } = textUpdate(EDITOR, text, { message_id: 77, ...more });
			return { update_id, edited_message };
		};
		const before = 'Our clinic opens on Saturdays from May';
		await event(textUpdate(EDITOR, before, { message_id: 77 }));
		expect((await event(edited(before))).intent, 'the same words').to.deep.equal({ kind: 'ignored' });
		const asked = await event(edited('Our clinic opens on Sundays from May'));
		expect(asked.intent.buttons?.flat().map(({ action }: { action: string }) => action)).to.deep.equal(['make_anew', 'leave_words']);
		expect(await press(desk, OWNER, 'make_anew', keyOf(asked))).not.to.have.property('text');
		expect(await press(desk, EDITOR, 'make_anew', keyOf(asked))).to.include({ text: 'Our clinic opens on Sundays from May' });
		expect(await press(desk, EDITOR, 'leave_words', keyOf(asked)), 'it is decided').not.to.have.property('text');
		expect((await event(edited('/status', { message_id: 78 }))).intent, 'nothing that we know').to.deep.equal({ kind: 'ignored' });
	});

	it('lets the first press under the question decide, whether a post is made or not', async () => {
		for (const [first, second] of [
			['no_post', 'make_post'],
			['make_post', 'no_post'],
		] as const) {
			const asked = await event(textUpdate(EDITOR, '2027'));
			const draft_key = `p${asked.event_key.slice(2)}`;
			const pressed = async (action: string) => (await event(pressUpdate(EDITOR, 7, `cd1|${action}|${draft_key}|1`))).intent;
			const callback = { kind: 'callback', draft_key, version: 1 };
			expect(await pressed(first)).to.deep.equal({ ...callback, action: first, text: '2027' });
			expect(await pressed(second), `${second} after ${first}`).to.deep.equal({ ...callback, action: second });
			expect(await pressed(first), 'again').to.deep.include({ action: first, text: '2027' });
		}
	});

	it('gives the facts of the press and of the copy under it', async () => {
		const answer = await event(pressUpdate(OWNER, 55, 'cd1|publish|p404|2'));
		expect(answer).to.deep.include({
			intent: { kind: 'callback', action: 'publish', draft_key: 'p404', version: 2 },
			copy: {
				delivered: false,
				latest: false,
				draft_key: 'p404',
				version: 2,
				state: null,
				message_id: 55,
				is_canonical: false,
				content_matches: false,
			},
		});
		expect(answer.callback).to.deep.include({ message_id: 55 });
	});

	it('closes events without work by itself, and all others when it is told to', async () => {
		const ignored = await event(pressUpdate(OWNER, 55, 'something else'));
		expect(ignored).to.deep.include({ admitted: true, intent: { kind: 'ignored' } });
		const asked = await begin(desk, EDITOR);
		const states = async () =>
			(await desk.service.db.query('select state, outcome from event order by update_id')).map((row) => ({ ...row }));
		expect(await states()).to.deep.equal([
			{ state: 'handled', outcome: 'ignored' },
			{ state: 'stored', outcome: null },
		]);
		const done = { _svc: asked._svc, event_key: asked.event_key, outcome: 'ready' };
		expect((await desk.post('/event-done', done)).body).to.deep.equal({ done: true });
		expect((await desk.post('/event-done', { ...done, outcome: 'later' })).status).to.equal(200);
		expect((await states())[1]).to.deep.equal({ state: 'handled', outcome: 'ready' });
		const foreign = await desk.post('/event-done', { ...done, event_key: ignored.event_key });
		expect([foreign.status, foreign.body.code]).to.deep.equal([404, 'event_not_found']);
	});

	it('records who blocked the bot and what the channel took away, and /status says so', async () => {
		const change = (from: number, chat: object, status: string, more: object = {}) =>
			event({
				update_id: newUpdateId(),
				my_chat_member: { from: { id: from, is_bot: false }, chat, date: 1, new_chat_member: { status, ...more } },
			});
		expect(await change(EDITOR, own, 'kicked')).to.include({ admitted: false, reason: 'unsupported' });
		await change(OWNER, { id: CHANNEL, type: 'channel' }, 'administrator', { can_post_messages: false });
		await change(999, { id: -77, type: 'group' }, 'member');
		const { text } = (await begin(desk, OWNER, '/status')).intent;
		expect(text).to.include('Egor Editor has blocked the bot').and.to.include('cannot post to the channel');
		expect(await desk.service.db.query('select chat_id from reachability where chat_id = -77')).to.deep.equal([]);
		await change(EDITOR, own, 'member');
		expect((await begin(desk, OWNER, '/status')).intent.text).not.to.include('blocked');
	});
});

describeOnEachEngine('Every use of a context', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const authorize = async (_svc: string) => {
		const { status, body } = await desk.post('/authorize', { _svc, purpose: 'text_generate', target: 'api.example' });
		return [status, body.code ?? body.allowed];
	};

	it('reads the role again: between two calls everything may have changed', async () => {
		const { _svc } = await begin(desk, EDITOR);
		expect(await authorize(_svc)).to.deep.equal([200, true]);
		await desk.setEditor(false);
		expect(await authorize(_svc)).to.deep.equal([403, 'participant_inactive']);
		await desk.setEditor(true);
		expect(await authorize(_svc)).to.deep.equal([200, true]);
	});

	it('goes on through a rotation of keys, one instance after the other, with no refused request', async () => {
		const old = { kid: 'k1', key: Buffer.alloc(32, 7) };
		const fresh = { kid: 'k2', key: Buffer.alloc(32, 8) };
		const steps = [[old], [old, fresh], [fresh, old]];
		const contexts = [(await begin(desk, EDITOR))._svc as string];
		for (const contextKeys of steps) {
			const sibling = await desk.sibling({ contextKeys });
			try {
				contexts.push((await begin(sibling, EDITOR))._svc as string);
				// An instance that has only the old key is gone before the first is signed with the new one.
				for (const _svc of contexts)
					expect((await sibling.post('/authorize', { _svc, purpose: 'read_feed', target: 'x' })).status).to.equal(200);
			} finally {
				await sibling.close();
			}
		}
		const last = await desk.sibling({ contextKeys: [fresh] });
		try {
			const statuses = [];
			for (const _svc of contexts) statuses.push((await last.post('/authorize', { _svc, purpose: 'read_feed', target: 'x' })).status);
			expect(statuses, 'the old key is taken out').to.deep.equal([401, 401, 401, 200]);
		} finally {
			await last.close();
		}
	});

	it('ends with its hour', async () => {
		const { _svc } = await begin(desk, EDITOR);
		desk.clock.nowMs += 3_599_000;
		expect(await authorize(_svc)).to.deep.equal([200, true]);
		desk.clock.nowMs += 1_000;
		expect(await authorize(_svc)).to.deep.equal([401, 'context_expired']);
	});

	it('writes every event that was admitted, and every one that was refused, to the audit', async () => {
		const { _svc } = await begin(desk, EDITOR);
		await authorize(_svc);
		await desk.setEditor(false);
		await authorize(_svc);
		await authorize('forged.forged.forged');
		const rows = await desk.service.db.query(`select actor_user_id, outcome, code from audit where action = 'authorize' order by seq`);
		expect(rows.map((row) => ({ ...row }))).to.deep.equal([
			{ actor_user_id: EDITOR, outcome: 'ok', code: null },
			{ actor_user_id: EDITOR, outcome: 'refused', code: 'participant_inactive' },
			{ actor_user_id: null, outcome: 'refused', code: 'context_invalid' },
		]);
	});

	it('is refused on every route when the context is malformed', async () => {
		const at = { draft_key: 'p1', version: 1 };
		const bodies: Record<string, object> = {
			'/event-done': { event_key: 'u:1', outcome: 'x' },
			'/internal': { action: 'claim', ...at, message_id: 1 },
			'/execution-context': { execution_id: '1', workflow_id: 'w', workflow_name: 'W' },
			'/authorize': { purpose: 'read_feed', target: 'x' },
			'/messenger': { operation: 'status', purpose: 'p', entity_key: 'e', text: 't' },
			'/decision': { ...at, decision: 'rejected' },
			'/onboarding': {},
			'/materials/create': { content: { kind: 'post' } },
			'/materials/read': { draft_key: 'p1' },
			'/materials/advance': { ...at, from: 'ready', to: 'rejected' },
			'/materials/revise': { ...at, content: {}, reuse: {} },
			'/materials/list': {},
		};
		for (const [path, body] of Object.entries(bodies)) {
			for (const _svc of ['', 'x', 'a.b.c']) {
				const answer = await desk.post(path, { _svc, ...body });
				expect([answer.status, answer.body.code], path).to.deep.equal([401, 'context_invalid']);
			}
		}
	});

	it('gives the schedule a context of the owner, each run an event of its own', async () => {
		const one = await desk.post('/internal', { action: 'context', entry: 'daily_offer' });
		const two = await desk.post('/internal', { action: 'context', entry: 'daily_offer', execution_id: '77' });
		expect(one.body.actor).to.include({ user_id: OWNER, role: 'owner' });
		expect(one.body.event_key)
			.to.match(/^i:daily_offer:/)
			.and.not.equal(two.body.event_key);
	});

	it('tells the owner once of a day whose paid search was never reported, and settles it', async () => {
		const asked = async (day: string, purpose: string) => {
			const { body } = await desk.post('/internal', { action: 'context', entry: 'daily_offer', day });
			await desk.post('/authorize', { _svc: body._svc, purpose, target: 'ai' });
			return body as { readonly _svc: string; readonly event_key: string };
		};
		const told = () => desk.messenger.messages(OWNER).filter(({ text }) => text?.startsWith('No news today') === true);
		const pass = async (ms: number): Promise<void> => {
			desk.clock.nowMs += ms;
			await desk.service.tick();
		};
		const MINUTE_MS = 60_000;
		await asked('2026-11-20', 'read_feed');
		const offered = await asked('2026-11-21', 'classification');
		const items = [newsOf('https://coast-wire.example/1')];
		await desk.post('/news/offer', { _svc: offered._svc, topic: null, window_days: 7, day: '2026-11-21', items });
		const said = await asked('2026-11-22', 'classification');
		const words = {
			operation: 'status',
			purpose: 'status',
			entity_key: `${said.event_key}:textOfItem`,
			text: 'None of it is worth a post.',
		};
		await desk.post('/messenger', { _svc: said._svc, ...words });
		const lost = await asked('2026-11-23', 'classification');
		const nothing = await asked('2026-11-24', 'classification');
		const answer = await desk.post('/news/offer', { _svc: nothing._svc, topic: null, window_days: 7, day: '2026-11-24', items });
		expect(answer.body.batch, 'all of it is on offer, and the execution that would say so dies').to.equal(null);
		await pass(3 * MINUTE_MS);
		expect(told(), 'it may still come').to.have.length(0);
		desk.messenger.rule(() => ({ refuse: 429, description: 'Too Many Requests: retry after 5', retryAfter: 5 }));
		await pass(2 * MINUTE_MS);
		desk.messenger.rule(undefined);
		for (let minutes = 0; minutes < 5; minutes += 1) await pass(MINUTE_MS);
		expect(told().map(({ text }) => text)).to.deep.equal(
			[lost, nothing].map(() => 'No news today: the answer of the AI was lost. Send /news to look again.'),
		);
		const open = await desk.service.db.query('select event_key from admission where paid = 1 and settled_at_ms is null order by event_key');
		expect(open).to.deep.equal([{ event_key: said.event_key }]);
		const again = await desk.post('/internal', { action: 'context', entry: 'daily_offer', day: '2026-11-23' });
		expect(again.body, 'it is not asked again').to.include({ event_key: lost.event_key, is_done: true });
	});

	it('gives all runs of a day one event and one person, and says when its requests were spent without a result', async () => {
		const run = () => desk.post('/internal', { action: 'context', entry: 'daily_offer', day: '2026-11-22' });
		const first = await run();
		expect(first.body).to.include({ event_key: 'i:daily_offer:2026-11-22', is_done: false, language: 'en' });
		expect(first.body.participants.map((one: { user_id: number }) => one.user_id)).to.deep.equal([OWNER, EDITOR]);
		const { _svc } = first.body;
		await desk.post('/authorize', { _svc, purpose: 'read_feed', target: 'feeds' });
		expect((await run()).body, 'feeds cost nothing').to.include({ event_key: 'i:daily_offer:2026-11-22', is_done: false });
		await desk.post('/authorize', { _svc, purpose: 'classification', target: 'ai' });
		expect((await run()).body, 'the AI was asked').to.include({ is_done: true });
		const items = [newsOf('https://coast-wire.example/1')];
		await desk.post('/news/offer', { _svc, topic: null, window_days: 7, day: '2026-11-22', items });
		expect((await run()).body, 'there is a batch, whose cards may be missing').to.include({ is_done: false });
	});
});
