import type { Intent } from '../api/collaboration.ts';
import { parseCallbackData } from './callback.ts';
import { isCommand, readCommand } from './command.ts';
import { nothingToReadText, strayReplyText } from './texts.ts';
import type { Incoming } from './update.ts';

/** An open question for feedback, as far as reading a reply needs it. */
export interface OpenSession {
	readonly draftKey: string;
	readonly version: number;
	readonly holderUserId: number;
	readonly holderChatId: number;
	readonly promptMessageId: number | null;
}

/**
 * Reads the intent of an admitted person.
 * @param session the feedback session that this person holds, if any: a reply counts only when holder, chat and prompt
 * message are the ones of the session (spec, Additional effects)
 */
export function readIntent(incoming: Incoming, session: OpenSession | null): Intent {
	switch (incoming.kind) {
		case 'callback': {
			const callback = parseCallbackData(incoming.data);
			if (callback === undefined) return { kind: 'ignored' };
			const { action, draftKey, version, item } = callback;
			return { kind: 'callback', action, draft_key: draftKey, version, ...(item === undefined ? {} : { item }) };
		}
		case 'message': {
			const text = incoming.text?.trim() ?? '';
			if (text === '') return { kind: 'usage', text: nothingToReadText };
			if (isCommand(text)) return readCommand(text);
			if (incoming.replyToMessageId === null) return { kind: 'post_request', text };
			return isAnswer(incoming, session)
				? { kind: 'feedback_reply', draft_key: session.draftKey, version: session.version, text }
				: { kind: 'usage', text: strayReplyText };
		}
		default:
			return { kind: 'ignored' };
	}
}

function isAnswer(incoming: Incoming & { kind: 'message' }, session: OpenSession | null): session is OpenSession {
	return (
		session !== null &&
		session.promptMessageId !== null &&
		session.promptMessageId === incoming.replyToMessageId &&
		session.holderUserId === incoming.fromId &&
		session.holderChatId === incoming.chatId
	);
}
