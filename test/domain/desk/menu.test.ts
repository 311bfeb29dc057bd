import { expect } from 'chai';
import { COVER_TEMPLATES } from '@copydesk/domain/cover/template';
import { languages } from '@copydesk/domain/language';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import { asksForTitles, readFeedback } from '@copydesk/domain/revision/intent';
import { looksFor, wordsOfChoice, wordsOfMenu } from '@copydesk/domain/desk/menu';
import type { ChoiceAction, MenuAction } from '@copydesk/domain/chat/callback';

const AT = { draft_key: 'p1', version: 2 };

describe('The question what should change, by buttons', () => {
	for (const language of languages) {
		const messages = messagesIn(language);
		const read = (action: MenuAction) => readFeedback(wordsOfMenu(messages, action) ?? '');

		it(`says what the patterns of replies read, in ${language}`, () => {
			expect(read('draw_new').kind).to.equal('illustration');
			expect(read('one_title').kind).to.equal('text');
			expect(
				['one_title', 'three_titles', 'shorter'].map((action) => asksForTitles(wordsOfMenu(messages, action as MenuAction) ?? '')),
			).to.deep.equal([false, true, false]);
			expect(asksForTitles(language === 'ru' ? 'Сделай три заголовка, пожалуйста' : 'Three titles, please')).to.equal(true);
			const choice = (action: ChoiceAction) => readFeedback(wordsOfChoice(messages, action, ['Rain: again', 'After the rain']) ?? '');
			expect(choice('title_2')).to.include({ kind: 'set', title: 'After the rain', leftover: '' });
			expect(choice('picture_before').kind).to.equal('picture_before');
			expect(wordsOfChoice(messages, 'title_2', ['Rain: again'])).to.equal(null);
			expect(read('shorter').kind).to.equal('text');
			const looks = looksFor({ ...AT, cover_template: 'unknown' }).flat();
			const all = looksFor({ ...AT, cover_template: 'panel' })
				.flat()
				.concat(looks);
			const named = new Set(all.map(({ action }) => read(action as MenuAction)).map((intent) => 'template' in intent && intent.template));
			expect([...named]).to.have.members([...COVER_TEMPLATES, 'photo']);
		});
	}

	it('is understood in words too, in both languages', () => {
		for (const words of ['Give me three titles, please', 'Three titles to choose from', 'Предложи, пожалуйста, три заголовка'])
			expect(asksForTitles(words), words).to.equal(true);
		for (const words of ['Bring the old picture back', 'The picture before', 'Верни прежнюю картинку'])
			expect(readFeedback(words).kind, words).to.equal('picture_before');
		// The words go to the painter: it would draw two in one.
		expect(readFeedback('Draw two pictures')).to.deep.equal({ kind: 'illustration', wish: 'another picture' });
		expect(readFeedback('Нарисуй две картинки на выбор')).to.deep.equal({ kind: 'illustration', wish: 'другая картинка' });
	});

	it('offers every template but the one that the cover has', () => {
		const offered = looksFor({ ...AT, cover_template: `frame@${'a'.repeat(64)}` }).flat();
		const actions = offered.map(({ action }) => action);
		expect(actions).to.deep.equal(['look_classic', 'look_panel', 'look_full', 'look_words', 'look_news', 'look_photo']);
		expect(offered.every(({ draft_key, version }) => draft_key === 'p1' && version === 2)).to.equal(true);
	});
});
