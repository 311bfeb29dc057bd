import { expect } from 'chai';
import { loadTypeface, type Typeface } from '../../../services/renderer/src/fonts/typeface.ts';
import { shapeLine } from '../../../services/renderer/src/layout/line.ts';
import { widthOf } from '../../../services/renderer/src/layout/paragraph.ts';
import { type Glyph, MissingGlyph, shape } from '../../../services/renderer/src/layout/shape.ts';

describe('shaping', () => {
	let typeface: Typeface;
	before(() => {
		typeface = loadTypeface();
	});
	const inTitle = (text: string, trackingEm = 0): Glyph[] => shape(text, { faces: typeface.title, trackingEm });
	const inSubtitle = (text: string): Glyph[] => shape(text, { faces: typeface.subtitle, trackingEm: 0 });

	it('kerns, in every script it sets', () => {
		for (const pair of ['AV', 'To', 'ГА', 'Та', 'ΑΥ']) {
			expect(widthOf(inTitle(pair)), pair).to.be.below(widthOf(inTitle(pair[0]!)) + widthOf(inTitle(pair[1]!)));
		}
	});

	it('composes a letter from its parts as if it had been typed whole', () => {
		for (const letter of ['ế', 'ự', 'ё', 'й', 'ΐ', 'ş']) {
			expect(widthOf(inSubtitle(letter.normalize('NFD'))), letter).to.be.closeTo(widthOf(inSubtitle(letter)), 1e-9);
		}
	});

	it('puts a mark on a letter that has no composed form, in no extra width', () => {
		expect(widthOf(inSubtitle('ю\u{301}'))).to.be.closeTo(widthOf(inSubtitle('ю')), 1e-9);
	});

	it('gives joiners and soft hyphens no width and no ink', () => {
		for (const invisible of ['\u{AD}', '\u{200B}', '\u{200D}', '\u{2060}', '\u{FEFF}', '\u{200E}']) {
			expect(widthOf(inTitle(`co${invisible}op`)), invisible).to.be.closeTo(widthOf(inTitle('coop')), 0.02);
		}
	});

	it('shows what was written: two signs stay two signs', () => {
		expect(inSubtitle('a -> b')).to.have.length(6);
		expect(inSubtitle('2x3')).to.have.length(3);
	});

	it('asks the next font for a letter that the first one lacks, and for nothing else', () => {
		const names = inSubtitle('ж\u{51D}ж').map((glyph) => glyph.face.name);
		expect(names).to.deep.equal(['subtitle', 'subtitleFallback', 'subtitle']);
	});

	it('keeps a mark on its letter when the mark is what the first font lacks', () => {
		const glyphs = inSubtitle('aя\u{324}a');
		expect(glyphs.map((glyph) => glyph.face.name)).to.deep.equal(['subtitle', 'subtitleFallback', 'subtitleFallback', 'subtitle']);
		expect(glyphs.map((glyph) => glyph.cluster)).to.deep.equal([0, 1, 1, 3]);
	});

	it('names the code point that no font has', () => {
		expect(() => inTitle('to \u{4E2D}'))
			.to.throw(MissingGlyph)
			.with.property('codePoint', 0x4e2d);
		expect(() => inTitle('to \u{1F600}!'))
			.to.throw(MissingGlyph)
			.with.property('codePoint', 0x1f600);
	});

	it('spaces letters but not the marks on them', () => {
		expect(widthOf(inTitle('ab', 0.1)) - widthOf(inTitle('ab'))).to.be.closeTo(0.2, 1e-9);
		expect(widthOf(inTitle('ю\u{301}', 0.1)) - widthOf(inTitle('ю\u{301}'))).to.be.closeTo(0.1, 1e-9);
	});

	it('knows how far a line reaches up and down, for lines that must not touch', () => {
		const plain = shapeLine('xxx', { faces: typeface.title, trackingEm: 0 });
		const tall = shapeLine('Ếg', { faces: typeface.title, trackingEm: 0 });
		expect(plain.inkTop).to.be.within(0.45, 0.55);
		expect(plain.inkBottom).to.be.within(-0.02, 0);
		expect(tall.inkTop).to.be.above(0.9);
		expect(tall.inkBottom).to.be.below(-0.2);
	});
});
