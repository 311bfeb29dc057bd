import { expect } from 'chai';

import { readFeedback } from '../../../domain/revision/intent.ts';

/** Replies, between bars or on lines of their own. */
const eachOf = (replies: string): readonly string[] => replies.trim().split(/\s*[|\n]\s*/u);

describe('readFeedback', () => {
	for (const reply of ['cancel', 'Cancel.', ' CANCEL! ', '/cancel', 'never mind', 'отмена', 'Отмени', 'Не надо']) {
		it(`takes ${JSON.stringify(reply)} for a cancellation`, () => expect(readFeedback(reply)).to.deep.equal({ kind: 'cancel' }));
	}

	const nothing = eachOf(`
		drop it | keep it | Keep it, thanks | nvm | let it be | no change needed | Don’t change anything! | please don't change it
		Оставь так | не меняй | Больше не нужно. | пусть останется | Пусть остаётся | не меняйте, пожалуйста
		Lass es wie es ist | nicht nötig | Déjalo como está | no hace falta | Laisse comme ça | pas besoin | j’ai changé d’avis
		Deixa como está | não precisa | Lascia perdere | lascia così | Zostaw jak jest | zmieniłem zdanie
		Fikrimi değiştirdim | olduğu gibi bırak | İptal | Залиш як є
	`);
	for (const reply of nothing) it(`takes “${reply}” for no wish`, () => expect(readFeedback(reply)).to.deep.equal({ kind: 'cancel' }));

	const wishes = eachOf(`
		keep it short | drop it from the title | let it be about dogs | don't change anything but the title | drop the second paragraph
		Оставь так, но короче | не меняй первый абзац, остальное сократи | пусть останется только цена | больше не нужно о цене
		lass es wie es ist, aber kürzer | no hace falta el final | pas besoin de la fin | não precisa do preço
		lascia così ma più breve | zostaw jak jest, ale krócej | olduğu gibi bırak ama kısalt | залиш як є, але коротше
	`);
	for (const reply of wishes) it(`takes “${reply}” for a wish`, () => expect(readFeedback(reply).kind).to.equal('text'));

	const replacements: readonly [reply: string, pairs: Readonly<Record<string, string>>, leftover: string][] = [
		['replace "A" with "B"', { A: 'B' }, ''],
		['Replace “one word” with “two words”.', { 'one word': 'two words' }, ''],
		["replace 'A' with 'B'", { A: 'B' }, ''],
		['replace "don\'t" with "do not"', { "don't": 'do not' }, ''],
		["replace 'it's' with 'its'", { "it's": 'its' }, ''],
		['replace ‘it’s’ with ’its’', { 'it’s': 'its' }, ''],
		['замени ”A” на ”B”', { A: 'B' }, ''],
		['please change «A» to «B», thanks', { A: 'B' }, ''],
		['замени «старое» на «новое»', { старое: 'новое' }, ''],
		['нужно поменять «старое» на «новое»', { старое: 'новое' }, 'нужно'],
		['Замените, пожалуйста, "A" на "B"', { A: 'B' }, ''],
		['замени „A“ на „B“ и «C» на «D»', { A: 'B', C: 'D' }, ''],
		['replace "A" with "B" and "C" with "D"', { A: 'B', C: 'D' }, ''],
		['replace "A" with "B"; replace "C" with "D"', { A: 'B', C: 'D' }, ''],
		['replace "A" with "B"\nswap "C" for ""', { A: 'B', C: '' }, ''],
		['replace the word "A" with "B"', { A: 'B' }, ''],
		['replace "he said “no”" with "she said"', { 'he said “no”': 'she said' }, ''],
		['replace "picture" with "new picture"', { picture: 'new picture' }, ''],
		['replace "A" with "B". Also make the tone warmer', { A: 'B' }, '. Also make the tone warmer'],
	];
	for (const [reply, pairs, leftover] of replacements) {
		it(`finds the exact words in ${JSON.stringify(reply)}`, () =>
			expect(readFeedback(reply)).to.deep.equal({
				kind: 'replace',
				edits: Object.entries(pairs).map(([fragment, replacement]) => ({ fragment, replacement })),
				leftover,
			}));
	}

	const fields: readonly [reply: string, expected: object][] = [
		['title: A new name', { title: 'A new name' }],
		['Title:A', { title: 'A' }],
		['заголовок: Новое имя', { title: 'Новое имя' }],
		['Подзаголовок: под ним', { subtitle: 'под ним' }],
		['subtitle:', { subtitle: '' }],
		['title: One\nsubtitle: Two', { title: 'One', subtitle: 'Two' }],
		['title: What: a question', { title: 'What: a question' }],
	];
	for (const [reply, expected] of fields)
		it(`sets fields by ${JSON.stringify(reply)}`, () =>
			expect(readFeedback(reply)).to.deep.equal({ kind: 'set', leftover: '', ...expected }));

	it('says what is beside a field and is not done', () => {
		expect(readFeedback('title: One\nand shorten the text')).to.deep.equal({ kind: 'set', title: 'One', leftover: 'and shorten the text' });
	});

	const illustrations = eachOf(`
		new picture please | Make another illustration | change the image | I want a different photo | Please redo the cover art
		regenerate the picture | The text is fine. Replace the picture with a calmer one. | change the longer picture
		change the title and the picture | I don't like the picture, make a new one | the picture is not good, change it
		не нравится картинка, поменяй | новую картинку, пожалуйста | Поменяй иллюстрацию | сделай другое изображение | переделай фото
		замените фотографию | измени текст и картинку | don't change the text, change the picture | don't change text, change picture
		не меняй текст, поменяй картинку | change the picture, keep the text | another picture, but keep the title
		keep title and change picture | new picture, but keep it simple | новая картинка, текст оставь
		change everything in the picture | смени картинку, убери текст с неё | оставь текст, а картинку замени
		текст не меняй, поменяй картинку | нужна другая картинка, а текст не трогай | текст норм — картинку другую
	`);
	for (const reply of illustrations)
		it(`hears a wish for another illustration in ${JSON.stringify(reply)}`, () =>
			expect(readFeedback(reply)).to.deep.equal({ kind: 'illustration', wish: reply }));

	const texts = eachOf(`
		make it shorter | Change the ending | don't change the picture | don’t change the picture, but make the text shorter
		Do not touch the image. Make it warmer. | keep the image, new ending | leave the picture as it is and change the tone
		The picture is good. Change the first paragraph. | change the text under the picture
		without changing the photo, make it warmer | the picture should not be changed | don't change the text or the picture
		don't change text and don't change the picture | не меняй картинку | не меняй текст и картинку | картинку оставь, текст покороче
		Картинку не трогай, поменяй концовку | сделай теплее, картинка хорошая | измени текст под картинкой
		добавь новость про фотографа | a picture says more than words | replace the second sentence | Title is too long: shorten it
		the picture is nice, keep it, but change the ending | картинку, пожалуйста, не меняй, поменяй концовку
		make it more like a photo report | I like the picture, make it funnier | make the photo caption shorter
		добавь, что на фото новый мэр | классная картинка, сделай смешнее | напиши, что фото сделал Иванов
		Картинка хорошая. Начало скучное, поменяй
	`);
	for (const reply of texts)
		it(`hears only a wish about the text in ${JSON.stringify(reply)}`, () =>
			expect(readFeedback(reply)).to.deep.equal({ kind: 'text', wish: reply }));

	for (const reply of [
		'change the picture and make it shorter',
		'New picture, please. Rewrite the text.',
		'поменяй картинку и сократи текст',
		'Короче, пожалуйста, и новую картинку',
		'new picture and make the title funnier',
		'поменяй картинку и убери последний абзац',
	])
		it(`hears both wishes in ${JSON.stringify(reply)}`, () =>
			expect(readFeedback(reply)).to.deep.equal({ kind: 'text', wish: reply, picture: reply }));

	it('does a wish for another picture beside exact words, and says what of the rest is left out', () => {
		expect(readFeedback('title: New\nnew picture')).to.deep.equal({ kind: 'set', title: 'New', picture: 'new picture', leftover: '' });
		expect(readFeedback('заголовок: Новое\nновая картинка')).to.deep.equal({
			kind: 'set',
			title: 'Новое',
			picture: 'новая картинка',
			leftover: '',
		});
		const edits = [{ fragment: 'a', replacement: 'b' }];
		expect(readFeedback('replace "a" with "b" and draw a new picture of a boat')).to.deep.include({ kind: 'replace', edits, leftover: '' });
		expect(readFeedback('title: New\nnew picture, and shorten the text')).to.include({
			picture: 'new picture, and shorten the text',
			leftover: 'new picture, and shorten the text',
		});
		expect(readFeedback('title: New\nkeep the picture')).to.deep.equal({ kind: 'set', title: 'New', leftover: 'keep the picture' });
	});

	it('prefers exact words to the other readings, because the order is fixed', () => {
		expect(readFeedback('replace "old image" with "new image"')).to.include({ kind: 'replace' });
		expect(readFeedback('title: New picture')).to.include({ kind: 'set' });
	});

	const unfinished = eachOf(`
		replace | Replace "a" | replace "a" with | please replace "a" with "b | replace the words “a” by | change "a | замени
		замени «а» | Замените «а» на | замени слова «а» на «б | title | Заголовок
	`);
	for (const reply of unfinished)
		it(`asks back what breaks off in ${JSON.stringify(reply)}`, () =>
			expect(readFeedback(reply)).to.deep.equal({ kind: 'unclear', code: 'edit_unfinished' }));

	for (const reply of [
		'change "a" so that it sounds warmer',
		'the title "a" is too dry',
		'replace a with b',
		'напиши «а» покороче',
		'change title to "New"',
		'Измени заголовок на «Новый»',
	])
		it(`leaves ${JSON.stringify(reply)} to be understood`, () => expect(readFeedback(reply)).to.deep.equal({ kind: 'text', wish: reply }));

	for (const reply of ['ok', 'Thanks!', '?', '👍', 'спасибо', 'Хорошо.'])
		it(`finds no wish in ${JSON.stringify(reply)}`, () =>
			expect(readFeedback(reply)).to.deep.equal({ kind: 'unclear', code: 'wish_unclear' }));
});
