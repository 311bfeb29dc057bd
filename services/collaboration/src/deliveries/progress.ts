/** Edits the message "work is under way" when the work stops. */
import type { Database } from '@copydesk/kit/database/types';
import { editedText } from '../messenger/requests.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant } from '../participants/participants.ts';
import { tables } from '../tables.ts';
import { NOBODY } from './journal.ts';
import type { Try } from './tell.ts';

/** The entity keys of the graphs' progress messages: purpose `status`, the event's key and one of these words. */
export const SEARCH_STARTED = ['search_started', 'search_started#anew'];
const BEGINNINGS = ['work_started', 'work_started#anew', ...SEARCH_STARTED];
const FAILED = 'work_failed';
const STOPPED = 'work_stopped';

/** Whether a status says that the work of its event stopped. */
export const saysStopped = (entityKey: string): boolean => entityKey.endsWith(`:${FAILED}`);

/** Tries once, best effort. Another message tells the reason; this one only points to it. */
export type EndProgress = (person: Participant, eventKey: string) => Promise<void>;

export function createEndProgress(options: { readonly db: Database; readonly trySend: Try; readonly languages: Languages }): EndProgress {
	const { db, trySend, languages } = options;
	return async (person, eventKey) => {
		const { userId: recipient_user_id, chatId: chat_id } = person;
		const begun = await tables(db)
			.selectFrom('delivery')
			.select('message_id')
			.where(({ and }) => and({ purpose: 'status', operation: 'status', event_key: eventKey, recipient_user_id, state: 'sent' }))
			.where(
				'entity_key',
				'in',
				BEGINNINGS.map((word) => `${eventKey}:${word}`),
			)
			.where('message_id', '>', 0)
			.executeTakeFirst();
		const messageId = begun?.message_id ?? null;
		if (messageId === null) return;
		await trySend(
			{ ...NOBODY, purpose: 'status', entity_key: `${eventKey}:${STOPPED}`, operation: 'notice', recipient_user_id, chat_id },
			{
				build: async () => editedText(chat_id, messageId, (await languages.messagesFor(person)).workStopped),
				allowed: async () => true,
			},
		);
	};
}
