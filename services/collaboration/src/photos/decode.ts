/**
 * Decodes one picture in a process of its own: it reads the file from its input and writes the result. A hostile file can only harm this
 * process, which has an empty environment and ends with its picture. The limit of pixels bounds its memory: the hardest files within it
 * (interlaced PNG of 16 bits, progressive JPEG in CMYK) took 530 MiB, a camera's JPEG of 50 million pixels 100 MiB.
 */
import sharp from 'sharp';
import { formatOf } from '@copydesk/domain/ai/image';
import {
	MAX_IMAGE_BYTES,
	MAX_IMAGE_SIDE_PX,
	MAX_SENT_IMAGE_PIXELS,
	MIN_CHAT_IMAGE_SIDE_PX,
	MIN_IMAGE_SIDE_PX,
} from '@copydesk/domain/limits';
import type { PhotoProblem } from '@copydesk/domain/cover/photo';

/** Longest sides to try, largest first: a noisy picture may exceed the byte limit. */
const SIDES = [MAX_IMAGE_SIDE_PX, 1_600, 1_280];
const DECODE_SECONDS = 20;
const FORMATS = ['jpeg', 'png', 'webp', 'heif'];

type Read = { readonly png: Buffer } | { readonly problem: PhotoProblem };

const problem = (kind: Exclude<PhotoProblem['kind'], 'too_small'>): Read => ({ problem: { kind } });

/** The format of a file by its first bytes. The decoder gets no other format. */
function formatIn(bytes: Buffer): string {
	const head = bytes.toString('latin1', 0, 8);
	return formatOf(bytes) ?? (head.slice(4) === 'ftyp' ? 'heif' : head.startsWith('GIF8') ? 'gif' : 'other');
}

/** Each picture of an animated GIF begins with this. */
const GIF_FRAME = Buffer.from([0x21, 0xf9, 0x04]);
const isAnimatedGif = (bytes: Buffer): boolean => bytes.indexOf(GIF_FRAME) !== bytes.lastIndexOf(GIF_FRAME);

/** An animated PNG has an `acTL` chunk before its pixels. */
function isAnimatedPng(bytes: Buffer): boolean {
	for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
		const type = bytes.toString('latin1', at + 4, at + 8);
		if (type === 'acTL' || type === 'IDAT') return type === 'acTL';
	}
	return false;
}

async function read(bytes: Buffer): Promise<Read> {
	const format = formatIn(bytes);
	if (format === 'gif' ? isAnimatedGif(bytes) : format === 'png' && isAnimatedPng(bytes)) return problem('moving');
	if (!FORMATS.includes(format)) return problem('format');
	const meta = await sharp(bytes, { limitInputPixels: false }).metadata();
	const { width, height } = meta.autoOrient;
	if ((meta.pages ?? 1) > 1) return problem('moving');
	if (width * height > MAX_SENT_IMAGE_PIXELS) return problem('too_many_pixels');
	const kept = Math.min(1, MAX_IMAGE_SIDE_PX / Math.max(width, height));
	const short = Math.min(width, height);
	// A panorama may shrink to less than it needs as it came, but not to less than the renderer takes.
	if (short < MIN_CHAT_IMAGE_SIDE_PX || short * kept < MIN_IMAGE_SIDE_PX) return { problem: { kind: 'too_small', width, height } };
	for (const side of SIDES) {
		const png = await sharp(bytes, { limitInputPixels: MAX_SENT_IMAGE_PIXELS, failOn: 'error', sequentialRead: true })
			.timeout({ seconds: DECODE_SECONDS })
			.autoOrient()
			.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
			.flatten({ background: '#ffffff' })
			.toColourspace('srgb')
			.png({ compressionLevel: 4 })
			.toBuffer();
		if (png.length <= MAX_IMAGE_BYTES) return { png };
	}
	return problem('unreadable');
}

sharp.cache(false);
sharp.concurrency(1);
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const bytes = Buffer.concat(chunks);
const outcome = await read(bytes).catch(() => problem(formatIn(bytes) === 'heif' ? 'format' : 'unreadable'));
const isRead = 'png' in outcome;
process.stdout.write(`${JSON.stringify(isRead ? {} : outcome)}\n`);
if (isRead) process.stdout.write(outcome.png);
