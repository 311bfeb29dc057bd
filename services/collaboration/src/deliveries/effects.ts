/** Applies the outcome of a delivery to the material, in the transaction of the outcome, so a crash cannot separate them. */
import { seenOf } from '@copydesk/domain/caption/media';
import { confirmCopy, rememberPrompt } from '@copydesk/domain/material/copies';
import { step, type Step } from '@copydesk/domain/material/judgement';
import type { Material } from '@copydesk/domain/material/material';
import { withdraw } from '@copydesk/domain/material/post';
import { releaseClaim, settlePublication } from '@copydesk/domain/material/publication';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { findClaimed, findMaterial, lockMaterial, versionsOfPost } from '../materials/read.ts';
import { entityOf } from '../materials/row.ts';
import { writeStep, type Origin } from '../materials/write.ts';
import { confirmSent, itemShown } from '../news/cards.ts';
import { lockItem } from '../news/items.ts';
import { MESSAGE_GONE } from '@copydesk/domain/delivery/outcome';
import { CORRECT, publicationsOf, versionOf, type Delivery } from './journal.ts';

/** Locks the material or card before the delivery's row. `prepare` locks in the same order, so two transactions cannot deadlock. */
export async function lockShown(
	tx: Database,
	delivery: Pick<Delivery, 'operation' | 'entity_key' | 'draft_key' | 'version'>,
): Promise<void> {
	const version = versionOf(delivery);
	if (version !== undefined) await lockMaterial(tx, version);
	const card = itemShown(delivery);
	if (card !== undefined) await lockItem(tx, card);
}

export async function applyOutcome(tx: Database, note: Note, delivery: Delivery, atMs: number): Promise<void> {
	const { actor_user_id: actorUserId, event_key: eventKey, execution_id: executionId } = delivery;
	const card = itemShown(delivery);
	if (card !== undefined) await confirmSent(tx, note, card, delivery, { actorUserId, eventKey, executionId, atMs });
	const version = versionOf(delivery);
	if (version === undefined) return;
	const found = await lockMaterial(tx, version);
	const origin = { actorUserId, eventKey: eventKey ?? found.event_key, executionId, atMs };
	if (delivery.operation === 'withdraw') return applyWithdrawal(tx, note, delivery, found, origin);
	await writeStep(tx, note, found, meaningOf(await withNumber(tx, delivery, found), found), origin);
}

/** A correction keeps the message id of the post that it changes, whatever the messenger says. */
async function withNumber(tx: Database, delivery: Delivery, { draft_key, corrects }: Material): Promise<Delivery> {
	if (delivery.purpose !== CORRECT || corrects === null) return delivery;
	return { ...delivery, message_id: (await findMaterial(tx, draft_key, corrects))?.published_message_id ?? 0 };
}

/** A post that no longer exists counts as taken down too. Every version that it showed is marked. */
async function applyWithdrawal(tx: Database, note: Note, { state, error_code }: Delivery, found: Material, origin: Origin): Promise<void> {
	if (state !== 'sent' && error_code !== MESSAGE_GONE) return;
	for (const ref of await versionsOfPost(tx, found)) {
		const version = await lockMaterial(tx, ref);
		if (version.state !== 'published' || version.withdrawn_at_ms !== null) continue;
		await writeStep(tx, note, version, step(withdraw(version, origin.actorUserId, origin.atMs)), origin);
		note({
			actorUserId: origin.actorUserId,
			action: 'post.withdrawn',
			entity: entityOf(version),
			outcome: 'ok',
			executionId: origin.executionId,
			detail: { message_id: version.published_message_id },
		});
	}
}

const hasCover = (found: Material): boolean => seenOf(found).picture !== null;

function meaningOf(delivery: Delivery, found: Material): Step {
	const { operation, state, delivery_id, content_sha256, message_id, actor_user_id } = delivery;
	switch (operation) {
		case 'preview':
			return step(state === 'sent' ? confirmCopy(found, delivery) : found);
		case 'album':
			// Its first message has the cover.
			return step(
				state === 'sent' ? { ...found, messenger_file_id: found.messenger_file_id ?? (hasCover(found) ? delivery.file_id : null) } : found,
			);
		case 'prompt':
			return step(state === 'sent' && actor_user_id !== null ? rememberPrompt(found, actor_user_id, message_id) : found);
		case 'publish':
			return { ...settlePublication(found, state, message_id), detail: { delivery_id, content_sha256 } };
		default:
			return step(found);
	}
}

/** Releases the claim of this event, unless a publication exists or may exist. */
export async function releaseClaimOf(tx: Database, note: Note, eventKey: string, atMs: number): Promise<void> {
	const claimed = await findClaimed(tx, eventKey);
	if (claimed === undefined) return;
	const found = await lockMaterial(tx, claimed);
	await writeStep(tx, note, found, releaseClaim(found, eventKey, await publicationsOf(tx, found)), {
		actorUserId: found.claimed_by_user_id,
		eventKey,
		executionId: null,
		atMs,
	});
}
