/**
 * Looks for an unconfirmed publication before the owner is asked. The desk forwards the posts with the channel's next message ids to the
 * owner, compares them and deletes the forwards. For a correction it forwards the post that it changes. This can prove that a post
 * exists, never that it does not.
 */
import type { Database } from '@copydesk/kit/database/types';
import { looksSame } from '@copydesk/domain/caption/form';
import type { Formatted } from '@copydesk/domain/caption/form';
import { shownCaption } from '@copydesk/domain/caption/shown';
import { formMarked } from '@copydesk/domain/event/update';
import { isObject } from '@copydesk/domain/isObject';
import type { Audit } from '../audit/audit.ts';
import type { Material } from '@copydesk/domain/material/material';
import { findMaterial } from '../materials/read.ts';
import { forward } from '../messenger/requests.ts';
import type { Actors } from '../participants/actors.ts';
import type { Participant } from '../participants/participants.ts';
import { tables } from '../tables.ts';
import { settleByEvidence } from '../deliveries/evidence.ts';
import { CORRECT, NOBODY, attemptKey, versionOf } from '../deliveries/journal.ts';
import type { Delivery, Journal } from '../deliveries/journal.ts';
import type { Sent } from '../deliveries/send.ts';
import type { Try } from '../deliveries/tell.ts';
import { removeForwards } from './removals.ts';

/** @returns whether the post was found and its delivery settled */
export type Look = (delivery: Delivery) => Promise<boolean>;

interface LookOptions {
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

export function createLook(options: LookOptions): Look {
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

	return async (delivery) => {
		const version = versionOf(delivery);
		const owner = await actors.owner();
		if (version === undefined || owner === undefined) return false;
		const material = await findMaterial(db, version.draft_key, version.version);
		const photo = await photoOf(db, delivery);
		for (const messageId of await numbersOf(db, delivery, material)) {
			const sent = await forwarded(delivery, owner, messageId);
			const isThere = isThis(sent?.result, { channelId, messageId, caption: material === undefined ? null : captionOf(material), photo });
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
		.select('message_id')
		.where(({ and }) => and({ operation: 'publish', state: 'sent' }))
		.where('message_id', '>', 0)
		.orderBy('message_id', 'desc')
		.limit(1)
		.executeTakeFirst();
	return newest?.message_id ?? null;
}

/** The messenger's unique file id of this content's picture, as a preview showed it; null if unknown. */
async function photoOf(db: Database, { content_sha256 }: Delivery): Promise<string | null> {
	const shown = await tables(db)
		.selectFrom('delivery')
		.select('file_unique_id')
		.where(({ and }) => and({ operation: 'preview', state: 'sent', content_sha256 }))
		.where('file_unique_id', 'is not', null)
		.limit(1)
		.executeTakeFirst();
	return shown?.file_unique_id ?? null;
}

interface Post {
	readonly channelId: number;
	readonly messageId: number;
	readonly caption: Formatted | null;
	readonly photo: string | null;
}

type Loose = Readonly<Record<string, unknown>>;
const objectOf = (value: unknown): Loose => (isObject(value) ? value : {});

const captionOf = (material: Material): Formatted | null => (material.caption === null ? null : shownCaption(material));

/** Whether a forward shows exactly this post: channel, message id, caption with its entities, and picture. */
function isThis(result: unknown, { channelId, messageId, caption, photo }: Post): boolean {
	const message = objectOf(result);
	const origin = objectOf(message['forward_origin']);
	const sizes = Array.isArray(message['photo']) ? (message['photo'] as unknown[]) : [];
	return (
		origin['type'] === 'channel' &&
		objectOf(origin['chat'])['id'] === channelId &&
		origin['message_id'] === messageId &&
		caption !== null &&
		message['caption'] === caption.text &&
		looksSame(caption.text, caption.entities, formMarked(message['caption_entities'])) &&
		photo !== null &&
		sizes.some((size) => objectOf(size)['file_unique_id'] === photo)
	);
}
