/** Admission of one external request: the role is read anew, and every answer is an audit row. */
import type { AuthorizeAnswer } from '@copydesk/domain/api/collaboration';
import { CopydeskError } from '@copydesk/domain/errors';
import { isPaid } from '@copydesk/domain/event/purposes';
import type { Audit } from '../audit/audit.ts';
import type { Contexts } from '../contexts/contexts.ts';
import type { Actor } from '../participants/actors.ts';
import { tables } from '../tables.ts';
import { touchLease } from './lease.ts';

export interface Admissions {
	authorize(actor: Actor, purpose: string, target: string): Promise<AuthorizeAnswer>;
	/** Writes down that this context was refused, unless nothing can be written. */
	noteRefusal(error: unknown, token: string, purpose: string, target: string): Promise<void>;
}

export interface AdmissionsOptions {
	readonly audit: Audit;
	readonly contexts: Contexts;
	readonly nowMs: () => number;
	readonly newId: () => string;
}

export function createAdmissions({ audit, contexts, nowMs, newId }: AdmissionsOptions): Admissions {
	return {
		async authorize(actor, purpose, target) {
			const admissionId = `a_${newId()}`;
			await record(actor, admissionId, purpose, target);
			return { allowed: true, admission_id: admissionId, role: actor.participant.role };
		},

		async noteRefusal(error, token, purpose, target) {
			if (error instanceof CopydeskError && error.code !== 'unavailable') await recordRefusal(token, purpose, target, error);
		},
	};

	async function record({ participant, context }: Actor, admissionId: string, purpose: string, target: string): Promise<void> {
		const { event_key, execution_id } = context;
		await audit.within(async (tx, note) => {
			const atMs = nowMs();
			const paid = isPaid(purpose);
			await tables(tx)
				.insertInto('admission')
				.values({
					admission_id: admissionId,
					event_key,
					actor_user_id: participant.userId,
					purpose,
					target,
					paid: paid ? 1 : 0,
					at_ms: atMs,
					settled_at_ms: paid ? null : atMs,
				})
				.execute();
			await touchLease(tx, event_key, atMs);
			note({
				actorUserId: participant.userId,
				action: 'authorize',
				entity: `admission:${admissionId}`,
				outcome: 'ok',
				executionId: execution_id,
				detail: { purpose, target, event_key },
			});
		});
	}

	async function recordRefusal(token: string, purpose: string, target: string, { code }: CopydeskError): Promise<void> {
		// Who it was, if the context is ours at all.
		const context = await contexts.verify(token).catch(() => undefined);
		await audit.within(async (_tx, note) => {
			note({
				actorUserId: context?.sub ?? null,
				action: 'authorize',
				entity: 'admission:none',
				outcome: 'refused',
				code,
				executionId: context?.execution_id ?? null,
				detail: { purpose, target },
			});
		});
	}
}
