/** The desk's usual slots, and which of them are free. */
import { freeSlots, parseSlots, type Slot } from '@copydesk/domain/schedule/slots';
import { MINUTE_MS } from '@copydesk/domain/schedule/zone';
import type { Database } from '@copydesk/kit/database/types';
import type { VersionRef } from '../materials/read.ts';
import { readSettings } from '../settings/settings.ts';
import { lastPostMs, plansAhead } from './plans.ts';

/** When the desk posts. */
export interface Schedule {
	/** The setting, e.g. `mon-fri 09:00 18:30; sat 11:00`. */
	readonly slots: string;
	/** The least distance between two posts whose time the desk chooses. */
	readonly leastMinutesBetween: number;
}

export async function readSchedule(db: Database): Promise<Schedule> {
	const { slots, least_minutes_between: leastMinutesBetween } = (await readSettings(db)).all;
	return { slots, leastMinutesBetween };
}

export const slotsOf = ({ slots }: Schedule): readonly Slot[] => {
	const read = parseSlots(slots);
	return 'slots' in read ? read.slots : [];
};

/** The times of planned posts and of the last one in the channel. @param except a version whose own plan does not count */
export async function takenTimes(
	db: Database,
	{ leastMinutesBetween }: Schedule,
	nowMs: number,
	except?: VersionRef,
): Promise<readonly number[]> {
	const last = await lastPostMs(db);
	const others = (await plansAhead(db)).filter((plan) => plan.draft_key !== except?.draft_key || plan.version !== except.version);
	const planned = others.filter(({ at_ms }) => at_ms > nowMs - leastMinutesBetween * MINUTE_MS);
	return [...planned.map(({ at_ms }) => at_ms), ...(last === null ? [] : [last])];
}

/** The next slots for a version that keep their distance from planned and published posts. */
export async function nextSlots(
	db: Database,
	schedule: Schedule,
	version: VersionRef,
	{ nowMs, zone, count }: { readonly nowMs: number; readonly zone: string; readonly count: number },
): Promise<readonly number[]> {
	const taken = await takenTimes(db, schedule, nowMs, version);
	return freeSlots(slotsOf(schedule), { nowMs, zone, taken, leastMinutesBetween: schedule.leastMinutesBetween, count });
}

/** Whether a time is one of the desk's slots and another post has taken it. Times that people name in words are free. */
export async function isTakenSlot(db: Database, version: VersionRef, atMs: number, zone: string): Promise<boolean> {
	const schedule = await readSchedule(db);
	const { leastMinutesBetween } = schedule;
	const next = { nowMs: atMs - 1, zone, count: 1 };
	const isSlot = freeSlots(slotsOf(schedule), { ...next, taken: [], leastMinutesBetween })[0] === atMs;
	return isSlot && (await nextSlots(db, schedule, version, next))[0] !== atMs;
}
