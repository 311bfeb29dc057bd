import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import sharp from 'sharp';

import { createPrepare } from '@copydesk/collaboration/photos/prepare';
import { decode, walk } from '@copydesk/renderer/png/index';
import { SIGNATURE, chunk } from '../../support/png.ts';

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
	sharp({ create: { width, height, channels, background: { r: 30, g: 90, b: 160, alpha: 0.5 } }, limitInputPixels: false });

/** A PNG that says it is so large, whatever it holds. */
const pngThatSays = (width: number, height: number, ...more: Buffer[]): Buffer => {
	const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	const pixels = chunk('IDAT', deflateSync(Buffer.alloc(1_000_000)));
	return Buffer.concat([SIGNATURE, chunk('IHDR', header), ...more, pixels, chunk('IEND')]);
};
/** The same JPEG with a block of camera data that says something else of its length than it has. */
const withExif = (jpeg: Buffer, saidLength: number, data: Buffer): Buffer => {
	const head = Buffer.from([0xff, 0xe1, saidLength >> 8, saidLength & 0xff]);
	return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
};
const TIFF = Buffer.from('Exif\0\0II*\0\xff\xff\xff\x7f', 'latin1');

describe('pictures of people, on their way to the renderer', () => {
	const prepare = createPrepare();
	const problemOf = async (bytes: Buffer) => {
		const outcome = await prepare(bytes);
		return 'problem' in outcome ? outcome.problem.kind : 'read';
	};
	const shown = async (bytes: Buffer) => {
		const outcome = await prepare(bytes);
		if ('problem' in outcome) throw new Error(outcome.problem.kind);
		// The renderer takes it.
		decode(walk(outcome.png));
		const { width, height, space, depth, channels, hasProfile } = await sharp(outcome.png).metadata();
		return { width, height, space, depth, channels, hasProfile };
	};
	const asPng = { space: 'srgb', depth: 'uchar', channels: 3, hasProfile: false };

	it('reads JPEG, PNG and WebP; CMYK, 16 bits, grey and transparent ones become plain sRGB', async () => {
		const sources: Readonly<Record<string, Promise<Buffer>>> = {
			jpeg: plain(800, 700).jpeg().toBuffer(),
			cmyk: plain(800, 700).toColourspace('cmyk').jpeg().toBuffer(),
			grey: plain(800, 700).toColourspace('b-w').jpeg().toBuffer(),
			deep: plain(800, 700).toColourspace('rgb16').png().toBuffer(),
			clear: plain(800, 700, 4).png().toBuffer(),
			palette: plain(800, 700, 4).png({ palette: true }).toBuffer(),
			webp: plain(800, 700, 4).webp().toBuffer(),
			wide: plain(800, 700).withIccProfile('p3').jpeg().toBuffer(),
		};
		for (const [name, bytes] of Object.entries(sources))
			expect(await shown(await bytes), name).to.deep.equal({ width: 800, height: 700, ...asPng });
	});

	it('brings large ones within 2048 pixels and 10 MiB: 50 million pixels, and noise that does not compress', async () => {
		expect(await shown(await plain(8_160, 6_120).jpeg().toBuffer())).to.include({ width: 2_048, height: 1_536 });
		const noise = sharp({
			create: { width: 2_048, height: 2_048, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 }, background: '#000' },
		});
		expect(await shown(await noise.jpeg({ quality: 90 }).toBuffer())).to.include({ space: 'srgb' });
	}).timeout(60_000);

	it('takes a panorama, whose short side shrinks with the long one', async () => {
		expect(await shown(await plain(4_000, 1_200).jpeg().toBuffer())).to.include({ width: 2_048, height: 614 });
		expect(await shown(await plain(700, 9_000).png().toBuffer())).to.include({ width: 159, height: 2_048 });
	});

	it('says what is wrong with what is not read', async () => {
		const jpeg = await plain(800, 700).jpeg().toBuffer();
		const frames = await sharp(Buffer.alloc(700 * 1_400 * 3).fill(200, 700 * 700 * 3), {
			raw: { width: 700, height: 1_400, channels: 3, pageHeight: 700 },
		})
			.webp()
			.toBuffer();
		const avif = await plain(700, 700).avif({ effort: 0 }).toBuffer();
		const cases: Readonly<Record<string, readonly [Buffer, string]>> = {
			empty: [Buffer.alloc(0), 'format'],
			text: [Buffer.from('hello'), 'format'],
			svg: [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'), 'format'],
			tiff: [await plain(800, 700).tiff().toBuffer(), 'format'],
			'gif that is still': [await plain(800, 700).gif().toBuffer(), 'format'],
			'gif that moves': [await sharp(frames, { animated: true }).gif().toBuffer(), 'moving'],
			'webp that moves': [frames, 'moving'],
			'png that moves': [pngThatSays(800, 700, chunk('acTL', Buffer.alloc(8))), 'moving'],
			'cut off': [jpeg.subarray(0, jpeg.length / 2), 'unreadable'],
			'header alone': [jpeg.subarray(0, 20), 'unreadable'],
			'wrong name of the format': [Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), jpeg]), 'unreadable'],
			'heic that is none': [Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), Buffer.alloc(4_000)]), 'format'],
			bomb: [pngThatSays(30_000, 30_000), 'too_many_pixels'],
			'largest sides': [pngThatSays(0x7fffffff, 0x7fffffff), 'unreadable|too_many_pixels'],
			'pixels that are missing': [pngThatSays(7_000, 7_000), 'unreadable'],
			small: [await plain(639, 2_000).jpeg().toBuffer(), 'too_small'],
			'longer than the renderer takes': [await plain(640, 22_000).png().toBuffer(), 'too_small'],
			'png that stands still but names the chunk': [pngThatSays(700, 700, chunk('tEXt', Buffer.from('Note\0acTL'))), 'unreadable'],
			'20 MiB and a byte': [Buffer.alloc(20_971_521), 'too_large'],
			avif: [avif, 'read|format'],
			'exif that is too long': [withExif(jpeg, 0xffff, TIFF), 'unreadable'],
			'exif of no length': [withExif(jpeg, 0, TIFF), 'read|unreadable'],
			'exif that leads outside': [withExif(jpeg, TIFF.length + 2, TIFF), 'read'],
		};
		for (const [name, [bytes, expected]] of Object.entries(cases))
			expect(await problemOf(bytes), name).to.match(new RegExp(`^(?:${expected})$`));
	}).timeout(60_000);

	it('reads or refuses whatever is done to a file, and never dies of it', async () => {
		const jpeg = await plain(700, 700)
			.withExif({ IFD0: { Make: 'Camera' } })
			.jpeg()
			.toBuffer();
		let seed = 7;
		const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
		for (let round = 0; round < 12; round += 1) {
			const bytes = Buffer.from(jpeg);
			for (let edit = 0; edit < 1 + round; edit += 1) bytes[random(bytes.length)] = random(256);
			expect(await problemOf(bytes)).to.be.oneOf(['read', 'unreadable', 'format', 'too_small', 'too_many_pixels']);
		}
	}).timeout(60_000);

	it('reads one at a time, and refuses what would wait too long', async () => {
		const jpeg = await plain(700, 700).jpeg().toBuffer();
		const outcomes = await Promise.all(Array.from({ length: 12 }, () => problemOf(jpeg)));
		expect(outcomes.filter((outcome) => outcome === 'read')).to.have.length(9);
		expect(outcomes.filter((outcome) => outcome === 'away')).to.have.length(3);
	}).timeout(60_000);
});
