/** Links that somebody stands for: the owner set them in chat, or they are the sources of published posts. */
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';

/** The newest posts whose source counts. */
const MOST_POSTS = 1_000;

/** Texts with these links. What the graphs only said of themselves, like the feeds of their settings, is not among them. */
export async function trustedTexts(db: Database): Promise<readonly string[]> {
	const set = await tables(db).selectFrom('setting').select('value').execute();
	const published = await tables(db)
		.selectFrom('material')
		.select('canonical_url')
		.where('state', '=', 'published')
		.where('canonical_url', 'is not', null)
		.orderBy('created_at_ms', 'desc')
		.limit(MOST_POSTS)
		.execute();
	return [...set.map(({ value }) => value), ...published.map(({ canonical_url }) => canonical_url ?? '')];
}
