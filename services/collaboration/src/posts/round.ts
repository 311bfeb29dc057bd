/** Takes posts down as asked, and tells people the result; one indexed statement if there is nothing to do. */
import { MAX_CAPTION_UNITS } from '@copydesk/domain/limits';
import { MESSAGE_GONE } from '@copydesk/domain/delivery/outcome';
import { isObject } from '@copydesk/domain/isObject';
import { step } from '@copydesk/domain/material/judgement';
import type { Material } from '@copydesk/domain/material/material';
import { markWithdrawal } from '@copydesk/domain/material/post';
import type { Messages } from '@copydesk/domain/messages/messages';
import { draftName, personName } from '@copydesk/domain/messages/sentences';
import { faultPoint } from '@copydesk/kit/faultPoints';
import type { Log } from '@copydesk/kit/log';
import type { Audit } from '../audit/audit.ts';
import { settleByEvidence } from '../deliveries/evidence.ts';
import { CHANNEL_RECIPIENT, NOBODY, attemptKey, messagesOfPost, type Delivery, type Journal } from '../deliveries/journal.ts';
import { isTold } from '../deliveries/tell.ts';
import { findMaterial, lockMaterial, type VersionRef } from '../materials/read.ts';
import { writeStep } from '../materials/write.ts';
import { editedCaption, forward, removal, removals } from '../messenger/requests.ts';
import { postKeyboard } from '../notices/buttons.ts';
import { postWordsOf } from '../notices/posts.ts';
import type { FollowOptions } from './follow.ts';
import { endWithdrawal, lookAtWithdrawal, withdrawalsDue, type Withdrawal } from './withdrawals.ts';

export interface RoundOptions extends FollowOptions {
	readonly audit: Audit;
	readonly journal: Journal;
	readonly log: Log;
	/** Looks for the other items of an album of which the first message alone is known. */
	readonly findAlbumRest: (version: VersionRef) => Promise<'found' | 'not_found' | 'unfinished'>;
}

/** The purpose and the operation of taking a post down. */
const WITHDRAW = 'withdraw';
/** The first pause before a retry; pauses double, and retries go on for some hours. */
const AGAIN_MS = 10_000;
const LONGEST_PAUSE_MS = 3_600_000;
const MAX_TRIES = 14;

export function createRound(options: RoundOptions): () => Promise<void> {
	const { db, nowMs, log } = options;
	return async () => {
		for (const withdrawal of await withdrawalsDue(db, nowMs())) {
			try {
				const ended = withdrawal.state === 'asked' ? await carryOut(withdrawal, options) : withdrawal;
				const isDone = ended !== undefined && (await tellEnd(ended, options));
				await lookLater(ended ?? withdrawal, isDone, options);
			} catch (error) {
				log.error({ err: error, withdrawal: withdrawal.withdrawal_key }, 'a post could not be taken down');
				await lookLater(withdrawal, false, options);
			}
		}
	};
}

async function lookLater(withdrawal: Withdrawal, isDone: boolean, { db, nowMs }: RoundOptions): Promise<void> {
	const tries = withdrawal.tries + 1;
	const isOver = isDone || (withdrawal.state !== 'asked' && tries > MAX_TRIES);
	const pauseMs = Math.min(AGAIN_MS * 2 ** withdrawal.tries, LONGEST_PAUSE_MS);
	await lookAtWithdrawal(db, withdrawal, { tries, look_at_ms: isOver ? null : nowMs() + pauseMs });
}

/** @returns the ended row; undefined while it is in progress */
async function carryOut(withdrawal: Withdrawal, options: RoundOptions): Promise<Withdrawal | undefined> {
	const { db, actors, channelId, trySend } = options;
	const { withdrawal_key, draft_key, version, message_id, line, user_id, chat_id } = withdrawal;
	// All of an album is taken down, though the rest of it is not found yet.
	if (line === null && (await options.findAlbumRest({ draft_key, version })) === 'unfinished') return undefined;
	const sent = await trySend(
		{
			...{ purpose: WITHDRAW, entity_key: withdrawal_key, recipient_user_id: CHANNEL_RECIPIENT, operation: WITHDRAW, chat_id: channelId },
			...{ draft_key, version, content_sha256: null },
			...{ actor_user_id: user_id, actor_chat_id: chat_id, event_key: null, execution_id: null },
		},
		{
			build: async () =>
				line === null
					? removalOf(channelId, await messagesOfPost(db, { draft_key, published_message_id: message_id }))
					: editedCaption(channelId, message_id, { text: line, entities: [] }),
			allowed: async () => (await actors.active(user_id)) !== undefined,
		},
	);
	faultPoint('withdrawal.answered');
	if (sent === undefined) return giveUpLate(withdrawal, options);
	const { delivery } = sent;
	switch (delivery.state) {
		case 'sent':
			return end(withdrawal, { state: 'done', reason: null }, options);
		case 'rejected':
			return end(withdrawal, delivery.error_code === MESSAGE_GONE ? gone(line) : failed(delivery.error_code), options);
		case 'revoked':
			return end(withdrawal, failed('revoked'), options);
		case 'unknown':
			return lookFor(withdrawal, delivery, options);
		default:
			return giveUpLate(withdrawal, options);
	}
}

