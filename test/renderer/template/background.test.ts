import { expect } from 'chai';
import type { Rgb } from '@copydesk/renderer-core';
import { inkShare, panelInk } from '../../../services/renderer/src/template/background.ts';
import { ffSquare } from '../../../services/renderer/src/template/ffSquare.ts';
import { contrastRatio, relativeLuminance } from '../../support/contrast.ts';
import { paintBackground } from '../../support/encoded.ts';
import { drawIllustration, fillIllustration, illustrationKinds, noiseIllustration } from '../../support/illustrations.ts';

const fill = (colour: readonly [number, number, number]): Uint8Array => fillIllustration(colour, 1080, 720).pixels;

/** The least contrast of a colour with any pixel of some rows. */
function leastContrast(pixels: Uint8Array, fromRow: number, toRow: number, colour: Rgb): number {
	const seen = new Set<number>();
	let least = Infinity;
	for (let at = fromRow * 3240; at < toRow * 3240; at += 3) {
		const key = (pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!;
		if (seen.has(key)) continue;
		seen.add(key);
		least = Math.min(least, contrastRatio([pixels[at]!, pixels[at + 1]!, pixels[at + 2]!], colour));
	}
	return least;
}

describe('contrast', () => {
	it('is the ratio of WCAG 2.2', () => {
		expect(contrastRatio([255, 255, 255], [0, 0, 0])).to.equal(21);
		expect(contrastRatio([0, 0, 0], [0, 0, 0])).to.equal(1);
		expect(contrastRatio([119, 119, 119], [255, 255, 255])).to.be.closeTo(4.48, 0.005);
		expect(relativeLuminance([255, 0, 0])).to.be.closeTo(0.2126, 1e-6);
	});

	const pictures: readonly (readonly [string, () => Uint8Array])[] = [
		['white', () => fill([255, 255, 255])],
		['black', () => fill([0, 0, 0])],
		['noise', () => noiseIllustration(7, 1080, 720).pixels],
		[
			'red, green and blue at full strength',
			() => new Uint8Array(1080 * 720 * 3).map((_, i) => (Math.floor(i / 9) % 3 === i % 3 ? 255 : 0)),
		],
		['pure red', () => fill([255, 0, 0])],
		['pure yellow', () => fill([255, 255, 0])],
		['pure blue', () => fill([0, 0, 255])],
		...illustrationKinds.map((kind) => [kind, () => drawIllustration(kind, 1, 1080, 720).pixels] as const),
	];
	for (const [name, frame] of pictures) {
		it(`holds 4.5 for every text wherever it may be on ${name}, and 7 for title and subtitle in the panel`, () => {
			const pixels = paintBackground(frame());
			for (const colour of [ffSquare.paper, ffSquare.softPaper, ffSquare.accent]) {
				expect(leastContrast(pixels, ffSquare.textTopY, ffSquare.textBottomY, colour)).to.be.at.least(4.5);
			}
			for (const colour of [ffSquare.paper, ffSquare.softPaper]) {
				expect(leastContrast(pixels, ffSquare.frameHeightPx, ffSquare.textBottomY, colour)).to.be.at.least(7);
			}
		});
	}
});

describe('the background of a cover', () => {
	it('leaves the illustration untouched above the fade', () => {
		const frame = drawIllustration('photo', 2, 1080, 720).pixels;
		const untouched = ffSquare.fadeStartY * 3240;
		expect(Buffer.compare(paintBackground(frame).subarray(0, untouched), frame.subarray(0, untouched))).to.equal(0);
	});

	it('darkens from row to row and never steps by more than an eye sees', () => {
		let last = 0;
		for (let y = ffSquare.fadeStartY - 1; y < 1080; y++) {
			expect(inkShare(y)).to.be.within(last, last + 2);
			last = inkShare(y);
		}
		expect(inkShare(ffSquare.fadeStartY - 1)).to.equal(0);
		expect(inkShare(719)).to.equal(255);
	});

	it('is one colour below the illustration', () => {
		const pixels = paintBackground(fill([200, 180, 40]));
		const panel = pixels.subarray(719 * 3240);
		for (let at = 3; at < panel.length; at++) if (panel[at] !== panel[at - 3]) throw new Error(`differs at ${at}`);
	});

	it('takes the hue of its panel from the illustration', () => {
		const [red, , blueOfRed] = panelInk(fill([200, 40, 30]));
		expect(red).to.be.above(blueOfRed + 20);
		const [redOfBlue, , blue] = panelInk(fill([20, 60, 200]));
		expect(blue).to.be.above(redOfBlue + 20);
		expect(panelInk(fill([128, 128, 128]))).to.deep.equal([19, 22, 30]);
	});

	it('refuses a frame of another size, which would draw rows askew', () => {
		expect(() => paintBackground(new Uint8Array(1080 * 719 * 3))).to.throw(RangeError, 'Expected rows for a whole frame');
	});
});
