/** Looks at messages of the channel: the desk forwards each one to the owner, reads the forward and deletes it. */
import { readForwarded, shows, type ForwardedPost } from '@copydesk/domain/event/forwarded';
import { shownCaption, shownPost } from '@copydesk/domain/caption/shown';
import type { Material } from '@copydesk/domain/material/material';
import { isBelow } from '@copydesk/kit/database/keys';
import type { Database } from '@copydesk/kit/database/types';
import { NOBODY } from '../deliveries/journal.ts';
import type { Try } from '../deliveries/tell.ts';
import { forward } from '../messenger/requests.ts';
import type { Actors } from '../participants/actors.ts';
import type { Participant } from '../participants/participants.ts';
import { photosOf } from '../posts/numbers.ts';
import { tables } from '../tables.ts';
import { removeForwards } from './removals.ts';

/** `found`: the desk stored what it looked for. `unfinished`: a forward failed, so the desk looks again later. */
export type Look = 'found' | 'not_found' | 'unfinished';

export interface Forwarded {
	/** Undefined: not there, or it is not known. */
	readonly post: ForwardedPost | undefined;
	readonly isAnswered: boolean;
}
export type LookAt = (messageId: number) => Promise<Forwarded>;

export interface LookOptions {
	readonly db: Database;
	readonly trySend: Try;
	readonly actors: Actors;
	readonly channelId: number;
	readonly nowMs: () => number;
}

/** How many message ids after the last known one are checked, because somebody else may have posted in between. */
export const NUMBERS = 3;
const LOOK_PURPOSE = 'look';
/** A look that breaks off is repeated so often. */
const MAX_LOOKS = 5;

/** One more look for the same thing. Each look has keys of its own, because only a new forward shows its message. */
export async function lookOnce(options: LookOptions, key: string, look: (lookAt: LookAt) => Promise<Look>): Promise<Look> {
	const owner = await options.actors.owner();
	if (owner === undefined) return 'not_found';
	const number = (await looksOf(options.db, key)) + 1;
	const ended = await look((messageId) => lookAt(options, `${key}:${number}`, owner, messageId));
	return ended === 'unfinished' && number >= MAX_LOOKS ? 'not_found' : ended;
}

async function lookAt(options: LookOptions, key: string, { userId, chatId }: Participant, messageId: number): Promise<Forwarded> {
	const { trySend, actors, channelId } = options;
	const named = { ...NOBODY, purpose: LOOK_PURPOSE, entity_key: `${key}:${messageId}`, operation: 'look' as const };
	const sent = await trySend(
		{ ...named, recipient_user_id: userId, chat_id: chatId },
		{
			build: async () => forward(chatId, channelId, messageId),
			allowed: async () => (await actors.active(userId)) !== undefined,
		},
	);
	const state = sent?.delivery.state;
	if (state === 'sent') await removeForwards(options);
	const post = readForwarded(sent?.result);
	return {
		post: post?.channelId === channelId && post.messageId === messageId ? post : undefined,
		isAnswered: state === 'sent' || state === 'rejected',
	};
}

/** How many looks with this key were begun. */
async function looksOf(db: Database, key: string): Promise<number> {
	const before = `${key}:`;
	const rows = await tables(db)
		.selectFrom('delivery')
		.select('entity_key')
		.where('purpose', '=', LOOK_PURPOSE)
		.where(isBelow(db, 'entity_key', key))
		.execute();
	return Math.max(0, ...rows.map(({ entity_key }) => Number(entity_key.slice(before.length).split(':')[0])));
}

/** The messages that show items of an album, by place. */
export type ItemsFound = ReadonlyMap<number, number>;

export interface SearchedFor {
	readonly material: Material;
	readonly first: number;
	/** How many messages are looked at. */
	readonly count: number;
	/** Those that are known before. */
	readonly known?: ItemsFound;
}

/** Each item is a message of its own, and some may be missing. @returns undefined if the look broke off: there may be more */
export async function findItems(
	db: Database,
	lookAtMessage: LookAt,
	{ material, first, count, known = new Map() }: SearchedFor,
): Promise<ItemsFound | undefined> {
	const { media = [], picture } = shownPost(material);
	const covers = picture === null ? [] : [await photosOf(db, material.content_sha256)];
	const expected = [...covers, ...media.map(({ file_unique_id }) => [file_unique_id])];
	const found = new Map(known);
	for (let messageId = first; messageId < first + count && found.size < expected.length; messageId += 1) {
		const { post, isAnswered } = await lookAtMessage(messageId);
		if (!isAnswered) return undefined;
		if (post === undefined) continue;
		const place = expected.findIndex((ids, index) => !found.has(index) && post.photos.some((photo) => ids.includes(photo)));
		const isFirst = place === 0 && shows(post, shownCaption(material), expected[0] ?? []);
		// Nothing of an album comes before its first message.
		if (isFirst) found.clear();
		if (isFirst || place > 0) found.set(place, messageId);
	}
	return found;
}

/** In the order of the items. */
export const inOrder = (found: ItemsFound): readonly number[] =>
	[...found].toSorted(([one], [other]) => one - other).map(([, messageId]) => messageId);
