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
 * message are the ones of the session (docs/specification.md#feedback)
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
			// What somebody else wrote is material for a post, but never a command of whoever forwards it.
			if (isCommand(text)) return incoming.forwarded ? { kind: 'usage', about: 'forwarded' } : readCommand(text);
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

/** What the desk says of the work that there is. */
export interface Told {
	/** What `/status` answers. */
	status(messages: Messages): Promise<string>;
	/** The drafts in work, and under them what is said about the command. */
	drafts(messages: Messages, usage: string): Promise<string>;
}

/**
 * Answers in a language what can be answered at once.
 * @param messages of the language that is spoken from now on, also when this very message chose it
 * @param told what stands in the database
 */
export async function answered(asked: Asked, messages: Messages, told: Told): Promise<Intent> {
	switch (asked.kind) {
		case 'start':
			return { kind: 'start', text: startText(messages) };
		case 'help':
			return { kind: 'help', text: helpText(messages) };
		case 'usage':
			return { kind: 'usage', text: await usageOf(asked.about, messages, told) };
		case 'command':
			if (asked.name === 'status') return { ...asked, text: await told.status(messages) };
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

/** Whoever does not name a draft, or not so that it can be read, sees the drafts that there are. */
async function usageOf(about: UsageName, messages: Messages, { drafts }: Told): Promise<string> {
	const usage = usageText(messages, about);
	return about === 'draft' || about === 'resume' ? drafts(messages, usage) : usage;
}
