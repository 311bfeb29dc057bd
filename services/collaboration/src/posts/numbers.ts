/** The message id of a post that was published without one, learnt from the post itself when a person forwards it to the bot. */
import { isAlbum } from '@copydesk/domain/caption/media';
import { shownCaption } from '@copydesk/domain/caption/shown';
import { shows, type ForwardedPost } from '@copydesk/domain/event/forwarded';
import { step } from '@copydesk/domain/material/judgement';
import type { Material } from '@copydesk/domain/material/material';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { numberPublication } from '../deliveries/journal.ts';
import { findMaterial, lockMaterial } from '../materials/read.ts';
import { entityOf } from '../materials/row.ts';
import { writeStep, type Origin } from '../materials/write.ts';
import { owe } from '../owed/owed.ts';
import { tables } from '../tables.ts';

/** A forwarded post of the channel, while the desk looks for one: the version that it shows, or the one that is looked for. */
export interface LookedFor {
	readonly material: Material;
	/** Null: the forward shows another post. */
	readonly messageId: number | null;
}

/** The messenger's unique file ids of every file that people were shown for this content. */
export async function photosOf(db: Database, content_sha256: string | null): Promise<readonly string[]> {
	if (content_sha256 === null) return [];
	const shown = await tables(db)
		.selectFrom('delivery')
		.select('file_unique_id')
		.distinct()
		.where(({ and }) => and({ state: 'sent', content_sha256 }))
		.where('operation', 'in', ['preview', 'album'])
		.where('file_unique_id', 'is not', null)
		.execute();
	return shown.flatMap(
		(
			{ file_unique_id }, // The first one of an album is that of its first message.
		) => (file_unique_id === null ? [] : [file_unique_id.split(' ')[0] ?? '']),
	);
}

/** @returns undefined if the desk knows the message ids of all its posts */
export async function lookedFor(db: Database, post: ForwardedPost): Promise<LookedFor | undefined> {
	const unnumbered = await tables(db)
		.selectFrom('material')
		.select(['draft_key', 'version'])
		.where(({ and }) => and({ state: 'published', published_message_id: 0 }))
		.where('withdrawn_at_ms', 'is', null)
		.orderBy('state_changed_at_ms', 'desc')
		.execute();
	const isTaken = await isPostOfOurs(db, post.messageId);
	let other: LookedFor | undefined;
	for (const { draft_key, version } of unnumbered) {
		const material = await findMaterial(db, draft_key, version);
		if (material === undefined) continue;
		other ??= { material, messageId: null };
		if (!isTaken && shows(post, shownCaption(material), await photosOf(db, material.content_sha256)))
			return { material, messageId: post.messageId };
	}
	return other;
}

/** Whether a message of the channel is a post that the desk knows. */
export async function isPostOfOurs(db: Database, published_message_id: number): Promise<boolean> {
	const post = await tables(db)
		.selectFrom('material')
		.select('version')
		.where(({ and }) => and({ state: 'published', published_message_id }))
		.limit(1)
		.executeTakeFirst();
	return post !== undefined;
}

/** Stores the message id, unless somebody was first. */
export async function learnNumber(tx: Database, note: Note, { material, messageId }: LookedFor, origin: Origin): Promise<void> {
	if (messageId === null) return;
	const found = await lockMaterial(tx, material);
	if (found.state !== 'published' || found.published_message_id !== 0 || (await isPostOfOurs(tx, messageId))) return;
	await numberPublication(tx, found, messageId);
	if (isAlbum(found)) await owe(tx, 'album_numbered', { draft_key: found.draft_key, version: found.version }, origin.atMs);
	await writeStep(tx, note, found, step({ ...found, published_message_id: messageId }, { message_id: messageId }), origin);
	const { actorUserId, executionId } = origin;
	const detail = { message_id: messageId };
	note({ actorUserId, action: 'post.numbered', entity: entityOf(found), outcome: 'ok', executionId, detail });
}
