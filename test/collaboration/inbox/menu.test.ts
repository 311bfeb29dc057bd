/** Feedback by buttons: what each press stands for, who may press, and that it counts once. */
import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import { routeOf } from '@copydesk/domain/desk/route';
import { readPrices, type Prices } from '@copydesk/domain/ai/prices';
import { onFaultPoint } from '@copydesk/kit/faultPoints';
import {
	begin,
	claim,
	COVER_ID,
	EDITOR,
	IMAGE_ID,
	newExecutionId,
	OWNER,
	openDesk,
	press,
	pressUpdate,
	preview,
	ready,
	stateOf,
} from '../../support/collaboration.ts';
import type { Answer, TestDesk } from '../../support/collaboration.ts';

describeOnEachEngine('Feedback by buttons', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	/** The editor is asked what should change, as the graph does it. */
	async function asked() {
		const at = await ready(desk);
		const { draft_key, version } = at;
		const { _svc, event_key } = await press(desk, EDITOR, at, 'feedback');
		await desk.post('/materials/advance', { _svc, draft_key, version, from: 'ready', to: 'awaiting_feedback' });
		const question = { entity_key: `${draft_key}:1:${event_key}`, text: 'What should change?', draft_key, version };
		await desk.post('/messenger', { _svc, operation: 'prompt', purpose: 'prompt', ...question });
		const tell = () => desk.post('/decision', { _svc, draft_key, version, decision: 'awaiting_feedback' });
		await tell();
		return { draft_key, version, title: 'Open on Saturdays', tell };
	}
	const lastOf = (chat: number) => desk.messenger.messages(chat).findLast(({ deleted }) => !deleted);
	const actionsOf = ({ intent }: Answer['body']): string[] => (intent.buttons as { action: string }[][]).flat().map(({ action }) => action);
	const labels = (chat: number) => lastOf(chat)?.buttons.map(({ text }) => text);
	const wish = (text: string, { draft_key, version }: { draft_key: string; version: number }) => ({
		kind: 'feedback_reply',
		draft_key,
		version,
		text,
	});

	it('are below the question, for who is asked alone, once', async () => {
		const { tell } = await asked();
		expect(labels(EDITOR)).to.deep.equal(['Other picture', 'Other title', 'Shorter', 'Other template', 'My own words', 'Cancel']);
		expect(labels(OWNER)).to.deep.equal([]);
		const count = desk.messenger.calls.length;
		await tell();
		expect(desk.messenger.calls.length, 'a second run sends nothing').to.equal(count);
	});

	it('stand for words: the press is a reply, and asks for what the words ask for', async () => {
		const at = await asked();
		for (const [action, text] of [
			['shorter', 'shorter'],
			['one_title', 'another title'],
			['three_titles', 'three titles'],
			['draw_new', 'new picture'],
			['look_frame', 'use the frame template'],
		] as const) {
			const event = await press(desk, EDITOR, at, action);
			expect(event.intent, action).to.deep.equal(wish(text, at));
			expect(routeOf(event), action).to.include({ route: 'settle', decision: 'revise', toast: 'I’m on it.' });
		}
	});

	it('lead to the next version by one press; a later one is out of date, and nobody else may press', async () => {
		const at = await asked();
		const foreign = await press(desk, OWNER, at, 'shorter');
		expect(foreign.intent).to.include({ kind: 'callback' });
		expect(routeOf(foreign)).to.include({ route: 'close', toast: 'This button is out of date. Use the newest preview.' });

		const { draft_key, version } = at;
		const { _svc } = await press(desk, EDITOR, at, 'look_frame');
		const text = { title: 'Open on Saturdays', subtitle: 'From May', body: 'We open.' };
		const content = { ...text, text_check: 'none', cover_template: 'frame' };
		const revised = await desk.post('/materials/revise', { _svc, draft_key, version, content, reuse: { source_image_id: true } });
		expect(revised.body.material).to.include({ version: 2, cover_template: 'frame', source_image_id: IMAGE_ID });
		await desk.post('/decision', { _svc, draft_key, version, decision: 'superseded' });
		expect(lastOf(EDITOR)?.text, 'in place of the buttons').to.match(/^🔁 You asked for a change/);
		expect(labels(EDITOR)).to.deep.equal([]);
		const late = await press(desk, EDITOR, at, 'look_panel');
		expect(routeOf(late)).to.include({ route: 'close' });
		expect(await stateOf(desk, { draft_key, version: 2 })).to.include({ state: 'text_preparing' });
	});

	it('let one person try templates while the other keeps one preview and one message about it', async () => {
		const { draft_key } = await asked();
		const kept = () => desk.messenger.messages(OWNER);
		const before = kept().map(({ messageId }) => messageId);
		let at = { draft_key, version: 1 };
		for (const [look, cover] of [
			['frame', 'cd'],
			['panel', 'ef'],
		] as const) {
			if (at.version > 1) {
				const { _svc } = await press(desk, EDITOR, { ...at, editor: lastOf(EDITOR)?.messageId ?? 0 }, 'feedback');
				await desk.post('/materials/advance', { _svc, ...at, from: 'ready', to: 'awaiting_feedback' });
				await desk.post('/decision', { _svc, ...at, decision: 'awaiting_feedback' });
			}
			const { _svc } = await press(desk, EDITOR, at, `look_${look}`);
			desk.covers.fetch = async () => ({ bytes: Buffer.from(`a cover of the template ${look}`) });
			const content = { title: 'Open on Saturdays', subtitle: 'From May', body: 'We open.', text_check: 'none', cover_template: look };
			await desk.post('/materials/revise', { _svc, ...at, content, reuse: { source_image_id: true } });
			await desk.post('/decision', { _svc, ...at, decision: 'superseded' });
			at = { draft_key, version: at.version + 1 };
			const patch = { caption: 'We open on Saturdays.', cover_asset_id: cover.repeat(32) };
			await desk.post('/materials/advance', { _svc, ...at, from: 'text_preparing', to: 'text_preparing', patch });
			for (const person of [OWNER, EDITOR]) {
				const { body } = await preview(desk, { ...at, _svc }, person);
				expect(body.delivery, JSON.stringify(body)).to.include({ status: 'sent', repeated: false });
				expect((await preview(desk, { ...at, _svc }, person)).body.delivery).to.include({ repeated: true });
			}
			await desk.post('/materials/advance', { _svc, ...at, from: 'text_preparing', to: 'ready' });
		}
		expect(kept().map(({ messageId }) => messageId)).to.deep.equal(before);
		const [shown, told] = [kept().find(({ caption }) => caption !== undefined), kept().findLast(({ text }) => text !== undefined)];
		expect(told?.text).to.equal('🔁 Egor Editor asked for a change of “Open on Saturdays” (1): another template (panel)');
		expect(shown?.buttons.map(({ callback_data }) => callback_data?.split('|').slice(1, 4))).to.deep.include(['publish', draft_key, '3']);
		const pressed = await press(desk, OWNER, { ...at, owner: shown?.messageId ?? 0 }, 'publish');
		expect((await claim(desk, pressed, at)).status, 'the copy counts for the version that it shows').to.equal(200);
	});

	it('send the other one a new preview where the message was deleted', async () => {
		const { draft_key, version } = await asked();
		const { _svc } = await press(desk, EDITOR, { draft_key, version }, 'look_frame');
		const content = { title: 'Open on Saturdays', subtitle: 'From May', body: 'We open.', text_check: 'none', cover_template: 'frame' };
		await desk.post('/materials/revise', { _svc, draft_key, version, content, reuse: { source_image_id: true } });
		const at = { draft_key, version: 2, _svc };
		const patch = { caption: 'We open on Saturdays.', cover_asset_id: COVER_ID };
		await desk.post('/materials/advance', { ...at, from: 'text_preparing', to: 'text_preparing', patch });
		for (const message of desk.messenger.messages(OWNER)) message.deleted = true;
		expect((await preview(desk, at, OWNER)).body.delivery).to.include({ status: 'sent' });
		expect((await preview(desk, at, OWNER)).body.delivery).to.include({ status: 'sent', repeated: true });
		expect(lastOf(OWNER)?.caption).to.equal('We open on Saturdays.');
	});

	it('ask back which template, whose picture, and for words; a reply to that is an answer', async () => {
		const at = await asked();
		const template = await press(desk, EDITOR, at, 'other_template');
		expect(routeOf(template)).to.include({ route: 'say', toast: 'Which one?' });
		expect(template.intent.buttons.flat()).to.have.length(6);

		const own = await press(desk, EDITOR, at, 'own_words');
		expect(routeOf(own)).to.deep.include({ route: 'say', text: 'What should change? Just write it.' });

		await desk.service.db.query('update material set own_image_id = source_image_id where draft_key = $1', [at.draft_key]);
		const picture = await press(desk, EDITOR, at, 'other_picture');
		expect(actionsOf(picture)).to.deep.equal(['draw_new', 'send_one']);
		expect(picture.intent.text).to.match(/^Draw a picture, or send another one\?/);
		expect((await press(desk, EDITOR, at, 'draw_new')).intent).to.deep.equal(wish('new picture', at));
	});

	it('say what a new title or picture costs before it is asked for', async () => {
		const at = await asked();
		const plain = await press(desk, EDITOR, at, 'other_title');
		expect(plain.intent.text).to.match(/^One title or three\? Either costs two AI requests\./);
		expect(actionsOf(plain)).to.deep.equal(['one_title', 'three_titles']);
		expect((await press(desk, EDITOR, at, 'other_picture')).intent.text).to.match(/^A new picture costs one AI request\. /);

		await desk.close();
		desk = await openDesk({ engine, prices: readPrices('EUR i-1=0/0/0.04') as Prices });
		const { _svc } = await begin(desk, EDITOR);
		const { body } = await desk.post('/authorize', { _svc, purpose: 'illustration', target: 'ai.example' });
		const { admission_id } = body as { admission_id: string };
		await desk.post('/admissions/note', { _svc, admission_id, model: 'i-1', input_tokens: 0, output_tokens: 0, pictures: 1 });
		const priced = await press(desk, EDITOR, await asked(), 'other_picture');
		expect(priced.intent.text).to.match(/one AI request \(the last one cost €0\.04\)/);
	});

	it('give back the picture before for nothing, and the other one again', async () => {
		const { draft_key, version } = await asked();
		const at = { draft_key, version };
		const revise = async (by: string, of: object, more: object) => {
			const { _svc } = await press(desk, EDITOR, of as typeof at, by);
			const content = { title: 'Open on Saturdays', subtitle: 'From May', body: 'We open.', text_check: 'none' };
			const revised = await desk.post('/materials/revise', { _svc, ...of, content, reuse: more });
			return { ...(revised.body.material ?? revised.body), _svc };
		};
		expect(actionsOf(await press(desk, EDITOR, at, 'other_picture'))).to.not.include('picture_before');
		expect(await revise('look_frame', at, { picture_before: true }), 'there is none').to.include({ code: 'not_ready' });
		const OTHER = `sha256:${'b'.repeat(64)}`;
		const drawn = await revise('draw_new', at, {});
		/** Its cover is made, and both people have it. */
		const setReady = async ({ version: number, _svc }: { version: number; _svc: string }, image: string) => {
			const ref = { _svc, draft_key, version: number };
			const patch = { caption: 'We open.', cover_asset_id: COVER_ID, source_image_id: image };
			await desk.post('/materials/advance', { ...ref, from: 'text_preparing', to: 'text_preparing', patch });
			await preview(desk, ref, EDITOR);
			return desk.post('/materials/advance', { ...ref, from: 'text_preparing', to: 'ready' });
		};
		await setReady(drawn, OTHER);
		const second = { draft_key, version: 2 };
		expect((await press(desk, OWNER, second, 'picture_before')).intent, 'open to both').to.deep.equal(wish('the picture before', second));
		const back = await revise('picture_before', second, { picture_before: true });
		expect(back).to.include({ version: 3, source_image_id: IMAGE_ID });
		expect((await press(desk, EDITOR, second, 'picture_before')).intent, 'pressed again').to.include({ kind: 'callback' });
		await setReady(back, IMAGE_ID);
		expect(await revise('picture_before', { draft_key, version: 3 }, { picture_before: true })).to.include({ source_image_id: OTHER });
	});

	it('choose a title that the version has; nobody else may while a question about it is open', async () => {
		const at = await asked();
		await desk.service.db.query('update material set other_titles = $2 where draft_key = $1', [at.draft_key, '["One","Two","Three"]']);
		expect((await press(desk, EDITOR, at, 'title_3')).intent).to.deep.equal(wish('title: Three', at));
		expect((await press(desk, EDITOR, at, 'title_2')).intent).to.deep.equal(wish('title: Two', at));
		expect((await press(desk, OWNER, at, 'title_2')).intent).to.include({ kind: 'callback' });

		const { draft_key, version } = at;
		const { _svc } = await press(desk, EDITOR, at, 'title_1');
		const content = { title: 'One', subtitle: '', body: 'B', text_check: 'needed' };
		const { body } = await desk.post('/materials/revise', { _svc, draft_key, version, content, reuse: { source_image_id: true } });
		expect(body.material.other_titles, 'the one before takes its place').to.deep.equal([at.title, 'Two', 'Three']);
		expect(routeOf(await press(desk, EDITOR, at, 'title_1'))).to.include({ route: 'close' });
	});

	it('close the question, and say so in place of the buttons', async () => {
		const at = await asked();
		const closing = await press(desk, EDITOR, at, 'close');
		expect(routeOf(closing)).to.include({ route: 'settle', decision: 'cancel' });
		const { draft_key, version } = at;
		await desk.post('/materials/advance', { _svc: closing._svc, draft_key, version, from: 'awaiting_feedback', to: 'ready' });
		expect(lastOf(EDITOR)).to.deep.include({ text: '✏️ The question is closed.', buttons: [] });
	});

	it('give three titles that are paid for once and none of them lost, whichever step the service dies at', async () => {
		for (const dies of ['/event', '/authorize', '/materials/revise'])
			for (const label of ['commit.before', 'commit.after']) {
				const { draft_key, version } = await asked();
				/** A caller without an answer asks again; the AI is asked only after an answer. */
				const sent = async (path: string, body: object): Promise<Answer> => {
					let left = path === dies ? 1 : 0;
					onFaultPoint((point) => {
						if (point === label && left-- > 0) throw new Error('it dies here');
					});
					const first = await desk.post(path, body);
					onFaultPoint(undefined);
					expect(first.status >= 500, `${dies} dies at ${label}`).to.equal(path === dies);
					return path === dies ? desk.post(path, body) : first;
				};
				const update = pressUpdate(EDITOR, 900, `cd1|three_titles|${draft_key}|${version}`);
				const { body } = await sent('/event', { update, execution_id: newExecutionId() });
				const { _svc, event_key } = body;
				expect(body.intent, `${dies} ${label}`).to.deep.equal(wish('three titles', { draft_key, version }));
				expect((await sent('/authorize', { _svc, purpose: 'text_revise', target: 'ai.example' })).body.allowed).to.equal(true);
				const content = { title: 'One', subtitle: '', body: 'B', text_check: 'needed', other_titles: ['Two', 'Three'] };
				const revised = await sent('/materials/revise', { _svc, draft_key, version, content, reuse: { source_image_id: true } });
				expect(revised.body.material, `${dies} ${label}`).to.deep.include({ version: 2, other_titles: ['Two', 'Three'] });
				// A permission that nobody heard of counts as spent.
				const paid = await desk.service.db.query('select purpose from admission where event_key = $1 and paid = 1', [event_key]);
				expect(paid, `${dies} ${label}`).to.have.length(dies === '/authorize' && label === 'commit.after' ? 2 : 1);
				const versions = await desk.service.db.query('select version from material where draft_key = $1 order by version', [draft_key]);
				expect(versions).to.deep.equal([{ version: 1 }, { version: 2 }]);
			}
	});

	it('count once the messenger confirmed the press', async () => {
		const at = await asked();
		desk.messenger.rule(({ method }) =>
			method === 'answerCallbackQuery' ? { refuse: 400, description: 'Bad Request: query is too old' } : undefined,
		);
		const event = await press(desk, EDITOR, at, 'shorter');
		expect(event.intent).to.include({ kind: 'usage' });
		const { draft_key, version } = at;
		const content = { title: 'T', subtitle: '', body: 'B', text_check: 'none' };
		const stolen = await desk.post('/materials/revise', { _svc: event._svc, draft_key, version, content, reuse: {} });
		expect(stolen.status).to.equal(409);
	});
});
