import { CopydeskError } from '@copydesk/domain/errors';
import { applyOutcome, createJournal, lockMaterial, RECONCILED, versionOf } from '@copydesk/collaboration/operator';
import type { Audit, Delivery } from '@copydesk/collaboration/operator';
import type { Material } from '@copydesk/domain/material/material';

/**
 * Settles an unknown delivery by what a person saw, once, with everything that follows for the material.
 * @param messageId what it is in the chat; undefined when it is not there
 * @throws CopydeskError delivery_not_found, state_conflict (it is settled already)
 */
export async function reconcileDelivery(
	audit: Audit,
	deliveryId: string,
	messageId: number | undefined,
	{ nowMs, newId, by }: { nowMs: () => number; newId: () => string; by: string },
): Promise<{ readonly delivery: Delivery; readonly material: Material | undefined }> {
	const journal = createJournal({ instanceId: by.slice(0, 64), nowMs, newId });
	return audit.within(async (tx, note) => {
		const found = await journal.lock(tx, deliveryId);
		if (found === undefined) throw new CopydeskError('delivery_not_found', `there is no delivery ${deliveryId}`);
		if (found.state !== 'unknown')
			throw new CopydeskError('state_conflict', `${deliveryId} is ${found.state}; only an unknown delivery is reconciled`, {
				facts: { state: found.state },
			});
		const state = messageId === undefined ? 'not_sent' : 'sent';
		const delivery = await journal.step(tx, note, found, state, {
			error_code: RECONCILED,
			error_detail: by,
			...(messageId === undefined ? {} : { message_id: messageId }),
		});
		note({
			actorUserId: null,
			action: 'operator.reconciled',
			entity: `delivery:${deliveryId}`,
			outcome: 'ok',
			detail: { state, message_id: messageId ?? null, by },
		});
		await applyOutcome(tx, note, delivery, nowMs());
		const version = versionOf(delivery);
		return { delivery, material: version === undefined ? undefined : await lockMaterial(tx, version) };
	});
}
