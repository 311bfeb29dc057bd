/** Admission of one external request: the role is read anew, and every answer is an audit row. */
import { CopydeskError } from '@copydesk/domain/errors';
import { isPaid } from '@copydesk/domain/event/purposes';
import type { Audit } from '../audit/audit.ts';
import type { Contexts, Role } from '../contexts/contexts.ts';
import type { Admission } from '../participants/admission.ts';
import { touchLease } from './lease.ts';

export interface Admissions {
	/** @throws CopydeskError context_invalid, context_expired, participant_inactive, role_forbids */
	authorize(
		token: string,
		purpose: string,
		target: string,
	): Promise<{ readonly allowed: true; readonly admission_id: string; readonly role: Role }>;
}

export interface AdmissionsOptions {
	readonly audit: Audit;
	readonly admission: Admission;
	readonly contexts: Contexts;
	readonly nowMs: () => number;
	readonly newId: () => string;
}

export function createAdmissions({ audit, admission, contexts, nowMs, newId }: AdmissionsOptions): Admissions {
	return {
		async authorize(token, purpose, target) {
			try {
				const { participant, claims } = await admission.admit(token);
				const admissionId = `a_${newId()}`;
				await audit.within(async (tx, note) => {
					const atMs = nowMs();
					await tx.query(
						`insert into admission (admission_id, event_key, actor_user_id, purpose, target, paid, at_ms, settled_at_ms) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
						[
							admissionId,
							claims.event_key,
							participant.userId,
							purpose,
							target,
							isPaid(purpose) ? 1 : 0,
							atMs,
							isPaid(purpose) ? null : atMs,
						],
					);
					await touchLease(tx, claims.event_key, atMs);
					note({
						actorUserId: participant.userId,
						action: 'authorize',
						entity: `admission:${admissionId}`,
						outcome: 'ok',
						executionId: claims.execution_id,
						detail: { purpose, target, event_key: claims.event_key },
					});
				});
				return { allowed: true, admission_id: admissionId, role: participant.role };
			} catch (error) {
				if (error instanceof CopydeskError && error.code !== 'unavailable') await recordRefusal(token, purpose, target, error);
				throw error;
			}
		},
	};

	async function recordRefusal(token: string, purpose: string, target: string, error: CopydeskError): Promise<void> {
		const claims = claimsOf(token);
		await audit.within(async (_tx, note) => {
			note({
				actorUserId: claims?.sub ?? null,
				action: 'authorize',
				entity: 'admission:none',
				outcome: 'refused',
				code: error.code,
				executionId: claims?.execution_id ?? null,
				detail: { purpose, target },
			});
		});
	}

	/** Who it was, if the context is ours at all. */
	function claimsOf(token: string) {
		try {
			return contexts.verify(token);
		} catch {
			return undefined;
		}
	}
}
