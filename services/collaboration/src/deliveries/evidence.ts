/** Evidence about a delivery that the messenger did not confirm. */
import type { Audit } from '../audit/audit.ts';
import { applyOutcome, lockShown } from './effects.ts';
import { RECONCILED, type Delivery, type Journal } from './journal.ts';

interface Evidence {
	readonly state: 'sent' | 'not_sent';
	/** The source of the evidence, in one word. */
	readonly asked: string;
	readonly messageId?: number;
	/** Of an album. */
	readonly messageIds?: readonly number[];
}

/** Settles a delivery by evidence, with the same effects as a person's report. @returns whether it was still unknown */
export function settleByEvidence(
	{ audit, journal, nowMs }: { readonly audit: Audit; readonly journal: Journal; readonly nowMs: () => number },
	{ delivery_id, ...shown }: Delivery,
	{ state, asked, messageId, messageIds }: Evidence,
): Promise<boolean> {
	return audit.within(async (tx, note) => {
		await lockShown(tx, shown);
		const found = await journal.lock(tx, delivery_id);
		if (found?.state !== 'unknown') return false;
		const told = { error_code: RECONCILED, error_detail: `evidence: ${asked}` };
		const ids = {
			...(messageId === undefined ? {} : { message_id: messageId }),
			...(messageIds === undefined ? {} : { message_ids: JSON.stringify(messageIds) }),
		};
		const settled = await journal.step(tx, note, found, state, { ...told, ...ids });
		note({
			actorUserId: null,
			action: 'delivery.reconciled_by_evidence',
			entity: `delivery:${delivery_id}`,
			outcome: 'ok',
			executionId: null,
			detail: { state, asked, ...(messageId === undefined ? {} : { message_id: messageId }) },
		});
		await applyOutcome(tx, note, settled, nowMs());
		return true;
	});
}
