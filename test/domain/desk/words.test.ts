import { expect } from 'chai';

import { errors } from '../../../domain/errors.ts';
import { explain } from '../../../domain/desk/explain.ts';
import { say, words } from '../../../domain/desk/words.ts';
import type { WordsName } from '../../../domain/desk/words.ts';

const blanks = { draft_key: 'p1', version: 2, code: 'text_too_long', detail: 'x'.repeat(2_000), state: 'ready', list: '' };

describe('what the desk says', () => {
	for (const name of Object.keys(words) as WordsName[]) {
		it(`${name} is said in both languages and fits a message`, () => {
			const [en, ru] = [say(name, blanks, 'en'), say(name, blanks, 'ru')];
			expect(en).to.have.length.within(3, 4_096);
			expect(ru).to.have.length.within(3, 4_096);
			expect(ru).to.match(/[а-яё]|p1/i);
			if (name.startsWith('toast_')) expect(en.length).to.be.at.most(200);
		});
	}

	it('tells what went wrong and what to type, without what is meant for logs', () => {
		const told = say('work_failed', { draft_key: 'p1', version: 1, code: 'ai_incomplete', detail: 'max_output_tokens' }, 'en');
		expect(told).to.include('The answer of the AI broke off.').and.include('/resume p1');
		expect(told).to.not.include('max_output_tokens');
	});

	it('quotes the words that an edit was about', () => {
		expect(say('refused', { code: 'fragment_not_found', detail: 'day trains' }, 'en')).to.equal(
			'These words are not in the text. “day trains” Nothing was changed.',
		);
	});
});

describe('explain', () => {
	it('leaves nobody without an answer', () => expect(explain('never_heard_of', 'en')).to.equal('Error: never_heard_of.'));

	it('has its own sentence for each conflict that a person can cause', () => {
		for (const code of [
			'state_conflict',
			'copy_not_delivered',
			'content_mismatch',
			'session_held',
			'not_ready',
			'transition_forbidden',
			'material_not_found',
		] as const) {
			expect(Object.keys(errors)).to.include(code);
			expect(explain(code, 'en')).to.not.match(/^Error/);
			expect(explain(code, 'ru')).to.match(/[а-яё]/i);
		}
	});
});
