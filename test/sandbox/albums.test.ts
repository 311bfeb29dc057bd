import { expect } from 'chai';
import sharp from 'sharp';
import { CHANNEL, EGOR, RunningSandbox } from '../support/sandbox.ts';

interface Item {
	readonly message_id: number;
	readonly media_group_id?: string;
	readonly caption?: string;
	readonly photo?: readonly { readonly file_id: string }[];
}

describe('albums in the sandbox', () => {
	let desk: RunningSandbox;
	let files: readonly string[];
	before(async () => {
		desk = await new RunningSandbox().start();
		const bytes = await Promise.all(
			['#ff0000', '#00ff00', '#0000ff'].map((background) =>
				sharp({ create: { width: 700, height: 700, channels: 3, background } })
					.png()
					.toBuffer(),
			),
		);
		const answer = await desk.control<Readonly<Record<number, { message: Item }>>>(
			'/send',
			bytes.map((photo, index) => ({
				...{ from: EGOR, media_group_id: '77', photo: photo.toString('base64') },
				...(index === 1 ? { text: 'Three of them' } : {}),
			})),
		);
		const sent = [0, 1, 2].flatMap((index) => answer[index] ?? []);
		expect(sent.map(({ message }) => [message.media_group_id, message.caption])).to.deep.equal([
			['77', undefined],
			['77', 'Three of them'],
			['77', undefined],
		]);
		files = sent.map(({ message }) => message.photo?.at(-1)?.file_id ?? '');
	});
	after(() => desk.end());

	const photos = (names: readonly string[], more: object = {}) => names.map((media) => ({ type: 'photo', media, ...more }));
	const group = (media: unknown, more: object = {}) => desk.bot<readonly Item[]>('sendMediaGroup', { chat_id: CHANNEL, media, ...more });

	it('are messages in a row with one group, which are edited each and deleted together', async () => {
		const [first, ...others] = photos(files);
		const { result } = await group([{ ...first, caption: 'Words' }, ...others]);
		expect(new Set(result.map(({ media_group_id }) => media_group_id)).size).to.equal(1);
		expect(result.map(({ message_id, caption }) => [message_id - (result[0]?.message_id ?? 0), caption])).to.deep.equal([
			[0, 'Words'],
			[1, undefined],
			[2, undefined],
		]);
		const ids = result.map(({ message_id }) => message_id);
		const edited = await desk.bot<Item>('editMessageMedia', { chat_id: CHANNEL, message_id: ids[1], media: photos(files)[0] });
		expect(edited.result.media_group_id).to.equal(result[0]?.media_group_id);
		const animation = await desk.bot('editMessageMedia', {
			chat_id: CHANNEL,
			message_id: ids[1],
			media: { type: 'animation', media: files[0] },
		});
		expect(animation.description).to.equal("Bad Request: message content type can't be used in an album");
		expect((await desk.bot('deleteMessages', { chat_id: CHANNEL, message_ids: [...ids, 999_999] })).result).to.equal(true);
		expect((await desk.bot('editMessageCaption', { chat_id: CHANNEL, message_id: ids[0], caption: 'x' })).description).to.contain(
			'not found',
		);
	});

	for (const [what, media, more, said] of [
		['one item', () => photos(files.slice(0, 1)), {}, 'an album must include 2-10 items'],
		['eleven', () => photos(Array.from({ length: 11 }, () => files[0] ?? '')), {}, 'too many messages to send as an album'],
		['a keyboard', () => photos(files), { reply_markup: { inline_keyboard: [] } }, "reply_markup can't be used in sendMediaGroup"],
		['an animation', () => [{ type: 'animation', media: files[0] }, ...photos(files)], {}, "type can't be used in sendMediaGroup"],
		['a file that is not there', () => photos([files[0] ?? '', 'AgACnobodyHasThisFileId']), {}, 'wrong file_id'],
	] as const)
		it(`are refused with ${what}, and nothing of them is sent`, async () => {
			const before = (await desk.control<{ messages: readonly unknown[] }>(`/chats/${CHANNEL}`)).messages.length;
			const answer = await group(media(), more);
			expect([answer.ok, answer.error_code]).to.deep.equal([false, 400]);
			expect(answer.description).to.contain(said);
			expect((await desk.control<{ messages: readonly unknown[] }>(`/chats/${CHANNEL}`)).messages).to.have.length(before);
		});
});
