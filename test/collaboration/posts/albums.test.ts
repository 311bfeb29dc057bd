import { expect } from 'chai';
import sharp from 'sharp';
import {
	CHANNEL,
	COVER_ID,
	EDITOR,
	OWNER,
	claim,
	newUpdateId,
	postEvent,
	prepared,
	press,
	pressUpdate,
	preview,
	publish,
	ready,
	stateOf,
	textUpdate,
} from '../../support/collaboration.ts';
import type { DeskOptions, Ready, TestDesk } from '../../support/collaboration.ts';
import { MINUTE_MS } from '@copydesk/domain/schedule/zone';
import { switchContract } from '@copydesk/collaboration/events/contract';
import { describeOnEachEngine } from '../../support/databases.ts';
import type { Behaviour } from '../../support/messenger.ts';
import { below, carryOut, later, openPlanningDesk, pressAt, saidTo } from '../../support/planned.ts';
import { corrected, posts, pressPost, publishFrom, questionTo, revisedBy } from '../../support/posts.ts';
import { until } from '../../support/until.ts';

const WORDS = 'Our harbour tram opens on Saturday';
const CAPTION = 'We open on Saturdays.';
const [QUIET, ITEMS] = [2_000, 3];

/** An item of an album as the messenger brings it; the second is a video. */
const item = (messageId: number, caption?: string, more: object = {}) => {
	const { text: _none, ...message } = textUpdate(EDITOR, '').message;
	const file = { file_id: `f${messageId}`, file_unique_id: `f${messageId}-u`, width: 900, height: 700, file_size: 90_000 };
	const media = messageId === 21 ? { video: { ...file, duration: 9, mime_type: 'video/mp4' } } : { photo: [file] };
	const own = { message_id: messageId, media_group_id: '7', ...media, ...(caption === undefined ? {} : { caption }) };
	return { update_id: newUpdateId(), message: { ...message, ...own, ...more } };
};

