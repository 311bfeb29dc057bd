/** The usage of paid requests as the provider reported it, stored once per admission. */
import { costOf, type Prices, type Spend } from '@copydesk/domain/ai/prices';
import type { Usage } from '@copydesk/domain/ai/usage';
import { CopydeskError } from '@copydesk/domain/errors';
import type { Purpose } from '@copydesk/domain/event/purposes';
import { MAX_ASKED_WAIT_MS, SPEND_DAYS } from '@copydesk/domain/limits';
import type { Database } from '@copydesk/kit/database/types';
import type { Actor } from '../participants/actors.ts';
import { tables } from '../tables.ts';

/** What the graphs read from a provider's answer. */
export interface Note {
	readonly admission_id: string;
	readonly model: string | null;
	readonly input_tokens: number;
	readonly output_tokens: number;
	readonly pictures: number;
	/** Of sound. */
	readonly seconds?: number;
	/** Why the answer is not usable, if the provider said so. */
	readonly fault?: Fault;
	/** For so long the provider wants no more requests. */
	readonly retry_after_seconds?: number;
}

export const noteFaults = ['model_not_found'] as const;
export type Fault = (typeof noteFaults)[number];

/**
 * Only the first note of an admission counts. @returns whether this was it.
 * @throws CopydeskError admission_not_found, participant_inactive
 */
export async function noteSpend(db: Database, { context, participant }: Actor, note: Note, nowMs: number): Promise<boolean> {
	const { admission_id, retry_after_seconds: seconds, ...said } = note;
	const wait_until_ms = seconds === undefined ? null : nowMs + Math.min(seconds * 1_000, MAX_ASKED_WAIT_MS.provider);
	const own = { admission_id, event_key: context.event_key, paid: 1 as const };
	const admitted = await tables(db)
		.selectFrom('admission')
		.select('noted_at_ms')
		.where(({ and }) => and(own))
		.executeTakeFirst();
	// A person who was disabled may hand in what was paid for, and learns nothing else.
	if (admitted === undefined) throw new CopydeskError(participant.active ? 'admission_not_found' : 'participant_inactive', admission_id);
	const noted = await tables(db)
		.updateTable('admission')
		.set({ ...said, wait_until_ms, noted_at_ms: nowMs })
		.where(({ and }) => and({ ...own, noted_at_ms: null }))
		.returning('admission_id')
		.executeTakeFirst();
	return noted !== undefined;
}

/** Which of the provider's answers a wait is about: texts and pictures may come from two providers, each with limits of its own. */
export type Asked = 'text' | 'picture';

/** Until when the provider wants no more requests of this kind; undefined if it takes them. */
export async function providerWaitsUntil(db: Database, asked: Asked, nowMs: number): Promise<number | undefined> {
	const found = await tables(db)
		.selectFrom('admission')
		.select('wait_until_ms')
		.where('purpose', asked === 'picture' ? '=' : '<>', 'illustration' satisfies Purpose)
		.where('wait_until_ms', '>', nowMs)
		// A wrong clock wrote a later one.
		.where('wait_until_ms', '<=', nowMs + MAX_ASKED_WAIT_MS.provider)
		.orderBy('wait_until_ms', 'desc')
		.limit(1)
		.executeTakeFirst();
	return found?.wait_until_ms ?? undefined;
}

/** How long a model that gave no picture counts as gone, unless it works again. */
const GONE_FOR_MS = 6 * 3_600_000;

/** Whether the last request for a picture to this model failed within that time, because the provider does not serve it. */
export async function isImageModelGone(db: Database, model: string, nowMs: number): Promise<boolean> {
	const last = await tables(db)
		.selectFrom('admission')
		.select('fault')
		.where(({ and }) => and({ purpose: 'illustration' satisfies Purpose, model }))
		.where('noted_at_ms', 'is not', null)
		.where('at_ms', '>', nowMs - GONE_FOR_MS)
		.orderBy('at_ms', 'desc')
		.limit(1)
		.executeTakeFirst();
	return last?.fault === 'model_not_found';
}

/** Requests of one model, or those without a note. */
type Group = Usage & {
	readonly requests: number;
	readonly isNoted: boolean;
	/** Answered requests without reported usage. A request refused because of its model cost nothing. */
	readonly silent: number;
};

