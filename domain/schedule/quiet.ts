/** Hours of the day without reminders. */
import { wallTimeAt } from './zone.ts';

/** From one time of day until another, `HH:MM`; over midnight if `to` comes first. The same twice: never. */
export interface QuietHours {
	readonly from: string;
	readonly to: string;
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

export function isQuiet(atMs: number, zone: string, hours: QuietHours): boolean {
	const { hour, minute } = wallTimeAt(atMs, zone);
	const [now, from, to] = [hour * 60 + minute, minuteOf(hours.from), minuteOf(hours.to)];
	return from <= to ? from <= now && now < to : now >= from || now < to;
}
