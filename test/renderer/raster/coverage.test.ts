import { expect } from 'chai';
import type { Outline } from '../../../services/renderer/src/fonts/face.ts';
import { loadTypeface } from '../../../services/renderer/src/fonts/typeface.ts';
import { rasterise } from '../../../services/renderer/src/raster/coverage.ts';
import { glyphMask } from '../../../services/renderer/src/raster/glyphMasks.ts';

/** A closed outline of straight edges, given as corner points. */
function polygon(...points: readonly (readonly [number, number])[]): Outline {
	const xs = points.map(([x]) => x);
	const ys = points.map(([, y]) => y);
	const commands = points.flatMap(([x, y], i) => [i === 0 ? 0 : 1, x, y]);
	return {
		commands: Float64Array.from(commands),
		xMin: Math.min(...xs),
		yMin: Math.min(...ys),
		xMax: Math.max(...xs),
		yMax: Math.max(...ys),
	};
}

function joined(...outlines: readonly Outline[]): Outline {
	return {
		commands: Float64Array.from(outlines.flatMap(({ commands }) => [...commands])),
		xMin: Math.min(...outlines.map(({ xMin }) => xMin)),
		yMin: Math.min(...outlines.map(({ yMin }) => yMin)),
		xMax: Math.max(...outlines.map(({ xMax }) => xMax)),
		yMax: Math.max(...outlines.map(({ yMax }) => yMax)),
	};
}

function rows(outline: Outline, scale = 1, shift = 0): number[][] {
	const { width, height, coverage } = rasterise(outline, scale, shift);
	return Array.from({ length: height }, (_, y) => [...coverage.subarray(y * width, (y + 1) * width)]);
}

describe('coverage of a glyph', () => {
	it('is whole inside, nothing outside, and as large as the part of the pixel at the edge', () => {
		// From x 0.5 to 2.25, from y 0 to 1.5, upwards: half a column on the left, a quarter on the right, half a row on top.
		const mask = rasterise(polygon([0.5, 0], [2.25, 0], [2.25, 1.5], [0.5, 1.5]), 1, 0);
		expect(mask).to.include({ left: 0, top: -2 });
		expect(rows(polygon([0.5, 0], [2.25, 0], [2.25, 1.5], [0.5, 1.5])).slice(0, 2)).to.deep.equal([
			[64, 128, 32],
			[128, 255, 64],
		]);
	});

	it('cuts a pixel by a slanted edge exactly', () => {
		expect(
			rows(polygon([0, 0], [2, 0], [0, 2]))
				.slice(0, 2)
				.map((row) => row.slice(0, 2)),
		).to.deep.equal([
			[128, 0],
			[255, 128],
		]);
	});

	it('does not care which way round an outline runs', () => {
		expect(rows(polygon([0, 0], [0, 2], [2, 0]))).to.deep.equal(rows(polygon([0, 0], [2, 0], [0, 2])));
	});

	it('leaves a hole where an inner outline runs the other way', () => {
		const ring = joined(polygon([0, 0], [3, 0], [3, 3], [0, 3]), polygon([1, 1], [1, 2], [2, 2], [2, 1]));
		expect(
			rows(ring)
				.slice(0, 3)
				.map((row) => row.slice(0, 3)),
		).to.deep.equal([
			[255, 255, 255],
			[255, 0, 255],
			[255, 255, 255],
		]);
	});

	it('counts an overlap of two parts once', () => {
		const overlap = joined(polygon([0, 0], [2, 0], [2, 1], [0, 1]), polygon([1, 0], [3, 0], [3, 1], [1, 1]));
		expect(rows(overlap)[0]?.slice(0, 3)).to.deep.equal([255, 255, 255]);
	});

	it('scales, and shifts to the right by parts of a pixel', () => {
		const square = polygon([0, 0], [10, 0], [10, 10], [0, 10]);
		expect(rows(square, 0.2)[0]?.slice(0, 2)).to.deep.equal([255, 255]);
		expect(rows(square, 0.2, 0.25)[0]?.slice(0, 3)).to.deep.equal([191, 255, 64]);
	});

	it('finds the area of a circle of four curves', () => {
		const k = 55.228475;
		const circle: Outline = {
			commands: Float64Array.of(
				0,
				100,
				0,
				3,
				100,
				k,
				k,
				100,
				0,
				100,
				3,
				-k,
				100,
				-100,
				k,
				-100,
				0,
				3,
				-100,
				-k,
				-k,
				-100,
				0,
				-100,
				3,
				k,
				-100,
				100,
				-k,
				100,
				0,
			),
			xMin: -100,
			yMin: -100,
			xMax: 100,
			yMax: 100,
		};
		const area = rasterise(circle, 0.5, 0).coverage.reduce((sum, covered) => sum + covered, 0) / 255;
		expect(area).to.be.closeTo(7854, 8); // π × 50², less what chords cut off
	});

	it('finds the area under a parabola', () => {
		const arch: Outline = { commands: Float64Array.of(0, 0, 0, 2, 50, 100, 100, 0), xMin: 0, yMin: 0, xMax: 100, yMax: 100 };
		const area = rasterise(arch, 1, 0).coverage.reduce((sum, covered) => sum + covered, 0) / 255;
		expect(area).to.be.closeTo(3333.3, 6); // two thirds of 100 × 50
	});

	it('is nothing for a space', () => {
		const { title } = loadTypeface();
		const space = title[0]!.font.nominalGlyph(0x20)!;
		expect(rasterise(title[0]!.outline(space), 0.05, 0)).to.include({ width: 0, height: 0 });
	});

	it('is computed once for a letter, a size and a quarter of a pixel', () => {
		const face = loadTypeface().title[0]!;
		const glyph = face.font.nominalGlyph(0x41)!;
		expect(glyphMask(face, glyph, 50, 1)).to.equal(glyphMask(face, glyph, 50, 1));
		expect(glyphMask(face, glyph, 50, 1)).not.to.equal(glyphMask(face, glyph, 50, 2));
		expect(glyphMask(face, glyph, 50, 1)).not.to.equal(glyphMask(face, glyph, 52, 1));
	});

	it('stays what it is in the room that all masks share, also after that was full', () => {
		const { title } = loadTypeface();
		const expectRight = (letter: string, fontPx: number): void => {
			const face = title[fontPx % 2]!;
			const glyph = face.font.nominalGlyph(letter.codePointAt(0)!)!;
			const { mask, left, top } = glyphMask(face, glyph, fontPx, fontPx % 4);
			const { coverage, ...expected } = rasterise(face.outline(glyph), fontPx / face.unitsPerEm, (fontPx % 4) / 4);
			expect({ left, top, width: mask.width, height: mask.height }).to.deep.equal(expected);
			if (Buffer.compare(mask.view.bytes, coverage) !== 0) throw new Error(`${letter} at ${fontPx} px`);
		};
		for (let fontPx = 300; fontPx < 1_000; fontPx += 7) {
			for (const letter of ['M', 'g']) expectRight(letter, fontPx);
			// One that was there before; others may have taken its room.
			expectRight('M', 300);
		}
	});
});
