/** Looks for the other items of an album whose first message a person forwarded: all of them are taken down together. */
import { isAlbum } from '@copydesk/domain/caption/media';
import { itemsOf } from '@copydesk/domain/caption/shown';
import { messagesOfPost, noteItems } from '../deliveries/journal.ts';
import { findMaterial, type VersionRef } from '../materials/read.ts';
import { NUMBERS, findItems, inOrder, lookOnce, type Look, type LookOptions } from './look.ts';

export type FindAlbumRest = (version: VersionRef) => Promise<Look>;

export function createFindAlbumRest(options: LookOptions): FindAlbumRest {
	const { db } = options;
	return async ({ draft_key, version }) => {
		const material = await findMaterial(db, draft_key, version);
		const first = material?.published_message_id ?? 0;
		if (material === undefined || !isAlbum(material) || first === 0) return 'not_found';
		const known = await messagesOfPost(db, material);
		if (known.length >= itemsOf(material)) return 'not_found';
		return lookOnce(options, `album:${draft_key}:${version}`, async (lookAt) => {
			const count = itemsOf(material) - 1 + NUMBERS;
			const found = await findItems(db, lookAt, { material, first: first + 1, count, known: new Map([[0, first]]) });
			if (found === undefined) return 'unfinished';
			if (found.size > known.length) await noteItems(db, material, inOrder(found));
			return 'found';
		});
	};
}
