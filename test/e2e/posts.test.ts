/** A post in the channel on real n8n: its words and its picture are corrected, and it is taken down. */
import { expect } from 'chai';
import { openDatabase } from '@copydesk/kit/database/open';
import { sharedDesk } from '../support/desk.ts';
import type { Desk } from '../support/desk.ts';
import { databaseOf, read, settled } from '../support/deskState.ts';
import { CHANNEL, EDITOR, OWNER, buttonOf, isPreview, peopleOf } from '../support/people.ts';
import type { People, SeenMessage } from '../support/people.ts';

const HOUR_MS = 3_600_000;

describe('A published post on real n8n', function () {
	this.timeout(420_000);
	let desk: Desk;
	let people: People;

	before(async function () {
		desk = await sharedDesk(this);
		people = peopleOf(desk.urls.sandbox);
	});

	afterEach(async function () {
		if (this.currentTest?.state !== 'failed') return;
		for (const c of [OWNER, EDITOR, CHANNEL])
			console.log(
				c,
				JSON.stringify(
					(await people.messages(c)).map((m) => [
						m.message_id,
						m.text ?? m.caption,
						m.reply_markup?.inline_keyboard?.flat().map((b) => b.callback_data),
					]),
					null,
					1,
				),
			);
		console.log(await read(desk, 'select event_key, state, outcome from event'), await read(desk, 'select * from material'));
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
			30_000,
		);
		await people.see(
			OWNER,
			'what it is',
			(message) => isNewToOwner(message) && message.text?.includes('is a correction of the post of') === true,
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
		const words = await correct(draftKey, post.message_id, 'replace "it is quicker to open" with "it is faster to open"');
		const first = await postNow(post.message_id);
		expect(first?.caption).to.equal(words.caption).and.equal(caption.replace('it is quicker', 'it is faster'));
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

	/** As if the post had been published so long ago. */
	async function aged(draftKey: string, hours: number): Promise<void> {
		const db = await openDatabase(databaseOf(desk));
		try {
			await db.query("update delivery set changed_at_ms = changed_at_ms - $1 where operation = 'publish' and draft_key = $2", [
				hours * HOUR_MS,
				draftKey,
			]);
		} finally {
			await db.close();
		}
	}

	it('is deleted after 47 hours, and gives its words up for a line after 49', async () => {
		const young = await published('/post The harbour market opens on 3 August with forty stalls.');
		await aged(young.draftKey, 47);
		await people.press(EDITOR, await noticeWith(EDITOR, 'take_down', young.draftKey), 'take_down');
		await people.press(EDITOR, await noticeWith(EDITOR, 'take_down_yes', young.draftKey), 'take_down_yes');
		await people.see(OWNER, 'that it is taken down', (message) => message.text?.startsWith('🗑 Egor took down') === true, 60_000);
		expect(await postNow(young.post.message_id)).to.equal(undefined);

		const old = await published('/post The night bus runs every half hour from 9 September.');
		await aged(old.draftKey, 49);
		const isNew = await newSince(OWNER);
		await people.press(OWNER, await noticeWith(OWNER, 'take_down', old.draftKey), 'take_down');
		const question = await people.see(
			OWNER,
			'the question',
			(message) => isNew(message) && message.text?.includes('lets me delete a post for 48 hours') === true,
		);
		await people.send(OWNER, 'This post was taken down.', question.message_id);
		await people.see(
			CHANNEL,
			'the line',
			(message) => message.message_id === old.post.message_id && message.caption === 'This post was taken down.',
			60_000,
		);
		await settled(desk, people);
		const withdrawn = await read(
			desk,
			`select draft_key, withdrawn_by_user_id from material 
				where withdrawn_at_ms is not null and draft_key in ('${young.draftKey}', '${old.draftKey}') order by created_at_ms`,
		);
		expect(withdrawn).to.deep.equal([
			{ draft_key: young.draftKey, withdrawn_by_user_id: EDITOR },
			{ draft_key: old.draftKey, withdrawn_by_user_id: OWNER },
		]);
	});
});
