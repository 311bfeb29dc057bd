/**
 * Tells people that n8n is away; their updates are stored and wait. The service answers each press itself. Each person gets one message
 * as long as any of their updates wait.
 */
import type { Database } from '@copydesk/kit/database/types';
import { createBackoff } from '../deliveries/backoff.ts';
import { NOBODY } from '../deliveries/journal.ts';
import type { Try } from '../deliveries/tell.ts';
import { callbackAnswer, textMessage } from '../messenger/requests.ts';
import type { Actors } from '../participants/actors.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant } from '../participants/participants.ts';
import { updateOf, isToldOfWaiting, noteAnswered, noteTold, untoldOthers, untoldPresses, type Waiting } from './updateQueue.ts';

interface AwayOptions {
	readonly db: Database;
	readonly trySend: Try;
	readonly actors: Actors;
	readonly languages: Languages;
	readonly nowMs: () => number;
	/** Whether n8n was away at the last post, or has not answered for this long. */
	readonly isAway: (longerThanMs: number) => boolean;
}

/** When the service answers a press that was not admitted, so that an answer comes within 3 s. */
const ANSWERED_AFTER_MS = 1_000;
/** How many presses are answered at the same time. */
const AT_ONCE = 16;

/** @returns a function that checks once what waits */
export function createAwayAnswers({ db, trySend, actors, languages, nowMs, isAway }: AwayOptions): () => Promise<void> {
	const backoff = createBackoff(nowMs);

	async function tryOnce(key: number, ...[spec, how]: Parameters<Try>): Promise<boolean> {
		if (!backoff.due(String(key))) return false;
		const sent = await trySend(spec, how);
		const isSaid = sent !== undefined && sent.delivery.state !== 'not_sent';
		if (!isSaid) backoff.again(String(key));
		return isSaid;
	}
	const to = ({ userId, chatId }: Participant) => ({ recipient_user_id: userId, chat_id: chatId, ...NOBODY });
	const allowedFor = (person: Participant) => async () => (await actors.active(person.userId)) !== undefined;

	async function answer(row: Waiting): Promise<void> {
		const person = await actors.active(row.user_id);
		const callback_query_id = row.callback_query_id ?? '';
		if (person === undefined || updateOf(row).chatId !== person.chatId) return noteAnswered(db, row.update_id);
		const { toasts } = await languages.messagesFor(person);
		const isSaid = await tryOnce(
			row.update_id,
			{ ...to(person), purpose: 'answer_callback', entity_key: callback_query_id, operation: 'answer_callback' },
			{ build: async () => callbackAnswer({ callback_query_id, text: toasts.away }), allowed: allowedFor(person) },
		);
		if (isSaid) await noteAnswered(db, row.update_id);
	}

	/** Answers a person's first message, for all that wait. */
	async function tell(person: Participant): Promise<void> {
		const first = (await untoldOthers(db, person.userId)).find((row) => {
			const { kind, chatId } = updateOf(row);
			return kind === 'message' && chatId === person.chatId;
		});
		if (first === undefined) return;
		if (!(await isToldOfWaiting(db, person.userId))) {
			const { away } = await languages.messagesFor(person);
			const isSaid = await tryOnce(
				first.update_id,
				{ ...to(person), purpose: 'away', entity_key: `u:${first.update_id}`, operation: 'notice' },
				{ build: async () => textMessage(person.chatId, away), allowed: allowedFor(person) },
			);
			if (!isSaid) return;
		}
		await noteTold(db, person.userId);
	}

	return async () => {
		const away = isAway(ANSWERED_AFTER_MS);
		const presses = await untoldPresses(db, nowMs() - (away ? 0 : ANSWERED_AFTER_MS));
		for (let next = 0; next < presses.length; next += AT_ONCE) await Promise.all(presses.slice(next, next + AT_ONCE).map(answer));
		if (away) for (const person of await actors.everyone()) await tell(person);
	};
}
