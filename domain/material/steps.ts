/** The legal moves, each from the records it may start from: a wrong one does not compile. */
import type { Acting } from './judgement.ts';
import type { AwaitingFeedback, Claimed, Published, Ready, Rejected, Superseded, TextGenerating, TextPreparing } from './material.ts';

const NO_SESSION = { feedback_actor_user_id: null, feedback_actor_chat_id: null, feedback_prompt_message_id: null };

export function prepare(material: TextGenerating): TextPreparing {
	return { ...material, state: 'text_preparing' };
}

/** @param approval what people will look at and approve: all of it is there */
export function makeReady(
	material: TextPreparing | AwaitingFeedback,
	approval: Pick<Ready, 'caption' | 'cover_asset_id' | 'content_sha256' | 'approval_message_id'>,
): Ready {
	return { ...material, ...NO_SESSION, ...approval, state: 'ready' };
}

/** The session belongs to one person until it is closed; the question is yet to be sent. */
export function openFeedback(material: Ready, { userId, chatId }: Acting['person']): AwaitingFeedback {
	return {
		...material,
		state: 'awaiting_feedback',
		feedback_actor_user_id: userId,
		feedback_actor_chat_id: chatId,
		feedback_prompt_message_id: null,
	};
}

export function claim(material: Ready, { userId, chatId }: Acting['person'], eventKey: string): Claimed {
	return {
		...material,
		state: 'claimed',
		claimed_by_user_id: userId,
		claim_event_key: eventKey,
		operation_actor_user_id: userId,
		operation_actor_chat_id: chatId,
	};
}

/** Gives a claim back: what it was for has certainly not happened. */
export function release(material: Claimed): Ready {
	return { ...material, state: 'ready', claimed_by_user_id: null, claim_event_key: null };
}

/** @param messageId 0: it is in the channel, but the messenger did not say under which id */
export function publish(material: Claimed, messageId: number): Published {
	return { ...material, state: 'published', published_message_id: messageId };
}

export function supersede(material: Ready | AwaitingFeedback): Superseded {
	return { ...material, state: 'superseded' };
}

export function reject(material: TextGenerating | TextPreparing | Ready | AwaitingFeedback): Rejected {
	return { ...material, state: 'rejected' };
}
