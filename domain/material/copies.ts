/** What may be shown of a version before it is decided about, and what its being there means. */
import { judgeReady } from './advance.ts';
import { NO_ERROR, missingContent, type StoredError } from './content.ts';
import { conflict, isRefusal, refuse, type Acting, type Copy, type Deciding, type Refusal } from './judgement.ts';
import type { Material, Ready, TextPreparing } from './material.ts';
import { isStopped } from './recoveryActions.ts';

/** A version that has something to look at. */
type Previewable = (TextPreparing | Ready) & { readonly content_sha256: string };

export function judgePreview(found: Material): Previewable | Refusal {
	if (found.state !== 'text_preparing' && found.state !== 'ready') return conflict(found, 'a preview is sent before approval');
	const { content_sha256 } = found;
	if (content_sha256 !== null) return { ...found, content_sha256 };
	return refuse('not_ready', 'caption or cover is missing', { fields: missingContent(found) });
}

/**
 * A version is ready as soon as somebody who has a copy of it decides: the other copy may still be on its way, or its work broke
 * off after the first one.
 * @param messageId the message whose button was pressed
 * @param kept the local error of a resumed draft
 */
export function readyByPress(
	found: Material,
	deciding: Pick<Deciding, 'copies' | 'person'>,
	messageId: number,
	kept: StoredError = NO_ERROR,
): Material {
	const { person, copies } = deciding;
	if (found.state !== 'text_preparing') return found;
	const isTheirs = ({ userId, messageId: own, contentSha256 }: Copy): boolean =>
		userId === person.userId && own === messageId && contentSha256 === found.content_sha256;
	if (!copies.some(isTheirs)) return found;
	const ready = judgeReady(found, deciding);
	return isRefusal(ready) ? found : { ...ready, ...kept };
}

/** The question for feedback goes to the one who gives it; what should change in a stopped version anybody may be asked. */
export function judgePrompt(found: Material, { person }: Pick<Acting, 'person'>): Material | Refusal {
	if (isStopped(found)) return found;
	if (found.state !== 'awaiting_feedback') return conflict(found, 'a question is asked while feedback is awaited');
	if (found.feedback_actor_user_id !== person.userId) return refuse('session_held', `held by ${found.feedback_actor_user_id}`);
	return found;
}

/** The first confirmed copy becomes the canonical one, no matter who has it. */
export function confirmCopy<M extends Material>(
	found: M,
	copy: { readonly message_id: number | null; readonly file_id: string | null; readonly content_sha256: string | null },
): M {
	const { message_id, file_id, content_sha256 } = copy;
	if (message_id === null || message_id === 0 || found.content_sha256 !== content_sha256) return found;
	return {
		...found,
		approval_message_id: found.approval_message_id ?? message_id,
		messenger_file_id: found.messenger_file_id ?? file_id,
	};
}

/** The answer to this very message is the feedback that is awaited. */
export function rememberPrompt<M extends Material>(found: M, userId: number, messageId: number | null): M {
	if (found.state !== 'awaiting_feedback' || found.feedback_actor_user_id !== userId) return found;
	return { ...found, feedback_prompt_message_id: messageId };
}
