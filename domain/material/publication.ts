/** From the press of Publish to its outcome: who may publish this now, and what the outcome means for the version. */
import type { DeliveryState } from '../delivery/machine.ts';
import { refusalOfAgreement, type Agreeing } from './approval.ts';
import { conflict, isRefusal, refusalOfPress, ownCopy, refuse, step } from './judgement.ts';
import type { Acting, Deciding, Judgement, Refusal, Step } from './judgement.ts';
import type { Claimed, Material, Published } from './material.ts';
import { claim, publish, release } from './steps.ts';

export interface ClaimFacts extends Deciding {
	/** What the person is said to have pressed. */
	readonly messageId: number;
	readonly latestVersion: number;
	/** Hash of what the row holds now. */
	readonly contentSha256: string;
	/** Who has agreed, and who has to. */
	readonly agreeing: Agreeing;
}

/** Whether this person may have this version published now: of all who press, one wins. */
export function judgeClaim(found: Material, facts: ClaimFacts): Judgement<Claimed | Published> {
	const { person, eventKey, messageId, latestVersion, contentSha256, agreeing } = facts;
	// A second run of the same event goes on with what the first one won.
	if ((found.state === 'claimed' || found.state === 'published') && isOf(found, facts)) return step(found);
	const copy = ownCopy(found, facts, messageId);
	if (isRefusal(copy)) return copy;
	const pressed = refusalOfPress(found, facts, 'publish', messageId);
	if (pressed !== undefined) return pressed;
	if (found.state !== 'ready') return conflict(found, `expected ready, found ${found.state}`);
	if (latestVersion !== found.version) return conflict(found, 'a newer version exists');
	// What was approved is what is published: the copy, the row and what the row holds now say the same.
	if (copy.contentSha256 !== found.content_sha256 || found.content_sha256 !== contentSha256)
		return refuse('content_mismatch', `copy ${copy.contentSha256}, row ${found.content_sha256}`);
	const waits = refusalOfAgreement(agreeing, { contentSha256, goesOutMs: null });
	if (waits !== undefined) return waits;
	return step(claim(found, person, eventKey), { content_sha256: contentSha256, message_id: messageId });
}

/** An earlier delivery of this version to the channel. */
export interface Attempt {
	readonly entity_key: string;
	readonly state: DeliveryState;
	readonly event_key: string | null;
}

/**
 * The key under which the version goes to the channel: `<draft_key>:<version>`, whatever a request says. Only when the
 * messenger refused for certain, another decision (another event) gets the next key, `…:2`.
 * @param attempts oldest first
 */
export function judgePublication(
	found: Material,
	{ person, eventKey }: Acting,
	attempts: readonly Attempt[],
	contentSha256: string,
): { readonly entityKey: string } | Refusal {
	const base = `${found.draft_key}:${found.version}`;
	const last = attempts.at(-1);
	const isNext = last?.state === 'rejected' && last.event_key !== eventKey;
	// A repeat after the outcome is told the outcome; everything else needs the claim. `not_sent` and `revoked` would be sent again.
	const isRepeat = last !== undefined && !isNext && last.state !== 'not_sent' && last.state !== 'revoked';
	if ((found.state === 'claimed' || found.state === 'published') && found.claimed_by_user_id === person.userId) {
		if (found.content_sha256 !== contentSha256) return refuse('content_mismatch', base);
	} else if (!isRepeat) return conflict(found, `expected a claim of ${person.userId}`);
	return { entityKey: last === undefined ? base : isNext ? `${base}:${attempts.length + 1}` : last.entity_key };
}

/** Published when confirmed, ready again when certainly not delivered, claimed while the outcome is unknown. */
export function settlePublication(found: Material, outcome: DeliveryState, messageId: number | null): Step {
	if (found.state !== 'claimed' || outcome === 'unknown' || outcome === 'sending') return step(found);
	return step(outcome === 'sent' ? publish(found, messageId ?? 0) : release(found));
}

const MAY_EXIST: readonly DeliveryState[] = ['sending', 'sent', 'unknown'];

/**
 * Gives back a claim under which nothing was ever sent, so that somebody can press again. Where a publication exists
 * or may exist, the claim stays.
 */
export function releaseClaim(found: Material, eventKey: string, attempts: readonly Attempt[]): Step {
	if (found.state !== 'claimed' || found.claim_event_key !== eventKey) return step(found);
	return attempts.some(({ state }) => MAY_EXIST.includes(state)) ? step(found) : step(release(found), { released: true });
}

function isOf(found: Claimed | Published, { person, eventKey }: Acting): boolean {
	return found.claim_event_key === eventKey && found.claimed_by_user_id === person.userId;
}
