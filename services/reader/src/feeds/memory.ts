import type { Validators } from '../fetch/fetchDocument.ts';
import type { Feed } from './parseFeed.ts';

const MAX_FEEDS = 200;
const MAX_BYTES = 64 * 1_048_576;

/** A feed as it was read, and the validators for asking again. */
export interface KeptFeed {
	readonly feed: Feed;
	readonly finalUrl: string;
	readonly validators: Validators;
	/** The size of the document, decompressed, in bytes. */
	readonly bytes: number;
	/** Its approximate size in memory, in bytes. */
	readonly weight: number;
	/** When the server last confirmed it, by the reader's monotonic clock. */
	readonly readAtMs: number;
}

/** Feeds by address; the least recently used are dropped first. */
interface FeedMemory {
	get(key: string): KeptFeed | undefined;
	keep(key: string, feed: KeptFeed): void;
	drop(key: string): void;
}

export function createFeedMemory(): FeedMemory {
	const kept = new Map<string, KeptFeed>();
	let weight = 0;
	const drop = (key: string): void => {
		weight -= kept.get(key)?.weight ?? 0;
		kept.delete(key);
	};
	const put = (key: string, feed: KeptFeed): void => {
		drop(key);
		kept.set(key, feed);
		weight += feed.weight;
	};
	return {
		get(key) {
			const found = kept.get(key);
			if (found !== undefined) put(key, found);
			return found;
		},
		keep(key, feed) {
			put(key, feed);
			for (const oldest of kept.keys()) {
				if (kept.size <= MAX_FEEDS && weight <= MAX_BYTES) break;
				drop(oldest);
			}
		},
		drop,
	};
}
