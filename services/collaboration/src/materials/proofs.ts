/**
 * One-time permissions to continue after a failure that was certainly on our side: a local parse failure before any external request. The
 * operator issues them, and the resume entry redeems them once.
 */
import { CopydeskError } from '@copydesk/domain/errors';
import { NO_ERROR, type StoredError } from '@copydesk/domain/material/content';
import { accepted, type Step } from '@copydesk/domain/material/judgement';
import type { Material } from '@copydesk/domain/material/material';
import { judgeResume, type ResumeFacts } from '@copydesk/domain/material/version';
import type { Database } from '@copydesk/kit/database/types';
import { holdChain, type Audit, type Note } from '../audit/audit.ts';
import type { Contexts, SignedContext } from '../contexts/contexts.ts';
import { eventAtWork, reopenEvent } from '../events/events.ts';
import { bindExecution } from '../events/executions.ts';
import { LEASE_MS } from '../events/lease.ts';
import type { Actors } from '../participants/actors.ts';
import type { Participant } from '../participants/participants.ts';
import { tables } from '../tables.ts';
import { latestVersion, lockMaterial, type VersionRef } from './read.ts';
import { entityOf } from './row.ts';
import { writeStep, type Origin } from './write.ts';

export interface Proofs {
	/** Redeems a proof for an execution. @throws CopydeskError proof_spent, proof_invalid, participant_inactive */
	redeem(proofId: string, executionId: string): Promise<{ readonly material: Material; readonly actor: Participant } & SignedContext>;
}

interface ProofsOptions {
	readonly audit: Audit;
	readonly actors: Actors;
	readonly contexts: Contexts;
	readonly nowMs: () => number;
}

export function createProofs({ audit, actors, contexts, nowMs }: ProofsOptions): Proofs {
	return {
		async redeem(proofId, executionId) {
			const { material, actor } = await audit.within(async (tx, note) => {
				const proof = await tables(tx)
					.updateTable('resume_proof')
					.set(({ ref }) => ({ status: ref('status') }))
					.where('proof_id', '=', proofId)
					.returningAll()
					.executeTakeFirst();
				if (proof === undefined) throw new CopydeskError('proof_invalid', 'no such proof');
				if (proof.status !== 'issued') throw new CopydeskError('proof_spent', proof.status);
				const actor = await actors.active(proof.actor_user_id);
				if (actor === undefined) throw new CopydeskError('participant_inactive', `user ${proof.actor_user_id}`);
				const found = await lockMaterial(tx, proof);
				const atMs = nowMs();
				await holdChain(tx);
				const { next } = accepted(judgeResume(found, await resumeFactsOf(tx, found, proof.event_key, actor.userId, atMs)));
				if (!(await reopenEvent(tx, found.event_key, executionId, atMs + LEASE_MS)))
					throw new CopydeskError('proof_invalid', 'its event is not one that failed');
				const { error_code, error_stage } = found;
				await tables(tx)
					.updateTable('resume_proof')
					.set({ status: 'redeemed', redeemed_execution_id: executionId, redeemed_at_ms: atMs, error_code, error_stage })
					.where('proof_id', '=', proofId)
					.execute();
				const origin = { actorUserId: actor.userId, eventKey: found.event_key, executionId, atMs };
				await bindExecution(
					tx,
					{ sub: actor.userId, chat: actor.chatId, event_key: found.event_key, execution_id: executionId },
					{ execution_id: executionId },
					atMs,
				);
				return { material: await writeStep(tx, note, found, { next, detail: { proof_id: proofId } }, origin), actor };
			});
			const signed = await contexts.sign({
				sub: actor.userId,
				chat: actor.chatId,
				role: actor.role,
				owner_chat_id: material.owner_chat_id,
				event_key: material.event_key,
				execution_id: executionId,
				purpose: 'resume',
			});
			return { material, actor, ...signed };
		},
	};
}

export async function resumeFactsOf(
	tx: Database,
	found: Material,
	eventKey: string,
	actorUserId: number,
	nowMs: number,
): Promise<ResumeFacts> {
	const { draft_key } = found;
	const at = tables(tx);
	const delivered = await at.selectFrom('delivery').select('delivery_id').where('draft_key', '=', draft_key).limit(1).execute();
	const admitted = await at
		.selectFrom('admission')
		.select('admission_id')
		.where(({ or }) => or({ event_key: eventKey, draft_key }))
		// What understood the message came before the draft, and its answer is stored.
		.where('purpose', '<>', 'brief')
		.limit(1)
		.execute();
	const [failure] = await at
		.selectFrom('failure')
		.select('error_class')
		.where('event_key', '=', eventKey)
		.orderBy('at_ms', 'desc')
		.limit(1)
		.execute();
	return {
		eventKey,
		actorUserId,
		latestVersion: await latestVersion(tx, draft_key),
		wasDelivered: delivered.length > 0,
		wasAdmitted: admitted.length > 0,
		isUnderWay: (await eventAtWork(tx, found, eventKey, nowMs)) !== undefined,
		errorClass: failure?.error_class ?? null,
	};
}

/** The local error that a resumed draft keeps until the press that completes its proof. */
export async function resumedError(tx: Database, { draft_key, version }: VersionRef): Promise<StoredError> {
	const redeemed = await tables(tx)
		.selectFrom('resume_proof')
		.select(['error_code', 'error_stage'])
		.where(({ and }) => and({ draft_key, version, status: 'redeemed' }))
		.executeTakeFirst();
	return redeemed ?? NO_ERROR;
}

export const isSameError = (one: StoredError, other: StoredError): boolean =>
	one.error_code === other.error_code && one.error_stage === other.error_stage;

/**
 * Completes a proof after a successful preparation and a later genuine press. The row loses the earlier local error, and no other one.
 * The audit keeps it.
 */
export async function completeProof<Next extends Material>(
	tx: Database,
	note: Note,
	judged: Step<Next>,
	{ actorUserId, executionId, atMs }: Origin,
): Promise<Step<Next>> {
	const { draft_key, version } = judged.next;
	const completed = await tables(tx)
		.updateTable('resume_proof')
		.set({ status: 'completed', completed_at_ms: atMs })
		.where(({ and }) => and({ draft_key, version, status: 'redeemed' }))
		.returning(['proof_id', 'error_code', 'error_stage'])
		.executeTakeFirst();
	if (completed === undefined) return judged;
	const { proof_id } = completed;
	note({ actorUserId, action: 'proof.completed', entity: entityOf(judged.next), outcome: 'ok', executionId, detail: { proof_id } });
	return isSameError(judged.next, completed) ? { ...judged, next: { ...judged.next, ...NO_ERROR } } : judged;
}
