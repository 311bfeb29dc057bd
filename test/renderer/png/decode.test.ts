import { readdirSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { Jimp } from 'jimp';
import sharp from 'sharp';
import { decode, ILLUSTRATION, PngRefused, walk } from '../../../services/renderer/src/png/index.ts';
import { dice } from '../../support/illustrations.ts';
import { aPng, chunk, fileOf, header, storedRows, type PngRecipe } from '../../support/png.ts';

const SUITE = new URL('../../fixtures/pngsuite/png/', import.meta.url);

/** RGB over white, as sharp sees it. */
async function seenBySharp(file: Buffer): Promise<Buffer> {
	const { data, info } = await sharp(file, { ignoreIcc: true })
		.flatten({ background: '#fff' })
		.toColourspace('srgb')
		.raw()
		.toBuffer({ resolveWithObject: true });
	expect(info.channels).to.equal(3);
	return data;
}

/** RGB over white of what jimp, which shares no code with the others, decodes to RGBA. */
async function seenByJimp(file: Buffer): Promise<Buffer> {
	const { data } = (await Jimp.fromBuffer(file)).bitmap;
	const rgb = Buffer.alloc((data.length / 4) * 3);
	for (let pixel = 0; pixel < data.length / 4; pixel++) {
		const alpha = data[pixel * 4 + 3]!;
		for (let channel = 0; channel < 3; channel++) {
			rgb[pixel * 3 + channel] = Math.round((data[pixel * 4 + channel]! * alpha + 255 * (255 - alpha)) / 255);
		}
	}
	return rgb;
}

function furthestApart(one: Uint8Array, other: Uint8Array): number {
	expect(one.length).to.equal(other.length);
	return one.reduce((most, level, at) => Math.max(most, Math.abs(level - other[at]!)), 0);
}

const kinds = (
	[
		[0, 1],
		[0, 2],
		[0, 4],
		[0, 8],
		[0, 16],
		[2, 8],
		[2, 16],
		[3, 1],
		[3, 2],
		[3, 4],
		[3, 8],
		[4, 8],
		[4, 16],
		[6, 8],
		[6, 16],
	] as const
).flatMap(([colourType, bitDepth]) => [false, true].map((interlaced): PngRecipe => ({ colourType, bitDepth, interlaced })));

const toldOf = ({ colourType, bitDepth, interlaced }: PngRecipe): string =>
	`colour type ${colourType}, ${bitDepth} bits${interlaced ? ', interlaced' : ''}`;

describe('PNG decoder', () => {
	for (const kind of kinds) {
		it(`agrees with sharp and jimp on ${toldOf(kind)}, with every filter`, async () => {
			const file = aPng({ ...kind, width: 67, height: 65, idatBytes: 1_000 });
			const { rgb, width, height } = decode(walk(file));
			expect([width, height]).to.deep.equal([67, 65]);
			// Levels of 16 bits and mixtures with the paper may be rounded by one.
			expect(furthestApart(rgb, await seenBySharp(file))).to.be.at.most(kind.bitDepth === 16 || kind.colourType! >= 4 ? 2 : 0);
			expect(furthestApart(rgb, await seenByJimp(file))).to.be.at.most(kind.bitDepth === 16 || kind.colourType! >= 4 ? 1 : 0);
		});
	}

	it('agrees with sharp and jimp on pictures of any size, kind, filters and palette', async () => {
		const next = dice(21);
		const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
		for (let round = 0; round < 60; round++) {
			const kind = kinds[whole(0, kinds.length - 1)]!;
			const entries = 2 ** kind.bitDepth!;
			const recipe: PngRecipe = {
				...kind,
				width: whole(1, 90),
				height: whole(1, 90),
				seed: round,
				filter: (y) => (y * 7 + round) % 5,
				idatBytes: whole(1, 3_000),
				...(kind.colourType === 3 && { palette: Uint8Array.from({ length: entries * 3 }, () => whole(0, 255)) }),
				...(kind.colourType === 3 &&
					round % 2 === 0 && { transparency: Uint8Array.from({ length: whole(1, entries) }, () => whole(0, 255)) }),
			};
			const file = aPng(recipe);
			const { rgb } = decode(walk(file, { ...ILLUSTRATION, minSidePx: 1 }));
			const told = `round ${round}: ${toldOf(kind)}, ${recipe.width}×${recipe.height}`;
			expect(furthestApart(rgb, await seenBySharp(file)), `${told}, sharp`).to.be.at.most(2);
			expect(furthestApart(rgb, await seenByJimp(file)), `${told}, jimp`).to.be.at.most(1);
		}
	}).timeout(60_000);

	it('accepts no damaged stream that sharp refuses, also when every CRC is right', async () => {
		const next = dice(33);
		const verdicts = { accepted: 0, refusedByUsAlone: 0, refused: 0 };
		for (let round = 0; round < 200; round++) {
			const stream = deflateSync(storedRows({ seed: round, colourType: 0 }), { level: round % 10 });
			for (let changes = 1 + Math.floor(next() * 3); changes > 0; changes--)
				stream[Math.floor(next() * stream.length)] = Math.floor(next() * 256);
			const file = fileOf([header({ colourType: 0 }), chunk('IDAT', stream), chunk('IEND')]);
			const theirs = await sharp(file, { failOn: 'warning' })
				.raw()
				.toBuffer()
				.then(
					() => true,
					() => false,
				);
			let ours = true;
			try {
				decode(walk(file));
			} catch (error) {
				if (!(error instanceof PngRefused)) throw error;
				ours = false;
			}
			expect(ours && !theirs, `round ${round}`).to.equal(false);
			verdicts[ours ? 'accepted' : theirs ? 'refusedByUsAlone' : 'refused'] += 1;
		}
		// Nearly all damage is found by both: the stream carries a sum of its own.
		expect(verdicts.refused).to.be.above(150);
	}).timeout(60_000);

	it('agrees with sharp and jimp on all legal files of PngSuite', async () => {
		for (const name of readdirSync(SUITE).filter((one) => /^[^x].*\.png$/.test(one))) {
			const file = readFileSync(new URL(name, SUITE));
			const { rgb } = decode(walk(file, { ...ILLUSTRATION, minSidePx: 1 }));
			expect(furthestApart(rgb, await seenBySharp(file)), `${name}, sharp`).to.be.at.most(1);
			// jimp applies neither 16-bit nor grey and RGB transparency in full.
			if (!/^t|16\.png$/.test(name)) expect(furthestApart(rgb, await seenByJimp(file)), `${name}, jimp`).to.be.at.most(1);
		}
	}).timeout(60_000);

	it('lets white show through: a transparent palette entry, grey level and colour', () => {
		const clear = (recipe: PngRecipe): number[] => [...decode(walk(aPng({ ...recipe, filter: () => 0 }))).rgb.subarray(0, 6)];
		expect(
			clear({ colourType: 3, palette: Buffer.from([10, 20, 30, 40, 50, 60]), transparency: Buffer.from([0]), pixel: (x) => [x % 2] }),
		).to.deep.equal([255, 255, 255, 40, 50, 60]);
		expect(clear({ colourType: 0, transparency: Buffer.from([0, 7]), pixel: (x) => [x % 2 === 0 ? 7 : 8] })).to.deep.equal([
			255, 255, 255, 8, 8, 8,
		]);
		expect(clear({ colourType: 0, bitDepth: 2, transparency: Buffer.from([0, 1]), pixel: (x) => [x % 2 === 0 ? 1 : 2] })).to.deep.equal([
			255, 255, 255, 170, 170, 170,
		]);
		expect(
			clear({ colourType: 2, transparency: Buffer.from([0, 1, 0, 2, 0, 3]), pixel: (x) => (x % 2 === 0 ? [1, 2, 3] : [1, 2, 4]) }),
		).to.deep.equal([255, 255, 255, 1, 2, 4]);
		expect(clear({ colourType: 6, pixel: (x) => (x % 2 === 0 ? [9, 9, 9, 0] : [0, 100, 200, 128]) })).to.deep.equal([
			255, 255, 255, 127, 177, 227,
		]);
	});

	it('rounds 16 bits to the nearest of 8, as the format advises', () => {
		const levels = [0, 128, 129, 65_406, 65_407, 65_535];
		const { rgb } = decode(walk(aPng({ colourType: 0, bitDepth: 16, filter: () => 0, pixel: (x) => [levels[x % 6]!] })));
		expect([0, 3, 6, 9, 12, 15].map((at) => rgb[at])).to.deep.equal([0, 0, 1, 254, 255, 255]);
	});

	it('is not led astray by a picture that came before', () => {
		const file = aPng({ colourType: 6, interlaced: true, seed: 3 });
		const before = Buffer.from(decode(walk(file)).rgb);
		decode(walk(aPng({ seed: 9, width: 200, height: 90 })));
		expect(before.equals(decode(walk(file)).rgb)).to.equal(true);
	});
});
