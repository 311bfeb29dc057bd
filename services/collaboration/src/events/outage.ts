/**
 * What an outage of the database, of n8n or of a copy of this service stops in n8n cannot be reported while it lasts. Once it is over,
 * the service looks at open work soon instead of waiting for whole leases.
 */
import { CopydeskError } from '@copydesk/domain/errors';
import { MAX_REPLAYS, replayPauseMs } from '@copydesk/domain/event/replay';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';
import { LEASE_MS, LOOK_WITHIN_MS } from './lease.ts';

export interface Outages {
	/** @param atMs when somebody was found to be away, or last asked before they were there again */
	note(atMs: number): void;
	/** The same database; each of its failures to answer is noted. */
	watch(db: Database): Database;
	/** Cuts the leases of what showed no sign of life since the outage. Without one it does nothing. */
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
			// What was noted meanwhile is another outage.
			if (lastMs === noted) lastMs = undefined;
		},
	};
}

/** An open paid request keeps its lease: its answer may still come, and asking again would pay twice. */
async function cutLeases(db: Database, outageMs: number): Promise<void> {
	const untilMs = outageMs + LOOK_WITHIN_MS;
	const replays = Array.from({ length: MAX_REPLAYS }, (_, index) => index + 1);
	await tables(db)
		.updateTable('event')
		.set({ lease_until_ms: untilMs })
		.where(({ and }) => and({ state: 'stored', waiting: 0 }))
		.where('lease_until_ms', '>', untilMs)
		// A longer lease was given since, or for a pause that the service itself makes.
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
