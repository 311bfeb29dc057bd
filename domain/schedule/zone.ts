/** Wall-clock time in an IANA zone, by the zone's own rules. */

/** A minute as a clock on the wall shows it. `month` 1…12, `day` 1…31, `hour` 0…23. */
export interface WallTime {
	readonly year: number;
	readonly month: number;
	readonly day: number;
	readonly hour: number;
	readonly minute: number;
}

export type WallDay = Pick<WallTime, 'year' | 'month' | 'day'>;

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
	const known = formats.get(zone);
	if (known !== undefined) return known;
	const format = new Intl.DateTimeFormat('en-GB', {
		timeZone: zone,
		calendar: 'gregory',
		numberingSystem: 'latn',
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
	});
	formats.set(zone, format);
	return format;
}

/** What the clock shows at a moment. @throws RangeError for an unknown zone */
export function wallTimeAt(atMs: number, zone: string): WallTime {
	const parts: Record<string, number> = {};
	for (const { type, value } of formatOf(zone).formatToParts(atMs)) parts[type] = Number(value);
	const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
	return { year, month, day, hour, minute };
}

/** The day that the calendar shows at a moment, as `YYYY-MM-DD`. */
export const dayAt = (atMs: number, zone: string): string => new Date(asUtc(wallTimeAt(atMs, zone))).toISOString().slice(0, 10);

const asUtc = ({ year, month, day, hour, minute }: WallTime): number => Date.UTC(year, month - 1, day, hour, minute);

/**
 * The moment at which the clock shows this. An hour that comes twice is meant the first time, unless that is over.
 * @returns undefined when the clock skips it, or when the calendar has no such day
 */
export function momentOf(wall: WallTime, zone: string, nowMs = -Infinity): number | undefined {
	const wanted = asUtc(wall);
	// Clocks are never more than a day away from UTC, and never change twice in two days.
	const offsets = [wanted - DAY_MS, wanted + DAY_MS].map((near) => asUtc(wallTimeAt(near, zone)) - near);
	const found = offsets.map((offset) => wanted - offset).filter((atMs) => isSame(wallTimeAt(atMs, zone), wall));
	const ahead = found.filter((atMs) => atMs > nowMs);
	return found.length === 0 ? undefined : Math.min(...(ahead.length === 0 ? found : ahead));
}

/** The same, but where the clock skips the time, the first minute after the gap. @returns undefined when the calendar has no such day */
export function momentAtOrAfter(wall: WallTime, zone: string, nowMs?: number): number | undefined {
	const exact = momentOf(wall, zone, nowMs);
	if (exact !== undefined || !isOnCalendar(wall)) return exact;
	for (let later = 1; later <= (2 * DAY_MS) / MINUTE_MS; later += 1) {
		const moment = momentOf(wallOf(asUtc(wall) + later * MINUTE_MS), zone);
		if (moment !== undefined) return moment;
	}
	return undefined;
}

/** The calendar day that is so many days later. */
export function daysLater({ year, month, day }: WallDay, days: number): WallDay {
	const { year: y, month: m, day: d } = wallOf(Date.UTC(year, month - 1, day + days));
	return { year: y, month: m, day: d };
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf({ year, month, day }: WallDay): number {
	return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
}

export function isOnCalendar(wall: WallTime): boolean {
	return isSame(wallOf(asUtc(wall)), wall);
}

function wallOf(utcMs: number): WallTime {
	const date = new Date(utcMs);
	return {
		year: date.getUTCFullYear(),
		month: date.getUTCMonth() + 1,
		day: date.getUTCDate(),
		hour: date.getUTCHours(),
		minute: date.getUTCMinutes(),
	};
}

const isSame = (a: WallTime, b: WallTime): boolean => asUtc(a) === asUtc(b) && a.day === b.day && a.month === b.month && a.hour === b.hour;
