/** Changes the buttons of sent messages, best effort. */
import type { TellDecisionAnswer } from '@copydesk/domain/api/collaboration';
import { keyboardWithout } from '@copydesk/domain/chat/keyboard';
import type { Messages } from '@copydesk/domain/messages/messages';
import { isInChannel } from '@copydesk/domain/material/post';
import { postButtons } from '@copydesk/domain/material/recoveryActions';
import type { Material } from '@copydesk/domain/material/material';
import type { Database } from '@copydesk/kit/database/types';
import { stepsGivenBack, type DeliveredCopy, type VersionRef } from '../materials/read.ts';
import type { Actors } from '../participants/actors.ts';
import type { Languages } from '../participants/languages.ts';
import { keyboardOf, noKeyboard } from '../messenger/buttons.ts';
import { withButtons } from '../messenger/requests.ts';
import { pressesBehindQuestions, type Cause } from '../deliveries/journal.ts';
import type { Try } from '../deliveries/tell.ts';

/** Buttons below a message about a post in the channel: correct it, or take it down. */
export function postKeyboard(material: Material | undefined): { readonly keyboard?: (messages: Messages) => object } {
	if (material === undefined || !isInChannel(material)) return {};
	const { draft_key, version } = material;
	return { keyboard: (messages) => keyboardOf(messages, [postButtons.map((action) => ({ action, draft_key, version }))]) };
}

/** Copies of a version, or cards of an item. */
type Buttoned = Pick<DeliveredCopy, 'deliveryId' | 'userId' | 'chatId' | 'messageId'>;

/** Takes the buttons off once, and once more after each question that gave them back. */
export async function takeButtonsOff(
	db: Database,
	trySend: Try,
	copies: readonly Buttoned[],
	cause: Cause,
): Promise<TellDecisionAnswer['buttons']> {
	const givenBack = await stepsGivenBack(
		db,
		copies.map(({ deliveryId }) => deliveryId),
	);
	const key = ({ deliveryId }: Buttoned): string => {
		const step = givenBack.get(deliveryId);
		return step === undefined ? deliveryId : `${deliveryId}:off:${step}`;
	};
	return setButtons(trySend, copies, { key, keyboard: async () => noKeyboard, cause });
}

/** Removes the buttons of a stopped version that led to a question which is now answered. */
export async function clearAnswered(db: Database, trySend: Try, version: VersionRef, cause: Cause): Promise<void> {
	const presses = await pressesBehindQuestions(db, version, ['edit_title', 'edit_text', 'send_link']);
	await Promise.all(
		presses.map(({ event_key, user_id, chat_id, message_id, update_json }) => {
			if (user_id === null || chat_id === null || message_id === null) return undefined;
			const update = JSON.parse(update_json ?? '{}') as Readonly<Record<string, unknown>>;
			const inline_keyboard = keyboardWithout(update, version.draft_key);
			return trySend(
				{ ...cause, purpose: 'unbutton', entity_key: `answered:${event_key}`, operation: 'unbutton', recipient_user_id: user_id, chat_id },
				{ build: async () => withButtons(chat_id, message_id, { inline_keyboard }), allowed: async () => true },
			);
		}),
	);
}

/** Buttons in the reader's language; none for people who left the desk. */
export const inLanguageOfReader =
	(
		keyboard: (messages: Messages, readerId: number) => object,
		{ actors, languages }: { readonly actors: Actors; readonly languages: Languages },
	) =>
	async ({ userId }: Buttoned): Promise<object> => {
		const person = await actors.known(userId);
		return person === undefined ? noKeyboard : keyboard(await languages.messagesFor(person), userId);
	};

interface NewButtons {
	readonly key: (copy: Buttoned) => string;
	readonly keyboard: (copy: Buttoned) => Promise<object>;
	readonly cause: Cause;
}

export function setButtons(
	trySend: Try,
	copies: readonly Buttoned[],
	{ key, keyboard, cause }: NewButtons,
): Promise<TellDecisionAnswer['buttons']> {
	return Promise.all(
		copies.map(async (copy) => {
			const { userId, chatId, messageId } = copy;
			const to = { recipient_user_id: userId, chat_id: chatId };
			const sent = await trySend(
				{ purpose: 'unbutton', entity_key: key(copy), operation: 'unbutton', ...to, ...cause },
				// Every recipient may get these buttons, active or not.
				{ build: async () => withButtons(chatId, messageId, await keyboard(copy)), allowed: async () => true },
			);
			return { user_id: userId, message_id: messageId, status: sent?.delivery.state ?? 'not_sent' };
		}),
	);
}
