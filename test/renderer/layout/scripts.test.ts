import bidiFactory from 'bidi-js';
import { expect } from 'chai';
import fc from 'fast-check';
import { openScriptFonts } from '../../../services/renderer/src/fonts/scriptFonts.ts';
import { loadTypeface } from '../../../services/renderer/src/fonts/typeface.ts';
import { breakOpportunities, lineStops } from '../../../services/renderer/src/layout/breaks.ts';
import { levelsOf } from '../../../services/renderer/src/layout/direction.ts';
import { fit } from '../../../services/renderer/src/layout/fit.ts';
import { isRightToLeft } from '../../../services/renderer/src/layout/scripts.ts';
import { shape, type TextStyle } from '../../../services/renderer/src/layout/shape.ts';
import { otherScripts } from '../../support/coverTexts.ts';

const typeface = loadTypeface();

async function styleFor(text: string, isFromRight: boolean): Promise<TextStyle> {
	const fonts = await openScriptFonts(text);
	return {
		faces: typeface.label,
		trackingEm: 0,
		foreign: { face: (codePoint) => fonts?.face(codePoint, 'bold'), isRightToLeft: isFromRight },
	};
}

function pieces(text: string): string[] {
	const stops = [0, ...lineStops(text), text.length];
	return stops.slice(1).map((stop, i) => text.slice(stops[i], stop));
}

describe('the side that a text is read from', () => {
	it('is its first letter’s, or that of most of its words', () => {
		expect(isRightToLeft(['القاهرة قبل الفجر'])).to.equal(true);
		expect(isRightToLeft(['2026: שנה טובה'])).to.equal(true);
		expect(isRightToLeft(['OpenAI הודיעה על מודל', 'מה ישתנה עכשיו'])).to.equal(true);
		expect(isRightToLeft(['What السلام means to travellers'])).to.equal(false);
		expect(isRightToLeft(['夜行列车', 'The night train'])).to.equal(false);
	});
});

describe('a line with letters of both directions', () => {
	it('shows its glyphs in the order of UAX #9, digits, brackets and signs of another font included', async () => {
		const bidi = bidiFactory();
		const style = await styleFor('אבגדה', true);
		const parts = fc.constantFrom('אב', 'גדה', 'abc', 'X', '12', '3.5', ' ', '(', ')', '«', '»', '-', '€', '!', '⁖', '⸗');
		fc.assert(
			fc.property(fc.array(parts, { minLength: 1, maxLength: 12 }), fc.boolean(), (words, isFromRight) => {
				const text = words.join('');
				const levels = levelsOf(text, isFromRight);
				const expected = bidi.getReorderedIndices(text, bidi.getEmbeddingLevels(text, isFromRight ? 'rtl' : 'ltr'));
				// Space at the end of a line is cut off before it is shaped, so rule L1 has nothing to do there.
				fc.pre(text.trim() === text);
				expect(shape(text, style, levels).map(({ cluster }) => cluster)).to.deep.equal(expected);
			}),
			{ numRuns: 300 },
		);
	});

	it('keeps the level of a number that begins a line, as the whole text has it', async () => {
		const text = 'مبلغ 20-30 دولارا';
		const style = await styleFor(text, true);
		const rule = { style, ladderPx: [50], maxLines: 3, widthPx: 190, leadingEm: 1, capHeightEm: 0.7, depthEm: 0.2, keepsSense: false };
		const fitted = fit(text, rule, 1_000);
		if ('message' in fitted) throw new Error(fitted.message);
		const line = fitted.lines.find((one) => one.text.startsWith('20'))!;
		// After an Arabic letter the dash is no sign inside of a number: 30 is left of 20.
		const first = line.glyphs.find(({ cluster }) => cluster === 3)!;
		expect(line.glyphs.indexOf(first)).to.be.below(line.glyphs.findIndex(({ cluster }) => cluster === 0));
	});

	it('joins Arabic letters, and lays a mark on its letter', async () => {
		const style = await styleFor('بيت', true);
		// Dots are glyphs of their own, without a width.
		const bodies = (text: string) => shape(text, style, levelsOf(text, true)).filter(({ advance }) => advance > 0);
		const [alone] = bodies('ب');
		const joined = bodies('بيت');
		expect(joined).to.have.length(3);
		expect(joined.at(-1)!.id).to.not.equal(alone!.id);
		const marked = shape('هَ', await styleFor('هَ', true), levelsOf('هَ', true));
		expect(marked.filter(({ advance }) => advance === 0)).to.have.length(1);
	});
});

describe('where a line of another script may end', () => {
	it('is between the words of Thai, Chinese and Japanese, and at the spaces of Korean', () => {
		expect(pieces('ที่นี่ผู้คนตื่นก่อนรุ่งสาง')).to.deep.equal(['ที่', 'นี่', 'ผู้คน', 'ตื่น', 'ก่อน', 'รุ่ง', 'สาง']);
		expect(pieces('夜行列車が静かに帰ってくる')).to.deep.equal(['夜行', '列車が', '静かに', '帰ってくる']);
		expect(pieces('中小媒体如何应对人工智能')).to.include.members(['如何', '应对']);
		expect(pieces('야간열차의 조용한 귀환')).to.deep.equal(['야간열차의 ', '조용한 ', '귀환']);
		expect(pieces('2026년에')).to.deep.equal(['2026년에']);
	});

	it('is beside letters and digits of the width of Chinese characters, not between them', async () => {
		expect(pieces('ＮＨＫの番組')).to.deep.equal(['ＮＨＫの', '番組']);
		expect(pieces('２０２６年の春に')).to.deep.equal(['２０２６年の', '春に']);
		for (const text of ['ＮＨＫの', 'Ａｐｐｌｅ']) expect(shape(text, await styleFor(text, false))).to.have.length(text.length);
	});

	it('is never where kinsoku forbids it, nor between a number and its counter', () => {
		for (const { title, subtitle } of otherScripts)
			for (const text of [title, subtitle])
				for (const piece of pieces(text).slice(1)) {
					expect(piece, text).to.not.match(/^[、。，．：；？！）」』】〕”’ーァィゥェォッャュョ々・…]/u);
					expect(piece, text).to.not.match(/^[年月日]/u);
				}
		for (const { title } of otherScripts) for (const piece of pieces(title).slice(0, -1)) expect(piece).to.not.match(/[（「『【“‘]\s*$/u);
	});

	it('breaks where Unicode allows it, except for Thai, which breaks between words', () => {
		for (const { script, title, subtitle } of otherScripts) {
			if (script === 'Thai') continue;
			for (const text of [title, subtitle]) expect(breakOpportunities(text), text).to.include.members(lineStops(text));
		}
	});

	it('is anywhere that Unicode allows where a word is wider than the line', async () => {
		const text = '국제연합교육과학문화기구한국위원회';
		const rule = {
			style: await styleFor(text, false),
			ladderPx: [50],
			maxLines: 3,
			widthPx: 400,
			leadingEm: 1,
			capHeightEm: 0.7,
			depthEm: 0.2,
			keepsSense: true,
		};
		const fitted = fit(text, rule, 1_000);
		expect(fitted).to.have.property('lines').with.length(3);
	});
});
