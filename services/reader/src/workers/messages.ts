import type { FromThread } from '@copydesk/kit/threads';
import type { PageOutcome } from '../articles/parsePage.ts';
import type { FeedOutcome } from '../feeds/parseFeed.ts';
import type { AnswerOutcome, EngineName } from '../search/answers.ts';

/** A document to parse; its bytes are moved to the thread. */
export type Job = {
	readonly bytes: Uint8Array<ArrayBuffer>;
	readonly contentType: string;
	readonly finalUrl: string;
} & (
	| { readonly kind: 'feed' }
	| { readonly kind: 'article'; readonly mostUnits?: number | undefined }
	| { readonly kind: 'search'; readonly engine: EngineName }
);

export interface WorkerSettings {
	readonly httpHosts: readonly string[];
}

type Refusal = { readonly code: 'charset_unknown' | 'too_complex' };
export type FeedResult = (FeedOutcome & { /** What it takes in memory, roughly, in bytes. */ readonly weight: number }) | Refusal;
export type ArticleResult = PageOutcome | Refusal;
export type SearchResult = AnswerOutcome | Refusal;

/** The messages of a worker; `failed` if a library threw. */
export type FromWorker = FromThread<object, FeedResult | ArticleResult | SearchResult, { readonly reason: string }>;
