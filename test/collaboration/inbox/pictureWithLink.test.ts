/** A link that a person gives as source below a photo, a video or an album: it is asked about and read as in any other message. */
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import sharp from 'sharp';
import { EDITOR, card, newUpdateId, newsOf, postEvent, pressCard, pressUpdate, textUpdate } from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { carryOut, later, openPlanningDesk } from '../../support/planned.ts';

const PAGE = 'https://harbour.example.org/new';
const WORDS = `Our ferry has a new timetable: ${PAGE}`;
const QUIET = 2_000;
const PRESS = 'By pressing you say that you may publish what you sent. (I ask only once.)';
const ASKED = 'Use facts from the page, or only your words?';

const file = (id: string) => ({ file_id: id, file_unique_id: `${id}-u`, width: 900, height: 700, file_size: 90_000 });
const PHOTO = { photo: [file('f20')] };
const VIDEO = { video: { ...file('v1'), duration: 9, mime_type: 'video/mp4' } };

/** A message as the messenger brings it. */
const sent = (what: object, caption?: string, more: object = {}) => {
	const { text: _none, ...message } = textUpdate(EDITOR, '').message;
	return { update_id: newUpdateId(), message: { ...message, ...what, ...(caption === undefined ? {} : { caption }), ...more } };
};

