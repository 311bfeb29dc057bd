import type { Intent } from '../api/collaboration.ts';
import { languageText, helpText, startText, usageText } from '../messages/sentences.ts';
import type { Language } from '../messages/languages.ts';
import type { Messages } from '../messages/messages.ts';
import { parseCallbackData } from './callback.ts';
import { isCommand, readCommand } from './command.ts';
import type { UsageName } from './command.ts';
import type { Incoming } from './update.ts';

/** What a person wants, read from the real update alone: an intent before our answer is put into it. */
export type Asked =
	| { readonly kind: 'start' | 'help' }
	| { readonly kind: 'usage'; readonly about: UsageName }
	| { readonly kind: 'command'; readonly name: 'language'; readonly args: { readonly language: Language | null } }
	| Exclude<Intent, { readonly kind: 'start' | 'help' | 'usage' } | { readonly name: 'language' }>;

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
export function readIntent(incoming: Incoming, session: OpenSession | null): Asked {
	switch (incoming.kind) {
		case 'callback': {
			const callback = parseCallbackData(incoming.data);
			if (callback === undefined) return { kind: 'ignored' };
			const { action, draftKey, version, item } = callback;
			return { kind: 'callback', action, draft_key: draftKey, version, ...(item === undefined ? {} : { item }) };
		}
		case 'message': {
			const text = incoming.text?.trim() ?? '';
			if (text === '') return { kind: 'usage', about: 'noText' };
			if (isCommand(text)) return readCommand(text);
			if (incoming.replyToMessageId === null) return { kind: 'post_request', text };
			return isAnswer(incoming, session)
				? { kind: 'feedback_reply', draft_key: session.draftKey, version: session.version, text }
				: { kind: 'usage', about: 'strayReply' };
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

/**
 * Answers in a language what can be answered at once.
 * @param messages of the language that is spoken from now on, also when this very message chose it
 * @param status what `/status` answers
 */
export async function answered(asked: Asked, messages: Messages, status: () => Promise<string>): Promise<Intent> {
	switch (asked.kind) {
		case 'start':
			return { kind: 'start', text: startText(messages) };
		case 'help':
			return { kind: 'help', text: helpText(messages) };
		case 'usage':
			return { kind: 'usage', text: usageText(messages, asked.about) };
		case 'command':
			if (asked.name === 'status') return { ...asked, text: await status() };
			if (asked.name === 'language') {
				return {
					...asked,
					text: asked.args.language === null ? languageText(messages) : messages.languageSet,
				};
			}
			return asked;
		default:
			return asked;
	}
}
