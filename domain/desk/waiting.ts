import { makesRequest } from '../chat/callback.ts';
import { awaitsText, isInWork } from '../material/work.ts';
import type { Material } from '../material/material.ts';
import { UNFOUNDED } from '../material/recoveryActions.ts';
import { readFeedback } from '../revision/intent.ts';
import type { Intent } from './intentTypes.ts';

/** A request for a post may wait for room: it takes long anyway. A press, a reply or a question never does. */
export function mayWait({ kind }: Intent): boolean {
	return kind === 'post_request';
}

/** Whether an intent is a press that sends a post to the channel. */
export const publishes = (intent: Intent): intent is Extract<Intent, { kind: 'callback' }> =>
	intent.kind === 'callback' && intent.action === 'publish' && intent.item === undefined;

/** What is known of the draft that an intent names. */
type Named = Pick<Material, 'state' | 'kind' | 'body' | 'error_code'>;

/**
 * Whether the work that an event asks for begins with a paid request, so that nothing has to give way for it before that may be made.
 * What this does not say is found out when the work comes to its paid request.
 */
export function beginsPaid(intent: Intent, draft: Named | undefined): boolean {
	switch (intent.kind) {
		case 'words':
		case 'voice':
			return true;
		case 'post_request':
			return draft === undefined || awaitsText(draft);
		case 'command':
			return intent.name === 'news' || (intent.name === 'resume' && draft !== undefined && continuesPaid(draft));
		case 'feedback_reply':
			return draft !== undefined && isPaidReply(intent.text, draft);
		case 'callback':
			if (['resume', 'retry', 'from_memory'].includes(intent.action)) return draft !== undefined && continuesPaid(draft);
			if (intent.action === 'write_anew') return draft !== undefined && draft.error_code === UNFOUNDED && isInWork(draft.state);
			// A message that is a draft already makes no second one.
			return (intent.action === 'read_link' || makesRequest(intent.action)) && draft === undefined;
		default:
			return false;
	}
}

/** The step that the provider had no time for is asked for again, whatever it is. */
const continuesPaid = (draft: Named): boolean => awaitsText(draft) || (isInWork(draft.state) && draft.error_code === 'ai_busy');

/** An exact edit of a plain post is free; one of news is checked against their sources. */
function isPaidReply(reply: string, { state, kind }: Named): boolean {
	const said = readFeedback(reply);
	if (state !== 'awaiting_feedback') return false;
	if (said.kind === 'text' || said.kind === 'illustration') return true;
	return (said.kind === 'replace' || said.kind === 'set') && (kind === 'news' || said.picture !== undefined);
}
