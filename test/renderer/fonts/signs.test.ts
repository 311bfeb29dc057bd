import { expect } from 'chai';
import { coverWords } from '../../../domain/cover/signs.ts';
import { loadTypeface } from '../../../services/renderer/src/fonts/typeface.ts';
import { isSettable } from '../../../services/renderer/src/layout/characters.ts';
import { MissingGlyph, shape } from '../../../services/renderer/src/layout/shape.ts';

const SIGN = /^(?:\p{Extended_Pictographic}|\p{Emoji_Presentation}|(?=\p{So})[\p{Script=Common}\p{Script=Inherited}])$/u;

describe('what is left out of a cover', function () {
	this.timeout(60_000);
	for (const [field, role] of [
		['title', 'title'],
		['subtitle', 'subtitle'],
		['category', 'label'],
	] as const)
		it(`is exactly each sign that the fonts of its ${field} lack`, () => {
			const faces = loadTypeface()[role];
			const shows = (sign: string): boolean => {
				if (!isSettable(sign.codePointAt(0)!)) return false;
				try {
					shape(`o${sign}`, { faces, trackingEm: 0 });
					return true;
				} catch (error) {
					if (error instanceof MissingGlyph) return false;
					throw error;
				}
			};
			const signs = Array.from({ length: 0x1ff80 }, (_, i) => String.fromCodePoint(0x80 + i)).filter((sign) => SIGN.test(sign));
			const wrong = signs.filter((sign) => (coverWords(`o ${sign}`, field).leftOut.length === 0) !== shows(sign));
			expect(signs.length).to.be.above(4_000);
			expect(wrong).to.deep.equal([]);
		});
});
