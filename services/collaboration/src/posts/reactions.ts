/** Reactions to our posts: the messenger tells their counts of a channel where the bot is an administrator, and not whose they are. */
import type { Incoming } from '@copydesk/domain/event/update';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';
import { isPostOfOurs } from './numbers.ts';

export type ReactionCounts = Extract<Incoming, { readonly kind: 'reactions' }>;

/** Stores the counts of a post of ours, unless newer ones are stored. */
export async function storeReactions(
	tx: Database,
	{ chatId, messageId, counts, countedAt }: ReactionCounts,
	channelId: number,
): Promise<void> {
	if (chatId !== channelId || !(await isPostOfOurs(tx, messageId))) return;
	const sorted = counts.toSorted((one, other) => other.count - one.count);
	const values = {
		counts: JSON.stringify(sorted),
		total: counts.reduce((sum, { count }) => sum + count, 0),
		at_s: countedAt,
	};
	await tables(tx)
		.insertInto('reaction')
		.values({ message_id: messageId, ...values })
		.onConflict((on) => on.column('message_id').doUpdateSet(values).where('reaction.at_s', '<=', countedAt))
		.execute();
}

/** The most that are named of one post. */
const NAMED = 5;

/** `👍 12 ❤ 3`; empty if there are none. */
export function reactionsText(counts: string): string {
	const all = JSON.parse(counts) as ReactionCounts['counts'];
	return all
		.slice(0, NAMED)
		.map(({ reaction, count }) => `${reaction} ${count}`)
		.join('  ');
}

/** What is stored of these posts, by their message ids. */
export async function reactionsOf(db: Database, messageIds: readonly (number | null)[]) {
	const known = messageIds.filter((id) => id !== null && id > 0);
	const rows = known.length === 0 ? [] : await tables(db).selectFrom('reaction').selectAll().where('message_id', 'in', known).execute();
	return new Map(rows.filter(({ total }) => total > 0).map((row) => [row.message_id, row]));
}

/** The mean of posts that were published since a time; null where the messenger told of none. */
export async function meanReactions(db: Database, sinceMs: number): Promise<number | null> {
	const { posts, total } = await tables(db)
		.selectFrom('material as m')
		.leftJoin('reaction as r', 'r.message_id', 'm.published_message_id')
		.select(({ fn }) => [fn.countAll<number>().as('posts'), fn.sum<number | null>('r.total').as('total')])
		.where(({ and }) => and({ 'm.state': 'published', 'm.corrects': null }))
		.where('m.state_changed_at_ms', '>=', sinceMs)
		.executeTakeFirstOrThrow();
	return total === null || Number(posts) === 0 ? null : Number(total) / Number(posts);
}
