/** Stands in for the drawing and the PNG walker until they are here; goes away with them. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { CopydeskError } from '@copydesk/domain/errors';
import type { CoverText } from './messages.ts';

sharp.concurrency(1);
sharp.cache(false);

export interface Background {
	readonly pixels: Uint8Array;
}

export async function readPng(bytes: Uint8Array): Promise<{ width: number; height: number; frame: Uint8Array }> {
	try {
		const image = sharp(bytes, { limitInputPixels: 2048 * 2048, failOn: 'warning' });
		const { format, width, height } = await image.metadata();
		if (format !== 'png') throw new Error('not a PNG');
		const frame = await image.toColourspace('srgb').removeAlpha().resize(1080, 720, { fit: 'cover' }).raw().toBuffer();
		return { width, height, frame };
	} catch (cause) {
		throw new CopydeskError('invalid_image', 'the decoder refused', { cause, fields: [{ path: 'undecodable', message: 'Expected a whole PNG' }] });
	}
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.codePointAt(0)};`);

export function createRenderer() {
	return {
		templateFingerprint: createHash('sha256').update('interim').digest('hex'),
		prepareBackground: (frame: Uint8Array): Background => ({ pixels: frame }),
		builtInFrame: async (): Promise<Uint8Array> => sharp({ create: { width: 1080, height: 720, channels: 3, background: '#335577' } }).raw().toBuffer(),
		async renderCover(text: CoverText, background: Background): Promise<{ png: Buffer; lines: { title: number; subtitle: number }; titleFontPx: number }> {
			const svg = `<svg width="1080" height="1080"><text x="60" y="800" font-size="60">${escape(text.title)}</text><text x="60" y="900" font-size="30">${escape(text.subtitle)}</text></svg>`;
			const png = await sharp({ create: { width: 1080, height: 1080, channels: 3, background: '#ddd' } })
				.composite([
					{ input: Buffer.from(background.pixels), raw: { width: 1080, height: 720, channels: 3 }, top: 0, left: 0 },
					{ input: Buffer.from(svg), top: 0, left: 0 },
				])
				.png({ compressionLevel: 2 })
				.toBuffer();
			return { png, lines: { title: 1, subtitle: text.subtitle === '' ? 0 : 1 }, titleFontPx: 60 };
		},
	};
}
