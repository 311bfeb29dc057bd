import { createHash } from 'node:crypto';
import { expect } from 'chai';

import {
	CHANNEL,
	COVER_ID,
	EDITOR,
	OWNER,
	claim,
	openDesk,
	postEvent,
	prepared,
	press,
	preview,
	problem,
	publish,
	ready,
	stateOf,
	textUpdate,
} from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';

describeOnEachEngine('How a post is shown', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const set = (name: string, value: string) =>
		desk.service.db.query(
			`insert into setting (name, value, set_by, set_at_ms) values ($1, $2, $3, 1)
				on conflict (name) do update set value = excluded.value`,
			[name, value, OWNER],
		);
	const sent = (chatId: number) =>
		desk.messenger.accepted.filter(({ method, fields }) => method === 'sendPhoto' && String(fields['chat_id']) === String(chatId));
	/** Without what a form makes a text of. */
	const shownIn = (chatId: number) =>
		sent(chatId).map(({ fields }) =>
			['has_spoiler', 'show_caption_above_media', 'disable_notification'].filter((name) => String(fields[name]) === 'true'),
		);

	it('is as the settings were when its version began: in previews and the channel alike, and silent in the channel alone', async () => {
		for (const name of ['spoiler', 'caption_above', 'silent']) await set(name, 'on');
		const at = await ready(desk);
		for (const name of ['spoiler', 'caption_above', 'silent']) await set(name, 'off');
		const pressed = await press(desk, OWNER, at, 'publish');
		const won = await claim(desk, pressed, at);
		await publish(desk, won.body._svc as string, at);
		const shown = ['has_spoiler', 'show_caption_above_media'];
		expect(shownIn(OWNER)).to.deep.equal([shown]);
		expect(shownIn(EDITOR)).to.deep.equal([shown]);
		expect(shownIn(CHANNEL)).to.deep.equal([[...shown, 'disable_notification']]);
	});

	it('is as usual without these settings, and another post to approve with one', async () => {
		const plain = await stateOf(desk, await ready(desk));
		expect(plain['shown_as']).to.equal(null);
		expect(shownIn(OWNER)).to.deep.equal([[]]);
		await set('spoiler', 'on');
		const blurred = await stateOf(desk, await ready(desk));
		expect([blurred['caption'], blurred['cover_asset_id']]).to.deep.equal([plain['caption'], plain['cover_asset_id']]);
		expect(blurred['content_sha256']).to.not.equal(plain['content_sha256']);
	});

	it('is approved with the content: what was changed behind the desk is not published', async () => {
		await set('spoiler', 'on');
		const at = await ready(desk);
		await desk.service.db.query('update material set shown_as = null where draft_key = $1', [at.draft_key]);
		const pressed = await press(desk, OWNER, at, 'publish');
		expect(problem(await claim(desk, pressed, at))).to.deep.equal([409, 'content_mismatch']);
		expect(sent(CHANNEL)).to.deep.equal([]);
	});

	const NEWS = 'https://quay.example/news/the-harbour-opens';
	const FALSE_NEWS = 'https://quay.example/news/another-page-of-it';
	/** News whose source is a name with its address behind it, in state `text_preparing`. */
	const withSource = async () => {
		const at = await prepared(desk);
		const { draft_key, version, _svc } = at;
		await desk.service.db.query('update material set shown_as = $2, link = $3 where draft_key = $1', [
			draft_key,
			JSON.stringify({ source: 'The Quay' }),
			NEWS,
		]);
		const patch = (given: object) =>
			desk.post('/materials/advance', { _svc, draft_key, version, from: 'text_preparing', to: 'text_preparing', patch: given });
		await patch({ caption: `We open.\n\n${NEWS}` });
		return {
			...at,
			patch,
			toReady: () => desk.post('/materials/advance', { _svc, draft_key, version, from: 'text_preparing', to: 'ready' }),
		};
	};

	it('is approved with the address behind the name of its source: another one after the preview needs another preview', async () => {
		const at = await withSource();
		const shown = (await preview(desk, at, OWNER)).body.delivery.message_id as number;
		const before = await stateOf(desk, at);
		expect((await at.patch({ link: FALSE_NEWS })).status).to.equal(200);
		const after = await stateOf(desk, at);
		expect(after['content_sha256']).to.not.equal(before['content_sha256']);
		expect(after['approval_message_id']).to.equal(null);
		expect(problem(await at.toReady())).to.deep.equal([409, 'not_ready']);
		const pressed = await press(desk, OWNER, at, 'publish', shown);
		expect((await claim(desk, { ...pressed, copy: { message_id: shown } }, at)).status).to.equal(409);
		expect(sent(CHANNEL)).to.deep.equal([]);
	});

	/** SHA-256 of what earlier releases hashed, written by hand. */
	const earlierHash = (caption: string, shownAs: string) =>
		createHash('sha256')
			.update(`{"caption":${JSON.stringify(caption)},"cover_asset_id":"${COVER_ID}"${shownAs}}`)
			.digest('hex');
	/** Row and copies as an earlier release stored them. */
	const hashEarlier = async (hash: string) => {
		await desk.service.db.query("update material set content_sha256 = $1 where state <> 'published'", [hash]);
		await desk.service.db.query("update delivery set content_sha256 = $1 where operation = 'preview'", [hash]);
	};

	it('is published from a copy that an earlier release sent, plain or not', async () => {
		for (const [name, shownAs] of [
			['silent', ''],
			['spoiler', ',"shown_as":{"spoiler":true}'],
		] as const) {
			if (shownAs !== '') await set(name, 'on');
			const at = await ready(desk);
			await hashEarlier(earlierHash('We open on Saturdays.', shownAs));
			const won = await claim(desk, await press(desk, OWNER, at, 'publish'), at);
			expect((await publish(desk, won.body._svc as string, at)).body.delivery.status, name).to.equal('sent');
		}
	});

	it('with the hash of an earlier release gets one of today as soon as its address changes', async () => {
		const at = await withSource();
		await preview(desk, at, OWNER);
		const earlier = earlierHash(`We open.\n\n${NEWS}`, ',"shown_as":{"source":"The Quay"}');
		await hashEarlier(earlier);
		await at.patch({ link: FALSE_NEWS });
		const changed = await stateOf(desk, at);
		expect([changed['content_sha256'] === earlier, changed['approval_message_id']]).to.deep.equal([false, null]);
		await at.patch({ link: NEWS });
		const back = await stateOf(desk, at);
		expect([back['content_sha256'] === earlier, back['approval_message_id']], 'and not the earlier one again').to.deep.equal([false, null]);
	});

	const SIGNATURE = '**Ours**, at [the quay](https://quay.example/)';
	const below = 'Ours, at the quay\n#harbour #clinic';
	const captionsIn = (chatId: number) =>
		desk.messenger.messages(chatId).flatMap(({ caption, form, buttons }) => (caption === undefined ? [] : [{ caption, form, buttons }]));

	it('has signature, hashtags and link buttons of the settings, in previews and the channel alike', async () => {
		await set('signature', SIGNATURE);
		await set('hashtags', '#harbour #clinic');
		await set('buttons', 'Tickets https://quay.example/tickets; Map https://quay.example/map');
		const at = await ready(desk);
		const { body } = await publish(desk, (await claim(desk, await press(desk, OWNER, at, 'publish'), at)).body._svc as string, at);
		expect(body.ok).to.equal(true);
		const caption = `We open on Saturdays.\n\n${below}`;
		const form = [
			{ type: 'bold', offset: caption.indexOf('Ours'), length: 4 },
			{ type: 'text_link', offset: caption.indexOf('the quay'), length: 8, url: 'https://quay.example/' },
		];
		const links = [
			{ text: 'Tickets', url: 'https://quay.example/tickets' },
			{ text: 'Map', url: 'https://quay.example/map' },
		];
		expect(captionsIn(CHANNEL)).to.deep.equal([{ caption, form, buttons: links }]);
		for (const person of [OWNER, EDITOR]) {
			const [shown] = captionsIn(person);
			expect([shown?.caption, shown?.form]).to.deep.equal([caption, form]);
			expect(shown?.buttons.slice(0, 2)).to.deep.equal(links);
			expect(shown?.buttons.slice(2).map(({ text }) => text)).to.include('Publish');
		}
	});

	it('has a signature with the form in which the owner typed it, as a command or as the answer to its question', async () => {
		const words = 'Ours, at the quay';
		const form = (from: number) => [
			{ type: 'bold', offset: from, length: 4 },
			{ type: 'text_link', offset: from + words.indexOf('the quay'), length: 8, url: 'https://quay.example/' },
		];
		const stored = () => desk.service.db.query("select value from setting where name = 'signature'");
		const command = '/settings signature ';
		await postEvent(desk, textUpdate(OWNER, `${command}${words}`, { entities: form(command.length) }));
		expect(await stored()).to.deep.equal([{ value: SIGNATURE }]);
		await postEvent(desk, textUpdate(OWNER, '/settings signature none'));
		await postEvent(desk, textUpdate(OWNER, '/settings signature'));
		await postEvent(desk, textUpdate(OWNER, words, { entities: form(0) }));
		expect(await stored()).to.deep.equal([{ value: SIGNATURE }]);
		await ready(desk);
		const caption = `We open on Saturdays.\n\n${words}`;
		expect(captionsIn(EDITOR)[0]).to.deep.include({ caption, form: form(caption.indexOf(words)) });
	});

	it('is what a reply says of it, in this version and those after it, whatever the settings say', async () => {
		await set('signature', SIGNATURE);
		await set('buttons', 'Tickets https://quay.example/tickets');
		const at = await ready(desk);
		const asked = await press(desk, OWNER, at, 'feedback');
		const revised = async (event: { _svc: string; intent: { draft_key: string; version: number } }, version: number) => {
			const { body } = await desk.post('/materials/revise', {
				_svc: event._svc,
				draft_key: at.draft_key,
				version,
				content: { title: 'Open', subtitle: '', body: 'We open.' },
				reuse: { cover: true },
			});
			return body.material as { shown_as: unknown };
		};
		await desk.post('/materials/advance', {
			_svc: asked._svc,
			draft_key: at.draft_key,
			version: 1,
			from: 'ready',
			to: 'awaiting_feedback',
		});
		await desk.post('/messenger', {
			...{ _svc: asked._svc, operation: 'prompt', purpose: 'prompt', entity_key: 'q', draft_key: at.draft_key, version: 1, text: 'What?' },
		});
		const event = await postEvent(desk, textUpdate(OWNER, 'without the signature, silently'));
		expect(event.intent.kind).to.equal('feedback_reply');
		const buttons = [{ text: 'Tickets', url: 'https://quay.example/tickets' }];
		expect((await revised(event, 1)).shown_as).to.deep.equal({ silent: true, buttons });
		const [row] = await desk.service.db.query('select shown_wish from material where version = 2', []);
		expect(JSON.parse(String(row?.['shown_wish']))).to.deep.equal({ signature: false, silent: true });
	});

	it('leaves room in the caption, or the caption is refused', async () => {
		await set('signature', 'x'.repeat(120));
		const { draft_key, version, _svc } = await prepared(desk);
		const advance = (caption: string) =>
			desk.post('/materials/advance', { _svc, draft_key, version, from: 'text_preparing', to: 'text_preparing', patch: { caption } });
		expect(problem(await advance('y'.repeat(903)))).to.deep.equal([422, 'invalid_request']);
		expect((await advance('y'.repeat(902))).status).to.equal(200);
	});
});
