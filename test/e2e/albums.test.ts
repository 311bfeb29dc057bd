/** Photos that a person sends together on real n8n: gathered, asked about, previewed, published and taken down as one post. */
import axios from 'axios';
import { expect } from 'chai';
import sharp from 'sharp';
import { sharedDesk } from '../support/desk.ts';
import type { Desk } from '../support/desk.ts';
import { CHANNEL, EDITOR, OWNER, buttonOf, peopleOf } from '../support/people.ts';
import type { People, SeenMessage } from '../support/people.ts';
import { until } from '../support/until.ts';

type Item = SeenMessage & { readonly media_group_id?: string };

describe('An album on real n8n', function () {
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
	const isOf = (message: SeenMessage, action: string, draftKey = '') => buttonOf(message, action)?.includes(draftKey) === true;

	/** Three photos; the words are below the second. */
	async function sendAlbum(group: string, words: string): Promise<void> {
		const photos = await Promise.all(
			['#aa2211', '#22aa11', '#1122aa'].map((background) =>
				sharp({ create: { width: 800, height: 700, channels: 3, background } })
					.png()
					.toBuffer(),
			),
		);
		for (const [index, photo] of photos.entries())
			await axios.post(`${desk.urls.sandbox}/control/send`, {
				...{ from: EDITOR, media_group_id: group, photo: photo.toString('base64') },
				...(index === 1 ? { text: words } : {}),
			});
	}

	/** From the photos to the post; what the channel shows of it. */
	async function published(group: string, choice: 'album_all' | 'album_cover', words: string) {
		const [isNewToEditor, isNewToOwner, isNewPost] = [await newSince(EDITOR), await newSince(OWNER), await newSince(CHANNEL)];
		await sendAlbum(group, words);
		const question = await people.see(EDITOR, 'the question', (message) => isNewToEditor(message) && isOf(message, choice), 60_000);
		await people.press(EDITOR, question, choice);
		const preview = await people.see(OWNER, 'a preview', (message) => isNewToOwner(message) && isOf(message, 'publish'), 180_000);
		const copy = (await people.messages(OWNER)).filter((message: Item) => isNewToOwner(message) && message.media_group_id !== undefined);
		await people.press(OWNER, preview, 'publish');
		const caption = copy.map((message) => message.caption).find((each) => each !== undefined) ?? '';
		await people.see(CHANNEL, 'the post', (message) => isNewPost(message) && message.caption === caption, 60_000);
		const draftKey = (buttonOf(preview, 'publish') ?? '').split('|')[2] ?? '';
		const post = (await people.messages(CHANNEL)).filter((message: Item) => isNewPost(message)) as readonly Item[];
		return { draftKey, copy, post };
	}
	const pictures = (messages: readonly SeenMessage[]) => messages.map(({ photo }) => photo?.at(-1)?.file_unique_id);

	it('is one post of all items, seen before and taken down whole', async () => {
		const { draftKey, copy, post } = await published(
			'71',
			'album_all',
			'The harbour lights come back on Friday after the repair of the pier',
		);
		expect(copy).to.have.length(3);
		expect(pictures(post), 'what was seen').to.deep.equal(pictures(copy));
		expect(new Set(post.map(({ media_group_id }) => media_group_id)).size).to.equal(1);
		expect(post.map(({ caption }) => caption !== undefined)).to.deep.equal([true, false, false]);
		const notice = await people.see(OWNER, 'the notice', (message) => isOf(message, 'take_down', draftKey), 60_000);
		await people.press(OWNER, notice, 'take_down');
		const sure = await people.see(OWNER, 'are you sure', (message) => isOf(message, 'take_down_yes', draftKey), 60_000);
		await people.press(OWNER, sure, 'take_down_yes');
		const ids = post.map(({ message_id }) => message_id);
		await until(async () => !(await people.messages(CHANNEL)).some(({ message_id }) => ids.includes(message_id)), 500);
	});

	it('has the cover as its first picture if that was chosen', async () => {
		const { copy, post } = await published('72', 'album_cover', 'The rose garden at the mill shows ninety sorts from Sunday');
		expect([copy.length, post.length]).to.deep.equal([4, 4]);
		expect(pictures(post)).to.deep.equal(pictures(copy));
	});
});
