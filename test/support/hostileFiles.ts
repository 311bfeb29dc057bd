/**
 * Files as somebody hostile sends them, from a small table and a seed: whole, cut, changed, of another type, bombs, and with lies about
 * their size and length. Nothing is stored.
 */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { SIGNATURE, chunk } from './png.ts';

/** From 0 to `most` − 1. */
export type Random = (most: number) => number;

export function randomOf(seed: number): Random {
	let state = seed;
	return (most) => (state = (state * 48_271) % 2_147_483_647) % most;
}

/** The messenger gives no larger file. */
export const LIMIT = 20_971_520;

const png = (width: number, height: number, ...more: readonly Buffer[]): Buffer => {
	const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	return Buffer.concat([SIGNATURE, chunk('IHDR', header), ...more, chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))), chunk('IEND')]);
};
const colour = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#336699' } });
const jpeg = await colour(700, 700)
	.withExif({ IFD0: { Make: 'Camera' } })
	.jpeg()
	.toBuffer();
const frames = await Promise.all([colour(700, 700), colour(700, 700).negate()].map((each) => each.png().toBuffer()));
const gif = await sharp(frames, { join: { animated: true } })
	.gif()
	.toBuffer();
const thin = await colour(640, 22_000).png().toBuffer();
const bombs = {
	bomb: png(30_000, 30_000),
	metadata: png(700, 700, chunk('zTXt', Buffer.concat([Buffer.from('Note\0\0'), deflateSync(Buffer.alloc(64_000_000))]))),
	sides: png(0x7fffffff, 0x7fffffff),
};
const speck = await colour(1, 1).png().toBuffer();

/** What the bytes are. */
const MADE = {
	whole: () => jpeg,
	cut: (random) => jpeg.subarray(0, 20 + random(jpeg.length - 40)),
	edited(random) {
		const bytes = Buffer.from(jpeg);
		for (let edit = 0; edit < 40; edit += 1) bytes[random(bytes.length)] = random(256);
		return bytes;
	},
	empty: () => Buffer.alloc(0),
	noise: (random) => Buffer.from(Array.from({ length: 1 + random(4_000) }, () => random(256))),
	bomb: () => bombs.bomb,
	'bomb of metadata': () => bombs.metadata,
	'largest sides': () => bombs.sides,
	moving: () => gif,
	speck: () => speck,
	thin: () => thin,
	pdf: () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF'),
	html: () => Buffer.from('<!doctype html><script>fetch("https://evil.example")</script>'),
	svg: () =>
		Buffer.from('<!DOCTYPE s [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&a;</text></svg>'),
	zip: (random) => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100 + random(900), random(256))]),
	mp4: () => Buffer.concat([Buffer.from('\0\0\0\x18ftypisom'), Buffer.alloc(2_000)]),
	ogg: () => Buffer.concat([Buffer.from('OggS'), Buffer.alloc(2_000, 7)]),
	mp3: (random) => Buffer.concat([Buffer.from('ID3'), Buffer.alloc(1_000 + random(1_000))]),
	'limit and a byte': () => Buffer.concat([jpeg, Buffer.alloc(LIMIT + 1 - jpeg.length)]),
	'the limit less a byte': () => Buffer.concat([jpeg, Buffer.alloc(LIMIT - 1 - jpeg.length)]),
} as const satisfies Record<string, (random: Random) => Buffer>;

export type Made = keyof typeof MADE;
export const madeNames = Object.keys(MADE) as readonly Made[];
export const bytesOf = (made: Made, random: Random): Buffer => MADE[made](random);

/** What its sender's program says of it; undefined leaves it out. */
export const SIZES: readonly unknown[] = [
	undefined,
	0,
	1,
	-1,
	90_000,
	LIMIT - 1,
	LIMIT,
	LIMIT + 1,
	2 ** 31,
	2 ** 53,
	1.5,
	'90000',
	null,
	[],
	{},
];
export const LENGTHS: readonly unknown[] = [undefined, 0, -1, 9, 86_400, 86_401, 2 ** 40, 1.5, '9', null, {}];
export const SIDES: readonly unknown[] = [undefined, 0, -1, 700, 16_384, 16_385, 2 ** 40, 1.5, '700', null, []];
