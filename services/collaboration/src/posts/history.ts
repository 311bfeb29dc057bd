/** Answers what the channel had before, from the desk's own posts. */
import type { Messages } from '@copydesk/domain/messages/messages';
import { draftName } from '@copydesk/domain/messages/sentences';
import { fingerprintOf } from '@copydesk/domain/repeats/topicFingerprint';
import { periodIn, withoutPeriod } from '@copydesk/domain/schedule/period';
import type { Database } from '@copydesk/kit/database/types';
import { materialOf } from '../materials/row.ts';
import { postWordsOf } from '../notices/posts.ts';
import { tables } from '../tables.ts';
import { reactionsOf, reactionsText } from './reactions.ts';

/** Posts that are looked at, the newest first, and those that are told. */
const MOST_READ = 300;
const MOST_TOLD = 8;

const stemsOf = (parts: readonly (string | null)[]): ReadonlySet<string> => new Set(fingerprintOf(parts).terms.map(({ stem }) => stem));

interface Asking {
	/** What the posts should be about; empty: any post. */
	readonly about: string;
	/** The whole question, which may name a time. */
	readonly words: string;
}

export async function postsNamed(
	{
		db,
		channelId,
		timeZone,
		nowMs,
	}: { readonly db: Database; readonly channelId: number; readonly timeZone: string; readonly nowMs: () => number },
	messages: Messages,
	{ about, words }: Asking,
): Promise<string> {
	const period = periodIn(words, nowMs(), timeZone);
	const rows = await tables(db)
		.selectFrom('material')
		.selectAll()
		.where(({ and }) => and({ state: 'published', withdrawn_at_ms: null }))
		.$if(period !== undefined, (query) =>
			query.where('state_changed_at_ms', '>=', period?.fromMs ?? 0).where('state_changed_at_ms', '<', period?.toMs ?? 0),
		)
		.orderBy('state_changed_at_ms', 'desc')
		.limit(MOST_READ)
		.execute();
	const wanted = stemsOf([withoutPeriod(about)]);
	const newest = new Map(rows.toReversed().map((row) => [row.draft_key, materialOf(row)]));
	const posts = [...newest.values()]
		.filter(({ title, body }) => wanted.size === 0 || [...stemsOf([title, body])].some((stem) => wanted.has(stem)))
		.toSorted((one, other) => other.state_changed_at_ms - one.state_changed_at_ms)
		.slice(0, MOST_TOLD);
	if (posts.length === 0) return messages.brief.noPosts;
	const reactions = await reactionsOf(
		db,
		posts.map(({ published_message_id }) => published_message_id),
	);
	const lines = await Promise.all(
		posts.map(async (post) => {
			const { day, link } = (await postWordsOf(db, { channelId, timeZone }, post))(messages);
			const counted = reactions.get(post.published_message_id ?? 0);
			const named = { draft: draftName(messages, post), day, link: post.published_message_id === 0 ? null : link };
			const line = messages.brief.post(named);
			return counted === undefined ? line : `${line}  ${reactionsText(counted.counts)}`;
		}),
	);
	return [messages.brief.posts, ...lines].join('\n');
}
