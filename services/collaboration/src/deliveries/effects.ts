/**
 * What the outcome of a delivery means for the material, in the same transaction as the outcome itself:
 * a death in between can lose neither.
 */
import { confirmCopy, rememberPrompt } from '@copydesk/domain/material/copies';
import { step } from '@copydesk/domain/material/judgement';
import type { Step } from '@copydesk/domain/material/judgement';
import type { Material } from '@copydesk/domain/material/material';
import { releaseClaim, settlePublication } from '@copydesk/domain/material/publication';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { findClaimed, lockMaterial } from '../materials/read.ts';
import { writeStep } from '../materials/write.ts';
import { publicationsOf } from './journal.ts';
import type { Delivery } from './journal.ts';

export async function applyOutcome(tx: Database, note: Note, delivery: Delivery, atMs: number): Promise<void> {
	if (delivery.material === null) return;
	const { draftKey, version } = delivery.material;
	const found = await lockMaterial(tx, { draft_key: draftKey, version });
	await writeStep(tx, note, found, meaningOf(delivery, delivery.material.contentSha256, found), {
		actorUserId: delivery.actor?.userId ?? null,
		eventKey: delivery.eventKey ?? found.event_key,
		executionId: delivery.executionId,
		atMs,
	});
}

function meaningOf({ operation, state, deliveryId, messageId, fileId, actor }: Delivery, contentSha256: string, found: Material): Step {
	switch (operation) {
		case 'preview':
			return step(state === 'sent' && messageId !== null ? confirmCopy(found, { messageId, fileId, contentSha256 }) : found);
		case 'prompt':
			return step(state === 'sent' && actor !== null ? rememberPrompt(found, actor.userId, messageId) : found);
		case 'publish':
			return {
				...settlePublication(found, state, messageId),
				detail: { delivery_id: deliveryId, content_sha256: contentSha256 },
			};
		default:
			return step(found);
	}
}

/** Gives back the claim that was won under this event, if it led nowhere. */
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
