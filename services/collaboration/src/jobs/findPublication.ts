/**
 * Looks for an unconfirmed publication before the owner is asked. The desk forwards the posts with the channel's next message ids to the
 * owner, compares them and deletes the forwards. For a correction it forwards the post that it changes. This can prove that a post
 * exists, never that it does not.
 */
import type { Database } from '@copydesk/kit/database/types';
import { albumChange } from '@copydesk/domain/caption/albumChange';
import { isAlbum } from '@copydesk/domain/caption/media';
import { shownCaption, shownPost } from '@copydesk/domain/caption/shown';
import { readForwarded, says, shows, type ForwardedPost } from '@copydesk/domain/event/forwarded';
import type { Audit } from '../audit/audit.ts';
import type { Material } from '@copydesk/domain/material/material';
import { findMaterial } from '../materials/read.ts';
import { forward } from '../messenger/requests.ts';
import type { Actors } from '../participants/actors.ts';
import type { Participant } from '../participants/participants.ts';
import { tables } from '../tables.ts';
import { settleByEvidence } from '../deliveries/evidence.ts';
import {
	CORRECT,
	NOBODY,
	attemptKey,
	messagesIn,
	messagesOfPost,
	noteFound,
	versionOf,
	type Delivery,
	type Journal,
} from '../deliveries/journal.ts';
import type { Sent } from '../deliveries/send.ts';
import type { Try } from '../deliveries/tell.ts';
import { photosOf } from '../posts/numbers.ts';
import { removeForwards } from './removals.ts';

/** `found`: its delivery is settled. `unfinished`: a forward failed, so the desk looks again later. */
export type Look = 'found' | 'not_found' | 'unfinished';
export type FindPublication = (delivery: Delivery) => Promise<Look>;

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
/** A look that breaks off is repeated so often; then the owner is asked. */
const MAX_LOOKS = 5;

