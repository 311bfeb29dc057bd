import { expect } from 'chai';
import { dropMasks, fadeRow, keepMask, openCanvas, paintMask, type Rgb } from '@copydesk/renderer-core';
import { paintBox } from '../../../services/renderer/src/raster/paint.ts';
import { dice } from '../../support/illustrations.ts';

/** `share` 255ths of `to`, the rest of `from`, rounded to the nearest. */
const mix = (from: number, to: number, share: number): number => Math.floor((from * (255 - share) + to * share + 127) / 255);

describe('painting', () => {
	it('mixes to the nearest and exactly at both ends, for every byte under every share of every colour', () => {
		// Each byte three times, because a pixel has three; a row of 257 pixels ends inside a vector.
		const bytes = Uint8Array.from({ length: 257 * 3 }, (_, i) => i / 3);
		for (let share = 0; share < 256; share++) {
			for (const colour of [
				[0, 255, 128],
				[share, 255 - share, 1],
				[254, 127, 63],
			] as const) {
				const canvas = openCanvas(257, 2);
				canvas.view.bytes.set(bytes);
				canvas.view.bytes.fill(99, bytes.length);
				fadeRow(canvas, 0, colour, share);
				const faded = canvas.view.bytes;
				for (let i = 0; i < bytes.length; i++) {
					if (faded[i] !== mix(bytes[i]!, colour[i % 3]!, share))
						throw new Error(`${bytes[i]} under ${share} of ${colour[i % 3]}: ${faded[i]}`);
				}
				expect(faded[bytes.length], 'what follows the row').to.equal(99);
			}
		}
	});

	it('covers as much of each pixel as the mask says, and touches no other', () => {
		const next = dice(3);
		const whole = (below: number): number => Math.floor(next() * below);
		const width = 40;
		const height = 12;
		dropMasks();
		for (let round = 0; round < 400; round++) {
			const colour: Rgb = [whole(256), whole(256), whole(256)];
			// Also beyond each edge of the canvas.
			const [columns, rows, x, y] = [1 + whole(20), 1 + whole(6), whole(60) - 20, whole(18) - 6];
			const coverage = Uint8Array.from({ length: columns * rows }, () => [0, 255, whole(256)][whole(3)]!);
			const ground = Uint8Array.from({ length: width * height * 3 }, () => whole(256));
			const expected = ground.slice();
			for (let row = 0; row < rows; row++) {
				for (let column = 0; column < columns; column++) {
					if (x + column < 0 || x + column >= width || y + row < 0 || y + row >= height) continue;
					for (let channel = 0; channel < 3; channel++) {
						const at = ((y + row) * width + x + column) * 3 + channel;
						expected[at] = mix(ground[at]!, colour[channel]!, coverage[row * columns + column]!);
					}
				}
			}
			const canvas = openCanvas(width, height);
			canvas.view.bytes.set(ground);
			paintMask(canvas, keepMask(coverage, columns, rows)!, x, y, colour);
			if (Buffer.compare(canvas.view.bytes, expected) !== 0) throw new Error(`round ${round}: ${columns}×${rows} at ${x}, ${y}`);
		}
	});

	it('fills a box, and only the rows it was given', () => {
		const pixels = openCanvas(4, 2);
		pixels.view.bytes.fill(0);
		paintBox({ pixels, firstRow: 10 }, 1, 9, 2, 2, [1, 2, 3]);
		expect([...pixels.view.bytes]).to.deep.equal([0, 0, 0, 1, 2, 3, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
	});
});
