import { expect } from 'chai';
import { linesAsSet } from '../../../domain/revision/asSet.ts';

describe('A title that a person set in another language', () => {
	const before = { title: 'Night trains are back for the summer', subtitle: 'Ночные поезда', body: 'Поезда ходят.', problem: null };

	for (const [what, found, wish, tag, more] of [
		['stays through a wish for the text', ['title'], 'короче, пожалуйста', 'ru', {}],
		['stays as a subtitle too', ['subtitle'], 'shorter', 'ru', { title: 'Ночные поезда', subtitle: 'They are back for the summer' }],
		['is changed by a wish for it', [], 'Сделай заголовок короче', 'ru', {}],
		['is changed by a wish for it, in English', [], 'a better title, please', 'ru', {}],
		['goes with the language that is wished for', [], 'напиши по-русски', 'ru', {}],
		['was nobody’s where the check refused it', [], 'shorter', 'ru', { problem: 'language_mixed' }],
		['is none in the language of the post', [], 'shorter', 'en', { subtitle: '' }],
		['is none where the language is not known', [], 'shorter', null, {}],
	] as const)
		it(what, () => expect(linesAsSet({ ...before, ...more }, tag, wish)).to.deep.equal(found));

	it('is none of a first version', () => expect(linesAsSet(null, 'ru', 'shorter')).to.deep.equal([]));
});
