import { expect } from 'chai';
import { loadTypeface, type Typeface } from '../../../services/renderer/src/fonts/typeface.ts';
import { fit, type FitRule, type Fitted } from '../../../services/renderer/src/layout/fit.ts';

describe('the largest size that fits', () => {
	let typeface: Typeface;
	before(() => {
		typeface = loadTypeface();
	});

	/** Source Serif's capital M is 0.925 em wide and its space 0.218 em, which is all the arithmetic needed here. */
	const rule = (over: Partial<FitRule> = {}): FitRule => ({
		style: { faces: typeface.title, trackingEm: 0 },
		ladderPx: [100, 50, 25],
		maxLines: 3,
		widthPx: 400,
		leadingEm: 1.2,
		capHeightEm: 0.67,
		depthEm: 0.2,
		keepsSense: false,
		...over,
	});
	const fitted = (text: string, over?: Partial<FitRule>, heightPx = 1000): Fitted => {
		const result = fit(text, rule(over), heightPx);
		if ('message' in result) throw new Error(result.message);
		return result;
	};
	const misfit = (text: string, over?: Partial<FitRule>, heightPx = 1000): string => {
		const result = fit(text, rule(over), heightPx);
		if (!('message' in result)) throw new Error(`It fits at ${result.fontPx} px`);
		return result.message;
	};
	const texts = ({ lines }: Fitted): string[] => lines.map(({ text }) => text);

	it('is the top of the ladder for a short text', () => {
		expect(fitted('MMMM')).to.include({ fontPx: 100, leadingPx: 120, topPx: 67, depthPx: 20, heightPx: 87 });
	});

	it('goes down a step when a line is too wide', () => {
		expect(fitted('MMMMM').fontPx).to.equal(50);
		expect(fitted('MMMMMMMM').fontPx).to.equal(50);
		expect(fitted('MMMMMMMMM').fontPx).to.equal(25);
	});

	it('uses all lines it may before it goes down a step', () => {
		const three = fitted('MMM MMM MMM');
		expect(three.fontPx).to.equal(100);
		expect(texts(three)).to.deep.equal(['MMM', 'MMM', 'MMM']);
		expect(fitted('MMM MMM MMM MMM').fontPx).to.equal(50);
		expect(fitted('MMM MMM MMM', { maxLines: 2 }).fontPx).to.equal(50);
	});

	it('goes down a step when the lines are too tall together', () => {
		expect(fitted('MMM MMM MMM', {}, 327).fontPx).to.equal(100);
		expect(fitted('MMM MMM MMM', {}, 326).fontPx).to.equal(50);
	});

	it('moves lines apart when the accents of one would touch the letters above', () => {
		expect(fitted('ggg xxx xxx', { widthPx: 250 }).leadingPx).to.equal(120);
		expect(fitted('ggg Ếxx', { widthPx: 250 }).leadingPx).to.be.within(121, 140);
	});

	it('looks at ink too: an f leans out over the end of its line', () => {
		// Advance 0.381 em, ink to 0.477 em.
		expect(fitted('f', { widthPx: 47 }).fontPx).to.equal(50);
		expect(fitted('f', { widthPx: 48 }).fontPx).to.equal(100);
	});

	it('says how many lines it would need at the smallest size', () => {
		expect(misfit('MMMMMMMMMM MMMMMMMMMM MMMMMMMMMM MMMMMMMMMM')).to.equal('needs 4 lines, 3 allowed');
		expect(misfit('MMMMMMMMMM MMMMMMMMMM MMMMMMMMMM MMMMMMMMMM MMMMMMMMMM', { maxLines: 2 })).to.equal('needs 5 lines, 2 allowed');
	});

	it('never cuts a word: one that is wider than the line does not fit', () => {
		expect(fitted('M'.repeat(17)).fontPx).to.equal(25);
		expect(misfit('M'.repeat(18))).to.equal('has a word wider than the line, 400 px, at the smallest size, 25 px');
		expect(misfit(`a ${'M'.repeat(18)} b`)).to.include('a word wider');
	});

	it('refuses marks piled higher than there is room', () => {
		expect(misfit(`x${'\u{302}'.repeat(60)}`, {}, 200)).to.match(/^needs \d+ px of height, 200 available$/);
	});
});
