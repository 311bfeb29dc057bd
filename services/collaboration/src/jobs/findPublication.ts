/**
 * Looks for an unconfirmed publication before the owner is asked. The desk forwards the posts with the channel's next message ids to the
 * owner, compares them and deletes the forwards. For a correction it forwards the post that it changes. This can prove that a post
 * exists, never that it does not.
 */
import type { Database } from '@copydesk/kit/database/types';
import { isAlbum } from '@copydesk/domain/caption/media';
import { shownCaption, shownPost } from '@copydesk/domain/caption/shown';
import { readForwarded, shows } from '@copydesk/domain/event/forwarded';
import type { Audit } from '../audit/audit.ts';
import type { Material } from '@copydesk/domain/material/material';
import { findMaterial } from '../materials/read.ts';
import { forward } from '../messenger/requests.ts';
import type { Actors } from '../participants/actors.ts';
import type { Participant } from '../participants/participants.ts';
import { tables } from '../tables.ts';
import { settleByEvidence } from '../deliveries/evidence.ts';
import { CORRECT, NOBODY, attemptKey, messagesIn, noteFound, versionOf, type Delivery, type Journal } from '../deliveries/journal.ts';
import type { Sent } from '../deliveries/send.ts';
import type { Try } from '../deliveries/tell.ts';
import { photosOf } from '../posts/numbers.ts';
import { removeForwards } from './removals.ts';

/** @returns whether the post was found and its delivery settled */
export type FindPublication = (delivery: Delivery) => Promise<boolean>;

interface FindPublicationOptions {
	readonly db: Database;
	readonly audit: Audit;
	readonly journal: Journal;
	readonly trySend: Try;
	readonly actors: Actors;
	readonly channelId: number;
	readonly nowMs: () => number;
}

/** How many message ids after the last known one are checked, because somebody else may have posted in between. */
const NUMBERS = 3;
const LOOK_PURPOSE = 'look';

export function createFindPublication(options: FindPublicationOptions): FindPublication {
	const { db, actors, trySend, channelId } = options;

	const forwarded = (delivery: Delivery, { userId, chatId }: Participant, messageId: number): Promise<Sent | undefined> =>
		trySend(
			{
				...NOBODY,
				purpose: LOOK_PURPOSE,
				entity_key: `${attemptKey(delivery)}:${messageId}`,
				operation: 'look',
				recipient_user_id: userId,
				chat_id: chatId,
			},
			{
				build: async () => forward(chatId, channelId, messageId),
				allowed: async () => (await actors.active(userId)) !== undefined,
			},
		);

	/** Each item is a message of its own, and some may be missing. Those that are there are stored, so that the owner decides about them. */
	async function findAlbum(delivery: Delivery, owner: Participant, material: Material): Promise<boolean> {
		const last = await lastInChannel(db);
		if (last === null) return false;
		const { media = [], picture } = shownPost(material);
		const covers = picture === null ? [] : [await photosOf(db, delivery.content_sha256)];
		const expected = [...covers, ...media.map(({ file_unique_id }) => [file_unique_id])];
		const found = new Map<number, number>();
		for (let messageId = last + 1; messageId < last + expected.length + NUMBERS; messageId += 1) {
			const sent = await forwarded(delivery, owner, messageId);
			const post = readForwarded(sent?.result);
			if (sent?.delivery.state === 'sent') await removeForwards(options);
			const isOfChannel = post?.channelId === channelId && post.messageId === messageId;
			const place = expected.findIndex(
				(ids, index) => !found.has(index) && isOfChannel && post.photos.some((photo) => ids.includes(photo)),
			);
			if (place >= 0 && isOfChannel && (place > 0 || shows(post, shownCaption(material), expected[0] ?? []))) found.set(place, messageId);
			if (sent === undefined || (sent.delivery.state !== 'sent' && sent.delivery.state !== 'rejected')) break;
		}
		const messageIds = [...found.values()].toSorted((one, other) => one - other);
		const messageId = found.get(0);
		if (found.size === expected.length && messageId !== undefined)
			return settleByEvidence(options, delivery, { state: 'sent', asked: 'forward', messageId, messageIds });
		await noteFound(db, delivery.delivery_id, messageIds);
		return false;
	}

	return async (delivery) => {
		const version = versionOf(delivery);
		const owner = await actors.owner();
		if (version === undefined || owner === undefined) return false;
		const material = await findMaterial(db, version.draft_key, version.version);
		if (material !== undefined && isAlbum(material) && delivery.purpose !== CORRECT) return findAlbum(delivery, owner, material);
		const photos = await photosOf(db, delivery.content_sha256);
		for (const messageId of await numbersOf(db, delivery, material)) {
			const sent = await forwarded(delivery, owner, messageId);
			const isThere = material !== undefined && isThis(sent?.result, { channelId, messageId, material, photos });
			if (sent?.delivery.state === 'sent') await removeForwards(options);
			if (isThere) return settleByEvidence(options, delivery, { state: 'sent', asked: 'forward', messageId });
			// The outcome of this forward is unknown, so the next one could not help: stop here.
			if (sent === undefined || (sent.delivery.state !== 'sent' && sent.delivery.state !== 'rejected')) return false;
		}
		return false;
	};
}

/** The message ids to check: the corrected post, or the next ids of the channel. */
async function numbersOf(db: Database, { purpose }: Delivery, material: Material | undefined): Promise<readonly number[]> {
	if (purpose === CORRECT) {
		const post = material === undefined ? undefined : await findMaterial(db, material.draft_key, material.corrects ?? 0);
		return [post?.published_message_id ?? 0].filter((number) => number > 0);
	}
	const last = await lastInChannel(db);
	return last === null ? [] : Array.from({ length: NUMBERS }, (_, index) => last + 1 + index);
}

/** The highest known message id of the desk's posts. */
async function lastInChannel(db: Database): Promise<number | null> {
	const newest = await tables(db)
		.selectFrom('delivery')
		.select(['message_id', 'message_ids'])
		.where(({ and }) => and({ operation: 'publish', state: 'sent' }))
		.where('message_id', '>', 0)
		.orderBy('message_id', 'desc')
		.limit(1)
		.executeTakeFirst();
	return newest === undefined ? null : Math.max(newest.message_id ?? 0, ...messagesIn(newest));
}

interface Post {
	readonly channelId: number;
	readonly messageId: number;
	readonly material: Material;
	readonly photos: readonly string[];
}

/** Whether a forward shows exactly this post: channel, message id, caption with its entities, and picture. */
function isThis(result: unknown, { channelId, messageId, material, photos }: Post): boolean {
	const post = readForwarded(result);
	const isThere = post?.channelId === channelId && post.messageId === messageId;
	return isThere && material.caption !== null && shows(post, shownCaption(material), photos);
}
