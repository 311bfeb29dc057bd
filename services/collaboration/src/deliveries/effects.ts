/**
 * What the outcome of a delivery means for the material, in the same transaction as the outcome itself:
 * a death in between can lose neither.
 */
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { lockMaterial } from '../materials/lock.ts';
import { moveMaterial } from '../materials/move.ts';
import type { Delivery } from './journal.ts';

export async function applyOutcome(tx: Database, note: Note, delivery: Delivery, nowMs: number): Promise<void> {
	if (delivery.material === null) return;
	switch (delivery.operation) {
		case 'preview':
			return confirmCopy(tx, delivery);
		case 'prompt':
			return rememberPrompt(tx, delivery);
		case 'publish':
			return endClaim(tx, note, delivery, nowMs);
		default:
			return;
	}
}

/** The first confirmed copy becomes the canonical one, whoever has it. */
async function confirmCopy(tx: Database, { state, material, messageId, fileId }: Delivery): Promise<void> {
	if (state !== 'sent' || material === null || messageId === null || messageId === 0) return;
	await tx.query(
		`update material set approval_message_id = coalesce(approval_message_id, $4), messenger_file_id = coalesce(messenger_file_id, $5)
			where draft_key = $1 and version = $2 and content_sha256 = $3`,
		[material.draftKey, material.version, material.contentSha256, messageId, fileId],
	);
}

/** The answer to this very message is the feedback that is awaited. */
async function rememberPrompt(tx: Database, { state, material, messageId, actor }: Delivery): Promise<void> {
	if (state !== 'sent' || material === null || actor === null) return;
	await tx.query(
		`update material set feedback_prompt_message_id = $4
			where draft_key = $1 and version = $2 and state = 'awaiting_feedback' and feedback_actor_user_id = $3`,
		[material.draftKey, material.version, actor.userId, messageId],
	);
}

/** Published when confirmed, ready again when certainly not delivered, and claimed for as long as nobody knows. */
async function endClaim(tx: Database, note: Note, delivery: Delivery, nowMs: number): Promise<void> {
	if (delivery.material === null || delivery.state === 'unknown' || delivery.state === 'sending') return;
	const { draftKey, version } = delivery.material;
	const found = await lockMaterial(tx, { draft_key: draftKey, version });
	if (found.state !== 'claimed') return;
	const published = delivery.state === 'sent';
	await moveMaterial(tx, note, found, published ? 'published' : 'ready', {
		atMs: nowMs,
		actorUserId: delivery.actor?.userId ?? null,
		eventKey: delivery.eventKey ?? found.event_key,
		executionId: delivery.executionId,
		set: published ? { published_message_id: delivery.messageId ?? 0 } : { claimed_by_user_id: null, claim_event_key: null },
		detail: { delivery_id: delivery.deliveryId, content_sha256: delivery.material.contentSha256 },
	});
}

/**
 * Gives back a claim under which nothing was ever sent, so that somebody can press again. Where a publication exists
 * or may exist, the claim stays.
 */
export async function releaseClaim(tx: Database, note: Note, eventKey: string, atMs: number): Promise<void> {
	const [claimed] = await tx.query(`select draft_key, version from material where claim_event_key = $1 and state = 'claimed'`, [eventKey]);
	if (claimed === undefined) return;
	const found = await lockMaterial(tx, { draft_key: String(claimed['draft_key']), version: Number(claimed['version']) });
	if (found.state !== 'claimed' || found.claim_event_key !== eventKey) return;
	const [publication] = await tx.query(
		`select 1 as there from delivery where operation = 'publish' and draft_key = $1 and version = $2 and state in ('sending', 'sent', 'unknown') limit 1`,
		[found.draft_key, found.version],
	);
	if (publication !== undefined) return;
	await moveMaterial(tx, note, found, 'ready', {
		atMs,
		actorUserId: found.claimed_by_user_id,
		eventKey,
		executionId: null,
		set: { claimed_by_user_id: null, claim_event_key: null },
		detail: { released: true },
	});
}
