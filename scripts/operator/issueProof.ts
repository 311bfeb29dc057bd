import { CopydeskError } from '@copydesk/domain/errors';
import { accepted } from '@copydesk/domain/material/judgement';
import { judgeResume } from '@copydesk/domain/material/version';
import { entityOf, lockMaterial, resumeFactsOf, tables, type Audit } from '@copydesk/collaboration/operator';

/**
 * Issues a proof for a draft's first version, when everything that a proof needs holds now. One that is not redeemed yet is
 * given again: there is never more than one.
 * @throws CopydeskError material_not_found, proof_invalid, proof_spent
 */
export async function issueProof(
	audit: Audit,
	draftKey: string,
	{ nowMs, newId, by }: { nowMs: () => number; newId: () => string; by: string },
): Promise<{ readonly proofId: string }> {
	return audit.within(async (tx, note) => {
		const found = await lockMaterial(tx, { draft_key: draftKey, version: 1 });
		const facts = await resumeFactsOf(tx, found, found.event_key, found.created_by_user_id, nowMs());
		accepted(judgeResume(found, facts));
		const { event_key, created_by_user_id: actor_user_id } = found;
		const before = await tables(tx).selectFrom('resume_proof').selectAll().where('event_key', '=', event_key).executeTakeFirst();
		if (before !== undefined) {
			if (before.status !== 'issued') throw new CopydeskError('proof_spent', `a proof for ${draftKey} was used before`);
			return { proofId: before.proof_id };
		}
		const proofId = `r_${newId()}`;
		await tables(tx)
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
			.execute();
		note({ actorUserId: null, action: 'operator.proof_issued', entity: entityOf(found), outcome: 'ok', detail: { proof_id: proofId, by } });
		return { proofId };
	});
}
