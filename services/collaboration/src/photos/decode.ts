/**
 * Decodes one picture, or a `logo`, in a process of its own: it reads the file from its input and writes the result. A hostile file can
 * only harm this process, which has an empty environment and ends with its picture. The limit of pixels bounds its memory: the hardest
 * files within it (interlaced PNG of 16 bits, progressive JPEG in CMYK) took 530 MiB, a camera's JPEG of 50 million pixels 100 MiB.
 */
import sharp from 'sharp';
import { formatOf } from '@copydesk/domain/ai/image';
import {
	LOGO_BOX_PX,
	MAX_IMAGE_BYTES,
	MAX_IMAGE_SIDE_PX,
	MAX_SENT_IMAGE_PIXELS,
	MIN_CHAT_IMAGE_SIDE_PX,
	MIN_IMAGE_SIDE_PX,
	MIN_LOGO_SIDE_PX,
	MIN_SENT_LOGO_PX,
} from '@copydesk/domain/limits';
import { hexOf } from '@copydesk/domain/cover/contrast';
import { coloursOfLogo, inPlain, pairsOf } from '@copydesk/domain/cover/logoColours';
import type { LogoPair } from './logo.ts';
import type { LogoProblem } from '@copydesk/domain/cover/logoGround';
import { withoutGround } from '@copydesk/domain/cover/logoGround';
import type { PhotoProblem } from '@copydesk/domain/cover/photo';

/** Longest sides to try, largest first: a noisy picture may exceed the byte limit. */
const SIDES = [MAX_IMAGE_SIDE_PX, 1_600, 1_280];
const DECODE_SECONDS = 20;
const FORMATS = ['jpeg', 'png', 'webp', 'heif'];

type Read = { readonly png: Buffer } | { readonly pairs: readonly LogoPair[] } | { readonly problem: PhotoProblem | LogoProblem };

const problem = (kind: Exclude<(PhotoProblem | LogoProblem)['kind'], 'too_small'>): Read => ({ problem: { kind } });

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

/** The sides of a picture as it is seen, or why nothing is made of the file. */
async function sidesOf(bytes: Buffer): Promise<{ readonly width: number; readonly height: number } | Read> {
	const format = formatIn(bytes);
	if (format === 'gif' ? isAnimatedGif(bytes) : format === 'png' && isAnimatedPng(bytes)) return problem('moving');
	if (!FORMATS.includes(format)) return problem('format');
	const meta = await sharp(bytes, { limitInputPixels: false }).metadata();
	const { width, height } = meta.autoOrient;
	if ((meta.pages ?? 1) > 1) return problem('moving');
	return width * height > MAX_SENT_IMAGE_PIXELS ? problem('too_many_pixels') : { width, height };
}

const decoded = (bytes: Buffer, side: number) =>
	sharp(bytes, { limitInputPixels: MAX_SENT_IMAGE_PIXELS, failOn: 'error', sequentialRead: true })
		.timeout({ seconds: DECODE_SECONDS })
		.autoOrient()
		.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

async function read(bytes: Buffer): Promise<Read> {
	const sides = await sidesOf(bytes);
	if (!('width' in sides)) return sides;
	const { width, height } = sides;
	const kept = Math.min(1, MAX_IMAGE_SIDE_PX / Math.max(width, height));
	const short = Math.min(width, height);
	// A panorama may shrink to less than it needs as it came, but not to less than the renderer takes.
	if (short < MIN_CHAT_IMAGE_SIDE_PX || short * kept < MIN_IMAGE_SIDE_PX) return { problem: { kind: 'too_small', width, height } };
	for (const side of SIDES) {
		const png = await decoded(bytes, side).flatten({ background: '#ffffff' }).toColourspace('srgb').png({ compressionLevel: 4 }).toBuffer();
		if (png.length <= MAX_IMAGE_BYTES) return { png };
	}
	return problem('unreadable');
}

/** A logo without its ground and its empty margin, as the renderer keeps it, for each pair of colours that goes with it. */
async function readLogo(bytes: Buffer): Promise<Read> {
	const sides = await sidesOf(bytes);
	if (!('width' in sides)) return sides;
	const { width, height } = sides;
	if (Math.max(width, height) < MIN_SENT_LOGO_PX) return { problem: { kind: 'too_small', width, height } };
	const { data, info } = await decoded(bytes, 2 * LOGO_BOX_PX.width)
		.toColourspace('srgb')
		.ensureAlpha()
		.raw({ depth: 'uchar' })
		.toBuffer({ resolveWithObject: true });
	const cut = withoutGround(data, info.width, info.height);
	if ('fault' in cut) return problem(cut.fault);
	const fitted = await sharp(cut.rgba, { raw: { width: info.width, height: info.height, channels: 4 } })
		.trim({ background: CLEAR, threshold: 0 })
		.resize({ ...LOGO_BOX_PX, fit: 'inside', withoutEnlargement: true })
		.raw()
		.toBuffer({ resolveWithObject: true });
	const colours = coloursOfLogo(fitted.data);
	const pairs: LogoPair[] = [];
	for (const pair of pairsOf(colours, cut.ground))
		pairs.push({
			panel: hexOf(pair.panel),
			accent: hexOf(pair.accent),
			isRecoloured: pair.plain !== null,
			logo: (await logoPng(inPlain(fitted.data, colours, pair), fitted.info)).toString('base64'),
		});
	return pairs.length === 0 ? problem('empty') : { pairs };
}

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/** In the one form that the renderer keeps. */
function logoPng(rgba: Uint8Array, { width, height }: { readonly width: number; readonly height: number }): Promise<Buffer> {
	const [across, down] = [Math.max(0, MIN_LOGO_SIDE_PX - width), Math.max(0, MIN_LOGO_SIDE_PX - height)];
	return sharp(rgba, { raw: { width, height, channels: 4 } })
		.extend({
			left: Math.floor(across / 2),
			right: Math.ceil(across / 2),
			top: Math.floor(down / 2),
			bottom: Math.ceil(down / 2),
			background: CLEAR,
		})
		.png({ palette: false })
		.toBuffer();
}

sharp.cache(false);
sharp.concurrency(1);
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const bytes = Buffer.concat(chunks);
const outcome = await (process.argv[2] === 'logo' ? readLogo : read)(bytes).catch(() =>
	problem(formatIn(bytes) === 'heif' ? 'format' : 'unreadable'),
);
const isRead = 'png' in outcome;
process.stdout.write(`${JSON.stringify(isRead ? {} : outcome)}\n`);
if (isRead) process.stdout.write(outcome.png);
