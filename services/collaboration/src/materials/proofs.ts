/**
 * One-time permissions to go on after a failure that was proven to be ours alone: a local parse failure before any
 * external request. Issued by the operator, redeemed once by the resume entry.
 */
import { CopydeskError } from '@copydesk/domain/errors';
import type { Database } from '@copydesk/kit/database/types';
import type { Audit, Note } from '../audit/audit.ts';
import type { Contexts, SignedContext } from '../contexts/contexts.ts';
import { bindExecution } from '../events/executions.ts';
import type { Admission } from '../participants/admission.ts';
import { latestVersion, lockMaterial } from './lock.ts';
import { moveMaterial } from './move.ts';
import { entityOf, materialOf } from './row.ts';
import type { StoredMaterial } from './row.ts';

/** Error classes that a node reports when it could not read its own input; nothing had left the machine. */
export const LOCAL_PARSE_FAILURES: readonly string[] = ['LocalParseError', 'ParseError', 'SyntaxError', 'local_parse_failure'];

export interface Proofs {
	/** Redeems a proof for an execution. @throws CopydeskError proof_spent, proof_invalid, participant_inactive */
	redeem(proofId: string, executionId: string): Promise<{ readonly material: StoredMaterial } & SignedContext>;
}

export interface ProofsOptions {
	readonly audit: Audit;
	readonly admission: Admission;
	readonly contexts: Contexts;
	readonly nowMs: () => number;
}

export function createProofs({ audit, admission, contexts, nowMs }: ProofsOptions): Proofs {
	return {
		async redeem(proofId, executionId) {
			const { material, chatId, role, userId } = await audit.within(async (tx, note) => {
				const [proof] = await tx.query('update resume_proof set status = status where proof_id = $1 returning *', [proofId]);
				if (proof === undefined) throw new CopydeskError('proof_invalid', 'no such proof');
				if (proof['status'] !== 'issued') throw new CopydeskError('proof_spent', String(proof['status']));
				const actor = await admission.active(Number(proof['actor_user_id']));
				if (actor === undefined) throw new CopydeskError('participant_inactive', `user ${String(proof['actor_user_id'])}`);
				const ref = { draft_key: String(proof['draft_key']), version: Number(proof['version']) };
				const found = await lockMaterial(tx, ref);
				await requireResumable(tx, found, String(proof['event_key']), actor.userId);
				const atMs = nowMs();
				await tx.query(`update resume_proof set status = 'redeemed', redeemed_execution_id = $2, redeemed_at_ms = $3 where proof_id = $1`, [
					proofId,
					executionId,
					atMs,
				]);
				await bindExecution(
					tx,
					{ sub: actor.userId, chat: actor.chatId, event_key: found.event_key, execution_id: executionId },
					{ execution_id: executionId },
					atMs,
				);
				const moved = await moveMaterial(tx, note, found, 'text_preparing', {
					atMs,
					actorUserId: actor.userId,
					eventKey: found.event_key,
					executionId,
					detail: { proof_id: proofId },
				});
				return { material: moved, chatId: actor.chatId, role: actor.role, userId: actor.userId };
			});
			const signed = contexts.sign({
				sub: userId,
				chat: chatId,
				role,
				owner_chat_id: material.owner_chat_id,
				event_key: material.event_key,
				execution_id: executionId,
				purpose: 'resume',
			});
			return { material, ...signed };
		},
	};
}

/** Event identity, version 1, latest, actor, state, no result of any kind, and the failure proven local. */
export async function requireResumable(
	tx: Database,
	found: StoredMaterial,
	eventKey: string,
	actorUserId: number,
): Promise<{ readonly errorClass: string }> {
	const refuse = (why: string): never => {
		throw new CopydeskError('proof_invalid', why, { facts: { why } });
	};
	if (found.event_key !== eventKey) refuse('the event is another one');
	if (found.version !== 1 || (await latestVersion(tx, found.draft_key)) !== 1) refuse('only a first and latest version is resumed');
	if (found.created_by_user_id !== actorUserId || found.operation_actor_user_id !== actorUserId) refuse('the actor is another one');
	if (found.state !== 'text_generating') refuse(`the state is ${found.state}`);
	if (
		[found.body, found.title, found.caption, found.source_image_id, found.cover_asset_id, found.content_sha256].some(
			(value) => value !== null,
		)
	)
		refuse('there is a result already');
	const [delivery] = await tx.query(`select 1 as there from delivery where draft_key = $1 limit 1`, [found.draft_key]);
	if (delivery !== undefined) refuse('something was delivered already');
	const [admitted] = await tx.query('select 1 as there from admission where event_key = $1 limit 1', [eventKey]);
	if (admitted !== undefined) refuse('an external request was admitted');
	const [failure] = await tx.query('select error_class from failure where event_key = $1 order by at_ms desc limit 1', [eventKey]);
	const errorClass = String(failure?.['error_class'] ?? '');
	if (!LOCAL_PARSE_FAILURES.includes(errorClass))
		refuse(failure === undefined ? 'no failure is recorded' : `${errorClass} is not a local parse failure`);
	return { errorClass };
}

/**
 * After a successful preparation and a later genuine press the proof is done: the earlier local error leaves the row,
 * the audit keeps it.
 */
export async function completeProof(
	tx: Database,
	note: Note,
	ref: { draft_key: string; version: number },
	actorUserId: number,
	executionId: string,
	nowMs: number,
): Promise<void> {
	const [completed] = await tx.query(
		`update resume_proof set status = 'completed', completed_at_ms = $3 where draft_key = $1 and version = $2 and status = 'redeemed' returning proof_id, error_class`,
		[ref.draft_key, ref.version, nowMs],
	);
	if (completed === undefined) return;
	const [row] = await tx.query(
		'update material set error_code = null, error_stage = null where draft_key = $1 and version = $2 returning *',
		[ref.draft_key, ref.version],
	);
	if (row === undefined) return;
	note({
		actorUserId,
		action: 'proof.completed',
		entity: entityOf(materialOf(row)),
		outcome: 'ok',
		executionId,
		detail: { proof_id: String(completed['proof_id']) },
	});
}
