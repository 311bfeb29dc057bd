/** Answers what the channel had before, from the desk's own posts. */
import type { Messages } from '@copydesk/domain/messages/messages';
import { draftName } from '@copydesk/domain/messages/sentences';
import { matterOf } from '@copydesk/domain/repeats/matter';
import type { Database } from '@copydesk/kit/database/types';
import { materialOf } from '../materials/row.ts';
import { postWordsOf } from '../notices/posts.ts';
import { tables } from '../tables.ts';

/** Posts that are looked at, the newest first, and those that are told. */
const MOST_READ = 300;
const MOST_TOLD = 8;

const stemsOf = (parts: readonly (string | null)[]): ReadonlySet<string> => new Set(matterOf(parts).terms.map(({ stem }) => stem));

/** @param about what they should be about; empty: any post */
export async function postsNamed(
	{ db, channelId, timeZone }: { readonly db: Database; readonly channelId: number; readonly timeZone: string },
	messages: Messages,
	about: string,
): Promise<string> {
	const rows = await tables(db)
		.selectFrom('material')
		.selectAll()
		.where(({ and }) => and({ state: 'published', withdrawn_at_ms: null }))
		.orderBy('state_changed_at_ms', 'desc')
		.limit(MOST_READ)
		.execute();
	const wanted = stemsOf([about]);
	const newest = new Map(rows.toReversed().map((row) => [row.draft_key, materialOf(row)]));
	const posts = [...newest.values()]
		.filter(({ title, body }) => wanted.size === 0 || [...stemsOf([title, body])].some((stem) => wanted.has(stem)))
		.toSorted((one, other) => other.state_changed_at_ms - one.state_changed_at_ms)
		.slice(0, MOST_TOLD);
	if (posts.length === 0) return messages.brief.noPosts;
	const lines = await Promise.all(
		posts.map(async (post) => {
			const { day, link } = (await postWordsOf(db, { channelId, timeZone }, post))(messages);
			return messages.brief.post({ draft: draftName(messages, post), day, link: post.published_message_id === 0 ? null : link });
		}),
	);
	return [messages.brief.posts, ...lines].join('\n');
}
