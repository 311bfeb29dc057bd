/** The week that a person asks the desk to plan: whether they do, and which times its posts could have. */
import { freeSlots, weekdayNamed, type Slot } from './slots.ts';
import { DAY_MS, MINUTE_MS, dayAt, daysLater, momentAtOrAfter, wallTimeAt, weekdayOf } from './zone.ts';

/** What a week is called behind `/plan`, and what a message begins (or, in Turkish, ends) with that asks for a plan. */
const WEEK = /^(?:next |nächste |prochaine |próxima |prossima |следующую |наступний |następny |gelecek )?(\p{L}+)(?=[\s:,.–—-]|$)/iu;
const WEEKS = 'week woche semana semaine settimana неделя неделю неделе недели тиждень тижня tydzień tygodnia hafta haftayı haftalık'.split(
	' ',
);
const PLANS = new RegExp(
	[
		String.raw`^(?:(?:please|bitte|por favor|s’il te plaît|per favore|пожалуйста|будь ласка|proszę|lütfen),?\s+)?`,
		String.raw`(?:plan|schedule|plane|planen|planifica|planea|programa|planifie|planifier|planifiez|prévois|pianifica|programma|planeje|`,
		String.raw`planejar|programe|запланируй|запланируйте|спланируй|спланируйте|заплануй|заплануйте|сплануй|сплануйте|zaplanuj|zaplanujcie)`,
		String.raw`(?=[^\p{L}]|$)|(?:^|[^\p{L}])planla(?:yın|r mısın)?[\s.!]*$`,
	].join(''),
	'iu',
);

/** What follows the word for a week behind `/plan`; null if it is no week that is asked for. */
export function weekIn(argument: string): string | null {
	const [found = '', word = ''] = WEEK.exec(argument) ?? [];
	return WEEKS.includes(word.toLowerCase()) ? argument.slice(found.length).replace(/^[\s:,.–—-]+/u, '') : null;
}

/** Whether a message in free words asks for a plan. */
export const asksForPlan = (message: string): boolean => PLANS.test(message.trim());

/** The weekdays that a message names, in its order; 1 is Monday. */
export function weekdaysIn(message: string): readonly number[] {
	const days = (
		message
			.toLowerCase()
			.replaceAll('ё', 'е')
			.match(/\p{L}{3,}/gu) ?? []
	).flatMap((word) => weekdayNamed.get(word) ?? []);
	return [...new Set(days)];
}

/** Where the desk has no usual times. */
const PLAIN: readonly Slot[] = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, hour: 10, minute: 0 }));
const SEARCHED = 60;

interface Wanted {
	readonly nowMs: number;
	readonly zone: string;
	/** Moments of posts, planned, published or proposed. */
	readonly taken: readonly number[];
	readonly leastMinutesBetween: number;
	readonly count: number;
	/** The days that the person named, in the order of the posts. */
	readonly weekdays: readonly number[];
	/** A moment of the day with which the plan begins, up to the end of its week; null: next week. */
	readonly aboutMs: number | null;
}

/**
 * Free times of the week, one day after the other as far apart as the week allows, and several on a day only where there are more posts
 * than days.
 * @returns at most `count` moments, in their order; where days were named, in the order of the days
 */
export function timesOfWeek(slots: readonly Slot[], { count, weekdays, aboutMs, ...wanted }: Wanted): readonly number[] {
	const { nowMs, zone, leastMinutesBetween } = wanted;
	const about = wallTimeAt(aboutMs ?? nowMs, zone);
	const monday = daysLater(about, (aboutMs === null ? 8 : 1) - weekdayOf(about));
	const midnight = (days: number) => momentAtOrAfter({ ...daysLater(monday, days), hour: 0, minute: 0 }, zone) ?? nowMs + days * DAY_MS;
	const first = midnight(aboutMs === null ? 0 : weekdayOf(about) - 1);
	const search = { ...wanted, nowMs: Math.max(nowMs, first - 1), count: SEARCHED };
	const free = freeSlots(slots.length === 0 ? PLAIN : slots, search).filter((atMs) => atMs < midnight(7));
	const byDay = new Map<string, number[]>();
	for (const atMs of free) byDay.set(dayAt(atMs, zone), [...(byDay.get(dayAt(atMs, zone)) ?? []), atMs]);
	const days = [...byDay.values()];
	const chosen: number[] = [];
	const take = (day: readonly number[]): void => {
		const next = day.find((atMs) => chosen.every((other) => Math.abs(other - atMs) >= Math.max(1, leastMinutesBetween) * MINUTE_MS));
		if (next !== undefined && chosen.length < count) chosen.push(next);
	};
	for (const weekday of weekdays) take(days.find(([atMs = 0]) => weekdayOf(wallTimeAt(atMs, zone)) === weekday) ?? []);
	const named = chosen.length;
	const left = count - named;
	for (let at = 0; at < Math.min(left, days.length); at += 1) take(days[Math.floor(((at + 0.5) * days.length) / left)] ?? []);
	for (const day of [...days, ...days]) take(day);
	return [...chosen.slice(0, named), ...chosen.slice(named).sort((one, other) => one - other)];
}
