/**
 * What people are told while n8n is away: their updates are stored and wait. A press is answered by the service itself; a message
 * gets one line for each person as long as something of theirs waits.
 */
import type { Database } from '@copydesk/kit/database/types';
import { createBackoff } from '../deliveries/backoff.ts';
import { NOBODY } from '../deliveries/journal.ts';
import type { Try } from '../deliveries/tell.ts';
import { callbackAnswer, textMessage } from '../messenger/requests.ts';
import type { Actors } from '../participants/actors.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant } from '../participants/participants.ts';
import { incomingOf, isToldOfWaiting, noteTold, untoldSince } from './incoming.ts';
import type { Waiting } from './incoming.ts';

interface AwayOptions {
	readonly db: Database;
	readonly trySend: Try;
	readonly actors: Actors;
	readonly languages: Languages;
	readonly nowMs: () => number;
	/** Whether n8n was not there when we posted last, or has not answered for so long. */
	readonly isAway: (longerThanMs: number) => boolean;
}

/** A press that is not admitted by then is answered, so that it is answered within 3 s of its coming. */
const ANSWERED_AFTER_MS = 1_500;
/** Presses that are answered side by side. */
const AT_ONCE = 16;

/** @returns one look at what waits */
export function createAwayAnswers({ db, trySend, actors, languages, nowMs, isAway }: AwayOptions): () => Promise<void> {
	const backoff = createBackoff(nowMs);

	async function tell(row: Waiting, person: Participant): Promise<void> {
		const { update_id, callback_query_id } = row;
		const incoming = incomingOf(row);
		if (incoming.chatId !== person.chatId) return noteTold(db, update_id);
		if (callback_query_id === null && (incoming.kind !== 'message' || (await isToldOfWaiting(db, person.userId))))
			return noteTold(db, update_id);
		if (!backoff.due(String(update_id))) return;
		const messages = await languages.messagesFor(person);
		const to = { recipient_user_id: person.userId, chat_id: person.chatId, ...NOBODY };
		const allowed = async () => (await actors.active(person.userId)) !== undefined;
		const sent =
			callback_query_id === null
				? await trySend(
						{ ...to, purpose: 'away', entity_key: `u:${update_id}`, operation: 'notice' },
						{ build: async () => textMessage(person.chatId, messages.away), allowed },
					)
				: await trySend(
						{ ...to, purpose: 'answer_callback', entity_key: callback_query_id, operation: 'answer_callback' },
						{ build: async () => callbackAnswer({ callback_query_id, text: messages.toasts.away }), allowed },
					);
		if (sent === undefined || sent.delivery.state === 'not_sent') backoff.again(String(update_id));
		else await noteTold(db, update_id);
	}

	return async () => {
		const away = isAway(ANSWERED_AFTER_MS);
		const waiting = await untoldSince(db, nowMs() - (away ? 0 : ANSWERED_AFTER_MS));
		for (let next = 0; next < waiting.length; next += AT_ONCE) {
			const rows = waiting.slice(next, next + AT_ONCE);
			const presses = rows.filter(({ callback_query_id }) => callback_query_id !== null);
			const others = away ? rows.filter(({ callback_query_id }) => callback_query_id === null) : [];
			const about = async (row: Waiting) => {
				const person = await actors.active(row.user_id);
				await (person === undefined ? noteTold(db, row.update_id) : tell(row, person));
			};
			await Promise.all(presses.map(about));
			// One after the other: the first one of a person is told for all of theirs.
			for (const row of others) await about(row);
		}
	};
}
