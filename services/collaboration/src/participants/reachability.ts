/** Whether each chat can be reached, by what the messenger said. */
import type { Incoming } from '@copydesk/domain/event/update';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';
import type { Participant } from './participants.ts';

/** Stores that a participant blocked or unblocked the bot, or that the bot's rights in the channel changed. Ignores other chats. */
export async function recordMembership(
	tx: Database,
	change: Incoming & { kind: 'membership' },
	people: readonly Participant[],
	channelId: number,
	atMs: number,
): Promise<void> {
	const isChannel = change.chatId === channelId;
	if (!isChannel && !people.some(({ chatId }) => chatId === change.chatId)) return;
	const said = {
		status: isChannel && change.status === 'administrator' && !change.canPost ? 'cannot_post' : change.status.slice(0, 32),
		at_ms: atMs,
	};
	await tables(tx)
		.insertInto('reachability')
		.values({ chat_id: change.chatId, ...said })
		.onConflict((on) => on.column('chat_id').doUpdateSet(said))
		.execute();
}

/** The last known status, by chat. */
export async function readReachability(db: Database): Promise<ReadonlyMap<number, string>> {
	const said = await tables(db).selectFrom('reachability').select(['chat_id', 'status']).execute();
	return new Map(said.map(({ chat_id, status }) => [chat_id, status]));
}
