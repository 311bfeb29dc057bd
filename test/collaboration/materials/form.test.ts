import { createHash } from 'node:crypto';
import { expect } from 'chai';
import {
	CHANNEL,
	COVER,
	COVER_ID,
	EDITOR,
	IMAGE_ID,
	OWNER,
	claim,
	postEvent,
	press,
	preview,
	problem,
	publish,
	ready,
	stateOf,
	textUpdate,
	requested,
} from '../../support/collaboration.ts';
import type { Answer, Ready, TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { openPlanningDesk, saidTo } from '../../support/planned.ts';
import { pressPost, publishFrom, questionTo, revisedBy } from '../../support/posts.ts';

const OTHER_COVER = Buffer.from('another picture');
const OTHER_ID = createHash('sha256').update(OTHER_COVER).digest('hex');
const URL = 'https://quay.example/market';
const BODY = 'The old market opens on Saturday.\n\nCome early.';
const REQUEST = '/post Say that the old market opens on Saturday. Come early';

const entity = (text: string, words: string, type: string, url?: string) => ({
	...{ type, offset: text.indexOf(words), length: words.length },
	...(url === undefined ? {} : { url }),
});
const FORM = [entity(BODY, 'old market', 'text_link', URL), entity(BODY, 'Saturday', 'bold')];

describeOnEachEngine('The form of a caption', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openPlanningDesk({ engine });
	});
	afterEach(() => desk.close());

	const words = (text: string, entities: object[]) => textUpdate(EDITOR, text, { entities });
	const advance = (at: { _svc: string; draft_key: string; version: number }, patch: object, more: object = {}): Promise<Answer> =>
		desk.post('/materials/advance', { ...at, from: 'text_preparing', to: 'text_preparing', patch, ...more });

	/** What the graphs do with a request whose words have a form. */
	async function formed(patch: object = { body: BODY }): Promise<Ready> {
		const event = await requested(
			desk,
			words(REQUEST, [entity(REQUEST, 'old market', 'text_link', URL), entity(REQUEST, 'Saturday', 'bold')]),
		);
		const _svc = event._svc as string;
		const { draft_key: key } = event.intent as { readonly draft_key: string };
		const { body } = await desk.post('/materials/create', { _svc, draft_key: key, content: { kind: 'post', request: 'The market' } });
		const { draft_key, version } = body.material as Ready;
		const at = { _svc, draft_key, version };
		await advance(at, { title: 'Open', subtitle: '', ...patch }, { from: 'text_generating' });
		await advance(at, { caption: BODY, cover_asset_id: COVER_ID, source_image_id: IMAGE_ID });
		await desk.post('/decision', { ...at, decision: 'prepared' });
		const owner = (await preview(desk, at, OWNER)).body.delivery.message_id as number;
		const editor = (await preview(desk, at, EDITOR)).body.delivery.message_id as number;
		await advance(at, {}, { to: 'ready' });
		await desk.post('/event-done', { _svc, event_key: event.event_key, outcome: 'ready' });
		return { ...at, owner, editor };
	}
	const shownTo = (chatId: number) => desk.messenger.messages(chatId).findLast(({ caption }) => caption !== undefined)?.form;

	it('is that of the words that a person wrote, in the previews and in the channel alike, and never a parse mode', async () => {
		const at = await formed();
		await publishFrom(desk, OWNER, at);
		for (const chat of [OWNER, EDITOR, CHANNEL]) expect(shownTo(chat), `chat ${chat}`).to.deep.equal(FORM);
		expect(desk.messenger.accepted.filter(({ fields }) => fields['parse_mode'] !== undefined)).to.deep.equal([]);
		expect(await stateOf(desk, at)).to.include({ state: 'published', caption: BODY });
	});

	it('shows the address of each link in full to all who approve', async () => {
		await formed();
		for (const person of [OWNER, EDITOR])
			expect(
				saidTo(desk, person).filter((text) => text.includes(`old market → ${URL}`)),
				String(person),
			).to.have.length(1);
	});

	it('is what the AI gave beside that, and is part of what is approved', async () => {
		const own = { type: 'italic', offset: BODY.indexOf('Come'), length: 11 };
		const at = await formed({ body: BODY, caption_entities: [own] });
		expect(shownTo(OWNER)).to.deep.equal([...FORM, own]);
		const other = await formed();
		const [one, two] = [await stateOf(desk, at), await stateOf(desk, other)];
		expect(one['caption']).to.equal(two['caption']);
		expect(one['content_sha256']).to.not.equal(two['content_sha256']);
		await desk.service.db.query('update material set caption_entities = null where draft_key = $1', [at.draft_key]);
		const pressed = await press(desk, OWNER, at, 'publish');
		expect(problem(await claim(desk, pressed, at))).to.deep.equal([409, 'content_mismatch']);
		expect(desk.messenger.messages(CHANNEL)).to.deep.equal([]);
	});

	for (const [which, cover] of [
		['alone', undefined],
		['with another picture', OTHER_ID],
	] as const)
		it(`stays with the words that stay, takes that of new ones from the answer, and is corrected with the words ${which}`, async () => {
			desk.covers.fetch = async (id) => ({ bytes: id === OTHER_ID ? OTHER_COVER : COVER });
			const post = await formed();
			await publishFrom(desk, OWNER, post);
			await pressPost(desk, EDITOR, 'correct', post);
			const answer = 'replace “Saturday” with “Sunday” and “early” with “at nine”';
			const question = { reply_to_message: { message_id: await questionTo(desk, EDITOR) } };
			const event = await postEvent(desk, textUpdate(EDITOR, answer, { ...question, entities: [entity(answer, 'at nine', 'spoiler')] }));
			const caption = BODY.replace('Saturday', 'Sunday').replace('early', 'at nine');
			const of = { draft_key: post.draft_key, version: 1 };
			const { at } = await revisedBy(desk, event, of, { caption, ...(cover === undefined ? {} : { cover }) });
			const after = [
				entity(caption, 'old market', 'text_link', URL),
				entity(caption, 'Sunday', 'bold'),
				entity(caption, 'at nine', 'spoiler'),
			];
			expect(shownTo(OWNER)).to.deep.equal(after);
			await publishFrom(desk, OWNER, at);
			expect(shownTo(CHANNEL)).to.deep.equal(after);
			expect(desk.messenger.messages(CHANNEL).map((one) => one.caption)).to.deep.equal([caption]);
		});

	it('is compared when an unconfirmed post is looked for', async () => {
		await publishFrom(desk, OWNER, await ready(desk));
		const lost = async (tamper: (post: { form: unknown }) => void) => {
			const at = await formed();
			const pressed = await press(desk, OWNER, at, 'publish');
			await claim(desk, pressed, at);
			desk.messenger.next('lost_after');
			expect((await publish(desk, pressed._svc, at)).body.delivery.status).to.equal('unknown');
			const post = desk.messenger.messages(CHANNEL).at(-1);
			if (post !== undefined) tamper(post);
			await desk.service.tick();
			await desk.service.tick();
			return (await stateOf(desk, at))['state'];
		};
		expect(await lost(() => undefined)).to.equal('published');
		expect(await lost((post) => (post.form = [])), 'the same words in another form are another post').to.equal('claimed');
	});

	it('is refused where it does not fit, from n8n and from a person', async () => {
		const event = await postEvent(desk, textUpdate(EDITOR, REQUEST));
		const _svc = event._svc as string;
		const { draft_key: key } = event.intent as { readonly draft_key: string };
		const { body } = await desk.post('/materials/create', { _svc, draft_key: key, content: { kind: 'post', request: 'The market' } });
		const { draft_key, version } = body.material as Ready;
		const at = { _svc, draft_key, version };
		const bold = (offset: number, length: number) => ({ type: 'bold', offset, length });
		const forged: [object, string][] = [
			[{ body: 'abc', caption_entities: [bold(0, 1), bold(2, 2)] }, 'caption_entities.1'],
			[{ body: 'a😀', caption_entities: [bold(0, 2)] }, 'caption_entities.0'],
			[{ caption_entities: [bold(0, 1)] }, 'caption_entities'],
			[{ body: 'abc', caption_entities: [{ ...bold(0, 1), type: 'text_link', url: 'http://quay.example/' }] }, 'caption_entities.0'],
			[{ body: 'abc', caption_entities: [{ ...bold(0, 1), url: URL }] }, 'caption_entities.0'],
			[{ body: 'abc', caption_entities: [{ ...bold(0, 1), type: 'code' }] }, 'patch.caption_entities.0.type'],
			[{ body: 'abc', caption_entities: Array.from({ length: 101 }, () => bold(0, 1)) }, 'patch.caption_entities'],
		];
		for (const [patch, path] of forged) {
			const { status, body: told } = await advance(at, patch, { from: 'text_generating', to: 'text_preparing' });
			expect([status, told.code, (told.errors as { path: string }[])[0]?.path], JSON.stringify(patch)).to.deep.equal([
				422,
				'invalid_request',
				path,
			]);
		}
		await advance(at, { title: 'a', body: 'abc', caption_entities: [bold(0, 3)] }, { from: 'text_generating' });
		await advance(at, { caption: 'something else', cover_asset_id: COVER_ID });
		await preview(desk, at, OWNER);
		expect(shownTo(OWNER), 'a caption that does not begin with the text has no form').to.equal(undefined);
	});
});
