import { wordsIn } from '@copydesk/collaboration/board/words/words';
import { languages } from '@copydesk/domain/language';
import { expect } from 'chai';

/** Names, units and commands are the same everywhere. */
const SAME = 60;

describe("The board's words", () => {
	const said = (value: unknown): string[] =>
		typeof value === 'string'
			? [value]
			: typeof value === 'function'
				? [String((value as (...given: unknown[]) => unknown)(7, 7))]
				: Object.values(value as object).flatMap(said);
	const english = said(wordsIn('en').words);

	for (const tag of languages.filter((each) => each !== 'en'))
		it(`are all there in ${tag}`, () => {
			const { words, language } = wordsIn(tag);
			expect(language).to.equal(tag);
			expect(() => Intl.getCanonicalLocales(words.locale)).to.not.throw();
			const own = said(words);
			expect(own).to.have.length(english.length);
			expect(own.filter((each) => each.trim() === '' || /undefined|NaN|\[object/u.test(each))).to.deep.equal([]);
			expect(own.filter((each, at) => each === english[at]).length, 'left in English').to.be.lessThan(SAME);
		});
});
