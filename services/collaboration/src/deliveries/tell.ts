/** Sending that never throws because of the messenger: a failure is an answer, not an error. */
import type { DeliveryAnswer } from '@copydesk/domain/api/collaboration';
import { CopydeskError } from '@copydesk/domain/errors';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Database } from '@copydesk/kit/database/types';
import type { Log } from '@copydesk/kit/log';
import { editedText, textMessage } from '../messenger/requests.ts';
import type { Actors } from '../participants/actors.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant } from '../participants/participants.ts';
import { NOBODY, answerOf, findDelivery, notAttempted, type Cause, type DeliverySpec } from './journal.ts';
import type { Sender, Sending, Sent } from './send.ts';

/** Undefined if nothing was begun. If another call is sending the same message, the present state of that delivery. */
export type Try = (spec: DeliverySpec, how: Pick<Sending, 'build' | 'allowed'>) => Promise<Sent | undefined>;

export function createTry({ db, sender, log, nowMs }: { db: Database; sender: Sender; log: Log; nowMs: () => number }): Try {
	/** Until when the messenger accepts no message for a chat, by chat id. */
	const waits = new Map<number, number>();
	return async (spec, how) => {
		if ((waits.get(spec.chat_id) ?? 0) > nowMs()) return undefined;
		try {
			const sent = await sender.send({ ...how, prepare: async () => spec });
			const { retryAfterSeconds = null } = sent;
			if (retryAfterSeconds === null) waits.delete(spec.chat_id);
			else waits.set(spec.chat_id, nowMs() + retryAfterSeconds * 1_000);
			return sent;
		} catch (error) {
			const stands = await findDelivery(db, spec).catch(() => undefined);
			// An existing delivery explains a refusal: another call sends it, or did. Any other error is logged.
			if (stands === undefined || !(error instanceof CopydeskError))
				log.warn({ err: error, purpose: spec.purpose, entity_key: spec.entity_key }, 'a message could not be sent');
			return stands === undefined ? undefined : { delivery: stands, repeated: true };
		}
	};
}

/** Under this purpose a person is told once why an execution stopped. */
export const FAILURE_PURPOSE = 'failure';
/** A new n8n counts its executions from 1 again; the event tells executions with equal numbers apart. */
export const failureKey = (rootExecutionId: string, eventKey: string | null): string =>
	eventKey === null ? `execution:${rootExecutionId}` : `execution:${rootExecutionId}:${eventKey}`;

/** One message to one person, with a key of its own, in their language. */
export interface Notice {
	readonly purpose: string;
	readonly entity_key: string;
	text(messages: Messages): string;
	keyboard?(messages: Messages): object;
	/** The message that this one replaces. If that message definitely no longer exists, a new one is sent. */
	readonly inPlaceOf?: number | null;
	readonly cause?: Cause;
}

/**
 * Edits a message of the desk. If the messenger definitely refuses, sends a new message under a key of its own.
 * @param place the message to edit; null: none
 */
export async function inPlaceOrAnew<S extends Sent | undefined>(
	entityKey: string,
	place: number | null,
	attempt: (entityKey: string, place: number | null) => Promise<S>,
): Promise<S> {
	const first = await attempt(entityKey, place);
	return place !== null && first?.delivery.state === 'rejected' ? attempt(`${entityKey}#anew`, null) : first;
}

/** Whether there is nothing to send again: it arrived, was refused, or may have arrived. */
export const isTold = (...told: readonly (DeliveryAnswer['status'] | undefined)[]): boolean =>
	told.every((status) => status === 'sent' || status === 'rejected' || status === 'unknown');

export type Tell = (person: Participant, notice: Notice) => Promise<DeliveryAnswer>;

export function createTell(trySend: Try, actors: Actors, languages: Languages): Tell {
	const attempt = (person: Participant, { purpose, text, keyboard, cause = NOBODY }: Notice, entity_key: string, place: number | null) =>
		trySend(
			{ purpose, entity_key, operation: 'notice', recipient_user_id: person.userId, chat_id: person.chatId, ...cause },
			{
				async build({ chat_id }) {
					const messages = await languages.messagesFor(person);
					const said = [text(messages), keyboard?.(messages)] as const;
					return place === null ? textMessage(chat_id, ...said) : editedText(chat_id, place, ...said);
				},
				allowed: async () => (await actors.active(person.userId)) !== undefined,
			},
		);
	return async (person, notice) => {
		const { entity_key, inPlaceOf = null } = notice;
		const sent = await inPlaceOrAnew(entity_key, inPlaceOf, (key, place) => attempt(person, notice, key, place));
		return sent === undefined ? notAttempted('not_attempted') : answerOf(sent.delivery, sent.repeated);
	};
}
