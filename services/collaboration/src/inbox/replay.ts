/**
 * Replays events, so that an acknowledged press is never lost. The service posts an event whose execution went silent to the main webhook
 * again, at most a few times. It never does so while the result of a paid request is not stored.
 */
import { MAX_REPLAYS, replayPauseMs } from '@copydesk/domain/event/replay';
import type { Database } from '@copydesk/kit/database/types';
import type { Log } from '@copydesk/kit/log';
import type { Audit } from '../audit/audit.ts';
import { releaseClaimOf } from '../deliveries/effects.ts';
import { closeEvent, draftOf, type StoredEvent } from '../events/events.ts';
import { hasOpenPaid } from '../events/lease.ts';
import { noteBlockedDraft } from '../materials/blockedDraft.ts';
import { owe } from '../owed/owed.ts';
import { tables } from '../tables.ts';
import type { Due, Source } from './dispatcher.ts';

interface ReplayOptions {
	readonly db: Database;
	readonly audit: Audit;
	/** False without a webhook. */
	readonly canPost: boolean;
	readonly nowMs: () => number;
	readonly log: Log;
}

const PAGE = 20;
/** The pause after a post to an absent webhook, which does not count as a replay. */
const ABSENT_PAUSE_MS = 5_000;

/** @returns the next event with an expired lease that may be posted again; gives up those that may not */
export function createReplays(options: ReplayOptions): Source {
	const { db, audit, canPost, nowMs } = options;
	return async () => {
		const silent = await tables(db)
			.selectFrom('event')
			.selectAll()
			.where(({ and }) => and({ state: 'stored', waiting: 0 }))
			.where('lease_until_ms', '<=', nowMs())
			.orderBy('lease_until_ms')
			.limit(PAGE)
			.execute();
		for (const event of silent) {
			if (await hasOpenPaid(db, event.event_key)) await giveUp(event, 'interrupted', options);
			else if (event.replays >= MAX_REPLAYS) await giveUp(event, 'abandoned', options);
			else if (!canPost) await audit.within((tx, note) => releaseClaimOf(tx, note, event.event_key, nowMs()));
			else {
				const due = await replay(event, options);
				if (due !== undefined) return due;
			}
		}
		return undefined;
	};
}

/** @returns undefined if somebody else moved the lease */
async function replay(event: StoredEvent, { db, audit, nowMs, log }: ReplayOptions): Promise<Due | undefined> {
	const { event_key, user_id, execution_id, lease_until_ms } = event;
	const replays = event.replays + 1;
	const leaseUntilMs = nowMs() + replayPauseMs(replays);
	// The instance that moves the lease posts. Other instances, and an execution that wakes up, see the new lease.
	const isMine = await audit.within(async (tx, note) => {
		const taken = await tables(tx)
			.updateTable('event')
			.set({ replays, replay_open: 1, lease_until_ms: leaseUntilMs })
			.where(({ and }) => and({ event_key, state: 'stored', lease_until_ms }))
			.returning('event_key')
			.executeTakeFirst();
		if (taken === undefined) return false;
		const entity = `event:${event_key}`;
		note({ actorUserId: user_id, action: 'event.replayed', entity, outcome: 'ok', executionId: execution_id, detail: { replay: replays } });
		return true;
	});
	if (!isMine) return undefined;
	return {
		updateJson: event.update_json ?? '',
		async after(came) {
			if (came === 'posted') return;
			log.info({ event_key, came }, 'the main webhook is not there; the event is kept');
			await tables(db)
				.updateTable('event')
				.set({ replays: event.replays, replay_open: 0, lease_until_ms: nowMs() + ABSENT_PAUSE_MS })
				.where(({ and }) => and({ event_key, state: 'stored', replay_open: 1, lease_until_ms: leaseUntilMs }))
				.execute();
		},
	};
}

async function giveUp(event: StoredEvent, state: 'interrupted' | 'abandoned', { audit, nowMs }: ReplayOptions): Promise<void> {
	const { event_key, user_id, execution_id, lease_until_ms } = event;
	await audit.within(async (tx, note) => {
		if (!(await closeEvent(tx, event_key, { state, outcome: state }, nowMs(), lease_until_ms))) return;
		// Nobody waits for the daily offer.
		if (event.told === 0) await owe(tx, 'given_up', { event_key }, nowMs());
		const entity = `event:${event_key}`;
		note({ actorUserId: user_id, action: `event.${state}`, entity, outcome: 'failed', executionId: execution_id });
		const origin = { actorUserId: user_id, eventKey: event_key, executionId: execution_id, atMs: nowMs() };
		await noteBlockedDraft(tx, note, await draftOf(tx, event_key), { error_code: 'interrupted', error_stage: state }, origin);
		await releaseClaimOf(tx, note, event_key, nowMs());
	});
}
