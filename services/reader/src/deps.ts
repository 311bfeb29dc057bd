import type { Log } from '@copydesk/kit/log';
import type { ArticleReader } from './articles/readArticle.ts';
import type { FeedReader } from './feeds/readFeed.ts';
import type { ReaderMetrics } from './metrics.ts';
import type { Search } from './search/search.ts';
import type { Pool } from './workers/pool.ts';

/** What the routes use. */
export interface Deps {
	readonly pool: Pool;
	readonly metrics: ReaderMetrics;
	readonly log: Log;
	readonly readFeed: FeedReader;
	readonly readArticle: ArticleReader;
	readonly search: Search;
}
