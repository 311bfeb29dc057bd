/** What a correction changes of an album. The messenger changes one message at a time, and adds or removes none. */
import type { MediaItem } from './media.ts';
import { looksSame } from './form.ts';
import type { ShownPost } from './shown.ts';

export interface AlbumChange {
	/** The place of the item that changes; null: no item does. */
	readonly place: number | null;
	/** The item that is at this place afterwards; null: the cover. */
	readonly item: MediaItem | null;
	readonly hasOtherWords: boolean;
}

const listed = ({ picture, media = [] }: ShownPost) => [
	...(picture === null ? [] : [{ key: picture, item: null }]),
	...media.map((item) => ({ key: JSON.stringify(item), item })),
];

/** @returns undefined if one request cannot change it */
export function albumChange(shown: ShownPost, before: ShownPost): AlbumChange | undefined {
	const [now, was] = [listed(shown), listed(before)];
	const [changed, ...others] = now.flatMap(({ key, item }, place) => (key === was[place]?.key ? [] : [{ place, item }]));
	if (now.length !== was.length || others.length > 0) return undefined;
	const hasOtherWords = shown.text !== before.text || !looksSame(shown.text, shown.entities, before.entities);
	// The words are those of the first message.
	if (changed !== undefined && changed.place > 0 && hasOtherWords) return undefined;
	return { place: changed?.place ?? null, item: changed?.item ?? null, hasOtherWords };
}
