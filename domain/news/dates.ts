import { NEWS_FALLBACK_WINDOW_DAYS, NEWS_WINDOW_DAYS } from '../limits.ts';

/** Unix milliseconds. */
type EpochMs = number;

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const MAX_DATE_UNITS = 100;
/** Minutes east of Greenwich. A name that stands for several zones, such as IST, is not here. */
const ZONES: Readonly<Record<string, number>> = Object.fromEntries(
	(
		'ut 0,utc 0,gmt 0,z 0,wet 0,west 1,bst 1,cet 1,cest 2,met 1,mest 2,mez 1,mesz 2,sast 2,eet 2,eest 3,msk 3,msd 4,trt 3,pkt 5,hkt 8,' +
		'sgt 8,awst 8,jst 9,kst 9,acst 9.5,acdt 10.5,aest 10,aedt 11,nzst 12,nzdt 13,nst -3.5,ndt -2.5,brt -3,est -5,edt -4,cst -6,cdt -5,' +
		'mst -7,mdt -6,pst -8,pdt -7,akst -9,akdt -8,hst -10'
	)
		.split(',')
		.map((zone) => zone.split(' '))
		.map(([name = '', hours]) => [name, Number(hours) * 60]),
);
/** A year before is the zero of some program's clock, or has lost its first digits. */
const FIRST_YEAR = 1900;

const ENGLISH = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Languages whose names of months are read. No two of them call different months by one name. */
const LANGUAGES = 'en ru uk be bg de fr es it pt ca ro nl pl cs sk sl hu sv da nb fi et lv lt tr el id'.split(' ');
const MIN_MONTH_LETTERS = 3;
const MONTH_FORMS = [{ month: 'long' }, { month: 'short' }, { month: 'long', day: 'numeric' }, { month: 'short', day: 'numeric' }] as const;

let names: ReadonlyMap<string, number> | undefined;

/** Long and short names of months, as in a date and alone, in lower case. */
function monthNames(): ReadonlyMap<string, number> {
	if (names !== undefined) return names;
	const found = new Map<string, number>();
	for (const language of LANGUAGES)
		for (const form of MONTH_FORMS) {
			const format = new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' });
			for (let month = 1; month <= 12; month += 1) {
				const part = format.formatToParts(Date.UTC(2000, month - 1, 1)).find(({ type }) => type === 'month');
				const name = (part?.value ?? '').toLowerCase().replace(/\.$/, '');
				if (name.length >= MIN_MONTH_LETTERS && /^\p{L}+$/u.test(name)) found.set(name, found.get(name) ?? month);
			}
		}
	return (names = found);
}

/** The month of a name or of its beginning, if only one month begins so. */
function monthOf(name: string): number | undefined {
	const english = ENGLISH.indexOf(name) + 1;
	if (english > 0) return english;
	const known = monthNames().get(name);
	if (known !== undefined) return known;
	const months = new Set([...monthNames()].filter(([one]) => one.startsWith(name)).map(([, month]) => month));
	return months.size === 1 ? [...months][0] : undefined;
}

