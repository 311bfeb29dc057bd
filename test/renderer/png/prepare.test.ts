import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import sharp from 'sharp';
import { prepareFrame as prepareInPlace, type PngHeader } from '../../../services/renderer/src/png/index.ts';
import { aPng, pngOfPixels, somePixels } from '../../support/png.ts';

/** With pixels that last: the next frame takes the place of this one. */
function prepareFrame(file: Uint8Array): { readonly rgb: Uint8Array; readonly source: PngHeader } {
	const { pixels, source } = prepareInPlace(file);
	return { rgb: pixels.view.bytes.slice(), source };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const pixelAt = (rgb: Uint8Array, x: number, y: number): number[] => [...rgb.subarray((y * 1080 + x) * 3, (y * 1080 + x) * 3 + 3)];

const someFile = (width: number, height: number, seed = 1): Buffer => pngOfPixels(somePixels(width, height, seed), width, height, 1);

describe('frame of an illustration', () => {
	it('tells what the file was, for the answer to its sender', () => {
		const { pixels, source } = prepareInPlace(aPng({ width: 300, height: 200, colourType: 6 }));
		expect(source).to.deep.equal({ width: 300, height: 200, bitDepth: 8, colourType: 6, channels: 4, interlaced: false });
		expect([pixels.widthPx, pixels.rowCount, pixels.view.length]).to.deep.equal([1080, 720, 1080 * 720 * 3]);
	});

	it('leaves a picture of the frame’s own size as it is', () => {
		const pixels = somePixels(1080, 720);
		expect(Buffer.from(pixels).equals(prepareFrame(pngOfPixels(pixels, 1080, 720, 1)).rgb)).to.equal(true);
	});

	it('keeps one colour that colour, whatever the scale, because weights sum to one', () => {
		for (const [width, height] of [
			[64, 64],
			[333, 777],
			[1081, 719],
			[1536, 1024],
			[2048, 2048],
			[64, 2048],
			[2048, 64],
		] as const) {
			const pixels = new Uint8Array(width * height * 3).map((_, at) => [3, 127, 252][at % 3]!);
			const { rgb } = prepareFrame(pngOfPixels(pixels, width, height, 1));
			expect(
				rgb.every((level, at) => level === [3, 127, 252][at % 3]),
				`${width}×${height}`,
			).to.equal(true);
		}
	}).timeout(60_000);

	it('takes the largest 3:2 part around the centre of a picture that has another shape', () => {
		// Thirds of red, green and blue; a tall one loses its red and blue to the crop, a wide one likewise.
		const thirds = (at: number, size: number): number[] =>
			[
				[255, 0, 0],
				[0, 255, 0],
				[0, 0, 255],
			][Math.floor((at * 3) / size)]!;
		const tall = prepareFrame(aPng({ width: 300, height: 600, pixel: (_, y) => thirds(y, 600) })).rgb;
		const wide = prepareFrame(aPng({ width: 900, height: 200, pixel: (x) => thirds(x, 900) })).rgb;
		for (const frame of [tall, wide]) {
			for (const [x, y] of [
				[20, 20],
				[540, 360],
				[1059, 699],
			] as const)
				expect(pixelAt(frame, x, y)).to.deep.equal([0, 255, 0]);
		}
	});

	it('does not shift a picture: its mirror image gives the mirror image', () => {
		const file = (mirrored: boolean): Buffer =>
			aPng({
				width: 331,
				height: 217,
				pixel: (x, y) => {
					const column = mirrored ? 330 - x : x;
					return [(column * 7) % 256, (y * 5 + column) % 256, (column * y) % 256];
				},
			});
		const straight = prepareFrame(file(false)).rgb;
		const mirrored = prepareFrame(file(true)).rgb;
		for (const [x, y] of [
			[0, 0],
			[1, 300],
			[539, 360],
			[1000, 719],
		] as const)
			expect(pixelAt(straight, x, y)).to.deep.equal(pixelAt(mirrored, 1079 - x, y));
	});

	it('shrinks as sharp does with the same spline', async () => {
		const file = someFile(1536, 1024);
		const { rgb } = prepareFrame(file);
		const other = await sharp(file).resize(1080, 720, { kernel: 'cubic' }).raw().toBuffer();
		let sum = 0;
		let most = 0;
		for (let at = 0; at < rgb.length; at++) {
			const apart = Math.abs(rgb[at]! - other[at]!);
			sum += apart;
			most = Math.max(most, apart);
		}
		expect(sum / rgb.length).to.be.below(0.5);
		expect(most).to.be.at.most(4);
	}).timeout(60_000);

	it('makes the same frame of a picture however it was stored', () => {
		const pixel = (x: number, y: number): number[] => [(x * 3 + y) % 256, (x ^ y) % 256, (x * y) % 256];
		const size = { width: 200, height: 150 };
		const plain = Buffer.from(prepareFrame(aPng({ ...size, pixel })).rgb);
		const wide = (x: number, y: number): number[] => pixel(x, y).map((level) => level * 257);
		expect(plain.equals(prepareFrame(aPng({ ...size, pixel, interlaced: true })).rgb), 'interlaced').to.equal(true);
		expect(plain.equals(prepareFrame(aPng({ ...size, pixel, filter: () => 3, idatBytes: 100 })).rgb), 'in pieces').to.equal(true);
		expect(plain.equals(prepareFrame(aPng({ ...size, pixel: (x, y) => [...pixel(x, y), 255], colourType: 6 })).rgb), 'with alpha').to.equal(
			true,
		);
		expect(plain.equals(prepareFrame(aPng({ ...size, pixel: wide, bitDepth: 16 })).rgb), '16 bits').to.equal(true);
	});

	it('lays RGBA over white, alpha by alpha, also on the way that has vectors for it', () => {
		// Every pair of a level and an alpha, at the frame's own size so that nothing is scaled.
		const file = aPng({
			width: 1080,
			height: 720,
			colourType: 6,
			filter: () => 0,
			pixel: (x, y) => [x % 256, 255 - (x % 256), 7, y % 256],
		});
		const { rgb } = prepareFrame(file);
		for (let alpha = 0; alpha < 256; alpha++) {
			for (let level = 0; level < 256; level++) {
				const over = (one: number): number => Math.round((one * alpha + 255 * (255 - alpha)) / 255);
				expect(pixelAt(rgb, level, alpha)).to.deep.equal([over(level), over(255 - level), over(7)]);
			}
		}
	}).timeout(60_000);

	it('is the same on every processor and in every release: these sums are written down', () => {
		const sums = {
			shrunk: sha256(prepareFrame(someFile(1536, 1024)).rgb),
			enlarged: sha256(prepareFrame(aPng({ width: 301, height: 203, colourType: 6, seed: 2 })).rgb),
			cropped: sha256(prepareFrame(someFile(2048, 2048, 3)).rgb),
			palette: sha256(prepareFrame(aPng({ width: 90, height: 1999, colourType: 3, interlaced: true, seed: 4 })).rgb),
		};
		expect(sums).to.deep.equal({
			shrunk: 'aa745f741e375f1b86b14c56019f6e8a76ff1fc691fc9a4d9d64c07ed0d1396b',
			enlarged: '90c0daabd9c1c2beb9272c606e5b18aa17f6193a9986ca82a59af14b3123aaa1',
			cropped: 'dbc1d91fc02d65022f24774bf83803ca4e58a2532ff2662c14b0e1dbafe79372',
			palette: 'e3dc11f80e4f98baee51a5443cf329abd9e7cc7ce2d9be9aad9cd0dca58d6261',
		});
	}).timeout(60_000);

	it('is the same on every thread', async () => {
		const file = someFile(640, 480);
		const here = sha256(prepareFrame(file).rgb);
		const source = `
			import { parentPort, workerData } from 'node:worker_threads';
			import { createHash } from 'node:crypto';
			const { prepareFrame } = await import(workerData.module);
			parentPort.postMessage(createHash('sha256').update(prepareFrame(workerData.file).pixels.view.bytes).digest('hex'));`;
		const there = await Promise.all(
			[1, 2, 3].map(
				() =>
					new Promise<string>((resolve, reject) => {
						const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
							workerData: { module: new URL('../../../services/renderer/src/png/index.ts', import.meta.url).href, file },
						});
						worker.once('message', resolve).once('error', reject);
					}),
			),
		);
		expect(there).to.deep.equal([here, here, here]);
	}).timeout(60_000);
});