describeOnEachEngine('A link below a picture', (engine) => {
	let desk: TestDesk;
	let question = 100;
	const picture = (width = 900) =>
		sharp({ create: { width, height: 700, channels: 3, background: '#c0392b' } })
			.jpeg()
			.toBuffer();
	beforeEach(async () => {
		const importImage = async (png: Buffer) => `sha256:${createHash('sha256').update(png).digest('hex')}`;
		desk = await openPlanningDesk({ engine, importImage });
		desk.messenger.serveFile('f20', await picture());
		for (const id of ['v1', 'f21']) desk.messenger.knowFile(id);
		await later(desk, QUIET);
	});
	afterEach(() => desk.close());

	/** A press below a question of its own. */
	const press = async (action: string, { update_id }: { update_id: number }, message = (question += 1)) =>
		postEvent(desk, pressUpdate(EDITOR, message, `cd1|${action}|p${update_id}|1`));
	const actions = ({ intent }: { intent: { buttons?: readonly (readonly { action: string }[])[] } }) =>
		intent.buttons?.map((row) => row.map(({ action }) => action));

	/** The page is on offer under the event that read it, and its card is taken. @returns the draft */
	const taken = async (read: { _svc: string; event_key: string }) => {
		const { body } = await desk.post('/news/offer', { _svc: read._svc, topic: null, window_days: 7, items: [newsOf(PAGE)] });
		const { batch_key } = body.batch as { batch_key: string };
		const { body: shown } = await card(desk, read._svc, batch_key, 1, EDITOR);
		const message_id = shown.delivery.message_id as number;
		await desk.post('/event-done', { _svc: read._svc, event_key: read.event_key, outcome: 'handled' });
		const { _svc } = await pressCard(desk, EDITOR, 'take', batch_key, 1, message_id);
		return (await desk.post('/news/take', { _svc, batch_key, item: 1, message_id })).body.material;
	};
	const stored = async (draftKey: string) => {
		const [row] = await desk.service.db.query('select shown_wish, cover_template from material where draft_key = $1', [draftKey]);
		return { wish: JSON.parse(String(row?.['shown_wish'])) as object, template: row?.['cover_template'] };
	};

	it('is asked about with the question whose the photo is, and the draft of the page has that photo', async () => {
		const update = sent(PHOTO, WORDS);
		const asked = await postEvent(desk, update);
		expect(asked.intent.text).to.equal(`${ASKED}\n\n${PRESS}`);
		expect(actions(asked)).to.deep.equal([['read_link'], ['mention', 'no_post']]);
		expect(
			desk.messenger.calls.some(({ method }) => method === 'getFile'),
			'nothing is fetched before',
		).to.equal(false);
		const read = await press('read_link', update);
		expect(read.intent).to.deep.include({ kind: 'callback', action: 'read_link', text: PAGE });
		const draft = await taken(read);
		expect(draft).to.deep.include({ kind: 'news', link: PAGE, own_image_id: read.intent.picture.image_id });
		expect(draft.source_image_id).to.equal(draft.own_image_id);
		expect((await postEvent(desk, sent(PHOTO, WORDS))).intent.text, 'the rights are asked once').to.equal(ASKED);
	});

	it('is seen behind words too', async () => {
		const update = sent(PHOTO, 'Our ferry has a new timetable: see here', {
			caption_entities: [{ type: 'text_link', offset: 31, length: 8, url: PAGE }],
		});
		expect(actions(await postEvent(desk, update))).to.deep.equal([['read_link'], ['mention', 'no_post']]);
		expect((await press('read_link', update)).intent).to.deep.include({ action: 'read_link', text: PAGE });
	});

	it('is only mentioned if that was pressed first: the words and the photo are the post', async () => {
		const update = sent(PHOTO, WORDS);
		await postEvent(desk, update);
		const below = (question += 1);
		const { intent } = await press('mention', update, below);
		expect(intent).to.deep.include({ kind: 'post_request', text: WORDS }).and.have.property('picture');
		expect((await press('read_link', update, below)).intent).to.deep.equal({ kind: 'ignored' });
	});

	it('without any words is read, or nothing comes of it', async () => {
		const update = sent(PHOTO, PAGE);
		expect(actions(await postEvent(desk, update))).to.deep.equal([['read_link'], ['no_post']]);
		expect((await press('read_link', update)).intent)
			.to.deep.include({ text: PAGE })
			.and.have.property('picture');
	});

	it('below a video gives its facts to a post with that video', async () => {
		const update = sent(VIDEO, WORDS);
		await postEvent(desk, update);
		const draft = await taken(await press('read_link', update));
		expect(draft.own_image_id).to.equal(null);
		expect(draft.media.map(({ file_id }: { file_id: string }) => file_id)).to.deep.equal(['v1']);
		expect((await stored(draft.draft_key)).template).to.match(/^words/);
	});

	for (const [choice, hasCover] of [
		['album_all', false],
		['album_cover', true],
	] as const)
		it(`of an album is asked about after ${choice}, and the draft of the page has all of it`, async () => {
			const lead = sent({ photo: [file('f20')] }, WORDS, { message_id: 20, media_group_id: '7' });
			await carryOut(desk, lead);
			await carryOut(desk, sent({ photo: [file('f21')] }, undefined, { message_id: 21, media_group_id: '7' }));
			await later(desk, QUIET);
			const asked = await press(choice, lead);
			expect([asked.intent.text, actions(asked)]).to.deep.equal([`${ASKED}`, [['read_link'], ['mention', 'no_post']]]);
			const draft = await taken(await press('read_link', lead));
			expect(draft.media.map(({ file_id }: { file_id: string }) => file_id)).to.deep.equal(['f20', 'f21']);
			expect(draft.own_image_id !== null).to.equal(hasCover);
			expect((await stored(draft.draft_key)).wish).to.deep.equal({ source: 'Coast Wire', ...(hasCover ? { cover: true } : {}) });
		});

	it('in words that follow a photo is asked about when the photo is said to belong to them', async () => {
		const photo = sent(PHOTO);
		await postEvent(desk, photo);
		const words = textUpdate(EDITOR, WORDS);
		expect(actions(await postEvent(desk, words))?.flat()).to.include('with_photo');
		const asked = await press('with_photo', words);
		expect(actions(asked)).to.deep.equal([['read_link'], ['mention', 'no_post']]);
		expect(await taken(await press('read_link', words)))
			.to.have.property('own_image_id')
			.that.is.not.equal(null);
	});

	it('is offered again if its photo cannot be fetched now', async () => {
		const update = sent(PHOTO, WORDS);
		await postEvent(desk, update);
		desk.messenger.next({ refuse: 500, description: 'Internal Server Error' });
		const failed = await press('read_link', update);
		expect(failed.intent.kind).to.equal('usage');
		expect(actions(failed)?.[0]).to.deep.equal(['read_link']);
		expect((await press('read_link', update)).intent)
			.to.deep.include({ text: PAGE })
			.and.have.property('picture');
	});
});
