/** A post in the channel: who may correct it or take it down, and what becomes of a correction whose post is gone. */
import { DELETE_WITHIN_HOURS, MAX_RENDERER_VERSION } from '../limits.ts';
import { conflict, isAnswered, isPressed, refuse, step, type Deciding, type Refusal, type Step } from './judgement.ts';
import type { Material, Published, Ready, Rejected } from './material.ts';
import { reject } from './steps.ts';

/** Whether there is a post of this version that can be changed: it was not taken down, and its number is known. */
export function refusalOfPost(found: Material): Refusal | undefined {
	if (found.state !== 'published') return conflict(found, `expected published, found ${found.state}`);
	if (found.withdrawn_at_ms !== null) return refuse('transition_forbidden', 'its post was taken down', { facts: { post: 'withdrawn' } });
	if (found.withdrawn_by_user_id !== null) return refuse('transition_forbidden', 'it is being taken down', { facts: { post: 'asked' } });
	if (found.published_message_id === 0) return refuse('transition_forbidden', 'its number is not known', { facts: { post: 'unnumbered' } });
	return undefined;
}

/** Whether another version of the draft is open, or has corrected the post already. */
export function refusalOfNewer(found: Material, latest: Material): Refusal | undefined {
	if (latest.version === found.version || latest.state === 'rejected') return undefined;
	// The first of two answers to one question counts.
	return refuse('state_conflict', `version ${latest.version} is there`, { facts: { state: 'superseded', post: 'open' } });
}

/** A correction is asked for by an answer about the published version. */
export function refusalOfCorrection(old: Published, deciding: Deciding, latest: Material): Refusal | undefined {
	if (!isAnswered(deciding, old) && !isPressed(deciding, old, 'everywhere'))
		return conflict(old, 'a published version is corrected by an answer to the question what should change');
	if (latest.version >= MAX_RENDERER_VERSION) return refuse('not_ready', 'there is no version number left');
	return refusalOfPost(old) ?? refusalOfNewer(old, latest);
}

/** Undefined within the time; later the messenger keeps the post, and only its words can be changed. */
export const isPastDeleting = (sentAtMs: number, nowMs: number): boolean => nowMs - sentAtMs >= DELETE_WITHIN_HOURS * 3_600_000;

/** A person wants it to be taken down; from here on it is not changed otherwise. Null: it did not work. */
export const markWithdrawal = (found: Published, byUserId: number | null): Published => ({ ...found, withdrawn_by_user_id: byUserId });

/** Whether a correction may still be put into the post. */
export const isInChannel = (found: Material): found is Published =>
	found.state === 'published' && found.withdrawn_at_ms === null && found.withdrawn_by_user_id === null && found.published_message_id !== 0;

/** The post is not in the channel any more. */
export const withdraw = (found: Published, byUserId: number | null, atMs: number): Published => ({
	...found,
	withdrawn_at_ms: atMs,
	withdrawn_by_user_id: byUserId,
});

/** The post of a correction is gone: it becomes a post of its own. */
export const judgeAnew = (found: Material): Ready | Refusal =>
	found.state === 'ready' && found.corrects !== null ? { ...found, corrects: null } : conflict(found, 'it waits for no such decision');

/** The post of a correction is gone, and nothing is to come in its place. */
export const judgeLeaving = (found: Material): Step<Rejected> | Refusal =>
	found.state === 'ready' && found.corrects !== null
		? step<Rejected>(reject(found), { left: true })
		: conflict(found, 'it waits for no such decision');
