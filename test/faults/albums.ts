/** Albums: the items that people send, what a chat shows of them, and what must hold of them. */
import { createHash } from 'node:crypto';
import { contentHash } from '@copydesk/collaboration/materials/row';
import { seenOf, type MediaItem } from '@copydesk/domain/caption/media';
import { GATHER_MS } from '@copydesk/domain/limits';
import type { Database, Row } from '@copydesk/kit/database/types';
import type { Kept } from '../support/messenger.ts';

/** Every item that was made, by what the messenger's record says of a message that shows it. */
const made = new Map<string, MediaItem>();

/** A photo or a video of this name, with all that the messenger tells of it. */
export function itemCalled(name: string, kind: 'photo' | 'video'): MediaItem {
	const file_id = `${kind}-${name}`;
	const duration = kind === 'video' ? 9 : null;
	const item = { kind, file_id, file_unique_id: `${file_id}-u`, width: 900, height: 700, duration, file_size: 90_000 };
	made.set(shownOf(item), item);
	return item;
}

const shownOf = ({ kind, file_id }: MediaItem): string =>
	kind === 'video' ? `video:${file_id}` : createHash('sha256').update(file_id).digest('hex');

/** A post, or a preview, as people see it: a message, or the messages of an album. */
export interface Shown extends Pick<Kept, 'messageId' | 'caption' | 'by' | 'deleted'> {
	/** What is seen, in order, with a blank between two. */
	readonly photo: string | undefined;
	readonly messageIds: readonly number[];
	readonly isAlbum: boolean;
}

/** What a chat shows. Of an album from which something was deleted, the rest. */
export function shownIn(messages: readonly Kept[]): readonly Shown[] {
	const albums = new Map<string, Kept[]>();
	for (const message of messages)
		if (message.group !== undefined) albums.set(message.group, [...(albums.get(message.group) ?? []), message]);
	return messages.flatMap((message): readonly Shown[] => {
		const { messageId, caption, photo, by, deleted, group } = message;
		if (group === undefined) return [{ messageId, caption, photo, by, deleted, messageIds: [messageId], isAlbum: false }];
		const all = albums.get(group) ?? [];
		if (all[0] !== message) return [];
		const left = all.filter((each) => !each.deleted);
		const items = left.length === 0 ? all : left;
		// With two captions the messenger shows none.
		const [words, ...others] = items.flatMap((each) => (each.caption === undefined || each.caption === '' ? [] : [each.caption]));
		return [
			{
				...{
					messageId: items[0]?.messageId ?? 0,
					caption: others.length === 0 ? words : undefined,
					by,
					deleted: left.length === 0,
					isAlbum: true,
				},
				...{ photo: items.map((each) => each.photo).join(' '), messageIds: items.map((each) => each.messageId) },
			},
		];
	});
}

const BELOW = '☝️';

/** Whether a message has the buttons of the album above it. */
export const isBelowAlbum = ({ text }: Pick<Kept, 'text'>): boolean => text?.startsWith(BELOW) === true;

/** What a message with buttons is about, as its reader sees it. */
export function shownAt(messages: readonly Kept[], message: Kept): { readonly shownCaption: string; readonly shownPhoto: string } {
	const { caption = '', photo = '', replyTo } = message;
	if (!isBelowAlbum(message)) return { shownCaption: caption, shownPhoto: photo };
	const above = shownIn(messages.filter(({ messageId, group }) => messageId < message.messageId && group !== undefined));
	const album = above.find(({ messageIds }) => replyTo !== undefined && messageIds.includes(replyTo)) ?? above.at(-1);
	return { shownCaption: album?.caption ?? '', shownPhoto: album?.photo ?? '' };
}

/** Media by what is seen of them; undefined where it is a picture of the desk's. */
export const mediaOf = (shown: string): readonly (MediaItem | undefined)[] => shown.split(' ').map((each) => made.get(each));

const parsed = <Value>(json: unknown): Value => JSON.parse(String(json ?? 'null')) as Value;

const seenOfRow = ({ cover_asset_id, media, shown_as }: Row) =>
	seenOf({ cover_asset_id: cover_asset_id as string | null, media: parsed(media), shown_as: parsed(shown_as) });

/** The hash of a version with this caption, as its row has it otherwise. */
export const hashOfRow = (row: Row, text: string): string =>
	contentHash({ text, entities: [], ...seenOfRow(row), silent: false, spoiler: false, caption_above: false, buttons: [] });

/** What is seen of a version where it is shown whole, in order. */
export function listOf(row: Row): readonly string[] {
	const { picture, media = [] } = seenOfRow(row);
	return [...(picture === null ? [] : [picture]), ...media.map(shownOf)];
}

export const isAlbumRow = ({ media }: Row): boolean => (parsed<readonly unknown[] | null>(media)?.length ?? 0) > 1;

