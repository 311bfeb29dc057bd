/**
 * If the messenger calls n8n, a press counts once the messenger confirms it, by accepting the service's own answer to its callback query.
 * The messenger accepts an answer once, and only for a real query, so a press cannot be forged.
 */
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { CopydeskError } from '@copydesk/domain/errors';
import type { Incoming } from '@copydesk/domain/event/update';
import type { Database } from '@copydesk/kit/database/types';
import type { Audit } from '../audit/audit.ts';
import { findDelivery, type DeliverySpec, type Journal } from '../deliveries/journal.ts';
import { isLastWord } from '../deliveries/operations.ts';
import type { Try } from '../deliveries/tell.ts';
import { LEASE_MS } from '../events/lease.ts';
import { callbackAnswer } from '../messenger/requests.ts';
import type { Actors } from '../participants/actors.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant } from '../participants/participants.ts';
import { tables } from '../tables.ts';
import { decide, settledBy } from './storeEvent.ts';
import { waitForLimit, type Limits } from './limits.ts';
import type { DuplicateWords } from './concurrentDuplicates.ts';
import type { PlanWords } from './planned.ts';
import { settling, type Settled } from './settle.ts';

export interface PressedOptions {
	readonly db: Database;
	readonly audit: Audit;
	readonly journal: Journal;
	readonly trySend: Try;
	readonly actors: Actors;
	readonly languages: Languages;
	readonly nowMs: () => number;
}

/** An event that claims to be a press. */
interface Press {
	readonly eventKey: string;
	readonly executionId: string;
	readonly incoming: Incoming;
	readonly intent: Intent;
	readonly sender: Participant;
}

/** What the decision needs, read before its transaction. */
interface Confirming {
	readonly plan: PlanWords;
	readonly limits: Limits;
	readonly duplicates: DuplicateWords;
	readonly settles: boolean;
}

interface Confirmed {
	readonly intent: Intent;
	readonly waits: boolean;
	readonly settled?: Settled | undefined;
}

/** `unanswered`: the messenger was unreachable, or its answer was lost. */
type Confirmation = 'confirmed' | 'refused' | 'unanswered';

/** After a lost answer it is unknown whether the messenger accepted it. The service retries, up to this number. */
const MAX_ANSWERS = 3;
/** n8n waits for this call, and the messenger waits for n8n. */
const ANSWER_TIMEOUT_MS = 8_000;

export function createPressed(options: PressedOptions) {
	const { db, audit, journal, trySend, actors, languages, nowMs } = options;

	async function ask({ eventKey, sender, incoming }: Press, toast: string | null): Promise<Confirmation> {
		const messages = await languages.messagesFor(sender);
		const queryId = incoming.kind === 'callback' ? incoming.callbackQueryId : '';
		const text = toast === null || isLastWord(messages, toast) ? {} : { text: toast };
		for (let attempt = 1; attempt <= MAX_ANSWERS; attempt += 1) {
			const spec: DeliverySpec = {
				purpose: 'answer_callback',
				entity_key: attempt === 1 ? queryId : `${queryId}#${attempt}`,
				operation: 'answer_callback',
				recipient_user_id: sender.userId,
				chat_id: sender.chatId,
				actor_user_id: sender.userId,
				actor_chat_id: sender.chatId,
				event_key: eventKey,
				execution_id: null,
			};
			if ((await findDelivery(db, spec))?.state === 'unknown') continue;
			const sent = await trySend(spec, {
				build: async () => ({ ...callbackAnswer({ callback_query_id: queryId, ...text }), answerTimeoutMs: ANSWER_TIMEOUT_MS }),
				allowed: async () => (await actors.active(sender.userId)) !== undefined,
			});
			if (sent === undefined) return 'unanswered';
			const { state, event_key } = sent.delivery;
			// A query that was answered for another event does not confirm this one.
			if (state === 'sent') return event_key === eventKey ? 'confirmed' : 'refused';
			return state === 'rejected' || state === 'revoked' ? 'refused' : 'unanswered';
		}
		return 'refused';
	}

	/**
	 * @param toastOf the text that the button shows for a moment
	 * @returns the event's intent now: the press, or a text that asks to press again; undefined if another execution has it
	 * @throws CopydeskError unavailable: the messenger sends the update again, and the service retries
	 */
	return async function confirm(
		press: Press,
		toastOf: () => Promise<string | null>,
		{ limits, settles, ...words }: Confirming,
	): Promise<Confirmed | undefined> {
		const { eventKey, executionId, sender, incoming } = press;
		const confirmation = await ask(press, await toastOf());
		if (confirmation === 'unanswered') throw new CopydeskError('unavailable', `${eventKey}: the messenger has not confirmed the press`);
		const { pressAgain } = await languages.messagesFor(sender);
		const intent: Intent = confirmation === 'confirmed' ? press.intent : { kind: 'usage', text: pressAgain };
		return settling((late) =>
			audit.within(async (tx, note) => {
				const atMs = nowMs();
				const taken = await tables(tx)
					.updateTable('event')
					.set({
						query_pending: 0,
						intent_kind: intent.kind,
						intent: JSON.stringify(intent),
						execution_id: executionId,
						lease_until_ms: atMs + LEASE_MS,
					})
					.where(({ and }) => and({ event_key: eventKey, state: 'stored', query_pending: 1 }))
					.returning('event_key')
					.executeTakeFirst();
				if (taken === undefined) return undefined;
				const refused = { outcome: 'refused', code: 'query_refused', executionId } as const;
				if (confirmation === 'confirmed') {
					const wished = await decide(tx, note, journal, { intent, incoming, sender, eventKey, executionId, atMs }, words);
					const decided = await waitForLimit(tx, note, { eventKey, userId: sender.userId, intent: wished, atMs }, limits);
					if (decided === 'waits') return { intent: wished, waits: true };
					const settled = await settledBy(tx, note, { intent: decided, incoming, sender, eventKey, executionId, atMs }, { settles, late });
					return { intent: decided, waits: false, settled };
				}
				note({ ...refused, actorUserId: sender.userId, action: 'press.refused', entity: `event:${eventKey}` });
				return { intent, waits: false };
			}),
		);
	};
}
