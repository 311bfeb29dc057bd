import { expect } from 'chai';
import {
	CHANNEL,
	COVER_ID,
	EDITOR,
	OWNER,
	claim,
	newUpdateId,
	postEvent,
	press,
	publish,
	ready,
	stateOf,
	textUpdate,
} from '../../support/collaboration.ts';
import type { Ready, TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { openPlanningDesk } from '../../support/planned.ts';
import { corrected, posts, pressPost, publishFrom, questionTo, revisedBy } from '../../support/posts.ts';

const WORDS = 'Our harbour tram opens on Saturday';
const VIDEO = {
	file_id: 'v1',
	file_unique_id: 'v1-u',
	width: 1280,
	height: 720,
	duration: 34,
	file_size: 314_572_800,
	mime_type: 'video/mp4',
};
const ITEM = { kind: 'video', file_id: 'v1', file_unique_id: 'v1-u', width: 1280, height: 720, duration: 34, file_size: 314_572_800 };

/** A message with a file, as the messenger brings it. */
const mediaUpdate = (from: number, file: object, caption?: string, more: object = {}) => {
	const { text: _none, ...message } = textUpdate(from, '').message;
	return { update_id: newUpdateId(), message: { ...message, ...file, ...(caption === undefined ? {} : { caption }), ...more } };
};

describeOnEachEngine('A post with a video', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openPlanningDesk({ engine });
		for (const id of ['v1', 'v2', 'g1']) desk.messenger.knowFile(id);
		await desk.service.db.query("insert into picture_right (user_id, event_key, said_at_ms) values (1001, 'u:1', 1), (1002, 'u:2', 1)");
	});
	afterEach(() => desk.close());

	const sentWith = async (file: object, from = EDITOR): Promise<Ready> =>
		ready(desk, from, await postEvent(desk, mediaUpdate(from, file, WORDS)));
	const inChannel = () =>
		desk.messenger.accepted.filter(({ fields }) => fields['chat_id'] === CHANNEL).map(({ method, fields }) => ({ method, fields }));
	const shown = () => posts(desk).map(({ messageId, caption, photo }) => [messageId, caption, photo]);

	it('is taken by its file id, however large it is, and goes out as people saw it, once', async () => {
		const event = await postEvent(desk, mediaUpdate(EDITOR, { video: VIDEO }, WORDS));
		expect(event.intent).to.deep.equal({ kind: 'post_request', text: WORDS, media: [ITEM] });
		expect(
			desk.messenger.calls.some(({ method }) => method === 'getFile'),
			'nothing is fetched',
		).to.equal(false);
		const at = await ready(desk, EDITOR, event);
		const told = { width: 1280, height: 720, duration: 34, supports_streaming: true, video: 'v1' };
		for (const person of [OWNER, EDITOR]) {
			const copy = desk.messenger.accepted.find(({ method, fields }) => method === 'sendVideo' && fields['chat_id'] === person);
			expect(copy?.fields)
				.to.deep.include({ ...told, caption: 'We open on Saturdays.' })
				.and.not.have.any.keys('cover', 'disable_notification');
			expect(copy?.fields['reply_markup']).to.not.equal(undefined);
		}
		await publishFrom(desk, OWNER, at);
		expect(shown()).to.deep.equal([[1, 'We open on Saturdays.', 'video:v1']]);
		expect(inChannel().map(({ method, fields }) => [method, fields['video'], fields['supports_streaming']])).to.deep.equal([
			['sendVideo', 'v1', true],
		]);
		expect(await stateOf(desk, at)).to.include({
			state: 'published',
			published_message_id: 1,
			cover_template: 'words',
			messenger_file_id: null,
		});
	});

	it('is whole once its cover is there, which nobody sees beside it', async () => {
		const event = await postEvent(desk, mediaUpdate(EDITOR, { video: VIDEO }, WORDS));
		const { body } = await desk.post('/materials/create', { _svc: event._svc, content: { request: WORDS } });
		const { draft_key, version } = body.material as Ready;
		const at = { _svc: event._svc as string, draft_key, version, to: 'text_preparing' };
		await desk.post('/materials/advance', { ...at, from: 'text_generating', patch: { title: 'Open', subtitle: '', body: 'We open.' } });
		for (const patch of [{ caption: 'We open.' }, { cover_asset_id: COVER_ID, source_image_id: null }])
			expect((await desk.post('/materials/advance', { ...at, from: 'text_preparing', patch })).status).to.equal(200);
		const [hash] = [(await stateOf(desk, at))['content_sha256']];
		expect(hash).to.match(/^[0-9a-f]{64}$/);
		await desk.post('/materials/advance', { ...at, from: 'text_preparing', patch: { title: 'Open now' } });
		expect(await stateOf(desk, at), 'the cover of other words is not there').to.include({ content_sha256: null, cover_asset_id: null });
		await desk.post('/materials/advance', { ...at, from: 'text_preparing', patch: { cover_asset_id: COVER_ID } });
		expect(await stateOf(desk, at), 'the same is seen').to.include({ content_sha256: hash });
	});

	it('is asked once whether it may be published, by the same question as a picture', async () => {
		await desk.service.db.query('delete from picture_right');
		const first = mediaUpdate(EDITOR, { video: VIDEO }, WORDS);
		const asked = await postEvent(desk, first);
		expect(asked.intent.buttons[0]).to.deep.equal([{ action: 'photo_mine', draft_key: `p${first.update_id}`, version: 1 }]);
		const allowed = await press(desk, EDITOR, { draft_key: `p${first.update_id}`, version: 1 }, 'photo_mine', 7);
		expect(allowed.intent).to.deep.include({ kind: 'post_request', text: WORDS, media: [ITEM] });
		expect(
			(await postEvent(desk, mediaUpdate(EDITOR, { video: { ...VIDEO, file_id: 'v2' } }, 'The rose garden shows ninety sorts'))).intent,
		).to.deep.include({ kind: 'post_request' });
	});

	it('waits for its words as a photo does', async () => {
		expect((await postEvent(desk, mediaUpdate(EDITOR, { video: VIDEO }))).intent.text).to.equal('What is this post about? Just write it.');
		const words = await postEvent(desk, textUpdate(EDITOR, WORDS));
		expect(words.intent.buttons[0][0]).to.include({ action: 'with_photo' });
		const { draft_key } = words.intent.buttons[0][0] as { draft_key: string };
		expect((await press(desk, EDITOR, { draft_key, version: 1 }, 'with_photo', 7)).intent.media).to.deep.equal([ITEM]);
	});

	it('has the cover as its picture if that is wished for, uploaded once, and loses it by a wish', async () => {
		const at = await sentWith({ video: VIDEO });
		await publishFrom(desk, OWNER, at);
		const covered = await looking(EDITOR, at, 'cover');
		expect(await stateOf(desk, covered)).to.include({ shown_as: '{"cover":true}' });
		const copies = desk.messenger.accepted.filter(({ method, fields }) => method === 'sendVideo' && fields['cover'] !== undefined);
		expect(copies.map(({ fields, photo }) => [fields['cover'], photo === null])).to.deep.equal([
			['attach://photo', false],
			['file-4', true],
		]);
		await publishFrom(desk, OWNER, covered);
		expect(shown(), 'the post is changed in its place').to.deep.equal([[1, 'We open on Sundays.', `video:v1+${COVER_ID}`]]);
		expect(inChannel().at(-1)?.fields['media']).to.deep.include({
			type: 'video',
			media: 'v1',
			cover: 'file-4',
			duration: 34,
			supports_streaming: true,
		});
		const bare = await looking(OWNER, covered, 'photo');
		await publishFrom(desk, EDITOR, bare);
		expect(shown()).to.deep.equal([[1, 'We open on Sundays.', 'video:v1']]);
		expect(await stateOf(desk, bare)).to.include({ cover_template: 'ff-square-0.1', shown_as: null });
	});

	/** A correction of the look alone, as the graphs make it. */
	async function looking(from: number, of: Ready, cover_template: string): Promise<Ready> {
		await pressPost(desk, from, 'correct', of);
		const event = await postEvent(
			desk,
			textUpdate(from, cover_template === 'photo' ? 'without a cover' : 'with a cover', {
				reply_to_message: { message_id: await questionTo(desk, from) },
			}),
		);
		const { draft_key, version } = event.intent as Ready;
		const { made, at } = await revisedBy(
			desk,
			event,
			{ draft_key, version },
			{ caption: 'We open on Sundays.', cover: COVER_ID, cover_template },
		);
		expect(made.status, JSON.stringify(made.body)).to.equal(200);
		return at;
	}

	it('keeps its video where its caption is corrected, and shows another one where that is sent', async () => {
		const at = await sentWith({ video: VIDEO });
		await publishFrom(desk, OWNER, at);
		const second = await corrected(desk, EDITOR, at, { caption: 'We open on Sundays.' });
		await publishFrom(desk, OWNER, second);
		expect(inChannel().map(({ method }) => method)).to.deep.equal(['sendVideo', 'editMessageCaption']);
		await pressPost(desk, OWNER, 'correct', second);
		const other = { video: { ...VIDEO, file_id: 'v2', file_unique_id: 'v2-u' } };
		const event = await postEvent(
			desk,
			mediaUpdate(OWNER, other, undefined, { reply_to_message: { message_id: await questionTo(desk, OWNER) } }),
		);
		expect(event.intent).to.deep.include({ kind: 'feedback_reply', text: '', media: [{ ...ITEM, file_id: 'v2', file_unique_id: 'v2-u' }] });
		const { at: third } = await revisedBy(desk, event, { draft_key: at.draft_key, version: 2 }, { caption: 'We open on Sundays.' });
		await publishFrom(desk, OWNER, third);
		expect(shown()).to.deep.equal([[1, 'We open on Sundays.', 'video:v2']]);
	});

	it('is taken down like any post', async () => {
		const at = await sentWith({ video: VIDEO });
		await publishFrom(desk, OWNER, at);
		await pressPost(desk, OWNER, 'take_down', at);
		await pressPost(desk, OWNER, 'take_down_yes', at);
		await desk.service.tick();
		expect(shown()).to.deep.equal([]);
		expect((await stateOf(desk, at))['withdrawn_at_ms']).to.not.equal(null);
	});

	it('that was approved is the one that goes out: another video behind the desk is not published', async () => {
		const at = await sentWith({ video: VIDEO });
		const event = await press(desk, OWNER, at, 'publish');
		await desk.service.db.query('update material set media = $1', [JSON.stringify([{ ...ITEM, file_id: 'v2' }])]);
		expect((await claim(desk, event, at)).body.code).to.equal('content_mismatch');
		expect(shown()).to.deep.equal([]);
	});

	for (const [name, how, file, found] of [
		['that nobody confirmed is found in the channel and not sent again', 'lost_after', VIDEO, true],
		['that never arrived is not taken for another one', 'lost_before', { ...VIDEO, file_id: 'v2', file_unique_id: 'v2-u' }, false],
	] as const)
		it(name, async () => {
			const first = await sentWith({ video: VIDEO });
			await publishFrom(desk, OWNER, first);
			const at = await ready(
				desk,
				EDITOR,
				await postEvent(desk, mediaUpdate(EDITOR, { video: file }, 'The rose garden shows ninety sorts')),
			);
			const event = await press(desk, OWNER, at, 'publish');
			await claim(desk, event, at);
			desk.messenger.next(how);
			expect((await publish(desk, event._svc, at)).body.delivery.status).to.equal('unknown');
			// Somebody else posts the same words with the first video.
			if (!found) desk.messenger.othersPost(CHANNEL, 'We open on Saturdays.', 'video:v1');
			await desk.service.tick();
			await desk.service.tick();
			expect(await stateOf(desk, at)).to.include(found ? { state: 'published', published_message_id: 2 } : { state: 'claimed' });
			expect(posts(desk)).to.have.length(2);
		});

	it('of a GIF is an animation, which has no cover', async () => {
		const gif = { file_id: 'g1', file_unique_id: 'g1-u', width: 320, height: 240, duration: 2, mime_type: 'video/mp4', file_size: 90_000 };
		const at = await sentWith({ animation: gif, document: gif });
		await desk.service.db.query(`update material set shown_as = '{"cover":true}'`);
		await publishFrom(desk, OWNER, at);
		expect(shown()).to.deep.equal([[1, 'We open on Saturdays.', 'animation:g1']]);
		expect(inChannel()[0]).to.deep.include({ method: 'sendAnimation' });
		expect(inChannel()[0]?.fields).to.not.have.any.keys('cover', 'supports_streaming');
	});

	it('believes nothing of a file that cannot be, says what to send instead, and loses nothing', async () => {
		const lies = { width: -1, height: 4e9, duration: '9', file_size: -5, mime_type: 'text/html' };
		const lying = await postEvent(desk, mediaUpdate(EDITOR, { video: { ...VIDEO, ...lies } }, WORDS));
		expect(lying.intent.media).to.deep.equal([{ ...ITEM, width: null, height: null, duration: null, file_size: null }]);
		const at = await ready(desk, EDITOR, lying);
		await publishFrom(desk, OWNER, at);
		expect(inChannel()[0]?.fields).to.include({ video: 'v1' }).and.not.have.any.keys('width', 'height', 'duration');
		const SAYS = 'Send this as a video, with the words for the post below it.';
		for (const file of [
			{ video: {} },
			{ video: { ...VIDEO, file_id: '../../x' } },
			{ video: { ...VIDEO, file_unique_id: undefined } },
			{ video_note: { file_id: 'n1', file_unique_id: 'n1-u', length: 240, duration: 4 } },
			{ document: { file_id: 'd1', file_unique_id: 'd1-u', mime_type: 'video/quicktime', file_size: 20_971_520 } },
		])
			expect((await postEvent(desk, mediaUpdate(EDITOR, file, WORDS))).intent, JSON.stringify(file)).to.deep.equal({
				kind: 'usage',
				text: SAYS,
			});
		expect(await desk.service.db.query("select count(*) as n from event where state = 'failed'")).to.deep.equal([{ n: 0 }]);
	});
});
