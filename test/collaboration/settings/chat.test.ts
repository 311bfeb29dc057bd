import { expect } from 'chai';
import { readSettings } from '@copydesk/collaboration/settings/settings';
import { routeOf } from '@copydesk/domain/desk/route';
import { EDITOR, OWNER, openDesk, postEvent, pressUpdate, textUpdate, type TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';

const MINUTE_MS = 60_000;

describeOnEachEngine('Settings in the chat', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const say = (from: number, text: string, more: object = {}) => postEvent(desk, textUpdate(from, text, { ...more }));
	const press = (from: number, action: string, key: string, version = 1) =>
		postEvent(desk, pressUpdate(from, 77, `cd1|${action}|${key}|${version}`));
	const chosen = async () => (await readSettings(desk.service.db)).chosen;
	/** The labels of the message that an event is answered with, as a person sees them. */
	const labels = async (event: Awaited<ReturnType<typeof say>>) => {
		const way = routeOf(event);
		await desk.post('/messenger', {
			_svc: event._svc,
			operation: 'status',
			purpose: 'say',
			entity_key: event.event_key,
			text: way.text,
			buttons: way.buttons,
		});
		const { inline_keyboard: rows } = desk.messenger.accepted.at(-1)?.fields['reply_markup'] as { inline_keyboard: { text: string }[][] };
		return rows.map((row) => row.map(({ text }) => text).join(' | '));
	};

	it('leads the owner by buttons from the list to a value, which holds from then on', async () => {
		const list = await say(OWNER, '/settings');
		expect(list.intent.text)
			.to.include('• Language of posts: automatic (set in n8n)')
			.and.include('• AI requests per day: automatic (set by the operator)');
		expect(await labels(list)).to.deep.equal(['⚙️ Posts | ⚙️ News', '⚙️ Covers | ⚙️ Times', '⚙️ AI budget']);
		const news = await press(OWNER, 'settings', 'news');
		expect(await labels(news)).to.deep.equal([
			...['Feeds', 'News cards per search', 'Daily offer of news', 'Source of news', 'Name sources in posts', 'Without a source'],
		]);
		const page = await press(OWNER, 'setting', 'cards');
		expect(page.intent.text).to.include('Now: automatic (set in n8n)');
		expect(await labels(page)).to.deep.equal(['1 | 2', '3 | 4', '5 | 6']);
		const saved = await press(OWNER, 'set', 'cards', 2);
		expect(routeOf(saved)).to.include({ route: 'say', text: '✅ Saved. News cards per search: 2', toast: 'Saving it.' });
		expect(await chosen()).to.deep.equal({ cards: 2 });
		expect((await say(EDITOR, 'Write about the ferry that runs again from Monday')).settings).to.deep.equal({ cards: 2 });
		expect(await labels(await press(OWNER, 'setting', 'cards'))).to.include('Reset');
		await press(OWNER, 'unset', 'cards');
		expect(await chosen()).to.deep.equal({});
	});

	it('says the bound of the operator where that holds, and the zone of its times', async () => {
		await desk.close();
		desk = await openDesk({ engine, budget: { perHour: 40, perDay: 0 }, timeZone: 'Europe/Berlin' });
		expect((await say(OWNER, '/settings AI requests per person and hour 400')).intent.text).to.equal(
			'✅ Saved. AI requests per person and hour: 400; the operator allows 40',
		);
		expect((await say(OWNER, '/settings AI requests per day 400')).intent.text).to.match(/: 400$/);
		const list = await say(OWNER, '/settings');
		expect(list.intent.text)
			.to.match(/^⚙️ .*\nTime zone: Europe\/Berlin\n/)
			.and.include('hour: 400; the operator allows 40\n');
		expect((await say(OWNER, '/settings AI requests per person and hour 30')).intent.text).to.match(/: 30$/);
	});

	it('is one message, which changes in place', async () => {
		await labels(await say(OWNER, '/settings'));
		const panel = () => desk.messenger.messages(OWNER).filter(({ deleted }) => !deleted);
		const [{ messageId } = { messageId: 0 }] = panel();
		const below = async (action: string, key: string, version = 1) =>
			labels(await postEvent(desk, pressUpdate(OWNER, messageId, `cd1|${action}|${key}|${version}`)));
		await below('settings', 'news');
		await below('setting', 'cards');
		await below('set', 'cards', 2);
		expect(panel().map(({ text }) => text)).to.deep.equal(['✅ Saved. News cards per search: 2']);
		expect(await chosen()).to.deep.equal({ cards: 2 });
	});

	it('reads the next message as the value, and says what was expected when it is not valid', async () => {
		const page = await press(OWNER, 'setting', 'feeds');
		expect(page.intent.text).to.match(/Write the new value, or “cancel”\.$/);
		const bad = await say(OWNER, 'coast-wire');
		expect(bad.intent.text).to.equal(
			'Feeds: “coast-wire” is not the address of a feed. It begins with https://.\n\n' +
				'Nothing has changed. Write it again, or “cancel”.',
		);
		expect(await chosen()).to.deep.equal({});
		const good = await say(OWNER, 'https://coast-wire.example/feed.xml');
		expect(routeOf(good)).to.include({ route: 'say', text: '✅ Saved. Feeds: https://coast-wire.example/feed.xml' });
		expect(await chosen()).to.deep.equal({ feeds: ['https://coast-wire.example/feed.xml'] });
		const next = await say(OWNER, 'Write about the ferry that runs again from Monday');
		expect(next.intent.kind, 'the question is answered').to.equal('post_request');
		await press(OWNER, 'setting', 'house_style');
		expect((await say(OWNER, 'отмена')).intent.text).to.equal('All right, nothing changes.');
		expect(await chosen()).to.not.have.property('house_style');
	});

	it('does not take a request for a value: after a quarter of an hour, after something else, or from the other person', async () => {
		await press(OWNER, 'setting', 'house_style');
		expect((await say(EDITOR, 'Write about the ferry that runs again from Monday')).intent.kind).to.equal('post_request');
		await say(OWNER, '/status');
		expect((await say(OWNER, 'Write about the bakery on Mill Lane')).intent.kind).to.equal('post_request');
		await press(OWNER, 'setting', 'house_style');
		desk.clock.nowMs += 16 * MINUTE_MS;
		expect((await say(OWNER, 'Write about the chess club for children')).intent.kind).to.equal('post_request');
		expect(await chosen()).to.deep.equal({});
	});

	it('reads a reply to the question as its answer, however late', async () => {
		const page = await press(OWNER, 'setting', 'house_style');
		await labels({ ...page, intent: { ...page.intent, buttons: [[{ action: 'settings', draft_key: 'posts', version: 1 }]] } });
		const question = (await desk.service.db.query('select message_id from delivery where operation = $1', ['status']))[0]?.['message_id'];
		desk.clock.nowMs += 120 * MINUTE_MS;
		await say(OWNER, '/help');
		await say(OWNER, 'Short sentences.', { reply_to_message: { message_id: question, chat: { id: OWNER } } });
		expect(await chosen()).to.deep.equal({ house_style: 'Short sentences.' });
	});

	it('understands a value behind the command, by the name of the setting in either language', async () => {
		await say(OWNER, '/settings Язык постов немецкий');
		await say(OWNER, '/settings news cards per search: 3');
		expect(await chosen()).to.deep.equal({ language: 'de', cards: 3 });
		const slots = await say(OWNER, '/settings Время публикаций Пн-Пт 9:00; сб 11:00');
		expect(await chosen()).to.include({ slots: 'mon-fri 9:00; sat 11:00' });
		expect(slots.intent.text).to.equal('✅ Saved. Posting times: mon-fri 9:00; sat 11:00');
		expect((await say(OWNER, '/settings mood good')).intent.text).to.match(/^There is no setting of that name/);
	});

	it('shows the editor everything, and says that the settings are the owner’s', async () => {
		for (const event of [
			await say(EDITOR, '/settings'),
			await say(EDITOR, '/settings cards 2'),
			await press(EDITOR, 'settings', 'posts'),
			await press(EDITOR, 'setting', 'cards'),
			await press(EDITOR, 'set', 'cards', 2),
			await press(EDITOR, 'unset', 'cards'),
		]) {
			expect(event.intent.text).to.match(/Only the owner can change settings\.$/);
			expect(event.intent.buttons).to.equal(undefined);
		}
		await press(EDITOR, 'setting', 'house_style');
		expect((await say(EDITOR, 'Write about the ferry that runs again')).intent.kind).to.equal('post_request');
		expect(await chosen()).to.deep.equal({});
	});

	it('sets nothing by a press that the messenger does not know, or by an update that comes a second time', async () => {
		desk.messenger.next({ refuse: 400, description: 'Bad Request: query is too old and response timeout expired or query ID is invalid' });
		await press(OWNER, 'set', 'cards', 2);
		expect(await chosen()).to.deep.equal({});
		const first = pressUpdate(OWNER, 77, 'cd1|set|cards|2');
		await postEvent(desk, first);
		await press(OWNER, 'set', 'cards', 4);
		await postEvent(desk, first);
		expect(await chosen()).to.deep.equal({ cards: 4 });
	});

	it('changes the language of a person by a button of /language, from the very answer on', async () => {
		expect((await labels(await say(EDITOR, '/language'))).slice(0, 2)).to.deep.equal(['English | Русский', 'Deutsch | Español']);
		expect((await press(EDITOR, 'speak', 'ru')).intent.text).to.equal('Теперь я говорю с вами по-русски. Язык постов прежний.');
		expect((await say(EDITOR, '/language')).language).to.equal('ru');
		expect((await say(OWNER, '/language')).language).to.equal('en');
	});
});
