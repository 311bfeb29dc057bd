import type { FromThread } from '@copydesk/kit/threads';
import type { PageOutcome } from '../articles/parsePage.ts';
import type { FeedOutcome } from '../feeds/parseFeed.ts';

/** A document to parse; its bytes are moved to the thread. */
export interface Job {
	readonly kind: 'feed' | 'article';
	readonly bytes: Uint8Array<ArrayBuffer>;
	readonly contentType: string;
	readonly finalUrl: string;
}

export interface WorkerSettings {
	readonly httpHosts: readonly string[];
}

type Refusal = { readonly code: 'charset_unknown' | 'too_complex' };
export type FeedResult = (FeedOutcome & { /** What it takes in memory, roughly, in bytes. */ readonly weight: number }) | Refusal;
export type ArticleResult = PageOutcome | Refusal;

/** The messages of a worker; `failed` if a library threw. */
export type FromWorker = FromThread<object, FeedResult | ArticleResult, { readonly reason: string }>;
