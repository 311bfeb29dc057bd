import { expect } from 'chai';
import { mix, paintBox, type Rows } from '../../../services/renderer/src/raster/paint.ts';

describe('painting', () => {
	it('mixes exactly at both ends and to the nearest between', () => {
		for (const [from, to] of [[0, 255], [255, 0], [17, 200]] as const) {
			expect(mix(from, to, 0)).to.equal(from);
			expect(mix(from, to, 255)).to.equal(to);
		}
		expect(mix(0, 255, 128)).to.equal(128);
		expect(mix(100, 200, 51)).to.equal(120);
		expect(mix(0, 3, 85)).to.equal(1);
	});

	it('divides by 255 exactly, for every value and every share', () => {
		for (let to = 0; to < 256; to++) {
			for (let share = 0; share < 256; share++) {
				if (mix(0, to, share) !== Math.floor((to * share + 127) / 255)) throw new Error(`${to} × ${share}`);
			}
		}
	});

	it('fills a box, and only the rows it was given', () => {
		const rows: Rows = { pixels: new Uint8Array(4 * 2 * 3), widthPx: 4, firstRow: 10, rowCount: 2 };
		paintBox(rows, 1, 9, 2, 2, [1, 2, 3]);
		expect([...rows.pixels]).to.deep.equal([0, 0, 0, 1, 2, 3, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
	});
});
