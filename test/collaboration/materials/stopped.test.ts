/** A version that stopped has a way out for each of them, and nothing of it is paid for twice. */
import { expect } from 'chai';
import { routeOf } from '@copydesk/domain/desk/route';
import { describeOnEachEngine } from '../../support/databases.ts';
import {
	COVER_ID,
	EDITOR,
	IMAGE_ID,
	OWNER,
	answersDone,
	begin,
	openDesk,
	postEvent,
	press,
	pressUpdate,
	preview,
	problem,
	ready,
	stateOf,
	textUpdate,
} from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';

describeOnEachEngine('A version that stopped', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const say = async (from: number, text: string, more: object = {}) => await postEvent(desk, textUpdate(from, text, { ...more }));
	const pressed = async (from: number, action: string, at: { draft_key: string; version: number }) =>
		await postEvent(desk, pressUpdate(from, 900, `cd1|${action}|${at.draft_key}|${at.version}`));
	const revise = (_svc: string, at: object, content: object, reuse: object) =>
		desk.post('/materials/revise', { _svc, ...at, content, reuse });
	const reject = (_svc: string, at: object, from = 'text_preparing') =>
		desk.post('/materials/advance', { _svc, ...at, from, to: 'rejected' });

	/** Version 1 was shown; version 2, with another title, cannot be shown. */
	async function stopped() {
		const shown = await ready(desk, EDITOR);
		const { draft_key } = shown;
		const feedback = await press(desk, EDITOR, shown, 'feedback');
		await desk.post('/materials/advance', { _svc: feedback._svc, draft_key, version: 1, from: 'ready', to: 'awaiting_feedback' });
		const reply = await say(EDITOR, 'title: Roses 🌹');
		const content = { title: 'Roses 🌹', subtitle: 'From May', body: 'We open.' };
		await revise(reply._svc, { draft_key, version: 1 }, content, { source_image_id: true });
		const at = { draft_key, version: 2 };
		await desk.post('/materials/advance', {
			_svc: reply._svc,
			...at,
			from: 'text_preparing',
			to: 'text_preparing',
			patch: { error_code: 'unsupported_character', error_stage: 'cover' },
		});
		await desk.post('/event-done', { _svc: reply._svc, event_key: reply.event_key, outcome: 'failed' });
		return { shown, at };
	}
	const ask = async (from: number, action: string, at: { draft_key: string; version: number }) => {
		const event = await pressed(from, action, at);
		const asked = await desk.post('/messenger', {
			_svc: event._svc,
			operation: 'prompt',
			purpose: action,
			entity_key: `${at.draft_key}:${at.version}:${event.event_key}`,
			...at,
			text: 'What should it be?',
		});
		expect(asked.body.delivery).to.include({ status: 'sent' });
		return asked.body.delivery.message_id as number;
	};

	describe('and is worked on again', () => {
		/** The owner goes on with it. */
		async function resumed() {
			const { at } = await stopped();
			const work = await pressed(OWNER, 'resume', at);
			expect(work.under_way).to.equal(null);
			return { at, work };
		}
		const told = (chat: number) => desk.messenger.messages(chat).map(({ text }) => text);

		it('is dropped only after the second word, and its execution ends without an alarm', async () => {
			const { at, work } = await resumed();
			const press1 = await pressed(EDITOR, 'drop', at);
			expect(press1.under_way).to.include({ by: OWNER });
			expect(routeOf(press1)).to.deep.include({
				route: 'say',
				text: 'I am working on “Roses 🌹” (1) right now: Olga Owner asked for it. Drop it anyway?',
				buttons: [[{ action: 'drop_anyway', draft_key: at.draft_key, version: 2 }]],
			});
			expect(problem(await reject(press1._svc, at))).to.deep.equal([409, 'work_under_way']);
			expect(await stateOf(desk, at)).to.include({ state: 'text_preparing' });

			const press2 = await pressed(EDITOR, 'drop_anyway', at);
			expect(routeOf(press2)).to.include({ route: 'settle', decision: 'drop' });
			expect((await reject(press2._svc, at)).body.material).to.include({ state: 'rejected' });
			const before = told(OWNER).length;
			const step = await desk.post('/authorize', { _svc: work._svc, purpose: 'cover_render', target: 'renderer' });
			expect(problem(step)).to.deep.equal([409, 'execution_superseded']);
			const [{ execution_id } = {}] = await desk.service.db.query('select execution_id from event where event_key = $1', [work.event_key]);
			const failed = { execution_id, workflow_id: 'cd-main', node_name: 'Admit the cover', error_class: 'NodeApiError' };
			expect((await desk.post('/execution-failure', failed)).body.delivery).to.include({ error_code: 'superseded' });
			desk.clock.nowMs += 3_600_000;
			await desk.service.tick();
			expect(told(OWNER)).to.have.length(before);
		});

		it('is dropped at once when no execution works on it', async () => {
			const { at, work } = await resumed();
			await desk.post('/event-done', { _svc: work._svc, event_key: work.event_key, outcome: 'failed' });
			const pressedOnce = await pressed(EDITOR, 'drop', at);
			expect(pressedOnce.under_way).to.equal(null);
			expect((await reject(pressedOnce._svc, at)).body.material).to.include({ state: 'rejected' });
		});
	});

	it('has a question of its own, which no reply to a message of the version before answers', async () => {
		const { at, shown } = await stopped();
		const question = await ask(EDITOR, 'edit_text', at);
		const replied = (message_id: number) => say(EDITOR, 'Closed on Sundays', { reply_to_message: { message_id } });
		expect((await replied(shown.editor)).intent).to.include({ kind: 'usage' });
		expect((await replied(question)).intent).to.include({ kind: 'feedback_reply', version: 2 });
	});

	it('gives the press of Everywhere the words that it is about, and lets it answer the open question', async () => {
		const shown = await ready(desk, EDITOR);
		const at = { draft_key: shown.draft_key, version: 1 };
		const feedback = await press(desk, EDITOR, shown, 'feedback');
		await desk.post('/materials/advance', { _svc: feedback._svc, ...at, from: 'ready', to: 'awaiting_feedback' });
		const words = 'replace "open" with "close"';
		const reply = await say(EDITOR, words);
		const refused = await desk.post('/messenger', {
			_svc: reply._svc,
			operation: 'status',
			purpose: 'status',
			entity_key: `${reply.event_key}:refused`,
			text: 'These words are in the post more than once',
			buttons: [[{ action: 'everywhere', ...at }]],
		});
		await say(EDITOR, 'replace "other" with "words"');
		const under = async (from: number, messageId: number) => {
			const update = pressUpdate(from, messageId, `cd1|everywhere|${at.draft_key}|1`);
			return await postEvent(desk, update);
		};
		expect((await under(EDITOR, 900)).intent, 'another message').not.to.have.property('text');
		expect((await under(OWNER, refused.body.delivery.message_id)).intent, 'another chat').not.to.have.property('text');
		const event = await under(EDITOR, refused.body.delivery.message_id);
		expect(event.intent).to.include({ action: 'everywhere', text: words });
		const content = { title: 'We close', subtitle: 'From May', body: 'We close.' };
		expect(problem(await revise(event._svc, at, content, { source_image_id: true }))).to.deep.equal([200, undefined]);
	});

	it('loses the buttons that led to a question once that is answered', async () => {
		const { at } = await stopped();
		await ask(EDITOR, 'edit_title', at);
		const reply = await say(EDITOR, 'Roses');
		const cleared = () =>
			desk.messenger.calls.filter(({ method, fields }) => method === 'editMessageReplyMarkup' && fields['message_id'] === 900);
		const before = cleared().length;
		const content = { title: 'Roses', subtitle: 'From May', body: 'We open.' };
		expect(problem(await revise(reply._svc, at, content, { source_image_id: true }))).to.deep.equal([200, undefined]);
		expect(
			cleared()
				.slice(before)
				.map(({ fields }) => fields['reply_markup']),
		).to.deep.equal([{ inline_keyboard: [] }]);
	});

	it('is changed by a press of Everywhere too', async () => {
		const { at } = await stopped();
		const event = await pressed(EDITOR, 'everywhere', at);
		const content = { title: 'Roses', subtitle: 'From May', body: 'We open.' };
		expect(problem(await revise(event._svc, at, content, { source_image_id: true }))).to.deep.equal([200, undefined]);
	});

	it('comes back as the last complete one, with its text, its cover and its picture at the messenger', async () => {
		const { at } = await stopped();
		const before = await stateOf(desk, { ...at, version: 1 });
		const event = await pressed(OWNER, 'back', at);
		const back = await revise(event._svc, at, {}, { complete: true });
		expect(back.status, JSON.stringify(back.body)).to.equal(200);
		expect(back.body.material).to.deep.include({
			version: 3,
			state: 'text_preparing',
			title: 'Open on Saturdays',
			body: 'We open.',
			caption: 'We open on Saturdays.',
			cover_asset_id: COVER_ID,
			source_image_id: IMAGE_ID,
			cover_origin_version: 1,
			error_code: null,
		});
		for (const same of ['messenger_file_id', 'content_sha256', 'facts']) expect(back.body.material[same], same).to.deep.equal(before[same]);
		expect(await stateOf(desk, at)).to.include({ state: 'rejected' });
		const again = await revise(event._svc, at, {}, { complete: true });
		expect(again.body.material, 'the same event again').to.deep.equal(back.body.material);

		const next = { draft_key: at.draft_key, version: 3, _svc: event._svc as string };
		expect((await preview(desk, next, OWNER)).body.delivery).to.include({ status: 'sent' });
		expect(desk.messenger.accepted.at(-1)?.fields['photo'], 'nothing is uploaded').to.equal(before['messenger_file_id']);
		const moved = await desk.post('/materials/advance', { ...next, from: 'text_preparing', to: 'ready' });
		expect(moved.body.material).to.include({ state: 'ready' });
		expect(await desk.service.db.query('select purpose from admission where paid = 1')).to.deep.equal([]);
	});

	it('comes back after a rejection within the hour, under a press of undo, as a new version', async () => {
		const shown = await ready(desk, EDITOR);
		const at = { draft_key: shown.draft_key, version: 1 };
		const rejecting = await press(desk, EDITOR, shown, 'reject');
		expect((await reject(rejecting._svc, at, 'ready')).status).to.equal(200);
		await desk.post('/decision', { _svc: rejecting._svc, ...at, decision: 'rejected' });
		expect(
			desk.messenger
				.messages(OWNER)
				.at(-1)
				?.buttons.map((button) => button.callback_data),
		).to.deep.equal([`cd1|undo|${at.draft_key}|1`]);
		const other = await pressed(OWNER, 'back', at);
		expect(problem(await revise(other._svc, at, {}, { complete: true }))).to.deep.equal([409, 'state_conflict']);
		desk.clock.nowMs += 3_600_000;
		const event = await pressed(OWNER, 'undo', at);
		const back = await revise(event._svc, at, {}, { complete: true });
		expect(back.body.material).to.deep.include({ version: 2, state: 'text_preparing', body: 'We open.', cover_asset_id: COVER_ID });
		expect(await stateOf(desk, at), 'what was decided stays').to.include({ state: 'rejected' });
		const again = await pressed(EDITOR, 'undo', at);
		expect(problem(await revise(again._svc, at, {}, { complete: true })), 'once').to.deep.equal([409, 'draft_open']);
	});

	it('does not come back after the hour', async () => {
		const shown = await ready(desk, EDITOR);
		const at = { draft_key: shown.draft_key, version: 1 };
		await reject((await press(desk, EDITOR, shown, 'reject'))._svc, at, 'ready');
		desk.clock.nowMs += 3_600_001;
		const event = await pressed(OWNER, 'undo', at);
		expect(problem(await revise(event._svc, at, {}, { complete: true }))).to.deep.equal([409, 'transition_forbidden']);
	});

	it('comes back under nothing but its press, and only where there is something to come back to', async () => {
		const { at, shown } = await stopped();
		const other = await begin(desk, OWNER);
		expect(problem(await revise(other._svc, at, {}, { complete: true }))).to.deep.equal([409, 'state_conflict']);
		expect(problem(await revise(other._svc, at, { body: 'x' }, {}))).to.deep.equal([409, 'state_conflict']);
		const wrong = await pressed(OWNER, 'back', { ...at, version: 1 });
		expect(problem(await revise(wrong._svc, at, {}, { complete: true }))).to.deep.equal([409, 'state_conflict']);
		expect(problem(await revise(wrong._svc, { ...at, version: 1 }, {}, { complete: true }))).to.deep.equal([409, 'state_conflict']);
		expect(await stateOf(desk, at)).to.include({ state: 'text_preparing' });

		const event = await begin(desk, EDITOR, `/post ${shown.draft_key} is new here`);
		const first = {
			draft_key: (await desk.post('/materials/create', { _svc: event._svc, content: {} })).body.material.draft_key as string,
			version: 1,
		};
		const failed = { ...first, from: 'text_generating', to: 'text_generating', patch: { error_code: 'ai_refused', error_stage: 'text' } };
		await desk.post('/materials/advance', { _svc: event._svc, ...failed });
		const nothing = await pressed(EDITOR, 'back', first);
		expect(problem(await revise(nothing._svc, first, {}, { complete: true }))).to.deep.equal([409, 'not_ready']);
		expect(await stateOf(desk, first)).to.include({ state: 'text_generating' });
	});

	it('is dropped by its press or an answer about it, by anybody of the two, and by nothing else', async () => {
		const { at } = await stopped();
		const other = await begin(desk, OWNER);
		expect(problem(await reject(other._svc, at))).to.deep.equal([409, 'copy_not_delivered']);
		expect(problem(await reject((await pressed(OWNER, 'back', at))._svc, at))).to.deep.equal([409, 'copy_not_delivered']);
		expect(problem(await reject((await pressed(OWNER, 'drop', { ...at, version: 1 }))._svc, at))).to.deep.equal([
			409,
			'copy_not_delivered',
		]);
		const dropped = await reject((await pressed(OWNER, 'drop', at))._svc, at);
		expect(dropped.body.material).to.include({ state: 'rejected' });
	});

	it('takes the answer of the person who was asked, as plain words or as a reply, until they turn to something else', async () => {
		const { at } = await stopped();
		const question = await ask(EDITOR, 'edit_title', at);
		const answer = (text: string) => ({ kind: 'feedback_reply', ...at, text });
		expect((await say(EDITOR, 'Roses in the yard')).intent).to.deep.equal(answer('title: Roses in the yard'));
		expect((await say(EDITOR, 'Roses', { reply_to_message: { message_id: question } })).intent).to.deep.equal(answer('title: Roses'));
		expect((await say(OWNER, 'Trains return by spring')).intent.kind, 'who was not asked').to.equal('post_request');
		const reply = await say(EDITOR, 'Roses of the town');
		const next = await revise(
			reply._svc,
			at,
			{ title: 'Roses of the town', subtitle: '', body: 'We open.' },
			{ source_image_id: true, cover: true },
		);
		expect(next.body.material).to.include({
			version: 3,
			state: 'text_preparing',
			source_image_id: IMAGE_ID,
			cover_asset_id: null,
			cover_origin_version: null,
		});
		expect(await stateOf(desk, at)).to.include({ state: 'rejected' });
		await answersDone(desk);
		expect((await say(EDITOR, 'The bakery has a new oven')).intent.kind, 'answered').to.equal('post_request');
	});

	it('goes on with the link that it asked for, and with nothing else', async () => {
		const { body, _svc, event_key } = await (async () => {
			const event = await begin(desk, EDITOR, '/post Why cats purr');
			return {
				...event,
				body: (await desk.post('/materials/create', { _svc: event._svc, content: { kind: 'post', request: 'Cats' } })).body,
			};
		})();
		const at = { draft_key: body.material.draft_key as string, version: 1 };
		const stop = { error_code: 'no_source', error_stage: 'source' };
		await desk.post('/materials/advance', { _svc, ...at, from: 'text_generating', to: 'text_generating', patch: stop });
		await desk.post('/event-done', { _svc, event_key, outcome: 'failed' });
		expect(routeOf(await pressed(OWNER, 'send_link', at))).to.include({ route: 'settle', decision: 'edit' });
		await ask(OWNER, 'send_link', at);
		expect((await say(OWNER, 'I have one somewhere')).intent.text).to.equal('Send the link of a page that I can read, or “cancel”.');
		expect((await say(EDITOR, 'The bakery has a new oven')).intent.kind, 'who was not asked').to.equal('post_request');
		const event = await say(OWNER, 'here: https://paper.example/cats');
		const args = { draft_id: at.draft_key, version: 1, link: 'https://paper.example/cats' };
		expect(event.intent).to.deep.equal({ kind: 'command', name: 'resume', args });
		expect(routeOf(event)).to.deep.include({ route: 'resume', subject: at });
		const kept = await desk.post('/materials/advance', {
			_svc: event._svc,
			...at,
			from: 'text_generating',
			to: 'text_generating',
			patch: { title: 'Cats' },
		});
		expect(kept.status).to.equal(200);
	});

	it('takes plain words no longer after a cancellation, another command or another button, but a reply to the question', async () => {
		const { at } = await stopped();
		const turns = [
			() => say(EDITOR, 'cancel'),
			() => say(EDITOR, '/cancel'),
			() => say(EDITOR, '/news'),
			() => pressed(EDITOR, 'retry', at),
		];
		for (const turn of turns) {
			const question = await ask(EDITOR, 'edit_text', at);
			const answer = { kind: 'feedback_reply', text: 'Say more of roses' };
			await say(EDITOR, '/status');
			expect((await say(EDITOR, 'Say more of roses')).intent).to.include(answer);
			const { intent } = await turn();
			if (intent.name === 'cancel') expect(intent.text).to.equal('All right, nothing changes.');
			await answersDone(desk);
			const plain = await postEvent(desk, textUpdate(EDITOR, 'Say more of roses'), { can_brief: true });
			expect(plain.intent, 'about no draft').to.include({ kind: 'words' }).and.not.have.property('open');
			const reply = await say(EDITOR, 'Say more of roses', { reply_to_message: { message_id: question } });
			expect(reply.intent).to.include(answer);
			await answersDone(desk);
		}
	});

	it('is not asked about when it is at work or over', async () => {
		const shown = await ready(desk, EDITOR);
		const event = await pressed(EDITOR, 'edit_title', shown);
		const asked = await desk.post('/messenger', {
			_svc: event._svc,
			operation: 'prompt',
			purpose: 'edit_title',
			entity_key: 'x',
			draft_key: shown.draft_key,
			version: 1,
			text: 'What should it be?',
		});
		expect(problem(asked)).to.deep.equal([409, 'state_conflict']);
	});
});
