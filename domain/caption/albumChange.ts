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

/**
 * @param befores each of what the channel may show now
 * @returns undefined if one request cannot change it
 */
export function albumChange(shown: ShownPost, befores: readonly ShownPost[]): AlbumChange | undefined {
	const [now, were] = [listed(shown), befores.map(listed)];
	const [changed, ...others] = now.flatMap(({ key, item }, place) =>
		were.every((was) => was[place]?.key === key) ? [] : [{ place, item }],
	);
	if (were.some(({ length }) => length !== now.length) || others.length > 0) return undefined;
	const hasOtherWords = befores.some(({ text, entities }) => text !== shown.text || !looksSame(text, shown.entities, entities));
	// The words are those of the first message.
	if (changed !== undefined && changed.place > 0 && hasOtherWords) return undefined;
	return { place: changed?.place ?? null, item: changed?.item ?? null, hasOtherWords };
}
