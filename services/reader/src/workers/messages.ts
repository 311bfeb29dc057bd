import type { PageOutcome } from '../articles/parsePage.ts';
import type { FeedOutcome } from '../feeds/parseFeed.ts';

/** A document to be parsed; its bytes are handed over. */
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

export type FromWorker =
	| { readonly kind: 'ready' }
	| { readonly kind: 'done'; readonly result: FeedResult | ArticleResult }
	/** A library threw. */
	| { readonly kind: 'failed'; readonly reason: string };
