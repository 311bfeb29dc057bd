import { expect } from 'chai';
import { COVER_TEMPLATES } from '@copydesk/domain/cover/template';
import { languages } from '@copydesk/domain/language';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import { readFeedback } from '@copydesk/domain/revision/intent';
import { looksFor, wordsOfMenu } from '@copydesk/domain/desk/menu';
import type { MenuAction } from '@copydesk/domain/chat/callback';

const AT = { draft_key: 'p1', version: 2 };

describe('The question what should change, by buttons', () => {
	for (const language of languages) {
		const messages = messagesIn(language);
		const read = (action: MenuAction) => readFeedback(wordsOfMenu(messages, action) ?? '');

		it(`says what the patterns of replies read, in ${language}`, () => {
			expect(read('other_picture').kind).to.equal('illustration');
			expect(read('draw_new').kind).to.equal('illustration');
			expect(read('other_title').kind).to.equal('text');
			expect(read('shorter').kind).to.equal('text');
			const looks = looksFor({ ...AT, cover_template: 'unknown' }).flat();
			const all = looksFor({ ...AT, cover_template: 'panel' })
				.flat()
				.concat(looks);
			const named = new Set(all.map(({ action }) => read(action as MenuAction)).map((intent) => 'template' in intent && intent.template));
			expect([...named]).to.have.members([...COVER_TEMPLATES, 'photo']);
		});
	}

	it('offers every template but the one that the cover has', () => {
		const offered = looksFor({ ...AT, cover_template: `frame@${'a'.repeat(64)}` }).flat();
		const actions = offered.map(({ action }) => action);
		expect(actions).to.deep.equal(['look_classic', 'look_panel', 'look_full', 'look_words', 'look_news', 'look_photo']);
		expect(offered.every(({ draft_key, version }) => draft_key === 'p1' && version === 2)).to.equal(true);
	});
});
