import { NEWS_FALLBACK_WINDOW_DAYS, NEWS_WINDOW_DAYS } from '../limits.ts';

/** Unix milliseconds. */
type EpochMs = number;

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Hours east of Greenwich. */
const ZONE_HOURS: Readonly<Record<string, number>> = {
	UT: 0,
	UTC: 0,
	GMT: 0,
	Z: 0,
	EST: -5,
	EDT: -4,
	CST: -6,
	CDT: -5,
	MST: -7,
	MDT: -6,
	PST: -8,
	PDT: -7,
};

const MAIL_DATE = /^(?:[^\s,\d]{1,20}, ?)?(\d{1,2}) ([a-z]{3}) (\d{4}|\d{2}) (\d\d):(\d\d)(?::(\d\d))? ([+-]\d{4}|[a-z]{1,3})$/i;
const ISO_DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** Minutes east of Greenwich, or undefined for a zone that there is not. */
function zoneMinutes(zone: string): number | undefined {
	const match = /^([+-])(\d\d):?(\d\d)$/.exec(zone);
	if (match === null) {
		const hours = ZONE_HOURS[zone.toUpperCase()];
		return hours === undefined ? undefined : hours * 60;
	}
	const [hours, minutes] = [Number(match[2]), Number(match[3])];
	if (hours > 23 || minutes > 59) return undefined;
	return (match[1] === '-' ? -1 : 1) * (hours * 60 + minutes);
}

/** Nothing rolls over: a day or an hour that the calendar does not have gives undefined. */
function instant(
	[year, month, day]: readonly [number, number, number],
	[hour, minute, second, millisecond]: readonly [number, number, number, number],
	zone: string,
): EpochMs | undefined {
	const offset = zoneMinutes(zone);
	if (offset === undefined || hour > 23 || minute > 59 || second > 59) return undefined;
	const date = new Date(0);
	// Date.UTC reads the years 0 to 99 as 1900 to 1999.
	date.setUTCFullYear(year, month - 1, day);
	if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
	date.setUTCHours(hour, minute, second, millisecond);
	const at = date.getTime() - offset * MINUTE_MS;
	const years = new Date(at).getUTCFullYear();
	return years < 0 || years > 9999 ? undefined : at;
}

/** Two digits: 00 to 49 are of this century. */
function fullYear(digits: string): number {
	const year = Number(digits);
	if (digits.length === 4) return year;
	return year < 50 ? 2000 + year : 1900 + year;
}

/**
 * Reads a date as feeds and pages write it: RFC 822/2822 with English months and a zone, or ISO 8601, which is UTC where it
 * names no zone. The machine's own zone plays no part.
 * @returns undefined when it is neither, or a day or hour that the calendar does not have
 */
export function readDate(text: string): EpochMs | undefined {
	const tidy = text.trim().replace(/\s+/g, ' ');
	const mail = MAIL_DATE.exec(tidy);
	if (mail !== null) {
		const [, day, month = '', year = '', hour, minute, second = '0', zone = ''] = mail;
		const monthNumber = MONTHS.indexOf(month.toLowerCase()) + 1;
		if (monthNumber === 0) return undefined;
		return instant([fullYear(year), monthNumber, Number(day)], [Number(hour), Number(minute), Number(second), 0], zone);
	}
	const iso = ISO_DATE.exec(tidy);
	if (iso === null) return undefined;
	const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = iso;
	const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
	return instant([Number(year), Number(month), Number(day)], [Number(hour), Number(minute), Number(second), milliseconds], zone);
}

/** Whether a text is an instant as this program writes one. The engine's own parser makes the 2nd of March of a 30th of February. */
export function isInstant(text: string): boolean {
	const atMs = Date.parse(text);
	return !Number.isNaN(atMs) && new Date(atMs).toISOString() === text;
}

/** The narrowest news window that something published then is in at `nowMs`, in days; null: in none. */
export function newsWindow(publishedMs: EpochMs, nowMs: EpochMs): typeof NEWS_WINDOW_DAYS | typeof NEWS_FALLBACK_WINDOW_DAYS | null {
	const age = nowMs - publishedMs;
	if (age <= NEWS_WINDOW_DAYS * DAY_MS) return NEWS_WINDOW_DAYS;
	return age <= NEWS_FALLBACK_WINDOW_DAYS * DAY_MS ? NEWS_FALLBACK_WINDOW_DAYS : null;
}
