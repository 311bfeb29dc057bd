/** Shows people which requests wait until a time, and how they ended; also after a crash. */
import { sql } from 'kysely';
import { createBackoff } from '../deliveries/backoff.ts';
import { createWaitNotices, type WaitNoticesOptions } from '../notices/waits.ts';
import { tables } from '../tables.ts';

const PAGE = 20;

/** @returns one round */
export function createWaitsShown(options: WaitNoticesOptions): () => Promise<void> {
	const { db, nowMs } = options;
	const show = createWaitNotices(options);
	const backoff = createBackoff(nowMs);
	return async () => {
		const events = await tables(db)
			.selectFrom('event')
			.selectAll()
			// Written exactly as in the index of these events.
			.where(sql<boolean>`wait_shown > 0`)
			.where(({ eb, or }) => or([eb('wait_shown', '=', 1), eb('waiting', '=', 0)]))
			.orderBy('update_id')
			.limit(PAGE)
			.execute();
		for (const event of events) {
			const { event_key, wait_count, wait_shown, waiting } = event;
			const key = `${event_key}:${wait_count}:${waiting}`;
			// The event was posted but not yet admitted: it may wait again.
			if (waiting === 0 && event.replay_open === 1) continue;
			if (!backoff.due(key)) continue;
			if (!(await show(event)) && backoff.again(key)) continue;
			// A change since this read is shown in the next round.
			await tables(db)
				.updateTable('event')
				.set({ wait_shown: waiting === 1 ? 2 : 0 })
				.where(({ and }) => and({ event_key, wait_count, wait_shown, waiting }))
				.execute();
		}
	};
}
