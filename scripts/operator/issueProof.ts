import { CopydeskError } from '@copydesk/domain/errors';
import { accepted } from '@copydesk/domain/material/judgement';
import { judgeResume } from '@copydesk/domain/material/version';
import type { Audit } from '@copydesk/collaboration/audit/audit';
import { lockMaterial } from '@copydesk/collaboration/materials/read';
import { resumeFactsOf } from '@copydesk/collaboration/materials/proofs';
import { entityOf } from '@copydesk/collaboration/materials/row';
import { tables } from '@copydesk/collaboration/tables';

/**
 * Issues a proof for a draft's first version, when everything that a proof needs holds now.
 * @throws CopydeskError material_not_found, proof_invalid, proof_spent
 */
export async function issueProof(
	audit: Audit,
	draftKey: string,
	{ nowMs, newId, by }: { nowMs: () => number; newId: () => string; by: string },
): Promise<{ readonly proofId: string }> {
	return audit.within(async (tx, note) => {
		const found = await lockMaterial(tx, { draft_key: draftKey, version: 1 });
		const facts = await resumeFactsOf(tx, found, found.event_key, found.created_by_user_id);
		accepted(judgeResume(found, facts));
		const proofId = `r_${newId()}`;
		const { event_key, created_by_user_id: actor_user_id } = found;
		const added = await tables(tx)
			.insertInto('resume_proof')
			.values({
				proof_id: proofId,
				draft_key: draftKey,
				version: 1,
				event_key,
				actor_user_id,
				error_class: facts.errorClass ?? '',
				status: 'issued',
				issued_at_ms: nowMs(),
			})
			.onConflict((on) => on.doNothing())
			.returning('proof_id')
			.executeTakeFirst();
		if (added === undefined) throw new CopydeskError('proof_spent', `a proof for ${draftKey} was issued before`);
		note({ actorUserId: null, action: 'operator.proof_issued', entity: entityOf(found), outcome: 'ok', detail: { proof_id: proofId, by } });
		return { proofId };
	});
}
