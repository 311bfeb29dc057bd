/** New updates, handed on by one instance: in order for each person, and in parallel for different people. */
import type { Database } from '@copydesk/kit/database/types';
import { firstOfEach, nextOf } from '../intake/updateQueue.ts';
import type { LeaderLease } from '../intake/leaderLease.ts';
import type { Source } from './dispatcher.ts';

interface Lane {
	isBusy: boolean;
	/** How often the person's first update was posted without being admitted. */
	tries: number;
	notBeforeMs: number;
}

/** The pause after n8n answered but did not admit the update: 1 s, doubled each time, at most a minute. */
const pauseMs = (tries: number): number => Math.min(1_000 * 2 ** (tries - 1), 60_000);

export function createUpdateSource({ db, leaderLease, nowMs }: { db: Database; leaderLease: LeaderLease; nowMs: () => number }): Source {
	const lanes = new Map<number, Lane>();
	const laneOf = (userId: number): Lane => lanes.get(userId) ?? { isBusy: false, tries: 0, notBeforeMs: 0 };

	return async () => {
		const firsts = await firstOfEach(db);
		if (firsts.length === 0 || !(await leaderLease.hold())) return undefined;
		const free = firsts.filter(({ user_id }) => !laneOf(user_id).isBusy && laneOf(user_id).notBeforeMs <= nowMs());
		// Updates that failed before come last, so that they do not delay others.
		const row = free.toSorted((a, b) => laneOf(a.user_id).tries - laneOf(b.user_id).tries)[0];
		if (row === undefined) return undefined;
		const { user_id, update_id, update_json } = row;
		const lane = { ...laneOf(user_id), isBusy: true };
		lanes.set(user_id, lane);
		return {
			updateJson: update_json,
			async after(came) {
				const next = await nextOf(db, user_id).catch(() => row);
				if (next?.update_id !== update_id) return void lanes.delete(user_id);
				const tries = lane.tries + 1;
				lanes.set(user_id, { isBusy: false, tries, notBeforeMs: came === 'absent' ? 0 : nowMs() + pauseMs(tries) });
			},
		};
	};
}
