import type { Database } from '@copydesk/kit/database/types';
import type { Log } from '@copydesk/kit/log';
import type { Sender } from '../deliveries/send.ts';

/** So that nobody can make the bot talk to many at once. */
const MAX_PER_ROUND = 3;
const MAX_PER_HOUR = 20;
const HOUR_MS = 3_600_000;

/**
 * The safe start command of somebody who is no participant: told once that the desk is private, and the number that the
 * operator would need. They get no context, so no graph can answer them.
 */
export async function greetStrangers({
	db,
	sender,
	nowMs,
	log,
}: {
	db: Database;
	sender: Sender;
	nowMs: () => number;
	log: Log;
}): Promise<void> {
	const waiting = await db.query(
		`select event_key, user_id, chat_id, intent from event where told = 0 and state = 'refused' and intent_kind = 'start' order by received_at_ms limit ${MAX_PER_ROUND}`,
	);
	for (const row of waiting) {
		const userId = Number(row['user_id']);
		const { text } = JSON.parse(String(row['intent'])) as { text: string };
		const [recent] = await db.query(`select count(*) as n from delivery where purpose = 'start.stranger' and created_at_ms > $1`, [
			nowMs() - HOUR_MS,
		]);
		if (Number(recent?.['n'] ?? 0) < MAX_PER_HOUR) {
			try {
				await sender.send({
					prepare: async () => ({
						purpose: 'start.stranger',
						entityKey: 'start',
						recipientUserId: userId,
						operation: 'notice',
						chatId: Number(row['chat_id']),
						actor: null,
						eventKey: String(row['event_key']),
						executionId: null,
						material: null,
					}),
					build: async ({ chatId }) => ({ method: 'sendMessage', fields: { chat_id: chatId, text } }),
					allowed: async () => true,
				});
			} catch (error) {
				log.warn({ err: error, event_key: row['event_key'] }, 'a stranger could not be answered');
			}
		}
		await db.query('update event set told = 1 where event_key = $1', [String(row['event_key'])]);
	}
}
