import { expect } from 'chai';
import { setParticipants } from '../../../scripts/operator/people.ts';
import {
	EDITOR,
	OWNER,
	openDesk,
	postEvent,
	prepared,
	press,
	pressUpdate,
	preview,
	ready,
	textUpdate,
	withPeople,
} from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';

describeOnEachEngine('The language of each person', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	/** The update of a text, sent from a messenger that is set to this language. */
	const from = (user: number, text: string, language_code?: string) => {
		const update = textUpdate(user, text);
		return {
			...update,
			message: { ...update.message, from: { ...update.message.from, ...(language_code === undefined ? {} : { language_code }) } },
		};
	};
	const tell = (update: unknown) => postEvent(desk, update);
	const sentSince = (before: number) => desk.messenger.accepted.slice(before).map(({ fields }) => [fields['chat_id'], fields['text']]);

	it("is the messenger's from the first message on, until the person chooses another", async () => {
		expect(await tell(from(EDITOR, '/help', 'ru-RU')))
			.to.include({ language: 'ru' })
			.and.nested.property('intent.text')
			.that.includes('Напишите, о чём');
		expect(await tell(from(EDITOR, '/status')), 'one that does not say its language').to.include({ language: 'ru' });
		expect(await tell(from(OWNER, '/help')), 'the other one has a language of their own').to.include({ language: 'en' });
		expect(await tell(from(EDITOR, '/start', 'be')), 'one that the desk does not speak says nothing').to.include({ language: 'ru' });
		expect(await tell(from(EDITOR, '/status', 'en')), 'from a device that is set to another').to.include({ language: 'ru' });
		expect(await tell(from(EDITOR, '/start', 'en')), 'the newest start counts').to.include({ language: 'en' });
	});

	it('is the one that a press tells where they have written nothing, once the messenger confirms the press', async () => {
		const shown = await ready(desk);
		const pressIn = (language_code: string) => {
			const update = pressUpdate(EDITOR, shown.editor, `cd1|feedback|${shown.draft_key}|1`);
			return tell({ ...update, callback_query: { ...update.callback_query, from: { ...update.callback_query.from, language_code } } });
		};
		desk.messenger.rule(({ method }) =>
			method === 'answerCallbackQuery' ? { refuse: 400, description: 'Bad Request: query is too old' } : undefined,
		);
		await pressIn('ru');
		expect(await tell(from(EDITOR, '/status')), 'a press that may be made up').to.include({ language: 'en' });
		desk.messenger.rule(() => undefined);
		await pressIn('ru');
		expect(await tell(from(EDITOR, '/status'))).to.include({ language: 'ru' });
	});

	it('is what they chose by /language, whatever their messenger says later', async () => {
		const chosen = await tell(from(EDITOR, '/language ru', 'en'));
		expect(chosen).to.include({ language: 'ru' });
		expect(chosen.intent).to.deep.include({ name: 'language', args: { language: 'ru' } });
		expect(chosen.intent.text).to.equal('Теперь я говорю с вами по-русски. Язык постов прежний.');
		expect(await tell(from(EDITOR, '/start', 'en'))).to.include({ language: 'ru' });
		const asked = await tell(from(EDITOR, '/language'));
		const { text, buttons } = asked.intent;
		expect(buttons[0].map((each: { draft_key: string }) => each.draft_key)).to.deep.equal(['en', 'ru']);
		expect((await tell(from(EDITOR, '/language fi'))).intent).to.deep.equal({ kind: 'usage', text, buttons });
	});

	it('is what the operator said last, as long as they did not say otherwise since', async () => {
		const set = (language: 'en' | 'ru' | undefined) =>
			withPeople(desk.database.participantsUrl, (db) =>
				setParticipants(db, { owner: { userId: OWNER }, editor: { userId: EDITOR, language } }, desk.clock.nowMs, 'test'),
			);
		await tell(from(EDITOR, '/language en'));
		desk.clock.nowMs += 1;
		await set('ru');
		expect(await tell(from(EDITOR, '/status'))).to.include({ language: 'ru' });
		desk.clock.nowMs += 1;
		await set(undefined);
		expect(await tell(from(EDITOR, '/status')), 'setting names again keeps it').to.include({ language: 'ru' });
		await tell(from(EDITOR, '/language en'));
		expect(await tell(from(EDITOR, '/status'))).to.include({ language: 'en' });
	});

	it('is learnt from admitted people alone, and once from each update', async () => {
		const choice = from(EDITOR, '/language ru');
		await desk.setEditor(false);
		await tell(choice);
		await desk.setEditor(true);
		expect(await tell(from(EDITOR, '/status'))).to.include({ language: 'en' });
		const first = from(EDITOR, '/language ru');
		await tell(first);
		await tell(from(EDITOR, '/language en'));
		expect(await tell(first)).to.include({ admitted: false, reason: 'duplicate' });
		expect(await tell(from(EDITOR, '/status'))).to.include({ language: 'en' });
	});

	it('is used for a notice that both get, for buttons, and for the field of a question', async () => {
		await tell(from(EDITOR, '/start', 'ru'));
		const at = await prepared(desk);
		await preview(desk, at, OWNER);
		await preview(desk, at, EDITOR);
		const keyboards = desk.messenger.accepted.slice(-2).map(({ fields }) => {
			const { inline_keyboard: rows } = fields['reply_markup'] as { inline_keyboard: { text: string }[][] };
			return rows.flat().map(({ text }) => text);
		});
		expect(keyboards).to.deep.equal([
			['Publish', 'Feedback', 'Reject'],
			['Опубликовать', 'Замечания', 'Отклонить'],
		]);
		const shown = await ready(desk);
		const event = await press(desk, EDITOR, shown, 'feedback');
		const version = { draft_key: shown.draft_key, version: 1 };
		await desk.post('/materials/advance', { _svc: event._svc, ...version, from: 'ready', to: 'awaiting_feedback' });
		const before = desk.messenger.accepted.length;
		await desk.post('/decision', { _svc: event._svc, ...version, decision: 'awaiting_feedback' });
		expect(sentSince(before).filter(([, text]) => text !== undefined)).to.have.deep.members([
			[OWNER, '✏️ Egor Editor is changing “Open on Saturdays” (2).'],
			[EDITOR, '✏️ Вы правите «Open on Saturdays» (2).'],
		]);
		await desk.post('/messenger', {
			_svc: event._svc,
			operation: 'prompt',
			purpose: 'prompt',
			entity_key: 'q',
			...version,
			text: 'Что изменить?',
		});
		expect(desk.messenger.accepted.at(-1)?.fields['reply_markup']).to.deep.equal({
			force_reply: true,
			input_field_placeholder: 'Что изменить?',
		});
	});

	it('is the one of their messenger for a stranger', async () => {
		await tell(from(999, '/start', 'ru'));
		await desk.service.tick();
		expect(sentSince(0)).to.deep.equal([[999, 'Это закрытая редакция. Чтобы участвовать, передайте владельцу это число: 999']]);
	});

	it("is the desk's where nothing else is known", async () => {
		const russian = await openDesk({ engine, language: 'ru' });
		try {
			const body = await postEvent(russian, textUpdate(OWNER, '/status'));
			expect(body).to.include({ language: 'ru' }).and.nested.property('intent.text', 'В работе ничего нет.');
		} finally {
			await russian.close();
		}
	});
});
