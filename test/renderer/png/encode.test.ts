import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { expect } from 'chai';
import { Jimp } from 'jimp';
import sharp from 'sharp';
import { encodeBands, openCanvas, type EncodedBand } from '@copydesk/renderer-core';
import { adlerOfBoth } from '../../../services/renderer/src/png/assemble.ts';
import { decode, finishPng, ILLUSTRATION, openPng, walk } from '../../../services/renderer/src/png/index.ts';
import { bandsOf, encoded, joined } from '../../support/encoded.ts';
import { dice } from '../../support/illustrations.ts';
import { chunksOf, somePixels } from '../../support/png.ts';

const anySize = { ...ILLUSTRATION, minSidePx: 1, maxSidePx: 4096 };
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function rgbBySharp(file: Buffer): Promise<Buffer> {
	return sharp(file, { failOn: 'warning' }).toColourspace('srgb').raw().toBuffer();
}

async function rgbByJimp(file: Buffer): Promise<Buffer> {
	const { data } = (await Jimp.fromBuffer(file)).bitmap;
	return Buffer.from(data.filter((_, at) => at % 4 !== 3));
}

/** Pixels of `width` whose differences from their left neighbours are these. */
function withDifferences(differences: readonly number[]): Uint8Array {
	const pixels = new Uint8Array(differences.length);
	differences.forEach((difference, at) => {
		pixels[at] = difference + (at < 3 ? 0 : pixels[at - 3]!);
	});
	return pixels;
}

/** A drawing: bars, steps and squares on one colour. */
function drawing(width: number, height: number): Uint8Array {
	const pixels = new Uint8Array(width * height * 3).fill(240);
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const inBar = x % 180 < 90 && y > ((x / 180) * 531) % height;
			const inSquare = (x >> 3) % 7 === 0 && (y >> 3) % 5 === 0;
			if (inBar) pixels.set([30, 90 + ((x / 180) | 0) * 20, 160], (y * width + x) * 3);
			else if (inSquare) pixels.set([200, 60, 40], (y * width + x) * 3);
		}
	}
	return pixels;
}

function noise(size: number, seed: number): Uint8Array {
	const next = dice(seed);
	return new Uint8Array(size).map(() => next() * 256);
}

const pictures: Readonly<Record<string, Uint8Array>> = {
	slopes: somePixels(1080, 1080),
	drawing: drawing(1080, 1080),
	noise: noise(1080 * 1080 * 3, 1),
	'one colour': new Uint8Array(1080 * 1080 * 3).fill(77),
	black: new Uint8Array(1080 * 1080 * 3),
};

