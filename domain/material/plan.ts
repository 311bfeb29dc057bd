/** A version that goes out at a time: who may plan it, and what is still true when its time has come. */
import { conflict, isRefusal, refuse, step, type Acting, type Copy, type Refusal, type Step } from './judgement.ts';
import type { Claimed, Material, Ready } from './material.ts';
import { claim, release } from './steps.ts';

/** A planned version is claimed in these states, and only its plan publishes it. */
export const OPEN_PLANS = ['open', 'due', 'missed'] as const;

/** These are still to come; a missed one is asked about. */
export const COMING_PLANS = ['open', 'due'] as const;

/** A plan that comes later than this after its time is not published without asking. */
export const LATEST_MS = 15 * 60_000;

/** What a person's choice of a time rests on. */
export interface PlanFacts {
	readonly person: Acting['person'];
	/** Every confirmed copy of this version. */
	readonly copies: readonly Copy[];
	readonly latestVersion: number;
	/** Hash of what the row holds now. */
	readonly contentSha256: string;
	/** The message with the pressed button; null for words. */
	readonly messageId: number | null;
	/** Whether that message is one that the desk sent to this person; true for words. */
	readonly isOurs: boolean;
	/** The event under which its present plan claimed it; null without one. */
	readonly planned: string | null;
}

/** Why a press has no say about a plan: its person has no copy of the version, or the desk did not send them its message. */
export function refusalOfPlace(
	found: Material,
	{ person, copies, messageId, isOurs }: Pick<PlanFacts, 'person' | 'copies' | 'messageId' | 'isOurs'>,
): Refusal | undefined {
	const hasCopy = copies.some(({ userId }) => userId === person.userId);
	if (hasCopy && isOurs) return undefined;
	const why = `user ${person.userId}, message ${messageId}, ${found.draft_key} ${found.version}`;
	return refuse('copy_not_delivered', why, { facts: { has_copy: hasCopy } });
}

/**
 * The copy that was pressed, or for a press elsewhere and for words the person's newest one of what the version holds now: what they
 * approve is what they have seen.
 */
function approvedCopy(found: Material, facts: PlanFacts): Copy | Refusal {
	const refusal = refusalOfPlace(found, facts);
	if (refusal !== undefined) return refusal;
	const { person, copies, messageId, contentSha256 } = facts;
	const own = copies.filter(({ userId }) => userId === person.userId);
	const isShown = ({ contentSha256: shown }: Copy): boolean => shown === found.content_sha256;
	const pressed = own.find((each) => each.messageId === messageId);
	const copy = pressed === undefined || isShown(pressed) ? own.findLast(isShown) : undefined;
	if (copy === undefined || found.content_sha256 !== contentSha256)
		return refuse('content_mismatch', `row ${found.content_sha256}, content ${contentSha256}`);
	return copy;
}

/** Whether this person may give this version a time, or another one. */
export function judgeChoice(found: Material, facts: PlanFacts): { readonly copy: Copy; readonly ready: Ready } | Refusal {
	const copy = approvedCopy(found, facts);
	if (isRefusal(copy)) return copy;
	if (facts.latestVersion !== found.version) return conflict(found, 'a newer version exists');
	if (found.state === 'ready') return { copy, ready: found };
	if (found.state === 'claimed' && found.claim_event_key === facts.planned) return { copy, ready: release(found) };
	return conflict(found, `expected ready or planned, found ${found.state}`);
}

/**
 * Claims a version for a time. A version that is planned already gets the new time.
 * @param eventKey of the press that will publish it
 */
export function judgePlan(
	found: Material,
	facts: PlanFacts,
	eventKey: string,
	atMs: number,
): (Step<Claimed> & { readonly copy: Copy }) | Refusal {
	const chosen = judgeChoice(found, facts);
	if (isRefusal(chosen)) return chosen;
	const detail = { content_sha256: facts.contentSha256, message_id: chosen.copy.messageId, planned_for: atMs };
	return { ...step(claim(chosen.ready, facts.person, eventKey), detail), copy: chosen.copy };
}

/** Gives the claim of a plan back. Undefined when it is not the plan's any more. */
export function judgeTakeOff(found: Material, planned: string): Ready | undefined {
	return found.state === 'claimed' && found.claim_event_key === planned ? release(found) : undefined;
}

/** Why a plan is not carried out at its time. */
export type NotNow = 'late' | 'approver_left' | 'not_agreed' | 'content_changed' | 'no_rights' | 'restored' | 'failed';

/** How a plan's time has come: go on, wait for the distance to another post, or ask. */
export function dueNow(
	plan: { readonly at_ms: number; readonly by_hand: boolean },
	now: {
		readonly nowMs: number;
		/** When the newest post went out; null: none is known. */
		readonly lastPostMs: number | null;
		/** The same of plans alone, with the time that was planned. */
		readonly lastFired: { readonly firedAtMs: number; readonly atMs: number } | null;
		readonly leastMs: number;
	},
): 'go' | 'wait' | 'late' {
	const { nowMs, lastPostMs, lastFired, leastMs } = now;
	if (plan.by_hand) return 'go';
	const lateMs = nowMs - plan.at_ms;
	if (lateMs > LATEST_MS) return 'late';
	// Another instance may have fired a moment after this one looked at the clock; much later is a clock that was set back.
	const isNear = (otherMs: number, distanceMs: number) => otherMs - nowMs < ON_TIME_MS && nowMs - otherMs < distanceMs;
	// After an outage posts keep their distance. In time, people get the distance that they chose themselves.
	if (lateMs > ON_TIME_MS && lastPostMs !== null && isNear(lastPostMs, leastMs)) return 'wait';
	const chosenMs = lastFired === null ? 0 : Math.min(leastMs, Math.max(0, plan.at_ms - lastFired.atMs));
	return lastFired !== null && isNear(lastFired.firedAtMs, chosenMs - ON_TIME_MS) ? 'wait' : 'go';
}

/** A round of upkeep or two. */
const ON_TIME_MS = 60_000;
