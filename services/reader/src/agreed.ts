/** Types of the contract that the rules read. A schema that contradicts them does not compile. */
import type { Article, FeedItem, ReadFeed, RefusedFeed } from '@copydesk/domain/api/reader';
import type { FoundItem } from '@copydesk/domain/news/choose';
import type { FeedAnswer } from '@copydesk/domain/news/feeds';
import type { ReadPage } from '@copydesk/domain/news/reading';
import type { Gives } from '@copydesk/kit/same';

export const agreed = { article: true, feed: true, item: true } satisfies {
	readonly article: Gives<Article, ReadPage>;
	readonly feed: Gives<ReadFeed | RefusedFeed, FeedAnswer>;
	readonly item: Gives<FeedItem, FoundItem>;
};
