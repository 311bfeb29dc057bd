import { feedbackPatterns } from '@copydesk/domain/chat/patterns';
import { shownCaption, shownPost, unitsBelow, type ShownAs } from '@copydesk/domain/caption/shown';
import { readFeedback } from '@copydesk/domain/revision/intent';
import { readShown } from '@copydesk/domain/revision/shown';
import { readSetting } from '@copydesk/domain/settings/settings';
import { expect } from 'chai';

const LINK = 'https://quay.example/bridge';
const news = (shown_as: ShownAs | null, caption = `The bridge opens.\n\nOriginal: ${LINK}`) => ({
	...{ caption, body: 'The bridge opens.', link: LINK, shown_as },
	caption_entities: [{ type: 'bold', offset: 4, length: 6 }] as const,
});

describe('A post as it is sent', () => {
	const item = (kind: 'photo' | 'video' | 'animation') => ({
		...{ kind, file_id: `${kind}-1`, file_unique_id: `${kind}-u`, width: 1280, height: 720, duration: 12, file_size: 900_000 },
	});
	const post = (media: readonly ReturnType<typeof item>[] | null, cover?: true) =>
		shownPost({ ...news(cover === undefined ? null : { cover }), cover_asset_id: 'c0ffee', media });

	it('shows its cover alone where nothing is sent beside it, whatever was wished for', () => {
		expect(post(null)).to.include({ picture: 'c0ffee' }).and.not.have.property('media');
		expect(post(null, true)).to.deep.equal(post(null));
	});

	it('shows its cover beside media only if that is wished for, and never with a GIF', () => {
		expect(post([item('video')])).to.deep.include({ picture: null, media: [item('video')] });
		expect(post([item('photo'), item('video')], true)).to.include({ picture: 'c0ffee' });
		expect(post([item('animation')], true)).to.include({ picture: null });
		expect(
			post(
				Array.from({ length: 10 }, () => item('photo')),
				true,
			),
			'eleven items are no album',
		).to.include({ picture: null });
	});
});

describe('A caption as it is shown', () => {
	it('is the stored one where nothing was set', () => {
		expect(shownCaption(news(null))).to.deep.equal({
			text: `The bridge opens.\n\nOriginal: ${LINK}`,
			entities: news(null).caption_entities,
		});
	});

	it('has signature and hashtags below, and the name of the source as a link', () => {
		const below = {
			text: 'Our harbour\n#bridge',
			entities: [{ type: 'text_link', offset: 4, length: 7, url: 'https://quay.example/' }] as const,
		};
		const { text, entities } = shownCaption(news({ source: 'Harbour Post', below }));
		expect(text).to.equal('The bridge opens.\n\nOriginal: Harbour Post\n\nOur harbour\n#bridge');
		expect(entities.map(({ type, offset, length, url }) => [type, text.slice(offset, offset + length), url])).to.deep.equal([
			['bold', 'bridge', undefined],
			['text_link', 'Harbour Post', LINK],
			['text_link', 'harbour', 'https://quay.example/'],
		]);
		expect(unitsBelow({ below })).to.equal('\n\nOur harbour\n#bridge'.length);
	});

	it('keeps an address where a name would be longer, or cannot be a link', () => {
		expect(shownCaption(news({ source: 'x'.repeat(LINK.length + 1) })).text).to.contain(LINK);
		expect(
			shownCaption({ ...news({ source: 'Post' }), link: 'http://quay.example/bridge', caption: 'a http://quay.example/bridge' }).text,
		).to.equal('a http://quay.example/bridge');
	});
});

const TWO_BUTTONS = [
	{ text: 'A b', url: 'https://a.example/' },
	{ text: 'C', url: 'https://c.example/' },
];

describe('How a post is shown, in the words of a reply', () => {
	const wishOf = (text: string) => readShown(text, feedbackPatterns);

	for (const [text, wish] of [
		['without the signature', { signature: false }],
		['Silently, please. And hide the picture!', { silent: true, spoiler: true }],
		['No hashtags and no buttons', { hashtags: false, buttons: false }],
		['text above the picture', { caption_above: true }],
		['без подписи, без звука', { signature: false, silent: true }],
		['Текст над картинкой и скрой картинку, пожалуйста', { caption_above: true, spoiler: true }],
		['add a button “Tickets” https://quay.example/t.', { buttons: [{ text: 'Tickets', url: 'https://quay.example/t' }] }],
		['добавь кнопку «Билеты» https://quay.example/t', { buttons: [{ text: 'Билеты', url: 'https://quay.example/t' }] }],
		['caption above, under a spoiler', { caption_above: true, spoiler: true }],
		['Подпись сверху и под спойлером', { caption_above: true, spoiler: true }],
		['Add a button "A b" https://a.example and a button "C":\nhttps://c.example', { buttons: TWO_BUTTONS }],
		['добавь две кнопки: «A b» https://a.example, «C» https://c.example', { buttons: TWO_BUTTONS }],
	] as const)
		it(text, () => {
			expect(wishOf(text)).to.deep.equal({ wish, rest: '' });
			expect(readFeedback(text)).to.deep.equal({ kind: 'shown' });
		});

	it('is done beside what else is asked for', () => {
		expect(wishOf('Shorter, and without the signature')).to.deep.equal({ wish: { signature: false }, rest: 'Shorter' });
		expect(readFeedback('Make it shorter, without the signature')).to.deep.equal({ kind: 'text', wish: 'Make it shorter', shown: true });
		expect(wishOf('Add a button “A” https://a.example and read more at https://c.example')).to.deep.equal({
			wish: { buttons: [{ text: 'A', url: 'https://a.example/' }] },
			rest: 'and read more at https://c.example',
		});
		expect(readFeedback('replace “Saturday” with “Sunday”, silently')).to.deep.include({ kind: 'replace', shown: true, leftover: '' });
		expect(readFeedback('title: Open\nwithout buttons')).to.deep.include({ kind: 'set', title: 'Open', shown: true, leftover: '' });
	});

	it('is no wish where it is about the text', () => {
		for (const text of [
			'Say that a petition without a signature counts for nothing',
			'add a button to the story',
			'replace “a” with “without signature”',
			'The text above is wrong',
		])
			expect(readFeedback(text), text).to.not.have.any.keys('shown');
	});
});

describe('A signature', () => {
	const read = (words: string) => readSetting('signature', words);
	it('is counted as it is shown', () => {
		const long = `[Our harbour](https://quay.example/${'x'.repeat(300)})`;
		expect(read(long)).to.deep.equal({ ok: true, value: long });
		expect(read('x'.repeat(120))).to.include({ ok: true });
		expect(read('x'.repeat(121))).to.deep.equal({ ok: false, problem: { kind: 'too_long', units: 121, most: 120 } });
		expect(read('none')).to.deep.equal({ ok: true, value: '' });
	});
});