/** Whether some items of the whole are there, in their order. */
export function isPartOf(photo: string, whole: readonly string[]): boolean {
	let at = 0;
	return photo.split(' ').every((each) => {
		at = whole.indexOf(each, at) + 1;
		return at > 0;
	});
}

/** The album that is, or was, a version: by what it shows, because a correction of one item keeps its words. */
export function versionShown(
	{ caption, photo = '' }: Pick<Shown, 'caption' | 'photo'>,
	rows: readonly Row[],
	hashShown: (text: string, shown: string) => string,
): { readonly row: Row; readonly isWhole: boolean } | undefined {
	const albums = rows.filter(isAlbumRow);
	const hash = hashShown(caption ?? '', photo);
	const whole = albums.findLast((row) => row['content_sha256'] === hash && listOf(row).join(' ') === photo);
	if (whole !== undefined) return { row: whole, isWhole: true };
	const part = albums.findLast(
		(row) =>
			isPartOf(photo, listOf(row)) && (caption === undefined || caption === row['caption']) && photo.split(' ').length < listOf(row).length,
	);
	return part === undefined ? undefined : { row: part, isWhole: false };
}

/** An album that a person sent. */
export interface SentAlbum {
	readonly group: string;
	/** Numbers of the updates, in the order of the items. */
	readonly updateIds: readonly number[];
	readonly items: readonly MediaItem[];
}

/** No item is lost: each is in the draft of its album, in its order, or its person was told of it. None is late that came in time. */
export async function judgeSentAlbums(
	db: Database,
	albums: readonly SentAlbum[],
	{ acknowledged, steadyClock = false }: { readonly acknowledged: ReadonlySet<number>; readonly steadyClock?: boolean },
): Promise<readonly string[]> {
	const broken: string[] = [];
	const events = new Map((await db.query('select * from event')).map((row) => [Number(row['update_id']), row]));
	// What is asked for of it is in the events: the row of a draft can be changed later.
	const asked = [...events.values()].flatMap(({ event_key, intent }) => {
		const { kind, media = [] } = parsed<{ readonly kind?: string; readonly media?: readonly MediaItem[] }>(intent);
		return kind === 'post_request' ? [{ eventKey: String(event_key), media }] : [];
	});
	for (const { group, updateIds, items } of albums) {
		const name = `the album ${group}`;
		const came = updateIds
			.filter((id) => acknowledged.has(id))
			.map((id) => events.get(id))
			.filter((row) => row !== undefined);
		const admitted = came.filter(({ reason }) => reason === null);
		const leads = new Set(admitted.map(({ album }) => album));
		if (leads.size > 1) broken.push(`${name} is taken for ${leads.size} albums: ${[...leads].map(String).join(', ')}`);
		if (leads.size !== 1) continue;
		const lead = admitted.find(({ event_key, album }) => event_key === album);
		const isLate = (row: Row): boolean => row !== lead && row['intent_kind'] === 'usage';
		const inTime = admitted.filter((row) => !isLate(row));
		const [, told] = /You sent (\d+) together/.exec(String(lead?.['intent'])) ?? [];
		if (told !== undefined && Number(told) !== inTime.length)
			broken.push(`${name} has ${inTime.length} items, and its person was asked about ${told}`);
		if (steadyClock) for (const row of admitted.filter(isLate)) judgeLate(broken, name, row, inTime);
		for (const { eventKey, media } of asked.filter((request) => request.media.some((item) => isOneOf(items, item)))) {
			const places = media.map((item) => items.findIndex(({ file_id }) => file_id === item.file_id));
			const isInOrder = places.every((place, index) => place >= 0 && (index === 0 || place > (places[index - 1] ?? 0)));
			if (!isInOrder) broken.push(`${eventKey} asks for the items of ${name} as ${places.join(', ')}`);
			// One that is of a single item is of the first.
			if (media.length < 2) continue;
			const missing = inTime.filter((row) => !places.includes(updateIds.indexOf(Number(row['update_id']))));
			for (const { update_id } of missing) broken.push(`${eventKey} lacks item ${String(update_id)} of ${name}`);
		}
	}
	return broken;
}

const isOneOf = (items: readonly MediaItem[], { file_id }: MediaItem): boolean => items.some((each) => each.file_id === file_id);

/** Transactions of two instances meet: so much later one of them may look at the clock. */
const SLACK_MS = 500;

function judgeLate(broken: string[], name: string, row: Row, inTime: readonly Row[]): void {
	const atMs = Number(row['received_at_ms']);
	const before = inTime.map(({ received_at_ms }) => Number(received_at_ms)).filter((each) => each <= atMs);
	const sinceMs = atMs - Math.max(...before);
	if (sinceMs < GATHER_MS - SLACK_MS) broken.push(`item ${String(row['update_id'])} of ${name} was late, ${sinceMs} ms after another one`);
}
