/** What a person can press without remembering the name of anything. */
import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import {
	EDITOR,
	OWNER,
	begin,
	claim,
	openDesk,
	postEvent,
	prepared,
	press,
	pressUpdate,
	publish,
	ready,
} from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';

describeOnEachEngine('The chat', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const rows = async (from: number, text: string) =>
		((await begin(desk, from, text)).intent.buttons as { action: string; draft_key: string }[][] | undefined)?.map((row) =>
			row.map(({ action }) => action).join(' '),
		);

	it('lists what there is with what can be done about each draft, and says who may do it', async () => {
		const stopped = await prepared(desk);
		const fail = (error_code: string) =>
			desk.post('/materials/advance', {
				_svc: stopped._svc,
				draft_key: stopped.draft_key,
				version: 1,
				from: 'text_preparing',
				to: 'text_preparing',
				patch: { error_code, error_stage: 'cover' },
			});
		await fail('layout_overflow');
		desk.clock.nowMs += 1;
		const lost = await ready(desk);
		desk.clock.nowMs += 1;
		await ready(desk);
		const event = await press(desk, EDITOR, lost, 'publish');
		await claim(desk, event, lost);
		desk.messenger.next('lost_after');
		await publish(desk, event._svc, lost);
		expect(await rows(OWNER, '/resume'), 'what was interrupted, and nothing else').to.deep.equal(['show drop']);
		for (const command of ['/status', '/draft']) {
			expect(await rows(OWNER, command), command).to.deep.equal(['show drop', 'show', 'there not_there']);
			expect(await rows(EDITOR, command), command).to.deep.equal(['show drop', 'show']);
		}
		await fail('image_unavailable');
		expect(await rows(EDITOR, '/status')).to.deep.equal(['show retry drop', 'show']);
	});

	it('has no buttons where nothing is in work', async () => {
		for (const command of ['/status', '/draft']) expect(await rows(OWNER, command)).to.equal(undefined);
	});

	/** A message with two buttons for each of two drafts, one of which is pressed and answered. */
	async function pressIn(action: string) {
		const { _svc } = await begin(desk, OWNER);
		const about = (action: string, draft_key: string) => ({ action, draft_key, version: 1 });
		const buttons = [
			[about('show', 'p1'), about('drop', 'p1')],
			[about('show', 'p2'), about('drop', 'p2')],
		];
		const { body } = await desk.post('/messenger', {
			_svc,
			operation: 'status',
			purpose: 'status',
			entity_key: 'list',
			text: 'In progress',
			buttons,
		});
		const messageId = body.delivery.message_id as number;
		const message = () => desk.messenger.messages(OWNER).find((each) => each.messageId === messageId);
		const update = pressUpdate(OWNER, messageId, `cd1|${action}|p1|1`);
		const inline_keyboard = desk.messenger.accepted.at(-1)?.fields['reply_markup'];
		Object.assign(update.callback_query.message, { reply_markup: inline_keyboard });
		const event = await postEvent(desk, update);
		await desk.post('/messenger', {
			_svc: event._svc,
			operation: 'answer_callback',
			purpose: 'callback',
			entity_key: event.event_key,
			callback_query_id: update.callback_query.id,
		});
		return message()?.buttons.map(({ text, callback_data }) => `${text} ${callback_data}`);
	}

	it('removes the buttons of a draft after a final press, and leaves those of other drafts', async () => {
		expect(await pressIn('drop')).to.deep.equal(['Show cd1|show|p2|1', 'Drop it cd1|drop|p2|1']);
	});

	it('says that work goes on in the message whose button was pressed for it, unless that is about several drafts', async () => {
		const stopped = await prepared(desk);
		const say = async (_svc: string, entity_key: string, buttons: object[][]) =>
			(await desk.post('/messenger', { _svc, operation: 'status', purpose: 'status', entity_key, text: 'It stopped', buttons })).body
				.delivery.message_id as number;
		const about = (draft_key: string) => ({ action: 'retry', draft_key, version: 1 });
		const goOn = async (message_id: number, inline_keyboard: object[][]) => {
			const update = pressUpdate(EDITOR, message_id, `cd1|retry|${stopped.draft_key}|1`, { reply_markup: { inline_keyboard } });
			const event = await postEvent(desk, update);
			const entity_key = `${event.event_key}:work_started`;
			const text = 'I’m on it';
			await desk.post('/messenger', { _svc: event._svc, operation: 'status', purpose: 'status', entity_key, text, progress: true });
			const saying = desk.messenger.messages(EDITOR).filter((each) => each.text === text);
			expect(saying.flatMap(({ buttons }) => buttons)).to.deep.equal([]);
			return saying.map(({ messageId }) => messageId);
		};
		const button = (draft_key: string) => ({ text: 'Try again', callback_data: `cd1|retry|${draft_key}|1` });
		const one = await say(stopped._svc, 'one', [[about(stopped.draft_key)]]);
		expect(await goOn(one, [[button(stopped.draft_key)]])).to.deep.equal([one]);
		const list = await say(stopped._svc, 'list', [[about(stopped.draft_key)], [about('p1')]]);
		const [first, second] = await goOn(list, [[button(stopped.draft_key)], [button('p1')]]);
		expect(first).to.equal(one);
		expect(second, 'a new message').to.be.greaterThan(list);
	});

	it('says in the message of a search what came of it; why it stopped is a message of its own', async () => {
		const search = async (ending: string) => {
			const { _svc, event_key } = await begin(desk, OWNER, '/news trams');
			const say = async (word: string, text: string, more: object = {}) => {
				const named = { operation: 'status', purpose: 'status', entity_key: `${event_key}:${word}` };
				return (await desk.post('/messenger', { _svc, ...named, text, ...more })).body.delivery.message_id as number;
			};
			return [await say('search_started', 'Looking for news…', { progress: true }), await say(ending, 'Nothing about “trams”.')];
		};
		const [looking, nothing] = await search('textOfItem');
		expect(nothing).to.equal(looking);
		expect(desk.messenger.messages(OWNER).map(({ text }) => text)).to.deep.equal(['Nothing about “trams”.']);
		const [began, stopped] = await search('work_failed');
		expect(stopped).to.be.greaterThan(Number(began));
	});

	it('leaves the buttons that can be pressed again', async () => {
		expect(await pressIn('show')).to.have.length(4);
	});

	it('offers the commands in each person’s language, once, and again when they choose another', async () => {
		const menus = () =>
			desk.messenger.calls
				.filter(({ method }) => method === 'setMyCommands')
				.map(({ fields }) => {
					const { chat_id } = fields['scope'] as { chat_id: number };
					const [first] = fields['commands'] as { command: string; description: string }[];
					return [chat_id, first?.command, first?.description];
				});
		desk.messenger.next({ refuse: 429, description: 'Too Many Requests', retryAfter: 3 });
		await desk.service.menus();
		await desk.service.menus();
		expect(menus()).to.deep.equal([
			[OWNER, 'start', 'say hello and see what I can do'],
			[EDITOR, 'start', 'say hello and see what I can do'],
		]);
		desk.clock.nowMs += 60_000;
		await desk.service.menus();
		await desk.service.menus();
		expect(menus().map(([chat]) => chat)).to.deep.equal([OWNER, EDITOR, OWNER]);
		for (const language of ['ru', 'en']) {
			await begin(desk, EDITOR, `/language ${language}`);
			desk.clock.nowMs += 1;
			await desk.service.menus();
			await desk.service.menus();
		}
		expect(menus().slice(3)).to.deep.equal([
			[EDITOR, 'start', 'поздороваться и узнать, что я умею'],
			[EDITOR, 'start', 'say hello and see what I can do'],
		]);
	});

	/** The editor is asked what should change. */
	async function asked() {
		const at = await ready(desk);
		const { draft_key, version } = at;
		const event = await press(desk, EDITOR, at, 'feedback');
		await desk.post('/materials/advance', { _svc: event._svc, draft_key, version, from: 'ready', to: 'awaiting_feedback' });
		return { draft_key, version };
	}

	it('says who asked for a new version and what is different about it', async () => {
		const at = await asked();
		const reply = await begin(desk, EDITOR, 'title: Open on Sundays');
		const content = { title: 'Open on Sundays', subtitle: 'From May', body: 'We open.' };
		await desk.post('/materials/revise', { _svc: reply._svc, ...at, content, reuse: { source_image_id: true } });
		await desk.post('/decision', { _svc: reply._svc, ...at, decision: 'superseded' });
		expect(desk.messenger.messages(OWNER).at(-1)?.text)
			.to.include('Egor Editor asked for a change')
			.and.to.include('new title “Open on Sundays”');
		expect(desk.messenger.messages(EDITOR).at(-1)?.text).to.include('You asked for a change');
	});

	it('tells the person whose question was closed who closed it, and no other person', async () => {
		const at = await asked();
		const { _svc } = await begin(desk, OWNER, '/cancel');
		const close = { _svc, ...at, from: 'awaiting_feedback', to: 'ready' };
		expect((await desk.post('/materials/advance', close)).status).to.equal(200);
		expect(desk.messenger.messages(EDITOR).at(-1)?.text).to.include('Olga Owner closed your question');
		const again = await asked();
		const before = desk.messenger.messages(EDITOR).length;
		const own = await begin(desk, EDITOR, '/cancel');
		await desk.post('/materials/advance', { _svc: own._svc, ...again, from: 'awaiting_feedback', to: 'ready' });
		expect(desk.messenger.messages(EDITOR)).to.have.length(before);
	});
});
