/** What a press or an answer decides about a post in the channel, stored in the transaction of the event. */
import { isOfPost, type PostAction } from '@copydesk/domain/chat/callback';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { isRefusal, refuse, step, type Refusal } from '@copydesk/domain/material/judgement';
import type { Material, Published } from '@copydesk/domain/material/material';
import {
	isInChannel,
	judgeAnew,
	judgeLeaving,
	markWithdrawal,
	refusalOfNewer,
	refusalOfPost,
	withdraw,
} from '@copydesk/domain/material/post';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { isTextOfOurs, messagesOfPost } from '../deliveries/journal.ts';
import { findMaterial, lockMaterial, versionsOfPost, type VersionRef } from '../materials/read.ts';
import { writeStep, type Origin } from '../materials/write.ts';
import { owe } from '../owed/owed.ts';
import { publishNow, takeOff, type Choosing } from '../plans/decide.ts';
import { openPlanOf } from '../plans/plans.ts';
import { claimedVersionOf, foundGone, insertWithdrawal, staysInChannel } from './withdrawals.ts';

/** A line that a person named to replace a post, in answer to a question. */
export interface NamedLine extends VersionRef {
	readonly line: string;
}

/** @returns why the press has no effect; undefined if it is done, or if the press is about something else */
export async function decideOnPost(tx: Database, note: Note, intent: Intent, deciding: Choosing): Promise<Refusal | undefined> {
	if (intent.kind !== 'callback' || !isOfPost(intent.action) || intent.action === 'take_down_no') return undefined;
	if (!(await isTextOfOurs(tx, deciding.sender.chatId, deciding.messageId ?? 0)))
		return refuse('copy_not_delivered', `user ${deciding.sender.userId}, message ${deciding.messageId}`);
	if ((await findMaterial(tx, intent.draft_key, intent.version)) === undefined) return refuse('material_not_found', intent.draft_key);
	if (intent.action === 'publish_anew' || intent.action === 'leave_it') return settleGone(tx, note, intent, intent.action, deciding);
	const correction = await lockClaimed(tx, intent);
	const post = await lockPost(tx, intent);
	const refusal = refusalOfPost(post);
	if (refusal !== undefined || intent.action === 'take_down') return refusal;
	if (intent.action === 'correct') return refusalOfNewer(post, (await findMaterial(tx, post.draft_key)) ?? post);
	// The question may be answered after the last hour in which a bot can delete: then a line is asked for.
	return isInChannel(post) && !(await staysInChannel(tx, post, deciding.atMs))
		? ask(tx, note, { post, line: null, correction }, deciding)
		: undefined;
}

/** The same for a line that replaces the post. */
export async function decideByLine(
	tx: Database,
	note: Note,
	{ line, ...ref }: NamedLine,
	choosing: Choosing,
): Promise<Refusal | undefined> {
	const correction = await lockClaimed(tx, ref);
	const post = await lockPost(tx, ref);
	return refusalOfPost(post) ?? (isInChannel(post) ? ask(tx, note, { post, line, correction }, choosing) : undefined);
}

/** A correction that is planned, or being published. Like a publication, this locks it before its post. */
async function lockClaimed(tx: Database, ref: VersionRef): Promise<Material | undefined> {
	const claimed = await claimedVersionOf(tx, ref);
	return claimed === undefined ? undefined : lockMaterial(tx, claimed);
}

/** Locks the newest version that the post shows. */
async function lockPost(tx: Database, ref: VersionRef): Promise<Material> {
	const named = await findMaterial(tx, ref.draft_key, ref.version);
	const [newest = ref] = named?.state === 'published' ? await versionsOfPost(tx, named) : [];
	return lockMaterial(tx, newest);
}

const originOf = ({ sender, eventKey, executionId, atMs }: Choosing): Origin => ({
	actorUserId: sender.userId,
	eventKey,
	executionId,
	atMs,
});

interface Asking {
	readonly post: Published;
	readonly line: string | null;
	readonly correction: Material | undefined;
}

async function ask(tx: Database, note: Note, { post, line, correction }: Asking, choosing: Choosing): Promise<Refusal | undefined> {
	const { sender, eventKey } = choosing;
	const origin = originOf(choosing);
	const claimed = await claimedVersionOf(tx, post);
	if (claimed !== undefined) {
		const plan = correction?.version === claimed.version ? await openPlanOf(tx, claimed) : undefined;
		if (correction === undefined || plan === undefined || plan.state === 'due')
			return refuse('transition_forbidden', 'it is being corrected', { facts: { post: 'open' } });
		// A correction at a time does not keep the post in the channel until then.
		await takeOff(tx, note, correction, plan, origin);
	}
	const { draft_key, version, published_message_id: message_id } = post;
	await writeStep(tx, note, post, step(markWithdrawal(post, sender.userId)), origin);
	const asked = { withdrawal_key: eventKey, draft_key, version, message_id, line, user_id: sender.userId, chat_id: sender.chatId };
	await insertWithdrawal(tx, note, asked, origin);
	return undefined;
}

/** The post of a correction no longer exists: publishes the correction as a new post, or drops it. */
async function settleGone(
	tx: Database,
	note: Note,
	intent: Intent & { readonly kind: 'callback' },
	action: PostAction,
	deciding: Choosing,
): Promise<Refusal | undefined> {
	const found = await lockMaterial(tx, intent);
	const settled = refuse('transition_forbidden', 'it waits for no such decision', { facts: { post: 'settled' } });
	const post = found.corrects === null ? undefined : await lockMaterial(tx, { ...found, version: found.corrects });
	if (post === undefined || (isInChannel(post) && !(await foundGone(tx, found)))) return settled;
	const origin = originOf(deciding);
	if (action === 'leave_it') {
		const left = judgeLeaving(found);
		if (isRefusal(left)) return settled;
		await writeStep(tx, note, found, left, origin);
		return undefined;
	}
	const anew = judgeAnew(found);
	if (isRefusal(anew)) return settled;
	// Of an album some messages may still be there, and nothing names them any more.
	const messages = isInChannel(post) ? await messagesOfPost(tx, post) : [];
	if (messages.length > 1) {
		const { draft_key, version } = post;
		await owe(tx, 'album_left_over', { draft_key, version, message_ids: messages }, origin.atMs);
	}
	for (const ref of await versionsOfPost(tx, post)) {
		const version = await lockMaterial(tx, ref);
		if (version.state === 'published' && version.withdrawn_at_ms === null)
			await writeStep(tx, note, version, step(withdraw(version, null, origin.atMs)), origin);
	}
	await writeStep(tx, note, found, step(anew), origin);
	// If one press is not enough, or presses cannot be handed on, people press Publish as for any post.
	return deciding.canPlan && deciding.demanded.approval === 'either'
		? publishNow(tx, note, await lockMaterial(tx, found), deciding)
		: refuse('transition_forbidden', 'it waits for Publish', { facts: { post: 'press' } });
}
