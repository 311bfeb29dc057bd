/** Covers as small pictures: made once for a cover and size, kept in memory up to a bound. */
import sharp from 'sharp';
import { createSemaphore } from '@copydesk/kit/semaphore';
import type { Database } from '@copydesk/kit/database/types';
import type { Covers } from '../messenger/covers.ts';
import { tables } from '../tables.ts';

const MAX_KEPT_BYTES = 32 * 1_048_576;
/** How many are decoded at once: each takes memory, and nobody waits for the board in the chat. */
const AT_ONCE = 2;
const ADDRESS = /^\/pictures\/([1-9]\d{0,8})-([1-9]\d{0,6})-([0-9a-f]{16})-(320|960)\.webp$/;

export interface Pictures {
	/** The picture of an address; undefined if no version has such a cover, or the renderer does not give it. */
	at(path: string): Promise<Buffer | undefined>;
}

export function createPictures(db: Database, covers: Pick<Covers, 'fetch'>): Pictures {
	const kept = new Map<string, Buffer>();
	const turns = createSemaphore(AT_ONCE);
	let bytes = 0;

	function keep(key: string, picture: Buffer): void {
		kept.set(key, picture);
		bytes += picture.length;
		for (const [oldest, { length }] of kept) {
			if (bytes <= MAX_KEPT_BYTES) break;
			kept.delete(oldest);
			bytes -= length;
		}
	}

	return {
		async at(path) {
			const [, number, version, begins = '', width] = ADDRESS.exec(path) ?? [];
			if (number === undefined) return undefined;
			const row = await tables(db)
				.selectFrom('material')
				.select('cover_asset_id')
				.where('number', '=', Number(number))
				.where('version', '=', Number(version))
				.executeTakeFirst();
			const asset = row?.cover_asset_id ?? '';
			if (asset === '' || !asset.startsWith(begins)) return undefined;
			const key = `${asset}:${width}`;
			const known = kept.get(key);
			if (known !== undefined) {
				kept.delete(key);
				kept.set(key, known);
				return known;
			}
			const done = await turns.acquire();
			try {
				const made = kept.get(key);
				if (made !== undefined) return made;
				const cover = await covers.fetch(asset);
				if ('missing' in cover) return undefined;
				const picture = await sharp(cover.bytes, { limitInputPixels: 40_000_000 })
					.resize({ width: Number(width), withoutEnlargement: true })
					.webp({ quality: 80 })
					.toBuffer()
					.catch(() => undefined);
				if (picture !== undefined) keep(key, picture);
				return picture;
			} finally {
				done();
			}
		},
	};
}
