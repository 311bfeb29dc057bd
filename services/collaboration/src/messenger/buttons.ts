import type { Buttons, CallbackAction } from '@copydesk/domain/chat/callback';
import { callbackData } from '@copydesk/domain/chat/callback';
import { isOfPanel } from '@copydesk/domain/chat/panel';
import { panelButtonText } from '@copydesk/domain/messages/settings';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { ItemRef } from '@copydesk/domain/news/item';

interface Version {
	readonly draft_key: string;
	readonly version: number;
}

const button = ({ buttons }: Messages, action: CallbackAction, { draft_key, version }: Version) => ({
	text: buttons[action],
	callback_data: callbackData({ action, draftKey: draft_key, version }),
});

export function previewKeyboard(messages: Messages, version: Version): object {
	return {
		inline_keyboard: [[button(messages, 'publish', version)], [button(messages, 'feedback', version), button(messages, 'reject', version)]],
	};
}

/** Where several drafts have buttons, each row begins with the draft that it is about. */
export function keyboardOf(messages: Messages, rows: Buttons): object {
	const ofDrafts = rows.flat().filter(({ action }) => !isOfPanel(action));
	const isList = new Set(ofDrafts.map(({ draft_key }) => draft_key)).size > 1;
	return {
		inline_keyboard: rows.map((row) =>
			row.map((each, index) => {
				const { action, ...version } = each;
				const plain = button(messages, action, version);
				const ofPanel = panelButtonText(messages, each);
				if (ofPanel !== null) return { ...plain, text: ofPanel };
				return isList && index === 0 ? { ...plain, text: `${version.draft_key}: ${plain.text}` } : plain;
			}),
		),
	};
}

export function resumeKeyboard(messages: Messages, version: Version): object {
	return { inline_keyboard: [[button(messages, 'resume', version)]] };
}

export function cardKeyboard({ buttons }: Messages, { batch_key, item }: ItemRef): object {
	const of = (action: 'take' | 'skip') => ({
		text: buttons[action],
		callback_data: callbackData({ action, draftKey: batch_key, version: 1, item }),
	});
	return { inline_keyboard: [[of('take'), of('skip')]] };
}

/** Sends the missing cards of a batch to the person who presses. */
export function sendCardsKeyboard({ news }: Messages, { batch_key, item }: ItemRef): object {
	const callback_data = callbackData({ action: 'absent', draftKey: batch_key, version: 1, item });
	return { inline_keyboard: [[{ text: news.sendCards, callback_data }]] };
}

export const noKeyboard = { inline_keyboard: [] } as const;
