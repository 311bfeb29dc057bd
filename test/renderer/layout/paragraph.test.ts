import { expect } from 'chai';
import { breakOpportunities } from '../../../services/renderer/src/layout/breaks.ts';
import { balanceLines, fillLines, lineText, lineWidth, type Paragraph } from '../../../services/renderer/src/layout/paragraph.ts';

/** A text in letters that are all one em wide, soft hyphens none, so that widths can be counted by hand. */
function evenly(text: string): Paragraph {
	const widthBefore = Float64Array.from({ length: text.length + 1 }, (_, i) => text.slice(0, i).replaceAll('\u{AD}', '').length);
	return { text, stops: [...breakOpportunities(text), text.length], widthBefore, hyphenWidth: 1, levels: null };
}

function linesOf(paragraph: Paragraph, ends: readonly number[] | undefined): string[] | undefined {
	return ends?.map((end, i) => lineText(paragraph, ends[i - 1] ?? 0, end));
}

const filled = (text: string, width: number): string[] | undefined => linesOf(evenly(text), fillLines(evenly(text), width));
const balanced = (text: string, lines: number, width: number): string[] | undefined =>
	linesOf(evenly(text), balanceLines(evenly(text), lines, width));

describe('lines of a text', () => {
	it('take all that fits, and the space at a line end takes no room', () => {
		expect(filled('one two three four', 7)).to.deep.equal(['one two', 'three', 'four']);
		expect(filled('one two three four', 13)).to.deep.equal(['one two three', 'four']);
		expect(filled('one', 3)).to.deep.equal(['one']);
	});

	it('give up on a word that is wider than the line rather than cut it', () => {
		expect(filled('a wonderful day', 8)).to.equal(undefined);
		expect(filled('wonderful', 9)).to.deep.equal(['wonderful']);
	});

	it('show a hyphen only where a word was parted, and count its width', () => {
		const text = 'an extra\u{AD}ordinary day';
		expect(filled(text, 9)).to.deep.equal(['an extra-', 'ordinary', 'day']);
		expect(filled(text, 8)).to.deep.equal(['an', 'extra-', 'ordinary', 'day']);
		expect(filled(text, 30)).to.deep.equal(['an extraordinary day']);
		expect(lineWidth(evenly(text), 0, 9)).to.equal(9);
	});

	it('come out even in width once their number is known', () => {
		expect(filled('aaaa bbbb cccc dddd eeee', 20)).to.deep.equal(['aaaa bbbb cccc dddd', 'eeee']);
		expect(balanced('aaaa bbbb cccc dddd eeee', 2, 20)).to.deep.equal(['aaaa bbbb', 'cccc dddd eeee']);
		expect(balanced('aaaaaa bbbbbb cccccc dddddd eeeeee ffffff', 3, 20)).to.deep.equal(['aaaaaa bbbbbb', 'cccccc dddddd', 'eeeeee ffffff']);
	});

	it('leave no short word alone at the end where another break fits', () => {
		expect(filled('The river that gave it back', 23)).to.deep.equal(['The river that gave it', 'back']);
		expect(balanced('The river that gave it back', 2, 23)).to.deep.equal(['The river that', 'gave it back']);
		expect(balanced('a bbbbbbbbbbbbbbb cc', 2, 18)).to.deep.equal(['a', 'bbbbbbbbbbbbbbb cc']);
	});

	it('keep the lone word where no other break fits', () => {
		expect(balanced('extraordinarily fine', 2, 15)).to.deep.equal(['extraordinarily', 'fine']);
	});

	it('rather end with a phrase than in the middle of one', () => {
		expect(balanced('Цены на жильё: что показывают данные', 2, 24)).to.deep.equal(['Цены на жильё:', 'что показывают данные']);
	});

	it('leave no preposition hanging at the end of a line when the next line has room for it', () => {
		expect(balanced('Снег лежал в горах до мая', 2, 15)).to.deep.equal(['Снег лежал', 'в горах до мая']);
	});

	it('do not begin with a dash', () => {
		expect(balanced('Необыкновенное — рядом с нами', 2, 20)).to.deep.equal(['Необыкновенное —', 'рядом с нами']);
	});

	it('rather end with a word than in the middle of a compound', () => {
		expect(balanced('A recipe of my mother-in-law wins', 2, 24)).to.deep.equal(['A recipe of my', 'mother-in-law wins']);
	});

	it('are all within the width, however uneven that makes them', () => {
		expect(balanced('aaaaaaaaaaaaaaa bb cc', 2, 15)).to.deep.equal(['aaaaaaaaaaaaaaa', 'bb cc']);
	});
});
