/**
 * What is sent beside the rendered cover: a person's own video or GIF, or the items of an album, in their order, each by the
 * messenger's file id. A version without any shows its cover alone. With them the cover is sent only if that is wished for
 * (`shown_as.cover`): as the picture of a single video, or as the first picture of an album. It is rendered in any case, and its
 * hash names the version on the board. The list is part of the hash that is approved (`shownPost`).
 */
import type { MediaItem } from '../api/collaboration.ts';
import { MAX_ALBUM_ITEMS } from '../limits.ts';

export type { MediaItem };

/** Whether the messenger shows a cover with these: a GIF has no place for one, and neither has a full album. */
export const canHaveCover = (media: readonly MediaItem[] | null): boolean =>
	media === null || (media.length < MAX_ALBUM_ITEMS && media.every(({ kind }) => kind !== 'animation'));

interface Beside {
	readonly cover_asset_id: string | null;
	readonly media: readonly MediaItem[] | null;
	readonly shown_as: { readonly cover?: true } | null;
}

/** The cover and the media of a version as they are sent. */
export function seenOf({ cover_asset_id, media, shown_as }: Beside) {
	if (media === null || media.length === 0) return { picture: cover_asset_id };
	return { picture: shown_as?.cover === true && canHaveCover(media) ? cover_asset_id : null, media };
}

/** Whether a version is an album: several messages that the messenger shows as one, with no buttons below them. */
export const isAlbum = (version: { readonly media?: readonly MediaItem[] | null }): boolean => (version.media?.length ?? 0) > 1;

/** The same media with one in place of another; `place` counts from 1. */
export const withItem = (media: readonly MediaItem[], place: number, item: MediaItem): readonly MediaItem[] =>
	media.map((each, index) => (index === place - 1 ? item : each));