/** The usage of a draft, all versions together. */
export async function spendOfDraft(db: Database, draftKey: string, prices: Prices | undefined): Promise<Spend> {
	return spendOf(await groups(db, (query) => query.where('draft_key', '=', draftKey)), prices);
}

/** The usage of the desk since a time. */
export async function spendSince(db: Database, sinceMs: number, prices: Prices | undefined): Promise<Spend> {
	return spendOf(await groups(db, (query) => query.where('at_ms', '>', sinceMs)), prices);
}

const paidOf = (db: Database) => tables(db).selectFrom('admission').where('paid', '=', 1);

async function groups(db: Database, of: (query: ReturnType<typeof paidOf>) => ReturnType<typeof paidOf>): Promise<readonly Group[]> {
	const rows = await of(paidOf(db))
		.select(({ fn, eb }) => [
			'model',
			fn
				.count<number>(
					eb
						.case()
						.when(eb.and({ input_tokens: 0, output_tokens: 0, pictures: 0, seconds: 0 }).and('fault', 'is', null))
						.then(1)
						.end(),
				)
				.as('silent'),
			fn.countAll<number>().as('requests'),
			fn.count<number>('noted_at_ms').as('noted'),
			fn.sum<number>('input_tokens').as('input_tokens'),
			fn.sum<number>('output_tokens').as('output_tokens'),
			fn.sum<number>('pictures').as('pictures'),
			fn.sum<number>('seconds').as('seconds'),
		])
		.groupBy('model')
		.execute();
	return rows.map((row) => ({
		model: row.model,
		requests: Number(row.requests),
		isNoted: Number(row.noted) > 0,
		silent: Number(row.silent),
		input_tokens: Number(row.input_tokens),
		output_tokens: Number(row.output_tokens),
		pictures: Number(row.pictures),
		seconds: Number(row.seconds),
	}));
}

function spendOf(of: readonly Group[], prices: Prices | undefined): Spend {
	const requests = of.reduce((sum, group) => sum + group.requests, 0);
	if (prices === undefined) return { requests, unknown: requests, cost: null, currency: null };
	let cost = 0;
	let unknown = 0;
	for (const group of of) {
		const costs = group.isNoted ? costOf(group, prices) : null;
		const isFree = costOf({ ...group, input_tokens: 1, output_tokens: 1, pictures: 1, seconds: 1 }, prices) === 0;
		cost += costs ?? 0;
		if (costs === null) unknown += group.requests;
		else if (!isFree) unknown += group.silent;
	}
	return { requests, unknown, cost, currency: prices.currency };
}

/** What the newest requests for these purposes cost together, one of each; null if that is not known. */
export async function lastCost(db: Database, purposes: readonly Purpose[], prices: Prices | undefined): Promise<number | null> {
	if (prices === undefined) return null;
	let sum = 0;
	for (const purpose of purposes) {
		const last = await paidOf(db)
			.select(['model', 'input_tokens', 'output_tokens', 'pictures', 'seconds'])
			.where('purpose', '=', purpose)
			.where('noted_at_ms', 'is not', null)
			.orderBy('at_ms', 'desc')
			.limit(1)
			.executeTakeFirst();
		const cost = last === undefined ? null : costOf(last, prices);
		if (cost === null) return null;
		sum += cost;
	}
	return sum;
}

/** The period of the money limit. */
export const MONTH_MS = SPEND_DAYS * 86_400_000;

/** When the money spent in 30 days falls below the limit again; undefined if it is below now. */
export async function moneyAgainAt(db: Database, cap: number, prices: Prices, nowMs: number): Promise<number | undefined> {
	const { cost } = await spendSince(db, nowMs - MONTH_MS, prices);
	if (cost === null || cost < cap) return undefined;
	const rows = await paidOf(db)
		.select(['at_ms', 'model', 'input_tokens', 'output_tokens', 'pictures', 'seconds'])
		.where('at_ms', '>', nowMs - MONTH_MS)
		.where('noted_at_ms', 'is not', null)
		.orderBy('at_ms')
		.execute();
	let left = cost;
	for (const row of rows) {
		left -= costOf(row, prices) ?? 0;
		if (left < cap) return row.at_ms + MONTH_MS;
	}
	return nowMs + MONTH_MS;
}
