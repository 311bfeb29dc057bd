import type { Database } from '@copydesk/kit/database/types';
import type { Audit } from '../audit/audit.ts';
import type { Instances } from './instances.ts';
import { lockMaterial } from '../materials/read.ts';
import { applyOutcome } from './effects.ts';
import type { Delivery, Journal } from './journal.ts';

export interface SweepOptions {
	readonly db: Database;
	readonly audit: Audit;
	readonly journal: Journal;
	readonly instances: Instances;
	readonly nowMs: () => number;
}

/**
 * What a dead process was sending may or may not have arrived: it becomes `unknown`. A living sibling's rows are left
 * alone.
 * @returns what was settled
 */
export async function sweepDeadSendings({ db, audit, journal, instances, nowMs }: SweepOptions): Promise<readonly Delivery[]> {
	const rows = await db.query(
		`select d.delivery_id, d.instance_id, d.draft_key, d.version, i.host, i.pid, i.seen_at_ms from delivery d left join instance i on i.instance_id = d.instance_id
			where d.state = 'sending' and d.instance_id <> $1`,
		[instances.instanceId],
	);
	const settled: Delivery[] = [];
	for (const row of rows) {
		const alive =
			row['host'] !== null &&
			instances.isAlive(
				{ instanceId: String(row['instance_id']), host: String(row['host']), pid: Number(row['pid']), seenAtMs: Number(row['seen_at_ms']) },
				nowMs(),
			);
		if (alive) continue;
		const delivery = await audit.within(async (tx, note) => {
			if (row['draft_key'] !== null) await lockMaterial(tx, { draft_key: String(row['draft_key']), version: Number(row['version']) });
			const found = await journal.lock(tx, String(row['delivery_id']));
			if (found === undefined || found.state !== 'sending' || found.instanceId !== row['instance_id']) return undefined;
			const unknown = await journal.step(tx, note, found, 'unknown', { code: 'process_died', detail: null });
			await applyOutcome(tx, note, unknown, nowMs());
			return unknown;
		});
		if (delivery !== undefined) settled.push(delivery);
	}
	return settled;
}
