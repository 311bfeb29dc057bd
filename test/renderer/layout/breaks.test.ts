import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { breakOpportunities } from '../../../services/renderer/src/layout/breaks.ts';

/** Pieces of the text that stay together. */
function pieces(text: string): string[] {
	const stops = [0, ...breakOpportunities(text), text.length];
	return stops.slice(1).map((stop, i) => text.slice(stops[i], stop));
}

describe('where a line may end', () => {
	it('follows words and keeps their punctuation', () => {
		expect(pieces('Heat, water and trees.')).to.deep.equal(['Heat, ', 'water ', 'and ', 'trees.']);
		expect(pieces('«Ёлки» и ёжики')).to.deep.equal(['«Ёлки» ', 'и ', 'ёжики']);
	});

	it('keeps a dash with neither word by force, since there are spaces around it', () => {
		expect(pieces('Дом — это мы')).to.deep.equal(['Дом ', '— ', 'это ', 'мы']);
	});

	it('parts a compound behind its hyphen and nowhere else', () => {
		expect(pieces('state-of-the-art')).to.deep.equal(['state-', 'of-', 'the-', 'art']);
	});

	it('honours spaces that join', () => {
		expect(pieces('10\u{A0}km far')).to.deep.equal(['10\u{A0}km ', 'far']);
		expect(pieces('a\u{2060}b c')).to.deep.equal(['a\u{2060}b ', 'c']);
	});

	it('keeps sums and dates whole, because a figure cut in two is another figure', () => {
		expect(pieces('up 1,250.50 by 2026')).to.deep.equal(['up ', '1,250.50 ', 'by ', '2026']);
		expect(pieces('$12.5 or 40%')).to.deep.equal(['$12.5 ', 'or ', '40%']);
	});

	it('offers a soft hyphen as a place to part a word', () => {
		expect(pieces('ge\u{AD}stalt')).to.deep.equal(['ge\u{AD}', 'stalt']);
	});

	// The library follows Unicode 15.1, whose rules for quotation marks (LB15a, LB15b) replaced those of 15.0.
	const changedIn151 = [
		'0022 0020 2329',
		'0022 0308 0020 2329',
		'0022 0020 0028',
		'0022 0308 0020 0028',
		'0061 006D 0062 0069 0067 0075 0028 00AB 0020 0308 0020 00BB 0029 0028 0065 0308 0029',
		'0061 006D 0062 0069 0067 0075 00AB 0020 0028 0020 0308 0020 0029 0020 00BB 0028 0065 0308 0029',
		'0061 006D 0062 0069 0067 0075 007B 00AB 0020 0308 0020 00BB 007D 0028 0065 0308 0029',
		'0061 006D 0062 0069 0067 0075 00AB 0020 007B 0020 0308 0020 007D 0020 00BB 0028 0065 0308 0029',
	];

	it('agrees with LineBreakTest 15.0 on all 7654 lines but eight, which a later Unicode decided otherwise', () => {
		const file = readFileSync(new URL('../../fixtures/unicode/LineBreakTest-15.0.txt', import.meta.url), 'utf8');
		const differing: string[] = [];
		let lines = 0;
		for (const line of file.split('\n')) {
			const marks = line.split('#')[0]!.trim().split(/\s+/);
			if (marks.length < 3) continue;
			lines++;
			let text = '';
			const expected: number[] = [];
			for (let i = 1; i < marks.length; i += 2) {
				text += String.fromCodePoint(Number.parseInt(marks[i]!, 16));
				if (marks[i + 1] === '÷' && i + 2 < marks.length) expected.push(text.length);
			}
			if (breakOpportunities(text).join() !== expected.join()) differing.push(marks.filter((_, i) => i % 2 === 1).join(' '));
		}
		expect(lines).to.equal(7654);
		expect(differing).to.deep.equal(changedIn151);
	});
});
