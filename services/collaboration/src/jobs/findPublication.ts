/**
 * Looks for an unconfirmed publication before the owner is asked. The desk forwards the posts with the channel's next message ids to the
 * owner, compares them and deletes the forwards. For a correction it forwards the post that it changes. This can prove that a post
 * exists, never that it does not.
 */
import type { Database } from '@copydesk/kit/database/types';
import { looksSame } from '@copydesk/domain/caption/form';
import { isAlbum, seenOf } from '@copydesk/domain/caption/media';
import { itemsOf, shownCaption, shownPost } from '@copydesk/domain/caption/shown';
import { ALBUM_APART } from '@copydesk/domain/delivery/outcome';
import { says, shows } from '@copydesk/domain/event/forwarded';
import type { Audit } from '../audit/audit.ts';
import type { Material } from '@copydesk/domain/material/material';
import { findMaterial } from '../materials/read.ts';
import { tables } from '../tables.ts';
import { changeOfAlbum } from '../deliveries/albumCorrection.ts';
import { settleByEvidence } from '../deliveries/evidence.ts';
import {
	CORRECT,
	attemptKey,
	messagesIn,
	messagesOfPost,
	noteFound,
	unplacedBeside,
	versionOf,
	type Delivery,
	type Journal,
} from '../deliveries/journal.ts';
import { photosOf } from '../posts/numbers.ts';
import { leftOvers } from './leftOverAlbums.ts';
import { NUMBERS, findItems, inOrder, lookOnce, type ItemsFound, type Look, type LookAt, type LookOptions } from './look.ts';

export type FindPublication = (delivery: Delivery) => Promise<Look>;

interface FindPublicationOptions extends LookOptions {
	readonly audit: Audit;
	readonly journal: Journal;
}

export function createFindPublication(options: FindPublicationOptions): FindPublication {
	const { db } = options;
	return async (delivery) => {
		const version = versionOf(delivery);
		const material = version === undefined ? undefined : await findMaterial(db, version.draft_key, version.version);
		if (material === undefined) return 'not_found';
		return lookOnce(options, attemptKey(delivery), (lookAt) => find(options, { delivery, material, lookAt }));
	};
}

interface Sought {
	readonly delivery: Delivery;
	readonly material: Material;
	readonly lookAt: LookAt;
}

async function find(options: FindPublicationOptions, { delivery, material, lookAt }: Sought): Promise<Look> {
	const { db } = options;
	if (isAlbum(material) && delivery.purpose !== CORRECT) return findAlbum(options, { delivery, material, lookAt });
	const post = material.corrects === null ? undefined : await findMaterial(db, material.draft_key, material.corrects);
	if (delivery.purpose === CORRECT && post !== undefined && (isAlbum(material) || isAlbum(post)))
		return findAlbumCorrection(options, { delivery, material, lookAt }, post);
	// What looks the same before and after a correction proves nothing.
	if (delivery.purpose === CORRECT && post !== undefined && looksAs(material, post)) return 'not_found';
	const photos = await photosOf(db, delivery.content_sha256);
	for (const messageId of await numbersOf(db, delivery, post)) {
		const { post: there, isAnswered } = await lookAt(messageId);
		// The next message could not help: it is not known whether this is the post.
		if (!isAnswered) return 'unfinished';
		if (there !== undefined && material.caption !== null && shows(there, shownCaption(material), photos))
			return wasSettled(await settleByEvidence(options, delivery, { state: 'sent', asked: 'forward', messageId }));
	}
	return 'not_found';
}

/** Whether two versions differ at most in their options and buttons, which a forward does not show. */
function looksAs(material: Material, post: Material): boolean {
	const [now, before] = [shownPost(material), shownPost(post)];
	const isSame = JSON.stringify(seenOf(material)) === JSON.stringify(seenOf(post));
	return isSame && now.text === before.text && looksSame(now.text, now.entities, before.entities);
}

/** The items that are there are stored, so that the owner decides about them. */
async function findAlbum(options: FindPublicationOptions, { delivery, material, lookAt }: Sought): Promise<Look> {
	const { db } = options;
	// All of it is known.
	if (delivery.error_code === ALBUM_APART) return 'not_found';
	// The messenger's answer may have named some.
	const named = messagesIn(delivery);
	const last = (await lastInChannel(db)) ?? (named.length === 0 ? null : Math.min(...named) - 1);
	if (last === null) return 'not_found';
	const items = itemsOf(material);
	// The items of the attempts before have ids in between.
	const count = items * delivery.attempts + NUMBERS - 1;
	const found = await findItems(db, lookAt, { material, first: Math.max(last, ...(await leftOvers(db))) + 1, count });
	if (found === undefined) return 'unfinished';
	const [messageIds, messageId] = [inOrder(await certain(db, material, found)), found.get(0)];
	if (messageIds.length === items && messageId !== undefined)
		return wasSettled(await settleByEvidence(options, delivery, { state: 'sent', asked: 'forward', messageId, messageIds }));
	if (messageIds.length >= named.length) await noteFound(db, delivery.delivery_id, messageIds);
	return 'not_found';
}

/**
 * The items that are surely of this album. Only the first has words. While another post with the same pictures may be in the channel too,
 * the others count only if they follow the first without a gap.
 */
async function certain(db: Database, material: Material, found: ItemsFound): Promise<ItemsFound> {
	const first = found.get(0);
	const own = (material.media ?? []).map(({ file_unique_id }) => file_unique_id);
	const beside = await Promise.all(
		(await unplacedBeside(db, material.draft_key)).map((each) => findMaterial(db, each.draft_key, each.version)),
	);
	const isShared = beside.some((other) => other?.media?.some(({ file_unique_id }) => own.includes(file_unique_id)) === true);
	return isShared ? new Map([...found].filter(([place, id]) => first !== undefined && id === first + place)) : found;
}

/** Only what is different after the correction proves that it arrived. */
async function findAlbumCorrection(options: FindPublicationOptions, { delivery, material, lookAt }: Sought, post: Material): Promise<Look> {
	const { db } = options;
	const change = await changeOfAlbum(db, material, post);
	const at = (await messagesOfPost(db, post))[change?.place ?? 0];
	const isSeen = change !== undefined && (change.place !== null || change.hasOtherWords);
	if (!isSeen || at === undefined || at === 0) return 'not_found';
	const { post: there, isAnswered } = await lookAt(at);
	if (!isAnswered) return 'unfinished';
	const { place, item } = change;
	const visuals = item === null ? await photosOf(db, delivery.content_sha256) : [item.file_unique_id];
	const hasVisual = place === null || there?.photos.some((photo) => visuals.includes(photo)) === true;
	const hasWords = (place ?? 0) > 0 || (there !== undefined && says(there, shownCaption(material)));
	if (there === undefined || !hasVisual || !hasWords) return 'not_found';
	const messageId = post.published_message_id ?? at;
	return wasSettled(await settleByEvidence(options, delivery, { state: 'sent', asked: 'forward', messageId }));
}

/** Somebody else may have settled it first. */
const wasSettled = (isSettled: boolean): Look => (isSettled ? 'found' : 'not_found');

/** The message ids to check: the corrected post, or the next ids of the channel. */
async function numbersOf(db: Database, { purpose }: Delivery, post: Material | undefined): Promise<readonly number[]> {
	if (purpose === CORRECT) return [post?.published_message_id ?? 0].filter((number) => number > 0);
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
