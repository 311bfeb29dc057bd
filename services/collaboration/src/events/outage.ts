/**
 * During an outage of the database, of n8n or of an instance, n8n cannot report what failed. Afterwards the service checks open events
 * soon, instead of waiting for their whole leases.
 */
import { CopydeskError } from '@copydesk/domain/errors';
import { MAX_REPLAYS, replayPauseMs } from '@copydesk/domain/event/replay';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';
import { LEASE_MS, LOOK_WITHIN_MS } from './lease.ts';

export interface Outages {
	/** @param atMs when the outage was seen, or the time of the last request before it ended */
	note(atMs: number): void;
	/** The same database; each failure to answer is noted as an outage. */
	watch(db: Database): Database;
	/** Shortens the leases of events without a sign of life since the outage; does nothing if there was none. */
	lookSoon(db: Database): Promise<void>;
}

export function createOutages(nowMs: () => number): Outages {
	let lastMs: number | undefined;
	const note = (atMs: number): void => {
		lastMs = Math.max(lastMs ?? atMs, atMs);
	};
	const noting = async <T>(work: () => Promise<T>): Promise<T> => {
		try {
			return await work();
		} catch (error) {
			if (error instanceof CopydeskError && error.code === 'unavailable') note(nowMs());
			throw error;
		}
	};
	return {
		note,
		watch: ({ query, atomically, ...db }) => ({
			...db,
			query: (sql, values) => noting(async () => query(sql, values)),
			atomically: (work) => noting(async () => atomically(work)),
		}),
		async lookSoon(db) {
			const noted = lastMs;
			if (noted === undefined) return;
			await cutLeases(db, noted);
			// A later time means another outage.
			if (lastMs === noted) lastMs = undefined;
		},
	};
}

/** An open paid request keeps its lease: its answer may still come, and a retry would pay twice. */
async function cutLeases(db: Database, outageMs: number): Promise<void> {
	const untilMs = outageMs + LOOK_WITHIN_MS;
	const replays = Array.from({ length: MAX_REPLAYS }, (_, index) => index + 1);
	await tables(db)
		.updateTable('event')
		.set({ lease_until_ms: untilMs })
		.where(({ and }) => and({ state: 'stored', waiting: 0 }))
		.where('lease_until_ms', '>', untilMs)
		// Skip leases that were renewed after the outage, or that are pauses of the service itself.
		.where(({ eb, and, or }) =>
			or([
				eb('lease_until_ms', '<', outageMs + LEASE_MS),
				...replays.map((replay) =>
					and([eb.and({ replay_open: 1, replays: replay }), eb('lease_until_ms', '<', outageMs + replayPauseMs(replay))]),
				),
			]),
		)
		.where(({ exists, not, selectFrom }) =>
			not(
				exists(
					selectFrom('admission')
						.select('admission_id')
						.whereRef('admission.event_key', '=', 'event.event_key')
						.where(({ and }) => and({ paid: 1, settled_at_ms: null })),
				),
			),
		)
		.execute();
}
