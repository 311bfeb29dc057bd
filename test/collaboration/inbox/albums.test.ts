import { expect } from 'chai';
import sharp from 'sharp';

import { callbackData } from '@copydesk/domain/chat/callback';
import type { CallbackAction } from '@copydesk/domain/chat/callback';
import { EDITOR, newUpdateId, postEvent, pressUpdate, textUpdate } from '../../support/collaboration.ts';
import type { DeskOptions, TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { carryOut, later, openPlanningDesk } from '../../support/planned.ts';

const WORDS = 'Our harbour tram opens on Saturday';
const QUIET = 2_000;
const RIGHTS = 'By pressing you say that you may publish what you sent. (I ask only once.)';

/** A photo of an album as the messenger brings it. */
const item = (group: string, messageId: number, caption?: string, more: Readonly<Record<string, unknown>> = {}) => {
	const { text: _none, ...message } = textUpdate(EDITOR, '').message;
	const photo = [{ file_id: `f${messageId}`, file_unique_id: `f${messageId}-u`, width: 900, height: 700, file_size: 90_000 }];
	const own = { message_id: messageId, media_group_id: group, photo, ...(caption === undefined ? {} : { caption }) };
	return { update_id: newUpdateId(), message: { ...message, ...own, ...more } };
};

describeOnEachEngine('albums that people send', (engine) => {
	let desk: TestDesk;
	/** It has the database and the messenger of those that follow it. */
	let first: TestDesk;
	let imported: string[];
	const open = async (more: DeskOptions = {}) => {
		const opened = await openPlanningDesk({
			engine,
			importImage: async (png) => {
				const { dominant } = await sharp(png).stats();
				imported.push(dominant.r > dominant.b ? 'red' : 'blue');
				return `sha256:${'a'.repeat(64)}`;
			},
			...more,
		});
		await later(opened, QUIET);
		return opened;
	};
	const file = (background: string) =>
		sharp({ create: { width: 900, height: 700, channels: 3, background } })
			.jpeg()
			.toBuffer();

	beforeEach(async () => {
		imported = [];
		first = desk = await open();
		for (const id of [20, 21, 22, 23, 24]) desk.messenger.serveFile(`f${id}`, await file(id === 20 ? '#ff0000' : '#0000ff'));
	});
	afterEach(async () => {
		if (desk !== first) await desk.close();
		await first.close();
	});

	const takes = async (...updates: readonly { update_id: number }[]) => {
		for (const update of updates) expect(await carryOut(desk, update)).to.equal(200);
	};
	/** What the editor was told, with the actions below. */
	const told = () =>
		desk.messenger
			.messages(EDITOR)
			.filter(({ deleted }) => !deleted)
			.map(({ text, buttons }) => [text, ...buttons.map(({ callback_data }) => String(callback_data).split('|')[1])]);
	const ASKED = (count: number) => [
		`You sent ${count} together. Which of them go into the post?\n\n${RIGHTS}`,
		'album_all',
		'album_first',
		'album_cover',
		'no_post',
	];
	const button = (action: CallbackAction, { update_id }: { update_id: number }) =>
		pressUpdate(EDITOR, 7, callbackData({ action, draftKey: `p${update_id}`, version: 1 }));

	it('are one question, whatever item came first and has the words; the first picture is the first of the album', async () => {
		const [third, first, second] = [item('7', 22, WORDS), item('7', 20), item('7', 21)];
		await takes(third, first, second);
		await later(desk, 1_400);
		expect(told(), 'more may come').to.deep.equal([]);
		await later(desk, QUIET);
		expect(told()).to.deep.equal([ASKED(3)]);
		await later(desk, QUIET);
		expect(told(), 'asked once').to.have.length(1);
		const { intent } = await postEvent(desk, button('album_first', third));
		expect(intent).to.deep.include({ kind: 'post_request', text: WORDS }).and.have.property('picture');
		expect(imported).to.deep.equal(['red']);
	});

	it('keep the words that they came with, and whoever edits these is told so, while they gather and after that', async () => {
		const [lead, second] = [item('7', 20, WORDS), item('7', 21)];
		const edited = async ({ message }: typeof lead, caption?: string) => {
			const edited_message = { ...message, ...(caption === undefined ? {} : { caption }) };
			return (await postEvent(desk, { update_id: newUpdateId(), edited_message })).intent;
		};
		const KEPT = 'An album keeps the words that it came with. For other words, send the album again, or answer its preview.';
		await takes(lead, second);
		expect(await edited(lead), 'the same words').to.deep.equal({ kind: 'ignored' });
		expect(await edited(lead, 'Our harbour tram opens on Sunday')).to.deep.equal({ kind: 'usage', text: KEPT });
		await later(desk, QUIET);
		expect(told().at(-1), 'of the first words').to.deep.equal(ASKED(2));
		expect(await edited(second, 'Our harbour tram opens on Monday')).to.deep.equal({ kind: 'usage', text: KEPT });
	});

	it('wait again for each item that comes, and longer where items come slowly', async () => {
		await takes(item('7', 20, WORDS));
		await later(desk, 1_400);
		await takes(item('7', 21));
		await later(desk, 1_600);
		expect(told(), 'two thousand eight hundred milliseconds after a pause of one thousand four hundred').to.deep.equal([]);
		await later(desk, 1_300);
		expect(told()).to.deep.equal([ASKED(2)]);
	});

	it('take the items of a second instance and of one that died, and are whole once', async () => {
		const lead = item('7', 21);
		await takes(lead);
		const second = await desk.sibling();
		await carryOut(second, item('7', 20, WORDS));
		await desk.die();
		desk = await openPlanningDesk({ engine, database: desk.database, messenger: desk.messenger, clock: desk.clock });
		await takes(item('7', 22));
		expect(told()).to.deep.equal([]);
		desk.clock.nowMs += QUIET;
		await Promise.all([desk.service.tick(), second.service.tick()]);
		await second.service.tick();
		await second.die();
		expect(told()).to.deep.equal([ASKED(3)]);
	});

	it('are not closed by a service that has just begun: the messenger may still have the rest', async () => {
		await takes(item('7', 20, WORDS));
		await desk.die();
		desk = await openPlanningDesk({ engine, database: desk.database, messenger: desk.messenger, clock: desk.clock });
		desk.clock.nowMs += 60_000;
		const restarted = await desk.sibling({ main: (update) => carryOut(desk, update) });
		await restarted.service.tick();
		expect(told()).to.deep.equal([]);
		await takes(item('7', 21));
		await restarted.die();
		await later(desk, QUIET);
		expect(told()).to.deep.equal([ASKED(2)]);
	});

	it('are whole though n8n was away, and an update that comes twice is one item', async () => {
		const first = item('7', 20, WORDS);
		await takes(first, item('7', 21));
		await takes(first);
		desk.webhookAnswers = ['refused', 'refused'];
		await later(desk, QUIET);
		expect(told()).to.deep.equal([]);
		desk.webhookAnswers = [];
		await later(desk, QUIET);
		expect(told()).to.deep.equal([ASKED(2)]);
	});

	it('are not taken by a copy of their first item that nobody sent', async () => {
		const lead = item('7', 20, WORDS);
		await takes(lead, item('7', 21));
		const copy = { ...lead, message: { ...lead.message, caption: 'Send 1 BTC' } };
		await desk.service.db.query('update event set waiting = 0, replay_open = 1 where event_key = $1', [`u:${lead.update_id}`]);
		desk.clock.nowMs += QUIET;
		expect(await postEvent(desk, copy, { can_wait: true })).to.include({ admitted: false, reason: 'duplicate' });
		await takes(lead);
		expect(told()).to.deep.equal([ASKED(2)]);
	});

	it('do not wait for ever for an item that was taken and never comes', async () => {
		const never = item('7', 22);
		await desk.die();
		const main: DeskOptions['main'] = async (update) => (update.update_id === never.update_id ? 400 : carryOut(desk, update));
		desk = await openPlanningDesk({ engine, database: desk.database, messenger: desk.messenger, clock: desk.clock, main });
		await later(desk, QUIET);
		await takes(item('7', 20, WORDS), item('7', 21));
		await desk.service.db.query(
			'insert into incoming (update_id, user_id, is_known, update_json, received_at_ms) values ($1, $2, 1, $3, $4)',
			[never.update_id, EDITOR, JSON.stringify(never), desk.clock.nowMs],
		);
		for (let round = 0; round < 3; round += 1) await later(desk, 60_000);
		expect(told(), 'it may come').to.deep.equal([]);
		for (let round = 0; round < 3; round += 1) await later(desk, 30 * 60_000);
		expect(told()).to.deep.equal([ASKED(2)]);
	});

	it('of recordings are no albums: each is heard', async () => {
		const audio = { file_id: 'f20', file_unique_id: 'f20-u', mime_type: 'audio/mpeg', duration: 4, file_size: 9 };
		for (const messageId of [20, 21]) {
			const event = await postEvent(desk, item('7', messageId, undefined, { photo: undefined, audio }), {
				can_wait: true,
				can_brief: true,
			});
			expect([event.waits ?? false, event.intent.kind]).to.deep.equal([false, 'voice']);
		}
	});

	it('that still gather and have no words are asked about when words follow at once', async () => {
		await takes(item('7', 20), item('7', 21));
		const words = textUpdate(EDITOR, WORDS);
		await takes(words);
		expect(told().at(-1)?.[0]).to.equal('With the photo or video you sent?');
		await later(desk, QUIET);
		await takes(button('with_photo', words));
		expect(told().at(-1)?.[0]).to.match(/^You sent 2 together\./);
	});

	it('tell of an item that comes later: it is added, or too late for the draft', async () => {
		const lead = item('7', 20, WORDS);
		await takes(lead, item('7', 21));
		await later(desk, QUIET);
		await takes(item('7', 22));
		expect(told().at(-1)?.[0]).to.match(/^This one came after the rest of its album\. I added it\./);
		expect(told().at(-1)?.slice(1)).to.deep.equal(['album_all', 'album_first', 'album_cover', 'no_post']);
		const event = await postEvent(desk, button('album_first', lead));
		await desk.post('/materials/create', { _svc: event._svc, draft_key: `p${lead.update_id}`, content: { request: WORDS } });
		await takes(item('7', 23));
		expect(told().at(-1)).to.deep.equal(['This one came after the rest of its album. The post is already in progress without it.']);
	});

	it('that grow to ten after the question have no room for a cover: a press of it is asked about again', async () => {
		const lead = item('7', 20, WORDS);
		await takes(lead, item('7', 21));
		await later(desk, QUIET);
		await takes(...Array.from({ length: 8 }, (_, index) => item('7', 22 + index)));
		const { intent } = await postEvent(desk, button('album_cover', lead));
		const actions = (intent.buttons as { action: string }[][]).flat().map(({ action }) => action);
		expect([intent.kind, actions]).to.deep.equal(['usage', ['album_all', 'album_first', 'no_post']]);
		const { intent: all } = await postEvent(desk, button('album_all', lead));
		expect(all.media).to.have.length(10);
	});

	it('wait for their words: a reply to the question, or words of ten minutes and a press', async () => {
		for (const isReply of [true, false]) {
			const group = isReply ? '7' : '8';
			await takes(item(group, 20), item(group, 21));
			await later(desk, QUIET);
			expect(told().at(-1)).to.deep.equal(['What is this post about? Just write it.']);
			const question = desk.messenger.messages(EDITOR).at(-1)?.messageId ?? 0;
			const words = textUpdate(EDITOR, `${WORDS} ${group}`, isReply ? { reply_to_message: { message_id: question } } : {});
			await takes(words);
			if (!isReply) {
				expect(told().at(-1)?.[0]).to.equal('With the photo or video you sent?');
				await takes(button('with_photo', words));
			}
			expect(told().at(-1)).to.deep.equal(isReply ? ASKED(2) : [ASKED(2)[0]?.split('\n')[0], ...ASKED(2).slice(1)]);
			const { intent } = await postEvent(desk, button('album_first', words));
			expect(intent).to.deep.include({ kind: 'post_request' }).and.have.property('picture');
		}
	});

	it('are whole in any order, with pauses, repeats, restarts, two instances and an absent n8n: 12 ways by chance', async () => {
		// n8n asks the service that runs.
		const main: DeskOptions['main'] = (update) => carryOut(desk, update);
		let seed = 7;
		const below = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
		for (let way = 0; way < 12; way += 1) {
			const group = String(1_000 + way);
			const count = 2 + below(9);
			const worded = below(count);
			const items = Array.from({ length: count }, (_, index) => item(group, 20 + index, index === worded ? `${WORDS} ${way}` : undefined));
			for (let at = count - 1; at > 0; at -= 1) {
				const other = below(at + 1);
				[items[at], items[other]] = [items[other] as (typeof items)[0], items[at] as (typeof items)[0]];
			}
			const second = await desk.sibling({ main });
			for (const update of items) {
				await carryOut(below(2) === 0 ? desk : second, update);
				if (below(4) === 0) await carryOut(desk, update);
				if (below(3) === 0) desk.webhookAnswers = ['refused'];
				await later(below(2) === 0 ? desk : second, below(1_400));
				if (below(6) > 0) continue;
				await desk.die();
				desk = await openPlanningDesk({ engine, database: desk.database, messenger: desk.messenger, clock: desk.clock, main });
			}
			for (let round = 0; round < 4; round += 1) await later(round % 2 === 0 ? second : desk, QUIET + 1_000);
			await second.die();
			expect(told().length, `way ${way}: asked once`).to.equal(way + 1);
			expect(told().at(-1)?.[0], `way ${way}`).to.match(new RegExp(`^You sent ${count} together`));
		}
	}).timeout(120_000);

	it('of more than ten, or of files, can give their first picture alone', async () => {
		await takes(...Array.from({ length: 10 }, (_, index) => item('7', 20 + index, index === 0 ? WORDS : undefined)));
		await later(desk, QUIET);
		expect(told().at(-1)?.slice(1), 'a cover would be the eleventh').to.deep.equal(['album_all', 'album_first', 'no_post']);
		const document = { file_id: 'f20', file_unique_id: 'f20-u', mime_type: 'image/jpeg', file_size: 9 };
		await takes(item('8', 20, WORDS, { photo: undefined, document }), item('8', 21, undefined, { photo: undefined, document }));
		await later(desk, QUIET);
		expect(told().at(-1)?.slice(1)).to.deep.equal(['album_first', 'no_post']);
	});

	it('of one item are a photo like any other', async () => {
		await takes(item('7', 20, WORDS));
		await later(desk, QUIET);
		expect(told().map(([text]) => text)).to.deep.equal(['May you publish this? (I ask only once.)']);
	});
});
