import { expect } from 'chai';
import fc from 'fast-check';

import { shorten } from '../../../domain/text/shorten.ts';

describe('shorten', () => {
	it('leaves alone what fits', () => expect(shorten('twelve units', 12)).to.equal('twelve units'));

	it('ends what does not with an ellipsis, within the bound', () => {
		expect(shorten('twelve units', 11)).to.equal('twelve uni…');
		expect(shorten('twelve units', 8)).to.equal('twelve…');
	});

	it('cuts nothing apart that is one character for a reader', () => {
		expect(shorten('😀😀😀', 5)).to.equal('😀😀…');
		expect(shorten('😀😀😀', 4)).to.equal('😀…');
		expect(shorten('a👩‍👩‍👧b', 8)).to.equal('a…');
		expect(shorten('e\u0301e\u0301e\u0301', 4)).to.equal('e\u0301…');
	});

	it('gives a whole text, never longer than asked for, whatever came', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.integer({ min: 1, max: 70 }), (text, max) => {
				const short = shorten(text, max);
				expect(short.isWellFormed()).to.equal(true);
				expect(short.length).to.be.at.most(Math.max(max, 1));
				expect(text.toWellFormed().startsWith(short.replace(/…$/, ''))).to.equal(true);
			}),
		);
	});

	it('replaces half a character that came alone', () => expect(shorten('a\ud83d', 5)).to.equal('a\ufffd'));
});
