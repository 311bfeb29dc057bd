/** Buttons of messages that are out there already, changed as well as it goes. */
import type { TellDecisionAnswer } from '@copydesk/domain/api/collaboration';
import type { DeliveredCopy } from '../materials/read.ts';
import { noKeyboard } from '../messenger/buttons.ts';
import { withButtons } from '../messenger/requests.ts';
import type { Cause } from './journal.ts';
import type { Try } from './tell.ts';

/** Copies of a version, or cards of an item. */
type Buttoned = Pick<DeliveredCopy, 'deliveryId' | 'userId' | 'chatId' | 'messageId'>;

export const takeButtonsOff = (trySend: Try, copies: readonly Buttoned[], cause: Cause): Promise<TellDecisionAnswer['buttons']> =>
	setButtons(trySend, copies, { key: ({ deliveryId }) => deliveryId, keyboard: async () => noKeyboard, cause });

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
				// What stands below a message is right whoever the message belongs to.
				{ build: async () => withButtons(chatId, messageId, await keyboard(copy)), allowed: async () => true },
			);
			return { user_id: userId, message_id: messageId, status: sent?.delivery.state ?? 'not_sent' };
		}),
	);
}