const NAME = String.raw`(?<name>\p{L}{3,14})\.?`;
const DAY = String.raw`(?<day>\d{1,2})`;
const YEAR = String.raw`(?<year>\d{4})`;
const TIME =
	String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,12}))?)?` +
	String.raw`(?: ?(?<half>[ap])\.?m\b\.?)?(?: uhr\b)?`;
const ZONE = String.raw`(?: ?(?<zone>(?:(?:gmt|utc?) ?)?[+-]\d\d?(?::?\d\d)?(?: (?:gmt|utc?))?|[a-z]{1,4}))?`;
const BETWEEN = String.raw`(?:,? (?:at |um |kl\.? |в |о |à |às |a las |alle |[-–—|] )?|[t,:]|, )`;
/** Dates with a time behind, in front of, or within them. Which of two small numbers is the month is not guessed. */
const DATES: readonly string[] = [
	String.raw`${YEAR}(?<split>[-/.])(?<month>\d{1,2})\k<split>${DAY}`,
	String.raw`${YEAR}(?<month>\d\d)(?<day>\d\d)`,
	String.raw`${YEAR} ?[年년] ?(?<month>\d{1,2}) ?[月월] ?${DAY} ?[日일]`,
	String.raw`${DAY}(?:st|nd|rd|th|er|\.|º)?[ /-]?(?:de |of |d['’])?${NAME},?[ /-](?:del? )?` +
		String.raw`(?<year>\d{4}|\d{2})(?: ?(?:г|р)\.| года| року)?`,
	String.raw`${NAME} ${DAY}(?:st|nd|rd|th)?,? ${YEAR}`,
	String.raw`${DAY}\.(?<month>\d{1,2})\.${YEAR}(?: ?г\.)?`,
	String.raw`(?<month>0?\d|1[0-2])(?<split>[/-])(?<day>1[3-9]|2\d|3[01])\k<split>${YEAR}`,
	String.raw`(?<day>1[3-9]|2\d|3[01])(?<split>[/-])(?<month>0?\d|1[0-2])\k<split>${YEAR}`,
];
const WEEKDAY = String.raw`(?:[\p{L}-]{1,20} ?[ .,]+)?`;
const FORMS: readonly RegExp[] = [
	...DATES.flatMap((date) => [`${WEEKDAY}${date}(?:${BETWEEN}${TIME})?${ZONE}`, `${TIME}(?:${BETWEEN})${WEEKDAY}${date}`]),
	String.raw`${YEAR}(?<month>\d\d)(?<day>\d\d)t(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)?${ZONE}`,
	`${WEEKDAY}${NAME} ${DAY} ${TIME}${ZONE} ${YEAR}`,
].map((form) => new RegExp(`^${form}$`, 'u'));

/** Minutes east of Greenwich, or undefined for a zone that there is not. */
function zoneMinutes(zone: string): number | undefined {
	const match = /^(?:(?:gmt|utc?) ?)?([+-])(\d\d?):?(\d\d)?(?: (?:gmt|utc?))?$/.exec(zone);
	if (match === null) return ZONES[zone];
	const [hours, minutes] = [Number(match[2]), Number(match[3] ?? 0)];
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
	date.setUTCFullYear(year, month - 1, day);
	if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
	date.setUTCHours(hour, minute, second, millisecond);
	const at = date.getTime() - offset * MINUTE_MS;
	const years = new Date(at).getUTCFullYear();
	return years < FIRST_YEAR || years > 9999 ? undefined : at;
}

/** Two digits: 00 to 49 are of this century. */
function fullYear(digits: string): number {
	const year = Number(digits);
	if (digits.length === 4) return year;
	return year < 50 ? 2000 + year : 1900 + year;
}

/** The hour of a day; undefined for one that a clock of twelve hours does not have. */
function fullHour(digits: string, half: string | undefined): number | undefined {
	const hour = Number(digits);
	if (half === undefined) return hour;
	if (hour < 1 || hour > 12) return undefined;
	return (hour % 12) + (half === 'p' ? 12 : 0);
}

/**
 * Reads a date as feeds and pages write it: ISO 8601, RFC 822 and what looks like them, with months in many languages. Without a zone it is
 * UTC. The machine's own zone plays no part.
 * @returns undefined when it is no date, an ambiguous one, or a day or hour that the calendar does not have
 */
export function readDate(text: string): EpochMs | undefined {
	if (text.length > MAX_DATE_UNITS) return undefined;
	const tidy = text
		.normalize('NFKC')
		.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
		.toLowerCase()
		.replace(/\s+/g, ' ')
		.trim();
	for (const form of FORMS) {
		const { groups } = form.exec(tidy) ?? {};
		if (groups === undefined) continue;
		const { year = '', name, day, minute = '0', second = '0', fraction = '', zone = 'z' } = groups;
		const month = name === undefined ? Number(groups['month']) : monthOf(name);
		const hour = fullHour(groups['hour'] ?? '0', groups['half']);
		if (month === undefined || hour === undefined) continue;
		const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
		return instant([fullYear(year), month, Number(day)], [hour, Number(minute), Number(second), milliseconds], zone);
	}
	return undefined;
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
