/**
 * Which instances of the service are alive. A delivery in flight belongs to one of them; only the rows of a dead instance may be settled
 * by another.
 */
import { hostname } from 'node:os';
import type { Selectable } from 'kysely';
import type { Database } from '@copydesk/kit/database/types';
import { processExists as runs } from '@copydesk/kit/processes';
import { tables, type Tables } from '../tables.ts';

type InstanceRow = Pick<Selectable<Tables['instance']>, 'instance_id' | 'host' | 'pid' | 'seen_at_ms'>;

export interface Instances {
	readonly instanceId: string;
	/** Writes a sign of life for the other instances. */
	heartbeat(): Promise<void>;
	/** Deletes rows of instances that ended long ago and have no delivery in flight. */
	forgetOld(): Promise<void>;
	leave(): Promise<void>;
	isAlive(row: InstanceRow, nowMs: number): boolean;
	/** Whether another instance died a moment ago; true once for each death. */
	hasOneDied(): Promise<boolean>;
}

/** On another machine only the heartbeat, every few seconds, shows whether an instance lives. */
const DEAD_AFTER_MS = 60_000;
/** On this machine the process table shows it, unless another process has taken the pid. */
const STALE_AFTER_MS = 180_000;

const FORGOTTEN_AFTER_MS = 86_400_000;
/** Nothing waits for an instance that went silent longer ago than this. */
const A_MOMENT_MS = 120_000;

/** Instances of this very process (tests run several). */
const here = new Set<string>();

interface InstancesOptions {
	readonly db: Database;
	readonly instanceId: string;
	readonly nowMs: () => number;
	readonly host?: string;
	readonly pid?: number;
	readonly processExists?: (pid: number) => boolean;
}

export function createInstances(options: InstancesOptions): Instances {
	const { db, instanceId, nowMs, host = hostname(), pid = process.pid, processExists = runs } = options;
	here.add(instanceId);
	const dead = new Set<string>();
	const isAlive: Instances['isAlive'] = (row, atMs) => {
		if (row.host !== host) return atMs - row.seen_at_ms < DEAD_AFTER_MS;
		if (row.pid === pid) return here.has(row.instance_id);
		return processExists(row.pid) && atMs - row.seen_at_ms < STALE_AFTER_MS;
	};
	return {
		instanceId,
		isAlive,
		async heartbeat() {
			const seen_at_ms = nowMs();
			await tables(db)
				.insertInto('instance')
				.values({ instance_id: instanceId, host, pid, started_at_ms: seen_at_ms, seen_at_ms })
				.onConflict((on) => on.column('instance_id').doUpdateSet({ seen_at_ms }))
				.execute();
		},
		async forgetOld() {
			const sending = tables(db).selectFrom('delivery').select('instance_id').where('state', '=', 'sending');
			await tables(db)
				.deleteFrom('instance')
				.where('seen_at_ms', '<', nowMs() - FORGOTTEN_AFTER_MS)
				.where('instance_id', 'not in', sending)
				.execute();
		},
		async leave() {
			here.delete(instanceId);
			await tables(db).deleteFrom('instance').where('instance_id', '=', instanceId).execute();
		},
		async hasOneDied() {
			const atMs = nowMs();
			const seen = await tables(db)
				.selectFrom('instance')
				.select(['instance_id', 'host', 'pid', 'seen_at_ms'])
				.where('seen_at_ms', '>', atMs - A_MOMENT_MS)
				.execute();
			const died = seen.filter((row) => !dead.has(row.instance_id) && !isAlive(row, atMs));
			for (const { instance_id } of died) dead.add(instance_id);
			return died.length > 0;
		},
	};
}

/** For tests that simulate a crash. */
export function forgetInstance(instanceId: string): void {
	here.delete(instanceId);
}