describeOnEachEngine('A post that is an album', (engine) => {
	let desk: TestDesk;
	const open = async (more: DeskOptions = {}) => {
		desk = await openPlanningDesk({ engine, importImage: async () => `sha256:${'a'.repeat(64)}`, ...more });
		for (const id of [20, 21, 22, 25]) desk.messenger.knowFile(`f${id}`);
		const picture = sharp({ create: { width: 900, height: 700, channels: 3, background: '#c0392b' } });
		for (const id of ['f20', 'f25']) desk.messenger.serveFile(id, await picture.jpeg().toBuffer());
		await desk.service.db.query("insert into picture_right (user_id, event_key, said_at_ms) values (1001, 'u:1', 1), (1002, 'u:2', 1)");
		await later(desk, QUIET);
	};
	beforeEach(() => open());
	afterEach(() => desk.close());

	const album = async (choice: 'album_all' | 'album_cover' = 'album_all', media_group_id = '7'): Promise<Ready> => {
		const lead = item(20, WORDS, { media_group_id });
		for (const update of [lead, item(22, undefined, { media_group_id }), item(21, undefined, { media_group_id })])
			await carryOut(desk, update);
		await later(desk, QUIET);
		const event = await press(desk, EDITOR, { draft_key: `p${lead.update_id}`, version: 1 }, choice, 7);
		return ready(desk, EDITOR, event);
	};
	const requests = (chat: number) =>
		desk.messenger.calls.filter(({ method, fields }) => fields['chat_id'] === chat && method !== 'sendMessage').map(({ method }) => method);
	const sent = (chat: number) =>
		desk.messenger.calls
			.filter(({ method, fields }) => method === 'sendMediaGroup' && Number(fields['chat_id']) === chat)
			.map(({ fields }) => listOf(fields['media']).map((each) => [each.type, each.media, each.caption]));
	const listOf = (media: unknown) =>
		(typeof media === 'string' ? JSON.parse(media) : media) as { type: string; media: string; caption?: string }[];
	const shown = () => posts(desk).map(({ messageId, caption, photo }) => [messageId, caption, photo?.slice(0, 8)]);
	const PLAIN = [
		['photo', 'f20', CAPTION],
		['video', 'f21', undefined],
		['photo', 'f22', undefined],
	];

	it('is previewed as it will be, with the buttons below it, and goes out once in one call, in the order of the messages', async () => {
		const at = await album();
		expect([sent(OWNER), sent(EDITOR)]).to.deep.equal([[PLAIN], [PLAIN]]);
		const copy = desk.messenger.messages(OWNER).find(({ messageId }) => messageId === at.owner);
		expect(copy?.text).to.equal('☝️ This is the post: an album of 3.');
		const [first] = desk.messenger.messages(OWNER).filter(({ group }) => group !== undefined);
		expect(copy?.replyTo, 'whatever album came in between').to.equal(first?.messageId);
		expect(copy?.buttons.some(({ callback_data }) => callback_data?.includes('|publish|'))).to.equal(true);
		await publishFrom(desk, OWNER, at);
		await publishFrom(desk, EDITOR, at);
		expect(sent(CHANNEL)).to.deep.equal([PLAIN]);
		expect(await stateOf(desk, at)).to.include({ state: 'published', published_message_id: 1 });
	});

	it('is previewed again where its words changed before its buttons came: nobody publishes words that they did not see', async () => {
		const at = await preparedAlbum();
		desk.messenger.next('ok', { refuse: 429, description: 'Too Many Requests: retry after 1', retryAfter: 1 });
		expect((await preview(desk, at, OWNER)).body.delivery.status).to.equal('not_sent');
		const { _svc, draft_key, version } = at;
		const again = { _svc, draft_key, version, from: 'text_preparing', to: 'text_preparing', patch: { caption: 'We open on Sundays.' } };
		expect((await desk.post('/materials/advance', again)).status).to.equal(200);
		await later(desk, QUIET);
		expect((await preview(desk, at, OWNER)).body.delivery.status).to.equal('sent');
		expect(sent(OWNER).map(([first]) => first?.[2])).to.deep.equal([CAPTION, 'We open on Sundays.']);
	});

	it('is proved to have come by a press below it, when the answer of its buttons was lost', async () => {
		desk.messenger.rule(({ method, fields }) =>
			method === 'sendMessage' && fields['chat_id'] === OWNER && String(fields['text']).startsWith('☝️') ? 'lost_after' : undefined,
		);
		const at = await album();
		const buttons = desk.messenger.messages(OWNER).findLast(({ text }) => text?.startsWith('☝️'));
		expect((await press(desk, OWNER, at, 'publish', buttons?.messageId, { text: 'Drafts in work' })).copy).to.include({ delivered: false });
		const event = await press(desk, OWNER, at, 'publish', buttons?.messageId, { text: buttons?.text });
		expect(event.copy).to.include({ delivered: true, content_matches: true });
	});

	const refusedFor = (...chats: number[]) =>
		desk.messenger.rule(({ method, fields }) =>
			method === 'sendMediaGroup' && chats.includes(Number(fields['chat_id']))
				? { refuse: 429, description: 'Too Many Requests: retry after 20', retryAfter: 20 }
				: undefined,
		);
	const preparedAlbum = async () => {
		const lead = item(20, WORDS);
		for (const update of [lead, item(22), item(21)]) await carryOut(desk, update);
		await later(desk, QUIET);
		return prepared(desk, EDITOR, await press(desk, EDITOR, { draft_key: `p${lead.update_id}`, version: 1 }, 'album_all', 7));
	};

	it('waits for its previews where the messenger asks for it, as a photo does', async () => {
		const at = await preparedAlbum();
		refusedFor(OWNER, EDITOR);
		const first = (await preview(desk, at, OWNER)).body.delivery;
		expect(first).to.include({ status: 'not_sent', error_code: 'rate_limited' });
		const again = (await preview(desk, at, OWNER)).body.delivery;
		expect(again, 'within the pause').to.include({ status: 'not_sent', error_code: 'rate_limited' });
		expect((await preview(desk, at, EDITOR)).body.delivery).to.include({ error_code: 'rate_limited', waits: true });
	});

	it('reaches the other one by itself when the messenger takes messages again', async () => {
		const at = await preparedAlbum();
		refusedFor(OWNER);
		for (const reader of [OWNER, EDITOR]) await preview(desk, at, reader);
		const { _svc, draft_key, version } = at;
		await desk.post('/materials/advance', { _svc, draft_key, version, from: 'text_preparing', to: 'ready' });
		await desk.post('/event-done', { _svc, event_key: at.event_key, outcome: 'ready' });
		await later(desk, QUIET);
		desk.messenger.rule(undefined);
		for (const _round of [1, 2, 3]) await later(desk, 60_000);
		expect(desk.messenger.messages(OWNER).filter(({ group }) => group !== undefined)).to.have.length(ITEMS);
		const said = [OWNER, EDITOR].flatMap((chat) => desk.messenger.messages(chat).map(({ text = '' }) => text));
		expect(said.filter((text) => /could not send|refused/.test(text))).to.deep.equal([]);
	});

	it('is gathered, goes out whole, once, and is taken down whole under the earlier graphs too', async () => {
		const before = await album();
		await switchContract(desk.service.db, '1.0.0', desk.clock.nowMs);
		await publishFrom(desk, OWNER, before);
		const at = await album('album_all', '8');
		await publishFrom(desk, OWNER, at);
		await publishFrom(desk, EDITOR, at);
		expect(sent(CHANNEL)).to.deep.equal([PLAIN, PLAIN]);
		for (const post of [before, at]) for (const action of ['take_down', 'take_down_yes']) await pressPost(desk, OWNER, action, post);
		await desk.service.tick();
		expect(shown()).to.deep.equal([]);
	});

	it('has the cover as its first picture, uploaded once, with the words below it', async () => {
		const at = await album('album_cover');
		expect([...sent(OWNER), ...sent(EDITOR)].map((items) => items[0]?.slice(1))).to.deep.equal([
			['attach://photo', CAPTION],
			['file-5', CAPTION],
		]);
		await publishFrom(desk, OWNER, at);
		expect(shown().map(([, caption, photo]) => [caption, photo])[0]).to.deep.equal([CAPTION, COVER_ID.slice(0, 8)]);
		expect(shown()).to.have.length(ITEMS + 1);
	});

	it('keeps its cover though the messenger did not say which message is the first', async () => {
		desk.messenger.rule(({ method }) => (method === 'sendMediaGroup' ? 'without_id' : undefined));
		await album('album_cover');
		expect(sent(EDITOR).map((items) => items[0]?.[1])).to.deep.equal(['attach://photo']);
	});

	it('that was approved is the one that goes out: other items, or another order, are not published', async () => {
		const at = await album();
		const event = await press(desk, OWNER, at, 'publish');
		const [{ media }] = (await desk.service.db.query('select media from material where media is not null')) as [{ media: string }];
		await desk.service.db.query('update material set media = $1', [JSON.stringify((JSON.parse(media) as unknown[]).reverse())]);
		expect((await claim(desk, event, at)).body.code).to.equal('content_mismatch');
		expect(shown()).to.deep.equal([]);
	});

	const publishMet = async (how: Behaviour) => {
		desk.messenger.othersPost(CHANNEL, 'first');
		const first = await album();
		await publishFrom(desk, OWNER, first);
		for (const update of [
			item(20, 'The rose garden shows ninety sorts', { media_group_id: '8' }),
			item(21, undefined, { media_group_id: '8' }),
		])
			await carryOut(desk, update);
		await later(desk, QUIET);
		const asked = desk.messenger.messages(EDITOR).at(-1)?.buttons[0]?.callback_data?.split('|')[2] ?? '';
		const at = await ready(desk, EDITOR, await press(desk, EDITOR, { draft_key: asked, version: 1 }, 'album_all', 7));
		const event = await press(desk, OWNER, at, 'publish');
		await claim(desk, event, at);
		desk.messenger.next(how);
		expect((await publish(desk, event._svc, at)).body.delivery.status).to.equal('unknown');
		await desk.service.tick();
		await desk.service.tick();
		return at;
	};
	const partly = (description: string, keeps: number): Behaviour => ({ refuse: 400, description, accept: true, keeps });

	it('whose answer was lost is found item by item, and not sent again', async () => {
		const at = await publishMet('lost_after');
		expect(await stateOf(desk, at)).to.include({ state: 'published', published_message_id: 5 });
		expect([sent(CHANNEL).length, shown().length]).to.deep.equal([2, 1 + ITEMS + 2]);
	});

	it('whose answer was lost is found whole though a forward of it was refused in between', async () => {
		let forwards = 0;
		desk.messenger.rule(({ method }) => {
			if (method !== 'forwardMessage') return undefined;
			forwards += 1;
			return forwards === 2 ? { refuse: 429, description: 'Too Many Requests: retry after 5', retryAfter: 5 } : undefined;
		});
		const at = await publishMet('lost_after');
		const asked = () => desk.messenger.messages(OWNER).filter(({ text }) => text?.includes('did not confirm') === true);
		expect([(await stateOf(desk, at))['state'], forwards]).to.deep.equal(['claimed', 2]);
		await later(desk, 60_000);
		expect(asked()).to.deep.equal([]);
		expect(await stateOf(desk, at)).to.include({ state: 'published', published_message_id: 5 });
		await pressPost(desk, OWNER, 'take_down', at);
		await pressPost(desk, OWNER, 'take_down_yes', at);
		await desk.service.tick();
		expect(shown(), 'taken down whole').to.have.length(1 + ITEMS);
	});

	for (const [what, description] of [
		['an item failed', 'Bad Request: failed to send message #2 with the error message "Internal"'],
		['the messenger hid its limit', 'Bad Request: Too Many Requests: retry after 8'],
	] as const)
		it(`of which a part arrived because ${what}, is told, taken down by a press, and goes out whole by another`, async () => {
			const at = await publishMet(partly(description, 1));
			expect(shown()).to.have.length(1 + ITEMS + 1);
			const told = desk.messenger.messages(OWNER).findLast(({ text }) => text?.includes('did not confirm the album') === true);
			expect(told?.text).to.contain('1 of its items is in the channel (https://t.me/c/1000000001/5)');
			await later(desk, 60_000);
			expect(sent(CHANNEL), 'nothing is sent again by itself').to.have.length(2);
			await pressPost(desk, OWNER, 'not_there', at);
			await later(desk, QUIET);
			expect(shown(), 'taken down').to.have.length(1 + ITEMS);
			await publishFrom(desk, EDITOR, at);
			expect([sent(CHANNEL).length, shown().length]).to.deep.equal([3, 1 + ITEMS + 2]);
			await later(desk, QUIET);
			expect(requests(CHANNEL).filter((method) => method === 'deleteMessages')).to.have.length(1);
		});

	const meetDeleting = (how: Behaviour) => desk.messenger.rule(({ method }) => (method === 'deleteMessages' ? how : undefined));

	for (const [what, how] of [
		['refused for a while', { refuse: 429, description: 'Too Many Requests: retry after 5', retryAfter: 5 }],
		['not confirmed', 'lost_before'],
	] as const)
		it(`of which a part arrived loses that part though it is published again first, and deleting was ${what}`, async () => {
			const at = await publishMet(partly('Bad Request: failed to send message #2', 1));
			meetDeleting(how);
			await pressPost(desk, OWNER, 'not_there', at);
			await later(desk, QUIET);
			await later(desk, 5_000);
			await publishFrom(desk, EDITOR, at);
			expect(shown(), 'the part and the whole').to.have.length(1 + ITEMS + 1 + 2);
			desk.messenger.rule(undefined);
			await later(desk, 60_000);
			await later(desk, 60_000);
			expect(posts(desk).map(({ messageId }) => messageId)).to.deep.equal([1, 2, 3, 4, 6, 7]);
			expect(await desk.service.db.query("select 1 from owed where kind = 'album_left_over'")).to.deep.equal([]);
		});

	it('is found whole after several attempts of which parts arrived, however many messages are in between', async () => {
		const at = await publishMet(partly('Bad Request: failed to send message #2', 1));
		for (const how of [...Array<Behaviour>(4).fill(partly('Bad Request: failed to send message #2', 1)), 'lost_after' as const]) {
			await pressPost(desk, OWNER, 'not_there', at);
			await later(desk, QUIET);
			desk.messenger.rule(({ method }) => (method === 'sendMediaGroup' ? how : undefined));
			await publishFrom(desk, EDITOR, at);
			desk.messenger.rule(undefined);
			await later(desk, QUIET);
		}
		expect(await stateOf(desk, at)).to.include({ state: 'published', published_message_id: 10 });
		expect(posts(desk).map(({ messageId }) => messageId)).to.deep.equal([1, 2, 3, 4, 10, 11]);
	});

	it('of which a part arrived that cannot be taken down is told to the owner', async () => {
		const at = await publishMet(partly('Bad Request: failed to send message #2', 1));
		meetDeleting({ refuse: 400, description: "Bad Request: message can't be deleted for everyone" });
		await pressPost(desk, OWNER, 'not_there', at);
		await later(desk, QUIET);
		const told = desk.messenger.messages(OWNER).filter(({ text }) => text?.startsWith('I could not take down') === true);
		expect(told.map(({ text }) => text?.split(' ').at(-1))).to.deep.equal(['https://t.me/c/1000000001/5']);
	});

	it('of which one item arrived apart is told, and left as it is or taken down by a press; nothing is sent again by itself', async () => {
		const told = () => desk.messenger.messages(OWNER).findLast(({ text }) => text?.includes('split the album') === true);
		const at = await publishMet('apart');
		expect(told()?.text).to.contain('all of it is in the channel, but not as one post');
		expect(told()?.buttons.map(({ callback_data }) => callback_data?.split('|')[1])).to.deep.equal(['there', 'not_there']);
		await later(desk, 60_000);
		expect([sent(CHANNEL).length, (await stateOf(desk, at))['state']]).to.deep.equal([2, 'claimed']);
		await pressPost(desk, OWNER, 'not_there', at);
		await later(desk, QUIET);
		expect(shown(), 'taken down').to.have.length(1 + ITEMS);
		const event = await press(desk, EDITOR, at, 'publish');
		await claim(desk, event, at);
		desk.messenger.next('apart');
		await publish(desk, event._svc, at);
		await later(desk, QUIET);
		await pressPost(desk, OWNER, 'there', at);
		expect(await stateOf(desk, at)).to.include({ state: 'published' });
		await later(desk, QUIET);
		await pressPost(desk, OWNER, 'take_down', at);
		await pressPost(desk, OWNER, 'take_down_yes', at);
		await later(desk, QUIET);
		expect(shown(), 'every item is known').to.have.length(1 + ITEMS);
	});

	it('of which the answer lacks an item is looked for, and found whole', async () => {
		const at = await publishMet('short');
		expect(await stateOf(desk, at)).to.include({ state: 'published', published_message_id: 5 });
		expect([sent(CHANNEL).length, shown().length]).to.deep.equal([2, 1 + ITEMS + 2]);
	});

	/** The first post of a desk; the answer names some of its items, and the look finds them all or nothing. */
	const publishShort = async (isFound: boolean): Promise<Ready> => {
		const at = await album();
		const event = await press(desk, OWNER, at, 'publish');
		await claim(desk, event, at);
		desk.messenger.next('short');
		await publish(desk, event._svc, at);
		const none = { refuse: 400, description: 'Bad Request: message to forward not found' };
		if (!isFound) desk.messenger.rule(({ method }) => (method === 'forwardMessage' ? none : undefined));
		for (const _round of [1, 2]) await desk.service.tick();
		desk.messenger.rule(undefined);
		return at;
	};

	for (const [what, found] of [
		['is found whole by them', true],
		['is asked about and taken down by them, where no look finds it', false],
	] as const)
		it(`that is the first post, and of which the answer named some items, ${what}`, async () => {
			const at = await publishShort(found);
			expect((await stateOf(desk, at))['state']).to.equal(found ? 'published' : 'claimed');
			if (found) return;
			const told = desk.messenger.messages(OWNER).findLast(({ text }) => text?.includes('did not confirm the album') === true);
			expect(told?.text).to.contain('2 of its items are in the channel (https://t.me/c/1000000001/1)');
			await pressPost(desk, OWNER, 'not_there', at);
			await later(desk, QUIET);
			expect(shown().map(([messageId]) => messageId)).to.not.include.members([1, 2]);
		});

	it('is taken down whole though its answer named some items only, and its owner said that it is there', async () => {
		const at = await publishShort(false);
		for (const action of ['there', 'take_down', 'take_down_yes'] as const) {
			await pressPost(desk, OWNER, action, at);
			await later(desk, QUIET);
		}
		expect(shown()).to.deep.equal([]);
	});

	it('is not approved by a copy of which an item is missing', async () => {
		desk.messenger.rule(({ method }) => (method === 'sendMediaGroup' ? 'short' : undefined));
		const at = await preparedAlbum();
		expect((await preview(desk, at, OWNER)).body.delivery).to.include({ status: 'not_sent', error_code: 'album_not_sent' });
		expect(desk.messenger.messages(OWNER).some(({ text }) => text?.startsWith('☝️') === true)).to.equal(false);
	});

	it('that is not there takes nothing from another one with the same pictures', async () => {
		desk.messenger.othersPost(CHANNEL, 'first');
		await publishFrom(desk, OWNER, await album());
		const claimed: Ready[] = [];
		for (const [group, words] of [
			['8', 'The rose garden shows ninety sorts'],
			['9', 'Der Rosengarten zeigt neunzig Sorten'],
		] as const) {
			const lead = item(20, words, { media_group_id: group });
			for (const update of [lead, item(21, undefined, { media_group_id: group })]) await carryOut(desk, update);
			await later(desk, QUIET);
			const event = await press(desk, EDITOR, { draft_key: `p${lead.update_id}`, version: 1 }, 'album_all', 7);
			const { event_key, ...at } = await prepared(desk, EDITOR, event);
			const step = { ...at, from: 'text_preparing' };
			await desk.post('/materials/advance', { ...step, to: 'text_preparing', patch: { caption: words } });
			const [owner, editor] = [(await preview(desk, at, OWNER)).body, (await preview(desk, at, EDITOR)).body];
			expect((await desk.post('/materials/advance', { ...step, to: 'ready' })).status).to.equal(200);
			await desk.post('/event-done', { _svc: at._svc, event_key, outcome: 'ready' });
			claimed.push({ ...at, owner: owner.delivery.message_id, editor: editor.delivery.message_id });
		}
		const [lost, whole] = claimed as [Ready, Ready];
		desk.messenger.rule(({ method }) => (method === 'forwardMessage' ? 'lost_before' : undefined));
		for (const [at, how] of [
			[lost, 'lost_before'],
			[whole, 'lost_after'],
		] as const) {
			const event = await press(desk, OWNER, at, 'publish');
			await claim(desk, event, at);
			desk.messenger.next(how);
			await publish(desk, event._svc, at);
		}
		desk.messenger.rule(undefined);
		await desk.service.tick();
		await later(desk, 60_000);
		expect(saidTo(desk, OWNER).filter((text) => text.includes('of its items'))).to.deep.equal([]);
		await pressPost(desk, OWNER, 'not_there', lost);
		await later(desk, QUIET);
		expect(shown()).to.have.length(1 + ITEMS + 2);
		expect(await stateOf(desk, whole)).to.include({ state: 'published', published_message_id: 5 });
	});

	it('of which a part arrived can be left as it is', async () => {
		const at = await publishMet(partly('Bad Request: failed to send message #2', 1));
		await pressPost(desk, OWNER, 'there', at);
		await later(desk, QUIET);
		expect(await stateOf(desk, at)).to.include({ state: 'published', published_message_id: 5 });
		expect([sent(CHANNEL).length, shown().length]).to.deep.equal([2, 1 + ITEMS + 1]);
	});

	it('is corrected in its words at its first message, and in one item at that message', async () => {
		const at = await album();
		await publishFrom(desk, OWNER, at);
		const second = await corrected(desk, EDITOR, at, { caption: 'We open on Sundays.' });
		await publishFrom(desk, OWNER, second);
		expect(shown().map(([, caption]) => caption)).to.deep.equal(['We open on Sundays.', undefined, undefined]);
		const before = shown();
		await pressPost(desk, EDITOR, 'correct', second);
		const reply = async (words: string) => {
			const reply_to_message = { message_id: await questionTo(desk, EDITOR) };
			return postEvent(desk, item(25, words, { media_group_id: undefined, reply_to_message }));
		};
		for (const words of ['this one', '3, and write of Mondays', 'Replace the 2 old ones: this is item 3', 'item -1'])
			expect((await reply(words)).intent.text, words).to.contain('below it only the number of the item that it replaces: 1 to 3');
		const event = await reply('3');
		expect((event.intent.media as { file_id: string }[]).map(({ file_id }) => file_id)).to.deep.equal(['f20', 'f21', 'f25']);
		const { at: third } = await revisedBy(desk, event, { draft_key: at.draft_key, version: 2 }, { caption: 'We open on Sundays.' });
		await publishFrom(desk, OWNER, third);
		expect(shown().slice(0, 2), 'the others stay').to.deep.equal(before.slice(0, 2));
		expect(shown()[2]?.[2]).to.not.equal(before[2]?.[2]);
		expect(requests(CHANNEL)).to.deep.equal(['sendMediaGroup', 'editMessageCaption', 'editMessageMedia']);
	});

	it('has one item replaced by a photo with its number, no reply needed, and is never replaced by a photo alone', async () => {
		const at = await album();
		const pressed = await press(desk, EDITOR, at, 'feedback');
		const { draft_key, version } = at;
		const asks = { _svc: pressed._svc, draft_key, version, from: 'ready', to: 'awaiting_feedback' };
		expect((await desk.post('/materials/advance', asks)).status).to.equal(200);
		const sends = (words: string) => postEvent(desk, item(25, words, { media_group_id: undefined }), { can_wait: true, can_brief: true });
		const { intent } = await sends('2');
		expect((intent.media as { file_id: string }[]).map(({ file_id }) => file_id)).to.deep.equal(['f20', 'f25', 'f22']);
		expect(intent).to.include({ kind: 'feedback_reply', text: '' }).and.not.have.property('picture');
		const event = await sends('The harbour at night, from the pier');
		expect(event.intent).to.deep.include({ kind: 'words' }).and.have.property('picture');
		await desk.post('/authorize', { _svc: event._svc, purpose: 'brief', target: 'ai' });
		const { body } = await desk.post('/brief', { _svc: event._svc, fault: 'ai_malformed' });
		expect(body.intent.text).to.contain('below it only the number of the item that it replaces: 1 to 3');
	});

	it('of which a message was deleted by hand comes as a new post, and nothing of the old one stays', async () => {
		const at = await album();
		await publishFrom(desk, OWNER, at);
		const second = await corrected(desk, EDITOR, at, { caption: 'We open on Sundays.' });
		Object.assign(posts(desk)[0] ?? {}, { deleted: true });
		await publishFrom(desk, OWNER, second);
		await desk.service.tick();
		expect(saidTo(desk, EDITOR).at(-1)).to.match(/^A part of the album that .* corrects is no longer there/);
		await pressPost(desk, EDITOR, 'publish_anew', second);
		await until(async () => (await stateOf(desk, second))['state'] === 'published');
		await later(desk, 60_000);
		expect(shown().map(([messageId]) => messageId)).to.deep.equal([4, 5, 6]);
	});

	for (const [name, behaviour] of [
		['lost its answer', 'lost_after'],
		['was lost itself', 'lost_before'],
	] as const)
		it(`is looked at where its third item changed, when that correction ${name}`, async () => {
			const at = await album();
			await publishFrom(desk, OWNER, at);
			await pressPost(desk, EDITOR, 'correct', at);
			const reply_to_message = { message_id: await questionTo(desk, EDITOR) };
			const event = await postEvent(desk, item(25, '3', { media_group_id: undefined, reply_to_message }));
			const { at: second } = await revisedBy(desk, event, { draft_key: at.draft_key, version: 1 }, { caption: CAPTION });
			desk.messenger.rule(({ method }) => (method === 'editMessageMedia' ? behaviour : undefined));
			await publishFrom(desk, OWNER, second);
			desk.messenger.rule(undefined);
			await desk.service.tick();
			await later(desk, 60_000);
			const { state } = await stateOf(desk, second);
			expect(state).to.equal(behaviour === 'lost_after' ? 'published' : 'claimed');
			const forwards = desk.messenger.accepted.filter(({ method }) => method === 'forwardMessage');
			expect(forwards.map(({ fields }) => fields['message_id'])).to.deep.equal([ITEMS]);
		});

	it('shows nothing that was rejected: while the channel may show an item of a correction, no other place of it is changed', async () => {
		const at = await album();
		await publishFrom(desk, OWNER, at);
		const seen = () => shown().map(([, caption, photo]) => [caption ?? '', photo]);
		const withThird = async (messageId: number, caption: string) => {
			await pressPost(desk, EDITOR, 'correct', at);
			const reply_to_message = { message_id: await questionTo(desk, EDITOR) };
			const event = await postEvent(desk, item(messageId, '3', { media_group_id: undefined, reply_to_message }));
			return (await revisedBy(desk, event, { draft_key: at.draft_key, version: 1 }, { caption })).at;
		};
		const reject = async (version: Ready) => {
			const { draft_key } = version;
			const { _svc } = await press(desk, OWNER, version, 'reject');
			await desk.post('/materials/advance', { _svc, draft_key, version: version.version, from: 'ready', to: 'rejected' });
		};
		const second = await withThird(25, CAPTION);
		desk.messenger.rule(({ method }) =>
			method === 'editMessageMedia'
				? 'lost_after'
				: method === 'forwardMessage'
					? { refuse: 400, description: 'Bad Request: message to forward not found' }
					: undefined,
		);
		const before = seen();
		await publishFrom(desk, OWNER, second);
		await desk.service.tick();
		desk.messenger.rule(undefined);
		await pressPost(desk, OWNER, 'not_there', second);
		await desk.service.tick();
		await reject(second);
		const third = await corrected(desk, EDITOR, at, { caption: 'We open on Sundays.' });
		await publishFrom(desk, OWNER, third);
		expect(await stateOf(desk, third)).to.include({ state: 'ready' });
		await reject(third);
		await publishFrom(desk, OWNER, await withThird(22, CAPTION));
		expect(seen()).to.deep.equal(before);
	});

	for (const isAtOnce of [false, true])
		it(`is taken down whole though its number was learnt from a forward${isAtOnce ? ' just now' : ''}`, async () => {
			const at = await album();
			const event = await press(desk, OWNER, at, 'publish');
			await claim(desk, event, at);
			desk.messenger.next('lost_after');
			await publish(desk, event._svc, at);
			await desk.service.tick();
			await pressPost(desk, OWNER, 'there', at);
			await desk.service.tick();
			const forward_origin = { type: 'channel', chat: { id: CHANNEL, type: 'channel' }, message_id: 1, date: 1 };
			await carryOut(desk, item(20, CAPTION, { media_group_id: undefined, forward_origin }));
			expect(await stateOf(desk, at)).to.include({ state: 'published', published_message_id: 1 });
			const busy = { refuse: 429, description: 'Too Many Requests: retry after 1', retryAfter: 1 };
			if (isAtOnce) desk.messenger.rule(({ method }) => (method === 'forwardMessage' ? busy : undefined));
			await desk.service.tick();
			await pressPost(desk, EDITOR, 'take_down', at);
			await pressPost(desk, EDITOR, 'take_down_yes', at);
			await desk.service.tick();
			if (isAtOnce) {
				expect(shown(), 'nothing is taken down before all of it is known').to.have.length(ITEMS);
				desk.messenger.rule(undefined);
				await later(desk, 60_000);
				await later(desk, 60_000);
			}
			expect(shown()).to.deep.equal([]);
		});

	it('waits for the second person where both have to agree, and goes out once, by the press of the other', async () => {
		await desk.close();
		await open({ approval: 'both' });
		const at = await album();
		const does = (from: number) =>
			carryOut(desk, pressUpdate(from, from === OWNER ? at.owner : at.editor, `cd1|publish|${at.draft_key}|1`));
		await does(EDITOR);
		await does(EDITOR);
		await desk.service.tick();
		expect([sent(CHANNEL).length, below(desk, EDITOR, at)[0]]).to.deep.equal([0, '⏳ Waits for Olga Owner']);
		await does(OWNER);
		expect(sent(CHANNEL)).to.deep.equal([PLAIN]);
	});

	it('goes out at its time, whole and once, though the messenger asks to wait then', async () => {
		const at = await album();
		await pressAt(desk, EDITOR, at, desk.clock.nowMs + 60 * MINUTE_MS);
		await desk.service.tick();
		expect(below(desk, OWNER, at)).to.include('Take off');
		await later(desk, 58 * MINUTE_MS);
		expect(sent(CHANNEL)).to.deep.equal([]);
		const busy = { refuse: 429, description: 'Too Many Requests: retry after 20', retryAfter: 20 };
		desk.messenger.rule(({ method }) => (method === 'sendMediaGroup' ? busy : undefined));
		await later(desk, 2 * MINUTE_MS);
		desk.messenger.rule(undefined);
		expect(shown()).to.deep.equal([]);
		await later(desk, 20_000);
		await later(desk, MINUTE_MS);
		await later(desk, MINUTE_MS);
		expect(sent(CHANNEL)).to.deep.equal([PLAIN, PLAIN]);
		expect([shown().length, (await stateOf(desk, at))['state']]).to.deep.equal([ITEMS, 'published']);
	});

	it('is what people are reminded of while it waits', async () => {
		desk.clock.nowMs += 12 * 60 * MINUTE_MS;
		await later(desk, QUIET);
		const at = await album();
		await later(desk, 24 * 60 * MINUTE_MS);
		for (const person of [OWNER, EDITOR]) expect(saidTo(desk, person).filter((text) => text.startsWith('⏰'))).to.have.length(1);
		await publishFrom(desk, OWNER, at);
		await later(desk, MINUTE_MS);
		expect(saidTo(desk, EDITOR)).to.include('Nothing waits for you any more.');
	});

	it('is taken down whole though its first message was gone and the request was lost', async () => {
		const at = await album();
		await publishFrom(desk, OWNER, at);
		Object.assign(posts(desk)[0] ?? {}, { deleted: true });
		await pressPost(desk, OWNER, 'take_down', at);
		meetDeleting('lost_before');
		await pressPost(desk, OWNER, 'take_down_yes', at);
		await desk.service.tick();
		desk.messenger.rule(undefined);
		await later(desk, 60_000);
		await later(desk, 60_000);
		expect(shown()).to.deep.equal([]);
		expect(saidTo(desk, OWNER).filter((text) => text.includes('took down'))).to.have.length(1);
	});

	it('is taken down whole', async () => {
		const at = await album();
		await publishFrom(desk, OWNER, at);
		await pressPost(desk, OWNER, 'take_down', at);
		await pressPost(desk, OWNER, 'take_down_yes', at);
		await desk.service.tick();
		expect(shown()).to.deep.equal([]);
		expect(requests(CHANNEL)).to.deep.equal(['sendMediaGroup', 'deleteMessages']);
	});
});