export function createFindPublication(options: FindPublicationOptions): FindPublication {
	const { db, actors, trySend, channelId } = options;

	/** Each look has keys of its own, because only a new forward shows its message. */
	const forwarded = (look: string, { userId, chatId }: Participant, messageId: number): Promise<Sent | undefined> =>
		trySend(
			{
				...NOBODY,
				purpose: LOOK_PURPOSE,
				entity_key: `${look}:${messageId}`,
				operation: 'look',
				recipient_user_id: userId,
				chat_id: chatId,
			},
			{
				build: async () => forward(chatId, channelId, messageId),
				allowed: async () => (await actors.active(userId)) !== undefined,
			},
		);

	/** Forwards one message and reads it. */
	async function lookAt(look: string, owner: Participant, messageId: number): Promise<Forwarded> {
		const sent = await forwarded(look, owner, messageId);
		const state = sent?.delivery.state;
		if (state === 'sent') await removeForwards(options);
		const post = readForwarded(sent?.result);
		return {
			post: post?.channelId === channelId && post.messageId === messageId ? post : undefined,
			isAnswered: state === 'sent' || state === 'rejected',
		};
	}

	/** Each item is a message of its own, and some may be missing. Those that are there are stored, so that the owner decides about them. */
	async function findAlbum(delivery: Delivery, look: string, owner: Participant, material: Material): Promise<Look> {
		const last = await lastInChannel(db);
		if (last === null) return 'not_found';
		const { media = [], picture } = shownPost(material);
		const covers = picture === null ? [] : [await photosOf(db, delivery.content_sha256)];
		const expected = [...covers, ...media.map(({ file_unique_id }) => [file_unique_id])];
		const found = new Map<number, number>();
		for (let messageId = last + 1; messageId < last + expected.length + NUMBERS && found.size < expected.length; messageId += 1) {
			const { post, isAnswered } = await lookAt(look, owner, messageId);
			// What was found so far is not all that is there.
			if (!isAnswered) return 'unfinished';
			if (post === undefined) continue;
			const place = expected.findIndex((ids, index) => !found.has(index) && post.photos.some((photo) => ids.includes(photo)));
			if (place > 0 || (place === 0 && shows(post, shownCaption(material), expected[0] ?? []))) found.set(place, messageId);
		}
		const messageIds = [...found].toSorted(([one], [other]) => one - other).map(([, messageId]) => messageId);
		const messageId = found.get(0);
		if (found.size === expected.length && messageId !== undefined)
			return wasSettled(await settleByEvidence(options, delivery, { state: 'sent', asked: 'forward', messageId, messageIds }));
		await noteFound(db, delivery.delivery_id, messageIds);
		return 'not_found';
	}

	/** Only what is different after the correction proves that it arrived. */
	async function findAlbumCorrection(
		delivery: Delivery,
		look: string,
		owner: Participant,
		{ material, post }: { readonly material: Material; readonly post: Material },
	): Promise<Look> {
		const change = albumChange(shownPost(material), shownPost(post));
		const at = (await messagesOfPost(db, post))[change?.place ?? 0];
		const isSeen = change !== undefined && (change.place !== null || change.hasOtherWords);
		if (!isSeen || at === undefined || at === 0) return 'not_found';
		const { post: there, isAnswered } = await lookAt(look, owner, at);
		if (!isAnswered) return 'unfinished';
		const { place, item } = change;
		const visuals = item === null ? await photosOf(db, delivery.content_sha256) : [item.file_unique_id];
		const hasVisual = place === null || there?.photos.some((photo) => visuals.includes(photo)) === true;
		const hasWords = (place ?? 0) > 0 || (there !== undefined && says(there, shownCaption(material)));
		if (there === undefined || !hasVisual || !hasWords) return 'not_found';
		const messageId = post.published_message_id ?? at;
		return wasSettled(await settleByEvidence(options, delivery, { state: 'sent', asked: 'forward', messageId }));
	}

	async function find(delivery: Delivery, look: string, owner: Participant, material: Material): Promise<Look> {
		if (isAlbum(material) && delivery.purpose !== CORRECT) return findAlbum(delivery, look, owner, material);
		const post = material.corrects === null ? undefined : await findMaterial(db, material.draft_key, material.corrects);
		if (delivery.purpose === CORRECT && post !== undefined && (isAlbum(material) || isAlbum(post)))
			return findAlbumCorrection(delivery, look, owner, { material, post });
		const photos = await photosOf(db, delivery.content_sha256);
		for (const messageId of await numbersOf(db, delivery, material)) {
			const { post, isAnswered } = await lookAt(look, owner, messageId);
			// The next message could not help: it is not known whether this is the post.
			if (!isAnswered) return 'unfinished';
			if (post !== undefined && material.caption !== null && shows(post, shownCaption(material), photos))
				return wasSettled(await settleByEvidence(options, delivery, { state: 'sent', asked: 'forward', messageId }));
		}
		return 'not_found';
	}

	return async (delivery) => {
		const version = versionOf(delivery);
		const owner = await actors.owner();
		const material = version === undefined ? undefined : await findMaterial(db, version.draft_key, version.version);
		if (material === undefined || owner === undefined) return 'not_found';
		const looks = await looksOf(db, delivery);
		const ended = await find(delivery, `${attemptKey(delivery)}:${looks + 1}`, owner, material);
		return ended === 'unfinished' && looks + 1 >= MAX_LOOKS ? 'not_found' : ended;
	};
}

interface Forwarded {
	/** Undefined: not there, or it is not known. */
	readonly post: ForwardedPost | undefined;
	readonly isAnswered: boolean;
}

/** Somebody else may have settled it first. */
const wasSettled = (isSettled: boolean): Look => (isSettled ? 'found' : 'not_found');

/** How many looks for this attempt were begun. */
async function looksOf(db: Database, delivery: Delivery): Promise<number> {
	const before = `${attemptKey(delivery)}:`;
	const rows = await tables(db)
		.selectFrom('delivery')
		.select('entity_key')
		.where('purpose', '=', LOOK_PURPOSE)
		.where('entity_key', '>=', before)
		.where('entity_key', '<', `${attemptKey(delivery)};`)
		.execute();
	return Math.max(0, ...rows.map(({ entity_key }) => Number(entity_key.slice(before.length).split(':')[0])));
}

/** The message ids to check: the corrected post, or the next ids of the channel. */
async function numbersOf(db: Database, { purpose }: Delivery, material: Material): Promise<readonly number[]> {
	if (purpose === CORRECT) {
		const post = await findMaterial(db, material.draft_key, material.corrects ?? 0);
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
