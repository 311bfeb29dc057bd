/** What is written while a question is open, and after it is over: nothing of it is lost, and no post is corrected by words alone. */
import { expect } from 'chai';
import { routeOf } from '@copydesk/domain/desk/route';
import { EDITOR, OWNER, pressUpdate, postEvent, ready, stateOf, textUpdate } from '../../support/collaboration.ts';
import type { Answer, Ready, TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { openPlanningDesk } from '../../support/planned.ts';
import { until } from '../../support/until.ts';
import { pressPost, publishFrom, questionTo, reply } from '../../support/posts.ts';

type Button = { readonly action: string; readonly draft_key: string; readonly version: number };

describeOnEachEngine('Words beside a question', (engine) => {
	let desk: TestDesk;
	let post: Ready;
	beforeEach(async () => {
		desk = await openPlanningDesk({ engine });
		post = await ready(desk);
		await publishFrom(desk, OWNER, post);
	});
	afterEach(() => desk.close());

	const buttonsOf = ({ intent }: Answer['body']): Button[] => (intent.buttons as Button[][]).flat();
	const isThere = (person: number, messageId: number) =>
		desk.messenger.messages(person).some((each) => each.messageId === messageId && !each.deleted);
	/** The desk says what it was asked back, as the graph sends it; then a button of that message is pressed. */
	async function pressBelow(event: Answer['body'], action: string) {
		const { _svc, event_key, intent } = event;
		const said = { _svc, operation: 'status', purpose: 'answer', entity_key: event_key, text: intent.text, buttons: intent.buttons };
		const { delivery } = (await desk.post('/messenger', said)).body as { delivery: { message_id: number } };
		await desk.post('/event-done', { _svc, event_key, outcome: 'handled' });
		const { draft_key, version } = buttonsOf(event).find((each) => each.action === action) as Button;
		const press = (of = action) => postEvent(desk, pressUpdate(OWNER, delivery.message_id, `cd1|${of}|${draft_key}|${version}`));
		return { press, draft_key };
	}

	for (const [words, actions] of [
		['Write about the new ferry to the island, it sails every 20 minutes', ['change_it', 'new_post', 'leave_words']],
		['Напиши о новом пароме на остров, он ходит каждые 20 минут', ['change_it', 'new_post', 'leave_words']],
		['https://harbour-post.example/pier', ['change_it', 'read_link', 'mention', 'no_post']],
		['make it shorter please', ['change_it', 'new_post', 'leave_words']],
	] as const)
		it(`correct no post without a reply or a press: ${words}`, async () => {
			await pressPost(desk, OWNER, 'correct', post);
			await questionTo(desk, OWNER);
			const event = await reply(desk, OWNER, words);
			expect(event.intent.kind).to.equal('usage');
			expect(buttonsOf(event).map(({ action }) => action)).to.deep.equal(actions);
			const { press } = await pressBelow(event, 'change_it');
			const pressed = await press();
			expect(pressed.intent).to.deep.equal({ kind: 'feedback_reply', draft_key: post.draft_key, version: 1, text: words });
			expect(routeOf(pressed as never)).to.include({ route: 'settle', decision: 'revise', toast: 'I’m on it.' });
			expect(routeOf((await press('new_post')) as never), 'a second button of the same question').to.include({ outcome: 'ignored' });
		});

	it('are no correction of a post that was taken down meanwhile: the person is told so', async () => {
		await pressPost(desk, OWNER, 'correct', post);
		await questionTo(desk, OWNER);
		const event = await reply(desk, OWNER, 'make it shorter please');
		await desk.service.db.query("update material set withdrawn_at_ms = 1, withdrawn_by_user_id = $1 where state = 'published'", [OWNER]);
		const { press } = await pressBelow(event, 'change_it');
		const { intent } = await press();
		expect(intent)
			.to.include({ kind: 'usage' })
			.and.property('text')
			.that.matches(/ is no longer in the channel\.$/);
	});

	it('become a new post when that is pressed, and then no correction', async () => {
		await pressPost(desk, OWNER, 'correct', post);
		await questionTo(desk, OWNER);
		const event = await reply(desk, OWNER, 'Write about the new ferry to the island');
		const { press, draft_key } = await pressBelow(event, 'new_post');
		expect(routeOf((await press()) as never)).to.deep.include({ route: 'post', subject: { draft_key, version: 1 } });
		expect(routeOf((await press('change_it')) as never)).to.include({ outcome: 'ignored' });
	});

	for (const words of [
		...['передумал', 'changed my mind', 'nothing', 'stop', 'undo', 'leave it as it is', 'забудь', 'не нужно', 'оставь как есть'],
		...['I’ve changed my mind, sorry', 'Оставь, пожалуйста, всё как есть', 'never mind!'],
	])
		it(`close the question and are never what it asked for: ${words}`, async () => {
			await pressPost(desk, OWNER, 'correct', post);
			const question = await questionTo(desk, OWNER);
			const event = await reply(desk, OWNER, words, question);
			expect(event.intent).to.include({ kind: 'command', name: 'cancel', text: 'All right, nothing changes.' });
			await desk.service.tick();
			expect(isThere(OWNER, question)).to.equal(false);
			desk.clock.nowMs += 49 * 3_600_000;
			await pressPost(desk, OWNER, 'take_down', post);
			await until(() => desk.messenger.messages(OWNER).some((each) => each.forceReply && !each.deleted));
			const line = await questionTo(desk, OWNER);
			expect((await reply(desk, OWNER, words, line)).intent).to.include({ name: 'cancel' });
			expect(await stateOf(desk, post)).to.include({ withdrawn_by_user_id: null });
		});

	it('are used by a button when they answer a question that is over, whose message is gone', async () => {
		const at = await ready(desk);
		const { draft_key, version } = at;
		const begun = await postEvent(desk, pressUpdate(EDITOR, at.editor, `cd1|feedback|${draft_key}|${version}`));
		const { _svc, event_key } = begun;
		await desk.post('/materials/advance', { _svc, draft_key, version, from: 'ready', to: 'awaiting_feedback' });
		const asked = { entity_key: `${draft_key}:1:${event_key}`, text: 'What should change?', draft_key, version };
		await desk.post('/messenger', { _svc, operation: 'prompt', purpose: 'prompt', ...asked });
		const question = await questionTo(desk, EDITOR);
		await desk.service.tick();
		expect(isThere(EDITOR, question), 'while it is open').to.equal(true);
		const closing = await postEvent(desk, pressUpdate(EDITOR, at.editor, `cd1|close|${draft_key}|${version}`));
		await desk.post('/materials/advance', { _svc: closing._svc, draft_key, version, from: 'awaiting_feedback', to: 'ready' });
		await desk.service.tick();
		expect(isThere(EDITOR, question), 'once it is closed').to.equal(false);
		const words = 'The museum opens a hall about tides, with twelve old maps';
		const event = await postEvent(desk, textUpdate(EDITOR, words, { reply_to_message: { message_id: question } }));
		expect(event.intent).to.deep.include({ kind: 'usage', text: 'That question is closed. Make a new post of this?' });
		expect(buttonsOf(event).map(({ action }) => action)).to.deep.equal(['new_post', 'leave_words']);
	});
});
