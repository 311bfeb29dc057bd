import { expect } from 'chai';

import { languages } from '../../domain/language.ts';
import { measureMeaning } from './meaning/measure.ts';
import { kinds, sentences } from './meaning/sentences.ts';

const MOST_ASKED_BACK = 0.03;
const MOST_MISLED = 0.05;

describe('Messages that may become a post', () => {
	for (const language of languages) {
		it(`are told apart before anything is paid for: ${language}`, () => {
			const own = sentences.filter((sentence) => sentence.language === language);
			for (const kind of kinds)
				expect(
					own.filter((sentence) => sentence.kind === kind),
					kind,
				).to.have.length.at.least(20);
			expect(own).to.have.length.at.least(300);
			const { drafts, askedBack, requests, misled, led } = measureMeaning((sentence) => sentence.language === language);
			expect(drafts).to.deep.equal([]);
			expect(askedBack.length / requests, askedBack.join('\n')).to.be.at.most(MOST_ASKED_BACK);
			expect(misled.length / led, misled.join('\n')).to.be.at.most(MOST_MISLED);
		});
	}
});
