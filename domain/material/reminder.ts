/** What waits for people, and when they are reminded of it. */
import type { CallbackAction } from '../chat/callback.ts';
import type { Role } from '../role.ts';
import { buttonsOfList, type Listed } from './recoveryActions.ts';

/** `left`: it was planned, and the person who approved it no longer takes part. */
export type WaitingKind = 'ready' | 'left' | 'missed' | 'unconfirmed' | 'stopped';

const HOUR_MS = 3_600_000;

/**
 * For how many hours it is said to wait: people are reminded once after `hours`, and once more after twice that.
 * @param hours 0: never
 * @returns null: no reminder is due yet
 */
export function hoursToName(sinceMs: number, nowMs: number, hours: number): number | null {
	const times = hours === 0 ? 0 : Math.floor((nowMs - sinceMs) / (hours * HOUR_MS));
	return times < 1 ? null : Math.min(times, 2) * hours;
}

/** What a person can press for it below a reminder. */
export function buttonsOfWaiting(
	kind: WaitingKind,
	listed: Listed,
	{ role, hasCopy }: { readonly role: Role; readonly hasCopy: boolean },
): readonly Exclude<CallbackAction, 'take' | 'at'>[] {
	if (kind === 'missed') return hasCopy ? ['publish_now', 'next_slot', 'take_off'] : [];
	return (buttonsOfList([listed], role) ?? []).flat().map(({ action }) => action);
}