describe('PNG encoder', () => {
	for (const [name, pixels] of Object.entries(pictures)) {
		it(`loses nothing of ${name}: sharp, jimp and our own decoder find each pixel as it was`, async () => {
			const file = encoded(pixels, 1080);
			expect((await rgbBySharp(file)).equals(pixels), 'sharp').to.equal(true);
			expect((await rgbByJimp(file)).equals(pixels), 'jimp').to.equal(true);
			expect(Buffer.from(decode(walk(file)).rgb).equals(pixels), 'ours').to.equal(true);
			const asDrawn = encoded(pixels, 1080, 60, 0, true);
			expect((await rgbBySharp(asDrawn)).equals(pixels), 'as letters on one colour').to.equal(true);
		}).timeout(60_000);
	}

	it('writes the same bytes on every processor and in every release: these sums are written down', () => {
		const sums = Object.fromEntries(Object.entries(pictures).map(([name, pixels]) => [name, sha256(encoded(pixels, 1080))]));
		const asDrawn = sha256(encoded(pictures['drawing']!, 1080, 60, 0, true));
		expect(asDrawn).to.equal('abef0e1b8b4dd78778398fdbcbe413b4ec3f8ca5d77b7bb92c932d34ca597ce6');
		expect(sums).to.deep.equal({
			slopes: 'bf7e895bf4ff1737207e72830fc5f61b12972402881cd6885de3085f59df6540',
			drawing: 'a68aed25bc6a88329e9669662184388e134e051acd3156a8dc16e4cf76c448cf',
			noise: 'be019d931fa0b5cd0291a488b263182c85bdaa546f3e5be728a72fb9a3cc47d7',
			'one colour': '6a013effdf7fb8c15793d1d5be82056e68c948a8ff3496371cd86703f7293296',
			black: '01db26fb85768da73109e0a28483971c36741ad26ae01cbc102d2fb72451139d',
		});
	});

	it('writes a band the same way whatever came before it, so that bands may be kept and put together', () => {
		const { slopes, drawing: drawn } = pictures;
		const first = bandsOf(slopes!, 1080, 60);
		bandsOf(drawn!, 1080, 60);
		expect(bandsOf(slopes!, 1080, 60)).to.deep.equal(first);

		const mixed = Buffer.from(slopes!);
		mixed.set(drawn!.subarray(300 * 3240, 360 * 3240), 300 * 3240);
		const spliced: EncodedBand[] = [...first];
		[spliced[5]] = bandsOf(mixed.subarray(300 * 3240, 360 * 3240), 1080, 60) as [EncodedBand];
		expect(joined(finishPng(openPng([], 1080, 1080), spliced)).equals(encoded(mixed, 1080))).to.equal(true);
	});

	it('gives the same picture in bands of any height', async () => {
		const pixels = somePixels(1080, 240);
		for (const rows of [1, 7, 30, 80])
			expect((await rgbBySharp(encoded(pixels, 1080, rows))).equals(pixels), `${rows} rows`).to.equal(true);
	});

	it('keeps any picture of any size: small ones, odd widths, repeats near and far', async () => {
		const next = dice(11);
		const whole = (below: number): number => Math.floor(next() * below);
		for (let round = 0; round < 150; round++) {
			const width = 6 + whole(round % 10 === 0 ? 2_000 : 120);
			const height = 1 + whole(40);
			const levels = 1 + whole(round % 3 === 0 ? 256 : 4);
			const repeat = 1 + whole(20_000);
			const pixels = new Uint8Array(width * height * 3);
			for (let at = 0; at < pixels.length; at++) pixels[at] = next() < 0.02 || at < repeat ? whole(levels) * 37 : pixels[at - repeat]!;
			const file = encoded(pixels, width, 1 + whole(height));
			const told = `round ${round}: ${width}×${height}, ${levels} levels, repeating after ${repeat}`;
			expect((await rgbBySharp(file)).equals(pixels), `${told}, sharp`).to.equal(true);
			expect(Buffer.from(decode(walk(file, anySize)).rgb).equals(pixels), `${told}, ours`).to.equal(true);
			if (round % 5 === 0) expect((await rgbByJimp(file)).equals(pixels), `${told}, jimp`).to.equal(true);
		}
	}).timeout(120_000);

	it('keeps runs around the lengths where deflate changes its symbols', async () => {
		const runs = [1, 3, 4, 7, 8, 9, 10, 11, 12, 66, 257, 258, 259, 260, 261, 262, 263, 264, 516, 517, 518, 519];
		const differences = runs.flatMap((run) => [...new Array<number>(run).fill(0), 5]);
		while (differences.length % 3 !== 0) differences.push(1);
		const pixels = withDifferences(differences);
		expect((await rgbBySharp(encoded(pixels, pixels.length / 3))).equals(pixels)).to.equal(true);
	});

	it('keeps a picture whose rarest differences would need codes longer than deflate allows', async () => {
		// Counts that grow like Fibonacci's numbers make the deepest of all code trees.
		const differences: number[] = [];
		for (let symbol = 1, [count, following] = [1, 1]; symbol <= 17; symbol++, [count, following] = [following, count + following]) {
			for (let i = 0; i < count; i++) differences.push(symbol);
		}
		const next = dice(5);
		const shuffled = differences
			.map((difference) => [next(), difference] as const)
			.sort(([a], [b]) => a - b)
			.map(([, difference]) => difference);
		const pixels = withDifferences(shuffled.slice(0, shuffled.length - (shuffled.length % 3)));
		expect((await rgbBySharp(encoded(pixels, pixels.length / 3))).equals(pixels)).to.equal(true);
	});

	it('never grows by more than a hundredth, even on noise', () => {
		expect(encoded(pictures['noise']!, 1080).length).to.be.below(1080 * 1080 * 3 * 1.01);
	});

	it('is not larger than a fast general encoder: on slopes at most as large, on a drawing at most a fifth more', async () => {
		for (const [name, share] of [
			['slopes', 1],
			['drawing', 1.2],
		] as const) {
			const pixels = pictures[name]!;
			const other = await sharp(pixels, { raw: { width: 1080, height: 1080, channels: 3 } })
				.png({ compressionLevel: 2, adaptiveFiltering: true })
				.toBuffer();
			expect(encoded(pixels, 1080).length / other.length, name).to.be.at.most(share);
		}
	});

	it('writes IHDR, one or two IDAT and IEND, each with its CRC, and a stream that ends with its own sum', () => {
		for (const opening of [0, 1, 2, 3]) {
			const file = encoded(somePixels(1080, 90), 1080, 30, opening);
			expect(chunksOf(file).map(({ type }) => type)).to.deep.equal(['IHDR', 'IDAT', ...(opening === 0 ? [] : ['IDAT']), 'IEND']);
			expect(walk(file).header).to.deep.equal({ width: 1080, height: 90, bitDepth: 8, colourType: 2, channels: 3, interlaced: false });
			const stream = Buffer.concat(
				chunksOf(file)
					.slice(1, -1)
					.map(({ bytes }) => bytes.subarray(8, -4)),
			);
			// zlib checks the Adler-32 that was put together of three.
			expect(inflateSync(stream)).to.have.length(90 * 3241);
		}
	});

	it('joins Adler-32 sums as if the bytes had been one', () => {
		// "Wikipedia" has 0x11e60398, "Wiki" 0x03da0195 and "pedia" 0x06280204; a sum over nothing is 1.
		expect(adlerOfBoth(0x03da0195, 0x06280204, 5)).to.equal(0x11e60398);
		expect(adlerOfBoth(1, 0x11e60398, 9)).to.equal(0x11e60398);
		expect(adlerOfBoth(0x11e60398, 1, 0)).to.equal(0x11e60398);
	});

	it('refuses what it has no room for, and bands that are not the whole picture', () => {
		expect(() => openCanvas(1080, 1081)).to.throw(RangeError, 'Expected at most 3499200 bytes of the canvas but received 3502440');
		expect(() => encodeBands(openCanvas(1080, 90), 90)).to.throw(RangeError, 'received 90 rows');
		expect(() => encodeBands(openCanvas(2049, 1), 1)).to.throw(RangeError, 'Expected rows of at most 6144 bytes');
		expect(() => finishPng(openPng([], 1080, 2), bandsOf(new Uint8Array(3240), 1080, 60))).to.throw(
			RangeError,
			'Expected bands of 6482 bytes in all but received 3241',
		);
	});

	it('gives the hash of the whole file, also of files that share their opening', () => {
		const bands = bandsOf(somePixels(1080, 120), 1080, 60);
		const opening = openPng(bands.slice(0, 1), 1080, 120);
		const [other] = bandsOf(drawing(1080, 60), 1080, 60);
		for (const last of [bands[1]!, other!, bands[1]!]) {
			const file = finishPng(opening, [last]);
			expect(file.sha256()).to.equal(sha256(joined(file)));
			expect(file.bytes).to.equal(joined(file).length);
		}
	});
});
