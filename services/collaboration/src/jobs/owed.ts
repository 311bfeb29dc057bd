/** Tells people what they are owed. What did not arrive is tried again after growing pauses; also by another copy after a crash. */
import type { Database } from '@copydesk/kit/database/types';
import type { Log } from '@copydesk/kit/log';
import { isTold } from '../deliveries/tell.ts';
import type { Debts, Kind, Paid } from '../owed/owed.ts';
import { tables } from '../tables.ts';

export type Payers = { readonly [K in Kind]: (params: Debts[K]) => Promise<Paid> };

const HOUR_MS = 3_600_000;
/** For how long something is told; anything else until it is moot. */
const WITHIN_MS: Partial<Record<Kind, number>> = {
	channel_refused: 24 * HOUR_MS,
	decided: 24 * HOUR_MS,
	ended: 24 * HOUR_MS,
	failed: 24 * HOUR_MS,
	provider_refused: 24 * HOUR_MS,
	feeds_broken: 24 * HOUR_MS,
	card_over: 24 * HOUR_MS,
	offer_lost: 48 * HOUR_MS,
	// A week is longer than any desk stands still. Who is admitted again after it is told nothing of then.
	given_up: 7 * 24 * HOUR_MS,
	post_gone: 7 * 24 * HOUR_MS,
	preview_not_reached: 7 * 24 * HOUR_MS,
	// Later, people have used /draft instead.
	reopened: HOUR_MS,
};
const pauseMs = (attempts: number): number => Math.min(10_000 * 2 ** attempts, 6 * HOUR_MS);
const PER_ROUND = 200;
/** For how long one copy alone tells something: longer than one call of the main graph. A copy that died holds it no longer. */
const CLAIM_MS = 60_000;
/** What cannot be told yet makes room for the rest. */
const EARLY_MS = 10_000;

interface OwedOptions {
	readonly db: Database;
	readonly payers: Payers;
	readonly nowMs: () => number;
	readonly log: Log;
}

/** @returns one round: pays what is due */
export function createOwed({ db, payers, nowMs, log }: OwedOptions): () => Promise<void> {
	async function pay(kind: Kind, params: string): Promise<Paid> {
		try {
			return await (payers[kind] as (given: unknown) => Promise<Paid>)(JSON.parse(params));
		} catch (error) {
			log.error({ err: error, kind, params }, 'what somebody is owed could not be told');
			return [undefined];
		}
	}

	return async () => {
		for (const row of await due(db, nowMs())) {
			const { kind, params, owed_at_ms } = row;
			const claimed = await claim(db, row, nowMs() + CLAIM_MS);
			if (claimed === undefined) continue;
			const isOver = owed_at_ms <= nowMs() - (WITHIN_MS[kind as Kind] ?? Number.POSITIVE_INFINITY);
			const paid = isOver ? 'moot' : await pay(kind as Kind, params);
			const attempts = attemptsOf(row);
			if (paid === 'early') await later(db, claimed, { due_at_ms: nowMs() + EARLY_MS, attempts });
			else if (paid === 'moot' || isTold(...paid))
				await tables(db)
					.deleteFrom('owed')
					.where(({ and }) => and(claimed))
					.execute();
			else await later(db, claimed, { due_at_ms: nowMs() + pauseMs(attempts), attempts: attempts + 1 });
		}
	};
}

const due = (db: Database, atMs: number) =>
	tables(db)
		.selectFrom('owed')
		.selectAll()
		.where('due_at_ms', '<=', atMs)
		.orderBy('due_at_ms')
		.orderBy('owed_at_ms', 'desc')
		.limit(PER_ROUND)
		.execute();

type Row = Awaited<ReturnType<typeof due>>[number];
type Key = Omit<Row, 'params'>;

/** A claimed row has the complement of its attempts, which is negative, so a copy that starts meanwhile does not make it due. */
const attemptsOf = ({ attempts }: Row): number => (attempts < 0 ? ~attempts : attempts);

/** @returns the row as this copy alone has it; undefined if another one claimed it. What is owed again meanwhile is another row. */
async function claim(db: Database, row: Row, due_at_ms: number): Promise<Key | undefined> {
	const { params: _params, ...key } = row;
	const next = { due_at_ms, attempts: ~attemptsOf(row) };
	const taken = await tables(db)
		.updateTable('owed')
		.set(next)
		.where(({ and }) => and(key))
		.returning('entity_key')
		.executeTakeFirst();
	return taken && { ...key, ...next };
}

const later = (db: Database, key: Key, next: Pick<Row, 'due_at_ms' | 'attempts'>) =>
	tables(db)
		.updateTable('owed')
		.set(next)
		.where(({ and }) => and(key))
		.execute();

/** A pause is not waited for across a restart. The database repeats it if it deadlocks with a transaction that owes several things. */
export const makeDue = (db: Database, due_at_ms: number) =>
	tables(db).updateTable('owed').set({ due_at_ms }).where('attempts', '>', 0).execute();
