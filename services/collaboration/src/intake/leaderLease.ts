/** One of several instances on a database takes updates and hands them on: the one with the lease. */
import type { Database } from '@copydesk/kit/database/types';
import type { Instances } from '../deliveries/instances.ts';
import { tables } from '../tables.ts';

export interface LeaderLease {
	/** Takes or renews the lease. @returns whether this instance has it now */
	hold(): Promise<boolean>;
	/** Releases the lease, so that another instance can take over at once. */
	leave(): Promise<void>;
}

/** How long the others wait after the last sign of life. With the interval between checks this is less than 15 s. */
const LEASE_MS = 9_000;
/** How often the lease is renewed, at most. */
const RENEWED_AFTER_MS = 2_500;
/** How often an instance without the lease checks whether it is free. */
export const LOOK_EVERY_MS = 2_500;

export function createLeaderLease(db: Database, instances: Instances, nowMs: () => number): LeaderLease {
	const { instanceId } = instances;
	let heldUntilMs = 0;

	/** The holder whose lease this instance may replace: a dead or unknown one, else itself. */
	async function deadHolder(): Promise<string> {
		const found = await tables(db)
			.selectFrom('taker')
			.leftJoin('instance', 'instance.instance_id', 'taker.instance_id')
			.select(['taker.instance_id as holder', 'host', 'pid', 'seen_at_ms'])
			.executeTakeFirst();
		if (found === undefined || found.holder === instanceId) return instanceId;
		const { holder, host, pid, seen_at_ms } = found;
		const isKnown = host !== null && pid !== null && seen_at_ms !== null;
		return isKnown && instances.isAlive({ instance_id: holder, host, pid, seen_at_ms }, nowMs()) ? instanceId : holder;
	}

	return {
		async hold() {
			const now = nowMs();
			if (heldUntilMs - now > LEASE_MS - RENEWED_AFTER_MS && heldUntilMs - now <= LEASE_MS) return true;
			const lease = { instance_id: instanceId, until_ms: now + LEASE_MS };
			const dead = await deadHolder();
			const held = await tables(db)
				.insertInto('taker')
				.values({ id: 1, ...lease })
				.onConflict((on) =>
					on
						.column('id')
						.doUpdateSet(lease)
						// A lease that is longer than possible was written by a wrong clock.
						.where(({ eb, or }) =>
							or([
								eb('taker.instance_id', 'in', [instanceId, dead]),
								eb('taker.until_ms', '<=', now),
								eb('taker.until_ms', '>', now + 2 * LEASE_MS),
							]),
						),
				)
				.returning('id')
				.executeTakeFirst();
			heldUntilMs = held === undefined ? 0 : lease.until_ms;
			return held !== undefined;
		},
		async leave() {
			heldUntilMs = 0;
			await tables(db).deleteFrom('taker').where('instance_id', '=', instanceId).execute();
		},
	};
}
