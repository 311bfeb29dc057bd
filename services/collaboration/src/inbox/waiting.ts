/**
 * Requests beyond the number that the desk works on at once are stored and wait here. The webhook is answered anyway, and the oldest
 * request is posted to it when another event is done. From then on it is like any other event.
 */
import type { ExpressionBuilder } from 'kysely';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { mayWait } from '@copydesk/domain/desk/waiting';
import type { LimitWhy } from '@copydesk/domain/event/wait';
import { GATHER_MS, MAX_ASKED_WAIT_MS, MAX_GATHER_MS } from '@copydesk/domain/limits';
import type { Database } from '@copydesk/kit/database/types';
import { holdChain } from '../audit/audit.ts';
import type { Audit } from '../audit/audit.ts';
import { LEASE_MS } from '../events/lease.ts';
import { WAITS } from '../events/waits.ts';
import { tables } from '../tables.ts';
import type { Tables } from '../tables.ts';
import type { Source } from './dispatcher.ts';

/** How many events are worked on at once before requests wait; 0: no limit. */
export const DEFAULT_AT_ONCE = 4;

const HOUR_MS = 3_600_000;
/** The longest wait for each limit, plus a minute for clocks that differ. */
const LONGEST_WAITS = [
	['person', HOUR_MS + 60_000],
	['desk', 24 * HOUR_MS + 60_000],
] as const satisfies readonly (readonly [LimitWhy, number])[];
const LONGEST_ASKED = [
	['messenger', MAX_ASKED_WAIT_MS.messenger + 60_000],
	['provider', MAX_ASKED_WAIT_MS.provider + 60_000],
] as const;

/** Whether a request that was just stored has to wait, behind all others that do. @param atOnce 0: no limit */
export async function hasToWait(tx: Database, eventKey: string, intent: Intent, atOnce: number, atMs: number): Promise<boolean> {
	if (atOnce === 0 || !mayWait(intent)) return false;
	await holdChain(tx);
	const first = await firstWaiting(tx, atMs, { gathered: false });
	if (first === undefined && (await workedOn(tx, atMs, eventKey)) < atOnce) return false;
	await tables(tx).updateTable('event').set({ waiting: 1, execution_id: WAITS }).where('event_key', '=', eventKey).execute();
	return true;
}

interface WaitingOptions {
	readonly db: Database;
	readonly audit: Audit;
	readonly atOnce: number;
	readonly nowMs: () => number;
}

/** @returns the oldest request whose time has come or that waits for room, while there is room */
export function createWaiting(options: WaitingOptions): Source {
	const { db, nowMs } = options;
	const upSinceMs = nowMs();
	return async () => {
		// What came while no service ran is not here yet.
		const gathered = Math.abs(nowMs() - upSinceMs) >= GATHER_MS;
		if ((await firstWaiting(db, nowMs(), { gathered })) === undefined) return undefined;
		const next = await take(options, gathered);
		if (next === undefined) return undefined;
		return {
			updateJson: next.update_json ?? '',
			async after(came) {
				if (came === 'posted') return;
				await tables(db)
					.updateTable('event')
					.set({ waiting: 1, replay_open: 0 })
					.where(({ and }) => and({ event_key: next.event_key, state: 'stored', replay_open: 1, lease_until_ms: next.lease_until_ms }))
					.execute();
			},
		};
	};
}

/** Takes the oldest waiting request for posting; undefined if there is none or no room. */
async function take({ audit, atOnce, nowMs }: WaitingOptions, gathered: boolean) {
	return audit.within(async (tx) => {
		await holdChain(tx);
		const isFull = atOnce > 0 && (await workedOn(tx, nowMs())) >= atOnce;
		const first = await firstWaiting(tx, nowMs(), { isFull, gathered });
		if (first === undefined) return undefined;
		return tables(tx)
			.updateTable('event')
			.set({ waiting: 0, replay_open: 1, lease_until_ms: nowMs() + LEASE_MS })
			.where(({ and }) => and({ event_key: first, waiting: 1, state: 'stored' }))
			.returning(['event_key', 'update_json', 'lease_until_ms'])
			.executeTakeFirst();
	});
}

/**
 * The oldest request that waits for room only; one whose time has come counts as such.
 * @param isFull whether there is no room: then only a press on Publish goes on, and an album, which is asked about first
 * @param gathered whether an album may have come whole
 */
async function firstWaiting(
	db: Database,
	nowMs: number,
	{ isFull = false, gathered }: { readonly isFull?: boolean; readonly gathered: boolean },
): Promise<string | undefined> {
	const waiting = tables(db)
		.selectFrom('event')
		.select('event_key')
		.where(({ and }) => and({ waiting: 1, state: 'stored' }))
		.$if(isFull, (query) => query.where((eb) => eb.or([eb('wait_for', '=', 'messenger'), gathers(eb)])))
		.$if(!gathered, (query) => query.where((eb) => eb.not(gathers(eb))))
		.where((eb) => {
			const { and, or } = eb;
			return or([
				eb('wait_until_ms', 'is', null),
				eb('wait_until_ms', '<=', nowMs),
				// A time that is too far ahead was written by a wrong clock: check the limit again.
				...LONGEST_WAITS.map(([wait_why, ms]) => and([eb.and({ wait_why }), eb('wait_until_ms', '>', nowMs + ms)])),
				...LONGEST_ASKED.map(([wait_for, ms]) => and([eb.and({ wait_for }), eb('wait_until_ms', '>', nowMs + ms)])),
				and([gathers(eb), eb('wait_until_ms', '>', nowMs + 2 * MAX_GATHER_MS)]),
			]);
		})
		.orderBy('update_id')
		.limit(1);
	return (await waiting.executeTakeFirst())?.event_key;
}

/** An album of which more items may come. */
const gathers = (eb: ExpressionBuilder<Tables, 'event'>) =>
	eb.and([eb('wait_until_ms', 'is not', null), eb('wait_why', 'is', null), eb('wait_for', 'is', null)]);

/** How many events have a running lease. */
async function workedOn(db: Database, nowMs: number, except = ''): Promise<number> {
	const { n } = await tables(db)
		.selectFrom('event')
		.select(({ fn }) => fn.countAll<number>().as('n'))
		.where(({ and }) => and({ state: 'stored', waiting: 0 }))
		.where('lease_until_ms', '>', nowMs)
		.where('event_key', '!=', except)
		.executeTakeFirstOrThrow();
	return n;
}
