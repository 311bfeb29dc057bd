import { expect } from 'chai';
import { openCore } from '../../../services/renderer/src/png/index.ts';
import { packedColour, paintBox, type Rgb, type Rows } from '../../../services/renderer/src/raster/paint.ts';
import { dice } from '../../support/illustrations.ts';

/** `share` 255ths of `to`, the rest of `from`, rounded to the nearest. */
const mix = (from: number, to: number, share: number): number => Math.floor((from * (255 - share) + to * share + 127) / 255);

describe('painting', () => {
	it('mixes to the nearest and exactly at both ends, for every byte under every share of every colour', () => {
		const { core, memory } = openCore();
		const at = core.canvas.value;
		// Each byte three times, because a pixel has three; every row ends inside a vector.
		const bytes = Uint8Array.from({ length: 256 * 3 }, (_, i) => i / 3);
		for (let share = 0; share < 256; share++) {
			for (const colour of [
				[0, 255, 128],
				[share, 255 - share, 1],
				[254, 127, 63],
			] as const) {
				memory.set(bytes, at);
				memory[at + bytes.length] = 99;
				core.fadeRow(at, bytes.length, packedColour(colour), share);
				for (let i = 0; i < bytes.length; i++) {
					if (memory[at + i] !== mix(bytes[i]!, colour[i % 3]!, share))
						throw new Error(`${bytes[i]} under ${share} of ${colour[i % 3]}: ${memory[at + i]}`);
				}
				expect(memory[at + bytes.length], 'what follows the row').to.equal(99);
			}
		}
	});

	it('covers as much of each pixel as the mask says, and touches no other', () => {
		const { core, memory } = openCore();
		const next = dice(3);
		const whole = (below: number): number => Math.floor(next() * below);
		const width = 40;
		const height = 12;
		for (let round = 0; round < 400; round++) {
			const colour: Rgb = [whole(256), whole(256), whole(256)];
			const maskWidth = 1 + whole(20);
			const [columns, rows, x, y] = [1 + whole(maskWidth), 1 + whole(6), whole(20), whole(6)];
			const mask = Uint8Array.from({ length: maskWidth * 6 + 8 }, () => [0, 255, whole(256)][whole(3)]!);
			const ground = Uint8Array.from({ length: width * height * 3 }, () => whole(256));
			const expected = ground.slice();
			for (let row = 0; row < rows; row++) {
				for (let column = 0; column < columns; column++) {
					for (let channel = 0; channel < 3; channel++) {
						const at = ((y + row) * width + x + column) * 3 + channel;
						expected[at] = mix(ground[at]!, colour[channel]!, mask[row * maskWidth + column]!);
					}
				}
			}
			memory.set(ground, core.canvas.value);
			const scratch = core.masks.value + core.masksBytes.value - 1_000;
			memory.set(mask, scratch);
			core.paintMask(scratch, maskWidth, columns, rows, core.canvas.value + (y * width + x) * 3, width * 3, packedColour(colour));
			const painted = memory.subarray(core.canvas.value, core.canvas.value + ground.length);
			if (Buffer.compare(painted, expected) !== 0) throw new Error(`round ${round}: ${columns}×${rows} at ${x}, ${y}`);
		}
	});

	it('fills a box, and only the rows it was given', () => {
		const rows: Rows = { pixels: new Uint8Array(4 * 2 * 3), widthPx: 4, firstRow: 10, rowCount: 2 };
		paintBox(rows, 1, 9, 2, 2, [1, 2, 3]);
		expect([...rows.pixels]).to.deep.equal([0, 0, 0, 1, 2, 3, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
	});
});
