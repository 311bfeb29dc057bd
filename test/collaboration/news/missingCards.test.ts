import { expect } from 'chai';
import { routeOf } from '@copydesk/domain/desk/route';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import { describeOnEachEngine } from '../../support/databases.ts';
import { EDITOR, OWNER, begin, card, newsOf, openDesk, postEvent, pressCard, pressUpdate } from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';
import type { Behaviour } from '../../support/messenger.ts';

/** A confirmed 429: nothing arrived. */
const LATER: Behaviour = { refuse: 429, description: 'Too Many Requests: retry after 1', retryAfter: 1 };
const address = (name: string) => `https://coast-wire.example/${name}`;

describeOnEachEngine('A news card that did not arrive', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	/** An offer to the editor whose cards meet these answers. */
	async function offered(...answers: readonly (Behaviour | 'arrives')[]) {
		const { _svc } = await begin(desk, EDITOR, '/news');
		const items = answers.map((_answer, index) => newsOf(address(String(index + 1))));
		const { body } = await desk.post('/news/offer', { _svc, topic: null, window_days: 7, items });
		const { batch_key } = body.batch as { batch_key: string };
		const messages: number[] = [];
		for (const [index, answer] of answers.entries()) {
			if (answer !== 'arrives') desk.messenger.next(answer);
			messages.push((await card(desk, _svc, batch_key, index + 1, EDITOR)).body.delivery.message_id as number);
		}
		return { _svc, batch_key, messages };
	}
	const notices = (chat: number) => desk.messenger.messages(chat).filter(({ text }) => text?.includes('did not confirm'));
	const known = async (_svc: string, ...names: readonly string[]) =>
		((await desk.post('/news/known', { _svc, canonical_urls: names.map(address) })).body.known as { canonical_url: string }[]).map(
			(each) => each.canonical_url,
		);
	const states = async (batch_key: string) =>
		(
			await desk.service.db.query('select state from delivery where operation = $1 and entity_key like $2 order by entity_key', [
				'card',
				`${batch_key}%`,
			])
		).map(({ state }) => state);

	it('is told of to whom it was for, once for the batch, with a button that sends what is missing', async () => {
		const { batch_key } = await offered('arrives', LATER, 'lost_after');
		await desk.service.tick();
		await desk.service.tick();
		expect(notices(OWNER)).to.deep.equal([]);
		const [notice, ...more] = notices(EDITOR);
		expect(more).to.deep.equal([]);
		expect(notice?.text).to.include('2 news cards').and.not.to.include('preview');
		const data = `cd1|absent|${batch_key}|1|2`;
		expect(JSON.stringify(notice?.buttons)).to.include(data);

		const pressed = await postEvent(desk, pressUpdate(EDITOR, notice?.messageId ?? 0, data));
		expect(routeOf(pressed)).to.include({ route: 'news', topic: null, link: null });
		expect(await states(batch_key), 'what nobody confirmed is not there, by their word').to.deep.equal(['sent', 'not_sent', 'not_sent']);
		for (const item of [1, 2, 3])
			expect((await card(desk, pressed._svc, batch_key, item, EDITOR)).body.delivery).to.include({ status: 'sent', repeated: item === 1 });
		await desk.service.tick();
		expect(notices(EDITOR)).to.have.length(1);
	});

	it('is told of again when the next try fails too', async () => {
		const { batch_key } = await offered(LATER);
		await desk.service.tick();
		const pressed = await postEvent(desk, pressUpdate(EDITOR, 900, `cd1|absent|${batch_key}|1|1`));
		desk.messenger.next(LATER);
		await card(desk, pressed._svc, batch_key, 1, EDITOR);
		await desk.service.tick();
		expect(notices(EDITOR)).to.have.length(2);
	});

	it('leaves its news free when none of its cards arrived, and keeps them as long as one may be there', async () => {
		const { batch_key } = await offered(LATER, 'lost_after', 'arrives');
		const next = await begin(desk, EDITOR, '/news');
		expect(await known(next._svc, '1', '2', '3')).to.deep.equal([address('2'), address('3')]);
		const again = await desk.post('/news/offer', {
			_svc: next._svc,
			topic: null,
			window_days: 7,
			items: ['1', '2'].map((name) => newsOf(address(name))),
		});
		expect(again.body.items.map((each: { canonical_url: string }) => each.canonical_url)).to.deep.equal([address('1')]);
		expect(await known(next._svc, '1'), 'its cards are on their way').to.deep.equal([address('1')]);
		const pressed = await postEvent(desk, pressUpdate(EDITOR, 900, `cd1|absent|${batch_key}|1|1`));
		expect(routeOf(pressed)).to.include({
			route: 'close',
			toast: messagesIn('en').toasts.expiredCard,
		});
	});

	it('is free when the sending of its cards never began', async () => {
		const { _svc } = await begin(desk, EDITOR, '/news');
		await desk.post('/news/offer', { _svc, topic: null, window_days: 7, items: [newsOf(address('1'))] });
		expect(await known(_svc, '1')).to.deep.equal([address('1')]);
		desk.clock.nowMs += 600_000;
		expect(await known((await begin(desk, EDITOR, '/news'))._svc, '1')).to.deep.equal([]);
	});

	it('is there after all when somebody presses it', async () => {
		const { batch_key } = await offered('lost_after');
		const [message] = desk.messenger.messages(EDITOR).slice(-1);
		const pressed = await pressCard(desk, EDITOR, 'take', batch_key, 1, message?.messageId ?? 0);
		expect(pressed.copy).to.include({ delivered: true, latest: true, is_canonical: true });
		const taken = await desk.post('/news/take', { _svc: pressed._svc, batch_key, item: 1, message_id: message?.messageId });
		expect(taken.body).to.include({ created: true });
		await desk.service.tick();
		expect(notices(EDITOR)).to.deep.equal([]);
	});

	it('is not there because of a press on another message', async () => {
		const { batch_key, messages } = await offered('arrives', 'lost_after');
		const other = await pressCard(desk, EDITOR, 'take', batch_key, 2, messages[0] ?? 0);
		expect(other.copy).to.include({ delivered: false });
		const text = { text: 'Something else' };
		await postEvent(desk, pressUpdate(EDITOR, 900, `cd1|take|${batch_key}|1|2`, text));
		expect(await states(batch_key)).to.deep.equal(['sent', 'unknown']);
	});
});
