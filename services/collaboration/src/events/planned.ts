/**
 * The press that publishes a planned post. It is stored with the plan, under a negative update id that the messenger never uses. It stays
 * closed until its time; then the service hands it on like an unfinished event.
 */
import { callbackData } from '@copydesk/domain/chat/callback';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { eventKeyOf } from '@copydesk/domain/ids';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';

/** A copy of the version, and the press of Publish below it. */
export interface PlannedPress {
	readonly draft_key: string;
	readonly version: number;
	readonly user_id: number;
	readonly chat_id: number;
	readonly message_id: number;
}

const KEY = /^u:(-?)(\d+)$/;

/** The key of the press that belongs to the event that chose the time. */
export function plannedKeyOf(eventKey: string): string {
	const [, , number] = KEY.exec(eventKey) ?? [];
	if (number === undefined) throw new Error(`Expected the key of an update but received ${eventKey}`);
	return eventKeyOf(-1 - Number(number));
}

export const isPlannedKey = (eventKey: string): boolean => KEY.exec(eventKey)?.[1] === '-';
const updateIdOf = (eventKey: string): number => Number(eventKey.slice('u:'.length));

function updateOf(eventKey: string, { draft_key, version, user_id, chat_id, message_id }: PlannedPress): string {
	return JSON.stringify({
		update_id: updateIdOf(eventKey),
		callback_query: {
			id: 'planned',
			from: { id: user_id, is_bot: false },
			message: { message_id, chat: { id: chat_id, type: 'private' } },
			data: callbackData({ action: 'publish', draftKey: draft_key, version }),
		},
	});
}

/** Reserves the update id of the press, so that no other update can use it. */
export async function reservePress(tx: Database, eventKey: string, press: PlannedPress, atMs: number): Promise<void> {
	const { draft_key, version, user_id, chat_id, message_id } = press;
	const intent: Intent = { kind: 'callback', action: 'publish', draft_key, version };
	await tables(tx)
		.insertInto('event')
		.values({
			event_key: eventKey,
			update_id: updateIdOf(eventKey),
			received_at_ms: atMs,
			user_id,
			chat_id,
			intent_kind: intent.kind,
			intent: JSON.stringify(intent),
			update_json: updateOf(eventKey, press),
			message_id,
			execution_id: 'planned',
			state: 'handled',
			outcome: 'planned',
			lease_until_ms: atMs,
			closed_at_ms: atMs,
		})
		.execute();
}

/** Opens the press at its time: the next round hands it on. */
export async function openPress(tx: Database, eventKey: string, press: PlannedPress, atMs: number): Promise<void> {
	await tables(tx)
		.updateTable('event')
		.set({ state: 'stored', outcome: null, closed_at_ms: null, lease_until_ms: atMs, update_json: updateOf(eventKey, press) })
		.where(({ and }) => and({ event_key: eventKey, state: 'handled', outcome: 'planned' }))
		.execute();
}
