/** Limits for paid requests, counted from the stored paid admissions of the last hour and the last 24 hours. */
import type { Database } from '@copydesk/kit/database/types';
import type { Prices } from '@copydesk/domain/ai/prices';
import type { Purpose } from '@copydesk/domain/event/purposes';
import type { Settings } from '@copydesk/domain/settings/settings';
import { isLifted } from '../events/waits.ts';
import { readSettings } from '../settings/settings.ts';
import { tables } from '../tables.ts';
import { moneyAgainAt } from './spend.ts';

/** The most paid admissions per person and hour, and per desk and day; 0: no limit. */
export interface Budget {
	readonly perHour: number;
	readonly perDay: number;
	/** The most briefs per person and hour: these count against no other number. */
	readonly briefsPerHour?: number;
	/** The most money per 30 days, and the prices for counting it; without it there is no such limit. */
	readonly money?: { readonly perMonth: number; readonly prices: Prices };
}

export const DEFAULT_BUDGET = { perHour: 40, perDay: 400, briefsPerHour: 120 } as const satisfies Budget;

/** The owner's settings can lower the operator's limits, never raise them. */
function withinBudget(budget: Budget, { paid_per_hour, paid_per_day }: Pick<Partial<Settings>, 'paid_per_hour' | 'paid_per_day'>): Budget {
	const least = (bound: number, chosen: number | undefined) =>
		chosen === undefined ? bound : bound === 0 ? chosen : Math.min(bound, chosen);
	return { ...budget, perHour: least(budget.perHour, paid_per_hour), perDay: least(budget.perDay, paid_per_day) };
}

/** The limit that was reached, and when requests are admitted again, in milliseconds since 1970. */
export interface Spent {
	readonly whose: 'person' | 'desk' | 'money';
	readonly limit: number;
	/** The currency, if the limit is money. */
	readonly currency?: string;
	readonly until: number;
}

/** How far the clocks of two instances may differ. A row further in the future was written by a wrong clock and does not count. */
const CLOCK_SKEW_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Undefined if one more request may be admitted. Call it with the audit chain locked, so that no other transaction counts at the same
 * time.
 */
async function spentBudget(
	tx: Database,
	{ perHour, perDay, briefsPerHour = DEFAULT_BUDGET.briefsPerHour, money }: Budget,
	{ userId, isBrief }: { readonly userId: number; readonly isBrief: boolean },
	nowMs: number,
): Promise<Spent | undefined> {
	const again = money === undefined ? undefined : await moneyAgainAt(tx, money.perMonth, money.prices, nowMs);
	if (money !== undefined && again !== undefined)
		return { whose: 'money', limit: money.perMonth, currency: money.prices.currency, until: again };
	if (isBrief) {
		const until = await freeAgainAt(tx, { limit: briefsPerHour, spanMs: HOUR_MS, isBrief }, nowMs, userId);
		return until === undefined ? undefined : { whose: 'person', limit: briefsPerHour, until };
	}
	const person = await freeAgainAt(tx, { limit: perHour, spanMs: HOUR_MS, isBrief }, nowMs, userId);
	const desk = await freeAgainAt(tx, { limit: perDay, spanMs: DAY_MS, isBrief }, nowMs);
	if (desk !== undefined && desk >= (person ?? 0)) return { whose: 'desk', limit: perDay, until: desk };
	return person === undefined ? undefined : { whose: 'person', limit: perHour, until: person };
}

/** The same for an event, with the owner's lower limits. Undefined too if the owner lifted the limits for this event. */
export async function limitReached(
	tx: Database,
	budget: Budget,
	{ userId, eventKey, isBrief = false }: { readonly userId: number; readonly eventKey: string; readonly isBrief?: boolean },
	nowMs: number,
): Promise<Spent | undefined> {
	if (await isLifted(tx, eventKey)) return undefined;
	return spentBudget(tx, withinBudget(budget, (await readSettings(tx)).chosen), { userId, isBrief }, nowMs);
}

/** When the oldest of the newest `limit` admissions leaves the time span; undefined if one more fits now. */
async function freeAgainAt(
	tx: Database,
	{ limit, spanMs, isBrief }: { readonly limit: number; readonly spanMs: number; readonly isBrief: boolean },
	nowMs: number,
	userId?: number,
): Promise<number | undefined> {
	if (limit === 0) return undefined;
	const inTheWay = await tables(tx)
		.selectFrom('admission')
		.select('at_ms')
		.where(({ and }) => and({ paid: 1, ...(userId === undefined ? {} : { actor_user_id: userId }) }))
		.where('purpose', isBrief ? '=' : '<>', 'brief' satisfies Purpose)
		.where('at_ms', '>', nowMs - spanMs)
		.where('at_ms', '<=', nowMs + CLOCK_SKEW_MS)
		.orderBy('at_ms', 'desc')
		.offset(limit - 1)
		.limit(1)
		.executeTakeFirst();
	return inTheWay === undefined ? undefined : inTheWay.at_ms + spanMs;
}

/** Paid admissions of the desk in the last 24 hours. */
export async function countPaid(db: Database, nowMs: number): Promise<number> {
	const { n } = await tables(db)
		.selectFrom('admission')
		.select(({ fn }) => fn.countAll<number>().as('n'))
		.where('paid', '=', 1)
		.where('purpose', '<>', 'brief' satisfies Purpose)
		.where('at_ms', '>', nowMs - DAY_MS)
		.where('at_ms', '<=', nowMs + CLOCK_SKEW_MS)
		.executeTakeFirstOrThrow();
	return n;
}
