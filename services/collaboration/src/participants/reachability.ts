/** What the messenger says about whether a chat can be reached. */
import type { Incoming } from '@copydesk/domain/event/update';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';
import type { Participant } from './participants.ts';

/** Blocked or unblocked by a participant; rights gained or lost in the channel. Other chats do not concern us. */
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

/** What was said last, by chat. */
export async function readReachability(db: Database): Promise<ReadonlyMap<number, string>> {
	const said = await tables(db).selectFrom('reachability').select(['chat_id', 'status']).execute();
	return new Map(said.map(({ chat_id, status }) => [chat_id, status]));
}
