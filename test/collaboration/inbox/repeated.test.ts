import { expect } from 'chai';
import { routeOf } from '@copydesk/domain/desk/route';
import {
	COVER_ID,
	EDITOR,
	IMAGE_ID,
	OWNER,
	articleOf,
	card,
	newExecutionId,
	newsOf,
	postEvent,
	pressUpdate,
	preview,
	textUpdate,
} from '../../support/collaboration.ts';
import type { Ready, TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { openPlanningDesk, pressAt } from '../../support/planned.ts';
import { pressPost, publishFrom } from '../../support/posts.ts';

const DAY_MS = 86_400_000;
const HALL = {
	title: 'Central Library opens a night reading hall',
	body: "Riga's Central Library opens a reading hall on 3 December that stays open until 2 a.m. It has 40 seats and cost 85,000 euros.",
};
const SAME = '/post The Central Library in Riga is getting a hall where people can read until two at night, from 3 December, 40 places';
const NEXT =
	'/post The night hall of the Central Library in Riga drew 9,000 readers in its first month, and the council wants a second one';
const RUSSIAN = '/post В Риге откроют ночной читальный зал: до двух ночи с 3 декабря, 40 мест, ремонт стоил 85 000 евро';

interface Button {
	readonly text: string;
	readonly callback_data: string;
}

interface Asked {
	readonly event_key: string;
	readonly _svc: string;
	readonly intent: {
		readonly kind: string;
		readonly text?: string;
		readonly buttons?: readonly (readonly { readonly action: string; readonly draft_key: string; readonly version: number }[])[];
	};
}

describeOnEachEngine('A request whose matter the desk had', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openPlanningDesk({ engine, timeZone: 'Asia/Tokyo' });
	});
	afterEach(() => desk.close());

	const event = (from: number, text: string): Promise<Asked> => postEvent(desk, textUpdate(from, text)) as Promise<Asked>;
	const keyOf = ({ event_key }: Asked): string => `p${event_key.slice(2)}`;
	const pressed = (from: number, action: string, draft_key: string, messageId = 7): Promise<Asked> =>
		postEvent(desk, pressUpdate(from, messageId, `cd1|${action}|${draft_key}|1`)) as Promise<Asked>;
	const create = ({ _svc }: Asked, draft_key?: string) =>
		desk.post('/materials/create', { _svc, content: { kind: 'post', request: SAME }, ...(draft_key === undefined ? {} : { draft_key }) });

	/** A draft of the hall with both copies delivered. */
	async function hall(from = EDITOR): Promise<Ready> {
		const { _svc, event_key, intent } = await event(from, '/post The hall');
		expect(intent.kind).to.equal('post_request');
		const { body } = await desk.post('/materials/create', { _svc, content: { kind: 'post', request: 'The hall' } });
		return readied({ _svc, event_key }, (body.material as Ready).draft_key);
	}

	/** A draft with its text, its cover and both copies. */
	async function readied({ _svc, event_key }: Pick<Asked, '_svc' | 'event_key'>, draft_key: string, more: object = {}): Promise<Ready> {
		const version = 1;
		const advance = (from: string, to: string, patch: object) =>
			desk.post('/materials/advance', { _svc, draft_key, version, from, to, patch });
		await advance('text_generating', 'text_preparing', { ...HALL, subtitle: 'From December', ...more });
		const shown = { caption: HALL.body, cover_asset_id: COVER_ID, source_image_id: IMAGE_ID };
		await advance('text_preparing', 'text_preparing', shown);
		const at = { draft_key, version, _svc };
		const [owner, editor] = [await preview(desk, at, OWNER), await preview(desk, at, EDITOR)];
		await desk.post('/materials/advance', { _svc, draft_key, version, from: 'text_preparing', to: 'ready' });
		await desk.post('/event-done', { _svc, event_key, outcome: 'ready' });
		return { ...at, owner: owner.body.delivery.message_id as number, editor: editor.body.delivery.message_id as number };
	}

	it('is known by what it is about, and not by the words that order it', async () => {
		const garden = await event(EDITOR, '/post The garden');
		const { body } = await desk.post('/materials/create', { _svc: garden._svc, content: { kind: 'post', request: 'The garden' } });
		await readied(garden, (body.material as Ready).draft_key, {
			title: 'The botanical garden shows 70 orchids',
			body: 'It shows them from 9 February. The tour takes 40 minutes and costs 3 euros.\n\nWrite to us about this post.',
		});
		const update = textUpdate(OWNER, 'write 3 posts about coffee');
		const { _svc } = (await desk.post('/event', { update, execution_id: newExecutionId(), can_wait: true, can_brief: true })).body;
		await desk.post('/authorize', { _svc, purpose: 'brief', target: 'ai' });
		const about = { subject: 'Coffee', language: 'en', wishes: [], given: [], rests_on: 'knowledge', queries: ['coffee'] };
		const order = { do: 'none', draft: 0, when: '', setting: 'none' };
		const brief = { kind: 'posts', posts: [about], change: 0, order, topic: 'none', about: '' };
		expect((await desk.post('/brief', { _svc, brief })).body.intent).to.include({ kind: 'post_request' });
	});

	it('is asked about with its day, its link and three buttons, in the language of the person and in both languages of texts', async () => {
		const at = await hall();
		// In Tokyo it is the next day already.
		desk.clock.nowMs += DAY_MS - 3_600_000;
		await publishFrom(desk, OWNER, at);
		for (const text of [SAME, RUSSIAN, `/post RIGA, 27 November. ${HALL.body}`]) {
			const asked = await event(OWNER, text);
			expect(asked.intent.text).to.equal(
				'We had that: “Central Library opens a night reading hall” (1) was published on 2 January.\n' +
					'https://t.me/c/1000000001/1\n\nWrite it anyway?',
			);
			const about = { draft_key: keyOf(asked), version: 1 };
			expect(asked.intent.buttons).to.deep.equal([
				[{ action: 'write_anyway', ...about }],
				[{ action: 'show_it', draft_key: at.draft_key, version: 1 }],
				[{ action: 'leave_repeat', ...about }],
			]);
			const { _svc, intent } = asked;
			const named = { _svc, operation: 'status', purpose: 'status', entity_key: `${asked.event_key}:asked` };
			expect((await desk.post('/messenger', { ...named, text: intent.text, buttons: intent.buttons })).status).to.equal(200);
			const { inline_keyboard } = desk.messenger.accepted.at(-1)?.fields['reply_markup'] as { inline_keyboard: { text: string }[][] };
			expect(inline_keyboard.map((row) => row.map((each) => each.text))).to.deep.equal([['Write anyway'], ['Show it'], ['Leave it']]);
		}
		expect(routeOf((await postEvent(desk, pressUpdate(OWNER, 7, `cd1|show_it|${at.draft_key}|1`))) as never)).to.deep.include({
			route: 'draft',
			subject: { draft_key: at.draft_key, version: 1 },
		});
		expect((await event(OWNER, NEXT)).intent.kind, 'what happened next').to.equal('post_request');
		const rows = await desk.service.db.query('select 1 from admission');
		expect(rows, 'nothing is paid for').to.deep.equal([]);
	});

	it('says whether it is open, planned or rejected', async () => {
		const at = await hall();
		const question = async () => (await event(EDITOR, SAME)).intent.text?.split('\n')[0];
		const draft = '“Central Library opens a night reading hall” (1)';
		expect(await question()).to.equal(`We have that: ${draft} has been in progress since 1 January.`);
		await pressAt(desk, OWNER, at, desk.clock.nowMs + 3 * 3_600_000);
		expect(await question()).to.match(/^We have that: .* goes out on .*12:00/);
		await pressPost(desk, OWNER, 'take_off', at);
		const { _svc } = (await postEvent(desk, pressUpdate(OWNER, at.owner, `cd1|reject|${at.draft_key}|1`))) as Asked;
		const rejecting = { _svc, draft_key: at.draft_key, version: 1, from: 'ready', to: 'rejected' };
		expect((await desk.post('/materials/advance', rejecting)).status).to.equal(200);
		expect(await question()).to.equal(`We had that: ${draft} was rejected on 1 January.`);
	});

	it('is written anyway exactly once: not by the other person, not after Leave it, not twice', async () => {
		await publishFrom(desk, OWNER, await hall());
		const asked = await event(EDITOR, SAME);
		const draft_key = keyOf(asked);
		expect((await pressed(OWNER, 'write_anyway', draft_key)).intent, 'the words of another').not.to.have.property('text');
		const [first, second] = [await pressed(EDITOR, 'write_anyway', draft_key), await pressed(EDITOR, 'write_anyway', draft_key)];
		expect(first.intent.text).to.equal(SAME.slice('/post '.length));
		expect(routeOf(first as never)).to.deep.include({ route: 'post', subject: { draft_key, version: 1 } });
		expect((await create(first, draft_key)).body).to.deep.include({ created: true });
		expect((await create(second, draft_key)).body).to.deep.include({ code: 'draft_open' });
		expect((await pressed(EDITOR, 'write_anyway', draft_key)).intent, 'made already').not.to.have.property('text');

		const other = keyOf(await event(EDITOR, SAME));
		expect(routeOf((await pressed(EDITOR, 'leave_repeat', other, 8)) as never).toast).to.equal('All right, no second post.');
		expect((await pressed(EDITOR, 'write_anyway', other, 8)).intent, 'it is decided').not.to.have.property('text');
	});

	it('is asked about again by an execution that goes on after a death, and by a service that comes after it', async () => {
		await publishFrom(desk, OWNER, await hall());
		const update = textUpdate(EDITOR, SAME);
		const asked = (await postEvent(desk, update)) as Asked;
		await desk.service.db.query('update event set replay_open = 1 where event_key = $1', [asked.event_key]);
		const sibling = await desk.sibling();
		try {
			const again = (await postEvent(sibling, update)) as Asked & { readonly replay: boolean };
			expect(again.intent).to.deep.equal(asked.intent);
			const press = pressUpdate(EDITOR, 7, `cd1|write_anyway|${keyOf(asked)}|1`);
			expect((await postEvent(sibling, press)).intent).to.have.property('text');
		} finally {
			await sibling.close();
		}
	});

	it('is asked about before a forwarded message becomes a post', async () => {
		await publishFrom(desk, OWNER, await hall());
		const forward_origin = { type: 'user', date: 0, sender_user: { id: 7, is_bot: false } };
		const asked = (await postEvent(desk, textUpdate(EDITOR, SAME.slice('/post '.length), { forward_origin }))) as Asked;
		const draft_key = keyOf(asked);
		expect(asked.intent.text).to.match(/^Shall I write a post about this\?/);
		const question = await pressed(EDITOR, 'make_post', draft_key);
		expect(question.intent.text).to.match(/^We had that/);
		expect(question.intent.buttons?.[0]).to.deep.equal([{ action: 'write_anyway', draft_key, version: 1 }]);
		expect((await pressed(EDITOR, 'write_anyway', draft_key, 8)).intent).to.have.property('text');
	});

	it('is free again when its post was taken down, and after half a year', async () => {
		const at = await hall();
		await publishFrom(desk, OWNER, at);
		const isAsked = async () => (await event(EDITOR, SAME)).intent.kind === 'usage';
		expect(await isAsked()).to.equal(true);
		await desk.service.db.query('update material set withdrawn_at_ms = $1 where draft_key = $2', [desk.clock.nowMs, at.draft_key]);
		expect(await isAsked(), 'taken down').to.equal(false);
		await desk.service.db.query('update material set withdrawn_at_ms = null where draft_key = $1', [at.draft_key]);
		desk.clock.nowMs += 179 * DAY_MS;
		expect(await isAsked(), 'after 179 days').to.equal(true);
		desk.clock.nowMs += 2 * DAY_MS;
		expect(await isAsked(), 'after 181 days').to.equal(false);
		await desk.service.tick();
		const counted = await desk.service.db.query(
			'select (select count(*) from matter) as matters, (select count(*) from matter_term) as terms',
		);
		expect(counted.map(({ matters, terms }) => [Number(matters), Number(terms)])).to.deep.equal([[0, 0]]);
	});

	it('is found by an address that a message names, however it is written', async () => {
		const { _svc } = await event(EDITOR, '/post Something about harbours');
		const link = 'https://harbour.example.org/pool';
		await desk.post('/materials/create', { _svc, content: { kind: 'post', request: 'Something about harbours', link } });
		for (const same of ['https://harbour.example.org/pool?utm_source=x#top', 'http://www.harbour.example.org/pool/?ref=channel']) {
			const asked = await event(EDITOR, `An open-air bath, read ${same} for it`);
			expect((await pressed(EDITOR, 'mention', keyOf(asked))).intent.text, same).to.match(/^We have that/);
		}
		const other = await event(EDITOR, 'An open-air bath, read https://harbour.example.org/pool?ref=x&page=2 for it');
		expect((await pressed(EDITOR, 'mention', keyOf(other))).intent.text, 'another page').not.to.match(/^We have that/);
	});

	it('knows the drafts of an earlier release', async () => {
		await publishFrom(desk, OWNER, await hall());
		await desk.service.db.query('delete from matter');
		await desk.service.db.query('delete from matter_term');
		const sibling = await desk.sibling();
		try {
			await sibling.service.tick();
			expect((await event(EDITOR, SAME)).intent.text).to.match(/^We had that/);
		} finally {
			await sibling.close();
		}
	});

	const HALL_NEWS = {
		title: 'Central Library: a night reading hall until 2 a.m.',
		angle: 'It opens on 3 December, has 40 seats and cost 85,000 euros',
	};

	/** An offer to the editor with this one card, as the editor sees it. */
	async function offer(canonical_url: string, { _svc, event_key }: Asked, to = EDITOR) {
		const item = { ...newsOf(canonical_url), ...HALL_NEWS };
		const { body } = await desk.post('/news/offer', { _svc, topic: null, window_days: 7, items: [item] });
		expect(body.left_out, 'left out').to.deep.equal([]);
		const { batch_key } = body.batch as { batch_key: string };
		const sent = await card(desk, _svc, batch_key, 1, to);
		const fields = desk.messenger.accepted.at(-1)?.fields as { text: string; reply_markup: { inline_keyboard: Button[][] } };
		const buttons = fields.reply_markup.inline_keyboard.flat();
		const press = (action: string, messageId = sent.body.delivery.message_id as number): Promise<Asked> => {
			const data = buttons.find(({ callback_data }) => callback_data.includes(`|${action}|`))?.callback_data;
			return postEvent(desk, pressUpdate(to, messageId, data ?? `cd1|${action}|${batch_key}|1`)) as Promise<Asked>;
		};
		const take = ({ _svc: pressedUnder }: Asked, messageId = sent.body.delivery.message_id as number) =>
			desk.post('/news/take', { _svc: pressedUnder, batch_key, item: 1, message_id: messageId });
		return { batch_key, event_key, text: fields.text, buttons, press, take };
	}

	it('is told on the card of a news item, which is written anyway by its own button', async () => {
		const at = await hall();
		await publishFrom(desk, OWNER, at);
		const shown = await offer('https://other-house.example/night-hall', await event(EDITOR, '/news'));
		expect(shown.text).to.match(/\n\nWe had that: “Central Library .* was published on 1 January\.\nhttps:\/\/t\.me\/c\/1000000001\/1$/);
		expect(shown.buttons.map(({ text, callback_data }) => [text, callback_data])).to.deep.equal([
			['Write anyway', `cd1|take_anyway|${shown.batch_key}|1`],
			['Show it', `cd1|show_it|${at.draft_key}|1`],
			['Skip', `cd1|skip|${shown.batch_key}|1|1`],
		]);
		const press = await shown.press('take_anyway');
		expect(routeOf(press as never)).to.deep.include({ route: 'take' });
		expect((await shown.take(press)).body).to.deep.include({ created: true });
	});

	it('is asked about when the card of another house is pressed after a draft was begun, and is taken or left there', async () => {
		const [first, second, third] = [
			await offer('https://one.example/hall', await event(EDITOR, '/news')),
			await offer('https://two.example/hall', await event(EDITOR, '/news')),
			await offer('https://three.example/hall', await event(EDITOR, '/news')),
		];
		expect((await first.take(await first.press('take'))).body).to.deep.include({ created: true });
		const asking = async ({ press }: typeof first) => {
			const asked = await press('take');
			expect(asked.intent.text).to.match(/^We have that: “Central Library.* has been in progress since 1 January\.\n\nWrite it anyway\?$/);
			const named = { _svc: asked._svc, operation: 'status', purpose: 'status', entity_key: `${asked.event_key}:asked` };
			const { body } = await desk.post('/messenger', { ...named, text: asked.intent.text, buttons: asked.intent.buttons });
			return { asked, messageId: body.delivery.message_id as number };
		};
		const { asked, messageId } = await asking(second);
		expect((await second.take(asked)).body, 'the question takes nothing').to.deep.include({ code: 'copy_not_delivered' });
		expect(asked.intent.buttons?.flat().map(({ action }) => action)).to.deep.equal(['take_anyway', 'show_it', 'leave_card']);
		const forged = await second.press('take_anyway', messageId + 1_000);
		expect((await second.take(forged, messageId + 1_000)).body, 'below no question').to.deep.include({ code: 'copy_not_delivered' });
		const anyway = await second.press('take_anyway', messageId);
		expect(routeOf(anyway as never)).to.deep.include({ route: 'take', toast: 'I’m on it.' });
		expect((await second.take(anyway, messageId)).body).to.deep.include({ created: true });

		const other = await asking(third);
		const left = await third.press('leave_card', other.messageId);
		expect(routeOf(left as never)).to.deep.include({ route: 'skip' });
		const dismissing = { _svc: left._svc, batch_key: third.batch_key, item: 1, message_id: other.messageId };
		expect((await desk.post('/news/dismiss', dismissing)).body.item).to.deep.include({ state: 'dismissed' });
		expect(await desk.service.db.query('select 1 from admission'), 'nothing is paid for').to.deep.equal([]);
	});

	it('is asked about before a page is read whose address was published, and then gets a second draft', async () => {
		const link = 'https://one.example/hall';
		const first = await offer(link, await event(EDITOR, '/news'));
		const taken = await first.press('take');
		const { draft_key } = (await first.take(taken)).body.material as { draft_key: string };
		const inWork = await event(EDITOR, link);
		expect(routeOf(inWork as never), 'in work: said where it is read').to.deep.include({ route: 'news', link });
		await desk.post('/news/source', { _svc: taken._svc, draft_key, version: 1, ...articleOf(link) });
		const facts = [{ text: 'The hall has 40 seats', source_ids: ['p1'] }];
		await publishFrom(desk, OWNER, await readied(taken, draft_key, { facts }));

		const asked = await event(EDITOR, `${link}?utm_source=x`);
		expect(asked.intent.text).to.match(/^We had that/);
		expect(asked.intent.buttons?.[0]).to.deep.equal([{ action: 'read_anyway', draft_key: keyOf(asked), version: 1 }]);
		const anyway = await pressed(EDITOR, 'read_anyway', keyOf(asked), 9);
		expect(routeOf(anyway as never)).to.deep.include({ route: 'news', link: `${link}?utm_source=x` });
		const { body } = await desk.post('/news/known', { _svc: anyway._svc, canonical_urls: [link] });
		expect(body.known, 'of a person who was told').to.deep.equal([]);
		const again = await offer(link, anyway);
		expect(again.text, 'asked once').to.not.include('We had that');
		expect(again.buttons.map(({ text }) => text)).to.deep.equal(['Write it', 'Skip']);
		const press = await again.press('take_anyway');
		const { created, material } = (await again.take(press)).body;
		expect([created, material.link, material.canonical_url]).to.deep.equal([true, link, null]);
		const at = { _svc: press._svc, draft_key: material.draft_key as string, version: 1 };
		const source = await desk.post('/news/source', { ...at, ...articleOf(link) });
		expect(source.body.material, 'the article is there').to.deep.include({ link, canonical_url: null });

		const { body: now } = await desk.post('/news/known', { _svc: anyway._svc, canonical_urls: [link] });
		expect(now.known, 'the second one is in work').to.deep.include({
			canonical_url: link,
			reason: 'open_draft',
			key: at.draft_key,
			number: 2,
		});
		expect(routeOf((await event(OWNER, link)) as never)).to.deep.include({ route: 'news', link });
	});

	it('is asked about when two people ask for the same within seconds, before there is a draft', async () => {
		const [one, other] = await Promise.all([event(OWNER, SAME), event(EDITOR, RUSSIAN)]);
		const kinds = [one, other].map(({ intent }) => intent.kind).sort();
		expect(kinds).to.deep.equal(['post_request', 'usage']);
		const [first, second] = one.intent.kind === 'usage' ? [other, one] : [one, other];
		expect(second.intent.text).to.match(/^(?:\S+ )?.* has just asked for that: “/);
		expect(second.intent.buttons).to.deep.equal([
			[{ action: 'write_anyway', draft_key: keyOf(second), version: 1 }],
			[{ action: 'show_it', draft_key: keyOf(first), version: 1 }],
			[{ action: 'leave_repeat', draft_key: keyOf(second), version: 1 }],
		]);
		expect((await create(first)).body.material, 'what Show it shows').to.deep.include({ draft_key: keyOf(first) });
	});

	it('is asked about when a card, a link and a request of the same come in any order, before there is a draft', async () => {
		const kinds = ['card', 'link', 'request'] as const;
		/** What a person has before them, and the press or message by which they ask for it. */
		const ready = async (kind: (typeof kinds)[number], from: number, house: string): Promise<() => Promise<Asked>> => {
			if (kind === 'request') return () => event(from, SAME);
			if (kind === 'card') {
				const { press } = await offer(house, await event(from, '/news'), from);
				return () => press('take');
			}
			const linked = await event(from, `${SAME.slice('/post '.length)} ${house}`);
			expect(linked.intent.buttons?.flat().map(({ action }) => action)).to.include('read_link');
			return () => pressed(from, 'read_link', keyOf(linked));
		};
		for (const first of kinds)
			for (const second of kinds) {
				const ask = await ready(first, OWNER, 'https://one.example/hall');
				const askAgain = await ready(second, EDITOR, 'https://two.example/night');
				expect((await ask()).intent.kind, `${first} alone`).not.to.equal('usage');
				const { intent } = await askAgain();
				expect(intent.kind, `${second} after ${first}`).to.equal('usage');
				expect(intent.text, `${second} after ${first}`).to.contain(' has just asked for that: “');
				await desk.close();
				desk = await openPlanningDesk({ engine, timeZone: 'Asia/Tokyo' });
			}
		const [page, samePage] = ['https://one.example/hall', 'http://www.one.example/hall/?utm_source=x'];
		expect((await event(OWNER, page)).intent.kind).to.equal('command');
		expect((await event(EDITOR, samePage)).intent.text, 'the link alone').to.contain(
			' has just asked for that: “https://one.example/hall”',
		);
	});
});
