/**
 * A post in the channel on real n8n: it goes out after a wait, and its words and its picture are corrected. It is taken down in
 * test/start/later.test.ts.
 */
import { expect } from 'chai';
import { sharedDesk, type Desk } from '../support/desk.ts';
import { read, settled } from '../support/deskState.ts';
import { CHANNEL, EDITOR, OWNER, buttonOf, isPreview, peopleOf, type People, type SeenMessage } from '../support/people.ts';

describe('A published post on real n8n', function () {
	this.timeout(420_000);
	let desk: Desk;
	let people: People;

	before(async function () {
		desk = await sharedDesk(this);
		people = peopleOf(desk.urls.sandbox);
	});

	const newSince = async (chat: number) => {
		const known = new Set((await people.messages(chat)).map(({ message_id }) => message_id));
		return ({ message_id }: SeenMessage) => !known.has(message_id);
	};
	const pictureOf = ({ photo }: SeenMessage) => photo?.at(-1)?.file_unique_id;

	/** From the request to the post, with the notice that has its buttons. */
	async function published(request: string) {
		const [isNew, isNewPost] = [await newSince(OWNER), await newSince(CHANNEL)];
		await people.send(OWNER, request);
		const preview = await people.see(OWNER, 'a preview', (message) => isPreview(message) && isNew(message), 120_000);
		await people.press(OWNER, preview, 'publish');
		const post = await people.see(CHANNEL, 'the post', (message) => message.caption === preview.caption && isNewPost(message), 60_000);
		const draftKey = (buttonOf(preview, 'publish') ?? '').split('|')[2] ?? '';
		return { draftKey, post, caption: preview.caption ?? '' };
	}
	const noticeWith = (chat: number, action: string, draftKey: string) =>
		people.see(chat, `a notice with ${action}`, (message) => buttonOf(message, action)?.includes(draftKey) === true, 60_000);
	const postNow = async (messageId: number) => (await people.messages(CHANNEL)).find(({ message_id }) => message_id === messageId);

	/** Correct, the answer, the preview of the correction, Publish. */
	async function correct(draftKey: string, messageId: number, answer: string): Promise<SeenMessage> {
		const [isNew, isNewToOwner] = [await newSince(EDITOR), await newSince(OWNER)];
		const notices = (await people.messages(EDITOR)).filter((message) => buttonOf(message, 'correct')?.includes(draftKey) === true);
		await people.press(EDITOR, notices.at(-1) ?? (await noticeWith(EDITOR, 'correct', draftKey)), 'correct');
		const question = await people.see(
			EDITOR,
			'the question',
			(message) => isNew(message) && message.text?.startsWith('What should change in') === true,
		);
		await people.send(EDITOR, answer, question.message_id);
		const preview = await people.see(
			OWNER,
			'the preview of the correction',
			(message) => isPreview(message) && isNewToOwner(message),
			120_000,
		);
		await people.see(
			OWNER,
			'what it is',
			(message) => isNewToOwner(message) && message.text?.includes('asked to correct the post of') === true,
		);
		await settled(desk, people);
		await people.press(OWNER, preview, 'publish');
		await people.see(
			CHANNEL,
			'the corrected post',
			(message) => message.message_id === messageId && message.caption === preview.caption,
			60_000,
		);
		await people.see(
			EDITOR,
			'that it is corrected',
			(message) => isNew(message) && message.text?.includes('corrected the post of') === true,
		);
		await settled(desk, people);
		return preview;
	}

	it('shows what was approved: other words, then another picture, under the same number', async () => {
		const { draftKey, post, caption } = await published('/post The city library opens on Sundays from 5 July. Entry is free.');
		const words = await correct(draftKey, post.message_id, 'replace "Entry is free." with "Entry costs nothing."');
		const first = await postNow(post.message_id);
		expect(first?.caption).to.equal(words.caption).and.equal(caption.replace('Entry is free.', 'Entry costs nothing.'));
		expect(first && pictureOf(first), 'the words alone are changed').to.equal(pictureOf(post));
		const cover = await correct(draftKey, post.message_id, 'title: Sundays at the city library');
		const second = await postNow(post.message_id);
		expect(second?.caption).to.equal(cover.caption);
		expect(second && pictureOf(second))
			.to.equal(pictureOf(cover))
			.and.not.equal(pictureOf(post));
		expect((await people.messages(CHANNEL)).filter(({ message_id }) => message_id > post.message_id)).to.deep.equal([]);
		const sent = await read(
			desk,
			`select purpose, entity_key, state from delivery where operation = 'publish' and draft_key = '${draftKey}' order by version`,
		);
		expect(sent).to.deep.equal([
			{ purpose: 'publish', entity_key: `${draftKey}:1`, state: 'sent' },
			{ purpose: 'correct', entity_key: `${draftKey}:2`, state: 'sent' },
			{ purpose: 'correct', entity_key: `${draftKey}:3`, state: 'sent' },
		]);
	});

	it('goes out once by a press that is kept while the messenger asks to wait', async () => {
		const [isNew, isNewPost] = [await newSince(OWNER), await newSince(CHANNEL)];
		await people.send(OWNER, '/post The outdoor pool opens its early lane on 12 June at 7:00.');
		const preview = await people.see(OWNER, 'a preview', (message) => isPreview(message) && isNew(message), 120_000);
		await settled(desk, people);
		await people.setFault({ target: 'messenger', kind: '429', method: 'sendPhoto', retry_after: 20, times: 1 });
		await people.press(OWNER, preview, 'publish');
		const says = (what: string, words: RegExp) =>
			people.see(OWNER, what, (message) => isNew(message) && words.test(message.text ?? ''), 60_000);
		const kept = await says('that the press is kept', /^⏳ Telegram asks me to wait\. I’ll continue in \d+ s\./);
		expect(buttonOf(kept, 'cancel_wait')).to.not.equal(undefined);
		// A second press changes nothing.
		await people.press(OWNER, preview, 'publish');
		const post = await people.see(CHANNEL, 'the post', isNewPost, 60_000);
		await says('that the wait is over', /^▶️ I’m continuing\.$/);
		await settled(desk, people);
		const draftKey = (buttonOf(preview, 'publish') ?? '').split('|')[2] ?? '';
		const sent = await read(desk, `select state, attempts from delivery where operation = 'publish' and draft_key = '${draftKey}'`);
		expect(post.caption).to.equal(preview.caption);
		expect((await people.messages(CHANNEL)).filter(isNewPost)).to.have.length(1);
		expect(sent).to.deep.equal([{ state: 'sent', attempts: 2 }]);
	});
});
