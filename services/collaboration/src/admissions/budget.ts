/** How much may be paid for: counted from the paid admissions that are stored, over the hour and the day that end now. */
import type { Database } from '@copydesk/kit/database/types';
import type { Prices } from '@copydesk/domain/ai/prices';
import type { Settings } from '@copydesk/domain/settings/settings';
import { isLifted } from '../events/waits.ts';
import { readSettings } from '../settings/settings.ts';
import { tables } from '../tables.ts';
import { moneyAgainAt } from './spend.ts';

/** The most paid admissions of one person in an hour, and of the desk in a day; 0: no bound. */
export interface Budget {
	readonly perHour: number;
	readonly perDay: number;
	/** The most money of the desk in 30 days, and the prices that it is counted by; without it no bound. */
	readonly money?: { readonly perMonth: number; readonly prices: Prices };
}

export const DEFAULT_BUDGET: Budget = { perHour: 40, perDay: 400 };

/** What the owner set in chat only ever narrows what the operator allows. */
function withinBudget(budget: Budget, { paid_per_hour, paid_per_day }: Pick<Partial<Settings>, 'paid_per_hour' | 'paid_per_day'>): Budget {
	const least = (bound: number, chosen: number | undefined) =>
		chosen === undefined ? bound : bound === 0 ? chosen : Math.min(bound, chosen);
	return { ...budget, perHour: least(budget.perHour, paid_per_hour), perDay: least(budget.perDay, paid_per_day) };
}

/** The spent budget, and when requests are admitted again, in milliseconds since 1970. */
export interface Spent {
	readonly whose: 'person' | 'desk' | 'money';
	readonly limit: number;
	/** The limit, if it is money. */
	readonly currency?: string;
	readonly until: number;
}

/** How far the clocks of two instances may differ. What lies further ahead was written by a clock that was wrong, and counts no more. */
const CLOCK_SKEW_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Undefined while one more may be admitted. Call it with the audit chain locked, so that no other transaction counts meanwhile. */
async function spentBudget(tx: Database, { perHour, perDay, money }: Budget, userId: number, nowMs: number): Promise<Spent | undefined> {
	const again = money === undefined ? undefined : await moneyAgainAt(tx, money.perMonth, money.prices, nowMs);
	if (money !== undefined && again !== undefined)
		return { whose: 'money', limit: money.perMonth, currency: money.prices.currency, until: again };
	const person = await freeAgainAt(tx, perHour, HOUR_MS, nowMs, userId);
	const desk = await freeAgainAt(tx, perDay, DAY_MS, nowMs);
	if (desk !== undefined && desk >= (person ?? 0)) return { whose: 'desk', limit: perDay, until: desk };
	return person === undefined ? undefined : { whose: 'person', limit: perHour, until: person };
}

/** The same for an event, as the owner narrowed the limits; undefined too where the owner lifted them for it. */
export async function limitReached(
	tx: Database,
	budget: Budget,
	{ userId, eventKey }: { readonly userId: number; readonly eventKey: string },
	nowMs: number,
): Promise<Spent | undefined> {
	if (await isLifted(tx, eventKey)) return undefined;
	return spentBudget(tx, withinBudget(budget, (await readSettings(tx)).chosen), userId, nowMs);
}

/** When the newest `limit` admissions leave the span room for another one; undefined if there is room now. */
async function freeAgainAt(tx: Database, limit: number, spanMs: number, nowMs: number, userId?: number): Promise<number | undefined> {
	if (limit === 0) return undefined;
	const inTheWay = await tables(tx)
		.selectFrom('admission')
		.select('at_ms')
		.where(({ and }) => and({ paid: 1, ...(userId === undefined ? {} : { actor_user_id: userId }) }))
		.where('at_ms', '>', nowMs - spanMs)
		.where('at_ms', '<=', nowMs + CLOCK_SKEW_MS)
		.orderBy('at_ms', 'desc')
		.offset(limit - 1)
		.limit(1)
		.executeTakeFirst();
	return inTheWay === undefined ? undefined : inTheWay.at_ms + spanMs;
}

/** Paid admissions of the desk in the day that ends now. */
export async function countPaid(db: Database, nowMs: number): Promise<number> {
	const { n } = await tables(db)
		.selectFrom('admission')
		.select(({ fn }) => fn.countAll<number>().as('n'))
		.where('paid', '=', 1)
		.where('at_ms', '>', nowMs - DAY_MS)
		.where('at_ms', '<=', nowMs + CLOCK_SKEW_MS)
		.executeTakeFirstOrThrow();
	return n;
}