const removalOf = (channelId: number, ids: readonly number[]) => {
	const [first = 0, ...others] = ids;
	return others.length === 0 ? removal(channelId, first) : removals(channelId, ids);
};

const failed = (reason: string | null) => ({ state: 'failed', reason }) as const;
/** Nothing is left to delete, and no place for a line. */
const gone = (line: string | null) => ({ state: 'done', reason: line === null ? null : 'gone' }) as const;

async function giveUpLate(withdrawal: Withdrawal, options: RoundOptions): Promise<Withdrawal | undefined> {
	return withdrawal.tries >= MAX_TRIES ? end(withdrawal, failed('not_reached'), options) : undefined;
}

async function end(
	withdrawal: Withdrawal,
	to: { readonly state: 'done' | 'failed'; readonly reason: string | null },
	{ audit, nowMs }: RoundOptions,
): Promise<Withdrawal | undefined> {
	return audit.within(async (tx, note) => {
		const post = await lockMaterial(tx, withdrawal);
		const ended = await endWithdrawal(tx, note, withdrawal, to, nowMs());
		// The post still exists, so people may correct it or take it down in another way.
		if (ended?.state === 'failed' && post.state === 'published' && post.withdrawn_at_ms === null) {
			const origin = { actorUserId: withdrawal.user_id, eventKey: withdrawal.withdrawal_key, executionId: null, atMs: nowMs() };
			await writeStep(tx, note, post, step(markWithdrawal(post, null)), origin);
		}
		return ended;
	});
}

/**
 * The messenger did not confirm the request. A forward shows whether the post exists and what it says. If the request had no effect it is
 * retried: deleting twice, or setting the same words twice, changes nothing.
 */
async function lookFor(withdrawal: Withdrawal, delivery: Delivery, options: RoundOptions): Promise<Withdrawal | undefined> {
	const { db, actors, channelId, trySend } = options;
	const { draft_key, message_id, line, tries } = withdrawal;
	const owner = await actors.owner();
	if (owner === undefined) return undefined;
	// One message of an album says nothing of the others.
	if (line === null && (await messagesOfPost(db, { draft_key, published_message_id: message_id })).length > 1) {
		await settleByEvidence(options, delivery, { state: 'not_sent', asked: 'nothing' });
		return undefined;
	}
	const looked = await trySend(
		{
			...NOBODY,
			...{ purpose: 'look', entity_key: `${attemptKey(delivery)}:${message_id}:${tries}`, operation: 'look' as const },
			...{ recipient_user_id: owner.userId, chat_id: owner.chatId },
		},
		{
			build: async () => forward(owner.chatId, channelId, message_id),
			allowed: async () => (await actors.active(owner.userId)) !== undefined,
		},
	);
	const state = looked?.delivery.state;
	const isGone = state === 'rejected' && looked?.delivery.error_code === MESSAGE_GONE;
	if (state !== 'sent' && !isGone) return undefined;
	const caption = isObject(looked?.result) ? (looked.result['caption'] ?? '') : undefined;
	const isDone = isGone || (line !== null && caption === line);
	await settleByEvidence(options, delivery, { state: isDone ? 'sent' : 'not_sent', asked: 'forward' });
	return isGone ? end(withdrawal, gone(line), options) : undefined;
}

/** @returns false if anybody must be told again */
async function tellEnd(withdrawal: Withdrawal, options: RoundOptions): Promise<boolean> {
	const { db, actors, tell } = options;
	const { withdrawal_key, draft_key, version, user_id, state } = withdrawal;
	const post = await findMaterial(db, draft_key, version);
	if (post === undefined) return true;
	const words = await postWordsOf(db, options, post);
	const by = await actors.known(user_id);
	const told = await Promise.all(
		(await actors.everyone()).map(async (person) => {
			const { status } = await tell(person, {
				purpose: WITHDRAW,
				entity_key: `${withdrawal_key}:${state}`,
				text(messages) {
					const name = by === undefined || person.userId === user_id ? null : personName(messages, by);
					return endText(messages, withdrawal, post, { by: name, ...words(messages) });
				},
				...(state === 'failed' ? postKeyboard(post) : {}),
			});
			return isTold(status);
		}),
	);
	return told.every((each) => each);
}

function endText(
	messages: Messages,
	{ state, reason, line }: Withdrawal,
	post: Material,
	words: { readonly by: string | null; readonly day: string; readonly link: string },
): string {
	const { posts } = messages;
	const about = { draft: draftName(messages, post), ...words };
	if (state === 'done') return (line === null ? posts.takenDown : reason === 'gone' ? posts.noPlaceForLine : posts.lineShown)(about);
	const why = reason === 'too_old' ? 'too_old' : reason === 'no_rights' || reason === 'forbidden' ? 'rights' : 'failed';
	return posts.notTakenDown[why](about);
}

/** The longest line that the messenger takes below a picture. */
export const MAX_LINE_UNITS = MAX_CAPTION_UNITS;
