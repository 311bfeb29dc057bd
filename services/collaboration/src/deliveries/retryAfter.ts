import { MAX_ASKED_WAIT_MS } from '@copydesk/domain/limits';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';

/** Until when a refusal of the messenger asks not to write to this chat. */
export const waitUntil = (retryAfterSeconds: number, nowMs: number): number =>
	nowMs + Math.min(retryAfterSeconds * 1_000, MAX_ASKED_WAIT_MS.messenger);

/** Until when the messenger wants no more requests for this chat; undefined if it takes them. */
export async function chatWaitsUntil(db: Database, chatId: number, nowMs: number): Promise<number | undefined> {
	const asked = await tables(db)
		.selectFrom('delivery')
		.select('wait_until_ms')
		.where('chat_id', '=', chatId)
		.where('wait_until_ms', '>', nowMs)
		// A wrong clock wrote a later one.
		.where('wait_until_ms', '<=', nowMs + MAX_ASKED_WAIT_MS.messenger)
		.orderBy('wait_until_ms', 'desc')
		.limit(1)
		.executeTakeFirst();
	return asked?.wait_until_ms ?? undefined;
}
