import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { drawIllustration, type IllustrationKind } from '../../test/support/illustrations.ts';

export const KINDS: readonly IllustrationKind[] = ['photo', 'painting', 'diagram', 'flat'];

export interface Source {
	readonly kind: IllustrationKind;
	readonly bytes: Buffer;
	readonly path: string;
}

/** The sources, 1536×1024, as PNG files of an ordinary encoder. */
export async function makeSources(directory: string): Promise<Source[]> {
	const sources: Source[] = [];
	for (const kind of KINDS) {
		const { pixels, widthPx, heightPx } = drawIllustration(kind);
		const bytes = await sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 3 } })
			.png({ compressionLevel: 6, adaptiveFiltering: true })
			.toBuffer();
		const path = join(directory, `${kind}.png`);
		writeFileSync(path, bytes);
		sources.push({ kind, bytes, path });
	}
	return sources;
}

/** The same picture as another file: with a comment of its own. */
export function withComment(png: Buffer, comment: string): Buffer {
	const end = png.length - 12;
	const data = Buffer.from(`tEXtComment\0${comment}`, 'latin1');
	const chunk = Buffer.alloc(8 + data.length);
	chunk.writeUInt32BE(data.length - 4, 0);
	data.copy(chunk, 4);
	chunk.writeUInt32BE(crc32(data), 4 + data.length);
	return Buffer.concat([png.subarray(0, end), chunk, png.subarray(end)]);
}
