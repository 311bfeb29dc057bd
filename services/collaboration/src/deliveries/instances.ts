/**
 * Which copies of the service are alive. A delivery in flight belongs to one of them; only a dead one's may be
 * settled by another.
 */
import { hostname } from 'node:os';
import type { Database } from '@copydesk/kit/database/types';

export interface InstanceRow {
	readonly instanceId: string;
	readonly host: string;
	readonly pid: number;
	readonly seenAtMs: number;
}

export interface Instances {
	readonly instanceId: string;
	/** Tells the others that we live. */
	heartbeat(): Promise<void>;
	/** Forgets rows of copies that are long gone and have nothing under way. */
	forgetOld(): Promise<void>;
	leave(): Promise<void>;
	isAlive(row: InstanceRow, nowMs: number): boolean;
}

/** On another machine only the heartbeat tells; it comes every few seconds. */
export const DEAD_AFTER_MS = 60_000;
/** On this machine the process table tells, unless the number was taken by somebody else since. */
const STALE_AFTER_MS = 180_000;

const FORGOTTEN_AFTER_MS = 86_400_000;

/** Instances of this very process (tests run several). */
const here = new Set<string>();

export interface InstancesOptions {
	readonly db: Database;
	readonly instanceId: string;
	readonly nowMs: () => number;
	readonly host?: string;
	readonly pid?: number;
	readonly processExists?: (pid: number) => boolean;
}

export function createInstances(options: InstancesOptions): Instances {
	const { db, instanceId, nowMs, host = hostname(), pid = process.pid, processExists = exists } = options;
	here.add(instanceId);
	return {
		instanceId,
		async heartbeat() {
			await db.query(
				`insert into instance (instance_id, host, pid, started_at_ms, seen_at_ms) values ($1, $2, $3, $4, $4)
					on conflict (instance_id) do update set seen_at_ms = excluded.seen_at_ms`,
				[instanceId, host, pid, nowMs()],
			);
		},
		async forgetOld() {
			await db.query(
				`delete from instance where seen_at_ms < $1 and not exists (select 1 from delivery where delivery.instance_id = instance.instance_id and delivery.state = 'sending')`,
				[nowMs() - FORGOTTEN_AFTER_MS],
			);
		},
		async leave() {
			here.delete(instanceId);
			await db.query('delete from instance where instance_id = $1', [instanceId]);
		},
		isAlive(row, atMs) {
			if (row.host !== host) return atMs - row.seenAtMs < DEAD_AFTER_MS;
			if (row.pid === pid) return here.has(row.instanceId);
			return processExists(row.pid) && atMs - row.seenAtMs < STALE_AFTER_MS;
		},
	};
}

/** For tests that play a death without one. */
export function forgetInstance(instanceId: string): void {
	here.delete(instanceId);
}

function exists(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as { code?: unknown }).code === 'EPERM';
	}
}
