import type { Database } from '@copydesk/kit/database/types';
import type { Audit } from '../audit/audit.ts';
import { cutDeliveryLease } from '../events/lease.ts';
import type { Instances } from './instances.ts';
import { tables } from '../tables.ts';
import { applyOutcome, lockShown } from './effects.ts';
import type { Delivery, Journal } from './journal.ts';

interface SweepOptions {
	readonly db: Database;
	readonly audit: Audit;
	readonly journal: Journal;
	readonly instances: Instances;
	readonly nowMs: () => number;
}

/**
 * Sets the deliveries of dead processes to `unknown`, because they may or may not have arrived. Rows of living instances stay.
 * @returns the settled deliveries
 */
export async function sweepDeadSendings({ db, audit, journal, instances, nowMs }: SweepOptions): Promise<readonly Delivery[]> {
	const rows = await tables(db)
		.selectFrom('delivery')
		.leftJoin('instance', 'instance.instance_id', 'delivery.instance_id')
		.select(['delivery_id', 'delivery.instance_id', 'event_key', 'operation', 'entity_key', 'draft_key', 'version'])
		.select(['host', 'pid', 'seen_at_ms'])
		.where('state', '=', 'sending')
		.where('delivery.instance_id', '<>', instances.instanceId)
		.execute();
	const settled: Delivery[] = [];
	for (const { delivery_id, instance_id, event_key, host, pid, seen_at_ms, ...shown } of rows) {
		const isKnown = host !== null && pid !== null && seen_at_ms !== null;
		if (isKnown && instances.isAlive({ instance_id, host, pid, seen_at_ms }, nowMs())) continue;
		// Comes first: after a crash in between, the next sweep finds the row again.
		if (event_key !== null) await cutDeliveryLease(db, event_key, instance_id, nowMs());
		const delivery = await audit.within(async (tx, note) => {
			await lockShown(tx, shown);
			const found = await journal.lock(tx, delivery_id);
			if (found === undefined || found.state !== 'sending' || found.instance_id !== instance_id) return undefined;
			const unknown = await journal.step(tx, note, found, 'unknown', { error_code: 'process_died' });
			await applyOutcome(tx, note, unknown, nowMs());
			return unknown;
		});
		if (delivery !== undefined) settled.push(delivery);
	}
	return settled;
}
